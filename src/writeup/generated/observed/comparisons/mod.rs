//! Two arms side by side: values, change, and what the design allows to say of it.

mod rows;

use std::collections::BTreeMap;

use self::rows::Line;
use super::{ObservedView, slug, title};
use crate::analysis::observed::results::{Compared, DerivedValue, Inference, Measure};
use crate::campaign::spec::NamedComparison;
use crate::document::{Align, Block, Column, Inline, Inlines, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::comparisons::measure;
use crate::number::{Direction, text};
use crate::pipeline::observe;
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::{ratios, run};

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let known = |arm: &String| dataset.found.arms.contains(arm);
    let all = view.data().comparisons.iter().filter(|one| known(&one.numerator) && known(&one.denominator));
    all.enumerate()
        .flat_map(|(at, named)| {
            let (table, only) = table(view, dataset, at, named);
            match table {
                Some(mut table) => {
                    table.foot.extend(only);
                    vec![Block::Table(Box::new(table))]
                }
                None => only.into_iter().map(Block::Paragraph).collect(),
            }
        })
        .collect()
}

/// Whether any comparison of a dataset can be read: it has an interval, or a difference that the runs tell.
fn has_intervals(dataset: DatasetView<'_>, at: usize) -> bool {
    let tells = |one: &Compared| {
        let difference = one.difference.as_ref().and_then(|difference| difference.told_apart);
        ends(&one.inference).is_some() || difference.is_some()
    };
    dataset.results.comparisons.iter().filter(|one| one.comparison == at).any(tells)
}

/// Ratio and interval of what the design allows to say.
fn ends(inference: &Inference) -> Option<(f64, f64, f64)> {
    match inference {
        Inference::Paired { estimate, .. } => Some((estimate.ratio, estimate.low, estimate.high)),
        Inference::Unpaired { ratio: Ok(ratio), .. } => Some((ratio.change.ratio, ratio.low, ratio.high)),
        Inference::Unpaired { .. } | Inference::None(_) => None,
    }
}

/// The table, if there is anything to compare, and in a line what one arm has alone.
fn table(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    at: usize,
    named: &NamedComparison,
) -> (Option<Table>, Option<Inlines>) {
    let intervals = has_intervals(dataset, at);
    let drawn =
        dataset.results.comparisons.iter().filter(|one| one.comparison == at).any(|one| ends(&one.inference).is_some());
    let of = Of { view, dataset, named, intervals, drawn };
    let mut rows = Vec::new();
    let mut only = [Vec::new(), Vec::new()];
    let mut axis_ends = Vec::new();
    let mut metrics = BTreeMap::new();
    let mut formulas = BTreeMap::new();
    for compared in dataset.results.comparisons.iter().filter(|one| one.comparison == at) {
        match compared.measure {
            Measure::Metric(metric) => metrics.insert((compared.case, metric), compared),
            Measure::Formula(formula) => formulas.insert((compared.case, formula), compared),
        };
    }
    let derived: BTreeMap<(usize, usize, usize), &DerivedValue> =
        dataset.results.derived.iter().map(|one| ((one.case, one.formula, one.arm), one)).collect();
    for (case, name) in dataset.found.cases.iter().enumerate() {
        let mut own = Vec::new();
        let mut alone = [Vec::new(), Vec::new()];
        let mut take = |line: Option<Line>, metric: &str, own: &mut Vec<Row>| match line {
            Some(Line::Row(row)) => own.push(row),
            Some(Line::Only(arm)) => {
                if let Some(names) = alone.get_mut(arm) {
                    names.push(metric.to_owned());
                }
            }
            None => {}
        };
        for (metric_at, metric) in dataset.found.metrics.iter().enumerate() {
            match metrics.get(&(case, metric_at)) {
                Some(compared) => own.push(of.row(name, metric, compared, &mut axis_ends)),
                None => take(of.missing(case, name, metric_at, metric), &metric.name, &mut own),
            }
        }
        for (formula_at, formula) in dataset.declared.derived.iter().enumerate() {
            let metric = MetricOf {
                name: formula.name.clone(),
                meaning: formula.formula.clone(),
                unit: if formula.unit.is_empty() { "quotient".to_owned() } else { formula.unit.clone() },
                better: formula.better.unwrap_or(Direction::None),
            };
            match formulas.get(&(case, formula_at)) {
                Some(compared) => own.push(of.row(name, &metric, compared, &mut axis_ends)),
                None => take(of.missing_formula(&derived, (case, formula_at), name, &metric), &formula.name, &mut own),
            }
        }
        for (only, metrics) in only.iter_mut().zip(&alone) {
            match metrics.as_slice() {
                [] => {}
                // Of a case that the other arm lacks altogether the name says enough.
                _ if own.is_empty() && dataset.found.cases.len() > 1 => only.push(name.clone()),
                metrics => only.push(format!("{} of {name}", metrics.join(", "))),
            }
        }
        if !own.is_empty() {
            rows.push(Row::Group(run![name.clone()]));
            rows.extend(own);
        }
    }
    let only = of.only(&only);
    if rows.is_empty() {
        return (None, only);
    }
    let axis = if intervals { ratios::axis(axis_ends) } else { None };
    let table = Table {
        id: slug(&["comparison", &dataset.declared.name, &named.name]),
        caption: of.caption(),
        columns: of.columns(),
        rows,
        axis,
        foot: of.foot(at),
        wide: true,
        ..Table::default()
    };
    (Some(table), only)
}

/// Most names of what one arm has alone; the summaries tell all.
const MOST_ALONE: usize = 12;

#[derive(Clone, Copy)]
struct Of<'a> {
    view: ObservedView<'a>,
    dataset: DatasetView<'a>,
    named: &'a NamedComparison,
    intervals: bool,
    /// Whether any of them can be drawn.
    drawn: bool,
}

impl Of<'_> {
    fn caption(self) -> Vec<Inline> {
        let NamedComparison { name, .. } = self.named;
        let what = title(self.dataset);
        let design = self.dataset.declared.design;
        let statistic = self.dataset.declared.statistic.name();
        let how = match design {
            crate::campaign::datasets::Design::Paired if self.intervals => format!(
                "{statistic} of each arm; ratio paired by run, geometric mean over the pairs, with nominal intervals"
            ),
            crate::campaign::datasets::Design::Unpaired if self.intervals => {
                format!("{statistic} of each arm and their ratio, unpaired, with nominal intervals")
            }
            _ => match self.headline() {
                Some(statistic) => format!("{} of each arm and its change", statistic.replace('_', " ")),
                None => "values and change".to_owned(),
            },
        };
        let others = if self.intervals { self.others() } else { String::new() };
        run![format!("{what}, {name}: {how}{others}.")]
    }

    /// Metrics for which another statistic stands than the declared one, since their runs are not told.
    fn others(self) -> String {
        let declared = self.dataset.declared.statistic.name();
        let mut others: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for compared in &self.dataset.results.comparisons {
            let Some((statistic, _)) = compared.changes.first() else { continue };
            let Some(metric) = measure(self.dataset, compared.measure) else { continue };
            let without = matches!(&compared.inference, Inference::None(_));
            if without && statistic != declared && statistic != observe::VALUE {
                let metrics = others.entry(statistic).or_default();
                if !metrics.contains(&metric) {
                    metrics.push(metric);
                }
            }
        }
        let told = |(statistic, metrics): (&str, Vec<&str>)| {
            format!("; of {} the {}, which is all that is told", metrics.join(", "), statistic.replace('_', " "))
        };
        others.into_iter().map(told).collect()
    }

    /// What one arm has and the other has not, by arm.
    fn only(self, only: &[Vec<String>; 2]) -> Option<Inlines> {
        let arms = [&self.named.denominator, &self.named.numerator];
        let told = arms.into_iter().zip(only).filter(|(_, names)| !names.is_empty()).map(|(arm, names)| {
            let shown = names.iter().take(MOST_ALONE).map(String::as_str).collect::<Vec<_>>().join("; ");
            let more = names.len().saturating_sub(MOST_ALONE);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            format!("{arm} alone has {shown}{more}")
        });
        let told = told.collect::<Vec<_>>().join(". ");
        (!told.is_empty()).then(|| run![format!("Not compared in {}: {told}.", self.named.name)])
    }

    /// The statistic that all compared values are, where they are not values of single runs.
    fn headline(self) -> Option<String> {
        let of = self.dataset.results.comparisons.iter().filter_map(|compared| compared.changes.first());
        let mut names: Vec<&str> = of.map(|(name, _)| name.as_str()).collect();
        names.dedup();
        match names.as_slice() {
            [only] if *only != crate::pipeline::observe::VALUE => Some((*only).to_owned()),
            _ => None,
        }
    }

    fn columns(self) -> Vec<Column> {
        let arm = |name: &String| Column {
            csv: vec![name.clone(), format!("unit of {name}")],
            ..Column::number(name.clone(), "")
        };
        let mut columns = vec![
            Column { csv: vec!["case".into(), "metric".into()], ..Column::text("Case, metric") }.as_row_head(),
            arm(&self.named.denominator),
            arm(&self.named.numerator),
        ];
        if self.intervals {
            let level = self.dataset.declared.bootstrap.as_ref().map_or(0.95, |bootstrap| bootstrap.level);
            let level = text::fixed(level * 100.0, 0);
            columns.extend([
                Column { csv: vec!["ratio".into()], ..Column::number("Ratio", "") },
                Column {
                    csv: vec!["low".into(), "high".into()],
                    align: Align::Right,
                    ..Column::text(format!("{level}{}% interval", text::NBSP))
                },
            ]);
            if self.drawn {
                columns.push(Column {
                    csv: Vec::new(),
                    head_hidden: true,
                    align: Align::Center,
                    ..Column::text("Interval, drawn")
                });
            }
            columns.push(Column::text("Reading"));
        } else {
            columns.push(Column { csv: vec!["ratio".into()], ..Column::number("Change", "") });
        }
        columns
    }

    fn foot(self, at: usize) -> Vec<Vec<Inline>> {
        let of = || self.dataset.results.comparisons.iter().filter(|one| one.comparison == at);
        let mut foot = Vec::new();
        if !self.intervals {
            foot.push(run![self.without_intervals()]);
        } else if of().any(|one| ends(&one.inference).is_some()) {
            foot.push(run![
                "A filled disc is an interval below 1, a diamond one above, a ring one that includes 1. Logarithmic axis; a \
                 mark covers an interval narrower than itself."
            ]);
        }
        let differences = || of().filter_map(|one| one.difference.as_ref());
        if differences().any(|difference| difference.told_apart.is_some()) {
            foot.push(run![
                "Where one arm is zero there is no ratio, and the difference stands in its place. It is read as more or less \
                 where all runs of that arm are zero and all of the other lie beyond, or where the permutation p of unpaired \
                 runs is below 0.05."
            ]);
        } else if differences().next().is_some() {
            foot.push(run!["Where one arm is zero there is no ratio, and the difference stands in its place."]);
        }
        foot
    }

    /// Why nothing here says how a change varies.
    fn without_intervals(self) -> &'static str {
        if self.dataset.found.series.iter().any(|series| series.samples.len() > 1) {
            "A change here has no interval, and whether it would come again is not known."
        } else {
            "One number an arm: a change here has no interval, and whether it would come again is not known."
        }
    }
}

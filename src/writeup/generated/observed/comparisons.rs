//! Two arms side by side: values, change, and what the design allows to say of it.

use std::collections::BTreeMap;

use super::{ObservedView, Printing, metric as known, slug, title, unit};
use crate::analysis::observed::results::{Compared, DerivedValue, Inference, Measure};
use crate::campaign::spec::NamedComparison;
use crate::document::{Align, Block, Cell, CellContent, Column, Inline, Mark, Reading, Row, Shape, Table, Tone};
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::comparisons::DIFFERENCE;
use crate::number::{Direction, Metric, text};
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::{ratios, run};

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let known = |arm: &String| dataset.found.arms.contains(arm);
    let all = view.data().comparisons.iter().filter(|one| known(&one.numerator) && known(&one.denominator));
    all.enumerate()
        .filter_map(|(at, named)| table(view, dataset, at, named))
        .map(|table| Block::Table(Box::new(table)))
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

fn table(view: ObservedView<'_>, dataset: DatasetView<'_>, at: usize, named: &NamedComparison) -> Option<Table> {
    let intervals = has_intervals(dataset, at);
    let of = Of { view, dataset, named, intervals };
    let mut rows = Vec::new();
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
        for (metric_at, metric) in dataset.found.metrics.iter().enumerate() {
            match metrics.get(&(case, metric_at)) {
                Some(compared) => own.push(of.row(name, metric, compared, &mut axis_ends)),
                None => own.extend(of.missing(case, name, metric_at, metric)),
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
                None => own.extend(of.missing_formula(&derived, (case, formula_at), name, &metric)),
            }
        }
        if !own.is_empty() {
            rows.push(Row::Group(run![name.clone()]));
            rows.extend(own);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let axis = if intervals { ratios::axis(axis_ends) } else { None };
    Some(Table {
        id: slug(&["comparison", &dataset.declared.name, &named.name]),
        caption: of.caption(),
        columns: of.columns(),
        rows,
        axis,
        foot: of.foot(at),
        wide: true,
        ..Table::default()
    })
}

#[derive(Clone, Copy)]
struct Of<'a> {
    view: ObservedView<'a>,
    dataset: DatasetView<'a>,
    named: &'a NamedComparison,
    intervals: bool,
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
        run![format!("{what}, {name}: {how}.")]
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
                Column { csv: Vec::new(), head_hidden: true, align: Align::Center, ..Column::text("Interval, drawn") },
                Column::text("Reading"),
            ]);
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

    fn row(self, case: &str, of: &MetricOf, compared: &Compared, axis: &mut Vec<(f64, f64)>) -> Row {
        let metric = known(of);
        let arm = |arm: &str| self.dataset.id(&[case, arm, &of.name]);
        let ids = [arm(&self.named.denominator), arm(&self.named.numerator)];
        let number = |id: &String| self.view.ledger.get(id).and_then(|evidence| evidence.amount.number());
        // The spread that a tool prints is that of what it summarised, not of its summary.
        let runs = |id: &String| self.view.ledger.get(&format!("{id}:n")).is_some();
        let spread = |id: &String| number(&format!("{id}:sd")).filter(|_| runs(id));
        let values: Vec<(f64, Option<f64>)> = ids.iter().filter_map(|id| Some((number(id)?, spread(id)))).collect();
        let printing = Printing::pair(unit(of), &values);
        let mut cells = vec![Cell::new(label(&metric), vec![case.to_owned(), of.name.clone()])];
        for id in &ids {
            let value = number(id).unwrap_or(f64::NAN);
            let printed = self.view.figure(id, printing.with_unit(value));
            cells.push(Cell::new(vec![printed], vec![text::full(value), of.unit.clone()]));
        }
        let id = self.dataset.id(&[case, &self.named.name, &of.name]);
        if !self.intervals {
            cells.push(match compared.changes.first() {
                Some((_, Err(reason))) if compared.difference.is_some() => {
                    self.difference(compared, &id, &printing, reason).unwrap_or_else(|| missing(reason))
                }
                Some((_, Ok(change))) => Cell::new(
                    vec![self.view.figure(&id, text::change(change.ratio, 1))],
                    vec![text::full(change.ratio)],
                ),
                Some((_, Err(reason))) => missing(reason),
                None => missing("an arm has no value"),
            });
            return Row::Data(cells);
        }
        match ends(&compared.inference) {
            Some((ratio, low, high)) => {
                axis.push((low, high));
                let reading = ratios::reading(&metric, low, high);
                let mark = Mark {
                    low,
                    value: ratio,
                    high,
                    shape: reading.shape,
                    tone: reading.tone,
                    alt: format!(
                        "{case}, {}: {}, interval {} to {}",
                        of.name,
                        text::ratio(ratio),
                        text::ratio(low),
                        text::ratio(high)
                    ),
                };
                cells.extend([
                    Cell::new(vec![self.view.figure(&id, text::ratio(ratio))], vec![text::full(ratio)]),
                    Cell::new(
                        vec![Inline::Text(brackets(compared, low, high))],
                        vec![text::full(low), text::full(high)],
                    ),
                    Cell { content: CellContent::Interval(mark), csv: Vec::new() },
                    Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) },
                ]);
            }
            None => {
                let reason = match (compared.changes.first(), &compared.inference) {
                    (Some((_, Err(reason))), _) => reason.clone(),
                    (_, Inference::None(reason) | Inference::Unpaired { ratio: Err(reason), .. }) => reason.clone(),
                    _ => "there is no interval".to_owned(),
                };
                let ratio = match compared.changes.first() {
                    Some((_, Ok(change))) => Cell::new(
                        vec![self.view.figure(&id, text::ratio(change.ratio))],
                        vec![text::full(change.ratio)],
                    ),
                    _ => self.difference(compared, &id, &printing, &reason).unwrap_or_else(|| missing(&reason)),
                };
                let difference = compared.difference.as_ref().and_then(|one| Some((one.value, one.told_apart?)));
                let reading = match difference {
                    Some((value, apart)) => {
                        let reading = read(&metric, value, apart);
                        Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) }
                    }
                    None => Cell::text(""),
                };
                let na = format!("N/A ({reason})");
                cells.extend([
                    ratio,
                    Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na]),
                    Cell { content: CellContent::Text(Vec::new()), csv: Vec::new() },
                    reading,
                ]);
            }
        }
        Row::Data(cells)
    }

    /// The difference where one of the two numbers is zero, in the place of their ratio.
    fn difference(self, compared: &Compared, id: &str, printing: &Printing, reason: &str) -> Option<Cell> {
        let value = compared.difference.as_ref()?.value;
        let sign = if value > 0.0 { "+" } else { "" };
        let printed = format!("{sign}{}", printing.with_unit(value));
        let csv = format!("N/A ({reason}; the difference is {})", text::full(value));
        Some(Cell::new(vec![self.view.figure(&format!("{id}:{DIFFERENCE}"), printed)], vec![csv]))
    }

    /// The row of a metric that an arm does not have, or both.
    fn missing(self, case: usize, name: &str, metric_at: usize, metric: &MetricOf) -> Option<Row> {
        let reason = |arm: &String| {
            let place = self.dataset.found.arms.iter().position(|known| known == arm)?;
            match self.dataset.found.series(case, metric_at, place) {
                Some(series) if series.samples.is_empty() && series.given.is_empty() => {
                    Some(series.missing.first().map_or("no value", |missing| missing.reason.as_str()).to_owned())
                }
                Some(_) => None,
                None => Some(NONE.to_owned()),
            }
        };
        let reasons = [&self.named.denominator, &self.named.numerator].map(reason);
        let any = reasons.iter().any(|reason| reason.as_deref() != Some(NONE));
        any.then(|| self.row_without(name, metric, reasons))
    }

    fn missing_formula(
        self,
        derived: &BTreeMap<(usize, usize, usize), &DerivedValue>,
        (case, formula): (usize, usize),
        name: &str,
        metric: &MetricOf,
    ) -> Option<Row> {
        let value = |arm: &String| {
            let place = self.dataset.found.arms.iter().position(|known| known == arm)?;
            derived.get(&(case, formula, place))
        };
        let values = [&self.named.denominator, &self.named.numerator].map(value);
        if values.iter().all(Option::is_none) {
            return None;
        }
        let reasons = values.map(|value| match value {
            Some(value) => value.value.as_ref().err().cloned(),
            None => Some(NONE.to_owned()),
        });
        Some(self.row_without(name, metric, reasons))
    }

    /// A row without a ratio: what one arm has is told, and why the other has nothing.
    fn row_without(self, case: &str, of: &MetricOf, reasons: [Option<String>; 2]) -> Row {
        let arms = [&self.named.denominator, &self.named.numerator];
        let named = arms.into_iter().zip(&reasons);
        let named: Vec<(&String, String)> = named.filter_map(|(arm, reason)| Some((arm, reason.clone()?))).collect();
        let reason = together(&named);
        let na = format!("N/A ({reason})");
        let figures = arms.map(|arm| {
            let id = self.dataset.id(&[case, arm, &of.name]);
            let value = self.view.ledger.get(&id).and_then(|evidence| evidence.amount.number())?;
            Some((id, value))
        });
        if figures.iter().all(Option::is_none) {
            let mut csv = vec![case.to_owned(), of.name.clone()];
            let rest = self.columns().iter().map(|column| column.csv.len()).sum::<usize>() - 2;
            csv.extend(std::iter::repeat_n(na, rest));
            return Row::Missing { what: run![of.name.clone()], reason, csv };
        }
        let mut cells = vec![Cell::new(label(&known(of)), vec![case.to_owned(), of.name.clone()])];
        for (figure, reason) in figures.into_iter().zip(reasons) {
            cells.push(match figure {
                Some((id, value)) => {
                    let printed = Printing::pair(unit(of), &[(value, None)]).with_unit(value);
                    Cell::new(vec![self.view.figure(&id, printed)], vec![text::full(value), of.unit.clone()])
                }
                None => {
                    let reason = reason.unwrap_or_else(|| NONE.to_owned());
                    let na = format!("N/A ({reason})");
                    Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na])
                }
            });
        }
        cells.push(Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![na.clone()]));
        if self.intervals {
            cells.extend([
                Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na]),
                Cell { content: CellContent::Text(Vec::new()), csv: Vec::new() },
                Cell::text(""),
            ]);
        }
        Row::Data(cells)
    }
}

/// What a difference means by the metric's direction.
fn read(metric: &Metric, difference: f64, told_apart: bool) -> Reading {
    let above = difference > 0.0;
    let tone = match metric.direction {
        _ if !told_apart => Tone::Neutral,
        Direction::None => Tone::Neutral,
        Direction::Lower if above => Tone::Worse,
        Direction::Higher if !above => Tone::Worse,
        Direction::Lower | Direction::Higher => Tone::Better,
    };
    let (shape, word) = match (told_apart, above) {
        (false, _) => (Shape::Ring, "not told apart"),
        (true, false) => (Shape::Disc, metric.below.as_str()),
        (true, true) => (Shape::Diamond, metric.above.as_str()),
    };
    Reading { shape, tone, word: word.to_owned() }
}

/// Why an arm has no value of a metric that the files do not tell of it.
const NONE: &str = "it has none";

/// The reasons of two arms, as one where they are the same.
fn together(reasons: &[(&String, String)]) -> String {
    match reasons {
        [(_, a), (_, b)] if a == b => a.clone(),
        reasons => reasons.iter().map(|(arm, reason)| format!("{arm}: {reason}")).collect::<Vec<_>>().join("; "),
    }
}

fn brackets(compared: &Compared, low: f64, high: f64) -> String {
    match &compared.inference {
        Inference::Paired { estimate, .. } => match ratios::printed_interval(estimate) {
            words if words.starts_with("all ") => "all pairs equal".to_owned(),
            interval => interval,
        },
        _ => text::brackets(low, high),
    }
}

fn label(metric: &Metric) -> Vec<Inline> {
    if metric.meaning.is_empty() {
        run![metric.name.clone()]
    } else {
        run![metric.name.clone(), format!(" ({})", metric.meaning)]
    }
}

fn missing(reason: &str) -> Cell {
    let reason = reason.to_owned();
    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
}

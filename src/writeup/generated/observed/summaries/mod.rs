//! What each series says: a table a metric, one table of those that have one value an arm, and the runs as dots.
//!
//! 1. [`Told`]: what is told of a metric of one case and arm, or of a formula.
//! 2. [`single`]: metrics that have one value a case and arm, all in one table.
//! 3. [`several`]: a table of a metric that has more.
//! 4. [`mod@plot`]: the runs as dots.

mod plot;
mod several;
mod single;

pub(super) use plot::plot;

use std::collections::BTreeSet;

use super::ObservedView;
use crate::analysis::observed::Summary;
use crate::analysis::observed::results::Measure;
use crate::document::{Block, Cell, Inline};
use crate::evidence::collect::observed::DatasetView;
use crate::number::{Decimal, Direction, text};
use crate::reconcile::observed::{GivenAt, MetricOf, Series};

/// What is told of a metric of one case and arm, or of a formula.
struct Told<'a> {
    case: usize,
    arm: usize,
    /// Number of runs.
    samples: usize,
    /// Whether all runs have the same value.
    constant: bool,
    summary: Option<&'a Summary>,
    given: &'a [GivenAt],
    /// Why a value is not there.
    missing: Option<&'a str>,
}

impl<'a> Told<'a> {
    fn of(series: &'a Series, summary: Option<&'a Summary>) -> Self {
        Told {
            case: series.case,
            arm: series.arm,
            samples: series.samples.len(),
            constant: series.samples.windows(2).all(|pair| matches!(pair, [a, b] if a.value == b.value)),
            summary,
            given: &series.given,
            missing: series.missing.first().map(|missing| missing.reason.as_str()),
        }
    }

    fn is_empty(&self) -> bool {
        self.samples == 0 && self.given.is_empty()
    }

    /// Whether it is one number, however often.
    fn is_single(&self) -> bool {
        match self.samples {
            0 => self.given.len() <= 1,
            _ => self.constant && self.given.is_empty(),
        }
    }

    /// The spread that the tool prints beside its own summary, in percent.
    fn spread(&self) -> Option<f64> {
        self.given.iter().find_map(|given| given.spread)
    }

    /// Which statistic of the tool's its one number is; empty for a value.
    fn statistic(&self) -> &'a str {
        match self.given {
            [only] if self.samples == 0 => &only.statistic,
            _ => "",
        }
    }
}

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let measured = |measure: Measure| -> BTreeSet<(usize, usize)> {
        // One number an arm is told whole by the comparison; without one it has to stand somewhere.
        let of = dataset.results.comparisons.iter().filter(|one| one.measure == measure);
        of.filter_map(|one| {
            let named = crate::evidence::collect::observed::comparisons::comparison(dataset, one)?;
            let arm = |name: &str| dataset.found.arms.iter().position(|arm| arm == name);
            Some([(one.case, arm(&named.numerator)?), (one.case, arm(&named.denominator)?)])
        })
        .flatten()
        .collect()
    };
    let mut tables = Vec::new();
    let mut alone: Vec<(&MetricOf, Vec<Told<'_>>)> = Vec::new();
    for (at, metric) in dataset.found.metrics.iter().enumerate() {
        let all = dataset.found.series.iter().zip(&dataset.results.summaries);
        let of = all.filter(|(series, _)| series.metric == at);
        let of: Vec<Told<'_>> = of.map(|(series, summary)| Told::of(series, summary.as_ref())).collect();
        if of.iter().all(Told::is_empty) {
            // A comparison tells why there is nothing.
            if dataset.results.comparisons.is_empty() && !of.is_empty() {
                alone.push((metric, of));
            }
            continue;
        }
        // Beside cases of several values, those of one would stand in columns that they have nothing for.
        let several: BTreeSet<usize> =
            of.iter().filter(|one| !one.is_single() || one.samples > 1).map(|one| one.case).collect();
        let several = if of.iter().all(Told::is_single) { BTreeSet::new() } else { several };
        let (several, single): (Vec<Told<'_>>, Vec<Told<'_>>) =
            of.into_iter().partition(|one| several.contains(&one.case));
        if !several.is_empty() {
            tables.push(several::table(view, dataset, metric, &several));
        }
        let compared = measured(Measure::Metric(at));
        let told = single.iter().all(|one| one.is_empty() || compared.contains(&(one.case, one.arm)));
        if !told || single.iter().any(|one| one.spread().is_some()) {
            alone.push((metric, single));
        }
    }
    tables.extend(single::table(view, dataset, &alone));
    for (formula, declared) in dataset.declared.derived.iter().enumerate() {
        let of = dataset.results.derived.iter().filter(|one| one.formula == formula);
        let of: Vec<Told<'_>> = of
            .filter(|one| one.runs.len() > 1)
            .map(|one| Told {
                case: one.case,
                arm: one.arm,
                samples: one.runs.len(),
                constant: one.runs.windows(2).all(|pair| matches!(pair, [a, b] if a.1 == b.1)),
                summary: one.summary.as_ref(),
                given: &[],
                missing: None,
            })
            .collect();
        if of.iter().any(|one| !one.constant) {
            let metric = MetricOf {
                name: declared.name.clone(),
                meaning: declared.formula.clone(),
                unit: if declared.unit.is_empty() { "quotient".to_owned() } else { declared.unit.clone() },
                better: declared.better.unwrap_or(Direction::None),
            };
            tables.push(several::table(view, dataset, &metric, &of));
        }
    }
    tables.into_iter().map(|table| Block::Table(Box::new(table))).collect()
}

/// A cell without a value, which stands for so many columns of the CSV twin.
fn missing_cell(reason: &str, columns: usize) -> Cell {
    let reason = reason.to_owned();
    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})"); columns])
}

/// A statistic in words.
fn words(statistic: &str) -> String {
    statistic.replace('_', " ")
}

/// A percentage, with the digits that it was printed with.
fn percent(value: f64) -> String {
    let places = Decimal::of(value).map_or(0, |decimal| decimal.places().min(2));
    format!("{}{}%", text::fixed(value, places), text::NBSP)
}

/// A metric with what it is, where that is told.
pub(super) fn named(metric: &MetricOf) -> String {
    if metric.meaning.is_empty() { metric.name.clone() } else { format!("{} ({})", metric.name, metric.meaning) }
}

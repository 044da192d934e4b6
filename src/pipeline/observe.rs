//! The analysis of one phase without a plan, from its series to results.

mod compare;
mod derived;

use rayon::prelude::*;

use crate::analysis::observed::histogram::{Histogram, Scale};
use crate::analysis::observed::results::{Aggregated, Compared, DatasetResults, DerivedValue, Driven, Measure};
use crate::analysis::observed::{NamedQuantile, Summary, rate};
use crate::analysis::{self, Comparison};
use crate::campaign::datasets::{self, Centre, Dataset, PhaseData};
use crate::ingest::ObservedRecords;
use crate::problem::{Outcome, gather};
use crate::reconcile::Observed;
use crate::reconcile::observed::{Drive, ObservedDataset, Series};

/// Quantiles of latencies that are told where none are declared.
const LATENCIES: [(&str, f64); 5] = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99_9", 0.999)];

/// Ranges of a latency histogram to a power of ten.
const RANGES: u8 = 20;

/// Analyses the datasets of a phase as they were declared.
///
/// # Errors
/// A formula that can't be understood or names a metric that the dataset does not have.
pub fn observe(records: &ObservedRecords, found: &Observed) -> Outcome<Vec<DatasetResults>> {
    let datasets = records.datasets.par_iter().zip(&found.datasets);
    gather(
        datasets
            .map(|(records_of, found)| one(&records.data, &records_of.declared, found))
            .collect::<Vec<Outcome<DatasetResults>>>(),
    )
}

fn one(data: &PhaseData, declared: &Dataset, found: &ObservedDataset) -> Outcome<DatasetResults> {
    if !declared.shown {
        // It is there to be held against another, which tells the same.
        return Ok(DatasetResults { summaries: vec![None; found.series.len()], ..DatasetResults::default() });
    }
    let wanted = quantiles(declared);
    let summaries: Vec<Option<Summary>> =
        found.series.par_iter().map(|series| Summary::of(&series.values(), &wanted).ok()).collect();
    let mut results = DatasetResults { summaries, ..DatasetResults::default() };
    results.derived = derived::derived(declared, found, &results)?;
    let comparisons: Vec<Comparison> = data
        .comparisons
        .iter()
        .filter_map(|named| {
            let arm = |name: &str| found.arms.iter().position(|arm| arm == name);
            let (numerator, denominator) = (arm(&named.numerator)?, arm(&named.denominator)?);
            Some(Comparison { name: named.name.clone(), numerator, denominator })
        })
        .collect();
    let mut wanted = Vec::new();
    for (at, comparison) in comparisons.iter().enumerate() {
        for case in 0..found.cases.len() {
            for metric in 0..found.metrics.len() {
                let arms = [comparison.numerator, comparison.denominator];
                let [Some(a), Some(b)] = arms.map(|arm| place(found, case, metric, arm)) else { continue };
                wanted.push((at, comparison, case, metric, a, b));
            }
        }
    }
    let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
    let compare = |comparison: &Comparison, case: usize, metric: &str, sides: [&compare::Side; 2]| {
        let arms = [comparison.numerator, comparison.denominator].map(|arm| name(&found.arms, arm));
        let case = name(&found.cases, case);
        compare::compare(declared, sides, [&case, metric, &comparison.name, &arms[0], &arms[1]])
    };
    results.comparisons = wanted
        .into_par_iter()
        .filter_map(|(at, comparison, case, metric, a, b)| {
            let side = |at: usize| {
                let summary = results.summaries.get(at).and_then(Option::as_ref);
                compare::Side::of_series(declared, found.series.get(at)?, summary)
            };
            let of = found.metrics.get(metric)?;
            let compare::Found { changes, difference, inference } =
                compare(comparison, case, &of.name, [&side(a)?, &side(b)?])?;
            Some(Compared { comparison: at, case, measure: Measure::Metric(metric), changes, difference, inference })
        })
        .collect();
    for (at, comparison) in comparisons.iter().enumerate() {
        for case in 0..found.cases.len() {
            for (formula, named) in declared.derived.iter().enumerate() {
                // They were made in this order.
                let key = |one: &DerivedValue| (one.formula, one.case, one.arm);
                let of = |arm: usize| {
                    let place = results.derived.binary_search_by_key(&(formula, case, arm), key).ok()?;
                    compare::Side::of_derived(declared, results.derived.get(place)?)
                };
                let (Some(a), Some(b)) = (of(comparison.numerator), of(comparison.denominator)) else { continue };
                let Some(compare::Found { changes, difference, inference }) =
                    compare(comparison, case, &named.name, [&a, &b])
                else {
                    continue;
                };
                let measure = Measure::Formula(formula);
                results.comparisons.push(Compared { comparison: at, case, measure, changes, difference, inference });
            }
        }
    }
    results.drives = found.drives.par_iter().map(|drive| driven(declared, drive)).collect();
    Ok(results)
}

/// Name of the statistic of a value that is one and no summary.
pub const VALUE: &str = "value";

/// The quantiles that a dataset's samples are described by.
pub fn quantiles(declared: &Dataset) -> Vec<NamedQuantile> {
    let named = |one: &datasets::DeclaredQuantile| NamedQuantile { name: one.name.clone(), at: one.at, rule: one.rule };
    let mut wanted: Vec<NamedQuantile> = declared.quantiles.iter().map(named).collect();
    if declared.kind == datasets::Kind::Transactions && wanted.is_empty() {
        wanted = LATENCIES
            .iter()
            .map(|(name, at)| NamedQuantile {
                name: (*name).to_owned(),
                at: *at,
                rule: analysis::quantile::Quantile::NearestRank,
            })
            .collect();
    }
    wanted
}

fn place(found: &ObservedDataset, case: usize, metric: usize, arm: usize) -> Option<usize> {
    // Series stand in this order.
    found.series.binary_search_by_key(&(case, metric, arm), |one| (one.case, one.metric, one.arm)).ok()
}

/// The number that stands for a series, with the name of its statistic: of its samples, else of the tool's summaries.
pub fn headline(declared: &Dataset, series: &Series, summary: Option<&Summary>) -> Option<(String, f64)> {
    match (summary, series.samples.as_slice()) {
        (Some(_), [only]) => Some((VALUE.to_owned(), only.value)),
        (Some(summary), _) => Some(match declared.statistic {
            Centre::Median => (Centre::Median.name().to_owned(), summary.median.value),
            Centre::Mean => (Centre::Mean.name().to_owned(), summary.mean),
        }),
        (None, _) => {
            let preferred = [declared.statistic.name(), "mean", "median"].into_iter();
            let mut told = preferred.filter_map(|name| series.given(name)).chain(&series.given);
            let given = told.find(|given| given.of_metric)?;
            Some((given.statistic.clone(), given.value))
        }
    }
}

/// What a series has by name, the headline first.
pub fn statistics(declared: &Dataset, series: &Series, summary: Option<&Summary>) -> Vec<(String, f64)> {
    if let Some(summary) = summary {
        return match series.samples.as_slice() {
            [only] => vec![(VALUE.to_owned(), only.value)],
            _ => of_summary(declared, summary),
        };
    }
    let mut out = Vec::new();
    let mut push = |name: &str, value: f64| {
        if !out.iter().any(|(known, _): &(String, f64)| known == name) {
            out.push((name.to_owned(), value));
        }
    };
    if let Some((name, value)) = headline(declared, series, summary) {
        push(&name, value);
    }
    let told = series.given.iter().filter(|given| given.statistic != "sd");
    told.for_each(|given| push(&given.statistic, given.value));
    if let (Some(sum), Some(count)) = (series.given("sum"), series.given("count"))
        && count.value > 0.0
    {
        push("sum_over_count", sum.value / count.value);
    }
    out
}

/// What several runs have by name, the declared statistic first.
fn of_summary(declared: &Dataset, summary: &Summary) -> Vec<(String, f64)> {
    let mut out = vec![("median".to_owned(), summary.median.value), ("mean".to_owned(), summary.mean)];
    if declared.statistic == Centre::Mean {
        out.reverse();
    }
    for (quantile, placed) in quantiles(declared).into_iter().zip(&summary.quantiles) {
        if !out.iter().any(|(known, _)| *known == quantile.name) {
            out.push((quantile.name, placed.value));
        }
    }
    out
}

fn driven(declared: &Dataset, drive: &Drive) -> Driven {
    let mut latencies = Vec::new();
    let mut lines: Vec<(usize, u32)> = Vec::new();
    let mut ends = Vec::new();
    let mut without: std::collections::BTreeMap<String, u64> = std::collections::BTreeMap::new();
    for (at, log) in drive.logs.iter().enumerate() {
        for (_, state) in &log.states {
            *without.entry(state.clone()).or_default() += 1;
        }
        // Entries without a latency have a negative one.
        let entries = log.latencies.iter().zip(&log.lines).zip(&log.ends).filter(|((latency, _), _)| **latency >= 0.0);
        for ((latency, line), end) in entries {
            latencies.push(*latency);
            lines.push((at, *line));
            ends.push(*end);
        }
    }
    let summary = Summary::of(&latencies, &quantiles(declared)).ok();
    let named = summary.iter().flat_map(|summary| {
        [summary.median, summary.min, summary.max].into_iter().chain(summary.quantiles.iter().copied())
    });
    let places = named.map(|placed| placed.place.and_then(|at| lines.get(at)).copied().unwrap_or((0, 0))).collect();
    let intervals: Vec<_> = drive.logs.iter().flat_map(|log| &log.intervals).collect();
    let count: u64 = intervals.iter().fold(0, |sum, one| sum.saturating_add(one.count));
    let aggregated = (count > 0).then(|| Aggregated {
        intervals: intervals.len(),
        count,
        mean: analysis::sum::fsum(intervals.iter().map(|one| one.sum)) / count as f64,
        min: intervals.iter().filter(|one| one.count > 0).map(|one| one.min).fold(f64::INFINITY, f64::min),
        max: intervals.iter().filter(|one| one.count > 0).map(|one| one.max).fold(f64::NEG_INFINITY, f64::max),
    });
    Driven {
        // Of transactions that are not all logged, those of a second are no rate.
        rate: drive.logs.iter().all(|log| log.unlogged == 0).then(|| rate::Rate::of(&ends, 1.0).ok()).flatten(),
        histogram: (!latencies.is_empty())
            .then(|| Histogram::of(&latencies, Scale::Logarithmic { per_decade: RANGES })),
        places,
        summary,
        without: without.into_iter().collect(),
        aggregated,
    }
}

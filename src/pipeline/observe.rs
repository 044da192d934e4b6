//! The analysis of one phase without a plan, from its series to results.

use rayon::prelude::*;

use crate::analysis::observed::change::Change;
use crate::analysis::observed::formula::Formula;
use crate::analysis::observed::histogram::{Histogram, Scale};
use crate::analysis::observed::pairs::{Measured, Paired, Run};
use crate::analysis::observed::permutation::{Draws, permutation};
use crate::analysis::observed::results::{
    Aggregated, Compared, DatasetResults, DerivedValue, Driven, Inference, Measure,
};
use crate::analysis::observed::two_sample::{NoInterval, two_sample};
use crate::analysis::observed::{NamedQuantile, Statistic, Summary, benchstat, rate};
use crate::analysis::{self, Bootstrap, CaseOutcome, Comparison, MetricResult, Obstacle};
use crate::campaign::datasets::{self, Centre, Dataset, Design, PhaseData};
use crate::ingest::ObservedRecords;
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::reconcile::Observed;
use crate::reconcile::observed::{Drive, ObservedDataset, Series};
use crate::source::quote;

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
    results.derived = derived(declared, found, &results)?;
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
    results.comparisons = wanted
        .into_par_iter()
        .filter_map(|(at, comparison, case, metric, a, b)| {
            let changes = changes(declared, &results, found, a, b);
            if changes.is_empty() {
                return None;
            }
            let inference = inference(declared, found, comparison, case, metric, a, b);
            Some(Compared { comparison: at, case, measure: Measure::Metric(metric), changes, inference })
        })
        .collect();
    for (at, comparison) in comparisons.iter().enumerate() {
        for case in 0..found.cases.len() {
            for formula in 0..declared.derived.len() {
                // They were made in this order.
                let key = |one: &DerivedValue| (one.formula, one.case, one.arm);
                let of = |arm: usize| {
                    let place = results.derived.binary_search_by_key(&(formula, case, arm), key).ok()?;
                    results.derived.get(place)?.value.as_ref().ok().copied()
                };
                let (Some(a), Some(b)) = (of(comparison.numerator), of(comparison.denominator)) else { continue };
                results.comparisons.push(Compared {
                    comparison: at,
                    case,
                    measure: Measure::Formula(formula),
                    changes: vec![(VALUE.to_owned(), change(a, b))],
                    inference: Inference::None("it is formed from others, which are not told run by run".to_owned()),
                });
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

fn derived(declared: &Dataset, found: &ObservedDataset, results: &DatasetResults) -> Outcome<Vec<DerivedValue>> {
    let mut out = Vec::new();
    let mut problems = Vec::new();
    for (at, one) in declared.derived.iter().enumerate() {
        let problem = |column: u32, cause: String, next: String| {
            Problem::new(
                Kind::Input,
                "datasets::formula",
                Place::line(datasets::FILE, one.line),
                format!("the formula {}, column {column}: {cause}", quote(&one.formula)),
                next,
            )
        };
        if found.metrics.iter().any(|metric| metric.name == one.name) {
            // Values of both would go by one name, and those of the formula would be lost.
            problems.push(Problem::new(
                Kind::Input,
                "datasets::formula",
                Place::line(datasets::FILE, one.line),
                format!(
                    "the formula {} is called {}, as a metric of the dataset is",
                    quote(&one.formula),
                    quote(&one.name)
                ),
                "give it a name of its own",
            ));
            continue;
        }
        let formula = match Formula::parse(&one.formula) {
            Ok(formula) => formula,
            Err(fault) => {
                problems.push(problem(fault.column, fault.cause, fault.next));
                continue;
            }
        };
        let mut from = Vec::new();
        for (name, column) in formula.names() {
            match found.metrics.iter().position(|metric| metric.name == name) {
                Some(metric) => from.push(metric),
                None => {
                    let known: Vec<&str> = found.metrics.iter().map(|metric| metric.name.as_str()).collect();
                    problems.push(problem(
                        column,
                        format!("the dataset has no metric {}", quote(name)),
                        format!("known are {}", crate::source::list(&known)),
                    ));
                }
            }
        }
        for case in 0..found.cases.len() {
            for arm in 0..found.arms.len() {
                let series = |metric: usize| place(found, case, metric, arm);
                if !from.iter().any(|metric| series(*metric).is_some()) {
                    continue;
                }
                let value = formula.evaluate(|name| {
                    let metric = found.metrics.iter().position(|metric| metric.name == name)?;
                    let at = series(metric)?;
                    let summary = results.summaries.get(at)?.as_ref();
                    headline(declared, found.series.get(at)?, summary).map(|(_, value)| value)
                });
                // The tool's own reason says more than that a name stands for nothing.
                let value = value.map_err(|fault| {
                    let without = |metric: &usize| {
                        let missing = found.series.get(series(*metric)?)?.missing.first()?;
                        let reason = missing.reason.trim_matches(['<', '>']);
                        Some(format!("{}: {reason}", found.metrics.get(*metric)?.name))
                    };
                    let reasons: Vec<String> = from.iter().filter_map(without).collect();
                    if reasons.is_empty() { fault.cause } else { reasons.join("; ") }
                });
                out.push(DerivedValue { formula: at, case, arm, value, from: from.clone() });
            }
        }
    }
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

/// The changes of all statistics that both series have, the headline first.
fn changes(
    declared: &Dataset,
    results: &DatasetResults,
    found: &ObservedDataset,
    a: usize,
    b: usize,
) -> Vec<(String, Result<Change, String>)> {
    let (Some(first), Some(second)) = (found.series.get(a), found.series.get(b)) else { return Vec::new() };
    let summary = |at: usize| results.summaries.get(at).and_then(Option::as_ref);
    // Where nothing stands for an arm, there is nothing to compare.
    let Some((name, numerator)) = headline(declared, first, summary(a)) else { return Vec::new() };
    let Some((other, denominator)) = headline(declared, second, summary(b)) else { return Vec::new() };
    if name != other && (name == VALUE || other == VALUE) {
        // A single run beside the centre of several.
        let name = if name == VALUE { other } else { name };
        return vec![(name, change(numerator, denominator))];
    }
    let (of_first, of_second) = (statistics(declared, first, summary(a)), statistics(declared, second, summary(b)));
    of_first
        .into_iter()
        .filter_map(|(name, numerator)| {
            let (_, denominator) = of_second.iter().find(|(other, _)| *other == name)?;
            let change = change(numerator, *denominator);
            Some((name, change))
        })
        .collect()
}

/// What a series has by name, the headline first.
pub fn statistics(declared: &Dataset, series: &Series, summary: Option<&Summary>) -> Vec<(String, f64)> {
    let mut out: Vec<(String, f64)> = Vec::new();
    let mut push = |name: &str, value: f64| {
        if !out.iter().any(|(known, _)| known == name) {
            out.push((name.to_owned(), value));
        }
    };
    if let Some((name, value)) = headline(declared, series, summary) {
        push(&name, value);
    }
    match summary {
        Some(summary) if summary.n > 1 => {
            push("median", summary.median.value);
            push("mean", summary.mean);
            for (quantile, placed) in quantiles(declared).iter().zip(&summary.quantiles) {
                push(&quantile.name, placed.value);
            }
        }
        Some(_) => {}
        None => {
            let told = series.given.iter().filter(|given| given.statistic != "sd");
            told.for_each(|given| push(&given.statistic, given.value));
            if let (Some(sum), Some(count)) = (series.given("sum"), series.given("count"))
                && count.value > 0.0
            {
                push("sum_over_count", sum.value / count.value);
            }
        }
    }
    out
}

fn change(numerator: f64, denominator: f64) -> Result<Change, String> {
    Change::new(numerator, denominator).map_err(obstacle)
}

/// Why there is no ratio, in words.
fn obstacle([numerator, denominator]: [Option<Obstacle>; 2]) -> String {
    let words = |obstacle: Obstacle| match obstacle {
        Obstacle::Zero => "is zero",
        Obstacle::Negative => "is negative",
        Obstacle::NotFinite => "is no finite number",
        Obstacle::OutOfRange => "is too far from the other",
    };
    match (numerator, denominator) {
        (Some(a), Some(b)) if a == b => format!("each of the two {}", words(a)),
        (_, Some(obstacle)) => format!("the denominator {}", words(obstacle)),
        (Some(obstacle), None) => format!("the numerator {}", words(obstacle)),
        (None, None) => "the two have no ratio".to_owned(),
    }
}

fn inference(
    declared: &Dataset,
    found: &ObservedDataset,
    comparison: &Comparison,
    case: usize,
    metric: usize,
    a: usize,
    b: usize,
) -> Inference {
    let (Some(first), Some(second)) = (found.series.get(a), found.series.get(b)) else {
        return Inference::None("an arm is missing".to_owned());
    };
    let Some(bootstrap) = &declared.bootstrap else {
        return Inference::None("the design of the dataset allows no interval".to_owned());
    };
    if first.samples.len() < 2 || second.samples.len() < 2 {
        return Inference::None("an arm has fewer than two runs".to_owned());
    }
    match declared.design {
        Design::Single => Inference::None("the design of the dataset allows no interval".to_owned()),
        Design::Unpaired => unpaired(declared, first, second, bootstrap),
        Design::Paired => {
            let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
            let metric = found.metrics.get(metric).map(|metric| metric.name.clone()).unwrap_or_default();
            let arms = vec![name(&found.arms, comparison.numerator), name(&found.arms, comparison.denominator)];
            paired(name(&found.cases, case), metric, arms, &comparison.name, [first, second], bootstrap)
        }
    }
}

fn unpaired(declared: &Dataset, first: &Series, second: &Series, bootstrap: &Bootstrap) -> Inference {
    let statistic = match declared.statistic {
        Centre::Median => Statistic::Median,
        Centre::Mean => Statistic::Mean,
    };
    let (a, b) = (first.values(), second.values());
    let Bootstrap { resamples, seed, generator, .. } = *bootstrap;
    Inference::Unpaired {
        ratio: two_sample(statistic, &a, &b, bootstrap).map_err(|reason| match reason {
            NoInterval::Obstacles(obstacles) => obstacle(obstacles),
            NoInterval::Resamples(without) => {
                format!("{without} of {resamples} resamples have no ratio, since values are not positive")
            }
            NoInterval::OutOfReach => "there are too many values to draw from".to_owned(),
        }),
        permutation: permutation(statistic, &a, &b, &Draws { resamples, seed, generator }),
        benchstat: benchstat::Comparison::of(&b, &a, benchstat::LEVEL, benchstat::ALPHA).map(Box::new),
    }
}

fn paired(
    case: String,
    metric: String,
    arms: Vec<String>,
    comparison: &str,
    series: [&Series; 2],
    bootstrap: &Bootstrap,
) -> Inference {
    let mut numbers: Vec<u32> =
        series.iter().flat_map(|series| series.samples.iter().map(|sample| sample.run)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let measured = |series: &Series, run: u32| {
        let sample = series.sample(run)?;
        Some(Measured { value: sample.value, position: sample.order.map(|order| order as usize) })
    };
    let runs = numbers
        .iter()
        .map(|run| Run { key: run.to_string(), arms: series.iter().map(|series| measured(series, *run)).collect() })
        .collect();
    let comparisons = vec![Comparison { name: comparison.to_owned(), numerator: 0, denominator: 1 }];
    let made = Paired { case, metric, arms, comparisons, runs }.experiment(bootstrap.clone());
    let number = |at: usize| numbers.get(at).copied().unwrap_or_default();
    let kept: Vec<u32> = made.kept.iter().map(|at| number(*at)).collect();
    let dropped: Vec<u32> = made.dropped.iter().map(|one| number(one.run)).collect();
    if kept.len() < 2 {
        return Inference::None("fewer than two runs have both arms".to_owned());
    }
    let results = match analysis::analyse(&made.experiment) {
        Ok(results) => results,
        Err(impossible) => {
            let why = impossible.first().map_or_else(String::new, |one| format!("a run {}", words_of(one.obstacle)));
            return Inference::None(why);
        }
    };
    let estimate = results.cases.into_iter().next().and_then(|case| match case.outcome {
        CaseOutcome::Analysed(metrics) => metrics.into_iter().next(),
        CaseOutcome::NotAvailable { .. } => None,
    });
    match estimate {
        Some(MetricResult::Analysed(estimates)) => match estimates.comparisons.into_iter().next() {
            Some(estimate) => {
                Inference::Paired { estimate: Box::new(estimate), runs: kept, dropped, ordered: made.ordered }
            }
            None => Inference::None("the pairs have no ratio".to_owned()),
        },
        _ => Inference::None("the pairs have no ratio".to_owned()),
    }
}

fn words_of(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Zero => "is zero",
        Obstacle::Negative => "is negative",
        Obstacle::NotFinite => "is no finite number",
        Obstacle::OutOfRange => "is too far from its partner",
    }
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

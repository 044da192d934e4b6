//! Metrics by formula.
//!
//! Where every operand is told run by run, in the same runs, the formula is formed in each of them, and its values are
//! summarised like those of any metric: the median of quotients, not the quotient of medians. Otherwise it is formed from
//! the numbers that stand for the operands.

use crate::analysis::observed::Summary;
use crate::analysis::observed::formula::{Formula, units};
use crate::analysis::observed::results::{DatasetResults, DerivedValue};
use crate::campaign::datasets::{self, Centre, Dataset};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::reconcile::observed::{ObservedDataset, Series};
use crate::source::quote;

/// Why a formula has no runs: an operand is a summary.
const TOLD: &str = "it is formed from summaries, which are not told run by run";
/// Why it has none: runs differ.
const OTHER_RUNS: &str = "what it is formed from is not told in the same runs";

pub(super) fn derived(
    declared: &Dataset,
    found: &ObservedDataset,
    results: &DatasetResults,
) -> Outcome<Vec<DerivedValue>> {
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
        let unit = |name: &str| {
            let metric = found.metrics.iter().find(|metric| metric.name == name)?;
            Some(metric.unit.as_str()).filter(|unit| !unit.is_empty())
        };
        if let Some(fault) = units::clash(&formula, &unit) {
            problems.push(problem(fault.column, fault.cause, fault.next));
            continue;
        }
        for case in 0..found.cases.len() {
            for arm in 0..found.arms.len() {
                let series = |metric: usize| super::place(found, case, metric, arm);
                if !from.iter().any(|metric| series(*metric).is_some()) {
                    continue;
                }
                let value = formula.evaluate(|name| {
                    let metric = found.metrics.iter().position(|metric| metric.name == name)?;
                    let at = series(metric)?;
                    let summary = results.summaries.get(at)?.as_ref();
                    super::headline(declared, found.series.get(at)?, summary).map(|(_, value)| value)
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
                let all: Vec<&Series> = from.iter().filter_map(|metric| found.series.get(series(*metric)?)).collect();
                let by_run = if all.len() == from.len() { by_run(&formula, found, &all) } else { Err(TOLD.to_owned()) };
                let (runs, apart) = match by_run {
                    Ok(runs) => (runs, None),
                    Err(reason) => (Vec::new(), Some(reason)),
                };
                let values: Vec<f64> = runs.iter().map(|(_, value)| *value).collect();
                let summary = Summary::of(&values, &super::quantiles(declared)).ok();
                let value = match &summary {
                    Some(summary) => Ok(match declared.statistic {
                        Centre::Median => summary.median.value,
                        Centre::Mean => summary.mean,
                    }),
                    None => value,
                };
                out.push(DerivedValue { formula: at, case, arm, value, from: from.clone(), runs, summary, apart });
            }
        }
    }
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

/// The values of a formula by run; else why there are none.
fn by_run(formula: &Formula, found: &ObservedDataset, operands: &[&Series]) -> Result<Vec<(u32, f64)>, String> {
    let [first, others @ ..] = operands else { return Err(TOLD.to_owned()) };
    if operands.iter().any(|series| series.samples.is_empty()) {
        return Err(TOLD.to_owned());
    }
    // Where runs are counted as they come, a value that is not there moves all later ones.
    let lost = |series: &&Series| series.missing.iter().any(|missing| missing.statistic.is_none());
    let runs = |series: &Series| series.samples.iter().map(|sample| sample.run).collect::<Vec<u32>>();
    let of_first = runs(first);
    if operands.iter().any(lost) || others.iter().any(|series| runs(series) != of_first) {
        return Err(OTHER_RUNS.to_owned());
    }
    let name = |series: &Series| found.metrics.get(series.metric).map(|metric| metric.name.as_str());
    let in_run = |run: u32| {
        let value = formula.evaluate(|wanted| {
            let series = operands.iter().find(|series| name(series) == Some(wanted))?;
            series.sample(run).map(|sample| sample.value)
        });
        value.map(|value| (run, value)).map_err(|fault| format!("in run {run} {}", fault.cause))
    };
    of_first.into_iter().map(in_run).collect()
}

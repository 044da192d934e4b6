//! Two arms of one case: the change, and what the design allows to say of it.
//!
//! In: what is known of each arm, a [`Side`]: the number that stands for it, its other statistics, its values run by run
//! where they are told. Out: a [`Found`].

use crate::analysis::observed::change::Change;
use crate::analysis::observed::pairs::{Measured, Paired, Run};
use crate::analysis::observed::permutation::{Draws, permutation};
use crate::analysis::observed::results::{DerivedValue, Difference, Inference};
use crate::analysis::observed::two_sample::{NoInterval, two_sample};
use crate::analysis::observed::{Statistic, Summary, benchstat};
use crate::analysis::{self, Bootstrap, CaseOutcome, Comparison, MetricResult, Obstacle};
use crate::campaign::datasets::{Centre, Dataset, Design};
use crate::reconcile::observed::Series;

use super::VALUE;

/// A permutation p below it tells two arms apart whose ratio can't be formed.
const ALPHA: f64 = 0.05;

/// What is known of an arm.
pub(super) struct Side {
    /// Its statistics by name; the first stands for it.
    statistics: Vec<(String, f64)>,
    /// Its values by run.
    runs: Vec<OfRun>,
    /// Why it has no runs, where it has none.
    without: Option<String>,
    /// Why what stands for it can't be compared, where that is so.
    bent: Option<String>,
}

/// The value of a run.
#[derive(Clone, Copy)]
struct OfRun {
    run: u32,
    order: Option<u32>,
    value: f64,
}

/// What a comparison found.
pub(super) struct Found {
    pub changes: Vec<(String, Result<Change, String>)>,
    pub difference: Option<Difference>,
    pub inference: Inference,
}

impl Side {
    /// Of a metric; `None` where nothing stands for it.
    pub fn of_series(declared: &Dataset, series: &Series, summary: Option<&Summary>) -> Option<Self> {
        let (name, _) = super::headline(declared, series, summary)?;
        let of_run = |sample: &crate::reconcile::observed::SampleAt| OfRun {
            run: sample.run,
            order: sample.order,
            value: sample.value,
        };
        // A run whose value is not there is not there by chance: it was too short, or too long, to be measured.
        let lost = series.missing.iter().filter(|missing| missing.statistic.is_none()).count();
        let bent = (lost > 0 && !series.samples.is_empty() && declared.design != Design::Paired).then(|| {
            let all = lost + series.samples.len();
            format!("{lost} of {all} runs have no value, and what the others say is not what all would")
        });
        Some(Side {
            statistics: super::statistics(declared, series, summary),
            runs: series.samples.iter().map(of_run).collect(),
            without: series.samples.is_empty().then(|| format!("only the {} is told, not the runs", words(&name))),
            bent,
        })
    }

    /// Of a value by formula; `None` where there is none.
    pub fn of_derived(declared: &Dataset, derived: &DerivedValue) -> Option<Self> {
        let value = *derived.value.as_ref().ok()?;
        let of_run = |&(run, value): &(u32, f64)| OfRun { run, order: None, value };
        Some(Side {
            statistics: match &derived.summary {
                Some(summary) if summary.n > 1 => super::of_summary(declared, summary),
                _ => vec![(VALUE.to_owned(), value)],
            },
            runs: derived.runs.iter().map(of_run).collect(),
            without: derived.apart.clone(),
            bent: None,
        })
    }

    fn headline(&self) -> Option<(&str, f64)> {
        self.statistics.first().map(|(name, value)| (name.as_str(), *value))
    }

    fn values(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.value).collect()
    }

    fn of_run(&self, run: u32) -> Option<&OfRun> {
        // Runs stand by number.
        self.runs.get(self.runs.binary_search_by_key(&run, |one| one.run).ok()?)
    }
}

/// Compares two arms, the first over the second. `names` are case, metric, comparison and the two arms.
pub(super) fn compare(declared: &Dataset, sides: [&Side; 2], names: [&str; 5]) -> Option<Found> {
    let changes = changes(sides);
    if changes.is_empty() {
        return None;
    }
    let inference = inference(declared, sides, names);
    let difference = difference(declared.design, sides, &changes, &inference);
    Some(Found { changes, difference, inference })
}

/// The changes of all statistics that both arms have, what stands for them first.
fn changes([first, second]: [&Side; 2]) -> Vec<(String, Result<Change, String>)> {
    // Where nothing stands for an arm, there is nothing to compare.
    let (Some((name, numerator)), Some((other, denominator))) = (first.headline(), second.headline()) else {
        return Vec::new();
    };
    if let Some(reason) = first.bent.as_ref().or(second.bent.as_ref()) {
        return vec![(name.to_owned(), Err(reason.clone()))];
    }
    let mut out = Vec::new();
    if name != other {
        let centre = if name == VALUE { other } else { name };
        let single = name == VALUE || other == VALUE;
        // A single run beside the centre of several is told; beside anything else of several it says nothing.
        if single && [Centre::Median.name(), Centre::Mean.name(), "unclear_mean"].contains(&centre) {
            return vec![(centre.to_owned(), change(numerator, denominator))];
        }
        let reason = format!("of one arm the {} is told, of the other the {}", words(other), words(name));
        out.push((name.to_owned(), Err(reason)));
    }
    let same = first.statistics.iter().filter_map(|(name, numerator)| {
        let (_, denominator) = second.statistics.iter().find(|(other, _)| other == name)?;
        Some((name.clone(), change(*numerator, *denominator)))
    });
    out.extend(same);
    out
}

/// A statistic's name in words.
fn words(statistic: &str) -> String {
    match statistic {
        VALUE => "value of a single run".to_owned(),
        "min" => "minimum".to_owned(),
        "max" => "maximum".to_owned(),
        name => name.replace('_', " "),
    }
}

/// What stands in for the ratio where one of the two numbers is zero and the other is not.
fn difference(
    design: Design,
    sides: [&Side; 2],
    changes: &[(String, Result<Change, String>)],
    inference: &Inference,
) -> Option<Difference> {
    let [first, second] = sides;
    let (statistic, Err(_)) = changes.first()? else { return None };
    let ((name, numerator), (other, denominator)) = (first.headline()?, second.headline()?);
    let one_is_zero = (numerator == 0.0) != (denominator == 0.0);
    let comparable = first.bent.is_none() && second.bent.is_none() && (name == other || changes.len() == 1);
    // A number less zero, or zero less a number: nothing is rounded.
    let value = numerator - denominator;
    if !one_is_zero || !comparable || !value.is_finite() {
        return None;
    }
    let told_apart = match inference {
        _ if design == Design::Single => None,
        Inference::None(_) if first.runs.len() < 2 || second.runs.len() < 2 => None,
        Inference::Unpaired { permutation, .. } => {
            Some(wholly_apart(sides) || permutation.as_ref().is_some_and(|test| test.p < ALPHA))
        }
        _ => Some(wholly_apart(sides)),
    };
    Some(Difference { statistic: statistic.clone(), numerator, denominator, value, told_apart })
}

/// Whether all runs of one arm are zero, and those of the other all lie on one side of it.
fn wholly_apart(sides: [&Side; 2]) -> bool {
    let [first, second] = sides.map(Side::values);
    let zero = |values: &[f64]| values.iter().all(|value| *value == 0.0);
    let beyond = |values: &[f64]| values.iter().all(|value| *value > 0.0) || values.iter().all(|value| *value < 0.0);
    (zero(&first) && beyond(&second)) || (zero(&second) && beyond(&first))
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

fn inference(declared: &Dataset, sides: [&Side; 2], names: [&str; 5]) -> Inference {
    let [first, second] = sides;
    let Some(bootstrap) = &declared.bootstrap else {
        return Inference::None("the design of the dataset allows no interval".to_owned());
    };
    let reason = first.bent.as_ref().or(second.bent.as_ref());
    if let Some(reason) = reason.or(first.without.as_ref()).or(second.without.as_ref()) {
        return Inference::None(reason.clone());
    }
    if first.runs.len() < 2 || second.runs.len() < 2 {
        return Inference::None("an arm has fewer than two runs".to_owned());
    }
    match declared.design {
        Design::Single => Inference::None("the design of the dataset allows no interval".to_owned()),
        Design::Unpaired => unpaired(declared, sides, bootstrap),
        Design::Paired => paired(sides, names, bootstrap),
    }
}

fn unpaired(declared: &Dataset, [first, second]: [&Side; 2], bootstrap: &Bootstrap) -> Inference {
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
        // Fisher–Pitman, whatever statistic is declared: medians of ties hardly move when values are exchanged, so that
        // their difference can't tell values that lie wholly apart.
        permutation: permutation(Statistic::Mean, &a, &b, &Draws { resamples, seed, generator }),
        benchstat: benchstat::Comparison::of(&b, &a, benchstat::LEVEL, benchstat::ALPHA).map(Box::new),
    }
}

fn paired(sides: [&Side; 2], [case, metric, comparison, arm, other]: [&str; 5], bootstrap: &Bootstrap) -> Inference {
    let mut numbers: Vec<u32> = sides.iter().flat_map(|side| side.runs.iter().map(|run| run.run)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let measured = |side: &Side, run: u32| {
        let found = side.of_run(run)?;
        Some(Measured { value: found.value, position: found.order.map(|order| order as usize) })
    };
    let runs = numbers
        .iter()
        .map(|run| Run { key: run.to_string(), arms: sides.iter().map(|side| measured(side, *run)).collect() })
        .collect();
    let comparisons = vec![Comparison { name: comparison.to_owned(), numerator: 0, denominator: 1 }];
    let (case, metric) = (case.to_owned(), metric.to_owned());
    let arms = vec![arm.to_owned(), other.to_owned()];
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

//! Companions of a frozen estimate: other methods on the same block ratios. None is part of the frozen analysis, and no
//! verdict rests on them.
//!
//! In: an [`Estimate`] and the pinned [`Bootstrap`]. Out: [`Companions`]; for a phase, [`Supplement`].
//!
//! 1. [`t_interval()`]: the t interval on log ratios.
//! 2. [`exact`]: the bootstrap by enumeration, a check of the frozen interval that needs no seed.
//! 3. [`order_statistic()`]: an interval for the median block ratio with its true level.
//! 4. [`sign_flip()`]: an exact test of the mean log ratio.
//! 5. [`unpaired()`]: what benchstat would say of the same samples, which it does not pair.
//! 6. [`coverage`]: how often the frozen interval covers the true ratio with as many blocks.

pub mod coverage;
pub mod exact;
mod order_statistic;
mod sign_flip;
mod t_interval;
mod unpaired;

use super::model::{Bootstrap, CaseOutcome, Estimate, Experiment, MetricResult, Results};
use coverage::{Coverage, Simulations};
use exact::ExactBootstrap;
use rayon::prelude::*;
use std::collections::BTreeSet;

pub use order_statistic::{OrderStatistic, order_statistic};
pub use sign_flip::{SignFlip, sign_flip};
pub use t_interval::t_interval;
pub use unpaired::{ALPHA, Side, Unpaired, unpaired};

/// What other methods say of the same block ratios. `None` where a method has nothing to say of so few or so many blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Companions {
    /// Ends of the t interval on log ratios, at the pinned level.
    pub t_interval: Option<(f64, f64)>,
    /// The exact bootstrap.
    pub exact: Option<ExactBootstrap>,
    /// The interval for the median block ratio.
    pub order_statistic: Option<OrderStatistic>,
    /// The sign-flip test.
    pub sign_flip: Option<SignFlip>,
}

/// The companions of an estimate made by `bootstrap`.
pub fn companions(estimate: &Estimate, bootstrap: &Bootstrap) -> Companions {
    let logs: Vec<f64> = estimate.block_ratios.iter().map(|&ratio| libm::log(ratio)).collect();
    Companions {
        t_interval: t_interval(&logs, bootstrap.level),
        exact: exact::exact_bootstrap(&logs, estimate, bootstrap),
        order_statistic: order_statistic(&estimate.block_ratios, bootstrap.level),
        sign_flip: sign_flip(&logs),
    }
}

/// The companions of a phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Supplement {
    /// One entry for each number of blocks that the plan or an estimate has, ascending; without those that are not
    /// simulated.
    pub coverage: Vec<Coverage>,
    /// `companions[case][metric][comparison]`; empty where there are no estimates.
    pub companions: Vec<Vec<Vec<Companions>>>,
    /// The same of unpaired comparisons; `None` where there is none.
    unpaired: Vec<Vec<Vec<Option<Unpaired>>>>,
}

impl Supplement {
    /// The companions of one estimate, by its indices.
    pub fn of(&self, case: usize, metric: usize, comparison: usize) -> Option<&Companions> {
        self.companions.get(case)?.get(metric)?.get(comparison)
    }

    /// The unpaired comparison of one estimate, by its indices.
    pub fn unpaired_of(&self, case: usize, metric: usize, comparison: usize) -> Option<&Unpaired> {
        self.unpaired.get(case)?.get(metric)?.get(comparison)?.as_ref()
    }

    /// The coverage with so many blocks.
    pub fn coverage_of(&self, blocks: usize) -> Option<&Coverage> {
        self.coverage.iter().find(|coverage| coverage.blocks == blocks)
    }
}

/// The companions of all estimates of `results`, in parallel; simulations that `simulations` holds are not made again.
pub fn supplement(experiment: &Experiment, results: &Results, simulations: &mut Simulations) -> Supplement {
    let bootstrap = &experiment.bootstrap;
    let of_metric = |result: &MetricResult| match result {
        MetricResult::Analysed(estimates) => {
            estimates.comparisons.par_iter().map(|estimate| companions(estimate, bootstrap)).collect()
        }
        MetricResult::NotReported => Vec::new(),
    };
    let companions = results.cases.par_iter().map(|case| match &case.outcome {
        CaseOutcome::Analysed(metrics) => metrics.par_iter().map(of_metric).collect(),
        CaseOutcome::NotAvailable { .. } => Vec::new(),
    });
    let companions = companions.collect();
    let mut counts = BTreeSet::from([experiment.blocks]);
    for case in &results.cases {
        let CaseOutcome::Analysed(metrics) = &case.outcome else { continue };
        counts.extend(metrics.iter().filter_map(|result| match result {
            MetricResult::Analysed(estimates) => Some(estimates.blocks.len()),
            MetricResult::NotReported => None,
        }));
    }
    let coverage = counts.into_iter().filter_map(|blocks| simulations.coverage(bootstrap, blocks)).collect();
    let unpaired =
        (0..results.cases.len()).into_par_iter().map(|case| unpaired_case(experiment, results, case)).collect();
    Supplement { coverage, companions, unpaired }
}

/// Unpaired comparisons of a case, by metric and comparison, over the samples of the blocks that count.
fn unpaired_case(experiment: &Experiment, results: &Results, case: usize) -> Vec<Vec<Option<Unpaired>>> {
    let Some(CaseOutcome::Analysed(metrics)) = results.cases.get(case).map(|case| &case.outcome) else {
        return Vec::new();
    };
    let of_metric = |(metric, result): (usize, &MetricResult)| {
        let MetricResult::Analysed(estimates) = result else { return Vec::new() };
        let samples = |arm: usize| -> Vec<f64> {
            let values = experiment.cases.get(case).and_then(|case| case.metrics.get(metric)?.values.get(arm));
            let blocks = estimates.blocks.iter().filter_map(|block| values?.get(*block));
            blocks.flatten().copied().collect()
        };
        let compared = experiment.comparisons.iter();
        compared.map(|of| unpaired(&samples(of.numerator), &samples(of.denominator))).collect()
    };
    metrics.iter().enumerate().map(of_metric).collect()
}

#[cfg(test)]
mod tests;

//! What the data say about themselves: how far repeats and blocks scatter, which block lies apart from the others, what
//! the order of the arms went with. Description alone: nothing here changes an estimate or an interval.
//!
//! In: an [`Experiment`] and its [`Results`]. Out: [`Scatter`].
//!
//! 1. [`spread()`]: coefficients of variation between repeats and between blocks, an arm each.
//! 2. [`farthest_block()`]: the block ratio farthest from the others, by Dixon's Q.
//! 3. [`order_effect()`]: block ratios with the numerator first over those with the denominator first.

mod farthest_block;
mod order_effect;
mod spread;

use super::model::{CaseOutcome, Experiment, MetricResult, Results};

pub use farthest_block::{FarthestBlock, farthest_block};
pub use order_effect::{APART, OrderEffect, order_effect};
pub use spread::{Spread, coefficient_of_variation, spread};

/// The scatter of a phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// `metrics[case][metric]`; `None` where there are no estimates.
    metrics: Vec<Vec<Option<MetricScatter>>>,
}

/// The scatter of one metric of one case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetricScatter {
    /// One entry an arm.
    pub spreads: Vec<Spread>,
    /// One entry a comparison; `None` where the blocks are too few, too many, or all the same.
    pub farthest: Vec<Option<FarthestBlock>>,
    /// One entry a comparison; `None` where one of the arms was never first.
    pub orders: Vec<Option<OrderEffect>>,
}

impl Scatter {
    /// That of one metric of a case, by their indices.
    pub fn of(&self, case: usize, metric: usize) -> Option<&MetricScatter> {
        self.metrics.get(case)?.get(metric)?.as_ref()
    }
}

/// The scatter of all that was analysed.
pub fn scatter(experiment: &Experiment, results: &Results) -> Scatter {
    let of_case = |(case, result): (usize, &CaseOutcome)| match result {
        CaseOutcome::Analysed(metrics) => {
            metrics.iter().enumerate().map(|(metric, result)| of_metric(experiment, case, metric, result)).collect()
        }
        CaseOutcome::NotAvailable { .. } => Vec::new(),
    };
    Scatter { metrics: results.cases.iter().map(|case| &case.outcome).enumerate().map(of_case).collect() }
}

fn of_metric(experiment: &Experiment, case: usize, metric: usize, result: &MetricResult) -> Option<MetricScatter> {
    let MetricResult::Analysed(estimates) = result else { return None };
    let samples = experiment.cases.get(case)?.metrics.get(metric)?;
    let spreads = estimates.medians.iter().enumerate().map(|(arm, medians)| {
        let of_arm = samples.values.get(arm).map_or(&[][..], Vec::as_slice);
        let repeats = |block: &usize| of_arm.get(*block).map_or(&[][..], Vec::as_slice);
        spread(estimates.blocks.iter().map(repeats), medians)
    });
    Some(MetricScatter {
        spreads: spreads.collect(),
        farthest: estimates.comparisons.iter().map(|estimate| farthest_block(&estimate.block_ratios)).collect(),
        orders: estimates
            .comparisons
            .iter()
            .map(|estimate| order_effect(&estimate.block_ratios, &estimate.numerator_first))
            .collect(),
    })
}

//! Ratios with intervals, block ratios and diagnostics.

use super::Phase;
use super::samples::{derivation_anchor, median_id};
use crate::analysis::{CaseOutcome, Estimate, MetricEstimates, MetricResult};
use crate::document::Standing;
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

/// Parts of an estimate that have a figure of their own, as they end its id.
pub mod part {
    /// Interval low end.
    pub const LOW: &str = "low";
    /// Interval high end.
    pub const HIGH: &str = "high";
    /// Smallest block ratio.
    pub const SMALLEST_BLOCK: &str = "smallest_block";
    /// Largest block ratio.
    pub const LARGEST_BLOCK: &str = "largest_block";
    /// Smallest leave-one-block-out estimate.
    pub const SMALLEST_LEFT_OUT: &str = "smallest_left_out";
    /// Largest leave-one-block-out estimate.
    pub const LARGEST_LEFT_OUT: &str = "largest_left_out";
    /// Geometric mean over the blocks in which the numerator ran first.
    pub const NUMERATOR_FIRST: &str = "numerator_first";
    /// Geometric mean over the others.
    pub const DENOMINATOR_FIRST: &str = "denominator_first";
}

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let records = phase.records;
    for (case, result) in records.plan.cases.iter().zip(&phase.analysed.results.cases) {
        let CaseOutcome::Analysed(metrics) = &result.outcome else { continue };
        for (metric, estimates) in records.spec.metrics.iter().zip(metrics) {
            let MetricResult::Analysed(estimates) = estimates else { continue };
            for (comparison, estimate) in records.spec.comparisons.iter().zip(&estimates.comparisons) {
                let own = id(&[phase.name(), "cases", &case.name, &comparison.name, metric]);
                let what = format!("{metric} of {}, {}", case.name, comparison.name);
                let arms = [comparison.numerator.as_str(), comparison.denominator.as_str()];
                enter(phase, &case.name, metric, &own, &what, arms, estimates, estimate, ledger);
            }
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one flat list of names and values is clearer here than a struct")]
fn enter(
    phase: Phase<'_>,
    case: &str,
    metric: &str,
    own: &str,
    what: &str,
    arms: [&str; 2],
    estimates: &MetricEstimates,
    estimate: &Estimate,
    ledger: &mut Ledger,
) {
    let block_id = |block: usize| format!("{own}:block_{block}");
    let blocks: Vec<String> = estimates.blocks.iter().map(|block| block_id(*block)).collect();
    let mut figure = |id: String, what: String, value: f64, interval, method: String, from: Vec<String>| {
        ledger.enter(Evidence {
            id,
            phase: Some(phase.name().to_string()),
            what,
            amount: Amount::Number(value),
            interval,
            unit: "ratio".to_string(),
            standing: Standing::Measured,
            derivation: Derivation::Computed { method, from },
            shown: phase.shown(derivation_anchor(case, metric)),
        });
    };
    let mean = "geometric mean of block ratios";
    figure(
        own.to_string(),
        format!("ratio of {what}"),
        estimate.ratio,
        Some((estimate.low, estimate.high)),
        mean.to_string(),
        blocks.clone(),
    );
    let bootstrap = &phase.records.spec.bootstrap;
    let interval = format!(
        "percentile bootstrap over blocks, {} resamples, generator {}, seed {}, quantile {}",
        bootstrap.resamples,
        bootstrap.generator.name(),
        bootstrap.seed,
        bootstrap.quantile.name()
    );
    for (end, value, word) in [(part::LOW, estimate.low, "low"), (part::HIGH, estimate.high, "high")] {
        let what = format!("{word} end of the interval of the ratio of {what}");
        figure(format!("{own}:{end}"), what, value, None, interval.clone(), blocks.clone());
    }
    for (at, block) in estimates.blocks.iter().enumerate() {
        let Some(value) = estimate.block_ratios.get(at) else { continue };
        figure(
            block_id(*block),
            format!("ratio of {what}, block {block}"),
            *value,
            None,
            "process median of the numerator over that of the denominator".to_string(),
            arms.iter().map(|arm| median_id(phase.name(), case, arm, metric, *block)).collect(),
        );
    }
    let smallest = estimate.block_ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = estimate.block_ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (end, value, word) in [(part::SMALLEST_BLOCK, smallest, "smallest"), (part::LARGEST_BLOCK, largest, "largest")]
    {
        let what = format!("{word} block ratio of {what}");
        figure(format!("{own}:{end}"), what, value, None, format!("{word} of the block ratios"), blocks.clone());
    }
    if let Some((smallest, largest)) = estimate.leave_one_block_out {
        for (end, value, word) in
            [(part::SMALLEST_LEFT_OUT, smallest, "smallest"), (part::LARGEST_LEFT_OUT, largest, "largest")]
        {
            figure(
                format!("{own}:{end}"),
                format!("{word} ratio of {what} with one block left out"),
                value,
                None,
                format!("{word} geometric mean over all blocks but one"),
                blocks.clone(),
            );
        }
    }
    let first = |numerator: bool| -> Vec<String> {
        blocks
            .iter()
            .zip(&estimate.numerator_first)
            .filter(|(_, first)| **first == numerator)
            .map(|(block, _)| block.clone())
            .collect()
    };
    let orders = [
        (part::NUMERATOR_FIRST, estimate.order_numerator_first, true, arms[0]),
        (part::DENOMINATOR_FIRST, estimate.order_denominator_first, false, arms[1]),
    ];
    for (end, value, numerator, arm) in orders {
        let Some(value) = value else { continue };
        let what = format!("ratio of {what} over the blocks in which {arm} ran first of the two");
        figure(format!("{own}:{end}"), what, value, None, mean.to_string(), first(numerator));
    }
}

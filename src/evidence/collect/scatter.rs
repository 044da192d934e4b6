//! What the data say about themselves: spread, the block that lies farthest from the others, the effect of order.

use super::samples::{derivation_anchor, median_id, sample_id};
use super::{Phase, phase_document};
use crate::analysis::MetricResult;
use crate::analysis::scatter::{APART, MetricScatter};
use crate::analysis::{CaseOutcome, MetricEstimates};
use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

/// Anchor of the table of spreads in a phase's document.
pub const SPREAD: &str = "spread";

/// Parts that end the ids of these figures.
pub mod part {
    /// Spread between repeats.
    pub const REPEATS: &str = "repeats";
    /// Spread between blocks.
    pub const BLOCKS: &str = "blocks";
    /// Number of the block whose ratio lies farthest from the others.
    pub const FARTHEST_BLOCK: &str = "farthest_block";
    /// Its Dixon's Q.
    pub const FARTHEST_Q: &str = "farthest_q";
    /// What Q exceeds by chance in five of a hundred.
    pub const FARTHEST_CRITICAL: &str = "farthest_critical";
    /// The ratio over the other blocks.
    pub const FARTHEST_LEFT_OUT: &str = "farthest_left_out";
    /// Whether it stands out.
    pub const FARTHEST_STANDS_OUT: &str = "farthest_stands_out";
    /// Numerator first over denominator first.
    pub const ORDER_EFFECT: &str = "order_effect";
    /// How many standard errors apart the two are.
    pub const ORDER_ERRORS: &str = "order_errors";
    /// Whether they are far apart.
    pub const ORDER_STANDS_OUT: &str = "order_stands_out";
}

/// Id of a spread.
pub fn spread_id(phase: &str, case: &str, arm: &str, metric: &str, part: &str) -> String {
    id(&[phase, "spread", case, arm, metric, part])
}

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let records = phase.records;
    for (case_at, (case, result)) in records.plan.cases.iter().zip(&phase.analysed.results.cases).enumerate() {
        let CaseOutcome::Analysed(metrics) = &result.outcome else { continue };
        for (metric_at, (metric, estimates)) in records.spec.metrics.iter().zip(metrics).enumerate() {
            let MetricResult::Analysed(estimates) = estimates else { continue };
            let Some(scatter) = phase.analysed.scatter.of(case_at, metric_at) else { continue };
            spreads(phase, [&case.name, metric], estimates, scatter, ledger);
            comparisons(phase, [&case.name, metric], estimates, scatter, ledger);
        }
    }
}

fn spreads(
    phase: Phase<'_>,
    [case, metric]: [&str; 2],
    estimates: &MetricEstimates,
    scatter: &MetricScatter,
    ledger: &mut Ledger,
) {
    let plan = &phase.records.plan;
    for (arm, spread) in plan.arms.iter().zip(&scatter.spreads) {
        let mut enter = |part: &str, what: &str, value: Option<f64>, method: &str, from: Vec<String>| {
            let Some(value) = value else { return };
            ledger.enter(Evidence {
                id: spread_id(phase.name(), case, &arm.name, metric, part),
                phase: Some(phase.name().to_string()),
                what: format!("spread of {metric} of {case}, {}, {what}", arm.name),
                amount: Amount::Number(super::percent(value)),
                interval: None,
                unit: "percent".to_string(),
                standing: Standing::Measured,
                derivation: Derivation::Computed { method: method.to_string(), from },
                shown: Some(Target::Document { id: phase_document(phase.name()), anchor: Some(SPREAD.to_string()) }),
            });
        };
        let samples = estimates.blocks.iter().flat_map(|block| {
            (0..plan.count).map(|repeat| sample_id(phase.name(), case, &arm.name, metric, *block as u32, repeat))
        });
        let method = "root mean square over processes of s / mean of the repeats of each, n − 1 in s";
        enter(part::REPEATS, "between the repeats of a process", spread.repeats, method, samples.collect());
        let medians = estimates.blocks.iter().map(|block| median_id(phase.name(), case, &arm.name, metric, *block));
        let method = "s / mean of the process medians, n − 1 in s";
        enter(part::BLOCKS, "between blocks", spread.blocks, method, medians.collect());
    }
}

fn comparisons(
    phase: Phase<'_>,
    [case, metric]: [&str; 2],
    estimates: &MetricEstimates,
    scatter: &MetricScatter,
    ledger: &mut Ledger,
) {
    for (at, comparison) in phase.records.spec.comparisons.iter().enumerate() {
        let own = id(&[phase.name(), "cases", case, &comparison.name, metric]);
        let about = format!("{metric} of {case}, {}", comparison.name);
        let blocks: Vec<String> = estimates.blocks.iter().map(|block| format!("{own}:block_{block}")).collect();
        let mut enter = |part: &str, what: String, amount: Amount, unit: &str, method: &str, from: &[String]| {
            ledger.enter(Evidence {
                id: format!("{own}:{part}"),
                phase: Some(phase.name().to_string()),
                what,
                amount,
                interval: None,
                unit: unit.to_string(),
                standing: Standing::Measured,
                derivation: Derivation::Computed { method: method.to_string(), from: from.to_vec() },
                shown: phase.shown(derivation_anchor(case, metric)),
            });
        };
        if let Some(farthest) = scatter.farthest.get(at).copied().flatten()
            && let Some(block) = estimates.blocks.get(farthest.at)
        {
            let what = format!("block whose ratio of {about} lies farthest from the others");
            let method = "largest gap at an end of the sorted log block ratios";
            enter(part::FARTHEST_BLOCK, what, Amount::Count(*block as u64), "count", method, &blocks);
            let what = format!("Dixon's Q of block {block} of {about}");
            let method = "distance of its log ratio from the next, over the range of all";
            enter(part::FARTHEST_Q, what, Amount::Number(farthest.q), "", method, &blocks);
            let what = format!("what Dixon's Q of {about} exceeds by chance in 5 % of comparisons");
            let method = "two-sided critical value for as many normal log ratios (Rorabacher 1991)";
            enter(part::FARTHEST_CRITICAL, what, Amount::Number(farthest.critical), "", method, &blocks);
            let what = format!("ratio of {about} without block {block}");
            let method = "geometric mean of the other block ratios";
            let others: Vec<String> =
                blocks.iter().filter(|id| **id != format!("{own}:block_{block}")).cloned().collect();
            enter(part::FARTHEST_LEFT_OUT, what, Amount::Number(farthest.left_out), "ratio", method, &others);
            let what = format!("whether block {block} of {about} stands out");
            let method = "Dixon's Q is larger than its critical value";
            let from = [part::FARTHEST_Q, part::FARTHEST_CRITICAL].map(|part| format!("{own}:{part}"));
            enter(part::FARTHEST_STANDS_OUT, what, Amount::Truth(farthest.stands_out()), "", method, &from);
        }
        if let Some(order) = scatter.orders.get(at).copied().flatten() {
            use super::estimates::part::{DENOMINATOR_FIRST, NUMERATOR_FIRST};
            let what = format!("order effect on the ratio of {about}");
            let method = "geometric mean of the block ratios with the numerator first over that of the others";
            let from = [NUMERATOR_FIRST, DENOMINATOR_FIRST].map(|part| format!("{own}:{part}"));
            enter(part::ORDER_EFFECT, what, Amount::Number(order.ratio), "ratio", method, &from);
            if let Some(errors) = order.errors {
                let what = format!("order effect on the ratio of {about}, in standard errors");
                let method = "difference of the two mean log ratios over its standard error, pooled within the groups";
                enter(part::ORDER_ERRORS, what, Amount::Number(errors), "", method, &blocks);
            }
            let what = format!("whether the order effect on the ratio of {about} stands out");
            let method = format!("the two groups lie at least {APART} standard errors apart");
            let from = [format!("{own}:{}", part::ORDER_EFFECT)];
            enter(part::ORDER_STANDS_OUT, what, Amount::Truth(order.stands_out()), "", &method, &from);
        }
    }
}

//! Unpaired comparisons of all samples, as benchstat makes them.

use super::companions::companion_id;
use super::samples::sample_id;
use super::{Phase, phase_document};
use crate::analysis::companion::{ALPHA, Side};
use crate::analysis::{CaseOutcome, MetricResult};
use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::number::text;

/// Anchor of the table in a phase's document.
pub const UNPAIRED: &str = "unpaired";

/// Parts that end the ids of these figures.
pub mod part {
    /// Ratio of the medians of all samples.
    pub const RATIO: &str = "unpaired";
    /// p of the test.
    pub const P: &str = "unpaired_p";
    /// Whether it reads as the frozen interval does.
    pub const AGREES: &str = "unpaired_agrees";
}

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let records = phase.records;
    for (case_at, (case, result)) in records.plan.cases.iter().zip(&phase.analysed.results.cases).enumerate() {
        let CaseOutcome::Analysed(metrics) = &result.outcome else { continue };
        for (metric_at, (metric, estimates)) in records.spec.metrics.iter().zip(metrics).enumerate() {
            let MetricResult::Analysed(estimates) = estimates else { continue };
            for (at, (comparison, estimate)) in records.spec.comparisons.iter().zip(&estimates.comparisons).enumerate()
            {
                let Some(found) = phase.analysed.supplement.unpaired_of(case_at, metric_at, at) else { continue };
                let part_id = |part: &str| companion_id(phase.name(), &case.name, &comparison.name, metric, part);
                let about = format!("{metric} of {}, {}", case.name, comparison.name);
                let mut enter =
                    |part: &str, what: &str, amount: Amount, unit: &str, method: &str, from: Vec<String>| {
                        ledger.enter(Evidence {
                            id: part_id(part),
                            phase: Some(phase.name().to_string()),
                            what: format!("companion, not part of the frozen analysis: {what} of {about}"),
                            amount,
                            interval: None,
                            unit: unit.to_string(),
                            standing: Standing::Measured,
                            derivation: Derivation::Computed { method: method.to_string(), from },
                            shown: Some(Target::Document {
                                id: phase_document(phase.name()),
                                anchor: Some(UNPAIRED.to_string()),
                            }),
                        });
                    };
                let mut samples: Vec<String> = Vec::new();
                for arm in [&comparison.numerator, &comparison.denominator] {
                    for block in &estimates.blocks {
                        let of = |repeat| sample_id(phase.name(), &case.name, arm, metric, *block as u32, repeat);
                        samples.extend((0..records.plan.count).map(of));
                    }
                }
                let method = "median of all samples of the numerator over that of the denominator";
                enter(part::RATIO, "unpaired ratio", Amount::Number(found.ratio), "ratio", method, samples.clone());
                if let Some(p) = found.p {
                    let method = "two-sided Mann-Whitney U test of all samples, as benchstat makes it";
                    enter(part::P, "p of the unpaired comparison", Amount::Number(p), "", method, samples);
                }
                let agrees = Side::of_interval(estimate.low, estimate.high) == found.side();
                let what = "whether the unpaired comparison reads as the frozen interval";
                let method = format!(
                    "the same side of 1, or neither; unpaired there is one where p is at most {} and the medians differ",
                    text::full(ALPHA)
                );
                let own = id(&[phase.name(), "cases", &case.name, &comparison.name, metric]);
                let from = [own, part_id(part::RATIO)].into_iter().chain(found.p.map(|_| part_id(part::P))).collect();
                enter(part::AGREES, what, Amount::Truth(agrees), "", &method, from);
            }
        }
    }
}

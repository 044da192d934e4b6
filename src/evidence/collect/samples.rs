//! Samples, process medians and absolute values.

use super::Phase;
use crate::analysis::{CaseOutcome, MetricResult};
use crate::document::Standing;
use crate::evidence::ledger::{anchor, id};
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

/// Id of a sample.
pub fn sample_id(phase: &str, case: &str, arm: &str, metric: &str, block: u32, repeat: u32) -> String {
    id(&[phase, "cases", case, arm, metric, &format!("block_{block}"), &format!("repeat_{repeat}")])
}

/// Id of a process median.
pub fn median_id(phase: &str, case: &str, arm: &str, metric: &str, block: usize) -> String {
    id(&[phase, "cases", case, arm, metric, &format!("block_{block}")])
}

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let records = phase.records;
    let plan = &records.plan;
    for sample in &phase.reconciliation.samples {
        let (Some(case), Some(arm), Some(job)) =
            (plan.cases.get(sample.case), plan.arms.get(sample.arm), plan.jobs.get(sample.job as usize))
        else {
            continue;
        };
        for (metric, number) in records.metrics.metrics.iter().zip(&sample.values) {
            let Some(number) = number else { continue };
            ledger.enter(Evidence {
                id: sample_id(phase.name(), &case.name, &arm.name, metric, sample.block, sample.repeat),
                phase: Some(phase.name().to_string()),
                what: format!(
                    "{metric} of {}, {}, block {}, repeat {}",
                    case.name, arm.name, sample.block, sample.repeat
                ),
                amount: Amount::Number(number.value),
                interval: None,
                unit: metric.clone(),
                standing: Standing::Measured,
                derivation: Derivation::Sample {
                    log: records.path(&job.log),
                    log_line: sample.log_line,
                    csv_line: sample.csv_line,
                },
                shown: phase.shown(SAMPLES),
            });
        }
    }
    for (case, result) in plan.cases.iter().zip(&phase.analysed.results.cases) {
        let CaseOutcome::Analysed(metrics) = &result.outcome else { continue };
        for (metric, estimates) in records.spec.metrics.iter().zip(metrics) {
            let MetricResult::Analysed(estimates) = estimates else { continue };
            for ((arm, medians), absolute) in plan.arms.iter().zip(&estimates.medians).zip(&estimates.absolute) {
                for (block, median) in estimates.blocks.iter().zip(medians) {
                    ledger.enter(Evidence {
                        id: median_id(phase.name(), &case.name, &arm.name, metric, *block),
                        phase: Some(phase.name().to_string()),
                        what: format!("process median of {metric}, {}, {}, block {block}", case.name, arm.name),
                        amount: Amount::Number(*median),
                        interval: None,
                        unit: metric.clone(),
                        standing: Standing::Measured,
                        derivation: Derivation::Computed {
                            method: "median over the repeats of the process".to_string(),
                            from: (0..plan.count)
                                .map(|repeat| {
                                    sample_id(phase.name(), &case.name, &arm.name, metric, *block as u32, repeat)
                                })
                                .collect(),
                        },
                        shown: phase.shown(derivation_anchor(&case.name, metric)),
                    });
                }
                let own = id(&[phase.name(), "cases", &case.name, &arm.name, metric]);
                ledger.enter(Evidence {
                    shown: phase.shown(derivation_anchor(&case.name, metric)),
                    id: own,
                    phase: Some(phase.name().to_string()),
                    what: format!("{metric} of {}, {}, median over blocks of process medians", case.name, arm.name),
                    amount: Amount::Number(*absolute),
                    interval: None,
                    unit: metric.clone(),
                    standing: Standing::Measured,
                    derivation: Derivation::Computed {
                        method: "median over blocks of process medians".to_string(),
                        from: estimates
                            .blocks
                            .iter()
                            .map(|block| median_id(phase.name(), &case.name, &arm.name, metric, *block))
                            .collect(),
                    },
                });
            }
        }
    }
}

/// Anchor of the samples on a phase's evidence page.
pub const SAMPLES: &str = "all-samples";

/// Anchor of the derivation of a case and metric on a phase's evidence page: medians, absolute values, ratios.
pub fn derivation_anchor(case: &str, metric: &str) -> String {
    anchor(&id(&["derivation", case, metric]))
}

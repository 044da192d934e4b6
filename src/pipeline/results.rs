//! `results.json`: every estimate, interval and diagnostic, unrounded; and the list of changed cells.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::TOOL;
use crate::analysis::companion::coverage::{Coverage, Covered};
use crate::analysis::companion::{Companions, Unpaired};
use crate::analysis::scatter::{FarthestBlock, OrderEffect};
use crate::analysis::{CaseOutcome, Estimate, MetricEstimates, MetricResult};
use crate::evidence::Basis;
use crate::evidence::collect::{AnyPhase, Phase};
use crate::reconcile::{Fate, Verdict, WorkingCopy};
use crate::writeup::Settings;

/// Schema of `results.json`.
pub const SCHEMA: &str = "rebench-report/results/1";

/// The results as JSON, of all phases or of one.
pub(super) fn json(basis: &Basis, settings: &Settings, of: Option<&str>) -> Vec<u8> {
    let manifest = &basis.reconciled.campaign.manifest;
    let whole = Whole {
        schema: SCHEMA,
        tool: TOOL,
        campaign: &manifest.campaign,
        status: settings_status(basis),
        input_hash: &settings.input_hash,
        phases: (basis, of),
    };
    // Texts and finite numbers always serialise.
    let mut bytes = serde_json::to_vec_pretty(&whole).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[derive(Serialize)]
struct Whole<'a> {
    schema: &'a str,
    tool: &'a str,
    campaign: &'a str,
    status: String,
    input_hash: &'a str,
    #[serde(serialize_with = "phases")]
    phases: (&'a Basis, Option<&'a str>),
}

fn phases<S: Serializer>((basis, of): &(&Basis, Option<&str>), serializer: S) -> Result<S::Ok, S::Error> {
    let mut all = serializer.serialize_seq(None)?;
    for one in basis.every().filter(|one| of.is_none_or(|name| one.name() == name)) {
        match one {
            AnyPhase::Planned(planned) => all.serialize_element(&phase(planned))?,
            AnyPhase::Observed(observed) => all.serialize_element(&super::results_observed::Written(observed))?,
        }
    }
    all.end()
}

fn settings_status(basis: &Basis) -> String {
    use crate::campaign::manifest::Status;
    match &basis.reconciled.campaign.manifest.status {
        Status::Measured => "measured".to_string(),
        Status::Reconstructed => "reconstructed".to_string(),
        Status::PublishedSummary => "published-summary".to_string(),
        Status::Other(word) => word.clone(),
    }
}

fn phase(phase: Phase<'_>) -> Value {
    let records = phase.records;
    let found = phase.reconciliation;
    let accounting = &found.accounting;
    let bootstrap = &records.spec.bootstrap;
    json!({
        "phase": phase.name(),
        "outcome": records.declared.outcome,
        "design": {
            "arms": records.plan.arms.iter().map(|arm| arm.name.clone()).collect::<Vec<_>>(),
            "cases": records.plan.cases.iter().map(|case| case.name.clone()).collect::<Vec<_>>(),
            "blocks": records.plan.blocks,
            "repeats": records.plan.count,
            "seed": records.plan.seed,
            "orders": found.audit.orders,
            "blocks_per_order": found.audit.per_order,
            "followed_plan": found.audit.followed_plan,
            "out_of_order": found.audit.out_of_order,
            "skipped": found.audit.skipped,
        },
        "analysis": {
            "summary": records.spec.summary,
            "estimand": records.spec.estimand,
            "absolute": records.spec.absolute,
            "interval": "percentile",
            "resamples": bootstrap.resamples,
            "seed": bootstrap.seed,
            "rng": bootstrap.generator.name(),
            "quantile": bootstrap.quantile.name(),
            "level": bootstrap.level,
            "complete_cases_only": records.spec.complete_cases_only,
        },
        "accounting": {
            "processes": {
                "planned": accounting.planned,
                "executed": accounting.executed,
                "outside": accounting.outside,
                "failed": accounting.failed,
                "never_started": accounting.never_started,
                "analysed": accounting.analysed,
                "omitted": accounting.omitted,
            },
            "samples": {
                "planned": accounting.samples_planned,
                "recorded": accounting.samples_recorded,
                "analysed": accounting.samples_analysed,
                "result_lines_in_logs": accounting.results_logged,
            },
            "labels_restored": {
                "analysed": found.working_copy.analysed_changes(),
                "outside": found.working_copy.outside_changes(),
                "working_copy_sha256": found.working_copy.sha256,
            },
            "jobs": jobs(phase),
        },
        "coverage": phase.analysed.supplement.coverage.iter().map(coverage).collect::<Vec<_>>(),
        "failures": failures(phase),
        "cases": cases(phase),
        "confounds": confounds(phase),
        "agreement": {
            "reference": phase.analysed.reference.as_ref().map(|reference| json!({
                "tolerance": super::TOLERANCE,
                "numbers": reference.numbers,
                "others": reference.others,
                "largest_relative_difference": reference.largest_difference,
            })),
            "published": phase.analysed.published.as_ref().map(|published| json!({
                "figures": published.figures.len(),
                "reproduced": published.reproduced(),
            })),
        },
    })
}

fn jobs(phase: Phase<'_>) -> Vec<Value> {
    let plan = &phase.records.plan;
    plan.jobs
        .iter()
        .zip(&phase.reconciliation.processes)
        .map(|(job, process)| {
            json!({
                "job": job.job,
                "case": plan.cases.get(job.case).map(|case| case.name.clone()),
                "block": job.block,
                "position": job.position,
                "arm": plan.arms.get(job.arm).map(|arm| arm.name.clone()),
                "fate": match process.fate {
                    Fate::Analysed => "analysed",
                    Fate::Outside => "outside",
                    Fate::Failed => "failed",
                    Fate::NeverStarted => "never-started",
                },
                "reason": process.reason,
                "samples": process.samples,
                "result_lines": process.results,
            })
        })
        .collect()
}

fn failures(phase: Phase<'_>) -> Vec<Value> {
    phase
        .reconciliation
        .failures
        .iter()
        .map(|failure| {
            json!({
                "job": failure.job,
                "status": failure.status,
                "error": failure.error,
                "exit_code": failure.exit_code,
                "log_passed": failure.passed,
                "result_lines": failure.results,
                "measured_receipts_agree": failure.measured_agree,
                "borne_out": !failure.is_false(),
                "odd_receipts": failure.odd.iter().map(|odd| json!({
                    "line": odd.line,
                    "invocation": odd.invocation,
                    "calibration": odd.calibration,
                    "repeat": odd.repeat,
                    "prefix_bytes": odd.prefix_bytes,
                    "results_say": odd.results_say,
                })).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn cases(phase: Phase<'_>) -> Vec<Value> {
    phase
        .analysed
        .results
        .cases
        .iter()
        .enumerate()
        .map(|(case_at, case)| match &case.outcome {
            CaseOutcome::Analysed(metrics) => {
                let mut by_metric = Map::new();
                for (metric_at, (name, result)) in phase.records.spec.metrics.iter().zip(metrics).enumerate() {
                    let value = match result {
                        MetricResult::Analysed(estimates) => metric(phase, estimates, [case_at, metric_at]),
                        MetricResult::NotReported => json!({"status": "not-reported"}),
                    };
                    by_metric.insert(name.clone(), value);
                }
                json!({"case": case.name, "status": "analysed", "metrics": by_metric})
            }
            CaseOutcome::NotAvailable { samples, incomplete } => json!({
                "case": case.name,
                "status": "not-available",
                "samples_outside": samples,
                "incomplete_processes": incomplete.len(),
            }),
        })
        .collect()
}

fn metric(phase: Phase<'_>, estimates: &MetricEstimates, [case_at, metric_at]: [usize; 2]) -> Value {
    let arms = &phase.records.plan.arms;
    let by_arm = |value: &dyn Fn(usize) -> Value| {
        arms.iter().enumerate().map(|(at, arm)| (arm.name.clone(), value(at))).collect::<Map<_, _>>()
    };
    let mut comparisons = Map::new();
    let scatter = phase.analysed.scatter.of(case_at, metric_at);
    for (at, (named, estimate)) in phase.records.spec.comparisons.iter().zip(&estimates.comparisons).enumerate() {
        let companions = phase.analysed.supplement.of(case_at, metric_at, at);
        let mut value = comparison(estimate, companions);
        if let (Value::Object(value), Some(scatter)) = (&mut value, scatter) {
            let farthest = scatter.farthest.get(at).copied().flatten();
            value.insert("farthest_block".to_string(), json!(farthest.map(|one| farthest_block(estimates, one))));
            let order = scatter.orders.get(at).copied().flatten();
            value.insert("order_effect".to_string(), json!(order.map(order_effect)));
            let found = phase.analysed.supplement.unpaired_of(case_at, metric_at, at);
            value.insert("unpaired".to_string(), json!(found.map(unpaired)));
        }
        comparisons.insert(named.name.clone(), value);
    }
    let spread = |arm: usize| {
        let spread = scatter.and_then(|scatter| scatter.spreads.get(arm));
        json!({"repeats": spread.and_then(|one| one.repeats), "blocks": spread.and_then(|one| one.blocks)})
    };
    json!({
        "status": "analysed",
        "blocks": estimates.blocks,
        "dropped_blocks": estimates.dropped,
        "process_medians": by_arm(&|arm| json!(estimates.medians.get(arm))),
        "absolute": by_arm(&|arm| json!(estimates.absolute.get(arm))),
        "spread": by_arm(&spread),
        "comparisons": comparisons,
    })
}

fn comparison(estimate: &Estimate, found: Option<&Companions>) -> Value {
    json!({
        "ratio": estimate.ratio,
        "low": estimate.low,
        "high": estimate.high,
        "block_ratios": estimate.block_ratios,
        "numerator_first": estimate.numerator_first,
        "leave_one_block_out": estimate.leave_one_block_out.map(|(least, most)| [least, most]),
        "order": {
            "numerator_first": estimate.order_numerator_first,
            "denominator_first": estimate.order_denominator_first,
        },
        "companions": found.map(companions),
    })
}

fn farthest_block(estimates: &MetricEstimates, found: FarthestBlock) -> Value {
    json!({
        "block": estimates.blocks.get(found.at),
        "dixon_q": found.q,
        "critical": found.critical,
        "ratio_without": found.left_out,
        "stands_out": found.stands_out(),
    })
}

fn order_effect(found: OrderEffect) -> Value {
    json!({"ratio": found.ratio, "standard_errors": found.errors, "stands_out": found.stands_out()})
}

/// All samples of two arms, as benchstat compares them; no part of the frozen analysis.
fn unpaired(found: &Unpaired) -> Value {
    json!({"ratio": found.ratio, "samples": found.samples, "p": found.p})
}

/// Other methods on the same block ratios; no part of the frozen analysis.
fn companions(found: &Companions) -> Value {
    json!({
        "t_interval": found.t_interval.map(|(low, high)| json!({"low": low, "high": high})),
        "exact_bootstrap": found.exact.map(|exact| json!({
            "low": exact.low,
            "high": exact.high,
            "below_frozen_low": [exact.below_low.0, exact.below_low.1],
            "above_frozen_high": [exact.above_high.0, exact.above_high.1],
            "consistent": exact.consistent(),
        })),
        "order_statistic": found.order_statistic.map(|order| json!({
            "low": order.low,
            "high": order.high,
            "rank": order.rank,
            "level": order.level,
        })),
        "sign_flip": found.sign_flip.map(|test| json!({"p": test.p, "floor": test.floor})),
    })
}

fn coverage(coverage: &Coverage) -> Value {
    let covered = |covered: Covered| json!({"part": covered.part, "standard_error": covered.error});
    json!({
        "blocks": coverage.blocks,
        "trials": coverage.trials,
        "normal": covered(coverage.normal),
        "skewed": covered(coverage.skewed),
    })
}

fn confounds(phase: Phase<'_>) -> Vec<Value> {
    phase
        .reconciliation
        .confounds
        .iter()
        .map(|confound| {
            let verdict = match &confound.verdict {
                Verdict::NotApplicable => json!({"verdict": "not-applicable"}),
                Verdict::Equal(value) => json!({"verdict": "equal", "value": value}),
                Verdict::Differs { numerator, denominator } => {
                    json!({"verdict": "differs", "numerator": numerator, "denominator": denominator})
                }
            };
            json!({
                "confound": confound.name,
                "metric": confound.metric,
                "case": phase.records.plan.cases.get(confound.case).map(|case| case.name.clone()),
                "comparison": phase.records.spec.comparisons.get(confound.comparison).map(|one| one.name.clone()),
                "result": verdict,
            })
        })
        .collect()
}

/// The list of changed cells as CSV.
pub(super) fn changed_cells(copy: &WorkingCopy) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    // Writing to memory does not fail, and every record has six fields.
    let _ = writer.write_record(["line", "column", "job", "was", "is", "row"]);
    for change in &copy.changes {
        let row = if change.analysed { "analysed" } else { "outside" };
        let _ = writer.write_record([
            &change.line.to_string(),
            "case",
            &change.job.to_string(),
            &change.was,
            &change.is,
            row,
        ]);
    }
    writer.into_inner().unwrap_or_default()
}

//! Counts of processes, samples and labels.

use super::Phase;
use crate::document::Standing;
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::reconcile::Fate;

/// Anchor of the table of counts on a phase's evidence page.
pub const COUNTS: &str = "counts";

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let accounting = &phase.reconciliation.accounting;
    let mut enter = |parts: &[&str], what: String, count: u32, files: &[&str]| {
        let parts: Vec<&str> = [phase.name(), "accounting"].into_iter().chain(parts.iter().copied()).collect();
        ledger.enter(Evidence {
            id: id(&parts),
            phase: Some(phase.name().to_string()),
            what: what.clone(),
            amount: Amount::Count(count.into()),
            interval: None,
            unit: "count".to_string(),
            standing: Standing::Measured,
            derivation: Derivation::Counted {
                rule: what,
                files: files.iter().map(|file| phase.records.path(file)).collect(),
            },
            shown: phase.shown(COUNTS),
        });
    };
    let (plan, events, csv) = ("plan.json", "runner.jsonl", "metrics.csv");
    enter(&["planned"], "planned processes".into(), accounting.planned, &[plan]);
    enter(&["executed"], "processes that started".into(), accounting.executed, &[plan, events]);
    enter(&["analysed"], "processes whose samples are analysed".into(), accounting.analysed, &[plan, csv]);
    enter(
        &["outside"],
        "processes that ran and passed and are not analysed".into(),
        accounting.outside,
        &[plan, events, csv],
    );
    enter(&["failed"], "processes that ran and were marked as failed".into(), accounting.failed, &[plan, events]);
    enter(&["never_started"], "processes that never started".into(), accounting.never_started, &[plan, events]);
    enter(&["omitted"], "planned processes without analysed samples".into(), accounting.omitted, &[plan, csv]);
    enter(&["samples_planned"], "planned samples".into(), accounting.samples_planned, &[plan]);
    enter(&["samples_recorded"], "rows of metrics.csv".into(), accounting.samples_recorded, &[csv]);
    enter(&["samples_analysed"], "analysed samples".into(), accounting.samples_analysed, &[plan, csv]);
    enter(
        &["samples_outside"],
        "recorded samples that are not analysed".into(),
        accounting.samples_recorded - accounting.samples_analysed,
        &[plan, csv],
    );
    enter(&["results_logged"], "result lines in all logs".into(), accounting.results_logged, &["logs"]);
    let copy = &phase.reconciliation.working_copy;
    enter(&["labels"], "labels restored from the plan".into(), copy.changes.len() as u32, &[plan, csv]);
    enter(&["labels_analysed"], "labels restored in analysed rows".into(), copy.analysed_changes(), &[plan, csv]);
    enter(
        &["labels_outside"],
        "labels restored in rows outside the analysis".into(),
        copy.outside_changes(),
        &[plan, csv],
    );
    let failures = &phase.reconciliation.failures;
    let false_ones = failures.iter().filter(|failure| failure.is_false()).count() as u32;
    enter(&["false_failures"], "failures that log and receipts do not bear out".into(), false_ones, &[events, "logs"]);
    for (at, case) in phase.records.plan.cases.iter().enumerate() {
        let fates = |fate: Option<Fate>| {
            let jobs = phase.records.plan.jobs.iter().zip(&phase.reconciliation.processes);
            jobs.filter(|(job, process)| job.case == at && fate.is_none_or(|fate| process.fate == fate)).count() as u32
        };
        let rows = phase.reconciliation.samples.iter().filter(|sample| sample.case == at).count() as u32;
        enter(&["cases", &case.name, "planned"], format!("planned processes of {}", case.name), fates(None), &[plan]);
        enter(
            &["cases", &case.name, "analysed"],
            format!("analysed processes of {}", case.name),
            fates(Some(Fate::Analysed)),
            &[plan, csv],
        );
        enter(&["cases", &case.name, "samples"], format!("recorded samples of {}", case.name), rows, &[plan, csv]);
    }
}

//! What campaign.yaml says of a phase against what is there.

use super::processes::Accounting;
use crate::ingest::{EventKind, PhaseRecords};
use crate::problem::{Kind, Place, Problem};

/// Counts and outcome that campaign.yaml declares and the phase's files contradict.
pub fn check(phase: &PhaseRecords, accounting: &Accounting) -> Vec<Problem> {
    let declared = &phase.declared;
    let counts = [
        ("jobs_planned", declared.jobs_planned, accounting.planned, "the plan has"),
        ("jobs_executed", declared.jobs_executed, accounting.executed, "the runner's log shows"),
        ("rows", declared.rows, accounting.samples_recorded, "metrics.csv has"),
    ];
    let place = || Place::line("campaign.yaml", declared.line);
    let mut problems: Vec<Problem> = counts
        .into_iter()
        .filter_map(|(key, says, found, who)| {
            let says = says?;
            (says != u64::from(found)).then(|| {
                Problem::new(
                    Kind::Input,
                    "reconcile::declared-count",
                    place(),
                    format!("phase {} declares {key}: {says}, but {who} {found}", declared.phase),
                    "correct the file that is wrong and pin the campaign again",
                )
            })
        })
        .collect();
    let ended = phase.events.iter().any(|event| event.kind == EventKind::PhaseEnd);
    if declared.outcome == "complete" && !ended {
        problems.push(Problem::new(
            Kind::Input,
            "reconcile::declared-outcome",
            place(),
            format!(
                "phase {} is declared complete, but {} has no phase_end",
                declared.phase,
                phase.path("runner.jsonl")
            ),
            "declare the outcome that the runner recorded, and pin the campaign again",
        ));
    }
    problems
}

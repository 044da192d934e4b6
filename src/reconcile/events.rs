//! The runner's events against one another and against what it recorded.
//!
//! A job starts once and ends once, ends well or not, and has rows in metrics.csv only where it ended well. A runner that
//! says both can't be believed in either.

use std::collections::BTreeMap;

use crate::ingest::{Event, EventKind, PhaseRecords};
use crate::problem::{Kind, Place, Problem};

/// Events that contradict one another or the rows of metrics.csv, and pins that the runner found broken.
pub fn check(phase: &PhaseRecords) -> Vec<Problem> {
    let file = phase.path("runner.jsonl");
    let mut problems = Vec::new();
    for event in phase.events.iter().filter(|event| event.pins_ok == Some(false)) {
        problems.push(Problem::new(
            Kind::Integrity,
            "reconcile::pins-broken",
            Place::line(&file, event.line),
            "the runner found that a pin did not hold",
            "find out what changed during the phase; its samples may come from other bytes",
        ));
    }
    let mut seen: BTreeMap<(u32, bool), u32> = BTreeMap::new();
    for event in &phase.events {
        let Some(job) = event.job else { continue };
        let start = match event.kind {
            EventKind::JobStart => true,
            EventKind::JobEnd => false,
            _ => continue,
        };
        let problem = |code, cause: String| {
            Problem::new(
                Kind::Input,
                code,
                Place::line(&file, event.line).of_job(job),
                cause,
                "restore the runner's own log, or pin what it recorded",
            )
        };
        let word = if start { "starts" } else { "ends" };
        if let Some(first) = seen.insert((job, start), event.line) {
            problems
                .push(problem("reconcile::event-twice", format!("the job {word} here, and on line {first} already")));
        }
        if !start && !seen.contains_key(&(job, true)) {
            problems.push(problem("reconcile::end-without-start", "the job ends, and never started".to_string()));
        }
        if !start && event.status.as_deref() == Some("ok") && event.exit_code.is_some_and(|code| code != 0) {
            let code = event.exit_code.unwrap_or_default();
            problems
                .push(problem("reconcile::ok-with-exit-code", format!("the status is ok, and the exit code {code}")));
        }
    }
    problems.extend(rows(phase, &file));
    problems
}

/// Jobs with rows that did not end well.
fn rows(phase: &PhaseRecords, file: &str) -> Vec<Problem> {
    let mut first_row: BTreeMap<u32, u32> = BTreeMap::new();
    for row in &phase.metrics.rows {
        first_row.entry(row.job).or_insert(row.line);
    }
    let mut problems = Vec::new();
    for (job, line) in first_row {
        let about = |kind: EventKind| phase.events.iter().rfind(|event| event.kind == kind && event.job == Some(job));
        let cause = match (about(EventKind::JobEnd), about(EventKind::Omit)) {
            (Some(Event { status, .. }), _) if status.as_deref() != Some("ok") => {
                let status = status.as_deref().unwrap_or("no status");
                format!("holds results of a job that ended with {status}, as {file} has it")
            }
            (None, _) => format!("holds results of a job of which {file} records no end"),
            (_, Some(omit)) => format!("holds results of a job that {file}, line {}, calls left out", omit.line),
            _ => continue,
        };
        problems.push(Problem::new(
            Kind::Input,
            "reconcile::rows-of-failed-job",
            Place::line(phase.path("metrics.csv"), line).of_job(job),
            cause,
            "find out which of the two is wrong; a job that did not end well has no samples to analyse",
        ));
    }
    problems
}

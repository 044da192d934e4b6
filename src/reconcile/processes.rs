//! What became of every planned process, and the counts.

use std::collections::BTreeMap;

use super::rows::Sample;
use crate::ingest::{Event, EventKind, PhaseRecords};

/// What became of a planned process. The reasons are in [`Process::reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Its samples are analysed.
    Analysed,
    /// It ran and passed; its samples are not analysed.
    Outside,
    /// It ran, and the runner marked it as failed, or no end of it is recorded.
    Failed,
    /// It never started.
    NeverStarted,
}

/// A planned process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Job.
    pub job: u32,
    /// What became of it.
    pub fate: Fate,
    /// Why its samples are not analysed; empty if they are.
    pub reason: String,
    /// Samples of it in metrics.csv.
    pub samples: u32,
    /// Result lines in its log.
    pub results: u32,
}

/// The counts. Processes: planned = analysed + outside + failed + never started; executed is all but the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accounting {
    /// Planned processes.
    pub planned: u32,
    /// Processes that started.
    pub executed: u32,
    /// Processes that ran, passed and are not analysed.
    pub outside: u32,
    /// Processes that ran and failed in the runner's eyes.
    pub failed: u32,
    /// Processes that never started.
    pub never_started: u32,
    /// Processes whose samples are analysed.
    pub analysed: u32,
    /// Planned processes without analysed samples.
    pub omitted: u32,
    /// Planned samples: processes × repeats.
    pub samples_planned: u32,
    /// Rows of metrics.csv.
    pub samples_recorded: u32,
    /// Analysed samples.
    pub samples_analysed: u32,
    /// Result lines in the logs of all jobs, in metrics.csv or not.
    pub results_logged: u32,
}

/// Accounts for every planned process.
pub fn account(phase: &PhaseRecords, samples: &[Sample]) -> (Vec<Process>, Accounting) {
    let mut rows: BTreeMap<u32, u32> = BTreeMap::new();
    for sample in samples {
        *rows.entry(sample.job).or_default() += 1;
    }
    let recorded = |job: u32| rows.get(&job).copied().unwrap_or(0);
    let abort = phase.events.iter().find(|event| event.kind == EventKind::PhaseAbort);
    let analysed = analysed_jobs(phase, &recorded);
    let processes: Vec<Process> = phase
        .plan
        .jobs
        .iter()
        .map(|job| {
            let (fate, reason) = fate_of(phase, job.job, analysed.contains(&job.job), recorded(job.job), abort);
            Process {
                job: job.job,
                fate,
                reason,
                samples: recorded(job.job),
                results: phase.logs.get(&job.job).map_or(0, |log| log.results().len() as u32),
            }
        })
        .collect();
    let with = |fate: Fate| processes.iter().filter(|process| process.fate == fate).count() as u32;
    let planned = processes.len() as u32;
    let accounting = Accounting {
        planned,
        executed: planned - with(Fate::NeverStarted),
        outside: with(Fate::Outside),
        failed: with(Fate::Failed),
        never_started: with(Fate::NeverStarted),
        analysed: with(Fate::Analysed),
        omitted: planned - with(Fate::Analysed),
        samples_planned: planned * phase.plan.count,
        samples_recorded: samples.len() as u32,
        samples_analysed: processes
            .iter()
            .filter(|process| process.fate == Fate::Analysed)
            .map(|process| process.samples)
            .sum(),
        results_logged: processes.iter().map(|process| process.results).sum(),
    };
    (processes, accounting)
}

/// Jobs whose samples enter the analysis: those of complete cases, or of complete blocks where the pinned analysis
/// allows incomplete cases. Complete means every planned repeat of every arm.
fn analysed_jobs(phase: &PhaseRecords, recorded: &impl Fn(u32) -> u32) -> Vec<u32> {
    let mut complete: BTreeMap<(usize, u32), bool> = BTreeMap::new();
    for job in &phase.plan.jobs {
        let whole = recorded(job.job) == phase.plan.count;
        *complete.entry((job.case, job.block)).or_insert(true) &= whole;
    }
    let counts = |case: usize, block: u32| {
        if phase.spec.complete_cases_only {
            complete.range((case, 0)..=(case, u32::MAX)).all(|(_, whole)| *whole)
        } else {
            complete.get(&(case, block)).copied().unwrap_or(false)
        }
    };
    phase.plan.jobs.iter().filter(|job| counts(job.case, job.block)).map(|job| job.job).collect()
}

fn fate_of(phase: &PhaseRecords, job: u32, analysed: bool, recorded: u32, abort: Option<&Event>) -> (Fate, String) {
    if analysed {
        return (Fate::Analysed, String::new());
    }
    let about = |kind: EventKind| phase.events.iter().find(move |event| event.kind == kind && event.job == Some(job));
    if about(EventKind::JobStart).is_none() {
        let reason = match abort {
            Some(Event { job: Some(last), .. }) => format!("never started: the runner gave up after job {last}"),
            Some(_) => "never started: the runner gave up before it".to_string(),
            None => "never started: the runner's log does not say why".to_string(),
        };
        return (Fate::NeverStarted, reason);
    }
    let Some(end) = about(EventKind::JobEnd) else {
        return (Fate::Failed, "started, and no end of it is recorded".to_string());
    };
    let status = end.status.as_deref().unwrap_or("no status");
    if status != "ok" {
        return (Fate::Failed, format!("ran, marked as {}", status.replace('_', " ")));
    }
    let reason = if recorded < phase.plan.count {
        format!("ran and passed, {recorded} of {} repeats recorded", phase.plan.count)
    } else {
        "ran and passed, not analysed: its case is incomplete".to_string()
    };
    (Fate::Outside, reason)
}

//! Reconciliation: the CSV against the raw logs against the plan.
//!
//! In: [`crate::ingest::Campaign`]. Out: [`Reconciled`]: the same records, and per phase what became of every planned
//! process, the samples that may be analysed, a working copy with restored labels, findings, and the experiment that
//! [`crate::analysis`] takes. The originals stay as they are.
//!
//! 1. [`rows`]: every CSV row against its plan entry and its raw log line, field by field.
//! 2. [`working_copy`]: labels restored from the plan, with the list of changed cells.
//! 3. [`receipts`]: audit receipts against the measured invocations.
//! 4. [`events`]: the runner's events against one another and against the rows.
//! 5. [`processes`]: what became of every planned process, and the counts.
//! 6. [`failures`]: jobs that the runner marked as failed, against their log and receipts.
//! 7. [`design`]: whether the orders are balanced and the execution followed the plan.
//! 8. [`confounds`]: metrics that must not differ between the arms of a comparison.
//! 9. [`declared`]: what campaign.yaml says of a phase against what is there.
//! 10. [`experiment`]: the samples in the form that the analysis takes.
//! 11. [`observed`]: the datasets of phases that were not run by a plan.

pub mod confounds;
pub mod declared;
pub mod design;
pub mod events;
pub mod experiment;
pub mod failures;
pub mod observed;
pub mod processes;
pub mod receipts;
pub mod rows;
pub mod working_copy;

use crate::analysis::Experiment;
use crate::ingest::{Campaign, PhaseRecords};
use crate::problem::{Outcome, gather};

pub use confounds::{Confound, Verdict};
pub use design::Audit;
pub use failures::{Failure, OddReceipt};
pub use observed::Observed;
pub use processes::{Accounting, Fate, Process};
pub use rows::Sample;
pub use working_copy::{LabelChange, WorkingCopy};

/// A campaign whose records agree with one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Reconciled {
    /// The records.
    pub campaign: Campaign,
    /// One entry a phase, in the order of [`Campaign::phases`].
    pub phases: Vec<Reconciliation>,
    /// One entry a phase without a plan, in the order of [`Campaign::observed`].
    pub observed: Vec<Observed>,
}

/// What reconciling one phase found.
#[derive(Clone, Debug, PartialEq)]
pub struct Reconciliation {
    /// One sample a CSV row, in file order, each tied to its log line.
    pub samples: Vec<Sample>,
    /// The CSV with restored labels.
    pub working_copy: WorkingCopy,
    /// What became of every planned process, by job.
    pub processes: Vec<Process>,
    /// The counts.
    pub accounting: Accounting,
    /// Jobs that the runner marked as failed.
    pub failures: Vec<Failure>,
    /// Orders and execution.
    pub audit: Audit,
    /// Confounds, by case and comparison.
    pub confounds: Vec<Confound>,
    /// What goes into the analysis.
    pub experiment: Experiment,
}

/// Reconciles every phase.
///
/// # Errors
/// Every contradiction between the files of every phase.
pub fn reconcile(campaign: Campaign) -> Outcome<Reconciled> {
    let phases = gather(campaign.phases.iter().map(reconcile_phase));
    let observed = gather(campaign.observed.iter().map(observed::reconcile));
    match (phases, observed) {
        (Ok(phases), Ok(observed)) => Ok(Reconciled { campaign, phases, observed }),
        (phases, observed) => Err(phases.err().into_iter().chain(observed.err()).flatten().collect()),
    }
}

fn reconcile_phase(phase: &PhaseRecords) -> Outcome<Reconciliation> {
    let mut problems = Vec::new();
    let samples = rows::check(phase).unwrap_or_else(|found| {
        problems.extend(found);
        Vec::new()
    });
    problems.extend(receipts::check(phase));
    problems.extend(events::check(phase));
    let audit = design::audit(phase).unwrap_or_else(|found| {
        problems.extend(found);
        Audit::default()
    });
    if !problems.is_empty() {
        return Err(problems);
    }
    let (processes, accounting) = processes::account(phase, &samples);
    let problems = declared::check(phase, &accounting);
    if !problems.is_empty() {
        return Err(problems);
    }
    let working_copy = working_copy::restore(phase, &processes);
    let failures = failures::examine(phase);
    let confounds = confounds::judge(phase, &samples);
    let experiment = experiment::assemble(phase, &samples);
    Ok(Reconciliation { samples, working_copy, processes, accounting, failures, audit, confounds, experiment })
}

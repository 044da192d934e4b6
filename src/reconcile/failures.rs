//! Jobs that the runner marked as failed, against what their log and receipts show.
//!
//! A runner can be wrong about a failure. Where the process exited 0, its log says PASS and every measured invocation's
//! receipt agrees with its result line, the mark has nothing to stand on; what the runner may have looked at instead
//! are receipts of calibration invocations, and those that differ from the results are listed.

use super::receipts::{pairs, prefix_differs};
use crate::ingest::{EventKind, PhaseRecords};

/// A job that the runner marked as failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Job.
    pub job: u32,
    /// Status that the runner gave.
    pub status: String,
    /// Error text of the runner.
    pub error: String,
    /// Exit code of the process.
    pub exit_code: Option<i64>,
    /// What the log says: PASS, FAIL, or neither.
    pub passed: Option<bool>,
    /// Result lines in the log.
    pub results: u32,
    /// True if every measured invocation's receipt agrees with its result line.
    pub measured_agree: bool,
    /// Receipts whose prefix length differs from the job's result lines.
    pub odd: Vec<OddReceipt>,
    /// Line of the `job_end` event in `runner.jsonl`.
    pub event_line: u32,
}

/// A receipt that differs from the result lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddReceipt {
    /// Line in the receipts file.
    pub line: u32,
    /// Invocation.
    pub invocation: u64,
    /// True for a calibration invocation, which is not measured.
    pub calibration: bool,
    /// The prefix length it names, in bytes.
    pub prefix_bytes: u64,
    /// The prefix length of every result line, in bytes.
    pub results_say: u64,
    /// The repeat during whose sizing or run the invocation happened, from 0.
    pub repeat: u32,
}

impl Failure {
    /// True where nothing in log and receipts bears the failure out.
    pub fn is_false(&self) -> bool {
        self.exit_code == Some(0)
            && self.passed == Some(true)
            && self.measured_agree
            && self.results > 0
            && self.odd.iter().all(|receipt| receipt.calibration)
    }
}

/// Examines every job whose end has a status other than `ok`.
pub fn examine(phase: &PhaseRecords) -> Vec<Failure> {
    phase
        .events
        .iter()
        .filter(|event| event.kind == EventKind::JobEnd && event.status.as_deref() != Some("ok"))
        .filter_map(|event| {
            let job = event.job?;
            let log = phase.logs.get(&job);
            let pairs = pairs(phase, job);
            Some(Failure {
                job,
                status: event.status.clone().unwrap_or_default(),
                error: event.error.clone().unwrap_or_default(),
                exit_code: event.exit_code,
                passed: log.and_then(|log| log.verdict).map(|(_, passed)| passed),
                results: log.map_or(0, |log| log.results().len() as u32),
                measured_agree: !pairs.is_empty()
                    && pairs
                        .iter()
                        .all(|(receipt, line)| receipt.n == line.iterations && !prefix_differs(receipt, *line)),
                odd: odd_receipts(phase, job),
                event_line: event.line,
            })
        })
        .collect()
}

/// Receipts whose prefix length differs from the result line that their repeat ended in.
pub fn odd_receipts(phase: &PhaseRecords, job: u32) -> Vec<OddReceipt> {
    let (Some(receipts), Some(log)) = (phase.receipts.get(&job), phase.logs.get(&job)) else { return Vec::new() };
    let mut repeat = 0;
    let mut odd = Vec::new();
    for receipt in receipts {
        if let Some(line) = log.result(repeat)
            && prefix_differs(receipt, line)
        {
            odd.push(OddReceipt {
                line: receipt.line,
                invocation: receipt.invocation,
                calibration: receipt.calibration,
                prefix_bytes: receipt.prefix_bytes.unwrap_or_default(),
                results_say: super::receipts::prefix_of(line).map_or(0, |number| number.value as u64),
                repeat: repeat as u32,
            });
        }
        if !receipt.calibration {
            repeat += 1;
        }
    }
    odd
}

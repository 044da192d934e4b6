//! Audit receipts against the measured invocations.
//!
//! Receipts pair with result lines by order among those that are no calibration: a calibration invocation sizes b.N and
//! prints no result.

use crate::ingest::{PhaseRecords, Printed, Receipt, ResultLine};
use crate::problem::{Kind, Place, Problem};

/// The metric that a receipt's `prefix_bytes` audits.
pub const PREFIX_METRIC: &str = "prefix-B";

/// Measured receipts of a job with their result lines, in order.
pub fn pairs(phase: &PhaseRecords, job: u32) -> Vec<(&Receipt, ResultLine<'_>)> {
    match (phase.receipts.get(&job), phase.logs.get(&job)) {
        (Some(receipts), Some(log)) => {
            receipts.iter().filter(|receipt| !receipt.calibration).zip(log.results()).collect()
        }
        _ => Vec::new(),
    }
}

/// The prefix length of a result line, if it reports one.
pub fn prefix_of(line: ResultLine<'_>) -> Option<Printed<'_>> {
    line.value(PREFIX_METRIC)
}

/// Whether a receipt's prefix length differs from the one that `line` reports.
pub fn prefix_differs(receipt: &Receipt, line: ResultLine<'_>) -> bool {
    match (receipt.prefix_bytes, prefix_of(line)) {
        (Some(bytes), Some(number)) => bytes as f64 != number.value,
        _ => false,
    }
}

/// Receipts that contradict the result line they audit. A job without receipts has nothing to contradict.
pub fn check(phase: &PhaseRecords) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (job, receipts) in &phase.receipts {
        let Some(log) = phase.logs.get(job) else { continue };
        let file = phase.receipts_path(*job);
        let measured = receipts.iter().filter(|receipt| !receipt.calibration).count();
        if measured != log.results().len() {
            problems.push(Problem::new(
                Kind::Input,
                "reconcile::receipt-count",
                Place::file(&file).of_job(*job),
                format!("has {measured} receipts of measured invocations for {} result lines", log.results().len()),
                format!("compare it with {}; each result line needs the receipt of its own invocation", log.file),
            ));
            continue;
        }
        for (receipt, line) in pairs(phase, *job) {
            let place = || Place::line(&file, receipt.line).of_job(*job);
            if receipt.n != line.iterations {
                problems.push(Problem::new(
                    Kind::Input,
                    "reconcile::receipt-against-log",
                    place(),
                    format!(
                        "audits {} iterations, but {}:{} reports {}",
                        receipt.n, log.file, line.line, line.iterations
                    ),
                    "restore the original receipts and log of the job",
                ));
            }
            if prefix_differs(receipt, line) {
                problems.push(Problem::new(
                    Kind::Input,
                    "reconcile::receipt-against-log",
                    place(),
                    format!(
                        "audits a prefix of {} bytes, but {}:{} reports {} {PREFIX_METRIC}",
                        receipt.prefix_bytes.unwrap_or_default(),
                        log.file,
                        line.line,
                        prefix_of(line).map_or("", |number| number.text)
                    ),
                    "restore the original receipts and log of the job",
                ));
            }
        }
    }
    problems
}

//! The CSV with restored labels: a derivative, written out with its hash and the list of changed cells.

use super::processes::{Fate, Process};
use crate::ingest::PhaseRecords;

/// A corrected derivative of `metrics.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkingCopy {
    /// Its bytes: the same header and rows, labels restored.
    pub csv: Vec<u8>,
    /// SHA-256 of them, 64 hexadecimal digits.
    pub sha256: String,
    /// Every cell that differs from the original, in file order.
    pub changes: Vec<LabelChange>,
}

/// A cell of the column `case` that was restored from the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelChange {
    /// Line in `metrics.csv`.
    pub line: u32,
    /// Job, by which the plan knows the case.
    pub job: u32,
    /// What stood there.
    pub was: String,
    /// The plan's name of the case.
    pub is: String,
    /// True if the row is analysed.
    pub analysed: bool,
    /// True if the row's benchmark name stood in the place of the label (a shadowed field in the runner).
    pub shadowed: bool,
}

impl WorkingCopy {
    /// Restored labels in analysed rows.
    pub fn analysed_changes(&self) -> u32 {
        self.changes.iter().filter(|change| change.analysed).count() as u32
    }

    /// Restored labels in rows outside the analysis.
    pub fn outside_changes(&self) -> u32 {
        self.changes.len() as u32 - self.analysed_changes()
    }
}

/// Restores the labels. Rows outside the analysis get theirs back too, so that nobody takes them for another case;
/// they enter no ratio.
pub fn restore(phase: &PhaseRecords, processes: &[Process]) -> WorkingCopy {
    let column = phase.metrics.header.iter().position(|name| name == "case");
    let mut changes = Vec::new();
    let mut text = String::new();
    push_record(&phase.metrics.header, &mut text);
    for row in &phase.metrics.rows {
        let mut fields = row.fields.clone();
        let case = phase.plan.jobs.get(row.job as usize).and_then(|job| phase.plan.cases.get(job.case));
        if let (Some(case), Some(field)) = (case, column.and_then(|column| fields.get_mut(column)))
            && *field != case.name
        {
            changes.push(LabelChange {
                line: row.line,
                job: row.job,
                was: std::mem::replace(field, case.name.clone()),
                is: case.name.clone(),
                analysed: processes.get(row.job as usize).is_some_and(|process| process.fate == Fate::Analysed),
                shadowed: row.case == row.benchmark,
            });
        }
        push_record(&fields, &mut text);
    }
    let csv = text.into_bytes();
    let sha256 = crate::integrity::sha256(&csv);
    WorkingCopy { csv, sha256, changes }
}

/// One line of RFC 4180 text, quoted only where it must be, so that untouched rows keep their bytes.
fn push_record(fields: &[String], out: &mut String) {
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(field);
        }
    }
    out.push('\n');
}

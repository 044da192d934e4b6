//! Records that the readers return.

use std::collections::BTreeMap;

use serde_json::Value;
use smol_str::SmolStr;

pub use super::go_bench::{BenchLog, ResultLine};
use crate::campaign::manifest::{Manifest, Phase};
use crate::campaign::plan::Plan;
use crate::campaign::published::Published;
use crate::campaign::spec::Spec;

/// A campaign as its files tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// `campaign.yaml`.
    pub manifest: Manifest,
    /// SHA-256 of every pinned file, by path below the campaign's folder.
    pub hashes: BTreeMap<String, String>,
    /// The phases that were run by a plan, in the manifest's order.
    pub phases: Vec<PhaseRecords>,
    /// The others, in the same order.
    pub observed: Vec<super::ObservedRecords>,
    /// What the readers had to say: a BOM stripped, an unknown event. Each is shown in the report.
    pub remarks: Vec<Remark>,
}

/// Something a reader noticed and went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// File and line below the campaign's folder.
    pub place: crate::problem::Place,
    /// One sentence.
    pub text: String,
}

/// Everything of one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseRecords {
    /// The manifest's entry.
    pub declared: Phase,
    /// `plan.json`.
    pub plan: Plan,
    /// `analysis.yaml`.
    pub spec: Spec,
    /// `metrics.csv`.
    pub metrics: MetricsTable,
    /// `runner.jsonl`.
    pub events: Vec<Event>,
    /// `logs/JJJ.log` by job; a job whose log does not exist has no entry.
    pub logs: BTreeMap<u32, BenchLog>,
    /// `logs/JJJ.receipts.jsonl` by job.
    pub receipts: BTreeMap<u32, Vec<Receipt>>,
    /// `pins/before.json`, `after.json`, `end.json`: those that exist, with their hashes by path below the phase.
    pub pins: Vec<Pins>,
    /// `published.json`, if there is one.
    pub published: Option<Published>,
    /// `analysis.json`: what the pinned analyzer printed, if it is there.
    pub reference: Option<Value>,
}

impl PhaseRecords {
    /// Path below the campaign's folder of a file of this phase.
    pub fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.declared.dir)
    }

    /// Path below the campaign's folder of the receipts of a job, which lie beside its log.
    pub fn receipts_path(&self, job: u32) -> String {
        let job = usize::try_from(job).ok().and_then(|job| self.plan.jobs.get(job));
        self.path(&job.map_or_else(String::new, |job| super::receipts_of(&job.log)))
    }
}

/// A number as it was printed, and its value. Always finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// As printed, for instance `19.00`.
    pub text: SmolStr,
    /// Its value.
    pub value: f64,
}

/// A number as it stands in the text of its file. Always finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed<'a> {
    /// As printed, for instance `19.00`.
    pub text: &'a str,
    /// Its value.
    pub value: f64,
}

impl From<Printed<'_>> for Number {
    fn from(printed: Printed<'_>) -> Self {
        Number { text: printed.text.into(), value: printed.value }
    }
}

/// `metrics.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricsTable {
    /// The header as written, comma-separated, for the working copy.
    pub header: Vec<String>,
    /// Metrics in the header's order: every column after `iterations`.
    pub metrics: Vec<String>,
    /// The rows in file order.
    pub rows: Vec<MetricsRow>,
}

/// A row of `metrics.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricsRow {
    /// Line in the file, from 1.
    pub line: u32,
    /// Campaign.
    pub campaign: String,
    /// Phase.
    pub phase: String,
    /// Job.
    pub job: u32,
    /// The column `case`, right or wrong.
    pub case: String,
    /// Block.
    pub block: u32,
    /// Position.
    pub position: u32,
    /// Arm.
    pub arm: String,
    /// Repeat, from 0.
    pub repeat: u32,
    /// Benchmark name with suffix.
    pub benchmark: String,
    /// b.N.
    pub iterations: u64,
    /// One a metric of the table; `None` for an empty field.
    pub values: Vec<Option<Number>>,
    /// Every field as written, for the working copy.
    pub fields: Vec<String>,
}

/// A receipt: an audit line of one benchmark invocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Receipt {
    /// Line in the file, from 1.
    pub line: u32,
    /// Invocation, from 0.
    pub invocation: u64,
    /// b.N.
    pub n: u64,
    /// True for an invocation that sized b.N and gave no result line.
    pub calibration: bool,
    /// Length of the key prefix, if audited.
    pub prefix_bytes: Option<u64>,
    /// Rows checked, if audited.
    pub rows_checked: Option<u64>,
    /// Whether its own checks passed.
    pub ok: bool,
    /// Every other key, kept.
    pub extra: serde_json::Map<String, Value>,
}

/// A line of `runner.jsonl`.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Line in the file, from 1.
    pub line: u32,
    /// Time stamp as written, RFC 3339.
    pub time: String,
    /// The same in milliseconds since 1970-01-01T00:00:00Z.
    pub millis: i64,
    /// What happened; names that the format does not know are kept in [`EventKind::Unknown`].
    pub kind: EventKind,
    /// Job, if the event is about one.
    pub job: Option<u32>,
    /// `ok`, `correctness_failure`, `crash`, `timeout`.
    pub status: Option<String>,
    /// Exit code; negative for a signal.
    pub exit_code: Option<i64>,
    /// Seconds.
    pub duration_s: Option<f64>,
    /// Error text.
    pub error: Option<String>,
    /// Whether the pins held.
    pub pins_ok: Option<bool>,
    /// Every other key, kept.
    pub extra: serde_json::Map<String, Value>,
}

/// Kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The phase began.
    PhaseStart,
    /// A job began.
    JobStart,
    /// A job ended.
    JobEnd,
    /// A planned job was left out.
    Omit,
    /// The phase was given up.
    PhaseAbort,
    /// The phase ended.
    PhaseEnd,
    /// Anything else, by its name.
    Unknown(String),
}

/// One of the three pin files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pins {
    /// `before`, `after` or `end`.
    pub when: String,
    /// Path below the campaign's folder.
    pub file: String,
    /// SHA-256 by path below the phase's folder.
    pub files: BTreeMap<String, String>,
}

//! `campaign.yaml`.

use serde_json::Value;

/// `campaign.yaml`, schema `benchcampaign/campaign/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Name, equal to the folder's.
    pub campaign: String,
    /// How the data came about.
    pub status: Status,
    /// What has to be said about that.
    pub status_note: String,
    /// Titles of the documents, by phase.
    pub documents: Vec<DocumentTitle>,
    /// Commit of the harness, 40 hexadecimal digits; empty if not given.
    pub harness: String,
    /// The host as declared, nested values kept.
    pub host: Option<Value>,
    /// The phases in order.
    pub phases: Vec<Phase>,
    /// Figures quoted from elsewhere.
    pub cited: Vec<Cited>,
    /// What somebody had to choose.
    pub stand_ins: Vec<String>,
    /// Every other key, kept as it is.
    pub extra: serde_json::Map<String, Value>,
}

/// How the data came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Measured, and the samples are here.
    Measured,
    /// Samples made to reproduce printed figures.
    Reconstructed,
    /// Only printed figures exist.
    PublishedSummary,
    /// Another word, printed as it is.
    Other(String),
}

/// Title of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentTitle {
    /// Phase.
    pub phase: String,
    /// Its title.
    pub title: String,
}

/// A phase as the manifest declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Name, for instance `D1`.
    pub phase: String,
    /// Folder below the campaign's, for instance `frozen/D1`.
    pub dir: String,
    /// `complete` or `aborted` or another word.
    pub outcome: String,
    /// Planned jobs, if declared.
    pub jobs_planned: Option<u64>,
    /// Executed jobs, if declared.
    pub jobs_executed: Option<u64>,
    /// Rows of metrics.csv, if declared.
    pub rows: Option<u64>,
    /// Line of its entry in campaign.yaml.
    pub line: u32,
}

/// A figure quoted from a document whose data are not here.
#[derive(Clone, Debug, PartialEq)]
pub struct Cited {
    /// Name.
    pub id: String,
    /// Phase it comes from; may be empty.
    pub phase: String,
    /// What it is.
    pub what: String,
    /// As printed there.
    pub printed: String,
    /// Its value.
    pub value: f64,
    /// Interval low end, if it has one.
    pub low: Option<f64>,
    /// Interval high end.
    pub high: Option<f64>,
    /// Unit: `percent`, `ratio`, or a unit of measure.
    pub unit: String,
    /// Where it was printed.
    pub source: String,
    /// Line of its entry in campaign.yaml.
    pub line: u32,
}

//! `campaign.yaml`.

use serde_json::Value;

use crate::problem::{Outcome, Problems};
use crate::source::fields::{document, leaves};
use crate::source::{Fields, Node, Source, Tree, quote, yaml};

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

/// Schema that is read.
pub const SCHEMA: &str = "benchcampaign/campaign/1";

const KNOWN: [&str; 10] =
    ["schema", "campaign", "status", "status_note", "documents", "harness", "host", "phases", "cited", "stand_ins"];

/// Reads `campaign.yaml`; `path` names it in messages. Keys that the format does not know are kept in
/// [`Manifest::extra`].
///
/// # Errors
/// Everything in it that is missing, of the wrong type or contradicts itself: a phase or a cited figure twice, a phase's
/// folder outside the campaign's.
pub fn parse(bytes: &[u8], path: &str) -> Outcome<Manifest> {
    read(&Source::decode(path, bytes)?)
}

/// The same of a decoded text.
///
/// # Errors
/// As [`parse`].
pub fn read(source: &Source) -> Outcome<Manifest> {
    let root = yaml::parse(source)?;
    let fields = document(source, &root, "the manifest", SCHEMA)?;
    let mut found = Vec::new();
    let problems = &mut found;
    let status = match fields.entry("status") {
        Some(_) => fields.text("status", problems).unwrap_or_default(),
        None => {
            let next = "say how the data came about: `measured`, `reconstructed`, `published-summary`, or another word";
            problems.push(fields.problem("status", "source::missing-key", "the manifest has no `status`", next));
            String::new()
        }
    };
    let manifest = Manifest {
        campaign: fields.text("campaign", problems).unwrap_or_default(),
        status: match status.as_str() {
            "measured" => Status::Measured,
            "reconstructed" => Status::Reconstructed,
            "published-summary" => Status::PublishedSummary,
            _ => Status::Other(status),
        },
        status_note: fields.optional_text("status_note", problems).unwrap_or_default(),
        documents: documents(source, &fields, problems),
        harness: match fields.optional("harness") {
            Some(_) => fields.hash("harness", 40, problems).unwrap_or_default(),
            None => String::new(),
        },
        host: fields.optional("host").map(|node| declared(source, node)),
        phases: phases(source, &fields, problems),
        cited: cited(source, &fields, problems),
        stand_ins: {
            let nodes = fields.optional_list("stand_ins", problems).unwrap_or_default();
            fields.texts(nodes, "stand_ins", problems).into_iter().map(|(text, _)| text).collect()
        },
        extra: fields
            .entries()
            .iter()
            .filter(|entry| !KNOWN.contains(&entry.key.as_str()))
            .map(|entry| (entry.key.clone(), declared(source, &entry.node)))
            .collect(),
    };
    if manifest.campaign.trim().is_empty() && found.is_empty() {
        found.push(fields.problem(
            "campaign",
            "manifest::no-name",
            "the campaign has no name",
            "write the name of its folder there",
        ));
    }
    if found.is_empty() { Ok(manifest) } else { Err(found) }
}

fn documents(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<DocumentTitle> {
    let nodes = fields.optional_list("documents", problems).unwrap_or_default();
    nodes
        .iter()
        .filter_map(|node| {
            let entry = Fields::of(source, node, "an entry of `documents`", problems)?;
            let (phase, title) = (entry.text("phase", problems), entry.text("title", problems));
            Some(DocumentTitle { phase: phase?, title: title? })
        })
        .collect()
}

fn phases(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<Phase> {
    let nodes = fields.list("phases", problems).unwrap_or_default();
    let mut phases: Vec<Phase> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `phases`", problems) else { continue };
        let phase = Phase {
            phase: entry.text("phase", problems).unwrap_or_default(),
            dir: entry.text("dir", problems).unwrap_or_default(),
            outcome: entry.optional_text("outcome", problems).unwrap_or_default(),
            jobs_planned: entry.optional_whole("jobs_planned", problems),
            jobs_executed: entry.optional_whole("jobs_executed", problems),
            rows: entry.optional_whole("rows", problems),
            line: entry.line(),
        };
        if let (Some(_), Some(why)) = (entry.entry("dir"), leaves(&phase.dir)) {
            problems.push(entry.problem(
                "dir",
                "manifest::phase-folder",
                format!("the folder {} of phase {} {why}", quote(&phase.dir), quote(&phase.phase)),
                "name it by its path below the campaign's folder, for instance `frozen/A`",
            ));
        }
        for earlier in &phases {
            for (key, this, other) in [("phase", &phase.phase, &earlier.phase), ("dir", &phase.dir, &earlier.dir)] {
                if this == other && !this.is_empty() {
                    problems.push(entry.problem(
                        key,
                        "manifest::phase-twice",
                        format!("{} {} already stands on line {}", quote(key), quote(this), earlier.line),
                        "give each phase a name and a folder of its own",
                    ));
                }
            }
        }
        phases.push(phase);
    }
    if nodes.is_empty() && fields.entry("phases").is_some() && problems.is_empty() {
        problems.push(fields.problem(
            "phases",
            "manifest::no-phases",
            "the campaign has no phases, so there is nothing to report",
            "list its phases with their folders",
        ));
    }
    phases
}

fn cited(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<Cited> {
    let nodes = fields.optional_list("cited", problems).unwrap_or_default();
    let mut cited: Vec<Cited> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `cited`", problems) else { continue };
        let figure = Cited {
            id: entry.text("id", problems).unwrap_or_default(),
            phase: entry.optional_text("phase", problems).unwrap_or_default(),
            what: entry.text("what", problems).unwrap_or_default(),
            printed: entry.text("printed", problems).unwrap_or_default(),
            value: entry.number("value", problems).unwrap_or_default(),
            low: entry.optional_number("low", problems),
            high: entry.optional_number("high", problems),
            unit: entry.optional_text("unit", problems).unwrap_or_default(),
            source: entry.text("source", problems).unwrap_or_default(),
            line: entry.line(),
        };
        if let Some(earlier) = cited.iter().find(|earlier| earlier.id == figure.id && !figure.id.is_empty()) {
            problems.push(entry.problem(
                "id",
                "manifest::cited-twice",
                format!("the cited figure {} already stands on line {}", quote(&figure.id), earlier.line),
                "give each cited figure an id of its own",
            ));
        }
        cited.push(figure);
    }
    cited
}

/// A declared value as people wrote it: a number whose printed form would differ (`6.10`, `1e3`) stays the text it was.
fn declared(source: &Source, node: &Node) -> Value {
    match &node.tree {
        Tree::Number(number) => {
            let written = source.slice(node.span);
            if written.is_empty() || written == number.to_string() {
                Value::Number(number.clone())
            } else {
                Value::String(written.to_owned())
            }
        }
        Tree::List(nodes) => Value::Array(nodes.iter().map(|node| declared(source, node)).collect()),
        Tree::Map(entries) => {
            Value::Object(entries.iter().map(|entry| (entry.key.clone(), declared(source, &entry.node))).collect())
        }
        _ => node.to_value(),
    }
}

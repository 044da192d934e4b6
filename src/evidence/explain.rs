//! How a figure was formed: its derivation as a tree down to the log lines.
//!
//! In: the ledger, the records and hashes of the campaign. Out: [`Explanation`], which a reviewer can recompute by hand.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::entry::{Derivation, Evidence};
use super::ledger::Ledger;
use super::printed::{canonical, forms, typed};
use crate::document::Standing;
use crate::ingest::Campaign;

/// A figure, how it was formed, and from what.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Its id.
    pub id: String,
    /// What it is.
    pub what: String,
    /// As printed.
    pub printed: String,
    /// Unrounded.
    pub full: String,
    /// Interval ends, unrounded.
    pub interval: Option<(String, String)>,
    /// Unit.
    pub unit: String,
    /// `measured`, `cited`, `declared`.
    pub standing: &'static str,
    /// How it was formed, in words.
    pub method: String,
    /// The log line that shows a sample, as printed.
    pub line: Option<String>,
    /// Files that it was read or counted in, with line or key and SHA-256.
    pub files: Vec<Source>,
    /// What it was formed from.
    pub from: Vec<Explanation>,
}

/// A place in a pinned file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path below the campaign's folder.
    pub file: String,
    /// Line or key; empty for the whole file.
    pub at: String,
    /// SHA-256 of the file; empty for a folder.
    pub sha256: String,
}

/// Ids of the figures that `wanted` names: the id itself, else every figure that is printed so.
pub fn find(ledger: &Ledger, wanted: &str) -> Vec<String> {
    if ledger.get(wanted).is_some() {
        return vec![wanted.to_string()];
    }
    let wanted = typed(wanted);
    let printed = |evidence: &&Evidence| forms(evidence).iter().any(|form| typed(form) == wanted);
    ledger.entries().filter(printed).map(|evidence| evidence.id.clone()).collect()
}

/// Ids that begin alike, for a message about an id that is not there.
pub fn near(ledger: &Ledger, wanted: &str, most: usize) -> Vec<String> {
    let mut scored: Vec<(usize, &str)> = ledger
        .entries()
        .map(|evidence| {
            let common = evidence.id.chars().zip(wanted.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
            (common, evidence.id.as_str())
        })
        .filter(|(common, _)| *common > 1)
        .collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.len().cmp(&b.1.len())).then(a.1.cmp(b.1)));
    scored.into_iter().take(most).map(|(_, id)| id.to_string()).collect()
}

/// Explains the figure of an id; `None` if there is none.
pub fn explain(ledger: &Ledger, campaign: &Campaign, id: &str) -> Option<Explanation> {
    let logs = raw_lines(campaign);
    explained(ledger, campaign, &logs, id, 0)
}

/// Deeper than any derivation: figure formed in the text, estimate, block ratio, median, sample.
const DEEPEST: usize = 16;

type Lines<'a> = BTreeMap<(&'a str, u32), &'a str>;

/// Result lines as printed, by log and line.
fn raw_lines(campaign: &Campaign) -> Lines<'_> {
    let logs = campaign.phases.iter().flat_map(|phase| phase.logs.values());
    logs.flat_map(|log| log.results().map(|line| ((log.file.as_str(), line.line), line.raw))).collect()
}

fn explained(ledger: &Ledger, campaign: &Campaign, logs: &Lines<'_>, id: &str, depth: usize) -> Option<Explanation> {
    let evidence = ledger.get(id)?;
    let hash = |file: &str| campaign.hashes.get(file).cloned().unwrap_or_default();
    let source = |file: &str, at: String| Source { file: file.to_string(), at, sha256: hash(file) };
    let (method, line, files, from) = match &evidence.derivation {
        Derivation::Computed { method, from } => {
            let from = if depth < DEEPEST {
                from.iter().filter_map(|id| explained(ledger, campaign, logs, id, depth + 1)).collect()
            } else {
                Vec::new()
            };
            (method.clone(), None, Vec::new(), from)
        }
        Derivation::Sample { log, log_line, csv_line } => {
            let csv = evidence
                .phase
                .as_deref()
                .and_then(|name| campaign.phases.iter().find(|phase| phase.declared.phase == name))
                .map(|phase| source(&phase.path("metrics.csv"), format!("line {csv_line}")));
            let files = std::iter::once(source(log, format!("line {log_line}"))).chain(csv).collect();
            let line = logs.get(&(log.as_str(), *log_line)).map(|line| (*line).to_string());
            ("one value of one result line".to_string(), line, files, Vec::new())
        }
        Derivation::Line { file, line, raw } => (
            "one value on a line of a file".to_string(),
            (!raw.is_empty()).then(|| raw.clone()),
            vec![source(file, format!("line {line}"))],
            Vec::new(),
        ),
        Derivation::Declared { file, at } => {
            ("declared before the runs".to_string(), None, vec![source(file, at.clone())], Vec::new())
        }
        Derivation::Counted { rule, files } => {
            let files = files.iter().map(|file| source(file, String::new())).collect();
            (format!("counted: {rule}"), None, files, Vec::new())
        }
        Derivation::Cited { source } => (format!("quoted from: {source}"), None, Vec::new(), Vec::new()),
    };
    Some(Explanation {
        id: evidence.id.clone(),
        what: evidence.what.clone(),
        printed: canonical(evidence),
        full: evidence.amount.full(),
        interval: evidence
            .interval
            .map(|(low, high)| (crate::number::text::full(low), crate::number::text::full(high))),
        unit: evidence.unit.clone(),
        standing: standing(evidence.standing),
        method,
        line,
        files,
        from,
    })
}

/// The word of a standing.
pub fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Measured => "measured",
        Standing::Cited => "cited",
        Standing::Declared => "declared",
    }
}

impl Explanation {
    /// As a tree of lines for a terminal, and the hashes of the files that it names. A figure that stands twice in the
    /// tree is explained once.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut seen = Vec::new();
        let mut files = BTreeMap::new();
        self.push_text(&mut out, "", "", &mut seen, &mut files);
        if !files.is_empty() {
            out.push_str("\nSHA-256 of the files:\n");
            for (file, sha256) in files {
                out.push_str(&format!("  {sha256}  {file}\n"));
            }
        }
        out
    }

    fn push_text<'a>(
        &'a self,
        out: &mut String,
        first: &str,
        rest: &str,
        seen: &mut Vec<&'a str>,
        files: &mut BTreeMap<&'a str, &'a str>,
    ) {
        for file in self.files.iter().filter(|file| !file.sha256.is_empty()) {
            files.insert(&file.file, &file.sha256);
        }
        let places: Vec<String> = self
            .files
            .iter()
            .map(|file| match file.at.strip_prefix("line ") {
                Some(line) => format!("{}:{line}", file.file),
                None if file.at.is_empty() => file.file.clone(),
                None => format!("{} ({})", file.file, file.at),
            })
            .collect();
        // A sample is its log line: the names above it say the rest.
        if let Some(line) = &self.line {
            let words: Vec<&str> = line.split_whitespace().collect();
            out.push_str(&format!("{first}{}  {}\n{rest}  | {}\n", self.full, places.join(", "), words.join(" ")));
            return;
        }
        let interval = self.interval.as_ref().map_or(String::new(), |(low, high)| format!(" [{low}, {high}]"));
        out.push_str(&format!("{first}{} = {}{interval}\n", self.what, self.full));
        if seen.contains(&self.id.as_str()) {
            out.push_str(&format!("{rest}  as above: {}\n", self.id));
            return;
        }
        seen.push(&self.id);
        let places = if places.is_empty() { String::new() } else { format!("; {}", places.join(", ")) };
        out.push_str(&format!(
            "{rest}  {}, printed {}; {}{places}\n",
            self.standing,
            typed(&self.printed),
            self.method
        ));
        out.push_str(&format!("{rest}  id {}\n", self.id));
        for (at, part) in self.from.iter().enumerate() {
            let last = at + 1 == self.from.len();
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            part.push_text(out, &format!("{rest}{branch}"), &format!("{rest}{below}"), seen, files);
        }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id,
            "what": self.what,
            "printed": self.printed,
            "value": self.full,
            "interval": self.interval,
            "unit": self.unit,
            "standing": self.standing,
            "method": self.method,
            "log_line": self.line,
            "files": self.files.iter().map(|file| json!({"file": file.file, "at": file.at, "sha256": file.sha256})).collect::<Vec<_>>(),
            "from": self.from.iter().map(Explanation::json).collect::<Vec<_>>(),
        })
    }
}

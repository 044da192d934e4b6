//! `evidence.json`: the ledger for machines. Its schema is `evidence.schema.json`, beside it in the report.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::entry::{Amount, Derivation, Evidence};
use super::explain::standing;
use super::ledger::Ledger;
use super::printed::canonical;
use crate::ingest::Campaign;

/// Schema of `evidence.json`.
pub const SCHEMA: &str = "rebench-report/evidence/1";

/// Carried file that holds the JSON Schema.
pub const SCHEMA_FILE: &str = "schema/evidence.schema.json";

/// The ledger as JSON, figures in the order in which they were entered: all, or those of a phase and of the campaign.
pub fn json(ledger: &Ledger, phase: Option<&str>, campaign: &Campaign, tool: &str, input_hash: &str) -> Vec<u8> {
    let whole = Whole {
        json_schema: "evidence.schema.json",
        schema: SCHEMA,
        tool,
        campaign: &campaign.manifest.campaign,
        input_hash,
        files: &campaign.hashes,
        figures: (ledger, phase),
    };
    // Texts and finite numbers always serialise.
    let mut bytes = serde_json::to_vec(&whole).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(rename = "$schema")]
    json_schema: &'a str,
    schema: &'a str,
    tool: &'a str,
    campaign: &'a str,
    input_hash: &'a str,
    files: &'a BTreeMap<String, String>,
    #[serde(serialize_with = "figures")]
    figures: (&'a Ledger, Option<&'a str>),
}

/// One figure after the other: a tree of all of them would be many times the text.
fn figures<S: Serializer>((ledger, phase): &(&Ledger, Option<&str>), serializer: S) -> Result<S::Ok, S::Error> {
    let own = |one: &&Evidence| phase.is_none() || one.phase.is_none() || one.phase.as_deref() == *phase;
    serializer.collect_seq(ledger.entries().filter(own).map(Figure::of))
}

#[derive(Serialize)]
struct Figure<'a> {
    id: &'a str,
    phase: Option<&'a str>,
    what: &'a str,
    value: Value<'a>,
    interval: Option<(f64, f64)>,
    unit: &'a str,
    printed: String,
    standing: &'static str,
    derivation: Told<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Number(f64),
    Count(u64),
    Text(&'a str),
    Truth(bool),
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Told<'a> {
    Computed { method: &'a str, from: &'a [String] },
    Sample { log: &'a str, log_line: u32, csv_line: u32 },
    Line { file: &'a str, line: u32, printed: &'a str },
    Declared { file: &'a str, at: &'a str },
    Counted { rule: &'a str, files: &'a [String] },
    Cited { source: &'a str },
}

impl<'a> Figure<'a> {
    fn of(evidence: &'a Evidence) -> Self {
        let value = match &evidence.amount {
            Amount::Number(value) => Value::Number(*value),
            Amount::Count(count) => Value::Count(*count),
            Amount::Text(text) => Value::Text(text),
            Amount::Truth(truth) => Value::Truth(*truth),
        };
        let derivation = match &evidence.derivation {
            Derivation::Computed { method, from } => Told::Computed { method, from },
            Derivation::Sample { log, log_line, csv_line } => {
                Told::Sample { log, log_line: *log_line, csv_line: *csv_line }
            }
            Derivation::Line { file, line, raw } => Told::Line { file, line: *line, printed: raw },
            Derivation::Declared { file, at } => Told::Declared { file, at },
            Derivation::Counted { rule, files } => Told::Counted { rule, files },
            Derivation::Cited { source } => Told::Cited { source },
        };
        Figure {
            id: &evidence.id,
            phase: evidence.phase.as_deref(),
            what: &evidence.what,
            value,
            interval: evidence.interval,
            unit: &evidence.unit,
            printed: canonical(evidence),
            standing: standing(evidence.standing),
            derivation,
        }
    }
}

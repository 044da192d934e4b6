//! `evidence.json`: the ledger for machines. Its schema is `evidence.schema.json`, beside it in the report.

use serde_json::{Value, json};

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
    let value = json!({
        "$schema": "evidence.schema.json",
        "schema": SCHEMA,
        "tool": tool,
        "campaign": campaign.manifest.campaign,
        "input_hash": input_hash,
        "files": campaign.hashes,
        "figures": ledger.entries().filter(|one| of(one, phase)).map(figure).collect::<Vec<_>>(),
    });
    // Texts and finite numbers always serialise.
    let mut bytes = serde_json::to_vec(&value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

fn of(evidence: &Evidence, phase: Option<&str>) -> bool {
    phase.is_none() || evidence.phase.is_none() || evidence.phase.as_deref() == phase
}

fn figure(evidence: &Evidence) -> Value {
    let value = match &evidence.amount {
        Amount::Number(value) => json!(value),
        Amount::Count(count) => json!(count),
        Amount::Text(text) => json!(text),
        Amount::Truth(truth) => json!(truth),
    };
    let derivation = match &evidence.derivation {
        Derivation::Computed { method, from } => json!({"kind": "computed", "method": method, "from": from}),
        Derivation::Sample { log, log_line, csv_line } => {
            json!({"kind": "sample", "log": log, "log_line": log_line, "csv_line": csv_line})
        }
        Derivation::Line { file, line, raw } => {
            json!({"kind": "line", "file": file, "line": line, "printed": raw})
        }
        Derivation::Declared { file, at } => json!({"kind": "declared", "file": file, "at": at}),
        Derivation::Counted { rule, files } => json!({"kind": "counted", "rule": rule, "files": files}),
        Derivation::Cited { source } => json!({"kind": "cited", "source": source}),
    };
    json!({
        "id": evidence.id,
        "phase": evidence.phase,
        "what": evidence.what,
        "value": value,
        "interval": evidence.interval.map(|(low, high)| [low, high]),
        "unit": evidence.unit,
        "printed": canonical(evidence),
        "standing": standing(evidence.standing),
        "derivation": derivation,
    })
}

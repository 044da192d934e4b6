//! Host, harness, cited figures, hashes.

use serde_json::Value;

use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::ingest::Campaign;

pub(super) fn collect(campaign: &Campaign, ledger: &mut Ledger) {
    let manifest = &campaign.manifest;
    let declared = |at: &str| Derivation::Declared { file: "campaign.yaml".to_string(), at: at.to_string() };
    let text = |key: &str, what: &str, value: &str| Evidence {
        id: id(&["campaign", key]),
        phase: None,
        what: what.to_string(),
        amount: Amount::Text(value.to_string()),
        interval: None,
        unit: String::new(),
        standing: Standing::Declared,
        derivation: declared(key),
        shown: hashes_shown(),
    };
    ledger.enter(text("campaign", "name of the campaign", &manifest.campaign));
    ledger.enter(text("harness", "commit of the harness", &manifest.harness));
    if let Some(host) = &manifest.host {
        collect_host(host, &mut vec!["host".to_string()], ledger);
    }
    for (key, value) in &manifest.extra {
        collect_host(value, &mut vec![key.clone()], ledger);
    }
    for cited in &manifest.cited {
        ledger.enter(Evidence {
            id: id(&["cited", &cited.id]),
            phase: (!cited.phase.is_empty()).then(|| cited.phase.clone()),
            what: cited.what.clone(),
            amount: Amount::Number(cited.value),
            interval: cited.low.zip(cited.high),
            unit: cited.unit.clone(),
            standing: Standing::Cited,
            derivation: Derivation::Cited { source: cited.source.clone() },
            shown: Some(Target::Document { id: "index".to_string(), anchor: Some("cited".to_string()) }),
        });
    }
    for (path, sha256) in &campaign.hashes {
        ledger.enter(Evidence {
            id: id(&["sha256", path]),
            phase: None,
            what: format!("SHA-256 of {path}"),
            amount: Amount::Text(sha256.clone()),
            interval: None,
            unit: String::new(),
            standing: Standing::Measured,
            derivation: Derivation::Counted { rule: "SHA-256 of the bytes".to_string(), files: vec![path.clone()] },
            shown: hashes_shown(),
        });
    }
}

/// Where the hash of a pinned file is shown whole.
pub fn hashes_shown() -> Option<Target> {
    Some(Target::Document { id: "hashes".to_string(), anchor: Some("pinned-files".to_string()) })
}

/// What is declared of a thing, one figure a value.
fn collect_host(value: &Value, path: &mut Vec<String>, ledger: &mut Ledger) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                path.push(key.clone());
                collect_host(inner, path, ledger);
                path.pop();
            }
            return;
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for (at, inner) in list.iter().enumerate() {
                // A thing in a list is known by its name.
                let name = inner.get("name").and_then(Value::as_str);
                path.push(name.map_or_else(|| (at + 1).to_string(), str::to_owned));
                collect_host(inner, path, ledger);
                path.pop();
            }
            return;
        }
        _ => {}
    }
    let amount = match value {
        Value::String(text) => Amount::Text(text.clone()),
        Value::Bool(truth) => Amount::Truth(*truth),
        Value::Number(number) => match number.as_u64() {
            Some(count) => Amount::Count(count),
            None => Amount::Number(number.as_f64().unwrap_or_default()),
        },
        Value::Null => return,
        other => Amount::Text(other.to_string()),
    };
    let parts: Vec<&str> = std::iter::once("campaign").chain(path.iter().map(String::as_str)).collect();
    ledger.enter(Evidence {
        id: id(&parts),
        phase: None,
        what: format!("{}, as campaign.yaml declares it", path.join(" ")),
        amount,
        interval: None,
        unit: String::new(),
        standing: Standing::Declared,
        derivation: Derivation::Declared { file: "campaign.yaml".to_string(), at: path.join(".") },
        shown: hashes_shown(),
    });
}

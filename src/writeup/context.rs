//! The ledger as the tree of names that templates see.
//!
//! Each id is a path: `D1:cases:PlanCacheHit:final/before:ns/op:low` is
//! `cases["PlanCacheHit"]["final/before"]["ns/op"].low` in the write-up of D1, and
//! `phases["D1"].cases[…]` everywhere. Where a figure stands, the tree holds a reference to it, never its value: a value
//! gets into the text by a filter alone.

use serde_json::{Map, Value, json};

use crate::evidence::{Evidence, Ledger};

/// Key that holds the reference to a figure.
pub const REFERENCE: &str = "figure";

/// What a reference begins with. Printed as it is, it is an error.
pub const SCHEME: &str = "figure://";

/// Key that holds the reference to a condition.
pub const CONDITION: &str = "condition";

/// What a reference to a condition begins with. Printed as it is, it is an error.
pub const CONDITION_SCHEME: &str = "condition://";

/// A reference to a figure.
pub fn reference(id: &str) -> Value {
    json!({ REFERENCE: format!("{SCHEME}{id}") })
}

/// Top-level names of the campaign's own figures; every other first part of an id is a phase.
const SHARED: [&str; 3] = ["campaign", "cited", "sha256"];

/// The tree over all phases: `campaign`, `cited`, `sha256` and `phases`.
pub fn tree(ledger: &Ledger) -> Map<String, Value> {
    let mut root = Map::new();
    for evidence in ledger.entries() {
        let parts: Vec<String> = evidence.id.split(':').map(unescape).collect();
        let shared = parts.first().is_some_and(|first| SHARED.contains(&first.as_str()));
        let prefix = (!shared).then_some("phases".to_string());
        insert(&mut root, prefix.into_iter().chain(parts), evidence);
    }
    root
}

/// The tree with the names of one phase at its top as well.
pub fn of_phase(tree: &Map<String, Value>, phase: &str) -> Map<String, Value> {
    let mut own = tree.clone();
    if let Some(Value::Object(names)) = tree.get("phases").and_then(|phases| phases.get(phase)) {
        for (name, value) in names {
            own.insert(name.clone(), value.clone());
        }
    }
    own
}

fn insert(root: &mut Map<String, Value>, path: impl Iterator<Item = String>, evidence: &Evidence) {
    let mut here = root;
    for part in path {
        let next = here.entry(part).or_insert_with(|| Value::Object(Map::new()));
        match next {
            Value::Object(map) => here = map,
            // Only objects are ever inserted below.
            _ => return,
        }
    }
    here.insert(REFERENCE.to_string(), Value::String(format!("{SCHEME}{}", evidence.id)));
}

fn unescape(part: &str) -> String {
    part.replace("%3A", ":").replace("%25", "%")
}

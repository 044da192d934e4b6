//! The ledger as the tree of names that templates see.
//!
//! Each id is a path: `D1:cases:PlanCacheHit:final/before:ns/op:low` is
//! `cases["PlanCacheHit"]["final/before"]["ns/op"].low` in the write-up of D1, and
//! `phases["D1"].cases[…]` everywhere. Where a figure stands, the tree holds a reference to it, never its value: a value
//! gets into the text by a filter alone.

use std::sync::Arc;

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
pub(super) const SHARED: [&str; 3] = ["campaign", "cited", "sha256"];

/// The names that templates see, made once; the scope of a template shares them.
#[derive(Clone, Debug)]
pub struct Names {
    tree: Arc<Map<String, Value>>,
    root: tera::Context,
}

/// The names that one template sees.
#[derive(Clone, Debug)]
pub struct Scope {
    tree: Arc<Map<String, Value>>,
    phase: Option<String>,
    context: tera::Context,
}

impl Names {
    /// The tree over all phases: `campaign`, `cited`, `sha256` and `phases`.
    pub fn of(ledger: &Ledger) -> Self {
        let mut tree = Map::new();
        for evidence in ledger.entries() {
            let parts: Vec<String> = evidence.id.split(':').map(unescape).collect();
            let shared = parts.first().is_some_and(|first| SHARED.contains(&first.as_str()));
            let prefix = (!shared).then_some("phases".to_string());
            insert(&mut tree, prefix.into_iter().chain(parts), evidence);
        }
        let mut root = tera::Context::new();
        for (name, value) in &tree {
            root.insert_value(name.clone(), tera::Value::from_serializable(value));
        }
        Names { tree: Arc::new(tree), root }
    }

    /// The names of the whole campaign.
    pub fn of_campaign(&self) -> Scope {
        Scope { tree: Arc::clone(&self.tree), phase: None, context: self.root.clone() }
    }

    /// The same with the names of one phase at its top as well.
    pub fn of_phase(&self, phase: &str) -> Scope {
        let mut context = self.root.clone();
        let phases = self.root.get("phases").and_then(tera::Value::as_map);
        let names = phases.and_then(|phases| phases.get(&tera::value::Key::Str(phase))).and_then(tera::Value::as_map);
        for (name, value) in names.into_iter().flatten() {
            if let Some(name) = name.as_str() {
                context.insert_value(name.to_string(), value.clone());
            }
        }
        Scope { tree: Arc::clone(&self.tree), phase: Some(phase.to_string()), context }
    }
}

impl Scope {
    /// As the template engine takes them.
    pub fn context(&self) -> &tera::Context {
        &self.context
    }

    /// As a tree, for a message about a name that is not there.
    pub fn tree(&self) -> Map<String, Value> {
        let mut own = Map::clone(&self.tree);
        let phase = self.phase.as_deref();
        if let Some(Value::Object(names)) = phase.and_then(|phase| self.tree.get("phases")?.get(phase)) {
            own.extend(names.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        own
    }
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

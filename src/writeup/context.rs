//! The ledger as the tree of names that templates see.
//!
//! Each id is a path: `D1:cases:PlanCacheHit:final/before:ns/op:low` is
//! `cases["PlanCacheHit"]["final/before"]["ns/op"].low` in the write-up of D1, and
//! `phases["D1"].cases[…]` everywhere. Where a figure stands, the tree holds a reference to it, never its value: a value
//! gets into the text by a filter alone.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tera::value::Key;

use crate::evidence::Ledger;

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
    ledger: Arc<Ledger>,
    root: tera::Context,
}

/// The names that one template sees.
#[derive(Clone, Debug)]
pub struct Scope {
    ledger: Arc<Ledger>,
    phase: Option<String>,
    context: tera::Context,
}

impl Names {
    /// The tree over all phases: `campaign`, `cited`, `sha256` and `phases`.
    pub fn of(ledger: &Arc<Ledger>) -> Self {
        let mut root = tera::Context::new();
        let tree = Tree::of(ledger);
        tree.below(Tree::ROOT).for_each(|at| root.insert_value(tree.name(at).to_string(), tree.value(at)));
        Names { ledger: Arc::clone(ledger), root }
    }

    /// The names of the whole campaign.
    pub fn of_campaign(&self) -> Scope {
        Scope { ledger: Arc::clone(&self.ledger), phase: None, context: self.root.clone() }
    }

    /// The same with the names of one phase at its top as well.
    pub fn of_phase(&self, phase: &str) -> Scope {
        let mut context = self.root.clone();
        let phases = self.root.get("phases").and_then(tera::Value::as_map);
        let names = phases.and_then(|phases| phases.get(&Key::Str(phase))).and_then(tera::Value::as_map);
        for (name, value) in names.into_iter().flatten() {
            if let Some(name) = name.as_str() {
                context.insert_value(name.to_string(), value.clone());
            }
        }
        Scope { ledger: Arc::clone(&self.ledger), phase: Some(phase.to_string()), context }
    }
}

impl Scope {
    /// As the template engine takes them.
    pub fn context(&self) -> &tera::Context {
        &self.context
    }

    /// As a tree, for a message about a name that is not there. Made when it is asked for: it is larger than the ledger.
    pub fn tree(&self) -> Map<String, Value> {
        let tree = Tree::of(&self.ledger);
        let mut own = tree.object(Tree::ROOT);
        let phase = self.phase.as_deref();
        let names = phase.and_then(|phase| own.get("phases")?.get(phase)).and_then(Value::as_object).cloned();
        own.extend(names.into_iter().flatten());
        own
    }
}

/// The ids of a ledger as a tree that borrows their parts. Maps of maps would be many times as large while they grow.
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    by_name: HashMap<(usize, Cow<'a, str>), usize>,
}

struct Node<'a> {
    name: Cow<'a, str>,
    /// Id of the figure that it refers to; then nothing is below it.
    id: Option<&'a str>,
    first: Option<usize>,
    last: Option<usize>,
    next: Option<usize>,
    below: usize,
}

impl<'a> Tree<'a> {
    const ROOT: usize = 0;

    fn of(ledger: &'a Ledger) -> Self {
        let root = Node { name: Cow::Borrowed(""), id: None, first: None, last: None, next: None, below: 0 };
        let mut tree = Tree { nodes: vec![root], by_name: HashMap::new() };
        for evidence in ledger.entries() {
            let shared = evidence.id.split(':').next().is_some_and(|first| SHARED.contains(&&*unescape(first)));
            let prefix = (!shared).then_some(Cow::Borrowed("phases"));
            tree.insert(prefix.into_iter().chain(evidence.id.split(':').map(unescape)), &evidence.id);
        }
        tree
    }

    fn insert(&mut self, path: impl Iterator<Item = Cow<'a, str>>, id: &'a str) {
        let mut here = Self::ROOT;
        for part in path {
            here = self.child(here, part);
            // A reference has nothing below it.
            if self.nodes.get(here).is_none_or(|node| node.id.is_some()) {
                return;
            }
        }
        let reference = self.child(here, Cow::Borrowed(REFERENCE));
        if let Some(node) = self.nodes.get_mut(reference) {
            node.id = Some(id);
        }
    }

    /// The node of that name below another, made if it is not there.
    fn child(&mut self, parent: usize, name: Cow<'a, str>) -> usize {
        let key = (parent, name);
        if let Some(at) = self.by_name.get(&key) {
            return *at;
        }
        let at = self.nodes.len();
        let last = self.nodes.get_mut(parent).and_then(|parent| {
            parent.below += 1;
            parent.first = parent.first.or(Some(at));
            parent.last.replace(at)
        });
        if let Some(last) = last.and_then(|last| self.nodes.get_mut(last)) {
            last.next = Some(at);
        }
        self.nodes.push(Node { name: key.1.clone(), id: None, first: None, last: None, next: None, below: 0 });
        self.by_name.insert(key, at);
        at
    }

    fn name(&self, at: usize) -> &str {
        self.nodes.get(at).map_or("", |node| &node.name)
    }

    /// The nodes right below one, in the order in which they were entered.
    fn below(&self, at: usize) -> impl Iterator<Item = usize> {
        let node = |at: usize| self.nodes.get(at);
        let first = node(at).filter(|node| node.id.is_none()).and_then(|node| node.first);
        std::iter::successors(first, move |at| node(*at)?.next)
    }

    /// As the template engine takes it.
    fn value(&self, at: usize) -> tera::Value {
        let Some(node) = self.nodes.get(at) else { return tera::Value::none() };
        if let Some(id) = node.id {
            return tera::Value::from(format!("{SCHEME}{id}"));
        }
        let mut map = tera::Map::with_capacity(node.below);
        for child in self.below(at) {
            let name = self.name(child);
            // All references have one name, which is not held once a figure.
            let key = if name == REFERENCE { Key::Str(REFERENCE) } else { Key::from(name.to_string()) };
            map.insert(key, self.value(child));
        }
        tera::Value::from(map)
    }

    /// As a tree of JSON.
    fn object(&self, at: usize) -> Map<String, Value> {
        let value = |at: usize| match self.nodes.get(at).and_then(|node| node.id) {
            Some(id) => Value::String(format!("{SCHEME}{id}")),
            None => Value::Object(self.object(at)),
        };
        self.below(at).map(|at| (self.name(at).to_string(), value(at))).collect()
    }
}

fn unescape(part: &str) -> Cow<'_, str> {
    if part.contains('%') { Cow::Owned(part.replace("%3A", ":").replace("%25", "%")) } else { Cow::Borrowed(part) }
}

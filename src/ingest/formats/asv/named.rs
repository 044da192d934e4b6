//! What `benchmarks.json` says of a benchmark, and the names of its combinations of parameters.

use crate::source::{Node, Source, Tree};

/// A benchmark as `benchmarks.json` describes it.
pub struct Benchmark<'a> {
    node: Option<&'a Node>,
}

impl<'a> Benchmark<'a> {
    /// The one of that name.
    pub fn of(benchmarks: &'a Node, name: &str) -> Self {
        Benchmark { node: member(benchmarks, name).filter(|node| matches!(node.tree, Tree::Map(_))) }
    }

    /// Whether it is described at all.
    pub fn is_known(&self) -> bool {
        self.node.is_some()
    }

    /// Hash of its code.
    pub fn version(&self) -> Option<&'a str> {
        self.text("version")
    }

    /// Whether it measures durations.
    pub fn is_timing(&self) -> bool {
        self.metric() == "time"
    }

    /// What it measures: its type, and `result` where that is not known.
    pub fn metric(&self) -> &'a str {
        match self.text("type") {
            Some("timeraw") => "time",
            Some(kind) => kind,
            None => "result",
        }
    }

    /// Its unit; empty where that is not known.
    pub fn unit(&self) -> &'a str {
        match self.text("unit") {
            Some("seconds") => "s",
            Some("bytes") => "B",
            Some(own) => own,
            None => "",
        }
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        match &member(self.node?, key)?.tree {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }
}

fn member<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let Tree::Map(entries) = &node.tree else { return None };
    entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
}

/// The parameters of a benchmark: of each the values as asv prints them.
pub struct Parameters(Vec<Vec<String>>);

impl Parameters {
    /// Those of a result; none where it has no column of them.
    ///
    /// # Errors
    /// Where they are no lists of values, and why.
    pub fn of<'a>(source: &Source, node: Option<&'a Node>) -> Result<Self, (&'a Node, &'static str)> {
        let Some(node) = node else { return Ok(Parameters(Vec::new())) };
        let Tree::List(lists) = &node.tree else { return Err((node, "its parameters are no list")) };
        let values = |list: &'a Node| match &list.tree {
            Tree::List(values) => Ok(values.iter().map(|value| super::worded(source, value)).collect()),
            _ => Err((list, "a parameter is no list of values")),
        };
        Ok(Parameters(lists.iter().map(values).collect::<Result<_, _>>()?))
    }

    /// How many combinations there are; without parameters, one.
    pub fn count(&self) -> usize {
        self.0.iter().fold(1, |count: usize, values| count.saturating_mul(values.len()))
    }

    /// The case of each combination in the order of the results: the last parameter runs fastest. Their number is for
    /// the caller to bound.
    pub fn cases(&self, name: &str) -> Vec<String> {
        if self.0.is_empty() {
            return vec![name.to_owned()];
        }
        let mut cases: Vec<Vec<&str>> = vec![Vec::new()];
        for values in &self.0 {
            cases = cases
                .iter()
                .flat_map(|case| {
                    values.iter().map(String::as_str).map(move |value| [case.as_slice(), &[value]].concat())
                })
                .collect();
        }
        cases.into_iter().map(|case| format!("{name}({})", case.join(", "))).collect()
    }
}

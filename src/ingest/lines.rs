//! Files of one JSON object a line.

use crate::problem::{Outcome, Problems};
use crate::source::{Entry, Fields, Node, Source, json};

/// Reads every line that is not blank with `read`, which gets the line's number and its object; `what` names a line in
/// messages. None is too long.
///
/// # Errors
/// The problems of all lines.
pub(super) fn each<T>(
    source: &Source,
    what: &str,
    mut read: impl FnMut(u32, &Fields<'_>, &mut Problems) -> Option<T>,
) -> Outcome<Vec<T>> {
    let mut values = Vec::new();
    let mut problems = Vec::new();
    for (line, start, text) in source.lines().filter(|(_, _, text)| !text.trim().is_empty()) {
        match json::parse_part(source, start..start + text.len()) {
            Ok(node) => values.extend(object(source, &node, what, line, &mut problems, &mut read)),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}

fn object<T>(
    source: &Source,
    node: &Node,
    what: &str,
    line: u32,
    problems: &mut Problems,
    read: &mut impl FnMut(u32, &Fields<'_>, &mut Problems) -> Option<T>,
) -> Option<T> {
    let fields = Fields::of(source, node, what, problems)?;
    read(line, &fields, problems)
}

/// The entries that are not among `known`, as they are.
pub(super) fn extra(entries: &[Entry], known: &[&str]) -> serde_json::Map<String, serde_json::Value> {
    let others = entries.iter().filter(|entry| !known.contains(&entry.key.as_str()));
    others.map(|entry| (entry.key.clone(), entry.node.to_value())).collect()
}

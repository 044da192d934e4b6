//! Values that several entries have: lists of names, maps of texts, paths, directions.

use std::collections::BTreeMap;

use crate::number::Direction;
use crate::problem::{Problem, Problems};
use crate::source::fields::leaves;
use crate::source::{Fields, Node, Source, quote};

pub(super) fn named<T: Copy>(
    entry: &Fields<'_>,
    key: &str,
    known: &[(&str, T)],
    usual: T,
    problems: &mut Problems,
) -> T {
    if entry.optional(key).is_none() {
        return usual;
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let name = entry.name(key, &names, problems);
    known.iter().find(|(one, _)| Some(*one) == name.as_deref()).map_or(usual, |(_, value)| *value)
}

pub(super) fn texts(entry: &Fields<'_>, key: &str, problems: &mut Problems) -> Vec<String> {
    let nodes = entry.optional_list(key, problems).unwrap_or_default();
    let mut out: Vec<String> = Vec::with_capacity(nodes.len());
    for (text, _) in entry.texts(nodes, key, problems) {
        if text.trim().is_empty() {
            problems.push(nameless(entry, key));
        } else if out.contains(&text) {
            problems.push(entry.problem(
                key,
                "datasets::twice",
                format!("{} stands twice in {}", quote(&text), quote(key)),
                "name it once",
            ));
        } else {
            out.push(text);
        }
    }
    out
}

/// A name that nobody could ask for, and that would stand in tables as a blank.
pub(super) fn nameless(entry: &Fields<'_>, key: &str) -> Problem {
    let cause = format!("{} has a name without a letter", quote(key));
    entry.problem(key, "datasets::name", cause, "write a name, or take the entry out")
}

/// A path that does not leave its folder.
pub(super) fn stays(entry: &Fields<'_>, key: &str, path: &str, problems: &mut Problems) {
    if let Some(why) = leaves(path) {
        problems.push(entry.problem(
            key,
            "datasets::path",
            format!("the path {} {why}", quote(path)),
            "name the file by its path below the folder",
        ));
    }
}

/// A map of texts; numbers and truths are taken as they are written.
pub(super) fn pairs(
    source: &Source,
    entry: &Fields<'_>,
    key: &str,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let Some(node) = entry.optional(key) else { return BTreeMap::new() };
    let Some(map) = Fields::of(source, node, format!("`{key}`"), problems) else { return BTreeMap::new() };
    map.entries().iter().filter_map(|entry| Some((entry.key.clone(), map.text(&entry.key, problems)?))).collect()
}

/// The options of a dataset: a map of texts, in which a list of texts is a text with commas.
pub(super) fn options(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> BTreeMap<String, String> {
    let Some(node) = entry.optional("options") else { return BTreeMap::new() };
    let Some(map) = Fields::of(source, node, "`options`", problems) else { return BTreeMap::new() };
    let mut out = BTreeMap::new();
    for option in map.entries() {
        let value = match &option.node.tree {
            crate::source::Tree::List(nodes) => {
                let texts = map.texts(nodes, &option.key, problems);
                Some(texts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(", "))
            }
            _ => map.text(&option.key, problems),
        };
        let Some(value) = value else { continue };
        if option.key == "values" {
            parted(&map, &value, problems);
        }
        out.insert(option.key.clone(), value);
    }
    out
}

/// Refuses columns that are parted by blanks: what stands behind the first colon would all be taken for its unit.
fn parted(map: &Fields<'_>, value: &str, problems: &mut Problems) {
    let unit = |piece: &str| piece.split_once(':').map(|(_, unit)| unit.trim().to_owned());
    let wrong = value.split(',').filter_map(unit).find(|unit| unit.contains(char::is_whitespace) || unit.contains(':'));
    if let Some(unit) = wrong {
        let right: Vec<&str> = value.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty()).collect();
        problems.push(map.problem(
            "values",
            "datasets::values",
            format!("{} can't be a unit; columns are separated by commas", quote(&unit)),
            format!("write `values: \"{}\"`", right.join(", ")),
        ));
    }
}

pub(super) fn each<'a>(
    source: &'a Source,
    entry: &Fields<'a>,
    key: &str,
    problems: &mut Problems,
) -> Vec<(&'a Node, Option<Fields<'a>>)> {
    let nodes = entry.optional_list(key, problems).unwrap_or_default();
    let what = format!("an entry of `{key}`");
    let mut out = Vec::with_capacity(nodes.len());
    for node in nodes {
        // Some lists take a text in place of a map.
        let is_text = matches!(node.tree, crate::source::Tree::Text(_));
        out.push((node, if is_text { None } else { Fields::of(source, node, &*what, problems) }));
    }
    out
}

pub(super) fn better(fields: &Fields<'_>, problems: &mut Problems) -> Option<Direction> {
    let known = [("lower", Direction::Lower), ("higher", Direction::Higher), ("neither", Direction::None)];
    fields.optional("better")?;
    Some(named(fields, "better", &known, Direction::None, problems))
}

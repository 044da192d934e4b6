//! `published.json`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::problem::{Outcome, Problems};
use crate::source::fields::document;
use crate::source::{Fields, Source, Tree, json, quote};

/// The figures that the original write-up printed, schema `benchcampaign/published/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The write-up.
    pub document: String,
    /// What has to be said about the figures.
    pub note: String,
    /// The figures in order.
    pub figures: Vec<PublishedFigure>,
}

/// A printed figure and how to recompute it.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// Name.
    pub id: String,
    /// What it is.
    pub what: String,
    /// Section it was printed in.
    pub section: String,
    /// As printed: text, number or truth value.
    pub printed: Value,
    /// Its value.
    pub value: Value,
    /// Decimals of the printed form, if it is a number.
    pub decimals: Option<u32>,
    /// Unit.
    pub unit: String,
    /// How it is compared: `rounding`, `at_most`, `equal`, `only_value`.
    pub compare: String,
    /// Operation and its arguments, as written.
    pub compute: serde_json::Map<String, Value>,
    /// Its place in published.json: line of its `id`.
    pub line: u32,
}

/// Schema that is read.
pub const SCHEMA: &str = "benchcampaign/published/1";

/// Ways to compare that are known.
pub const COMPARES: [&str; 4] = ["rounding", "at_most", "equal", "only_value"];

/// Reads `published.json`; `path` names it in messages. Keys that the format does not know are passed over; the
/// operations of `compute` are kept as written and understood where figures are compared.
///
/// # Errors
/// Everything in it that is missing, of the wrong type or there twice.
pub fn parse(bytes: &[u8], path: &str) -> Outcome<Published> {
    read(&Source::decode(path, bytes)?)
}

/// The same of a decoded text.
///
/// # Errors
/// As [`parse`].
pub fn read(source: &Source) -> Outcome<Published> {
    let root = json::parse(source)?;
    let fields = document(source, &root, "the list of published figures", SCHEMA)?;
    let mut problems = Vec::new();
    let found = &mut problems;
    let nodes = fields.list("figures", found).unwrap_or_default();
    let mut figures: Vec<PublishedFigure> = Vec::with_capacity(nodes.len());
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        let Some(entry) = Fields::of(source, node, format!("published figure {index}"), found) else { continue };
        let figure = figure(source, &entry, found);
        match lines.get(&figure.id) {
            Some(first) if !figure.id.is_empty() => found.push(entry.problem(
                "id",
                "published::twice",
                format!("the published figure {} already stands on line {first}", quote(&figure.id)),
                "give each figure an id of its own",
            )),
            _ => {
                lines.insert(figure.id.clone(), figure.line);
            }
        }
        figures.push(figure);
    }
    let published = Published {
        document: fields.text("document", found).unwrap_or_default(),
        note: fields.optional_text("note", found).unwrap_or_default(),
        figures,
    };
    if problems.is_empty() { Ok(published) } else { Err(problems) }
}

fn figure(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> PublishedFigure {
    let scalar = |key: &str, problems: &mut Problems| {
        let node = entry.required(key, problems)?;
        if matches!(node.tree, Tree::Map(_) | Tree::List(_) | Tree::Null) {
            problems.push(entry.problem(
                key,
                "source::wrong-type",
                format!("{} of a published figure is {}, but one printed value is expected", quote(key), node.word()),
                "write a number, a text, or true or false",
            ));
        }
        Some(node.to_value())
    };
    let decimals = match entry.optional("decimals") {
        Some(_) => entry.small("decimals", 0, problems),
        None => None,
    };
    PublishedFigure {
        id: entry.text("id", problems).unwrap_or_default(),
        what: entry.text("what", problems).unwrap_or_default(),
        section: entry.optional_text("section", problems).unwrap_or_default(),
        printed: scalar("printed", problems).unwrap_or_default(),
        value: scalar("value", problems).unwrap_or_default(),
        decimals,
        unit: entry.optional_text("unit", problems).unwrap_or_default(),
        compare: entry.name("compare", &COMPARES, problems).unwrap_or_default(),
        compute: match entry.required("compute", problems) {
            Some(node) => match node.to_value() {
                Value::Object(map) => map,
                _ => {
                    // Its message is the one of every value that should be a map.
                    let _ = Fields::of(source, node, "`compute` of a published figure", problems);
                    serde_json::Map::new()
                }
            },
            None => serde_json::Map::new(),
        },
        line: source.line_at(entry.span("id").start),
    }
}

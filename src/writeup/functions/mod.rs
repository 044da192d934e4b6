//! What a write-up can say in its templates.
//!
//! 1. [`printed`]: filters that print a figure (`interval`, `ratio`, `change`, `percent`, `value`, `count`, `hash`, `text`,
//!    `date`, `time`).
//! 2. [`formed`]: functions that form a figure from others (`smallest`, `largest`, `sum`, `difference`, `quotient`, …).
//! 3. [`conditions`]: filters that state a condition (`includes`, `excludes`, `below`, `above`, …).
//! 4. [`placed`]: functions that give a text its structure (`claim`, `would_test`, `why_apart`, `show`).
//!
//! Each takes references to figures, never values, and returns a token that stands for what it made.

mod conditions;
mod formed;
mod placed;
mod printed;

use std::sync::Arc;

use tera::{Error, Kwargs, Tera, TeraResult, Value};

use super::context::{REFERENCE, SCHEME};
use super::desk::{Desk, Item};
use super::generated::Offer;
use crate::document::{Figure, Inline};
use crate::evidence::Evidence;

/// Names of the filters: those that print, then those that state a condition.
pub(super) const FILTERS: [&str; 25] = [
    "ratio",
    "interval",
    "bounds",
    "change",
    "percent",
    "value",
    "count",
    "text",
    "date",
    "time",
    "hash",
    "includes",
    "excludes",
    "below",
    "above",
    "at_most",
    "at_least",
    "is",
    "equals",
    "is_false",
    "is_true",
    "blocks_between",
    "blocks_below",
    "blocks_above",
    "agrees_with",
];

/// Names of the functions: those that form a figure, then those that give a text its structure.
pub(super) const FUNCTIONS: [&str; 12] = [
    "smallest",
    "largest",
    "difference",
    "sum",
    "quotient",
    "farthest_from_one",
    "how_many_below",
    "how_many_above",
    "claim",
    "would_test",
    "why_apart",
    "show",
];

/// Registers everything.
pub(super) fn register(tera: &mut Tera, desk: &Arc<Desk>, offer: &Offer) {
    printed::register(tera, desk);
    formed::register(tera, desk);
    conditions::register(tera, desk);
    placed::register(tera, desk, offer);
}

/// The figure that `value` refers to.
fn figure(desk: &Desk, value: &Value, what: &str) -> TeraResult<Evidence> {
    let id = value
        .as_map()
        .and_then(|map| map.get(&tera::value::Key::Str(REFERENCE)))
        .and_then(Value::as_str)
        .and_then(|reference| reference.strip_prefix(SCHEME));
    let Some(id) = id else {
        let names = names_of(value);
        return Err(Error::message(if value.is_undefined() {
            format!("{what} needs a figure, and there is none of that name")
        } else if names.is_empty() {
            format!("{what} needs a figure, not {}", value.name())
        } else {
            format!("{what} needs a figure; below this name there are {}", names.join(", "))
        }));
    };
    desk.figure(id).ok_or_else(|| Error::message(format!("{what} needs a figure, and the ledger has no {id}")))
}

/// Names below a value, the first dozen of them.
fn names_of(value: &Value) -> Vec<String> {
    value
        .as_map()
        .map(|map| map.keys().filter_map(|key| key.as_str()).take(12).map(|name| format!("`{name}`")).collect())
        .unwrap_or_default()
}

/// The figures of a list argument; a single figure counts as a list of one.
fn figures(desk: &Desk, arguments: &Kwargs, key: &str, what: &str) -> TeraResult<Vec<Evidence>> {
    let value: &Value = arguments
        .get::<&Value>(key)?
        .ok_or_else(|| Error::message(format!("{what} needs `{key}`, for instance `{key}=[a, b]`")))?;
    match value.as_array() {
        Some(values) => values.iter().map(|value| figure(desk, value, what)).collect(),
        None => figure(desk, value, what).map(|one| vec![one]),
    }
}

/// The number of a figure.
fn number(evidence: &Evidence, what: &str) -> TeraResult<f64> {
    evidence
        .amount
        .number()
        .ok_or_else(|| Error::message(format!("{what} needs a number, and {} is none", evidence.id)))
}

/// Lays a printed figure down and returns its token.
fn print(desk: &Desk, evidence: &Evidence, text: String) -> String {
    desk.lay(Item::Inline(Inline::Figure(Figure {
        text,
        evidence: evidence.id.clone(),
        target: evidence.shown.clone(),
        standing: evidence.standing,
    })))
}

#[cfg(test)]
mod tests {
    use super::{FILTERS, FUNCTIONS};

    #[test]
    fn the_lists_of_names_are_whole() {
        let sources = [
            include_str!("printed.rs"),
            include_str!("conditions.rs"),
            include_str!("formed.rs"),
            include_str!("placed.rs"),
        ];
        let registered = |kind: &str| -> Vec<String> {
            let pattern = format!("{kind}(\"");
            let calls = sources.iter().flat_map(|source| source.match_indices(&pattern).map(|(at, _)| &source[at..]));
            let mut names: Vec<String> = calls.filter_map(|call| call.split('"').nth(1)).map(str::to_owned).collect();
            names.sort();
            names
        };
        for (kind, known) in [("filter", FILTERS.as_slice()), ("function", FUNCTIONS.as_slice())] {
            let mut known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
            known.sort();
            assert_eq!(registered(kind), known);
        }
    }
}

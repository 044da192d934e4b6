//! Names that a template asks for and that are not there, and those nearby that are.
//!
//! The template engine says only that a value is undefined. A write-up's author needs to know which part of
//! `cases["Gett"]["after/before"]` is wrong and what stands in its place.

use serde_json::{Map, Value};

use super::context::REFERENCE;
use crate::source::quote;

/// Most names that a message lists.
const MOST: usize = 12;

/// A name that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The name.
    pub name: String,
    /// What it was looked for in, as written; empty for a name of the top.
    pub within: String,
    /// Names that are there, the most alike first.
    pub known: Vec<String>,
}

impl Missing {
    /// What is wrong, in words.
    pub fn cause(&self) -> String {
        match self.within.as_str() {
            "" => format!("there is no figure or name {}", quote(&self.name)),
            within => format!("there is no {} in `{within}`", quote(&self.name)),
        }
    }

    /// What there is instead, in words.
    pub fn next(&self) -> String {
        let names: Vec<String> = self.known.iter().take(MOST).map(|name| quote(name)).collect();
        match self.known.len().checked_sub(MOST) {
            _ if names.is_empty() => "nothing stands below it; leave the last part out".to_string(),
            Some(more) if more > 0 => format!("there are {} and {more} more, see the evidence page", names.join(", ")),
            _ => format!("there are {}", names.join(", ")),
        }
    }
}

/// The first name that the tag around byte `at` of `text` asks for in vain, if there is one.
pub fn missing(text: &str, at: usize, names: &Map<String, Value>) -> Option<Missing> {
    let before = text.get(..at)?;
    let open = [before.rfind("{{"), before.rfind("{%")].into_iter().flatten().max()?;
    let rest = text.get(open + 2..)?;
    let close = [rest.find("}}"), rest.find("%}")].into_iter().flatten().min().unwrap_or(rest.len());
    let set = variables(text.get(..open)?);
    chains(rest.get(..close)?).into_iter().find_map(|chain| resolve(&chain, &set, names))
}

/// `cases["Get"].low`: the first name, and those below it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chain {
    parts: Vec<String>,
    /// Whether a call, or a name that is given a value.
    other: bool,
}

/// Variables that the text sets to a name, in order.
fn variables(text: &str) -> Vec<(String, Chain)> {
    text.split("{%")
        .skip(1)
        .filter_map(|tag| {
            let tag = tag.split("%}").next()?.trim_start_matches('-').trim().strip_prefix("set ")?;
            let (name, value) = tag.split_once('=')?;
            Some((name.trim().to_string(), chains(value).into_iter().next()?))
        })
        .collect()
}

fn resolve(chain: &Chain, set: &[(String, Chain)], names: &Map<String, Value>) -> Option<Missing> {
    let root = chain.parts.first().filter(|_| !chain.other)?;
    let mut parts = chain.parts.clone();
    // A variable may be set by another; each step looks further up only.
    let mut end = set.len();
    while let Some(at) = set.get(..end)?.iter().rposition(|(name, _)| Some(name) == parts.first()) {
        let (_, value) = set.get(at)?;
        parts.splice(..1, value.parts.iter().cloned());
        end = at;
    }
    if !names.contains_key(parts.first()?) && (parts.len() < 2 || parts.first() != Some(root)) {
        return None;
    }
    let mut here = names;
    let mut within = String::new();
    for part in &parts {
        match here.get(part) {
            Some(Value::Object(below)) => here = below,
            Some(_) => return None,
            None => {
                let known = alike(part, here.keys().filter(|key| *key != REFERENCE));
                return Some(Missing { name: part.clone(), within, known });
            }
        }
        if within.is_empty() {
            within.push_str(part);
        } else {
            within.push_str(&format!("[\"{part}\"]"));
        }
    }
    None
}

/// Chains of names in an expression; what stands in quotes is no name, and what follows `|` is a filter.
fn chains(expression: &str) -> Vec<Chain> {
    let mut out = Vec::new();
    let mut rest = expression;
    let mut filter = false;
    while let Some(c) = rest.chars().next() {
        if matches!(c, '"' | '\'') {
            rest = rest.get(1..).and_then(|inner| inner.split_once(c)).map_or("", |(_, after)| after);
        } else if c.is_alphabetic() || c == '_' {
            let (chain, after) = chain(rest);
            if !filter {
                out.push(chain);
            }
            rest = after;
            filter = false;
        } else {
            filter = if c == '|' { true } else { filter && c.is_whitespace() };
            rest = rest.get(c.len_utf8()..).unwrap_or("");
        }
    }
    out
}

fn chain(text: &str) -> (Chain, &str) {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (first, mut rest) = text.split_at(word(text));
    let mut parts = vec![first.to_string()];
    loop {
        let quoted = rest.strip_prefix("[\"").and_then(|inner| inner.split_once("\"]"));
        let quoted = quoted.or_else(|| rest.strip_prefix("['").and_then(|inner| inner.split_once("']")));
        if let Some((part, after)) = quoted {
            parts.push(part.to_string());
            rest = after;
        } else if let Some(inner) = rest.strip_prefix('.').filter(|inner| word(inner) > 0) {
            let (part, after) = inner.split_at(word(inner));
            parts.push(part.to_string());
            rest = after;
        } else {
            let after = rest.trim_start();
            // An index that is no text can't be followed by looking at it.
            let given = after.starts_with('=') && !after.starts_with("==");
            return (Chain { parts, other: given || after.starts_with(['(', '[']) }, rest);
        }
    }
}

/// The names, the most alike first.
fn alike<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut known: Vec<(usize, String)> = known.map(|other| (distance(name, other), other.clone())).collect();
    known.sort();
    known.into_iter().map(|(_, name)| name).collect()
}

/// Levenshtein's distance of two names without regard to case, in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (y, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let here = (diagonal + usize::from(x != *y)).min(*cell + 1).min(left + 1);
            diagonal = std::mem::replace(cell, here);
            left = here;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(text: &str) -> Option<String> {
        let names = json!({
            "cases": {"Get": {"after/before": {"ns/op": {"figure": "x", "low": {"figure": "y"}, "high": {"figure": "z"}}}}},
            "plan": {"blocks": {"figure": "b"}},
        });
        let at = text.find('^').unwrap_or(text.len());
        missing(&text.replace('^', ""), at, names.as_object()?)
            .map(|found| format!("{}; {}", found.cause(), found.next()))
    }

    #[test]
    fn the_first_wrong_part_is_told_with_what_is_there() {
        for (text, expected) in [
            ("{{ cases[\"Gett\"][\"x\"]^ | ratio }}", "there is no `Gett` in `cases`; there are `Get`"),
            (
                "a {{ cases['Get'][\"after/before\"][\"ns/op\"].hihg | ra^tio }}",
                "there is no `hihg` in `cases[\"Get\"][\"after/before\"][\"ns/op\"]`; there are `high`, `low`",
            ),
            (
                "{% set a = cases[\"Get\"] %}{% set b = a[\"after/before\"] -%}\n{{ b[\"B/op\"]^ }}",
                "there is no `B/op` in `cases[\"Get\"][\"after/before\"]`; there are `ns/op`",
            ),
            ("{{ plan.block ^| count }}", "there is no `block` in `plan`; there are `blocks`"),
            ("{{ plna.blocks^ }}", "there is no figure or name `plna`; there are `plan`, `cases`"),
            (
                "{{ claim(that=[plan.blocks | is(value=6), plan.x^ | is(value=1)]) }}",
                "there is no `x` in `plan`; there are `blocks`",
            ),
            (
                "{{ plan.blocks.more^ }}",
                "there is no `more` in `plan[\"blocks\"]`; nothing stands below it; leave the last part out",
            ),
        ] {
            assert_eq!(told(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_there_or_no_name_is_left_alone() {
        for text in [
            "{{ cases[\"Get\"]^ }}",
            "{{ smallest(of=[plan.blocks])^ | value(unit=\"x.y\") }}",
            "no tag^",
            "{{ \"cases.x\"^ }}",
            "{{ cases[name]^ }}",
            "{{^",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "([{}%\"'\\[\\].|= a-cµ]|cases|set |\\^){0,60}") {
            let _ = told(&text);
        }
    }
}

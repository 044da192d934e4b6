//! Names in expressions: which one is wrong, and what there is in its place.
//!
//! A template engine says that a value is undefined. An author wants to know which word of `hit["final/befor"]["ns/op"]`
//! it does not know, and what it would have known there.

use serde_json::{Map, Value};

/// A name that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// The expression before it, as written; empty for the first name.
    pub before: String,
    /// Names that are there, the most alike first.
    pub known: Vec<String>,
}

impl Unknown {
    /// What is wrong, in one sentence.
    pub fn cause(&self) -> String {
        if self.before.is_empty() {
            format!("there is no name `{}`", self.name)
        } else {
            format!("`{}` has no `{}`", self.before, self.name)
        }
    }

    /// What can be done, with the name that is most alike as an example.
    pub fn next(&self) -> String {
        let example = match self.known.first() {
            Some(name) if self.before.is_empty() => format!("write `{name}`"),
            Some(name) => format!("write `{}`", joined(&self.before, name)),
            None => return format!("`{}` is a figure and has no names below it", self.before),
        };
        let shown: Vec<String> = self.known.iter().take(8).map(|name| format!("`{name}`")).collect();
        let more = if self.known.len() > 8 { format!(" and {} more", self.known.len() - 8) } else { String::new() };
        format!("{example}; there are {}{more}", shown.join(", "))
    }
}

/// The first name in `expression` that `names` does not hold. Variables that `text` sets are followed to their value.
pub fn unknown(expression: &str, text: &str, names: &Map<String, Value>) -> Option<Unknown> {
    let root = Value::Object(names.clone());
    paths(expression).into_iter().find_map(|path| missing(&path, text, &root, 0))
}

/// A path such as `cases["PlanCacheHit"].final`: its parts, and the text up to the end of each.
#[derive(Debug)]
struct Path<'a> {
    parts: Vec<(String, &'a str)>,
}

/// Words that are no names of figures.
const WORDS: [&str; 14] =
    ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "set", "for", "loop", "endfor"];

fn paths(expression: &str) -> Vec<Path<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = expression[at..].chars().next() {
        if matches!(c, '"' | '\'' | '`') {
            at += string(&expression[at..]).map_or(c.len_utf8(), |(_, length)| length);
        } else if c.is_alphabetic() || c == '_' {
            let (path, length) = path(&expression[at..]);
            let rest = expression[at + length..].trim_start();
            let word = path.parts.first().map(|(name, _)| name.clone()).unwrap_or_default();
            let piped = expression[..at].trim_end().ends_with('|');
            // Functions, filters, names of arguments and words of the language are no figures.
            let call = rest.starts_with('(') || (rest.starts_with('=') && !rest.starts_with("=="));
            if !piped && !call && !WORDS.contains(&word.as_str()) {
                out.push(path);
            }
            at += length;
        } else {
            at += c.len_utf8();
        }
    }
    out
}

/// Reads a path at the beginning of `text`, which begins with a letter; its length in bytes.
fn path(text: &str) -> (Path<'_>, usize) {
    let word = |text: &str| text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let mut end = word(text);
    let mut parts = vec![(text[..end].to_string(), &text[..end])];
    loop {
        let rest = &text[end..];
        if let Some(after) = rest.strip_prefix('.')
            && after.starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            let length = word(after);
            end += 1 + length;
            parts.push((after[..length].to_string(), &text[..end]));
        } else if let Some(after) = rest.strip_prefix('[')
            && let Some((name, length)) = string(after)
            && after[length..].starts_with(']')
        {
            end += 1 + length + 1;
            parts.push((name, &text[..end]));
        } else {
            return (Path { parts }, end);
        }
    }
}

/// A quoted string at the beginning of `text`, and its length with quotes.
fn string(text: &str) -> Option<(String, usize)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let close = text[1..].find(quote)?;
    Some((text[1..=close].to_string(), close + 2))
}

/// Deeper than any variable that is set from another.
const DEEPEST: usize = 8;

fn missing(path: &Path<'_>, text: &str, root: &Value, depth: usize) -> Option<Unknown> {
    let (first, _) = path.parts.first()?;
    let mut here = match root.get(first) {
        Some(value) => value,
        None => match variable(first, text) {
            Some(expression) if depth < DEEPEST => {
                let set = paths(expression).into_iter().next()?;
                if let Some(unknown) = missing(&set, text, root, depth + 1) {
                    return Some(unknown);
                }
                resolve(&set, text, root, depth + 1)?
            }
            Some(_) => return None,
            None => return Some(unknown_at(first, "", root)),
        },
    };
    let mut before = path.parts.first().map(|(_, text)| *text).unwrap_or_default();
    for (name, so_far) in path.parts.iter().skip(1) {
        match here.get(name) {
            Some(value) => here = value,
            None => return Some(unknown_at(name, before, here)),
        }
        before = so_far;
    }
    None
}

fn resolve<'v>(path: &Path<'_>, text: &str, root: &'v Value, depth: usize) -> Option<&'v Value> {
    let (first, _) = path.parts.first()?;
    let mut here = match root.get(first) {
        Some(value) => value,
        None if depth < DEEPEST => resolve(&paths(variable(first, text)?).into_iter().next()?, text, root, depth + 1)?,
        None => return None,
    };
    for (name, _) in path.parts.iter().skip(1) {
        here = here.get(name)?;
    }
    Some(here)
}

/// The expression that `{% set name = … %}` gives a variable.
fn variable<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    text.match_indices("{%").find_map(|(at, _)| {
        let tag = text[at + 2..].trim_start_matches('-').trim_start();
        let rest = tag.strip_prefix("set")?.trim_start().strip_prefix(name)?.trim_start().strip_prefix('=')?;
        rest.split_once("%}").map(|(expression, _)| expression.trim_end_matches('-').trim())
    })
}

fn unknown_at(name: &str, before: &str, here: &Value) -> Unknown {
    let mut known: Vec<String> = here
        .as_object()
        .map(|map| map.keys().filter(|key| *key != super::context::REFERENCE).cloned().collect())
        .unwrap_or_default();
    known.sort_by_key(|candidate| distance(candidate, name));
    Unknown { name: name.to_string(), before: before.to_string(), known }
}

/// `before` and a name below it, as one would write it.
fn joined(before: &str, name: &str) -> String {
    if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{before}.{name}")
    } else {
        let quote = ['"', '\'', '`'].into_iter().find(|quote| !name.contains(*quote)).unwrap_or('"');
        format!("{before}[{quote}{name}{quote}]")
    }
}

/// Edits that lead from one word to another (Levenshtein), upper and lower case alike.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, y) in b.iter().enumerate() {
            let above = row.get(j + 1).copied().unwrap_or(0);
            let here = (diagonal + usize::from(x != y)).min(left + 1).min(above + 1);
            if let Some(slot) = row.get_mut(j) {
                *slot = left;
            }
            diagonal = above;
            left = here;
        }
        if let Some(slot) = row.last_mut() {
            *slot = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn names() -> Map<String, Value> {
        let figure = json!({"figure": "figure://x", "low": {"figure": "figure://y"}});
        let tree = json!({
            "cases": {"Hit": {"final/before": {"ns/op": figure}, "final": {"ns/op": figure}}},
            "plan": {"blocks": figure},
        });
        match tree {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    fn said(expression: &str, text: &str) -> (String, String) {
        let unknown = unknown(expression, text, &names()).unwrap();
        (unknown.cause(), unknown.next())
    }

    #[test]
    fn the_word_that_is_wrong_is_named_with_what_there_is() {
        let (cause, next) = said("cases[\"Hit\"][\"final/befor\"][\"ns/op\"] | interval", "");
        assert_eq!(cause, "`cases[\"Hit\"]` has no `final/befor`");
        assert_eq!(next, "write `cases[\"Hit\"][\"final/before\"]`; there are `final/before`, `final`");
    }

    #[test]
    fn a_variable_is_followed_to_its_value() {
        let text = "{% set hit = cases[\"Hit\"] -%}\n{{ hit.fina[\"ns/op\"] | value }}";
        assert_eq!(said("hit.fina[\"ns/op\"] | value", text).0, "`hit` has no `fina`");
        let text = "{% set hit = cases[\"Hot\"] %}";
        assert_eq!(said("hit.final", text).0, "`cases` has no `Hot`");
    }

    #[test]
    fn functions_filters_and_arguments_are_no_names() {
        let known = "claim(that=[cases[\"Hit\"].final[\"ns/op\"] | below(value=1)])";
        assert_eq!(unknown(known, "", &names()), None);
        assert_eq!(said("claim(that=plam.blocks | includes(value=1))", "").0, "there is no name `plam`");
    }

    #[test]
    fn a_figure_has_only_its_parts() {
        let (cause, next) = said("plan.blocks.many", "");
        assert_eq!(cause, "`plan.blocks` has no `many`");
        assert_eq!(next, "write `plan.blocks.low`; there are `low`");
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!([distance("kitten", "sitting"), distance("", "abc"), distance("A", "a")], [3, 3, 0]);
    }

    proptest! {
        #[test]
        fn no_expression_panics(expression in "[a-c.\\[\\]\"'`|=(){}%µ ]{0,60}", text in "[a-c{%=\" set]{0,60}") {
            let _ = unknown(&expression, &text, &names());
        }
    }
}

//! JSON text to a tree. The grammar is that of `serde_json`; added are places and the refusal of duplicate keys, of which
//! `serde_json` alone would keep the last.

use std::ops::Range;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{DEPTH, Entry, Node, Source, Span, Tree, quote};
use crate::problem::{Outcome, Problem};

/// Reads a whole file.
///
/// # Errors
/// The first syntax error, or every duplicate key.
pub fn parse(source: &Source) -> Outcome<Node> {
    parse_part(source, 0..source.text.len())
}

/// Reads a part of a file, for instance a line.
///
/// # Errors
/// The first syntax error, or every duplicate key. A range that is not of this source reads as an empty text.
pub fn parse_part(source: &Source, range: Range<usize>) -> Outcome<Node> {
    let text = source.text.get(range).unwrap_or("");
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| vec![syntax(source, text, &error)])?;
    let mut problems = Vec::new();
    match node(source, raw.get(), DEPTH, &mut problems) {
        Ok(node) if problems.is_empty() => Ok(node),
        Ok(_) => Err(problems),
        Err(more) => {
            problems.extend(more);
            Err(problems)
        }
    }
}

/// One value whose text is `raw`, a slice of the source. `levels` bounds the recursion, which `RawValue` does not.
fn node(source: &Source, raw: &str, levels: usize, problems: &mut Vec<Problem>) -> Outcome<Node> {
    let span = source.span_of(raw);
    let broken = |error: serde_json::Error| vec![syntax(source, raw, &error)];
    if levels == 0 {
        return Err(vec![source.problem(
            "source::too-deep",
            Span { start: span.start, length: 1 },
            format!("values are nested more than {DEPTH} levels deep"),
            "no file of a campaign needs that; restore the file that the runner wrote",
        )]);
    }
    let tree = match raw.as_bytes().first() {
        Some(b'{') => {
            let Members(members) = serde_json::from_str(raw).map_err(broken)?;
            let mut entries: Vec<Entry> = Vec::with_capacity(members.len());
            let mut seen = std::collections::HashSet::new();
            let mut end = span.start;
            for (key, value) in members {
                let value_span = source.span_of(value.get());
                // Between two values stand only blanks, a comma, the key and a colon: the first quote opens the key.
                let between = source.text.get(end..value_span.start).unwrap_or("");
                let open = end + between.find('"').unwrap_or(0);
                let close = end + between.rfind('"').unwrap_or(0);
                let key_span = Span { start: open, length: close + 1 - open };
                end = value_span.start + value_span.length;
                if seen.insert(key.clone()) {
                    let node = node(source, value.get(), levels - 1, problems)?;
                    entries.push(Entry { key, key_span, node });
                } else {
                    problems.push(source.problem(
                        "source::duplicate-key",
                        key_span,
                        format!("the key {} stands twice in the same object", quote(&key)),
                        "keep the one that is meant; readers differ in which of the two they take",
                    ));
                }
            }
            Tree::Map(entries)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(raw).map_err(broken)?;
            let nodes = items.into_iter().map(|item| node(source, item.get(), levels - 1, problems));
            Tree::List(nodes.collect::<Outcome<_>>()?)
        }
        Some(b'"') => Tree::Text(serde_json::from_str(raw).map_err(broken)?),
        Some(b't') => Tree::Bool(true),
        Some(b'f') => Tree::Bool(false),
        Some(b'n') => Tree::Null,
        _ => Tree::Number(serde_json::from_str(raw).map_err(broken)?),
    };
    Ok(Node { span, tree })
}

/// The members of an object in written order, duplicates included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<String, &'de RawValue>()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

/// The problem that a `serde_json` error in `text` is; `text` is a slice of the source.
fn syntax(source: &Source, text: &str, error: &serde_json::Error) -> Problem {
    let base = source.span_of(text).start;
    let line_start = match error.line().checked_sub(2) {
        None => 0,
        Some(skip) => text.match_indices('\n').nth(skip).map_or(text.len(), |(at, _)| at + 1),
    };
    // Columns of serde_json count bytes; one past the end stands for the end.
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let next = if error.is_eof() {
        "the file ends too early: restore it whole from where the campaign was frozen"
    } else {
        "correct the JSON there, or restore the file from where the campaign was frozen"
    };
    source.problem("source::syntax", Span { start: base + at, length: 1 }, format!("this is not JSON: {message}"), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let source = Source::new("a.json", text.to_owned());
        parse(&source).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_value_and_key_knows_its_place() {
        let source = Source::new("a.json", "{\"a\": 1,\n \"b \\\"x\\\"\": [true,\n  \"µ\", 2.50]}\n".to_owned());
        let root = parse(&source).unwrap();
        let Tree::Map(entries) = &root.tree else { panic!("not a map") };
        assert_eq!(entries[1].key, "b \"x\"");
        assert_eq!(source.place(entries[1].key_span.start).to_string(), "a.json:2:2");
        let Tree::List(items) = &entries[1].node.tree else { panic!("not a list") };
        assert_eq!(source.place(items[2].span.start).to_string(), "a.json:3:8");
        assert_eq!(source.slice(items[2].span), "2.50");
        assert_eq!(root.to_value(), serde_json::json!({"a": 1, "b \"x\"": [true, "µ", 2.5]}));
    }

    #[test]
    fn every_duplicate_key_is_refused() {
        assert_eq!(
            messages("{\"a\": 1, \"a\": 2,\n \"b\": {\"c\": 1, \"\\u0063\": 1}}"),
            [
                "a.json:1:10: the key `a` stands twice in the same object (keep the one that is meant; readers differ in \
                 which of the two they take)",
                "a.json:2:16: the key `c` stands twice in the same object (keep the one that is meant; readers differ in \
                 which of the two they take)",
            ]
        );
    }

    #[test]
    fn broken_json_is_placed() {
        assert_eq!(
            messages("{\"a\": 1,\n \"b\": [1,"),
            [
                "a.json:2:9: this is not JSON: EOF while parsing a value (the file ends too early: restore it whole from \
              where the campaign was frozen)"
            ]
        );
        assert_eq!(
            messages("{\"a\": NaN}"),
            [
                "a.json:1:7: this is not JSON: expected value (correct the JSON there, or restore the file from where the \
              campaign was frozen)"
            ]
        );
        assert_eq!(
            messages("{\"a\": 1e400}"),
            ["a.json:1:11: this is not JSON: number out of range (correct the JSON there, or restore the file from \
              where the campaign was frozen)"]
        );
        assert_eq!(messages("")[0].split(" (").next(), Some("a.json:1:1: this is not JSON: EOF while parsing a value"));
    }

    #[test]
    fn deep_nesting_is_refused_before_the_stack_ends() {
        assert_eq!(
            messages(&"[".repeat(200_000).chars().chain("]".repeat(200_000).chars()).collect::<String>()),
            ["a.json:1:33: values are nested more than 32 levels deep (no file of a campaign needs that; restore the \
              file that the runner wrote)"]
        );
    }

    #[test]
    fn the_deepest_nesting_that_is_read_fits_a_small_stack() {
        let text = format!("{}1{}", "[".repeat(DEPTH - 1), "]".repeat(DEPTH - 1));
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let read = small.spawn(move || parse(&Source::new("a.json", text)).is_ok()).unwrap();
        assert!(read.join().unwrap());
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[\\[\\]{}\",:0-9a-f\\\\ \nµ.eE-]{0,200}") {
            let _ = parse(&Source::new("a", text));
        }
    }
}

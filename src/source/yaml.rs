//! YAML text to a tree. `serde-saphyr` reads it, with bounds against input that is built to exhaust memory.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::options::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};
use serde_yaml::{Error, Location, Spanned};

use super::{DEPTH, Entry, Node, Source, Span, Tree, quote};
use crate::problem::{Outcome, Problem};

const NEXT: &str = "correct the YAML there, or restore the file from where the campaign was frozen";

/// Reads a whole file of one document.
///
/// # Errors
/// The first error: syntax, a duplicate key, a merge key, an unknown tag, a number that is not finite, more than one
/// document, or a bound that is exceeded (32 levels, 100,000 values, 100 aliases).
pub fn parse(source: &Source) -> Outcome<Node> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: DEPTH,
            flow_nesting_limit: DEPTH,
            max_events: 400_000,
            max_nodes: 100_000,
            max_aliases: 100,
            max_anchors: 100,
            max_documents: 2,
            max_total_scalar_bytes: 16 << 20,
        },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: 10_000, max_replay_stack_depth: 8 },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        non_finite_float_policy: NonFiniteFloatPolicy::Reject,
        // `no`, `on` and `0755` are texts, as YAML 1.2 has it: a host's declaration must not change by being read.
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    let root: Spanned<Shape> =
        serde_yaml::from_str_with_options(&source.text, options).map_err(|error| vec![refused(source, &error)])?;
    Ok(node(source, root))
}

/// A value as the parser hands it over.
enum Shape {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Spanned<Shape>>),
    Map(Vec<(Spanned<String>, Spanned<Shape>)>),
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_none<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Shape, E> {
        Ok(Shape::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Shape, E> {
        Ok(Shape::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Shape, E> {
        Ok(Shape::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Shape, E> {
        serde_json::Number::from_f64(value).map(Shape::Number).ok_or_else(|| E::custom("the number is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Shape, E> {
        Ok(Shape::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Shape, E> {
        Ok(Shape::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Shape, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Shape::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Shape::Map(entries))
    }
}

fn node(source: &Source, spanned: Spanned<Shape>) -> Node {
    let span = span(source, spanned.referenced);
    let tree = match spanned.value {
        Shape::Null => Tree::Null,
        Shape::Bool(value) => Tree::Bool(value),
        Shape::Number(value) => Tree::Number(value),
        Shape::Text(value) => Tree::Text(value),
        Shape::List(items) => Tree::List(items.into_iter().map(|item| node(source, item)).collect()),
        Shape::Map(entries) => Tree::Map(
            entries
                .into_iter()
                .map(|(key, value)| Entry {
                    key_span: self::span(source, key.referenced),
                    key: key.value,
                    node: node(source, value),
                })
                .collect(),
        ),
    };
    Node { span, tree }
}

fn span(source: &Source, location: Location) -> Span {
    let start = source.byte_at(location.line(), location.column());
    let length = location.span().byte_len().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
    Span { start, length }
}

fn refused(source: &Source, error: &Error) -> Problem {
    // The parser's own bound on flow collections has no variant of its own.
    let too_deep = first(error).contains("recursion limit");
    let location = error.location().unwrap_or(Location::UNKNOWN);
    let at = Span { start: source.byte_at(location.line(), location.column()), length: 1 };
    match error.without_snippet() {
        _ if too_deep => too_large(source, at),
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("");
            source.problem(
                "source::duplicate-key",
                Span { length: key.len(), ..at },
                format!("the key {} stands twice in the same map", quote(key)),
                "keep the one that is meant; readers differ in which of the two they take",
            )
        }
        Error::NonFiniteFloat { value, .. } => source.problem(
            "source::not-finite",
            Span { length: value.len(), ..at },
            format!("{} is not a finite number", quote(value)),
            "write a finite number, or quote the value if it is meant as text",
        ),
        Error::MultipleDocuments { .. } => source.problem(
            "source::syntax",
            at,
            "the file holds more than one YAML document",
            "keep the first and take out the `---` line and what follows",
        ),
        Error::MergeKeyNotAllowed { .. } => {
            source.problem("source::syntax", at, "merge keys (`<<`) are not read", "write the merged keys out")
        }
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasReplayCounterOverflow { .. } => too_large(source, at),
        other => {
            source.problem("source::syntax", at, format!("this is not YAML that can be read: {}", first(other)), NEXT)
        }
    }
}

fn too_large(source: &Source, at: Span) -> Problem {
    source.problem(
        "source::too-large",
        at,
        "the YAML is larger than any campaign needs: at most 32 levels, 100,000 values and 100 aliases are read",
        "write it without aliases and with less nesting, or restore the file",
    )
}

/// The first line of an error's text without the place, which the problem itself carries.
fn first(error: &Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or("").trim_start_matches("error: ");
    line.split(" at line ").next().unwrap_or(line).to_owned()
}

/// A text as a scalar in double quotes, on one line.
pub fn scalar(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}') => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let source = Source::new("a.yaml", text.to_owned());
        parse(&source).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_value_and_key_knows_its_place() {
        let text = "a: 1.150 # one\nb:\n  - {c: \"µ x\", d: ~}\n  - no\n'e f': 0755\n";
        let source = Source::new("a.yaml", text.to_owned());
        let root = parse(&source).unwrap();
        let Tree::Map(entries) = &root.tree else { panic!("not a map") };
        assert_eq!(source.slice(entries[0].node.span), "1.150");
        assert_eq!(source.place(entries[1].key_span.start).to_string(), "a.yaml:2:1");
        assert_eq!(source.place(entries[2].key_span.start).to_string(), "a.yaml:5:1");
        let Tree::List(items) = &entries[1].node.tree else { panic!("not a list") };
        let Tree::Map(inner) = &items[0].tree else { panic!("not a map") };
        assert_eq!(source.place(inner[1].node.span.start).to_string(), "a.yaml:3:19");
        assert_eq!(
            root.to_value(),
            serde_json::json!({"a": 1.15, "b": [{"c": "µ x", "d": null}, "no"], "e f": "0755"})
        );
    }

    #[test]
    fn what_cannot_be_read_is_placed_with_its_cause() {
        let syntax = "correct the YAML there, or restore the file from where the campaign was frozen";
        let once = "keep the one that is meant; readers differ in which of the two they take";
        let less = "write it without aliases and with less nesting, or restore the file";
        let large =
            "the YAML is larger than any campaign needs: at most 32 levels, 100,000 values and 100 aliases are read";
        let bomb = format!("a: &a [1]\nb: [{}]\n", vec!["*a"; 101].join(", "));
        let deep = format!("a: {}", "[".repeat(100));
        for (text, cause, next) in [
            ("a: 1\na: 2\n", "2:1: the key `a` stands twice in the same map", once),
            (
                "a: .nan",
                "1:4: `.nan` is not a finite number",
                "write a finite number, or quote the value if it is meant as text",
            ),
            (
                "a: 1\n---\nb: 2\n",
                "3:1: the file holds more than one YAML document",
                "keep the first and take out the `---` line and what follows",
            ),
            ("a: &x {c: 1}\nb: {<<: *x}", "2:5: merge keys (`<<`) are not read", "write the merged keys out"),
            ("a: [1,\nb: 2", "1:4: this is not YAML that can be read: unclosed bracket '['", syntax),
            ("a: !foo 1", "1:9: this is not YAML that can be read: unsupported tag `!foo`", syntax),
            ("a: 'x", "1:4: this is not YAML that can be read: unclosed quote", syntax),
            (&bomb, &format!("2:405: {large}"), less),
            (&deep, &format!("1:36: {large}"), less),
        ] {
            assert_eq!(messages(text), [format!("a.yaml:{cause} ({next})")], "{text}");
        }
    }

    #[test]
    fn the_deepest_nesting_that_is_read_fits_a_small_stack() {
        let text = format!("a: {}{}", "[".repeat(DEPTH - 4), "]".repeat(DEPTH - 4));
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let read = small.spawn(move || parse(&Source::new("a.yaml", text)).is_ok()).unwrap();
        assert!(read.join().unwrap());
        let blocks: String = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        assert_eq!(parse(&Source::new("a.yaml", blocks)).unwrap_err()[0].code, "source::too-large");
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[\\[\\]{}\"':,0-9a-c?&*|>!%#@ \n\tµ.-]{0,200}") {
            let _ = parse(&Source::new("a", text));
        }
    }
}

//! Source texts: the bytes of a file in, text and values that know where they stand out.
//!
//! 1. [`Source::decode`]: bytes to text; other encodings than UTF-8 are refused by name, a byte-order mark is taken off.
//! 2. [`yaml`] and [`json`]: text to a [`Node`] tree in which every key and value has its place; a duplicate key, a
//!    syntax error or an input that is built to exhaust memory is refused.
//! 3. [`Fields`]: the tree to typed values, one problem for each that is missing or of the wrong type.

pub mod decode;
pub mod fields;
pub mod json;
pub mod yaml;

pub use fields::Fields;

use crate::problem::{Excerpt, Kind, Place, Problem};

/// Longest line that an excerpt shows whole, in characters.
const EXCERPT: usize = 160;

/// Most levels of nesting that a file may have.
pub const DEPTH: usize = 32;

/// A file's text with the means to say where in it something stands.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path below the campaign's folder.
    pub file: String,
    /// The text without a byte-order mark.
    pub text: String,
    /// Whether there was a byte-order mark.
    pub marked: bool,
    /// First byte of every line.
    starts: Vec<usize>,
}

/// A part of a source's text: first byte and length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Length in bytes.
    pub length: usize,
}

/// A value of a YAML or JSON file and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub tree: Tree,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A finite number.
    Number(serde_json::Number),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map in written order; keys are unique.
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// Its value.
    pub node: Node,
}

impl Node {
    /// What it is, in words, for messages.
    pub fn word(&self) -> &'static str {
        match self.tree {
            Tree::Null => "empty",
            Tree::Bool(_) => "true or false",
            Tree::Number(_) => "a number",
            Tree::Text(_) => "text",
            Tree::List(_) => "a list",
            Tree::Map(_) => "a map",
        }
    }

    /// The value without its place.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match &self.tree {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(*value),
            Tree::Number(value) => Value::Number(value.clone()),
            Tree::Text(value) => Value::String(value.clone()),
            Tree::List(nodes) => Value::Array(nodes.iter().map(Node::to_value).collect()),
            Tree::Map(entries) => {
                Value::Object(entries.iter().map(|entry| (entry.key.clone(), entry.node.to_value())).collect())
            }
        }
    }
}

impl Source {
    /// A text as it is.
    pub fn new(file: &str, text: String) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        Source { file: file.to_owned(), text, marked: false, starts }
    }

    /// The lines with their numbers from 1 and the place of their first byte, without their ends. A last line that has
    /// no end is among them, an empty rest after the last end is not.
    pub fn lines(&self) -> impl Iterator<Item = (u32, usize, &str)> {
        let mut start = 0;
        self.text.split_inclusive('\n').enumerate().map(move |(index, whole)| {
            let at = start;
            start += whole.len();
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            (number_of(index), at, line.strip_suffix('\r').unwrap_or(line))
        })
    }

    /// Line of a byte, from 1.
    pub fn line_at(&self, byte: usize) -> u32 {
        number_of(self.index(byte))
    }

    /// The span of `part`, which must be a slice of this source's text.
    pub fn span_of(&self, part: &str) -> Span {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        Span { start: start.min(self.text.len()), length: part.len() }
    }

    /// The text of a span; empty if it is not one of this source.
    pub fn slice(&self, span: Span) -> &str {
        span.start.checked_add(span.length).and_then(|end| self.text.get(span.start..end)).unwrap_or("")
    }

    /// The place of a byte: file, line and column in characters.
    pub fn place(&self, byte: usize) -> Place {
        let (line, start) = self.line_around(byte);
        // `floor` gives character boundaries of the line, here and in `excerpt`.
        let within = floor(line, byte.saturating_sub(start));
        Place::line(self.file.clone(), self.line_at(byte)).at_column(number_of(line[..within].chars().count()))
    }

    /// The byte at a line and a column in characters, both from 1, as parsers report them.
    pub fn byte_at(&self, line: u64, column: u64) -> usize {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(index) else { return self.text.len() };
        let (text, _) = self.line_around(start);
        let column = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
        start + text.char_indices().nth(column).map_or(text.len(), |(at, _)| at)
    }

    /// An input problem at a span, with the line that shows it.
    pub fn problem(
        &self,
        code: &'static str,
        span: Span,
        cause: impl Into<String>,
        next: impl Into<String>,
    ) -> Problem {
        Problem::new(Kind::Input, code, self.place(span.start), cause, next).with_excerpt(self.excerpt(span))
    }

    /// The line of a span with the span marked; a long line is cut around it.
    pub fn excerpt(&self, span: Span) -> Excerpt {
        let (line, start) = self.line_around(span.start);
        let from = floor(line, span.start.saturating_sub(start));
        let to = floor(line, from.saturating_add(span.length)).max(from);
        if line.chars().nth(EXCERPT).is_none() {
            return Excerpt { line: line.to_owned(), start: from, length: to - from, place: None };
        }
        let left = line[..from].char_indices().rev().nth(EXCERPT / 4 - 1).map_or(0, |(at, _)| at);
        let right = line[left..].char_indices().nth(EXCERPT).map_or(line.len(), |(at, _)| left + at);
        let (before, after) = (if left > 0 { "…" } else { "" }, if right < line.len() { "…" } else { "" });
        Excerpt {
            line: format!("{before}{}{after}", &line[left..right]),
            start: before.len() + from - left,
            length: to.min(right) - from,
            place: None,
        }
    }

    fn index(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The line around a byte without its end, and its first byte.
    fn line_around(&self, byte: usize) -> (&str, usize) {
        let index = self.index(byte);
        let start = self.starts.get(index).copied().unwrap_or(0);
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        let line = self.text.get(start..end).unwrap_or("");
        let line = line.strip_suffix('\n').unwrap_or(line);
        (line.strip_suffix('\r').unwrap_or(line), start)
    }
}

/// The largest character boundary of `text` that is not beyond `byte`.
fn floor(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A place counted from 0 as a number counted from 1.
pub(crate) fn number_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

/// `text` in backquotes for a message: control characters escaped, cut after sixty characters.
pub fn quote(text: &str) -> String {
    quote_up_to(60, text)
}

/// The same, cut after `most` characters: for a line that has to be shown as it is.
pub fn quote_up_to(most: usize, text: &str) -> String {
    let mut quoted = String::from("`");
    for (count, character) in text.chars().enumerate() {
        if count == most {
            quoted.push('…');
            break;
        }
        if character.is_control() {
            quoted.extend(character.escape_default());
        } else {
            quoted.push(character);
        }
    }
    quoted.push('`');
    quoted
}

/// `names` in backquotes with commas between them.
pub fn list(names: &[&str]) -> String {
    names.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters_and_a_long_line_is_cut() {
        let source = Source::new("a.txt", format!("µ=1\r\n{}X{}\n", "µ".repeat(500), "y".repeat(500)));
        assert_eq!(source.place(3).to_string(), "a.txt:1:3");
        let at = source.text.find('X').unwrap();
        let problem = source.problem("test::x", Span { start: at, length: 1 }, "no", "yes");
        assert_eq!(problem.place.to_string(), "a.txt:2:501");
        let excerpt = problem.excerpt.unwrap();
        assert_eq!(&excerpt.line[excerpt.start..][..excerpt.length], "X");
        assert_eq!(excerpt.line.chars().count(), EXCERPT + 2);
        assert_eq!(source.byte_at(2, 501), at);
        assert_eq!(source.lines().map(|line| line.0).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_quoted_text_is_short_and_has_no_control_characters() {
        assert_eq!(quote("a\u{1b}[31m\n"), "`a\\u{1b}[31m\\n`");
        assert_eq!(quote(&"x".repeat(100)), format!("`{}…`", "x".repeat(60)));
    }

    proptest::proptest! {
        #[test]
        fn places_and_excerpts_never_panic(text in "(\\PC|[\r\nµ]){0,300}", start in 0usize..700, length in 0usize..700) {
            let source = Source::new("a", text);
            let problem = source.problem("test::x", Span { start, length }, "c", "n");
            let excerpt = problem.excerpt.unwrap();
            assert!(excerpt.line.get(excerpt.start..excerpt.start + excerpt.length).is_some());
        }
    }
}

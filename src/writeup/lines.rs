//! Line marks: where in the author's file a piece of rendered text came from.
//!
//! A template engine forgets lines: loops repeat them and tags remove them. So every line of the source gets a mark in
//! front of its first character that is no blank, outside of tags; the marks pass through the template as text, and are
//! taken out before Markdown is parsed, which leaves a table from lines of rendered text to lines of the source.

/// Begins a mark. Private-use characters can't stand in an authored file (see [`reserved`]).
const OPEN: char = '\u{f8f0}';
/// Ends a mark.
const CLOSE: char = '\u{f8f1}';

/// The first character of `text` that the write-up keeps for itself, with its byte.
pub fn reserved(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, c)| ('\u{e000}'..='\u{f8ff}').contains(c))
}

/// Puts a mark into every line, numbered from 1.
pub fn mark(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + source.len() / 8);
    let mut tag = Tag::None;
    for (index, line) in source.split_inclusive('\n').enumerate() {
        let text = line.trim_start_matches([' ', '\t']);
        // A tag that trims white space must keep seeing it, and a blank line needs no mark.
        let unmarked =
            text.trim_end().is_empty() || text.starts_with("{%") || text.starts_with("{{-") || text.starts_with("{#");
        if matches!(tag, Tag::None) && !unmarked {
            out.push_str(&line[..line.len() - text.len()]);
            out.push(OPEN);
            out.push_str(&(index + 1).to_string());
            out.push(CLOSE);
            out.push_str(text);
        } else {
            out.push_str(line);
        }
        tag = tag.after(line);
    }
    out
}

/// What a position is inside of.
#[derive(Clone, Copy)]
enum Tag {
    None,
    /// A tag or expression, ended by these two characters.
    Inside(&'static str),
    /// A string in one, ended by this character.
    Quoted(char, &'static str),
}

impl Tag {
    /// What the position after `line` is inside of.
    fn after(mut self, line: &str) -> Self {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let (after, step) = self.step(rest, c);
            self = after;
            rest = rest.get(step..).unwrap_or_default();
        }
        self
    }

    /// What the position after the next character of `rest`, or the next two, is inside of, and how many bytes those are.
    fn step(self, rest: &str, c: char) -> (Self, usize) {
        match self {
            Tag::None => match rest.get(..2) {
                Some("{{") => (Tag::Inside("}}"), 2),
                Some("{%") => (Tag::Inside("%}"), 2),
                Some("{#") => (Tag::Inside("#}"), 2),
                _ => (Tag::None, c.len_utf8()),
            },
            Tag::Inside(end) if rest.starts_with(end) => (Tag::None, 2),
            Tag::Inside(end) if end != "#}" && matches!(c, '"' | '\'' | '`') => (Tag::Quoted(c, end), c.len_utf8()),
            // What is escaped ends no string.
            Tag::Quoted(..) if c == '\\' => {
                (self, 1 + rest.chars().nth(1).filter(|next| *next != '\n').map_or(0, char::len_utf8))
            }
            Tag::Quoted(quote, end) if c == quote => (Tag::Inside(end), c.len_utf8()),
            other => (other, c.len_utf8()),
        }
    }
}

/// The text with every template tag blanked out, so that what is left is prose at its own place. Line ends stay.
pub fn without_tags(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut tag = Tag::None;
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let (after, step) = tag.step(rest, c);
        let taken = rest.get(..step).unwrap_or(rest);
        if matches!((tag, after), (Tag::None, Tag::None)) {
            out.push_str(taken);
        } else {
            out.extend(taken.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        tag = after;
        rest = rest.get(step..).unwrap_or_default();
    }
    out
}

/// Rendered text without marks, and for each of its lines the line of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmarked {
    /// The text.
    pub text: String,
    /// First byte of each line and its line in the source.
    lines: Vec<(usize, u32)>,
}

impl Unmarked {
    /// Line of the source, from 1, for a byte of the text.
    pub fn line_at(&self, byte: usize) -> u32 {
        self.marked(byte).1
    }

    /// First byte of the marked line that holds a byte, and its line of the source.
    pub fn marked(&self, byte: usize) -> (usize, u32) {
        let after = self.lines.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or((0, 1))
    }

    /// The line of the source that the mark after a byte names; `None` after the last mark.
    pub fn next_line(&self, byte: usize) -> Option<u32> {
        let after = self.lines.partition_point(|(start, _)| *start <= byte);
        self.lines.get(after).map(|(_, line)| *line)
    }
}

/// Takes the marks out.
pub fn unmark(rendered: &str) -> Unmarked {
    let mut out = Unmarked::default();
    let mut rest = rendered;
    while let Some(open) = rest.find(OPEN) {
        out.text.push_str(&rest[..open]);
        rest = &rest[open + OPEN.len_utf8()..];
        if let Some(close) = rest.find(CLOSE) {
            if let Ok(line) = rest[..close].parse() {
                out.lines.push((out.text.len(), line));
            }
            rest = &rest[close + CLOSE.len_utf8()..];
        }
    }
    out.text.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_survive_and_go() {
        let source = "# A\n\n- b {{ x\n  | y }} c\n  d\n{% if a %}\ne\n{% endif %}\n";
        let marked = mark(source);
        let unmarked = unmark(&marked);
        assert_eq!(unmarked.text, source);
        assert_eq!(unmarked.line_at(source.find("- b").unwrap()), 3);
        assert_eq!(unmarked.line_at(source.find("  d").unwrap() + 2), 5);
        assert_eq!(unmarked.line_at(source.find('e').unwrap()), 7);
    }

    #[test]
    fn a_string_with_closing_braces_does_not_end_its_tag() {
        let source = "{{ f(a=\"}}\nx\") }}\ny\n";
        assert_eq!(unmark(&mark(source)).line_at(source.find('y').unwrap()), 3);
        assert!(mark(source).contains("}}\nx"));
    }

    #[test]
    fn tags_are_blanked_at_their_place() {
        let source = "a {{ f(x=\"}} 1\") }} 2\n{# 3\n4 #}5 {% if ß %}6\n";
        let left = without_tags(source);
        assert_eq!(left.len(), source.len());
        assert_eq!(left.split_whitespace().collect::<Vec<_>>(), ["a", "2", "5", "6"]);
        assert_eq!(left.find('5'), source.find('5'));
        assert_eq!(left.matches('\n').count(), 3);
    }

    #[test]
    fn reserved_characters_are_found() {
        assert_eq!(reserved("ab\u{e000}"), Some((2, '\u{e000}')));
        assert_eq!(reserved("größe"), None);
    }

    proptest! {
        #[test]
        fn taking_marks_out_gives_the_source_back(source in "(\\PC|[\n{}%#\"']){0,200}") {
            prop_assume!(reserved(&source).is_none());
            prop_assert_eq!(unmark(&mark(&source)).text, source);
        }
    }

    #[test]
    fn an_escaped_quote_ends_no_string() {
        let source = "a {{ x[\"b\\\"c}}\"] }} d\ne";
        assert_eq!(without_tags(source), format!("a {} d\ne", " ".repeat(source.len() - "a  d\ne".len())));
        assert_eq!(unmark(&mark(source)).text, source);
    }
}

//! JSON as measuring tools write it: numbers that are none, written bare, and facts about the machine in nested maps.
//!
//! 1. [`parse`]: text to a tree, bare `NaN` and `Infinity` included, which JSON does not have and Python's and Google
//!    Benchmark's writers write.
//! 2. [`value`]: a node to a number or the reason why it is none.
//! 3. [`settings`]: a node to one [`Said`] a leaf.

use std::borrow::Cow;

use smol_str::SmolStr;

use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Said, SaidKind};
use crate::problem::{Outcome, Problems};
use crate::source::{Node, Source, Span, Tree, json, quote};

/// What to do about a file that is not as its tool writes it.
pub const RESTORE: &str = "restore the file as the tool wrote it";

/// Numbers of Python's and Google Benchmark's JSON that JSON does not have, longest first.
const BARE: [&str; 4] = ["-Infinity", "Infinity", "-NaN", "NaN"];

/// Reads a file in which numbers may be bare `NaN`, `Infinity` or `-Infinity`. Such a number is a node for which
/// [`value`] gives the reason why it can't be used.
///
/// # Errors
/// As [`json::parse`].
pub fn parse(source: &Source) -> Outcome<Node> {
    match masked(&source.text) {
        Cow::Borrowed(_) => json::parse(source),
        // The mask has the length of what it covers, so that places hold; what a message shows comes from the file.
        Cow::Owned(text) => json::parse(&Source::new(&source.file, text)).map_err(|problems| {
            let shown = problems.into_iter().map(|mut problem| {
                let (line, column) = (problem.place.line.unwrap_or(1), problem.place.column.unwrap_or(1));
                let start = source.byte_at(line.into(), column.into());
                let length = problem.excerpt.as_ref().map_or(0, |excerpt| excerpt.length);
                problem.excerpt = Some(source.excerpt(Span { start, length }));
                problem
            });
            shown.collect()
        }),
    }
}

/// The text with every bare number that is none as a text of the same length.
fn masked(text: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    let (mut copied, mut quoted, mut escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if at < copied => {}
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'N' | b'I' | b'-' if !quoted => {
                let rest = text.get(at..).unwrap_or("");
                if let Some(bare) = BARE.iter().find(|bare| rest.starts_with(**bare)) {
                    masked.push_str(text.get(copied..at).unwrap_or(""));
                    masked.push('"');
                    masked.extend(std::iter::repeat_n('_', bare.len() - 2));
                    masked.push('"');
                    copied = at + bare.len();
                }
            }
            _ => {}
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(text.get(copied..).unwrap_or(""));
    Cow::Owned(masked)
}

/// The problems with what to do about them in a file that nobody should write in.
///
/// # Errors
/// Those of the outcome.
pub fn restored<T>(outcome: Outcome<T>) -> Outcome<T> {
    outcome.map_err(|mut problems| {
        let typed = ["source::missing-key", "source::wrong-type"];
        for problem in problems.iter_mut().filter(|problem| typed.contains(&problem.code)) {
            RESTORE.clone_into(&mut problem.next);
        }
        problems
    })
}

/// Whether a node is a number of those that JSON does not have.
pub fn is_bare(source: &Source, node: &Node) -> bool {
    matches!(node.tree, Tree::Text(_)) && !source.slice(node.span).starts_with('"')
}

/// A node as the number it was printed as, or why it is none, to follow "`x` is `y`: ".
///
/// # Errors
/// It is not finite, nothing, or no number.
pub fn value(source: &Source, node: &Node) -> Result<Number, &'static str> {
    match &node.tree {
        Tree::Number(_) => number(source.slice(node.span)),
        Tree::Text(_) if is_bare(source, node) => number(source.slice(node.span)),
        Tree::Null => Err("it is empty"),
        Tree::Text(text) if text.contains(',') => number(text),
        _ => Err("it is no number"),
    }
}

/// A number that must be there; `what` names it in the problem.
pub fn required(source: &Source, node: &Node, what: &str, code: &'static str, out: &mut Problems) -> Option<Number> {
    match value(source, node) {
        Ok(number) => Some(number),
        Err(why) => {
            let cause = format!("{what} is {}: {why}", quote(source.slice(node.span)));
            out.push(source.problem(code, node.span, cause, RESTORE));
            None
        }
    }
}

/// A duration that must be there, or why it measured nothing: a clock that did not move, or a correction that took all.
///
/// A negative one is a problem.
pub fn duration(
    source: &Source,
    node: &Node,
    what: &str,
    code: &'static str,
    out: &mut Problems,
) -> Option<Result<Number, String>> {
    let number = required(source, node, what, code, out)?;
    if number.value < 0.0 {
        let cause = format!("{what} is {}, but no duration is negative", quote(&number.text));
        out.push(source.problem(code, node.span, cause, RESTORE));
        return None;
    }
    let measured = number.value > 0.0;
    Some(if measured { Ok(number) } else { Err(format!("{} is no duration that was measured", number.text)) })
}

/// Every fact of a node as `name: value`, maps by names with dots, lists of plain values with commas.
pub fn settings(source: &Source, name: &str, node: &Node, case: Option<&str>, said: &mut Vec<Said>) {
    if let Tree::Map(entries) = &node.tree {
        for entry in entries {
            let name = if name.is_empty() { entry.key.clone() } else { format!("{name}.{}", entry.key) };
            settings(source, &name, &entry.node, case, said);
        }
    } else if !matches!(&node.tree, Tree::Null) {
        let text = format!("{}: {}", plain(name), plain(&worded(source, node)));
        let setting = Said::new(source.line_at(node.span.start), SaidKind::Setting, text);
        said.push(Said { case: case.map(SmolStr::new), ..setting });
    }
}

/// A value in words: a text as it is, a list of plain values with commas, anything else as written.
pub fn worded(source: &Source, node: &Node) -> String {
    match &node.tree {
        Tree::Text(text) if !is_bare(source, node) => text.clone(),
        Tree::List(nodes) if nodes.iter().all(|node| !matches!(node.tree, Tree::List(_) | Tree::Map(_))) => {
            nodes.iter().map(|node| worded(source, node)).collect::<Vec<_>>().join(", ")
        }
        _ => source.slice(node.span).split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// A text without control characters.
pub fn plain(text: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// The first bytes of a text after blanks, for [`super::Format::looks`].
pub fn head(source: &Source) -> &str {
    let text = source.text.trim_start();
    text.char_indices().nth(400).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new("a.json", text.to_owned())
    }

    #[test]
    fn bare_numbers_keep_their_places_and_say_what_they_are() {
        let source = source(r#"{"NaN": [NaN, -Infinity, "NaN", "a\"NaN", Infinity, null, -1.50]}"#);
        let root = parse(&source).unwrap();
        let Tree::Map(entries) = &root.tree else { panic!("no map") };
        assert_eq!(entries[0].key, "NaN");
        let Tree::List(nodes) = &entries[0].node.tree else { panic!("no list") };
        let values: Vec<_> = nodes.iter().map(|node| value(&source, node).map(|number| number.text)).collect();
        let (nan, infinite) = (Err("it is not a number (NaN)"), Err("it is infinite"));
        let text = Err("it is no number");
        let printed = Ok("-1.50".into());
        assert_eq!(values, [nan, infinite.clone(), text.clone(), text, infinite, Err("it is empty"), printed]);
        let slices: Vec<&str> = nodes.iter().map(|node| source.slice(node.span)).collect();
        assert_eq!(slices[..3], ["NaN", "-Infinity", "\"NaN\""]);
    }

    #[test]
    fn a_syntax_error_beside_a_bare_number_shows_the_file_s_own_line() {
        let problems = parse(&source("{\"a\": NaN,\n \"b\": NaN x}")).unwrap_err();
        assert_eq!(
            problems[0].to_string(),
            "a.json:2:11: this is not JSON: expected `,` or `}` (correct the JSON there, or restore the file from \
             where \
             the campaign was frozen)"
        );
        assert_eq!(problems[0].excerpt.as_ref().unwrap().line, " \"b\": NaN x}");
    }

    #[test]
    fn facts_are_told_by_their_path() {
        let source =
            source("{\"cpu\": {\"brand\": \"µ\\n\", \"hz\": [2.10, 0]}, \"none\": null,\n\"caches\": [{\"l\": 1}]}");
        let mut said = Vec::new();
        settings(&source, "machine", &parse(&source).unwrap(), Some("c"), &mut said);
        let texts: Vec<_> = said.iter().map(|said| (said.line, said.text.as_str())).collect();
        let expected =
            [(1, "machine.cpu.brand: µ\\n"), (1, "machine.cpu.hz: 2.10, 0"), (2, "machine.caches: [{\"l\": 1}]")];
        assert_eq!(texts, expected);
        assert!(said.iter().all(|said| said.case.as_deref() == Some("c")));
    }

    proptest::proptest! {
        #[test]
        fn a_mask_has_the_length_of_its_text(text in "(NaN|Infinity|-|\"|\\\\|[\\[\\]{},: aµ0-9]){0,60}") {
            assert_eq!(masked(&text).len(), text.len());
            let source = source(&text);
            let _ = parse(&source);
        }
    }
}

//! Inline content as Markdown that reads back as the same words in the same styles.
//!
//! The tree is first flattened into runs, each with its styles and its link. That settles what Markdown can't say:
//! emphasis within emphasis, links within links, emphasis that begins or ends with a space, two spans side by side.

use crate::document::{Inline, Inlines, Target, visit};

use super::anchors::Links;
use super::escape::{self, Where, one_line, push_code, push_text, refuses_code};

/// Styles of a run, outermost first in the order they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Styles {
    strong: bool,
    emphasis: bool,
    struck: bool,
}

const DELIMITERS: [&str; 3] = ["**", "_", "~~"];

impl Styles {
    fn list(self) -> [bool; 3] {
        [self.strong, self.emphasis, self.struck]
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    Code(String),
    /// A forced line end.
    Break,
}

#[derive(Clone, Debug)]
struct Run {
    piece: Piece,
    styles: Styles,
    /// Number of its link and the address; runs of one link share a number.
    link: Option<(usize, String)>,
}

impl Run {
    fn is_blank(&self) -> bool {
        match &self.piece {
            Piece::Text(text) => text.chars().all(char::is_whitespace),
            Piece::Code(_) => false,
            Piece::Break => true,
        }
    }
}

/// Writes inline content; asks `links` where targets are.
pub fn write(content: &[Inline], place: Where, links: &mut Links<'_>) -> String {
    let mut runs = Vec::new();
    flatten(content, Styles::default(), &None, place, links, &mut runs);
    let runs = settled(runs, place);
    let mut out = String::new();
    let mut at = 0;
    while let Some(first) = runs.get(at) {
        let number = first.link.as_ref().map(|link| link.0);
        let end = runs.iter().skip(at).take_while(|run| run.link.as_ref().map(|link| link.0) == number).count() + at;
        let group = runs.get(at..end).unwrap_or_default();
        match &first.link {
            None => write_runs(group, place, &mut out),
            Some((_, address)) => {
                out.push('[');
                write_runs(group, place, &mut out);
                out.push_str(&format!("]({address})"));
            }
        }
        at = end;
    }
    out
}

fn flatten(
    content: &[Inline],
    styles: Styles,
    link: &Option<(usize, String)>,
    place: Where,
    links: &mut Links<'_>,
    runs: &mut Vec<Run>,
) {
    for inline in content {
        let mut push = |piece| runs.push(Run { piece, styles, link: link.clone() });
        match inline {
            Inline::Text(text) => push(Piece::Text(one_line(text))),
            Inline::Code(text) => push(Piece::Code(one_line(text))),
            Inline::Missing { reason } => push(Piece::Text(format!("N/A ({})", one_line(reason)))),
            Inline::SoftBreak => push(Piece::Text(" ".into())),
            Inline::HardBreak if place == Where::Paragraph => push(Piece::Break),
            Inline::HardBreak => push(Piece::Text(" ".into())),
            Inline::Strong(inner) => flatten(inner, Styles { strong: true, ..styles }, link, place, links, runs),
            Inline::Emphasis(inner) => flatten(inner, Styles { emphasis: true, ..styles }, link, place, links, runs),
            Inline::Strikethrough(inner) => flatten(inner, Styles { struck: true, ..styles }, link, place, links, runs),
            Inline::Link { target, content } => {
                flatten_link(target, content, styles, link, place, links, runs);
            }
            Inline::Figure(figure) => {
                let content: Inlines = vec![Inline::text(figure.text.as_str())];
                match &figure.target {
                    Some(target) => flatten_link(target, &content, styles, link, place, links, runs),
                    None => flatten(&content, styles, link, place, links, runs),
                }
            }
            Inline::NoteMark(index) => {
                let link = Some((runs.len(), links.notes()));
                let text = (index + 1).to_string();
                let plain = |text: &str| Run { piece: Piece::Text(text.into()), styles, link: None };
                runs.push(plain("["));
                runs.push(Run { piece: Piece::Text(text), styles, link });
                runs.push(plain("]"));
            }
        }
    }
}

fn flatten_link(
    target: &Target,
    content: &[Inline],
    styles: Styles,
    link: &Option<(usize, String)>,
    place: Where,
    links: &mut Links<'_>,
    runs: &mut Vec<Run>,
) {
    // The outer link wins; one within it would break it.
    let own = link.clone().or_else(|| links.address(target).map(|address| (runs.len(), address)));
    flatten(content, styles, &own, place, links, runs);
    if let (Target::Url(url), None) = (target, &own)
        && visit::plain(content) != *url
    {
        // An address that no reader should follow is shown, not linked.
        for piece in [Piece::Text(" (".into()), Piece::Code(one_line(url)), Piece::Text(")".into())] {
            runs.push(Run { piece, styles, link: None });
        }
    }
}

/// Runs without empty ones, neighbours of one kind joined, white space apart from words, none of it at an edge.
fn settled(runs: Vec<Run>, place: Where) -> Vec<Run> {
    let mut parts: Vec<Run> = Vec::new();
    for run in with_code_joined(runs) {
        match run.piece {
            Piece::Text(text) => push_words(&text, run.styles, &run.link, &mut parts),
            // Refused code is set as text, whose edges are those of any text. A link whose text holds `]:` would be read
            // as the definition of a reference, backticks or not.
            Piece::Code(text) if refuses_code(&text, place) || (run.link.is_some() && text.contains("]:")) => {
                push_words(&text, run.styles, &run.link, &mut parts);
            }
            piece => parts.push(Run { piece, ..run }),
        }
    }
    unlink_edges(&mut parts);
    // Line ends at the beginning and the end would be read as backslashes, several in a row as empty lines.
    while parts.last().is_some_and(Run::is_blank) {
        parts.pop();
    }
    let blank = parts.iter().take_while(|run| run.is_blank()).count();
    parts.drain(..blank);
    let mut settled: Vec<Run> = Vec::new();
    for (at, run) in parts.iter().enumerate() {
        let alike = |other: &Run| other.styles == run.styles && other.link == run.link;
        // White space joins only what goes on in the same way behind it: it may be the edge of a style.
        let joins = settled.last().is_some_and(|last| alike(last) && !last.is_blank())
            && (!run.is_blank() || parts.get(at + 1).is_some_and(|next| alike(next) && !next.is_blank()));
        let after_break = settled.last().is_some_and(|last| last.piece == Piece::Break);
        match (settled.last_mut().map(|last| &mut last.piece), &run.piece) {
            (Some(Piece::Text(last)), Piece::Text(text)) if joins => last.push_str(text),
            _ if after_break && run.is_blank() => {}
            (Some(Piece::Text(last)), Piece::Break) if last.trim().is_empty() => {
                settled.pop();
                settled.push(run.clone());
            }
            _ => settled.push(run.clone()),
        }
    }
    settled
}

/// Code spans side by side would share their fences.
fn with_code_joined(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        let empty = matches!(&run.piece, Piece::Text(text) | Piece::Code(text) if text.is_empty());
        match (joined.last_mut(), &run.piece) {
            _ if empty => {}
            (Some(Run { piece: Piece::Code(last), styles, link }), Piece::Code(text))
                if *styles == run.styles && *link == run.link =>
            {
                last.push_str(text);
            }
            _ => joined.push(run),
        }
    }
    joined
}

/// White space before, words, white space behind, each a run of its own.
fn push_words(text: &str, styles: Styles, link: &Option<(usize, String)>, parts: &mut Vec<Run>) {
    let lead = text.len() - text.trim_start().len();
    let (before, rest) = text.split_at(lead);
    let (words, after) = rest.split_at(rest.trim_end().len());
    for piece in [before, words, after].into_iter().filter(|piece| !piece.is_empty()) {
        parts.push(Run { piece: Piece::Text(piece.to_owned()), styles, link: link.clone() });
    }
}

/// Takes white space at the edges of a link out of it.
fn unlink_edges(parts: &mut [Run]) {
    let mut outer = None;
    for run in parts.iter_mut() {
        if run.is_blank() && run.link != outer {
            run.link = None;
        } else {
            outer = run.link.clone();
        }
    }
    let mut outer = None;
    for run in parts.iter_mut().rev() {
        if run.is_blank() && run.link != outer {
            run.link = None;
        } else {
            outer = run.link.clone();
        }
    }
}

fn write_runs(runs: &[Run], place: Where, out: &mut String) {
    let mut open: Vec<usize> = Vec::new();
    let mut just_closed = false;
    for (at, run) in runs.iter().enumerate() {
        let is_wanted = |styles: Styles, style: usize| styles.list().get(style).copied().unwrap_or(false);
        // White space begins no style, and ends those that don't go on through it and behind it.
        let blank = run.is_blank();
        let solid = runs.iter().skip(at).position(|run| !run.is_blank()).map_or(0, |ahead| at + ahead + 1);
        let ahead = runs.get(at..solid).unwrap_or_default();
        let goes_on = |style: usize| !ahead.is_empty() && ahead.iter().all(|run| is_wanted(run.styles, style));
        while open.iter().any(|style| !goes_on(*style)) {
            if let Some(style) = open.pop() {
                out.push_str(DELIMITERS.get(style).copied().unwrap_or_default());
                just_closed = true;
            }
        }
        for (style, delimiter) in DELIMITERS.iter().enumerate() {
            if !blank && is_wanted(run.styles, style) && !open.contains(&style) {
                part_from_letter(out);
                out.push_str(delimiter);
                open.push(style);
                just_closed = false;
            }
        }
        match &run.piece {
            Piece::Code(text) => push_code(text, place, out),
            Piece::Break => {
                let kept = out.trim_end_matches(' ').len();
                out.truncate(kept);
                out.push_str("\\\n");
            }
            Piece::Text(text) => {
                let text = if out.ends_with("\\\n") { text.trim_start() } else { text };
                let mut rest = text.chars();
                match rest.next() {
                    Some(first) if just_closed && joins_a_delimiter(first) => {
                        out.push_str(&format!("&#{};", u32::from(first)));
                        push_text(rest.as_str(), place, out);
                    }
                    _ => push_text(text, place, out),
                }
            }
        }
        just_closed = false;
    }
    while let Some(style) = open.pop() {
        out.push_str(DELIMITERS.get(style).copied().unwrap_or_default());
    }
}

/// A delimiter opens after white space or punctuation; a letter right before it is written as its number, which ends
/// with a semicolon.
fn part_from_letter(out: &mut String) {
    if let Some(last) = out.chars().next_back().filter(|last| joins_a_delimiter(*last)) {
        out.truncate(out.len() - last.len_utf8());
        out.push_str(&format!("&#{};", u32::from(last)));
    }
}

fn joins_a_delimiter(c: char) -> bool {
    !c.is_whitespace() && !c.is_ascii_punctuation()
}

/// Words for an image, in one line and without styles.
pub fn alternative(text: &str) -> String {
    let mut out = String::new();
    push_text(one_line(text).trim(), Where::Paragraph, &mut out);
    out
}

/// Text as a paragraph holds it.
pub fn text(text: &str, place: Where) -> String {
    let mut out = String::new();
    push_text(one_line(text).trim(), place, &mut out);
    out
}

/// A code span.
pub fn code(text: &str, place: Where) -> String {
    let mut out = String::new();
    escape::push_code(&one_line(text), place, &mut out);
    out
}

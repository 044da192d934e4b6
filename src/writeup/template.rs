//! Rendering one authored text with Tera.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::{CONDITION_SCHEME, SCHEME, Scope};
use super::desk::Desk;
use super::functions;
use super::generated::Offer;
use super::lines::{self, Unmarked};
use super::nearby;
use crate::problem::{Excerpt, Kind, Outcome, Place, Problem};
use crate::source::list;

/// A text to render: a file's body or a value of its front matter.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// Path below the campaign's folder, for messages.
    pub file: &'a str,
    /// Lines of the file before the text.
    pub lines_before: u32,
    /// The text.
    pub text: &'a str,
}

impl Text<'_> {
    /// The place of a line of the text, from 1.
    pub fn place(&self, line: u32) -> Place {
        Place::line(self.file, self.lines_before + line)
    }

    fn excerpt(&self, line: u32, start: usize, length: usize) -> Option<Excerpt> {
        let line = self.text.lines().nth(line.checked_sub(1)? as usize)?.to_string();
        let start = start.min(line.len());
        let length = length.min(line.len() - start);
        Some(Excerpt { line, start, length, place: None })
    }
}

/// Renders a text over the names of `scope`, laying bound content on `desk`. `offer` is the generated content that it may place.
///
/// # Errors
/// A reserved character, a template error, a reference printed without a filter.
pub fn render(text: Text<'_>, scope: &Scope, desk: &Arc<Desk>, offer: &Offer) -> Outcome<Unmarked> {
    if let Some((at, c)) = lines::reserved(text.text) {
        let line = text.text[..at].matches('\n').count() as u32 + 1;
        return Err(vec![Problem::new(
            Kind::Input,
            "writeup::reserved",
            text.place(line),
            format!("the character U+{:04X} is reserved", c as u32),
            "remove it; private-use characters have no meaning in a write-up",
        )]);
    }
    let mut tera = tera::Tera::new();
    // A name from the data that is printed as it is prints as itself: it passes through Markdown as plain words.
    tera.autoescape_on([".md"]);
    tera.set_escape_fn(escape);
    functions::register(&mut tera, desk, offer);
    let rendered = tera
        .add_raw_template(text.file, &lines::mark(text.text))
        .and_then(|()| tera.render(text.file, scope.context()))
        .map_err(|error| problems(text, &error, scope))?;
    let unmarked = lines::unmark(&rendered);
    let raw = raw_references(text, &unmarked);
    if raw.is_empty() { Ok(unmarked) } else { Err(raw) }
}

/// Characters that mean something in Markdown, and those that its typography would change.
const MARKUP: &str = "\\`*_{}[]()#+-.!|<>&~$\"'";

/// Writes a text so that Markdown reads it as itself. Colons and slashes stay, since nothing in Markdown begins with them.
fn escape(text: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    for c in text.chars() {
        if c.is_control() {
            out.write_all(b" ")?;
            continue;
        }
        if MARKUP.contains(c) {
            out.write_all(b"\\")?;
        }
        write!(out, "{c}")?;
    }
    Ok(())
}

/// References that reached the text: somebody printed a figure without saying how. One problem a line: a name with figures
/// below it prints them all.
fn raw_references(text: Text<'_>, rendered: &Unmarked) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (scheme, cause, next) in [
        (
            SCHEME,
            "a figure is printed without a filter",
            "say how it is printed, for instance `| interval` or `| value`",
        ),
        (CONDITION_SCHEME, "a condition stands outside of a claim", "write `{{ claim(that=…) }}` around it"),
    ] {
        let mut by_line: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (at, _) in rendered.text.match_indices(scheme) {
            let id = rendered.text[at + scheme.len()..].chars().take_while(|c| *c != '"').filter(|c| *c != '\\');
            let id: String = id.take(80).collect();
            let ids = by_line.entry(rendered.line_at(at)).or_default();
            let part_of_another =
                ids.iter().any(|other| id.strip_prefix(other).is_some_and(|rest| rest.starts_with(':')));
            if !part_of_another {
                ids.push(id);
            }
        }
        for (line, mut ids) in by_line {
            let more = ids.len().saturating_sub(3);
            ids.truncate(3);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let cause = format!("{cause}: {}{more}", ids.join(", "));
            let mut problem = Problem::new(Kind::Input, "writeup::raw-figure", text.place(line), cause, next);
            problem.excerpt = text.excerpt(line, 0, usize::MAX);
            problems.push(problem);
        }
    }
    problems
}

/// What is wrong with a template, as many problems as the engine tells.
fn problems(text: Text<'_>, error: &tera::Error, scope: &Scope) -> Vec<Problem> {
    match error.kind() {
        tera::ErrorKind::SyntaxError(report) => {
            let span = report.span();
            vec![problem(text, report.message(), At::of(text, span.start_line, span.start_col, span.range.len()), NEXT)]
        }
        tera::ErrorKind::RenderingError(report) => {
            let span = report.span();
            let at = At::of(text, span.start_line, span.start_col, span.range.len());
            match nearby::missing(text.text, at.byte, &scope.tree()) {
                Some(missing) => vec![problem(text, &missing.cause(), at, &missing.next())],
                None => vec![problem(text, report.message(), at, NEXT)],
            }
        }
        tera::ErrorKind::Msg(message) => {
            let found = unknown(text, message);
            if found.is_empty() { vec![problem(text, message, At::default(), NEXT)] } else { found }
        }
        other => vec![problem(text, &other.to_string(), At::default(), NEXT)],
    }
}

const NEXT: &str = "correct the expression; the names of a phase are listed on its evidence page";

/// Filters, tests and functions that do not exist. The engine tells all of them in one text, each as a line `error: …`
/// and a line `--> file:line:column` with the source below.
fn unknown(text: Text<'_>, message: &str) -> Vec<Problem> {
    let mut out = Vec::new();
    let mut cause = None;
    for line in message.lines() {
        if let Some(words) = line.strip_prefix("error: ") {
            cause = Some(words);
            continue;
        }
        let Some((_, place)) = line.split_once("--> ") else { continue };
        let mut numbers = place.rsplitn(3, ':').map(str::parse::<usize>);
        let (Some(Ok(column)), Some(Ok(line)), Some(cause)) = (numbers.next(), numbers.next(), cause.take()) else {
            continue;
        };
        let length = cause.split('`').nth(1).map_or(1, |name| name.chars().count());
        let at = At::of(text, line, column.saturating_sub(1), length);
        let known = |names: &[&str]| format!("the write-up's own are {}", list(names));
        let next = match cause.to_lowercase() {
            cause if cause.contains("filter") => known(&functions::FILTERS),
            cause if cause.contains("function") => known(&functions::FUNCTIONS),
            _ => "use one of those that the documentation of write-ups lists".to_owned(),
        };
        out.push(problem(text, cause, at, &next));
    }
    out
}

/// A part of a line of the text: line from 1, column in characters from 0, first byte in the whole text and in the line,
/// length in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct At {
    line: u32,
    column: usize,
    byte: usize,
    start: usize,
    length: usize,
}

impl At {
    /// The place that the engine gives, which saw the text with a mark in front of each line's first character.
    fn of(text: Text<'_>, line: usize, column: usize, length: usize) -> Self {
        let index = line.saturating_sub(1);
        let source = text.text.lines().nth(index).unwrap_or_default();
        let marked = lines::mark(text.text);
        let shift =
            marked.lines().nth(index).map_or(0, |line| line.chars().count().saturating_sub(source.chars().count()));
        let column = column.saturating_sub(shift);
        let start = source.char_indices().nth(column).map_or(source.len(), |(at, _)| at);
        let before: usize = text.text.split_inclusive('\n').take(index).map(str::len).sum();
        At { line: u32::try_from(line.max(1)).unwrap_or(u32::MAX), column, byte: before + start, start, length }
    }
}

fn problem(text: Text<'_>, cause: &str, at: At, next: &str) -> Problem {
    let place = match at.line {
        0 => text.place(1),
        line => text.place(line).at_column(u32::try_from(at.column).unwrap_or(u32::MAX).saturating_add(1)),
    };
    let mut problem = Problem::new(Kind::Input, "writeup::template", place, cause.trim_end_matches('.'), next);
    problem.excerpt = text.excerpt(at.line, at.start, at.length);
    problem
}

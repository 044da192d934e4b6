//! Rendering one authored text with Tera.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::context::{CONDITION_SCHEME, SCHEME};
use super::desk::Desk;
use super::functions;
use super::generated::Offer;
use super::lines::{self, Unmarked};
use super::names;
use crate::problem::{Excerpt, Kind, Outcome, Place, Problem};

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
        Some(Excerpt { line, start, length })
    }
}

/// Renders a text over `names`, laying bound content on `desk`. `offer` is the generated content that it may place.
///
/// # Errors
/// A reserved character, a template error, a reference printed without a filter.
pub fn render(text: Text<'_>, names: &Map<String, Value>, desk: &Arc<Desk>, offer: &Offer) -> Outcome<Unmarked> {
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
    functions::register(&mut tera, desk, offer);
    let rendered = tera::Context::from_serialize(names)
        .and_then(|context| {
            tera.add_raw_template(text.file, &lines::mark(text.text))?;
            tera.render(text.file, &context)
        })
        .map_err(|error| vec![problem(text, names, &error)])?;
    let unmarked = lines::unmark(&rendered);
    let raw = raw_references(text, &unmarked);
    if raw.is_empty() { Ok(unmarked) } else { Err(raw) }
}

/// References that reached the text: somebody printed a figure without saying how.
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
        for (at, _) in rendered.text.match_indices(scheme) {
            let id: String = rendered.text[at + scheme.len()..].chars().take_while(|c| *c != '"').take(80).collect();
            let line = rendered.line_at(at);
            let mut problem =
                Problem::new(Kind::Input, "writeup::raw-figure", text.place(line), format!("{cause}: {id}"), next);
            problem.excerpt = text.excerpt(line, 0, usize::MAX);
            problems.push(problem);
        }
    }
    problems
}

fn problem(text: Text<'_>, names: &Map<String, Value>, error: &tera::Error) -> Problem {
    let next = "correct the expression; the names of a phase are listed on its evidence page";
    match error.kind() {
        tera::ErrorKind::SyntaxError(report) | tera::ErrorKind::RenderingError(report) => {
            let span = report.span();
            let line = span.start_line.max(1) as u32;
            let source = text.text.lines().nth(span.start_line.saturating_sub(1)).unwrap_or_default();
            // The mark in front of the line's first character moved every column.
            let marked = lines::mark(text.text);
            let shift = marked
                .lines()
                .nth(span.start_line.saturating_sub(1))
                .map_or(0, |line| line.chars().count().saturating_sub(source.chars().count()));
            let column = span.start_col.saturating_sub(shift);
            let start = source.char_indices().nth(column).map_or(source.len(), |(at, _)| at);
            // Tera says that a value is undefined; the author wants to know which word is wrong.
            let expression = source.get(start..).and_then(|rest| rest.split("}}").next()).unwrap_or_default();
            let unknown = names::unknown(expression, text.text, names);
            let (cause, next) = match unknown {
                Some(unknown) => (unknown.cause(), unknown.next()),
                None => (report.message().trim_end_matches('.').to_string(), next.to_string()),
            };
            let place = text.place(line).at_column(column as u32 + 1);
            let mut problem = Problem::new(Kind::Input, "writeup::template", place, cause, next);
            problem.excerpt = text.excerpt(line, start, span.range.len());
            problem
        }
        other => Problem::new(Kind::Input, "writeup::template", text.place(1), other.to_string(), next),
    }
}

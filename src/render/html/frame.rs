//! Page templates: reading them, filling them, and saying where one is at fault.

use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use super::markup::escape;
use super::page::Page;
use crate::problem::{Excerpt, Kind, Outcome, Place, Problem, Problems};
use crate::templates::Templates;

/// The template that every document is set in.
const PAGE: &str = "html/page.html";
/// The template of the page for addresses that lead nowhere.
const LOST: &str = "html/404.html";

/// Reads all page templates.
///
/// # Errors
/// Every template that isn't UTF-8 or can't be parsed; if there is none, what keeps them from fitting together.
pub(super) fn read(templates: &Templates) -> Outcome<Tera> {
    let mut problems = Vec::new();
    let mut texts = Vec::new();
    for (name, bytes) in templates.below("html/").filter(|(name, _)| name.ends_with(".html")) {
        match std::str::from_utf8(bytes) {
            Ok(text) => texts.push((name, text)),
            Err(error) => {
                let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                problems.push(Problem::new(
                    Kind::Input,
                    "html::template",
                    Place::line(path(name), u32::try_from(line).unwrap_or(u32::MAX)),
                    "the template isn't UTF-8 text",
                    "save it as UTF-8, or remove it to use the one that the tool carries",
                ));
            }
        }
    }
    // The engine stops at the first template that it can't parse; each on its own shows all of them.
    for (name, text) in &texts {
        if let Err(error) = Tera::new().add_raw_template(name, text)
            && matches!(error.kind(), ErrorKind::SyntaxError(_))
        {
            problems.extend(problems_of(&error, name, templates));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut tera = Tera::new();
    // One escaping for what templates print and for what is set before them.
    tera.set_escape_fn(|text, out| {
        let mut escaped = String::new();
        escape(text, &mut escaped);
        out.write_all(escaped.as_bytes())
    });
    tera.add_raw_templates(texts).map_err(|error| problems_of(&error, PAGE, templates))?;
    Ok(tera)
}

/// Sets one page.
///
/// # Errors
/// The template and the line that can't be filled.
pub(super) fn fill(tera: &Tera, templates: &Templates, page: Page) -> Outcome<String> {
    let context = Context::from_serialize(&page);
    // The context has a copy of its own.
    drop(page);
    let context = context.and_then(|context| tera.render(PAGE, &context));
    context.map_err(|error| problems_of(&error, PAGE, templates))
}

/// What the page for addresses that lead nowhere is given.
#[derive(Serialize)]
pub(super) struct Lost<'a> {
    pub(super) language: &'a str,
    pub(super) brand: &'a str,
    /// Begins the page's own addresses.
    pub(super) base: &'a str,
}

/// Sets the page for addresses that lead nowhere.
///
/// # Errors
/// As [`fill`].
pub(super) fn fill_lost(tera: &Tera, templates: &Templates, page: &Lost) -> Outcome<String> {
    let context = Context::from_serialize(page).and_then(|context| tera.render(LOST, &context));
    context.map_err(|error| problems_of(&error, LOST, templates))
}

/// What the engine says, with its places. `fallback` is the template that was asked for, where the error names none.
fn problems_of(error: &tera::Error, fallback: &str, templates: &Templates) -> Problems {
    let problem =
        |name: &str, cause: &str, at| problem(if name.is_empty() { fallback } else { name }, cause, at, templates);
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let span = report.span();
            let at = At { line: span.start_line, column: span.start_col + 1, length: span.range.len() };
            vec![problem(report.filename(), report.message(), Some(at))]
        }
        ErrorKind::MissingParent { current, .. } => vec![problem(current, &error.to_string(), None)],
        ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
            vec![problem(tpl, &error.to_string(), None)]
        }
        ErrorKind::Msg(message) => match reports(message) {
            reports if reports.is_empty() => vec![problem(fallback, message, None)],
            reports => reports.into_iter().map(|(name, cause, at)| problem(name, cause, Some(at))).collect(),
        },
        _ => vec![problem(fallback, &error.to_string(), None)],
    }
}

/// A place in a template: line and column from 1, length of the part that is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    line: usize,
    column: usize,
    length: usize,
}

/// Template, cause and place of each report in a message that lists several: what does not fit between templates
/// (an unknown filter, an include that isn't there) comes as text alone, `error: cause`, ` --> template:line:column`.
fn reports(message: &str) -> Vec<(&str, &str, At)> {
    let mut reports = Vec::new();
    let mut cause = "";
    for line in message.lines() {
        if let Some(words) = line.strip_prefix("error: ") {
            cause = words;
        } else if let Some(place) = line.trim_start().strip_prefix("--> ") {
            let mut parts = place.rsplitn(3, ':');
            let number = |part: Option<&str>| part.and_then(|part| part.parse().ok());
            if let (Some(column), Some(line), Some(name)) = (number(parts.next()), number(parts.next()), parts.next()) {
                reports.push((name, cause, At { line, column, length: 1 }));
            }
        } else if let (Some((_, _, at)), Some((before, _))) = (reports.last_mut(), line.split_once('^'))
            && before.trim_start().starts_with('|')
        {
            at.length = line.matches('^').count();
        }
    }
    reports
}

fn problem(name: &str, cause: &str, at: Option<At>, templates: &Templates) -> Problem {
    const NEXT: &str = "correct the template, or remove it to use the one that the tool carries";
    let path = path(name);
    let place = match at {
        Some(at) => {
            let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            Place::line(path, number(at.line)).at_column(number(at.column))
        }
        None => Place::file(path),
    };
    let problem = Problem::new(Kind::Input, "html::template", place, cause.trim_end_matches('.'), NEXT);
    match at.and_then(|at| excerpt(templates.bytes(name), at)) {
        Some(excerpt) => problem.with_excerpt(excerpt),
        None => problem,
    }
}

/// The line of the source with the part that is at fault, as far as it stands on that line.
fn excerpt(source: &[u8], at: At) -> Option<Excerpt> {
    let line = std::str::from_utf8(source).ok()?.lines().nth(at.line.checked_sub(1)?)?;
    let start = line.char_indices().nth(at.column.checked_sub(1)?).map_or(line.len(), |(start, _)| start);
    let rest = line.get(start..)?;
    let length = rest.char_indices().nth(at.length).map_or(rest.len(), |(end, _)| end);
    Some(Excerpt { line: line.to_string(), start, length, place: None })
}

fn path(name: &str) -> String {
    format!("templates/{name}")
}

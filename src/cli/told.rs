//! Problems as text with source excerpts, or as JSON lines.

use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError, MietteSpanContents, Report,
    Severity, SourceCode, SourceSpan, SpanContents,
};
use serde_json::{Value, json};

use super::Ended;
use super::arguments::MessageFormat;
use crate::problem::{Kind, Place, Problem};
use crate::writeup::lint::{Finding, Level};

/// How results and problems are told.
pub(super) struct Told {
    pub format: MessageFormat,
    pub colors: bool,
    pub quiet: bool,
    /// The first line that standard output did not take, and why.
    refused: OnceLock<std::io::Error>,
}

impl Told {
    pub fn new(format: MessageFormat, colors: bool, quiet: bool) -> Self {
        Told { format, colors, quiet, refused: OnceLock::new() }
    }

    /// Prints a line of a result on standard output. A closed pipe ends the output quietly; what else goes wrong is
    /// kept for [`Told::all_said`].
    pub fn say(&self, text: &str) {
        if let Err(error) = writeln!(std::io::stdout().lock(), "{text}").or_else(quiet_pipe) {
            // Only the first counts: the others follow from it.
            let _ = self.refused.set(error);
        }
    }

    /// That standard output took every line.
    pub fn all_said(&self) -> Ended {
        match self.refused.get() {
            None => Ok(()),
            Some(error) => {
                let next = "make room where standard output leads to, or send it elsewhere";
                let cause = format!("the result could not be written to standard output: {error}");
                Err(vec![Problem::new(Kind::Output, "output::stdout", Place::default(), cause, next)].into())
            }
        }
    }

    /// Tells problems, on standard error for people, on standard output for machines.
    pub fn problems(&self, problems: &[Problem], folder: Option<&Path>) {
        match self.format {
            // Where standard output takes nothing more, people are told at least.
            MessageFormat::Json if self.refused.get().is_none() => {
                for problem in problems {
                    self.say(&value(problem, Level::Deny).to_string());
                }
            }
            // A call that can't be carried out has no place in a SARIF log; somebody has to read it.
            MessageFormat::Human | MessageFormat::Json | MessageFormat::Sarif => {
                let mut out = std::io::stderr().lock();
                for problem in problems {
                    let _ = write!(out, "{}", self.text(problem, Severity::Error, folder));
                }
                let count = problems.len();
                if count > 1 {
                    let _ = writeln!(out, "{count} problems");
                }
            }
        }
    }

    /// Tells what the lint warns of, where problems are told; places are below `root`.
    pub fn warnings(&self, warnings: &[Finding], root: &Path) {
        match self.format {
            MessageFormat::Json => {
                for warning in warnings {
                    self.say(&value(&warning.problem, warning.level).to_string());
                }
            }
            MessageFormat::Human | MessageFormat::Sarif => {
                let mut out = std::io::stderr().lock();
                for warning in warnings {
                    let _ = write!(out, "{}", self.text(&warning.problem, Severity::Warning, Some(root)));
                }
            }
        }
    }

    fn text(&self, problem: &Problem, severity: Severity, folder: Option<&Path>) -> String {
        let theme = if self.colors { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let wraps = ![&problem.cause, &problem.next].into_iter().any(|text| text.chars().any(has_no_spaces));
        let handler =
            GraphicalReportHandler::new_themed(theme).with_links(false).with_width(100).with_wrap_lines(wraps);
        let place =
            if problem.place.file.is_empty() { String::new() } else { format!("{}: ", shown(&problem.place, folder)) };
        let mut diagnostic = MietteDiagnostic::new(format!("{place}{}", clean(&problem.cause)))
            .with_code(problem.code)
            .with_severity(severity)
            .with_help(clean(&problem.next));
        let mut source = None;
        if let Some(excerpt) = &problem.excerpt {
            let line = clean(&excerpt.line);
            // A line with control characters was changed above, and its span with it.
            let span =
                if line == excerpt.line { excerpt.start..excerpt.start + excerpt.length.max(1) } else { 0..line.len() };
            let span = span.start.min(line.len())..span.end.min(line.len());
            diagnostic = diagnostic.with_label(LabeledSpan::new_with_span(None, span));
            let place = excerpt.place.as_ref().unwrap_or(&problem.place);
            let file = shown(&Place::file(&place.file), folder);
            source = Some(Line { file, number: place.line.unwrap_or(1), text: line });
        }
        let mut out = String::new();
        let report = match source {
            Some(source) => Report::new(diagnostic).with_source_code(source),
            None => Report::new(diagnostic),
        };
        if handler.render_report(&mut out, report.as_ref()).is_err() {
            out = format!("{problem}\n");
        }
        out
    }
}

/// Scripts that part no words by spaces: the line breaker has no dictionary of them and, in a debug build, says so on
/// standard error. A terminal wraps what holds them.
fn has_no_spaces(character: char) -> bool {
    matches!(character, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{1950}'..='\u{1aaf}' | '\u{2e80}'..='\u{a4cf}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aadf}'
        | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{11700}'..='\u{1174f}' | '\u{1b000}'..='\u{1b2ff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// A pipe that its reader closed is no failure: `explain 1 | head` wants no more.
pub(super) fn quiet_pipe(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// The place, below the folder as it is called from here; a place that is told whole stays so.
fn shown(place: &Place, folder: Option<&Path>) -> String {
    let place = clean(&place.to_string());
    match folder {
        Some(folder) if !place.is_empty() => folder.join(place).display().to_string(),
        _ => place,
    }
}

/// One line of a file that knows its number there.
#[derive(Debug)]
struct Line {
    file: String,
    number: u32,
    text: String,
}

impl SourceCode for Line {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.clone(),
            read.data(),
            *read.span(),
            read.line() + self.number.saturating_sub(1) as usize,
            read.column(),
            read.line_count(),
        )))
    }
}

/// Text from files without characters that would drive a terminal.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// A problem as a JSON object; `level` is `deny` where it stops a build.
fn value(problem: &Problem, level: Level) -> Value {
    json!({
        "type": "problem",
        "level": level.word(),
        "kind": problem.kind.word(),
        "code": problem.code,
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "job": problem.place.job,
        "cause": problem.cause,
        "next": problem.next,
        "excerpt": problem.excerpt.as_ref().map(|excerpt| excerpt.line.clone()),
        "exit_code": if level == Level::Deny { problem.kind.exit_code() } else { 0 },
    })
}

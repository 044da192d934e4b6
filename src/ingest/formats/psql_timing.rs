//! psql's `\timing`: `Time: 1.156 ms` after each statement, with the rest of what psql printed around it.
//!
//! Each time is a run, from 0; a statement that failed keeps its number, without a time.

use super::decimal::{self, Decimal};
use super::explain::{self, psql};
use super::{Format, Input};
use crate::ingest::reading::{Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// psql with `\timing`.
pub const FORMAT: Format = Format { name: "psql-timing", tool: "psql \\timing", keys: &[decimal::KEY], read, looks };

/// Reads the times. The metric is `Time` in ms, the client's wall time of a statement with the way to the server.
///
/// # Errors
/// Times that can't be used, a `Time:` of another shape, a plan of EXPLAIN among the lines, and a file without a time.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let decimal = Decimal::of(input, "psql-timing::decimal")?;
    let mut reading = Reading::default();
    let mut problems = Problems::new();
    let (mut run, mut failed, mut others) = (0_u32, false, Vec::new());
    for piece in psql::pieces(source) {
        match piece {
            psql::Piece::Time(line, text) => {
                let whose = Whose { run: Some(run), ..Whose::default() };
                match explain::time(source, decimal, (line, text), whose, failed) {
                    Ok(time) => reading.observations.push(time),
                    Err(more) => problems.extend(more),
                }
                run = run.saturating_add(1);
                failed = false;
            }
            psql::Piece::Error(line, text) => {
                failed = true;
                reading.said.push(explain::error(line, text));
            }
            psql::Piece::Plan(block) => {
                let at = block.lines.first().map_or(0, |(_, start, _)| *start);
                let next = "declare the format of the plan, for instance `explain-text`, which reads the times too";
                let cause = "a plan of EXPLAIN stands among the times";
                problems.push(source.problem("psql-timing::plan", Span { start: at, length: 1 }, cause, next));
            }
            psql::Piece::Other(line, text) if text.starts_with("Time: ") => {
                let ended = source.text.as_bytes().get(source.span_of(text).start + text.len()).is_some();
                if ended {
                    let cause = format!("{} is not a time as psql prints it", quote(text));
                    let next = "restore the output as psql wrote it";
                    problems.push(source.problem("psql-timing::line", source.span_of(text), cause, next));
                } else {
                    let text = format!("The last line has no end and may be cut: {}.", quote(text));
                    reading.said.push(Said::new(line, SaidKind::Damaged, text));
                }
            }
            psql::Piece::Other(line, _) => others.push(line),
        }
    }
    if let Some(line) = others.first() {
        let text = format!("{} lines are no times but what the statements printed.", others.len());
        reading.said.push(Said::new(*line, SaidKind::Remark, text));
    }
    if run == 0 && problems.is_empty() && !reading.said.iter().any(|said| said.kind < SaidKind::Skipped) {
        let cause = "the file holds no `Time: … ms` line: nothing was measured";
        let next = "check that the file is the output of psql with `\\timing on`";
        problems.push(source.problem("psql-timing::empty", Span::default(), cause, next));
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn looks(_: &str, source: &Source) -> bool {
    let mut lines = source.text.lines().take(200);
    lines.any(|line| psql::time(line).is_some_and(|text| !text.is_empty())) && psql::kind(source).is_none()
}

//! `EXPLAIN (ANALYZE)` as psql prints it, in the four formats of PostgreSQL.
//!
//! 1. [`psql`]: an output to plans, times and errors; psql's frame is taken off.
//! 2. [`text`] with [`words`], and [`tree`]: a plan to a [`plan::Query`], the same from each format.
//! 3. [`observe`]: a query to observations and the shape of its plan.
//!
//! Metrics have the names of the JSON format whatever the format is: `Execution Time` and `Planning Time` of the query;
//! `Actual Total Time`, `Actual Rows`, `Actual Loops`, buffers (`Shared Read Blocks`: pages), I/O times and WAL of the top
//! node, which include those of the nodes below it; buffers of planning (`Planning Shared Hit Blocks`); the space of
//! each sort (`Sort Space Used (Disk)`); JIT and triggers. Values of other nodes are not read. The text format leaves
//! out what is zero: such a counter reads as zero where another of its kind shows that it was counted.

mod observe;
mod plan;
pub(super) mod psql;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod words;

use psql::{Kind, Piece};

use super::decimal::{self, Decimal};
use super::{Format, Input};
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// The text format.
pub const TEXT: Format = Format {
    name: "explain-text",
    tool: "EXPLAIN (ANALYZE)",
    keys: &[decimal::KEY],
    read: |input| read(input, Kind::Text),
    looks: |_, source| psql::kind(source) == Some(Kind::Text),
};

/// JSON.
pub const JSON: Format = Format {
    name: "explain-json",
    tool: "EXPLAIN (ANALYZE, FORMAT JSON)",
    keys: &[decimal::KEY],
    read: |input| read(input, Kind::Json),
    looks: |_, source| psql::kind(source) == Some(Kind::Json),
};

/// YAML.
pub const YAML: Format = Format {
    name: "explain-yaml",
    tool: "EXPLAIN (ANALYZE, FORMAT YAML)",
    keys: &[decimal::KEY],
    read: |input| read(input, Kind::Yaml),
    looks: |_, source| psql::kind(source) == Some(Kind::Yaml),
};

/// XML.
pub const XML: Format = Format {
    name: "explain-xml",
    tool: "EXPLAIN (ANALYZE, FORMAT XML)",
    keys: &[decimal::KEY],
    read: |input| read(input, Kind::Xml),
    looks: |_, source| psql::kind(source) == Some(Kind::Xml),
};

/// Reads an output. Each plan is a run, from 0; a `Time` of psql belongs to the plan before it. What the server refused
/// is [`SaidKind::Failed`], a plan that ends before its end [`SaidKind::Damaged`].
///
/// # Errors
/// A plan of another format, one that can't be read, one without a run; a file without a plan and without an error.
fn read(input: &Input<'_>, kind: Kind) -> Outcome<Reading> {
    let source = input.source;
    let decimal = Decimal::of(input, "explain::decimal")?;
    let mut reading = Reading::default();
    let mut problems = Problems::new();
    let (mut run, mut failed, mut any) = (0_u32, false, false);
    for piece in psql::pieces(source) {
        match piece {
            Piece::Plan(block) => {
                failed = false;
                any = true;
                if block.kind != kind {
                    let at = block.lines.first().map_or(0, |(_, start, _)| *start);
                    let cause = format!("the plan is in the format {}, not {}", block.kind.name(), kind.name());
                    let next = "declare the format that it is in, and keep one format a file";
                    problems.push(source.problem("explain::format", Span { start: at, length: 1 }, cause, next));
                    continue;
                }
                let queries = match kind {
                    Kind::Text => text::query(source, &block).map(|query| vec![query]),
                    _ => tree::queries(source, &block),
                };
                match queries {
                    Ok(queries) => {
                        for query in queries {
                            observe::query(source, &query, run, &mut reading, &mut problems);
                            if query.cut {
                                let line = block.lines.last().map_or(1, |(line, _, _)| *line);
                                let text = "The plan ends before its `Execution Time`: the file was cut.";
                                reading.said.push(Said::new(line, SaidKind::Damaged, text));
                            }
                            run = run.saturating_add(1);
                        }
                    }
                    Err(more) => problems.extend(more),
                }
            }
            Piece::Time(line, text) => {
                let whose = Whose { run: run.checked_sub(1), ..Whose::default() };
                match time(source, decimal, (line, text), whose, failed) {
                    Ok(time) => reading.observations.push(time),
                    Err(more) => problems.extend(more),
                }
            }
            Piece::Error(line, text) => {
                failed = true;
                reading.said.push(error(line, text));
            }
            Piece::Other(line, text) => reading.said.push(Said::new(line, SaidKind::Remark, psql::remark(text))),
        }
    }
    if !any && !reading.said.iter().any(|said| said.kind == SaidKind::Failed) {
        let cause = format!("the file holds no plan of the format {}: nothing was measured", kind.name());
        let next = "check that the file is the output of EXPLAIN (ANALYZE) in that format";
        problems.push(source.problem("explain::empty", Span::default(), cause, next));
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// What the server or psql says of something that failed.
pub(super) fn error(line: u32, text: &str) -> Said {
    Said::new(line, SaidKind::Failed, format!("psql printed {}.", quote(text.trim_end())))
}

/// A time of psql's `\timing`, or why it is none; of a statement that failed it is not to be used.
///
/// # Errors
/// The number can't be used.
pub(super) fn time(
    source: &Source,
    decimal: Decimal,
    (line, text): (u32, &str),
    whose: Whose,
    failed: bool,
) -> Outcome<Observation> {
    let number = decimal.number(text).map_err(|why| {
        let cause = format!("{} is not a number that can be used: {why}", quote(text));
        let next = "restore the output as psql wrote it, or declare `decimal: comma` if it ran in such a locale";
        vec![source.problem("psql-timing::not-a-number", source.span_of(text), cause, next)]
    })?;
    let mut observation = Observation::sample(line, "Time", "ms", number).of(whose);
    if failed {
        observation.value = Err("the statement failed".to_owned());
    }
    Ok(observation)
}

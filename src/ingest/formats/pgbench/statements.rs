//! The table of statements at the end of a report (`-r`).

use super::phrase::numeral;
use crate::ingest::formats::decimal::Decimal;
use crate::ingest::reading::{Observation, Whose};
use crate::problem::Problems;
use crate::source::Source;

/// Columns before the statement's text.
pub(super) const COLUMNS: [(&str, &str, &str); 3] =
    [("statement latency", "ms", "mean"), ("failures", "count", "count"), ("retries", "count", "count")];

/// How many columns the table under a head has; `None` if it is no such head.
pub(super) fn columns(head: &str) -> Option<usize> {
    match head.trim_end().strip_prefix("statement latencies in milliseconds")? {
        ":" => Some(1),
        " and failures:" => Some(2),
        ", failures and retries:" => Some(3),
        _ => None,
    }
}

/// The observations of a row, whose case is the statement with its number; `None` if the text is no row.
pub(super) fn row(
    source: &Source,
    decimal: Decimal,
    (line, text): (u32, &str),
    (columns, number): (usize, u32),
    script: Option<&str>,
    problems: &mut Problems,
) -> Option<Vec<Observation>> {
    let mut rest = text.strip_prefix("   ")?.trim_start();
    let mut cells = Vec::with_capacity(columns);
    for _ in 0..columns {
        let (cell, behind) = rest.split_once(' ')?;
        if !cell.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return None;
        }
        cells.push(cell);
        rest = behind.trim_start();
    }
    let case = match script {
        Some(script) => format!("{script}, statement {number}: {rest}"),
        None => format!("statement {number}: {rest}"),
    };
    let mut observations = Vec::with_capacity(columns);
    for (cell, (metric, unit, statistic)) in cells.into_iter().zip(COLUMNS) {
        let number = numeral(source, decimal, "pgbench-stdout::not-a-number", cell, problems)?;
        let observation = Observation::sample(line, metric, unit, number).given(statistic);
        observations.push(observation.of(Whose::case(case.clone())));
    }
    Some(observations)
}

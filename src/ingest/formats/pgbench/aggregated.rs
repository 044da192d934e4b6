//! `pgbench -l --aggregate-interval`: one line an interval.
//!
//! Shape of a line (PostgreSQL's documentation of pgbench, "Aggregated Logging"):
//! `interval_start num_transactions sum_latency sum_latency_2 min_latency max_latency`, and behind them since PostgreSQL 15
//! always `sum_lag sum_lag_2 min_lag max_lag skipped retried retries serialization_failures deadlock_failures`; before,
//! the four of the lag with `--rate` and `skipped` with `--latency-limit` too. Seconds since 1970, microseconds and
//! squares of microseconds.

use super::{head, is_epoch};
use crate::ingest::formats::{Format, Input};
use crate::ingest::number::number;
use crate::ingest::reading::{Interval, Reading, Said, SaidKind, Transactions};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, quote};

/// `pgbench -l --aggregate-interval`.
pub const FORMAT: Format =
    Format { name: "pgbench-aggregated", tool: "pgbench -l --aggregate-interval", keys: &[], read, looks };

/// All columns. A file has the first 6, 10, 11 or 15.
const COLUMNS: [&str; 15] = [
    "interval_start",
    "num_transactions",
    "sum_latency",
    "sum_latency_2",
    "min_latency",
    "max_latency",
    "sum_lag",
    "sum_lag_2",
    "min_lag",
    "max_lag",
    "skipped",
    "retried",
    "retries",
    "serialization_failures",
    "deadlock_failures",
];

const RESTORE: &str = "restore the log as pgbench wrote it";

/// Reads the intervals. An interval without transactions is one with a count of zero; its `min` and `max`, which
/// pgbench prints as zero, are no latencies. A last line without its end is [`SaidKind::Damaged`] and no interval.
///
/// # Errors
/// Every line with another number of columns than the first, with a field that is no whole number, that does not begin
/// after the line before, or whose smallest latency is above its largest; no line at all.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut problems = Problems::new();
    let mut reading = Reading::default();
    let mut intervals: Vec<Interval> = Vec::new();
    let mut columns = None;
    for (line, start, text) in source.lines() {
        if source.text.as_bytes().get(start + text.len()).is_none() {
            let text = format!("The last line has no end and may be cut: {}.", quote(text));
            reading.said.push(Said::new(line, SaidKind::Damaged, text));
            continue;
        }
        let fields: Vec<&str> = text.split(' ').collect();
        let count = *columns.get_or_insert(fields.len());
        if fields.len() != count || !matches!(count, 6 | 10 | 11 | 15) {
            let cause = if fields.len() == count {
                format!("the line has {count} columns, but pgbench writes 6, 10, 11 or 15")
            } else {
                format!("the line has {} columns, but the first has {count}", fields.len())
            };
            let span = Span { start, length: text.len() };
            problems.push(source.problem("pgbench-aggregated::columns", span, cause, RESTORE));
            continue;
        }
        let Some(interval) = interval(source, line, &fields, &mut problems) else { continue };
        if let Some(last) = intervals.last()
            && interval.start <= last.start
        {
            let cause = format!("the interval begins at {}, but the one before at {}", interval.start, last.start);
            let next = "give each run and each thread a log of its own, as pgbench wrote it";
            problems.push(source.problem("pgbench-aggregated::order", Span { start, length: 1 }, cause, next));
        }
        intervals.push(interval);
    }
    if intervals.is_empty() && problems.is_empty() {
        let span = Span::default();
        problems.push(source.problem("pgbench-aggregated::empty", span, "the log holds no interval", RESTORE));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    reading.transactions = Some(Transactions { intervals, ..Transactions::default() });
    Ok(reading)
}

fn interval(source: &Source, line: u32, fields: &[&str], problems: &mut Problems) -> Option<Interval> {
    let before = problems.len();
    let mut values = Vec::with_capacity(fields.len());
    for (field, name) in fields.iter().zip(COLUMNS) {
        match whole(field) {
            Ok(value) => values.push(value),
            Err(why) => problems.push(not_a_number(source, name, field, &why)),
        }
    }
    if problems.len() > before {
        return None;
    }
    let start = fields.first()?.parse::<i64>().ok();
    let count = fields.get(1)?.parse::<u64>().ok();
    let (Some(start), Some(count)) = (start, count) else {
        let why = "it is too large";
        let (name, field) = if start.is_none() { ("interval_start", 0) } else { ("num_transactions", 1) };
        problems.push(not_a_number(source, name, fields.get(field)?, why));
        return None;
    };
    let value = |column: usize| values.get(column).copied().unwrap_or(f64::NAN);
    let (min, max) = (value(4), value(5));
    if min > max {
        let cause = format!("min_latency {} is above max_latency {}", fields.get(4)?, fields.get(5)?);
        problems.push(source.problem("pgbench-aggregated::order", source.span_of(fields.get(4)?), cause, RESTORE));
        return None;
    }
    let more = COLUMNS.iter().zip(&values).skip(6).map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Some(Interval { line, start, count, sum: value(2), sum_of_squares: value(3), min, max, more })
}

/// A whole number from 0; sums of squares may be beyond what 64 bits hold.
fn whole(field: &str) -> Result<f64, String> {
    let value = number(field).map_err(str::to_owned)?.value;
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(value)
    } else {
        Err("a whole number from 0 is expected".to_owned())
    }
}

fn not_a_number(source: &Source, name: &str, field: &str, why: &str) -> Problem {
    let cause = format!("{name} is {}: {why}", quote(field));
    source.problem("pgbench-aggregated::not-a-number", source.span_of(field), cause, RESTORE)
}

fn looks(_: &str, source: &Source) -> bool {
    let Some(fields) = head(&source.text) else { return false };
    let digits = fields.iter().all(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
    matches!(fields.len(), 6 | 10 | 11 | 15) && digits && fields.first().is_some_and(|field| is_epoch(field))
}

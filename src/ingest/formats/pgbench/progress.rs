//! `pgbench -P`: one line an interval, on standard error.
//!
//! Shape (PostgreSQL's documentation of pgbench, `--progress`): `progress: 5.0 s, 1611.2 tps, lat 2.472 ms stddev 2.439`,
//! then `, 0 failed` since PostgreSQL 15, `, lag 0.070 ms` with `--rate`, `, 3 skipped` with `--latency-limit` too, and
//! `, 1 retried, 2 retries` with `--max-tries`.

use super::phrase::{RESTORE, failure, numeral};
use crate::ingest::formats::decimal::{self, Decimal};
use crate::ingest::formats::{Format, Input};
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// `pgbench -P` on standard error.
pub const FORMAT: Format =
    Format { name: "pgbench-progress", tool: "pgbench -P (standard error)", keys: &[decimal::KEY], read, looks };

const CODE: &str = "pgbench-progress::line";

/// Reads the lines. Each makes one run, numbered from 1: `elapsed` in seconds (since 1970 with `--progress-timestamp`),
/// `tps` in 1/s, `latency` as mean and `sd` in ms, and counts by pgbench's words.
///
/// # Errors
/// Every progress line that is not of the format or has a number that can't be used, or whose interval does not end after
/// the one before; a file without any.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut reading = Reading::default();
    let mut problems = Problems::new();
    let mut progress = Progress::new(Decimal::of(input, "pgbench-progress::decimal")?);
    for (line, start, text) in source.lines().filter(|(_, _, text)| !text.trim().is_empty()) {
        let ended = source.text.as_bytes().get(start + text.len()).is_some();
        if text.starts_with("progress: ") {
            if ended {
                progress.line(source, line, text, &mut reading, &mut problems);
            } else {
                progress.cut(line, text, &mut reading);
            }
        } else {
            let other = || Said::new(line, SaidKind::Remark, format!("A line beside the progress: {}.", quote(text)));
            reading.said.push(failure(line, text).unwrap_or_else(other));
        }
    }
    let failed = reading.said.iter().any(|said| said.kind < SaidKind::Skipped);
    if progress.run == 0 && problems.is_empty() && !failed {
        let cause = "no line of the file is one of pgbench's progress";
        let next = "check that the file is the standard error of `pgbench -P`";
        problems.push(source.problem("pgbench-progress::empty", Span::default(), cause, next));
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// How far the progress lines of a file were read.
pub(super) struct Progress {
    decimal: Decimal,
    /// Number of the last line, from 1.
    run: u32,
    elapsed: Option<f64>,
}

impl Progress {
    /// Before the first line.
    pub(super) fn new(decimal: Decimal) -> Self {
        Progress { decimal, run: 0, elapsed: None }
    }

    /// A progress line that ends with the file, before its own end.
    pub(super) fn cut(&mut self, line: u32, text: &str, reading: &mut Reading) {
        let text = format!("The last line has no end and may be cut: {}.", quote(text));
        reading.said.push(Said::new(line, SaidKind::Damaged, text));
    }

    /// A whole progress line.
    pub(super) fn line(
        &mut self,
        source: &Source,
        line: u32,
        text: &str,
        reading: &mut Reading,
        problems: &mut Problems,
    ) {
        self.run = self.run.saturating_add(1);
        let span = source.span_of(text);
        let Some(parts) = parts(text) else {
            let cause = format!("{} is no progress line that is known", quote(text));
            problems.push(source.problem(CODE, span, cause, RESTORE));
            return;
        };
        let whose = Whose { run: Some(self.run), ..Whose::default() };
        let mut observations = Vec::with_capacity(parts.len());
        for Part { metric, unit, statistic, text } in parts {
            let Some(number) = numeral(source, self.decimal, "pgbench-progress::not-a-number", text, problems) else {
                return;
            };
            let observation = Observation::sample(line, metric, unit, number).of(whose.clone());
            observations.push(if statistic.is_empty() { observation } else { observation.given(statistic) });
        }
        let value = |metric: &str| {
            let of = observations.iter().find(|observation| observation.metric == metric);
            of.and_then(|observation| observation.value.as_ref().ok()).map(|number| number.value)
        };
        let elapsed = value("elapsed");
        if let (Some(now), Some(before)) = (elapsed, self.elapsed)
            && now <= before
        {
            let cause = format!("the interval ends at {now} s, but the one before at {before} s");
            problems.push(source.problem("pgbench-progress::order", span, cause, "give each run a file of its own"));
        }
        self.elapsed = elapsed;
        // Where nothing ended in an interval, pgbench prints zeros for what it can't know.
        if value("tps") == Some(0.0) && value("latency") == Some(0.0) {
            let unknown = observations.iter_mut().filter(|seen| matches!(seen.metric.as_str(), "latency" | "lag"));
            unknown.for_each(|seen| seen.value = Err("no transaction ended in the interval".to_owned()));
        }
        reading.observations.extend(observations);
    }
}

struct Part<'a> {
    metric: &'static str,
    unit: &'static str,
    statistic: &'static str,
    text: &'a str,
}

fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut cells = text.strip_prefix("progress: ")?.split(", ");
    let elapsed = cells.next()?.strip_suffix(" s")?;
    let tps = cells.next()?.strip_suffix(" tps")?;
    let (latency, sd) = cells.next()?.strip_prefix("lat ")?.split_once(" ms stddev ")?;
    let mut parts = vec![
        Part { metric: "elapsed", unit: "s", statistic: "", text: elapsed },
        Part { metric: "tps", unit: "1/s", statistic: "mean", text: tps },
        Part { metric: "latency", unit: "ms", statistic: "mean", text: latency },
        Part { metric: "latency", unit: "ms", statistic: "sd", text: sd },
    ];
    for cell in cells {
        let part = if let Some(lag) = cell.strip_prefix("lag ") {
            Part { metric: "lag", unit: "ms", statistic: "mean", text: lag.strip_suffix(" ms")? }
        } else {
            let (count, word) = cell.split_once(' ')?;
            let metric = ["failed", "skipped", "retried", "retries"].into_iter().find(|known| *known == word)?;
            Part { metric, unit: "count", statistic: "count", text: count }
        };
        if parts.iter().any(|earlier| earlier.metric == part.metric) {
            return None;
        }
        parts.push(part);
    }
    Some(parts)
}

/// Whether a line begins as progress does.
fn is_progress(line: &str) -> bool {
    line.starts_with("progress: ") && line.contains(" tps, lat ")
}

fn looks(path: &str, source: &Source) -> bool {
    source.text.lines().take(50).any(is_progress) && !super::report::looks(path, source)
}

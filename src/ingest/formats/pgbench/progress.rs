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

/// Reads the lines. Each is numbered as a run, from 1: `tps` in 1/s, `latency` as mean and `sd` in ms, and counts by
/// pgbench's words. They are intervals of one run, which is said; where they end is no measurement and is said too.
/// Within a report, whose own `tps` is that of the run, their names say `(progress)`.
///
/// # Errors
/// Every progress line that is not of the format or has a number that can't be used, or whose interval does not end after
/// the one before; a file without any.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut reading = Reading::default();
    let mut problems = Problems::new();
    let mut progress = Progress::new(Decimal::of(input, "pgbench-progress::decimal")?, false);
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
    progress.finish(&mut reading);
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// How far the progress lines of a file were read.
pub(super) struct Progress {
    decimal: Decimal,
    /// Whether they stand within a report, with numbers of the whole run.
    within: bool,
    /// Number of the last line, from 1.
    run: u32,
    elapsed: Option<f64>,
    /// Line and end of the first interval, and the end of the last, as printed.
    ends: Option<(u32, String, String)>,
}

impl Progress {
    /// Before the first line.
    pub(super) fn new(decimal: Decimal, within: bool) -> Self {
        Progress { decimal, within, run: 0, elapsed: None, ends: None }
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
        let Some((end, parts)) = parts(text) else {
            let cause = format!("{} is no progress line that is known", quote(text));
            problems.push(source.problem(CODE, span, cause, RESTORE));
            return;
        };
        let Some(now) = numeral(source, self.decimal, NOT_A_NUMBER, end, problems) else { return };
        let whose = Whose { run: Some(self.run), ..Whose::default() };
        let mut observations = Vec::with_capacity(parts.len());
        for Part { metric, unit, statistic, text } in parts {
            let Some(number) = numeral(source, self.decimal, NOT_A_NUMBER, text, problems) else { return };
            let observation = Observation::sample(line, metric, unit, number).of(whose.clone());
            observations.push(if statistic.is_empty() { observation } else { observation.given(statistic) });
        }
        let value = |metric: &str| {
            let of = observations.iter().find(|observation| observation.metric == metric);
            of.and_then(|observation| observation.value.as_ref().ok()).map(|number| number.value)
        };
        if let Some(before) = self.elapsed
            && now.value <= before
        {
            let cause = format!("the interval ends at {} s, but the one before at {before} s", now.value);
            problems.push(source.problem("pgbench-progress::order", span, cause, "give each run a file of its own"));
        }
        self.elapsed = Some(now.value);
        match &mut self.ends {
            Some((_, _, last)) => end.clone_into(last),
            None => self.ends = Some((line, end.to_owned(), end.to_owned())),
        }
        // Where nothing ended in an interval, pgbench prints zeros for what it can't know.
        if value(TPS) == Some(0.0) && value(LATENCY) == Some(0.0) {
            let unknown = observations.iter_mut().filter(|seen| matches!(seen.metric.as_str(), LATENCY | LAG));
            unknown.for_each(|seen| seen.value = Err("no transaction ended in the interval".to_owned()));
        }
        if self.within {
            observations.iter_mut().for_each(|seen| seen.metric = format!("{} (progress)", seen.metric).into());
        }
        reading.observations.extend(observations);
    }

    /// Says what the lines were, after the last.
    pub(super) fn finish(&self, reading: &mut Reading) {
        let Some((line, first, last)) = &self.ends else { return };
        // With `--progress-timestamp` pgbench prints the time of day.
        let since = if self.elapsed.is_some_and(|end| end >= EPOCH) { " since 1970-01-01T00:00:00Z" } else { "" };
        let when = if self.run == 1 {
            format!("which ends at {first} s")
        } else {
            format!("which end at {first} to {last} s")
        };
        let intervals = if self.run == 1 { "1 interval" } else { &format!("{} intervals", self.run) };
        let text = format!(
            "The progress tells of {intervals} of one run, {when}{since}: its numbers are no runs and depend on one another."
        );
        let at = reading.said.partition_point(|said| said.line < *line);
        reading.said.insert(at, Said::new(*line, SaidKind::Remark, text));
    }
}

/// Seconds since 1970 that no run lasts: in the year 2001.
const EPOCH: f64 = 1e9;
const NOT_A_NUMBER: &str = "pgbench-progress::not-a-number";
const TPS: &str = "tps";
const LATENCY: &str = "latency";
const LAG: &str = "lag";

struct Part<'a> {
    metric: &'static str,
    unit: &'static str,
    statistic: &'static str,
    text: &'a str,
}

/// The end of the interval and what it measured.
fn parts(text: &str) -> Option<(&str, Vec<Part<'_>>)> {
    let mut cells = text.strip_prefix("progress: ")?.split(", ");
    let elapsed = cells.next()?.strip_suffix(" s")?;
    let tps = cells.next()?.strip_suffix(" tps")?;
    let (latency, sd) = cells.next()?.strip_prefix("lat ")?.split_once(" ms stddev ")?;
    let mut parts = vec![
        Part { metric: TPS, unit: "1/s", statistic: "mean", text: tps },
        Part { metric: LATENCY, unit: "ms", statistic: "mean", text: latency },
        Part { metric: LATENCY, unit: "ms", statistic: "sd", text: sd },
    ];
    for cell in cells {
        let part = if let Some(lag) = cell.strip_prefix("lag ") {
            Part { metric: LAG, unit: "ms", statistic: "mean", text: lag.strip_suffix(" ms")? }
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
    Some((elapsed, parts))
}

/// Whether a line begins as progress does.
fn is_progress(line: &str) -> bool {
    line.starts_with("progress: ") && line.contains(" tps, lat ")
}

fn looks(path: &str, source: &Source) -> bool {
    source.text.lines().take(50).any(is_progress) && !super::report::looks(path, source)
}

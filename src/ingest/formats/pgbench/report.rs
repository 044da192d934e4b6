//! What `pgbench` prints at its end.
//!
//! The report is that of `printResults` in PostgreSQL's `pgbench.c`, 10 to 18: settings (`name: value`), counts (`name: 1/40
//! (2.500%)`), latencies (`name = 2.441 ms`), `tps`, a table of statements with `-r`, and with several scripts a part for each
//! (`SQL script 1: …`, then ` - name: …`). Its numbers are pgbench's own summaries and therefore
//! [`Statistic::Given`]. Standard error may be mixed in.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::phrase::{RESTORE, failure, numeral};
use super::progress::Progress;
use super::statements;
use crate::ingest::formats::decimal::{self, Decimal};
use crate::ingest::formats::{Format, Input};
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, quote};

/// The report of `pgbench`.
pub const FORMAT: Format = Format { name: "pgbench-stdout", tool: "pgbench", keys: &[decimal::KEY], read, looks };

const NOT_A_NUMBER: &str = "pgbench-stdout::not-a-number";

/// Names before a colon that are settings.
const SETTINGS: [&str; 11] = [
    "transaction type",
    "scaling factor",
    "partition method",
    "partitions",
    "query mode",
    "number of clients",
    "number of threads",
    "maximum number of tries",
    "duration",
    "number of transactions per client",
    "weight",
];

/// Names before a colon that are counts; the one of the latency limit has the limit in its name.
const COUNTS: [&str; 7] = [
    "number of transactions actually processed",
    "number of failed transactions",
    "number of serialization failures",
    "number of deadlock failures",
    "number of transactions retried",
    "total number of retries",
    "number of transactions skipped",
];

/// Names before an equals sign that are times in milliseconds: metric and statistic.
const TIMES: [(&str, &str, &str); 4] = [
    ("latency average", "latency", "mean"),
    ("latency stddev", "latency", "sd"),
    ("average connection time", "connection time", "mean"),
    ("initial connection time", "initial connection time", ""),
];

/// Reads a report. Numbers of one script have it as their case (`script 1: a.sql`), numbers of a statement the statement
/// (`statement 1: SELECT 1`).
///
/// # Errors
/// Numbers that can't be used, lines that stand twice (two reports in one file), and a file that holds nothing of
/// pgbench's. A run that broke off is none: it is said.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut report = Report::new(source, Decimal::of(input, "pgbench-stdout::decimal")?);
    for (line, start, text) in source.lines().filter(|(_, _, text)| !text.trim().is_empty()) {
        let ended = source.text.as_bytes().get(start + text.len()).is_some();
        // A line that closes itself is whole; of any other the end may be lost.
        if ended || ["connection time)", "ing)", "times)", "incomplete."].iter().any(|end| text.ends_with(end)) {
            report.line(line, text);
        } else {
            let text = format!("The last line has no end and may be cut: {}.", quote(text));
            report.reading.said.push(Said::new(line, SaidKind::Damaged, text));
        }
    }
    report.finish()
}

struct Report<'a> {
    source: &'a Source,
    decimal: Decimal,
    reading: Reading,
    problems: Problems,
    progress: Progress,
    seen: BTreeSet<(Option<String>, String)>,
    /// The script of the part, as its case.
    script: Option<String>,
    /// Columns of the table of statements, inside of one, and the number of its last row.
    table: Option<(usize, u32)>,
    /// Lines known as pgbench's.
    known: usize,
    processed: Option<f64>,
    /// Whether fewer transactions were processed than were asked for.
    fewer: bool,
}

/// What the share that is printed behind a count is called: it is no summary of the count.
fn share_of(name: &str) -> String {
    format!("{name} (share)")
}

impl<'a> Report<'a> {
    fn new(source: &'a Source, decimal: Decimal) -> Self {
        Report {
            source,
            decimal,
            reading: Reading::default(),
            problems: Problems::new(),
            progress: Progress::new(decimal, true),
            seen: BTreeSet::new(),
            script: None,
            table: None,
            known: 0,
            processed: None,
            fewer: false,
        }
    }

    fn line(&mut self, line: u32, text: &str) {
        let known = if let Some(said) = failure(line, text) {
            self.reading.said.push(said);
            true
        } else if text.starts_with("progress: ") {
            self.progress.line(self.source, line, text, &mut self.reading, &mut self.problems);
            true
        } else {
            self.row(line, text) || self.report(line, text)
        };
        // The mark under a quoted line of SQL says nothing by itself.
        if known {
            self.known += 1;
        } else if text.trim() != "^" {
            self.say(line, SaidKind::Remark, format!("A line beside the report: {}.", quote(text)));
        }
    }

    fn say(&mut self, line: u32, kind: SaidKind, text: String) {
        let mut said = Said::new(line, kind, text);
        said.case = self.script.as_deref().map(Into::into);
        self.reading.said.push(said);
    }

    /// A row of the table of statements, if one is open.
    fn row(&mut self, line: u32, text: &str) -> bool {
        let Some((columns, number)) = self.table else { return false };
        let (before, script) = (self.problems.len(), self.script.as_deref());
        let place = (columns, number.saturating_add(1));
        let row = statements::row(self.source, self.decimal, (line, text), place, script, &mut self.problems);
        let Some(row) = row else { return self.problems.len() > before };
        self.reading.observations.extend(row);
        self.table = Some((columns, number.saturating_add(1)));
        true
    }

    fn report(&mut self, line: u32, text: &str) -> bool {
        self.table = None;
        let body = text.strip_prefix(" - ").unwrap_or(text);
        if let Some(rest) = body.strip_prefix("SQL script ") {
            self.script = Some(format!("script {rest}"));
            return self.once(body);
        }
        if let Some(columns) = statements::columns(body) {
            self.table = Some((columns, 0));
            return self.once("statement latencies");
        }
        if let Some(rest) = body.strip_prefix("pgbench (") {
            let version = rest.trim_end().strip_suffix(')').unwrap_or(rest);
            self.say(line, SaidKind::Setting, format!("pgbench: {version}"));
            return self.once("pgbench");
        }
        if let Some((count, rest)) = body.split_once(" transactions (")
            && text.starts_with(" - ")
        {
            return self.script_share(line, count, rest);
        }
        match body.split_once(": ") {
            Some((name, value)) if SETTINGS.contains(&name) => {
                self.say(line, SaidKind::Setting, format!("{name}: {value}"));
                self.once(name)
            }
            Some((name, value)) if COUNTS.contains(&name) || name.ends_with(" ms latency limit") => {
                self.count(line, name, value)
            }
            Some(("rate limit schedule lag", value)) => self.lag(line, value),
            _ => body.split_once(" = ").is_some_and(|(name, value)| self.equals(line, name, value)),
        }
    }

    /// Notes a name; one that stands twice is a problem. Always true, for a line that was known.
    fn once(&mut self, name: &str) -> bool {
        if !self.seen.insert((self.script.clone(), name.to_owned())) {
            let cause = format!("{} stands twice, as if two reports were in the file", quote(name));
            let at = self.source.span_of(name);
            // Names of our own have no place in the text; they begin at its end then, which the last line shows.
            self.problems.push(self.source.problem(
                "pgbench-stdout::duplicate",
                at,
                cause,
                "give each run a file of its own",
            ));
        }
        true
    }

    fn enter(&mut self, line: u32, metric: &str, unit: &str, statistic: &str, text: &str) -> Option<f64> {
        let number = numeral(self.source, self.decimal, NOT_A_NUMBER, text, &mut self.problems)?;
        let value = number.value;
        let whose = Whose { case: self.script.as_deref().map(Into::into), ..Whose::default() };
        let observation = Observation::sample(line, metric, unit, number).of(whose);
        self.reading.observations.push(if statistic.is_empty() { observation } else { observation.given(statistic) });
        Some(value)
    }

    fn equals(&mut self, line: u32, name: &str, value: &str) -> bool {
        if name == "tps" {
            let (number, note) = match value.trim_end().strip_suffix(')').and_then(|value| value.split_once(" (")) {
                Some((number, note)) => (number, Some(note)),
                None => (value.trim_end(), None),
            };
            // Before PostgreSQL 14 there are two; the other is the one that means the same as the one of today.
            let all = note == Some("including connections establishing");
            let metric = if all { "tps (including connections establishing)" } else { "tps" };
            self.enter(line, metric, "1/s", "mean", number);
            if let Some(note) = note {
                self.say(line, SaidKind::Setting, format!("{name}: {note}"));
            }
            return self.once(if all { metric } else { name });
        }
        let Some((_, metric, statistic)) = TIMES.iter().find(|(known, _, _)| *known == name) else { return false };
        let (number, note) = match value.trim_end().split_once(" ms") {
            Some((number, "")) => (number, None),
            Some((number, note)) => (number, Some(note.trim())),
            None => {
                self.problems.push(self.broken(value, "a time in ms"));
                return true;
            }
        };
        self.enter(line, metric, "ms", statistic, number);
        if let Some(note) = note {
            self.say(line, SaidKind::Setting, format!("{name}: {}", note.trim_matches(['(', ')'])));
        }
        self.once(name)
    }

    fn broken(&self, value: &str, expected: &str) -> Problem {
        let cause = format!("{} is not {expected}", quote(value));
        self.source.problem("pgbench-stdout::line", self.source.span_of(value), cause, RESTORE)
    }

    /// `N`, `N/M`, each with ` (x%)` or ` (tps = x)` behind it or not.
    fn count(&mut self, line: u32, name: &str, value: &str) -> bool {
        let value = value.trim_end();
        let (counts, note) = match value.strip_suffix(')').and_then(|value| value.split_once(" (")) {
            Some((counts, note)) => (counts, Some(note)),
            None => (value, None),
        };
        let (count, of) = match counts.split_once('/') {
            Some((count, of)) => (count, Some(of)),
            None => (counts, None),
        };
        let counted = self.enter(line, name, "count", "count", count);
        if name == COUNTS[0] && self.script.is_none() {
            self.processed = counted;
            let of = of.and_then(|of| numeral(self.source, self.decimal, NOT_A_NUMBER, of, &mut self.problems));
            if let (Some(count), Some(of)) = (counted, of)
                && count < of.value
            {
                self.fewer = true;
                self.say(line, SaidKind::Remark, format!("Of {} transactions {count} were processed.", of.text));
            }
        }
        match note.map(|note| (note, note.strip_suffix('%'), note.strip_prefix("tps = "))) {
            None => {}
            Some((_, Some(share), _)) => drop(self.enter(line, &share_of(name), "percent", "", share)),
            Some((_, _, Some(tps))) => drop(self.enter(line, "tps", "1/s", "mean", tps)),
            Some((note, ..)) => self.problems.push(self.broken(note, "a share in percent")),
        }
        self.once(name)
    }

    /// ` - N transactions (x% of total, tps = y)`, the tps since gone.
    fn script_share(&mut self, line: u32, count: &str, rest: &str) -> bool {
        let Some((share, tps)) = rest.trim_end().strip_suffix(')').and_then(|rest| rest.split_once("% of total"))
        else {
            return false;
        };
        self.enter(line, COUNTS[0], "count", "count", count);
        self.enter(line, &share_of(COUNTS[0]), "percent", "", share);
        if let Some(tps) = tps.strip_prefix(", tps = ") {
            self.enter(line, "tps", "1/s", "mean", tps);
        }
        self.once(count)
    }

    /// `avg 0.084 (max 3.151) ms`.
    fn lag(&mut self, line: u32, value: &str) -> bool {
        let inner = value.trim_end().strip_prefix("avg ").and_then(|rest| rest.strip_suffix(") ms"));
        let Some((mean, max)) = inner.and_then(|inner| inner.split_once(" (max ")) else {
            self.problems.push(self.broken(value, "`avg … (max …) ms`"));
            return true;
        };
        self.enter(line, "rate limit schedule lag", "ms", "mean", mean);
        self.enter(line, "rate limit schedule lag", "ms", "max", max);
        self.once("rate limit schedule lag")
    }

    fn finish(mut self) -> Outcome<Reading> {
        let last = self.source.lines().last().map_or(1, |(line, _, _)| line);
        let has = |name: &str| self.seen.contains(&(None, name.to_owned()));
        let (began, ended) = (has("transaction type"), has("tps"));
        let failed = self.reading.said.iter().any(|said| said.kind == SaidKind::Failed);
        let said = match self.processed {
            _ if self.known == 0 || (!began && !failed) => {
                let cause = "the file holds no report of pgbench: nothing was measured";
                let next = "check that the file is the standard output of pgbench, and whole";
                self.problems.push(self.source.problem("pgbench-stdout::empty", Span::default(), cause, next));
                None
            }
            _ if !began => Some((SaidKind::Aborted, "pgbench printed no report.")),
            _ if ended => None,
            Some(0.0) => Some((SaidKind::Failed, "No transaction was processed.")),
            _ => Some((SaidKind::Damaged, "The report ends before its `tps`.")),
        };
        if let Some((kind, text)) = said {
            self.reading.said.push(Said::new(last, kind, text));
            self.reading.observations.push(Observation {
                line: last,
                whose: Arc::default(),
                metric: "tps".into(),
                unit: "1/s".into(),
                statistic: Statistic::Given("mean".to_owned()),
                value: Err(text.trim_end_matches('.').to_owned()),
                about: None,
            });
        }
        self.broken_off();
        self.progress.finish(&mut self.reading);
        if self.problems.is_empty() { Ok(self.reading) } else { Err(self.problems) }
    }

    /// Rates and latencies of a run that was broken off are of the part before, which is no sample of the whole.
    fn broken_off(&mut self) {
        let said = |kind: SaidKind| self.reading.said.iter().any(|said| said.kind == kind);
        // Before PostgreSQL 13 only the clients say so.
        let aborted = said(SaidKind::Aborted) || (self.fewer && said(SaidKind::Failed));
        if !aborted {
            return;
        }
        let of_run = |metric: &str| {
            // Those of the progress are of intervals that were whole.
            let tps = metric.starts_with("tps") && !metric.ends_with("(progress)");
            tps || ["latency", "statement latency", "rate limit schedule lag"].contains(&metric)
        };
        for one in self.reading.observations.iter_mut().filter(|one| of_run(&one.metric) && one.value.is_ok()) {
            one.value = Err("the run was aborted, and what it measured until then is incomplete".to_owned());
        }
    }
}

/// Whether a text is a report or what pgbench printed instead of one.
pub(super) fn looks(_: &str, source: &Source) -> bool {
    let ours = |line: &str| ["pgbench (", "transaction type: ", "pgbench: error: "].iter().any(|s| line.starts_with(s));
    let progress = |line: &str| line.starts_with("progress: ");
    match source.text.lines().find(|line| !progress(line) && !line.starts_with("starting vacuum")) {
        Some(line) if line.starts_with("pgbench: error: ") => !source.text.lines().any(progress) || reports(source),
        Some(line) => ours(line),
        None => false,
    }
}

fn reports(source: &Source) -> bool {
    source.text.lines().any(|line| line.starts_with("transaction type: "))
}

//! `wrk`: a load test of an HTTP server.
//!
//! In: what wrk prints. Out: `Latency` and `Req/Sec` (of a thread) as wrk's own `mean`, `sd`, `max` and, with
//! `--latency`, percentiles; `Requests/sec`, `Transfer/sec`, `requests`, `duration` and `read` as samples; the counts
//! of errors. Several outputs in one file are runs.
//!
//! wrk rounds to three digits and scales: `1.39k` requests are 1390 here, and times keep their unit. Its suffixes of
//! bytes are binary: `1.70MB` are 1.70 × 1024² bytes, which is rounded to the last digit that wrk printed, 1 780 000, and
//! said once. Its percentiles leave out what timed
//! out. If no response was a success, no number tells of the work that was to be measured, and each says so.
//!
//! Layout of the output: `src/wrk.c`, `src/units.c` of wrk 4.

use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// `wrk`.
pub const FORMAT: Format = Format { name: "wrk", tool: "wrk", keys: &[], read, looks };

const RESTORE: &str = "restore the file as wrk wrote it";
const REFUSED: &str = "unable to connect to ";

fn looks(_: &str, source: &Source) -> bool {
    let first = source.lines().map(|(_, _, text)| text).find(|text| !text.trim().is_empty()).unwrap_or("");
    first.starts_with(REFUSED) || target(first).is_some()
}

/// Duration and address of `Running 3s test @ http://127.0.0.1/`.
fn target(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix("Running ")?.split_once(" test @ ")
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut tests =
        Tests { source, reading: Reading::default(), problems: Vec::new(), open: None, runs: 0, scaled: false };
    for (number, start, text) in source.lines().filter(|line| !line.2.trim().is_empty()) {
        let span = Span { start, length: text.len() };
        if let Some((duration, address)) = target(text) {
            tests.end();
            tests.open = Some(Test { span, first: tests.reading.observations.len(), ..Test::default() });
            tests.say(number, SaidKind::Setting, format!("duration: {duration}"));
            tests.say(number, SaidKind::Setting, format!("address: {}", address.trim_end()));
        } else if text.starts_with(REFUSED) {
            tests.refuse(
                "wrk::refused",
                span,
                format!("nothing was measured: wrk says {}", quote(text)),
                "start the server and record again",
            );
        } else {
            tests.line(number, span, text.trim());
        }
    }
    tests.end();
    let Tests { mut reading, mut problems, runs, .. } = tests;
    if problems.is_empty() && reading.observations.is_empty() {
        let next = "declare the format that the file has, or record again";
        problems.push(source.problem(
            "wrk::nothing",
            Span::default(),
            "nothing was measured: the file has no test of wrk",
            next,
        ));
    }
    if runs == 1 {
        for observation in &mut reading.observations {
            observation.in_run(None);
        }
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// The tests of a file so far.
struct Tests<'a> {
    source: &'a Source,
    reading: Reading,
    problems: Problems,
    open: Option<Test>,
    runs: u32,
    /// Whether it was said what the suffixes of bytes mean.
    scaled: bool,
}

/// A test whose last line has not come yet.
#[derive(Default)]
struct Test {
    span: Span,
    first: usize,
    requests: Option<f64>,
    failed: Option<f64>,
    ended: bool,
}

impl<'a> Tests<'a> {
    fn say(&mut self, line: u32, kind: SaidKind, text: String) {
        self.reading.said.push(Said::new(line, kind, text));
    }

    fn refuse(&mut self, code: &'static str, span: Span, cause: impl Into<String>, next: &str) {
        self.problems.push(self.source.problem(code, span, cause, next));
    }

    /// The test before has ended, or the file has.
    fn end(&mut self) {
        let Some(test) = self.open.take() else { return };
        if !test.ended {
            self.refuse("wrk::cut", test.span, "the test that begins here has no `Transfer/sec`", RESTORE);
        }
        let none = test.requests.is_some() && test.failed >= test.requests;
        for observation in self.reading.observations.iter_mut().skip(test.first) {
            observation.whose = Whose { run: Some(self.runs), ..Whose::default() }.into();
            let counted = matches!(observation.metric.as_str(), "requests" | "duration" | NOT_OK)
                || observation.metric.starts_with(ERRORS);
            if none && !counted {
                observation.value = Err("no response was a success (2xx or 3xx)".to_owned());
            }
        }
        self.runs += 1;
    }

    fn add(&mut self, line: u32, metric: &str, unit: &str, statistic: Option<&str>, value: Option<Number>) {
        let Some(value) = value else { return };
        let Some(test) = &self.open else { return };
        let statistic = statistic.map_or(Statistic::Sample, |name| Statistic::Given(name.to_owned()));
        let mut before = self.reading.observations.iter().skip(test.first);
        if before.any(|observation| observation.metric == metric && observation.statistic == statistic) {
            let span = Span { start: self.source.byte_at(line.into(), 1), length: 0 };
            self.refuse("wrk::twice", span, format!("{} stands twice in the same test", quote(metric)), RESTORE);
            return;
        }
        let observation = Observation::sample(line, metric, unit, value);
        self.reading.observations.push(Observation { statistic, ..observation });
    }

    fn line(&mut self, line: u32, span: Span, text: &'a str) {
        if self.open.is_none() {
            self.say(line, SaidKind::Remark, format!("It says {}.", quote(text)));
            return;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["Thread", "Stats", "Avg", "Stdev", "Max", "+/-", "Stdev"] | ["Latency", "Distribution", ..] => {}
            [threads, "threads", "and", connections, "connections"] => {
                self.say(line, SaidKind::Setting, format!("threads: {threads}"));
                self.say(line, SaidKind::Setting, format!("connections: {connections}"));
            }
            [metric @ ("Latency" | "Req/Sec"), mean, sd, max, within] => {
                for (statistic, text) in [("mean", *mean), ("sd", *sd), ("max", *max)] {
                    let (unit, value) = self.scaled(metric, text);
                    self.add(line, metric, unit, Some(statistic), value);
                }
                let value = self.percent(metric, within);
                self.add(line, &format!("{metric} within one sd"), "percent", None, value);
            }
            [share, latency] if share.ends_with('%') => {
                let Some(percent) = self.percent("the percentile", share) else { return };
                let name = if percent.value == 50.0 { "median".to_owned() } else { format!("p{}", percent.value) };
                let (unit, value) = self.scaled("Latency", latency);
                self.add(line, "Latency", unit, Some(&name), value);
            }
            [requests, "requests", "in", duration, read, "read"] => {
                let value = self.plain("requests", requests);
                if let Some(test) = &mut self.open {
                    test.requests = value.as_ref().map(|number| number.value);
                }
                self.add(line, "requests", "count", None, value);
                let (unit, value) = self.scaled("duration", duration.trim_end_matches(','));
                self.add(line, "duration", unit, None, value);
                let value = self.bytes("read", read);
                self.add(line, "read", "B", None, value);
            }
            ["Non-2xx", "or", "3xx", "responses:", count] => {
                let value = self.plain(NOT_OK, count);
                if let Some(test) = &mut self.open {
                    test.failed = value.as_ref().map(|number| number.value);
                }
                self.add(line, NOT_OK, "count", None, value);
                self.say(line, SaidKind::Failed, format!("{count} responses were no success (neither 2xx nor 3xx)."));
            }
            ["Socket", "errors:", pairs @ ..] if pairs.len() % 2 == 0 => {
                let mut any = false;
                for (name, count) in pairs.iter().step_by(2).zip(pairs.iter().skip(1).step_by(2)) {
                    let metric = format!("{ERRORS}{name}");
                    let value = self.plain(&metric, count.trim_end_matches(','));
                    any |= value.as_ref().is_some_and(|number| number.value > 0.0);
                    self.add(line, &metric, "count", None, value);
                }
                if any {
                    let text =
                        format!("Requests had errors, and wrk's latencies leave out what timed out: {}.", quote(text));
                    self.say(line, SaidKind::Failed, text);
                }
            }
            ["Requests/sec:", rate] => {
                let value = self.plain("Requests/sec", rate);
                self.add(line, "Requests/sec", "requests/s", None, value);
            }
            ["Transfer/sec:", rate] => {
                let value = self.bytes("Transfer/sec", rate);
                self.add(line, "Transfer/sec", "B/s", None, value);
                if let Some(test) = &mut self.open {
                    test.ended = true;
                }
            }
            // A script's `done` prints what it likes, but behind the report.
            _ if self.open.as_ref().is_some_and(|test| test.ended) => {
                self.say(line, SaidKind::Remark, format!("It says {}.", quote(text)));
            }
            _ => self.refuse("wrk::line", span, "this line is none of wrk's report", RESTORE),
        }
    }

    fn wrong(&mut self, what: &str, text: &str, why: &str) -> Option<Number> {
        let cause = format!("{} is {}: {why}", quote(what), quote(text));
        self.refuse("wrk::not-a-number", self.source.span_of(text), cause, RESTORE);
        None
    }

    fn plain(&mut self, what: &str, text: &str) -> Option<Number> {
        number(text).map_or_else(|why| self.wrong(what, text, why), Some)
    }

    fn percent(&mut self, what: &str, text: &str) -> Option<Number> {
        match text.strip_suffix('%') {
            Some(bare) => self.plain(what, bare),
            None => self.wrong(what, text, "it is no percentage"),
        }
    }

    /// A number with wrk's suffix: a time with its unit, a count in thousands.
    fn scaled(&mut self, what: &str, text: &str) -> (&'static str, Option<Number>) {
        let (bare, suffix) = parted(text);
        let (unit, factor) = match (what, suffix) {
            ("Req/Sec", "") => ("requests/s", 1.0),
            ("Req/Sec", "k") => ("requests/s", 1e3),
            ("Req/Sec", "M") => ("requests/s", 1e6),
            ("Req/Sec", "G") => ("requests/s", 1e9),
            ("Latency" | "duration", "us") => ("µs", 1.0),
            ("Latency" | "duration", "ms") => ("ms", 1.0),
            ("Latency" | "duration", "s") => ("s", 1.0),
            ("Latency" | "duration", "m") => ("s", 60.0),
            ("Latency" | "duration", "h") => ("s", 3600.0),
            _ => return ("", self.unknown(what, text, bare)),
        };
        (unit, self.times(what, text, bare, factor))
    }

    fn bytes(&mut self, what: &str, text: &str) -> Option<Number> {
        let (bare, suffix) = parted(text);
        let power = ["B", "KB", "MB", "GB", "TB", "PB"].iter().position(|unit| *unit == suffix);
        match power.and_then(|power| i32::try_from(power).ok()) {
            Some(power) => {
                if power > 0 && !self.scaled {
                    self.scaled = true;
                    let line = self.source.line_at(self.source.span_of(text).start);
                    self.say(line, SaidKind::Remark, BINARY.to_owned());
                }
                self.times(what, text, bare, 1024f64.powi(power))
            }
            None => self.unknown(what, text, bare),
        }
    }

    /// A number that has no suffix of wrk's, or is none.
    fn unknown(&mut self, what: &str, text: &str, bare: &str) -> Option<Number> {
        let why = if bare.is_empty() { number(text).err() } else { number(bare).err() };
        self.wrong(what, text, why.unwrap_or("its unit is not known"))
    }

    /// The number times what its suffix means, with no more digits than wrk printed. Its text stays as printed.
    fn times(&mut self, what: &str, text: &str, bare: &str, factor: f64) -> Option<Number> {
        match number(bare) {
            Ok(number) if factor == 1.0 => Some(number),
            Ok(number) if (number.value * factor).is_finite() => {
                Some(Number { text: text.into(), value: as_printed(number.value, bare, factor) })
            }
            Ok(_) => self.wrong(what, text, "it is too large for a double"),
            Err(why) => self.wrong(what, text, why),
        }
    }
}

const NOT_OK: &str = "Non-2xx or 3xx responses";
const ERRORS: &str = "Socket errors: ";

/// What wrk's suffixes of bytes mean.
const BINARY: &str = "wrk's `KB`, `MB` and `GB` are 1024, 1024² and 1024³ bytes; the number of bytes is rounded to the \
                      last digit that wrk printed.";

/// The value times the factor, rounded to the largest power of ten that is no larger than the last digit of `bare` is
/// worth then.
fn as_printed(value: f64, bare: &str, factor: f64) -> f64 {
    let decimals = bare.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exact = value * factor;
    // All powers below are exact: wrk prints two decimals and no more than 1024⁵.
    let worth = (0..decimals.min(22)).fold(factor, |worth, _| worth / 10.0);
    let mut power = 1.0;
    if worth >= 1.0 {
        while power * 10.0 <= worth {
            power *= 10.0;
        }
        return (exact / power).round() * power;
    }
    while worth * power < 1.0 {
        power *= 10.0;
    }
    (exact * power).round() / power
}

/// A number and its suffix.
fn parted(text: &str) -> (&str, &str) {
    let bare = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    (bare, text.get(bare.len()..).unwrap_or(""))
}

#[cfg(test)]
mod tests;

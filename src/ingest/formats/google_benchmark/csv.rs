//! Google Benchmark's CSV, with or without the lines of context that the tool prints to standard error.
//!
//! The writer aborts at a counter that the first run did not have, after rows that look whole; only its standard error
//! tells. So a file with that beside the table is looked for ([`KEYS`]), and where there is none, that is said. The
//! writer multiplies the `cv` of times by their unit and parts it by the repetitions; a `cv` that is not the standard
//! deviation over the mean is no number.

use std::collections::{HashMap, HashSet};

use super::super::csv_table::{Codes, Row, check_header, check_width, rows};
use super::super::json_values::{RESTORE, plain};
use super::super::{Format, Input};
use super::{RMS, coefficient, debug_build, observe, scaling, statistic, unit, unit_of_counter};
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Reading, Said, SaidKind};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, quote};

/// The format.
pub const FORMAT: Format =
    Format { name: "google-benchmark-csv", tool: "Google Benchmark, --benchmark_format=csv", keys: KEYS, read, looks };

const KEYS: &[(&str, &str)] =
    &[("stderr", "what the name of the file with the tool's standard error ends in; `.stderr.txt` unless declared")];

const CODES: Codes = Codes { row: "google-benchmark::row", header: "google-benchmark::header" };
const BEGIN: &str = "name,iterations,real_time,cpu_time,time_unit,";
const NAME: usize = 0;
const ITERATIONS: usize = 1;
/// The two times, by column.
const TIMES: [(usize, &str); 2] = [(2, "real_time"), (3, "cpu_time")];
const TIME_UNIT: usize = 4;
/// Columns that are no counters.
const ABOUT: [&str; 8] =
    ["name", "iterations", "real_time", "cpu_time", "time_unit", "label", "error_occurred", "error_message"];

fn looks(_: &str, source: &Source) -> bool {
    // The context is some ten lines.
    source.lines().take(40).any(|(_, _, line)| line.starts_with(BEGIN))
}

/// Reads the file.
///
/// # Errors
/// No table; a header that lacks a column or names one twice; a row of another width; a time that is no finite number
/// or is negative; an aggregate that stands twice; no row.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut reading = Reading::default();
    let mut from = None;
    for (line, start, text) in source.lines() {
        if text.starts_with(BEGIN) {
            from = Some(start);
            break;
        }
        reading.said.extend(context(line, text));
    }
    let Some(from) = from else {
        let cause = format!("there is no table: no line begins with {}", quote(BEGIN));
        return Err(vec![source.problem(CODES.header, Span::default(), cause, RESTORE)]);
    };
    let all = rows(source, from, &CODES)?;
    let Some((header, found)) = all.split_first() else { return Err(vec![nothing(source, from)]) };
    let mut problems = check_header(source, header, &ABOUT, &CODES);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut table = Table { source, header, rows: Vec::new(), named: HashMap::new() };
    for (index, row) in found.iter().enumerate() {
        let last = index + 1 == found.len();
        if last && !source.text.ends_with('\n') {
            let text = format!("The table breaks off within a row: {}.", quote(row.raw));
            reading.said.push(Said::new(row.line, SaidKind::Aborted, text));
        } else if !row.raw.starts_with('"') {
            reading.said.push(stray(row.line, row.raw));
        } else if let Some(problem) = check_width(source, header, row, &CODES) {
            problems.push(problem);
        } else {
            table.named.entry(row.text(NAME)).or_insert((row, 0)).1 += 1;
            table.rows.push(row);
        }
    }
    standard_error(input, source.line_at(from), &mut reading)?;
    if table.rows.is_empty() && problems.is_empty() {
        return Err(vec![nothing(source, from)]);
    }
    let mut told = HashSet::new();
    for row in &table.rows {
        table.read(row, &mut told, &mut reading, &mut problems);
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn nothing(source: &Source, from: usize) -> Problem {
    let next = "see what the benchmark printed: a filter may have matched nothing";
    let span = Span { start: from, length: 0 };
    source.problem("google-benchmark::empty", span, "the file measured nothing", next)
}

/// What a line before the table says.
fn context(line: u32, text: &str) -> Option<Said> {
    let text = text.trim();
    if text.is_empty() || text == "CPU Caches:" {
        return None;
    }
    if text.starts_with("***WARNING***") {
        return Some(warning(line, text));
    }
    let setting =
        |name: &str, value: &str| Some(Said::new(line, SaidKind::Setting, format!("{name}: {}", plain(value))));
    for (begin, name) in [("Running ", "executable"), ("Run on ", "machine"), ("Load Average: ", "load_avg")] {
        if let Some(rest) = text.strip_prefix(begin) {
            return setting(name, rest);
        }
    }
    if text.starts_with('L') && text.contains(" KiB") {
        return setting("cache", text);
    }
    if text.get(4..5) == Some("-") && text.starts_with(|first: char| first.is_ascii_digit()) {
        return setting("date", text);
    }
    Some(stray(line, text))
}

fn warning(line: u32, text: &str) -> Said {
    if text.contains("DEBUG") {
        debug_build(line)
    } else if text.contains("CPU scaling") {
        scaling(line)
    } else {
        Said::new(line, SaidKind::Remark, format!("The tool warns: {}.", quote(text)))
    }
}

/// A line that is none of the table.
fn stray(line: u32, text: &str) -> Said {
    if is_abort(text) {
        // What it says first is the check in the writer's source; the counter comes last.
        let said = text.find("Counter named").and_then(|at| text.get(at..)).unwrap_or(text);
        return Said::new(line, SaidKind::Aborted, format!("The writer aborted: {}.", quote(said)));
    }
    Said::new(line, SaidKind::Damaged, format!("A line is no row of the table: {}.", quote(text)))
}

fn is_abort(text: &str) -> bool {
    let ends = ["Aborted", "Segmentation fault", "Killed", "terminate called"];
    text.contains("csv_reporter.cc") || ends.iter().any(|end| text.starts_with(end))
}

/// What the tool printed to standard error, if that is beside the table.
fn standard_error(input: &Input<'_>, line: u32, reading: &mut Reading) -> Outcome<()> {
    let ending = input.declared.get("stderr").map_or(".stderr.txt", String::as_str);
    let name = input.source.file.rsplit('/').next().unwrap_or("");
    let stem = name.strip_suffix(".csv").unwrap_or(name);
    let mut found = None;
    for beside in [format!("{name}{ending}"), format!("{stem}{ending}")] {
        if let Some(source) = (input.beside)(&beside)? {
            found = Some((beside, source));
            break;
        }
    }
    let Some((beside, error)) = found else {
        let text = "The tool's standard error is not beside the table, so nothing shows whether its writer aborted.";
        reading.said.push(Said::new(line, SaidKind::Remark, text));
        return Ok(());
    };
    for (at, _, text) in error.lines().filter(|(_, _, text)| is_abort(text) || text.starts_with("***WARNING***")) {
        let said = if is_abort(text) { stray(line, text) } else { warning(line, text) };
        let place = format!("{} Its standard error has it ({}, line {at}).", said.text, quote(&beside));
        reading.said.push(Said { text: place, ..said });
    }
    Ok(())
}

/// The rows of the table.
struct Table<'a> {
    source: &'a Source,
    header: &'a Row<'a>,
    rows: Vec<&'a Row<'a>>,
    /// The first row of each name, and how many there are.
    named: HashMap<&'a str, (&'a Row<'a>, usize)>,
}

/// Cases and labels that were told.
type Told<'a> = HashSet<(&'a str, &'a str)>;

/// What a row is.
enum Kind<'a> {
    Repetition,
    /// Of a case, by name.
    Aggregate(&'a str, &'a str),
    Coefficient(&'a str),
    Deviation(&'a str),
}

impl<'a> Table<'a> {
    fn column(&self, name: &str) -> usize {
        self.header.fields.iter().position(|field| field == name).unwrap_or(usize::MAX)
    }

    /// What tells rows apart is their names alone: an aggregate's has an ending, and the case it is of has others too.
    fn kind(&self, row: &'a Row<'a>) -> Kind<'a> {
        let name = row.text(NAME);
        if row.text(ITERATIONS).is_empty() {
            for (ending, kind) in [("_BigO", Kind::Coefficient as fn(&'a str) -> Kind<'a>), ("_RMS", Kind::Deviation)] {
                if let Some(case) = name.strip_suffix(ending) {
                    return kind(case);
                }
            }
        }
        let Some((case, word)) = name.rsplit_once('_') else { return Kind::Repetition };
        let count = self.named.get(case).map_or(0, |(_, count)| *count);
        let has = |word: &str| self.find(case, word).is_some();
        let siblings = has("mean") && has("median") && has("stddev");
        let counted = count == 0 || row.text(ITERATIONS) == count.to_string();
        if siblings && counted { Kind::Aggregate(case, word) } else { Kind::Repetition }
    }

    fn find(&self, case: &str, word: &str) -> Option<&'a Row<'a>> {
        self.named.get(format!("{case}_{word}").as_str()).map(|(row, _)| *row)
    }

    fn read(&self, row: &'a Row<'a>, told: &mut Told<'a>, reading: &mut Reading, problems: &mut Problems) {
        match self.kind(row) {
            Kind::Repetition => self.repetition(row, told, reading, problems),
            Kind::Aggregate(case, word) => self.aggregate(row, case, word, reading, problems),
            Kind::Coefficient(case) => {
                self.fitted(row, case, "", &coefficient(row.text(TIME_UNIT)), reading);
            }
            Kind::Deviation(case) => self.fitted(row, case, "ratio", RMS, reading),
        }
    }

    fn repetition(&self, row: &'a Row<'a>, told: &mut Told<'a>, reading: &mut Reading, problems: &mut Problems) {
        let case = row.text(NAME);
        if row.text(self.column("error_occurred")) == "true" {
            let own = row.text(self.column("error_message"));
            let text = format!("{} failed: {}.", quote(case), quote(own));
            reading.said.push(Said::new(row.line, SaidKind::Failed, text).of(case));
            for (_, metric) in TIMES {
                let why = Err(format!("the benchmark failed: {}", quote(own)));
                reading.observations.push(observe(row.line, case, metric, "", why));
            }
            return;
        }
        let unit = self.time_unit(row, problems);
        for (column, metric) in TIMES {
            let text = row.text(column);
            let why = match number(text) {
                Ok(number) if number.value > 0.0 => {
                    reading.observations.push(observe(row.line, case, metric, unit, Ok(number)));
                    continue;
                }
                Ok(number) if number.value == 0.0 => {
                    let why = Err(format!("{text} is no duration that was measured"));
                    reading.observations.push(observe(row.line, case, metric, unit, why));
                    continue;
                }
                Ok(_) => "no duration is negative",
                Err(why) => why,
            };
            let cause = format!("{} of {} is {}: {why}", quote(metric), quote(case), quote(text));
            problems.push(self.source.problem("google-benchmark::not-a-number", row.span(column), cause, RESTORE));
        }
        let label = row.text(self.column("label"));
        if !label.is_empty() && told.insert((case, label)) {
            let text = format!("label: {}", plain(label));
            reading.said.push(Said::new(row.line, SaidKind::Setting, text).of(case));
        }
        for (column, name) in self.counters() {
            if !row.text(column).is_empty() {
                let value = self.value(row, column);
                reading.observations.push(observe(row.line, case, name, unit_of_counter(name), value));
            }
        }
    }

    fn aggregate(&self, row: &'a Row<'a>, case: &str, word: &str, reading: &mut Reading, problems: &mut Problems) {
        if self.find(case, word).is_some_and(|first| first.line != row.line) {
            let cause = format!("{} stands twice", quote(row.text(NAME)));
            let next = "give each benchmark a name of its own, or take one of the two out";
            problems.push(self.source.problem("google-benchmark::twice", row.span(NAME), cause, next));
            return;
        }
        let unit = self.time_unit(row, problems);
        let times = TIMES.map(|(column, metric)| (column, metric, unit));
        let counters = self.counters().map(|(column, name)| (column, name, unit_of_counter(name)));
        for (column, metric, unit) in times.into_iter().chain(counters) {
            if row.text(column).is_empty() {
                continue;
            }
            let (value, unit) = match word {
                "cv" => (self.part(row, case, column), "ratio"),
                _ => (self.value(row, column), unit),
            };
            reading.observations.push(observe(row.line, case, metric, unit, value).given(statistic(word)));
        }
        // Alone, a row of aggregates has the number of repetitions in the place of that of iterations.
        if let (false, "mean", Ok(count)) = (self.named.contains_key(case), word, number(row.text(ITERATIONS))) {
            for (_, metric) in TIMES {
                let count = observe(row.line, case, metric, "count", Ok(count.clone()));
                reading.observations.push(count.given("count"));
            }
        }
    }

    /// A `cv`, if it is the standard deviation over the mean.
    fn part(&self, row: &Row<'_>, case: &str, column: usize) -> Result<Number, String> {
        let found = self.value(row, column)?;
        let of = |word: &str| self.find(case, word).and_then(|row| number(row.text(column)).ok());
        let (Some(deviation), Some(mean)) = (of("stddev"), of("mean")) else { return Ok(found) };
        let part = deviation.value / mean.value;
        // Six digits are printed of each of the three.
        if (found.value - part).abs() <= 2e-5 * part.abs() {
            return Ok(found);
        }
        Err(format!(
            "the table has {}, but the standard deviation over the mean is {} over {}",
            quote(&found.text),
            quote(&deviation.text),
            quote(&mean.text)
        ))
    }

    fn fitted(&self, row: &Row<'_>, case: &str, unit: &str, name: &str, reading: &mut Reading) {
        for (column, of) in TIMES {
            reading.observations.push(observe(row.line, case, name, unit, self.value(row, column)).given(of));
        }
    }

    /// Columns of counters, of bytes and items a second among them.
    fn counters(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let names = self.header.fields.iter().map(String::as_str).enumerate();
        names.filter(|(_, name)| !ABOUT.contains(name))
    }

    fn value(&self, row: &Row<'_>, column: usize) -> Result<Number, String> {
        let text = row.text(column);
        number(text).map_err(|why| format!("the tool gives {}: {why}", quote(text)))
    }

    fn time_unit(&self, row: &'a Row<'_>, problems: &mut Problems) -> &'a str {
        let found = row.text(TIME_UNIT);
        if !["ns", "us", "ms", "s"].contains(&found) {
            let cause = format!("the unit of {} is {}, which is not known", quote(row.text(NAME)), quote(found));
            let span = row.span(TIME_UNIT);
            problems.push(self.source.problem(
                "google-benchmark::unit",
                span,
                cause,
                "known are `ns`, `us`, `ms`, `s`",
            ));
        }
        unit(found)
    }
}

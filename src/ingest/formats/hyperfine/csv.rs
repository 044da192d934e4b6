//! `hyperfine --export-csv`: summaries only, without the number of runs.
//!
//! A standard deviation of 0 is what hyperfine writes for one run, which has none. A minimum of 0 means that at least
//! one run came out as 0, so that no mean, standard deviation or median of the row is one of measurements, and the
//! largest is of the slower runs alone.

use super::super::csv_table::{Codes, Row, check_header, check_width, rows};
use super::super::json_values::{RESTORE, plain};
use super::super::{Format, Input};
use super::{CENSORED, Command, KEYS, TAKEN_OFF, ZERO_IN_IT, nothing, owners};
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, list, quote};

/// The format.
pub const FORMAT: Format = Format { name: "hyperfine-csv", tool: "hyperfine --export-csv", keys: KEYS, read, looks };

const CODES: Codes = Codes { row: "hyperfine::row", header: "hyperfine::header" };
const COLUMNS: [&str; 8] = ["command", "mean", "stddev", "median", "user", "system", "min", "max"];
/// Metric and statistic of each column after the first.
const MEANING: [(&str, &str); 7] = [
    ("time", "mean"),
    ("time", "sd"),
    ("time", "median"),
    ("user", "mean"),
    ("system", "mean"),
    ("time", "min"),
    ("time", "max"),
];
const STDDEV: usize = 2;
const MIN: usize = 6;
const MAX: usize = 7;
const PARAMETER: &str = "parameter_";

fn looks(_: &str, source: &Source) -> bool {
    source.text.starts_with(&COLUMNS.join(","))
}

/// Reads the file.
///
/// # Errors
/// Another header, a row of another width, a field that is no finite number or is negative, two commands that can't be
/// told apart, no row.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let rows = rows(source, 0, &CODES)?;
    let Some((header, rows)) = rows.split_first() else { return Err(vec![nothing(source)]) };
    let mut problems = check_header(source, header, &COLUMNS, &CODES);
    let begins = header.fields.iter().map(String::as_str).take(COLUMNS.len()).eq(COLUMNS);
    if problems.is_empty() && !begins {
        let cause = format!("the header does not begin with the columns {}", list(&COLUMNS));
        problems.push(source.problem(CODES.header, header.span(0), cause, RESTORE));
    }
    for (index, name) in header.fields.iter().enumerate().skip(COLUMNS.len()) {
        if begins && !name.starts_with(PARAMETER) {
            let cause = format!("the column {} is not known; what it holds would be lost", quote(name));
            problems.push(source.problem(CODES.header, header.span(index), cause, RESTORE));
        }
    }
    problems.extend(rows.iter().filter_map(|row| check_width(source, header, row, &CODES)));
    if !problems.is_empty() {
        return Err(problems);
    }
    if rows.is_empty() {
        return Err(vec![nothing(source)]);
    }
    let commands: Vec<Command> = rows.iter().map(|row| command(header, row)).collect();
    let owners = owners(input, &commands)?;
    let mut reading = Reading::default();
    for ((row, whose), command) in rows.iter().zip(&owners).zip(&commands) {
        one(source, row, whose, &mut reading, &mut problems);
        for (name, value) in &command.parameters {
            let text = format!("parameter.{}: {}", plain(name), plain(value));
            let setting = Said::new(row.line, SaidKind::Setting, text);
            reading.said.push(Said { case: whose.case.clone(), ..setting });
        }
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn command(header: &Row<'_>, row: &Row<'_>) -> Command {
    let columns = header.fields.iter().enumerate().skip(COLUMNS.len());
    let parameters = columns
        .filter(|(index, _)| !row.text(*index).is_empty())
        .filter_map(|(index, name)| Some((name.strip_prefix(PARAMETER)?.to_owned(), row.text(index).to_owned())));
    Command { span: row.span(0), name: row.text(0).to_owned(), parameters: parameters.collect() }
}

fn one(source: &Source, row: &Row<'_>, whose: &Whose, reading: &mut Reading, problems: &mut Problems) {
    let is_zero = |column: usize| number(row.text(column)).is_ok_and(|number| number.value == 0.0);
    let (zeros, single) = (is_zero(MIN), is_zero(STDDEV));
    let mut said = |kind, text| reading.said.push(Said { case: whose.case.clone(), ..Said::new(row.line, kind, text) });
    let name = quote(row.text(0));
    if zeros {
        let text = format!(
            "At least one run of {name} came out as 0 s and is no measurement: the start-up of the shell, which \
             hyperfine takes \
             off, was longer; hyperfine's own mean, standard deviation, median and minimum count it as zero. No \
             time of it is used: only runs that were slow enough have one, at most {} s.",
            row.text(MAX)
        );
        said(SaidKind::Missing, text);
    } else if single {
        let text = format!("The standard deviation of {name} is 0, which hyperfine writes for a single run.");
        said(SaidKind::Missing, text);
    }
    for (index, (metric, statistic)) in MEANING.iter().enumerate() {
        let column = index + 1;
        let Some(value) = field(source, row, column, problems) else { continue };
        let value = match value {
            _ if zeros && column == MAX => Err(CENSORED.to_owned()),
            _ if zeros && *metric == "time" => Err(ZERO_IN_IT.to_owned()),
            _ if zeros => Err(TAKEN_OFF.to_owned()),
            _ if single && column == STDDEV => Err("one run has no standard deviation".to_owned()),
            value => Ok(value),
        };
        let observation = Observation::new(row.line, *metric, "s", value).of(whose.clone()).given(*statistic);
        reading.observations.push(observation);
    }
}

fn field(source: &Source, row: &Row<'_>, column: usize, problems: &mut Problems) -> Option<Number> {
    let text = row.text(column);
    let why = match number(text) {
        Ok(number) if number.value >= 0.0 => return Some(number),
        Ok(_) => "no duration is negative",
        Err(why) => why,
    };
    let cause = format!("{} of {} is {}: {why}", quote(COLUMNS.get(column)?), quote(row.text(0)), quote(text));
    problems.push(source.problem("hyperfine::not-a-number", row.span(column), cause, RESTORE));
    None
}

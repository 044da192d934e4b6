//! `pytest-benchmark`: the JSON of `--benchmark-json`, `--benchmark-save` and `--benchmark-autosave`.
//!
//! With `--benchmark-save-data`, and always with `--benchmark-json`, it holds the time of every round, which is a
//! sample; otherwise only the tool's own summaries. A case is a test by its full name. A test whose measured function
//! raised is not in the file, and one that failed after it was measured is, with nothing to tell it by; each file says
//! so once.

use std::collections::HashSet;

use super::json_values::{RESTORE, duration, head, is_bare, parse, plain, restored, settings, value, worded};
use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Node, Source, Tree, quote};

#[cfg(test)]
mod tests;

/// The format.
pub const FORMAT: Format = Format {
    name: "pytest-benchmark-json",
    tool: "pytest --benchmark-json",
    keys: &[],
    read: |input| restored(read(input)),
    looks,
};

const CODE: &str = "pytest-benchmark::not-a-number";

/// The tool's summaries that the rounds can be held against, in seconds.
const CHECKED: [(&str, &str); 5] =
    [("mean", "mean"), ("median", "median"), ("stddev", "sd"), ("min", "min"), ("max", "max")];
/// Those that are given where the rounds are not there: statistic and unit.
const MORE: [(&str, &str, &str); 7] = [
    ("q1", "q1", "s"),
    ("q3", "q3", "s"),
    ("iqr", "iqr", "s"),
    ("ld15iqr", "ld15iqr", "s"),
    ("hd15iqr", "hd15iqr", "s"),
    ("total", "sum", "s"),
    ("rounds", "count", "count"),
];
/// What follows from the others.
const DERIVED: [&str; 6] = ["ops", "outliers", "iqr_outliers", "stddev_outliers", "iterations", "data"];

fn looks(_: &str, source: &Source) -> bool {
    head(source).starts_with('{') && head(source).contains("\"machine_info\"")
}

/// Reads the file.
///
/// # Errors
/// What is not JSON, lacks a field, or is no number; another number of rounds than of times; a test that stands twice;
/// no test.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = parse(source)?;
    let mut problems = Vec::new();
    let Some(top) = Fields::of(source, &root, "pytest-benchmark's output", &mut problems) else { return Err(problems) };
    let Some(benchmarks) = top.list("benchmarks", &mut problems) else { return Err(problems) };
    if benchmarks.is_empty() {
        let next = "see what pytest printed: no benchmark may have been collected, or each may have raised";
        return Err(vec![top.problem("benchmarks", "pytest-benchmark::empty", "the file measured nothing", next)]);
    }
    let mut reading = Reading::default();
    for key in ["machine_info", "commit_info", "datetime", "version"] {
        if let Some(node) = top.optional(key) {
            settings(source, key, node, None, &mut reading.said);
        }
    }
    let text = "The file does not tell a test that failed after it was measured from one that passed, and a test whose \
                measured function raised is not in it.";
    reading.said.push(Said::new(source.line_at(top.span("benchmarks").start), SaidKind::Remark, text));
    let mut seen = HashSet::new();
    for node in benchmarks {
        let Some(fields) = Fields::of(source, node, "a benchmark", &mut problems) else { continue };
        let Some(case) = fields.text("fullname", &mut problems) else { continue };
        if !seen.insert(case.clone()) {
            let cause = format!("the test {} stands twice", quote(&case));
            let next = "take one of the two out, or give them names of their own";
            problems.push(fields.problem("fullname", "pytest-benchmark::twice", cause, next));
            continue;
        }
        let mut test = Test { source, case: &case, reading: &mut reading, problems: &mut problems };
        test.read(&fields);
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// One test.
struct Test<'a, 'b> {
    source: &'a Source,
    case: &'b str,
    reading: &'b mut Reading,
    problems: &'b mut Problems,
}

impl<'a> Test<'a, '_> {
    fn read(&mut self, fields: &Fields<'a>) {
        for key in ["group", "params", "extra_info", "options"] {
            let Some(node) = fields.optional(key) else { continue };
            settings(self.source, key, node, Some(self.case), &mut self.reading.said);
        }
        let Some(stats) = fields.required("stats", self.problems) else { return };
        let what = format!("`stats` of {}", quote(self.case));
        let Some(stats) = Fields::of(self.source, stats, what, self.problems) else { return };
        let rounds = stats.optional_list("data", self.problems);
        if let Some(rounds) = rounds {
            self.rounds(&stats, rounds);
        }
        for (key, statistic) in CHECKED {
            if stats.required(key, self.problems).is_some() {
                self.given(&stats, key, statistic, "s");
            }
        }
        let more = MORE.iter().filter(|(key, _, _)| rounds.is_none() && stats.entry(key).is_some());
        for (key, statistic, unit) in more {
            self.given(&stats, key, statistic, unit);
        }
        if let Some(node) = stats.optional("iterations") {
            settings(self.source, "iterations", node, Some(self.case), &mut self.reading.said);
        }
        for entry in stats.entries() {
            let key = entry.key.as_str();
            let known = CHECKED.iter().any(|known| known.0 == key) || MORE.iter().any(|known| known.0 == key);
            if !known && !DERIVED.contains(&key) {
                let text = format!("{} is not read: {}.", quote(key), plain(&worded(self.source, &entry.node)));
                let line = self.source.line_at(entry.key_span.start);
                self.reading.said.push(Said::new(line, SaidKind::Remark, text).of(self.case));
            }
        }
    }

    fn rounds(&mut self, stats: &Fields<'a>, rounds: &[Node]) {
        let count = stats.optional_whole("rounds", self.problems);
        if let Some(count) = count.filter(|count| usize::try_from(*count) != Ok(rounds.len())) {
            let cause = format!("{} has {count} rounds, but {} times", quote(self.case), rounds.len());
            self.problems.push(stats.problem("data", "pytest-benchmark::count", cause, RESTORE));
        }
        for (index, node) in rounds.iter().enumerate() {
            let what = format!("time {} of {}", index + 1, quote(self.case));
            if let Some(value) = duration(self.source, node, &what, CODE, self.problems) {
                self.observe(node, "s", value, None);
            }
        }
    }

    fn given(&mut self, stats: &Fields<'a>, key: &str, statistic: &str, unit: &str) {
        let Some(entry) = stats.entry(key) else { return };
        let node = &entry.node;
        let value = match (value(self.source, node), &node.tree) {
            (Ok(number), _) => Ok(number),
            // Python writes these where a summary can't be computed.
            (Err(why), Tree::Null | Tree::Text(_)) if node.tree == Tree::Null || is_bare(self.source, node) => {
                Err(format!("the tool gives {}: {why}", quote(self.source.slice(node.span))))
            }
            (Err(why), _) => {
                let text = self.source.slice(node.span);
                let cause = format!("{} of {} is {}: {why}", quote(key), quote(self.case), quote(text));
                self.problems.push(self.source.problem(CODE, node.span, cause, RESTORE));
                return;
            }
        };
        self.observe(node, unit, value, Some(statistic));
    }

    fn observe(&mut self, node: &Node, unit: &str, value: Result<Number, String>, statistic: Option<&str>) {
        let line = self.source.line_at(node.span.start);
        let observation = Observation::new(line, "time", unit, value).of(Whose::case(self.case));
        let observation = match statistic {
            Some(statistic) => observation.given(statistic),
            None => observation,
        };
        self.reading.observations.push(observation);
    }
}

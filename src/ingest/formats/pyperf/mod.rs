//! `pyperf`: the JSON of `-o`.
//!
//! A benchmark has runs, each of a process of its own, and a run has values, each already parted by its loops. Values of
//! one process are more alike than others, and an analysis that takes them for independent is wrong: a sample is the mean
//! of a process's values, its text the shortest decimal that parses back to it, and [`Whose::run`] the number of the
//! process in the file. Warm-ups, and the runs that only found out how many loops there should be, are no measurements;
//! how many were left out is said, and so is what pyperf warns of ([`unstable`]).

use std::collections::HashSet;

use super::json_values::{duration, head, is_bare, parse, required, restored, settings};
use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Node, Source, Tree, number_of, quote};

#[cfg(test)]
mod tests;

/// The mean of a process's values; a single one stays as printed.
fn mean_of(mut values: Vec<Number>) -> Number {
    if values.len() == 1
        && let Some(only) = values.pop()
    {
        return only;
    }
    let mean = mean(&values.iter().map(|number| number.value).collect::<Vec<_>>());
    Number { text: mean.to_string().into(), value: mean }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What pyperf warns of (`format_checks` of its `_cli.py`): a standard deviation of 10 % of the mean or more, a smallest
/// or largest value 50 % or more from it, all of the values of all processes. That there are too few values for 1 % is not
/// among them.
fn unstable(values: &[f64]) -> Vec<String> {
    let mut warnings = Vec::new();
    let mean = mean(values);
    if !mean.is_finite() || mean == 0.0 {
        return warnings;
    }
    let of_mean = |value: f64| value * 100.0 / mean;
    if values.len() > 1 {
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let share = of_mean((squares / (values.len() - 1) as f64).sqrt());
        if share >= 10.0 {
            warnings.push(format!("the standard deviation is {share:.0} % of the mean"));
        }
    }
    let (smallest, largest) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(smallest, largest), value| {
        (smallest.min(*value), largest.max(*value))
    });
    for (name, value) in [("minimum", smallest), ("maximum", largest)] {
        let share = of_mean(value - mean);
        if share.abs() >= 50.0 {
            let way = if share > 0.0 { "greater" } else { "smaller" };
            warnings.push(format!("the {name} is {:.0} % {way} than the mean", share.abs()));
        }
    }
    warnings
}

/// The format.
pub const FORMAT: Format =
    Format { name: "pyperf-json", tool: "pyperf -o", keys: &[], read: |input| restored(read(input)), looks };

const CODE: &str = "pyperf::not-a-number";
const EMPTY: &str = "run it again without `--worker` or `--debug-single-value`, which leave no values";
/// Facts of a single run that differ from run to run and are no settings.
const OF_RUN: [&str; 3] = ["date", "duration", "uptime"];
/// Facts of a run that are measured, in bytes.
const MEMORY: [&str; 2] = ["mem_max_rss", "command_max_rss"];

fn looks(_: &str, source: &Source) -> bool {
    let head: String = head(source).split_whitespace().collect();
    let own = ["\"warmups\"", "\"perf_version\""];
    head.starts_with("{\"benchmarks\":[{") && own.iter().any(|word| source.text.contains(word))
}

/// Reads the file.
///
/// # Errors
/// What is not JSON, of another version, lacks a field, or is no number; two benchmarks of the same name; a benchmark
/// without a value.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = parse(source)?;
    let mut problems = Vec::new();
    let Some(top) = Fields::of(source, &root, "pyperf's output", &mut problems) else { return Err(problems) };
    if top.name("version", &["1.0"], &mut problems).is_none() {
        return Err(problems);
    }
    let Some(benchmarks) = top.list("benchmarks", &mut problems) else { return Err(problems) };
    if benchmarks.is_empty() {
        problems.push(top.problem("benchmarks", "pyperf::empty", "the file measured nothing", EMPTY));
    }
    let common = metadata(source, &top, &mut problems);
    let mut reading = Reading::default();
    if let Some(node) = top.optional("metadata") {
        settings(source, "", node, None, &mut reading.said);
    }
    let mut seen = HashSet::new();
    for node in benchmarks {
        let Some(fields) = Fields::of(source, node, "a benchmark", &mut problems) else { continue };
        let own = metadata(source, &fields, &mut problems);
        let find = |key: &str| own.as_ref().and_then(|own| own.entry(key)).or_else(|| common.as_ref()?.entry(key));
        let name = find("name").map(|entry| super::json_values::worded(source, &entry.node));
        if !seen.insert(name.clone()) {
            let cause = format!("the benchmark {} stands twice", quote(name.as_deref().unwrap_or("")));
            let next = "take one of the two out, or give them names of their own";
            problems.push(source.problem("pyperf::twice", node.span, cause, next));
        }
        let (metric, unit) = match find("unit").map(|entry| (source.slice(entry.node.span), entry.node.span)) {
            None | Some(("\"second\"", _)) => ("time", "s"),
            Some(("\"byte\"", _)) => ("memory", "B"),
            Some(("\"integer\"", _)) => ("value", "count"),
            Some((other, span)) => {
                let cause = format!("the unit {} is not known", quote(other));
                problems.push(source.problem("pyperf::unit", span, cause, "known are `second`, `byte`, `integer`"));
                continue;
            }
        };
        if let Some(node) = fields.optional("metadata") {
            settings(source, "", node, name.as_deref(), &mut reading.said);
        }
        let mut benchmark = Benchmark {
            source,
            name,
            metric,
            unit,
            reading: &mut reading,
            problems: &mut problems,
            left: Left::default(),
            values: Vec::new(),
            processes: 0,
        };
        benchmark.read(&fields, node);
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn metadata<'a>(source: &'a Source, of: &Fields<'a>, problems: &mut Problems) -> Option<Fields<'a>> {
    Fields::of(source, of.optional("metadata")?, "`metadata`", problems)
}

/// What is no measurement.
#[derive(Default)]
struct Left {
    warmups: usize,
    calibrations: usize,
}

struct Benchmark<'a, 'b> {
    source: &'a Source,
    name: Option<String>,
    metric: &'static str,
    unit: &'static str,
    reading: &'b mut Reading,
    problems: &'b mut Problems,
    left: Left,
    /// All values, and the number of processes that have any.
    values: Vec<f64>,
    processes: usize,
}

impl<'a> Benchmark<'a, '_> {
    fn read(&mut self, fields: &Fields<'a>, node: &Node) {
        let Some(runs) = fields.list("runs", self.problems) else { return };
        let before = self.reading.observations.len();
        for (index, node) in runs.iter().enumerate() {
            self.run(number_of(index), node);
        }
        let called = quote(self.name.as_deref().unwrap_or("the benchmark"));
        if before == self.reading.observations.len() && self.problems.is_empty() {
            let cause = format!("{called} has no value");
            self.problems.push(self.source.problem("pyperf::empty", node.span, cause, EMPTY));
        }
        let Left { warmups, calibrations } = self.left;
        if warmups > 0 {
            let text = format!(
                "Left out are {warmups} warm-ups of {called}; of its {} runs, {calibrations} gave no value.",
                runs.len()
            );
            self.say(self.source.line_at(fields.span("runs").start), SaidKind::Remark, text);
        }
        if self.values.len() > self.processes {
            let text = format!(
                "A run of {called} is a process and counts with the mean of its values; pyperf's own standard deviation \
                 and median are of all {} values of the {} processes.",
                self.values.len(),
                self.processes
            );
            self.say(self.source.line_at(fields.span("runs").start), SaidKind::Remark, text);
        }
        let warnings = unstable(&self.values);
        if !warnings.is_empty() {
            let text = format!("By pyperf's rules the result of {called} may be unstable: {}.", warnings.join("; "));
            self.say(self.source.line_at(fields.span("runs").start), SaidKind::Remark, text);
        }
    }

    fn run(&mut self, number: u32, node: &Node) {
        let Some(fields) = Fields::of(self.source, node, "a run", self.problems) else { return };
        let values = fields.optional_list("values", self.problems).unwrap_or_default();
        let warmups = fields.optional_list("warmups", self.problems).unwrap_or_default();
        self.left.warmups += warmups.len();
        if values.is_empty() {
            self.left.calibrations += 1;
            return;
        }
        let mut read = Vec::with_capacity(values.len());
        for (index, node) in values.iter().enumerate() {
            let what = format!("value {} of run {number}", index + 1);
            read.extend(match self.metric {
                "time" => duration(self.source, node, &what, CODE, self.problems),
                _ => required(self.source, node, &what, CODE, self.problems).map(Ok),
            });
        }
        if let (Some(first), true) = (values.first(), read.len() == values.len()) {
            let read: Result<Vec<Number>, String> = read.into_iter().collect();
            if let Ok(read) = &read {
                self.values.extend(read.iter().map(|number| number.value));
                self.processes += 1;
            }
            self.observe(number, first, self.metric, self.unit, read.map(mean_of));
        }
        let Some(Tree::Map(facts)) = fields.optional("metadata").map(|node| &node.tree) else { return };
        for entry in facts.iter().filter(|entry| !OF_RUN.contains(&entry.key.as_str())) {
            if MEMORY.contains(&entry.key.as_str()) {
                let what = format!("{} of run {number}", quote(&entry.key));
                if let Some(value) = required(self.source, &entry.node, &what, CODE, self.problems) {
                    self.observe(number, &entry.node, &entry.key, "B", Ok(value));
                }
            } else if !is_bare(self.source, &entry.node) {
                let name = format!("run {number}.{}", entry.key);
                settings(self.source, &name, &entry.node, self.name.as_deref(), &mut self.reading.said);
            }
        }
    }

    fn observe(&mut self, run: u32, node: &Node, metric: &str, unit: &str, value: Result<Number, String>) {
        let whose = Whose { case: self.name.as_deref().map(Into::into), run: Some(run), ..Whose::default() };
        let line = self.source.line_at(node.span.start);
        self.reading.observations.push(Observation::new(line, metric, unit, value).of(whose));
    }

    fn say(&mut self, line: u32, kind: SaidKind, text: String) {
        self.reading.said.push(Said { case: self.name.as_deref().map(Into::into), ..Said::new(line, kind, text) });
    }
}

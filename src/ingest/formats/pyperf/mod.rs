//! `pyperf`: the JSON of `-o`.
//!
//! A benchmark has runs, each of a process of its own, and a run has values, each already parted by its loops. A value
//! is a sample, and [`Whose::run`] is the number of its process in the file: values of one process are more alike than
//! others, and an analysis that takes them for independent is wrong. Warm-ups, and the runs that only found out how
//! many loops there should be, are no measurements; how many were left out is said.

use std::collections::HashSet;

use super::json_values::{duration, head, is_bare, parse, required, restored, settings};
use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Node, Source, Tree, number_of, quote};

#[cfg(test)]
mod tests;

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
        for (index, node) in values.iter().enumerate() {
            let what = format!("value {} of run {number}", index + 1);
            let value = match self.metric {
                "time" => duration(self.source, node, &what, CODE, self.problems),
                _ => required(self.source, node, &what, CODE, self.problems).map(Ok),
            };
            if let Some(value) = value {
                self.observe(number, node, self.metric, self.unit, value);
            }
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

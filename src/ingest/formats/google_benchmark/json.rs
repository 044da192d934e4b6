//! Google Benchmark's JSON.
//!
//! A run that called for an error or a skip has times of zero in the file; they are told as the reason, never as
//! numbers. The tool writes bare `NaN` and `Infinity`, for instance for a counter divided by nothing; those are values
//! that are not there, but a time of a repetition has to be finite.

use std::collections::HashSet;

use super::super::json_values::{duration, head, is_bare, parse, plain, restored, settings, value, worded};
use super::super::{Format, Input};
use super::{RMS, coefficient, debug_build, observe, scaling, statistic, unit, unit_of_counter};
use crate::ingest::reading::{Reading, Said, SaidKind};
use crate::problem::{Outcome, Problems};
use crate::source::{Entry, Fields, Node, Source, Span, Tree, quote};

/// The format.
pub const FORMAT: Format = Format {
    name: "google-benchmark-json",
    tool: "Google Benchmark, --benchmark_format=json",
    keys: &[],
    read: |input| restored(read(input)),
    looks,
};

const CODE: &str = "google-benchmark::not-a-number";

/// What describes a run and is no number of it.
const ABOUT: [&str; 27] = [
    "name",
    "family_index",
    "per_family_instance_index",
    "run_name",
    "run_type",
    "repetitions",
    "repetition_index",
    "threads",
    "thread_index",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "aggregate_name",
    "aggregate_unit",
    "error_occurred",
    "error_message",
    "skipped",
    "skip_message",
    "label",
    "cpu_coefficient",
    "real_coefficient",
    "big_o",
    "rms",
    "complexity_n",
    "complexity",
    "memory_iterations",
];

fn looks(_: &str, source: &Source) -> bool {
    // The path of the executable may be of any length.
    let head: String = head(source).split_whitespace().collect();
    head.starts_with("{\"context\":{") && source.text.contains("\"num_cpus\"")
}

/// Reads the file.
///
/// # Errors
/// What is not JSON, lacks a field, or gives a repetition a time that is no number; a repetition or an aggregate that
/// stands twice; no benchmark.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = parse(source)?;
    let mut problems = Vec::new();
    let Some(top) = Fields::of(source, &root, "Google Benchmark's output", &mut problems) else { return Err(problems) };
    let mut reading = Reading::default();
    if let Some(context) = top.required("context", &mut problems) {
        settings(source, "", context, None, &mut reading.said);
        let context = Fields::of(source, context, "the context", &mut problems);
        warnings(source, context.as_ref(), &mut reading, &mut problems);
    }
    let Some(benchmarks) = top.list("benchmarks", &mut problems) else { return Err(problems) };
    if benchmarks.is_empty() {
        let next = "see what the benchmark printed: a filter may have matched nothing";
        problems.push(top.problem("benchmarks", "google-benchmark::empty", "the file measured nothing", next));
    }
    let (mut seen, mut told, mut runs) = (HashSet::new(), HashSet::new(), Vec::new());
    for node in benchmarks {
        let Some(fields) = Fields::of(source, node, "a benchmark", &mut problems) else { continue };
        runs.extend(Run::of(source, fields, &mut problems));
    }
    let repeated = runs.iter().filter(|run| run.aggregate.is_none()).map(|run| run.case.as_str());
    let repeated: HashSet<&str> = repeated.collect();
    for run in &runs {
        if !seen.insert(run.identity()) {
            let cause = format!("{} stands twice", quote(&run.name));
            let next = "give each benchmark a name of its own, or take one of the two out";
            problems.push(run.fields.problem("name", "google-benchmark::twice", cause, next));
        }
        run.read(&mut told, &mut reading, &mut problems);
        if run.aggregate.as_deref() == Some("mean") && !repeated.contains(run.case.as_str()) {
            run.count(&mut reading);
        }
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn warnings(source: &Source, context: Option<&Fields<'_>>, reading: &mut Reading, problems: &mut Problems) {
    let Some(context) = context else { return };
    let line = |key: &str| source.line_at(context.span(key).start);
    if context.optional_text("library_build_type", problems).as_deref() == Some("debug") {
        reading.said.push(debug_build(line("library_build_type")));
    }
    if context.optional_truth("cpu_scaling_enabled", problems) == Some(true) {
        reading.said.push(scaling(line("cpu_scaling_enabled")));
    }
}

/// One entry of the list.
struct Run<'a> {
    source: &'a Source,
    fields: Fields<'a>,
    name: String,
    /// Name without what an aggregate adds.
    case: String,
    /// Name of the aggregate, where it is one.
    aggregate: Option<String>,
}

impl<'a> Run<'a> {
    fn of(source: &'a Source, fields: Fields<'a>, problems: &mut Problems) -> Option<Self> {
        let name = fields.text("name", problems)?;
        let kind = match fields.entry("run_type") {
            Some(_) => fields.name("run_type", &["iteration", "aggregate"], problems)?,
            None => "iteration".to_owned(),
        };
        let aggregate = match kind.as_str() {
            "aggregate" => Some(fields.text("aggregate_name", problems)?),
            _ => None,
        };
        let case = fields.optional_text("run_name", problems).unwrap_or_else(|| name.clone());
        Some(Run { source, fields, name, case, aggregate })
    }

    /// What no two entries have in common: the name and the number of the repetition, or of an old version the place.
    fn identity(&self) -> (String, String) {
        let part = match (&self.aggregate, self.fields.optional("repetition_index")) {
            (Some(aggregate), _) => format!("of {aggregate}"),
            (None, Some(index)) => self.source.slice(index.span).to_owned(),
            (None, None) => format!("at {}", self.fields.span("").start),
        };
        (self.case.clone(), part)
    }

    fn read(&self, told: &mut HashSet<(String, String)>, reading: &mut Reading, problems: &mut Problems) {
        self.describe(told, reading, problems);
        if let Some(why) = self.failure(reading, problems) {
            let line = self.line_of("real_time");
            for metric in ["real_time", "cpu_time"] {
                let unit = self.time_unit(problems).unwrap_or_default();
                reading.observations.push(observe(line, &self.case, metric, &unit, Err(why.clone())));
            }
            return;
        }
        match self.aggregate.as_deref() {
            Some("BigO") => self.complexity(reading, problems),
            Some("RMS") => {
                // The one number that the tool writes here is that of the time of the processor.
                self.given("rms", RMS, "ratio", "cpu_time", reading, problems);
            }
            Some(aggregate) => {
                let unit = self.time_unit(problems).unwrap_or_default();
                for metric in ["real_time", "cpu_time"] {
                    let unit = if self.is_part() { "ratio" } else { &unit };
                    self.given(metric, metric, unit, statistic(aggregate), reading, problems);
                }
                self.counters(reading);
            }
            None => {
                let unit = self.time_unit(problems).unwrap_or_default();
                for metric in ["real_time", "cpu_time"] {
                    let Some(node) = self.fields.required(metric, problems) else { continue };
                    let what = format!("{} of {}", quote(metric), quote(&self.case));
                    let Some(value) = duration(self.source, node, &what, CODE, problems) else { continue };
                    reading.observations.push(observe(self.line_of(metric), &self.case, metric, &unit, value));
                }
                self.counters(reading);
            }
        }
    }

    /// Whether an aggregate is a part of the mean, as `cv` is.
    fn is_part(&self) -> bool {
        let unit = self.fields.optional("aggregate_unit").map(|node| worded(self.source, node));
        unit.map_or(self.aggregate.as_deref() == Some("cv"), |unit| unit == "percentage")
    }

    fn line_of(&self, key: &str) -> u32 {
        self.source.line_at(self.fields.span(key).start)
    }

    fn time_unit(&self, problems: &mut Problems) -> Option<String> {
        let found = self.fields.name("time_unit", &["ns", "us", "ms", "s"], problems)?;
        Some(unit(&found).to_owned())
    }

    /// The label and the number of threads, which stand once for all repetitions.
    fn describe(&self, told: &mut HashSet<(String, String)>, reading: &mut Reading, problems: &mut Problems) {
        let mut setting = |key: &str, text: String| {
            if told.insert((self.case.clone(), text.clone())) {
                reading.said.push(Said::new(self.line_of(key), SaidKind::Setting, text).of(&self.case));
            }
        };
        if let Some(label) = self.fields.optional_text("label", problems) {
            setting("label", format!("label: {}", plain(&label)));
        }
        if let Some(threads) = self.fields.optional_whole("threads", problems).filter(|threads| *threads > 1) {
            setting("threads", format!("threads: {threads}"));
        }
    }

    /// Why there are no numbers, if it failed or was skipped.
    fn failure(&self, reading: &mut Reading, problems: &mut Problems) -> Option<String> {
        let mut said = |key: &str, message: &str, kind: SaidKind, word: &str| {
            if self.fields.optional_truth(key, problems) != Some(true) {
                return None;
            }
            let own = self.fields.optional_text(message, problems).unwrap_or_default();
            let text = format!("{} {word}: {}.", quote(&self.case), quote(&own));
            reading.said.push(Said::new(self.line_of(key), kind, text).of(&self.case));
            Some(format!("the benchmark {word}: {}", quote(&own)))
        };
        let failed = said("error_occurred", "error_message", SaidKind::Failed, "failed");
        failed.or_else(|| said("skipped", "skip_message", SaidKind::Skipped, "was skipped"))
    }

    fn complexity(&self, reading: &mut Reading, problems: &mut Problems) {
        let unit = self.time_unit(problems).unwrap_or_default();
        let Some(order) = self.fields.text("big_o", problems) else { return };
        let unit = format!("{unit}/{}", plain(&order));
        for (key, of) in [("real_coefficient", "real_time"), ("cpu_coefficient", "cpu_time")] {
            self.given(key, &coefficient(&order), &unit, of, reading, problems);
        }
    }

    /// The number of repetitions, of aggregates that stand alone.
    fn count(&self, reading: &mut Reading) {
        let Some(node) = self.fields.optional("repetitions") else { return };
        let Ok(number) = value(self.source, node) else { return };
        for metric in ["real_time", "cpu_time"] {
            let count = observe(self.line_of("repetitions"), &self.case, metric, "count", Ok(number.clone()));
            reading.observations.push(count.given("count"));
        }
    }

    /// A summary, which may be a number that is none.
    fn given(
        &self,
        key: &str,
        metric: &str,
        unit: &str,
        statistic: &str,
        reading: &mut Reading,
        problems: &mut Problems,
    ) {
        let Some(node) = self.fields.required(key, problems) else { return };
        let value = value(self.source, node).map_err(|why| self.without(node, why));
        reading.observations.push(observe(self.line_of(key), &self.case, metric, unit, value).given(statistic));
    }

    fn without(&self, node: &Node, why: &str) -> String {
        format!("the tool gives {}: {why}", quote(self.source.slice(node.span)))
    }

    /// Every other number, which is a counter; what else there is is said.
    fn counters(&self, reading: &mut Reading) {
        let others = self.fields.entries().iter().filter(|entry| !ABOUT.contains(&entry.key.as_str()));
        for Entry { key, key_span, node } in others {
            let Span { start, .. } = *key_span;
            let line = self.source.line_at(start);
            let is_number = matches!(node.tree, Tree::Number(_)) || is_bare(self.source, node);
            if !is_number {
                let text = format!("{} of {} is no number and not read.", quote(key), quote(&self.case));
                reading.said.push(Said::new(line, SaidKind::Remark, text).of(&self.case));
                continue;
            }
            let value = value(self.source, node).map_err(|why| self.without(node, why));
            let unit = if self.aggregate.is_some() && self.is_part() { "ratio" } else { unit_of_counter(key) };
            let observation = observe(line, &self.case, key, unit, value);
            reading.observations.push(match self.aggregate.as_deref() {
                Some(aggregate) => observation.given(statistic(aggregate)),
                None => observation,
            });
        }
    }
}

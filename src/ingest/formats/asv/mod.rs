//! `asv` (airspeed velocity): `results/<machine>/<commit>-<environment>.json`, with `../benchmarks.json` for units.
//!
//! Each combination of parameters is a case, `name(10, 'asc')`, as asv prints it. A result of a timing is the median of
//! its samples, which are there if asv recorded them; a result of any other kind is a single measurement. `null` is a
//! failure and a bare `NaN` a combination that was skipped; both have a reason and no number. The commit is told as a
//! setting: which file is which arm is the declaration's to say.

use smol_str::SmolStr;

use super::json_values::{RESTORE, duration, head, is_bare, parse, required, restored, settings, value, worded};
use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Entry, Fields, Node, Source, Span, Tree, json, quote};

mod named;
#[cfg(test)]
mod tests;

use named::{Benchmark, Parameters};

/// The format.
pub const FORMAT: Format =
    Format { name: "asv", tool: "asv run", keys: &[], read: |input| restored(read(input)), looks };

const CODE: &str = "asv::not-a-number";
const FAILED: &str = "the benchmark failed";
const SKIPPED: &str = "the benchmark was skipped";

/// Columns of a result that hold no number of the benchmark.
const ABOUT: [&str; 7] = ["result", "params", "version", "started_at", "duration", "samples", "profile"];

fn looks(_: &str, source: &Source) -> bool {
    let head: String = head(source).split_whitespace().collect();
    head.starts_with("{\"commit_hash\":") && source.text.contains("\"result_columns\"")
}

/// Reads the file and the one that names its benchmarks.
///
/// # Errors
/// What is not JSON, of another version, lacks a field, or is no number; another number of results than of combinations
/// of parameters; no `../benchmarks.json`; no result.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = parse(source)?;
    let mut problems = Vec::new();
    let Some(top) = Fields::of(source, &root, "asv's results", &mut problems) else { return Err(problems) };
    if top.small("version", 0, &mut problems).is_some_and(|version| version != 2) {
        let cause = format!(
            "the version of the results is {}, but 2 is the one that is read",
            source.slice(top.span("version"))
        );
        problems.push(top.problem("version", "asv::version", cause, "run `asv update`, which rewrites them"));
        return Err(problems);
    }
    let columns = top.list("result_columns", &mut problems).unwrap_or_default();
    let columns = top.texts(columns, "result_columns", &mut problems);
    let results = top.required("results", &mut problems);
    let results = results.and_then(|node| Fields::of(source, node, "`results`", &mut problems));
    let Some(results) = results.filter(|_| problems.is_empty()) else { return Err(problems) };
    if results.entries().is_empty() {
        let next = "see what asv printed: no benchmark may have matched";
        return Err(vec![top.problem("results", "asv::empty", "the file measured nothing", next)]);
    }
    let Some(benchmarks) = (input.beside)("../benchmarks.json")? else {
        let cause = "`../benchmarks.json`, which has the units of the benchmarks, is not there";
        let next = "keep asv's folder of results whole, with `benchmarks.json` at its top";
        return Err(vec![source.problem("asv::alone", Span::default(), cause, next)]);
    };
    let known = json::parse(&benchmarks)?;
    let mut reading = Reading::default();
    for key in ["commit_hash", "env_name", "date", "python", "params", "requirements", "env_vars"] {
        if let Some(node) = top.optional(key) {
            settings(source, key, node, None, &mut reading.said);
        }
    }
    let columns: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let mut untold = 10_000;
    for entry in results.entries() {
        let about = Benchmark::of(&known, &entry.key);
        let (reading, problems, untold) = (&mut reading, &mut problems, &mut untold);
        OneResult { source, entry, about, columns: &columns, reading, problems, untold }.read();
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// The results of one benchmark.
struct OneResult<'a, 'b> {
    source: &'a Source,
    entry: &'a Entry,
    about: Benchmark<'b>,
    columns: &'b [&'b str],
    reading: &'b mut Reading,
    problems: &'b mut Problems,
    /// How many more combinations are told one by one where a benchmark failed as a whole.
    untold: &'b mut usize,
}

impl<'a> OneResult<'a, '_> {
    fn read(&mut self) {
        let Tree::List(row) = &self.entry.node.tree else {
            self.broken(&self.entry.node, "a list by `result_columns` is expected");
            return;
        };
        if row.len() > self.columns.len() {
            self.broken(&self.entry.node, "it has more columns than `result_columns`");
            return;
        }
        let column = |name: &str| {
            let index = self.columns.iter().position(|column| *column == name)?;
            row.get(index).filter(|node| node.tree != Tree::Null)
        };
        let parameters = match Parameters::of(self.source, column("params")) {
            Ok(parameters) => parameters,
            Err((node, why)) => return self.broken(node, why),
        };
        self.remarks(column("version"));
        let Some(result) = column("result") else { return self.failed(&parameters) };
        let Tree::List(values) = &result.tree else { return self.broken(result, "a list of numbers is expected") };
        if values.len() != parameters.count() {
            let why = format!("it has {} results for {} combinations of parameters", values.len(), parameters.count());
            return self.broken(result, &why);
        }
        let cases = parameters.cases(&self.entry.key);
        // Every column of statistics is null or has an entry a combination.
        let others: Vec<(&str, &Node)> = self.columns.iter().filter_map(|name| Some((*name, column(name)?))).collect();
        for (index, (case, value)) in cases.iter().zip(values).enumerate() {
            let of_case = |(name, node): &(&'_ str, &'a Node)| match &node.tree {
                Tree::List(nodes) => {
                    nodes.get(index).filter(|node| node.tree != Tree::Null).map(|node| (name.to_string(), node))
                }
                _ => None,
            };
            let stats: Vec<(String, &Node)> =
                others.iter().filter(|(name, _)| !ABOUT.contains(name)).filter_map(of_case).collect();
            let samples = others.iter().filter(|(name, _)| *name == "samples").find_map(of_case).map(|(_, node)| node);
            self.combination(case, value, &stats, samples);
        }
    }

    /// All of it failed. So few bytes can name so many combinations that only so many are told one by one.
    fn failed(&mut self, parameters: &Parameters) {
        let text = format!("{} failed, with all of its combinations of parameters.", quote(&self.entry.key));
        let line = self.line(&self.entry.node);
        self.reading.said.push(Said::new(line, SaidKind::Failed, text).of(&self.entry.key));
        let each = parameters.count() <= *self.untold;
        let cases = if each { parameters.cases(&self.entry.key) } else { vec![self.entry.key.clone()] };
        *self.untold = self.untold.saturating_sub(cases.len());
        for case in &cases {
            self.observe(case, &self.entry.node, Err(FAILED.to_owned()));
        }
    }

    fn combination(&mut self, case: &str, node: &Node, stats: &[(String, &Node)], samples: Option<&Node>) {
        if node.tree == Tree::Null {
            self.say(node, SaidKind::Failed, case, "failed");
            return self.observe(case, node, Err(FAILED.to_owned()));
        }
        if is_bare(self.source, node) && value(self.source, node) == Err("it is not a number (NaN)") {
            self.say(node, SaidKind::Skipped, case, "was skipped");
            return self.observe(case, node, Err(SKIPPED.to_owned()));
        }
        match samples.map(|node| (&node.tree, node)) {
            Some((Tree::List(nodes), _)) => {
                for (index, node) in nodes.iter().enumerate() {
                    if let Some(value) = self.measured(node, &format!("sample {} of {}", index + 1, quote(case))) {
                        self.observe(case, node, value);
                    }
                }
            }
            Some((_, node)) => self.broken(node, "a list of samples is expected"),
            None => {}
        }
        let Some(value) = self.measured(node, &format!("the result of {}", quote(case))) else { return };
        self.observe(case, node, value);
        if self.about.is_timing() || samples.is_some() || !stats.is_empty() {
            self.last_is("median", None);
        }
        for (name, node) in stats {
            let given = value_of(self.source, node);
            self.observe(case, node, given);
            // `repeat` is the number of samples, `number` that of the calls in each.
            let word = match name.strip_prefix("stats_").unwrap_or(name) {
                "repeat" => "count",
                word => word,
            };
            self.last_is(word, matches!(word, "number" | "count").then_some("count"));
        }
    }

    /// A number that must be there; of a timing, a duration.
    fn measured(&mut self, node: &Node, what: &str) -> Option<Result<Number, String>> {
        match self.about.is_timing() {
            true => duration(self.source, node, what, CODE, self.problems),
            false => required(self.source, node, what, CODE, self.problems).map(Ok),
        }
    }

    fn observe(&mut self, case: &str, node: &Node, value: Result<Number, String>) {
        let line = self.line(node);
        let observation = Observation::new(line, self.about.metric(), self.about.unit(), value);
        self.reading.observations.push(observation.of(Whose::case(case)));
    }

    /// The last observation is the tool's own summary.
    fn last_is(&mut self, statistic: &str, unit: Option<&str>) {
        if let Some(last) = self.reading.observations.pop() {
            let unit = unit.map_or_else(|| last.unit.clone(), SmolStr::new);
            self.reading.observations.push(Observation { unit, ..last.given(statistic) });
        }
    }

    /// What does not fit between the results and the description of the benchmarks.
    fn remarks(&mut self, version: Option<&Node>) {
        let (line, name) = (self.line(&self.entry.node), quote(&self.entry.key));
        let mut remark = |text: String| {
            self.reading.said.push(Said::new(line, SaidKind::Remark, text).of(&self.entry.key));
        };
        if !self.about.is_known() {
            remark(format!("{name} is not in `benchmarks.json`, so its unit is not known."));
        } else if let Some(version) = version.map(|node| worded(self.source, node))
            && self.about.version().is_some_and(|known| known != version)
        {
            remark(format!(
                "{name} was measured in another version than the one in `benchmarks.json`; asv passes it over."
            ));
        }
    }

    fn say(&mut self, node: &Node, kind: SaidKind, case: &str, word: &str) {
        let text = format!("{} {word}.", quote(case));
        let line = self.line(node);
        self.reading.said.push(Said::new(line, kind, text).of(case));
    }

    fn line(&self, node: &Node) -> u32 {
        self.source.line_at(node.span.start)
    }

    fn broken(&mut self, node: &Node, why: &str) {
        let cause = format!("the results of {} can't be read: {why}", quote(&self.entry.key));
        self.problems.push(self.source.problem("asv::result", node.span, cause, RESTORE));
    }
}

fn value_of(source: &Source, node: &Node) -> Result<Number, String> {
    value(source, node).map_err(|why| format!("asv gives {}: {why}", quote(source.slice(node.span))))
}

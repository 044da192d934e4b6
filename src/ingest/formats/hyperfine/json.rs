//! `hyperfine --export-json`.
//!
//! `times` are samples of `time`, `memory_usage_byte` of `memory`. `user` and `system` are means over the runs, the
//! only ones that hyperfine gives. A run whose exit code is not 0 keeps its time and is said.

use super::super::json_values::{RESTORE, duration, head, required, restored, settings, value, worded};
use super::super::{Format, Input};
use super::{CENSORED, Command, KEYS, TAKEN_OFF, ZERO, ZERO_IN_IT, nothing, owners};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Entry, Fields, Node, Source, Tree, json, quote};

/// The format.
pub const FORMAT: Format = Format {
    name: "hyperfine-json",
    tool: "hyperfine --export-json",
    keys: KEYS,
    read: |input| restored(read(input)),
    looks,
};

const CODE: &str = "hyperfine::not-a-number";
const KNOWN: [&str; 11] =
    ["command", "mean", "stddev", "median", "user", "system", "min", "max", "times", "exit_codes", "parameters"];
const MEMORY: &str = "memory_usage_byte";

fn looks(_: &str, source: &Source) -> bool {
    // A command may be of any length, so what follows it is looked for in the whole text.
    let head: String = head(source).split_whitespace().collect();
    head.starts_with("{\"results\":[{\"command\":") && source.text.contains("\"mean\"")
}

/// Reads the file.
///
/// # Errors
/// What is not JSON, lacks a field, is no finite number, or holds another number of times than of exit codes; two
/// commands that can't be told apart; no command.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = json::parse(source)?;
    let mut problems = Vec::new();
    let Some(top) = Fields::of(source, &root, "hyperfine's output", &mut problems) else { return Err(problems) };
    let Some(results) = top.list("results", &mut problems) else { return Err(problems) };
    if results.is_empty() {
        return Err(vec![nothing(source)]);
    }
    let read: Vec<Measured<'_>> = results.iter().filter_map(|node| Measured::of(source, node, &mut problems)).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let (commands, results): (Vec<Command>, Vec<Fields<'_>>) = read.into_iter().map(|read| (read.0, read.1)).unzip();
    let owners = owners(input, &commands)?;
    let mut reading = Reading::default();
    for ((command, whose), fields) in commands.iter().zip(&owners).zip(&results) {
        let mut of = Of { source, command, whose, fields, reading: &mut reading, problems: &mut problems };
        of.read();
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

/// A command with its result.
struct Measured<'a>(Command, Fields<'a>);

impl<'a> Measured<'a> {
    fn of(source: &'a Source, node: &'a Node, problems: &mut Problems) -> Option<Self> {
        let fields = Fields::of(source, node, "a result", problems)?;
        let name = fields.text("command", problems)?;
        let given: &[Entry] = match fields.optional("parameters").map(|node| &node.tree) {
            Some(Tree::Map(entries)) => entries,
            _ => &[],
        };
        let pair = |entry: &Entry| (entry.key.clone(), worded(source, &entry.node));
        let parameters = given.iter().map(pair).collect();
        Some(Measured(Command { span: fields.span("command"), name, parameters }, fields))
    }
}

struct Of<'a, 'b> {
    source: &'a Source,
    command: &'b Command,
    whose: &'b Whose,
    fields: &'b Fields<'a>,
    reading: &'b mut Reading,
    problems: &'b mut Problems,
}

impl<'a> Of<'a, '_> {
    fn read(&mut self) {
        let zeros = self.times();
        self.exit_codes();
        self.memory();
        for (key, statistic) in
            [("mean", "mean"), ("stddev", "sd"), ("median", "median"), ("min", "min"), ("max", "max")]
        {
            let value = match self.summary(key) {
                Some(Ok(_)) if zeros => Err(if key == "max" { CENSORED } else { ZERO_IN_IT }.to_owned()),
                Some(value) => value,
                None => continue,
            };
            self.given(key, "time", statistic, value);
        }
        for key in ["user", "system"] {
            if let Some(value) = self.summary(key) {
                let value = value.and_then(|number| if zeros { Err(TAKEN_OFF.to_owned()) } else { Ok(number) });
                self.given(key, key, "mean", value);
            }
        }
        if let Some(node) = self.fields.optional("parameters") {
            settings(self.source, "parameter", node, self.whose.case.as_deref(), &mut self.reading.said);
        }
        for entry in self.fields.entries() {
            if !KNOWN.contains(&entry.key.as_str()) && entry.key != MEMORY {
                let line = self.source.line_at(entry.key_span.start);
                let text = format!("{} of {} is not read.", quote(&entry.key), quote(&self.command.name));
                self.say(line, SaidKind::Remark, text);
            }
        }
    }

    /// The time of each run; whether one of them came out as zero.
    fn times(&mut self) -> bool {
        let Some(nodes) = self.fields.optional_list("times", self.problems) else { return false };
        if nodes.is_empty() {
            let cause = format!("{} was not run: its `times` are empty", quote(&self.command.name));
            self.problems.push(self.fields.problem("times", "hyperfine::empty", cause, RESTORE));
        }
        let mut times = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let what = format!("time {} of {}", index + 1, quote(&self.command.name));
            let value = duration(self.source, node, &what, CODE, self.problems);
            times.extend(value.map(|value| (index, node, value)));
        }
        let of_zero = times.iter().filter(|(_, _, value)| value.is_err());
        let zeros: Vec<(usize, u32)> = of_zero.map(|(index, node, _)| (*index, self.line(node))).collect();
        let mut longest: Option<Number> = None;
        for (_, node, value) in times {
            let value = match value {
                Ok(number) if zeros.is_empty() => Ok(number),
                Ok(number) => {
                    longest = longest.filter(|known| known.value >= number.value).or(Some(number));
                    Err(CENSORED.to_owned())
                }
                Err(_) => Err(ZERO.to_owned()),
            };
            self.observe(node, "time", "s", value);
        }
        let Some((_, line)) = zeros.first().copied() else { return false };
        let (runs, name) = (runs(&zeros, nodes.len()), quote(&self.command.name));
        let others = longest.map_or_else(String::new, |longest| {
            let text = &longest.text;
            format!(" No time of it is used: only runs that were slow enough have one, at most {text} s.")
        });
        let text = format!(
            "{runs} of {name} came out as 0 s and are no measurements: the start-up of the shell, which hyperfine \
             takes off, was longer; hyperfine's own mean, standard deviation, median and minimum count them as \
             zero.{others}"
        );
        self.say(line, SaidKind::Missing, text);
        true
    }

    fn exit_codes(&mut self) {
        let Some(nodes) = self.fields.optional_list("exit_codes", self.problems) else { return };
        let times = self.fields.optional_list("times", self.problems).map_or(nodes.len(), <[Node]>::len);
        if nodes.len() != times {
            let name = quote(&self.command.name);
            let cause = format!(
                "{name} has {times} times, but {} exit codes; is a comma meant as a decimal point?",
                nodes.len()
            );
            self.problems.push(self.fields.problem("exit_codes", "hyperfine::count", cause, RESTORE));
            return;
        }
        // In the order in which they first occur.
        let mut failed: Vec<(&str, Vec<(usize, u32)>)> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let code = self.source.slice(node.span);
            let run = (index, self.line(node));
            match failed.iter_mut().find(|(known, _)| *known == code) {
                _ if code == "0" => {}
                Some((_, runs)) => runs.push(run),
                None => failed.push((code, vec![run])),
            }
        }
        for (code, of) in failed {
            let ended = match code {
                "null" => "without an exit code, as a signal ends a process".to_owned(),
                code => format!("with exit code {code}"),
            };
            let (runs, name) = (runs(&of, nodes.len()), quote(&self.command.name));
            let text = format!("{runs} of {name} ended {ended}; what was measured is kept.");
            self.say(of.first().map_or(1, |(_, line)| *line), SaidKind::Failed, text);
        }
    }

    fn memory(&mut self) {
        for (index, node) in self.fields.optional_list(MEMORY, self.problems).unwrap_or_default().iter().enumerate() {
            let what = format!("{} {} of {}", quote(MEMORY), index + 1, quote(&self.command.name));
            if let Some(number) = required(self.source, node, &what, CODE, self.problems) {
                self.observe(node, "memory", "B", Ok(number));
            }
        }
    }

    /// A summary that must stand there; a standard deviation may be null.
    fn summary(&mut self, key: &str) -> Option<Result<Number, String>> {
        let node = self.fields.required(key, self.problems)?;
        if key == "stddev" && node.tree == Tree::Null {
            let text =
                format!("hyperfine gives no standard deviation of {}: one run has none.", quote(&self.command.name));
            self.say(self.line(node), SaidKind::Missing, text);
            return Some(Err("one run has no standard deviation".to_owned()));
        }
        let what = format!("{} of {}", quote(key), quote(&self.command.name));
        if let Ok(number) = value(self.source, node)
            && number.value >= 0.0
        {
            return Some(Ok(number));
        }
        duration(self.source, node, &what, CODE, self.problems)
    }

    fn given(&mut self, key: &str, metric: &str, statistic: &str, value: Result<Number, String>) {
        let Some(entry) = self.fields.entry(key) else { return };
        self.observe(&entry.node, metric, "s", value);
        if let Some(observation) = self.reading.observations.pop() {
            self.reading.observations.push(observation.given(statistic));
        }
    }

    fn observe(&mut self, node: &Node, metric: &str, unit: &str, value: Result<Number, String>) {
        let observation = Observation::new(self.line(node), metric, unit, value);
        self.reading.observations.push(observation.of(self.whose.clone()));
    }

    fn say(&mut self, line: u32, kind: SaidKind, text: String) {
        self.reading.said.push(Said { case: self.whose.case.clone(), ..Said::new(line, kind, text) });
    }

    fn line(&self, node: &Node) -> u32 {
        self.source.line_at(node.span.start)
    }
}

/// `Runs 1 to 4 and 6 of 8`, of runs counted from 0 in ascending order.
fn runs(of: &[(usize, u32)], all: usize) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (index, _) in of {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == *index => *end = *index,
            _ => ranges.push((*index, *index)),
        }
    }
    let words: Vec<String> = ranges
        .iter()
        .flat_map(|(from, to)| match to - from {
            0 => vec![(from + 1).to_string()],
            1 => vec![(from + 1).to_string(), (to + 1).to_string()],
            _ => vec![format!("{} to {}", from + 1, to + 1)],
        })
        .collect();
    let word = if of.len() == 1 { "Run" } else { "Runs" };
    match words.as_slice() {
        [.., last] if words.len() > 1 => {
            let before = words.iter().take(words.len() - 1).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("{word} {before} and {last} of {all}")
        }
        _ => format!("{word} {} of {all}", words.concat()),
    }
}

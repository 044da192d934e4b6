//! What of a plan becomes observations.

use std::sync::Arc;

use super::plan::{Field, PlanNode, Query, find};
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Statistic, Whose, Worded};
use crate::problem::{Problem, Problems};
use crate::source::{Source, Span, quote};

const RESTORE: &str = "restore the plan as psql wrote it";

/// What a node counts, in the spelling of JSON.
const BUFFERS: [&str; 10] = [
    "Shared Hit Blocks",
    "Shared Read Blocks",
    "Shared Dirtied Blocks",
    "Shared Written Blocks",
    "Local Hit Blocks",
    "Local Read Blocks",
    "Local Dirtied Blocks",
    "Local Written Blocks",
    "Temp Read Blocks",
    "Temp Written Blocks",
];

const TIMINGS: [&str; 6] = [
    "I/O Read Time",
    "I/O Write Time",
    "Local I/O Read Time",
    "Local I/O Write Time",
    "Temp I/O Read Time",
    "Temp I/O Write Time",
];

const WAL: [(&str, &str); 4] =
    [("WAL Records", "count"), ("WAL FPI", "count"), ("WAL Bytes", "B"), ("WAL Buffers Full", "count")];

/// Adds the observations, words and remarks of the `run`-th query of a file.
pub fn query(source: &Source, query: &Query, run: u32, reading: &mut Reading, problems: &mut Problems) {
    let root = &query.root;
    let executed = ["Actual Rows", "Actual Loops", "Actual Total Time"].iter().any(|key| root.get(key).is_some());
    if !executed && find(&query.times, "Execution Time").is_none() {
        problems.push(no_run(source, root));
        return;
    }
    let whose = Whose { run: Some(run), ..Whose::default() };
    let mut observer = Observer { source, query, whose: whose.into(), reading, problems };
    observer.times();
    observer.root();
    observer.planning();
    observer.sorts();
    for (field, unit) in &query.more {
        observer.enter(&field.key, unit, field);
    }
    observer.say();
}

fn no_run(source: &Source, root: &PlanNode) -> Problem {
    source.problem(
        "explain::no-run",
        Span { start: root.at, length: 1 },
        "there is no run time in the plan: it is one of EXPLAIN without ANALYZE, or what tells of the run was cut off",
        "freeze the output of EXPLAIN (ANALYZE)",
    )
}

struct Observer<'a> {
    source: &'a Source,
    query: &'a Query,
    whose: Arc<Whose>,
    reading: &'a mut Reading,
    problems: &'a mut Problems,
}

impl Observer<'_> {
    fn enter(&mut self, metric: &str, unit: &str, field: &Field) {
        match number(&field.text) {
            Ok(number) if number.value >= 0.0 => {
                let observation = Observation::sample(field.line, metric, unit, number);
                self.reading.observations.push(observation.of(Arc::clone(&self.whose)));
            }
            other => {
                let why = other.err().unwrap_or("it is below zero");
                let cause =
                    format!("{} is {}, not a number that can be used: {why}", quote(metric), quote(&field.text));
                let span = Span { start: field.at, length: field.text.len() };
                self.problems.push(self.source.problem("explain::not-a-number", span, cause, RESTORE));
            }
        }
    }

    fn none(&mut self, metric: &str, unit: &str, line: u32, why: &str) {
        self.reading.observations.push(Observation {
            line,
            whose: Arc::clone(&self.whose),
            metric: metric.into(),
            unit: unit.into(),
            statistic: Statistic::Sample,
            value: Err(why.to_owned()),
            about: None,
        });
    }

    /// A number that the text format leaves out because it is zero.
    fn zero(&mut self, metric: &str, unit: &str, line: u32) {
        let observation = Observation::sample(line, metric, unit, Number { text: "0".into(), value: 0.0 });
        self.reading.observations.push(observation.of(Arc::clone(&self.whose)));
    }

    fn times(&mut self) {
        let why = match self.query.cut {
            true => "the plan ends before it",
            false => "the plan was made with SUMMARY OFF, or its end is not there",
        };
        for key in ["Execution Time", "Planning Time"] {
            match find(&self.query.times, key) {
                Some(field) => self.enter(key, "ms", field),
                None => self.none(key, "ms", self.query.root.line, why),
            }
        }
    }

    fn root(&mut self) {
        let root = &self.query.root;
        let units = [("Actual Startup Time", "ms"), ("Actual Total Time", "ms"), ("Actual Rows", "count")];
        for (key, unit) in units {
            match root.get(key) {
                _ if root.never_executed() => self.none(key, unit, root.line, "the node was never executed"),
                Some(field) => self.enter(key, unit, field),
                None if unit == "ms" => self.none(key, unit, root.line, "the plan was made with TIMING OFF"),
                None => self.none(key, unit, root.line, "the node does not say it"),
            }
        }
        if let Some(loops) = root.get("Actual Loops") {
            self.enter("Actual Loops", "count", loops);
        }
        let nodes = root.all();
        let counts =
            |keys: &[&str]| nodes.iter().any(|node| keys.iter().any(|key| timing(&node.fields, key).is_some()));
        let also = |keys: &[&str]| keys.iter().any(|key| timing(&self.query.planning, key).is_some());
        // What is zero in text is left out, once it is known that it was counted.
        let buffers = self.query.sparse && (counts(&BUFFERS) || also(&BUFFERS));
        let timings = self.query.sparse && (counts(&TIMINGS) || also(&TIMINGS));
        let wal = self.query.sparse && counts(&WAL.map(|(key, _)| key));
        self.counters("", &root.fields, root.line, buffers, timings);
        for (key, unit) in WAL {
            match root.get(key) {
                Some(field) => self.enter(key, unit, field),
                None if wal && key != "WAL Buffers Full" => self.zero(key, unit, root.line),
                None => {}
            }
        }
    }

    fn counters(&mut self, prefix: &str, fields: &[Field], line: u32, buffers: bool, timings: bool) {
        for key in BUFFERS {
            match find(fields, key) {
                Some(field) => self.enter(&format!("{prefix}{key}"), "count", field),
                None if buffers => self.zero(&format!("{prefix}{key}"), "count", line),
                None => {}
            }
        }
        for key in TIMINGS {
            match timing(fields, key) {
                Some(field) => self.enter(&format!("{prefix}{key}"), "ms", field),
                // Of the others the text does not say whether they were counted.
                None if timings && key.starts_with("I/O") => self.zero(&format!("{prefix}{key}"), "ms", line),
                None => {}
            }
        }
    }

    fn planning(&mut self) {
        let fields = &self.query.planning;
        let Some(first) = fields.first() else { return };
        let counts = |keys: &[&str]| self.query.sparse && keys.iter().any(|key| timing(fields, key).is_some());
        let (buffers, timings) = (counts(&BUFFERS), counts(&TIMINGS));
        self.counters("Planning ", fields, first.line, buffers, timings);
        for key in ["Memory Used", "Memory Allocated"] {
            if let Some(field) = find(fields, key) {
                self.enter(&format!("Planning {key}"), "kB", field);
            }
        }
    }

    /// The space that each sort used. The second of a plan is `Sort 2 Space Used`; a worker's has its number behind.
    fn sorts(&mut self) {
        let nodes = self.query.root.all();
        let workers = |node: &&PlanNode| node.workers.iter().any(|(_, fields)| find(fields, "Sort Method").is_some());
        let sorts = nodes.iter().filter(|node| node.get("Sort Method").is_some() || workers(node));
        for (index, node) in sorts.enumerate() {
            let sort = if index == 0 { "Sort".to_owned() } else { format!("Sort {}", index + 1) };
            self.sort(&sort, "", &node.fields);
            for (worker, fields) in &node.workers {
                self.sort(&sort, &format!(", worker {worker}"), fields);
            }
        }
    }

    fn sort(&mut self, sort: &str, worker: &str, fields: &[Field]) {
        let Some(method) = find(fields, "Sort Method") else { return };
        let kind = find(fields, "Sort Space Type").map_or("", |field| field.text.as_str());
        if let Some(used) = find(fields, "Sort Space Used") {
            // What was spilt and what was not are two things to measure.
            self.enter(&format!("{sort} Space Used ({kind}){worker}"), "kB", used);
        }
        let text = format!("{sort} Method{worker}: {}", method.text);
        self.reading.said.push(Said::new(method.line, SaidKind::Setting, text));
    }

    fn say(&mut self) {
        let root = &self.query.root;
        self.reading.texts.push(Worded {
            line: root.line,
            whose: Whose::clone(&self.whose),
            name: "plan shape".to_owned(),
            text: root.shape(),
        });
        for node in root.all().into_iter().filter(|node| node.never_executed()) {
            let text = format!("A node was never executed: {}.", quote(&node.label));
            self.reading.said.push(Said::new(node.line, SaidKind::Remark, text));
        }
        for (line, text) in &self.query.settings {
            self.reading.said.push(Said::new(*line, SaidKind::Setting, text.clone()));
        }
        for (line, text) in &self.query.remarks {
            self.reading.said.push(Said::new(*line, SaidKind::Remark, text.clone()));
        }
        if let Some((line, text)) = &self.query.lost {
            let text = format!("The last line has no end and may be cut: {}.", quote(text));
            self.reading.said.push(Said::new(*line, SaidKind::Damaged, text));
        }
    }
}

/// A time of reading or writing. What PostgreSQL 17 calls `Shared I/O Read Time` was `I/O Read Time` before; the text
/// format has one word for both.
fn timing<'a>(fields: &'a [Field], key: &str) -> Option<&'a Field> {
    find(fields, key).or_else(|| find(fields, &format!("Shared {key}")).filter(|_| key.starts_with("I/O")))
}

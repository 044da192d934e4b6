//! Plans in the text format: indentation gives the tree, and each line is a key and its value in words.

use super::plan::{Field, LEVELS, PlanNode, Query};
use super::psql::{Block, PlanLine};
use super::words::{detail, field, run, unquoted};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

const RESTORE: &str = "restore the plan as psql wrote it";

/// The query of a block.
///
/// # Errors
/// A line that can't be read where its values matter, a time that stands twice, a number of rows that is not psql's, and
/// nodes nested too deep.
pub fn query(source: &Source, block: &Block<'_>) -> Outcome<Query> {
    let mut reader = Reader::new(source);
    let (last, before) = match block.lines.split_last() {
        Some((last, before)) if block.unended && !is_whole(last.2) => (Some(last), before),
        _ => (None, block.lines.as_slice()),
    };
    before.iter().for_each(|line| reader.line(*line));
    if let Some((line, _, text)) = last {
        reader.query.lost = Some((*line, (*text).to_owned()));
    }
    if let Some((line, rows)) = block.rows
        && rows != block.counted
    {
        let at = Span { start: source.byte_at(line.into(), 1), length: 1 };
        let cause = format!("psql counted {rows} rows of the plan, but {} are there", block.counted);
        reader.problems.push(source.problem("explain::rows", at, cause, RESTORE));
    }
    reader.finish(block)
}

/// Whether a line shows that nothing is missing from its end.
fn is_whole(text: &str) -> bool {
    text.starts_with("Execution ") && text.ends_with(" ms")
}

/// A part that stands beside the nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Nodes,
    Planning,
    Jit,
    Other,
}

struct Reader<'a> {
    source: &'a Source,
    query: Query,
    problems: Problems,
    /// The way down to the node that is being read, with the column at which each begins.
    open: Vec<(usize, PlanNode)>,
    /// The subplan whose top comes next.
    subplan: Option<String>,
    section: Section,
    /// Column of the worker whose lines are being read.
    worker: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source) -> Self {
        let query = Query { sparse: true, ..Query::default() };
        let (problems, open) = (Problems::new(), Vec::new());
        Reader { source, query, problems, open, subplan: None, section: Section::Nodes, worker: None }
    }

    fn line(&mut self, (line, start, text): PlanLine<'a>) {
        let body = text.trim_start();
        let column = text.len() - body.len();
        let at = start + column;
        if body.is_empty() {
            return;
        }
        if self.open.is_empty() {
            self.push(0, line, at, body);
        } else if column == 0 {
            self.summary(line, at, body);
        } else if let Some(node) = body.strip_prefix("->  ")
            && self.section == Section::Nodes
        {
            self.push(column, line, at, node);
        } else {
            match self.section {
                Section::Nodes => self.detail(column, line, at, body),
                Section::Planning => {
                    let fields = detail(line, at, body);
                    self.query.planning.extend(fields);
                    self.memory(line, at, body);
                }
                Section::Jit => self.jit(line, at, body),
                Section::Other => self.query.remarks.push((line, format!("The plan says {}.", quote(body)))),
            }
        }
    }

    /// Closes the nodes that begin at `column` or right of it.
    fn close(&mut self, column: usize) {
        while self.open.len() > 1 && self.open.last().is_some_and(|(at, _)| *at >= column) {
            let Some((_, node)) = self.open.pop() else { return };
            if let Some((_, parent)) = self.open.last_mut() {
                parent.children.push(node);
            }
        }
    }

    fn push(&mut self, column: usize, line: u32, at: usize, text: &'a str) {
        self.close(column);
        self.worker = None;
        let words = ["  (cost=", "  (actual ", " (actual ", "  (never executed)", " (never executed)"];
        let end = words.iter().filter_map(|word| text.find(word)).min().unwrap_or(text.len());
        let (label, numbers) = text.split_at(end);
        let mut node =
            PlanNode { line, at, label: unquoted(label), subplan: self.subplan.take(), ..PlanNode::default() };
        if numbers.ends_with("(never executed)") {
            node.fields.push(Field { key: "Actual Loops".into(), text: "0".into(), line, at });
        } else if let Some((_, actual)) = numbers.split_once("(actual ") {
            let actual_at = at + text.len() - actual.len();
            let fields = actual.strip_suffix(')').and_then(|actual| run(line, actual_at, actual));
            match fields {
                Some(fields) => node.fields = fields,
                None => self.problem(actual_at, format!("{} is not what a node tells of its run", quote(actual))),
            }
        }
        if self.open.len() < LEVELS {
            self.open.push((column, node));
        } else {
            let (cause, span) =
                (format!("the plan is nested more than {LEVELS} levels deep"), Span { start: at, length: 1 });
            self.problems.push(self.source.problem("explain::too-deep", span, cause, RESTORE));
        }
    }

    fn problem(&mut self, at: usize, cause: String) {
        let span = Span { start: at, length: 1 };
        self.problems.push(self.source.problem("explain::line", span, cause, RESTORE));
    }

    fn detail(&mut self, column: usize, line: u32, at: usize, body: &str) {
        if ["InitPlan ", "SubPlan ", "CTE "].iter().any(|start| body.starts_with(start)) && !body.contains(": ") {
            self.close(column);
            self.worker = None;
            self.subplan = Some(body.trim_end().to_owned());
            return;
        }
        if self.worker.is_some_and(|worker| column <= worker) {
            self.worker = None;
        }
        let Some((_, node)) = self.open.last_mut() else { return };
        if let Some((number, rest)) = body.strip_prefix("Worker ").and_then(|rest| rest.split_once(':')) {
            self.worker = Some(column);
            node.workers.push((number.to_owned(), detail(line, at, rest.trim_start())));
            return;
        }
        let fields = detail(line, at, body);
        match node.workers.last_mut().filter(|_| self.worker.is_some()) {
            Some((_, worker)) => worker.extend(fields),
            None => node.fields.extend(fields),
        }
        let counts = ["Buffers: ", "I/O Timings: ", "WAL: "].iter().any(|start| body.starts_with(start));
        if counts && detail(line, at, body).is_empty() {
            self.problem(at, format!("{} can't be read", quote(body)));
        }
    }

    fn summary(&mut self, line: u32, at: usize, body: &str) {
        self.section = match body.trim_end() {
            "Planning:" => Section::Planning,
            "JIT:" => Section::Jit,
            _ => Section::Other,
        };
        if self.section != Section::Other {
            return;
        }
        let Some((name, value)) = body.split_once(": ").or_else(|| Some((body.strip_suffix(':')?, ""))) else {
            self.query.remarks.push((line, format!("The plan says {}.", quote(body))));
            return;
        };
        match name {
            // Until PostgreSQL 10 with a small letter.
            "Planning Time" | "Planning time" => self.time("Planning Time", line, at, value),
            "Execution Time" | "Execution time" => self.time("Execution Time", line, at, value),
            "Settings" => {
                let settings = value.split(", ").map(|set| match set.split_once(" = ") {
                    Some((name, value)) => format!("{name}: {}", value.trim_matches('\'')),
                    None => format!("Settings: {set}"),
                });
                self.query.settings.extend(settings.map(|set| (line, set)));
            }
            "Query Identifier" => self.query.settings.push((line, format!("{name}: {value}"))),
            "Serialization" => self.serialization(line, at, value),
            _ if name.starts_with("Trigger ") => self.trigger(line, at, name, value),
            _ => self.query.remarks.push((line, format!("The plan says {}.", quote(body)))),
        }
    }

    fn time(&mut self, key: &str, line: u32, at: usize, value: &str) {
        if self.query.times.iter().any(|time| time.key == key) {
            let (cause, span) =
                (format!("{} stands twice in the same plan", quote(key)), Span { start: at, length: 1 });
            let next = "write each plan after a head of its own";
            self.problems.push(self.source.problem("explain::duplicate", span, cause, next));
            return;
        }
        match value.trim_end().strip_suffix(" ms") {
            Some(text) => self.query.times.push(field(key, text, line, at + key.len() + 2)),
            None => self.problem(at, format!("{} is not a time in ms", quote(value))),
        }
    }

    fn more(&mut self, key: String, text: &str, unit: &'static str, line: u32, at: usize) {
        self.query.more.push((field(&key, text, line, at), unit));
    }

    fn trigger(&mut self, line: u32, at: usize, name: &str, value: &str) {
        let bare = name.strip_prefix("Trigger ").unwrap_or(name);
        let bare = bare.split_once("for constraint ").map_or(bare, |(_, constraint)| constraint);
        let bare = unquoted(bare.split(" on ").next().unwrap_or(bare));
        for pair in value.split(' ') {
            match pair.split_once('=') {
                Some(("time", text)) => self.more(format!("Trigger {bare} Time"), text, "ms", line, at),
                Some(("calls", text)) => self.more(format!("Trigger {bare} Calls"), text, "count", line, at),
                _ => self.problem(at, format!("{} is not what a trigger tells of its run", quote(value))),
            }
        }
    }

    fn serialization(&mut self, line: u32, at: usize, value: &str) {
        for pair in value.split_whitespace() {
            match pair.split_once('=') {
                Some(("output", text)) => {
                    let text = text.strip_suffix("kB").unwrap_or(text);
                    self.more("Serialization Output Volume".into(), text, "kB", line, at);
                }
                Some(("format", text)) => self.query.settings.push((line, format!("Serialization Format: {text}"))),
                // The unit stands apart from the time.
                Some(("time", text)) => self.more("Serialization Time".into(), text, "ms", line, at),
                _ if pair == "ms" => {}
                _ => self.problem(at, format!("{} is not what serialization tells", quote(value))),
            }
        }
    }

    /// `Memory: used=8kB  allocated=16kB`, of planning.
    fn memory(&mut self, line: u32, at: usize, body: &str) {
        let Some(value) = body.strip_prefix("Memory: ") else { return };
        for pair in value.split_whitespace() {
            let pair = pair.strip_suffix("kB").and_then(|pair| pair.split_once('='));
            match pair {
                Some(("used", text)) => self.query.planning.push(field("Memory Used", text, line, at)),
                Some(("allocated", text)) => self.query.planning.push(field("Memory Allocated", text, line, at)),
                _ => self.problem(at, format!("{} is not what planning tells of its memory", quote(value))),
            }
        }
    }

    fn jit(&mut self, line: u32, at: usize, body: &str) {
        match body.split_once(": ") {
            Some(("Functions", count)) => self.more("JIT Functions".into(), count, "count", line, at),
            Some(("Options", options)) => {
                let options = options.split(", ").filter_map(|option| option.split_once(' '));
                let options = options.map(|(name, value)| (line, format!("JIT Options {name}: {value}")));
                self.query.settings.extend(options);
            }
            Some(("Timing", times)) => {
                for time in times.split(", ") {
                    // `Generation 0.5 ms (Deform 0.2 ms)` since PostgreSQL 17.
                    let (time, inner) = time.split_once(" (").unwrap_or((time, ""));
                    let pair = |time: &str| {
                        let (name, text) = time.strip_suffix(" ms")?.split_once(' ')?;
                        Some((name.to_owned(), text.to_owned()))
                    };
                    let Some((name, text)) = pair(time) else {
                        self.problem(at, format!("{} is not a time of JIT", quote(time)));
                        continue;
                    };
                    self.more(format!("JIT Timing {name}"), &text, "ms", line, at);
                    if let Some((part, text)) = pair(inner.trim_end_matches(')')) {
                        self.more(format!("JIT Timing {name} {part}"), &text, "ms", line, at);
                    }
                }
            }
            _ => self.query.remarks.push((line, format!("JIT says {}.", quote(body)))),
        }
    }

    fn finish(mut self, block: &Block<'_>) -> Outcome<Query> {
        self.close(0);
        if let Some((_, root)) = self.open.pop() {
            self.query.root = root;
        }
        let ended = self.query.times.iter().any(|time| time.key == "Execution Time");
        // Psql may have been told to leave out the number of rows, which is what else tells that a table is whole.
        self.query.cut = block.cut && !ended;
        if self.problems.is_empty() { Ok(self.query) } else { Err(self.problems) }
    }
}

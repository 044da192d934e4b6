//! `plan.json`.

use std::collections::BTreeMap;

use crate::problem::{Outcome, Problems};
use crate::source::fields::{document, leaves};
use crate::source::{Fields, Node, Source, Span, json, quote};

/// The pinned plan, schema `benchcampaign/plan/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Campaign.
    pub campaign: String,
    /// Phase.
    pub phase: String,
    /// Commit of the harness, 40 hexadecimal digits.
    pub harness: String,
    /// Seed of the order.
    pub seed: u64,
    /// Blocks a case.
    pub blocks: u32,
    /// Repeats a process.
    pub count: u32,
    /// GOMAXPROCS, the `-N` suffix of benchmark names.
    pub gomaxprocs: u32,
    /// Where the data came from, if the plan says so.
    pub provenance: Option<String>,
    /// The arms in order.
    pub arms: Vec<Arm>,
    /// The cases in order.
    pub cases: Vec<Case>,
    /// The jobs in plan order: job `i` stands at index `i`.
    pub jobs: Vec<Job>,
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Name.
    pub name: String,
    /// Tree, 40 hexadecimal digits.
    pub tree: String,
    /// Path of its binary below the phase's folder.
    pub binary: String,
    /// SHA-256 of it, 64 hexadecimal digits.
    pub sha256: String,
    /// Sub-benchmark that it selects.
    pub select: Option<String>,
}

/// A case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name.
    pub name: String,
    /// Full benchmark name without selected sub-benchmark and `-N` suffix.
    pub benchmark: String,
    /// `3s` or `1000x`.
    pub benchtime: String,
    /// Binary that wins over the arm's, with its SHA-256.
    pub binary: Option<(String, String)>,
}

/// A job: one fresh process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number, equal to its index.
    pub job: u32,
    /// Index of the case in [`Plan::cases`].
    pub case: usize,
    /// Block, from 0.
    pub block: u32,
    /// Position within the block, from 0.
    pub position: u32,
    /// Index of the arm in [`Plan::arms`].
    pub arm: usize,
    /// Path of its log below the phase's folder.
    pub log: String,
}

impl Plan {
    /// Name that every result line of `job` must carry: benchmark, selected sub-benchmark, GOMAXPROCS suffix.
    /// Go leaves the suffix out where GOMAXPROCS is 1.
    pub fn result_name(&self, job: &Job) -> String {
        let mut name = self.cases[job.case].benchmark.clone();
        if let Some(select) = &self.arms[job.arm].select {
            name.push('/');
            name.push_str(select);
        }
        if self.gomaxprocs != 1 {
            name.push('-');
            name.push_str(&self.gomaxprocs.to_string());
        }
        name
    }

    /// Binary of `job` and its SHA-256: the case's own if it has one, else the arm's.
    pub fn binary(&self, job: &Job) -> (&str, &str) {
        let arm = &self.arms[job.arm];
        match &self.cases[job.case].binary {
            Some((binary, sha256)) => (binary, sha256),
            None => (&arm.binary, &arm.sha256),
        }
    }
}

/// Most repeats of a process: beyond any benchmark, and low enough that counts of samples stay counts.
const MOST_REPEATS: u32 = 100_000;

/// Schema that is read.
pub const SCHEMA: &str = "benchcampaign/plan/1";

/// Reads `plan.json`; `path` names it in messages. Keys that the format does not know are passed over.
///
/// # Errors
/// Everything in it that is missing, of the wrong type or contradicts itself: an arm, case or log twice, a job that is not
/// numbered by its place, names an arm or case that does not exist, lies in no planned block or shares its position, a path
/// that leaves the phase's folder. Whether the orders are balanced is not asked here; the design audit says that.
pub fn parse(bytes: &[u8], path: &str) -> Outcome<Plan> {
    read(&Source::decode(path, bytes)?)
}

/// The same of a decoded text.
///
/// # Errors
/// As [`parse`].
pub fn read(source: &Source) -> Outcome<Plan> {
    let root = json::parse(source)?;
    let fields = document(source, &root, "the plan", SCHEMA)?;
    let mut problems = Vec::new();
    let found = &mut problems;
    let arms = named(source, &fields, "arms", "arm", found, |entry, name, found| {
        let binary = path_of(entry, "binary", found);
        let select = entry.optional_text("select", found);
        let (tree, sha256) = (entry.hash("tree", 40, found), entry.hash("sha256", 64, found));
        Arm {
            name,
            tree: tree.unwrap_or_default(),
            binary: binary.unwrap_or_default(),
            sha256: sha256.unwrap_or_default(),
            select,
        }
    });
    let cases = named(source, &fields, "cases", "case", found, |entry, name, found| {
        let benchmark = entry.text("benchmark", found).unwrap_or_default();
        let benchtime = entry.text("benchtime", found).unwrap_or_default();
        let own = entry.optional("binary").is_some() || entry.optional("sha256").is_some();
        let binary = if own {
            let (binary, sha256) = (path_of(entry, "binary", found), entry.hash("sha256", 64, found));
            Some((binary.unwrap_or_default(), sha256.unwrap_or_default()))
        } else {
            None
        };
        Case { name, benchmark, benchtime, binary }
    });
    let mut plan = Plan {
        campaign: fields.text("campaign", found).unwrap_or_default(),
        phase: fields.text("phase", found).unwrap_or_default(),
        harness: fields.hash("harness", 40, found).unwrap_or_default(),
        seed: fields.whole("seed", 0, found).unwrap_or_default(),
        blocks: fields.small("blocks", 1, found).unwrap_or_default(),
        count: fields.small("count", 1, found).unwrap_or_default(),
        gomaxprocs: fields.small("gomaxprocs", 1, found).unwrap_or_default(),
        provenance: fields.optional_text("provenance", found),
        arms,
        cases,
        jobs: Vec::new(),
    };
    let nodes = fields.list("jobs", found).unwrap_or_default();
    let mut layout = Layout::default();
    for (index, node) in nodes.iter().enumerate() {
        if let Some(job) = job(source, node, index, &plan, &mut layout, found) {
            plan.jobs.push(job);
        }
    }
    if nodes.is_empty() && fields.entry("jobs").is_some() && found.is_empty() {
        let next = "restore the plan; a phase without jobs has nothing to report";
        found.push(fields.problem("jobs", "plan::no-jobs", "the plan has no jobs", next));
    }
    let planned = u64::from(plan.blocks).saturating_mul((plan.arms.len() * plan.cases.len()) as u64);
    if found.is_empty() && planned != plan.jobs.len() as u64 {
        found.push(fields.problem(
            "blocks",
            "plan::job-count",
            format!(
                "{} blocks of {} arms in {} cases make {planned} jobs, but the plan has {}",
                plan.blocks,
                plan.arms.len(),
                plan.cases.len(),
                plan.jobs.len()
            ),
            "restore the plan; each block runs every arm once",
        ));
    }
    if plan.count > MOST_REPEATS {
        found.push(fields.problem(
            "count",
            "plan::count",
            format!("{} repeats a process are more than this tool takes", plan.count),
            format!("restore the plan; at most {MOST_REPEATS} repeats are read"),
        ));
    }
    // Which positions a block leaves out can be said only once all its jobs are known to be right.
    if found.is_empty() {
        layout.gaps(source, &plan, found);
    }
    if problems.is_empty() { Ok(plan) } else { Err(problems) }
}

/// The entries of a list of maps with unique names.
fn named<T>(
    source: &Source,
    fields: &Fields<'_>,
    key: &str,
    what: &str,
    problems: &mut Problems,
    mut rest: impl FnMut(&Fields<'_>, String, &mut Problems) -> T,
) -> Vec<T> {
    let nodes = fields.list(key, problems).unwrap_or_default();
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    let mut made = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let Some(entry) = Fields::of(source, node, format!("{what} {index} of the plan"), problems) else { continue };
        let name = entry.text("name", problems).unwrap_or_default();
        let line = source.line_at(entry.span("name").start);
        if let Some(first) = lines.get(&name) {
            problems.push(entry.problem(
                "name",
                "plan::name-twice",
                format!("the {what} {} already stands on line {first}", quote(&name)),
                format!("give each {what} a name of its own"),
            ));
        } else if entry.entry("name").is_some() {
            lines.insert(name.clone(), line);
        }
        made.push(rest(&entry, name, problems));
    }
    if nodes.is_empty() && fields.entry(key).is_some() && problems.is_empty() {
        let next = "restore the plan; without arms and cases nothing can be compared";
        problems.push(fields.problem(key, "plan::empty", format!("{} of the plan is empty", quote(key)), next));
    }
    made
}

/// A path below the phase's folder.
fn path_of(entry: &Fields<'_>, key: &str, problems: &mut Problems) -> Option<String> {
    let path = entry.text(key, problems)?;
    let Some(why) = leaves(&path) else { return Some(path) };
    problems.push(entry.problem(
        key,
        "plan::path",
        format!("the path {} {why}", quote(&path)),
        "name files by their path below the phase's folder; nothing outside it is read",
    ));
    None
}

/// What the jobs read so far occupy.
#[derive(Default)]
struct Layout {
    /// Job by (case, block, position), with the place of its position.
    positions: BTreeMap<(usize, u32, u32), (usize, Span)>,
    /// Job by (case, block, arm).
    arms: BTreeMap<(usize, u32, usize), usize>,
    /// Job by log.
    logs: BTreeMap<String, usize>,
}

fn job(
    source: &Source,
    node: &Node,
    index: usize,
    plan: &Plan,
    layout: &mut Layout,
    problems: &mut Problems,
) -> Option<Job> {
    let before = problems.len();
    let entry = Fields::of(source, node, format!("job {index} of the plan"), problems)?;
    let number = entry.small("job", 0, problems);
    if let Some(number) = number
        && usize::try_from(number) != Ok(index)
    {
        problems.push(entry.problem(
            "job",
            "plan::job-number",
            format!("the job at place {index} carries the number {number}"),
            "jobs stand in plan order and are numbered from 0; restore the plan",
        ));
    }
    let case = entry.text("case", problems).and_then(|name| {
        let known = plan.cases.iter().position(|case| case.name == name);
        if known.is_none() {
            let names: Vec<&str> = plan.cases.iter().map(|case| case.name.as_str()).collect();
            problems.push(entry.unknown_name("case", &name, entry.span("case"), &names));
        }
        known
    });
    let arm = entry.text("arm", problems).and_then(|name| {
        let known = plan.arms.iter().position(|arm| arm.name == name);
        if known.is_none() {
            let names: Vec<&str> = plan.arms.iter().map(|arm| arm.name.as_str()).collect();
            problems.push(entry.unknown_name("arm", &name, entry.span("arm"), &names));
        }
        known
    });
    let block = entry.small("block", 0, problems);
    if let Some(block) = block
        && plan.blocks > 0
        && block >= plan.blocks
    {
        problems.push(entry.problem(
            "block",
            "plan::block",
            format!("job {index} lies in block {block}, but the plan has {} blocks, counted from 0", plan.blocks),
            "restore the plan",
        ));
    }
    let position = entry.small("position", 0, problems);
    let log = path_of(&entry, "log", problems);
    if let Some(log) = &log
        && let Some(other) = layout.logs.insert(log.clone(), index)
    {
        problems.push(entry.problem(
            "log",
            "plan::log-twice",
            format!("job {index} names the log {}, which job {other} names too", quote(log)),
            "each job has a log of its own; restore the plan",
        ));
    }
    let (job, case, block, position, arm, log) = (number?, case?, block?, position?, arm?, log?);
    let place = |other: usize, what: String| {
        entry.problem(
            "position",
            "plan::position",
            format!("job {index} {what}, as job {other} does"),
            "restore the plan",
        )
    };
    let case_name = plan.cases.get(case).map_or("", |case| &case.name);
    if let Some((other, _)) = layout.positions.insert((case, block, position), (index, entry.span("position"))) {
        let what = format!("takes position {position} of block {block} of case {}", quote(case_name));
        problems.push(place(other, what));
    }
    if let Some(other) = layout.arms.insert((case, block, arm), index) {
        let arm_name = plan.arms.get(arm).map_or("", |arm| &arm.name);
        let what = format!("runs arm {} in block {block} of case {}", quote(arm_name), quote(case_name));
        problems.push(place(other, what));
    }
    (problems.len() == before).then_some(Job { job, case, block, position, arm, log })
}

impl Layout {
    /// A problem for each block whose positions are not 0, 1, … without a gap.
    fn gaps(&self, source: &Source, plan: &Plan, problems: &mut Problems) {
        let mut expected = 0;
        let mut last = None;
        for ((case, block, position), (job, span)) in &self.positions {
            if last != Some((case, block)) {
                (expected, last) = (0, Some((case, block)));
            }
            if *position != expected {
                let name = plan.cases.get(*case).map_or("", |case| &case.name);
                problems.push(source.problem(
                    "plan::position",
                    *span,
                    format!(
                        "job {job} stands at position {position} of block {block} of case {}, and position {expected} is free",
                        quote(name)
                    ),
                    "positions of a block count from 0 without a gap; restore the plan",
                ));
            }
            expected = position.saturating_add(1);
        }
    }
}

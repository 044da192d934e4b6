//! The declaration: kind, design and metrics of each dataset, and the texts of `datasets.yaml` and `campaign.yaml`.

use std::collections::{BTreeMap, BTreeSet};

use super::Notice;
use super::arms::{Plan, Rule};
use super::facts::Facts;
use super::recognise::{File, Recognised};
use crate::campaign::datasets::{Design, Kind};
use crate::campaign::{datasets, manifest};
use crate::ingest::formats::Format;
use crate::ingest::reading::{Observation, Statistic};
use crate::source::yaml::scalar as yaml;

/// Most metrics that are listed by name; of more, all are reported as they come.
const MOST_LISTED: usize = 60;
/// So many resamples are declared, if that draws no more values than [`MOST_DRAWN`].
const MOST_RESAMPLES: usize = 20_000;
/// Values drawn by all intervals together; a core draws and orders some 50 million a second.
const MOST_DRAWN: usize = 1_000_000_000;
/// Least runs for which a 95th percentile is told.
const LEAST_FOR_QUANTILE: usize = 5;

/// Formats whose values are parts of one run, in the order of time: an interval from them would take neighbours for
/// runs of their own.
const PARTS_OF_ONE_RUN: [&str; 5] = ["perf-csv", "perf-json", "perf-text", "pgbench-progress", "pgbench-stdout"];

/// What is declared, dataset by dataset.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    arms: Vec<String>,
    pairs: Vec<(String, String)>,
    datasets: Vec<Dataset>,
}

#[derive(Clone, Debug)]
struct Dataset {
    name: String,
    format: &'static Format,
    kind: Kind,
    design: Design,
    resamples: usize,
    quantile: bool,
    /// Whether the commands that a file names are cases, and not what is compared.
    commands_are_cases: bool,
    rules: Vec<Rule>,
    /// Name and direction.
    metrics: Vec<(String, Option<&'static str>)>,
}

impl Declared {
    /// Adds the dataset of a group.
    pub fn add(
        &mut self,
        recognised: &Recognised,
        group: &(&'static Format, Vec<usize>),
        plan: Plan,
        commands_are_cases: bool,
    ) {
        let (format, files) = group;
        let files: Vec<&File> = files.iter().filter_map(|at| recognised.files.get(*at)).collect();
        let kind = kind(format, &files);
        let runs = Runs::of(recognised, &plan.rules);
        let apart = !plan.clustered && runs.are_apart(format, &plan);
        let design = if apart { Design::Unpaired } else { Design::Single };
        let quantile = kind == Kind::Runs && runs.most() >= LEAST_FOR_QUANTILE;
        for arm in plan.arms {
            if !self.arms.contains(&arm) {
                self.arms.push(arm);
            }
        }
        for pair in plan.pairs {
            if !self.pairs.contains(&pair) {
                self.pairs.push(pair);
            }
        }
        let metrics =
            if matches!(kind, Kind::Probes | Kind::Transactions) { Vec::new() } else { metrics(format, &files) };
        let resamples = resamples(runs.counts.values().sum());
        let name = format.name.replace('-', "_");
        let taken = self.datasets.iter().any(|dataset| dataset.name == name);
        let name = if taken { format!("{name}_2") } else { name };
        let rules = plan.rules;
        self.datasets.push(Dataset { name, format, kind, design, resamples, quantile, commands_are_cases, rules, metrics });
    }

    /// Whether a dataset reads the file.
    pub fn reads(&self, pinned: &str) -> bool {
        let fits = |rule: &Rule| match rule.path.split_once("{run}") {
            None => rule.path == pinned,
            Some((head, tail)) => pinned
                .strip_prefix(head)
                .and_then(|rest| rest.strip_suffix(tail))
                .is_some_and(|run| !run.is_empty() && run.bytes().all(|byte| byte.is_ascii_digit())),
        };
        self.datasets.iter().any(|dataset| dataset.rules.iter().any(fits))
    }

    /// The datasets by name, each with its tool and the number of its files.
    pub fn summary(&self) -> Vec<(String, &'static str, usize)> {
        let files = |dataset: &Dataset| dataset.rules.iter().map(|rule| rule.files.len()).sum();
        self.datasets.iter().map(|one| (one.name.clone(), one.format.tool, files(one))).collect()
    }

    /// The text of `datasets.yaml`.
    pub fn text(&self, campaign: &str, phase: &str, notices: &[Notice]) -> String {
        let list = |names: &[String]| names.iter().map(|name| yaml(name)).collect::<Vec<_>>().join(", ");
        let mut out = format!(
            "# Declared by `rebench-report import` from what the files say and how they are called. Correct what it got\n\
             # wrong, and build again. It is pinned once you run: rebench-report freeze {campaign} --again\n\
             # Run that again after a later correction.\n"
        );
        for notice in notices.iter().filter(|notice| !notice.path.is_empty()) {
            out.push_str(&format!("# {}: {}.\n", comment(&notice.path), comment(&notice.what)));
        }
        out.push_str(&format!(
            "schema: {}\nphases:\n  - phase: {}\n    arms: [{}]\n",
            datasets::SCHEMA,
            yaml(phase),
            list(&self.arms)
        ));
        if !self.pairs.is_empty() {
            out.push_str(
                "    # How the runs of different arms were ordered is not known: none are paired.\n    comparisons:\n",
            );
        }
        for (name, numerator, denominator) in self.comparisons() {
            out.push_str(&format!(
                "      - {{name: {}, numerator: {}, denominator: {}}}\n",
                yaml(&name),
                yaml(numerator),
                yaml(denominator)
            ));
        }
        out.push_str("    datasets:\n");
        for dataset in &self.datasets {
            dataset.write(&mut out);
        }
        out
    }

    /// The comparisons, each with a name of its own.
    fn comparisons(&self) -> Vec<(String, &str, &str)> {
        let mut out: Vec<(String, &str, &str)> = Vec::new();
        for (numerator, denominator) in &self.pairs {
            let taken = |name: &String| out.iter().any(|(known, ..)| known == name) || self.arms.contains(name);
            // Names that hold a blank or a stroke, as commands do, can't be told apart at one.
            let worded = [numerator, denominator].iter().any(|name| name.contains(['/', ' ']));
            let plain = format!("{numerator}{}{denominator}", if worded { " vs " } else { "/" });
            let name = if taken(&plain) { format!("{numerator} over {denominator}") } else { plain };
            out.push((name, numerator, denominator));
        }
        out
    }
}

impl Dataset {
    fn write(&self, out: &mut String) {
        let by_file = if self.commands_are_cases { ", file by file" } else { "" };
        let about = format!("{}{by_file}", self.format.tool);
        out.push_str(&format!(
            "      - name: {}\n        about: {}\n        kind: {}\n        format: {}\n        files:\n",
            self.name,
            yaml(&about),
            self.kind.name(),
            self.format.name
        ));
        for rule in &self.rules {
            let mut entry = format!("path: {}", yaml(&rule.path));
            for (key, value) in [("case", &rule.case), ("arm", &rule.arm)] {
                if let Some(value) = value {
                    entry.push_str(&format!(", {key}: {}", yaml(value)));
                }
            }
            if let Some(run) = rule.run {
                entry.push_str(&format!(", run: {run}"));
            }
            out.push_str(&format!("          - {{{entry}}}\n"));
        }
        if self.commands_are_cases {
            out.push_str(
                "        # Several files hold the same commands: the files are compared, command by command.\n",
            );
            out.push_str("        options: {commands: case}\n");
        }
        if !self.metrics.is_empty() {
            out.push_str("        metrics:\n");
        }
        for (name, better) in &self.metrics {
            let better = better.map(|better| format!(", better: {better}")).unwrap_or_default();
            out.push_str(&format!("          - {{name: {}{better}}}\n", yaml(name)));
        }
        if self.quantile {
            out.push_str("        quantiles: [{name: p95, at: 0.95, rule: nearest-rank}]\n");
        }
        out.push_str(&format!("        design: {}\n", self.design.name()));
        if self.design != Design::Single {
            if self.resamples < MOST_RESAMPLES {
                out.push_str("        # More would take long with so many values.\n");
            }
            out.push_str(&format!(
                "        bootstrap: {{resamples: {}, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}}\n",
                self.resamples
            ));
        }
    }
}

/// As many resamples as draw [`MOST_DRAWN`] values, in whole thousands: what is declared by itself must not take minutes.
fn resamples(values: usize) -> usize {
    (MOST_DRAWN / values.max(1) / 1000 * 1000).clamp(1000, MOST_RESAMPLES)
}

/// A text as part of a comment: on one line, without what can't be shown.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c }).collect()
}

/// The text of `campaign.yaml`.
pub fn manifest(campaign: &str, phase: &str, facts: &Facts, tools: &[&str]) -> String {
    let mut out = format!("schema: {}\ncampaign: {}\n", manifest::SCHEMA, yaml(campaign));
    if let Some(date) = &facts.date {
        out.push_str(&format!("date: {}\n", yaml(date)));
    }
    out.push_str("status: measured\n");
    out.push_str(&format!("documents:\n- phase: {}\n  title: {}\n", yaml(phase), yaml(&title(tools))));
    if !facts.host.is_empty() {
        out.push_str("host:\n");
    }
    for (key, value) in &facts.host {
        out.push_str(&format!("  {key}: {}\n", yaml(value)));
    }
    out.push_str(&format!("phases:\n- phase: {}\n  dir: {}\n", yaml(phase), yaml(&format!("frozen/{phase}"))));
    out
}

/// Title of the phase until its author finds a better one: the tools, without their options.
fn title(tools: &[&str]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for tool in tools {
        let name = [", -", " -", " (", " \\"].iter().fold(*tool, |name, cut| name.split(cut).next().unwrap_or(name));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [_] | [_, _] | [_, _, _] => format!("Outputs of {}", names.join(" and ")),
        _ => "Outputs of several tools".to_owned(),
    }
}

fn kind(format: &Format, files: &[&File]) -> Kind {
    let name = format.name;
    if name.starts_with("bpftrace") {
        return Kind::Probes;
    }
    if matches!(name, "pgbench-log" | "pgbench-aggregated") {
        return Kind::Transactions;
    }
    if name.starts_with("perf-") || matches!(name, "gnu-time" | "wrk" | "pgbench-stdout") {
        return Kind::Counters;
    }
    let sample = |one: &Observation| one.statistic == Statistic::Sample || one.whose.run.is_some();
    match observations(files).any(sample) {
        true => Kind::Runs,
        false => Kind::Summary,
    }
}

fn observations<'a>(files: &'a [&File]) -> impl Iterator<Item = &'a Observation> {
    files.iter().filter_map(|file| file.output.as_ref()).flat_map(|(_, reading)| &reading.observations)
}

/// The metrics in the order in which they first occur, where any has a direction that is known; otherwise none, which
/// reports them all.
fn metrics(format: &Format, files: &[&File]) -> Vec<(String, Option<&'static str>)> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut out: Vec<(String, Option<&'static str>)> = Vec::new();
    for one in observations(files) {
        if seen.insert(&one.metric) {
            // What GNU time calls elapsed is what it measures; of others it is a point in time.
            let wall = format.name == "gnu-time" && one.metric.to_lowercase().starts_with("elapsed");
            let better = if wall { Some("lower") } else { better(&one.metric, &one.unit) };
            out.push((one.metric.to_string(), better));
        }
    }
    if out.len() > MOST_LISTED || out.iter().all(|(_, better)| better.is_none()) { Vec::new() } else { out }
}

/// Which way is better, where name and unit leave no doubt: less time and memory, more work a second.
fn better(name: &str, unit: &str) -> Option<&'static str> {
    let word = name.to_lowercase();
    let settings = ["elapsed", "duration", "limit", "start"];
    match unit {
        // Intervals of a run are told beside it and claim nothing.
        _ if word.ends_with("(progress)") => None,
        _ if settings.iter().any(|setting| word.split([' ', '_', '-']).next() == Some(setting)) => None,
        "ns/op" | "B/op" | "allocs/op" => Some("lower"),
        "ns" | "µs" | "ms" | "s" => Some("lower"),
        "B" | "kB" | "MB" if ["rss", "mem", "resident"].iter().any(|part| word.contains(part)) => Some("lower"),
        "1/s" | "B/s" | "MB/s" | "items/s" | "requests/s" => Some("higher"),
        _ => None,
    }
}

/// Numbers of runs by arm, case and metric.
struct Runs<'a> {
    counts: BTreeMap<(&'a str, &'a str, &'a str), usize>,
}

impl<'a> Runs<'a> {
    fn of(recognised: &'a Recognised, rules: &'a [Rule]) -> Self {
        let mut counts = BTreeMap::new();
        for rule in rules {
            for file in rule.files.iter().filter_map(|at| recognised.files.get(*at)) {
                let Some((_, reading)) = &file.output else { continue };
                // A mean that is told run by run is the value of its run.
                let mean = Statistic::Given("mean".to_owned());
                let is_value = |one: &&Observation| {
                    one.statistic == Statistic::Sample || (rule.are_runs() && one.statistic == mean)
                };
                let samples = reading.observations.iter().filter(is_value);
                for one in samples.filter(|one| one.value.is_ok()) {
                    let arm = one.whose.arm.as_deref().or(rule.arm.as_deref()).unwrap_or("");
                    let case = one.whose.case.as_deref().or(rule.case.as_deref()).unwrap_or("");
                    *counts.entry((arm, case, one.metric.as_str())).or_insert(0) += 1;
                }
            }
        }
        Runs { counts }
    }

    fn most(&self) -> usize {
        self.counts.values().copied().max().unwrap_or(0)
    }

    /// Whether some comparison has runs of both arms that an interval can be made from.
    fn are_apart(&self, format: &Format, plan: &Plan) -> bool {
        let pairs = &plan.pairs;
        let parts = PARTS_OF_ONE_RUN.contains(&format.name) && !plan.rules.iter().all(Rule::are_runs);
        let enough =
            |(arm, case, metric): (&str, &str, &str)| self.counts.get(&(arm, case, metric)).is_some_and(|n| *n > 1);
        !parts
            && self.counts.keys().any(|(arm, case, metric)| {
                let others = pairs.iter().filter(|(_, denominator)| denominator == arm);
                enough((arm, case, metric)) && others.into_iter().any(|(other, _)| enough((other, case, metric)))
            })
    }
}

//! What the files of a format are to one another.
//!
//! 1. A tool that names what it compares is believed: its names are the arms, each file is a case, and the first of a file
//!    is what its others are compared with.
//! 2. Files that name their cases and share some are arms of one another; each is called by its path, less what the
//!    paths of all have in common. Files that share none are told side by side and not compared.
//! 3. Files that name no case are arms where their names say so: two that differ in one part of their names or in a
//!    number, or any number with a baseline among them. Files whose names are numbers are runs. Others are cases.
//!
//! Files whose names differ by a number at the end alone are the runs of one arm or case ([`mod@runs`]). Where several files of
//! a tool hold the same commands, the commands are the cases and rule 2 holds ([`by_file`]).
//!
//! A baseline ([`BASELINES`]) is what others are compared with; where there is none, the first of the files that share
//! results with most others is.

mod names;
mod runs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Notice;
use super::recognise::Recognised;
use crate::ingest::formats::Format;
use crate::ingest::reading::{Reading, SaidKind, Statistic, Whose};
use crate::source::quote;
use names::{less_common, stem, tokens};

/// Words that make an arm what others are compared with, in order.
pub const BASELINES: [&str; 6] = ["baseline", "base", "before", "old", "main", "master"];

/// Arm of files that are cases.
pub const ALL: &str = "all";

/// Arms, comparisons and files of one dataset.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Names of the arms in order.
    pub arms: Vec<String>,
    /// Numerator and denominator of each comparison.
    pub pairs: Vec<(String, String)>,
    /// The files.
    pub rules: Vec<Rule>,
    /// What was noticed.
    pub notices: Vec<Notice>,
    /// Whether files that are runs hold several values of one thing each: values of one run are not independent.
    pub clustered: bool,
}

/// Files and whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Indices of the files.
    pub files: Vec<usize>,
    /// Path below the phase's folder; `{run}` may stand in it.
    pub path: String,
    /// Their case, where they do not name it.
    pub case: Option<String>,
    /// Their arm, where they do not name it.
    pub arm: Option<String>,
    /// Number of the run, where the path has no place for it.
    pub run: Option<u32>,
}

impl Rule {
    /// Whether the files are runs that are told apart by number.
    pub fn are_runs(&self) -> bool {
        self.run.is_some() || self.path.contains("{run}")
    }
}

/// Files that belong together: one, the logs of one drive, or the runs of one name.
struct Item<'a> {
    files: Vec<usize>,
    paths: Vec<&'a str>,
    /// What the files are called without endings and numbers of runs.
    stem: String,
    label: String,
    /// Numbers of the runs and the path with a place for them, where the files are runs.
    runs: Option<(Vec<u32>, Option<String>)>,
    /// The cases of which something was measured.
    measured: BTreeSet<&'a str>,
    cases: BTreeSet<&'a str>,
    arms: Vec<&'a str>,
    /// Whether something in it has no case of its own.
    unnamed: bool,
    /// Whether it tells of a failure.
    failed: bool,
}

/// Decides what the files of a group are.
pub fn plan(recognised: &Recognised, (format, files): &(&'static Format, Vec<usize>)) -> Plan {
    let mut plan = Plan::default();
    let mut items = numbered(recognised, items(recognised, format, files), &mut plan);
    label(&mut items);
    if format.name == "asv" {
        by_date(recognised, &mut items);
    }
    if items.iter().any(|item| !item.arms.is_empty()) {
        told(&items, &mut plan);
    } else if format.name == "criterion" {
        criterion(&items, &mut plan);
    } else {
        let (unnamed, named): (Vec<&Item<'_>>, Vec<&Item<'_>>) = items.iter().partition(|item| item.unnamed);
        sharing(&named, &mut plan);
        without_cases(&unnamed, &mut plan);
    }
    let mut order: Vec<String> = Vec::new();
    for arm in std::mem::take(&mut plan.arms) {
        if !order.contains(&arm) {
            order.push(arm);
        }
    }
    plan.arms = order;
    plan
}

fn items<'a>(recognised: &'a Recognised, format: &Format, files: &[usize]) -> Vec<Item<'a>> {
    let mut items: Vec<Item<'a>> = Vec::new();
    let mut drives: BTreeMap<&str, usize> = BTreeMap::new();
    for at in files {
        let Some(file) = recognised.files.get(*at) else { continue };
        let Some((_, reading)) = &file.output else { continue };
        // pgbench writes a log a thread: `name.pid`, `name.pid.1`, …
        let drive = matches!(format.name, "pgbench-log" | "pgbench-aggregated").then(|| drive(&file.pinned));
        if let Some(item) = drive.and_then(|key| drives.get(key)).and_then(|at| items.get_mut(*at)) {
            item.files.push(*at);
            item.paths.push(&file.pinned);
            continue;
        }
        if let Some(key) = drive {
            drives.insert(key, items.len());
        }
        let (cases, arms, unnamed) = names(reading);
        let counted = reading.observations.iter().filter(|one| one.value.is_ok());
        items.push(Item {
            files: vec![*at],
            paths: vec![&file.pinned],
            stem: stem(&file.pinned).to_owned(),
            label: String::new(),
            runs: None,
            measured: counted.filter_map(|one| one.whose.case.as_deref()).collect(),
            cases,
            arms,
            unnamed,
            failed: reading.said.iter().any(|said| matches!(said.kind, SaidKind::Failed | SaidKind::Aborted)),
        });
    }
    items
}

/// The items with those that are runs of one name made one.
fn numbered<'a>(recognised: &Recognised, items: Vec<Item<'a>>, plan: &mut Plan) -> Vec<Item<'a>> {
    // What a tool compares in each file is no run of the file's.
    if items.iter().any(|item| !item.arms.is_empty()) {
        return items;
    }
    let alone = |item: &Item<'a>| match item.paths.as_slice() {
        [path] => Some(*path),
        _ => None,
    };
    let paths: Vec<Option<&str>> = items.iter().map(alone).collect();
    let all: Vec<&str> = recognised.files.iter().map(|file| file.pinned.as_str()).collect();
    let found = runs::find(&paths, &all);
    let mut items: Vec<Option<Item<'a>>> = items.into_iter().map(Some).collect();
    for one in found {
        let mut taken = one.runs.iter().filter_map(|(at, run)| Some((items.get_mut(*at)?.take()?, *run)));
        let Some((mut first, run)) = taken.next() else { continue };
        let mut numbers = vec![run];
        for (item, run) in taken {
            numbers.push(run);
            first.files.extend(item.files);
            first.paths.extend(item.paths);
            first.cases.extend(item.cases);
            first.measured.extend(item.measured);
            first.unnamed |= item.unnamed;
            first.failed |= item.failed;
        }
        let readings = first.files.iter().filter_map(|at| recognised.files.get(*at)?.output.as_ref());
        plan.clustered |= readings.into_iter().any(|(_, reading)| repeats(reading));
        first.stem = one.name().to_owned();
        first.runs = Some((numbers, one.pattern(&all)));
        if let Some(place) = one.runs.iter().map(|(at, _)| *at).min().and_then(|at| items.get_mut(at)) {
            *place = Some(first);
        }
    }
    items.into_iter().flatten().collect()
}

/// Whether a file holds several values of one case and metric.
fn repeats(reading: &Reading) -> bool {
    let samples = reading.observations.iter().filter(|one| one.statistic == Statistic::Sample);
    let mut seen = BTreeSet::new();
    samples.into_iter().any(|one| !seen.insert((one.whose.case.as_deref(), one.whose.arm.as_deref(), &one.metric)))
}

/// Makes the commands the cases of files that hold the same ones: the files are then what differs. Gives the groups in which
/// commands are arms and those in which they are cases, the latter marked.
pub fn by_file(
    recognised: &mut Recognised,
    (format, files): (&'static Format, Vec<usize>),
) -> Vec<(bool, (&'static Format, Vec<usize>))> {
    if !format.name.starts_with("hyperfine") {
        return vec![(false, (format, files))];
    }
    let commands = |at: &usize| -> BTreeSet<&str> {
        let reading = recognised.files.get(*at).and_then(|file| file.output.as_ref());
        let owners = reading.into_iter().flat_map(|(_, reading)| &reading.observations);
        owners.filter_map(|one| one.whose.arm.as_deref()).collect()
    };
    let held: Vec<BTreeSet<&str>> = files.iter().map(commands).collect();
    let alike = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| !a.is_empty() && (a == b || a.intersection(b).count() > 1);
    let shares = |at: usize, own: &BTreeSet<&str>| {
        held.iter().enumerate().any(|(other, others)| other != at && alike(own, others))
    };
    let shared: Vec<bool> = held.iter().enumerate().map(|(at, own)| shares(at, own)).collect();
    let pick = |wanted: bool| -> Vec<usize> {
        files.iter().zip(&shared).filter(|(_, shared)| **shared == wanted).map(|(at, _)| *at).collect()
    };
    let (apart, together) = (pick(false), pick(true));
    for at in &together {
        let reading = recognised.files.get_mut(*at).and_then(|file| file.output.as_mut());
        for one in reading.into_iter().flat_map(|(_, reading)| &mut reading.observations) {
            let whose = Arc::make_mut(&mut one.whose);
            whose.case = whose.arm.take();
        }
    }
    let all = [(false, (format, apart)), (true, (format, together))];
    all.into_iter().filter(|(_, (_, files))| !files.is_empty()).collect()
}

/// The path of a pgbench log without the number of its thread.
fn drive(path: &str) -> &str {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match path.rsplit_once('.') {
        Some((rest, thread)) if number(thread) && rest.rsplit_once('.').is_some_and(|(_, pid)| number(pid)) => rest,
        _ => path,
    }
}

fn names(reading: &Reading) -> (BTreeSet<&str>, Vec<&str>, bool) {
    let owners = reading.observations.iter().map(|one| &*one.whose);
    let owners = owners.chain(reading.histograms.iter().map(|one| &one.whose));
    let owners = owners.chain(reading.texts.iter().map(|one| &one.whose));
    let (mut cases, mut arms, mut unnamed) = (BTreeSet::new(), Vec::new(), reading.transactions.is_some());
    for Whose { case, arm, .. } in owners {
        match case {
            Some(case) => {
                cases.insert(case.as_str());
            }
            None => unnamed = true,
        }
        if let Some(arm) = arm
            && !arms.contains(&arm.as_str())
        {
            arms.push(arm);
        }
    }
    (cases, arms, unnamed)
}

/// The tool names what it compares.
fn told(items: &[Item<'_>], plan: &mut Plan) {
    for item in items {
        plan.arms.extend(item.arms.iter().map(|arm| (*arm).to_owned()));
        compare(&ordered(&item.arms), plan);
        let case = item.unnamed.then(|| item.label.clone());
        push(item, case, None, plan);
    }
}

/// A benchmark's folder holds its runs by name: `new` and the baselines it was held against.
fn criterion(items: &[Item<'_>], plan: &mut Plan) {
    let mut arms: Vec<&str> = Vec::new();
    for item in items {
        let arm = item.paths.first().and_then(|path| path.rsplit('/').nth(1)).unwrap_or(ALL);
        if !arms.contains(&arm) {
            arms.push(arm);
        }
        push(item, None, Some(arm.to_owned()), plan);
    }
    // Whatever is called new is no baseline.
    arms.sort_by_key(|arm| *arm == "new");
    let ordered = ordered(&arms);
    compare(&ordered, plan);
    plan.arms.extend(ordered);
}

/// Files that name their cases.
fn sharing(items: &[&Item<'_>], plan: &mut Plan) {
    let mut parts: Vec<Vec<&Item<'_>>> = Vec::new();
    for item in items {
        let (mut joined, apart): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part: &Vec<&Item<'_>>| part.iter().any(|other| !other.cases.is_disjoint(&item.cases)));
        joined.push(vec![*item]);
        parts = apart;
        parts.push(joined.concat());
    }
    // In the order of the files.
    let place = |item: &Item<'_>| items.iter().position(|other| other.files == item.files);
    parts.iter_mut().for_each(|part| part.sort_by_key(|item| place(item)));
    parts.sort_by_key(|part| part.first().and_then(|item| place(item)));
    for part in &parts {
        let base = base(part);
        let labels: Vec<&str> = base
            .into_iter()
            .chain(part.iter().copied().filter(|item| !same(base, item)))
            .map(|item| item.label.as_str())
            .collect();
        plan.arms.extend(labels.iter().map(|label| (*label).to_owned()));
        // Of arms that share no result with it there is nothing to compare.
        let other = |item: &&&Item<'_>| !same(base, item) && base.is_some_and(|base| overlap(base, item) > 0);
        for item in part.iter().filter(other) {
            plan.pairs.push((item.label.clone(), base.map(|base| base.label.clone()).unwrap_or_default()));
        }
        for item in part {
            push(item, None, Some(item.label.clone()), plan);
        }
    }
    of_other_processors(&parts, plan);
}

fn same(base: Option<&Item<'_>>, item: &Item<'_>) -> bool {
    base.is_some_and(|base| base.files == item.files)
}

/// Number of cases of which both have results.
fn overlap(a: &Item<'_>, b: &Item<'_>) -> usize {
    a.measured.intersection(&b.measured).count()
}

/// What the others are compared with: a baseline, else the first of those that share results with most others, one
/// without failures before one with some.
fn base<'a, 'b>(part: &[&'b Item<'a>]) -> Option<&'b Item<'a>> {
    let best = part.iter().enumerate().filter_map(|(at, item)| Some((baseline(&item.label)?, at))).min();
    if let Some((_, at)) = best {
        return part.get(at).copied();
    }
    let others =
        |item: &Item<'_>| part.iter().filter(|other| other.files != item.files && overlap(item, other) > 0).count();
    let most = part.iter().map(|item| others(item)).max()?;
    let best = |item: &&&Item<'_>| others(item) == most;
    part.iter().find(|item| best(item) && !item.failed).or_else(|| part.iter().find(best)).copied()
}

/// Tells of files whose benchmarks differ in the number of processors alone, which Go writes behind a name.
fn of_other_processors(parts: &[Vec<&Item<'_>>], plan: &mut Plan) {
    let plain = |case: &&str| {
        let number =
            |(_, number): &(&str, &str)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let named = case.starts_with("Benchmark").then(|| case.rsplit_once('-')).flatten().filter(number);
        named.map(|(name, _)| name.to_owned())
    };
    let names = |part: &[&Item<'_>]| -> BTreeSet<String> {
        part.iter().flat_map(|item| &item.cases).filter_map(plain).collect()
    };
    let known: Vec<BTreeSet<String>> = parts.iter().map(|part| names(part)).collect();
    for (at, part) in parts.iter().enumerate() {
        let earlier = known.iter().take(at).position(|names| known.get(at).is_some_and(|own| !own.is_disjoint(names)));
        let earlier = earlier.and_then(|at| parts.get(at)?.first()).and_then(|item| item.paths.first());
        if let (Some(earlier), Some(path)) = (earlier, part.first().and_then(|item| item.paths.first())) {
            let what = format!(
                "names benchmarks that {} has with another number of processors, and is not compared with it",
                quote(earlier)
            );
            plan.notices.push(Notice { path: (*path).to_owned(), what, refused: false });
        }
    }
}

/// Files that name no case.
fn without_cases(items: &[&Item<'_>], plan: &mut Plan) {
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    if let [only] = items
        && only.runs.is_some()
    {
        plan.arms.push(ALL.to_owned());
        push(only, None, Some(ALL.to_owned()), plan);
    } else if let Some(path) = runs(items) {
        plan.arms.push(ALL.to_owned());
        let files = items.iter().flat_map(|item| item.files.iter().copied()).collect();
        plan.rules.push(Rule { files, path, case: None, arm: Some(ALL.to_owned()), run: None });
    } else if are_arms(items) {
        let ordered = ordered(&labels);
        compare(&ordered, plan);
        plan.arms.extend(ordered);
        for item in items {
            push(item, None, Some(item.label.clone()), plan);
        }
    } else if !items.is_empty() {
        plan.arms.push(ALL.to_owned());
        for item in items {
            push(item, Some(item.label.clone()), Some(ALL.to_owned()), plan);
        }
    }
}

/// The path of files that differ in a number alone, with `{run}` in its place.
fn runs(items: &[&Item<'_>]) -> Option<String> {
    let number = |text: &str| (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let pattern = |item: &Item<'_>| {
        let [path] = item.paths.as_slice() else { return None };
        let (folder, name) = path.rsplit_once('/').map_or(("", *path), |(folder, name)| (folder, name));
        let rest = name.strip_prefix(item.label.as_str()).filter(|_| number(&item.label))?;
        Some(if folder.is_empty() { format!("{{run}}{rest}") } else { format!("{folder}/{{run}}{rest}") })
    };
    let first = pattern(items.first()?)?;
    (items.len() > 1 && items.iter().all(|item| pattern(item).as_ref() == Some(&first))).then_some(first)
}

/// Whether the names of files say that they are of the same thing.
fn are_arms(items: &[&Item<'_>]) -> bool {
    if items.len() < 2 {
        return false;
    }
    if items.iter().any(|item| baseline(&item.label).is_some()) {
        return true;
    }
    let [a, b] = items else { return false };
    let without_digits = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let letters = without_digits(&a.label);
    let shared = {
        let (a, b) = (tokens(&a.stem), tokens(&b.stem));
        a.len() == b.len() && a.len() > 1 && a.iter().zip(&b).filter(|(a, b)| a != b).count() == 1
    };
    shared || (letters == without_digits(&b.label) && letters.chars().any(char::is_alphabetic))
}

/// Each other arm over the first.
fn compare(ordered: &[String], plan: &mut Plan) {
    let Some((denominator, others)) = ordered.split_first() else { return };
    for numerator in others {
        plan.pairs.push((numerator.clone(), denominator.clone()));
    }
}

/// The arms with the baseline first.
fn ordered(arms: &[&str]) -> Vec<String> {
    let mut out: Vec<&str> = arms.to_vec();
    let best = out.iter().enumerate().filter_map(|(at, arm)| Some((baseline(arm)?, at))).min();
    if let Some((_, at)) = best {
        let first = out.remove(at);
        out.insert(0, first);
    }
    out.into_iter().map(str::to_owned).collect()
}

/// The place of a name among the baselines.
fn baseline(name: &str) -> Option<usize> {
    let parts = tokens(name);
    BASELINES.iter().position(|word| parts.iter().any(|part| part.eq_ignore_ascii_case(word)))
}

fn push(item: &Item<'_>, case: Option<String>, arm: Option<String>, plan: &mut Plan) {
    if let Some((_, Some(path))) = &item.runs {
        plan.rules.push(Rule { files: item.files.clone(), path: path.clone(), case, arm, run: None });
        return;
    }
    let numbers = item.runs.as_ref().map(|(numbers, _)| numbers.as_slice()).unwrap_or_default();
    for (at, (file, path)) in item.files.iter().zip(&item.paths).enumerate() {
        let run = numbers.get(at).copied();
        let (case, arm) = (case.clone(), arm.clone());
        plan.rules.push(Rule { files: vec![*file], path: (*path).to_owned(), case, arm, run });
    }
}

/// Results of asv are called by commit; their dates tell which came first.
fn by_date(recognised: &Recognised, items: &mut [Item<'_>]) {
    let date = |item: &Item<'_>| {
        let file = item.files.first().and_then(|at| recognised.files.get(*at))?;
        let (_, reading) = file.output.as_ref()?;
        let settings = reading.said.iter().filter(|said| said.kind == SaidKind::Setting);
        settings.filter_map(|said| said.text.strip_prefix("date: ")?.parse::<u64>().ok()).next()
    };
    items.sort_by_key(date);
}

/// Names each item by its path, less what the paths of all have in common.
fn label(items: &mut [Item<'_>]) {
    let stems: Vec<&str> = items.iter().map(|item| item.stem.as_str()).collect();
    let paths: Vec<&str> = items.iter().map(|item| item.paths.first().copied().unwrap_or("")).collect();
    let labels = [less_common(&stems), stems.iter().map(|stem| (*stem).to_owned()).collect()];
    let distinct = |labels: &Vec<String>| labels.iter().collect::<BTreeSet<_>>().len() == labels.len();
    let whole = || paths.iter().map(|path| (*path).to_owned()).collect();
    let chosen = labels.into_iter().find(distinct).unwrap_or_else(whole);
    for (item, label) in items.iter_mut().zip(chosen) {
        item.label = label;
    }
}

//! What the files of a format are to one another.
//!
//! 1. A tool that names what it compares is believed: its names are the arms, each file is a case, and the first of a file
//!    is what its others are compared with.
//! 2. Files that name their cases and share some are arms of one another; each is called by its path, less what the
//!    paths of all have in common. Files that share none are told side by side and not compared.
//! 3. Files that name no case are arms where their names say so: two that differ in one part of their names or in a
//!    number, or any number with a baseline among them. Files whose names are numbers are runs. Others are cases.
//!
//! A baseline ([`BASELINES`]) is what others are compared with; where there is none, the first file is.

use std::collections::{BTreeMap, BTreeSet};

use super::Notice;
use super::recognise::Recognised;
use crate::ingest::formats::Format;
use crate::ingest::reading::{Reading, SaidKind, Whose};

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
}

/// Files that belong together: one, or the logs of one drive.
struct Item<'a> {
    files: Vec<usize>,
    paths: Vec<&'a str>,
    label: String,
    cases: BTreeSet<&'a str>,
    arms: Vec<&'a str>,
    /// Whether something in it has no case of its own.
    unnamed: bool,
}

/// Decides what the files of a group are.
pub fn plan(recognised: &Recognised, (format, files): &(&'static Format, Vec<usize>)) -> Plan {
    let mut items = items(recognised, format, files);
    label(&mut items);
    if format.name == "asv" {
        by_date(recognised, &mut items);
    }
    let mut plan = Plan::default();
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
        items.push(Item { files: vec![*at], paths: vec![&file.pinned], label: String::new(), cases, arms, unnamed });
    }
    items
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
    let owners = reading.observations.iter().map(|one| &one.whose);
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
        compare(&item.arms, plan);
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
    compare(&arms, plan);
    plan.arms.extend(ordered(&arms));
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
    for part in parts {
        let labels: Vec<&str> = part.iter().map(|item| item.label.as_str()).collect();
        compare(&labels, plan);
        plan.arms.extend(ordered(&labels));
        for item in part {
            push(item, None, Some(item.label.clone()), plan);
        }
    }
}

/// Files that name no case.
fn without_cases(items: &[&Item<'_>], plan: &mut Plan) {
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    if let Some(path) = runs(items) {
        plan.arms.push(ALL.to_owned());
        let files = items.iter().flat_map(|item| item.files.iter().copied()).collect();
        plan.rules.push(Rule { files, path, case: None, arm: Some(ALL.to_owned()) });
    } else if are_arms(items) {
        compare(&labels, plan);
        plan.arms.extend(ordered(&labels));
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
    let shared = a.paths.first().zip(b.paths.first()).is_some_and(|(a, b)| {
        let (a, b) = (tokens(stem(a)), tokens(stem(b)));
        a.len() == b.len() && a.len() > 1 && a.iter().zip(&b).filter(|(a, b)| a != b).count() == 1
    });
    shared || (letters == without_digits(&b.label) && letters.chars().any(char::is_alphabetic))
}

/// Each other arm over the baseline, else over the first.
fn compare(arms: &[&str], plan: &mut Plan) {
    let ordered = ordered(arms);
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
    for (file, path) in item.files.iter().zip(&item.paths) {
        plan.rules.push(Rule { files: vec![*file], path: (*path).to_owned(), case: case.clone(), arm: arm.clone() });
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
    let stems: Vec<&str> = items.iter().map(|item| item.paths.first().copied().map_or("", stem)).collect();
    let paths: Vec<&str> = items.iter().map(|item| item.paths.first().copied().unwrap_or("")).collect();
    let labels = [less_common(&stems), stems.iter().map(|stem| (*stem).to_owned()).collect()];
    let distinct = |labels: &Vec<String>| labels.iter().collect::<BTreeSet<_>>().len() == labels.len();
    let whole = || paths.iter().map(|path| (*path).to_owned()).collect();
    let chosen = labels.into_iter().find(distinct).unwrap_or_else(whole);
    for (item, label) in items.iter_mut().zip(chosen) {
        item.label = label;
    }
}

/// The path without the endings that tell no more than a format.
fn stem(path: &str) -> &str {
    const ENDINGS: [&str; 7] = [".txt", ".json", ".csv", ".log", ".out", ".xml", ".yaml"];
    let mut stem = path;
    while let Some(rest) = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending)).filter(|rest| {
        // A file that is called by an ending alone keeps it.
        !rest.is_empty() && !rest.ends_with('/')
    }) {
        stem = rest;
    }
    stem
}

/// The parts of a name: between `/`, `_`, `-`, blanks and points that do not stand between digits.
fn tokens(name: &str) -> Vec<&str> {
    cuts(name).into_iter().filter_map(|(from, to)| name.get(from..to)).collect()
}

/// First and last byte of each part.
fn cuts(name: &str) -> Vec<(usize, usize)> {
    let bytes = name.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut out = Vec::new();
    let mut from = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let parts = match byte {
            b'/' | b'_' | b'-' | b' ' => true,
            b'.' => !(digit(at.checked_sub(1)) && digit(Some(at + 1))),
            _ => false,
        };
        if parts {
            out.push((from, at));
            from = at + 1;
        }
    }
    out.push((from, name.len()));
    out
}

/// Each name without the parts that all begin and all end with; at least one part is left of each.
fn less_common(names: &[&str]) -> Vec<String> {
    let [_, _, ..] = names else {
        // One alone has nothing in common with others: its last folder says nothing of it either.
        return names.iter().map(|name| name.rsplit('/').next().unwrap_or(name).to_owned()).collect();
    };
    let parts: Vec<Vec<&str>> = names.iter().map(|name| tokens(name)).collect();
    let shortest = parts.iter().map(Vec::len).min().unwrap_or(0);
    let same = |at: &dyn Fn(&Vec<&str>) -> Option<String>| {
        let first = parts.first().and_then(at);
        first.as_ref().is_some_and(|part| !part.is_empty()) && parts.iter().all(|one| at(one) == first)
    };
    let mut head = 0;
    while head + 1 < shortest && same(&|one| one.get(head).map(|part| (*part).to_owned())) {
        head += 1;
    }
    let mut tail = 0;
    while head + tail + 1 < shortest
        && same(&|one| one.len().checked_sub(tail + 1).and_then(|at| one.get(at)).map(|part| (*part).to_owned()))
    {
        tail += 1;
    }
    names
        .iter()
        .map(|name| {
            let cuts = cuts(name);
            let from = cuts.get(head).map_or(0, |(from, _)| *from);
            let to = cuts.len().checked_sub(tail + 1).and_then(|at| cuts.get(at)).map_or(name.len(), |(_, to)| *to);
            name.get(from..to).filter(|part| !part.is_empty()).unwrap_or(name).to_owned()
        })
        .collect()
}

//! One dataset: its name, files and design.

use super::metrics::{agrees, derived, metrics, quantiles};
use super::values::{each, named, options, pairs, stays};
use super::{Centre, Dataset, Design, FileRule, Index, Kind};
use crate::campaign::spec::draws;
use crate::problem::Problems;
use crate::source::{Fields, Source, quote};

/// Names of figures of a phase that a dataset must not have.
pub const TAKEN: [&str; 18] = [
    "cases",
    "companions",
    "coverage",
    "family",
    "accounting",
    "plan",
    "trees",
    "binaries",
    "benchtimes",
    "analysis",
    "constants",
    "confounds",
    "abort",
    "failed",
    "published",
    "run",
    "formed",
    "spread",
];

/// Names of figures of the whole campaign.
const SHARED: [&str; 4] = ["campaign", "cited", "sha256", "phases"];

pub(super) fn dataset(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Option<Dataset> {
    const KNOWN: [&str; 15] = [
        "name",
        "about",
        "kind",
        "format",
        "files",
        "index",
        "options",
        "metrics",
        "derived",
        "statistic",
        "quantiles",
        "design",
        "bootstrap",
        "agrees_with",
        "shown",
    ];
    entry.refuse_others(&KNOWN, problems);
    let name = entry.text("name", problems)?;
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !plain || TAKEN.contains(&name.as_str()) || SHARED.contains(&name.as_str()) {
        let why = if plain { "is the name of other figures" } else { "can't be the name of a dataset" };
        problems.push(entry.problem(
            "name",
            "datasets::name",
            format!("{} {why}", quote(&name)),
            "begin with a lower-case letter and go on with lower-case letters, digits and `_`, for instance `run_times`",
        ));
    }
    let kinds: Vec<&str> = Kind::ALL.iter().map(|(name, _)| *name).collect();
    let kind = entry.name("kind", &kinds, problems);
    let kind = Kind::ALL.iter().find(|(name, _)| Some(*name) == kind.as_deref()).map(|(_, kind)| *kind);
    let design = named(entry, "design", &Design::ALL, Design::Single, problems);
    let bootstrap = entry
        .optional("bootstrap")
        .and_then(|node| Fields::of(source, node, "`bootstrap`", problems))
        .and_then(|fields| {
            fields.refuse_others(&["resamples", "seed", "rng", "level", "quantile"], problems);
            draws(&fields, problems)
        });
    if design != Design::Single && entry.optional("bootstrap").is_none() {
        problems.push(entry.problem(
            "design",
            "datasets::bootstrap",
            format!("the design {} asks for intervals, and there is no `bootstrap` to make them", quote(design.name())),
            "add `bootstrap: {resamples: 20000, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}`",
        ));
    }
    let files = files(source, entry, problems);
    let index = index(source, entry, problems);
    if files.is_empty() && index.is_none() && problems.is_empty() {
        problems.push(entry.problem(
            "name",
            "datasets::no-files",
            format!("the dataset {} has neither `files` nor `index`", quote(&name)),
            "name its files by their paths below the phase's folder, for instance `files: [runs.csv]`",
        ));
    }
    Some(Dataset {
        name,
        line: entry.line(),
        about: entry.optional_text("about", problems).unwrap_or_default(),
        kind: kind?,
        format: entry.optional_text("format", problems),
        format_line: entry.entry("format").map_or(entry.line(), |entry| source.line_at(entry.key_span.start)),
        files,
        index,
        options: options(source, entry, problems),
        metrics: metrics(source, entry, problems),
        derived: derived(source, entry, problems),
        statistic: named(entry, "statistic", &Centre::ALL, Centre::Median, problems),
        quantiles: quantiles(source, entry, problems),
        design,
        bootstrap,
        agrees_with: agrees(source, entry, problems),
        shown: entry.optional_truth("shown", problems).unwrap_or(true),
    })
}

fn files(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<FileRule> {
    let mut out = Vec::new();
    for (node, fields) in each(source, entry, "files", problems) {
        let rule = match (&node.tree, fields) {
            (crate::source::Tree::Text(path), _) => {
                FileRule { path: path.clone(), line: source.line_at(node.span.start), case: None, arm: None, run: None }
            }
            (_, Some(fields)) => {
                fields.refuse_others(&["path", "case", "arm", "run"], problems);
                let run = fields.optional_whole("run", problems);
                FileRule {
                    path: fields.text("path", problems).unwrap_or_default(),
                    line: fields.line(),
                    case: fields.optional_text("case", problems),
                    arm: fields.optional_text("arm", problems),
                    run: run.and_then(|run| u32::try_from(run).ok()),
                }
            }
            _ => continue,
        };
        if !rule.path.is_empty() {
            stays(entry, "files", &rule.path, problems);
        }
        out.push(rule);
    }
    out
}

fn index(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Option<Index> {
    let node = entry.optional("index")?;
    let fields = Fields::of(source, node, "`index`", problems)?;
    fields.refuse_others(&["file", "only"], problems);
    let file = fields.text("file", problems)?;
    stays(&fields, "file", &file, problems);
    Some(Index { file, line: fields.line(), only: pairs(source, &fields, "only", problems) })
}

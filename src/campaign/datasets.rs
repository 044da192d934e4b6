//! `datasets.yaml`: what the files of a phase hold that was not run by a plan.
//!
//! In: the text. Out: [`Datasets`], by phase: the arms, what is compared, and one entry a dataset with its files, its
//! format and how it is summarised. It stands beside `campaign.yaml`, pinned with it or added by the author later; the
//! report's manifest names its hash in either case.

use std::collections::BTreeMap;

use super::spec::{NamedComparison, comparisons, draws};
use crate::analysis::Bootstrap;
use crate::analysis::quantile::Quantile;
use crate::number::Direction;
use crate::problem::{Outcome, Problem, Problems};
use crate::source::fields::{document, leaves};
use crate::source::{Fields, Node, Source, quote, yaml};

/// Name of the file.
pub const FILE: &str = "datasets.yaml";

/// Schema that is read.
pub const SCHEMA: &str = "rebench/datasets/1";

/// What is declared of the phases without a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Datasets {
    /// The phases in order.
    pub phases: Vec<PhaseData>,
}

/// The datasets of one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseData {
    /// The phase, as `campaign.yaml` names it.
    pub phase: String,
    /// Line of its entry.
    pub line: u32,
    /// What came of it, in a word.
    pub outcome: String,
    /// Names of the arms in order.
    pub arms: Vec<String>,
    /// Which are compared.
    pub comparisons: Vec<NamedComparison>,
    /// File of figures that were printed elsewhere, below the campaign's folder.
    pub published: Option<String>,
    /// The datasets in order.
    pub datasets: Vec<Dataset>,
}

/// One dataset: files of one format that were taken the same way.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// Its name, under which a text finds its figures: a lower-case letter, then letters, digits and `_`.
    pub name: String,
    /// Line of its entry.
    pub line: u32,
    /// What it holds, in a few words for captions.
    pub about: String,
    /// What kind of data it is.
    pub kind: Kind,
    /// Name of its format; found by looking at the file where it is not declared.
    pub format: Option<String>,
    /// Line on which the format is declared.
    pub format_line: u32,
    /// Its files.
    pub files: Vec<FileRule>,
    /// A list of runs that says which file is whose.
    pub index: Option<Index>,
    /// What the format's reader is told, by key.
    pub options: BTreeMap<String, String>,
    /// The metrics that are reported, in order; all that the files have where it is empty.
    pub metrics: Vec<DeclaredMetric>,
    /// Metrics formed from others by formula.
    pub derived: Vec<Derived>,
    /// What stands for a series of runs.
    pub statistic: Centre,
    /// Quantiles that are told besides.
    pub quantiles: Vec<DeclaredQuantile>,
    /// How the arms of a comparison belong together.
    pub design: Design,
    /// How intervals are made, where the design allows one.
    pub bootstrap: Option<Bootstrap>,
    /// Another dataset that tells the same runs again.
    pub agrees_with: Option<Agrees>,
    /// False for one that is there to be held against another and is told in no table of the results.
    pub shown: bool,
}

/// Kinds of datasets: what they hold decides how they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One value a run.
    Runs,
    /// Counters of a run or of several, with what the tool tells about them.
    Counters,
    /// Averages, counts, sums and histograms by probed place.
    Probes,
    /// Printed figures alone.
    Summary,
    /// A log of transactions.
    Transactions,
}

impl Kind {
    /// All of them by name.
    pub const ALL: [(&str, Kind); 5] = [
        ("runs", Kind::Runs),
        ("counters", Kind::Counters),
        ("probes", Kind::Probes),
        ("summary", Kind::Summary),
        ("transactions", Kind::Transactions),
    ];

    /// Its name in `datasets.yaml`.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// How the arms of a comparison belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Runs of one number belong together.
    Paired,
    /// Runs of the arms have nothing to do with one another.
    Unpaired,
    /// Nothing is known that an interval could be made from.
    Single,
}

impl Design {
    /// All of them by name.
    pub const ALL: [(&str, Design); 3] =
        [("paired", Design::Paired), ("unpaired", Design::Unpaired), ("none", Design::Single)];

    /// Its name in `datasets.yaml`.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, design)| *design == self).map_or("", |(name, _)| name)
    }
}

/// What stands for a series of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// The median.
    Median,
    /// The arithmetic mean.
    Mean,
}

impl Centre {
    /// All of them by name.
    pub const ALL: [(&str, Centre); 2] = [("median", Centre::Median), ("mean", Centre::Mean)];

    /// Its name in `datasets.yaml`, which is that of its figure too.
    pub fn name(self) -> &'static str {
        match self {
            Centre::Median => "median",
            Centre::Mean => "mean",
        }
    }
}

/// Files by a path below the phase's folder, in which `{case}`, `{arm}` and `{run}` stand for what a file is of and `*`
/// for anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRule {
    /// The path with its places.
    pub path: String,
    /// Line on which it is declared.
    pub line: u32,
    /// Case of these files, where the path does not hold it.
    pub case: Option<String>,
    /// Their arm.
    pub arm: Option<String>,
}

/// A list of runs that says which file is whose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its path below the phase's folder.
    pub file: String,
    /// Line on which it is declared.
    pub line: u32,
    /// What its entries have to be for their files to be of the dataset, by key.
    pub only: BTreeMap<String, String>,
}

/// A metric that is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredMetric {
    /// Its name.
    pub name: String,
    /// As the files name it.
    pub from: String,
    /// What the files' numbers are, where they are no samples: `mean`, `p95`.
    pub statistic: Option<String>,
    /// Its unit, where the files do not give it.
    pub unit: Option<String>,
    /// What it is, in a word or two.
    pub meaning: String,
    /// Which way is better.
    pub better: Option<Direction>,
}

/// A metric formed from others by formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Its name.
    pub name: String,
    /// The formula over names of metrics.
    pub formula: String,
    /// Line on which it stands.
    pub line: u32,
    /// Its unit.
    pub unit: String,
    /// Which way is better.
    pub better: Option<Direction>,
}

/// A quantile that is told.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredQuantile {
    /// Name of its figure, for instance `p95`.
    pub name: String,
    /// Which, between 0 and 1.
    pub at: f64,
    /// By which rule.
    pub rule: Quantile,
}

/// Another dataset that tells the same runs again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agrees {
    /// Its name.
    pub dataset: String,
    /// Line on which it is declared.
    pub line: u32,
    /// Names of metrics here, each with the name there.
    pub metrics: Vec<(String, String)>,
}

impl Datasets {
    /// What is declared of a phase.
    pub fn of(&self, phase: &str) -> Option<&PhaseData> {
        self.phases.iter().find(|entry| entry.phase == phase)
    }
}

/// Reads `datasets.yaml`.
///
/// # Errors
/// Everything in it that is missing, of the wrong type, not known by its name, or there twice.
pub fn read(source: &Source) -> Outcome<Datasets> {
    let root = yaml::parse(source)?;
    let fields = document(source, &root, "the declaration of datasets", SCHEMA)?;
    let mut problems = Vec::new();
    fields.refuse_others(&["schema", "phases"], &mut problems);
    let nodes = fields.list("phases", &mut problems).unwrap_or_default();
    let mut phases: Vec<PhaseData> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `phases`", &mut problems) else { continue };
        let phase = phase(source, &entry, &mut problems);
        if phases.iter().any(|earlier| earlier.phase == phase.phase && !phase.phase.is_empty()) {
            problems.push(entry.problem(
                "phase",
                "datasets::twice",
                format!("the phase {} stands there twice", quote(&phase.phase)),
                "put all datasets of a phase into one entry",
            ));
        }
        phases.push(phase);
    }
    if problems.is_empty() { Ok(Datasets { phases }) } else { Err(problems) }
}

fn phase(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> PhaseData {
    entry.refuse_others(&["phase", "outcome", "arms", "comparisons", "published", "datasets"], problems);
    let arms = texts(entry, "arms", problems);
    let comparisons = match entry.optional("comparisons") {
        Some(_) => comparisons(source, entry, problems),
        None => Vec::new(),
    };
    for comparison in &comparisons {
        if arms.contains(&comparison.name) {
            problems.push(entry.problem(
                "comparisons",
                "datasets::twice",
                format!("the comparison {} is called like an arm", quote(&comparison.name)),
                "give it a name of its own, under which a text finds its ratios, for instance `new/old`",
            ));
        }
        for (key, arm) in [("numerator", &comparison.numerator), ("denominator", &comparison.denominator)] {
            if !arms.contains(arm) && !arm.is_empty() {
                problems.push(entry.problem(
                    "comparisons",
                    "datasets::unknown-arm",
                    format!("the {key} of the comparison {} is no arm: {}", quote(&comparison.name), quote(arm)),
                    format!("known are {}", crate::source::list(&arms.iter().map(String::as_str).collect::<Vec<_>>())),
                ));
            }
        }
    }
    let published = entry.optional_text("published", problems);
    if let Some(path) = &published {
        stays(entry, "published", path, problems);
    }
    let nodes = entry.list("datasets", problems).unwrap_or_default();
    let mut datasets: Vec<Dataset> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `datasets`", problems) else { continue };
        let Some(dataset) = dataset(source, &entry, problems) else { continue };
        if datasets.iter().any(|earlier| earlier.name == dataset.name) {
            problems.push(entry.problem(
                "name",
                "datasets::twice",
                format!("the dataset {} stands there twice", quote(&dataset.name)),
                "give each dataset of a phase a name of its own",
            ));
        }
        datasets.push(dataset);
    }
    if nodes.is_empty() && entry.entry("datasets").is_some() {
        problems.push(entry.problem(
            "datasets",
            "datasets::none",
            "the phase has no datasets",
            "declare at least one, or leave the phase out",
        ));
    }
    for dataset in &datasets {
        let Some(agrees) = &dataset.agrees_with else { continue };
        if !datasets.iter().any(|other| other.name == agrees.dataset && other.name != dataset.name) {
            problems.push(entry.problem(
                "datasets",
                "datasets::unknown-dataset",
                format!(
                    "{} is to agree with {}, which is no other dataset of the phase",
                    quote(&dataset.name),
                    quote(&agrees.dataset)
                ),
                "name a dataset of the same phase",
            ));
        }
    }
    PhaseData {
        phase: entry.text("phase", problems).unwrap_or_default(),
        line: entry.line(),
        outcome: entry.optional_text("outcome", problems).unwrap_or_else(|| "complete".to_owned()),
        arms,
        comparisons,
        published,
        datasets,
    }
}

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

fn dataset(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Option<Dataset> {
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
        options: pairs(source, entry, "options", problems),
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

fn named<T: Copy>(entry: &Fields<'_>, key: &str, known: &[(&str, T)], usual: T, problems: &mut Problems) -> T {
    if entry.optional(key).is_none() {
        return usual;
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let name = entry.name(key, &names, problems);
    known.iter().find(|(one, _)| Some(*one) == name.as_deref()).map_or(usual, |(_, value)| *value)
}

fn texts(entry: &Fields<'_>, key: &str, problems: &mut Problems) -> Vec<String> {
    let nodes = entry.optional_list(key, problems).unwrap_or_default();
    let mut out: Vec<String> = Vec::with_capacity(nodes.len());
    for (text, _) in entry.texts(nodes, key, problems) {
        if text.trim().is_empty() {
            problems.push(nameless(entry, key));
        } else if out.contains(&text) {
            problems.push(entry.problem(
                key,
                "datasets::twice",
                format!("{} stands twice in {}", quote(&text), quote(key)),
                "name it once",
            ));
        } else {
            out.push(text);
        }
    }
    out
}

/// A name that nobody could ask for, and that would stand in tables as a blank.
fn nameless(entry: &Fields<'_>, key: &str) -> Problem {
    let cause = format!("{} has a name without a letter", quote(key));
    entry.problem(key, "datasets::name", cause, "write a name, or take the entry out")
}

/// A path that does not leave its folder.
fn stays(entry: &Fields<'_>, key: &str, path: &str, problems: &mut Problems) {
    if let Some(why) = leaves(path) {
        problems.push(entry.problem(
            key,
            "datasets::path",
            format!("the path {} {why}", quote(path)),
            "name the file by its path below the folder",
        ));
    }
}

/// A map of texts; numbers and truths are taken as they are written.
fn pairs(source: &Source, entry: &Fields<'_>, key: &str, problems: &mut Problems) -> BTreeMap<String, String> {
    let Some(node) = entry.optional(key) else { return BTreeMap::new() };
    let Some(map) = Fields::of(source, node, format!("`{key}`"), problems) else { return BTreeMap::new() };
    map.entries().iter().filter_map(|entry| Some((entry.key.clone(), map.text(&entry.key, problems)?))).collect()
}

fn each<'a>(
    source: &'a Source,
    entry: &Fields<'a>,
    key: &str,
    problems: &mut Problems,
) -> Vec<(&'a Node, Option<Fields<'a>>)> {
    let nodes = entry.optional_list(key, problems).unwrap_or_default();
    let what = format!("an entry of `{key}`");
    let mut out = Vec::with_capacity(nodes.len());
    for node in nodes {
        // Some lists take a text in place of a map.
        let is_text = matches!(node.tree, crate::source::Tree::Text(_));
        out.push((node, if is_text { None } else { Fields::of(source, node, &*what, problems) }));
    }
    out
}

fn files(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<FileRule> {
    let mut out = Vec::new();
    for (node, fields) in each(source, entry, "files", problems) {
        let rule = match (&node.tree, fields) {
            (crate::source::Tree::Text(path), _) => {
                FileRule { path: path.clone(), line: source.line_at(node.span.start), case: None, arm: None }
            }
            (_, Some(fields)) => {
                fields.refuse_others(&["path", "case", "arm"], problems);
                FileRule {
                    path: fields.text("path", problems).unwrap_or_default(),
                    line: fields.line(),
                    case: fields.optional_text("case", problems),
                    arm: fields.optional_text("arm", problems),
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

fn better(fields: &Fields<'_>, problems: &mut Problems) -> Option<Direction> {
    let known = [("lower", Direction::Lower), ("higher", Direction::Higher), ("neither", Direction::None)];
    fields.optional("better")?;
    Some(named(fields, "better", &known, Direction::None, problems))
}

fn metrics(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<DeclaredMetric> {
    let mut out: Vec<DeclaredMetric> = Vec::new();
    for (node, fields) in each(source, entry, "metrics", problems) {
        let metric = match (&node.tree, fields) {
            (crate::source::Tree::Text(name), _) => DeclaredMetric {
                name: name.clone(),
                from: name.clone(),
                statistic: None,
                unit: None,
                meaning: String::new(),
                better: None,
            },
            (_, Some(fields)) => {
                fields.refuse_others(&["name", "from", "statistic", "unit", "meaning", "better"], problems);
                let name = fields.text("name", problems).unwrap_or_default();
                DeclaredMetric {
                    from: fields.optional_text("from", problems).unwrap_or_else(|| name.clone()),
                    statistic: fields.optional_text("statistic", problems),
                    unit: fields.optional_text("unit", problems),
                    meaning: fields.optional_text("meaning", problems).unwrap_or_default(),
                    better: better(&fields, problems),
                    name,
                }
            }
            _ => continue,
        };
        if metric.name.trim().is_empty() {
            problems.push(nameless(entry, "metrics"));
        }
        if out.iter().any(|other| other.from == metric.from) {
            problems.push(source.problem(
                "datasets::twice",
                node.span,
                format!("the metric {} of the files stands there twice", quote(&metric.from)),
                "name it once",
            ));
        }
        out.push(metric);
    }
    out
}

fn derived(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<Derived> {
    let mut out: Vec<Derived> = Vec::new();
    for (_, fields) in each(source, entry, "derived", problems) {
        let Some(fields) = fields else { continue };
        fields.refuse_others(&["name", "formula", "unit", "better"], problems);
        let (Some(name), Some(formula)) = (fields.text("name", problems), fields.text("formula", problems)) else {
            continue;
        };
        if name.trim().is_empty() {
            problems.push(nameless(&fields, "name"));
        } else if out.iter().any(|other| other.name == name) {
            problems.push(fields.problem(
                "name",
                "datasets::twice",
                format!("two formulas are called {}", quote(&name)),
                "give each a name of its own, under which a text finds its values",
            ));
        }
        out.push(Derived {
            name,
            formula,
            line: fields.line(),
            unit: fields.optional_text("unit", problems).unwrap_or_default(),
            better: better(&fields, problems),
        });
    }
    out
}

/// Figures of a series or of a ratio, beside which a quantile stands by its name.
const PARTS: [&str; 26] = [
    "count",
    "denominator_first",
    "high",
    "largest_block",
    "largest_left_out",
    "low",
    "mad",
    "max",
    "mean",
    "median",
    "min",
    "n",
    "numerator_first",
    "p",
    "p_floor",
    "sd",
    "seconds",
    "share",
    "smallest_block",
    "smallest_left_out",
    "spread",
    "sum",
    "sum_over_count",
    "u_p",
    "value",
    "values",
];

/// Whether a figure of a series has that name already: one of [`PARTS`], a run, or what a tool printed.
fn is_part(name: &str) -> bool {
    PARTS.contains(&name) || name.starts_with("run_") || name.starts_with("tool_")
}

fn quantiles(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<DeclaredQuantile> {
    let mut out: Vec<DeclaredQuantile> = Vec::new();
    for (_, fields) in each(source, entry, "quantiles", problems) {
        let Some(fields) = fields else { continue };
        fields.refuse_others(&["name", "at", "rule"], problems);
        let name = fields.text("name", problems);
        let at = fields.number("at", problems).filter(|at| {
            let inside = *at > 0.0 && *at < 1.0;
            if !inside {
                problems.push(fields.problem(
                    "at",
                    "datasets::quantile",
                    format!("{at} does not lie between 0 and 1"),
                    "write the quantile as a fraction, for instance 0.95",
                ));
            }
            inside
        });
        let rule = fields.name("rule", &Quantile::names(), problems).and_then(|name| Quantile::from_name(&name));
        let (Some(name), Some(at), Some(rule)) = (name, at, rule) else { continue };
        let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !plain || out.iter().any(|other| other.name == name) {
            problems.push(fields.problem(
                "name",
                "datasets::quantile",
                format!("{} can't be the name of a quantile, or stands there twice", quote(&name)),
                "name each its own way, for instance `p95`",
            ));
        }
        if is_part(&name) {
            problems.push(fields.problem(
                "name",
                "datasets::quantile",
                format!("{} is the name of another figure of a series", quote(&name)),
                "call it by what it is, for instance `p95`",
            ));
        }
        out.push(DeclaredQuantile { name, at, rule });
    }
    out
}

fn agrees(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Option<Agrees> {
    let node = entry.optional("agrees_with")?;
    let fields = Fields::of(source, node, "`agrees_with`", problems)?;
    fields.refuse_others(&["dataset", "metrics"], problems);
    Some(Agrees {
        dataset: fields.text("dataset", problems)?,
        line: fields.line(),
        metrics: pairs(source, &fields, "metrics", problems).into_iter().collect(),
    })
}

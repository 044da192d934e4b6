//! `datasets.yaml`: what the files of a phase hold that was not run by a plan.
//!
//! In: the text. Out: [`Datasets`], by phase: the arms, what is compared, and one entry a dataset with its files, its
//! format and how it is summarised. It stands beside `campaign.yaml`, pinned with it or added by the author later; the
//! report's manifest names its hash in either case.
//!
//! 1. The types, here.
//! 2. [`read()`]: the file and its phases; `dataset`, `metrics` and `values` read what these are made of.

mod dataset;
mod metrics;
mod read;
mod values;

pub use dataset::TAKEN;
pub use read::read;

use std::collections::BTreeMap;

use super::spec::NamedComparison;
use crate::analysis::Bootstrap;
use crate::analysis::quantile::Quantile;
use crate::number::Direction;

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
    /// Number of their run.
    pub run: Option<u32>,
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

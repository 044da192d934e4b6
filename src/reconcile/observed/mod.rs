//! Datasets: what the files of a phase without a plan say, put together by case, arm and metric.
//!
//! In: [`ObservedRecords`]. Out: [`Observed`]: per dataset its series, each value with file and line, and all else that
//! its files say.
//!
//! 1. [`series`]: whose each number is; series in the order of cases, metrics, arms.
//! 2. [`agreement`]: datasets that tell the same runs, held against one another.

pub mod agreement;
pub mod series;

use crate::ingest::ObservedRecords;
use crate::ingest::reading::{Bucket, Said, Transactions};
use crate::number::Direction;
use crate::problem::Outcome;

/// A phase without a plan, its files held against one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// One entry a dataset, in the order of their declaration.
    pub datasets: Vec<ObservedDataset>,
}

/// What the files of a dataset say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservedDataset {
    /// Cases in the order in which they first occur.
    pub cases: Vec<String>,
    /// Arms in declared order, or in that in which they first occur.
    pub arms: Vec<String>,
    /// Metrics in declared order, or in that in which they first occur.
    pub metrics: Vec<MetricOf>,
    /// One entry a case, metric and arm that has anything, in that order.
    pub series: Vec<Series>,
    /// Counts by range.
    pub histograms: Vec<HistogramOf>,
    /// Words that belong to runs, one entry a case, arm and name.
    pub words: Vec<WordsOf>,
    /// Logs of transactions, one entry a case and arm.
    pub drives: Vec<Drive>,
    /// What else the files say.
    pub said: Vec<SaidAt>,
    /// Metrics of the files that the declaration leaves out, with the number of their values.
    pub left_out: Vec<(String, usize)>,
    /// Values that another dataset tells too, and tells alike.
    pub agreeing: usize,
}

/// A metric of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricOf {
    /// Its name.
    pub name: String,
    /// What it is, in a word or two; may be empty.
    pub meaning: String,
    /// Its unit; may be empty.
    pub unit: String,
    /// Which way is better.
    pub better: Direction,
}

/// The values of one metric of one case under one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Index into [`ObservedDataset::cases`].
    pub case: usize,
    /// Index into [`ObservedDataset::arms`].
    pub arm: usize,
    /// Index into [`ObservedDataset::metrics`].
    pub metric: usize,
    /// One value a run, by run.
    pub samples: Vec<SampleAt>,
    /// The tool's own summaries.
    pub given: Vec<GivenAt>,
    /// Values that should be there and are not.
    pub missing: Vec<MissingAt>,
}

/// A place in a pinned file, with the line as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// Path below the campaign's folder.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// The line, shortened; empty where it is not kept.
    pub raw: String,
}

/// One value of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleAt {
    /// Number of the run: as the files number it, or counted from 0.
    pub run: u32,
    /// Place of the arm within the run, where it is known.
    pub order: Option<u32>,
    /// The value.
    pub value: f64,
    /// As printed.
    pub text: String,
    /// Part of the time in which it was counted, where the tool says so.
    pub share: Option<f64>,
    /// Where it stands.
    pub at: At,
}

/// A tool's own summary.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenAt {
    /// Which: `mean`, `p95`, `count`.
    pub statistic: String,
    /// Its unit: the metric's, or one of its own, for instance `count` among the summaries of a time.
    pub unit: String,
    /// Whether it is in the metric's unit, so that it can stand for the metric.
    pub of_metric: bool,
    /// The value.
    pub value: f64,
    /// As printed.
    pub text: String,
    /// Part of the time in which it was counted.
    pub share: Option<f64>,
    /// Spread over repeats in percent.
    pub spread: Option<f64>,
    /// Where it stands.
    pub at: At,
}

/// A value that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingAt {
    /// Which statistic, where it is a summary.
    pub statistic: Option<String>,
    /// The tool's reason.
    pub reason: String,
    /// Where it says so.
    pub at: At,
}

/// Counts by range, of one case and arm.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramOf {
    /// Index into [`ObservedDataset::cases`].
    pub case: usize,
    /// Index into [`ObservedDataset::arms`].
    pub arm: usize,
    /// What was counted.
    pub metric: String,
    /// Unit of the ranges.
    pub unit: String,
    /// The ranges.
    pub buckets: Vec<Bucket>,
    /// Where it stands.
    pub at: At,
}

/// Words that belong to the runs of one case and arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsOf {
    /// Index into [`ObservedDataset::cases`].
    pub case: usize,
    /// Index into [`ObservedDataset::arms`].
    pub arm: usize,
    /// What they are.
    pub name: String,
    /// The words of each run, with where they stand.
    pub runs: Vec<(String, At)>,
}

/// The transactions of one case and arm: one log a thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// Index into [`ObservedDataset::cases`].
    pub case: usize,
    /// Index into [`ObservedDataset::arms`].
    pub arm: usize,
    /// Path of each log below the campaign's folder.
    pub files: Vec<String>,
    /// The logs.
    pub logs: Vec<Transactions>,
}

/// What a file says besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidAt {
    /// Path below the campaign's folder.
    pub file: String,
    /// What it says.
    pub said: Said,
}

impl Series {
    /// The values of the samples, by run.
    pub fn values(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.value).collect()
    }

    /// The sample of a run.
    pub fn sample(&self, run: u32) -> Option<&SampleAt> {
        // Samples stand by run.
        let place = self.samples.binary_search_by_key(&run, |sample| sample.run).ok()?;
        self.samples.get(place)
    }

    /// A tool's summary by name.
    pub fn given(&self, statistic: &str) -> Option<&GivenAt> {
        self.given.iter().find(|given| given.statistic == statistic)
    }
}

impl ObservedDataset {
    /// Number of its values: of samples, of the tools' own summaries, of transactions and intervals.
    pub fn values(&self) -> usize {
        let series = self.series.iter().map(|one| one.samples.len() + one.given.len());
        let logs = self.drives.iter().flat_map(|drive| &drive.logs);
        series.sum::<usize>() + logs.map(|log| log.latencies.len() + log.intervals.len()).sum::<usize>()
    }

    /// The series of a case, metric and arm.
    pub fn series(&self, case: usize, metric: usize, arm: usize) -> Option<&Series> {
        // They stand in this order.
        let place =
            self.series.binary_search_by_key(&(case, metric, arm), |one| (one.case, one.metric, one.arm)).ok()?;
        self.series.get(place)
    }
}

/// Puts the datasets of a phase together.
///
/// # Errors
/// Arms that are not declared, a run that is there twice, units that differ within a metric, and values that two datasets
/// tell differently.
pub fn reconcile(records: &ObservedRecords) -> Outcome<Observed> {
    let assembled = records.datasets.iter().map(|dataset| series::assemble(&records.data, dataset));
    let mut datasets = crate::problem::gather(assembled)?;
    agreement::check(records, &mut datasets)?;
    Ok(Observed { datasets })
}

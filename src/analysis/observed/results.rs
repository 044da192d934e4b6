//! What the analysis of a dataset found, by place in the dataset.

use super::change::Change;
use super::histogram::Histogram;
use super::permutation::Permutation;
use super::summary::Summary;
use super::two_sample::TwoSample;
use super::{benchstat, rate};
use crate::analysis::Estimate;

/// The results of one dataset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DatasetResults {
    /// Of each series, in the order of the dataset's, what its samples say; `None` where it has none.
    pub summaries: Vec<Option<Summary>>,
    /// Values by formula, in the order of formulas, cases, arms.
    pub derived: Vec<DerivedValue>,
    /// Comparisons, in the order of comparisons, cases, metrics, then of formulas.
    pub comparisons: Vec<Compared>,
    /// Of each log of transactions, in the order of the dataset's, what it says.
    pub drives: Vec<Driven>,
}

/// A value by formula.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedValue {
    /// Which formula: an index into those of the declaration.
    pub formula: usize,
    /// Case.
    pub case: usize,
    /// Arm.
    pub arm: usize,
    /// The value, or why there is none, in one sentence without a full stop.
    pub value: Result<f64, String>,
    /// The metrics that went in, by index.
    pub from: Vec<usize>,
    /// Its values by run, where all of its operands are told in the same runs.
    pub runs: Vec<(u32, f64)>,
    /// What they say; `None` where there are none.
    pub summary: Option<Summary>,
    /// Why there are none, in one sentence without a full stop.
    pub apart: Option<String>,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A metric of the files.
    Metric(usize),
    /// A formula of the declaration.
    Formula(usize),
}

/// Two arms of one case, compared by one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Which comparison: an index into those of the phase.
    pub comparison: usize,
    /// Case.
    pub case: usize,
    /// Metric or formula.
    pub measure: Measure,
    /// The change of each statistic that both arms have, by name, the headline first; a change that can't be formed says
    /// why, in one sentence without a full stop.
    pub changes: Vec<(String, Result<Change, String>)>,
    /// How far the two lie apart where one of them is zero and so no ratio can be formed.
    pub difference: Option<Difference>,
    /// What the design allows to say besides.
    pub inference: Inference,
}

/// What stands in for a ratio where one of two numbers is zero. All have the unit of the measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The statistic that stands for the arms.
    pub statistic: String,
    /// The first arm's.
    pub numerator: f64,
    /// The second arm's.
    pub denominator: f64,
    /// The first less the second, which is not zero.
    pub value: f64,
    /// Whether the runs tell the arms apart: all of one arm are zero and those of the other all lie beyond it, or the
    /// permutation p of unpaired runs is below 0.05. `None` where there are no runs to tell.
    pub told_apart: Option<bool>,
}

/// What can be said of a comparison beyond the change itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Inference {
    /// Runs belong together: the geometric mean of the ratios of pairs, with its interval and diagnostics.
    Paired {
        /// The estimate; its blocks are the pairs.
        estimate: Box<Estimate>,
        /// Numbers of the runs that count.
        runs: Vec<u32>,
        /// Numbers of the runs in which an arm is missing.
        dropped: Vec<u32>,
        /// Whether every pair says which arm came first.
        ordered: bool,
    },
    /// Runs have nothing to do with one another.
    Unpaired {
        /// Ratio of the declared statistic with its bootstrap interval; why there is none where it can't be formed.
        ratio: Result<TwoSample, String>,
        /// Permutation test of the difference of the means (Fisher–Pitman).
        permutation: Option<Permutation>,
        /// As benchstat has it.
        benchstat: Option<Box<benchstat::Comparison>>,
    },
    /// Nothing, and why, in one sentence without a full stop.
    None(String),
}

/// What a log of transactions says.
#[derive(Clone, Debug, PartialEq)]
pub struct Driven {
    /// Latencies in microseconds described; `None` where the log has none.
    pub summary: Option<Summary>,
    /// Place of each latency that the summary names: log and line, by index into the latencies as they were joined.
    pub places: Vec<(usize, u32)>,
    /// Transactions that ended, by second of the drive.
    pub rate: Option<rate::Rate>,
    /// Latencies by range.
    pub histogram: Option<Histogram>,
    /// Entries without a latency, by their own word.
    pub without: Vec<(String, u64)>,
    /// Intervals of an aggregated log: transactions, and the sum of their latencies in microseconds.
    pub aggregated: Option<Aggregated>,
}

/// Sums over the intervals of an aggregated log.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregated {
    /// Intervals.
    pub intervals: usize,
    /// Transactions.
    pub count: u64,
    /// Mean latency in microseconds.
    pub mean: f64,
    /// Smallest latency.
    pub min: f64,
    /// Largest.
    pub max: f64,
}

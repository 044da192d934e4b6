//! What a reader of the tools' outputs makes of one file, the same for every format.
//!
//! A file gives [`Observation`]s: one number each, with the line it was printed on. What it says besides is a [`Said`] of a
//! kind ([`SaidKind`]): a benchmark that failed, a case that was skipped, a line that can't be read whole. Nothing that
//! a file says is dropped: what is no observation is said.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Number;

/// What a reader made of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The numbers in the order of the file.
    pub observations: Vec<Observation>,
    /// Counts by range, as the tool printed them.
    pub histograms: Vec<Histogram>,
    /// Words that belong to a run and can be compared, for instance the shape of a query's plan.
    pub texts: Vec<Worded>,
    /// A log of single transactions, where the format is one.
    pub transactions: Option<Transactions>,
    /// What else the file says, in its order.
    pub said: Vec<Said>,
}

/// Whose a number is, as far as the file says so. What it does not say, the declaration of its dataset does.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whose {
    /// What was measured: a benchmark, a query, a probed function.
    pub case: Option<SmolStr>,
    /// Under what: one of the compared arms.
    pub arm: Option<SmolStr>,
    /// Number of the run; runs of the same number belong together.
    pub run: Option<u32>,
    /// Place of the arm within its run.
    pub order: Option<u32>,
}

/// One number of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Line it was printed on, from 1.
    pub line: u32,
    /// Whose it is, shared by the numbers of one owner: files have millions.
    pub whose: Arc<Whose>,
    /// What was measured, by the tool's own word: `cycles`, `Execution Time`, `ns/op`.
    pub metric: SmolStr,
    /// Its unit as [`crate::number::Scale`] knows it (`ns`, `µs`, `ms`, `s`, `B`, `kB`, `count`, `percent`, `ratio`), or
    /// another word; empty where the tool gives none.
    pub unit: SmolStr,
    /// What the tool did to come to the number.
    pub statistic: Statistic,
    /// The number, or why there is none.
    pub value: Result<Number, String>,
    /// What the tool says about the number itself; few do.
    pub about: Option<Box<About>>,
}

/// What a tool says about a number that it printed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct About {
    /// Part of the time in which it was counted, between 0 and 1, where a tool that multiplexes says so.
    pub share: Option<f64>,
    /// Spread over repeats as the tool printed it, in percent of the number.
    pub spread: Option<f64>,
}

/// What a tool did to come to a number that it printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statistic {
    /// Nothing: one run, one value.
    #[default]
    Sample,
    /// Its own summary of runs that it does not show, by name: `mean`, `median`, `p95`, `sd`, `min`, `max`, `sum`,
    /// `count`, or another word of the tool's.
    Given(String),
}

/// Counts by range.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Line of its head, from 1.
    pub line: u32,
    /// Whose it is.
    pub whose: Whose,
    /// What was counted, by the tool's own word.
    pub metric: SmolStr,
    /// Unit of the ranges' ends.
    pub unit: SmolStr,
    /// Ranges in order, each with the number of values from `low` to below `high` and its line. An open end is infinite.
    pub buckets: Vec<Bucket>,
}

/// A range of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Bucket {
    /// Line, from 1.
    pub line: u32,
    /// Least value in it; may be minus infinity.
    pub low: f64,
    /// Least value beyond it; may be infinity.
    pub high: f64,
    /// How many.
    pub count: u64,
}

/// Words that belong to a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worded {
    /// Line on which they begin, from 1.
    pub line: u32,
    /// Whose they are.
    pub whose: Whose,
    /// What they are, for instance `plan shape`.
    pub name: String,
    /// The words.
    pub text: String,
}

/// Something a file says that is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Line, from 1.
    pub line: u32,
    /// What kind of thing it is.
    pub kind: SaidKind,
    /// What it is about, where it is about a case.
    pub case: Option<SmolStr>,
    /// One sentence with a full stop, with the file's own words in backquotes ([`crate::source::quote`]) where they matter.
    pub text: String,
}

/// Kinds of things that a file says besides its numbers, gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SaidKind {
    /// A case failed, panicked or was killed: whatever it measured can't be trusted or is not there.
    Failed,
    /// A line or record that can't be read whole, for instance one broken by a print; quoted raw.
    Damaged,
    /// The run was broken off: what should follow is not there.
    Aborted,
    /// A case was skipped.
    Skipped,
    /// A number that is not there, with the tool's own reason: `<not supported>`.
    Missing,
    /// A setting or a fact about the machine, `name: value`.
    Setting,
    /// Anything else worth telling.
    Remark,
}

/// A log of transactions, one entry a line, in columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transactions {
    /// Line of each entry, from 1.
    pub lines: Vec<u32>,
    /// End of each, in microseconds since 1970-01-01T00:00:00Z.
    pub ends: Vec<i64>,
    /// Latency of each in microseconds; negative where there is none, with the reason in `states`.
    pub latencies: Vec<f64>,
    /// Number of the script of each.
    pub scripts: Vec<u16>,
    /// Lag behind the schedule in microseconds, where the log has the column; otherwise empty.
    pub lags: Vec<f64>,
    /// Retries of each after serialization failures and deadlocks, where the log has the column; otherwise empty.
    pub retries: Vec<u32>,
    /// Entries without a latency, by index: `skipped`, or the failure's own word.
    pub states: Vec<(usize, String)>,
    /// Transactions that were made and are not in the log, as with `--sampling-rate`, at least: with any, what the log
    /// holds of a second is no rate of the drive.
    pub unlogged: u64,
    /// Intervals of an aggregated log; the columns above are empty then.
    pub intervals: Vec<Interval>,
}

/// An interval of an aggregated log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interval {
    /// Line, from 1.
    pub line: u32,
    /// Its begin in seconds since 1970-01-01T00:00:00Z.
    pub start: i64,
    /// Transactions.
    pub count: u64,
    /// Sum of the latencies in microseconds.
    pub sum: f64,
    /// Sum of their squares.
    pub sum_of_squares: f64,
    /// Smallest latency.
    pub min: f64,
    /// Largest.
    pub max: f64,
    /// Further columns by name, for instance `skipped`.
    pub more: Vec<(String, f64)>,
}

impl Observation {
    /// A sample without case and arm.
    pub fn sample(line: u32, metric: impl Into<SmolStr>, unit: impl Into<SmolStr>, number: Number) -> Self {
        Observation::new(line, metric, unit, Ok(number))
    }

    /// A sample without case and arm, or why there is no number.
    pub fn new(line: u32, metric: impl Into<SmolStr>, unit: impl Into<SmolStr>, value: Result<Number, String>) -> Self {
        Observation {
            line,
            whose: Arc::default(),
            metric: metric.into(),
            unit: unit.into(),
            statistic: Statistic::Sample,
            value,
            about: None,
        }
    }

    /// The same with another owner.
    pub fn of(mut self, whose: impl Into<Arc<Whose>>) -> Self {
        self.whose = whose.into();
        self
    }

    /// The same in another run, or in none that the file tells.
    pub fn in_run(&mut self, run: Option<u32>) {
        if self.whose.run != run {
            Arc::make_mut(&mut self.whose).run = run;
        }
    }

    /// Part of the time in which it was counted, if the tool says so.
    pub fn share(&self) -> Option<f64> {
        self.about.as_ref()?.share
    }

    /// Spread over repeats as the tool printed it, in percent of the number.
    pub fn spread(&self) -> Option<f64> {
        self.about.as_ref()?.spread
    }

    /// The same as the tool's own summary of that name.
    pub fn given(mut self, statistic: impl Into<String>) -> Self {
        self.statistic = Statistic::Given(statistic.into());
        self
    }
}

impl About {
    /// The same for an [`Observation`]: nothing where nothing is said.
    pub fn told(self) -> Option<Box<About>> {
        (self != About::default()).then(|| Box::new(self))
    }
}

impl Whose {
    /// Of a case.
    pub fn case(case: impl Into<SmolStr>) -> Self {
        Whose { case: Some(case.into()), ..Whose::default() }
    }
}

impl Said {
    /// Of a line.
    pub fn new(line: u32, kind: SaidKind, text: impl Into<String>) -> Self {
        Said { line, kind, case: None, text: text.into() }
    }

    /// The same about a case.
    pub fn of(mut self, case: impl Into<SmolStr>) -> Self {
        self.case = Some(case.into());
        self
    }
}

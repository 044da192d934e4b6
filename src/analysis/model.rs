//! What goes into the analysis and what comes out.

/// What was pinned before the first run, and what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Arm names in plan order.
    pub arms: Vec<String>,
    /// Number of blocks of each case.
    pub blocks: usize,
    /// Planned repeats of each process.
    pub repeats: usize,
    /// Which arms are compared.
    pub comparisons: Vec<Comparison>,
    /// Metrics in the order of the pinned analysis.
    pub metrics: Vec<String>,
    /// How the interval is made.
    pub bootstrap: Bootstrap,
    /// True: a case with a missing process or repeat has no result. False: its incomplete blocks are dropped whole and
    /// listed.
    pub complete_cases_only: bool,
    /// The cases in plan order.
    pub cases: Vec<CaseSamples>,
}

/// Numerator over denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Its name, for instance `final/before`.
    pub name: String,
    /// Index of the numerator in [`Experiment::arms`].
    pub numerator: usize,
    /// Index of the denominator.
    pub denominator: usize,
}

/// How the bootstrap interval is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// Number of resamples, at least 1.
    pub resamples: usize,
    /// Seed; each (case, comparison, metric) starts afresh from it.
    pub seed: u64,
    /// Index generator.
    pub generator: super::rng::Generator,
    /// Nominal level, between 0 and 1.
    pub level: f64,
    /// Quantile definition of the interval ends.
    pub quantile: super::quantile::Quantile,
}

/// The samples of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseSamples {
    /// Its name.
    pub name: String,
    /// Position within the block, by arm and block: `position[arm][block]`.
    pub position: Vec<Vec<usize>>,
    /// One entry a metric, in the order of [`Experiment::metrics`].
    pub metrics: Vec<MetricSamples>,
}

/// The samples of one metric of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricSamples {
    /// `values[arm][block]`: the repeats in order; empty where the process gave none.
    pub values: Vec<Vec<Vec<f64>>>,
}

/// Everything the analysis found.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// One entry a case, in plan order.
    pub cases: Vec<CaseResult>,
}

/// One case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub outcome: CaseOutcome,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseOutcome {
    /// It has estimates: one entry a metric, in the order of [`Experiment::metrics`].
    Analysed(Vec<MetricResult>),
    /// It has none.
    NotAvailable {
        /// Samples of the first metric that exist all the same.
        samples: usize,
        /// Processes (arm, block) that lack a repeat of the first metric.
        incomplete: Vec<(usize, usize)>,
    },
}

/// One metric of one case.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricResult {
    /// It has estimates.
    Analysed(MetricEstimates),
    /// The case does not report this metric, or not in every process.
    NotReported,
}

/// Estimates of one metric of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricEstimates {
    /// Blocks that count, in order.
    pub blocks: Vec<usize>,
    /// Blocks dropped since an arm is incomplete there.
    pub dropped: Vec<usize>,
    /// `medians[arm][i]`: process median in block `blocks[i]`.
    pub medians: Vec<Vec<f64>>,
    /// `absolute[arm]`: median over blocks of the process medians.
    pub absolute: Vec<f64>,
    /// One entry a comparison, in the order of [`Experiment::comparisons`].
    pub comparisons: Vec<Estimate>,
}

/// A ratio with its interval and diagnostics. All values are ratios, numerator over denominator.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// `exp(mean(ln ratio))` over blocks.
    pub ratio: f64,
    /// Low end of the bootstrap percentile interval.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// Per block the ratio of process medians, in the order of [`MetricEstimates::blocks`].
    pub block_ratios: Vec<f64>,
    /// Per block whether the numerator ran before the denominator.
    pub numerator_first: Vec<bool>,
    /// Smallest and largest estimate with one block left out; `None` with a single block.
    pub leave_one_block_out: Option<(f64, f64)>,
    /// Geometric mean over the blocks in which the numerator ran first, if there are any.
    pub order_numerator_first: Option<f64>,
    /// Geometric mean over the others, if there are any.
    pub order_denominator_first: Option<f64>,
}

/// Why a ratio can't be formed.
#[derive(Clone, Debug, PartialEq)]
pub struct Impossible {
    /// Case.
    pub case: String,
    /// Metric.
    pub metric: String,
    /// Arm whose process median stands in the way: an index into [`Experiment::arms`].
    pub arm: usize,
    /// Block.
    pub block: usize,
    /// The process median.
    pub median: f64,
    /// What is wrong with it.
    pub obstacle: Obstacle,
}

/// What keeps a ratio of process medians from being a positive number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Obstacle {
    /// The median is zero.
    Zero,
    /// It is negative.
    Negative,
    /// It is NaN or infinite.
    NotFinite,
    /// Both medians are positive numbers, but their quotient is too large or too small for a double.
    OutOfRange,
}

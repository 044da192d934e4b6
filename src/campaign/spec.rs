//! `analysis.yaml`.

use crate::analysis::Bootstrap;

/// The pinned analysis, schema `rebench/analysis/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Repeats to process; `median` is the one known.
    pub summary: String,
    /// `geometric-mean-of-block-ratios` is the one known.
    pub estimand: String,
    /// `median-of-process-medians` is the one known.
    pub absolute: String,
    /// How the interval is made.
    pub bootstrap: Bootstrap,
    /// Whether a case with a missing process has no result.
    pub complete_cases_only: bool,
    /// Comparisons by arm name.
    pub comparisons: Vec<NamedComparison>,
    /// Metrics in order.
    pub metrics: Vec<String>,
    /// Confounds.
    pub confounds: Vec<Confound>,
    /// Diagnostics asked for.
    pub diagnostics: Vec<String>,
    /// Line of each top-level key, for messages.
    pub lines: std::collections::BTreeMap<String, u32>,
}

/// Numerator over denominator, by arm name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedComparison {
    /// Its name.
    pub name: String,
    /// Arm.
    pub numerator: String,
    /// Arm.
    pub denominator: String,
}

/// A metric that must not differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confound {
    /// Its name.
    pub name: String,
    /// The metric.
    pub metric: String,
    /// `equal-within-comparison` is the one known.
    pub rule: String,
}

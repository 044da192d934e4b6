//! Quantile definitions, known by name.

/// A quantile definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantile {
    /// R type 7, NumPy's default.
    Linear,
    /// R type 1.
    NearestRank,
}

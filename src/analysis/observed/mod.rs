//! Statistics of plain series of values, for measurements that no plan was frozen for. Nothing here knows of files or
//! formats.
//!
//! In: series of doubles, and what was declared about them (a statistic, a generator, a level). Out: numbers with the
//! method that made them; where there is none, why.
//!
//! 1. [`statistic`]: which number of a series is meant: mean, median, or a quantile by name.
//! 2. [`summary`]: one series described, with the places of the values that are single measurements.
//! 3. [`change`]: ratio and percent change between two numbers, or between a statistic of two series.
//! 4. [`two_sample`]: the bootstrap interval of such a ratio where the series are not paired.
//! 5. [`permutation`] and [`mann_whitney`]: tests of two series that are not paired; [`holm`] for a family of them.
//! 6. [`benchstat`]: two series as benchstat shows them; [`median_interval`] is its interval.
//! 7. [`pairs`]: series paired by run, made into an [`Experiment`](super::Experiment) of which
//!    [`analyse`](super::analyse) does the rest.
//! 8. [`histogram`] and [`rate`]: many values counted into ranges, or by when they ended.
//! 9. [`formula`]: a measure derived from others, `instructions / cycles`.

pub mod benchstat;
pub mod change;
pub mod formula;
pub mod histogram;
pub mod holm;
pub mod mann_whitney;
pub mod median_interval;
pub mod pairs;
pub mod permutation;
pub mod rate;
pub mod statistic;
pub mod summary;
pub mod two_sample;

pub use statistic::Statistic;
pub use summary::{NamedQuantile, Summary};

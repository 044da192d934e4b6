//! The frozen analysis: samples in, estimates out. It knows nothing of files.
//!
//! 1. [`Experiment`]: what was pinned and what was measured.
//! 2. Process summary: the median over the repeats of a process.
//! 3. [`Estimate`]: per block the ratio of two process medians, over blocks their geometric mean, and a percentile
//!    bootstrap over blocks.
//! 4. [`Results`]: every case × comparison × metric, computed in parallel, the same bits for every thread count.

pub mod model;
pub mod quantile;
pub mod rng;

pub use model::*;

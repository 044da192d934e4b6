//! The frozen analysis: samples in, estimates out. It knows nothing of files.
//!
//! In: an [`Experiment`], what was pinned and what was measured. Out: [`Results`], every case × comparison × metric,
//! computed in parallel, the same bits for every thread count.
//!
//! 1. `process`: the median over the repeats of a process ([`summary`]), and which blocks count.
//! 2. [`ratio`]: per block the ratio of two process medians, over blocks their geometric mean ([`sum`]), diagnostics.
//! 3. [`bootstrap`]: the percentile interval over blocks, with the pinned generator ([`rng`]) and [`quantile`].
//! 4. [`analyse`]: all of it, for all of them.
//! 5. [`mod@reference`]: the results as the pinned analyzer prints them, and how far the two agree.
//! 6. [`companion`]: what other methods say of the same block ratios, and how often the frozen interval covers. No part of
//!    the frozen analysis.
//! 7. [`scatter`]: what the data say about themselves: spread, a block apart from the others, the order of the arms.
//! 8. [`observed`]: statistics of plain series of values, for data that no plan was frozen for.

pub mod bootstrap;
pub mod companion;
mod experiment;
pub mod model;
pub mod observed;
mod process;
pub mod quantile;
pub mod ratio;
pub mod reference;
pub mod rng;
pub mod scatter;
pub mod sum;
pub mod summary;

pub use experiment::analyse;
pub use model::*;

//! Printed numbers: one policy for every output.
//!
//! In: doubles and counts. Out: text. Rounding is decimal, half away from zero on the shortest decimal that parses back
//! to the same double, so a printed 2.35 stands for [2.345, 2.355). Minus is U+2212, thousands are parted by commas,
//! and what must not be torn apart is held by no-break spaces.
//!
//! 1. [`decimal`]: exact decimal rounding.
//! 2. [`mod@unit`]: scales of units, one for a whole column.
//! 3. [`text`]: the printed forms (ratio, interval, change, value, count).

pub mod decimal;
pub mod text;
pub mod unit;

pub use decimal::Decimal;
pub use unit::{Direction, Metric, Scale};

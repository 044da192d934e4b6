//! The estimand, the geometric mean of block ratios, with its diagnostics.
//!
//! In: per block the process medians of numerator and denominator. Out: a [`BlockRatio`] each, and of them an
//! [`Estimate`]. It is paired: the ratio of the
//! arms' absolute medians is another number.

use super::bootstrap::Resampling;
use super::model::{Bootstrap, Estimate, Obstacle};
use super::sum::fsum;

/// `exp(fsum(logs) / n)`; NaN of nothing.
pub fn geometric_mean(logs: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = logs.len() as f64;
    libm::exp(fsum(logs) / n)
}

/// One block of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockRatio {
    ratio: f64,
    numerator_first: bool,
}

impl BlockRatio {
    /// Of the process medians of one block.
    ///
    /// # Errors
    /// What keeps the ratio from being a positive number: of the numerator, of the denominator, or of both.
    pub fn new(numerator: f64, denominator: f64, numerator_first: bool) -> Result<Self, [Option<Obstacle>; 2]> {
        quotient(numerator, denominator).map(|ratio| BlockRatio { ratio, numerator_first })
    }
}

/// The ratio of two positive numbers.
///
/// # Errors
/// What keeps it from being a positive number: of the numerator, of the denominator, or of both.
pub fn quotient(numerator: f64, denominator: f64) -> Result<f64, [Option<Obstacle>; 2]> {
    let ratio = numerator / denominator;
    match [Obstacle::of(numerator), Obstacle::of(denominator)] {
        [None, None] if ratio > 0.0 && ratio.is_finite() => Ok(ratio),
        [None, None] => Err([Some(Obstacle::OutOfRange); 2]),
        obstacles => Err(obstacles),
    }
}

impl Obstacle {
    fn of(median: f64) -> Option<Self> {
        if !median.is_finite() {
            Some(Obstacle::NotFinite)
        } else if median == 0.0 {
            Some(Obstacle::Zero)
        } else if median < 0.0 {
            Some(Obstacle::Negative)
        } else {
            None
        }
    }
}

/// The estimate over block ratios in block order. `resampling` is of as many blocks. NaN without blocks.
pub fn estimate(blocks: &[BlockRatio], resampling: &Resampling, bootstrap: &Bootstrap) -> Estimate {
    let logs: Vec<f64> = blocks.iter().map(|block| libm::log(block.ratio)).collect();
    let (low, high) = resampling.interval(&logs, bootstrap.level, bootstrap.quantile);
    Estimate {
        ratio: geometric_mean(logs.iter().copied()),
        low,
        high,
        block_ratios: blocks.iter().map(|block| block.ratio).collect(),
        numerator_first: blocks.iter().map(|block| block.numerator_first).collect(),
        leave_one_block_out: leave_one_block_out(&logs),
        order_numerator_first: of_order(blocks, &logs, true),
        order_denominator_first: of_order(blocks, &logs, false),
    }
}

/// Smallest and largest geometric mean with one block left out; `None` with fewer than two.
fn leave_one_block_out(logs: &[f64]) -> Option<(f64, f64)> {
    if logs.len() < 2 {
        return None;
    }
    let mut rest: Vec<f64> = Vec::with_capacity(logs.len());
    let means = (0..logs.len()).map(|left_out| {
        rest.clear();
        rest.extend(logs.iter().enumerate().filter(|&(block, _)| block != left_out).map(|(_, log)| log));
        geometric_mean(rest.iter().copied())
    });
    Some(means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), mean| (low.min(mean), high.max(mean))))
}

/// Geometric mean over the blocks in which the numerator ran first, or over those in which it did not.
fn of_order(blocks: &[BlockRatio], logs: &[f64], numerator_first: bool) -> Option<f64> {
    let of_order = blocks.iter().zip(logs).filter(|(block, _)| block.numerator_first == numerator_first);
    let logs: Vec<f64> = of_order.map(|(_, &log)| log).collect();
    (!logs.is_empty()).then(|| geometric_mean(logs.into_iter()))
}

//! The interval for a median between two order statistics, as benchstat makes it.
//!
//! Source: `QuantileCI` of github.com/aclements/go-moremath/stats (quantileci.go) for the quantile ½. From the middle of
//! the binomial distribution outwards it adds up what lies between neighbouring order statistics until the level is
//! reached, the lower side first. So its ranks need not be symmetric, and it can be narrower than
//! [`order_statistic`](super::super::companion::order_statistic()): of 11 values it runs from the 2nd to the 9th. Beyond 30
//! values it takes the normal approximation. Where not even smallest and largest value reach the level it is unbounded.

use statrs::distribution::{ContinuousCDF, Normal};

/// The binomial distribution is used up to so many values.
const MOST_BINOMIAL: usize = 30;
/// Go's `Choose` counts in integers up to here, and takes logarithms of factorials beyond.
const MOST_IN_INTEGERS: usize = 20;

/// Which order statistics of n values bound their median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MedianInterval {
    /// Rank of the low end, from 1; 0 where it is unbounded.
    pub low: usize,
    /// Rank of the high end; n + 1 where it is unbounded.
    pub high: usize,
    /// The level it has, at least that asked for; 1 where it is unbounded on both sides.
    pub level: f64,
}

impl MedianInterval {
    /// Of `n` values, at least of `level`.
    pub fn of(n: usize, level: f64) -> Self {
        if n == 0 || level.is_nan() || level >= 1.0 {
            MedianInterval { low: 0, high: n.saturating_add(1), level: 1.0 }
        } else if n <= MOST_BINOMIAL {
            Self::binomial(n, level)
        } else {
            Self::normal(n, level)
        }
    }

    /// True if both ends are values of the series.
    pub fn bounded(&self, n: usize) -> bool {
        self.low >= 1 && self.high <= n
    }

    fn binomial(n: usize, level: f64) -> Self {
        // What lies between the k-th and the next value, and nothing beyond.
        let between = |k: i64| match usize::try_from(k) {
            Ok(k) if k <= n => libm::ldexp(choose(n, k), -(n as i32)),
            _ => 0.0,
        };
        let middle = (n as i64 + 2) / 2 - 1;
        let (mut low, mut high, mut reached) = (middle, middle + 1, between(middle));
        while reached < level {
            let (left, right) = (between(low - 1), between(high));
            if left == 0.0 && right == 0.0 {
                break;
            } else if left >= right {
                reached += left;
                low -= 1;
            } else {
                reached += right;
                high += 1;
            }
        }
        MedianInterval { low: low as usize, high: high as usize, level: reached }
    }

    fn normal(n: usize, level: f64) -> Self {
        let (mean, deviation) = (n as f64 / 2.0, libm::sqrt(n as f64) / 2.0);
        let quantile = Normal::standard().inverse_cdf((1.0 - level.max(0.0)) / 2.0);
        // statrs takes logarithms from the platform; nine decimals are the same on all.
        let away = -libm::round(quantile * 1e9) / 1e9 * deviation;
        let between = |low: f64, high: f64| {
            let below = |at: f64| 0.5 * libm::erfc(-(at - 0.5 - mean) / deviation / std::f64::consts::SQRT_2);
            below(high) - below(low)
        };
        // Rounded outwards to halves: between k − ½ and k + ½ the curve stands for k of the binomial.
        let (low, mut high) = (libm::floor(mean - away - 0.5) + 1.0, libm::ceil(mean + away - 0.5) + 1.0);
        let mut reached = between(low, high);
        let narrower = between(low, high - 1.0);
        if narrower >= level && narrower < reached {
            (reached, high) = (narrower, high - 1.0);
        }
        if low <= 0.0 && high >= n as f64 + 1.0 {
            reached = 1.0;
        }
        MedianInterval { low: low.max(0.0) as usize, high: high.min(n as f64 + 1.0) as usize, level: reached }
    }
}

/// C(n, k), as Go computes it: beyond 20 a mirrored pair may differ in the last place, and that decides which of them
/// comes first.
fn choose(n: usize, k: usize) -> f64 {
    if n <= MOST_IN_INTEGERS {
        let count = (1..=k.min(n - k) as u64).fold(1, |choices, i| choices * (n as u64 + 1 - i) / i);
        return count as f64;
    }
    if k == 0 || k == n {
        return 1.0;
    }
    let logarithm = |n: usize| libm::lgamma(n as f64 + 1.0);
    libm::exp(logarithm(n) - logarithm(k) - logarithm(n - k))
}

#[cfg(test)]
mod tests {
    use super::super::super::companion::order_statistic;
    use super::*;

    fn of(n: usize, level: f64) -> (usize, usize, f64) {
        let MedianInterval { low, high, level } = MedianInterval::of(n, level);
        (low, high, level)
    }

    #[test]
    fn show() {
        for n in 1..45 {
            eprintln!(
                "{n} {:?} {:?}",
                of(n, 0.95),
                order_statistic(&(1..=n).map(|at| at as f64).collect::<Vec<_>>(), 0.95)
            );
            if n > 20 && n <= 30 {
                for k in 0..n / 2 {
                    if choose(n, k) != choose(n, n - k) {
                        eprintln!("  {k} {:e} {:e}", choose(n, k), choose(n, n - k));
                    }
                }
            }
        }
    }
}

//! Which number of a series is meant.

use super::super::quantile::Quantile;
use super::super::sum::fsum;
use super::super::summary::median;

/// A statistic of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    /// The sum, rounded once, over the number of values.
    Mean,
    /// The middle value, or the mean of the middle two.
    Median,
    /// A quantile.
    Quantile {
        /// From 0 to 1.
        at: f64,
        /// By which definition.
        rule: Quantile,
    },
}

impl Statistic {
    /// That of `values` in any order; `None` of nothing, NaN if a value is.
    pub fn of(self, values: &[f64]) -> Option<f64> {
        match self {
            Statistic::Mean => mean(values),
            Statistic::Median => median(values),
            Statistic::Quantile { .. } if values.iter().any(|value| value.is_nan()) => Some(f64::NAN),
            Statistic::Quantile { at, rule } => {
                let mut sorted = values.to_vec();
                sorted.sort_unstable_by(f64::total_cmp);
                (!sorted.is_empty()).then(|| rule.of_sorted(&sorted, at))
            }
        }
    }
}

/// What the sum of values near the largest double is scaled by, so that it stays a double.
const SMALLER: f64 = 1.0 / (1u64 << 63) as f64;

/// The correctly rounded sum over the number of values; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let n = values.len() as f64;
    let mean = fsum(values.iter().copied()) / n;
    // The sum may leave the range of doubles though no value and so no mean does. A power of two changes no digit of
    // what is large, and the small ones do not count beside it.
    if !mean.is_finite() && values.iter().all(|value| value.is_finite()) {
        return Some(fsum(values.iter().map(|value| value * SMALLER)) / n / SMALLER);
    }
    Some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const P95: Statistic = Statistic::Quantile { at: 0.95, rule: Quantile::NearestRank };

    #[test]
    fn each_is_what_its_name_says() {
        let values = [4.0, 1.0, 10.0, 2.0];
        assert_eq!(Statistic::Mean.of(&values), Some(4.25));
        assert_eq!(Statistic::Median.of(&values), Some(3.0));
        assert_eq!(P95.of(&values), Some(10.0));
        assert_eq!(Statistic::Quantile { at: 0.5, rule: Quantile::Linear }.of(&values), Some(3.0));
    }

    #[test]
    fn of_nothing_there_is_none_and_of_nan_nan() {
        for statistic in [Statistic::Mean, Statistic::Median, P95] {
            assert_eq!(statistic.of(&[]), None);
            assert!(statistic.of(&[1.0, f64::NAN, 2.0]).is_some_and(f64::is_nan));
        }
    }

    #[test]
    fn a_mean_is_rounded_once_and_stays_among_the_values() {
        assert_eq!(mean(&[0.1; 10]), Some(0.1));
        assert_eq!(mean(&[1e16, 1.0, 1.0, -1e16]), Some(0.5));
        assert_eq!(mean(&[f64::MAX, f64::MAX]), Some(f64::MAX));
        assert_eq!(mean(&[f64::MAX, f64::MAX, -f64::MAX, -f64::MAX, 8.0]), Some(1.6));
        assert_eq!(mean(&[1.0, f64::INFINITY]), Some(f64::INFINITY));
    }

    proptest! {
        #[test]
        fn the_order_of_values_changes_no_bit(values in prop::collection::vec(-1e9f64..1e9, 1..40), by in 0usize..40) {
            let mut turned = values.clone();
            turned.rotate_left(by % values.len());
            for statistic in [Statistic::Mean, Statistic::Median, P95] {
                prop_assert_eq!(statistic.of(&values).unwrap().to_bits(), statistic.of(&turned).unwrap().to_bits());
            }
        }
    }
}

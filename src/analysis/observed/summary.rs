//! One series described.
//!
//! In: values in the order measured, and which quantiles are wanted. Out: a [`Summary`]. What is a single measured value
//! (smallest, largest, a quantile by nearest rank, the median of an odd number) comes with its place in the input, so
//! that it can be followed to its line.

use super::super::quantile::Quantile;
use super::super::sum::fsum;
use super::super::summary::median;
use super::statistic::mean;

/// A quantile that is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuantile {
    /// What it is called, for instance `p95`.
    pub name: String,
    /// From 0 to 1; one beyond counts as the nearer of them.
    pub at: f64,
    /// By which definition.
    pub rule: Quantile,
}

/// A value and, where it is one of the series, its place there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The value.
    pub value: f64,
    /// Index of the first value of the series equal to it; `None` where it is put together from two.
    pub place: Option<usize>,
}

/// A series described. All values have the unit of the series.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Number of values, at least 1.
    pub n: usize,
    /// The sum, rounded once, over the number of values.
    pub mean: f64,
    /// The middle value, or the mean of the middle two.
    pub median: Placed,
    /// Smallest value.
    pub min: Placed,
    /// Largest value.
    pub max: Placed,
    /// Sample standard deviation, by n − 1; `None` of a single value, and where squares leave the range of doubles.
    pub standard_deviation: Option<f64>,
    /// Median of the absolute deviations from the median, not scaled.
    pub mad: f64,
    /// In the order asked for.
    pub quantiles: Vec<Placed>,
}

/// Why a series can't be described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSummary {
    /// It has no values.
    Empty,
    /// A value is NaN or infinite.
    NotFinite {
        /// Index of the first such value.
        place: usize,
    },
}

impl Summary {
    /// Describes `values`. They are sorted once, n·log n; all else takes time proportional to n.
    ///
    /// # Errors
    /// There is none of an empty series, nor of one with a value that is not finite.
    pub fn of(values: &[f64], quantiles: &[NamedQuantile]) -> Result<Self, NoSummary> {
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            return Err(NoSummary::NotFinite { place });
        }
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (Some(mean), Some(&min), Some(&max), Some(middle)) =
            (mean(values), sorted.first(), sorted.last(), median(&sorted))
        else {
            return Err(NoSummary::Empty);
        };
        let place = |value: f64| values.iter().position(|&other| other == value);
        let placed = |value: f64, single: bool| Placed { value, place: if single { place(value) } else { None } };
        let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
        let quantile = |wanted: &NamedQuantile| {
            placed(wanted.rule.of_sorted(&sorted, wanted.at), wanted.rule == Quantile::NearestRank)
        };
        Ok(Summary {
            n: values.len(),
            mean,
            median: placed(middle, values.len() % 2 == 1),
            min: placed(min, true),
            max: placed(max, true),
            standard_deviation: standard_deviation(values, mean, min == max),
            mad: median(&deviations).unwrap_or(f64::NAN),
            quantiles: quantiles.iter().map(quantile).collect(),
        })
    }
}

/// From the exact sum of the rounded squares.
fn standard_deviation(values: &[f64], mean: f64, equal: bool) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    // Of equal values the mean may be off by its last bit, which is no spread.
    let squares = if equal { 0.0 } else { fsum(values.iter().map(|value| (value - mean) * (value - mean))) };
    let deviation = libm::sqrt(squares / (values.len() - 1) as f64);
    deviation.is_finite().then_some(deviation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quantile(name: &str, at: f64, rule: Quantile) -> NamedQuantile {
        NamedQuantile { name: name.into(), at, rule }
    }

    /// Python 3.11: `statistics.fmean`, `median`, `stdev`; the deviation of the median and the quantiles by hand.
    #[test]
    fn a_series_is_described_with_places() {
        let values = [1726.0, 1723.0, 1707.0, 1707.0, 1713.0, 1729.0, 1736.0, 1707.0, 1705.0, 1774.0, 1715.0];
        let wanted = [quantile("p95", 0.95, Quantile::NearestRank), quantile("p25", 0.25, Quantile::Linear)];
        let found = Summary::of(&values, &wanted).unwrap();
        assert_eq!((found.n, found.mean), (11, 1722.0));
        assert_eq!(found.median, Placed { value: 1715.0, place: Some(10) });
        assert_eq!(found.min, Placed { value: 1705.0, place: Some(8) });
        assert_eq!(found.max, Placed { value: 1774.0, place: Some(9) });
        assert!((found.standard_deviation.unwrap() - 20.149441679609886).abs() < 1e-13);
        assert_eq!(found.mad, 8.0);
        assert_eq!(found.quantiles[0], Placed { value: 1774.0, place: Some(9) });
        assert_eq!(found.quantiles[1], Placed { value: 1707.0, place: None });
    }

    #[test]
    fn of_tied_values_the_first_is_named() {
        let found = Summary::of(&[3.0, 2.0, 2.0, 3.0, 2.0], &[]).unwrap();
        assert_eq!((found.min.place, found.median.place, found.max.place), (Some(1), Some(1), Some(0)));
        assert_eq!(Summary::of(&[0.0, -0.0], &[]).unwrap().min.place, Some(0));
    }

    #[test]
    fn the_median_of_an_even_number_has_no_place() {
        let found = Summary::of(&[4.0, 4.0], &[quantile("p50", 0.5, Quantile::NearestRank)]).unwrap();
        assert_eq!(found.median, Placed { value: 4.0, place: None });
        assert_eq!(found.quantiles[0].place, Some(0));
    }

    #[test]
    fn degenerate_series_are_told() {
        assert_eq!(Summary::of(&[], &[]), Err(NoSummary::Empty));
        assert_eq!(Summary::of(&[1.0, f64::NAN, f64::INFINITY], &[]), Err(NoSummary::NotFinite { place: 1 }));
        let one = Summary::of(&[5.0], &[]).unwrap();
        assert_eq!((one.mean, one.standard_deviation, one.mad), (5.0, None, 0.0));
        assert_eq!(Summary::of(&[0.1; 3], &[]).unwrap().standard_deviation, Some(0.0));
        let wide = Summary::of(&[f64::MAX, -f64::MAX], &[]).unwrap();
        assert_eq!((wide.mean, wide.standard_deviation), (0.0, None));
    }

    proptest! {
        #[test]
        fn the_order_changes_places_only(values in prop::collection::vec(-1e3f64..1e3, 1..50), by in 0usize..50) {
            let wanted = [quantile("p90", 0.9, Quantile::NearestRank), quantile("p10", 0.1, Quantile::R8)];
            let mut turned = values.clone();
            turned.rotate_left(by % values.len());
            let (a, b) = (Summary::of(&values, &wanted).unwrap(), Summary::of(&turned, &wanted).unwrap());
            prop_assert_eq!((a.mean, a.median.value, a.mad), (b.mean, b.median.value, b.mad));
            for (found, values) in [(&a, &values), (&b, &turned)] {
                for placed in [found.min, found.max, found.quantiles[0]] {
                    prop_assert_eq!(values[placed.place.unwrap()], placed.value);
                }
            }
            prop_assert!(a.min.value <= a.mean && a.mean <= a.max.value);
        }
    }
}

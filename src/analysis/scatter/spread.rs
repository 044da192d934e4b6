//! How far repeats scatter within their process, and process medians between blocks.

use super::super::sum::fsum;

/// The spread of one arm, as parts of the mean: 0.05 is five percent. `None` where there is no second value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Between the repeats of a process: root mean square, over processes, of their coefficients of variation.
    pub repeats: Option<f64>,
    /// Between blocks: the coefficient of variation of the process medians.
    pub blocks: Option<f64>,
}

/// The coefficient of variation, s / mean with n − 1 in s: unlike a range it does not grow with the number of values, so
/// that three repeats and six blocks can be held against each other. Equal values have none, exactly. `None` of fewer
/// than two values, of a mean that is not positive, or of values that are not finite.
pub fn coefficient_of_variation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let n = values.len() as f64;
    let mean = fsum(values.iter().copied()) / n;
    // Of equal values the mean may be off by its last bit, which is no spread.
    let equal = values.windows(2).all(|pair| pair.first() == pair.last());
    let squares = if equal { 0.0 } else { fsum(values.iter().map(|value| (value - mean) * (value - mean))) };
    let part = libm::sqrt(squares / (n - 1.0)) / mean;
    (mean > 0.0 && part.is_finite()).then_some(part)
}

/// The spread of an arm: of the repeats of each of its processes, and of its process medians.
pub fn spread<'a>(processes: impl Iterator<Item = &'a [f64]>, medians: &[f64]) -> Spread {
    let parts: Option<Vec<f64>> = processes.map(coefficient_of_variation).collect();
    let repeats = parts.filter(|parts| !parts.is_empty()).map(|parts| {
        let n = parts.len() as f64;
        libm::sqrt(fsum(parts.iter().map(|part| part * part)) / n)
    });
    Spread { repeats, blocks: coefficient_of_variation(medians) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_is_the_standard_deviation_over_the_mean() {
        assert_eq!(coefficient_of_variation(&[8.0, 10.0, 12.0]), Some(0.2));
        assert_eq!(coefficient_of_variation(&[0.1; 7]), Some(0.0));
        assert_eq!(coefficient_of_variation(&[3.0]), None);
        assert_eq!(coefficient_of_variation(&[-1.0, 1.0]), None);
        assert_eq!(coefficient_of_variation(&[f64::NAN, 1.0]), None);
    }

    #[test]
    fn processes_count_alike_whatever_their_level() {
        let found = spread([&[8.0, 10.0, 12.0][..], &[100.0, 100.0, 100.0]].into_iter(), &[10.0, 100.0]);
        assert!((found.repeats.unwrap() - libm::sqrt(0.04 / 2.0)).abs() < 1e-15);
        assert_eq!(found.blocks, coefficient_of_variation(&[10.0, 100.0]));
        assert_eq!(spread([&[1.0][..]].into_iter(), &[1.0]), Spread::default());
        assert_eq!(spread(std::iter::empty(), &[]), Spread::default());
    }

    proptest! {
        #[test]
        fn a_unit_changes_nothing(values in prop::collection::vec(1f64..1e6, 2..9)) {
            let own = coefficient_of_variation(&values).unwrap();
            let other = coefficient_of_variation(&values.iter().map(|value| value * 1024.0).collect::<Vec<_>>()).unwrap();
            prop_assert_eq!(own, other);
            prop_assert!(own >= 0.0 && own <= libm::sqrt(values.len() as f64) + 1e-9);
        }
    }
}

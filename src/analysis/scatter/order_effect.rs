//! What the order of two arms went with: block ratios with the numerator first against those with the denominator first.

use super::super::sum::fsum;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// From how many standard errors on two groups of blocks lie apart.
pub const APART: f64 = 2.0;

/// Numerator first over denominator first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderEffect {
    /// Geometric mean of the block ratios with the numerator first over that of the others.
    pub ratio: f64,
    /// How far the two means of log ratios lie apart, in standard errors of their difference: the spread within the groups
    /// is pooled. `None` where no group has a second block, or where there is no spread within either.
    pub errors: Option<f64>,
    /// In how many of a hundred comparisons chance alone brings the groups [`APART`] errors apart: of t with two degrees of
    /// freedom fewer than blocks. As a part, 0.12 is twelve.
    pub by_chance: Option<f64>,
}

impl OrderEffect {
    /// True where the groups lie at least [`APART`] standard errors apart.
    pub fn stands_out(&self) -> bool {
        self.errors.is_some_and(|errors| errors >= APART)
    }
}

/// The effect of block ratios, with a truth a block: whether the numerator ran first. `None` where one group is empty.
pub fn order_effect(ratios: &[f64], numerator_first: &[bool]) -> Option<OrderEffect> {
    let group = |numerator: bool| -> Vec<f64> {
        let blocks = ratios.iter().zip(numerator_first).filter(|(_, first)| **first == numerator);
        blocks.map(|(ratio, _)| libm::log(*ratio)).collect()
    };
    let groups = [group(true), group(false)];
    if groups.iter().any(Vec::is_empty) {
        return None;
    }
    let means = groups.each_ref().map(|logs| fsum(logs.iter().copied()) / logs.len() as f64);
    let difference = means[0] - means[1];
    let freedom = (ratios.len() as f64) - 2.0;
    // Of equal logarithms the mean may be off by its last bit, which is no spread.
    let squares = groups.iter().zip(means).filter(|(logs, _)| logs.windows(2).any(|pair| pair.first() != pair.last()));
    let squares = fsum(squares.flat_map(|(logs, mean)| logs.iter().map(move |log| (log - mean) * (log - mean))));
    let inverse: f64 = groups.iter().map(|logs| 1.0 / logs.len() as f64).sum();
    let error = libm::sqrt(squares / freedom * inverse);
    let errors = (freedom >= 1.0 && error > 0.0).then(|| difference.abs() / error).filter(|errors| errors.is_finite());
    let by_chance = errors.and_then(|_| StudentsT::new(0.0, 1.0, freedom).ok()).map(|t| {
        // statrs takes logarithms from the platform, and the last digits may be its own. Nine decimals are the same on all.
        libm::round(2.0 * (1.0 - t.cdf(APART)) * 1e9) / 1e9
    });
    Some(OrderEffect { ratio: libm::exp(difference), errors, by_chance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn e(logs: &[f64]) -> Vec<f64> {
        logs.iter().map(|log| libm::exp(*log)).collect()
    }

    /// By hand: means 2 and 5, sums of squares 2 and 2, so s² = 1 on four degrees of freedom, error √(2/3).
    #[test]
    fn groups_are_apart_by_their_pooled_error() {
        let first = [true, true, true, false, false, false];
        let found = order_effect(&e(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), &first).unwrap();
        assert!((found.ratio - libm::exp(-3.0)).abs() < 1e-12);
        assert!((found.errors.unwrap() - 3.0 / libm::sqrt(2.0 / 3.0)).abs() < 1e-9);
        // SciPy: 2 * stats.t.sf(2, 4).
        assert!((found.by_chance.unwrap() - 0.116_116_524).abs() < 1e-8);
        assert!(found.stands_out());
        assert!(!order_effect(&e(&[1.0, 2.0, 3.0, 2.0, 3.0, 4.0]), &first).unwrap().stands_out());
    }

    #[test]
    fn what_cannot_be_judged_has_no_errors() {
        assert_eq!(order_effect(&[1.0, 1.1], &[true, true]), None);
        assert_eq!(order_effect(&[], &[]), None);
        let two = order_effect(&[1.0, 2.0], &[true, false]).unwrap();
        assert_eq!((two.ratio, two.errors, two.by_chance), (0.5, None, None));
        let flat = order_effect(&[0.507; 6], &[true, false, true, false, true, false]).unwrap();
        assert_eq!((flat.ratio, flat.errors, flat.stands_out()), (1.0, None, false));
    }

    proptest! {
        #[test]
        fn turning_the_order_turns_the_ratio(blocks in prop::collection::vec((0.5f64..2.0, any::<bool>()), 3..9)) {
            let (ratios, first): (Vec<f64>, Vec<bool>) = blocks.into_iter().unzip();
            let turned: Vec<bool> = first.iter().map(|first| !first).collect();
            match (order_effect(&ratios, &first), order_effect(&ratios, &turned)) {
                (Some(a), Some(b)) => {
                    prop_assert!((a.ratio * b.ratio - 1.0).abs() < 1e-12);
                    prop_assert_eq!(a.stands_out(), b.stands_out());
                }
                (a, b) => prop_assert_eq!(a, b),
            }
        }
    }
}

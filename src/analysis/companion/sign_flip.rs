//! The exact sign-flip test of the mean log ratio (Fisher's randomisation test of one sample).

/// 2¹⁹ sums take a few milliseconds; each block more doubles them.
const MOST_BLOCKS: usize = 20;
/// Sums that differ by less than this part of the largest one count as equal: what is equal in the reals differs in
/// doubles by a few units of the last place.
const TIE: f64 = 1e-12;

/// Outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignFlip {
    /// Two-sided p: the part of all 2ⁿ choices of signs whose sum lies at least as far from 0 as the one observed.
    pub p: f64,
    /// The least p that as many blocks can give, 2 / 2ⁿ.
    pub floor: f64,
}

/// Tests whether logarithms of ratios, one a block, lie evenly about 0. It assumes that each block's is as likely as its
/// negative. A sum tied with the observed one counts as far as that. `None` without blocks, with more than twenty, or
/// where a logarithm is not finite.
pub fn sign_flip(logs: &[f64]) -> Option<SignFlip> {
    let (&first, others) = logs.split_first()?;
    let largest: f64 = logs.iter().map(|log| log.abs()).sum();
    if logs.len() > MOST_BLOCKS || !largest.is_finite() {
        return None;
    }
    let observed = logs.iter().sum::<f64>().abs();
    // All signs turned give the same distance from 0: the first block keeps its own.
    let far = count(first, others, observed - TIE * largest);
    let choices = 1u64 << others.len();
    Some(SignFlip { p: far as f64 / choices as f64, floor: 1.0 / choices as f64 })
}

/// How many choices of signs for `rest` bring `sum` at least `distance` away from 0.
fn count(sum: f64, rest: &[f64], distance: f64) -> u64 {
    match rest.split_first() {
        Some((&next, rest)) => count(sum + next, rest, distance) + count(sum - next, rest, distance),
        None => u64::from(sum.abs() >= distance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_on_one_side_is_the_least_that_can_be() {
        let found = sign_flip(&[-0.03, -0.01, -0.02, -0.04, -0.05, -0.06]).unwrap();
        assert_eq!(found, SignFlip { p: 0.03125, floor: 0.03125 });
        let five = sign_flip(&[0.1; 5]).unwrap();
        assert_eq!((five.p, five.floor), (0.0625, 0.0625));
    }

    #[test]
    fn degenerate_blocks_have_a_p_all_the_same() {
        assert_eq!(sign_flip(&[0.3]), Some(SignFlip { p: 1.0, floor: 1.0 }));
        assert_eq!(sign_flip(&[0.0; 6]).unwrap().p, 1.0);
        assert_eq!(sign_flip(&[0.1, 0.0, 0.0]).unwrap().p, 1.0);
        assert_eq!(sign_flip(&[0.1, -0.1]).unwrap().p, 1.0);
        assert_eq!(sign_flip(&[]), None);
        assert_eq!(sign_flip(&[0.1; 21]), None);
        assert_eq!(sign_flip(&[0.1, f64::NAN]), None);
        assert_eq!(sign_flip(&[0.1, f64::INFINITY]), None);
    }

    /// In doubles 0.1 + 0.2 lies above 0.3: the three sums that are 0 in the reals are far from equal in the last place.
    #[test]
    fn sums_equal_in_the_reals_are_ties() {
        assert_eq!(sign_flip(&[0.1, 0.2, -0.3]).unwrap().p, 1.0);
        assert_eq!(sign_flip(&[0.3, 0.2, 0.1, -0.3]).unwrap().p, 0.75);
    }

    proptest! {
        #[test]
        fn neither_order_nor_common_sign_nor_scale_matters(logs in prop::collection::vec(-1.0f64..1.0, 1..10), by in 0usize..10) {
            let p = sign_flip(&logs).unwrap();
            let mut turned: Vec<f64> = logs.iter().map(|log| log * -4.0).collect();
            turned.rotate_left(by % logs.len());
            prop_assert_eq!(sign_flip(&turned).unwrap(), p);
            prop_assert!(p.floor <= p.p && p.p <= 1.0);
        }
    }
}

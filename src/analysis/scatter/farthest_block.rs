//! The block ratio that lies farthest from the others, by Dixon's Q (W. J. Dixon 1950; r₁₀).

use super::super::ratio::geometric_mean;

/// The block ratio that lies farthest from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarthestBlock {
    /// Its place among the block ratios.
    pub at: usize,
    /// Dixon's Q: the distance of its logarithm from the next one, as a part of the whole range. Between 0 and 1.
    pub q: f64,
    /// What Q exceeds in five of a hundred sets of as many normal log ratios.
    pub critical: f64,
    /// The geometric mean of the others.
    pub left_out: f64,
}

impl FarthestBlock {
    /// True where Q exceeds its critical value: the block stands out.
    pub fn stands_out(&self) -> bool {
        self.q > self.critical
    }
}

/// Two-sided critical values at 5 %, for three values to twenty (D. B. Rorabacher, Anal. Chem. 63, 1991, 139–146, table 1).
const CRITICAL: [f64; 18] = [
    0.970, 0.829, 0.710, 0.625, 0.568, 0.526, 0.493, 0.466, 0.444, 0.426, 0.410, 0.396, 0.384, 0.374, 0.365, 0.356,
    0.349, 0.342,
];

/// The farthest of block ratios, by their logarithms; of two as far, the higher. Two blocks that lie apart on one side
/// hide each other. `None` with fewer than three blocks or more than twenty, or where all are the same.
pub fn farthest_block(ratios: &[f64]) -> Option<FarthestBlock> {
    let critical = *CRITICAL.get(ratios.len().checked_sub(3)?)?;
    let mut sorted: Vec<(f64, usize)> = ratios.iter().enumerate().map(|(at, ratio)| (libm::log(*ratio), at)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (lowest, highest) = (*sorted.first()?, *sorted.last()?);
    let range = highest.0 - lowest.0;
    if !(range > 0.0 && range.is_finite()) {
        return None;
    }
    let below = sorted.get(1)?.0 - lowest.0;
    let above = highest.0 - sorted.get(sorted.len() - 2)?.0;
    let (gap, at) = if above >= below { (above, highest.1) } else { (below, lowest.1) };
    let others: Vec<f64> =
        ratios.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, ratio)| libm::log(*ratio)).collect();
    Some(FarthestBlock { at, q: gap / range, critical, left_out: geometric_mean(others.into_iter()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::rng::Uniforms;
    use proptest::prelude::*;

    #[test]
    fn the_gap_is_a_part_of_the_range() {
        let e = |x: f64| libm::exp(x);
        let found = farthest_block(&[e(0.0), e(4.0), e(1.0), e(1.0)]).unwrap();
        assert_eq!((found.at, found.critical), (1, 0.829));
        assert!((found.q - 0.75).abs() < 1e-12 && !found.stands_out());
        assert!((found.left_out - e(2.0 / 3.0)).abs() < 1e-12);
        let low = farthest_block(&[e(0.0), e(-9.0), e(1.0), e(0.5), e(0.7), e(0.2)]).unwrap();
        assert!(low.at == 1 && low.stands_out());
    }

    #[test]
    fn where_nothing_can_lie_apart_there_is_none() {
        for ratios in [&[][..], &[1.0], &[1.0, 2.0], &[0.5; 6], &[1.0; 21], &[f64::NAN, 1.0, 1.0], &[0.0, 1.0, 1.0]] {
            assert_eq!(farthest_block(ratios), None, "{ratios:?}");
        }
    }

    /// The table is one of a paper: normal values exceed it in five of a hundred sets, whatever their number.
    #[test]
    fn critical_values_are_exceeded_in_five_of_a_hundred_sets() {
        const SETS: usize = 20_000;
        for blocks in [3, 4, 6, 9, 12, 20] {
            let mut uniforms = Uniforms::new(blocks as u64);
            let mut normal = || {
                let (a, b) = (uniforms.draw(), uniforms.draw());
                libm::sqrt(-2.0 * libm::log(1.0 - a)) * libm::cos(2.0 * std::f64::consts::PI * b)
            };
            let out = (0..SETS).filter(|_| {
                let ratios: Vec<f64> = (0..blocks).map(|_| libm::exp(normal())).collect();
                farthest_block(&ratios).is_some_and(|found| found.stands_out())
            });
            let part = out.count() as f64 / SETS as f64;
            // Four standard errors.
            assert!((part - 0.05).abs() < 4.0 * libm::sqrt(0.05 * 0.95 / SETS as f64), "{blocks} blocks: {part}");
        }
    }

    proptest! {
        #[test]
        fn the_order_of_blocks_and_the_unit_change_nothing(ratios in prop::collection::vec(0.1f64..10.0, 3..12)) {
            let found = farthest_block(&ratios).unwrap();
            let mut turned = ratios.clone();
            turned.reverse();
            let other = farthest_block(&turned).unwrap();
            prop_assert_eq!(found.q, other.q);
            prop_assert!(found.q > 0.0 && found.q <= 1.0);
        }
    }
}

//! The bootstrap without a generator: every resample of few blocks, weighed by how many of the nⁿ equally likely draws
//! give it (Fisher and Hall 1991).
//!
//! n blocks have C(2n − 1, n) multisets, 462 of 6 and 1,352,078 of 12.

use super::super::model::{Bootstrap, Estimate};
use super::super::quantile::Quantile;
use super::super::sum::Summands;

/// Thirteen blocks have five million multisets.
pub const MOST_BLOCKS: usize = 12;
/// How many standard errors a frozen interval end may lie off.
const STANDARD_ERRORS: f64 = 4.0;

/// What a frozen interval end estimates, and whether it can be that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactBootstrap {
    /// Low end of the exact percentile interval.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// The exact tail that the frozen low end cuts off: probability below it, and below or at it.
    pub below_low: (f64, f64),
    /// The same above the frozen high end.
    pub above_high: (f64, f64),
    /// True if the frozen low end may come from so many resamples: the nominal tail lies between the two probabilities,
    /// within four binomial standard errors and one rank.
    pub low_consistent: bool,
    /// The same of the high end.
    pub high_consistent: bool,
}

impl ExactBootstrap {
    /// True if both ends are.
    pub fn consistent(&self) -> bool {
        self.low_consistent && self.high_consistent
    }
}

/// The exact percentile interval for ratios whose logarithms are `logs`, one a block, by the pinned quantile definition
/// over all nⁿ draws; and the frozen `estimate` held against it. `None` without blocks, or with more than twelve.
pub fn exact_bootstrap(logs: &[f64], estimate: &Estimate, bootstrap: &Bootstrap) -> Option<ExactBootstrap> {
    let draws = Draws::of(logs)?;
    let tail = (1.0 - bootstrap.level) / 2.0;
    let below_low = (draws.part(|ratio| ratio < estimate.low), draws.part(|ratio| ratio <= estimate.low));
    let above_high =
        (1.0 - draws.part(|ratio| ratio <= estimate.high), 1.0 - draws.part(|ratio| ratio < estimate.high));
    let resamples = bootstrap.resamples as f64;
    let off = STANDARD_ERRORS * libm::sqrt(tail * (1.0 - tail) / resamples) + 1.0 / resamples;
    let consistent = |end: f64, (beyond, to): (f64, f64)| end.is_finite() && beyond - off <= tail && tail <= to + off;
    Some(ExactBootstrap {
        low: draws.quantile(bootstrap.quantile, tail),
        high: draws.quantile(bootstrap.quantile, 1.0 - tail),
        below_low,
        above_high,
        low_consistent: consistent(estimate.low, below_low),
        high_consistent: consistent(estimate.high, above_high),
    })
}

/// Sums of logarithms of all draws, ascending, each with the number of draws that lie below or at it.
struct Draws {
    sums: Vec<(f64, u64)>,
    blocks: usize,
}

impl Draws {
    fn of(logs: &[f64]) -> Option<Self> {
        let blocks = logs.len();
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            return None;
        }
        let summands = Summands::new(logs, blocks);
        let mut sums = Vec::new();
        let mut drawn = Vec::with_capacity(blocks);
        multisets(0, blocks, blocks, 1, &mut drawn, &mut |drawn, weight| {
            sums.push((summands.sum(drawn.iter().copied()), weight));
        });
        sums.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut total = 0;
        for (_, weight) in &mut sums {
            total += *weight;
            *weight = total;
        }
        Some(Draws { sums, blocks })
    }

    /// Number of draws, nⁿ.
    fn total(&self) -> u64 {
        self.sums.last().map_or(0, |&(_, to)| to)
    }

    /// The statistic, formed as the frozen analysis forms it.
    fn ratio(&self, sum: f64) -> f64 {
        libm::exp(sum / self.blocks as f64)
    }

    fn quantile(&self, quantile: Quantile, q: f64) -> f64 {
        quantile.of_places(self.total(), q, |place| {
            let at = self.sums.partition_point(|&(_, to)| to <= place);
            self.sums.get(at).map_or(f64::NAN, |&(sum, _)| self.ratio(sum))
        })
    }

    /// Probability of a draw with a ratio of that kind, which holds of all ratios up to some value.
    fn part(&self, kind: impl Fn(f64) -> bool) -> f64 {
        let end = self.sums.partition_point(|&(sum, _)| kind(self.ratio(sum)));
        let to = end.checked_sub(1).and_then(|last| self.sums.get(last)).map_or(0, |&(_, to)| to);
        to as f64 / self.total() as f64
    }
}

/// Calls `each` with every multiset of `left` blocks from `block` on, added to `drawn`, and its number of orders times
/// `weight`. Twelve blocks have 12¹² draws, which 64 bits hold.
fn multisets(
    block: usize,
    blocks: usize,
    left: usize,
    weight: u64,
    drawn: &mut Vec<usize>,
    each: &mut impl FnMut(&[usize], u64),
) {
    let start = drawn.len();
    if block + 1 == blocks || left == 0 {
        drawn.extend(std::iter::repeat_n(block, left));
        each(drawn, weight);
        drawn.truncate(start);
        return;
    }
    // C(left, times).
    let mut orders = 1;
    for times in 0..=left {
        multisets(block + 1, blocks, left - times, weight * orders, drawn, each);
        drawn.push(block);
        orders = orders * (left - times) as u64 / (times as u64 + 1);
    }
    drawn.truncate(start);
}

#[cfg(test)]
mod tests {
    use super::super::super::bootstrap::Resampling;
    use super::super::super::rng::Generator;
    use super::*;
    use proptest::prelude::*;
    use std::num::NonZeroU32;

    fn bootstrap(level: f64, quantile: Quantile, resamples: usize) -> Bootstrap {
        Bootstrap { resamples, seed: 7, generator: Generator::NumpyPcg64, level, quantile }
    }

    /// An estimate of which the interval alone counts.
    fn frozen(low: f64, high: f64) -> Estimate {
        Estimate {
            ratio: 1.0,
            low,
            high,
            block_ratios: Vec::new(),
            numerator_first: Vec::new(),
            leave_one_block_out: None,
            order_numerator_first: None,
            order_denominator_first: None,
        }
    }

    fn logs(n: usize) -> Vec<f64> {
        (0..n).map(|block| libm::sin(block as f64 * 1.7) * 0.02).collect()
    }

    #[test]
    fn all_draws_are_there_once() {
        for (n, multisets) in [(1, 1), (2, 3), (6, 462), (8, 6435), (10, 92378)] {
            let draws = Draws::of(&logs(n)).unwrap();
            assert_eq!(draws.sums.len(), multisets);
            assert_eq!(draws.total(), (n as u64).pow(n as u32));
        }
    }

    /// Word by word: all nⁿ lists of blocks.
    #[test]
    fn it_is_the_quantile_of_all_lists() {
        for n in [1usize, 2, 3, 5, 6] {
            let logs = logs(n);
            let mut all: Vec<f64> = (0..n.pow(n as u32))
                .map(|mut list| {
                    let drawn: Vec<usize> = (0..n)
                        .map(|_| {
                            let block = list % n;
                            list /= n;
                            block
                        })
                        .collect();
                    libm::exp(Summands::new(&logs, n).sum(drawn.into_iter()) / n as f64)
                })
                .collect();
            all.sort_by(f64::total_cmp);
            for quantile in Quantile::ALL {
                let exact = exact_bootstrap(&logs, &frozen(1.0, 1.0), &bootstrap(0.9, quantile, 100)).unwrap();
                assert_eq!(exact.low, quantile.of_sorted(&all, 0.04999999999999999), "{n} {quantile:?}");
                assert_eq!(exact.high, quantile.of_sorted(&all, 0.95), "{n} {quantile:?}");
            }
        }
    }

    #[test]
    fn every_generator_is_consistent_with_it_and_a_shifted_end_is_not() {
        for n in [2u32, 4, 6, 7] {
            let logs = logs(n as usize);
            for generator in Generator::ALL {
                for quantile in Quantile::ALL {
                    let resampling = Resampling::new(generator, 391_706, NonZeroU32::new(n).unwrap(), 5000);
                    let (low, high) = resampling.interval(&logs, 0.95, quantile);
                    let settings = bootstrap(0.95, quantile, 5000);
                    assert!(exact_bootstrap(&logs, &frozen(low, high), &settings).unwrap().consistent());
                    let shifted = exact_bootstrap(&logs, &frozen(low * 0.98, high * 0.99), &settings).unwrap();
                    assert!(!shifted.low_consistent && !shifted.high_consistent, "{n} {shifted:?}");
                }
            }
        }
    }

    #[test]
    fn an_interval_of_another_level_is_inconsistent() {
        let resampling = Resampling::new(Generator::PythonRandom, 1, NonZeroU32::new(6).unwrap(), 20_000);
        let (low, high) = resampling.interval(&logs(6), 0.9, Quantile::Linear);
        let found = exact_bootstrap(&logs(6), &frozen(low, high), &bootstrap(0.95, Quantile::Linear, 20_000)).unwrap();
        assert!(!found.low_consistent && !found.high_consistent);
        assert!((found.below_low.0..=found.below_low.1).contains(&0.05) || (found.below_low.0 - 0.05).abs() < 0.01);
    }

    #[test]
    fn degenerate_blocks_are_told() {
        let settings = bootstrap(0.95, Quantile::Linear, 1000);
        assert_eq!(exact_bootstrap(&[], &frozen(1.0, 1.0), &settings), None);
        assert_eq!(exact_bootstrap(&[0.0; 13], &frozen(1.0, 1.0), &settings), None);
        let one = exact_bootstrap(&[libm::log(1.25)], &frozen(1.25, 1.25), &settings).unwrap();
        assert_eq!((one.low, one.high, one.below_low, one.consistent()), (1.25, 1.25, (0.0, 1.0), true));
        let equal = exact_bootstrap(&[0.0; 6], &frozen(1.0, 1.0), &settings).unwrap();
        assert_eq!((equal.low, equal.high, equal.consistent()), (1.0, 1.0, true));
        let other = exact_bootstrap(&[0.0; 6], &frozen(0.9, 1.1), &settings).unwrap();
        assert!(!other.low_consistent && !other.high_consistent);
        assert!(!exact_bootstrap(&[0.0; 6], &frozen(f64::NAN, f64::NAN), &settings).unwrap().consistent());
        let nowhere = exact_bootstrap(&[f64::NAN; 3], &frozen(1.0, 1.0), &settings).unwrap();
        assert!(nowhere.low.is_nan() && !nowhere.consistent());
    }

    proptest! {
        #[test]
        fn blocks_bound_it_and_their_order_does_not_matter(
            values in prop::collection::vec(-2.0f64..2.0, 1..8),
            by in 0usize..8,
            which in 0usize..5,
        ) {
            let settings = bootstrap(0.95, Quantile::ALL[which], 1000);
            let exact = exact_bootstrap(&values, &frozen(1.0, 1.0), &settings).unwrap();
            let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
            let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(libm::exp(smallest) * (1.0 - 1e-15) <= exact.low && exact.low <= exact.high);
            prop_assert!(exact.high <= libm::exp(largest) * (1.0 + 1e-15));
            let mut turned = values.clone();
            turned.rotate_left(by % values.len());
            prop_assert_eq!(exact_bootstrap(&turned, &frozen(1.0, 1.0), &settings).unwrap(), exact);
        }
    }
}

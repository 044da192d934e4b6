//! The percentile bootstrap over blocks.
//!
//! In: log ratios, one a block. Out: the ends of an interval. The indices drawn depend on generator, seed, number of
//! blocks and number of resamples alone, so a [`Resampling`] made once serves every comparison and metric with as many
//! blocks, and each is resampled as if the generator had been seeded afresh for it.
//!
//! The statistic of a resample is exp of the mean of the drawn log ratios. Their sum is exactly rounded, so it depends on
//! which blocks were drawn how often and not on their order. Few blocks have few such multisets, C(2n − 1, n); each is
//! evaluated once and counts as often as it was drawn.

use super::quantile::Quantile;
use super::rng::Generator;
use super::sum::Summands;
use std::num::NonZeroU32;

/// Eight blocks have 6,435 multisets, nine 24,310: more than there usually are resamples, so that counting costs more than
/// it saves.
pub(super) const MOST_COUNTED: u32 = 8;
/// Tallies beyond this many slots would leave the cache.
const MOST_SLOTS: u64 = 1 << 16;
/// Indices drawn at once, about.
const BATCH: usize = 1 << 13;

/// The blocks that a generator draws for a number of resamples, each of `n` of `n` blocks.
#[derive(Clone, Debug)]
pub struct Resampling {
    generator: Generator,
    seed: u64,
    n: NonZeroU32,
    resamples: usize,
    /// The distinct multisets, where there are few blocks.
    multisets: Option<Multisets>,
}

/// Multisets of blocks, in the order of their keys.
#[derive(Clone, Debug)]
struct Multisets {
    /// `n` blocks a multiset, ascending.
    blocks: Vec<u8>,
    /// How often each was drawn.
    times: Vec<usize>,
}

impl Resampling {
    /// Draws serially, resample by resample, from a generator seeded afresh.
    pub fn new(generator: Generator, seed: u64, n: NonZeroU32, resamples: usize) -> Self {
        let mut resampling = Resampling { generator, seed, n, resamples, multisets: None };
        if n.get() <= MOST_COUNTED {
            resampling.multisets = Some(resampling.count());
        }
        resampling
    }

    /// The statistics of all resamples, as `(value, times)`, ascending by value. `logs` has one entry a block.
    pub fn statistics(&self, logs: &[f64]) -> Vec<(f64, usize)> {
        let summands = Summands::new(logs, self.blocks());
        let statistic = |sum: f64| libm::exp(sum / self.blocks() as f64);
        let mut statistics: Vec<(f64, usize)> = match &self.multisets {
            Some(Multisets { blocks, times }) => {
                let drawn = blocks.chunks_exact(self.blocks());
                let statistics =
                    drawn.map(|drawn| statistic(summands.sum(drawn.iter().map(|&block| usize::from(block)))));
                statistics.zip(times.iter().copied()).collect()
            }
            None => {
                let mut statistics = Vec::new();
                self.draw(|drawn| {
                    let sum = summands.sum(drawn.iter().map(|&block| block as usize));
                    statistics.push((statistic(sum), 1))
                });
                statistics
            }
        };
        statistics.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        statistics
    }

    /// Ends of the percentile interval of nominal `level` for `logs`, one entry a block.
    pub fn interval(&self, logs: &[f64], level: f64, quantile: Quantile) -> (f64, f64) {
        let statistics = self.statistics(logs);
        let tail = (1.0 - level) / 2.0;
        (quantile.of_counted(&statistics, tail), quantile.of_counted(&statistics, 1.0 - tail))
    }

    /// The blocks of all resamples, `n` a resample, and how often each was drawn: distinct ones where there are
    /// few blocks, else one after the other.
    pub(super) fn drawn(&self) -> (Vec<u32>, Vec<usize>) {
        match &self.multisets {
            Some(Multisets { blocks, times }) => (blocks.iter().copied().map(u32::from).collect(), times.clone()),
            None => {
                let mut all = Vec::new();
                self.draw(|drawn| all.extend_from_slice(drawn));
                (all, vec![1; self.resamples])
            }
        }
    }

    fn blocks(&self) -> usize {
        self.n.get() as usize
    }

    /// Calls `each` with the blocks of one resample after the other, in the order drawn.
    fn draw(&self, mut each: impl FnMut(&[u32])) {
        let mut indices = self.generator.indices(self.seed, self.n);
        let at_once = (BATCH / self.blocks()).clamp(1, self.resamples.max(1));
        let mut batch = vec![0; at_once * self.blocks()];
        let mut left = self.resamples;
        while left > 0 {
            let now = at_once.min(left);
            let batch = &mut batch[..now * self.blocks()];
            indices.fill(batch);
            batch.chunks_exact(self.blocks()).for_each(&mut each);
            left -= now;
        }
    }

    /// Draws and counts. The key of a multiset is a number to base n + 1 whose digits say how often each block but the
    /// first was drawn; the first was drawn the remaining times.
    fn count(&self) -> Multisets {
        let base = u64::from(self.n.get()) + 1;
        let powers = std::iter::successors(Some(1), |power: &u64| power.checked_mul(base));
        // Room for 16, so that four bits of a block are an index which needs no check.
        let mut weights = [0; 16];
        for (weight, power) in weights[1..].iter_mut().zip(powers).take(self.blocks() - 1) {
            *weight = power;
        }
        let key = |drawn: &[u32]| drawn.iter().map(|&block| weights[block as usize & 15]).sum::<u64>();
        // All draws of the last block.
        let largest = weights[self.blocks() - 1] * (base - 1);
        let counted = if largest < MOST_SLOTS {
            let mut slots = vec![0usize; largest as usize + 1];
            self.draw(|drawn| slots[key(drawn) as usize] += 1);
            (0..).zip(slots).filter(|&(_, times)| times > 0).collect()
        } else {
            let mut keys = Vec::new();
            self.draw(|drawn| keys.push(key(drawn)));
            keys.sort_unstable();
            keys.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect::<Vec<_>>()
        };
        self.multisets(&counted, base)
    }

    /// The multisets behind the keys.
    fn multisets(&self, counted: &[(u64, usize)], base: u64) -> Multisets {
        let mut blocks = Vec::with_capacity(counted.len() * self.blocks());
        for &(key, _) in counted {
            let digits = std::iter::successors(Some(key), |rest| Some(rest / base)).map(|rest| (rest % base) as usize);
            let others: Vec<usize> = digits.take(self.blocks() - 1).collect();
            let first = self.blocks() - others.iter().sum::<usize>();
            for (block, times) in (0u8..).zip(std::iter::once(first).chain(others)) {
                blocks.extend(std::iter::repeat_n(block, times));
            }
        }
        Multisets { blocks, times: counted.iter().map(|&(_, times)| times).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ratio::geometric_mean;
    use proptest::prelude::*;

    fn blocks(n: usize) -> NonZeroU32 {
        NonZeroU32::new(n as u32).unwrap()
    }

    /// The definition, word by word: draw, evaluate, sort.
    fn plain(generator: Generator, seed: u64, logs: &[f64], resamples: usize) -> Vec<f64> {
        let mut indices = generator.indices(seed, blocks(logs.len()));
        let mut drawn = vec![0; logs.len()];
        let mut statistics: Vec<f64> = (0..resamples)
            .map(|_| {
                indices.fill(&mut drawn);
                geometric_mean(drawn.iter().map(|&block| logs[block as usize]))
            })
            .collect();
        statistics.sort_by(f64::total_cmp);
        statistics
    }

    #[test]
    fn counting_multisets_changes_no_bit() {
        for n in [1, 2, 3, 6, 7, 8, 11, 12, 13, 40] {
            let logs: Vec<f64> = (0..n).map(|block| libm::sin(block as f64 * 1.7) * 0.02).collect();
            for generator in Generator::ALL {
                let resampling = Resampling::new(generator, 7, blocks(n), 3000);
                let counted = resampling.statistics(&logs);
                let written = counted.iter().flat_map(|&(value, times)| std::iter::repeat_n(value, times));
                let plain = plain(generator, 7, &logs, 3000);
                assert!(written.map(f64::to_bits).eq(plain.into_iter().map(f64::to_bits)), "{generator:?} {n}");
            }
        }
    }

    #[test]
    fn one_block_has_an_interval_of_its_own_ratio() {
        let resampling = Resampling::new(Generator::PythonRandom, 1, blocks(1), 100);
        let (low, high) = resampling.interval(&[libm::log(1.25)], 0.95, Quantile::Linear);
        assert_eq!((low, high), (1.25, 1.25));
    }

    #[test]
    fn equal_blocks_have_no_spread() {
        let resampling = Resampling::new(Generator::NumpyPcg64, 1, blocks(6), 1000);
        assert_eq!(resampling.interval(&[0.0; 6], 0.95, Quantile::Linear), (1.0, 1.0));
    }

    #[test]
    fn without_resamples_there_is_no_interval() {
        for n in [6, 20] {
            let resampling = Resampling::new(Generator::PythonRandom, 1, blocks(n), 0);
            let (low, high) = resampling.interval(&vec![0.0; n], 0.95, Quantile::Linear);
            assert!(low.is_nan() && high.is_nan());
        }
    }

    proptest! {
        #[test]
        fn intervals_grow_with_the_level_and_stay_within_the_blocks(
            logs in prop::collection::vec(-2.0f64..2.0, 1..15),
            a in 0.0f64..1.0,
            b in 0.0f64..1.0,
            which in 0usize..5,
        ) {
            let quantile = Quantile::ALL[which];
            let resampling = Resampling::new(Generator::NumpyPcg64, 5, blocks(logs.len()), 200);
            let narrow = resampling.interval(&logs, a.min(b), quantile);
            let wide = resampling.interval(&logs, a.max(b), quantile);
            prop_assert!(wide.0 <= narrow.0 && narrow.0 <= narrow.1 && narrow.1 <= wide.1);
            let smallest = logs.iter().copied().fold(f64::INFINITY, f64::min);
            let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(libm::exp(smallest) * (1.0 - 1e-15) <= wide.0 && wide.1 <= libm::exp(largest) * (1.0 + 1e-15));
        }
    }
}

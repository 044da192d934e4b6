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
use super::ratio::geometric_mean;
use super::rng::Generator;
use std::num::NonZeroU32;

/// With more blocks than this nearly every resample is a multiset of its own.
const MOST_COUNTED: u32 = 12;
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
        let log = |block: usize| logs.get(block).copied().unwrap_or(f64::NAN);
        let mut statistics: Vec<(f64, usize)> = match &self.multisets {
            Some(Multisets { blocks, times }) => {
                let drawn = blocks.chunks_exact(self.blocks());
                let statistic = |drawn: &[u8]| geometric_mean(drawn.iter().map(|&block| log(usize::from(block))));
                drawn.map(statistic).zip(times.iter().copied()).collect()
            }
            None => {
                let mut statistics = Vec::with_capacity(self.resamples);
                self.draw(|drawn| {
                    statistics.push((geometric_mean(drawn.iter().map(|&block| log(block as usize))), 1));
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
    /// first was drawn; the first was drawn the remaining times. Up to 12 blocks it fits 64 bits.
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
            let mut keys = Vec::with_capacity(self.resamples);
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

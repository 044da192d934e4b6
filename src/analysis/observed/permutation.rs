//! The two-sample permutation test (Fisher 1935; Pitman 1937): were the labels of the two series exchangeable, how often
//! would a statistic of theirs lie so far apart?
//!
//! In: two series that are not paired, and which statistic. Out: a two-sided p, the least that these values could give,
//! and how it was made. Up to 200,000 splits all are looked at and nothing is drawn; beyond, splits are drawn, and p is
//! (k + 1) / (B + 1) of B draws with k as far as the one observed (Davison and Hinkley 1997, equation 4.11), which is
//! never 0.
//!
//! Order of draws: the generator is seeded afresh. Each resample starts from all values, series a before series b, and
//! for i = 0, 1, … n_a − 1 takes one index j below N − i and exchanges the values at i and i + j; the first n_a are then
//! a. With NumPy each is `rng.integers(0, N - i)`.

use super::super::rng::Generator;
use super::super::sum::Summands;
use super::super::summary::midway;
use super::statistic::Statistic;
use std::num::NonZeroU32;

/// All splits are looked at up to so many; twice ten values have 184,756.
pub const MOST_SPLITS: u64 = 200_000;
/// Differences that lie this part of the largest value apart count as equal: what is equal in the reals differs in
/// doubles by a few units of the last place.
const TIE: f64 = 1e-12;

/// How splits are drawn where there are too many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draws {
    /// Number of splits drawn.
    pub resamples: usize,
    /// Seed.
    pub seed: u64,
    /// Index generator.
    pub generator: Generator,
}

/// Outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permutation {
    /// The statistic of a less that of b.
    pub difference: f64,
    /// Two-sided p: the part of splits whose difference lies at least as far from 0.
    pub p: f64,
    /// The least p that can come of it: of all splits of these values, or 1 / (B + 1) of B draws.
    pub floor: f64,
    /// How it was made.
    pub method: Method,
}

/// Which splits were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// All of them.
    Exact {
        /// C(n_a + n_b, n_a).
        splits: u64,
    },
    /// Some, drawn.
    MonteCarlo(Draws),
}

/// Tests whether `statistic` differs between series `a` and `b`. `None` where one is empty, where a value is not finite,
/// or where a difference leaves the range of doubles.
pub fn permutation(statistic: Statistic, a: &[f64], b: &[f64], draws: &Draws) -> Option<Permutation> {
    let pool = Pool::of(statistic, a, b)?;
    let difference = pool.difference(&pool.sorted_places(0..a.len())?);
    let tie = TIE * pool.largest;
    match splits(pool.sorted.len(), a.len()) {
        Some(splits) => {
            let differences = pool.all(a.len().min(b.len()), splits);
            let farthest = differences.iter().copied().fold(0.0, f64::max);
            let part = |distance: f64| {
                let far = differences.iter().filter(|&&other| other >= distance - tie).count();
                far as f64 / differences.len() as f64
            };
            let method = Method::Exact { splits };
            Some(Permutation { difference, p: part(difference.abs()), floor: part(farthest), method })
        }
        None => {
            let far = pool.drawn(a.len(), draws, difference.abs() - tie)?;
            let of = draws.resamples as f64 + 1.0;
            let (p, floor) = ((far as f64 + 1.0) / of, 1.0 / of);
            Some(Permutation { difference, p, floor, method: Method::MonteCarlo(*draws) })
        }
    }
}

/// C(n, k), if it is no more than [`MOST_SPLITS`].
fn splits(n: usize, k: usize) -> Option<u64> {
    let mut choices = 1u64;
    for i in 1..=k.min(n - k) as u64 {
        // C(n, i) from C(n, i − 1), which grows up to the middle.
        choices = choices.checked_mul(n as u64 + 1 - i)? / i;
        if choices > MOST_SPLITS {
            return None;
        }
    }
    Some(choices)
}

/// The values of both series.
struct Pool {
    statistic: Statistic,
    sorted: Vec<f64>,
    /// Of each value, a before b, its place among the sorted ones.
    places: Vec<u32>,
    summands: Summands,
    total: f64,
    largest: f64,
}

impl Pool {
    fn of(statistic: Statistic, a: &[f64], b: &[f64]) -> Option<Self> {
        let mut order: Vec<(f64, usize)> = a.iter().chain(b).copied().zip(0..).collect();
        let fits = u32::try_from(order.len()).is_ok();
        if a.is_empty() || b.is_empty() || !fits || order.iter().any(|(value, _)| !value.is_finite()) {
            return None;
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut places = vec![0; order.len()];
        for (place, &(_, index)) in (0..).zip(&order) {
            places[index] = place;
        }
        let sorted: Vec<f64> = order.into_iter().map(|(value, _)| value).collect();
        let summands = Summands::new(&sorted, sorted.len());
        let total = summands.sum(0..sorted.len());
        let largest = sorted.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let pool = Pool { statistic, sorted, places, summands, total, largest };
        // No difference exceeds twice the largest value, nor a sum the sum of all.
        let bounded = (2.0 * largest * pool.sorted.len() as f64).is_finite();
        bounded.then_some(pool)
    }

    /// Where the values of a range of the input stand among the sorted, ascending.
    fn sorted_places(&self, input: std::ops::Range<usize>) -> Option<Vec<u32>> {
        let mut chosen = self.places.get(input)?.to_vec();
        chosen.sort_unstable();
        Some(chosen)
    }

    /// The statistic of the values at the `chosen` sorted places, which ascend but for means, less that of all others.
    fn difference(&self, chosen: &[u32]) -> f64 {
        let (n, others) = (chosen.len(), self.sorted.len() - chosen.len());
        if self.statistic == Statistic::Mean {
            let sum = self.summands.sum(chosen.iter().map(|&place| place as usize));
            return sum / n as f64 - (self.total - sum) / others as f64;
        }
        let value = |place: usize| self.sorted.get(place).copied().unwrap_or(f64::NAN);
        let among_chosen = |place: usize| chosen.get(place).map_or(f64::NAN, |&place| value(place as usize));
        let among_others = |place: usize| {
            let passed = |at: usize, &chosen: &u32| if chosen as usize <= at { Ok(at + 1) } else { Err(at) };
            let (Ok(at) | Err(at)) = chosen.iter().try_fold(place, passed);
            value(at)
        };
        self.order_statistic(n, among_chosen) - self.order_statistic(others, among_others)
    }

    /// From a function that gives the value at a place of `n` sorted ones.
    fn order_statistic(&self, n: usize, value: impl Fn(usize) -> f64) -> f64 {
        match self.statistic {
            Statistic::Quantile { at, rule } => rule.of_places(n as u64, at, |place| value(place as usize)),
            Statistic::Mean | Statistic::Median if n.is_multiple_of(2) => midway(value(n / 2 - 1), value(n / 2)),
            Statistic::Mean | Statistic::Median => value(n / 2),
        }
    }

    /// Distances of all splits, by what the smaller part can be.
    fn all(&self, smaller: usize, splits: u64) -> Vec<f64> {
        let mut chosen: Vec<u32> = (0..smaller as u32).collect();
        let mut distances = Vec::with_capacity(splits as usize);
        loop {
            distances.push(self.difference(&chosen).abs());
            if !advance(&mut chosen, self.sorted.len() as u32) {
                return distances;
            }
        }
    }

    /// How many of the splits drawn lie at least `distance` apart.
    fn drawn(&self, n_a: usize, draws: &Draws, distance: f64) -> Option<usize> {
        let below = |count: usize| NonZeroU32::new(u32::try_from(count).ok()?);
        if self.sorted.first() == self.sorted.last() {
            // No split of equal values lies apart.
            return Some(draws.resamples);
        }
        let n = self.places.len();
        let mut indices = draws.generator.indices(draws.seed, below(n)?);
        let (mut shuffled, mut swaps) = (self.places.clone(), Vec::with_capacity(n_a));
        let mut chosen = Vec::with_capacity(n_a);
        let mut far = 0;
        for _ in 0..draws.resamples {
            for at in 0..n_a {
                let mut index = [0];
                indices.set_below(below(n - at)?);
                indices.fill(&mut index);
                let with = at + index[0] as usize;
                shuffled.swap(at, with);
                swaps.push((at, with));
            }
            chosen.clear();
            chosen.extend_from_slice(shuffled.get(..n_a)?);
            if self.statistic != Statistic::Mean {
                chosen.sort_unstable();
            }
            far += usize::from(self.difference(&chosen).abs() >= distance);
            // Back to the order of the input.
            for (at, with) in swaps.drain(..).rev() {
                shuffled.swap(at, with);
            }
        }
        Some(far)
    }
}

/// The next of the ascending lists of places below `n`; false after the last.
fn advance(chosen: &mut [u32], n: u32) -> bool {
    let mut end = n;
    for at in (0..chosen.len()).rev() {
        if chosen[at] + 1 < end {
            let first = chosen[at] + 1;
            for (place, next) in chosen[at..].iter_mut().zip(first..) {
                *place = next;
            }
            return true;
        }
        end -= 1;
    }
    false
}

#[cfg(test)]
mod tests;

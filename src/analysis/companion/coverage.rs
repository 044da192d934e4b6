//! How often the frozen interval covers the true ratio: the pinned design, repeated on data whose truth is known.
//!
//! In: the pinned bootstrap and a number of blocks. Out: [`Coverage`]. A trial draws one log ratio a block from a
//! distribution with mean 0 and asks whether the interval, made with the very draws of the frozen analysis, includes a
//! ratio of 1. Scale does not matter: the interval of c times the logarithms includes 1 if theirs does.
//!
//! Whether a quantile lies below 1 is known from how many resamples do, so that intervals are formed for the few trials
//! only in which the count comes close. Trials are seeded one by one: the number of threads changes nothing.

use super::super::bootstrap::{MOST_COUNTED, Resampling};
use super::super::model::Bootstrap;
use super::super::quantile::Quantile;
use super::super::rng::{Generator, Uniforms};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// Number of trials of each kind of data.
pub const TRIALS: u32 = 2000;
/// Trial `i` draws from NumPy's `default_rng(SEED + i).random()`.
pub const SEED: u64 = 20_260_000;
/// Blocks times distinct resamples that are kept at most; beyond, simulating would take seconds.
const MOST_DRAWN: usize = 2_000_000;

/// Part of the trials in which the interval includes the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// Number of blocks.
    pub blocks: usize,
    /// Number of trials of each kind.
    pub trials: u32,
    /// With normal log ratios.
    pub normal: Covered,
    /// With skewed ones: an exponential distribution less its mean (skewness 2, the long tail on the side of large
    /// ratios).
    pub skewed: Covered,
}

/// A part of trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    /// The part, from 0 to 1.
    pub part: f64,
    /// Its standard error, √(p (1 − p) / trials).
    pub error: f64,
}

impl Covered {
    fn of(covered: usize, trials: u32) -> Self {
        let part = covered as f64 / f64::from(trials);
        Covered { part, error: libm::sqrt(part * (1.0 - part) / f64::from(trials)) }
    }
}

/// Simulates, in parallel. `None` without blocks or resamples, or where there are too many of them.
pub fn simulate(bootstrap: &Bootstrap, blocks: usize) -> Option<Coverage> {
    let n = NonZeroU32::new(u32::try_from(blocks).ok()?)?;
    if bootstrap.resamples == 0 {
        return None;
    }
    let design = Design::new(bootstrap, n)?;
    let covered = |law: fn(&mut Uniforms, &mut [f64])| {
        let trial = |trial: u32| {
            let mut logs = vec![0.0; blocks];
            law(&mut Uniforms::new(SEED + u64::from(trial)), &mut logs);
            design.covers(&logs)
        };
        Covered::of((0..TRIALS).into_par_iter().filter(|&number| trial(number)).count(), TRIALS)
    };
    Some(Coverage { blocks, trials: TRIALS, normal: covered(normal), skewed: covered(skewed) })
}

/// Simulations that were made already, by their design.
#[derive(Clone, Debug, Default)]
pub struct Simulations(BTreeMap<Key, Option<Coverage>>);

/// Generator, seed, resamples, quantile, bits of the level, blocks.
type Key = (Generator, u64, usize, Quantile, u64, usize);

impl Simulations {
    /// What [`simulate`] gives; phases of one design share one simulation.
    pub fn coverage(&mut self, bootstrap: &Bootstrap, blocks: usize) -> Option<Coverage> {
        let Bootstrap { generator, seed, resamples, quantile, level } = *bootstrap;
        let key = (generator, seed, resamples, quantile, level.to_bits(), blocks);
        *self.0.entry(key).or_insert_with(|| simulate(bootstrap, blocks))
    }
}

/// Standard normal values (Box and Muller 1958).
fn normal(uniforms: &mut Uniforms, out: &mut [f64]) {
    for pair in out.chunks_mut(2) {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - uniforms.draw()));
        let angle = 2.0 * std::f64::consts::PI * uniforms.draw();
        for (value, part) in pair.iter_mut().zip([libm::cos(angle), libm::sin(angle)]) {
            *value = radius * part;
        }
    }
}

/// Exponential values less their mean, by inversion.
fn skewed(uniforms: &mut Uniforms, out: &mut [f64]) {
    out.fill_with(|| -libm::log(1.0 - uniforms.draw()) - 1.0);
}

/// The frozen interval as a question: does it include 1?
struct Design<'a> {
    bootstrap: &'a Bootstrap,
    resampling: Resampling,
    /// As many block numbers a resample as there are blocks.
    drawn: Vec<u32>,
    /// How often each resample was drawn.
    times: Vec<usize>,
    low: Places,
    high: Places,
}

/// Places among the sorted resamples, counted from 0, between which an interval end lies by any definition of quantiles.
struct Places {
    from: usize,
    to: usize,
}

impl Places {
    fn about(q: f64, resamples: usize) -> Self {
        let at = resamples as f64 * q;
        // Definitions differ by a rank; one more is that of the neighbour that is joined, and one is to spare.
        let place = |at: f64| (at.max(0.0) as usize).min(resamples.saturating_sub(1));
        Places { from: place(at - 3.0), to: place(at + 3.0) }
    }
}

impl<'a> Design<'a> {
    fn new(bootstrap: &'a Bootstrap, n: NonZeroU32) -> Option<Self> {
        let Bootstrap { generator, seed, resamples, level, .. } = *bootstrap;
        // Few blocks are kept as their multisets, of which there are few.
        let kept = if n.get() <= MOST_COUNTED { 0 } else { resamples.checked_mul(n.get() as usize)? };
        if resamples == 0 || kept > MOST_DRAWN {
            return None;
        }
        let resampling = Resampling::new(generator, seed, n, resamples);
        let (drawn, times) = resampling.drawn();
        let tail = (1.0 - level) / 2.0;
        let (low, high) = (Places::about(tail, resamples), Places::about(1.0 - tail, resamples));
        Some(Design { bootstrap, resampling, drawn, times, low, high })
    }

    /// True if the interval for `logs`, one a block, includes a ratio of 1.
    fn covers(&self, logs: &[f64]) -> bool {
        let resamples = self.bootstrap.resamples;
        // Resamples with a ratio of at most 1, and of at least 1.
        let (mut most, mut least) = (0, 0);
        for (drawn, times) in self.drawn.chunks_exact(logs.len()).zip(&self.times) {
            let sum: f64 = drawn.iter().map(|&block| logs.get(block as usize).copied().unwrap_or(f64::NAN)).sum();
            most += if sum <= 0.0 { *times } else { 0 };
            least += if sum >= 0.0 { *times } else { 0 };
            if most > self.low.to && least >= resamples - self.high.from {
                return true;
            }
        }
        if most <= self.low.from || least < resamples - self.high.to {
            return false;
        }
        let (low, high) = self.resampling.interval(logs, self.bootstrap.level, self.bootstrap.quantile);
        low <= 1.0 && 1.0 <= high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bootstrap(generator: Generator, resamples: usize, quantile: Quantile) -> Bootstrap {
        Bootstrap { resamples, seed: 391_706, generator, level: 0.95, quantile }
    }

    fn near(ours: Covered, expected: f64) {
        assert!((ours.part - expected).abs() < 4.0 * ours.error, "{ours:?} {expected}");
    }

    /// Expected: 100,000 trials each in NumPy 2.4 with other draws, other seeds and `numpy.quantile`.
    #[test]
    fn it_is_what_another_implementation_finds() {
        for (blocks, with_normal, with_skewed) in EXPECTED {
            let found = simulate(&bootstrap(Generator::NumpyPcg64, 2000, Quantile::Linear), blocks).unwrap();
            assert_eq!((found.blocks, found.trials), (blocks, 2000));
            near(found.normal, with_normal);
            near(found.skewed, with_skewed);
        }
    }

    /// The very trials in NumPy 2.4: `default_rng(SEED + i).random(…)`, the same two transformations, the same index
    /// stream, `numpy.quantile` of the means.
    #[test]
    fn trial_for_trial_it_is_what_numpy_finds() {
        for (blocks, resamples, with_normal, with_skewed) in COUNTED {
            let found = simulate(&bootstrap(Generator::NumpyPcg64, resamples, Quantile::Linear), blocks).unwrap();
            let count = |covered: Covered| libm::round(covered.part * f64::from(TRIALS)) as u32;
            assert_eq!((count(found.normal), count(found.skewed)), (with_normal, with_skewed), "{blocks}");
        }
    }

    #[test]
    fn one_block_never_covers_and_none_is_no_design() {
        let settings = bootstrap(Generator::PythonRandom, 100, Quantile::Linear);
        let one = simulate(&settings, 1).unwrap();
        assert_eq!((one.normal, one.skewed), (Covered { part: 0.0, error: 0.0 }, Covered { part: 0.0, error: 0.0 }));
        assert_eq!(simulate(&settings, 0), None);
        assert_eq!(simulate(&bootstrap(Generator::PythonRandom, 0, Quantile::Linear), 6), None);
        assert_eq!(simulate(&bootstrap(Generator::PythonRandom, 20_000, Quantile::Linear), 101), None);
        assert_eq!(simulate(&settings, usize::MAX), None);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let settings = bootstrap(Generator::RSample, 500, Quantile::R8);
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| simulate(&settings, 6)).unwrap()
        });
        assert_eq!(one, three);
    }

    #[test]
    fn a_design_is_simulated_once_and_another_apart() {
        let mut simulations = Simulations::default();
        let settings = bootstrap(Generator::NumpyPcg64, 200, Quantile::Linear);
        let first = simulations.coverage(&settings, 5);
        assert_eq!(simulations.coverage(&settings, 5), first);
        assert_eq!(simulations.0.len(), 1);
        assert_ne!(simulations.coverage(&Bootstrap { level: 0.5, ..settings.clone() }, 5), first);
        assert_ne!(simulations.coverage(&settings, 4), first);
        assert_eq!(simulations.0.len(), 3);
    }

    proptest! {
        /// The count decides as the interval itself does.
        #[test]
        fn counting_changes_no_answer(
            logs in prop::collection::vec(-1.0f64..1.2, 1..11),
            resamples in 1usize..300,
            which in 0usize..5,
            level in 0.05f64..0.999,
        ) {
            let settings = Bootstrap { level, ..bootstrap(Generator::NumpyPcg64, resamples, Quantile::ALL[which]) };
            let design = Design::new(&settings, NonZeroU32::new(logs.len() as u32).unwrap()).unwrap();
            let (low, high) = design.resampling.interval(&logs, level, settings.quantile);
            prop_assert_eq!(design.covers(&logs), low <= 1.0 && 1.0 <= high);
        }
    }

    const EXPECTED: [(usize, f64, f64); 4] =
        [(4, 0.7994, 0.7458), (6, 0.8573, 0.8083), (8, 0.886, 0.844), (12, 0.91, 0.8751)];

    const COUNTED: [(usize, usize, u32, u32); 3] =
        [(3, 500, 1503, 1397), (6, 20000, 1708, 1596), (9, 1000, 1772, 1690)];
}

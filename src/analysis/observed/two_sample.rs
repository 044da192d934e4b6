//! The percentile bootstrap of a ratio where the two series are not paired.
//!
//! In: two series, which statistic of them is compared, and how to resample. Out: the ratio with the ends of its
//! interval. It rests on independent values within each series, as the series of one process rarely are; where runs were
//! paired, [`pairs`](super::pairs) uses that.
//!
//! Order of draws: the generator is seeded afresh, and each resample takes from its one stream n_a indices below n_a,
//! then n_b indices below n_b; series a is the numerator. With NumPy that is `rng = default_rng(seed)`, then per resample
//! `rng.integers(0, n_a, n_a)` and `rng.integers(0, n_b, n_b)`; with CPython `choices(range(n_a), k=n_a)` and
//! `choices(range(n_b), k=n_b)`. Draws are made one after the other and evaluated in parallel, so the result is the same
//! for any number of threads.

use super::super::model::{Bootstrap, Obstacle};
use super::super::ratio::quotient;
use super::super::sum::Summands;
use super::super::summary::midway;
use super::change::Change;
use super::statistic::Statistic;
use rayon::prelude::*;
use std::num::NonZeroU32;

/// Indices drawn at once, about.
const BATCH: usize = 1 << 18;
/// Resamples evaluated in one go.
const CHUNK: usize = 256;

/// A ratio with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoSample {
    /// The ratio of the series as measured.
    pub change: Change,
    /// Low end of the interval of the ratio.
    pub low: f64,
    /// High end.
    pub high: f64,
}

/// Why there is no interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoInterval {
    /// The series have no ratio: what stands in the way of the numerator, of the denominator, or of both.
    Obstacles([Option<Obstacle>; 2]),
    /// They have one, but so many resamples have not: a series has values that are not positive.
    Resamples(usize),
    /// A series is longer than a generator can draw from, or there are no resamples.
    OutOfReach,
}

/// The ratio of `statistic` between series `a` and `b`, a over b, with the interval that `bootstrap` declares.
///
/// # Errors
/// Where a ratio can't be formed, of the series or of a resample.
pub fn two_sample(statistic: Statistic, a: &[f64], b: &[f64], bootstrap: &Bootstrap) -> Result<TwoSample, NoInterval> {
    let change = Change::of(statistic, a, b).map_err(NoInterval::Obstacles)?;
    let sizes = [a, b].map(|series| u32::try_from(series.len()).ok().and_then(NonZeroU32::new));
    let ([Some(n_a), Some(n_b)], 1..) = (sizes, bootstrap.resamples) else { return Err(NoInterval::OutOfReach) };
    let sides = [Side::new(statistic, a), Side::new(statistic, b)];

    if sides.iter().all(Side::is_constant) {
        // Every resample is the series itself.
        return Ok(TwoSample { change, low: change.ratio, high: change.ratio });
    }
    let drawn_each = a.len() + b.len();
    let at_once = (BATCH / drawn_each).clamp(1, bootstrap.resamples);
    let mut drawn = vec![0; at_once * drawn_each];
    let mut indices = bootstrap.generator.indices(bootstrap.seed, n_a);
    let mut ratios: Vec<f64> = Vec::with_capacity(bootstrap.resamples);
    while ratios.len() < bootstrap.resamples {
        let now = at_once.min(bootstrap.resamples - ratios.len());
        let drawn = drawn.get_mut(..now * drawn_each).unwrap_or_default();
        for resample in drawn.chunks_exact_mut(drawn_each) {
            let (of_a, of_b) = resample.split_at_mut(a.len());
            indices.set_below(n_a);
            indices.fill(of_a);
            indices.set_below(n_b);
            indices.fill(of_b);
        }
        ratios.par_extend(drawn.par_chunks_mut(CHUNK * drawn_each).flat_map_iter(|chunk| {
            chunk.chunks_exact_mut(drawn_each).map(|resample| {
                let (of_a, of_b) = resample.split_at_mut(a.len());
                quotient(sides[0].statistic(of_a), sides[1].statistic(of_b)).unwrap_or(f64::NAN)
            })
        }));
    }
    let unformed = ratios.iter().filter(|ratio| ratio.is_nan()).count();
    if unformed > 0 {
        return Err(NoInterval::Resamples(unformed));
    }
    ratios.par_sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - bootstrap.level) / 2.0;
    let end = |q| bootstrap.quantile.of_sorted(&ratios, q);
    Ok(TwoSample { change, low: end(tail), high: end(1.0 - tail) })
}

/// One series, made ready to be resampled.
struct Side {
    statistic: Statistic,
    summands: Summands,
    sorted: Vec<f64>,
    /// Of each value its place among the sorted ones: what order statistics need, and integers sort faster.
    ranks: Vec<u32>,
}

impl Side {
    fn new(statistic: Statistic, values: &[f64]) -> Self {
        let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut ranks = vec![0; values.len()];
        for (rank, &(_, index)) in (0..).zip(&order) {
            if let Some(slot) = ranks.get_mut(index) {
                *slot = rank;
            }
        }
        Side {
            statistic,
            summands: Summands::new(values, values.len()),
            sorted: order.into_iter().map(|(value, _)| value).collect(),
            ranks,
        }
    }

    /// Whether all its values are equal, as counts of allocations often are.
    fn is_constant(&self) -> bool {
        self.sorted.first() == self.sorted.last()
    }

    /// That of the values drawn, bit for bit what [`Statistic::of`] says of them. The indices are used up.
    fn statistic(&self, drawn: &mut [u32]) -> f64 {
        let n = drawn.len();
        if self.statistic == Statistic::Mean {
            return self.summands.sum(drawn.iter().map(|&index| index as usize)) / n as f64;
        }
        for index in drawn.iter_mut() {
            *index = self.ranks.get(*index as usize).copied().unwrap_or(0);
        }
        let value = |rank: u32| self.sorted.get(rank as usize).copied().unwrap_or(f64::NAN);
        match self.statistic {
            Statistic::Quantile { at, rule } => {
                drawn.sort_unstable();
                rule.of_places(n as u64, at, |place| drawn.get(place as usize).map_or(f64::NAN, |&rank| value(rank)))
            }
            Statistic::Mean | Statistic::Median => {
                let (below, &mut upper, _) = drawn.select_nth_unstable(n / 2);
                match below.iter().max() {
                    Some(&lower) if n.is_multiple_of(2) => midway(value(lower), value(upper)),
                    _ => value(upper),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::quantile::Quantile;
    use super::super::super::rng::Generator;
    use super::*;
    use proptest::prelude::*;

    const A: [f64; 10] = [1726.0, 1723.0, 1707.0, 1707.0, 1713.0, 1729.0, 1736.0, 1707.0, 1705.0, 1774.0];
    const B: [f64; 7] = [1423.0, 1416.0, 1411.0, 1413.0, 1412.0, 1426.0, 1422.0];

    fn bootstrap(generator: Generator) -> Bootstrap {
        Bootstrap { resamples: 2000, seed: 42, generator, level: 0.95, quantile: Quantile::Linear }
    }

    /// NumPy 2.4.6 and CPython 3.11, drawn as the head of this file says; medians by `statistics.median`, means by
    /// `math.fsum(…) / n`, ends by `numpy.quantile`.
    #[test]
    fn intervals_are_those_of_numpy_and_cpython() {
        let p90 = Statistic::Quantile { at: 0.9, rule: Quantile::NearestRank };
        for (generator, statistic, low, high) in [
            (Generator::NumpyPcg64, Statistic::Median, 1.1995783555867885, 1.2235169491525424),
            (Generator::NumpyPcg64, Statistic::Mean, 1.2066745548791264, 1.2260417367825793),
            (Generator::NumpyPcg64, p90, 1.2082748948106592, 1.2475386779184248),
            (Generator::NumpyMt19937, Statistic::Median, 1.2004219409282701, 1.2236376503892428),
            (Generator::NumpyMt19937, Statistic::Mean, 1.2066025983330306, 1.2258293631241344),
            (Generator::NumpyMt19937, p90, 1.2082748948106592, 1.246661981728742),
            (Generator::PythonRandom, Statistic::Median, 1.2004219409282701, 1.223441926345609),
            (Generator::PythonRandom, Statistic::Mean, 1.2070876113722073, 1.22486052117275),
            (Generator::PythonRandom, p90, 1.2082748948106592, 1.246661981728742),
        ] {
            let found = two_sample(statistic, &A, &B, &bootstrap(generator)).unwrap();
            assert_eq!((found.low, found.high), (low, high), "{generator:?} {statistic:?}");
        }
    }

    /// The definition, word by word.
    fn plain(statistic: Statistic, a: &[f64], b: &[f64], bootstrap: &Bootstrap) -> (f64, f64) {
        let mut indices = bootstrap.generator.indices(bootstrap.seed, NonZeroU32::MIN);
        let mut drawn = |series: &[f64]| {
            let mut out = vec![0; series.len()];
            indices.set_below(NonZeroU32::new(series.len() as u32).unwrap());
            indices.fill(&mut out);
            statistic.of(&out.into_iter().map(|index| series[index as usize]).collect::<Vec<_>>()).unwrap()
        };
        let mut ratios: Vec<f64> = (0..bootstrap.resamples).map(|_| drawn(a) / drawn(b)).collect();
        ratios.sort_by(f64::total_cmp);
        let end = |q| bootstrap.quantile.of_sorted(&ratios, q);
        (end((1.0 - bootstrap.level) / 2.0), end(1.0 - (1.0 - bootstrap.level) / 2.0))
    }

    #[test]
    fn degenerate_series_are_told() {
        use Obstacle::*;
        let of = |a: &[f64], b: &[f64]| two_sample(Statistic::Median, a, b, &bootstrap(Generator::NumpyPcg64));
        assert_eq!(of(&[], &[1.0]), Err(NoInterval::Obstacles([Some(NotFinite), None])));
        assert_eq!(of(&[1.0], &[0.0]), Err(NoInterval::Obstacles([None, Some(Zero)])));
        assert!(matches!(of(&[1.0, 1.0], &[0.0, 2.0, 2.0]), Err(NoInterval::Resamples(1..))));
        let one = of(&[3.0], &[2.0]).unwrap();
        assert_eq!((one.change.ratio, one.low, one.high), (1.5, 1.5, 1.5));
        let equal = of(&[3.0; 7], &[2.0; 4]).unwrap();
        assert_eq!((equal.change.ratio, equal.low, equal.high), (1.5, 1.5, 1.5));
        let one_varies = of(&[3.0; 7], &[2.0, 2.0, 1.0]).unwrap();
        assert_eq!((one_varies.low, one_varies.high), (1.5, 3.0));
        let none = Bootstrap { resamples: 0, ..bootstrap(Generator::RSample) };
        assert_eq!(two_sample(Statistic::Mean, &[1.0], &[1.0], &none), Err(NoInterval::OutOfReach));
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        let of = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| two_sample(Statistic::Median, &A, &B, &bootstrap(Generator::PythonRandom)).unwrap())
        };
        assert_eq!(of(1), of(3));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn it_is_the_definition(
            a in prop::collection::vec(0.5f64..2.0, 1..25),
            b in prop::collection::vec(0.5f64..2.0, 1..25),
            which in 0usize..4,
        ) {
            let bootstrap = Bootstrap { resamples: 60, ..bootstrap(Generator::ALL[which]) };
            for statistic in [Statistic::Mean, Statistic::Median, Statistic::Quantile { at: 0.3, rule: Quantile::R8 }] {
                let found = two_sample(statistic, &a, &b, &bootstrap).unwrap();
                prop_assert_eq!((found.low, found.high), plain(statistic, &a, &b, &bootstrap));
            }
        }

        #[test]
        fn a_common_scale_changes_nothing(
            a in prop::collection::vec(0.5f64..2.0, 1..10),
            b in prop::collection::vec(0.5f64..2.0, 1..10),
            power in -40i32..40,
        ) {
            let bootstrap = Bootstrap { resamples: 50, ..bootstrap(Generator::NumpyPcg64) };
            let scaled = |series: &[f64]| series.iter().map(|&value| libm::ldexp(value, power)).collect::<Vec<_>>();
            for statistic in [Statistic::Mean, Statistic::Median] {
                let found = two_sample(statistic, &a, &b, &bootstrap).unwrap();
                let again = two_sample(statistic, &scaled(&a), &scaled(&b), &bootstrap).unwrap();
                prop_assert_eq!((found.low, found.high), (again.low, again.high));
            }
        }
    }
}

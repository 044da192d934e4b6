//! Quantile definitions, known by name.
//!
//! In: sorted values, each once or with the number of times it occurs. Out: the quantile by the named definition.

use statrs::distribution::{ContinuousCDF, Normal};

/// A quantile definition: which ranks of the sorted values, and how they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantile {
    /// Hyndman and Fan (1996) type 7: R's and NumPy's default.
    Linear,
    /// Type 6 (Weibull): NumPy's `weibull`, Minitab, SPSS.
    R6,
    /// Type 8 (median-unbiased): benchstat, NumPy's `median_unbiased`.
    R8,
    /// Type 1: the value of rank ⌈n·q⌉, NumPy's `inverted_cdf`.
    NearestRank,
    /// R's boot package, `norm.inter`: rank (n + 1)·q, joined on the scale of normal quantiles; Davison and Hinkley
    /// (1997), equation 5.8.
    BootNormInter,
}

impl Quantile {
    /// All of them.
    pub const ALL: [Quantile; 5] =
        [Quantile::Linear, Quantile::R6, Quantile::R8, Quantile::NearestRank, Quantile::BootNormInter];

    /// The definition called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|quantile| quantile.name() == name)
    }

    /// Its name in `analysis.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Quantile::Linear => "linear",
            Quantile::R6 => "r6",
            Quantile::R8 => "r8",
            Quantile::NearestRank => "nearest-rank",
            Quantile::BootNormInter => "boot-norm-inter",
        }
    }

    /// The known names, for messages about an unknown one.
    pub fn names() -> [&'static str; 5] {
        Self::ALL.map(Self::name)
    }

    /// The `q` quantile of `sorted` (ascending); a `q` beyond 0 and 1 counts as the nearer of them. NaN of nothing.
    pub fn of_sorted(self, sorted: &[f64], q: f64) -> f64 {
        self.of_places(sorted.len() as u64, q, |place| {
            usize::try_from(place).ok().and_then(|place| sorted.get(place)).copied().unwrap_or(f64::NAN)
        })
    }

    /// The same of values that occur several times: `(value, times)`, ascending by value. What would come of a list
    /// with each value written out as often as it occurs.
    pub fn of_counted(self, sorted: &[(f64, usize)], q: f64) -> f64 {
        let total = sorted.iter().map(|&(_, times)| times as u64).sum();
        self.of_places(total, q, |place| {
            let mut passed = 0;
            let reaches = |&&(_, times): &&(f64, usize)| {
                passed += times as u64;
                passed > place
            };
            sorted.iter().find(reaches).map_or(f64::NAN, |&(value, _)| value)
        })
    }

    /// From a function that gives the value at a place from 0 to `n - 1`.
    pub(super) fn of_places(self, n: u64, q: f64, value: impl Fn(u64) -> f64) -> f64 {
        if n == 0 || q.is_nan() {
            return f64::NAN;
        }
        let q = q.clamp(0.0, 1.0);
        let position = self.position(n, q).clamp(0.0, (n - 1) as f64);
        let place = position as u64;
        let low = value(place);
        let part = position - place as f64;
        if part == 0.0 {
            return low;
        }
        let high = value(place + 1);
        let part = match self {
            Quantile::BootNormInter => normal_part((place + 1) as f64, q, n as f64 + 1.0),
            _ => part,
        };
        // From the nearer end, as NumPy does it, so that the result grows with the part and never leaves the two.
        if part < 0.5 { low + (high - low) * part } else { high - (high - low) * (1.0 - part) }
    }

    /// Position among the sorted values, counted from 0, possibly beyond them.
    fn position(self, n: u64, q: f64) -> f64 {
        let n = n as f64;
        match self {
            Quantile::Linear => (n - 1.0) * q,
            Quantile::R6 | Quantile::BootNormInter => (n + 1.0) * q - 1.0,
            Quantile::R8 => (n + 1.0 / 3.0) * q + 1.0 / 3.0 - 1.0,
            Quantile::NearestRank => (n * q).ceil() - 1.0,
        }
    }
}

/// How far the normal quantile of `q` lies from that of `rank / of` towards that of the next rank.
fn normal_part(rank: f64, q: f64, of: f64) -> f64 {
    let normal = Normal::standard();
    let [low, q, high] = [rank / of, q, (rank + 1.0) / of].map(|probability| normal.inverse_cdf(probability));
    ((q - low) / (high - low)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VALUES: [f64; 11] = [0.25, 1.5, 1.75, 3.0, 3.5, 7.25, 11.0, 11.5, 20.0, 42.0, 99.0];
    const LEVELS: [f64; 9] = [0.0, 0.025, 0.1, 0.31, 0.5, 0.77, 0.95, 0.975, 1.0];

    /// Of the first so many of `VALUES` at `LEVELS`: NumPy 2.4 `quantile` with the methods linear, weibull,
    /// median_unbiased, inverted_cdf; for boot-norm-inter R's formula with SciPy's normal quantiles.
    #[rustfmt::skip]
    const EXPECTED: &[(Quantile, usize, [f64; 9])] = &[
        (Quantile::Linear, 1, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (Quantile::Linear, 2, [0.25, 0.28125, 0.375, 0.6375, 0.875, 1.2125, 1.4375, 1.46875, 1.5]),
        (Quantile::Linear, 5, [0.25, 0.375, 0.75, 1.56, 1.75, 3.04, 3.4, 3.45, 3.5]),
        (Quantile::Linear, 11, [0.25, 0.5625, 1.5, 3.05, 7.25, 17.450000000000003, 70.5, 84.75, 99.0]),
        (Quantile::R6, 1, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (Quantile::R6, 2, [0.25, 0.25, 0.25, 0.25, 0.875, 1.5, 1.5, 1.5, 1.5]),
        (Quantile::R6, 5, [0.25, 0.25, 0.25, 1.3250000000000002, 1.75, 3.31, 3.5, 3.5, 3.5]),
        (Quantile::R6, 11, [0.25, 0.25, 0.5000000000000002, 2.6500000000000004, 7.25, 25.280000000000005, 99.0, 99.0, 99.0]),
        (Quantile::R8, 1, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (Quantile::R8, 2, [0.25, 0.25, 0.25, 0.3208333333333333, 0.875, 1.5, 1.5, 1.5, 1.5]),
        (Quantile::R8, 5, [0.25, 0.25, 0.25, 1.4833333333333334, 1.75, 3.22, 3.5, 3.5, 3.5]),
        (Quantile::R8, 11, [0.25, 0.25, 0.8333333333333335, 2.8083333333333336, 7.25, 21.32000000000001, 99.0, 99.0, 99.0]),
        (Quantile::NearestRank, 1, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (Quantile::NearestRank, 2, [0.25, 0.25, 0.25, 0.25, 0.25, 1.5, 1.5, 1.5, 1.5]),
        (Quantile::NearestRank, 5, [0.25, 0.25, 0.25, 1.5, 1.75, 3.0, 3.5, 3.5, 3.5]),
        (Quantile::NearestRank, 11, [0.25, 0.25, 1.5, 3.0, 7.25, 20.0, 99.0, 99.0, 99.0]),
        (Quantile::BootNormInter, 1, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (Quantile::BootNormInter, 2, [0.25, 0.25, 0.25, 0.25, 0.8750000000000001, 1.5, 1.5, 1.5, 1.5]),
        (Quantile::BootNormInter, 5, [0.25, 0.25, 0.25, 1.348323682402251, 1.75, 3.2870531408163832, 3.5, 3.5, 3.5]),
        (Quantile::BootNormInter, 11, [0.25, 0.25, 0.5551289085117712, 2.666052709249379, 7.25, 24.83339842544479, 99.0, 99.0, 99.0]),
    ];

    #[test]
    fn quantiles_are_those_of_numpy_and_r() {
        for &(quantile, n, expected) in EXPECTED {
            for (q, expected) in LEVELS.into_iter().zip(expected) {
                let ours = quantile.of_sorted(&VALUES[..n], q);
                assert!((ours - expected).abs() <= 1e-13 * expected, "{quantile:?} {n} {q}: {ours} {expected}");
            }
        }
    }

    #[test]
    fn the_95th_percentile_of_five_runs_by_nearest_rank_is_their_maximum() {
        assert_eq!(Quantile::NearestRank.of_sorted(&VALUES[..5], 0.95), 3.5);
    }

    #[test]
    fn of_nothing_or_at_no_number_there_is_none() {
        for quantile in Quantile::ALL {
            assert!(quantile.of_sorted(&[], 0.5).is_nan());
            assert!(quantile.of_counted(&[], 0.5).is_nan());
            assert!(quantile.of_counted(&[(1.0, 0)], 0.5).is_nan());
            assert!(quantile.of_sorted(&[1.0, 2.0], f64::NAN).is_nan());
            assert_eq!(quantile.of_sorted(&[1.0, 2.0], -3.0), 1.0);
            assert_eq!(quantile.of_sorted(&[1.0, 2.0], 3.0), 2.0);
        }
    }

    #[test]
    fn names_lead_back_and_others_are_unknown() {
        for quantile in Quantile::ALL {
            assert_eq!(Quantile::from_name(quantile.name()), Some(quantile));
        }
        assert_eq!(Quantile::names(), ["linear", "r6", "r8", "nearest-rank", "boot-norm-inter"]);
        for name in ["", "Linear", "type7", "linear "] {
            assert_eq!(Quantile::from_name(name), None);
        }
    }

    proptest! {
        #[test]
        fn counting_changes_nothing(counted in prop::collection::vec((-1e3f64..1e3, 0usize..5), 1..20), q in 0.0f64..=1.0) {
            let mut counted = counted;
            counted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let written: Vec<f64> =
                counted.iter().flat_map(|&(value, times)| std::iter::repeat_n(value, times)).collect();
            for quantile in Quantile::ALL {
                let (a, b) = (quantile.of_counted(&counted, q), quantile.of_sorted(&written, q));
                prop_assert_eq!(a.to_bits(), b.to_bits(), "{:?}", quantile);
            }
        }

        #[test]
        fn quantiles_grow_with_the_level_and_stay_among_the_values(
            values in prop::collection::vec(-1e3f64..1e3, 1..40),
            a in 0.0f64..=1.0,
            b in 0.0f64..=1.0,
        ) {
            let mut values = values;
            values.sort_by(f64::total_cmp);
            let (low, high) = (a.min(b), a.max(b));
            for quantile in Quantile::ALL {
                let (low, high) = (quantile.of_sorted(&values, low), quantile.of_sorted(&values, high));
                prop_assert!(low <= high, "{:?}", quantile);
                prop_assert!(values[0] <= low && high <= values[values.len() - 1], "{:?}", quantile);
            }
        }
    }
}

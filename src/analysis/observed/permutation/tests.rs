use super::super::super::quantile::Quantile;
use super::*;
use proptest::prelude::*;

const DRAWS: Draws = Draws { resamples: 2000, seed: 42, generator: Generator::NumpyPcg64 };
const ALL: [Statistic; 3] =
    [Statistic::Mean, Statistic::Median, Statistic::Quantile { at: 0.9, rule: Quantile::NearestRank }];

const A: [f64; 6] = [12.6, 11.4, 13.2, 11.2, 9.4, 12.0];
const B: [f64; 4] = [16.4, 14.1, 13.4, 15.4];

/// Python 3.11, `itertools.combinations` over the ten values as `fractions.Fraction`, which round nothing.
#[test]
fn all_splits_give_what_exact_fractions_give() {
    for (statistic, far, farthest) in [(Statistic::Mean, 1, 1), (Statistic::Median, 3, 3), (ALL[2], 16, 1)] {
        let found = permutation(statistic, &A, &B, &DRAWS).unwrap();
        assert_eq!(found.method, Method::Exact { splits: 210 });
        assert_eq!((found.p, found.floor), (f64::from(far) / 210.0, f64::from(farthest) / 210.0), "{statistic:?}");
    }
}

/// Drawn with NumPy 2.4.6 and CPython 3.11 as the head of the file says: how many of 2,000 lay as far.
#[test]
fn drawn_splits_are_those_of_numpy_and_cpython() {
    let a: Vec<f64> = (0..12).map(|at| f64::from(at * at % 17)).collect();
    let b: Vec<f64> = (0..11).map(|at| f64::from(at * at % 13) + 3.5).collect();
    for (generator, statistic, far) in [
        (Generator::NumpyPcg64, Statistic::Mean, 784),
        (Generator::NumpyPcg64, Statistic::Median, 1405),
        (Generator::NumpyPcg64, ALL[2], 2000),
        (Generator::NumpyMt19937, Statistic::Mean, 810),
        (Generator::NumpyMt19937, Statistic::Median, 1461),
        (Generator::NumpyMt19937, ALL[2], 2000),
        (Generator::PythonRandom, Statistic::Mean, 778),
        (Generator::PythonRandom, Statistic::Median, 1416),
        (Generator::PythonRandom, ALL[2], 2000),
    ] {
        let found = permutation(statistic, &a, &b, &Draws { generator, ..DRAWS }).unwrap();
        assert_eq!(found.p, f64::from(far + 1) / 2001.0, "{generator:?} {statistic:?}");
    }
}

#[test]
fn the_floor_is_what_no_split_goes_below() {
    let apart = permutation(Statistic::Mean, &[1.0, 2.0, 3.0], &[7.0, 8.0, 9.0], &DRAWS).unwrap();
    assert_eq!((apart.difference, apart.p, apart.floor), (-6.0, 0.1, 0.1));
    assert_eq!(apart.method, Method::Exact { splits: 20 });
    // With tied values as many splits are as far apart: of these 4 of 10.
    let tied = permutation(Statistic::Mean, &[1.0, 2.0], &[2.0, 2.0, 2.0], &DRAWS).unwrap();
    assert_eq!((tied.p, tied.floor), (0.4, 0.4));
}

/// In doubles 0.1 + 0.2 lies above 0.3.
#[test]
fn differences_equal_in_the_reals_are_ties() {
    let found = permutation(Statistic::Mean, &[0.1, 0.2], &[0.3, 0.0], &DRAWS).unwrap();
    assert_eq!(found.p, 1.0);
}

#[test]
fn degenerate_series_are_told() {
    for statistic in ALL {
        assert_eq!(permutation(statistic, &[], &[1.0], &DRAWS), None);
        assert_eq!(permutation(statistic, &[1.0], &[f64::NAN], &DRAWS), None);
        assert_eq!(permutation(statistic, &[f64::MAX], &[f64::MAX], &DRAWS), None);
        assert_eq!(permutation(statistic, &[1.0], &[2.0], &DRAWS).unwrap().p, 1.0);
        assert_eq!(permutation(statistic, &[5.0; 4], &[5.0; 5], &DRAWS).unwrap().p, 1.0);
    }
    let none = Draws { resamples: 0, ..DRAWS };
    assert_eq!(permutation(Statistic::Mean, &[0.0; 12], &[1.0; 12], &none).unwrap().p, 1.0);
}

#[test]
fn beyond_the_limit_splits_are_drawn() {
    assert_eq!((splits(20, 10), splits(21, 10)), (Some(184_756), None));
    assert_eq!(
        (splits(200_000, 1), splits(200_000, 199_999), splits(200_001, 1)),
        (Some(200_000), Some(200_000), None)
    );
    let found = permutation(Statistic::Median, &[1.0; 11], &[2.0; 10], &DRAWS).unwrap();
    assert_eq!((found.method, found.floor), (Method::MonteCarlo(DRAWS), 1.0 / 2001.0));
}

#[test]
fn a_single_value_against_very_many_takes_no_time() {
    let many: Vec<f64> = (0..199_999).map(f64::from).collect();
    let found = permutation(Statistic::Median, &[-1e9], &many, &DRAWS).unwrap();
    assert_eq!((found.p, found.floor), (1.0 / 200_000.0, 1.0 / 200_000.0));
}

#[test]
fn each_split_comes_once() {
    let mut chosen = vec![0, 1, 2];
    let mut seen = vec![chosen.clone()];
    while advance(&mut chosen, 6) {
        seen.push(chosen.clone());
    }
    assert_eq!(seen.len(), 20);
    assert!(seen.is_sorted() && seen.windows(2).all(|two| two[0] != two[1]));
    assert!(seen.iter().all(|places| places.is_sorted() && places[2] < 6));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn neither_order_nor_exchange_nor_scale_matters(
        a in prop::collection::vec(-8i32..8, 1..7),
        b in prop::collection::vec(-8i32..8, 1..7),
        by in 0usize..7,
    ) {
        let [a, b] = [a, b].map(|series| series.into_iter().map(f64::from).collect::<Vec<f64>>());
        for statistic in ALL {
            let found = permutation(statistic, &a, &b, &DRAWS).unwrap();
            let mut turned: Vec<f64> = a.iter().map(|value| value * 4.0).collect();
            turned.rotate_left(by % a.len());
            let other: Vec<f64> = b.iter().map(|value| value * 4.0).collect();
            let again = permutation(statistic, &other, &turned, &DRAWS).unwrap();
            prop_assert_eq!((found.p, found.floor, found.difference * -4.0), (again.p, again.floor, again.difference));
            prop_assert!(found.floor <= found.p && found.p <= 1.0);
        }
    }

    #[test]
    fn drawing_comes_near_to_all(
        a in prop::collection::vec(-8i32..8, 3..8),
        b in prop::collection::vec(-8i32..8, 3..8),
        seed in 0u64..1000,
    ) {
        let [a, b] = [a, b].map(|series| series.into_iter().map(f64::from).collect::<Vec<f64>>());
        for statistic in ALL {
            let exact = permutation(statistic, &a, &b, &DRAWS).unwrap();
            let pool = Pool::of(statistic, &a, &b).unwrap();
            let draws = Draws { seed, ..DRAWS };
            let far = pool.drawn(a.len(), &draws, exact.difference.abs() - 1e-9).unwrap();
            let off = (far as f64 / 2000.0 - exact.p).abs();
            prop_assert!(off <= 6.0 * (exact.p * (1.0 - exact.p) / 2000.0).sqrt() + 1e-12, "{} {}", off, exact.p);
        }
    }
}

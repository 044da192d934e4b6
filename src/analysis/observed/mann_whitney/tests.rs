use super::*;
use proptest::prelude::*;

/// Series; U; p and benchstat's p as a number of choices; number of all. By a brute force in Python 3.11 over
/// `itertools.combinations`, U by its definition, pair by pair.
#[rustfmt::skip]
const SMALL: [(&[f64], &[f64], f64, u32, u32, u32); 12] = [
    (&[2.0, 1.0, 3.0, 5.0], &[12.0, 11.0, 13.0, 15.0], 0.0, 2, 2, 70),
    (&[2.0, 1.0, 3.0, 5.0], &[0.0, 4.0, 6.0, 7.0], 5.0, 34, 34, 70),
    (&[2.0, 1.0, 3.0, 5.0], &[2.0, 1.0, 3.0, 5.0], 8.0, 70, 70, 70),
    (&[2.0, 1.0, 3.0, 5.0], &[2.0, 2.0, 2.0, 2.0], 10.0, 50, 50, 70),
    (&[2.0, 1.0, 3.0, 5.0], &[1.0, 1.0, 1.0, 1.0, 1.0], 17.5, 12, 0, 126),
    (&[1.0, 1.0, 1.0, 1.0, 1.0], &[2.0, 1.0, 3.0, 5.0], 2.5, 12, 12, 126),
    (&[1.0, -1.0, -1.0, -1.0], &[-1.0, 1.0, 1.0, 1.0], 4.0, 34, 34, 70),
    (&[5.0, 5.0, 6.0, 7.0, 8.0, 8.0], &[5.0, 7.0, 7.0, 9.0, 9.0, 9.0, 10.0], 10.0, 226, 226, 1716),
    (&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0], 0.0, 2, 2, 20),
    (&[1.0], &[2.0], 0.0, 2, 2, 2),
    (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], &[5.0, 3.0, 5.0, 8.0, 9.0, 7.0, 9.0], 12.5, 486, 486, 6435),
    (&[10.0, 20.0, 30.0, 40.0, 50.0, 60.0], &[15.0, 25.0, 35.0, 45.0, 70.0, 80.0, 90.0], 14.0, 628, 628, 1716),
];

#[test]
fn small_series_agree_with_a_brute_force() {
    for (first, second, u, p, p_benchstat, of) in SMALL {
        let found = mann_whitney(first, second).unwrap();
        let [p, p_benchstat] = [p, p_benchstat].map(|choices| f64::from(choices) / f64::from(of));
        assert_eq!(found.u, u, "{first:?} {second:?}");
        assert!((found.p - p).abs() < 1e-15 && (found.p_benchstat - p_benchstat).abs() < 1e-15, "{found:?} {p}");
        assert!(found.exact);
    }
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected
}

/// The vectors of go-moremath's own test, utest_test.go; the last two lines are R's `wilcox.test` there.
#[test]
fn vectors_of_go_moremath() {
    let (s1, s2, s3) = ([2.0, 1.0, 3.0, 5.0], [12.0, 11.0, 13.0, 15.0], [0.0, 4.0, 6.0, 7.0]);
    let of = |a: &[f64], b: &[f64]| mann_whitney(a, b).map(|found| (found.u, found.p_benchstat)).unwrap();
    assert!(matches!(of(&s1, &s2), (0.0, p) if close(p, 0.028571428571428577)));
    assert!(matches!(of(&s2, &s1), (16.0, p) if close(p, 0.028571428571428577)));
    assert!(matches!(of(&s1, &s3), (5.0, p) if close(p, 0.48571428571428577)));
    assert!(matches!(of(&s1, &[2.0; 4]), (10.0, p) if close(p, 0.7142857142857143)));
    assert_eq!(of(&s1, &[1.0; 5]), (17.5, 0.0));
    let l1: Vec<f64> = (0..500).map(|at| f64::from(at * 2)).collect();
    let l2: Vec<f64> = (0..600).map(|at| f64::from(at * 2 - 41)).collect();
    let l3: Vec<f64> = l1[..30].iter().chain(&l2[30..]).copied().collect();
    assert!(matches!(of(&l1, &l2), (135250.0, p) if close(p, 0.0049335360814172224)));
    assert_eq!(of(&l1, &l1), (125000.0, 1.0));
    assert!(matches!(of(&l1, &l3), (134845.0, p) if close(p, 0.0038703814239617884)));
}

/// SciPy 1.17.1, `stats.mannwhitneyu` with the methods exact and asymptotic.
#[test]
fn middling_series_agree_with_scipy() {
    let first: Vec<f64> = (0..50).map(|at| f64::from(at) * 1.7).collect();
    let second: Vec<f64> = (0..40).map(|at| f64::from(at) * 1.9 + 3.05).collect();
    let found = mann_whitney(&first, &second).unwrap();
    assert_eq!((found.u, found.exact), (1036.0, true));
    assert!(close(found.p, 0.7742457638484647) && close(found.p_benchstat, found.p));
    let first: Vec<f64> = (0..30).map(|at| f64::from(at * at % 29)).collect();
    let second: Vec<f64> = (0..28).map(|at| f64::from(at * at % 31 + 2)).collect();
    let found = mann_whitney(&first, &second).unwrap();
    assert_eq!((found.u, found.exact), (389.0, false));
    assert!(close(found.p, 0.6346678082141195));
}

#[test]
fn limits_are_those_of_go_moremath() {
    let series = |n: i32, step: f64, from: f64| (0..n).map(|at| f64::from(at) * step + from).collect::<Vec<_>>();
    let exact = |n, tied: bool| {
        let second = series(n, 1.0, if tied { 3.0 } else { 3.5 });
        mann_whitney(&series(n, 1.0, 0.0), &second).unwrap().exact
    };
    assert!(exact(50, false) && !exact(51, false) && exact(25, true) && !exact(26, true));
}

#[test]
fn where_there_is_nothing_to_test() {
    assert_eq!(mann_whitney(&[], &[1.0]), Err(NoTest::Empty));
    assert_eq!(mann_whitney(&[1.0], &[]), Err(NoTest::Empty));
    assert_eq!(mann_whitney(&[2.0; 4], &[2.0; 4]), Err(NoTest::AllEqual));
    assert_eq!(mann_whitney(&[2.0; 400], &[2.0; 400]), Err(NoTest::AllEqual));
    assert_eq!(mann_whitney(&[0.0], &[-0.0]), Err(NoTest::AllEqual));
    assert_eq!(mann_whitney(&[1.0, f64::NAN], &[1.0]), Err(NoTest::NotANumber));
    assert_eq!(mann_whitney(&[f64::INFINITY; 3], &[f64::NEG_INFINITY; 3]).unwrap().u, 9.0);
}

#[test]
fn counts_are_all_choices() {
    assert_eq!(without_ties([50, 50]).iter().sum::<u128>(), 100_891_344_545_564_193_334_812_497_256);
    assert_eq!(with_ties([25, 25], &[1; 50]).iter().sum::<u128>(), 126_410_606_437_752);
    let halves: Vec<u128> = with_ties([7, 9], &[1; 16]).into_iter().step_by(2).collect();
    assert_eq!(halves, without_ties([7, 9]));
}

proptest! {
    #[test]
    fn exchange_order_and_scale_leave_p(
        first in prop::collection::vec(-20i32..20, 1..30),
        second in prop::collection::vec(-20i32..20, 1..30),
        by in 0usize..30,
    ) {
        let [first, second] = [first, second].map(|of| of.into_iter().map(f64::from).collect::<Vec<f64>>());
        let Ok(found) = mann_whitney(&first, &second) else { return Ok(()) };
        let other = mann_whitney(&second, &first).unwrap();
        prop_assert_eq!(found.u + other.u, (first.len() * second.len()) as f64);
        prop_assert!((found.p - other.p).abs() < 1e-12 && found.p > 0.0 && found.p <= 1.0);
        // Negative: the order of all values is turned, U becomes its mirror.
        let mut turned: Vec<f64> = first.iter().map(|value| value * -3.0).collect();
        turned.rotate_left(by % first.len());
        let mirrored = mann_whitney(&turned, &second.iter().map(|value| value * -3.0).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(mirrored.u, other.u);
        prop_assert!((mirrored.p - found.p).abs() < 1e-12);
    }

    #[test]
    fn without_ties_both_p_are_one(mut values in prop::collection::btree_set(-1000i32..1000, 2..40), at in 1usize..39) {
        let values: Vec<f64> = std::mem::take(&mut values).into_iter().map(f64::from).collect();
        let (first, second) = values.split_at(at.min(values.len() - 1));
        let found = mann_whitney(first, second).unwrap();
        prop_assert!((found.p - found.p_benchstat).abs() < 1e-12);
    }
}

//! Two series that are not paired, as benchstat shows them.
//!
//! In: an old and a new series, a confidence level and a significance level. Out: of each the median with its interval,
//! of both the test and the change, each with the text that benchstat prints for it.
//!
//! Source: golang.org/x/perf/benchmath (sample.go, anone.go: `AssumeNothing`). The median is that by R8, which is the
//! ordinary median. Texts are rounded as Go rounds, half to even on the exact double, so that they can be held against
//! benchstat's own; every other output of this program rounds otherwise.

use super::super::summary::median;
use super::mann_whitney::{MannWhitney, NoTest, mann_whitney};
use super::median_interval::MedianInterval;
use std::fmt;

/// benchstat's confidence level where none is given.
pub const LEVEL: f64 = 0.95;
/// Its significance level.
pub const ALPHA: f64 = 0.05;
/// It looks no further for a number of values that has an interval.
const MOST_FOR_INTERVAL: usize = 50;
/// Nor for one that can reach a significance level.
const MOST_FOR_TEST: usize = 9;

/// A series by its median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centre {
    /// Number of values.
    pub n: usize,
    /// Their median.
    pub median: f64,
    /// Low end of its interval; −∞ where there are too few values.
    pub low: f64,
    /// High end; ∞ where there are too few.
    pub high: f64,
    /// The level of the interval, at least that asked for.
    pub level: f64,
}

impl Centre {
    /// Of `values`, with an interval of `level`. `None` of nothing, or where a value is NaN.
    pub fn of(values: &[f64], level: f64) -> Option<Self> {
        let middle = median(values).filter(|middle| !middle.is_nan())?;
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let interval = MedianInterval::of(sorted.len(), level);
        let ranked = |rank: usize| rank.checked_sub(1).and_then(|place| sorted.get(place)).copied();
        Some(Centre {
            n: sorted.len(),
            median: middle,
            low: ranked(interval.low).unwrap_or(f64::NEG_INFINITY),
            high: ranked(interval.high).unwrap_or(f64::INFINITY),
            level: interval.level,
        })
    }

    /// What stands after ±: the distance of the farther end in whole percent of the median, `∞` where an end is
    /// unbounded, `?` where an end has another sign than the median.
    pub fn range(&self) -> String {
        if self.low.is_infinite() || self.high.is_infinite() {
            return "∞".into();
        }
        if [self.low, self.high].iter().any(|&end| sign(end) != sign(self.median)) {
            return "?".into();
        }
        if self.median == 0.0 {
            return "0%".into();
        }
        let part = (self.high / self.median - 1.0).max(1.0 - self.low / self.median);
        format!("{:.0}%", 100.0 * part)
    }
}

fn sign(value: f64) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}

/// What benchstat says below its table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// There are too few values for an interval of this level: `need >= 6 samples …`.
    Interval {
        /// As many would do; `None` if more than fifty.
        need: Option<usize>,
        /// The level asked for.
        level: f64,
    },
    /// There are too few values for the test to reach the significance level, however far apart they lie.
    Test {
        /// As many would do of either series; `None` if more than nine.
        need: Option<usize>,
        /// The level asked for.
        alpha: f64,
    },
    /// All values are equal, so that there is nothing to test.
    AllEqual,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let need = |need: Option<usize>, most: usize| need.map_or(format!("> {most}"), |need| format!(">= {need}"));
        match *self {
            Note::Interval { need: n, level } => {
                let need = need(n, MOST_FOR_INTERVAL);
                write!(f, "need {need} samples for confidence interval at level {level}")
            }
            Note::Test { need: n, alpha } => {
                let need = need(n, MOST_FOR_TEST + 1);
                write!(f, "need {need} samples to detect a difference at alpha level {alpha}")
            }
            Note::AllEqual => f.write_str("all samples are equal"),
        }
    }
}

/// Two series, one against the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The series that 100% stands for.
    pub old: Centre,
    /// The other.
    pub new: Centre,
    /// The test of new against old; `None` where all values are equal.
    pub test: Option<MannWhitney>,
    /// Significance level.
    pub alpha: f64,
    /// What limits the result.
    pub notes: Vec<Note>,
}

impl Comparison {
    /// Of two series. `None` where one is empty or has a value that is NaN.
    pub fn of(old: &[f64], new: &[f64], level: f64, alpha: f64) -> Option<Self> {
        let centres = [Centre::of(old, level)?, Centre::of(new, level)?];
        let mut notes = Vec::new();
        if centres.iter().any(|centre| centre.low.is_infinite() || centre.high.is_infinite()) {
            let bounded = |&n: &usize| MedianInterval::of(n, level).bounded(n);
            notes.push(Note::Interval { need: (2..=MOST_FOR_INTERVAL).find(bounded), level });
        }
        let test = match mann_whitney(old, new) {
            Ok(test) => {
                let need = (1..=MOST_FOR_TEST).find(|&n| least_p(n) <= alpha);
                let enough = need.unwrap_or(MOST_FOR_TEST + 1);
                if test.p_benchstat > alpha && old.len() < enough && new.len() < enough {
                    notes.push(Note::Test { need, alpha });
                }
                Some(test)
            }
            Err(NoTest::AllEqual) => {
                notes.push(Note::AllEqual);
                None
            }
            Err(NoTest::Empty | NoTest::NotANumber) => return None,
        };
        let [old, new] = centres;
        Some(Comparison { old, new, test, alpha, notes })
    }

    /// p as benchstat has it: 1 where there is no test.
    pub fn p(&self) -> f64 {
        self.test.map_or(1.0, |test| test.p_benchstat)
    }

    /// The change of the median, `-17.20%`; `~` where p exceeds the significance level.
    pub fn delta(&self) -> String {
        let (old, new) = (self.old.median, self.new.median);
        if self.p() > self.alpha {
            "~".into()
        } else if old == new {
            "0.00%".into()
        } else if old == 0.0 {
            "?".into()
        } else {
            format!("{:+.2}%", (new / old - 1.0) * 100.0)
        }
    }

    /// `p=0.000 n=10`, or `n=10+8`. A p of exactly 0 is left out, as benchstat leaves it out.
    pub fn test_text(&self) -> String {
        let (n, m) = (self.old.n, self.new.n);
        let p = if self.p() == 0.0 { String::new() } else { format!("p={:.3} ", self.p()) };
        if n == m { format!("{p}n={n}") } else { format!("{p}n={n}+{m}") }
    }
}

/// The least p that two series of `n` values can have: 2 / C(2n, n).
fn least_p(n: usize) -> f64 {
    2.0 / (1..=n).fold(1.0, |choices, i| choices * (n + i) as f64 / i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(old: &[f64], new: &[f64]) -> Comparison {
        Comparison::of(old, new, LEVEL, ALPHA).unwrap()
    }

    fn notes(comparison: &Comparison) -> Vec<String> {
        comparison.notes.iter().map(Note::to_string).collect()
    }

    /// cmd/benchstat/testdata of golang.org/x/perf: old.txt against new.txt, and what csvOldNew.stdout says of them.
    #[test]
    fn benchstats_own_example() {
        let old = [1726.0, 1723.0, 1707.0, 1707.0, 1713.0, 1729.0, 1736.0, 1707.0, 1705.0, 1774.0];
        let new = [1423.0, 1416.0, 1411.0, 1413.0, 1412.0, 1426.0, 1422.0, 1424.0, 1447.0, 1425.0];
        let found = of(&old, &new);
        assert_eq!((found.old.median, found.new.median), (1718.0, 1422.5));
        assert_eq!((found.old.range(), found.new.range()), ("1%".into(), "1%".into()));
        assert_eq!((found.delta(), found.test_text()), ("-17.20%".into(), "p=0.000 n=10".into()));
        let old = [3069.0, 3075.0, 3069.0, 3067.0, 3207.0, 3064.0, 3064.0, 3058.0, 3059.0, 3062.0];
        let new = [3075.0, 3065.0, 3059.0, 3065.0, 3060.0, 3081.0, 3186.0, 3135.0, 3087.0, 3062.0];
        let found = of(&old, &new);
        assert_eq!((found.old.median, found.new.median), (3065.5, 3070.0));
        assert_eq!((found.old.range(), found.new.range()), ("0%".into(), "2%".into()));
        assert_eq!((found.delta(), found.test_text()), ("~".into(), "p=0.446 n=10".into()));
        assert!(found.notes.is_empty());
    }

    /// smallSample.stdout there.
    #[test]
    fn single_values_have_notes() {
        let found = of(&[100.0], &[101.0]);
        assert_eq!(
            (found.old.range(), found.delta(), found.test_text()),
            ("∞".into(), "~".into(), "p=1.000 n=1".into())
        );
        let expected = [
            "need >= 6 samples for confidence interval at level 0.95",
            "need >= 4 samples to detect a difference at alpha level 0.05",
        ];
        assert_eq!(notes(&found), expected);
    }

    /// benchmath's assumption_test.go.
    #[test]
    fn vectors_of_benchmath() {
        let centre = Centre::of(&[-10.0, 2.0, 3.0, 4.0, 5.0, 6.0], 0.95).unwrap();
        assert_eq!((centre.median, centre.low, centre.high, centre.level), (3.5, -10.0, 6.0, 0.96875));
        assert_eq!(centre.range(), "?");
        let strict = Comparison::of(&[1.0; 6], &[2.0; 6], 0.99, 0.00001).unwrap();
        let expected = [
            "need >= 8 samples for confidence interval at level 0.99",
            "need > 10 samples to detect a difference at alpha level 0.00001",
        ];
        assert_eq!(notes(&strict), expected);
        assert_eq!(notes(&Comparison::of(&[1.0; 6], &[2.0; 6], 1.0, 0.05).unwrap())[0].as_bytes()[..9], *b"need > 50");
        let three = of(&[-1.0; 3], &[1.0; 3]);
        assert!((three.p() - 0.1).abs() < 1e-15);
        assert_eq!(notes(&three)[1], "need >= 4 samples to detect a difference at alpha level 0.05");
        let four = of(&[-1.0; 4], &[1.0; 4]);
        assert!((four.p() - 0.02857142857142857).abs() < 1e-15);
        assert_eq!((four.notes.len(), four.delta()), (1, "-200.00%".into()));
        let equal = of(&[1.0; 4], &[1.0; 4]);
        assert_eq!((equal.p(), equal.test, equal.delta()), (1.0, None, "~".into()));
        assert_eq!(notes(&equal)[1], "all samples are equal");
    }

    /// `uTestMinP` of anone.go.
    #[test]
    fn least_p_is_that_of_benchmath() {
        for (n, p) in
            [(1, 1.0), (2, 0.3333333333333333), (3, 0.1), (4, 0.02857142857142857), (9, 4.113533525298231e-05)]
        {
            assert!((least_p(n) - p).abs() < 1e-15, "{n}");
        }
    }

    #[test]
    fn zeros_and_exact_results_are_printed_as_benchstat_prints_them() {
        let zeros = of(&[0.0; 6], &[100.0; 6]);
        assert_eq!((zeros.old.range(), zeros.delta()), ("0%".into(), "?".into()));
        // Ties: benchstat's p is 0 here, and it leaves it out.
        let tied = of(&[2.0, 1.0, 3.0, 5.0], &[1.0; 5]);
        assert_eq!((tied.test_text(), tied.delta()), ("n=4+5".into(), "-60.00%".into()));
        assert!(tied.test.is_some_and(|test| test.p > 0.09));
    }

    #[test]
    fn nothing_and_nan_have_no_comparison() {
        assert_eq!(Comparison::of(&[], &[1.0], LEVEL, ALPHA), None);
        assert_eq!(Comparison::of(&[1.0], &[f64::NAN], LEVEL, ALPHA), None);
        assert_eq!(Centre::of(&[f64::INFINITY; 8], LEVEL).unwrap().range(), "∞");
    }

    proptest! {
        #[test]
        fn the_order_of_values_changes_nothing(
            old in prop::collection::vec(-100i32..1000, 1..40),
            new in prop::collection::vec(-100i32..1000, 1..40),
            by in 0usize..40,
        ) {
            let [old, new] = [old, new].map(|series| series.into_iter().map(f64::from).collect::<Vec<f64>>());
            let mut turned = old.clone();
            turned.rotate_left(by % old.len());
            let found = of(&old, &new);
            prop_assert!(found.old.low <= found.old.median && found.old.median <= found.old.high);
            prop_assert_eq!(of(&turned, &new), found);
        }
    }
}

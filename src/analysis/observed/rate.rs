//! How many a second, over time.
//!
//! In: when each of many operations ended, in microseconds, and the length of an interval in seconds. Out: counts of
//! intervals that join, from the earliest end on.

use rayon::prelude::*;

/// More intervals than this nobody can see.
pub const MOST_INTERVALS: u64 = 1_000_000;
/// Ends counted in one go.
const CHUNK: usize = 1 << 16;

/// Ends counted by time.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// Where the first interval begins, in µs: the earliest end.
    pub start: i64,
    /// Length of an interval in µs, at least 1.
    pub width: u64,
    /// Ends per interval; an interval holds its beginning and not its end.
    pub counts: Vec<u64>,
    /// The latest end, in µs.
    pub last: i64,
}

/// Why ends can't be counted by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRate {
    /// There are none.
    Empty,
    /// The interval is not a positive number of seconds, or shorter than a microsecond.
    Interval,
    /// There would be more than [`MOST_INTERVALS`].
    TooMany {
        /// So many.
        intervals: u64,
    },
}

impl Rate {
    /// Counts `ends`, in any order, by intervals of `seconds`, rounded to whole microseconds.
    ///
    /// # Errors
    /// Where there are no ends, or no reasonable number of intervals.
    pub fn of(ends: &[i64], seconds: f64) -> Result<Self, NoRate> {
        let width = libm::round(seconds * 1e6);
        // Some 300,000 years, and no sum beyond what 64 bits hold.
        if !(1.0..=1e19).contains(&width) {
            return Err(NoRate::Interval);
        }
        let width = width as u64;
        let (Some(&start), Some(&last)) = (ends.par_iter().min(), ends.par_iter().max()) else {
            return Err(NoRate::Empty);
        };
        let intervals = (last.abs_diff(start) / width).saturating_add(1);
        if intervals > MOST_INTERVALS {
            return Err(NoRate::TooMany { intervals });
        }
        let none = || vec![0u64; intervals as usize];
        let counts = ends.par_chunks(CHUNK.max(intervals as usize)).fold(none, |mut counts, chunk| {
            for end in chunk {
                if let Some(count) = counts.get_mut((end.abs_diff(start) / width) as usize) {
                    *count += 1;
                }
            }
            counts
        });
        let counts = counts.reduce(none, |mut a, b| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        });
        Ok(Rate { start, width, counts, last })
    }

    /// Ends a second, per interval: the count over the interval's length.
    pub fn per_second(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let seconds = self.width as f64 / 1e6;
        self.counts.iter().map(move |&count| count as f64 / seconds)
    }

    /// How many intervals are over when the latest end comes. The one after them, if there is one, is cut short by the
    /// end of the data: its rate says too little.
    pub fn whole(&self) -> usize {
        // Microseconds are counted: an end in the last one of an interval fills it.
        let passed = self.last.abs_diff(self.start).saturating_add(1) / self.width;
        self.counts.len().min(passed as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends_are_counted_from_the_earliest() {
        let ends = [1_700_000_000_500_000, 1_700_000_000_000_000, 1_700_000_001_000_000, 1_700_000_003_999_998];
        let found = Rate::of(&ends, 1.0).unwrap();
        assert_eq!((found.start, found.width, found.last), (ends[1], 1_000_000, ends[3]));
        assert_eq!(found.counts, [2, 1, 0, 1]);
        assert_eq!(found.whole(), 3);
        assert_eq!(found.per_second().collect::<Vec<_>>(), [2.0, 1.0, 0.0, 1.0]);
        assert_eq!(Rate::of(&ends, 0.5).unwrap().per_second().next(), Some(2.0));
        assert_eq!(Rate::of(&[0, 999_999], 1.0).unwrap().whole(), 1);
    }

    #[test]
    fn what_has_no_rate_is_told() {
        assert_eq!(Rate::of(&[], 1.0), Err(NoRate::Empty));
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-7, 1e300] {
            assert_eq!(Rate::of(&[1], seconds), Err(NoRate::Interval), "{seconds}");
        }
        assert_eq!(Rate::of(&[0, 1_000_000], 1e-6), Err(NoRate::TooMany { intervals: 1_000_001 }));
        assert_eq!(Rate::of(&[i64::MIN, i64::MAX], 1e-6), Err(NoRate::TooMany { intervals: u64::MAX }));
        assert_eq!(Rate::of(&[i64::MIN, i64::MAX], 1e13).unwrap().counts, [1, 1]);
    }

    proptest! {
        #[test]
        fn every_end_is_counted_once(ends in prop::collection::vec(-5_000_000i64..5_000_000, 1..200), width in 1000u32..4_000_000) {
            let found = Rate::of(&ends, f64::from(width) / 1e6).unwrap();
            prop_assert_eq!(found.counts.iter().sum::<u64>(), ends.len() as u64);
            prop_assert!(found.counts[0] > 0 && found.counts[found.counts.len() - 1] > 0);
            prop_assert!(found.whole() >= found.counts.len() - 1);
            for (at, &count) in found.counts.iter().enumerate() {
                let from = found.start + at as i64 * i64::from(width);
                let inside = ends.iter().filter(|&&end| from <= end && end < from + i64::from(width)).count();
                prop_assert_eq!(count, inside as u64);
            }
        }
    }
}

//! Many values counted into ranges.
//!
//! In: values such as latencies, and a scale. Out: ranges that join, from that of the smallest to that of the largest
//! value, each with its count. A range holds its lower bound and not its upper one. Only positive values have a place on
//! such a scale; the others are counted apart. Ten million values take a fifth of a second on two
//! cores.

use rayon::prelude::*;

/// Where ranges begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 1, 2 and 5 times the powers of ten.
    OneTwoFive,
    /// So many to a power of ten, each as many times its lower bound wide; 0 counts as 1.
    Logarithmic {
        /// Ranges to a power of ten.
        per_decade: u8,
    },
}

/// A range and how many values lie in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Its lower bound, in it.
    pub low: f64,
    /// Its upper bound, not in it.
    pub high: f64,
    /// Number of values.
    pub count: u64,
}

/// Values counted into ranges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The ranges, ascending, with those in between that hold nothing.
    pub bins: Vec<Bin>,
    /// Values that are zero or negative.
    pub not_positive: u64,
    /// Values that are NaN or infinite.
    pub not_finite: u64,
}

/// Powers of ten that doubles have, from below the smallest.
const DECADES: std::ops::RangeInclusive<i32> = -324..=308;
/// A double's leading bits that the first guess at its range comes from: the exponent and four bits more.
const GUESS_SHIFT: u32 = 48;
/// Values counted in one go.
const CHUNK: usize = 1 << 16;

impl Histogram {
    /// Counts `values`; the same for any order of them and any number of threads.
    pub fn of(values: &[f64], scale: Scale) -> Self {
        let (not_positive, not_finite, min, max) = values
            .par_chunks(CHUNK)
            .map(extent)
            .reduce(|| NOTHING, |a, b| (a.0 + b.0, a.1 + b.1, a.2.min(b.2), a.3.max(b.3)));
        if min > max {
            return Histogram { bins: Vec::new(), not_positive, not_finite };
        }
        let edges = edges(scale, min, max);
        let guesses = Guesses::new(&edges, min, max);
        let none = || vec![0u64; edges.len()];
        let counts = values
            .par_chunks(CHUNK)
            .fold(none, |mut counts, chunk| {
                for &value in chunk.iter().filter(|value| value.is_finite() && **value > 0.0) {
                    if let Some(count) = counts.get_mut(guesses.range(&edges, value)) {
                        *count += 1;
                    }
                }
                counts
            })
            .reduce(none, |mut a, b| {
                a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                a
            });
        let bounds = edges.windows(2).filter_map(|bounds| <[f64; 2]>::try_from(bounds).ok());
        let bins = bounds.zip(counts).map(|([low, high], count)| Bin { low, high, count }).collect();
        Histogram { bins, not_positive, not_finite }
    }
}

/// Of no values, to start from.
const NOTHING: (u64, u64, f64, f64) = (0, 0, f64::INFINITY, 0.0);

/// How many are not positive, how many not finite; smallest and largest of the others.
fn extent(values: &[f64]) -> (u64, u64, f64, f64) {
    let mut found = NOTHING;
    for &value in values {
        if !value.is_finite() {
            found.1 += 1;
        } else if value <= 0.0 {
            found.0 += 1;
        } else {
            found.2 = found.2.min(value);
            found.3 = found.3.max(value);
        }
    }
    found
}

/// The bounds of the ranges from that of `min` to that of `max`, ascending. The last may be infinite.
fn edges(scale: Scale, min: f64, max: f64) -> Vec<f64> {
    // A decimal that is parsed is the double nearest to it, which no power computed promises to be.
    let decimal = |digit: u32, decade: i32| format!("{digit}e{decade}").parse().unwrap_or(f64::NAN);
    let of_decade = |decade: i32| -> Vec<f64> {
        match scale {
            Scale::OneTwoFive => [1, 2, 5].map(|digit| decimal(digit, decade)).to_vec(),
            Scale::Logarithmic { per_decade } => {
                let per_decade = per_decade.max(1);
                let start: f64 = decimal(1, decade);
                let within = |step: u8| match step {
                    0 => start,
                    _ => start * libm::exp10(f64::from(step) / f64::from(per_decade)),
                };
                (0..per_decade).map(within).collect()
            }
        }
    };
    // One decade of leeway on both sides for the rounding of the logarithm.
    let decade = |value: f64| libm::floor(libm::log10(value)) as i32;
    let first = (decade(min) - 1).max(*DECADES.start());
    let last = (decade(max) + 1).min(*DECADES.end());
    let mut edges: Vec<f64> = (first..=last).flat_map(of_decade).filter(|&edge| edge > 0.0).collect();
    // Below the smallest normal double neighbours may round to the same.
    edges.dedup();
    edges.retain(|edge| edge.is_finite());
    edges.push(f64::INFINITY);
    let start = edges.partition_point(|&edge| edge <= min).saturating_sub(1);
    let end = edges.partition_point(|&edge| edge <= max);
    edges.truncate(end + 1);
    // A value below all bounds: nothing but zero lies below the smallest double's decade.
    if edges.first().is_some_and(|&edge| min < edge) {
        edges.insert(0, 0.0);
    }
    edges.drain(..start);
    edges
}

/// Where to begin looking for the range of a value.
struct Guesses {
    /// Leading bits of the smallest value.
    base: u64,
    /// By leading bits less the base, the range of the smallest double that has them.
    ranges: Vec<usize>,
}

impl Guesses {
    fn new(edges: &[f64], min: f64, max: f64) -> Self {
        let key = |value: f64| value.to_bits() >> GUESS_SHIFT;
        let (base, last) = (key(min), key(max));
        let range = |key: u64| {
            let smallest = f64::from_bits(key << GUESS_SHIFT);
            edges.partition_point(|&edge| edge <= smallest).saturating_sub(1)
        };
        Guesses { base, ranges: (base..=last).map(range).collect() }
    }

    /// Which range a value between smallest and largest lies in.
    fn range(&self, edges: &[f64], value: f64) -> usize {
        // Bits of positive doubles are in the order of the doubles.
        let key = (value.to_bits() >> GUESS_SHIFT).wrapping_sub(self.base);
        let mut range = self.ranges.get(key as usize).copied().unwrap_or(0);
        while edges.get(range + 1).is_some_and(|&high| high <= value) {
            range += 1;
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(histogram: &Histogram) -> Vec<(f64, f64, u64)> {
        histogram.bins.iter().map(|bin| (bin.low, bin.high, bin.count)).collect()
    }

    #[test]
    fn bounds_are_in_the_range_above_them() {
        let found = Histogram::of(&[0.1, 0.19999, 0.2, 0.3, 2.0, 4.99, 0.5, 0.0, -1.0, f64::NAN], Scale::OneTwoFive);
        let expected = [(0.1, 0.2, 2), (0.2, 0.5, 2), (0.5, 1.0, 1), (1.0, 2.0, 0), (2.0, 5.0, 2)];
        assert_eq!(counts(&found), expected);
        assert_eq!((found.not_positive, found.not_finite), (2, 1));
    }

    #[test]
    fn powers_of_ten_are_bounds_of_a_logarithmic_scale() {
        let found = Histogram::of(&[1000.0, 999.0, 1e4, 2e3], Scale::Logarithmic { per_decade: 2 });
        assert_eq!(found.bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [1, 2, 0, 1]);
        assert_eq!((found.bins[1].low, found.bins[3].low), (1e3, 1e4));
        assert!((found.bins[0].low - 316.227766016838).abs() < 1e-9);
        assert_eq!(
            Histogram::of(&[7.0], Scale::Logarithmic { per_decade: 0 }).bins[0],
            Bin { low: 1.0, high: 10.0, count: 1 }
        );
    }

    #[test]
    fn nothing_has_no_ranges() {
        assert_eq!(Histogram::of(&[], Scale::OneTwoFive), Histogram::default());
        let none = Histogram::of(&[0.0, -0.0, f64::INFINITY], Scale::OneTwoFive);
        assert_eq!((none.bins.len(), none.not_positive, none.not_finite), (0, 2, 1));
    }

    #[test]
    fn the_whole_range_of_doubles_has_its_place() {
        let values = [5e-324, 1e-320, f64::MIN_POSITIVE, 1.0, 1e308, f64::MAX];
        for scale in [Scale::OneTwoFive, Scale::Logarithmic { per_decade: 1 }, Scale::Logarithmic { per_decade: 255 }] {
            let found = Histogram::of(&values, scale);
            assert_eq!(found.bins.iter().map(|bin| bin.count).sum::<u64>(), 6);
            let (first, last) = (found.bins[0], found.bins[found.bins.len() - 1]);
            assert!(
                first.low <= 5e-324 && first.count > 0 && last.high == f64::INFINITY && last.count > 0,
                "{scale:?}"
            );
            assert!(found.bins.windows(2).all(|two| two[0].high == two[1].low && two[0].low < two[0].high));
        }
    }

    proptest! {
        #[test]
        fn each_value_lies_in_its_range(
            values in prop::collection::vec((1.0f64..10.0, -6i32..9, any::<bool>()), 1..200),
            per_decade in 0u8..40,
        ) {
            let round = |&(value, decade, round): &(f64, i32, bool)| {
                (if round { value.floor() } else { value }) * 10f64.powi(decade)
            };
            let values: Vec<f64> = values.iter().map(round).collect();
            let scale = if per_decade == 0 { Scale::OneTwoFive } else { Scale::Logarithmic { per_decade } };
            let found = Histogram::of(&values, scale);
            for bin in &found.bins {
                let inside = values.iter().filter(|&&value| bin.low <= value && value < bin.high).count();
                prop_assert_eq!(bin.count, inside as u64);
            }
            prop_assert_eq!(found.bins.iter().map(|bin| bin.count).sum::<u64>(), values.len() as u64);
            prop_assert!(found.bins[0].count > 0 && found.bins[found.bins.len() - 1].count > 0);
        }
    }
}

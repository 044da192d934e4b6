//! Exactly rounded sums.

/// The sum of `values`, as if made with infinite precision and rounded once (ties to even): that of CPython's
/// `math.fsum`. So it depends on which values there are and not on their order. Method: Shewchuk (1997), the running sum
/// as partials that do not overlap.
///
/// Not finite: with an infinity among the values the sum is it, with both or with a NaN it is NaN. It is NaN too where a
/// running sum leaves the range of doubles, which CPython reports as an OverflowError.
pub fn fsum(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut partials = Partials::default();
    let mut special = 0.0;
    let mut overflow = false;
    for value in values {
        if value.is_finite() {
            overflow |= !partials.add(value);
        } else {
            special += value;
        }
    }
    if special != 0.0 {
        special
    } else if overflow {
        f64::NAN
    } else {
        partials.round()
    }
}

/// A sum as doubles that do not overlap, smallest first, none of them zero. There are rarely more than a few.
#[derive(Default)]
struct Partials(Vec<f64>);

impl Partials {
    /// Adds a finite value; false where the sum overflows, after which the partials mean nothing.
    fn add(&mut self, value: f64) -> bool {
        let mut high = value;
        let mut kept = 0;
        for i in 0..self.0.len() {
            let (sum, error) = two_sum(high, self.0[i]);
            if error != 0.0 {
                self.0[kept] = error;
                kept += 1;
            }
            high = sum;
        }
        self.0.truncate(kept);
        if high != 0.0 {
            self.0.push(high);
        }
        high.is_finite()
    }

    fn round(&self) -> f64 {
        let mut smaller = self.0.iter().rev().copied();
        let mut high = smaller.next().unwrap_or(0.0);
        let mut error = 0.0;
        for part in smaller.by_ref() {
            (high, error) = two_sum(high, part);
            if error != 0.0 {
                break;
            }
        }
        // The two leading parts were rounded to even as if nothing followed. If they lay half-way and something of the
        // same sign follows, the true sum lies beyond the half.
        if let Some(next) = smaller.next()
            && (error < 0.0) == (next < 0.0)
            && error != 0.0
        {
            let twice = 2.0 * error;
            let moved = high + twice;
            if moved - high == twice {
                return moved;
            }
        }
        high
    }
}

/// Sum and its rounding error, exact for finite operands whose sum is finite.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let (large, small) = if a.abs() < b.abs() { (b, a) } else { (a, b) };
    let sum = large + small;
    (sum, small - (sum - large))
}

/// Values of which sums are wanted again and again, each as exactly rounded as that of [`fsum`]. Where their magnitudes
/// lie close enough together they are kept as whole multiples of a power of two, so that a sum is one of integers.
#[derive(Clone, Debug)]
pub(super) struct Summands {
    values: Vec<f64>,
    multiples: Option<Multiples>,
}

#[derive(Clone, Debug)]
struct Multiples {
    integers: Vec<i128>,
    unit: f64,
}

impl Summands {
    /// For sums of `terms` terms at most.
    pub(super) fn new(values: &[f64], terms: usize) -> Self {
        Summands { values: values.to_vec(), multiples: Multiples::of(values, terms) }
    }

    /// The sum of the values at `indices`, as many as `terms` at most; NaN if there is no such value.
    pub(super) fn sum(&self, indices: impl Iterator<Item = usize>) -> f64 {
        match &self.multiples {
            Some(Multiples { integers, unit }) => {
                let mut sum = 0i128;
                for index in indices {
                    match integers.get(index) {
                        Some(integer) => sum += integer,
                        None => return f64::NAN,
                    }
                }
                // The cast rounds to nearest, ties to even, and a power of two then changes the exponent only.
                sum as f64 * unit
            }
            None => fsum(indices.map(|index| self.values.get(index).copied().unwrap_or(f64::NAN))),
        }
    }
}

impl Multiples {
    /// `None` where a sum of `terms` terms might need more than 126 bits, or leave the normal doubles.
    fn of(values: &[f64], terms: usize) -> Option<Self> {
        let parts = values.iter().map(|&value| odd_part(value)).collect::<Option<Vec<(i64, i32)>>>()?;
        let nonzero = || parts.iter().filter(|(odd, _)| *odd != 0);
        let low = nonzero().map(|&(_, exponent)| exponent).min().unwrap_or(0);
        let bits = |odd: i64| 64 - odd.unsigned_abs().leading_zeros() as i32;
        let high = nonzero().map(|&(odd, exponent)| exponent + bits(odd)).max().unwrap_or(0);
        let high = high + (usize::BITS - terms.leading_zeros()) as i32;
        if high - low > 126 || low < -1022 || high > 1023 {
            return None;
        }
        let integers =
            parts.iter().map(|&(odd, exponent)| if odd == 0 { 0 } else { i128::from(odd) << (exponent - low) });
        Some(Multiples { integers: integers.collect(), unit: libm::ldexp(1.0, low) })
    }
}

/// A finite double as an odd integer times a power of two; zero as `(0, 0)`.
fn odd_part(value: f64) -> Option<(i64, i32)> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.abs().to_bits();
    let exponent = (bits >> 52) as i32;
    let digits = (bits & ((1 << 52) - 1)) as i64 | i64::from(exponent > 0) << 52;
    if digits == 0 {
        return Some((0, 0));
    }
    let zeros = digits.trailing_zeros();
    let odd = digits >> zeros;
    Some((if value < 0.0 { -odd } else { odd }, exponent.max(1) - 1075 + zeros as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_are_those_of_cpython() {
        // The values of CPython's own test_fsum and a few more, made with math.fsum.
        let cases: &[(&[f64], f64)] = &[
            (&[], 0.0),
            (&[0.0], 0.0),
            (&[1e100, 1.0, -1e100, 1e-100, 1e50, -1.0, -1e50], 1e-100),
            (&[0.1; 10], 1.0),
            (&[9007199254740992.0, -0.5, -5.551115123125783e-17], 9007199254740991.0),
            (&[9007199254740992.0, 1.0, 5.551115123125783e-17], 9007199254740994.0),
            (&[9007199254740994.0, 1.0, 5.551115123125783e-17], 9007199254740996.0),
            (&[9007199254740996.0, 1.0, 5.551115123125783e-17], 9007199254740996.0 + 2.0),
            (&[f64::MAX, 9.979201547673598e291], f64::MAX),
            (&[1e16, 1.0, 1e-16], 10000000000000002.0),
            (&[1e16 - 2.0, 1.0 - f64::EPSILON / 2.0, -(1e16 - 2.0), -(1.0 - f64::EPSILON / 2.0)], 0.0),
            (&[5e-324, 5e-324, -5e-324], 5e-324),
        ];
        for (values, sum) in cases {
            assert_eq!(fsum(values.iter().copied()).to_bits(), sum.to_bits(), "{values:?}");
        }
    }

    #[test]
    fn what_is_not_finite_stays_so() {
        assert_eq!(fsum([1.0, f64::INFINITY, -3.0]), f64::INFINITY);
        assert_eq!(fsum([f64::MAX, f64::MAX, f64::NEG_INFINITY]), f64::NEG_INFINITY);
        assert!(fsum([f64::INFINITY, f64::NEG_INFINITY]).is_nan());
        assert!(fsum([1.0, f64::NAN]).is_nan());
        assert!(fsum([f64::MAX, f64::MAX, f64::MIN]).is_nan());
    }

    #[test]
    fn a_sum_may_span_the_whole_range_of_exponents() {
        // Each power of two that a double can have, alternating in sign and far from cancelling.
        let powers = (-1074..1023).map(|power| libm::ldexp(if power % 3 == 0 { -1.0 } else { 1.0 }, power));
        let scattered: Vec<f64> = powers.collect();
        let forward = fsum(scattered.iter().copied());
        assert_eq!(forward, 6.420332624508271e307);
        assert_eq!(forward, fsum(scattered.iter().rev().copied()));
    }

    #[test]
    fn summands_of_any_magnitude_sum_as_fsum_does() {
        let lists: &[&[f64]] = &[
            &[],
            &[0.0, -0.0],
            &[1e16, 1.0, 1e-16],
            &[1e300, 1.0, -1e300],
            &[5e-324, 5e-324, -1e-310],
            &[2.0f64.powi(-1022), 2.0f64.powi(-1022) * 1.5],
            &[f64::MAX, -f64::MAX, 3.0],
            &[f64::MAX, f64::MAX / 2.0],
            &[1.0, f64::NAN],
            &[1.0, f64::INFINITY],
        ];
        for list in lists {
            let (ours, plain) = (Summands::new(list, list.len()).sum(0..list.len()), fsum(list.iter().copied()));
            assert!(ours.to_bits() == plain.to_bits() || (ours.is_nan() && plain.is_nan()), "{list:?} {ours} {plain}");
        }
        assert!(Summands::new(&[1.0], 1).sum(3..4).is_nan());
    }

    proptest! {
        #[test]
        fn summands_sum_as_fsum_does(
            values in prop::collection::vec((-1.0f64..1.0, -60i32..60, any::<bool>()), 1..20),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            // Every other value is a power of two, so that sums lie half-way often.
            let value = |&(value, power, plain): &(f64, i32, bool)| libm::ldexp(if plain { value } else { 1.0 }, power);
            let values: Vec<f64> = values.iter().map(value).collect();
            let picks: Vec<usize> = picks.iter().map(|pick| pick.index(values.len())).collect();
            let plain = fsum(picks.iter().map(|&pick| values[pick]));
            let ours = Summands::new(&values, picks.len()).sum(picks.into_iter());
            prop_assert_eq!(ours.to_bits(), plain.to_bits());
        }

        #[test]
        fn order_does_not_matter(mut values in prop::collection::vec(-1e300f64..1e300, 0..20), turn in 0usize..20) {
            let sum = fsum(values.iter().copied());
            let turn = turn % values.len().max(1);
            values.rotate_left(turn);
            prop_assert_eq!(fsum(values.iter().copied()).to_bits(), sum.to_bits());
            values.sort_by(f64::total_cmp);
            prop_assert_eq!(fsum(values.iter().copied()).to_bits(), sum.to_bits());
        }

        #[test]
        fn sums_of_integers_are_rounded_once(
            values in prop::collection::vec((-(1i64 << 52)..(1 << 52), 0..64, any::<bool>()), 0..100),
        ) {
            // Every other value is a power of two, so that sums lie half-way often.
            let integer = |&(value, shift, power): &(i64, i32, bool)| {
                i128::from(if power { value.signum() } else { value }) << shift
            };
            let values: Vec<i128> = values.iter().map(integer).collect();
            // A cast of an integer to a double rounds to nearest, ties to even, as well.
            prop_assert_eq!(fsum(values.iter().map(|&value| value as f64)), values.iter().sum::<i128>() as f64);
        }
    }
}

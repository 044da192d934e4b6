//! Ratio and percent change.
//!
//! In: two numbers, or two series and which statistic of them is meant. Out: a [`Change`], or the obstacles that
//! [`quotient`] names: both numbers have to be positive.

use super::super::model::Obstacle;
use super::super::ratio::quotient;
use super::statistic::Statistic;

/// How a number stands to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The number above the line.
    pub numerator: f64,
    /// The number below it, which 100% stands for.
    pub denominator: f64,
    /// Their ratio, positive and finite.
    pub ratio: f64,
    /// 100 · (numerator − denominator) / denominator.
    pub percent: f64,
}

impl Change {
    /// Of two numbers.
    ///
    /// # Errors
    /// What keeps the ratio from being a positive number: of the numerator, of the denominator, or of both.
    pub fn new(numerator: f64, denominator: f64) -> Result<Self, [Option<Obstacle>; 2]> {
        let ratio = quotient(numerator, denominator)?;
        // The difference of close numbers is exact, that of the ratio from 1 is not.
        let percent = (numerator - denominator) / denominator * 100.0;
        if !percent.is_finite() {
            return Err([Some(Obstacle::OutOfRange); 2]);
        }
        Ok(Change { numerator, denominator, ratio, percent })
    }

    /// Of a statistic of two series. A series without values has no number, which counts as not finite.
    ///
    /// # Errors
    /// As of two numbers.
    pub fn of(statistic: Statistic, numerator: &[f64], denominator: &[f64]) -> Result<Self, [Option<Obstacle>; 2]> {
        let [numerator, denominator] = [numerator, denominator].map(|of| statistic.of(of).unwrap_or(f64::NAN));
        Change::new(numerator, denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::quantile::Quantile;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ratio_and_percent_of_numbers_and_series() {
        let found = Change::new(1422.5, 1718.0).unwrap();
        assert_eq!((found.ratio, found.percent), (0.8279976717112922, -17.200232828870778));
        let found = Change::of(Statistic::Median, &[3.0, 9.0, 1.0], &[2.0, 2.0, 70.0]).unwrap();
        assert_eq!((found.numerator, found.denominator, found.ratio, found.percent), (3.0, 2.0, 1.5, 50.0));
        let p90 = Statistic::Quantile { at: 0.9, rule: Quantile::NearestRank };
        assert_eq!(Change::of(p90, &[1.0, 4.0], &[2.0]).unwrap().ratio, 2.0);
    }

    #[test]
    fn obstacles_are_told_of_each_side() {
        use Obstacle::*;
        let of = |a, b| Change::new(a, b).unwrap_err();
        assert_eq!(of(1.0, 0.0), [None, Some(Zero)]);
        assert_eq!(of(0.0, 1.0), [Some(Zero), None]);
        assert_eq!(of(-1.0, f64::INFINITY), [Some(Negative), Some(NotFinite)]);
        assert_eq!(of(1e300, 1e-300), [Some(OutOfRange); 2]);
        assert_eq!(of(1e300, 1e-7), [Some(OutOfRange); 2]);
        assert_eq!(Change::of(Statistic::Mean, &[], &[1.0]), Err([Some(NotFinite), None]));
    }

    proptest! {
        #[test]
        fn a_common_scale_changes_nothing(a in 0.1f64..1e6, b in 0.1f64..1e6, power in -40i32..40) {
            // A power of two changes no bit of a quotient.
            let found = Change::new(a, b).unwrap();
            let scaled = Change::new(libm::ldexp(a, power), libm::ldexp(b, power)).unwrap();
            prop_assert_eq!((found.ratio, found.percent), (scaled.ratio, scaled.percent));
        }
    }
}

//! What benchstat would say of the same samples: it knows of no blocks and takes all repeats of an arm as one series.
//!
//! Repeats of one process are more alike than those of two, so the series have fewer independent values than samples, and
//! the p is smaller than it ought to be; what moves all arms of a block alike is noise here and makes it larger. Which of
//! the two wins is not known beforehand.

use super::super::observed::mann_whitney::mann_whitney;
use super::super::summary::median;

/// benchstat's usual level of significance (`-alpha`).
pub const ALPHA: f64 = 0.05;

/// An unpaired comparison of all samples of two arms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unpaired {
    /// Median of the numerator's samples over that of the denominator's.
    pub ratio: f64,
    /// Number of samples, numerator and denominator.
    pub samples: [usize; 2],
    /// p of the Mann-Whitney U test as benchstat prints it; `None` where all samples are equal.
    pub p: Option<f64>,
}

/// Where a comparison lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Below 1.
    Below,
    /// Above it.
    Above,
    /// Not told apart from it.
    Neither,
}

impl Side {
    /// What an interval says: below, above, or that it includes 1.
    pub fn of_interval(low: f64, high: f64) -> Self {
        match (high < 1.0, low > 1.0) {
            (true, _) => Side::Below,
            (_, true) => Side::Above,
            _ => Side::Neither,
        }
    }
}

impl Unpaired {
    /// What benchstat says: a change where p is at most [`ALPHA`] and the medians differ, and `~` otherwise.
    pub fn side(&self) -> Side {
        match self.p {
            Some(p) if p <= ALPHA && self.ratio < 1.0 => Side::Below,
            Some(p) if p <= ALPHA && self.ratio > 1.0 => Side::Above,
            _ => Side::Neither,
        }
    }
}

/// Compares all samples of two arms. `None` without samples, or where their medians have no ratio.
pub fn unpaired(numerator: &[f64], denominator: &[f64]) -> Option<Unpaired> {
    let ratio = median(numerator)? / median(denominator)?;
    if !(ratio > 0.0 && ratio.is_finite()) {
        return None;
    }
    let p = mann_whitney(numerator, denominator).ok().map(|found| found.p_benchstat);
    Some(Unpaired { ratio, samples: [numerator.len(), denominator.len()], p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_needs_both_a_small_p_and_medians_that_differ() {
        let low: Vec<f64> = (1..=9).map(f64::from).collect();
        let high: Vec<f64> = (11..=19).map(f64::from).collect();
        let found = unpaired(&low, &high).unwrap();
        assert_eq!((found.side(), found.samples), (Side::Below, [9, 9]));
        assert!((found.ratio - 5.0 / 15.0).abs() < 1e-15);
        // 2 / C(18, 9).
        assert!((found.p.unwrap() - 2.0 / 48_620.0).abs() < 1e-15);
        assert_eq!(unpaired(&high, &low).unwrap().side(), Side::Above);
        // Three against three: no p reaches 5 %.
        let few = unpaired(&low[..3], &high[..3]).unwrap();
        assert!((few.p.unwrap() - 0.1).abs() < 1e-15);
        assert_eq!(few.side(), Side::Neither);
    }

    #[test]
    fn equal_samples_have_no_p_and_no_samples_nothing() {
        let equal = unpaired(&[7.0; 5], &[7.0; 5]).unwrap();
        assert_eq!((equal.ratio, equal.p, equal.side()), (1.0, None, Side::Neither));
        assert_eq!(unpaired(&[], &[1.0]), None);
        assert_eq!(unpaired(&[1.0], &[0.0]), None);
        assert_eq!(unpaired(&[f64::NAN], &[1.0]), None);
    }

    #[test]
    fn an_interval_reads_as_it_lies() {
        assert_eq!(Side::of_interval(0.8, 0.9), Side::Below);
        assert_eq!(Side::of_interval(1.1, 1.2), Side::Above);
        assert_eq!(Side::of_interval(1.0, 1.2), Side::Neither);
        assert_eq!(Side::of_interval(1.0, 1.0), Side::Neither);
    }
}

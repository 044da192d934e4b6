//! The t interval on log ratios: exact where these are normal.

use super::super::sum::fsum;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Ends of the interval of `level` for the geometric mean of ratios whose logarithms are `logs`, one a block:
/// exp of mean ∓ t · s / √n with n − 1 degrees of freedom. Logarithms without spread give an interval without width.
/// `None` with fewer than two blocks, or where the level is not between 0 and 1.
pub fn t_interval(logs: &[f64], level: f64) -> Option<(f64, f64)> {
    if logs.len() < 2 {
        return None;
    }
    let n = logs.len() as f64;
    let mean = fsum(logs.iter().copied()) / n;
    // Of equal logarithms the mean may be off by its last bit, which is no spread.
    let equal = logs.windows(2).all(|pair| pair.first() == pair.last());
    let squares = if equal { 0.0 } else { fsum(logs.iter().map(|log| (log - mean) * (log - mean))) };
    let half = t_quantile(level, n - 1.0)? * libm::sqrt(squares / (n - 1.0) / n);
    let (low, high) = (libm::exp(mean - half), libm::exp(mean + half));
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

/// Which |t| has `level` of the distribution between −t and t.
fn t_quantile(level: f64, freedom: f64) -> Option<f64> {
    if !(level > 0.0 && level < 1.0) {
        return None;
    }
    let t = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(1.0 - (1.0 - level) / 2.0);
    // statrs takes logarithms from the platform, and the last digits may be its own. Nine decimals are the same on all.
    let t = libm::round(t * 1e9) / 1e9;
    t.is_finite().then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17.1, `stats.t.ppf`.
    #[test]
    fn quantiles_are_those_of_scipy() {
        for (level, freedom, expected) in T {
            let ours = t_quantile(level, freedom).unwrap();
            assert!((ours - expected).abs() < 2e-9 * expected, "{level} {freedom}: {ours} {expected}");
        }
    }

    #[test]
    fn one_block_has_no_spread_to_judge_by() {
        assert_eq!(t_interval(&[], 0.95), None);
        assert_eq!(t_interval(&[0.1], 0.95), None);
    }

    #[test]
    fn equal_blocks_have_no_width() {
        let (low, high) = t_interval(&[libm::log(1.25); 6], 0.95).unwrap();
        assert_eq!(low, high);
        assert!((low - 1.25).abs() < 1e-15);
        assert_eq!(t_interval(&[0.0; 4], 0.95), Some((1.0, 1.0)));
    }

    #[test]
    fn a_level_that_is_none_has_no_interval() {
        for level in [0.0, 1.0, -1.0, 2.0, f64::NAN] {
            assert_eq!(t_interval(&[0.1, 0.2], level), None);
        }
        assert_eq!(t_interval(&[f64::NAN, 0.2], 0.95), None);
        assert_eq!(t_interval(&[1e308, -1e308], 0.95), None);
    }

    #[rustfmt::skip]
    const T: [(f64, f64, f64); 8] = [
        (0.95, 1.0, 12.706204736174694),
        (0.95, 2.0, 4.302652729749462),
        (0.95, 5.0, 2.5705818356363146),
        (0.95, 11.0, 2.200985160091639),
        (0.9, 5.0, 2.0150483733330233),
        (0.99, 5.0, 4.032142983555228),
        (0.999, 3.0, 12.923978636687961),
        (0.5, 40.0, 0.6806727171644491),
    ];
}

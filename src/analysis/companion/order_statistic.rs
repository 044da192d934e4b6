//! The interval between two order statistics for the median of the block ratios: no assumption but independent blocks.

/// 2 to the power of more blocks is no double.
const MOST_BLOCKS: usize = 1000;

/// An interval for the median block ratio with its true level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderStatistic {
    /// The `rank`-th smallest block ratio.
    pub low: f64,
    /// The `rank`-th largest.
    pub high: f64,
    /// From 1.
    pub rank: usize,
    /// How often such an interval covers the median, at least: 1 − 2 P(B < rank), B binomial with n blocks and ½. It may
    /// lie below the level asked for, where not even the smallest and the largest ratio reach it.
    pub level: f64,
}

/// The narrowest pair of order statistics whose level is at least `level`, else smallest and largest. `None` with fewer
/// than two blocks or more than a thousand, or where a ratio is NaN.
pub fn order_statistic(ratios: &[f64], level: f64) -> Option<OrderStatistic> {
    let n = ratios.len();
    if !(2..=MOST_BLOCKS).contains(&n) || ratios.iter().any(|ratio| ratio.is_nan()) {
        return None;
    }
    let mut sorted = ratios.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut chosen = None;
    let mut below = 0.0;
    // C(n, rank − 1): from one to the next without rounding as long as they are whole numbers below 2⁵³.
    let mut choices = 1.0;
    for rank in 1..=n / 2 {
        below += choices;
        choices = choices * (n - rank + 1) as f64 / rank as f64;
        let covers = 1.0 - libm::ldexp(below, 1 - n as i32);
        if chosen.is_some() && covers < level {
            break;
        }
        let (low, high) = (*sorted.get(rank - 1)?, *sorted.get(n - rank)?);
        chosen = Some(OrderStatistic { low, high, rank, level: covers });
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    const RATIOS: [f64; 8] = [1.03, 0.97, 1.01, 0.99, 1.02, 0.98, 1.04, 0.96];

    #[test]
    fn levels_are_those_of_the_binomial() {
        // SciPy 1.17.1: 1 - 2 * stats.binom.cdf(rank - 1, n, 0.5).
        for (n, rank, level) in
            [(6, 1, 0.96875), (7, 1, 0.984375), (8, 1, 0.9921875), (9, 2, 0.9609375), (12, 3, 0.96142578125)]
        {
            let ratios: Vec<f64> = (0..n).map(|at| 1.0 + at as f64).collect();
            let found = order_statistic(&ratios, 0.95).unwrap();
            assert_eq!((found.rank, found.level), (rank, level), "{n}");
            assert_eq!((found.low, found.high), (rank as f64, (n - rank + 1) as f64));
        }
    }

    #[test]
    fn many_blocks_agree_with_statrs() {
        for n in [30usize, 100, 999, 1000] {
            let ratios: Vec<f64> = (0..n).map(|at| at as f64).collect();
            let found = order_statistic(&ratios, 0.95).unwrap();
            let binomial = Binomial::new(0.5, n as u64).unwrap();
            let level = |rank: usize| 1.0 - 2.0 * binomial.cdf(rank as u64 - 1);
            assert!((found.level - level(found.rank)).abs() < 1e-9, "{n}");
            assert!(found.level >= 0.95 && level(found.rank + 1) < 0.95, "{n}");
        }
    }

    #[test]
    fn too_few_blocks_give_the_widest_with_its_own_level() {
        let found = order_statistic(&RATIOS[..5], 0.95).unwrap();
        assert_eq!((found.low, found.high, found.rank, found.level), (0.97, 1.03, 1, 0.9375));
        assert_eq!(order_statistic(&RATIOS[..2], 0.95).unwrap().level, 0.5);
    }

    #[test]
    fn degenerate_blocks_are_told() {
        assert_eq!(order_statistic(&[], 0.95), None);
        assert_eq!(order_statistic(&[1.0], 0.95), None);
        assert_eq!(order_statistic(&[1.0, f64::NAN], 0.95), None);
        assert_eq!(order_statistic(&[1.0; 1001], 0.95), None);
        let tied = order_statistic(&[1.5; 6], 0.95).unwrap();
        assert_eq!((tied.low, tied.high), (1.5, 1.5));
    }
}

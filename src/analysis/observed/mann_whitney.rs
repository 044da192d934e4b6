//! The Mann-Whitney U test, as benchstat makes it.
//!
//! In: two series that are not paired. Out: U and a two-sided p, exact for small series, or why there is none.
//!
//! Source: `MannWhitneyUTest` of github.com/aclements/go-moremath/stats (utest.go and udist.go), which
//! golang.org/x/perf/benchmath calls. Its limits are kept: the exact distribution up to 50 values a series, with ties up to
//! 25, else the normal approximation with corrections for ties and for continuity. The distribution itself is counted
//! here in whole numbers: without ties as the coefficients of a Gaussian binomial (Mann and Whitney 1947), with ties group
//! by group (Klotz 1966).

use std::f64::consts::FRAC_1_SQRT_2;

/// The exact distribution is used up to so many values in either series.
pub const MOST_EXACT: usize = 50;
/// The same where values are tied.
pub const MOST_EXACT_TIED: usize = 25;

/// Outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// Number of pairs in which the value of the first series is greater, ties counted as half.
    pub u: f64,
    /// Two-sided p: twice the smaller of the tails that `u` cuts off, at most 1. Exchanging the series leaves it.
    pub p: f64,
    /// The p that benchstat prints: twice the probability that U is at most the smaller of U and its mirror. Without
    /// ties it is `p`. With ties the exact distribution need not be symmetric, and then benchstat's number depends on
    /// which series is the first; it may be 0.
    pub p_benchstat: f64,
    /// Whether the distribution is exact.
    pub exact: bool,
}

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// A series has no values.
    Empty,
    /// All values are equal.
    AllEqual,
    /// A value is NaN.
    NotANumber,
}

/// Tests whether values of one series tend to be greater than those of the other.
///
/// # Errors
/// Where there is nothing to test.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Result<MannWhitney, NoTest> {
    if first.is_empty() || second.is_empty() {
        return Err(NoTest::Empty);
    }
    let of_first = first.iter().map(|&value| (value, true));
    let mut merged: Vec<(f64, bool)> = of_first.chain(second.iter().map(|&value| (value, false))).collect();
    if merged.iter().any(|(value, _)| value.is_nan()) {
        return Err(NoTest::NotANumber);
    }
    merged.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let sizes = [first.len(), second.len()];
    // Sizes of groups of equal values, ascending; and 2U, a whole number.
    let mut ties: Vec<usize> = Vec::new();
    let (mut twice_u, mut second_below) = (0u128, 0u128);
    for group in merged.chunk_by(|a, b| a.0 == b.0) {
        let of_first = group.iter().filter(|(_, first)| *first).count() as u128;
        let of_second = group.len() as u128 - of_first;
        twice_u += of_first * (2 * second_below + of_second);
        second_below += of_second;
        ties.push(group.len());
    }
    if ties.len() == 1 {
        return Err(NoTest::AllEqual);
    }
    let tied = ties.len() < merged.len();
    let most = if tied { MOST_EXACT_TIED } else { MOST_EXACT };
    let u = twice_u as f64 / 2.0;
    if sizes.iter().any(|&n| n > most) {
        let p = normal(u, sizes, &ties);
        return Ok(MannWhitney { u, p, p_benchstat: p, exact: false });
    }
    // Small series: 2U is at most 5,000.
    let twice_u = twice_u as usize;
    let mirror = 2 * sizes[0] * sizes[1] - twice_u;
    let (counts, twice) = if tied { (with_ties(sizes, &ties), twice_u) } else { (without_ties(sizes), twice_u / 2) };
    let total = counts.iter().sum::<u128>() as f64;
    let below = |end: usize| counts.iter().take(end).sum::<u128>() as f64 / total;
    let above = counts.iter().skip(twice).sum::<u128>() as f64 / total;
    let smaller = if tied { twice_u.min(mirror) } else { twice_u.min(mirror) / 2 };
    // Where U is its own mirror, doubling counts it twice.
    let p_benchstat = if twice_u == mirror { 1.0 } else { 2.0 * below(smaller + 1) };
    Ok(MannWhitney { u, p: (2.0 * below(twice + 1).min(above)).min(1.0), p_benchstat, exact: true })
}

/// Of how many choices of the first series each U comes, from U = 0.
fn without_ties([n, m]: [usize; 2]) -> Vec<u128> {
    // The Gaussian binomial of n + m over n is a product of (1 − qᵐ⁺ⁱ) / (1 − qⁱ); after each factor it is one itself, so
    // nothing grows beyond C(100, 50), which has 97 bits.
    let mut counts = vec![0i128; n * m + 1];
    counts[0] = 1;
    for i in 1..=n {
        for at in (m + i..counts.len()).rev() {
            counts[at] -= counts[at - m - i];
        }
        for at in i..counts.len() {
            counts[at] += counts[at - i];
        }
    }
    counts.into_iter().map(i128::unsigned_abs).collect()
}

/// The same from 2U = 0, for groups of equal values.
fn with_ties([n, m]: [usize; 2], ties: &[usize]) -> Vec<u128> {
    let width = 2 * n * m + 1;
    // counts[of first][2U]: choices among the groups so far. C(50, 25) has 47 bits.
    let mut counts = vec![vec![0u64; width]; n + 1];
    counts[0][0] = 1;
    let mut passed = 0;
    for &size in ties {
        let mut next = vec![vec![0u64; width]; n + 1];
        for (of_first, row) in counts.iter().enumerate().take(passed.min(n) + 1) {
            let second_below = passed - of_first;
            let mut choices = 1;
            for more in 0..=size.min(n - of_first) {
                let twice_u = more * (2 * second_below + size - more);
                if second_below + size - more <= m {
                    let targets = next[of_first + more].iter_mut().skip(twice_u);
                    for (target, count) in targets.zip(row) {
                        *target += count * choices;
                    }
                }
                // C(size, more).
                choices = choices * (size - more) as u64 / (more as u64 + 1);
            }
        }
        counts = next;
        passed += size;
    }
    counts.pop().unwrap_or_default().into_iter().map(u128::from).collect()
}

/// By the normal approximation.
fn normal(u: f64, sizes: [usize; 2], ties: &[usize]) -> f64 {
    let [n, m] = sizes.map(|n| n as f64);
    let both = n + m;
    let correction: f64 = ties.iter().map(|&tie| tie as f64).map(|tie| tie * tie * tie - tie).sum();
    let deviation = libm::sqrt(n * m * ((both + 1.0) - correction / (both * (both - 1.0))) / 12.0);
    let away = (u - n * m / 2.0).abs();
    // The correction for continuity: U goes in halves, so it is in the middle or at least half a step away.
    let away = (away - 0.5).max(0.0);
    // 2 · min(Φ(z), 1 − Φ(z)).
    libm::erfc(away / deviation * FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests;

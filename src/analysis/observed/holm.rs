//! Holm's step-down adjustment for a family of tests (Holm 1979).

/// Adjusted p values in the order of `p`: each at most the level holds the family's level. The i-th smallest of m is
/// multiplied by m − i + 1, none falls below a smaller one's, none exceeds 1. `None` where a p is not between 0 and 1.
pub fn holm(p: &[f64]) -> Option<Vec<f64>> {
    if !p.iter().all(|p| (0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<(f64, usize)> = p.iter().copied().zip(0..).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut adjusted = vec![0.0; p.len()];
    let mut before = 0.0f64;
    for (rank, (p, index)) in order.into_iter().enumerate() {
        before = before.max(p * (adjusted.len() - rank) as f64).min(1.0);
        adjusted[index] = before;
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_multiplied_by_how_many_are_left() {
        assert_eq!(holm(&[0.25, 0.0625, 0.03125, 0.5]), Some(vec![0.5, 0.1875, 0.125, 0.5]));
        assert_eq!(holm(&[0.5, 0.5, 0.5]), Some(vec![1.0; 3]));
        // The second would fall below the first: 2 · 0.011 < 3 · 0.01.
        assert_eq!(holm(&[0.01, 0.011, 0.9]), Some(vec![0.03, 0.03, 0.9]));
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        assert_eq!(holm(&[]), Some(Vec::new()));
        assert_eq!(holm(&[0.1, f64::NAN]), None);
        assert_eq!(holm(&[0.1, -0.1]), None);
    }
}

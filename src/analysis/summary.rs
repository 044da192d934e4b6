//! Summaries of repeats and of blocks.

/// The median: the middle value, or the mean of the middle two, as Python's `statistics.median`. `None` of nothing,
/// NaN if any value is. The order of `values` does not matter.
pub fn median(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| value.is_nan()) {
        return Some(f64::NAN);
    }
    if values.is_empty() {
        return None;
    }
    let mut parted = values.to_vec();
    let half = parted.len() / 2;
    let (below, &mut upper, _) = parted.select_nth_unstable_by(half, f64::total_cmp);
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = below.iter().copied().max_by(f64::total_cmp)?;
    Some(midway(lower, upper))
}

/// The mean of the middle two.
pub(super) fn midway(lower: f64, upper: f64) -> f64 {
    let mean = (lower + upper) / 2.0;
    // The sum of two doubles may leave their range though the mean does not.
    if mean.is_infinite() { lower / 2.0 + upper / 2.0 } else { mean }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_is_the_middle_value_or_the_mean_of_the_middle_two() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0]), Some(5.0));
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[f64::MAX, f64::MAX]), Some(f64::MAX));
        assert!(median(&[1.0, 2.0, f64::NAN]).is_some_and(f64::is_nan));
        assert_eq!(median(&[f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
    }

    proptest! {
        #[test]
        fn as_many_values_lie_below_as_above(values in prop::collection::vec(-1e6f64..1e6, 1..30)) {
            let middle = median(&values).unwrap();
            let below = values.iter().filter(|&&value| value < middle).count();
            let above = values.iter().filter(|&&value| value > middle).count();
            prop_assert!(2 * below <= values.len() && 2 * above <= values.len());
        }
    }
}

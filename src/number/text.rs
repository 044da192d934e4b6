//! The printed forms.

use super::{Decimal, Scale};

/// No-break space: between a number and its unit, inside an interval.
pub const NBSP: char = '\u{a0}';

/// What stands where a double that is no number would.
const NOT_A_NUMBER: &str = "not a number";

/// `value` with `decimals` places.
pub fn fixed(value: f64, decimals: u32) -> String {
    Decimal::of(value).map_or_else(|| NOT_A_NUMBER.to_string(), |decimal| decimal.fixed(decimals))
}

/// A ratio, three decimals: another seed moves the fourth. One that would stand as zero, which no ratio is, shows its
/// first two digits.
pub fn ratio(value: f64) -> String {
    let printed = fixed(value, 3);
    match Decimal::of(value) {
        Some(decimal) if value != 0.0 && !printed.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) => {
            match decimal.places_for(2) {
                places if places <= 12 => decimal.fixed(places),
                _ => format!("{value:.1e}").replace('-', "\u{2212}"),
            }
        }
        _ => printed,
    }
}

/// A p of a test, three decimals; one below the least of them is told as such, since no p is zero.
pub fn p(value: f64) -> String {
    if value < 0.001 { "<0.001".to_string() } else { fixed(value, 3) }
}

/// An estimate with its interval, for instance `1.002 [0.984, 1.021]`, unbreakable.
pub fn interval(value: f64, low: f64, high: f64) -> String {
    format!("{}{NBSP}{}", ratio(value), brackets(low, high))
}

/// The interval alone, for instance `[0.984, 1.021]`, unbreakable.
pub fn brackets(low: f64, high: f64) -> String {
    format!("[{},{NBSP}{}]", ratio(low), ratio(high))
}

/// A ratio as a signed change in percent, for instance `−5.1 %`.
pub fn change(ratio: f64, decimals: u32) -> String {
    let percent = percent_from_one(ratio);
    let printed = fixed(percent, decimals);
    let sign = if percent > 0.0 && printed.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) { "+" } else { "" };
    format!("{sign}{printed}{NBSP}%")
}

/// How far a ratio lies from 1, in percent without sign, for instance `5.1 %`.
pub fn percent(ratio: f64, decimals: u32) -> String {
    format!("{}{NBSP}%", fixed(percent_from_one(ratio).abs(), decimals))
}

/// 100 (ratio − 1).
pub fn percent_from_one(ratio: f64) -> f64 {
    100.0 * (ratio - 1.0)
}

/// A value with `significant` digits in `scale`, with its unit.
pub fn value(value: f64, scale: &Scale, significant: u32) -> String {
    let number = scaled(value, scale, significant);
    if scale.unit.is_empty() { number } else { format!("{number}{NBSP}{}", scale.unit) }
}

/// The same without the unit. Digits before the decimal mark are never rounded away.
pub fn scaled(value: f64, scale: &Scale, significant: u32) -> String {
    match Decimal::of(value) {
        Some(decimal) => {
            let decimal = decimal.shifted(scale.power);
            let places = decimal.places_for(significant);
            let whole = scale.power == 0 && value.fract() == 0.0;
            decimal.fixed(if whole { 0 } else { places })
        }
        None => NOT_A_NUMBER.to_string(),
    }
}

/// A value in `scale` with `decimals` places and without unit, for a column.
pub fn in_column(value: f64, scale: &Scale, decimals: u32) -> String {
    Decimal::of(value).map_or_else(|| NOT_A_NUMBER.to_string(), |decimal| decimal.shifted(scale.power).fixed(decimals))
}

/// Places that show every one of `values` with at least `significant` digits in `scale`; none if all are whole numbers
/// in their own unit.
pub fn column_places(values: &[f64], scale: &Scale, significant: u32) -> u32 {
    if scale.power == 0 && values.iter().all(|value| value.fract() == 0.0) {
        return 0;
    }
    let places = |value: &f64| Decimal::of(*value).map(|decimal| decimal.shifted(scale.power).places_for(significant));
    values.iter().filter(|value| **value != 0.0).filter_map(places).max().unwrap_or(0)
}

/// A count with commas.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count in words up to twelve, with digits above.
pub fn count_in_words(value: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(value).ok().and_then(|at| WORDS.get(at)).map_or_else(|| count(value), |word| (*word).to_string())
}

/// The shortest decimal that parses back to the same double, for machines: `0.9660546250684496`, `1148531.5`, `6`; with
/// its power of ten where it would have rows of noughts: `1e308`.
pub fn full(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_string(),
        size if size.is_finite() && !(1e-15..1e21).contains(&size) => format!("{value:e}"),
        _ => format!("{value}"),
    }
}

/// A number for those who check one, with commas: seven significant digits, three more than the four of [`ratio`], so
/// that neither noise nor rounding stands in their way; one of at most two places is printed as it is, and digits before
/// the decimal mark are never rounded away. `118,044.5`, `0.3370277`, `0.3`.
pub fn precise(value: f64) -> String {
    const DIGITS: u32 = 7;
    const AS_IT_IS: u32 = 2;
    let Some(decimal) = Decimal::of(value) else { return NOT_A_NUMBER.to_string() };
    if decimal.magnitude().is_some_and(|magnitude| !(-7..21).contains(&magnitude)) {
        let rounded: f64 = format!("{value:.6e}").parse().unwrap_or(value);
        return format!("{rounded:e}").replace('-', "\u{2212}");
    }
    if decimal.places() <= AS_IT_IS {
        return decimal.fixed(decimal.places());
    }
    let places = decimal.places_for(DIGITS);
    let rounded = decimal.rounded(places as i32);
    // The noughts that rounding left at its end say nothing.
    let places = Decimal::of(rounded.to_f64()).map_or(places, |shortest| shortest.places().min(places));
    rounded.fixed(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precise_numbers_have_seven_digits_and_no_noise() {
        let all = [
            (0.1 + 0.2, "0.3"),
            (0.337_027_693_602_919_73, "0.3370277"),
            (27.907_999_999_999_987, "27.908"),
            (118_044.5, "118,044.5"),
            (46_479_264.25, "46,479,264.25"),
            (12_345_678_901.754, "12,345,678,902"),
            (0.999_999_999_99, "1"),
            (-1.5, "\u{2212}1.5"),
            (0.000_012_345_678_9, "0.00001234568"),
            (1.234_567_890_123e-16, "1.234568e\u{2212}16"),
            (-0.0, "0"),
            (f64::NAN, "not a number"),
        ];
        for (value, printed) in all {
            assert_eq!(precise(value), printed);
        }
    }

    #[test]
    fn full_numbers_have_no_rows_of_noughts() {
        let all = [1e308, -2.5e-300, 1e21, 1e20, 1e-15, 0.1 + 0.2, -0.0];
        let printed =
            ["1e308", "-2.5e-300", "1e21", "100000000000000000000", "0.000000000000001", "0.30000000000000004", "0"];
        assert_eq!(all.map(full), printed);
    }

    #[test]
    fn no_ratio_prints_as_zero() {
        assert_eq!(ratio(0.0006), "0.001");
        assert_eq!(ratio(0.000_24), "0.00024");
        assert_eq!(ratio(1.26e-300), "1.3e\u{2212}300");
        assert_eq!(ratio(0.0), "0.000");
    }

    #[test]
    fn no_p_prints_as_zero() {
        assert_eq!(
            (p(1.0825e-5), p(0.000_999_9), p(0.001), p(1.0)),
            ("<0.001".into(), "<0.001".into(), "0.001".into(), "1.000".into())
        );
    }

    #[test]
    fn an_interval_does_not_break() {
        assert_eq!(interval(1.002_261, 0.983_89, 1.020_96), "1.002\u{a0}[0.984,\u{a0}1.021]");
    }

    #[test]
    fn changes_carry_their_sign_unless_they_round_to_zero() {
        assert_eq!(change(0.949_053_857_350_800_6, 1), "\u{2212}5.1\u{a0}%");
        assert_eq!(change(1.146, 0), "+15\u{a0}%");
        assert_eq!(change(1.000_1, 1), "0.0\u{a0}%");
        assert_eq!(percent(0.949_053_857_350_800_6, 1), "5.1\u{a0}%");
    }

    #[test]
    fn values_print_in_their_scale() {
        let ms = Scale::named("ns/op", "ms").unwrap();
        assert_eq!(value(46_472_000.0, &ms, 3), "46.5\u{a0}ms");
        assert_eq!(value(1_147_811.5, &ms, 4), "1.148\u{a0}ms");
        assert_eq!(value(165_020_000.0, &ms, 3), "165\u{a0}ms");
        let allocs = Scale::named("allocs/op", "allocs/op").unwrap();
        assert_eq!(scaled(118_040.0, &allocs, 3), "118,040");
    }

    #[test]
    fn a_column_has_one_number_of_places() {
        let ms = Scale::named("ns/op", "ms").unwrap();
        assert_eq!(column_places(&[1_460_000.0, 188_000_000.0], &ms, 3), 2);
        let own = Scale::named("B/op", "B").unwrap();
        assert_eq!(column_places(&[652.0, 687.0], &own, 3), 0);
    }

    #[test]
    fn counts_have_commas_and_small_ones_words() {
        assert_eq!(count(20_000), "20,000");
        assert_eq!(count(999), "999");
        assert_eq!(count_in_words(3), "three");
        assert_eq!(count_in_words(54), "54");
    }
}

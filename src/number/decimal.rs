//! Exact decimal rounding.

/// The shortest decimal that parses back to a double: `digits` × 10^`exponent`, with its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// Decimal digits, most significant first, without leading zeros; empty for zero.
    digits: Vec<u8>,
    /// Power of ten of the last digit.
    exponent: i32,
}

impl Decimal {
    /// The shortest decimal of a finite double; `None` for NaN and infinities.
    pub fn of(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        // Rust prints the shortest digits that parse back, in the form d.ddde±x.
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e')?;
        let exponent: i32 = exponent.parse().ok()?;
        let fraction = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        let exponent = if digits.is_empty() { 0 } else { exponent - fraction as i32 };
        Some(Decimal { negative: value < 0.0, digits, exponent })
    }

    /// Power of ten of the first digit: 0 for 1.5, 3 for 1,148; `None` for zero.
    pub fn magnitude(&self) -> Option<i32> {
        (!self.digits.is_empty()).then(|| self.exponent + self.digits.len() as i32 - 1)
    }

    /// The same times 10^`power`.
    pub fn shifted(mut self, power: i32) -> Self {
        if !self.digits.is_empty() {
            self.exponent += power;
        }
        self
    }

    /// The double nearest to it.
    pub fn to_f64(&self) -> f64 {
        let digits: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let sign = if self.negative { "-" } else { "" };
        // Digits and an exponent always parse; an empty text is zero.
        format!("{sign}{}e{}", if digits.is_empty() { "0" } else { &digits }, self.exponent).parse().unwrap_or(0.0)
    }

    /// Rounded to `decimals` places (negative: to tens, hundreds), half away from zero.
    pub fn rounded(mut self, decimals: i32) -> Self {
        let cut = -decimals - self.exponent;
        if cut <= 0 || self.digits.is_empty() {
            return self;
        }
        let cut = cut as usize;
        let kept = self.digits.len().saturating_sub(cut);
        let up = match self.digits.len().checked_sub(cut) {
            Some(at) => self.digits.get(at).is_some_and(|digit| *digit >= 5),
            None => false,
        };
        self.digits.truncate(kept);
        self.exponent = -decimals;
        if up {
            let mut at = self.digits.len();
            loop {
                match at.checked_sub(1).and_then(|before| self.digits.get_mut(before)) {
                    Some(digit) if *digit == 9 => {
                        *digit = 0;
                        at -= 1;
                    }
                    Some(digit) => {
                        *digit += 1;
                        break;
                    }
                    None => {
                        self.digits.insert(0, 1);
                        break;
                    }
                }
            }
        }
        self
    }

    /// Printed with exactly `decimals` places, rounded, thousands parted by commas, minus as U+2212. A value that rounds
    /// to zero prints without sign.
    pub fn fixed(&self, decimals: u32) -> String {
        let rounded = self.clone().rounded(decimals as i32);
        let mut digits = rounded.digits.clone();
        let mut exponent = rounded.exponent;
        while exponent > -(decimals as i32) {
            if !digits.is_empty() {
                digits.push(0);
            }
            exponent -= 1;
        }
        let places = decimals as usize;
        while digits.len() <= places {
            digits.insert(0, 0);
        }
        let whole = digits.len() - places;
        let mut out = String::new();
        if rounded.negative && digits.iter().any(|digit| *digit != 0) {
            out.push('\u{2212}');
        }
        for (at, digit) in digits.iter().enumerate() {
            if at == whole {
                out.push('.');
            } else if at > 0 && at < whole && (whole - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(char::from(b'0' + digit));
        }
        out
    }

    /// Places that the value has: digits after the decimal mark of its shortest form.
    pub fn places(&self) -> u32 {
        u32::try_from(-self.exponent).unwrap_or(0)
    }

    /// Places that print the value with `significant` digits, counted after rounding (9.996 with three is 10.0: one
    /// place), never below zero.
    pub fn places_for(&self, significant: u32) -> u32 {
        let Some(magnitude) = self.magnitude() else { return significant.saturating_sub(1) };
        let places = significant as i32 - 1 - magnitude;
        let after = self.clone().rounded(places).magnitude().unwrap_or(magnitude);
        (significant as i32 - 1 - after).max(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;
    use proptest::prelude::*;

    fn fixed(value: f64, decimals: u32) -> String {
        Decimal::of(value).unwrap().fixed(decimals)
    }

    #[test]
    fn halves_round_away_from_zero_on_the_shortest_decimal() {
        assert_eq!(fixed(2.345, 2), "2.35"); // the double lies below 2.345
        assert_eq!(fixed(-2.345, 2), "\u{2212}2.35");
        assert_eq!(fixed(0.5, 0), "1");
        assert_eq!(fixed(1.5, 0), "2");
        assert_eq!(fixed(2.5, 0), "3");
        assert_eq!(fixed(0.05, 1), "0.1");
        assert_eq!(fixed(0.049999, 1), "0.0");
        assert_eq!(fixed(9.995, 2), "10.00");
        assert_eq!(fixed(999.5, 0), "1,000");
    }

    #[test]
    fn zero_has_no_sign_and_places_are_filled() {
        assert_eq!(fixed(0.0, 3), "0.000");
        assert_eq!(fixed(-0.0001, 3), "0.000");
        assert_eq!(fixed(1.0, 3), "1.000");
        assert_eq!(fixed(20_000.0, 0), "20,000");
        assert_eq!(fixed(1e22, 0), "10,000,000,000,000,000,000,000");
        assert_eq!(fixed(123_456.789, 1), "123,456.8");
        assert_eq!(fixed(5e-324, 2), "0.00");
    }

    #[test]
    fn significant_digits_are_counted_after_rounding() {
        let places = |value: f64, digits| Decimal::of(value).unwrap().places_for(digits);
        assert_eq!(places(1.148, 3), 2);
        assert_eq!(places(46.47, 3), 1);
        assert_eq!(places(188.2, 3), 0);
        assert_eq!(places(9.996, 3), 1);
        assert_eq!(places(0.01234, 3), 4);
        assert_eq!(places(1234.0, 3), 0);
        assert_eq!(places(0.0, 3), 2);
    }

    #[test]
    fn not_a_number_has_no_decimal() {
        assert_eq!(Decimal::of(f64::NAN), None);
        assert_eq!(Decimal::of(f64::INFINITY), None);
    }

    proptest! {
        #[test]
        fn a_printed_form_stands_for_its_rounding_cell(value in -1e9f64..1e9, decimals in 0u32..6) {
            let printed = fixed(value, decimals).replace(',', "").replace('\u{2212}', "-");
            let back: f64 = printed.parse().unwrap();
            let half = 0.5 * 10f64.powi(-(decimals as i32));
            prop_assert!((back - value).abs() <= half * (1.0 + 1e-9) + value.abs() * 1e-15);
            prop_assert_eq!(printed.split_once('.').map_or(0, |(_, f)| f.len()), decimals as usize);
        }

        #[test]
        fn the_double_comes_back(value in proptest::num::f64::NORMAL) {
            prop_assert_eq!(Decimal::of(value).unwrap().to_f64(), value);
        }

        #[test]
        fn shifting_is_exact(value in -1e6f64..1e6, power in -12i32..12) {
            let shifted = Decimal::of(value).unwrap().shifted(power).shifted(-power);
            prop_assert_eq!(shifted, Decimal::of(value).unwrap());
        }
    }
}

//! Printed decimals to finite doubles.

use super::Number;

/// Digits that `u64` holds for certain.
const DIGITS: usize = 19;

/// The powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Reads a decimal as programs print it: sign, digits, point, digits, exponent.
///
/// # Errors
/// Why it is none, to follow the words "`x` is not a number that can be used: ".
pub fn number(text: &str) -> Result<Number, &'static str> {
    Ok(Number { text: text.into(), value: value(text)? })
}

/// The value alone of what [`number`] reads, the same bits.
///
/// # Errors
/// Those of [`number`].
pub fn value(text: &str) -> Result<f64, &'static str> {
    match short(text) {
        Some(value) => Ok(value),
        None => any(text),
    }
}

/// The value of a decimal without an exponent and of few digits; `None` for everything else.
///
/// Its digits as a whole number and the power of ten that divides it are both exact doubles, and one division of exact
/// doubles is correctly rounded, as `str::parse` is (Clinger, How to Read Floating Point Numbers Accurately, 1990).
fn short(text: &str) -> Option<f64> {
    let (negative, bare) = match text.as_bytes() {
        [b'-', bare @ ..] => (true, bare),
        bare => (false, bare),
    };
    let (mut whole, mut point) = (0_u64, None);
    for (at, byte) in bare.iter().enumerate() {
        match byte {
            b'0'..=b'9' => whole = whole.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let digits = bare.len() - usize::from(point.is_some());
    if digits == 0 || digits > DIGITS || whole > 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    let behind = point.map_or(0, |at| bare.len() - at - 1);
    let value = whole as f64 / POWERS.get(behind)?;
    Some(if negative { -value } else { value })
}

fn any(text: &str) -> Result<f64, &'static str> {
    let bare = text.trim_start_matches(['+', '-']);
    if bare.eq_ignore_ascii_case("nan") {
        return Err("it is not a number (NaN)");
    }
    if bare.eq_ignore_ascii_case("inf") || bare.eq_ignore_ascii_case("infinity") {
        return Err("it is infinite");
    }
    if text.contains(',') {
        return Err("it has a comma, and whether that separates decimals or thousands is not known");
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')) {
        return Err("it has characters that no decimal has");
    }
    let Ok(value) = text.parse::<f64>() else { return Err("it is not a decimal") };
    if value.is_infinite() {
        return Err("it is too large for a double");
    }
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    if value == 0.0 && mantissa.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
        return Err("it is too small for a double");
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_go_prints_is_read_and_kept_as_printed() {
        for (text, value) in [("19.00", 19.0), ("0.0000123", 0.000_012_3), ("-3.500", -3.5), ("1e+09", 1e9), ("0", 0.0)]
        {
            assert_eq!(number(text), Ok(Number { text: text.into(), value }));
        }
        assert_eq!(number("1000000000000000000000").unwrap().value, 1e21);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_reason() {
        for (text, reason) in [
            ("NaN", "it is not a number (NaN)"),
            ("+Inf", "it is infinite"),
            ("-infinity", "it is infinite"),
            ("1e400", "it is too large for a double"),
            ("1e-400", "it is too small for a double"),
            ("1,5", "it has a comma, and whether that separates decimals or thousands is not known"),
            ("1 000", "it has characters that no decimal has"),
            ("0x10", "it has characters that no decimal has"),
            ("", "it is not a decimal"),
            ("-", "it is not a decimal"),
            ("1.2.3", "it is not a decimal"),
        ] {
            assert_eq!(number(text), Err(reason), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_value_has_the_bits_that_the_standard_library_gives(
            text in "[+-]?[0-9]{0,21}([.][0-9]{0,24})?(e[+-]?[0-9]{1,2})?|-?[0-9]{1,9}[.][0-9]{1,9}"
        ) {
            let parsed = text.parse::<f64>().ok().map(f64::to_bits);
            match value(&text) {
                Ok(value) => assert_eq!(Some(value.to_bits()), parsed, "{text}"),
                Err(reason) => assert!(parsed.is_none() || reason.contains("for a double"), "{text}: {reason}"),
            }
        }

        #[test]
        fn doubles_come_back_from_what_they_print(bits in proptest::num::u64::ANY) {
            let value = f64::from_bits(bits);
            proptest::prop_assume!(value.is_finite());
            for text in [value.to_string(), format!("{value:e}"), format!("{value:.3}")] {
                let read = super::value(&text).map(f64::to_bits);
                assert!(read == Ok(text.parse::<f64>().unwrap().to_bits()) || read.is_err() && value.abs() < 1e-300, "{text}");
            }
        }
    }

    #[test]
    fn the_shortest_way_is_left_where_it_would_not_be_exact() {
        for text in [
            "9007199254740993",
            "9007199254740992",
            "0.00000000000000000000001",
            "123456789012345678901",
            "-0",
            "5.",
            ".5",
        ] {
            assert_eq!(value(text).map(f64::to_bits), Ok(text.parse::<f64>().unwrap().to_bits()), "{text}");
        }
        assert_eq!(short("9007199254740993"), None);
        assert_eq!(short("0.5348"), Some(0.5348));
    }
}

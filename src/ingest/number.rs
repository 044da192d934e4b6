//! Printed decimals to finite doubles.

use super::Number;

/// Reads a decimal as programs print it: sign, digits, point, digits, exponent.
///
/// # Errors
/// Why it is none, to follow the words "`x` is not a number that can be used: ".
pub fn number(text: &str) -> Result<Number, &'static str> {
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
    Ok(Number { text: text.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_go_prints_is_read_and_kept_as_printed() {
        for (text, value) in [("19.00", 19.0), ("0.0000123", 0.000_012_3), ("-3.500", -3.5), ("1e+09", 1e9), ("0", 0.0)]
        {
            assert_eq!(number(text), Ok(Number { text: text.to_owned(), value }));
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
}

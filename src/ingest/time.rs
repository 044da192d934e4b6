//! Time stamps of RFC 3339.

/// Milliseconds since 1970-01-01T00:00:00Z of an RFC 3339 time stamp; digits beyond the millisecond are cut off, a leap
/// second counts as the first of the next minute. `None` if the text is not of that form or names no day.
///
/// The day number is that of the proleptic Gregorian calendar, counted from 1 March so that the leap day comes last.
pub fn millis(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = bytes.get(from..to)?;
        digits.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0')))
    };
    let is = |at: usize, of: &[u8]| bytes.get(at).is_some_and(|byte| of.contains(byte));
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let separated = is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":");
    if !separated || hour > 23 || minute > 59 || second > 60 || day < 1 || day > days_of(year, month)? {
        return None;
    }
    let mut at = 19;
    let mut fraction = 0;
    if is(at, b".") {
        let digits = bytes.get(at + 1..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        fraction = number(at + 1, at + 1 + digits.min(3))? * [100, 10, 1].get(digits.min(3) - 1)?;
        at += 1 + digits;
    }
    let offset = match bytes.get(at..)? {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
            let (hours, minutes) = (number(at + 1, at + 3)?, number(at + 4, at + 6)?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            (hours * 60 + minutes) * if *sign == b'-' { -1 } else { 1 }
        }
        _ => return None,
    };
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days =
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (month * 153 + 2) / 5 + day
            - 1
            - 719_468;
    Some((((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + fraction)
}

fn days_of(year: i64, month: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn time_stamps_are_read_to_the_millisecond() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
            ("2026-10-14T14:02:55.041Z", 1_791_986_575_041),
            ("2026-10-14t16:02:55.0419999+02:00", 1_791_986_575_041),
            ("2026-10-14 08:32:55.04-05:30", 1_791_986_575_040),
            ("2000-02-29T12:00:00.5Z", 951_825_600_500),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ] {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_names_no_moment_is_refused() {
        for text in [
            "",
            "2026-10-14",
            "2026-10-14T14:02:55",
            "2026-10-14T14:02:55.Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:61Z",
            "2026-01-01T00:00:00+2:00",
            "2026-01-01T00:00:00+24:00",
            "2026-01-01T00:00:00Zx",
            "+026-01-01T00:00:00Z",
            "2026-01-01T00:00:0µZ",
        ] {
            assert_eq!(millis(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[0-9TZtz:.+ µ-]{0,40}") {
            let _ = millis(&text);
        }
    }
}

//! Numbers as perf prints them in a locale.

use super::super::Input;
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::source::quote;

/// What to do about a number whose comma is not understood.
pub const DECLARE: &str =
    "declare `decimal: comma` or `thousands: comma` for the dataset, or record again with LC_ALL=C";

/// How numbers are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locale {
    /// What stands before the decimals.
    pub decimal: char,
    /// What may stand between thousands.
    thousands: &'static [char],
}

impl Locale {
    /// As declared. A decimal comma alone lets points separate thousands, as they do wherever a comma is used.
    ///
    /// # Errors
    /// A name that is not known, or the same character for both.
    pub fn declared(input: &Input<'_>) -> Outcome<Locale> {
        let mut problems = Vec::new();
        let mut refused = |key: &str, value: &str, known: &str| {
            problems.push(Problem::new(
                Kind::Input,
                "perf::declared",
                Place::file(input.source.file.clone()),
                format!("{} is declared as {}, which is not known", quote(key), quote(value)),
                format!("known are {known}"),
            ));
        };
        let value = |key: &str| input.declared.get(key).map(String::as_str);
        let decimal = match value("decimal") {
            None | Some("point") => '.',
            Some("comma") => ',',
            Some(other) => {
                refused("decimal", other, "`point`, `comma`");
                '.'
            }
        };
        let thousands: &'static [char] = match value("thousands") {
            None if decimal == ',' => &['.'],
            None | Some("none") => &[],
            Some("comma") => &[','],
            Some("point") => &['.'],
            Some("space") => &['\u{a0}', '\u{202f}'],
            Some("apostrophe") => &['\'', '’'],
            Some(other) => {
                refused("thousands", other, "`none`, `comma`, `point`, `space`, `apostrophe`");
                &[]
            }
        };
        if thousands.contains(&decimal) {
            problems.push(Problem::new(
                Kind::Input,
                "perf::declared",
                Place::file(input.source.file.clone()),
                format!("{} is declared to stand before decimals and between thousands", quote(&decimal.to_string())),
                "declare another `decimal` or another `thousands`",
            ));
        }
        if problems.is_empty() { Ok(Locale { decimal, thousands }) } else { Err(problems) }
    }

    /// The same with commas between thousands, if none are declared and one of `printed` shows that a point stands
    /// before decimals: `48.59` does, `2.781` does not.
    pub fn shown_by<'a>(self, mut printed: impl Iterator<Item = &'a str>) -> Locale {
        let decimals =
            |text: &str| text.split_once('.').is_some_and(|(_, rest)| rest.len() != 3 && !rest.contains(['.', ',']));
        let undeclared = self.decimal == '.' && self.thousands.is_empty();
        if undeclared && printed.any(decimals) { Locale { thousands: &[','], ..self } } else { self }
    }

    /// Reads a number and keeps it as printed.
    ///
    /// # Errors
    /// Why it is none, to follow the number and a colon.
    pub fn number(&self, text: &str) -> Result<Number, &'static str> {
        let (whole, decimals) = match text.split_once(self.decimal) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (text, None),
        };
        let mut plain = if whole.contains(self.thousands) { self.grouped(whole)? } else { whole.to_owned() };
        if let Some(decimals) = decimals {
            if self.decimal == ',' && decimals.contains('.') {
                return Err("a point stands behind the decimal comma");
            }
            plain.push('.');
            plain.push_str(decimals);
        }
        number(&plain).map(|number| Number { text: text.into(), ..number })
    }

    fn grouped(&self, whole: &str) -> Result<String, &'static str> {
        let bare = whole.trim_start_matches('-');
        let mut groups = bare.split(self.thousands);
        let first = groups.next().unwrap_or("");
        if (1..=3).contains(&first.len()) && !first.starts_with('0') && groups.all(|group| group.len() == 3) {
            Ok(whole.replace(self.thousands, ""))
        } else {
            Err("what separates thousands here does not leave groups of three digits")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(locale: &Locale, text: &str) -> Result<f64, &'static str> {
        locale.number(text).map(|number| number.value)
    }

    #[test]
    fn a_number_is_read_in_its_locale_and_kept_as_printed() {
        let german = Locale { decimal: ',', thousands: &['.'] };
        assert_eq!(german.number("1.234.567,89").unwrap(), Number { text: "1.234.567,89".into(), value: 1_234_567.89 });
        assert_eq!(value(&german, "2.781"), Ok(2781.0));
        let wrong = "what separates thousands here does not leave groups of three digits";
        assert_eq!(value(&german, "48.59"), Err(wrong));
        assert_eq!(value(&german, "0.797"), Err(wrong));
        assert_eq!(value(&german, "1,234.5"), Err("a point stands behind the decimal comma"));
        let plain = Locale { decimal: '.', thousands: &[] };
        let comma = "it has a comma, and whether that separates decimals or thousands is not known";
        assert_eq!(value(&plain, "2,781"), Err(comma));
        assert_eq!(value(&plain, "48,59"), Err(comma));
        let french = Locale { decimal: ',', thousands: &['\u{a0}', '\u{202f}'] };
        assert_eq!(value(&french, "1\u{202f}234,5"), Ok(1234.5));
    }

    #[test]
    fn only_a_point_before_other_than_three_digits_shows_what_a_comma_is() {
        let plain = Locale { decimal: '.', thousands: &[] };
        assert_eq!(value(&plain.clone().shown_by(["2,781", "0.061"].into_iter()), "2,781").ok(), None);
        let shown = plain.shown_by(["2,781", "48.59"].into_iter());
        assert_eq!(value(&shown, "2,781"), Ok(2781.0));
        assert!(value(&shown, "48,59").is_err());
    }
}

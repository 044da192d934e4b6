//! The canonical printed form of a figure: what a write-up prints if it says nothing else.

use super::entry::{Amount, Evidence};
use crate::number::{Scale, text};

/// Significant digits of a value.
const DIGITS: u32 = 3;

/// The canonical printed form.
pub fn canonical(evidence: &Evidence) -> String {
    match (&evidence.amount, evidence.interval, evidence.unit.as_str()) {
        (Amount::Number(value), Some((low, high)), "ratio") => text::interval(*value, low, high),
        (Amount::Number(value), None, "ratio") => text::ratio(*value),
        (Amount::Number(value), _, "percent") => format!("{}{}%", percent(*value), text::NBSP),
        (Amount::Number(value), _, unit) => text::value(*value, &Scale::fitting(unit, &[*value], DIGITS), DIGITS),
        (Amount::Count(count), ..) => text::count(*count),
        (Amount::Text(words), ..) => words.clone(),
        (Amount::Truth(truth), ..) => truth.to_string(),
    }
}

/// A percentage as it is where it has few digits, for instance a level of 96.875, and else with two decimals.
fn percent(value: f64) -> String {
    const FEW: usize = 7;
    let full = text::full(value);
    if full.len() <= FEW { full } else { text::fixed(value, 2) }
}

/// Every form in which a reader may have met the figure: the canonical one, the estimate without its interval, a ratio as
/// a change in percent, a value with one digit more or less, the unrounded value.
pub fn forms(evidence: &Evidence) -> Vec<String> {
    let mut forms = vec![canonical(evidence), evidence.amount.full()];
    if let Amount::Number(value) = &evidence.amount {
        if evidence.unit == "ratio" {
            forms.push(text::ratio(*value));
            for decimals in 0..=1 {
                forms.push(text::change(*value, decimals));
                forms.push(text::percent(*value, decimals));
            }
        } else {
            for digits in [2, 3, 4] {
                let scale = Scale::fitting(&evidence.unit, &[*value], digits);
                forms.push(text::value(*value, &scale, digits));
                forms.push(text::scaled(*value, &scale, digits));
            }
        }
    }
    if let Amount::Count(count) = &evidence.amount {
        forms.push(text::count_in_words(*count));
    }
    forms
}

/// A printed form as a person would type it: ordinary spaces, none before a percent sign, an ASCII minus, no commas
/// between thousands.
pub fn typed(printed: &str) -> String {
    let mut out = String::with_capacity(printed.len());
    let mut characters = printed.trim().chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            text::NBSP | '\u{202f}' => out.push(' '),
            '\u{2212}' => out.push('-'),
            ',' if out.ends_with(|c: char| c.is_ascii_digit())
                && characters.peek().is_some_and(char::is_ascii_digit) => {}
            c => out.push(c),
        }
    }
    // A person may or may not put a space before the sign.
    out.replace(" %", "%")
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn a_printed_form_is_found_as_a_person_types_it() {
        assert_eq!(typed("\u{2212}5.1\u{a0}%"), "-5.1%");
        assert_eq!(typed("1.002\u{a0}[0.984,\u{a0}1.021]"), "1.002 [0.984, 1.021]");
        assert_eq!(typed("20,000"), "20000");
    }
}

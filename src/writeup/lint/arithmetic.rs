//! Rule `arithmetic`: what a reader would redo with the printed digits closes, or the statement says why it does not.
//!
//! Redone are a ratio, a change or a percent beside its two terms, and a difference, a quotient or a sum beside what it
//! was formed from. It closes if the printed digits give the printed result; a last digit that is off by one is granted
//! where the rounding of what went in can do that.

use super::statement::{Printed, Statement};
use super::{Draft, Rule, problem};
use crate::evidence::printed::typed;
use crate::evidence::{Derivation, Evidence};
use crate::number::{Scale, text};
use crate::problem::Problem;

pub fn find(draft: Draft<'_>, statement: &Statement<'_>) -> Vec<Problem> {
    if statement.apart {
        return Vec::new();
    }
    let read: Vec<(&Printed, Evidence, Read)> = statement
        .printed
        .iter()
        .filter_map(|printed| {
            let evidence = draft.desk.figure(&printed.figure.evidence)?;
            let read = Read::of(&printed.figure.text, &evidence)?;
            Some((printed, evidence, read))
        })
        .collect();
    let term = |id: &str| read.iter().find(|(_, evidence, _)| evidence.id == id).map(|(_, _, read)| read);
    let mut out = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (printed, evidence, result) in &read {
        let Some((operation, terms)) = relation(evidence, &term) else { continue };
        if seen.contains(&printed.figure.text.as_str()) {
            continue;
        }
        let Some(redone) = Redone::of(operation, &terms, result) else { continue };
        if redone.closes {
            continue;
        }
        seen.push(&printed.figure.text);
        let shown: Vec<String> = terms.iter().map(|term| term.shown()).collect();
        out.push(problem(
            Rule::Arithmetic,
            statement.place_of(printed),
            format!(
                "{} prints {} beside {}, and {} gives {}",
                statement.called(),
                result.shown(),
                shown.join(" and "),
                operation.words(&shown),
                redone.text
            ),
            "say in the statement why they differ, with `{{ why_apart(text=\"…\") }}`, or print what follows"
                .to_string(),
        ));
    }
    out
}

/// What a figure is of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Quotient,
    Difference,
    Sum,
}

impl Operation {
    fn words(self, terms: &[String]) -> String {
        match self {
            Operation::Quotient => terms.join(" / "),
            Operation::Difference => terms.join(" − "),
            Operation::Sum => terms.join(" + "),
        }
    }
}

/// The relation of a figure to others of the statement, if all of them are printed in it.
fn relation<'r>(evidence: &Evidence, term: &impl Fn(&str) -> Option<&'r Read>) -> Option<(Operation, Vec<&'r Read>)> {
    let parts: Vec<&str> = evidence.id.split(':').collect();
    if let [phase, "cases", case, comparison, metric] = parts.as_slice() {
        // Names of arms may hold the slash that parts them in a comparison.
        for (at, _) in comparison.match_indices('/') {
            let (numerator, denominator) = (comparison.get(..at)?, comparison.get(at + 1..)?);
            let id = |arm: &str| [*phase, "cases", *case, arm, *metric].join(":");
            if let (Some(a), Some(b)) = (term(&id(numerator)), term(&id(denominator))) {
                return Some((Operation::Quotient, vec![a, b]));
            }
        }
        return None;
    }
    let ([_, "formed", name], Derivation::Computed { from, .. }) = (parts.as_slice(), &evidence.derivation) else {
        return None;
    };
    let operation = match name.split('_').next() {
        Some("quotient") => Operation::Quotient,
        Some("difference") => Operation::Difference,
        Some("sum") => Operation::Sum,
        _ => return None,
    };
    let terms: Option<Vec<&Read>> = from.iter().map(|id| term(id)).collect();
    terms.map(|terms| (operation, terms))
}

/// Printed digits, read as a reader reads them.
#[derive(Clone, Debug)]
struct Read {
    /// In the figure's own unit; of a percent, the ratio that it stands for.
    value: f64,
    /// Half of the last printed digit, in the same unit.
    half: f64,
    /// Decimals.
    decimals: u32,
    /// Printed value = own value × 10^`power`.
    power: i32,
    /// Whether it is printed as a percent of a ratio.
    percent: bool,
    /// Whether it is printed with a sign that tells the direction.
    signed: bool,
    /// The printed number.
    number: f64,
    /// The number with its unit, for messages.
    text: String,
}

impl Read {
    fn of(printed: &str, evidence: &Evidence) -> Option<Self> {
        let exact = evidence.amount.number()?;
        let typed = typed(printed);
        let end = typed.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(typed.len());
        let digits = typed.get(..end)?;
        let rest = typed.get(end..)?.trim();
        if digits.is_empty() && typed == text::count_in_words(exact as u64) {
            return Some(Read::plain(exact, 0, 0, typed));
        }
        let number: f64 = digits.trim_start_matches('+').parse().ok()?;
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u32);
        if evidence.unit == "ratio" && rest == "%" {
            let signed = digits.starts_with(['+', '-']);
            let change = if !signed && exact < 1.0 { -number } else { number };
            let half = 0.005 * 10_f64.powi(-(decimals as i32));
            let value = 1.0 + change / 100.0;
            let text = format!("{digits}%");
            return Some(Read { value, half, decimals, power: 0, percent: true, signed, number, text });
        }
        let unit = rest.split(' ').next().filter(|unit| !unit.starts_with('[')).unwrap_or_default();
        let shown = if unit.is_empty() { digits.to_string() } else { format!("{digits} {unit}") };
        // The scale in which the value rounds to what was printed; a unit may have been left out.
        let powers = Scale::units_of(&evidence.unit).into_iter().filter_map(|unit| Scale::named(&evidence.unit, unit));
        let read = powers.map(|scale| Read::plain(number, decimals, scale.power, shown.clone()));
        read.into_iter().find(|read| (read.value - exact).abs() <= read.half * (1.0 + 1e-9) + exact.abs() * 1e-12)
    }

    fn plain(number: f64, decimals: u32, power: i32, text: String) -> Self {
        let factor = 10_f64.powi(-power);
        let half = 0.5 * 10_f64.powi(-(decimals as i32)) * factor;
        Read { value: number * factor, half, decimals, power, percent: false, signed: false, number, text }
    }

    fn shown(&self) -> String {
        self.text.clone()
    }

    /// What a value would be printed as in this figure's form.
    fn number_of(&self, value: f64) -> f64 {
        if self.percent {
            let change = text::percent_from_one(value);
            if self.signed { change } else { change.abs() }
        } else {
            value * 10_f64.powi(self.power)
        }
    }
}

struct Redone {
    text: String,
    closes: bool,
}

impl Redone {
    fn of(operation: Operation, terms: &[&Read], result: &Read) -> Option<Self> {
        let (value, low, high) = match (operation, terms) {
            (Operation::Quotient, [a, b]) if b.value - b.half > 0.0 && a.value > 0.0 => (
                a.value / b.value,
                (a.value - a.half).max(0.0) / (b.value + b.half),
                (a.value + a.half) / (b.value - b.half),
            ),
            (Operation::Difference, [a, b]) => {
                let (value, room) = ((a.value - b.value).abs(), a.half + b.half);
                (value, (value - room).max(0.0), value + room)
            }
            (Operation::Sum, terms) => {
                let value: f64 = terms.iter().map(|term| term.value).sum();
                let room: f64 = terms.iter().map(|term| term.half).sum();
                (value, value - room, value + room)
            }
            _ => return None,
        };
        let digits = text::fixed(result.number_of(value), result.decimals);
        let rounded: f64 = typed(&digits).parse().ok()?;
        let unit = 10_f64.powi(-(result.decimals as i32));
        let off = (rounded - result.number).abs();
        let reachable = low <= result.value + result.half && result.value - result.half <= high;
        let closes = off < 0.5 * unit || (off < 1.5 * unit && reachable);
        let suffix = match result.text.split_once(' ') {
            Some((_, unit)) => format!(" {unit}"),
            None if result.percent => "%".to_string(),
            None => String::new(),
        };
        Some(Redone { text: format!("{}{suffix}", typed(&digits)), closes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Standing;
    use crate::evidence::Amount;
    use crate::evidence::printed::forms;
    use proptest::prelude::*;

    fn figure(unit: &str, value: f64) -> Evidence {
        Evidence {
            id: "P:x".to_string(),
            phase: None,
            what: String::new(),
            amount: Amount::Number(value),
            interval: None,
            unit: unit.to_string(),
            standing: Standing::Measured,
            derivation: Derivation::Cited { source: String::new() },
            shown: None,
        }
    }

    proptest! {
        #[test]
        fn printed_forms_stand_for_their_rounding_cell(
            value in prop_oneof![1e-3f64..10.0, 1.0f64..1e3, 1e3f64..1e10],
            unit in prop_oneof![Just("ratio"), Just("ns/op"), Just("B/op"), Just("allocs/op"), Just("prefix-B")],
        ) {
            let evidence = figure(unit, value);
            for form in forms(&evidence) {
                let read = Read::of(&form, &evidence);
                prop_assert!(read.is_some(), "{form} of {value} {unit}");
                let read = read.unwrap();
                prop_assert!((read.value - value).abs() <= read.half * (1.0 + 1e-9) + value * 1e-12, "{form} of {value}");
                // Printed again in the same form, the digits are the same.
                let again = text::fixed(read.number_of(read.value), read.decimals);
                let number: f64 = typed(&again).parse().unwrap();
                prop_assert!((number - read.number).abs() < 1e-9 * number.abs().max(1.0), "{form}: {again}");
            }
        }
    }
}

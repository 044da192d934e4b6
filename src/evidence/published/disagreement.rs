//! How a printed figure differs from what the data give, and how much that matters.

use serde_json::Value;

use super::Recomputed;
use crate::campaign::published::PublishedFigure;
use crate::ingest::{MetricsRow, PhaseRecords};
use crate::number::Decimal;

/// How a printed figure differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is what the data give, cut toward zero in the place of rounded.
    Truncated,
    /// It is what the data give, rounded by another rule (halves to even, or always up).
    OtherRounding,
    /// The data's own printed digits leave room for it: each sample may be off by half of its last place.
    Reachable,
    /// Nothing leads to it.
    Unreachable,
}

impl How {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            How::Truncated => "it was cut, not rounded",
            How::OtherRounding => "it was rounded by another rule",
            How::Reachable => "it lies within the rounding of the samples themselves",
            How::Unreachable => "nothing in the data leads to it",
        }
    }
}

/// How much a difference matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A digit differs, and what it says stays.
    Digit,
    /// What it says differs: another side of 1 or of zero, another truth value, another name.
    Conclusion,
}

impl Severity {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Severity::Digit => "a digit differs",
            Severity::Conclusion => "the conclusion differs",
        }
    }
}

/// How `figure` differs from `found`.
pub fn how(figure: &PublishedFigure, found: &Recomputed, phase: &PhaseRecords) -> How {
    let (Recomputed::Number(x), Some(value), Some(decimals)) = (found, figure.value.as_f64(), figure.decimals) else {
        return How::Unreachable;
    };
    let scale = (0..decimals).fold(1.0, |scale, _| scale * 10.0);
    let same = |other: f64| (other - value * scale).abs() < 1e-6;
    if same((x * scale).trunc()) {
        return How::Truncated;
    }
    if same(half_even(x * scale)) || same((x * scale).ceil()) {
        return How::OtherRounding;
    }
    let room = x.abs() * room(figure, phase) * if figure.unit == "percent" { 100.0 / x.abs().max(1.0) } else { 1.0 };
    if (x - value).abs() <= 0.5 / scale + room { How::Reachable } else { How::Unreachable }
}

/// How much the difference of `figure` from `found` matters.
pub fn severity(figure: &PublishedFigure, found: &Recomputed) -> Severity {
    let (Recomputed::Number(x), Some(value)) = (found, figure.value.as_f64()) else { return Severity::Conclusion };
    let middle = match figure.unit.as_str() {
        "ratio" => 1.0,
        _ => 0.0,
    };
    let side = |value: f64| value.total_cmp(&middle);
    if side(*x) == side(value) { Severity::Digit } else { Severity::Conclusion }
}

fn half_even(x: f64) -> f64 {
    let floor = x.floor();
    match (x - floor).total_cmp(&0.5) {
        std::cmp::Ordering::Less => floor,
        std::cmp::Ordering::Greater => floor + 1.0,
        std::cmp::Ordering::Equal if (floor / 2.0).fract() == 0.0 => floor,
        std::cmp::Ordering::Equal => floor + 1.0,
    }
}

/// Largest relative change that the samples' own rounding leaves to a quotient of two of them: samples of the metrics that
/// the figure is computed from, in the cases that it names. Whatever names no metric is exact.
fn room(figure: &PublishedFigure, phase: &PhaseRecords) -> f64 {
    let mut names = Vec::new();
    figure.compute.values().for_each(|value| texts(value, &mut names));
    let named = |name: &String| names.contains(&name.as_str());
    let columns: Vec<bool> = phase.metrics.metrics.iter().map(named).collect();
    let cases: Vec<bool> = phase.plan.cases.iter().map(|case| named(&case.name)).collect();
    let case_of = |row: &MetricsRow| phase.plan.jobs.get(usize::try_from(row.job).ok()?).map(|job| job.case);
    let of_case = |row: &&MetricsRow| {
        !cases.contains(&true) || case_of(row).and_then(|case| cases.get(case)).is_some_and(|named| *named)
    };
    let rows = phase.metrics.rows.iter().filter(of_case);
    let numbers = rows
        .flat_map(|row| row.values.iter().zip(&columns).filter_map(|(value, named)| value.as_ref().filter(|_| *named)));
    let relative = numbers.filter(|number| number.value != 0.0).map(|number| {
        let places = number.text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
        let half = Decimal::of(0.5).map_or(0.5, |half| half.shifted(-places).to_f64());
        half / number.value.abs()
    });
    2.0 * relative.fold(0.0, f64::max)
}

/// Every text in a value.
fn texts<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, out)),
        Value::Object(values) => values.values().for_each(|value| texts(value, out)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::half_even;

    #[test]
    fn halves_go_to_the_even_neighbour() {
        assert_eq!([half_even(0.5), half_even(1.5), half_even(2.4), half_even(-0.5)], [0.0, 2.0, 2.0, 0.0]);
    }
}

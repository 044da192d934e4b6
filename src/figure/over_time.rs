//! A rate over time, a line an arm: told apart by dashes and by the name at its end.

use crate::document::{Picture, Tone};
use crate::number::text;
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::Scale;
use super::sheet::{Anchor, Class, Dash, Sheet};
use super::{at_every_width, empty, significant, unplottable};

/// Rates by second, a panel a case.
#[derive(Clone, Debug, PartialEq)]
pub struct OverTime {
    /// What it shows, for the alternative text.
    pub title: String,
    /// The panels, top to bottom; never empty.
    pub panels: Vec<OverTimePanel>,
}

/// Rates of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct OverTimePanel {
    /// The case.
    pub title: String,
    /// Unit of the rates.
    pub unit: String,
    /// A line an arm; never empty.
    pub lines: Vec<OverTimeLine>,
}

/// Rates of one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct OverTimeLine {
    /// The arm.
    pub label: String,
    /// One rate a second from the first on; none below 0, and at least one.
    pub values: Vec<f64>,
    /// Their median as printed.
    pub printed: String,
}

const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const NARROW: f64 = 500.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 40.0;
/// Height of a panel at least; it grows with its names.
const HIGH: f64 = 190.0;
/// Between names.
const STEP: f64 = 17.0;
/// Between panels.
const APART: f64 = 22.0;
/// Length of the piece of line beside a name.
const SWATCH: f64 = 26.0;
/// From here on a line is thinned to the least and the most of every pixel.
const MANY: usize = 2_000;

/// How lines differ, in order; after the last it begins again, and the names at the ends tell.
const STYLES: [(Class, Dash); 6] = [
    (Class::Stroke(Tone::Better), Dash::Solid),
    (Class::Stroke(Tone::Neutral), Dash::Dashed),
    (Class::Stroke(Tone::Worse), Dash::DashDot),
    (Class::Reference, Dash::Dotted),
    (Class::Stroke(Tone::Better), Dash::Long),
    (Class::Stroke(Tone::Neutral), Dash::Solid),
];

fn style(number: usize) -> (Class, Dash) {
    STYLES.get(number % STYLES.len()).copied().unwrap_or((Class::Axis, Dash::Solid))
}

impl OverTime {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let line = |line: &OverTimeLine| {
            let (least, most) = extent(&line.values);
            let number = |value: f64| significant(value, 4);
            let seconds = text::count(line.values.len() as u64);
            format!(
                "{}: {seconds} seconds, median {}, least {}, most {}",
                line.label,
                line.printed,
                number(least),
                number(most)
            )
        };
        let panel = |panel: &OverTimePanel| {
            format!("{}, {}: {}", panel.title, panel.unit, panel.lines.iter().map(line).collect::<Vec<_>>().join("; "))
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        format!("{}. Each panel has a scale of its own, from 0. {}.", self.title, panels.join(". "))
    }

    /// The plot at every width.
    ///
    /// # Errors
    /// No panels, no lines, a line without values, or values that are not numbers from 0 on.
    pub fn draw(&self, letters: &mut Lettering) -> Outcome<Vec<Picture>> {
        let mut problems = Vec::new();
        for panel in &self.panels {
            for line in &panel.lines {
                let of = format!("{}, {}", panel.title, line.label);
                let bad = line.values.iter().filter(|value| !(value.is_finite() && **value >= 0.0));
                problems.extend(bad.map(|value| unplottable(&of, *value, "a number from 0 on")));
                if line.values.is_empty() {
                    problems.push(empty(&format!("line of \u{201c}{of}\u{201d}")));
                }
            }
            if panel.lines.is_empty() {
                problems.push(empty(&format!("plot of \u{201c}{}\u{201d}", panel.title)));
            }
        }
        if self.panels.is_empty() {
            problems.push(empty("plot over time"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let mut sheet = Sheet::new(width, letters);
        let mut y = 0.0;
        for panel in &self.panels {
            y = panel.draw(y, &mut sheet) + APART;
        }
        sheet.finish(y - APART)
    }
}

impl OverTimePanel {
    /// Draws the panel and returns where it ends.
    fn draw(&self, top: f64, sheet: &mut Sheet<'_>) -> f64 {
        let width = sheet.width();
        let narrow = width < NARROW;
        let unit = sheet.measure(&self.unit, Class::Secondary, TICK).min(width / 2.0);
        let title = (0.0, top + 14.0);
        let taken = sheet.text(Class::Bold, LABEL, Anchor::Start, title, width - unit - 8.0, &self.title);
        sheet.text(Class::Secondary, TICK, Anchor::Start, (taken + 8.0, top + 14.0), width - taken - 8.0, &self.unit);
        let names: Vec<String> = self.lines.iter().map(|line| format!("{}: {}", line.label, line.printed)).collect();
        let mut high = top + HEAD;
        if narrow {
            // No room beside the lines: the names stand above them.
            for (number, name) in names.iter().enumerate() {
                named(number, name, (0.0, high + 8.0), width, sheet);
                high += STEP;
            }
            high += 6.0;
        }
        let length = if narrow { HIGH } else { HIGH.max(STEP * names.len() as f64) };
        let bottom = high + length;
        let most = self.lines.iter().map(|line| extent(&line.values).1).fold(0.0, f64::max);
        let rates = Scale::from_zero(most * 1.05);
        let ticks = rates.ticks(length, |_| TICK + 8.0);
        let widest = ticks.iter().map(|tick| sheet.measure(&tick.label, Class::Secondary, TICK)).fold(0.0, f64::max);
        let left = (widest + 10.0).ceil();
        let longest = names.iter().map(|name| sheet.measure(name, Class::Text, LABEL)).fold(0.0, f64::max);
        let beside = if narrow { 8.0 } else { (longest.min(width * 0.3) + SWATCH + 18.0).ceil() };
        let right = width - beside;
        for tick in &ticks {
            let y = bottom - rates.fraction(tick.value) * length;
            sheet.line_behind(Class::Grid, (left, y), (right, y));
            sheet.text(Class::Secondary, TICK, Anchor::End, (left - 6.0, y + 4.0), left, &tick.label);
        }
        let seconds = self.lines.iter().map(|line| line.values.len()).max().unwrap_or(0);
        let times = Scale::from_zero(seconds as f64);
        for tick in times.ticks(right - left, |label| sheet.measure(label, Class::Secondary, TICK)) {
            let x = left + times.fraction(tick.value) * (right - left);
            sheet.line_behind(Class::Axis, (x, bottom), (x, bottom + 4.0));
            sheet.tick(Class::Secondary, TICK, (x, bottom + 18.0), &tick.label);
        }
        sheet.line_behind(Class::Axis, (left, bottom), (right, bottom));
        sheet.text(
            Class::Secondary,
            TICK,
            Anchor::End,
            (right, bottom + 35.0),
            right - left,
            "seconds since the start",
        );
        let mut ends = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            let (class, dash) = style(number);
            let at = |(second, value): (usize, f64)| {
                // A second's rate stands in its middle.
                let x = left + times.fraction(second as f64 + 0.5) * (right - left);
                (x, bottom - rates.fraction(value) * length)
            };
            let points: Vec<(f64, f64)> = thinned(&line.values, right - left).into_iter().map(at).collect();
            ends.extend(points.last().map(|(_, y)| *y));
            match points.as_slice() {
                [(x, y)] => sheet.circle(Class::Ring(Tone::Neutral), (*x, *y), 3.0, 1.5),
                _ => sheet.path(class, 1.5, dash, points),
            }
        }
        if !narrow {
            for (number, (name, y)) in names.iter().zip(spread(&ends, high, bottom)).enumerate() {
                named(number, name, (right + 10.0, y), width, sheet);
            }
        }
        bottom + FOOT
    }
}

/// A piece of a line with its name, in the middle of a line of text at `y`.
fn named(number: usize, name: &str, (x, y): (f64, f64), width: f64, sheet: &mut Sheet<'_>) {
    let (class, dash) = style(number);
    sheet.path(class, 1.5, dash, vec![(x, y), (x + SWATCH, y)]);
    let from = x + SWATCH + 6.0;
    sheet.text(Class::Text, LABEL, Anchor::Start, (from, y + 4.5), width - from, name);
}

/// Least and most of values; zeros where there are none.
fn extent(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (if least.is_finite() { least } else { 0.0 }, values.iter().copied().fold(0.0, f64::max))
}

/// Values with their seconds; where there are more than [`MANY`], the least and the most of each of `pixels` pieces.
fn thinned(values: &[f64], pixels: f64) -> Vec<(usize, f64)> {
    let all = values.iter().copied().enumerate();
    if values.len() <= MANY {
        return all.collect();
    }
    let pieces = (pixels.max(1.0) as usize).clamp(1, MANY / 2);
    let size = values.len().div_ceil(pieces).max(1);
    let all: Vec<(usize, f64)> = all.collect();
    let mut out = Vec::new();
    for piece in all.chunks(size) {
        let least = piece.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
        let most = piece.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        let mut both: Vec<(usize, f64)> = least.into_iter().chain(most).collect();
        both.sort_by_key(|(second, _)| *second);
        both.dedup_by_key(|(second, _)| *second);
        out.extend(both);
    }
    out
}

/// Heights of names beside the ends of their lines, moved apart by [`STEP`] and kept between `high` and `low`.
fn spread(ends: &[f64], high: f64, low: f64) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = ends.iter().copied().enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let half = STEP / 2.0;
    let mut least = high + half;
    for (_, y) in &mut order {
        *y = y.max(least);
        least = *y + STEP;
    }
    let mut most = low - half;
    for (_, y) in order.iter_mut().rev() {
        *y = y.min(most);
        most = *y - STEP;
    }
    order.sort_by_key(|(number, _)| *number);
    order.into_iter().map(|(_, y)| y).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_extremes() {
        let mut values: Vec<f64> = (0..100_000).map(|n| f64::from(n % 7)).collect();
        values[54_321] = 99.0;
        let kept = thinned(&values, 600.0);
        assert!(kept.len() <= 1_200, "{}", kept.len());
        assert!(kept.contains(&(54_321, 99.0)));
        assert!(kept.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(thinned(&values[..MANY], 10.0).len(), MANY);
    }

    #[test]
    fn names_are_moved_apart() {
        assert_eq!(spread(&[50.0, 50.0, 10.0], 0.0, 100.0), [50.0, 67.0, 10.0]);
        assert_eq!(spread(&[99.0, 99.0], 0.0, 100.0), [74.5, 91.5]);
    }
}

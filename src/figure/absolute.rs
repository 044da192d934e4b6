//! Absolute values: the process medians of each arm as ticks with a disc at their median, each metric on its own scale.

use crate::document::{Picture, Tone};
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::Scale;
use super::sheet::{Anchor, Class, Sheet};
use super::{at_every_width, empty, unplottable};

/// Panels of absolute values, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsolutePlot {
    /// What it shows, for the alternative text.
    pub title: String,
    /// The panels; never empty.
    pub panels: Vec<AbsolutePanel>,
}

/// Values of one metric on a scale of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsolutePanel {
    /// The metric, with its case where there are several.
    pub title: String,
    /// Unit of all values, set after the title; empty where there is none.
    pub unit: String,
    /// The rows, top to bottom; never empty.
    pub rows: Vec<AbsoluteRow>,
}

/// Values of one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsoluteRow {
    /// The arm.
    pub label: String,
    /// Process medians, in the panel's unit.
    pub values: Vec<f64>,
    /// Their median.
    pub median: f64,
    /// The median as printed.
    pub printed: String,
}

const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const GUTTER: f64 = 26.0;
const NARROW: f64 = 500.0;
const HEAD: f64 = 28.0;
const FOOT: f64 = 26.0;
/// Between panels.
const APART: f64 = 20.0;

impl AbsolutePlot {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let panel = |panel: &AbsolutePanel| {
            let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
            let rows: Vec<String> =
                panel.rows.iter().map(|row| format!("{}: median {}", row.label, row.printed)).collect();
            format!("{}{unit}: {}", panel.title, rows.join("; "))
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        format!(
            "{}. Each panel has a linear scale of its own, which need not begin at 0. {}.",
            self.title,
            panels.join(". ")
        )
    }

    /// The plot at every width.
    ///
    /// # Errors
    /// No panels, no rows, or values that are not numbers.
    pub fn draw(&self, letters: &mut Lettering) -> Outcome<Vec<Picture>> {
        let mut problems = Vec::new();
        for panel in &self.panels {
            for row in &panel.rows {
                let bad = row.values.iter().copied().chain([row.median]).filter(|value| !value.is_finite());
                let of = format!("{}, {}", panel.title, row.label);
                problems.extend(bad.map(|value| unplottable(&of, value, "a finite number")));
            }
            if panel.rows.is_empty() {
                problems.push(empty(&format!("plot of \u{201c}{}\u{201d}", panel.title)));
            }
        }
        if self.panels.is_empty() {
            problems.push(empty("plot of absolute values"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let mut sheet = Sheet::new(width, letters);
        let rows = || self.panels.iter().flat_map(|panel| &panel.rows);
        let (mut label, mut printed) = (0.0_f64, 0.0_f64);
        for row in rows() {
            label = label.max(sheet.measure(&row.label, Class::Text, LABEL));
            printed = printed.max(sheet.measure(&row.printed, Class::Text, LABEL));
        }
        let width = sheet.width();
        let narrow = width < NARROW;
        let frame = if narrow {
            Frame { left: 8.0, right: width - 8.0, step: 44.0, mark: 30.0, narrow }
        } else {
            let left = (label.min(width * 0.34) + GUTTER).ceil();
            let right = (width - printed.min(width * 0.42) - GUTTER).floor();
            Frame { left, right, step: 28.0, mark: 14.0, narrow }
        };
        let mut y = 0.0;
        for panel in &self.panels {
            y = frame.draw(panel, y, &mut sheet) + APART;
        }
        sheet.finish(y - APART)
    }
}

/// Where the parts of every panel are.
struct Frame {
    left: f64,
    right: f64,
    /// Height of a row.
    step: f64,
    /// Middle of the marks below the row's top.
    mark: f64,
    narrow: bool,
}

impl Frame {
    /// Draws a panel and returns where it ends.
    fn draw(&self, panel: &AbsolutePanel, top: f64, sheet: &mut Sheet<'_>) -> f64 {
        let width = sheet.width();
        let rows = top + HEAD;
        let bottom = rows + self.step * panel.rows.len() as f64;
        let unit = sheet.measure(&panel.unit, Class::Secondary, TICK).min(width / 2.0);
        let title = (0.0, top + 14.0);
        let taken = sheet.text(Class::Bold, LABEL, Anchor::Start, title, width - unit - 8.0, &panel.title);
        sheet.text(Class::Secondary, TICK, Anchor::Start, (taken + 8.0, top + 14.0), width - taken - 8.0, &panel.unit);
        let scale = Scale::linear(panel.rows.iter().flat_map(|row| row.values.iter().copied().chain([row.median])));
        let at = |value: f64| self.left + scale.fraction(value) * (self.right - self.left);
        let mut ticks = scale.ticks(self.right - self.left, |label| sheet.measure(label, Class::Secondary, TICK));
        // The margin around zero would otherwise suggest that there could be less than nothing.
        if panel.rows.iter().all(|row| row.median >= 0.0 && row.values.iter().all(|value| *value >= 0.0)) {
            ticks.retain(|tick| tick.value >= 0.0);
        }
        for tick in ticks {
            sheet.line_behind(Class::Grid, (at(tick.value), rows), (at(tick.value), bottom));
            sheet.tick(Class::Secondary, TICK, (at(tick.value), bottom + 18.0), &tick.label);
        }
        sheet.line_behind(Class::Axis, (self.left, bottom), (self.right, bottom));
        for (number, row) in panel.rows.iter().enumerate() {
            let y = rows + self.step * number as f64;
            let middle = y + self.mark;
            let text = if self.narrow { y + 14.0 } else { middle + 4.5 };
            let printed = sheet.measure(&row.printed, Class::Text, LABEL);
            let room = if self.narrow { (width - printed - 14.0).max(width * 0.3) } else { self.left - GUTTER };
            let taken = sheet.text(Class::Text, LABEL, Anchor::Start, (0.0, text), room, &row.label);
            let room = if self.narrow { width - taken - 8.0 } else { width - self.right - 6.0 };
            sheet.text(Class::Text, LABEL, Anchor::End, (width, text), room, &row.printed);
            // Equal values share one tick.
            let mut places: Vec<f64> = row.values.iter().map(|value| (at(*value) * 4.0).round() / 4.0).collect();
            places.sort_by(f64::total_cmp);
            places.dedup();
            for x in places {
                sheet.line(Class::Stroke(Tone::Neutral), 1.5, (x, middle - 6.0), (x, middle + 6.0));
            }
            sheet.circle(Class::Fill(Tone::Better), (at(row.median), middle), 4.0, 0.0);
        }
        bottom + FOOT
    }
}

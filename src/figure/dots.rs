//! Runs as dots: every value of each arm, its median as a line and one more quantile as a diamond, each case on its own
//! scale.

use crate::document::{Picture, Tone};
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::Scale;
use super::sheet::{Anchor, Class, Dash, Sheet};
use super::{at_every_width, empty, unplottable};

/// Panels of runs, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct DotPlot {
    /// What it shows, for the alternative text.
    pub title: String,
    /// Name of the quantile that the rows give besides the median, for instance `p95`.
    pub quantile: String,
    /// The panels; never empty.
    pub panels: Vec<DotPanel>,
}

/// Runs of one case on a scale of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct DotPanel {
    /// The case.
    pub title: String,
    /// Unit of all values, set after the title; empty where there is none.
    pub unit: String,
    /// The rows, top to bottom; never empty.
    pub rows: Vec<DotRow>,
}

/// Runs of one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct DotRow {
    /// The arm.
    pub label: String,
    /// One value a run, in the panel's unit.
    pub values: Vec<f64>,
    /// Their median.
    pub median: f64,
    /// The median as printed.
    pub printed: String,
    /// The other quantile, with the value as printed.
    pub quantile: Option<(f64, String)>,
}

const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const GUTTER: f64 = 26.0;
const NARROW: f64 = 500.0;
const HEAD: f64 = 28.0;
const FOOT: f64 = 26.0;
/// Between panels.
const APART: f64 = 20.0;
/// More runs than this are drawn as ticks.
pub const MOST_DOTS: usize = 30;
const RADIUS: f64 = 2.75;
/// Half a diagonal of the diamond.
const DIAMOND: f64 = 6.5;
/// Farthest that a dot is moved up or down.
const REACH: f64 = 9.0;

impl DotPlot {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let row = |row: &DotRow| {
            let runs = row.values.len();
            let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
            let quantile = row.quantile.as_ref();
            let quantile = quantile.map_or(String::new(), |(_, printed)| format!(", {} {printed}", self.quantile));
            format!("{}: {runs}, median {}{quantile}", row.label, row.printed)
        };
        let panel = |panel: &DotPanel| {
            let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
            format!("{}{unit}: {}", panel.title, panel.rows.iter().map(row).collect::<Vec<_>>().join("; "))
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
                let of = format!("{}, {}", panel.title, row.label);
                let bad = row.placed().filter(|value| !value.is_finite());
                problems.extend(bad.map(|value| unplottable(&of, value, "a finite number")));
            }
            if panel.rows.is_empty() {
                problems.push(empty(&format!("plot of \u{201c}{}\u{201d}", panel.title)));
            }
        }
        if self.panels.is_empty() {
            problems.push(empty("plot of runs"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let mut sheet = Sheet::new(width, letters);
        let (mut label, mut printed) = (0.0_f64, 0.0_f64);
        for row in self.panels.iter().flat_map(|panel| &panel.rows) {
            label = label.max(sheet.measure(&row.label, Class::Text, LABEL));
            printed = printed.max(sheet.measure(&row.printed, Class::Text, LABEL));
        }
        let width = sheet.width();
        let narrow = width < NARROW;
        let frame = if narrow {
            Frame { left: 8.0, right: width - 8.0, step: 46.0, mark: 31.0, narrow }
        } else {
            let left = (label.min(width * 0.34) + GUTTER).ceil();
            let right = (width - printed.min(width * 0.42) - GUTTER).floor();
            Frame { left, right, step: 30.0, mark: 15.0, narrow }
        };
        let mut y = 0.0;
        for panel in &self.panels {
            y = frame.draw(panel, y, &mut sheet) + APART;
        }
        sheet.finish(y - APART)
    }
}

impl DotRow {
    /// Everything that has a place on the axis.
    fn placed(&self) -> impl Iterator<Item = f64> + '_ {
        let quantile = self.quantile.iter().map(|(value, _)| *value);
        self.values.iter().copied().chain([self.median]).chain(quantile)
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
    fn draw(&self, panel: &DotPanel, top: f64, sheet: &mut Sheet<'_>) -> f64 {
        let width = sheet.width();
        let rows = top + HEAD;
        let bottom = rows + self.step * panel.rows.len() as f64;
        let unit = sheet.measure(&panel.unit, Class::Secondary, TICK).min(width / 2.0);
        let title = (0.0, top + 14.0);
        let taken = sheet.text(Class::Bold, LABEL, Anchor::Start, title, width - unit - 8.0, &panel.title);
        sheet.text(Class::Secondary, TICK, Anchor::Start, (taken + 8.0, top + 14.0), width - taken - 8.0, &panel.unit);
        let scale = Scale::linear(panel.rows.iter().flat_map(DotRow::placed));
        let at = |value: f64| self.left + scale.fraction(value) * (self.right - self.left);
        let mut ticks = scale.ticks(self.right - self.left, |label| sheet.measure(label, Class::Secondary, TICK));
        // The margin around zero would otherwise suggest that there could be less than nothing.
        if panel.rows.iter().flat_map(DotRow::placed).all(|value| value >= 0.0) {
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
            let mut places: Vec<f64> = row.values.iter().map(|value| at(*value)).collect();
            places.sort_by(f64::total_cmp);
            if places.len() > MOST_DOTS {
                // Equal values share one tick.
                places.iter_mut().for_each(|x| *x = (*x * 4.0).round() / 4.0);
                places.dedup();
                for x in places {
                    sheet.line(Class::Stroke(Tone::Neutral), 0.5, (x, middle - 6.0), (x, middle + 6.0));
                }
            } else {
                for (x, offset) in swarm(&places) {
                    sheet.circle(Class::Ring(Tone::Neutral), (x, middle + offset), RADIUS, 1.25);
                }
            }
            let median = at(row.median);
            sheet.line(Class::Stroke(Tone::Better), 2.5, (median, middle - 11.0), (median, middle + 11.0));
            if let Some((value, _)) = &row.quantile {
                // Open: of few runs, one lies right there.
                let (x, half) = (at(*value), DIAMOND);
                let corners = [(x, middle - half), (x + half, middle), (x, middle + half), (x - half, middle)];
                let closed = corners.into_iter().chain(corners.first().copied()).collect();
                sheet.path(Class::Stroke(Tone::Better), 1.5, Dash::Solid, closed);
            }
        }
        bottom + FOOT
    }
}

/// Where dots at ascending `places` are drawn: each in the first lane in which it meets no other, lanes alternating
/// above and below the middle. Lanes draw closer where there are many, so that none leaves its row.
fn swarm(places: &[f64]) -> Vec<(f64, f64)> {
    let mut ends: Vec<f64> = Vec::new();
    let mut lanes = Vec::with_capacity(places.len());
    for x in places {
        let free = ends.iter().position(|end| x - end >= 2.0 * RADIUS);
        let lane = free.unwrap_or(ends.len());
        match ends.get_mut(lane) {
            Some(end) => *end = *x,
            None => ends.push(*x),
        }
        lanes.push(lane);
    }
    let step = (REACH / (ends.len() / 2).max(1) as f64).min(2.0 * RADIUS - 0.5);
    let offset = |lane: usize| {
        let away = lane.div_ceil(2) as f64 * step;
        if lane % 2 == 1 { -away } else { away }
    };
    places.iter().zip(lanes).map(|(x, lane)| (*x, offset(lane))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_lie_apart_and_within_their_row() {
        assert_eq!(swarm(&[10.0, 50.0]), [(10.0, 0.0), (50.0, 0.0)]);
        assert_eq!(swarm(&[10.0; 3]), [(10.0, 0.0), (10.0, -5.0), (10.0, 5.0)]);
        let mut many: Vec<f64> = swarm(&[7.0; 30]).into_iter().map(|(_, offset)| offset).collect();
        many.sort_by(f64::total_cmp);
        assert!(many.windows(2).all(|pair| pair[1] - pair[0] > 0.25), "{many:?}");
        assert!(many.iter().all(|offset| offset.abs() <= REACH));
    }
}

//! Forest plot: estimates of ratios with their intervals and block ratios, one below the other on one axis.

use crate::document::{Picture, Shape, Tone};
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::{Scale, Tick};
use super::sheet::{Anchor, Class, Sheet};
use super::{at_every_width, empty, reading, refuse_unplottable_ratios};

/// A forest plot.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPlot {
    /// What it shows, for the alternative text, for instance `Ratios of D1 with 95% intervals`.
    pub title: String,
    /// The rows, top to bottom; never empty.
    pub rows: Vec<ForestRow>,
    /// What lies left of 1, for instance `final takes less`.
    pub below: String,
    /// What lies right of 1, for instance `more`.
    pub above: String,
}

/// A row of a forest plot.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// Head over this row and those after it with the same one.
    pub group: Option<String>,
    /// What is estimated.
    pub label: String,
    /// Low end of the interval.
    pub low: f64,
    /// Estimate.
    pub value: f64,
    /// High end.
    pub high: f64,
    /// Estimate and interval as printed, for instance `1.002 [0.984, 1.021]`.
    pub printed: String,
    /// Ratios of the blocks.
    pub blocks: Vec<f64>,
    /// Where the interval lies.
    pub shape: Shape,
    /// What that means.
    pub tone: Tone,
}

const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
/// Between a label and the plot.
const GUTTER: f64 = 26.0;
/// Most of the width that labels take.
const LABELS: f64 = 0.34;
/// Most of the width that printed values take.
const MOST_PRINTED: f64 = 0.42;
/// Below this width label and value stand over the interval.
const NARROW: f64 = 500.0;

impl ForestPlot {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| {
                let group = row.group.as_ref().map_or(String::new(), |group| format!("{group}, "));
                format!("{group}{}: {}, {}", row.label, row.printed, reading(row.shape))
            })
            .collect();
        format!(
            "{}. Logarithmic axis with a line at 1; left of it {}, right of it {}. {}.",
            self.title,
            self.below,
            self.above,
            rows.join("; ")
        )
    }

    /// The plot at every width.
    ///
    /// # Errors
    /// No rows, or values that are not positive numbers.
    pub fn draw(&self, letters: &mut Lettering) -> Outcome<Vec<Picture>> {
        let mut problems = Vec::new();
        for row in &self.rows {
            let values = row.blocks.iter().copied().chain([row.low, row.value, row.high]);
            refuse_unplottable_ratios(&row.label, values, &mut problems);
        }
        if self.rows.is_empty() {
            problems.push(empty("forest plot"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let values = self.rows.iter().flat_map(|row| row.blocks.iter().copied().chain([row.low, row.value, row.high]));
        let scale = Scale::logarithmic(values.chain([1.0]));
        let mut sheet = Sheet::new(width, letters);
        let frame = Frame::around(self, &mut sheet, scale);
        let places = frame.places(self, &mut sheet);
        let bottom = places.last().map_or(frame.top, |place| place.end);
        let ticks = scale.ticks(frame.right - frame.left, |label| sheet.measure(label, Class::Secondary, TICK));
        frame.draw_axis(&mut sheet, &ticks, bottom);
        frame.draw_sides(self, &mut sheet);
        for (row, place) in self.rows.iter().zip(&places) {
            frame.draw_row(&mut sheet, row, place);
        }
        sheet.finish(bottom + 26.0)
    }
}

/// Where the parts of a forest plot are.
struct Frame {
    scale: Scale,
    /// Ends of the axis.
    left: f64,
    right: f64,
    /// Where the rows begin.
    top: f64,
    narrow: bool,
}

/// Where the parts of a row are; baselines of text, middles of marks.
struct Place {
    group: Option<f64>,
    label: f64,
    printed: f64,
    /// How far the label may reach.
    room: f64,
    mark: f64,
    end: f64,
}

impl Frame {
    fn around(plot: &ForestPlot, sheet: &mut Sheet<'_>, scale: Scale) -> Self {
        let width = sheet.width();
        if width < NARROW {
            return Frame { scale, left: 8.0, right: width - 8.0, top: 30.0, narrow: true };
        }
        let (mut label, mut printed) = (0.0_f64, 0.0_f64);
        for row in &plot.rows {
            label = label.max(sheet.measure(&row.label, Class::Text, LABEL));
            printed = printed.max(sheet.measure(&row.printed, Class::Text, LABEL));
        }
        let left = label.min(width * LABELS) + GUTTER;
        let right = width - printed.min(width * MOST_PRINTED) - GUTTER;
        Frame { scale, left: left.ceil(), right: right.floor(), top: 36.0, narrow: false }
    }

    fn at(&self, value: f64) -> f64 {
        self.left + self.scale.fraction(value) * (self.right - self.left)
    }

    /// Places of the rows, top to bottom.
    fn places(&self, plot: &ForestPlot, sheet: &mut Sheet<'_>) -> Vec<Place> {
        let width = sheet.width();
        let mut y = self.top;
        let mut last: Option<&str> = None;
        let mut places = Vec::new();
        for row in &plot.rows {
            let head = row.group.as_deref().filter(|group| last != Some(*group));
            last = row.group.as_deref();
            let group = head.map(|_| y + 16.0);
            y += if head.is_some() { if self.narrow { 26.0 } else { 30.0 } } else { 0.0 };
            if self.narrow {
                let label = sheet.measure(&row.label, Class::Text, LABEL);
                let printed = sheet.measure(&row.printed, Class::Text, LABEL);
                // Label and value share a line where both fit; else the value has its own.
                let lines = if label + printed + 14.0 <= width { 0.0 } else { 17.0 };
                let room = if lines == 0.0 { width - printed - 14.0 } else { width };
                let end = y + 62.0 + lines;
                let first = y + 14.0;
                places.push(Place { group, label: first, printed: first + lines, room, mark: y + 32.0 + lines, end });
                y = end;
            } else {
                let mark = y + 12.0;
                let text = mark + 4.5;
                let room = self.left - GUTTER;
                places.push(Place { group, label: text, printed: text, room, mark, end: y + 38.0 });
                y += 38.0;
            }
        }
        places
    }

    fn draw_axis(&self, sheet: &mut Sheet<'_>, ticks: &[Tick], bottom: f64) {
        for tick in ticks {
            let x = self.at(tick.value);
            let is_one = tick.value == 1.0;
            if !is_one {
                sheet.line_behind(Class::Grid, (x, self.top - 12.0), (x, bottom));
            }
            let class = if is_one { Class::Bold } else { Class::Secondary };
            sheet.tick(class, TICK, (x, bottom + 18.0), &tick.label);
        }
        sheet.line_behind(Class::Axis, (self.left, bottom), (self.right, bottom));
        let one = self.at(1.0);
        sheet.line_behind(Class::Reference, (one, self.top - 12.0), (one, bottom));
    }

    /// What lies on either side of 1, over the plot.
    fn draw_sides(&self, plot: &ForestPlot, sheet: &mut Sheet<'_>) {
        let (width, one, y) = (sheet.width(), self.at(1.0), self.top - 18.0);
        let below = if plot.below.is_empty() { String::new() } else { format!("← {}", plot.below) };
        let above = if plot.above.is_empty() { String::new() } else { format!("{} →", plot.above) };
        let (needs_left, needs_right) =
            (sheet.measure(&below, Class::Secondary, TICK), sheet.measure(&above, Class::Secondary, TICK));
        // Where 1 lies near an end the words keep their order and move together from it.
        let middle = one.clamp((needs_left + 8.0).min(width / 2.0), (width - needs_right - 8.0).max(width / 2.0));
        sheet.text(Class::Secondary, TICK, Anchor::End, (middle - 8.0, y), middle - 8.0, &below);
        sheet.text(Class::Secondary, TICK, Anchor::Start, (middle + 8.0, y), width - middle - 8.0, &above);
    }

    fn draw_row(&self, sheet: &mut Sheet<'_>, row: &ForestRow, place: &Place) {
        let width = sheet.width();
        if let (Some(y), Some(group)) = (place.group, &row.group) {
            sheet.text(Class::Bold, LABEL, Anchor::Start, (0.0, y), width, group);
        }
        sheet.text(Class::Text, LABEL, Anchor::Start, (0.0, place.label), place.room, &row.label);
        let room = if self.narrow { width } else { width * MOST_PRINTED };
        sheet.text(Class::Text, LABEL, Anchor::End, (width, place.printed), room, &row.printed);
        // Equal block ratios share one ring.
        let mut rings: Vec<f64> = row.blocks.iter().map(|block| (self.at(*block) * 2.0).round() / 2.0).collect();
        rings.sort_by(f64::total_cmp);
        rings.dedup();
        for x in rings {
            sheet.circle(Class::Ring(Tone::Neutral), (x, place.mark + 11.0), 2.25, 1.25);
        }
        let (low, high) = (self.at(row.low), self.at(row.high));
        if high - low > 0.5 {
            sheet.line(Class::Stroke(row.tone), 2.0, (low, place.mark), (high, place.mark));
        }
        sheet.estimate(row.shape, row.tone, (self.at(row.value), place.mark), 5.0);
    }
}

//! Histograms over one logarithmic axis, a panel an arm: share of the values in each range, and marks for quantiles.

use crate::document::{Picture, Tone};
use crate::number::text;
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::Scale;
use super::sheet::{Anchor, Class, Dash, Sheet};
use super::{at_every_width, empty, significant, unplottable};

/// Histograms of values such as latencies, one below the other on shared axes.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyHistogram {
    /// What it shows, for the alternative text.
    pub title: String,
    /// What was counted, for the share's axis: `transactions`.
    pub counted: String,
    /// Unit of the values; empty where there is none.
    pub unit: String,
    /// The panels, top to bottom; never empty.
    pub panels: Vec<LatencyPanel>,
}

/// The histogram of one arm.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyPanel {
    /// The arm, with its case where there are several.
    pub title: String,
    /// The ranges, ascending and apart; those that hold nothing may be left out.
    pub bins: Vec<LatencyBin>,
    /// Quantiles to mark.
    pub marks: Vec<LatencyMark>,
}

/// A range and how many values lie in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyBin {
    /// Its lower bound, in it; may be 0 or less, or minus infinity: it is then drawn to the axis's beginning.
    pub low: f64,
    /// Its upper bound, not in it; may be infinite: it is then drawn to the axis's end.
    pub high: f64,
    /// Number of values.
    pub count: u64,
}

/// A quantile.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyMark {
    /// Its name, for instance `p95`.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The value as printed, with its unit.
    pub printed: String,
}

const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const HEAD: f64 = 24.0;
const FOOT: f64 = 26.0;
/// Height of the bars.
const BARS: f64 = 92.0;
/// Height of a line of marks.
const MARKS: f64 = 16.0;
/// Between panels.
const APART: f64 = 18.0;

impl LatencyPanel {
    fn total(&self) -> u64 {
        self.bins.iter().fold(0, |sum, bin| sum.saturating_add(bin.count))
    }

    /// Values in ranges that lie wholly at or below 0, where a logarithmic axis has no place.
    fn off_axis(&self) -> u64 {
        self.bins.iter().filter(|bin| bin.high <= 0.0).fold(0, |sum, bin| sum.saturating_add(bin.count))
    }

    fn share(&self, count: u64) -> f64 {
        count as f64 / self.total().max(1) as f64 * 100.0
    }

    fn drawn(&self) -> impl Iterator<Item = &LatencyBin> {
        self.bins.iter().filter(|bin| bin.high > 0.0)
    }
}

impl LatencyHistogram {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let panel = |panel: &LatencyPanel| {
            let mut parts = vec![format!("{} {}", text::count(panel.total()), self.counted)];
            parts.extend(panel.marks.iter().map(|mark| format!("{} {}", mark.name, mark.printed)));
            // The first of equals.
            let fullest = panel.bins.iter().rev().max_by_key(|bin| bin.count).filter(|bin| bin.count > 0);
            parts.extend(fullest.map(|bin| {
                let share = text::fixed(panel.share(bin.count), 1);
                format!("{share} % in the fullest range, {} to {}{unit}", edge(bin.low), edge(bin.high))
            }));
            parts.extend(
                (panel.off_axis() > 0).then(|| format!("{} not above 0 and not drawn", text::count(panel.off_axis()))),
            );
            format!("{}: {}", panel.title, parts.join(", "))
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        format!("{}. All panels share a logarithmic axis and a scale of shares. {}.", self.title, panels.join(". "))
    }

    /// The plot at every width.
    ///
    /// # Errors
    /// No panels, a panel without ranges above 0, or a quantile that is not positive.
    pub fn draw(&self, letters: &mut Lettering) -> Outcome<Vec<Picture>> {
        let mut problems = Vec::new();
        for panel in &self.panels {
            let edges = panel.bins.iter().filter(|bin| bin.low.is_nan() || bin.high.is_nan() || bin.low >= bin.high);
            problems.extend(edges.map(|bin| unplottable(&panel.title, bin.high, "above the lower bound of its range")));
            let bad = panel.marks.iter().map(|mark| mark.value).filter(|value| !(value.is_finite() && *value > 0.0));
            problems.extend(bad.map(|value| unplottable(&panel.title, value, "a positive number")));
            if panel.drawn().next().is_none() {
                problems.push(empty(&format!("histogram of \u{201c}{}\u{201d}", panel.title)));
            }
        }
        if self.panels.is_empty() {
            problems.push(empty("histogram"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let mut sheet = Sheet::new(width, letters);
        let bins = || self.panels.iter().flat_map(LatencyPanel::drawn);
        let marks = self.panels.iter().flat_map(|panel| &panel.marks).map(|mark| mark.value);
        let bounds = bins().flat_map(|bin| [bin.low, bin.high]).filter(|bound| bound.is_finite() && *bound > 0.0);
        // A range from 0 has to have some width as well.
        let from_zero = bins().filter(|bin| bin.low <= 0.0 && bin.high.is_finite()).map(|bin| bin.high / 2.0);
        let from_zero = from_zero.filter(|bound| *bound > 0.0);
        let values = Scale::logarithmic(marks.chain(bounds).chain(from_zero));
        let most = self.panels.iter().flat_map(|panel| panel.drawn().map(|bin| panel.share(bin.count)));
        let shares = Scale::from_zero(most.fold(0.0, f64::max) * 1.05);
        let ticks = shares.ticks(BARS, |_| TICK);
        let labels: Vec<String> = ticks.iter().map(|tick| format!("{} %", tick.label)).collect();
        let widest = labels.iter().map(|label| sheet.measure(label, Class::Secondary, TICK)).fold(0.0, f64::max);
        let frame = Frame { left: (widest + 10.0).ceil(), right: sheet.width() - 8.0, values, shares };
        let mut y = 0.0;
        for (number, panel) in self.panels.iter().enumerate() {
            let bottom = frame.panel(panel, y, &mut sheet);
            for (tick, label) in ticks.iter().zip(&labels) {
                let at = bottom - shares.fraction(tick.value) * BARS;
                sheet.text(Class::Secondary, TICK, Anchor::End, (frame.left - 6.0, at + 4.0), frame.left, label);
            }
            y = bottom + if number + 1 == self.panels.len() { 0.0 } else { APART };
        }
        frame.foot(&self.unit, y, &mut sheet);
        sheet.finish(y + FOOT + 18.0)
    }
}

fn edge(bound: f64) -> String {
    if bound.is_finite() {
        significant(bound, 3)
    } else if bound > 0.0 {
        "∞".to_owned()
    } else {
        "−∞".to_owned()
    }
}

/// Axes that the panels share.
struct Frame {
    left: f64,
    right: f64,
    values: Scale,
    shares: Scale,
}

impl Frame {
    fn at(&self, value: f64) -> f64 {
        // Below 0 there is no logarithm; such a range begins where the axis does.
        let share = if value <= 0.0 { 0.0 } else { self.values.fraction(value) };
        self.left + share * (self.right - self.left)
    }

    fn ticks(&self, sheet: &mut Sheet<'_>) -> Vec<super::scale::Tick> {
        self.values.ticks(self.right - self.left, |label| sheet.measure(label, Class::Secondary, TICK))
    }

    /// Draws a panel and returns where its bars stand.
    fn panel(&self, panel: &LatencyPanel, top: f64, sheet: &mut Sheet<'_>) -> f64 {
        let total = format!("n = {}", text::count(panel.total()));
        let beside = sheet.measure(&total, Class::Secondary, TICK);
        let room = sheet.width() - beside - 8.0;
        let taken = sheet.text(Class::Bold, LABEL, Anchor::Start, (0.0, top + 14.0), room, &panel.title);
        let room = sheet.width() - taken - 8.0;
        sheet.text(Class::Secondary, TICK, Anchor::Start, (taken + 8.0, top + 14.0), room, &total);
        let placed = self.placed(&panel.marks, sheet);
        let lines = placed.iter().map(|mark| mark.line + 1).max().unwrap_or(0);
        let high = top + HEAD + MARKS * lines as f64 + if lines > 0 { 4.0 } else { 0.0 };
        let bottom = high + BARS;
        for tick in self.ticks(sheet) {
            sheet.line_behind(Class::Grid, (self.at(tick.value), high), (self.at(tick.value), bottom));
        }
        for tick in self.shares.ticks(BARS, |_| TICK) {
            let y = bottom - self.shares.fraction(tick.value) * BARS;
            sheet.line_behind(Class::Grid, (self.left, y), (self.right, y));
        }
        for outline in self.outlines(panel, bottom) {
            sheet.area(Class::Pale, outline.clone());
            sheet.path(Class::Stroke(Tone::Better), 1.25, Dash::Solid, outline);
        }
        sheet.line_behind(Class::Axis, (self.left, bottom), (self.right, bottom));
        for mark in placed {
            let y = top + HEAD + MARKS * (lines - 1 - mark.line) as f64;
            let x = mark.x.floor() + 0.5;
            sheet.line_behind(Class::Reference, (x, y), (x, bottom));
            let (anchor, from) = if mark.before { (Anchor::End, x - 5.0) } else { (Anchor::Start, x + 5.0) };
            sheet.text(Class::Text, TICK, anchor, (from, y + 11.0), sheet.width(), &mark.label);
        }
        bottom
    }

    /// Ticks and the unit under the last panel.
    fn foot(&self, unit: &str, bottom: f64, sheet: &mut Sheet<'_>) {
        for tick in self.ticks(sheet) {
            sheet.tick(Class::Secondary, TICK, (self.at(tick.value), bottom + 18.0), &tick.label);
        }
        sheet.text(Class::Secondary, TICK, Anchor::End, (self.right, bottom + 36.0), self.right - self.left, unit);
    }

    /// Outlines of bars that join, each from the axis to the axis; ranges that hold nothing part them.
    fn outlines(&self, panel: &LatencyPanel, bottom: f64) -> Vec<Vec<(f64, f64)>> {
        let mut outlines: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut end = f64::NEG_INFINITY;
        for bin in panel.drawn().filter(|bin| bin.count > 0) {
            let (from, to) = (self.at(bin.low), self.at(bin.high));
            let y = bottom - self.shares.fraction(panel.share(bin.count)) * BARS;
            let bar = [(from, y), (to, y)];
            match outlines.last_mut().filter(|_| bin.low <= end) {
                Some(outline) => outline.extend(bar),
                None => outlines.push([(from, bottom)].into_iter().chain(bar).collect()),
            }
            end = bin.high;
        }
        for outline in &mut outlines {
            outline.extend(outline.last().map(|(x, _)| (*x, bottom)));
        }
        outlines
    }

    /// Where the names of marks go: right of their lines, or all of them left where one would leave the sheet. Each is
    /// on the first line, from the bars up, on which it meets no other name and no name meets a line.
    fn placed(&self, marks: &[LatencyMark], sheet: &mut Sheet<'_>) -> Vec<Placed> {
        let width = sheet.width();
        let room = (width / 2.0 - 16.0).max(0.0);
        let mut named: Vec<(f64, f64, String)> = Vec::new();
        for mark in marks {
            let label = sheet.fitted(&format!("{} {}", mark.name, mark.printed), room, Class::Text, TICK);
            let long = sheet.measure(&label, Class::Text, TICK) + 13.0;
            named.push((self.at(mark.value), long, label));
        }
        let all_right = named.iter().all(|(x, long, _)| x + long <= width);
        let all_left = !all_right && named.iter().all(|(x, long, _)| x - long >= 0.0);
        // The one whose name points away from all others comes first and so stands lowest.
        named.sort_by(|a, b| if all_left { a.0.total_cmp(&b.0) } else { b.0.total_cmp(&a.0) });
        let mut placed: Vec<Placed> = Vec::new();
        for (x, long, label) in named {
            let before = all_left || x + long > width;
            let (from, to) = if before { (x - long, x) } else { (x, x + long) };
            let meets = |line: usize| placed.iter().any(|one| one.line == line && one.from < to && from < one.to);
            let crosses = |line: usize| {
                let over = |one: &Placed| one.line < line && one.from < x && x < one.to;
                let under = |one: &Placed| one.line > line && from < one.x && one.x < to;
                placed.iter().any(|one| over(one) || under(one))
            };
            let mut lines = 0..=placed.len();
            let free = lines.clone().find(|line| !meets(*line) && !crosses(*line));
            let line = free.or_else(|| lines.find(|line| !meets(*line))).unwrap_or(placed.len());
            placed.push(Placed { x, from, to, line, before, label });
        }
        placed
    }
}

/// A mark with its place.
struct Placed {
    x: f64,
    from: f64,
    to: f64,
    line: usize,
    before: bool,
    label: String,
}

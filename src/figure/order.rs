//! Order plot: block ratios in groups by which arm ran first, with the geometric mean of each group.

use crate::document::{Picture, Shape, Tone};
use crate::problem::Outcome;

use super::lettering::Lettering;
use super::scale::Scale;
use super::sheet::{Anchor, Class, Sheet};
use super::{at_every_width, empty, refuse_unplottable_ratios};

/// Panels of block ratios, side by side where there is room.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderPlot {
    /// What it shows, for the alternative text.
    pub title: String,
    /// The panels; never empty.
    pub panels: Vec<OrderPanel>,
}

/// Block ratios of one comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderPanel {
    /// What is compared, for instance `final/before`.
    pub title: String,
    /// The groups, left to right; never empty.
    pub groups: Vec<OrderGroup>,
    /// The estimate over all blocks, beside the groups.
    pub overall: Option<OrderOverall>,
}

/// Blocks that share which arm ran first.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderGroup {
    /// Who ran first, for instance `before first`.
    pub label: String,
    /// Its geometric mean; `None` where it has no blocks.
    pub mean: Option<f64>,
    /// The mean as printed, for instance `1.004`, or why there is none.
    pub printed: String,
    /// Shape of its blocks.
    pub mark: OrderMark,
    /// Number and ratio of each block, left to right.
    pub blocks: Vec<(String, f64)>,
}

/// Shape of a group's blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderMark {
    /// An open square.
    Square,
    /// A filled disc.
    Disc,
}

/// The estimate over all blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderOverall {
    /// What it is over, for instance `all six`.
    pub label: String,
    /// Numbers of the blocks, for instance `0–5`.
    pub blocks: String,
    /// Low end of the interval.
    pub low: f64,
    /// Estimate.
    pub value: f64,
    /// High end.
    pub high: f64,
    /// Estimate as printed.
    pub printed: String,
    /// Where the interval lies.
    pub shape: Shape,
    /// What that means.
    pub tone: Tone,
}

const LABEL: f64 = 13.0;
const SMALL: f64 = 12.0;
/// Two panels go side by side from this width.
const TWO: f64 = 600.0;
/// Between panels.
const APART: f64 = 36.0;
const HEIGHT: f64 = 238.0;
/// Top and bottom of the axis within a panel.
const TOP: f64 = 30.0;
const BOTTOM: f64 = 176.0;
/// Most room between two marks of a group.
const MOST_PITCH: f64 = 42.0;
/// Least room, below which marks lie on each other anyway.
const LEAST_PITCH: f64 = 0.001;
/// Between groups.
const GAP: f64 = 14.0;
/// Panels share an axis unless it makes one of them this much smaller than an axis of its own would.
const MOST_SHRUNK: f64 = 3.0;

impl OrderPanel {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let groups = self.groups.iter().flat_map(|group| group.blocks.iter().map(|block| block.1).chain(group.mean));
        groups.chain(self.overall.iter().flat_map(|all| [all.low, all.value, all.high]))
    }

    /// The axis of its own: with 1 on it unless that would hide the differences that the plot is about.
    fn scale(&self) -> Scale {
        let own = Scale::logarithmic(self.values());
        let with_one = Scale::logarithmic(self.values().chain([1.0]));
        if with_one.span() <= own.span() * MOST_SHRUNK { with_one } else { own }
    }
}

impl OrderPlot {
    /// What one sees, with the printed numbers.
    pub fn alt(&self) -> String {
        let panel = |panel: &OrderPanel| {
            let groups: Vec<String> = panel
                .groups
                .iter()
                .map(|group| {
                    let numbers: Vec<&str> = group.blocks.iter().map(|block| block.0.as_str()).collect();
                    let blocks = match numbers.as_slice() {
                        [] => String::new(),
                        [one] => format!(" (block {one})"),
                        several => format!(" (blocks {})", several.join(", ")),
                    };
                    format!("{}{blocks}: {}", group.label, below_label(group))
                })
                .chain(panel.overall.iter().map(|all| format!("{}: {}", all.label, all.printed)))
                .collect();
            format!("{}: {}", panel.title, groups.join("; "))
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        format!("{}. Logarithmic axis. {}.", self.title, panels.join(". "))
    }

    /// The plot at every width.
    ///
    /// # Errors
    /// No panels, no groups, or ratios that are not positive numbers.
    pub fn draw(&self, letters: &mut Lettering) -> Outcome<Vec<Picture>> {
        let mut problems = Vec::new();
        for panel in &self.panels {
            refuse_unplottable_ratios(&panel.title, panel.values(), &mut problems);
            if panel.values().next().is_none() {
                problems.push(empty(&format!("order plot of \u{201c}{}\u{201d}", panel.title)));
            }
        }
        if self.panels.is_empty() {
            problems.push(empty("order plot"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        at_every_width(|width| self.draw_at(width, letters))
    }

    fn draw_at(&self, width: u32, letters: &mut Lettering) -> Outcome<Picture> {
        let mut sheet = Sheet::new(width, letters);
        let columns = if sheet.width() >= TWO { 2 } else { 1 };
        let panel_width = (sheet.width() - APART * (columns - 1) as f64) / columns as f64;
        let shared = Scale::logarithmic(self.panels.iter().flat_map(OrderPanel::values).chain([1.0]));
        let own: Vec<Scale> = self.panels.iter().map(OrderPanel::scale).collect();
        let share = own.iter().all(|scale| shared.span() <= scale.span() * MOST_SHRUNK);
        for (at, (panel, own)) in self.panels.iter().zip(&own).enumerate() {
            let left = (at % columns) as f64 * (panel_width + APART);
            let top = (at / columns) as f64 * (HEIGHT + 10.0);
            let scale = if share { shared } else { *own };
            PanelFrame { scale, left, top, width: panel_width }.draw(panel, &mut sheet);
        }
        let lines = self.panels.len().div_ceil(columns) as f64;
        sheet.finish(lines * (HEIGHT + 10.0) - 10.0)
    }
}

/// Where a panel is.
struct PanelFrame {
    scale: Scale,
    left: f64,
    top: f64,
    width: f64,
}

impl PanelFrame {
    fn at(&self, value: f64) -> f64 {
        self.top + BOTTOM - self.scale.fraction(value) * (BOTTOM - TOP)
    }

    fn draw(&self, panel: &OrderPanel, sheet: &mut Sheet<'_>) {
        // Labels of a vertical axis follow each other by their height.
        let ticks = self.scale.ticks(BOTTOM - TOP, |_| SMALL);
        let mut margin = sheet.measure("block", Class::Secondary, SMALL);
        for tick in &ticks {
            margin = margin.max(sheet.measure(&tick.label, Class::Bold, SMALL));
        }
        let axis = self.left + margin.min(self.width / 3.0).ceil() + 8.0;
        let end = self.left + self.width;
        sheet.text(Class::Bold, LABEL, Anchor::Start, (axis, self.top + 14.0), end - axis, &panel.title);
        for tick in &ticks {
            let y = self.at(tick.value);
            let (line, text) =
                if tick.value == 1.0 { (Class::Reference, Class::Bold) } else { (Class::Grid, Class::Secondary) };
            sheet.line_behind(line, (axis, y), (end, y));
            sheet.text(text, SMALL, Anchor::End, (axis - 8.0, y + 4.25), margin, &tick.label);
        }
        let one_is_a_tick = ticks.iter().any(|tick| tick.value == 1.0);
        if self.scale.holds(1.0) && !one_is_a_tick {
            sheet.line_behind(Class::Reference, (axis, self.at(1.0)), (end, self.at(1.0)));
        }
        if !self.scale.holds(1.0) {
            let where_one_is =
                if panel.values().all(|value| value < 1.0) { "1 lies above ↑" } else { "1 lies below ↓" };
            let title = sheet.measure(&panel.title, Class::Bold, LABEL);
            let room = end - axis - title - 16.0;
            if room > 80.0 {
                sheet.text(Class::Secondary, SMALL, Anchor::End, (end, self.top + 14.0), room, where_one_is);
            }
        }
        sheet.text(Class::Secondary, SMALL, Anchor::End, (axis - 8.0, self.row(0)), margin, "block");
        let columns = columns(panel, axis, end, sheet);
        for (group, column) in panel.groups.iter().zip(&columns) {
            self.draw_group(group, column, sheet);
        }
        if let (Some(all), Some(column)) = (&panel.overall, columns.get(panel.groups.len())) {
            self.draw_overall(all, column, sheet);
        }
    }

    /// Baselines of the three lines under the axis: block numbers, label, printed value.
    fn row(&self, line: usize) -> f64 {
        self.top + BOTTOM + [18.0, 38.0, 54.0].get(line).copied().unwrap_or(54.0)
    }

    fn draw_group(&self, group: &OrderGroup, column: &Placed, sheet: &mut Sheet<'_>) {
        let middle = column.left + column.width / 2.0;
        let marks = column.pitch * group.blocks.len() as f64;
        let start = middle - marks / 2.0;
        if let Some(mean) = group.mean {
            let half = marks.max(12.0) / 2.0;
            let y = self.at(mean);
            sheet.line(Class::Reference, 2.0, (middle - half, y), (middle + half, y));
        }
        // Where numbers would meet, only every second, third … is written.
        let mut widest = 0.0_f64;
        for (number, _) in &group.blocks {
            widest = widest.max(sheet.measure(number, Class::Secondary, SMALL) + 4.0);
        }
        let every = (widest / column.pitch).ceil().max(1.0) as usize;
        for (at, (number, ratio)) in group.blocks.iter().enumerate() {
            let (x, y) = (start + column.pitch * (at as f64 + 0.5), self.at(*ratio));
            match group.mark {
                OrderMark::Square => sheet.square(Class::Ring(Tone::Neutral), (x, y), 3.75, 1.25),
                OrderMark::Disc => sheet.circle(Class::Fill(Tone::Neutral), (x, y), 3.75, 0.0),
            }
            if at % every == 0 {
                let room = column.pitch * every as f64;
                sheet.text(Class::Secondary, SMALL, Anchor::Middle, (x, self.row(0)), room, number);
            }
        }
        let room = column.width + GAP - 6.0;
        sheet.text(Class::Text, LABEL, Anchor::Middle, (middle, self.row(1)), room, &group.label);
        sheet.text(Class::Secondary, SMALL, Anchor::Middle, (middle, self.row(2)), room, &below_label(group));
    }

    fn draw_overall(&self, all: &OrderOverall, column: &Placed, sheet: &mut Sheet<'_>) {
        let x = column.left + column.width / 2.0;
        let (low, high) = (self.at(all.low), self.at(all.high));
        if low - high > 0.5 {
            sheet.line(Class::Stroke(all.tone), 2.0, (x, low), (x, high));
        }
        sheet.estimate(all.shape, all.tone, (x, self.at(all.value)), 5.0);
        let room = column.width + GAP - 6.0;
        sheet.text(Class::Secondary, SMALL, Anchor::Middle, (x, self.row(0)), room, &all.blocks);
        sheet.text(Class::Text, LABEL, Anchor::Middle, (x, self.row(1)), room, &all.label);
        sheet.text(Class::Secondary, SMALL, Anchor::Middle, (x, self.row(2)), room, &all.printed);
    }
}

/// Where a group or the estimate is.
struct Placed {
    left: f64,
    width: f64,
    /// Between two of its marks.
    pitch: f64,
}

/// Columns of the groups and of the estimate between `from` and `to`: as much room for the marks as leaves every label
/// its width.
fn columns(panel: &OrderPanel, from: f64, to: f64, sheet: &mut Sheet<'_>) -> Vec<Placed> {
    let count = panel.groups.len() + usize::from(panel.overall.is_some());
    let most = (to - from) / count.max(1) as f64 - GAP;
    let overall = panel.overall.as_ref().map_or(0.0, |all| {
        let label = sheet.measure(&all.label, Class::Text, LABEL);
        let numbers = [&all.printed, &all.blocks].map(|text| sheet.measure(text, Class::Secondary, SMALL));
        numbers.into_iter().fold(label, f64::max).clamp(12.0, most.max(12.0))
    });
    let free = to - from - overall - GAP * count as f64;
    let labels: Vec<f64> = panel
        .groups
        .iter()
        .map(|group| {
            let label = sheet.measure(&group.label, Class::Text, LABEL);
            let below = sheet.measure(&below_label(group), Class::Secondary, SMALL);
            (label.max(below) - GAP + 12.0).min(most).max(0.0)
        })
        .collect();
    let widths = |pitch: f64| -> Vec<f64> {
        panel.groups.iter().zip(&labels).map(|(group, label)| label.max(pitch * group.blocks.len() as f64)).collect()
    };
    let mut pitch = MOST_PITCH;
    while pitch > LEAST_PITCH && widths(pitch).iter().sum::<f64>() > free {
        pitch *= 0.96;
    }
    let mut left = from + GAP / 2.0;
    let mut placed = Vec::new();
    for width in widths(pitch).into_iter().chain(panel.overall.iter().map(|_| overall)) {
        placed.push(Placed { left, width, pitch });
        left += width + GAP;
    }
    placed
}

/// The line under a group's label.
fn below_label(group: &OrderGroup) -> String {
    if group.mean.is_some() { format!("mean {}", group.printed) } else { group.printed.clone() }
}

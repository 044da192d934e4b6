//! A sheet of marks and text, drawn by plotters once its height is known.

use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle, TextStyle};

use crate::document::{Picture, Shape, Tone};
use crate::problem::{Kind, Outcome, Place, Problem};

use super::lettering::{FAMILY, Lettering, Weight, one_line};
use super::svg;

/// Pixels of plotters to one of CSS: its coordinates are whole numbers.
pub const FINE: f64 = 4.0;

/// What something is drawn as: the class that gives it its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Text in ink.
    Text,
    /// Secondary text.
    Secondary,
    /// Semibold text in ink.
    Bold,
    /// Grid.
    Grid,
    /// Axis.
    Axis,
    /// Reference line.
    Reference,
    /// Interval or tick in the colour of its tone.
    Stroke(Tone),
    /// Mark filled with the colour of its tone.
    Fill(Tone),
    /// Open mark: paper inside, outline in the colour of its tone.
    Ring(Tone),
    /// Area that marks and lines stand out from.
    Pale,
}

/// How a path is stroked, so that paths differ without their colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// Without a gap.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// A dash, a dot.
    DashDot,
    /// Long dashes.
    Long,
}

/// Every pattern as `stroke-dasharray` in CSS pixels; the place in this list is what stands for it while plotters draws.
pub const DASHES: [(Dash, &str); 5] = [
    (Dash::Solid, ""),
    (Dash::Dashed, "5 3"),
    (Dash::Dotted, "1.5 2.5"),
    (Dash::DashDot, "7 2.5 1.5 2.5"),
    (Dash::Long, "11 3"),
];

/// Every class with its name; the place in this list is what stands for it while plotters draws.
pub const CLASSES: [(Class, &str); 16] = [
    (Class::Text, "pt"),
    (Class::Secondary, "pt2"),
    (Class::Bold, "ptb"),
    (Class::Grid, "pg"),
    (Class::Axis, "pa"),
    (Class::Reference, "po"),
    (Class::Stroke(Tone::Better), "ps-better"),
    (Class::Stroke(Tone::Worse), "ps-worse"),
    (Class::Stroke(Tone::Neutral), "ps-neutral"),
    (Class::Fill(Tone::Better), "pf-better"),
    (Class::Fill(Tone::Worse), "pf-worse"),
    (Class::Fill(Tone::Neutral), "pf-neutral"),
    (Class::Ring(Tone::Better), "pr-better"),
    (Class::Ring(Tone::Worse), "pr-worse"),
    (Class::Ring(Tone::Neutral), "pr-neutral"),
    (Class::Pale, "pf-pale"),
];

impl Class {
    /// The colour that stands for it while plotters draws: `#0000NN`, its place in [`CLASSES`].
    fn stand_in(self) -> RGBColor {
        let at = CLASSES.iter().position(|(class, _)| *class == self).unwrap_or(0);
        RGBColor(0, 0, u8::try_from(at).unwrap_or(0))
    }

    fn weight(self) -> Weight {
        if self == Class::Bold { Weight::Semibold } else { Weight::Regular }
    }
}

/// Which point of a text its position names; always on its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

#[derive(Clone, Debug)]
enum Item {
    Line { class: Class, thick: f64, from: (f64, f64), to: (f64, f64), behind: bool },
    Circle { class: Class, at: (f64, f64), radius: f64, thick: f64 },
    Square { class: Class, at: (f64, f64), half: f64, thick: f64 },
    Diamond { class: Class, at: (f64, f64), half: f64 },
    Area { class: Class, corners: Vec<(f64, f64)> },
    Path { class: Class, thick: f64, dash: Dash, points: Vec<(f64, f64)> },
    Text { class: Class, size: f64, anchor: Anchor, at: (f64, f64), text: String },
}

/// A rectangle that text covers.
#[derive(Clone, Copy, Debug)]
struct Covered {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Marks and text in CSS pixels, in the order they are drawn.
pub struct Sheet<'a> {
    width: u32,
    letters: &'a mut Lettering,
    items: Vec<Item>,
    covered: Vec<Covered>,
}

impl<'a> Sheet<'a> {
    /// An empty sheet.
    pub fn new(width: u32, letters: &'a mut Lettering) -> Self {
        Sheet { width, letters, items: Vec::new(), covered: Vec::new() }
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        f64::from(self.width)
    }

    /// Width of a text of `class` at `size` pixels.
    pub fn measure(&mut self, text: &str, class: Class, size: f64) -> f64 {
        self.letters.width(text, class.weight(), size)
    }

    /// `text` shortened to what goes on `room` pixels.
    pub fn fitted(&mut self, text: &str, room: f64, class: Class, size: f64) -> String {
        self.letters.fitted(text, room, class.weight(), size)
    }

    /// A line that text interrupts: grid and reference lines. Set on half a pixel, so that hairlines stay sharp.
    pub fn line_behind(&mut self, class: Class, from: (f64, f64), to: (f64, f64)) {
        let sharp = |(x, y): (f64, f64)| if from.0 == to.0 { (x.floor() + 0.5, y) } else { (x, y.floor() + 0.5) };
        self.items.push(Item::Line { class, thick: 1.0, from: sharp(from), to: sharp(to), behind: true });
    }

    /// A line over everything before it.
    pub fn line(&mut self, class: Class, thick: f64, from: (f64, f64), to: (f64, f64)) {
        self.items.push(Item::Line { class, thick, from, to, behind: false });
    }

    /// A circle, filled for [`Class::Fill`], open for [`Class::Ring`].
    pub fn circle(&mut self, class: Class, at: (f64, f64), radius: f64, thick: f64) {
        self.items.push(Item::Circle { class, at, radius, thick });
    }

    /// A square of twice `half` a side.
    pub fn square(&mut self, class: Class, at: (f64, f64), half: f64, thick: f64) {
        self.items.push(Item::Square { class, at, half, thick });
    }

    /// A filled area within `corners`.
    pub fn area(&mut self, class: Class, corners: Vec<(f64, f64)>) {
        self.items.push(Item::Area { class, corners });
    }

    /// A line through `points`.
    pub fn path(&mut self, class: Class, thick: f64, dash: Dash, points: Vec<(f64, f64)>) {
        self.items.push(Item::Path { class, thick, dash, points });
    }

    /// The mark of an estimate: disc, diamond or ring, which cover about the same area.
    pub fn estimate(&mut self, shape: Shape, tone: Tone, at: (f64, f64), radius: f64) {
        match shape {
            Shape::Disc => self.circle(Class::Fill(tone), at, radius, 0.0),
            Shape::Diamond => self.items.push(Item::Diamond { class: Class::Fill(tone), at, half: radius + 1.5 }),
            Shape::Ring => self.circle(Class::Ring(tone), at, radius - 0.5, 2.0),
        }
    }

    /// A text that may take `room` pixels, shortened where it would take more; returns the width it takes.
    pub fn text(&mut self, class: Class, size: f64, anchor: Anchor, at: (f64, f64), room: f64, text: &str) -> f64 {
        let text = self.letters.fitted(text, room, class.weight(), size);
        if text.trim().is_empty() {
            return 0.0;
        }
        let width = self.measure(&text, class, size);
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        // A little air, so that a line ends before it meets a letter.
        let (air, up, down) = (3.0, size * 0.85, size * 0.35);
        self.covered.push(Covered { left: left - air, right: left + width + air, top: at.1 - up, bottom: at.1 + down });
        self.items.push(Item::Text { class, size, anchor, at, text });
        width
    }

    /// A label under its tick, moved where it would leave the sheet.
    pub fn tick(&mut self, class: Class, size: f64, (x, y): (f64, f64), label: &str) {
        let half = self.measure(label, class, size) / 2.0;
        let x = x.min(self.width() - half).max(half);
        self.text(class, size, Anchor::Middle, (x, y), self.width(), label);
    }

    /// Draws the sheet at its final height.
    ///
    /// # Errors
    /// What plotters could not draw; it writes into memory, so nothing that one could cause.
    pub fn finish(self, height: f64) -> Outcome<Picture> {
        let height = whole(height.ceil()).max(1).unsigned_abs();
        let mut drawn = String::new();
        let result = self.draw(&mut drawn, height);
        let failed = |cause: String| {
            vec![Problem::new(
                Kind::Output,
                "figure::drawing",
                Place::default(),
                format!("a plot could not be drawn: {cause}"),
                "report it with the campaign that shows it",
            )]
        };
        result.map_err(|error| failed(error.to_string()))?;
        let svg = svg::with_classes(&drawn, self.width, height).map_err(failed)?;
        Ok(Picture { width: self.width, height, svg })
    }

    fn draw(&self, into: &mut String, height: u32) -> Result<(), Box<dyn std::error::Error>> {
        let scaled = |pixels: u32| pixels.saturating_mul(FINE as u32);
        let mut backend = SVGBackend::with_string(into, (scaled(self.width), scaled(height)));
        for item in &self.items {
            self.draw_item(&mut backend, item)?;
        }
        Ok(backend.present()?)
    }

    fn draw_item(&self, backend: &mut SVGBackend<'_>, item: &Item) -> Result<(), Box<dyn std::error::Error>> {
        match item {
            Item::Line { class, thick, from, to, behind } => {
                let pieces = if *behind { self.uncovered(*from, *to) } else { vec![(*from, *to)] };
                for (from, to) in pieces {
                    backend.draw_line(point(from), point(to), &stroke(*class, *thick))?;
                }
            }
            Item::Circle { class, at, radius, thick } => {
                let radius = whole(radius * FINE).unsigned_abs();
                backend.draw_circle(point(*at), radius, &stroke(*class, *thick), true)?;
            }
            Item::Square { class, at: (x, y), half, thick } => {
                let style = stroke(*class, *thick);
                backend.draw_rect(point((x - half, y - half)), point((x + half, y + half)), &style, true)?;
            }
            Item::Diamond { class, at: (x, y), half } => {
                let corners = [(*x, y - half), (x + half, *y), (*x, y + half), (x - half, *y)].map(point);
                backend.fill_polygon(corners, &stroke(*class, 0.0))?;
            }
            Item::Area { class, corners } => {
                backend.fill_polygon(corners.iter().copied().map(point), &stroke(*class, 0.0))?;
            }
            Item::Path { class, thick, dash, points } => {
                let RGBColor(_, _, place) = class.stand_in();
                let pattern = DASHES.iter().position(|(one, _)| one == dash).unwrap_or(0);
                let color = RGBColor(0, u8::try_from(pattern).unwrap_or(0), place).to_rgba();
                let style = ShapeStyle { color, ..stroke(*class, *thick) };
                backend.draw_path(points.iter().copied().map(point), &style)?;
            }
            Item::Text { class, size, anchor, at, text } => {
                let side = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                // plotters divides by 1.24 what it is given.
                let font = (FAMILY, size * FINE * 1.24).into_font();
                let color = class.stand_in();
                let style = TextStyle::from(font).color(&color).pos(Pos::new(side, VPos::Bottom));
                backend.draw_text(&one_line(text), &style, point(*at))?;
            }
        }
        Ok(())
    }

    /// The pieces of a horizontal or vertical line that no text covers.
    fn uncovered(&self, from: (f64, f64), to: (f64, f64)) -> Vec<((f64, f64), (f64, f64))> {
        let upright = from.0 == to.0;
        let across = if upright { from.0 } else { from.1 };
        let (start, end) = if upright { (from.1, to.1) } else { (from.0, to.0) };
        let mut gaps: Vec<(f64, f64)> = self
            .covered
            .iter()
            .map(|c| if upright { (c.left, c.right, c.top, c.bottom) } else { (c.top, c.bottom, c.left, c.right) })
            .filter(|(low, high, _, _)| (*low..=*high).contains(&across))
            .map(|(_, _, first, last)| (first, last))
            .collect();
        gaps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut pieces = Vec::new();
        let mut at = start;
        for (first, last) in gaps {
            if first > at {
                pieces.push((at, first.min(end)));
            }
            at = at.max(last);
        }
        pieces.push((at, end));
        let place = |(a, b): (f64, f64)| if upright { ((across, a), (across, b)) } else { ((a, across), (b, across)) };
        pieces.into_iter().filter(|(a, b)| b - a >= 1.0).map(place).collect()
    }
}

fn stroke(class: Class, thick: f64) -> ShapeStyle {
    let color = class.stand_in().to_rgba();
    ShapeStyle { color, filled: true, stroke_width: whole(thick * FINE).unsigned_abs() }
}

fn point((x, y): (f64, f64)) -> (i32, i32) {
    (whole(x * FINE), whole(y * FINE))
}

/// The nearest whole number; saturates, and 0 for NaN.
fn whole(value: f64) -> i32 {
    value.round() as i32
}

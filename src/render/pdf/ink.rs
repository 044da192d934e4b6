//! What can be painted: text, paths, pictures; and the marks that are drawn as paths.

use std::rc::Rc;

use super::fonts::Face;
use super::style::{INK_2, Ink, LIMIT, MEASURED, MISSING, WHITE, WORSE};
use super::tags::Slot;
use crate::document::table::StateShape;
use crate::document::{Shape, Tone};

/// A glyph, lengths in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the face.
    pub id: u32,
    /// Size of the type; the lengths below are for it.
    pub size: f32,
    /// To the next glyph.
    pub advance: f32,
    /// Offset to the right.
    pub dx: f32,
    /// Offset upwards.
    pub dy: f32,
    /// The bytes of the text that it stands for.
    pub range: std::ops::Range<u32>,
}

/// A link of the document, by its place in the list of links.
pub type LinkId = usize;

/// Glyphs of one face, size and colour on one line.
#[derive(Clone, Debug)]
pub struct Run {
    /// Left end.
    pub x: f32,
    /// Baseline.
    pub y: f32,
    /// Length.
    pub width: f32,
    /// Face.
    pub face: Face,
    /// Size.
    pub size: f32,
    /// Colour.
    pub ink: Ink,
    /// Where its content belongs; `None` for decoration.
    pub slot: Option<Slot>,
    /// The link that it is part of.
    pub link: Option<LinkId>,
    /// What the glyphs stand for, if not their own characters.
    pub actual: Option<Rc<str>>,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The text that their ranges point into.
    pub text: Rc<str>,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begin here.
    Move(f32, f32),
    /// A line to there.
    Line(f32, f32),
    /// A cubic to there, the two handles first.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Back to the beginning.
    Close,
}

/// A stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Width.
    pub width: f32,
    /// Colour.
    pub ink: Ink,
    /// Lengths of dash and gap.
    pub dash: Option<(f32, f32)>,
    /// True for round ends: with a dash of length nought it dots.
    pub round: bool,
}

/// A path with fill and stroke.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where its content belongs; `None` for decoration.
    pub slot: Option<Slot>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Colour inside.
    pub fill: Option<Ink>,
    /// Its outline.
    pub pen: Option<Pen>,
}

/// A picture in SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Left end.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width on paper.
    pub width: f32,
    /// Height on paper.
    pub height: f32,
    /// Where its content belongs.
    pub slot: Slot,
    /// The parsed picture.
    pub tree: Rc<usvg::Tree>,
}

/// Something to paint.
#[derive(Clone, Debug)]
pub enum Op {
    /// Text.
    Run(Run),
    /// A path.
    Path(Path),
    /// A picture.
    Drawing(Drawing),
}

impl Op {
    /// The place that its content belongs to.
    pub fn slot(&self) -> Option<Slot> {
        match self {
            Op::Run(run) => run.slot,
            Op::Path(path) => path.slot,
            Op::Drawing(drawing) => Some(drawing.slot),
        }
    }

    /// The same, moved.
    pub fn moved(mut self, dx: f32, dy: f32) -> Self {
        match &mut self {
            Op::Run(run) => {
                run.x += dx;
                run.y += dy;
            }
            Op::Path(path) => {
                for step in &mut path.steps {
                    *step = match *step {
                        Step::Move(x, y) => Step::Move(x + dx, y + dy),
                        Step::Line(x, y) => Step::Line(x + dx, y + dy),
                        Step::Curve(a, b, c, d, x, y) => Step::Curve(a + dx, b + dy, c + dx, d + dy, x + dx, y + dy),
                        Step::Close => Step::Close,
                    };
                }
            }
            Op::Drawing(drawing) => {
                drawing.x += dx;
                drawing.y += dy;
            }
        }
        self
    }

    /// The same as decoration, for repeated heads. Pictures are never repeated.
    pub fn into_decoration(mut self) -> Self {
        match &mut self {
            Op::Run(run) => {
                run.slot = None;
                run.link = None;
                run.actual = None;
            }
            Op::Path(path) => path.slot = None,
            Op::Drawing(_) => {}
        }
        self
    }

    /// The same with its content belonging to `slot`, if it is a path.
    pub fn of(mut self, slot: Slot) -> Self {
        if let Op::Path(path) = &mut self {
            path.slot = Some(slot);
        }
        self
    }
}

/// A straight pen.
pub fn pen(width: f32, ink: Ink) -> Pen {
    Pen { width, ink, dash: None, round: false }
}

/// A dashed pen.
pub fn dashed(width: f32, ink: Ink, on: f32, off: f32) -> Pen {
    Pen { width, ink, dash: Some((on, off)), round: false }
}

/// Round dots.
pub fn dotted(width: f32, ink: Ink, gap: f32) -> Pen {
    Pen { width, ink, dash: Some((0.0, gap)), round: true }
}

/// A path without a place in the tag tree.
pub fn path(steps: Vec<Step>, fill: Option<Ink>, pen: Option<Pen>) -> Op {
    Op::Path(Path { slot: None, steps, fill, pen })
}

/// A line.
pub fn line(x1: f32, y1: f32, x2: f32, y2: f32, pen: Pen) -> Op {
    path(vec![Step::Move(x1, y1), Step::Line(x2, y2)], None, Some(pen))
}

/// Steps of a rectangle.
fn rect_steps(x: f32, y: f32, w: f32, h: f32) -> Vec<Step> {
    vec![Step::Move(x, y), Step::Line(x + w, y), Step::Line(x + w, y + h), Step::Line(x, y + h), Step::Close]
}

/// A rectangle.
pub fn rect(x: f32, y: f32, w: f32, h: f32, fill: Option<Ink>, pen: Option<Pen>) -> Op {
    path(rect_steps(x, y, w, h), fill, pen)
}

/// A rectangle with rounded corners.
pub fn rounded(x: f32, y: f32, w: f32, h: f32, r: f32, pen: Pen) -> Op {
    let k = r * 0.448;
    path(
        vec![
            Step::Move(x + r, y),
            Step::Line(x + w - r, y),
            Step::Curve(x + w - k, y, x + w, y + k, x + w, y + r),
            Step::Line(x + w, y + h - r),
            Step::Curve(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h),
            Step::Line(x + r, y + h),
            Step::Curve(x + k, y + h, x, y + h - k, x, y + h - r),
            Step::Line(x, y + r),
            Step::Curve(x, y + k, x + k, y, x + r, y),
            Step::Close,
        ],
        None,
        Some(pen),
    )
}

/// A circle.
pub fn circle(x: f32, y: f32, r: f32, fill: Option<Ink>, pen: Option<Pen>) -> Op {
    let k = r * 0.552_28;
    path(
        vec![
            Step::Move(x + r, y),
            Step::Curve(x + r, y + k, x + k, y + r, x, y + r),
            Step::Curve(x - k, y + r, x - r, y + k, x - r, y),
            Step::Curve(x - r, y - k, x - k, y - r, x, y - r),
            Step::Curve(x + k, y - r, x + r, y - k, x + r, y),
            Step::Close,
        ],
        fill,
        pen,
    )
}

/// Colour of a tone. Better and neutral differ by shape.
pub fn tone(tone: Tone) -> Ink {
    match tone {
        Tone::Better => MEASURED,
        Tone::Worse => WORSE,
        Tone::Neutral => INK_2,
    }
}

/// The mark of an estimate around a centre, `r` being the radius of its disc.
pub fn mark(shape: Shape, ink: Ink, x: f32, y: f32, r: f32) -> Op {
    match shape {
        Shape::Disc => circle(x, y, r, Some(ink), None),
        Shape::Ring => circle(x, y, r * 0.82, Some(WHITE), Some(pen(r * 0.42, ink))),
        Shape::Diamond => {
            let d = r * 1.3;
            path(
                vec![
                    Step::Move(x, y - d),
                    Step::Line(x + d, y),
                    Step::Line(x, y + d),
                    Step::Line(x - d, y),
                    Step::Close,
                ],
                Some(ink),
                None,
            )
        }
    }
}

/// The square of a state, `side` long, its centre given.
pub fn state(shape: StateShape, x: f32, y: f32, side: f32) -> Vec<Op> {
    let (left, top) = (x - side / 2.0, y - side / 2.0);
    let w = side * 0.1;
    let frame = |ink: Ink| rect(left + w / 2.0, top + w / 2.0, side - w, side - w, None, Some(pen(w, ink)));
    match shape {
        StateShape::Filled => vec![rect(left, top, side, side, Some(MEASURED), None)],
        StateShape::Half => vec![
            path(
                vec![
                    Step::Move(left, top),
                    Step::Line(left + side, top + side),
                    Step::Line(left, top + side),
                    Step::Close,
                ],
                Some(MEASURED),
                None,
            ),
            frame(MEASURED),
        ],
        StateShape::Crossed => {
            let i = side * 0.24;
            let cross = pen(side * 0.14, LIMIT);
            vec![
                frame(LIMIT),
                line(left + i, top + i, left + side - i, top + side - i, cross),
                line(left + i, top + side - i, left + side - i, top + i, cross),
            ]
        }
        StateShape::Dotted => vec![rect(
            left + w / 2.0,
            top + w / 2.0,
            side - w,
            side - w,
            None,
            Some(dashed(w * 0.9, MISSING, side * 0.1, side * 0.125)),
        )],
    }
}

/// The hatched square of a status, `side` long, its upper left corner given.
pub fn hatch(left: f32, top: f32, side: f32) -> Vec<Op> {
    let w = side * 0.09;
    let p = pen(w, LIMIT);
    let (l, t, r, b) = (left + w / 2.0, top + w / 2.0, left + side - w / 2.0, top + side - w / 2.0);
    let half = side / 2.0;
    vec![
        rect(l, t, side - w, side - w, None, Some(p)),
        line(l, top + half, left + half, t, p),
        line(l, b, r, t, p),
        line(left + half, b, r, top + half, p),
    ]
}

/// A tick, its box `side` long, the upper left corner given.
pub fn tick(left: f32, top: f32, side: f32, ink: Ink) -> Op {
    path(
        vec![
            Step::Move(left + side * 0.12, top + side * 0.52),
            Step::Line(left + side * 0.38, top + side * 0.8),
            Step::Line(left + side * 0.9, top + side * 0.2),
        ],
        None,
        Some(pen(side * 0.14, ink)),
    )
}

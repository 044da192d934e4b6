//! Intervals on the shared axis.

use super::super::super::ink::{Op, line, mark, pen, tone};
use super::super::super::style::{INK, INK_2, RULE_2, Style, TABLE};
use super::super::super::tags::Slot;
use super::super::super::text::Span;
use super::super::super::text::place::label;
use super::super::Galley;
use crate::document::{Axis, Mark};

/// Room at both ends of an axis, so that marks stay in their column.
const INSET: f32 = 6.0;
/// Radius of an estimate's disc.
const RADIUS: f32 = 2.9;

/// Place of a value in a column.
pub fn place(axis: &Axis, value: f64, x: f32, width: f32) -> f32 {
    let fraction = axis.fraction(value);
    let fraction = if fraction.is_finite() { fraction as f32 } else { 0.0 };
    x + INSET + fraction * (width - 2.0 * INSET)
}

/// The line at the reference, over a row's whole height.
pub fn reference(axis: &Axis, x: f32, width: f32, height: f32) -> Op {
    let at = place(axis, axis.reference, x, width);
    line(at, 0.0, at, height, pen(0.7, INK))
}

/// An interval with its estimate. Its parts belong to one figure.
pub fn interval(axis: &Axis, drawn: &Mark, slot: Slot, x: f32, width: f32, middle: f32) -> Vec<Op> {
    let ink = tone(drawn.tone);
    let (low, high) = (place(axis, drawn.low, x, width), place(axis, drawn.high, x, width));
    let at = place(axis, drawn.value, x, width);
    let mut ops = Vec::new();
    if high > low {
        ops.push(line(low, middle, high, middle, pen(1.5, ink)).of(slot));
    }
    ops.push(mark(drawn.shape, ink, at, middle, RADIUS).of(slot));
    ops
}

impl Galley<'_> {
    /// Labels of the axis and their ticks, in a head whose foot is at `foot`. The reference is never left out; a label
    /// that would touch its neighbour is.
    pub fn ticks(&mut self, axis: &Axis, slot: Slot, x: f32, width: f32, foot: f32, scale: f32) -> Vec<Op> {
        let style = Style { ink: INK_2, ..TABLE.scaled(0.9 * scale) };
        let mut labels = Vec::new();
        for (value, text) in &axis.ticks {
            let strong = *value == axis.reference;
            let style = if strong { style.in_face(style.face.strong()).in_ink(INK) } else { style };
            let words = label(&mut self.shaper, vec![Span::new(text, style, Some(slot))], style);
            let at = place(axis, *value, x, width);
            let half = words.width / 2.0;
            let left = (at - half).clamp(x.min(x + width - words.width), (x + width - words.width).max(x));
            labels.push((strong, at, left, words));
        }
        let mut taken: Vec<(f32, f32)> = Vec::new();
        labels.sort_by_key(|label| !label.0);
        let mut kept = Vec::new();
        for label in labels {
            let (from, to) = (label.2 - 2.5, label.2 + label.3.width + 2.5);
            if taken.iter().all(|(low, high)| to <= *low || from >= *high) {
                taken.push((from, to));
                kept.push(label);
            }
        }
        kept.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut ops = Vec::new();
        let count = kept.len();
        for (index, (strong, at, left, words)) in kept.into_iter().enumerate() {
            let (width, ink) = if strong { (0.7, INK) } else { (0.5, RULE_2) };
            ops.push(line(at, foot - 3.0, at, foot, pen(width, ink)));
            let top = foot - 3.2 - style.leading;
            ops.extend(words.ops.into_iter().map(|op| op.moved(left, top)));
            if index + 1 < count {
                // A space between labels, for those who hear or copy them.
                let space = label(&mut self.shaper, vec![Span::new(" ", style, Some(slot))], style);
                ops.extend(space.ops.into_iter().map(|op| op.moved(left + words.width, top)));
            }
        }
        ops
    }
}

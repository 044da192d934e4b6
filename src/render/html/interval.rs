//! Intervals drawn in table cells.
//!
//! The drawings have no `viewBox`: positions are percentages, and a mark sits in a nested `<svg>` that may overflow. So
//! they fit any width of the column, and marks stay round.

use super::markup::Markup;
use super::table::tone_class;
use crate::document::{Axis, Mark, Shape};

/// Width of a tick's words, a tick a character, and the widths of the column on a wide and on a narrow screen, in CSS
/// pixels. They decide which ticks carry words, so a rough figure is good enough.
const CHARACTER: f64 = 6.5;
const WIDE: f64 = 280.0;
const NARROW: f64 = 84.0;

/// Ticks and their words in the head of the column.
pub(super) fn axis_head(out: &mut Markup, axis: &Axis) {
    let wide = labelled(axis, WIDE);
    let narrow = labelled(axis, NARROW);
    out.raw("<svg aria-hidden=\"true\">");
    for (index, (value, words)) in axis.ticks.iter().enumerate() {
        let at = axis.fraction(*value);
        let is_reference = value.to_bits() == axis.reference.to_bits();
        let shown = |set: &[bool]| set.get(index).copied().unwrap_or(false);
        if !is_reference {
            out.raw("<line class=\"axis\" x1=\"")
                .percent(at)
                .raw("\" x2=\"")
                .percent(at)
                .raw("\" y1=\"1.9rem\" y2=\"100%\"/>");
        }
        if shown(&wide) {
            out.raw(match (is_reference, shown(&narrow)) {
                (true, _) => "<text class=\"strong\" text-anchor=\"middle\" y=\"1.45rem\" x=\"",
                (false, true) => "<text text-anchor=\"middle\" y=\"1.45rem\" x=\"",
                (false, false) => "<text class=\"roomy\" text-anchor=\"middle\" y=\"1.45rem\" x=\"",
            });
            out.percent(at).raw("\">").text(words).raw("</text>");
        }
    }
    reference_line(out, axis, "1.9rem");
    out.raw("</svg>");
}

/// A cell with its interval, its estimate and the reference line.
pub(super) fn mark(out: &mut Markup, axis: &Axis, mark: &Mark) {
    let (low, at, high) = (axis.fraction(mark.low), axis.fraction(mark.value), axis.fraction(mark.high));
    out.raw("<svg role=\"img\" class=\"")
        .raw(tone_class(mark.tone))
        .raw("\"")
        .attribute("aria-label", &mark.alt)
        .raw(">");
    reference_line(out, axis, "-1");
    if low < high {
        out.raw("<line class=\"span\" x1=\"")
            .percent(low)
            .raw("\" x2=\"")
            .percent(high)
            .raw("\" y1=\"50%\" y2=\"50%\"/>");
    }
    out.raw("<svg overflow=\"visible\" y=\"50%\" x=\"").percent(at).raw("\">");
    out.raw(match mark.shape {
        Shape::Disc => "<circle class=\"solid\" r=\"3.75\"/>",
        Shape::Diamond => "<path class=\"solid\" d=\"M0-5 5 0 0 5-5 0z\"/>",
        Shape::Ring => "<circle class=\"ring\" r=\"3.25\"/>",
    });
    out.raw("</svg></svg>");
}

/// The reference line alone, for a row without an interval.
pub(super) fn reference_alone(out: &mut Markup, axis: &Axis) {
    out.raw("<svg aria-hidden=\"true\">");
    reference_line(out, axis, "-1");
    out.raw("</svg>");
}

/// In rows it begins a pixel above the cell, over the rule between rows.
fn reference_line(out: &mut Markup, axis: &Axis, from: &'static str) {
    let at = axis.fraction(axis.reference);
    out.raw("<line class=\"one\" x1=\"").percent(at).raw("\" x2=\"").percent(at);
    out.raw("\" y1=\"").raw(from).raw("\" y2=\"100%\"/>");
}

/// Which ticks carry words at a width: the reference first, then from left to right what does not touch another.
fn labelled(axis: &Axis, width: f64) -> Vec<bool> {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut shown = vec![false; axis.ticks.len()];
    for reference_turn in [true, false] {
        for ((value, words), shown) in axis.ticks.iter().zip(&mut shown) {
            if (value.to_bits() == axis.reference.to_bits()) != reference_turn {
                continue;
            }
            let half = words.chars().count() as f64 * CHARACTER / 2.0 + 3.0;
            let at = axis.fraction(*value) * width;
            if taken.iter().all(|(low, high)| at + half <= *low || at - half >= *high) {
                taken.push((at - half, at + half));
                *shown = true;
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Tone;

    fn axis() -> Axis {
        let ticks = [0.4, 0.6, 0.8, 1.0].map(|value: f64| (value, value.to_string())).to_vec();
        Axis { low: 0.3, high: 1.25, ticks, reference: 1.0 }
    }

    #[test]
    fn words_that_would_touch_are_left_out_but_never_the_reference() {
        assert_eq!(labelled(&axis(), WIDE), [true, true, true, true]);
        let narrow = labelled(&axis(), NARROW);
        assert!(narrow[3], "{narrow:?}");
        assert!(!narrow[2], "{narrow:?}");
    }

    #[test]
    fn an_interval_without_width_is_a_mark_alone_and_shapes_differ() {
        let drawn = |shape, low| {
            let mut out = Markup::new();
            mark(&mut out, &axis(), &Mark { low, value: 0.9, high: 0.9, shape, tone: Tone::Better, alt: "\"<".into() });
            out.into_string()
        };
        assert!(!drawn(Shape::Disc, 0.9).contains("class=\"span\""));
        assert!(drawn(Shape::Disc, 0.8).contains("class=\"span\""));
        assert!(drawn(Shape::Disc, 0.9).contains("aria-label=\"&quot;&lt;\""));
        assert_ne!(drawn(Shape::Disc, 0.9), drawn(Shape::Diamond, 0.9));
        assert_ne!(drawn(Shape::Disc, 0.9), drawn(Shape::Ring, 0.9));
    }
}

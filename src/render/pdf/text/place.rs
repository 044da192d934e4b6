//! Placing: cut text becomes runs on baselines.

use super::super::fonts::Face;
use super::super::ink::{Glyph, LinkId, Op, Run, dotted, line, pen};
use super::super::style::Style;
use super::lines::{Cut, cut};
use super::shape::{Gap, Shaped, Shaper};
use super::{Along, Line, Paint, Span};
use crate::document::Align;

/// Where a line stands in its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Left end.
    pub x: f32,
    /// Width.
    pub width: f32,
    /// Which edge its lines keep.
    pub align: Align,
}

impl Column {
    /// A left-aligned column.
    pub fn left(x: f32, width: f32) -> Self {
        Column { x, width, align: Align::Left }
    }
}

/// Shapes `spans`, cuts them to the column and places the lines.
pub fn set(shaper: &mut Shaper<'_>, spans: Vec<Span>, base: Style, column: Column) -> Vec<Line> {
    let shaped = shaper.shape(spans, base);
    set_shaped(shaper, &shaped, column)
}

/// Cuts shaped text to the column and places the lines.
pub fn set_shaped(shaper: &mut Shaper<'_>, shaped: &Shaped, column: Column) -> Vec<Line> {
    let parted = shaped.clusters.iter().find(|cluster| matches!(cluster.gap, Gap::Hyphen | Gap::Syllable));
    let hyphen = parted.and_then(|cluster| shaper.hyphen(shaped.paints.get(cluster.span)));
    let width = hyphen.as_ref().map_or(0.0, |run| run.width);
    cut(shaped, column.width, width).into_iter().map(|cut| place(shaped, cut, column, hyphen.as_ref())).collect()
}

/// One line that is not cut, for labels and running text; its width says how long it is.
pub fn label(shaper: &mut Shaper<'_>, spans: Vec<Span>, base: Style) -> Line {
    let shaped = shaper.shape(spans, base);
    let width = shaped.clusters.iter().map(|cluster| cluster.advance).sum();
    let whole = Cut { start: 0, end: shaped.clusters.len(), width, hyphen: false };
    place(&shaped, whole, Column::left(0.0, width), None)
}

impl Shaper<'_> {
    /// A hyphen in the style of `paint`. It stands for a soft hyphen, so that a copied word is whole.
    fn hyphen(&mut self, paint: Option<&Paint>) -> Option<Run> {
        let mut paint = paint?.clone();
        paint.actual = Some("\u{ad}".into());
        paint.note = None;
        let style = paint.style;
        let shaped = self.shape(vec![Span { text: "-".into(), breaks: super::Breaks::Prose, paint }], style);
        let end = shaped.clusters.len();
        let width = shaped.clusters.iter().map(|cluster| cluster.advance).sum();
        let line = place(&shaped, Cut { start: 0, end, width, hyphen: false }, Column::left(0.0, width), None);
        line.ops.into_iter().find_map(|op| if let Op::Run(run) = op { Some(run) } else { None })
    }
}

fn place(shaped: &Shaped, cut: Cut, column: Column, hyphen: Option<&Run>) -> Line {
    let start = match column.align {
        Align::Left => column.x,
        Align::Right => column.x + (column.width - cut.width).max(0.0),
        Align::Center => column.x + ((column.width - cut.width) / 2.0).max(0.0),
    };
    let mut placed = Line { height: shaped.leading, width: cut.width, ..Line::default() };
    let mut runs: Vec<Run> = Vec::new();
    let mut alongs = Vec::new();
    let (mut x, mut open) = (start, None::<(usize, Face)>);
    // The space that ended the line is painted, where nobody sees it: words stay apart for those who copy them.
    let ended = shaped.clusters.get(cut.end).is_some_and(|cluster| cluster.gap == Gap::Space);
    let more = shaped.clusters.get(cut.end..).is_some_and(|rest| rest.iter().any(|cluster| cluster.gap != Gap::Space));
    let last = cut.end.max(cut.start) + usize::from(ended && more);
    for (index, cluster) in shaped.clusters[..last].iter().enumerate().skip(cut.start) {
        // Every cluster was made from one of the spans; see `Shaper::shape`.
        let Some(paint) = shaped.paints.get(cluster.span) else { continue };
        if open != Some((cluster.span, cluster.face)) {
            open = Some((cluster.span, cluster.face));
            runs.push(begin(shaped, paint, cluster.face, x));
            if let Some(note) = paint.note {
                placed.notes.push(note);
            }
        }
        if let Some(run) = runs.last_mut() {
            run.glyphs.extend_from_slice(&shaped.glyphs[cluster.glyphs.clone()]);
            if index < cut.end {
                run.width += cluster.advance;
                for along in &paint.along {
                    extend(&mut alongs, *along, paint, x, x + cluster.advance, shaped.baseline);
                }
            }
        }
        x += cluster.advance;
    }
    if let Some(hyphen) = hyphen.filter(|_| cut.hyphen) {
        let link: Option<LinkId> = runs.last().and_then(|run| run.link);
        let slot = runs.last().and_then(|run| run.slot);
        runs.push(Run { x, y: shaped.baseline, link, slot, ..hyphen.clone() });
    }
    // Decoration first: a marked content begins and ends less often.
    placed.ops.extend(alongs.into_iter().flat_map(|stretch| stretch.ops()));
    placed.ops.extend(runs.into_iter().filter(|run| !run.glyphs.is_empty()).map(Op::Run));
    placed
}

fn begin(shaped: &Shaped, paint: &Paint, face: Face, x: f32) -> Run {
    Run {
        x,
        y: shaped.baseline,
        width: 0.0,
        face,
        size: paint.style.size,
        ink: paint.style.ink,
        slot: paint.slot,
        link: paint.link,
        actual: paint.actual.clone(),
        glyphs: Vec::<Glyph>::new(),
        text: shaped.text.clone(),
    }
}

/// A stretch of a line along text.
struct Stretch {
    along: Along,
    size: f32,
    from: f32,
    to: f32,
    baseline: f32,
}

fn extend(stretches: &mut Vec<Stretch>, along: Along, paint: &Paint, from: f32, to: f32, baseline: f32) {
    match stretches.iter_mut().find(|known| known.along == along && known.to == from) {
        Some(known) => known.to = to,
        None => stretches.push(Stretch { along, size: paint.style.size, from, to, baseline }),
    }
}

impl Stretch {
    fn ops(&self) -> Vec<Op> {
        let at = |below: f32, pen| {
            let y = self.baseline + self.size * below;
            line(self.from, y, self.to, y, pen)
        };
        match self.along {
            Along::Dotted(ink) => vec![at(0.2, dotted(0.55, ink, 1.5))],
            Along::Under(ink) => vec![at(0.16, pen(0.4, ink))],
            Along::Double(ink) => vec![at(0.16, pen(0.35, ink)), at(0.25, pen(0.35, ink))],
            Along::Through(ink) => vec![at(-0.26, pen(0.6, ink))],
        }
    }
}

//! What every page carries: running head and foot; and the page numbers of the contents.

use std::collections::BTreeMap;

use super::flow::{Item, Reference};
use super::fonts::Face;
use super::ink::{Op, dotted, hatch, line, pen};
use super::paginate::{Pages, Source};
use super::set::contents::LEADING;
use super::style::{FACTS, Figures, Ink, LIMIT, RULE, RULE_2, RUNNING, Style};
use super::text::place::{Column, label, set};
use super::text::shape::Shaper;
use super::text::{Line, Span};
use crate::document::{Document, Status};

/// Operations of a page that are not in the flow; head and foot are placed from the upper left corner of the sheet.
#[derive(Debug, Default)]
pub struct Furniture {
    /// Under everything else, across the page: the word, its width, placed from its left end and baseline.
    pub under: Option<Line>,
    /// Above the text.
    pub head: Vec<Op>,
    /// Below the text.
    pub foot: Vec<Op>,
    /// Page numbers of the contents, by the item that they stand in and placed like its own operations.
    pub numbers: BTreeMap<usize, Vec<Op>>,
}

/// Bytes in the size of running text.
const BYTES: Style = Style { face: Face::Code, size: 7.0, figures: Figures::Bytes, ..RUNNING };
/// The word across the pages of a draft: so light that the text above it keeps its contrast.
const MARK: Style = Style { face: Face::SansBold, size: 150.0, leading: 150.0, ink: Ink(238, 236, 232), ..RUNNING };
/// Smallest length of a leader.
const LEADER: f32 = 12.0;

/// The words of a status for heads and titles: its label without the full stop.
pub fn status_words(status: &Status) -> &str {
    let label = status.label.trim().trim_end_matches('.');
    if label.is_empty() { &status.word } else { label }
}

/// Furniture of all pages. `starts` says on which page each part begins.
pub fn furnish(
    shaper: &mut Shaper<'_>,
    pages: &Pages,
    items: &[Item],
    parts: &[&Document],
    starts: &[usize],
    draft: bool,
) -> Vec<Furniture> {
    let total = pages.pages.len();
    let mut all = Vec::with_capacity(total);
    let mark = draft.then(|| label(shaper, vec![Span::new("DRAFT", MARK, None)], MARK));
    for (number, page) in pages.pages.iter().enumerate() {
        let sheet = page.sheet;
        let current = starts.iter().rposition(|start| *start <= number).unwrap_or(0);
        let Some(part) = parts.get(current).or(parts.first()) else { continue };
        let mut furniture = Furniture { under: mark.clone(), ..Furniture::default() };
        let right = sheet.left + sheet.full;

        let y = sheet.top - 34.0;
        let status = part.status.as_ref().or(parts.first().and_then(|first| first.status.as_ref()));
        let mut room = sheet.full;
        if let Some(status) = status {
            let style = RUNNING.in_face(Face::SansBold).in_ink(LIMIT);
            let words = clipped(shaper, status_words(status), style, sheet.full / 2.0);
            let x = right - words.width;
            furniture.head.extend(hatch(x - 11.0, y + 1.6, 6.8));
            furniture.head.extend(moved(&words, x, y));
            room -= words.width + 24.0;
        }
        let hash = label(shaper, vec![Span::new(part.short_hash(), BYTES, None)], BYTES);
        room -= hash.width + 12.0;
        let title = clipped(shaper, &part.short_title, RUNNING, room);
        furniture.head.extend(moved(&hash, sheet.left + title.width + 12.0, y));
        furniture.head.extend(moved(&title, sheet.left, y));
        furniture.head.push(line(sheet.left, y + 14.0, right, y + 14.0, pen(0.4, RULE)));

        let y = sheet.height - 42.0;
        furniture.foot.push(line(sheet.left, y - 5.0, right, y - 5.0, pen(0.4, RULE)));
        let folio = label(shaper, vec![Span::new(format!("page {} of {total}", number + 1), RUNNING, None)], RUNNING);
        furniture.foot.extend(moved(&folio, right - folio.width, y));
        let date = part.stamp.date.map(|date| date.civil());
        let date = date.map(|day| format!("{:04}-{:02}-{:02}", day.year, day.month, day.day));
        let mut words = vec![part.stamp.campaign.clone()];
        words.extend(part.stamp.phase.clone());
        words.extend(date);
        words.retain(|word| !word.is_empty());
        let of = clipped(shaper, &words.join(" · "), RUNNING, sheet.full - folio.width - 24.0);
        furniture.foot.extend(moved(&of, sheet.left, y));

        for placed in &page.placed {
            let Source::Item(index) = placed.source else { continue };
            for reference in items.get(index).into_iter().flat_map(|item| &item.references) {
                let target = pages.anchors.get(reference.anchor).copied().flatten().map_or(number, |place| place.0);
                let ops = reference_ops(shaper, reference, target + 1);
                let ops = ops.into_iter().map(|op| op.moved(0.0, reference.top));
                furniture.numbers.entry(index).or_default().extend(ops);
            }
        }
        all.push(furniture);
    }
    all
}

/// Leader and page number of a line of the contents.
fn reference_ops(shaper: &mut Shaper<'_>, reference: &Reference, page: usize) -> Vec<Op> {
    let style = Style { figures: Figures::Tabular, leading: LEADING, ..FACTS };
    let style = if reference.strong { style.in_face(Face::SansBold) } else { style };
    let mut span = Span::new(format!(" {page}"), style, Some(reference.slot));
    span.paint.link = Some(reference.link);
    let number = label(shaper, vec![span], style);
    let x = reference.to - number.width;
    let mut ops = Vec::new();
    // Dots stand on a grid from the right, so that they align from line to line.
    let pitch = 4.5;
    let dots = ((x - 3.0 - reference.from - 6.0) / pitch).floor();
    if dots * pitch >= LEADER {
        let y = style.baseline() - 0.4;
        let to = reference.to - 26.0 + 2.0;
        let to = to.min(x - 3.0);
        let count = ((to - reference.from - 6.0) / pitch).floor().max(0.0);
        ops.push(line(to - count * pitch, y, to + 0.01, y, dotted(0.8, RULE_2, pitch)));
    }
    ops.extend(number.ops.into_iter().map(|op| op.moved(x, 0.0)));
    ops
}

fn moved(text: &Line, x: f32, y: f32) -> impl Iterator<Item = Op> + '_ {
    text.ops.iter().cloned().map(move |op| op.moved(x, y))
}

/// Text on one line of at most `width`, with an ellipsis where it was longer.
fn clipped(shaper: &mut Shaper<'_>, text: &str, style: Style, width: f32) -> Line {
    let text = text.replace(['\n', '\r'], " ");
    let whole = label(shaper, vec![Span::new(&text, style, None)], style);
    if whole.width <= width {
        return whole;
    }
    let first = set(shaper, vec![Span::new(&text, style, None)], style, Column::left(0.0, (width - 10.0).max(10.0)));
    let Some(mut first) = first.into_iter().next() else { return whole };
    let dots = label(shaper, vec![Span::new("…", style, None)], style);
    let at = first.width;
    first.ops.extend(dots.ops.into_iter().map(|op| op.moved(at, 0.0)));
    first.width += dots.width;
    first
}

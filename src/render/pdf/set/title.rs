//! The title block of a part.

use std::num::NonZeroU16;

use krilla::tagging::Tag;

use super::super::flow::Item;
use super::super::fonts::Face;
use super::super::ink::{hatch, line, pen, rect};
use super::super::style::{FACTS, INK, KICKER, LEDE, LIMIT, NOTICE, Style, TEXT, TITLE};
use super::super::text::lines::balanced;
use super::super::text::place::{Column, set_shaped};
use super::super::text::{Along, Span};
use super::{Frame, Galley, OutlineEntry};
use crate::document::{Document, Status};

/// Style of the banner.
const BANNER: Style = Style { size: 9.0, leading: 12.6, ..FACTS };

impl Galley<'_> {
    /// Title block of the part that is being set: banner, kicker, title, lede, facts. Begins a page.
    pub fn title_block(&mut self, part: &Document, leading: bool, frame: Frame) {
        let first = self.items.len();
        if leading && let Some(status) = &part.status {
            self.banner(status, frame);
        }
        if !part.kicker.is_empty() {
            let slot = self.tags.leaf(frame.parent, Tag::P);
            let lines = self.set(vec![Span::new(&part.kicker, KICKER, Some(slot))], KICKER, frame.column());
            self.push(lines, 18.0, true, true, None);
        }
        let level = NonZeroU16::MIN;
        let slot = self.tags.leaf(frame.parent, Tag::Hn(level, Some(part.title.clone())));
        self.level = 1;
        let style = if leading { TITLE } else { TITLE.scaled(0.85) };
        let at = self.items.len();
        let shaped = self.shaper.shape(vec![Span::new(&part.title, style, Some(slot))], style);
        let width = balanced(&shaped, self.sheet.full);
        let lines = set_shaped(&mut self.shaper, &shaped, Column::left(frame.x, width));
        self.push(lines, 2.0, true, true, None);
        if let Some(anchor) = self.known.get(&part.id).copied() {
            let index = if self.items.len() > first { first } else { at };
            if let Some(item) = self.items.get_mut(index) {
                item.anchors.push(anchor);
            }
            let text =
                if part.kicker.is_empty() { part.title.clone() } else { format!("{}: {}", part.kicker, part.title) };
            self.outline.push(OutlineEntry { level: 1, text, anchor });
        }
        if !part.lede.is_empty() {
            let element = self.tags.element(frame.parent, Tag::P);
            let style = if leading { LEDE } else { TEXT };
            let spans = self.inlines(&part.lede, style, element);
            let lines = self.set(spans, style, frame.column());
            self.push(lines, 10.0, false, false, None);
        }
        if let Some(item) = self.items.get_mut(first) {
            item.fresh = true;
        }
        if !part.facts.is_empty() {
            self.facts(&part.facts, Frame { gap: 12.0, ..frame });
        }
    }

    /// The banner: a hatched square, the word, the sentence, on a ground across the page.
    fn banner(&mut self, status: &Status, frame: Frame) {
        let element = self.tags.element(frame.parent, Tag::P);
        let full = self.sheet.full;
        let slot = self.tags.leaf(element, Tag::Strong);
        let strong = BANNER.in_face(Face::SansBold).in_ink(LIMIT);
        let mut spans = vec![Span::new(format!("{} ", status.label), strong, Some(slot))];
        let slot = self.tags.slot(element);
        spans.push(Span::new(&status.sentence, BANNER, Some(slot)));
        let more = status.more.as_ref().and_then(|target| self.resolve(target));
        if let Some(goto) = more {
            spans.push(Span::new(" ", BANNER, Some(slot)));
            let (parent, link) = self.link(element, goto, "What that means".to_string());
            let slot = self.tags.slot(parent);
            let mut span = Span::new("What that means", BANNER, Some(slot));
            span.paint.link = Some(link);
            span.paint.along.push(Along::Under(INK));
            spans.push(span);
        }
        let lines = self.set(spans, BANNER, Column::left(frame.x + 26.0, full - 36.0));
        let pad = 7.0;
        let text: f32 = lines.iter().map(|line| line.height).sum();
        let height = text + 2.0 * pad;
        let mut ops = vec![rect(frame.x, 0.0, full, height, Some(NOTICE), None)];
        ops.push(line(frame.x, 0.0, frame.x + full, 0.0, pen(0.8, LIMIT)));
        ops.push(line(frame.x, height, frame.x + full, height, pen(0.8, LIMIT)));
        ops.extend(hatch(frame.x + 9.0, pad + 2.2, 9.0));
        let mut y = pad;
        let mut notes = Vec::new();
        for line in lines {
            ops.extend(line.ops.into_iter().map(|op| op.moved(0.0, y)));
            notes.extend(line.notes);
            y += line.height;
        }
        self.items.push(Item { height, ops, notes, keep: true, wide: true, ..Item::default() });
    }
}

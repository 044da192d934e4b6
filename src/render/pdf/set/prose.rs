//! Headings, paragraphs, lists, quotations, preformatted text, breaks, details.

use std::num::NonZeroU16;

use krilla::tagging::{ListNumbering, Tag};

use super::super::flow::Item;
use super::super::fonts::Face;
use super::super::ink::{line, pen};
use super::super::style::{CODE, FACTS, HEADINGS, INK_2, RULE, RULE_2, SUNK};
use super::super::text::place::{Column, label};
use super::super::text::{Breaks, Span};
use super::{Frame, Galley, OutlineEntry};
use crate::document::visit::plain;
use crate::document::{Align, Code, Details, Heading, Inline, List};

impl Galley<'_> {
    /// A heading; it keeps with what follows.
    pub fn heading(&mut self, heading: &Heading, frame: Frame) {
        let shown = heading.level.clamp(2, 4);
        // The tag tree has no gap between levels, whatever the author skipped.
        let level = shown.min(self.level + 1);
        self.level = level;
        let words = plain(&heading.content);
        let number = NonZeroU16::new(u16::from(level)).unwrap_or(NonZeroU16::MIN);
        let element = self.tags.element(frame.parent, Tag::Hn(number, Some(words.clone())));
        let style = HEADINGS[usize::from(shown - 2)];
        self.in_heading = true;
        let spans = self.inlines(&heading.content, style, element);
        self.in_heading = false;
        let at = self.items.len();
        let lines = self.set(spans, style, frame.column());
        let before = [26.0, 18.0, 12.0][usize::from(shown - 2)];
        self.push(lines, before, true, true, frame.ground);
        if shown < 4
            && let Some(first) = self.items.get_mut(at)
        {
            first.section = true;
        }
        self.put_anchor(at, &heading.id);
        if let Some(anchor) = self.anchor(&heading.id) {
            self.outline.push(OutlineEntry { level: shown, text: words, anchor });
        }
    }

    /// A paragraph: at least two lines of it on either page.
    pub fn paragraph(&mut self, content: &[Inline], frame: Frame) {
        let element = self.tags.element(frame.parent, Tag::P);
        let mut spans = self.inlines(content, frame.style, element);
        for span in spans.iter_mut().filter(|span| span.breaks == Breaks::Prose) {
            span.breaks = Breaks::Syllables;
        }
        let lines = self.set(spans, frame.style, frame.column());
        self.push(lines, frame.gap, false, false, frame.ground);
    }

    /// A list; marks hang to the left of the items.
    pub fn list(&mut self, list: &List, frame: Frame) {
        let numbering = if list.start.is_some() { ListNumbering::Decimal } else { ListNumbering::Disc };
        let element = self.tags.element(frame.parent, Tag::L(numbering));
        let last = list.start.map(|start| start.saturating_add(list.items.len() as u64));
        let digits = last.map_or(0, |last| last.to_string().len());
        let hang = if list.start.is_some() { 10.0 + 5.2 * digits as f32 } else { 14.0 };
        for (index, blocks) in list.items.iter().enumerate() {
            let item = self.tags.element(element, Tag::LI);
            let slot = self.tags.leaf(item, Tag::Lbl);
            let body = self.tags.element(item, Tag::LBody);
            let inner = frame.indented(hang).inside(body);
            let inner = if list.tight { Frame { gap: 2.0, ..inner } } else { inner };
            let at = self.items.len();
            self.blocks(blocks, inner);
            if self.items.len() == at {
                self.items.push(Item { height: frame.style.leading, ground: frame.ground, ..Item::default() });
            }
            let mark = match list.start {
                Some(start) => format!("{}.", start.saturating_add(index as u64)),
                None => "•".to_string(),
            };
            let style = frame.style.in_face(frame.style.face.upright());
            let mut mark = label(&mut self.shaper, vec![Span::new(mark, style, Some(slot))], style);
            let x = if list.start.is_some() { (hang - 5.0 - mark.width).max(0.0) } else { 3.0 };
            let first = &mut self.items[at];
            first.before = if index == 0 || !list.tight { frame.gap } else { 2.0 };
            let ops = std::mem::take(&mut first.ops);
            first.ops = mark.ops.drain(..).map(|op| op.moved(frame.x + x, 0.0)).chain(ops).collect();
        }
    }

    /// A quotation, set in from both sides.
    pub fn quote(&mut self, inner: &[crate::document::Block], frame: Frame) {
        let element = self.tags.element(frame.parent, Tag::BlockQuote);
        let mut inside = frame.indented(16.0).inside(element);
        inside.width -= 16.0_f32.min(inside.width / 4.0);
        inside.style = inside.style.in_ink(INK_2);
        let at = self.items.len();
        self.blocks(inner, inside);
        if let Some(first) = self.items.get_mut(at) {
            first.before = frame.gap + 2.0;
        }
        self.keep_whole(at, 0.12);
        self.space_after(frame.gap);
    }

    /// Preformatted text on a ground. Long lines are cut with a hanging indent.
    pub fn code(&mut self, code: &Code, frame: Frame) {
        let element = self.tags.element(frame.parent, Tag::P);
        let element = self.tags.element(element, Tag::Code);
        let scale = (frame.style.size / 10.0).clamp(0.85, 1.0);
        let style = CODE.scaled(scale);
        let ground = self.ground(SUNK, frame.x, frame.width, 5.0);
        let column = Column::left(frame.x + 8.0, frame.width - 16.0);
        let text = code.text.strip_suffix('\n').unwrap_or(&code.text);
        let at = self.items.len();
        for source in text.split('\n') {
            let slot = self.tags.slot(element);
            let source = source.strip_suffix('\r').unwrap_or(source).replace('\t', "    ");
            // Spaces of preformatted text stand; a no-break space is never dropped at a line end.
            let kept = source.len() - source.trim_start_matches(' ').len();
            let mut text = "\u{a0}".repeat(kept.max(usize::from(source.is_empty())));
            text.push_str(&source[kept..]);
            let mut span = Span::new(text, style, Some(slot));
            span.breaks = Breaks::Bytes;
            let lines = self.set(vec![span], style, column);
            self.push(lines, 0.0, false, false, Some(ground));
        }
        let count = self.items.len() - at;
        for (index, item) in self.items[at..].iter_mut().enumerate() {
            // Short texts stay whole, longer ones keep two lines on either page.
            item.keep = index + 1 < count && (count <= 12 || index == 0 || index + 2 == count);
        }
        if let Some(first) = self.items.get_mut(at) {
            first.before = frame.gap + 5.0;
        }
        self.space_after(6.0);
    }

    /// A thematic break: a short line in the middle.
    pub fn thematic_break(&mut self, frame: Frame) {
        let middle = frame.x + frame.width / 2.0;
        let ops = vec![line(middle - 24.0, 3.0, middle + 24.0, 3.0, pen(0.6, RULE_2))];
        self.items.push(Item { height: 6.0, before: frame.gap + 6.0, ops, ground: frame.ground, ..Item::default() });
        self.space_after(6.0);
    }

    /// What a screen may fold: its summary as a small heading, then its content.
    pub fn details(&mut self, details: &Details, frame: Frame) {
        let element = self.tags.element(frame.parent, Tag::Div);
        let summary = self.tags.element(element, Tag::P);
        let style = FACTS.in_face(Face::SansBold);
        let spans = self.inlines(&details.summary, style, summary);
        let column = Column { x: frame.x, width: frame.width, align: Align::Left };
        let lines = self.set(spans, style, column);
        let at = self.items.len();
        self.push(lines, frame.gap.max(9.0), true, true, frame.ground);
        if let Some(first) = self.items.get_mut(at) {
            for op in &mut first.ops {
                *op = op.clone().moved(0.0, 3.0);
            }
            first.height += 3.0;
            first.ops.insert(0, line(frame.x, 0.0, frame.x + frame.width, 0.0, pen(0.4, RULE)));
        }
        self.put_anchor(at, &details.id);
        let inner = Frame { parent: element, style: FACTS, gap: 4.0, depth: frame.depth + 1, ..frame };
        self.blocks(&details.blocks, inner);
        if let Some(last) = self.items.last_mut() {
            last.keep = false;
        }
        self.keep_whole(at, 0.2);
    }

    /// White below, dropped at the foot of a page.
    pub fn space_after(&mut self, height: f32) {
        if let Some(last) = self.items.last_mut() {
            last.keep = false;
        }
        self.items.push(Item::space(height));
    }
}

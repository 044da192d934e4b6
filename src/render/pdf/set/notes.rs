//! Bodies of notes at the foot of the page, and remarks in the margin.

use krilla::tagging::Tag;

use super::super::flow::Marginal;
use super::super::style::{FOOTNOTE, Figures, INK, MARGIN, NOTE, Style};
use super::super::tags::Element;
use super::super::text::place::{Column, label};
use super::super::text::{Breaks, Span};
use super::{Frame, Galley};
use crate::document::Block;

/// Indent of a note's text.
const HANG: f32 = 11.0;

impl Galley<'_> {
    /// Sets the body of a note where it is marked first, so that it is read there.
    pub fn note_body(&mut self, index: usize, parent: Element) {
        let note = self.first_note + index;
        if std::mem::replace(&mut self.noted[note], true) {
            return;
        }
        let Some(body) = self.part.notes.get(index) else { return };
        let element = self.tags.element(parent, Tag::Note);
        let slot = self.tags.leaf(element, Tag::Lbl);
        let superior = Style { figures: Figures::Superior, ..FOOTNOTE };
        let mark = label(&mut self.shaper, vec![Span::new((index + 1).to_string(), superior, Some(slot))], FOOTNOTE);
        let width = self.sheet.text - HANG;
        let frame =
            Frame { parent: element, x: HANG, width, style: FOOTNOTE, gap: 3.0, ground: None, depth: 1, outer: false };
        let mut items = self.apart(|galley| galley.blocks(body, frame));
        if items.is_empty() {
            items.push(super::Item { height: FOOTNOTE.leading, ..super::Item::default() });
        }
        let mut nested = Vec::new();
        let mut lines = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let before = if index == 0 { 0.0 } else { item.before };
            nested.extend(item.notes);
            let mut ops: Vec<_> = item.ops.into_iter().map(|op| op.moved(0.0, before)).collect();
            if index == 0 {
                ops.splice(0..0, mark.ops.iter().cloned());
            }
            lines.push((before + item.height, ops));
        }
        self.notes[note].lines = lines;
        self.notes[note].nested = nested;
    }

    /// A note beside those that the author wrote.
    pub fn new_note(&mut self) -> usize {
        let note = self.notes.len();
        let name = super::anchor_name(&self.part.id, Some(&format!("/address-{note}")));
        self.know(name.clone());
        let anchor = self.known.get(&name).copied().unwrap_or_default();
        self.notes.push(super::Note { anchor, ..super::Note::default() });
        note
    }

    /// The body of a note that is an address.
    pub fn address_body(&mut self, note: usize, letter: &str, url: &str, parent: Element) {
        let element = self.tags.element(parent, Tag::Note);
        let slot = self.tags.leaf(element, Tag::Lbl);
        let superior = Style { figures: Figures::Superior, ..FOOTNOTE };
        let mark = label(&mut self.shaper, vec![Span::new(letter, superior, Some(slot))], FOOTNOTE);
        let slot = self.tags.leaf(element, Tag::P);
        let style = Style { leading: FOOTNOTE.leading, ..NOTE.in_ink(INK) };
        let mut span = Span::new(url, style, Some(slot));
        span.breaks = Breaks::Bytes;
        let lines = self.set(vec![span], style, Column::left(HANG, self.sheet.text - HANG));
        let mut lines: Vec<_> = lines.into_iter().map(|line| (line.height, line.ops)).collect();
        if let Some(first) = lines.first_mut() {
            first.1.splice(0..0, mark.ops);
        }
        self.notes[note].lines = lines;
    }

    /// The notes of a line, and those that are marked in their bodies.
    pub fn with_nested_notes(&self, notes: Vec<usize>) -> Vec<usize> {
        let mut all = notes;
        let mut next = 0;
        while let Some(note) = all.get(next) {
            let more: Vec<_> = self.notes[*note].nested.iter().copied().filter(|note| !all.contains(note)).collect();
            all.extend(more);
            next += 1;
        }
        all
    }

    /// A remark: in the margin beside the paragraph above where there is room, else below it.
    pub fn aside(&mut self, inner: &[Block], frame: Frame) {
        let parent = self.tags.element(frame.parent, Tag::Div);
        let small = inner.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List(_)));
        let beside = if frame.outer && small { self.take_beside() } else { None };
        if let Some(index) = beside {
            let margin =
                Frame { parent, x: 0.0, width: MARGIN, style: NOTE, gap: 3.0, ground: None, depth: 1, outer: false };
            let items = self.apart(|galley| galley.blocks(inner, margin));
            let notes: Vec<_> = items.iter().flat_map(|item| item.notes.iter().copied()).collect();
            let (height, ops) = Self::joined(items);
            if height <= self.sheet.depth() / 2.0 {
                // The first baselines of text and remark meet.
                let drop = frame.style.baseline() - NOTE.baseline();
                let ops = ops.into_iter().map(|op| op.moved(0.0, drop)).collect();
                self.items[index].marginal = Some(Box::new(Marginal { height: height + drop + 6.0, ops }));
                self.items[index].notes.extend(notes);
                return;
            }
            let ops = ops.into_iter().map(|op| op.moved(frame.x, 0.0)).collect();
            self.items.push(super::Item { height, before: frame.gap, ops, notes, ..super::Item::default() });
            return;
        }
        let below = Frame { parent, style: NOTE, gap: 3.0, ..frame }.indented(14.0);
        let at = self.items.len();
        self.blocks(inner, below);
        if let Some(first) = self.items.get_mut(at) {
            first.before = frame.gap;
        }
    }
}

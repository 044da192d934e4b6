//! Lists of terms, and counts on the way from planned to analysed.

use krilla::tagging::{ListNumbering, Tag};

use super::super::flow::Item;
use super::super::ink::{Op, line, pen};
use super::super::style::{COUNT, FACTS, INK_2, NOTE, RULE, RULE_2};
use super::super::text::Span;
use super::super::text::place::{Column, label};
use super::{Frame, Galley};
use crate::document::{Align, Fact, FlowStep};

impl Galley<'_> {
    /// Terms at the left, contents at the right, a hairline above each pair and below the last.
    pub fn facts(&mut self, facts: &[Fact], frame: Frame) {
        if facts.is_empty() {
            return;
        }
        let element = self.tags.element(frame.parent, Tag::L(ListNumbering::None));
        let style = FACTS.scaled((frame.style.size / 10.0).clamp(0.9, 1.0));
        let mut terms = Vec::new();
        for fact in facts {
            let item = self.tags.element(element, Tag::LI);
            let label = self.tags.element(item, Tag::Lbl);
            let body = self.tags.element(item, Tag::LBody);
            let spans = self.inlines(&fact.term, style.in_ink(INK_2), label);
            let term = self.shaper.shape(spans, style);
            terms.push((term, body));
        }
        let natural = terms.iter().map(|(term, _)| super::super::text::lines::extent(term).most).fold(0.0, f32::max);
        let term_width = (natural + 16.0).clamp(64.0, frame.width * 0.36);
        let count = facts.len();
        let start = self.items.len();
        for (index, (fact, (term, body))) in facts.iter().zip(terms).enumerate() {
            let column = Column::left(frame.x, term_width - 12.0);
            let left = super::super::text::place::set_shaped(&mut self.shaper, &term, column);
            let spans = self.inlines(&fact.content, style, body);
            let right = self.set(spans, style, Column::left(frame.x + term_width, frame.width - term_width));
            let at = self.items.len();
            let lines = left.len().max(right.len()).max(1);
            let (mut left, mut right) = (left.into_iter(), right.into_iter());
            for row in 0..lines {
                let top = if row == 0 { 3.0 } else { 0.0 };
                let bottom = if row + 1 == lines { 3.0 } else { 0.0 };
                let mut ops = Vec::new();
                let mut notes = Vec::new();
                if row == 0 {
                    ops.push(line(frame.x, 0.0, frame.x + frame.width, 0.0, pen(0.5, RULE)));
                }
                let height = top + style.leading + bottom;
                if row + 1 == lines && index + 1 == count {
                    ops.push(line(frame.x, height, frame.x + frame.width, height, pen(0.5, RULE)));
                }
                for part in [left.next(), right.next()].into_iter().flatten() {
                    ops.extend(part.ops.into_iter().map(|op| op.moved(0.0, top)));
                    notes.extend(part.notes);
                }
                let notes = self.with_nested_notes(notes);
                self.items.push(Item {
                    height,
                    ops,
                    notes,
                    keep: row + 1 < lines && (lines <= 6 || row == 0 || row + 2 == lines),
                    ground: frame.ground,
                    ..Item::default()
                });
            }
            if index == 0 {
                self.items[at].before = frame.gap + 2.0;
            }
        }
        self.keep_whole(start, 0.25);
        self.space_after(frame.gap + 2.0);
    }

    /// Counts side by side, what was lost written on the way between them; one below the other where they don't fit.
    pub fn steps(&mut self, steps: &[FlowStep], frame: Frame) {
        if steps.is_empty() {
            return;
        }
        let element = self.tags.element(frame.parent, Tag::L(ListNumbering::None));
        let mut counts = Vec::new();
        let mut ways = Vec::new();
        for step in steps {
            let item = self.tags.element(element, Tag::LI);
            let body = self.tags.element(item, Tag::LBody);
            let paragraph = self.tags.element(body, Tag::P);
            let mut spans = self.inlines(&step.count, COUNT, paragraph);
            // A space that nobody sees parts count and word for those who hear or copy them.
            spans.push(Span::new(" ", COUNT, spans.last().and_then(|span| span.paint.slot)));
            let count = label(&mut self.shaper, spans, COUNT);
            let slot = self.tags.slot(paragraph);
            let word = label(&mut self.shaper, vec![Span::new(&step.what, NOTE, Some(slot))], NOTE);
            counts.push((count, word));
            let mut lost = Vec::new();
            for text in &step.lost {
                let slot = self.tags.leaf(body, Tag::P);
                lost.push(vec![Span::new(text, NOTE, Some(slot))]);
            }
            ways.push(lost);
        }
        let taken: f32 = counts.iter().map(|(count, word)| count.width.max(word.width)).sum();
        let between = counts.len() - 1;
        let full = if frame.outer { self.sheet.full.min(frame.width * 1.15) } else { frame.width };
        let room = if between > 0 { (full - taken) / between as f32 } else { 0.0 };
        let mut ops = Vec::new();
        let mut height = COUNT.leading + NOTE.leading;
        let fits = between == 0 || room >= 76.0;
        let (mut x, mut y) = (frame.x, 0.0);
        for ((count, word), lost) in counts.into_iter().zip(ways) {
            let width = count.width.max(word.width);
            ops.extend(count.ops.into_iter().map(|op| op.moved(x, y)));
            ops.extend(word.ops.into_iter().map(|op| op.moved(x, y + COUNT.leading)));
            let (from, way, top) = if fits { (x + width + 10.0, room - 20.0, y) } else { (x + 90.0, full - 90.0, y) };
            let lines = self.losses(lost, from, way, if fits { Align::Center } else { Align::Left });
            let mut below = top + COUNT.leading * 0.62;
            if !lines.is_empty() && fits {
                ops.push(line(from, below, from + way, below, pen(0.6, RULE_2)));
                ops.push(line(from + way - 3.0, below - 2.0, from + way, below, pen(0.6, RULE_2)));
                ops.push(line(from + way - 3.0, below + 2.0, from + way, below, pen(0.6, RULE_2)));
            }
            below += 3.0;
            for (line_height, line_ops) in lines {
                ops.extend(line_ops.into_iter().map(|op| op.moved(0.0, below)));
                below += line_height;
            }
            if fits {
                height = height.max(below);
                x += width + room;
            } else {
                y = below.max(y + COUNT.leading + NOTE.leading) + 6.0;
                height = y;
            }
        }
        self.items.push(Item {
            height,
            before: frame.gap + 4.0,
            ops,
            wide: frame.outer,
            ground: frame.ground,
            ..Item::default()
        });
        self.space_after(8.0);
    }

    fn losses(&mut self, lost: Vec<Vec<Span>>, x: f32, width: f32, align: Align) -> Vec<(f32, Vec<Op>)> {
        let column = Column { x, width, align };
        let set = lost.into_iter().flat_map(|spans| self.set(spans, NOTE, column)).collect::<Vec<_>>();
        set.into_iter().map(|line| (line.height, line.ops)).collect()
    }
}

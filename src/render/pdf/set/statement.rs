//! Statements with their standing: solid for checked, dashed for not tested, plain for limits.

use krilla::tagging::Tag;

use super::super::flow::Item;
use super::super::fonts::Face;
use super::super::ink::{Op, Pen, circle, dashed, line, pen, rounded, tick};
use super::super::style::{FACTS, HYPOTHESIS, INK, INK_2, LIMIT, MEASURED, NOTE, RULE, Style};
use super::super::tags::Element;
use super::super::text::Span;
use super::super::text::place::{Column, label};
use super::{Frame, Galley};
use crate::document::{Block, Statement, StatementKind};

/// Where the text of a statement begins.
const HANG: f32 = 30.0;
/// Between rule and text.
const PAD: f32 = 7.0;
/// Longest result of a condition that no line parts, in bytes.
const TOGETHER: usize = 32;
/// Conditions that stay together at the beginning and the end of their list.
const FEWEST: usize = 3;
/// Style of badges.
const BADGE: Style = Style { face: Face::SansBold, size: 8.0, leading: 13.0, ..NOTE };

impl Galley<'_> {
    /// One statement between its neighbours: statements of one kind share the rule between them.
    pub fn statement(&mut self, statement: &Statement, neighbours: [Option<&Block>; 2], frame: Frame) {
        let [follows, precedes] =
            neighbours.map(|block| matches!(block, Some(Block::Statement(other)) if other.kind == statement.kind));
        let element = self.tags.element(frame.parent, Tag::Div);
        let (ink, rule) = match statement.kind {
            StatementKind::Measured => (INK_2, pen(0.5, RULE)),
            StatementKind::Hypothesis => (HYPOTHESIS, dashed(0.7, HYPOTHESIS, 3.0, 2.2)),
            StatementKind::Limit => (LIMIT, pen(0.5, RULE)),
        };
        let slot = self.tags.leaf(element, Tag::P);
        let style = FACTS.in_face(Face::SansBold).in_ink(ink);
        let number = label(&mut self.shaper, vec![Span::new(&statement.label, style, Some(slot))], style);
        let at = self.items.len();
        let hang = HANG.max(number.width + 8.0);
        let mut inner = Frame { gap: 4.0, ..frame.indented(hang).inside(element) };
        if statement.kind == StatementKind::Hypothesis {
            inner.style = inner.style.in_face(inner.style.face.emphasis());
        }
        self.blocks(&statement.body, inner);
        if self.items.len() == at {
            self.items.push(Item { height: frame.style.leading, ..Item::default() });
        }
        let drop = frame.style.baseline() - style.baseline();
        let first = &mut self.items[at];
        let mut ops: Vec<Op> = vec![line(frame.x, 0.0, frame.x + frame.width, 0.0, rule)];
        ops.extend(number.ops.into_iter().map(|op| op.moved(frame.x, drop + PAD)));
        ops.extend(first.ops.drain(..).map(|op| op.moved(0.0, PAD)));
        first.ops = ops;
        first.height += PAD;
        first.before = if follows { 0.0 } else { 7.0 };
        self.put_anchor(at, &statement.id);
        if let Some(last) = self.items.last_mut() {
            last.keep |= !statement.state.is_empty() || !statement.checks.is_empty() || statement.test.is_some();
        }
        let standing = Frame { style: NOTE, ..inner };
        match statement.kind {
            StatementKind::Measured => self.checks(statement, element, standing),
            _ => self.untested(statement, element, standing),
        }
        self.close(precedes, frame, rule);
    }

    /// Space below, and a rule where the next block is no statement of the same kind.
    fn close(&mut self, precedes: bool, frame: Frame, rule: Pen) {
        if let Some(last) = self.items.last_mut() {
            last.height += PAD;
            last.keep = false;
        }
        if !precedes {
            if let Some(last) = self.items.last_mut() {
                let y = last.height;
                last.ops.insert(0, line(frame.x, y, frame.x + frame.width, y, rule));
            }
            self.space_after(8.0);
        }
    }

    /// The badge `checked` and the conditions that hold.
    fn checks(&mut self, statement: &Statement, element: Element, frame: Frame) {
        if statement.checks.is_empty() && statement.state.is_empty() {
            return;
        }
        let word = if statement.state.is_empty() { "checked" } else { statement.state.as_str() };
        let slot = self.tags.leaf(element, Tag::P);
        let (width, badge) = self.badge(word, slot, pen(0.8, MEASURED), frame.x, true);
        let style = Style { leading: BADGE.leading, ..NOTE };
        let mut lines = Vec::new();
        // A page may end within a long list, so that it leaves no hole; some conditions stay on either page.
        let mut ends = Vec::new();
        for check in &statement.checks {
            let slot = self.tags.leaf(element, Tag::P);
            // What was found stays together behind the name of the figure.
            let text = match check.text.rsplit_once(": ") {
                Some((name, found)) if found.len() <= TOGETHER => format!("{name}: {}", found.replace(' ', "\u{a0}")),
                _ => check.text.clone(),
            };
            let x = frame.x + width + 8.0;
            let column = Column::left(x, frame.width - width - 8.0);
            lines.extend(self.set(vec![Span::new(text, style, Some(slot))], style, column));
            ends.push(lines.len());
        }
        let ends = ends.get(FEWEST - 1..ends.len().saturating_sub(FEWEST)).unwrap_or_default();
        let count = lines.len().max(1);
        let mut lines = lines.into_iter();
        for index in 0..count {
            let mut ops = if index == 0 { badge.clone() } else { Vec::new() };
            ops.extend(lines.next().map(|line| line.ops).unwrap_or_default());
            let before = if index == 0 { 4.0 } else { 0.0 };
            // Beside the badge lines keep their own distance.
            let height = if count == 1 { BADGE.leading } else { style.leading - 2.0 };
            let keep = index + 1 < count && !ends.contains(&(index + 1));
            self.items.push(Item { height, before, ops, keep, ..Item::default() });
        }
    }

    /// The dashed badge, and what would test it.
    fn untested(&mut self, statement: &Statement, element: Element, frame: Frame) {
        let state = match statement.kind {
            StatementKind::Hypothesis if statement.state.is_empty() => "not tested",
            _ => statement.state.as_str(),
        };
        let mut x = frame.x;
        let mut badge = Vec::new();
        if !state.is_empty() {
            let slot = self.tags.leaf(element, Tag::P);
            let (width, ops) = self.badge(state, slot, dashed(0.8, HYPOTHESIS, 2.0, 1.6), frame.x, false);
            badge = ops;
            x += width + 8.0;
        }
        let mut spans = Vec::new();
        let style = Style { leading: BADGE.leading, ..FACTS.scaled(0.94).in_ink(INK_2) };
        if let Some(test) = &statement.test {
            let paragraph = self.tags.element(element, Tag::P);
            let slot = self.tags.leaf(paragraph, Tag::Strong);
            spans.push(Span::new("Would test it:\u{a0}", style.in_face(Face::SansBold).in_ink(INK), Some(slot)));
            spans.extend(self.inlines(test, style, paragraph));
        }
        if badge.is_empty() && spans.is_empty() {
            return;
        }
        let lines = self.set(spans, style, Column::left(x, frame.x + frame.width - x));
        let count = lines.len().max(1);
        let mut lines = lines.into_iter();
        for index in 0..count {
            let mut ops = if index == 0 { std::mem::take(&mut badge) } else { Vec::new() };
            let line = lines.next().unwrap_or_default();
            ops.extend(line.ops);
            let before = if index == 0 { 4.0 } else { 0.0 };
            let notes = self.with_nested_notes(line.notes);
            let keep = index + 1 < count;
            self.items.push(Item { height: BADGE.leading - 1.0, before, ops, notes, keep, ..Item::default() });
        }
    }

    /// A word in a box: a tick for checked, a dashed ring for the rest. Returns its width.
    fn badge(
        &mut self,
        word: &str,
        slot: super::super::tags::Slot,
        border: Pen,
        x: f32,
        checked: bool,
    ) -> (f32, Vec<Op>) {
        let style = BADGE.in_ink(border.ink);
        let text = label(&mut self.shaper, vec![Span::new(word, style, Some(slot))], style);
        let width = text.width + 20.0;
        let mut ops = vec![rounded(x + 0.4, 0.6, width - 0.8, BADGE.leading - 1.4, 2.2, border)];
        ops.push(if checked {
            tick(x + 4.5, 3.1, 7.0, border.ink)
        } else {
            circle(x + 8.0, BADGE.leading / 2.0, 2.8, None, Some(dashed(0.9, border.ink, 1.3, 0.9)))
        });
        ops.extend(text.ops.into_iter().map(|op| op.moved(x + 14.5, 0.0)));
        (width, ops)
    }
}

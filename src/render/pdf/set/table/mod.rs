//! Tables: caption, head, rows, legend, remarks.
//!
//! 1. [`cells`]: every cell is shaped once; its least and natural widths follow.
//! 2. [`measure`]: the sizes and column widths that fit: as it is, with wrapped text, smaller, on a sheet on its side;
//!    [`share`]: what room there is goes where it saves most lines; [`split`]: parts of some columns each.
//! 3. [`rows`]: rows become items of the flow, the head is repeated where a page begins.
//! 4. [`marks`]: intervals on the shared axis, states, readings.

mod cells;
mod marks;
mod measure;
mod rows;
mod share;
mod split;

use krilla::tagging::Tag;

use super::super::fonts::Face;
use super::super::ink::state;
use super::super::style::{CAPTION, INK, NOTE};
use super::super::text::Span;
use super::super::text::place::{Column, label};
use super::{Frame, Galley};
use crate::document::Table;

/// Height up to which what keeps with a table on its side turns with it: some headings.
const HEADINGS: f32 = 120.0;

/// Which part of a table it is.
#[derive(Clone, Copy)]
struct Words<'a> {
    first: bool,
    last: bool,
    /// Which columns it shows; empty for a whole table.
    columns: &'a str,
}

impl Galley<'_> {
    /// A table.
    pub fn table(&mut self, table: &Table, frame: Frame) {
        let notes = (self.noted.clone(), self.addresses.clone(), self.notes.len());
        let element = self.tags.element(frame.parent, Tag::Table.with_summary(Some(self.summary(table, ""))));
        let cells = self.cells(table, element);
        let room = measure::Room {
            text: frame.width,
            upright: if frame.outer { self.sheet.full } else { frame.width },
            sideways: self.sheet.sideways().full - frame.x,
        };
        let sizes = measure::Sizes::new(table, &cells);
        let at = self.items.len();
        if let Some(fit) = measure::fit(&sizes, table.wide, room) {
            self.part(table, cells, &fit, Words { first: true, last: true, columns: "" }, frame);
            self.put_anchor(at, &table.id);
            return;
        }
        let keys = split::keys(table);
        let Some(parts) = split::split(&sizes, keys, room) else {
            self.problem(
                "pdf::table-too-wide",
                format!(
                    "table {}: one column with the heads of the rows beside it is wider than a sheet on its side, even \
                     in the smallest type",
                    table.id
                ),
                "head the rows by fewer columns, or give them shorter words",
            );
            return;
        };
        // Nothing was painted for the element of the whole, so it vanishes; notes are set anew in the parts.
        (self.noted, self.addresses) = (notes.0, notes.1);
        self.notes.truncate(notes.2);
        let count = parts.len();
        for (index, part) in parts.into_iter().enumerate() {
            let columns = part.words(keys, table.columns.len());
            let some = split::part(table, &part.picked);
            let tag = Tag::Table.with_summary(Some(self.summary(table, &columns)));
            let element = self.tags.element(frame.parent, tag);
            let cells = self.cells(&some, element);
            let words = Words { first: index == 0, last: index + 1 == count, columns: &columns };
            self.part(&some, cells, &part.fit, words, frame);
        }
        self.put_anchor(at, &table.id);
    }

    /// A table, or some columns of it.
    fn part(&mut self, table: &Table, mut cells: cells::Cells, fit: &measure::Fit, words: Words<'_>, frame: Frame) {
        cells.scale(fit.scale);
        let at = self.items.len();
        self.caption(table, &cells, fit, words, frame);
        self.rows(table, cells, fit, words.columns, frame);
        if words.last {
            // What is said below a table never stands alone on a page.
            if let Some(row) = self.items.last_mut() {
                row.keep = !table.legend.is_empty() || !table.foot.is_empty();
            }
            self.legend(table, fit.width, frame);
            for foot in &table.foot {
                let paragraph = self.tags.element(frame.parent, Tag::P);
                let spans = self.inlines(foot, NOTE, paragraph);
                let lines = self.set(spans, NOTE, Column::left(frame.x, fit.width));
                self.push(lines, 3.0, true, false, frame.ground);
            }
        }
        for item in &mut self.items[at..] {
            item.wide = frame.outer && fit.width > frame.width + 0.01 || fit.sideways;
            item.sideways = fit.sideways;
        }
        if fit.sideways {
            self.turn_headings(at);
        }
        self.keep_whole(at, 0.25);
        self.space_after(14.0);
        if fit.sideways
            && let Some(last) = self.items.last_mut()
        {
            last.sideways = true;
        }
    }

    /// Headings that keep with a table on its side turn with it; more than that stays, and keeps no longer.
    fn turn_headings(&mut self, at: usize) {
        let above = self.items[..at].iter().rev().take_while(|item| item.keep).count();
        let kept = &mut self.items[at - above..at];
        let height: f32 = kept.iter().map(|item| item.before + item.height).sum();
        if height <= HEADINGS && !kept.iter().any(|item| item.fresh || item.sideways || item.marginal.is_some()) {
            for item in kept {
                item.sideways = true;
            }
        } else if let Some(last) = kept.last_mut() {
            last.keep = false;
        }
    }

    fn summary(&self, table: &Table, columns: &str) -> String {
        let caption = crate::document::visit::plain(&table.caption);
        let caption = if caption.is_empty() { table.id.clone() } else { caption };
        format!("{caption} {columns}").trim_end().to_string()
    }

    fn caption(&mut self, table: &Table, cells: &cells::Cells, fit: &measure::Fit, words: Words<'_>, frame: Frame) {
        let mut spans = Vec::new();
        let end = if words.first { ". " } else { ", continued " };
        if table.number > 0 {
            let slot = self.tags.leaf(cells.caption, Tag::Strong);
            let style = CAPTION.in_face(Face::SansBold).in_ink(INK);
            spans.push(Span::new(format!("Table\u{a0}{}{end}", table.number), style, Some(slot)));
        }
        if words.first {
            spans.extend(self.inlines(&table.caption, CAPTION, cells.caption));
        }
        if !words.columns.is_empty() {
            let slot = self.tags.slot(cells.caption);
            let space = if words.first && !table.caption.is_empty() { " " } else { "" };
            spans.push(Span::new(format!("{space}{}", words.columns), CAPTION, Some(slot)));
        }
        if spans.is_empty() {
            return;
        }
        let lines = self.set(spans, CAPTION, Column::left(frame.x, fit.width.max(frame.width)));
        self.push(lines, 14.0, true, true, frame.ground);
    }

    /// The states that occur, with their words.
    fn legend(&mut self, table: &Table, width: f32, frame: Frame) {
        if table.legend.is_empty() {
            return;
        }
        let list = self.tags.element(frame.parent, Tag::L(krilla::tagging::ListNumbering::None));
        let mut rows: Vec<Vec<super::super::ink::Op>> = vec![Vec::new()];
        let mut x = 0.0;
        for (known, count) in &table.legend {
            let item = self.tags.element(list, Tag::LI);
            let slot = self.tags.leaf(item, Tag::LBody);
            let text = format!("{} ({count})", known.word);
            let words = label(&mut self.shaper, vec![Span::new(text, NOTE, Some(slot))], NOTE);
            let taken = 13.0 + words.width;
            if x > 0.0 && x + taken > width {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.extend(state(known.shape, frame.x + x + 4.2, NOTE.leading / 2.0, 7.6));
                row.extend(words.ops.into_iter().map(|op| op.moved(frame.x + x + 12.5, 0.0)));
            }
            x += taken + 16.0;
        }
        let count = rows.len();
        for (index, ops) in rows.into_iter().enumerate() {
            self.items.push(super::Item {
                height: NOTE.leading + 1.0,
                before: if index == 0 { 4.0 } else { 0.0 },
                ops,
                keep: index + 1 < count,
                ground: frame.ground,
                ..super::Item::default()
            });
        }
    }
}

//! Rows become items of the flow.

use std::rc::Rc;

use super::super::super::flow::{Head, Item};
use super::super::super::fonts::Face;
use super::super::super::ink::{Op, line, mark, pen, state, tone};
use super::super::super::style::{CAPTION, Figures, INK, RULE, RULE_2, TABLE};
use super::super::super::text::Line as TextLine;
use super::super::super::text::Span;
use super::super::super::text::lines::{cut, narrowest};
use super::super::super::text::place::{Column, label, set_shaped};
use super::super::super::text::shape::Shaped;
use super::super::{Frame, Galley};
use super::cells::{Cells, Content, Line, MARK, SQUARE, Words};
use super::marks;
use super::measure::Fit;
use crate::document::{Align, Table};

/// Above and below a row's text, at full size: one spacing for all tables.
const PAD: f32 = 2.1;
/// Share of a table's width that a text across its columns takes at least.
const ACROSS: f32 = 0.4;
/// Width of the rules above and below a table.
const HEAVY: f32 = 1.0;
/// Width of the rules below a head, and below rows that go on overleaf.
const LIGHT: f32 = 0.5;

/// What all rows of a table share.
struct Grid<'a> {
    table: &'a Table,
    fit: &'a Fit,
    /// Left end of the table, and of each column.
    x: f32,
    lefts: Vec<f32>,
    /// What stands after the decimal mark at most, in each column.
    tails: Vec<f32>,
    /// Columns that draw intervals.
    drawn: Vec<usize>,
    /// Above and below a row's text.
    pad: f32,
}

impl Galley<'_> {
    /// Head and rows; `words` say which part of a table that was split it is.
    pub fn rows(&mut self, table: &Table, cells: Cells, fit: &Fit, words: &str, frame: Frame) {
        let drawn = (0..cells.ticks.len()).filter(|index| cells.ticks[*index].is_some()).collect();
        let tails = cells.tails.iter().map(|tail| tail * fit.scale).collect();
        let pad = PAD * fit.scale;
        let grid = Grid { table, fit, x: frame.x, lefts: lefts(fit, frame.x), tails, drawn, pad };
        let (height, ops) = self.head(&grid, &cells);
        let plain = self.repeated_head(&grid, words, height, &ops);
        let mut repeated = plain.clone();
        let before = if table.caption.is_empty() && table.number == 0 { 8.0 } else { 4.0 };
        self.items.push(Item { height, before, ops, keep: true, ground: frame.ground, ..Item::default() });
        let kinds: Vec<Kind> = cells.rows.iter().map(|row| Kind::of(table, row)).collect();
        for (index, row) in cells.rows.into_iter().enumerate() {
            let next = kinds.get(index + 1);
            let first = self.items.len();
            let group = if let Line::Across(_, Some(words)) = &row { Some(words.clone()) } else { None };
            if group.is_some() {
                repeated = plain.clone();
            }
            self.row(&grid, row);
            for item in &mut self.items[first..] {
                item.ground = frame.ground;
                item.head = Some(repeated.clone());
            }
            if let Some(item) = self.items.last_mut() {
                item.keep = kept(&kinds, index);
                // Below each row; where a page ends between two, `Head::foot` closes the part.
                let (y, right) = (item.height, frame.x + fit.width);
                match next {
                    None => item.ops.insert(0, line(frame.x, y, right, y, pen(HEAVY, INK))),
                    Some(Kind::More) => {}
                    Some(_) if kinds[index] == Kind::Group => {}
                    Some(_) => item.ops.insert(0, line(frame.x, y, right, y, pen(0.4, RULE))),
                }
            }
            if let Some(words) = group {
                repeated = self.with_group(&grid, &plain, &words);
            }
        }
        if kinds.is_empty()
            && let Some(item) = self.items.last_mut()
        {
            item.keep = false;
        }
    }

    fn head(&mut self, grid: &Grid<'_>, cells: &Cells) -> (f32, Vec<Op>) {
        let Grid { table, fit, x, lefts, .. } = grid;
        let x = *x;
        let pad = PAD * fit.scale;
        let mut columns = Vec::new();
        let mut tallest = 0.0_f32;
        let figures = |index: usize| table.columns[index].align == Align::Right;
        let deepest = cells.head.iter().enumerate().filter(|(index, _)| figures(*index));
        let deepest = deepest.map(|(index, shaped)| cut(shaped, fit.columns[index], 0.0).len()).max().unwrap_or(1);
        for (index, shaped) in cells.head.iter().enumerate() {
            let (x, width, align) = (lefts[index], fit.columns[index], table.columns[index].align);
            // Where one head of figures takes two lines, so do all that can: they part alike, before their units.
            let narrow = if figures(index) && deepest > 1 { narrowest(shaped, width, deepest) } else { width };
            let column = Column { x: x + width - narrow, width: narrow, align };
            let lines = set_shaped(&mut self.shaper, shaped, column);
            let empty = shaped.clusters.is_empty();
            let mut height: f32 = if empty { 0.0 } else { lines.iter().map(|line| line.height).sum() };
            if cells.ticks[index].is_some() {
                height += 11.0 * fit.scale + 1.5;
            }
            tallest = tallest.max(height);
            columns.push(lines);
        }
        let height = tallest + 2.0 * pad + 0.6;
        let mut ops = vec![
            line(x, 0.0, x + fit.width, 0.0, pen(HEAVY, INK)),
            line(x, height, x + fit.width, height, pen(LIGHT, RULE_2)),
        ];
        for (index, lines) in columns.into_iter().enumerate() {
            let own: f32 = lines.iter().map(|line| line.height).sum();
            // Heads stand at the foot, except above an axis.
            let mut y = if cells.ticks[index].is_some() { pad } else { pad + tallest - own };
            for line in lines {
                ops.extend(line.ops.into_iter().map(|op| op.moved(0.0, y)));
                y += line.height;
            }
            if let (Some(slot), Some(axis)) = (cells.ticks[index], &table.axis) {
                ops.extend(self.ticks(axis, slot, lefts[index], fit.columns[index], height, fit.scale));
            }
        }
        (height, ops)
    }

    /// The head as it stands on later pages, with a word that the table goes on.
    fn repeated_head(&mut self, grid: &Grid<'_>, words: &str, height: f32, ops: &[Op]) -> Rc<Head> {
        let (table, x, width) = (grid.table, grid.x, grid.fit.width);
        let mut drop = 0.0;
        let mut all = Vec::new();
        if table.number > 0 {
            let text = format!("Table\u{a0}{}, continued {words}", table.number);
            let text = text.trim_end();
            let words = label(&mut self.shaper, vec![Span::new(text, CAPTION, None)], CAPTION);
            all.extend(words.ops.into_iter().map(|op| op.moved(x, 0.0)));
            drop = CAPTION.leading + 3.0;
        }
        all.extend(ops.iter().cloned().map(|op| op.into_decoration().moved(0.0, drop)));
        // A table that goes on ends as its head does: with a light rule, which a heavy one closes on its last page.
        let foot = vec![line(x, 0.0, x + width, 0.0, pen(LIGHT, RULE_2))];
        Rc::new(Head { height: height + drop, ops: all, foot })
    }

    /// A repeated head with the group that goes on.
    fn with_group(&mut self, grid: &Grid<'_>, head: &Head, words: &str) -> Rc<Head> {
        let style = TABLE.in_face(Face::SansBold).scaled(grid.fit.scale);
        let spans = vec![Span::new(format!("{}, continued", words.trim()), style, None)];
        let shaped = self.shaper.shape(spans, style);
        let lines = set_shaped(&mut self.shaper, &shaped, Column::left(grid.x, grid.across()));
        let Head { mut height, mut ops, foot } = head.clone();
        let top = height;
        height += grid.pad;
        for line in lines {
            ops.extend(line.ops.into_iter().map(|op| op.moved(0.0, height)));
            height += line.height;
        }
        height += grid.pad * 0.5;
        ops.extend(grid.references(height - top).into_iter().map(|op| op.moved(0.0, top)));
        Rc::new(Head { height, ops, foot })
    }

    fn row(&mut self, grid: &Grid<'_>, row: Line) {
        let Grid { table, fit, x: left, lefts, .. } = grid;
        let pad = grid.pad;
        let cells = match row {
            Line::Across(shaped, group) => {
                let lines = set_shaped(&mut self.shaper, &shaped, Column::left(*left, grid.across()));
                let (above, below) = if group.is_some() { (pad + 4.0 * fit.scale, pad * 0.5) } else { (pad, pad) };
                let axis = lines.iter().all(|line| line.width <= grid.across() + 0.01);
                let axis = axis && (group.is_some() || grid.across() < fit.width);
                let strip = Strip { columns: vec![lines], leading: shaped.leading, above, below, axis };
                self.strip(grid, strip, |_| Vec::new());
                return;
            }
            Line::Cells(cells) => cells,
        };
        let mut columns = Vec::new();
        let mut figures = Vec::new();
        let mut leading = 12.0 * fit.scale;
        for (index, cell) in cells.into_iter().enumerate() {
            let (x, width) = (lefts[index], fit.columns[index]);
            match cell {
                Content::Text(Words { shaped, reading, tail }) => {
                    leading = shaped.leading;
                    let mark = if reading.is_some() { MARK * fit.scale } else { 0.0 };
                    let align = table.columns[index].align;
                    let after = tail.map_or(0.0, |tail| (grid.tails[index] - tail * fit.scale).max(0.0));
                    let column = Column { x: x + mark, width: width - mark - after, align };
                    let mut lines = set_shaped(&mut self.shaper, &shaped, column);
                    if lines.len() > 1 && align == Align::Right && !begins_with_figure(&shaped) {
                        // Words and bytes among figures are read as such.
                        lines = set_shaped(&mut self.shaper, &shaped, Column { align: Align::Left, ..column });
                    }
                    if let (Some(reading), Some(first)) = (reading, lines.first_mut()) {
                        let start = match align {
                            Align::Left => x,
                            Align::Right => x + width - first.width - mark,
                            Align::Center => x + (width - first.width - mark) / 2.0,
                        };
                        let middle = shaped.baseline - 3.0 * fit.scale;
                        first.ops.insert(
                            0,
                            self::mark(
                                reading.shape,
                                tone(reading.tone),
                                start + 4.0 * fit.scale,
                                middle,
                                3.0 * fit.scale,
                            ),
                        );
                    }
                    columns.push(lines);
                }
                Content::Interval(mark, slot) => figures.push((index, Figure::Interval(mark, slot))),
                Content::State(state, slot) => figures.push((index, Figure::State(state, slot))),
            }
        }
        let middle = leading * 0.5;
        let drawn = move |top: f32| {
            let mut ops = Vec::new();
            for (index, figure) in &figures {
                let (x, width) = (lefts[*index], fit.columns[*index]);
                match figure {
                    Figure::Interval(mark, slot) => {
                        if let Some(axis) = &table.axis {
                            ops.extend(marks::interval(axis, mark, *slot, x, width, top + middle));
                        }
                    }
                    Figure::State(known, slot) => {
                        let side = SQUARE * fit.scale;
                        let at = match table.columns[*index].align {
                            Align::Left => x + side / 2.0,
                            Align::Right => x + width - side / 2.0,
                            Align::Center => x + width / 2.0,
                        };
                        ops.extend(state(known.shape, at, top + middle, side).into_iter().map(|op| op.of(*slot)));
                    }
                }
            }
            ops
        };
        self.strip(grid, Strip { columns, leading, above: pad, below: pad, axis: true }, drawn);
    }

    /// A row is one item, unless it is so high that keeping it whole would leave a hole: then it is one item a line.
    /// `drawn` makes the row's marks for the top of its first line.
    fn strip(&mut self, grid: &Grid<'_>, strip: Strip, drawn: impl Fn(f32) -> Vec<Op>) {
        let Strip { columns, leading, above, below, axis } = strip;
        let pads = (above, below);
        let count = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let whole = (count as f32) * leading <= self.sheet.depth() * 0.3;
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        let mut open: Option<Item> = None;
        for index in 0..count {
            let above = if index == 0 { pads.0 } else { 0.0 };
            let below = if index + 1 == count { pads.1 } else { 0.0 };
            let item = open.get_or_insert_with(Item::default);
            let top = item.height + above;
            if index == 0 {
                item.ops.extend(drawn(top));
            }
            for column in &mut columns {
                if let Some(line) = column.next() {
                    item.ops.extend(line.ops.into_iter().map(|op| op.moved(0.0, top)));
                    item.notes.extend(line.notes);
                }
            }
            item.height = top + leading + below;
            if !whole || index + 1 == count {
                let mut item = open.take().unwrap_or_default();
                if axis {
                    item.ops.splice(0..0, grid.references(item.height));
                }
                item.notes = self.with_nested_notes(std::mem::take(&mut item.notes));
                item.keep = !whole && (index == 0 || index + 2 == count);
                self.items.push(item);
            }
        }
    }
}

/// True for a figure with a unit so long that it takes a line of its own.
fn begins_with_figure(shaped: &Shaped) -> bool {
    let bytes = shaped.paints.iter().all(|paint| paint.style.figures == Figures::Bytes);
    !bytes && shaped.text.trim_start_matches(['\u{2212}', '+', '-', '<', ' ']).starts_with(|c: char| c.is_ascii_digit())
}

impl Grid<'_> {
    /// The lines at the reference, over a height.
    fn references(&self, height: f32) -> Vec<Op> {
        let Some(axis) = &self.table.axis else { return Vec::new() };
        let line = |index: &usize| marks::reference(axis, self.lefts[*index], self.fit.columns[*index], height);
        self.drawn.iter().map(line).collect()
    }

    /// Width of a text across the columns: it ends before the line at the reference where that leaves it room.
    fn across(&self) -> f32 {
        let (Some(axis), Some(index)) = (&self.table.axis, self.drawn.first()) else { return self.fit.width };
        let at = marks::place(axis, axis.reference, self.lefts[*index], self.fit.columns[*index]) - self.x - 8.0;
        if at >= self.fit.width * ACROSS { at.min(self.fit.width) } else { self.fit.width }
    }
}

/// What a row is to its neighbours.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The head of a group.
    Group,
    /// A row.
    Row,
    /// A row without a head of its own: it goes on with the row above.
    More,
}

impl Kind {
    fn of(table: &Table, row: &Line) -> Self {
        let headed = table.columns.first().is_some_and(|column| column.row_head);
        match row {
            Line::Across(_, Some(_)) => Kind::Group,
            Line::Cells(cells) if headed && cells.len() > 1 => match cells.first() {
                Some(Content::Text(Words { shaped, reading: None, .. })) if shaped.text.trim().is_empty() => Kind::More,
                _ => Kind::Row,
            },
            _ => Kind::Row,
        }
    }
}

/// True where the next row must stand on the same page: after a group's head and its first row, and before its last
/// one, so that neither stands alone; within rows that go on.
fn kept(kinds: &[Kind], index: usize) -> bool {
    let Some(next) = kinds.get(index + 1) else { return false };
    let starts = index == 0 || kinds[index - 1] == Kind::Group;
    let ends = kinds.get(index + 2).is_none_or(|after| *after == Kind::Group);
    kinds[index] == Kind::Group || *next == Kind::More || *next != Kind::Group && (starts || ends)
}

/// A row's text, cut to its columns.
struct Strip {
    columns: Vec<Vec<TextLine>>,
    leading: f32,
    above: f32,
    below: f32,
    /// True where the line at the reference runs through it.
    axis: bool,
}

enum Figure {
    Interval(crate::document::Mark, super::super::super::tags::Slot),
    State(crate::document::State, super::super::super::tags::Slot),
}

fn lefts(fit: &Fit, x: f32) -> Vec<f32> {
    let mut left = x;
    let mut lefts = Vec::with_capacity(fit.columns.len());
    for width in &fit.columns {
        lefts.push(left);
        left += width + fit.gutter;
    }
    lefts
}

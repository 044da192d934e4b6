//! Rows become items of the flow.

use std::rc::Rc;

use super::super::super::flow::{Head, Item};
use super::super::super::ink::{Op, line, mark, pen, state, tone};
use super::super::super::style::{CAPTION, INK, RULE, RULE_2};
use super::super::super::text::Line as TextLine;
use super::super::super::text::Span;
use super::super::super::text::place::{Column, label, set_shaped};
use super::super::{Frame, Galley};
use super::cells::{Cells, Content, Line, MARK, SQUARE};
use super::marks;
use super::measure::Fit;
use crate::document::{Align, Table};

/// Above and below a row's text, at full size.
const PAD: f32 = 2.7;
/// The same in a long table, which is looked up rather than read.
const CLOSE: f32 = 1.3;
/// Rows that make a table long.
const LONG: usize = 40;
/// Width of the rules above and below a table.
const HEAVY: f32 = 1.0;

/// What all rows of a table share.
struct Grid<'a> {
    table: &'a Table,
    fit: &'a Fit,
    /// Left end of the table, and of each column.
    x: f32,
    lefts: Vec<f32>,
    /// Columns that draw intervals.
    drawn: Vec<usize>,
    /// Above and below a row's text.
    pad: f32,
}

impl Galley<'_> {
    /// Head and rows.
    pub fn rows(&mut self, table: &Table, cells: Cells, fit: &Fit, frame: Frame) {
        let drawn = (0..cells.ticks.len()).filter(|index| cells.ticks[*index].is_some()).collect();
        let pad = if cells.rows.len() > LONG { CLOSE } else { PAD } * fit.scale;
        let grid = Grid { table, fit, x: frame.x, lefts: lefts(fit, frame.x), drawn, pad };
        let (height, ops) = self.head(&grid, &cells);
        let repeated = self.repeated_head(table, height, &ops, frame.x);
        let before = if table.caption.is_empty() && table.number == 0 { 8.0 } else { 4.0 };
        self.items.push(Item { height, before, ops, keep: true, ground: frame.ground, ..Item::default() });
        let count = cells.rows.len();
        let mut after_group = true;
        let continues: Vec<bool> = cells.rows.iter().map(|row| goes_on(table, row)).collect();
        for (index, row) in cells.rows.into_iter().enumerate() {
            let group = matches!(row, Line::Across(_, true));
            let ruled = !after_group && !continues[index];
            let first = self.items.len();
            self.row(&grid, row, ruled);
            let last_row = index + 1 == count;
            for item in &mut self.items[first..] {
                item.ground = frame.ground;
                item.head = Some(repeated.clone());
            }
            if let Some(item) = self.items.last_mut() {
                // A group's head keeps with its first row, two rows stand on either side of a page's end.
                let more = continues.get(index + 1).copied().unwrap_or(false);
                item.keep = !last_row && (group || more || index == 0 || index + 2 == count);
                if last_row {
                    let y = item.height;
                    item.ops.insert(0, line(frame.x, y, frame.x + fit.width, y, pen(HEAVY, INK)));
                }
            }
            after_group = group;
        }
        if count == 0
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
        for (index, shaped) in cells.head.iter().enumerate() {
            let column = Column { x: lefts[index], width: fit.columns[index], align: table.columns[index].align };
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
            line(x, height, x + fit.width, height, pen(0.5, RULE_2)),
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
    fn repeated_head(&mut self, table: &Table, height: f32, ops: &[Op], x: f32) -> Rc<Head> {
        let mut drop = 0.0;
        let mut all = Vec::new();
        if table.number > 0 {
            let text = format!("Table\u{a0}{}, continued", table.number);
            let words = label(&mut self.shaper, vec![Span::new(text, CAPTION, None)], CAPTION);
            all.extend(words.ops.into_iter().map(|op| op.moved(x, 0.0)));
            drop = CAPTION.leading + 3.0;
        }
        all.extend(ops.iter().cloned().map(|op| op.into_decoration().moved(0.0, drop)));
        Rc::new(Head { height: height + drop, ops: all })
    }

    fn row(&mut self, grid: &Grid<'_>, row: Line, ruled: bool) {
        let Grid { table, fit, x: left, lefts, .. } = grid;
        let pad = grid.pad;
        let cells = match row {
            Line::Across(shaped, group) => {
                let lines = set_shaped(&mut self.shaper, &shaped, Column::left(*left, fit.width));
                let (above, below) = if group { (pad + 4.0 * fit.scale, pad * 0.5) } else { (pad, pad) };
                let strip = Strip { columns: vec![lines], leading: shaped.leading, above, below, ruled, axis: group };
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
                Content::Text(shaped, reading) => {
                    leading = shaped.leading;
                    let mark = if reading.is_some() { MARK * fit.scale } else { 0.0 };
                    let align = table.columns[index].align;
                    let column = Column { x: x + mark, width: width - mark, align };
                    let mut lines = set_shaped(&mut self.shaper, &shaped, column);
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
        self.strip(grid, Strip { columns, leading, above: pad, below: pad, ruled, axis: true }, drawn);
    }

    /// A row is one item, unless it is so high that keeping it whole would leave a hole: then it is one item a line.
    /// `drawn` makes the row's marks for the top of its first line.
    fn strip(&mut self, grid: &Grid<'_>, strip: Strip, drawn: impl Fn(f32) -> Vec<Op>) {
        let Strip { columns, leading, above, below, ruled, axis } = strip;
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
                if ruled {
                    item.ops.push(line(grid.x, 0.0, grid.x + grid.fit.width, 0.0, pen(0.4, RULE)));
                }
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
                if let Some(axis) = grid.table.axis.as_ref().filter(|_| axis) {
                    for index in &grid.drawn {
                        let (left, width) = (grid.lefts[*index], grid.fit.columns[*index]);
                        item.ops.insert(0, marks::reference(axis, left, width, item.height));
                    }
                }
                item.notes = self.with_nested_notes(std::mem::take(&mut item.notes));
                item.keep = !whole && (index == 0 || index + 2 == count);
                self.items.push(item);
            }
        }
    }
}

/// True for a row without a head of its own: it goes on with the row above.
fn goes_on(table: &Table, row: &Line) -> bool {
    let headed = table.columns.first().is_some_and(|column| column.row_head);
    match row {
        Line::Cells(cells) if headed && cells.len() > 1 => {
            matches!(cells.first(), Some(Content::Text(shaped, None)) if shaped.text.trim().is_empty())
        }
        _ => false,
    }
}

/// A row's text, cut to its columns.
struct Strip {
    columns: Vec<Vec<TextLine>>,
    leading: f32,
    above: f32,
    below: f32,
    /// True for a hairline above.
    ruled: bool,
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

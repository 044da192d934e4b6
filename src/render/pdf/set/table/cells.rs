//! Cells: shaped once, with their places in the tag tree.

use std::num::NonZeroU32;

use krilla::tagging::{TableHeaderScope, Tag};

use super::super::super::fonts::Face;
use super::super::super::style::{INK, INK_2, MISSING, TABLE, WORSE};
use super::super::super::tags::{Element, Slot};
use super::super::super::text::Span;
use super::super::super::text::lines::{Extent, extent};
use super::super::super::text::shape::Shaped;
use super::super::Galley;
use crate::document::{CellContent, Mark, Reading, Row, State, Table, Tone};

/// A cell, ready to be measured.
pub enum Content {
    /// Text, and the mark before it if it is a reading.
    Text(Shaped, Option<Reading>),
    /// An interval.
    Interval(Mark, Slot),
    /// A state.
    State(State, Slot),
}

/// A row, ready to be measured.
pub enum Line {
    /// One text across all columns; true for a group's head.
    Across(Shaped, bool),
    /// One cell a column.
    Cells(Vec<Content>),
}

/// All cells of a table.
pub struct Cells {
    /// The caption's element.
    pub caption: Element,
    /// The head: words of each column.
    pub head: Vec<Shaped>,
    /// Place of the tick labels of each column that draws intervals.
    pub ticks: Vec<Option<Slot>>,
    /// Rows.
    pub rows: Vec<Line>,
    /// Widths of each column's head.
    pub head_extents: Vec<Extent>,
    /// Widths of each column's cells, the mark before them included.
    pub extents: Vec<Extent>,
    /// Natural widths of the cells, row by row; rows across are left out.
    pub naturals: Vec<f32>,
}

/// Room for the mark of a reading.
pub const MARK: f32 = 11.0;
/// Side of a state's square.
pub const SQUARE: f32 = 9.0;

impl Galley<'_> {
    /// Shapes a table's cells in the normal size.
    pub fn cells(&mut self, table: &Table, element: Element) -> Cells {
        let caption = self.tags.element(element, Tag::Caption);
        let columns = table.columns.len();
        let nothing = Extent { least: 0.0, good: 0.0, most: 0.0 };
        let mut cells = Cells {
            caption,
            head: Vec::with_capacity(columns),
            ticks: vec![None; columns],
            rows: Vec::with_capacity(table.rows.len()),
            head_extents: Vec::with_capacity(columns),
            extents: vec![nothing; columns],
            naturals: Vec::with_capacity(columns * table.rows.len()),
        };
        self.head_cells(table, element, &mut cells);
        let body = self.tags.element(element, Tag::TBody);
        for row in &table.rows {
            let tr = self.tags.element(body, Tag::TR);
            match row {
                Row::Data(data) => {
                    let mut line = Vec::with_capacity(columns);
                    for (index, column) in table.columns.iter().enumerate() {
                        let cell = if column.row_head {
                            self.tags.element(tr, Tag::TH(TableHeaderScope::Row))
                        } else {
                            self.tags.element(tr, Tag::TD)
                        };
                        let content = match data.get(index) {
                            Some(data) => self.cell(table, &data.content, cell),
                            None => self.cell(table, &CellContent::Text(Vec::new()), cell),
                        };
                        cells.naturals.push(widen(&mut cells.extents[index], &content));
                        line.push(content);
                    }
                    cells.rows.push(Line::Cells(line));
                }
                Row::Group(content) => {
                    let cell = self.across(tr, columns);
                    let style = TABLE.in_face(Face::SansBold);
                    let spans = self.inlines(content, style, cell);
                    let spans = self.filled(spans, cell);
                    cells.rows.push(Line::Across(self.shaper.shape(spans, TABLE), true));
                }
                Row::Missing { what, reason, .. } => {
                    let cell = self.across(tr, columns);
                    let mut spans = self.inlines(what, TABLE.in_face(Face::SansBold), cell);
                    let slot = self.tags.slot(cell);
                    let text = format!("\u{2002}N/A ({reason})");
                    spans.push(Span::new(text, TABLE.in_ink(MISSING), Some(slot)));
                    cells.rows.push(Line::Across(self.shaper.shape(spans, TABLE), false));
                }
            }
        }
        cells
    }

    fn head_cells(&mut self, table: &Table, element: Element, cells: &mut Cells) {
        let head = self.tags.element(element, Tag::THead);
        let tr = self.tags.element(head, Tag::TR);
        let style = TABLE.in_face(Face::SansBold).scaled(0.96);
        for (index, column) in table.columns.iter().enumerate() {
            let th = self.tags.element(tr, Tag::TH(TableHeaderScope::Column));
            let drawn = table.axis.is_some()
                && table.rows.iter().any(|row| {
                    matches!(row, Row::Data(data)
                if data.get(index).is_some_and(|cell| matches!(cell.content, CellContent::Interval(_))))
                });
            let mut spans = Vec::new();
            let place = if column.head_hidden {
                // Heard, not seen: the words stand for a space, or for the labels of the axis.
                self.tags.element(th, Tag::Span.with_alt_text(Some(column.head.clone())))
            } else {
                let slot = self.tags.slot(th);
                spans.push(Span::new(&column.head, style, Some(slot)));
                th
            };
            if drawn {
                cells.ticks[index] = Some(self.tags.slot(place));
            }
            if !column.unit.is_empty() && !column.head_hidden {
                let slot = self.tags.slot(th);
                let unit = style.in_face(Face::Sans).in_ink(INK_2);
                spans.push(Span::new(format!(" {}", column.unit), unit, Some(slot)));
            }
            let spans = if column.head_hidden && drawn { spans } else { self.filled(spans, place) };
            let shaped = self.shaper.shape(spans, style);
            cells.head_extents.push(extent(&shaped));
            cells.head.push(shaped);
        }
    }

    fn across(&mut self, tr: Element, columns: usize) -> Element {
        let span = NonZeroU32::new(u32::try_from(columns).unwrap_or(1)).filter(|span| span.get() > 1);
        self.tags.element(tr, Tag::TH(TableHeaderScope::Row).with_col_span(span))
    }

    /// An element of a table is never empty: a space that nobody sees holds its place.
    fn filled(&mut self, mut spans: Vec<Span>, element: Element) -> Vec<Span> {
        if spans.iter().all(|span| span.text.is_empty()) {
            let slot = self.tags.slot(element);
            spans = vec![Span::new("\u{a0}", TABLE, Some(slot))];
        }
        spans
    }

    fn cell(&mut self, table: &Table, content: &CellContent, element: Element) -> Content {
        match content {
            // Without an axis nothing can be drawn; the words stand in for the drawing.
            CellContent::Interval(mark) if table.axis.is_none() => {
                let slot = self.tags.slot(element);
                let spans = self.filled(vec![Span::new(&mark.alt, TABLE, Some(slot))], element);
                Content::Text(self.shaper.shape(spans, TABLE), None)
            }
            CellContent::Text(content) => {
                let spans = self.inlines(content, TABLE, element);
                let spans = self.filled(spans, element);
                Content::Text(self.shaper.shape(spans, TABLE), None)
            }
            CellContent::Reading(reading) => {
                let slot = self.tags.slot(element);
                let ink = if reading.tone == Tone::Worse { WORSE } else { INK };
                let spans = vec![Span::new(&reading.word, TABLE.in_ink(ink), Some(slot))];
                let spans = self.filled(spans, element);
                Content::Text(self.shaper.shape(spans, TABLE), Some(reading.clone()))
            }
            CellContent::Interval(mark) => {
                let slot = self.tags.leaf(element, Tag::Figure(Some(mark.alt.clone())));
                Content::Interval(mark.clone(), slot)
            }
            CellContent::State(state) => {
                let alt = if state.about.is_empty() {
                    state.word.clone()
                } else {
                    format!("{}: {}", state.about, state.word)
                };
                let slot = self.tags.leaf(element, Tag::Figure(Some(alt)));
                Content::State(state.clone(), slot)
            }
        }
    }
}

/// Widens a column by a cell; returns the cell's natural width.
fn widen(column: &mut Extent, content: &Content) -> f32 {
    let (own, mark) = match content {
        Content::Text(shaped, reading) => (extent(shaped), if reading.is_some() { MARK } else { 0.0 }),
        Content::Interval(..) => (Extent { least: 90.0, good: 90.0, most: 110.0 }, 0.0),
        Content::State(..) => (Extent { least: SQUARE, good: SQUARE, most: SQUARE }, 0.0),
    };
    column.least = column.least.max(own.least + mark);
    column.good = column.good.max(own.good + mark);
    column.most = column.most.max(own.most + mark);
    own.most + mark
}

impl Cells {
    /// Sets all text smaller; advances are proportional to size.
    pub fn scale(&mut self, factor: f32) {
        if factor == 1.0 {
            return;
        }
        for shaped in &mut self.head {
            shaped.scale(factor);
        }
        for row in &mut self.rows {
            match row {
                Line::Across(shaped, _) => shaped.scale(factor),
                Line::Cells(cells) => {
                    for cell in cells {
                        if let Content::Text(shaped, _) = cell {
                            shaped.scale(factor);
                        }
                    }
                }
            }
        }
    }
}

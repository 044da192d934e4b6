//! Cells: shaped once, with their places in the tag tree.

use std::num::NonZeroU32;

use krilla::tagging::{TableHeaderScope, Tag};

use super::super::super::fonts::Face;
use super::super::super::style::{Figures, INK, INK_2, MISSING, TABLE, WORSE};
use super::super::super::tags::{Element, Slot};
use super::super::super::text::Span;
use super::super::super::text::lines::{Extent, extent};
use super::super::super::text::shape::{Gap, Shaped};
use super::super::Galley;
use super::measure::CellSize;
use crate::document::{Align, CellContent, Mark, Reading, Row, State, Table, Tone};

/// A cell, ready to be measured.
pub enum Content {
    /// Text, and what is set with it.
    Text(Words),
    /// An interval.
    Interval(Mark, Slot),
    /// A state.
    State(State, Slot),
}

/// The text of a cell.
pub struct Words {
    /// The text.
    pub shaped: Shaped,
    /// The mark before it, if it is a reading.
    pub reading: Option<Reading>,
    /// What stands after its decimal mark, if it is a figure in a column of figures; in type of full size.
    pub tail: Option<f32>,
}

impl Words {
    fn of(shaped: Shaped) -> Self {
        Words { shaped, reading: None, tail: None }
    }
}

/// A row, ready to be measured.
pub enum Line {
    /// One text across all columns; with its words if it is a group's head.
    Across(Shaped, Option<String>),
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
    /// Widths of each column's longest figure or drawing.
    pub figures: Vec<f32>,
    /// Widths of each column's words, the mark before them included.
    pub words: Vec<Extent>,
    /// What stands after the decimal mark at most, in each column.
    pub tails: Vec<f32>,
    /// Widths of the cells, row by row; rows across are left out.
    pub sizes: Vec<CellSize>,
}

/// Room for the mark of a reading.
pub const MARK: f32 = 11.0;
/// Side of a state's square.
pub const SQUARE: f32 = 9.0;
/// Least width of a drawn interval.
const INTERVAL: f32 = 90.0;
/// A name of bytes up to this width is kept in one line, such as a log and its line.
const SHORT_NAME: f32 = 90.0;
/// A longer text is no figure that can be kept in one line.
const LONGEST_FIGURE: f32 = 170.0;

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
            figures: vec![0.0; columns],
            words: vec![nothing; columns],
            tails: vec![0.0; columns],
            sizes: Vec::with_capacity(columns * table.rows.len()),
        };
        self.head_cells(table, element, &mut cells);
        let mut leads = vec![0.0_f32; columns];
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
                        let mut content = match data.get(index) {
                            Some(data) => self.cell(table, &data.content, cell),
                            None => self.cell(table, &CellContent::Text(Vec::new()), cell),
                        };
                        if column.align == Align::Right
                            && let Content::Text(words) = &mut content
                            && let Some((lead, tail)) = around_mark(&words.shaped)
                        {
                            words.tail = Some(tail);
                            leads[index] = leads[index].max(lead);
                            cells.tails[index] = cells.tails[index].max(tail);
                        }
                        let size = widen(&mut cells.figures[index], &mut cells.words[index], &content);
                        cells.sizes.push(size);
                        line.push(content);
                    }
                    cells.rows.push(Line::Cells(line));
                }
                Row::Group(content) => {
                    let cell = self.across(tr, columns);
                    let style = TABLE.in_face(Face::SansBold);
                    let spans = self.inlines(content, style, cell);
                    let spans = self.filled(spans, cell);
                    let words = crate::document::visit::plain(content);
                    cells.rows.push(Line::Across(self.shaper.shape(spans, TABLE), Some(words)));
                }
                Row::Missing { what, reason, .. } => {
                    let cell = self.across(tr, columns);
                    let mut spans = self.inlines(what, TABLE.in_face(Face::SansBold), cell);
                    let slot = self.tags.slot(cell);
                    let text = format!("\u{2002}N/A ({reason})");
                    spans.push(Span::new(text, TABLE.in_ink(MISSING), Some(slot)));
                    cells.rows.push(Line::Across(self.shaper.shape(spans, TABLE), None));
                }
            }
        }
        // Figures that stand below each other by their marks take the longest of both sides.
        for (index, lead) in leads.into_iter().enumerate() {
            cells.figures[index] = cells.figures[index].max(lead + cells.tails[index]);
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
            let mut shaped = self.shaper.shape(spans, style);
            keep_words(&mut shaped);
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
                Content::Text(Words::of(self.shaper.shape(spans, TABLE)))
            }
            CellContent::Text(content) => {
                let spans = self.inlines(content, TABLE, element);
                let spans = self.filled(spans, element);
                Content::Text(Words::of(self.shaper.shape(spans, TABLE)))
            }
            CellContent::Reading(reading) => {
                let slot = self.tags.slot(element);
                let ink = if reading.tone == Tone::Worse { WORSE } else { INK };
                let spans = vec![Span::new(&reading.word, TABLE.in_ink(ink), Some(slot))];
                let spans = self.filled(spans, element);
                let shaped = self.shaper.shape(spans, TABLE);
                Content::Text(Words { shaped, reading: Some(reading.clone()), tail: None })
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

/// Letters of a word that a head keeps whole, hyphens and slashes included: `Sign-flip`, `allocs/op`.
const WHOLE: usize = 12;

/// Short words of a head are not parted.
fn keep_words(shaped: &mut Shaped) {
    let parts = |gap: Gap| matches!(gap, Gap::Soft | Gap::Quarter);
    for word in shaped.clusters.split_mut(|cluster| !matches!(cluster.gap, Gap::None | Gap::Soft | Gap::Quarter)) {
        if word.len() <= WHOLE {
            word.iter_mut().filter(|cluster| parts(cluster.gap)).for_each(|cluster| cluster.gap = Gap::None);
        }
    }
}

/// Widens a column by a cell; returns the cell's widths.
fn widen(figures: &mut f32, words: &mut Extent, content: &Content) -> CellSize {
    let fixed = match content {
        Content::Text(text) => {
            let (own, mark) = (extent(&text.shaped), if text.reading.is_some() { MARK } else { 0.0 });
            let natural = own.most + mark;
            let name = is_name(&text.shaped);
            let figures = text.tail.is_some() || !name && is_figures(&text.shaped.text) && natural <= LONGEST_FIGURE;
            if !(figures || name && natural <= SHORT_NAME) {
                words.least = words.least.max(own.least + mark);
                words.good = words.good.max(own.good + mark);
                words.most = words.most.max(natural);
                return CellSize { natural, name };
            }
            natural
        }
        Content::Interval(..) => INTERVAL,
        Content::State(..) => SQUARE,
    };
    *figures = figures.max(fixed);
    CellSize { natural: fixed, name: false }
}

/// True for figures with little else, such as `1.146 [1.130, 1.161]`: they are never broken.
fn is_figures(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > 0 && text.chars().filter(|character| character.is_alphabetic()).count() <= digits && !text.contains('/')
}

/// True for bytes without a space: a path, an id, a digest.
fn is_name(shaped: &Shaped) -> bool {
    shaped.paints.iter().all(|paint| paint.style.figures == Figures::Bytes) && !shaped.text.contains(' ')
}

/// Widths before and after the decimal mark of a text that is one number, its sign and unit included. A whole number
/// has its mark after its last digit.
fn around_mark(shaped: &Shaped) -> Option<(f32, f32)> {
    let mark = decimal_mark(&shaped.text)?;
    let (mut lead, mut tail) = (0.0, 0.0);
    for cluster in &shaped.clusters {
        let start = shaped.glyphs.get(cluster.glyphs.start).map_or(0, |glyph| glyph.range.start as usize);
        *(if start < mark { &mut lead } else { &mut tail }) += cluster.advance;
    }
    (lead + tail <= LONGEST_FIGURE).then_some((lead, tail))
}

/// Place of the decimal mark, if a text is one number.
fn decimal_mark(text: &str) -> Option<usize> {
    let start = text.find(|character: char| character.is_ascii_digit())?;
    let (before, number) = text.split_at(start);
    let whole = number.find(|character: char| !character.is_ascii_digit() && character != ',').unwrap_or(number.len());
    let mut rest = &number[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
    }
    if let Some(power) = rest.strip_prefix('e') {
        let digits = power.trim_start_matches(['-', '+', '\u{2212}']);
        rest = digits.trim_start_matches(|character: char| character.is_ascii_digit());
    }
    let plain = !before.contains(char::is_alphabetic) && before.chars().count() <= 4;
    let unit = rest.chars().count() <= 6 && !rest.contains(|character: char| character.is_ascii_digit());
    (plain && unit).then_some(start + whole)
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
                        if let Content::Text(words) = cell {
                            words.shaped.scale(factor);
                        }
                    }
                }
            }
        }
    }
}

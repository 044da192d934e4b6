//! Column widths: the fewest lines in the largest type.
//!
//! Widths come between two bounds as in automatic table layout of CSS: the longest part that is not broken, and the
//! natural width. Figures are never broken; words among them, such as `N/A (reason)`, are. What lies between the bounds
//! is shared so that the rows take the fewest lines, and smaller type is taken where it saves more lines than it costs.
//! A table is as wide as the text or as the sheet. See [`super::share`] and [`super::split`].

use super::super::super::style::SMALLEST;
use super::super::super::text::lines::Extent;
use super::cells::Cells;
use super::share;
use crate::document::{Align, Table};

/// How a table is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Scale of its type.
    pub scale: f32,
    /// Widths of its columns.
    pub columns: Vec<f32>,
    /// Space between columns.
    pub gutter: f32,
    /// Its whole width.
    pub width: f32,
    /// True where it needs a sheet on its side.
    pub sideways: bool,
}

/// What a table may take.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The measure of the text.
    pub text: f32,
    /// The whole width of an upright sheet.
    pub upright: f32,
    /// The whole width of a sheet on its side.
    pub sideways: f32,
}

/// Widths of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellSize {
    /// Natural width.
    pub natural: f32,
    /// True for a path or a name of bytes: it is better whole than prose.
    pub name: bool,
}

/// Widths of a column, in type of full size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnSize {
    /// Longest figure or drawing; never broken.
    pub figures: f32,
    /// Longest part of words that can't be broken, that can't be broken well, and the natural width.
    pub words: Extent,
    /// The head's.
    pub head: Extent,
    /// True for figures, which need no room to be pleasant.
    pub right: bool,
    /// True for drawn intervals.
    pub drawn: bool,
}

impl ColumnSize {
    /// The width at which nothing wraps.
    pub fn natural(&self) -> f32 {
        self.figures.max(self.words.most).max(self.head.most).max(4.0)
    }

    /// True for a column of states.
    pub fn square(&self) -> bool {
        self.natural() <= 12.0
    }

    /// The least width; a part longer than `cap` is broken anywhere.
    fn floor(&self, comfort: Option<f32>, cap: f32) -> f32 {
        let words = if comfort.is_some() { self.words.good } else { self.words.least };
        let floor = self.figures.max(words.min(cap)).max(self.head.least.min(cap)).max(4.0);
        match comfort {
            Some(comfort) if !self.right && !self.drawn => floor.max(comfort.min(self.natural())),
            _ => floor,
        }
    }
}

/// Widths of all cells.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// The columns.
    pub columns: Vec<ColumnSize>,
    /// Cells, row by row, the heads first; rows across are left out.
    pub cells: Vec<CellSize>,
}

impl Sizes {
    /// Sizes of a table's cells.
    pub fn new(table: &Table, cells: &Cells) -> Self {
        let columns = table.columns.iter().enumerate().map(|(index, column)| ColumnSize {
            figures: cells.figures[index],
            words: cells.words[index],
            head: cells.head_extents[index],
            right: column.align == Align::Right,
            drawn: cells.ticks[index].is_some(),
        });
        let heads = cells.head_extents.iter().map(|head| CellSize { natural: head.most, name: false });
        Sizes { columns: columns.collect(), cells: heads.chain(cells.sizes.iter().copied()).collect() }
    }

    /// The same of about `most` rows, spread over the table.
    pub fn some_rows(&self, most: usize) -> Self {
        let count = self.columns.len().max(1);
        let step = (self.cells.len() / count).div_ceil(most.max(1)).max(1);
        let cells = self.cells.chunks(count).step_by(step).flatten().copied().collect();
        Sizes { columns: self.columns.clone(), cells }
    }

    /// The same of some columns.
    pub fn pick(&self, picked: &[usize]) -> Self {
        let count = self.columns.len().max(1);
        let columns = picked.iter().filter_map(|index| self.columns.get(*index).copied()).collect();
        let cells = self
            .cells
            .chunks(count)
            .flat_map(|row| picked.iter().filter_map(|index| row.get(*index).copied()))
            .collect();
        Sizes { columns, cells }
    }
}

/// A text column is not narrower than this unless it must be, in points at full size.
const COMFORT: f32 = 88.0;
/// Share of an upright sheet that one unbroken word may ask for, and where it must do with less.
const LONGEST: [f32; 2] = [0.4, 0.2];
/// Scales of the type, and what each costs in lines.
pub const SCALES: [(f32, f32); 5] = [(1.0, 1.0), (0.94, 1.07), (0.88, 1.14), (0.82, 1.3), (SMALLEST, 1.7)];
/// What names that are cut within their parts, and narrow text, cost in lines.
const CRAMPED: f32 = 1.3;

/// Fits a table to the room; `wide` ones take the whole sheet.
pub fn fit(sizes: &Sizes, wide: bool, room: Room) -> Option<Fit> {
    if sizes.columns.is_empty() {
        return Some(Fit { scale: 1.0, columns: Vec::new(), gutter: 0.0, width: room.text, sideways: false });
    }
    if !wide && !sizes.columns.iter().any(|column| column.drawn) {
        let natural: f32 = sizes.columns.iter().map(ColumnSize::natural).sum();
        if natural + gutters(sizes, 1.0) <= room.text + 0.01 {
            return fit_to(sizes, room, &SCALES[..1], false, room.text);
        }
    }
    let upright = room.upright.max(room.text);
    let found = fit_to(sizes, room, &SCALES, false, upright);
    found.or_else(|| (room.sideways > upright).then(|| fit_to(sizes, room, &SCALES, true, room.sideways)).flatten())
}

/// Fits a table to a measure in the scale that costs least.
pub fn fit_to(sizes: &Sizes, room: Room, scales: &[(f32, f32)], sideways: bool, measure: f32) -> Option<Fit> {
    let mut best: Option<(f32, Fit)> = None;
    for (scale, price) in scales {
        let gutter = gutters(sizes, *scale) / (sizes.columns.len().max(2) - 1) as f32;
        let free = measure - gutter * sizes.columns.len().saturating_sub(1) as f32;
        for (comfort, price, longest) in [(Some(COMFORT), *price, LONGEST[0]), (None, price * CRAMPED, LONGEST[1])] {
            let cap = longest * room.upright.max(room.text) / scale;
            let floors: Vec<f32> = sizes.columns.iter().map(|column| column.floor(comfort, cap) * scale).collect();
            if floors.iter().sum::<f32>() > free + 0.01 {
                continue;
            }
            let (columns, lines) = share::share(sizes, &floors, free, *scale);
            let cost = lines * price;
            if best.as_ref().is_none_or(|(least, _)| cost < least - 0.001) {
                let width = columns.iter().sum::<f32>() + gutter * sizes.columns.len().saturating_sub(1) as f32;
                best = Some((cost, Fit { scale: *scale, columns, gutter, width, sideways }));
            }
            break;
        }
    }
    best.map(|(_, fit)| fit)
}

/// All gutters together. Grids of marks stand closer than words.
fn gutters(sizes: &Sizes, scale: f32) -> f32 {
    let count = sizes.columns.len();
    let squares = sizes.columns.iter().filter(|column| column.square()).count();
    let gutter = if squares * 2 > count { 7.0 } else { 12.0 };
    gutter * scale * count.saturating_sub(1) as f32
}

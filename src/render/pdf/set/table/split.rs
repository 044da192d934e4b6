//! Tables that no sheet holds: parts of some columns each, the key columns in every one.

use std::ops::Range;

use super::measure::{Fit, Room, SCALES, Sizes, fit, fit_to};
use super::share::LOOKED_AT;
use crate::document::{Cell, CellContent, Row, Table};

/// A part: its columns, and those that are not repeated.
pub struct Part {
    /// Columns of the whole table, the keys first.
    pub picked: Vec<usize>,
    /// The columns that it adds.
    pub own: Range<usize>,
    /// How it is set.
    pub fit: Fit,
}

impl Part {
    /// Which columns of the whole it shows, counted from 1.
    pub fn words(&self, keys: usize, columns: usize) -> String {
        let first = if self.own.start == keys { 1 } else { self.own.start + 1 };
        let last = self.own.end;
        if first == last {
            format!("(column {last} of {columns})")
        } else {
            format!("(columns {first}\u{2013}{last} of {columns})")
        }
    }
}

/// The heads of the rows that stand at the left; the first column if there are none.
pub fn keys(table: &Table) -> usize {
    table.columns.iter().take_while(|column| column.row_head).count().clamp(1, table.columns.len().max(1))
}

/// Parts with as equal a number of columns as may be, on upright sheets and in one size; as few as fit.
pub fn split(sizes: &Sizes, keys: usize, room: Room) -> Option<Vec<Part>> {
    let all = sizes.columns.len();
    let own = all.checked_sub(keys).filter(|own| *own > 0)?;
    let sizes = &sizes.some_rows(LOOKED_AT);
    for count in 2..=own {
        let parts: Vec<(Vec<usize>, Range<usize>)> = (0..count)
            .map(|part| keys + own * part / count..keys + own * (part + 1) / count)
            .map(|range| ((0..keys).chain(range.clone()).collect(), range))
            .collect();
        let last = count == own;
        let fitted = |scales: &[(f32, f32)]| -> Option<Vec<Fit>> {
            parts.iter().map(|(picked, _)| fit_to(&sizes.pick(picked), room, scales, false, room.upright)).collect()
        };
        // All parts in the largest size that suits each.
        let found = SCALES[..3].iter().find_map(|scale| fitted(std::slice::from_ref(scale)));
        let found = match found {
            None if last => {
                parts.iter().map(|(picked, _)| fit(&sizes.pick(picked), true, room)).collect::<Option<Vec<_>>>()
            }
            found => found,
        };
        if let Some(fits) = found {
            let parts = parts.into_iter().zip(fits);
            return Some(parts.map(|((picked, own), fit)| Part { picked, own, fit }).collect());
        }
    }
    None
}

/// The table with some of its columns alone.
pub fn part(table: &Table, picked: &[usize]) -> Table {
    let row = |row: &Row| match row {
        Row::Data(cells) => {
            let empty = || Cell { content: CellContent::Text(Vec::new()), csv: Vec::new() };
            Row::Data(picked.iter().map(|index| cells.get(*index).cloned().unwrap_or_else(empty)).collect())
        }
        other => other.clone(),
    };
    Table {
        id: table.id.clone(),
        number: table.number,
        caption: table.caption.clone(),
        columns: picked.iter().filter_map(|index| table.columns.get(*index).cloned()).collect(),
        rows: table.rows.iter().map(row).collect(),
        axis: table.axis.clone(),
        legend: table.legend.clone(),
        foot: table.foot.clone(),
        wide: true,
    }
}

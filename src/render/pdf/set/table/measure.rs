//! Column widths: the largest type and the least wrapping that fit.
//!
//! In this order: as it is; with text columns wrapped to a comfortable width; in smaller type; wrapped to its longest
//! words; on a sheet on its side. Nothing is ever set beyond the sheet.

use super::super::super::style::SMALLEST;
use super::cells::Cells;
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

/// A text column is not wrapped below this unless it must, in points at full size.
const COMFORT: f32 = 88.0;
/// Share of the measure from which on a table takes all of it.
const FULL: f32 = 0.55;
/// Portions in which the room that is left is given away.
const PORTIONS: f32 = 40.0;
/// Scales of the type, largest first.
const SCALES: [f32; 4] = [1.0, 0.94, 0.88, SMALLEST];

/// Fits a table of `cells` to a measure of `text`, of `upright` points, or of `sideways` points.
pub fn fit(table: &Table, cells: &Cells, text: f32, upright: f32, sideways: f32) -> Option<Fit> {
    if table.columns.is_empty() {
        return Some(Fit { scale: 1.0, columns: Vec::new(), gutter: 0.0, width: text, sideways: false });
    }
    let drawn = cells.ticks.iter().any(Option::is_some);
    let narrow = !table.wide && !drawn;
    let upright = upright.max(text);
    for (measure, turned) in [(upright, false), (sideways, true)] {
        if turned && sideways <= upright {
            break;
        }
        let wanted = if narrow && !turned { text } else { measure };
        // Unwrapped, then comfortably wrapped; the text's own measure is preferred to the margin as well.
        for goal in [wanted, measure] {
            if let Some(fit) = try_fit(table, cells, 1.0, goal, Wrap::None, turned) {
                return Some(fit);
            }
        }
        let ways = [
            (Wrap::Comfort, &SCALES[..1]),
            (Wrap::Heads, &SCALES[..3]),
            (Wrap::None, &SCALES[1..3]),
            (Wrap::Least, &SCALES[..]),
        ];
        for (wrap, scales) in ways {
            for scale in scales {
                if let Some(fit) = try_fit(table, cells, *scale, measure, wrap, turned) {
                    return Some(fit);
                }
            }
        }
    }
    None
}

/// What may be wrapped.
#[derive(Clone, Copy, PartialEq)]
enum Wrap {
    /// Nothing.
    None,
    /// Text, to a comfortable width.
    Comfort,
    /// The same, and the heads of numbers.
    Heads,
    /// All but numbers, wherever a line may end.
    Least,
}

fn try_fit(table: &Table, cells: &Cells, scale: f32, measure: f32, wrap: Wrap, sideways: bool) -> Option<Fit> {
    let count = table.columns.len();
    let squares = cells.extents.iter().filter(|extent| extent.most <= 12.0).count();
    // Grids of marks stand closer than words.
    let gutter = if squares * 2 > count { 7.0 } else { 12.0 } * scale;
    let room = measure - gutter * (count - 1) as f32;
    let mut least = Vec::with_capacity(count);
    let mut most = Vec::with_capacity(count);
    for (index, column) in table.columns.iter().enumerate() {
        let (cell, head) = (cells.extents[index], cells.head_extents[index]);
        let natural = cell.most.max(head.most).max(4.0) * scale;
        let words = cell.least.max(head.least).max(4.0) * scale;
        let numbers = column.align == Align::Right || cells.ticks[index].is_some();
        let floor = match wrap {
            Wrap::None => natural,
            // Numbers never wrap; their heads may.
            Wrap::Comfort if numbers => natural,
            Wrap::Heads | Wrap::Least if numbers => (cell.most.max(head.least) * scale).min(natural),
            Wrap::Comfort | Wrap::Heads => (cell.good.max(head.least) * scale).max((COMFORT * scale).min(natural)),
            Wrap::Least => words,
        };
        least.push(floor);
        most.push(natural);
    }
    let needed: f32 = least.iter().sum();
    if needed > room + 0.01 {
        return None;
    }
    let columns = share(table, cells, &least, &most, room, scale);
    let width = columns.iter().sum::<f32>() + gutter * (count - 1) as f32;
    Some(Fit { scale, columns, gutter, width, sideways })
}

/// Gives the room that is left first to columns that wrap, then to a drawn axis, then to text columns.
fn share(table: &Table, cells: &Cells, least: &[f32], most: &[f32], room: f32, scale: f32) -> Vec<f32> {
    let columns = least.to_vec();
    let left = room - columns.iter().sum::<f32>();
    let mut columns = lower(cells, columns, most, left, scale);
    let mut left = room - columns.iter().sum::<f32>();
    if left <= 0.01 {
        return columns;
    }
    let drawn: Vec<_> = (0..columns.len()).filter(|index| cells.ticks[*index].is_some()).collect();
    for index in &drawn {
        let more = (left / drawn.len() as f32).min((room * 0.42 - columns[*index]).max(0.0));
        columns[*index] += more;
    }
    left = room - columns.iter().sum::<f32>();
    let text: Vec<_> = (0..columns.len())
        .filter(|index| table.columns[*index].align == Align::Left && cells.ticks[*index].is_none())
        .collect();
    let all: Vec<_> = (0..columns.len()).collect();
    let takers = if text.is_empty() { &all } else { &text };
    // A table of few short columns stays as narrow as it is pleasant to read across; others share one width.
    let natural: f32 = columns.iter().sum();
    let most_each = if natural >= room * FULL { f32::INFINITY } else { 46.0 };
    for index in takers {
        columns[*index] += (left / takers.len() as f32).min(most_each);
    }
    columns
}

/// Gives wrapping columns what makes the table lowest, a portion at a time: each portion goes to the column that is
/// highest in most rows. A cell's height is taken as its natural width over its column's.
fn lower(cells: &Cells, columns: Vec<f32>, most: &[f32], left: f32, scale: f32) -> Vec<f32> {
    let mut columns = columns;
    let mut left = left;
    let portion = (left / PORTIONS).max(2.0);
    let count = columns.len();
    let heads: Vec<f32> = cells.head_extents.iter().map(|extent| extent.most).collect();
    while left > 0.01 {
        let mut gains = vec![0.0_f32; count];
        for row in cells.naturals.chunks(count).chain([heads.as_slice()]) {
            // The highest cell decides; widening it gains until the second highest does.
            let (mut highest, mut first, mut second) = (0, 1.0_f32, 1.0_f32);
            for (index, natural) in row.iter().enumerate() {
                let lines = if columns[index] < most[index] { natural * scale / columns[index] } else { 1.0 };
                if lines > first {
                    (second, first, highest) = (first, lines, index);
                } else {
                    second = second.max(lines);
                }
            }
            if first > 1.0 {
                let wider = first * columns[highest] / (columns[highest] + portion);
                gains[highest] += first - wider.max(second).max(1.0);
            }
        }
        let best = (0..count).filter(|index| gains[*index] > 0.0).max_by(|a, b| gains[*a].total_cmp(&gains[*b]));
        let Some(best) = best else { break };
        let more = portion.min(left).min(most[best] - columns[best]);
        if more <= 0.0 {
            break;
        }
        columns[best] += more;
        left -= more;
    }
    // What is left goes to those that still lack some, the one that lacks least first.
    let mut wrapping: Vec<usize> = (0..count).filter(|index| most[*index] > columns[*index]).collect();
    wrapping.sort_by(|a, b| (most[*a] - columns[*a]).total_cmp(&(most[*b] - columns[*b])));
    for (served, index) in wrapping.iter().enumerate() {
        let part = left / (wrapping.len() - served) as f32;
        let more = (most[*index] - columns[*index]).min(part).max(0.0);
        columns[*index] += more;
        left -= more;
    }
    columns
}

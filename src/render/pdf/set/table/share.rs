//! The room of a table, shared among its columns.

use super::measure::{ColumnSize, Sizes};

/// Rows that are looked at, spread over the table.
pub const LOOKED_AT: usize = 240;
/// Widths that are tried for a column.
const TRIED: usize = 10;
/// Rounds over all columns.
const ROUNDS: usize = 4;
/// A wrapped text needs more than its natural width, since lines end between words.
const RAGGED: f32 = 1.07;
/// What a broken name costs beside its second line.
const BROKEN: f32 = 0.35;
/// Share of the room that a drawn axis takes at most.
const AXIS: f32 = 0.42;
/// What a column of states is widened by at most.
const SQUARES: f32 = 10.0;

/// Widths of the columns, and how many lines a row then takes on average.
pub fn share(sizes: &Sizes, floors: &[f32], room: f32, scale: f32) -> (Vec<f32>, f32) {
    let naturals: Vec<f32> = sizes.columns.iter().map(|column| column.natural() * scale).collect();
    let naturals: Vec<f32> = naturals.iter().zip(floors).map(|(natural, floor)| natural.max(*floor)).collect();
    if naturals.iter().sum::<f32>() <= room + 0.01 {
        let mut columns = naturals;
        spread(sizes, &mut columns, room);
        return (columns, 1.0);
    }
    let rows = Rows::new(sizes, floors, &naturals, scale);
    let lacks: f32 = naturals.iter().zip(floors).map(|(natural, floor)| natural - floor).sum();
    let left = room - floors.iter().sum::<f32>();
    let part = if lacks > 0.0 { (left / lacks).clamp(0.0, 1.0) } else { 0.0 };
    let mut columns: Vec<f32> =
        naturals.iter().zip(floors).map(|(natural, floor)| floor + (natural - floor) * part).collect();
    let mut least = rows.lines(&columns);
    for _ in 0..ROUNDS {
        let mut better = false;
        for (place, column) in rows.flexible.iter().enumerate() {
            for width in &rows.tried[place] {
                let Some(tried) = moved(&columns, floors, &naturals, *column, *width) else { continue };
                let lines = rows.lines(&tried);
                if lines < least - 1e-4 {
                    (columns, least, better) = (tried, lines, true);
                }
            }
        }
        if !better {
            break;
        }
    }
    spread(sizes, &mut columns, room);
    let least = rows.lines(&columns);
    (columns, least)
}

/// The columns with one at another width: the others give what they can spare, or take what they lack.
fn moved(columns: &[f32], floors: &[f32], naturals: &[f32], column: usize, width: f32) -> Option<Vec<f32>> {
    let width = width.clamp(floors[column], naturals[column]);
    let more = width - columns[column];
    let mut moved = columns.to_vec();
    moved[column] = width;
    let others = || (0..columns.len()).filter(|other| *other != column);
    let bounds = if more > 0.0 { floors } else { naturals };
    let spare: f32 = others().map(|other| (columns[other] - bounds[other]).abs()).sum();
    if more.abs() < 0.01 || more > spare + 0.01 {
        return None;
    }
    let part = if spare > 0.0 { (more.abs() / spare).min(1.0) } else { 0.0 };
    for other in others() {
        moved[other] += (bounds[other] - columns[other]) * part;
    }
    Some(moved)
}

/// Gives what no column lacks first to a drawn axis, then to all by their widths.
fn spread(sizes: &Sizes, columns: &mut [f32], room: f32) {
    let left = |columns: &[f32]| (room - columns.iter().sum::<f32>()).max(0.0);
    let of = |wanted: fn(&ColumnSize) -> bool| -> Vec<usize> {
        (0..columns.len()).filter(|index| wanted(&sizes.columns[*index])).collect()
    };
    let (drawn, squares) = (of(|column| column.drawn), of(ColumnSize::square));
    let others = of(|column| !column.drawn && !column.square());
    for index in &drawn {
        let more = (left(columns) / drawn.len() as f32).min((room * AXIS - columns[*index]).max(0.0));
        columns[*index] += more;
    }
    let more = if others.is_empty() { f32::INFINITY } else { SQUARES };
    let each = (left(columns) / squares.len().max(1) as f32).min(more);
    for index in &squares {
        columns[*index] += each;
    }
    let rest = left(columns);
    let others = if others.is_empty() { drawn } else { others };
    let weights: f32 = others.iter().map(|index| columns[*index] + 20.0).sum();
    for index in others {
        columns[index] += rest * (columns[index] + 20.0) / weights.max(1.0);
    }
}

/// Cells of the columns that may wrap.
struct Rows {
    flexible: Vec<usize>,
    tried: Vec<Vec<f32>>,
    /// Row by row, one a flexible column: natural width, and true for a name.
    cells: Vec<(f32, bool)>,
}

impl Rows {
    fn new(sizes: &Sizes, floors: &[f32], naturals: &[f32], scale: f32) -> Self {
        let count = sizes.columns.len().max(1);
        let flexible: Vec<usize> = (0..count).filter(|index| naturals[*index] > floors[*index] + 0.01).collect();
        let rows = sizes.cells.len() / count;
        let step = rows.div_ceil(LOOKED_AT).max(1);
        let cells: Vec<(f32, bool)> = sizes
            .cells
            .chunks(count)
            .step_by(step)
            .flat_map(|row| {
                flexible.iter().filter_map(|index| row.get(*index).map(|cell| (cell.natural * scale, cell.name)))
            })
            .collect();
        let tried = (0..flexible.len())
            .map(|place| {
                let mut widths: Vec<f32> =
                    cells.iter().skip(place).step_by(flexible.len()).map(|cell| cell.0 + 0.02).collect();
                widths.sort_by(f32::total_cmp);
                widths.dedup_by(|a, b| (*a - *b).abs() < 1.0);
                let most = widths.last().copied().unwrap_or(0.0);
                let every = widths.len().div_ceil(TRIED).max(1);
                let mut tried: Vec<f32> = widths.iter().rev().step_by(every).copied().collect();
                tried.extend([most * RAGGED / 2.0, most * RAGGED / 3.0, 0.0]);
                tried
            })
            .collect();
        Rows { flexible, tried, cells }
    }

    /// Lines that a row takes on average.
    fn lines(&self, columns: &[f32]) -> f32 {
        let mut sum = 0.0_f32;
        let mut rows = 0_u32;
        for row in self.cells.chunks(self.flexible.len().max(1)) {
            let (mut most, mut all) = (1.0_f32, 0.0_f32);
            for (cell, column) in row.iter().zip(&self.flexible) {
                let width = columns[*column].max(1.0);
                if cell.0 > width + 0.01 {
                    let times = cell.0 * RAGGED / width;
                    let lines = (0.75 * times.ceil() + 0.25 * times).max(2.0);
                    let lines = lines + if cell.1 { BROKEN } else { 0.0 };
                    all += lines - 1.0;
                    most = most.max(lines);
                }
            }
            sum += most + 0.05 * all;
            rows += 1;
        }
        sum / rows.max(1) as f32
    }
}

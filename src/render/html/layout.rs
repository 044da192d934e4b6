//! How a table is laid out, found from its columns and rows once, before any of them is set.

use crate::document::visit::plain;
use crate::document::{Align, Cell, CellContent, Column, Inline, Row, Table, Target};

/// The layout of a table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    folds: Vec<Fold>,
    drawn: Vec<bool>,
    wordy: Vec<bool>,
    /// For each row, which rows its first cell leads.
    pub(super) leads: Vec<Lead>,
    /// Columns that say the same in all rows that one cell leads, and so are set once for them too.
    shared: Vec<bool>,
    /// Heads over several columns, left to right.
    pub(super) spanners: Vec<Spanner>,
    /// True where a name is too long for a column, so that it has to be broken somewhere.
    pub(super) has_long_names: bool,
    /// True where cells show what became of something.
    pub(super) has_states: bool,
}

/// What a narrow screen does with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// It stays.
    Stays,
    /// It is hidden, and its cells are shown small in the column with this index.
    Into(usize),
}

/// Whether a first cell leads the rows below it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// Its own row alone.
    Alone,
    /// This row and the following, so many in all.
    Over(u64),
    /// The row is led by a cell above.
    Within,
}

/// A head over several columns: the word that their own heads begin with, as in `Block 0`, `Block 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spanner {
    /// The first column.
    pub(super) from: usize,
    /// How many columns.
    pub(super) count: usize,
    /// The word.
    pub(super) word: String,
}

impl Layout {
    pub(super) fn of(table: &Table) -> Self {
        let first = table.rows.iter().find_map(|row| match row {
            Row::Data(cells) => Some(cells.as_slice()),
            Row::Group(_) | Row::Missing { .. } => None,
        });
        let drawn = table.columns.iter().enumerate().map(|(index, column)| {
            match first.and_then(|cells| cells.get(index)) {
                // A row without an interval leaves its cell empty.
                Some(_) => table.rows.iter().any(|row| match row {
                    Row::Data(cells) => {
                        matches!(cells.get(index).map(|cell| &cell.content), Some(CellContent::Interval(_)))
                    }
                    Row::Group(_) | Row::Missing { .. } => false,
                }),
                // Without a row to look at, a drawn column is known by having no values in the CSV twin.
                None => column.csv.is_empty() && column.align == Align::Center,
            }
        });
        let leads = leads(table);
        let shared = shared(table, &leads);
        Layout {
            drawn: drawn.collect(),
            wordy: (0..table.columns.len()).map(|column| is_wordy(table, column)).collect(),
            folds: folds(table, first.unwrap_or_default(), &shared),
            leads,
            shared,
            spanners: spanners(table),
            has_long_names: table.rows.iter().any(has_long_name),
            has_states: has_states(first.unwrap_or_default()),
        }
    }

    /// What a narrow screen does with a column.
    pub(super) fn fold(&self, column: usize) -> Fold {
        self.folds.get(column).copied().unwrap_or(Fold::Stays)
    }

    /// True for a column that is set once for all rows that one cell leads.
    pub(super) fn is_shared(&self, column: usize) -> bool {
        self.shared.get(column).copied().unwrap_or(false)
    }

    /// True for a column of phrases, which a narrow screen should not set a word a line.
    pub(super) fn is_wordy(&self, column: usize) -> bool {
        self.wordy.get(column).copied().unwrap_or(false)
    }

    /// True for a column of drawn intervals.
    pub(super) fn is_drawn(&self, column: usize) -> bool {
        self.drawn.get(column).copied().unwrap_or(false)
    }
}

fn is_wordy(table: &Table, column: usize) -> bool {
    const PHRASE: usize = 24;
    table.rows.iter().any(|row| match row {
        Row::Data(cells) => matches!(cells.get(column).map(|cell| &cell.content), Some(CellContent::Text(content)) if {
            let text = plain(content);
            text.contains(' ') && text.chars().count() > PHRASE
        }),
        Row::Group(_) | Row::Missing { .. } => false,
    })
}

/// Neighbouring columns of marks whose heads begin with the same word; it would not fit over each of them.
fn spanners(table: &Table) -> Vec<Spanner> {
    let word = |column: &Column| match column.head.rsplit_once(' ') {
        Some((word, own)) if column.align == Align::Center && !column.head_hidden && !own.is_empty() => {
            Some(word.to_string())
        }
        _ => None,
    };
    let mut spanners: Vec<Spanner> = Vec::new();
    for (index, column) in table.columns.iter().enumerate() {
        let Some(word) = word(column) else { continue };
        match spanners.last_mut() {
            Some(last) if last.word == word && last.from + last.count == index => last.count += 1,
            _ => spanners.push(Spanner { from: index, count: 1, word }),
        }
    }
    spanners.retain(|spanner| spanner.count > 1);
    spanners
}

/// In tables with drawn intervals, the words of an interval fold under the number before them, and a reading folds under
/// the head of its row. In tables of states, what rows share folds under the head that leads them.
fn folds(table: &Table, cells: &[Cell], shared: &[bool]) -> Vec<Fold> {
    let mut number = None;
    let has_states = has_states(cells);
    let fold = |((index, column), shared): ((usize, &Column), &bool)| match cells.get(index).map(|cell| &cell.content) {
        _ if *shared && index > 0 && has_states => Fold::Into(0),
        _ if table.axis.is_none() || column.row_head => Fold::Stays,
        Some(CellContent::Reading(_)) if index > 0 => Fold::Into(0),
        Some(CellContent::Text(_)) if column.csv.len() > 1 => number.map_or(Fold::Stays, Fold::Into),
        Some(CellContent::Text(_)) => {
            number = Some(index);
            Fold::Stays
        }
        _ => Fold::Stays,
    };
    table.columns.iter().enumerate().zip(shared).map(fold).collect()
}

/// The first column where cells lead rows, and columns of words that hold in all rows so led, everywhere.
fn shared(table: &Table, leads: &[Lead]) -> Vec<bool> {
    let any = leads.contains(&Lead::Within);
    let candidate =
        |(index, column): (usize, &Column)| any && (index == 0 || (!column.row_head && column.align == Align::Left));
    let mut shared: Vec<bool> = table.columns.iter().enumerate().map(candidate).collect();
    let mut leading: &[Cell] = &[];
    for (row, lead) in table.rows.iter().zip(leads) {
        match (row, lead) {
            (Row::Data(cells), Lead::Within) => {
                for (index, shared) in shared.iter_mut().enumerate() {
                    *shared &= matches!((leading.get(index), cells.get(index)), (Some(a), Some(b)) if repeats(a, b));
                }
            }
            (Row::Data(cells), _) => leading = cells,
            _ => {}
        }
    }
    shared
}

/// A first cell that the rows below leave blank, with the same values, is set once for all of them; where the heads of
/// rows stand in the second column, also one that they repeat.
fn leads(table: &Table) -> Vec<Lead> {
    let mut leads = vec![Lead::Alone; table.rows.len()];
    let heads_in_second = table.columns.get(1).is_some_and(|second| second.row_head);
    let mut start = 0;
    while let Some(row) = table.rows.get(start) {
        let leading = first_cell(row).filter(|cell| !is_blank(cell));
        let led = |row: &&Row| match (leading, first_cell(row)) {
            (Some(above), Some(below)) => repeats(above, below) && (heads_in_second || is_blank(below)),
            _ => false,
        };
        let run = 1 + table.rows.iter().skip(start + 1).take_while(led).count();
        if run > 1 {
            for (offset, lead) in leads.iter_mut().skip(start).take(run).enumerate() {
                *lead = if offset == 0 { Lead::Over(run as u64) } else { Lead::Within };
            }
        }
        start += run;
    }
    leads
}

/// True where a cell says the same as the one above it, or leaves it to that one.
fn repeats(above: &Cell, below: &Cell) -> bool {
    above.csv == below.csv && (is_blank(below) || above.content == below.content)
}

fn is_blank(cell: &Cell) -> bool {
    matches!(&cell.content, CellContent::Text(content) if plain(content).trim().is_empty())
}

fn first_cell(row: &Row) -> Option<&Cell> {
    match row {
        Row::Data(cells) => cells.first(),
        Row::Group(_) | Row::Missing { .. } => None,
    }
}

fn has_states(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| matches!(cell.content, CellContent::State(_)))
}

/// True where a row holds a word that no column has room for, as generated names of benchmarks can be.
fn has_long_name(row: &Row) -> bool {
    const LONG: usize = 40;
    let is_long = |inlines: &[Inline]| plain(inlines).split_whitespace().any(|word| word.chars().count() > LONG);
    match row {
        Row::Group(content) | Row::Missing { what: content, .. } => is_long(content),
        Row::Data(cells) => {
            cells.iter().any(|cell| matches!(&cell.content, CellContent::Text(content) if is_long(content)))
        }
    }
}

/// True where a row begins with a link to a file and holds a SHA-256: its hash can then be computed anew.
pub(super) fn has_hashes(table: &Table) -> bool {
    table.rows.iter().any(|row| match row {
        Row::Data(cells) => {
            cells.first().is_some_and(links_to_file)
                && cells.iter().flat_map(|cell| &cell.csv).any(|value| is_sha256(value))
        }
        Row::Group(_) | Row::Missing { .. } => false,
    })
}

fn links_to_file(cell: &Cell) -> bool {
    let is_file = |inline: &Inline| matches!(inline, Inline::Link { target: Target::File(_), .. });
    matches!(&cell.content, CellContent::Text(content) if content.iter().any(is_file))
}

fn is_sha256(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

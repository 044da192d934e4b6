//! Tables in GitHub's form: one line a row, drawn intervals left out, shapes beside their words.

use crate::document::table::StateShape;
use crate::document::{Align, Cell, CellContent, Inline, Inlines, Row, Shape, State, Table};

use super::anchors::Links;
use super::escape::Where;
use super::inline;

/// A table with its caption, legend and remarks.
pub fn write(table: &Table, links: &mut Links<'_>) -> String {
    let mut parts = vec![caption("Table", table.number, &table.caption, links), grid(table, links)];
    if !table.legend.is_empty() {
        let entry = |(state, count): &(State, u64)| {
            format!("{} {} ({count})", state_letter(state.shape), inline::text(&state.word, Where::Paragraph))
        };
        parts.push(table.legend.iter().map(entry).collect::<Vec<_>>().join(", "));
    }
    for remark in &table.foot {
        parts.push(inline::write(remark, Where::Paragraph, links));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// `**Table 1.** What it shows`; without a number the words alone.
pub fn caption(kind: &str, number: u32, content: &Inlines, links: &mut Links<'_>) -> String {
    let words = inline::write(content, Where::Paragraph, links);
    if number == 0 { words } else { format!("**{kind} {number}.** {words}").trim_end().to_owned() }
}

/// Columns that are drawn intervals, or nothing, in every row are left out.
fn shown(table: &Table) -> Vec<usize> {
    let drawn = |at: usize| {
        let mut cells = table.rows.iter().filter_map(|row| match row {
            Row::Data(cells) => cells.get(at),
            _ => None,
        });
        // A row without an interval leaves its cell empty.
        let is_interval = |cell: &Cell| matches!(cell.content, CellContent::Interval(_));
        let is_empty = |cell: &Cell| matches!(&cell.content, CellContent::Text(words) if words.is_empty());
        let some = cells.clone().any(is_interval);
        some && cells.all(|cell| is_interval(cell) || is_empty(cell))
    };
    (0..table.columns.len()).filter(|at| !drawn(*at)).collect()
}

fn grid(table: &Table, links: &mut Links<'_>) -> String {
    let shown = shown(table);
    if shown.is_empty() {
        return String::new();
    }
    let columns = || shown.iter().filter_map(|at| table.columns.get(*at));
    let heads = columns().map(|column| {
        let head = inline::text(&column.head, Where::Cell);
        let unit = inline::text(&column.unit, Where::Cell);
        if unit.is_empty() { head } else { format!("{head} ({unit})") }
    });
    let rules = columns().map(|column| {
        match column.align {
            Align::Left => ":---",
            Align::Right => "---:",
            Align::Center => ":---:",
        }
        .to_owned()
    });
    let mut lines = vec![line(heads.collect()), line(rules.collect())];
    for row in &table.rows {
        let mut cells = Vec::new();
        match row {
            Row::Group(content) => {
                let words = inline::write(&[Inline::Strong(content.clone())], Where::Cell, links);
                cells.push(words);
                cells.resize(shown.len(), String::new());
            }
            Row::Missing { what, reason, .. } => {
                let what = inline::write(what, Where::Cell, links);
                let reason = inline::write(&[Inline::Missing { reason: reason.clone() }], Where::Cell, links);
                if shown.len() == 1 {
                    cells.push(format!("{what} {reason}"));
                } else {
                    cells.extend([what, reason]);
                    // No cell of a row that was not obtained is left blank: a blank could be read as zero.
                    cells.resize(shown.len(), "N/A".to_owned());
                }
            }
            Row::Data(data) => {
                for at in &shown {
                    cells.push(data.get(*at).map_or_else(String::new, |data| cell(data, &table.legend, links)));
                }
            }
        }
        lines.push(line(cells));
    }
    lines.join("\n")
}

fn line(cells: Vec<String>) -> String {
    let mut out = String::from("|");
    for cell in cells {
        if !cell.is_empty() {
            out.push(' ');
            out.push_str(&cell);
        }
        out.push_str(" |");
    }
    out
}

fn cell(cell: &Cell, legend: &[(State, u64)], links: &mut Links<'_>) -> String {
    match &cell.content {
        CellContent::Text(content) => inline::write(content, Where::Cell, links),
        // In a column that also holds text: what the drawing says in words.
        CellContent::Interval(mark) => inline::text(&mark.alt, Where::Cell),
        CellContent::Reading(reading) => {
            let letter = match reading.shape {
                Shape::Disc => "●",
                Shape::Diamond => "◆",
                Shape::Ring => "○",
            };
            format!("{letter} {}", inline::text(&reading.word, Where::Cell))
        }
        CellContent::State(state) => {
            let letter = state_letter(state.shape);
            let mut same = legend.iter().filter(|(other, _)| other.shape == state.shape);
            // The letter alone where the legend gives it this meaning and no other.
            let explained = same.next().is_some_and(|(other, _)| other.word == state.word) && same.next().is_none();
            if explained { letter.to_owned() } else { format!("{letter} {}", inline::text(&state.word, Where::Cell)) }
        }
    }
}

fn state_letter(shape: StateShape) -> &'static str {
    match shape {
        StateShape::Filled => "■",
        StateShape::Half => "◧",
        StateShape::Crossed => "☒",
        StateShape::Dotted => "□",
    }
}

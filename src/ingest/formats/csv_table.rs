//! A table with a header, whose rows know their lines and whose plain fields know their places.

use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, quote};

use super::json_values::RESTORE;

/// Codes of the problems that a table has, by format.
pub struct Codes {
    /// A row that can't be read, or has another number of fields than the header.
    pub row: &'static str,
    /// A header that lacks a column or names one twice.
    pub header: &'static str,
}

/// A row.
pub struct Row<'a> {
    /// Its line, from 1.
    pub line: u32,
    /// Its fields.
    pub fields: Vec<String>,
    /// The place of each field; of a row with quotes only the line is certain.
    pub spans: Vec<Span>,
    /// As it stands in the file, without its end.
    pub raw: &'a str,
}

impl Row<'_> {
    /// The text of a column; empty if there is none.
    pub fn text(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }

    /// The place of a column.
    pub fn span(&self, column: usize) -> Span {
        self.spans.get(column).copied().unwrap_or_default()
    }
}

/// Reads the rows from a byte on, the header first. Rows may have any number of fields.
pub fn rows<'a>(source: &'a Source, from: usize, codes: &Codes) -> Outcome<Vec<Row<'a>>> {
    let text = source.text.get(from..).unwrap_or("");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        match record {
            Ok(record) => rows.push(row(source, from, &record)),
            Err(error) => {
                let cause = format!("the row can't be read: {error}");
                let start = from + error.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
                return Err(vec![source.problem(codes.row, Span { start, length: 0 }, cause, RESTORE)]);
            }
        }
    }
    Ok(rows)
}

fn row<'a>(source: &'a Source, from: usize, record: &csv::StringRecord) -> Row<'a> {
    let byte = record.position().map_or(0, csv::Position::byte);
    let mut start = from + usize::try_from(byte).unwrap_or(0);
    // The reader skips empty lines after it notes where it stands.
    let rest = source.text.get(start..).unwrap_or("");
    start += rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    let raw = source.text.get(start..).unwrap_or("").split(['\r', '\n']).next().unwrap_or("");
    let fields: Vec<String> = record.iter().map(str::to_owned).collect();
    let as_written = raw == fields.join(",");
    let mut at = start;
    let mut spans = Vec::with_capacity(fields.len());
    for field in &fields {
        spans.push(if as_written { Span { start: at, length: field.len() } } else { Span { start, length: 0 } });
        at += field.len() + 1;
    }
    Row { line: source.line_at(start), fields, spans, raw }
}

/// Whether the header has every column of `needed` and none twice.
pub fn check_header(source: &Source, header: &Row<'_>, needed: &[&str], codes: &Codes) -> Problems {
    let mut problems = Vec::new();
    for name in needed.iter().filter(|name| !header.fields.iter().any(|field| field == *name)) {
        let cause = format!("the header has no column {}", quote(name));
        problems.push(source.problem(codes.header, header.span(0), cause, RESTORE));
    }
    for (index, name) in header.fields.iter().enumerate() {
        if header.fields.iter().take(index).any(|earlier| earlier == name) {
            let cause = format!("the header names the column {} twice", quote(name));
            problems.push(source.problem(codes.header, header.span(index), cause, RESTORE));
        }
    }
    problems
}

/// The problem that a row has another number of fields than the header, if it has.
pub fn check_width(source: &Source, header: &Row<'_>, row: &Row<'_>, codes: &Codes) -> Option<Problem> {
    let (has, expected) = (row.fields.len(), header.fields.len());
    (has != expected).then(|| {
        let comma = if has > expected { "; is a comma meant as a decimal point?" } else { "" };
        let cause = format!("the row has {has} fields, but the header has {expected}{comma}");
        source.problem(codes.row, row.span(0), cause, RESTORE)
    })
}

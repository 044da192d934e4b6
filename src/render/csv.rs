//! The CSV twin of a table: the same rows, unrounded, for machines.
//!
//! RFC 4180 with `\n` at the end of lines. One header line, names from [`Column::csv`](crate::document::Column::csv);
//! group heads become a leading column, so that every line says all of its row.

use std::borrow::Cow;

use crate::document::{Row, Table, visit};
use crate::problem::{Kind, Outcome, Place, Problem};

/// The twin of `table`, as UTF-8 without a byte order mark.
///
/// # Errors
/// Rows that have not as many cells as the table has columns, cells that have not as many values as their column has
/// names in the twin, and names that occur twice; all of them.
pub fn twin(table: &Table) -> Outcome<Vec<u8>> {
    let mut problems = Vec::new();
    let mut refuse = |code: &'static str, cause: String| {
        problems.push(Problem::new(
            Kind::Output,
            code,
            Place::file(format!("{}.csv", table.id)),
            cause,
            "give each cell the values that its column names, in the code that makes the table",
        ));
    };
    let grouped = table.rows.iter().any(|row| matches!(row, Row::Group(_)));
    let mut header: Vec<&str> = if grouped { vec!["group"] } else { Vec::new() };
    header.extend(table.columns.iter().flat_map(|column| &column.csv).map(String::as_str));
    for (at, name) in header.iter().enumerate() {
        if header.iter().take(at).any(|earlier| earlier == name) {
            refuse("csv::name", format!("the column \u{201c}{name}\u{201d} occurs twice"));
        }
    }
    let names = header.len() - usize::from(grouped);
    let mut lines: Vec<Vec<Cow<'_, str>>> = Vec::new();
    let mut group = String::new();
    for (at, row) in table.rows.iter().enumerate() {
        let row_number = at + 1;
        let mut line = if grouped { vec![Cow::Owned(group.clone())] } else { Vec::new() };
        match row {
            Row::Group(content) => {
                group = visit::plain(content);
                continue;
            }
            Row::Data(cells) => {
                if cells.len() != table.columns.len() {
                    let (have, want) = (cells.len(), table.columns.len());
                    refuse("csv::cells", format!("row {row_number} has {have} cells for {want} columns"));
                    continue;
                }
                for (cell, column) in cells.iter().zip(&table.columns) {
                    if cell.csv.len() != column.csv.len() {
                        let (have, want, head) = (cell.csv.len(), column.csv.len(), &column.head);
                        let cause = format!(
                            "row {row_number}, column \u{201c}{head}\u{201d}: {have} values where the column names {want}"
                        );
                        refuse("csv::values", cause);
                    }
                    line.extend(cell.csv.iter().map(Cow::from));
                }
            }
            Row::Missing { csv, .. } => {
                if csv.len() != names {
                    let have = csv.len();
                    refuse(
                        "csv::values",
                        format!("row {row_number} is missing and has {have} values for {names} columns"),
                    );
                }
                line.extend(csv.iter().map(Cow::from));
            }
        }
        lines.push(line);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    write(&header, &lines).map_err(|error| {
        let place = Place::file(format!("{}.csv", table.id));
        vec![Problem::new(Kind::Output, "csv::write", place, error, "report it with the campaign that shows it")]
    })
}

fn write(header: &[&str], lines: &[Vec<Cow<'_, str>>]) -> Result<Vec<u8>, String> {
    if header.is_empty() {
        return Ok(Vec::new());
    }
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(header).map_err(|error| error.to_string())?;
    for line in lines {
        writer.write_record(line.iter().map(|cell| cell.as_bytes())).map_err(|error| error.to_string())?;
    }
    writer.into_inner().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Align, Cell, CellContent, Column, Inline};
    use proptest::prelude::*;

    fn table(columns: Vec<Column>, rows: Vec<Row>) -> Table {
        Table { id: "ratios".into(), number: 1, caption: vec![], columns, rows, ..Table::default() }
    }

    fn interval_columns() -> Vec<Column> {
        let low_high = vec!["low".to_owned(), "high".to_owned()];
        let drawn = Column { csv: vec![], align: Align::Center, ..Column::text("drawn") };
        vec![Column::text("metric"), Column { csv: low_high, ..Column::text("interval") }, drawn]
    }

    fn interval_row(metric: &str) -> Row {
        let interval = Cell::new(vec![Inline::text("[0.98, 1.02]")], vec!["0.984".into(), "1.021".into()]);
        let drawn = Cell { content: CellContent::Text(vec![]), csv: vec![] };
        Row::Data(vec![Cell::text(metric), interval, drawn])
    }

    #[test]
    fn groups_become_a_column_and_missing_rows_say_so() {
        let missing = Row::Missing {
            what: vec![Inline::text("case b")],
            reason: "never started".into(),
            csv: vec!["ns/op".into(), "N/A (never started)".into(), "N/A (never started)".into()],
        };
        let rows = vec![
            interval_row("B/op"),
            Row::Group(vec![Inline::text("final, \"before\"")]),
            interval_row("ns/op"),
            missing,
        ];
        assert_eq!(
            String::from_utf8(twin(&table(interval_columns(), rows)).unwrap()).unwrap(),
            "group,metric,low,high\n\
             ,B/op,0.984,1.021\n\
             \"final, \"\"before\"\"\",ns/op,0.984,1.021\n\
             \"final, \"\"before\"\"\",ns/op,N/A (never started),N/A (never started)\n"
        );
    }

    #[test]
    fn a_table_without_groups_has_no_group_column() {
        let bytes = twin(&table(interval_columns(), vec![interval_row("B/op")])).unwrap();
        assert_eq!(bytes, b"metric,low,high\nB/op,0.984,1.021\n");
    }

    #[test]
    fn values_that_do_not_match_their_columns_are_refused_all_at_once() {
        let too_many = Row::Data(vec![
            Cell::new(vec![], vec!["a".into(), "b".into()]),
            Cell::new(vec![], vec!["1".into(), "2".into()]),
            Cell::new(vec![], vec![]),
        ]);
        let too_few_cells = Row::Data(vec![Cell::text("a")]);
        let missing = Row::Missing { what: vec![], reason: "x".into(), csv: vec!["a".into()] };
        let problems = twin(&table(interval_columns(), vec![too_many, too_few_cells, missing])).unwrap_err();
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["csv::values", "csv::cells", "csv::values"]);
        assert!(problems.iter().all(|problem| problem.kind == Kind::Output && problem.place.file == "ratios.csv"));
        assert!(problems[0].cause.contains("row 1, column \u{201c}metric\u{201d}: 2 values"), "{}", problems[0].cause);
    }

    #[test]
    fn a_name_that_occurs_twice_is_refused() {
        let columns = vec![Column::text("group"), Column::text("a"), Column::text("a")];
        let rows = vec![Row::Group(vec![]), Row::Data(vec![Cell::text(""), Cell::text(""), Cell::text("")])];
        let problems = twin(&table(columns, rows)).unwrap_err();
        assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["csv::name", "csv::name"]);
    }

    proptest! {
        #[test]
        fn any_text_reads_back(cells in proptest::collection::vec(("\\PC{0,12}|[\",\r\n;=+-]{0,6}", ".{0,8}"), 0..6)) {
            let rows = cells.iter().map(|(a, b)| Row::Data(vec![Cell::text(a), Cell::text(b)])).collect();
            let bytes = twin(&table(vec![Column::text("a"), Column::text("b")], rows)).unwrap();
            let mut reader = csv::Reader::from_reader(bytes.as_slice());
            let read: Vec<(String, String)> =
                reader.records().map(|record| { let record = record.unwrap(); (record[0].to_owned(), record[1].to_owned()) }).collect();
            prop_assert_eq!(read, cells);
        }
    }
}

//! Tables: their width, their length, and the axes in their columns.

use super::*;

fn numbers(columns: usize, rows: usize) -> Table {
    let heads = (0..columns).map(|column| Column::number(format!("metric {column}"), "ns/op")).collect();
    let data = (0..rows)
        .map(|row| Row::Data((0..columns).map(|column| Cell::text(format!("{row},{column:03}.5"))).collect()))
        .collect();
    table("t-wide", 1, heads, data)
}

#[test]
fn a_wide_table_shrinks_then_turns_its_sheet_then_is_refused() {
    let sizes = |columns: usize| {
        let pdf = pdf(vec![p("before"), Block::Table(Box::new(numbers(columns, 3))), p("after")]);
        text::assert_inside(&pdf.bytes);
        text::media_boxes(&pdf.bytes)
    };
    assert_eq!(sizes(9), vec![(595, 841)], "shrunk");
    assert_eq!(sizes(16), vec![(595, 841), (841, 595)], "turned, and the text after it fills the upright page");
    let wide = Document { blocks: vec![Block::Table(Box::new(numbers(60, 3)))], ..empty("d1") };
    let problems = made(&[&wide]).expect_err("too wide");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].kind, Kind::Output);
    assert!(problems[0].cause.contains("t-wide"), "{}", problems[0]);
}

#[test]
fn a_long_table_repeats_its_head_and_loses_no_row() {
    let pdf = pdf(vec![Block::Table(Box::new(samples(200)))]);
    let pages = pages(&pdf);
    assert!(pages.len() >= 4);
    for page in &pages {
        assert!(page.contains("File, line") && page.contains("allocs/op"), "a page without a head");
    }
    for page in &pages[1..] {
        assert!(page.contains("Table 9, continued"));
    }
    let text = pages.join("\n");
    for row in 0..200 {
        assert_eq!(text.matches(&format!("logs/{row:03}.log")).count(), 1, "row {row}");
    }
    let rows_on_last = pages[pages.len() - 1].matches("logs/").count();
    assert!(rows_on_last >= 2, "a row alone on the last page");
    let found = structure::structure(&pdf.bytes);
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!(found.kinds.get("THead"), Some(&1), "later heads are decoration");
}

#[test]
fn a_row_higher_than_a_page_goes_on_overleaf() {
    let long = "word ".repeat(4_000);
    let rows =
        vec![Row::Data(vec![Cell::text("a"), Cell::text(long)]), Row::Data(vec![Cell::text("b"), Cell::text("end")])];
    let pdf = pdf(vec![Block::Table(Box::new(table("t", 1, vec![Column::text("A"), Column::text("B")], rows)))]);
    assert!(pdf.pages >= 3);
    assert_eq!(flat(&pages(&pdf).join("")).matches("word").count(), 4_000);
    text::assert_inside(&pdf.bytes);
}

#[test]
fn an_axis_that_is_none_and_one_that_makes_no_sense_are_set() {
    let odd = |axis| Table { axis, ..ratios("t", 1) };
    let axis = |low, high, reference| {
        Some(Axis { low, high, ticks: vec![(f64::NAN, "?".into()), (1.0, "1".into())], reference })
    };
    let tables = [None, axis(1.0, 1.0, 1.0), axis(f64::NAN, 0.0, f64::INFINITY), axis(-1.0, 2.0, 0.0)];
    let pdf = pdf(tables.map(|axis| Block::Table(Box::new(odd(axis)))).into());
    assert!(
        pages(&pdf).join("").contains("ns/op: 1.002, interval 0.984 to 1.021"),
        "without an axis the words stand in"
    );
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
    text::assert_inside(&pdf.bytes);
}

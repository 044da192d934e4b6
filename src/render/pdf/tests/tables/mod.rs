//! Tables: their width, their length, and the axes in their columns.

mod laid;

use super::*;

fn numbers(columns: usize, rows: usize) -> Table {
    let heads = (0..columns).map(|column| Column::number(format!("metric {column}"), "ns/op")).collect();
    let data = (0..rows)
        .map(|row| Row::Data((0..columns).map(|column| Cell::text(format!("{row},{column:03}.5"))).collect()))
        .collect();
    table("t-wide", 1, heads, data)
}

fn code(text: String) -> Cell {
    Cell::new(vec![Inline::Code(text)], vec![])
}

#[test]
fn a_wide_table_shrinks_then_turns_its_sheet_then_is_split_by_columns() {
    let sizes = |columns: usize| {
        let pdf = pdf(vec![p("before"), Block::Table(Box::new(numbers(columns, 3))), p("after")]);
        text::assert_inside(&pdf.bytes);
        text::media_boxes(&pdf.bytes)
    };
    assert_eq!(sizes(9), vec![(595, 841)], "shrunk");
    assert_eq!(sizes(16), vec![(595, 841), (841, 595)], "turned, and the text after it fills the upright page");
    assert_eq!(sizes(40), vec![(595, 841)], "split into parts that stand upright");
}

#[test]
fn parts_of_a_split_table_repeat_the_keys_and_lose_no_cell() {
    for columns in [24, 60] {
        let mut table = numbers(columns, 5);
        table.columns[0] = Column::text("Process").as_row_head();
        table.caption = vec![t("Many metrics.")];
        table.foot = vec![vec![t("A remark.")]];
        for (index, row) in table.rows.iter_mut().enumerate() {
            let Row::Data(cells) = row else { continue };
            cells[0] = code(format!("logs/{index:03}.log:7"));
        }
        let pdf = pdf(vec![Block::Table(Box::new(table))]);
        text::assert_inside(&pdf.bytes);
        let text = pages(&pdf).join("\n");
        let parts = text.matches(&format!("of {columns})")).count();
        assert!(parts >= 2 && parts <= columns / 5, "{parts} parts for {columns} columns");
        assert!(text.contains("Many metrics. (columns 1\u{2013}"), "{text}");
        assert_eq!(text.matches("Table 1, continued (columns ").count(), parts - 1);
        assert_eq!(text.matches("A remark.").count(), 1, "remarks stand below the last part");
        for row in 0..5 {
            assert_eq!(text.matches(&format!("logs/{row:03}.log:7")).count(), parts, "keys of row {row}");
            for column in 1..columns {
                assert_eq!(text.matches(&format!("{row},{column:03}.5")).count(), 1, "row {row}, column {column}");
            }
        }
        let found = structure::structure(&pdf.bytes);
        assert_eq!(found.faults, Vec::<String>::new());
        assert_eq!(found.kinds.get("Table"), Some(&parts), "nothing is left of the table that no sheet holds");
        assert_eq!(
            found.kinds.get("TH"),
            Some(&(columns - 1 + parts * 6)),
            "heads of columns, and of rows in each part"
        );
    }
}

#[test]
fn notes_marked_in_a_split_table_are_set_once() {
    let mut table = numbers(30, 2);
    table.columns[0] = Column::text("Process").as_row_head();
    let Row::Data(cells) = &mut table.rows[0] else { unreachable!("a row of cells") };
    let link = |url: &str| Inline::Link { target: Target::Url(url.into()), content: vec![t("page")] };
    cells[0] = Cell::new(vec![t("a"), Inline::NoteMark(0), link("https://example.org/one")], vec![]);
    let document = Document {
        blocks: vec![p("before"), Block::Table(Box::new(table))],
        notes: vec![vec![p("What the note says.")]],
        ..empty("d1")
    };
    let pdf = made(&[&document]).expect("a PDF");
    let text = pages(&pdf).join("\n");
    assert_eq!(text.matches("What the note says.").count(), 1, "{text}");
    assert_eq!(flat(&text).matches("https://example.org/one").count(), 1, "{text}");
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
}

#[test]
fn a_column_that_no_sheet_holds_is_refused() {
    let columns = (0..7).map(|column| Column { row_head: column < 6, ..Column::number("head", "") }).collect();
    let rows = vec![Row::Data((0..7).map(|_| Cell::text("1234567890".repeat(3))).collect())];
    let wide = Document { blocks: vec![Block::Table(Box::new(table("t-wide", 1, columns, rows)))], ..empty("d1") };
    let problems = made(&[&wide]).expect_err("too wide");
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].kind, problems[0].code), (Kind::Output, "pdf::table-too-wide"));
    assert!(problems[0].cause.contains("t-wide"), "{}", problems[0]);
}

#[test]
fn a_long_word_in_a_cell_is_broken() {
    for length in [300, 3_000] {
        let heads = vec![Column::text("Case").as_row_head(), Column::number("Value", "ns"), Column::text("Remark")];
        let word = |letter: &str| Cell::text(letter.repeat(length));
        let rows = vec![
            Row::Data(vec![word("x"), Cell::text("1.5"), Cell::text("short")]),
            Row::Data(vec![Cell::text("a"), word("7"), word("y")]),
        ];
        let pdf = pdf(vec![Block::Table(Box::new(table("t", 1, heads, rows)))]);
        text::assert_inside(&pdf.bytes);
        let text = pages(&pdf).join("");
        for letter in ["x", "7", "y"] {
            assert!(text.matches(letter).count() >= length, "{length}: {letter}");
        }
        assert!(text::media_boxes(&pdf.bytes).iter().all(|size| *size == (595, 841)), "no sheet is turned for a word");
    }
}

fn grouped(groups: usize, size: usize) -> Table {
    let columns = vec![Column::text("Case").as_row_head(), Column::number("Value", "ns")];
    let rows = (0..groups).flat_map(|group| {
        let head = Row::Group(vec![t(&format!("group {group:03}"))]);
        let rows = (0..size).map(move |row| Row::Data(vec![Cell::text(format!("row {row:02}")), Cell::text("1.25")]));
        std::iter::once(head).chain(rows)
    });
    table("t-groups", 3, columns, rows.collect())
}

/// Per page: the words of the repeated head's group, and the rows and group heads in order.
fn layout(pdf: &Pdf) -> Vec<Vec<String>> {
    let line = |line: &str| ["row ", "group "].iter().any(|start| line.starts_with(start)).then(|| line.to_string());
    pages(pdf).iter().map(|page| page.lines().filter_map(line).collect()).collect()
}

#[test]
fn a_group_goes_on_under_its_own_head_and_no_row_stands_alone() {
    for size in [1, 2, 3, 4, 5, 7, 13, 60] {
        let pdf = pdf(vec![Block::Table(Box::new(grouped(240 / size, size)))]);
        let pages = layout(&pdf);
        assert!(pages.len() >= 3, "{size}");
        for (index, page) in pages.iter().enumerate() {
            let (first, last) = (&page[0], &page[page.len() - 1]);
            assert!(first.starts_with("group"), "{size}, page {index}: {first} has no group above it");
            assert!(last.starts_with("row"), "{size}, page {index}: {last} is the last line");
            let lone = |rows: usize| rows == 1 && size > 1;
            let begins = page.iter().skip(1).take_while(|line| line.starts_with("row")).count();
            let ends = page.iter().rev().take_while(|line| line.starts_with("row")).count();
            assert!(!lone(begins), "{size}, page {index}: one row below the first head");
            assert!(!lone(ends), "{size}, page {index}: one row at the foot");
            if first.contains("continued") {
                assert!(!pages[index - 1].is_empty() && !page[1].starts_with("row 00"));
            }
        }
        let all: Vec<_> = pages.iter().flatten().filter(|line| line.starts_with("row")).collect();
        assert_eq!(all.len(), 240 / size * size);
        assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
    }
}

#[test]
fn a_remark_below_a_table_stands_with_its_last_rows() {
    for rows in 30..90 {
        let table = Table { foot: vec![vec![t("A remark on all rows.")]], ..samples(rows) };
        let pdf = pdf(vec![Block::Table(Box::new(table))]);
        for page in pages(&pdf).iter().filter(|page| page.contains("A remark on all rows.")) {
            assert!(page.matches("logs/").count() >= 2, "{rows} rows");
        }
    }
}

#[test]
fn two_thousand_rows_have_a_head_on_each_page() {
    let pdf = pdf(vec![Block::Table(Box::new(samples(2_000)))]);
    let pages = pages(&pdf);
    assert!((38..=60).contains(&pages.len()), "{} pages", pages.len());
    let mut rows = 0;
    for (index, page) in pages.iter().enumerate() {
        assert_eq!(page.matches("File, line").count(), 1, "page {index}");
        assert_eq!(page.contains("Table 9, continued"), index > 0, "page {index}");
        let here = page.matches("logs/").count();
        assert!(here >= 2, "page {index} has {here} rows");
        rows += here;
    }
    assert_eq!(rows, 2_000);
    let found = structure::structure(&pdf.bytes);
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!((found.kinds.get("THead"), found.kinds.get("TR")), (Some(&1), Some(&2_001)));
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

#[test]
fn a_heading_turns_with_the_table_that_it_keeps_with() {
    // Nothing but the title block, then a heading, stands before a table that needs a sheet on its side.
    for before in [vec![], vec![p("before"), h(2, "wide", "A wide one")]] {
        let headed = !before.is_empty();
        let mut blocks = before;
        blocks.extend([Block::Table(Box::new(numbers(16, 3))), p("after")]);
        let pdf = pdf(blocks);
        text::assert_inside(&pdf.bytes);
        assert_eq!(text::media_boxes(&pdf.bytes), vec![(595, 841), (841, 595)]);
        assert_eq!(pages(&pdf)[1].contains("A wide one"), headed);
    }
}

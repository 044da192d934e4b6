//! Tables: their width, their length, and the axes in their columns.

use super::super::flow::Item;
use super::super::ink::{Op, Step};
use super::super::set::{Frame, Galley};
use super::super::style::{Sheet, TEXT};
use super::super::text::shape::Shaper;
use super::*;

fn numbers(columns: usize, rows: usize) -> Table {
    let heads = (0..columns).map(|column| Column::number(format!("metric {column}"), "ns/op")).collect();
    let data = (0..rows)
        .map(|row| Row::Data((0..columns).map(|column| Cell::text(format!("{row},{column:03}.5"))).collect()))
        .collect();
    table("t-wide", 1, heads, data)
}

/// A text on the page: its item, left and right end, top of its line, the words, and the left end of each byte.
struct Word {
    item: usize,
    left: f32,
    right: f32,
    y: f32,
    text: String,
    /// Left end of each character, by its place in the text.
    at: Vec<(usize, f32)>,
}

/// A table set without pages: its items and its words.
fn laid(table: &Table) -> (Vec<Item>, Vec<Word>) {
    let document = empty("d1");
    let mut galley = Galley::new(Shaper::new(fonts(), "en"), Sheet::upright(Paper::default()), "", &document);
    let frame = Frame {
        parent: galley.tags.root(),
        x: 0.0,
        width: galley.sheet.text,
        style: TEXT,
        gap: 6.0,
        ground: None,
        depth: 0,
        outer: true,
    };
    galley.table(table, frame);
    assert!(galley.problems.is_empty(), "{:?}", galley.problems);
    let mut words = Vec::new();
    for (index, item) in galley.items.iter().enumerate() {
        for op in &item.ops {
            let Op::Run(run) = op else { continue };
            let (Some(first), Some(last)) = (run.glyphs.first(), run.glyphs.last()) else { continue };
            let start = first.range.start as usize;
            let mut x = run.x;
            let mut at = Vec::new();
            for glyph in &run.glyphs {
                at.push((glyph.range.start as usize - start, x));
                x += glyph.advance;
            }
            let text = run.text[start..last.range.end as usize].to_string();
            words.push(Word { item: index, left: run.x, right: run.x + run.width, y: run.y, text, at });
        }
    }
    (galley.items, words)
}

/// Lengths of the rules that close tables: the heaviest horizontal lines.
fn rules(items: &[Item]) -> Vec<f32> {
    let strokes = items.iter().flat_map(|item| item.ops.iter()).filter_map(|op| match op {
        Op::Path(path) if path.pen.is_some_and(|pen| pen.width == 1.0) => match path.steps.as_slice() {
            [Step::Move(from, top), Step::Line(to, bottom)] if top == bottom => Some(to - from),
            _ => None,
        },
        _ => None,
    });
    strokes.collect()
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
        assert_eq!(text.matches("Table\u{a0}1, continued (columns ").count(), parts - 1);
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

#[test]
fn words_among_figures_wrap_and_files_keep_their_line() {
    let heads = ["Block", "Repeat", "ns/op", "B/op", "allocs/op", "prefix-B", "rows/op"];
    let mut columns = vec![Column::text("Log and line").as_row_head(), Column::text("Case")];
    columns.extend(heads.map(|head| Column::number(head, "")));
    let rows = (0..60)
        .map(|row| {
            let mut cells = vec![code(format!("logs/{row:03}.log:5")), Cell::text("json-decode-of-a-page")];
            cells.extend(["0", "1", "1,306,503", "58,592", "1,013"].map(Cell::text));
            cells.push(Cell::new(vec![Inline::Missing { reason: "the log line has none".into() }], vec![]));
            cells.push(Cell::text("200"));
            Row::Data(cells)
        })
        .collect();
    let (_, words) = laid(&Table { wide: true, ..table("t", 1, columns, rows) });
    let files = words.iter().filter(|word| word.text.starts_with("logs/")).count();
    assert_eq!(words.iter().filter(|word| word.text.ends_with(".log:5")).count(), 60);
    assert_eq!(files, 60, "a file and its line are one run");
    let lines = |item: usize| words.iter().filter(|word| word.item == item && word.text.contains("N/A")).count();
    assert!(words.iter().any(|word| lines(word.item) == 1));
    for word in words.iter().filter(|word| word.text.contains("the log line has none")) {
        assert!(word.right - word.left < 120.0);
    }
}

#[test]
fn the_room_goes_where_it_saves_lines() {
    // One long id among short ones: the texts keep their line, the id is cut.
    let columns = vec![Column::text("Figure").as_row_head(), Column::number("Value", ""), Column::text("Id")];
    let rows = (0..30)
        .map(|row| {
            let id = if row == 7 { "T1:confounds:".repeat(9) } else { format!("T1:accounting:{row}") };
            let what = format!("recorded samples of the case map-string-keys in block {row}, analysed and complete");
            Row::Data(vec![Cell::text(what), Cell::text("54"), code(id)])
        })
        .collect();
    let (_, words) = laid(&Table { wide: true, ..table("t", 1, columns, rows) });
    let whole = |word: &&Word| word.text.starts_with("recorded") && word.text.ends_with("complete");
    assert_eq!(words.iter().filter(whole).count(), 30);
}

#[test]
fn tables_of_a_kind_share_their_width_and_the_spacing_of_their_rows() {
    let few = |rows: usize, width: usize| {
        let columns =
            vec![Column::text("Case").as_row_head(), Column::number("before", "ms"), Column::number("after", "ms")];
        let row =
            |row: usize| Row::Data(vec![Cell::text("c".repeat(width)), Cell::text(row.to_string()), Cell::text("2.5")]);
        table("t", 1, columns, (0..rows).map(row).collect())
    };
    let sheet = Sheet::upright(Paper::default());
    let mut heights = Vec::new();
    for (rows, width, wide) in [(3, 4, false), (5, 30, false), (100, 12, false), (4, 4, true), (70, 30, true)] {
        let (items, words) = laid(&Table { wide, ..few(rows, width) });
        let expected = if wide { sheet.full } else { sheet.text };
        for rule in rules(&items) {
            assert!((rule - expected).abs() < 0.1, "{rule} instead of {expected}");
        }
        let row = words.iter().find(|word| word.text == "2.5").expect("a row").item;
        heights.push(items[row].height);
    }
    assert!(heights.windows(2).all(|pair| pair[0] == pair[1]), "{heights:?}");
}

#[test]
fn figures_stand_below_each_other_by_their_decimal_mark() {
    let figures =
        ["118,043", "118,044.5", "0.33702769360291973", "46.479264", "\u{2212}39.5", "1,000", "N/A", "3.5e\u{2212}7"];
    let columns = vec![Column::text("Block").as_row_head(), Column::number("Time", "ns"), Column::text("Next")];
    let row = |figure: &str| Row::Data(vec![Cell::text("all"), Cell::text(figure), Cell::text("n")]);
    let (_, words) = laid(&table("t", 1, columns, figures.map(row).into()));
    let mark = |text: &str| {
        let word = words.iter().find(|word| word.text == text).expect(text);
        let place = text.find('.').unwrap_or(text.len());
        word.at.iter().find(|(at, _)| *at == place).map_or(word.right, |(_, x)| *x)
    };
    let first = mark(figures[0]);
    for figure in figures.iter().filter(|figure| **figure != "N/A") {
        assert!((mark(figure) - first).abs() < 0.05, "{figure}: {} instead of {first}", mark(figure));
    }
    let right = words.iter().find(|word| word.text == "0.33702769360291973").expect("the longest").right;
    let next = words.iter().find(|word| word.text == "n").expect("the next column").left;
    assert!(right < next, "the longest fraction ends before the next column");
}

#[test]
fn the_line_at_the_reference_runs_through_all_rows_and_through_no_text() {
    let (items, words) = laid(&ratios("t", 1));
    let upright = |op: &Op| match op {
        Op::Path(path) => match path.steps.as_slice() {
            [Step::Move(left, top), Step::Line(right, bottom)]
                if left == right && path.pen.is_some_and(|pen| pen.width == 0.7) =>
            {
                Some((*left, bottom - top))
            }
            _ => None,
        },
        _ => None,
    };
    let head = words.iter().find(|word| word.text.starts_with("Case, metric")).expect("a head").item;
    let last = words.iter().find(|word| word.text.contains("TimestampInsert")).expect("the last row").item;
    let mut at = Vec::new();
    for (index, item) in items.iter().enumerate().take(last + 1).skip(head + 1) {
        let line = item.ops.iter().find_map(upright).unwrap_or_else(|| panic!("item {index} has no line"));
        assert_eq!(line.1, item.height);
        at.push(line.0);
    }
    assert!(at.windows(2).all(|pair| pair[0] == pair[1]));
    let reason: Vec<_> = words.iter().filter(|word| word.item > head && word.left < at[0] && word.y > 0.0).collect();
    for word in reason.iter().filter(|word| word.item <= last) {
        assert!(word.right < at[0], "{} crosses the line", word.text);
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
        assert_eq!(page.contains("Table\u{a0}9, continued"), index > 0, "page {index}");
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
        assert!(page.contains("Table\u{a0}9, continued"));
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

//! Tables before they come to pages: where their words and rules stand.

use super::super::super::flow::Item;
use super::super::super::ink::{Op, Step};
use super::super::super::set::{Frame, Galley};
use super::super::super::style::{Sheet, TEXT};
use super::super::super::text::shape::Shaper;
use super::*;

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

#[test]
fn heads_of_figures_part_alike_and_before_their_units() {
    let arms = ["go1.22.10", "go1.24.11", "go1.27.3"];
    let mut columns = vec![Column::number("Block", "").as_row_head(), Column::text("Order")];
    columns.extend(arms.map(|arm| Column::number(arm, "allocs/op")));
    columns.extend(["go1.24.11/go1.22.10", "go1.27.3/go1.22.10"].map(|pair| Column::number(pair, "")));
    columns.push(Column::number("Sign-flip p", "%"));
    let row = |block: usize| {
        let mut cells = vec![Cell::text(block.to_string()), Cell::text("go1.24.11, go1.22.10, go1.27.3")];
        cells.extend(["1,013", "1,013", "514", "0.992", "0.567", "3.1"].map(Cell::text));
        Row::Data(cells)
    };
    let (_, words) = laid(&Table { wide: true, ..table("t", 1, columns, (0..6).map(row).collect()) });
    let head = words.iter().find(|word| word.text == "Block").expect("a head").item;
    let words: Vec<&Word> = words.iter().filter(|word| word.item == head).collect();
    let line = |text: &str| words.iter().filter(|word| word.text.trim() == text).map(|word| word.y).collect::<Vec<_>>();
    let (names, units) = (arms.map(line).concat(), line("allocs/op"));
    let top = names.iter().copied().fold(f32::INFINITY, f32::min);
    // The denominators of the pairs stand on the lower line.
    assert_eq!((names.len(), names.iter().filter(|y| **y == top).count(), units.len()), (5, 3, 3));
    assert!(units.iter().all(|y| *y == units[0]) && top < units[0]);
    assert_eq!((line("Sign-flip").len(), line("p").len() + line("p %").len()), (1, 1), "a short word keeps its hyphen");
}

#[test]
fn words_among_figures_stand_at_the_left_of_their_lines_and_figures_at_the_right() {
    let text = "CorrectnessFailure('SQL physical prefix differs between metrics and audits')";
    let digest = "f823e838884eb3290b161284100f388632e947ca2b7578f12c803aa9fc9acae2";
    let columns = vec![Column::text("Figure").as_row_head(), Column::number("Value", ""), Column::text("Id")];
    let row = |what: &str, value: Cell| {
        let id = code(format!("D1:accounting:cases:PlanCacheHit:{what}"));
        Row::Data(vec![Cell::text(format!("what the phase says of its {what} processes")), value, id])
    };
    let rows = vec![
        row("planned", Cell::text("54")),
        row("failed", Cell::text(text)),
        row("pinned", code(digest.into())),
        row("started", code("2026-10-14T16:41:07.318Z".into())),
        row("counted", Cell::text(format!("2.56 instructions/{}", "cycle".repeat(9)))),
    ];
    let (_, words) = laid(&Table { wide: true, ..table("t", 1, columns, rows) });
    let of = |item: usize, from: &str| {
        let parts = words.iter().filter(|word| word.item == item && from.contains(word.text.trim()));
        parts.map(|word| word.left).collect::<Vec<_>>()
    };
    let item = |start: &str| words.iter().find(|word| word.text.starts_with(start)).expect(start).item;
    for (start, whole) in [("Correctness", text), ("f823e8", digest)] {
        let lefts = of(item(start), whole);
        assert!(lefts.len() > 1 && lefts.iter().all(|left| *left == lefts[0]), "{start}: {lefts:?}");
    }
    let right = words.iter().find(|word| word.text == "Value").expect("a head").right;
    let figure = words.iter().find(|word| word.text == "54").expect("a figure").right;
    assert!((right - figure).abs() < 0.1);
    let unit = words.iter().find(|word| word.text.contains("2.56")).expect("a figure with a long unit");
    assert!((right - unit.right).abs() < 0.1, "a figure stays at the right, however long its unit is");
}

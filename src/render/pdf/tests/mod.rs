//! What a finished file must be.

mod flow;
mod lines;
mod sample;
mod structure;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Fonts, Paper, Pdf, PdfOptions, render};
use crate::document::*;
use crate::problem::{Kind, Outcome};
use crate::templates::Templates;
use sample::*;

fn fonts() -> &'static Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts::load(&Templates::carried()).expect("the carried fonts"))
}

fn made(parts: &[&Document]) -> Outcome<Pdf> {
    render(parts, fonts(), &Templates::carried(), &PdfOptions::default())
}

fn pdf(blocks: Vec<Block>) -> Pdf {
    made(&[&Document { blocks, ..empty("d1") }]).expect("a PDF")
}

/// Text of each page as its `ToUnicode` maps and `ActualText` give it, in painting order.
fn pages(pdf: &Pdf) -> Vec<String> {
    text::pages(&pdf.bytes)
}

mod text;

#[test]
fn every_kind_of_block_and_inline_is_set_and_tagged() {
    let (phase, evidence) = (phase(), evidence(3));
    let pdf = made(&[&phase, &evidence]).expect("a PDF");
    let found = structure::structure(&pdf.bytes);
    assert_eq!(found.faults, Vec::<String>::new());
    for (kind, least) in [
        ("H1", 2),
        ("H2", 8),
        ("H3", 5),
        ("P", 30),
        ("L", 5),
        ("LI", 12),
        ("Lbl", 8),
        ("LBody", 12),
        ("BlockQuote", 1),
        ("Code", 4),
        ("Table", 6),
        ("Caption", 4),
        ("THead", 6),
        ("TBody", 6),
        ("TR", 230),
        ("TH", 240),
        ("TD", 1000),
        ("Figure", 58),
        ("Link", 25),
        ("Reference", 14),
        ("Note", 1),
        ("TOC", 1),
        ("TOCI", 13),
        ("Strong", 5),
        ("Em", 1),
    ] {
        let count = found.kinds.get(kind).copied().unwrap_or(0);
        assert!(count >= least, "{kind}: {count} elements, at least {least} expected");
    }
    let text = pages(&pdf).join("\n");
    for words in [
        "Phase D1",
        "Selecting one row",
        "Does the record layer",
        "Reconstructed data.",
        "Hetzner ccx43",
        "Contents",
        "twice",
        "dedicated",
        "four blocks",
        "vendor’s page",
        "plan.json",
        "plancache",
        "A forced line end",
        "Nominal 95%.",
        "54",
        "33 never started",
        "PlanCacheHit",
        "N/A (not run)",
        "1.002 [0.984, 1.021]",
        "1.01",
        "3 s",
        "includes 1",
        "N/A (no ratio: no process ran)",
        "0.95",
        "Figure 1.",
        "M1",
        "checked",
        "final/before ns/op [0.984, 1.021] includes 1",
        "H1",
        "not tested",
        "Would test it:",
        "perf stat",
        "L2",
        "10.",
        "anecdote",
        "sha256sum -c SHA256SUMS",
        "fourth level",
        "Print shows it.",
        "The plan was pinned",
        "never started (33)",
        "allocs/op",
        "page 1 of",
        "3f9a1c07be42",
    ] {
        assert!(flat(&text).contains(&flat(words)), "{words} is not in the text");
    }
}

/// Text without white, since a line may end anywhere between words.
fn flat(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && *character != '\u{ad}').collect()
}

#[test]
fn objects_are_packed() {
    let pdf = pdf(vec![Block::Table(Box::new(samples(200)))]);
    let file = String::from_utf8_lossy(&pdf.bytes);
    assert!(file.contains("/Type/ObjStm") && file.contains("/Type/XRef"), "the file is as the writer left it");
    assert!(!file.contains("/StructElem"), "elements stand outside the object streams");
    assert!(pdf.bytes.len() < 150_000, "{} bytes for one table", pdf.bytes.len());
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (phase, evidence) = (phase(), evidence(3));
    let parts = [&phase, &evidence];
    let first = made(&parts).expect("a PDF");
    let own = Fonts::load(&Templates::carried()).expect("the carried fonts");
    let elsewhere = std::thread::spawn(move || {
        let (phase, evidence) = (sample::phase(), sample::evidence(3));
        render(&[&phase, &evidence], &own, &Templates::carried(), &PdfOptions::default()).expect("a PDF")
    });
    let second = elsewhere.join().expect("no panic");
    assert!(first.bytes == second.bytes, "two renders of the same documents differ");
}

#[test]
fn letter_paper_has_its_own_size() {
    let phase = phase();
    let options = PdfOptions { paper: Paper::Letter };
    let pdf = render(&[&phase], fonts(), &Templates::carried(), &options).expect("a PDF");
    assert_eq!(text::media_boxes(&pdf.bytes)[0], (612, 792));
}

#[test]
fn every_page_carries_title_status_campaign_hash_and_number() {
    let (phase, evidence) = (phase(), evidence(8));
    let pdf = made(&[&phase, &evidence]).expect("a PDF");
    let pages = pages(&pdf);
    assert_eq!(pages.len(), pdf.pages);
    for (index, page) in pages.iter().enumerate() {
        for words in ["Reconstructed data", "hcloud-rebench-20261014 · D1", "3f9a1c07be42"] {
            assert!(page.contains(words), "page {}: {words} is missing", index + 1);
        }
        assert!(page.contains(&format!("page {} of {}", index + 1, pages.len())), "page {} has no number", index + 1);
    }
    assert!(pages[0].contains("D1 Plan-cache select"));
    assert!(pages[pages.len() - 1].contains("D1 Evidence"), "the head names the part that the page belongs to");
}

#[test]
fn the_contents_name_the_page_on_which_a_heading_stands() {
    let (phase, evidence) = (phase(), evidence(8));
    let pdf = made(&[&phase, &evidence]).expect("a PDF");
    let pages = pages(&pdf);
    let contents = flat(&pages[0]);
    for heading in ["Limits", "Samples", "Final against before: the allocation work"] {
        let page =
            1 + pages.iter().rposition(|page| page.lines().any(|line| flat(line) == flat(heading))).expect(heading);
        assert!(contents.contains(&format!("{}{page}", flat(heading))), "{heading} is on page {page}: {contents}");
    }
}

#[test]
fn title_language_date_outline_and_attachments_are_there() {
    let phase = phase();
    let pdf = made(&[&phase]).expect("a PDF");
    let raw = text::objects(&pdf.bytes);
    for needle in ["pdfaid:part", "pdfuaid:part", "/Outlines", "/AFRelationship/Data", "metrics.csv", "2026-10-14T"] {
        assert!(raw.contains(needle), "{needle} is missing");
    }
    assert!(
        raw.contains(
            "Phase D1: Selecting one row through the plan cache · hcloud-rebench-20261014 · reconstructed data"
        )
    );
}

#[test]
fn anchors_of_different_parts_do_not_collide() {
    let first = Document { blocks: vec![h(2, "same", "Here"), p("a")], ..empty("one") };
    let second = Document {
        blocks: vec![
            h(2, "same", "There"),
            Block::Paragraph(vec![
                Inline::Link { target: Target::Anchor("same".into()), content: vec![t("near")] },
                Inline::Link {
                    target: Target::Document { id: "one".into(), anchor: Some("same".into()) },
                    content: vec![t("far")],
                },
                Inline::Link {
                    target: Target::Document { id: "elsewhere".into(), anchor: None },
                    content: vec![t("not here")],
                },
            ]),
        ],
        ..empty("two")
    };
    let pdf = made(&[&first, &second]).expect("a PDF");
    let raw = text::objects(&pdf.bytes);
    assert!(raw.contains("(one/same)") && raw.contains("(two/same)"));
    let found = structure::structure(&pdf.bytes);
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!(found.kinds.get("Link"), Some(&2), "a document outside the file is no link");
    assert!(pages(&pdf).join("").contains("not here"));
}

#[test]
fn skipped_levels_leave_no_gap_in_the_tag_tree() {
    let pdf = pdf(vec![h(4, "a", "Deep"), p("x"), h(2, "b", "Up"), h(4, "c", "Deep again"), p("y")]);
    let found = structure::structure(&pdf.bytes);
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!(found.headings, vec![1, 2, 2, 3]);
}

#[test]
fn hostile_names_are_printed_or_stated() {
    let names = [
        "漢字ベンチマーク",
        "שלום",
        "مرحبا",
        "🦀🔥",
        "e\u{301}te\u{301}",
        "a\u{202e}b\u{202c}c",
        "nul\u{0}and\u{7}bell",
        "\u{e000}private",
        "zero\u{200b}width\u{2060}joiner\u{ad}soft",
        "<b>&amp;</b>",
        "\u{feff}bom",
        "ﬁne ffi ligature office",
        "тест ΑΒΓ",
        "line\u{2028}separator",
        "tab\there",
        "\u{fffe}\u{10ffff}",
    ];
    let mut blocks: Vec<Block> = names.iter().map(|name| p(name)).collect();
    blocks.extend(names.iter().map(|name| Block::Paragraph(vec![Inline::Code((*name).into())])));
    blocks.push(Block::Code(Code { language: None, text: names.join("\n") }));
    blocks.push(Block::Table(Box::new(table(
        "t",
        1,
        vec![Column::text(names[0]), Column::number(names[2], names[3])],
        vec![Row::Data(vec![Cell::text(names[5]), Cell::text(names[6])])],
    ))));
    blocks.extend(names.iter().enumerate().map(|(index, name)| h(2, &format!("h{index}"), name)));
    let pdf = pdf(blocks);
    let text = pages(&pdf).join("\n");
    assert!(text.contains('漢'), "what is copied is the character itself");
    assert!(text.contains("U+202E"), "a character that reorders text is stated");
    assert!(flat(&text).contains("office"), "ligatures are copied as letters");
    let stated: Vec<char> = pdf.substitutions.iter().map(|substitution| substitution.character).collect();
    for character in ['漢', 'ש', 'م', '🦀', '\u{202e}', '\u{0}', '\u{e000}'] {
        assert!(stated.contains(&character), "{character:?} is not reported");
    }
    assert!(!stated.contains(&'т') && !stated.contains(&'é'));
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
}

#[test]
fn long_words_stay_on_the_sheet() {
    let word = "x".repeat(3_000);
    let mut columns = vec![Column::text("Name"), Column::number("Value", "")];
    columns[0].row_head = true;
    let rows = vec![Row::Data(vec![
        Cell::new(vec![Inline::Code(format!("/very/{}", "long/".repeat(300)))], vec![]),
        Cell::text("1"),
    ])];
    let pdf = pdf(vec![
        p(&word),
        Block::Paragraph(vec![Inline::Code(word.clone())]),
        h(2, "h", &word),
        Block::Facts(vec![Fact { term: vec![t(&word)], content: vec![t(&word)] }]),
        Block::Statement(statement(StatementKind::Measured, "M1", &word)),
        Block::Code(Code { language: None, text: word.clone() }),
        Block::Table(Box::new(table("t", 1, columns, rows))),
        Block::Aside(vec![p(&word)]),
    ]);
    text::assert_inside(&pdf.bytes);
}

#[test]
fn the_sample_stays_on_the_sheet() {
    let (phase, evidence) = (phase(), evidence(3));
    text::assert_inside(&made(&[&phase, &evidence]).expect("a PDF").bytes);
}

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
fn empty_documents_and_empty_blocks_are_set() {
    let blocks = vec![
        Block::Paragraph(vec![]),
        p(""),
        p("   "),
        Block::List(List { start: Some(u64::MAX), tight: true, items: vec![vec![], vec![p("")]] }),
        Block::List(List { start: None, tight: false, items: vec![] }),
        Block::Quote(vec![]),
        Block::Code(Code { language: None, text: String::new() }),
        Block::Facts(vec![]),
        Block::Facts(vec![Fact { term: vec![], content: vec![] }]),
        Block::Flow(vec![]),
        Block::Aside(vec![]),
        Block::Details(Details { id: "d".into(), summary: vec![], blocks: vec![] }),
        Block::Table(Box::new(table("t0", 0, vec![], vec![]))),
        Block::Table(Box::new(table("t1", 1, vec![Column::text("")], vec![]))),
        Block::Table(Box::new(table("t2", 2, vec![Column::text("A"), Column::text("B")], vec![Row::Data(vec![])]))),
        Block::Statement(Statement {
            kind: StatementKind::Limit,
            label: String::new(),
            id: "l".into(),
            body: vec![],
            checks: vec![],
            test: None,
            state: String::new(),
        }),
        h(2, "h", ""),
        Block::Paragraph(vec![Inline::NoteMark(7), Inline::Missing { reason: String::new() }]),
    ];
    let pdf = pdf(blocks);
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
    let bare = Document {
        title: String::new(),
        kicker: String::new(),
        short_title: String::new(),
        status: None,
        ..empty("d")
    };
    let bare = Document {
        stamp: Stamp {
            input_hash: String::new(),
            campaign: String::new(),
            phase: None,
            language: String::new(),
            date: Timestamp(i64::MIN),
            tool: String::new(),
            authors: vec![],
        },
        ..bare
    };
    made(&[&bare]).expect("a PDF of nothing");
    assert!(made(&[]).is_err());
}

#[test]
fn a_picture_with_an_unknown_font_or_an_image_is_refused_by_name() {
    for svg in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\"><text font-family=\"Nope Sans\">a</text></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\"><image href=\"/etc/hostname\"/></svg>",
        "<svg",
    ] {
        let mut plot = plot();
        plot.pictures = vec![Picture { width: 680, height: 100, svg: svg.into() }];
        let document = Document { blocks: vec![Block::Plot(Box::new(plot))], ..empty("d1") };
        let problems = made(&[&document]).expect_err("refused");
        assert!(problems[0].cause.contains("f-forest"), "{}", problems[0]);
    }
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
fn nesting_without_end_is_refused() {
    let nested = |depth: usize| (0..depth).fold(vec![p("innermost")], |inner, _| vec![Block::Quote(inner)]);
    text::assert_inside(&pdf(nested(30)).bytes);
    let problems = made(&[&Document { blocks: nested(300), ..empty("d1") }]).expect_err("refused");
    assert_eq!(problems[0].code, "pdf::nesting");
}

#[test]
fn notes_that_find_no_room_go_on_overleaf() {
    let note = |words: usize| vec![p(&"note ".repeat(words))];
    let marks = |from: usize| {
        Block::Paragraph((from..from + 4).flat_map(|index| [t("text"), Inline::NoteMark(index)]).collect())
    };
    let document = Document {
        blocks: vec![marks(0), marks(4), p("end")],
        notes: vec![
            note(700),
            note(20),
            note(20),
            note(20),
            note(900),
            note(20),
            note(20),
            vec![Block::Paragraph(vec![t("self"), Inline::NoteMark(7)])],
        ],
        ..empty("d1")
    };
    let pdf = made(&[&document]).expect("a PDF");
    assert_eq!(flat(&pages(&pdf).join("")).matches("note").count(), 1_700);
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
    text::assert_inside(&pdf.bytes);
}

#[test]
fn equal_files_are_attached_once_and_different_ones_both() {
    let attach = |bytes: &'static [u8]| Attachment {
        name: "data.csv".into(),
        media_type: "nonsense".into(),
        description: String::new(),
        bytes: bytes.into(),
        is_data: true,
    };
    let part = |id: &str, attachments| Document { attachments, ..empty(id) };
    let parts = [part("a", vec![attach(b"1")]), part("b", vec![attach(b"1")]), part("c", vec![attach(b"2")])];
    let pdf = made(&parts.iter().collect::<Vec<_>>()).expect("a PDF");
    let raw = text::objects(&pdf.bytes);
    let names: BTreeMap<&str, usize> =
        ["(data.csv)", "(c-data.csv)", "(b-data.csv)"].map(|name| (name, raw.matches(name).count())).into();
    assert!(names["(data.csv)"] > 0 && names["(c-data.csv)"] > 0);
    assert_eq!(names["(b-data.csv)"], 0);
}

//! Content that nobody meant to write: hostile names, words without end, nothing at all.

use super::*;

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
    assert!(
        pdf.substitutions.iter().all(|one| !one.place.is_empty() && one.place != "elsewhere"),
        "a place is not told: {:?}",
        pdf.substitutions
    );
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
            date: Some(Timestamp(i64::MIN)),
            tool: String::new(),
            authors: vec![],
            source: None,
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

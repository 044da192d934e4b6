//! Names of benchmarks that are markup, in every place where a document holds text.

use std::sync::Arc;

use super::markup::{assert_balanced, read};
use super::{pages, rendered, sample};
use rebench_report::document::table::StateShape;
use rebench_report::document::*;

const NAMES: [&str; 5] = [
    "<img src=x onerror=alert(1)>",
    "a|b_*c* `d` {{ e }} {% f %} &amp; ${g}",
    "\"'><script>alert(1)</script>",
    "--> ]]> </title></style></textarea></p>",
    "\u{202e}\u{0}\r\n\u{7}é\u{1f600}",
];

/// A document with `name` in every text of it that is not an id.
fn document(name: &str) -> Document {
    let text = || sample::t(name);
    let string = || name.to_string();
    let all = vec![
        Inline::text(name),
        Inline::Strong(text()),
        Inline::Emphasis(text()),
        Inline::Strikethrough(text()),
        Inline::Code(string()),
        Inline::Link { target: Target::Url(format!("https://example.org/{name}")), content: text() },
        Inline::Link { target: Target::File(string()), content: text() },
        sample::figure(name, "x"),
        sample::standing(name, Standing::Cited, Some(Target::Anchor("h".into()))),
        sample::standing(name, Standing::Declared, None),
        Inline::Missing { reason: string() },
        Inline::NoteMark(0),
        Inline::NoteMark(0),
        Inline::NoteMark(9),
        Inline::SoftBreak,
        Inline::HardBreak,
    ];
    let state = |about: String| State { shape: StateShape::Half, word: string(), about };
    let mark = Mark { low: 0.9, value: 1.0, high: 1.1, shape: Shape::Ring, tone: Tone::Neutral, alt: string() };
    let column = |csv: Vec<String>| Column { unit: string(), csv, ..Column::text(name) };
    let cells = vec![
        Cell::new(all.clone(), vec![string()]),
        Cell::text(name),
        Cell::new(all.clone(), vec![string(), string()]),
        Cell { content: CellContent::Interval(mark), csv: Vec::new() },
        Cell {
            content: CellContent::Reading(Reading { shape: Shape::Diamond, tone: Tone::Worse, word: string() }),
            csv: vec![string()],
        },
        Cell { content: CellContent::State(state(string())), csv: vec![string()] },
    ];
    let table = Table {
        id: "t".into(),
        number: 1,
        caption: all.clone(),
        columns: vec![
            column(vec![string()]).as_row_head(),
            column(vec![string()]),
            column(vec![string(), string()]),
            Column { align: Align::Center, ..column(Vec::new()) },
            column(vec![string()]),
            column(vec![string()]),
        ],
        rows: vec![
            Row::Group(all.clone()),
            Row::Data(cells),
            Row::Missing { what: all.clone(), reason: string(), csv: vec![string(); 6] },
        ],
        axis: Some(Axis { low: 0.5, high: 2.0, ticks: vec![(1.0, string())], reference: 1.0 }),
        legend: vec![(state(String::new()), 3)],
        foot: vec![all.clone()],
        ..Table::default()
    };
    let mut plain = table.clone();
    plain.id = "plain".into();
    plain.axis = None;
    let statement = |kind, id: &str| {
        Block::Statement(Statement {
            kind,
            label: string(),
            id: id.into(),
            body: vec![Block::Paragraph(all.clone())],
            checks: vec![Check { text: string() }],
            test: Some(all.clone()),
            state: string(),
        })
    };
    let blocks = vec![
        Block::Heading(Heading { level: 2, id: "h".into(), content: all.clone() }),
        Block::Paragraph(all.clone()),
        Block::List(List { start: Some(0), tight: true, items: vec![vec![Block::Paragraph(all.clone())]] }),
        Block::Quote(vec![Block::Paragraph(all.clone())]),
        Block::Code(Code { language: Some(string()), text: string() }),
        Block::Rule,
        Block::Table(Box::new(table)),
        Block::Table(Box::new(plain)),
        Block::Plot(Box::new(Plot { caption: all.clone(), alt: string(), ..sample::plot("p", 1) })),
        Block::Facts(vec![Fact { term: all.clone(), content: all.clone() }]),
        Block::Flow(vec![FlowStep { count: all.clone(), what: string(), lost: vec![string()] }]),
        statement(StatementKind::Measured, "m1"),
        statement(StatementKind::Hypothesis, "h1"),
        statement(StatementKind::Limit, "l1"),
        Block::Aside(vec![Block::Paragraph(all.clone())]),
        Block::Details(Details { id: "d".into(), summary: all.clone(), blocks: vec![Block::Paragraph(all.clone())] }),
    ];
    Document {
        lede: all.clone(),
        status: Some(Status {
            word: string(),
            label: string(),
            sentence: string(),
            more: Some(Target::File(string())),
        }),
        facts: vec![Fact { term: all.clone(), content: all.clone() }],
        stamp: Stamp {
            campaign: string(),
            phase: Some(string()),
            language: string(),
            date: Some(Timestamp(0)),
            input_hash: string(),
            tool: string(),
            authors: vec![string()],
            source: None,
        },
        blocks,
        notes: vec![vec![Block::Paragraph(all.clone())], vec![Block::Rule]],
        attachments: vec![Attachment {
            name: name.replace(['/', '\0'], "_"),
            media_type: string(),
            description: string(),
            bytes: Arc::from(&b"x"[..]),
            is_data: false,
        }],
        ..sample::document("index", None, name, name, name)
    }
}

/// Tags and text of the page of a document full of `name`.
fn page(name: &str) -> (Vec<String>, String) {
    let documents = [document(name), sample::document("d1-evidence", None, "E", "E", "E")];
    let files = rendered(&documents);
    let whole = pages(&files)["index.html"];
    let (tags, _) = read(whole);
    assert_balanced(name, &tags);
    // A citation has each name as BibTeX and Markdown write it, not as itself.
    let (before, cited) = whole.split_once("<details class=\"cite\">").expect("a citation");
    let (_, after) = cited.split_once("</details>").expect("its end");
    let (_, text) = read(&format!("{before}{after}"));
    // Where a long path may break depends on it.
    (tags.iter().map(super::Tag::shape).filter(|shape| shape != "wbr ").collect(), text)
}

#[test]
fn no_name_adds_or_takes_a_tag_and_each_prints_as_itself() {
    for name in NAMES {
        // A harmless name of the same build: as long, with spaces in the same places.
        let harmless = |(at, c): (usize, char)| match c {
            ' ' | '\r' | '\n' => ' ',
            _ if at == 0 => 'y',
            _ => 'z',
        };
        let plain: String = name.chars().enumerate().map(harmless).collect();
        let (expected, text) = page(&plain);
        let count = text.matches(&plain).count();
        assert!(count > 150, "{count}");
        let (shape, text) = page(name);
        let differs = shape.iter().zip(&expected).find(|(own, plain)| own != plain);
        assert_eq!(differs, None, "{name:?}");
        assert_eq!(shape.len(), expected.len(), "{name:?}");
        let printed = name.replace(['\0', '\u{7}'], "\u{fffd}");
        let found = text.matches(&printed).count();
        // A file's name can hold neither of two characters; a hash is cut after twelve bytes, but never within one.
        let changed = usize::from(name.contains(['/', '\0']));
        let whole = usize::from(name.get(..12).is_none() && plain.len() > 12);
        assert_eq!(found + changed, count + whole, "{name:?}");
    }
}

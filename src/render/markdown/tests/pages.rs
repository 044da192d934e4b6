//! What each part of a page looks like as Markdown, and what is refused.

use pulldown_cmark::{Event, Parser, Tag};

use super::super::*;
use super::{a_table, document, file, only, options, t};
use crate::document::table::StateShape;
use crate::document::*;

#[test]
fn tables_leave_out_drawings_and_keep_shapes_with_words() {
    let mark = Mark { low: 0.98, value: 1.0, high: 1.02, shape: Shape::Ring, tone: Tone::Neutral, alt: "drawn".into() };
    let reading = Reading { shape: Shape::Ring, tone: Tone::Neutral, word: "includes 1".into() };
    let state = |shape, word: &str| State { shape, word: word.into(), about: "job 1".into() };
    let of = |content| Cell { content, csv: vec![] };
    let columns = vec![
        Column::text("metric").as_row_head(),
        Column::number("time", "ns"),
        Column { csv: vec![], align: Align::Center, ..Column::text("interval") },
        Column::text("reading"),
        Column::text("state"),
    ];
    let data = |name: &str, state| {
        Row::Data(vec![
            Cell::text(name),
            Cell::text("1.002"),
            of(CellContent::Interval(mark.clone())),
            of(CellContent::Reading(reading.clone())),
            of(CellContent::State(state)),
        ])
    };
    let rows = vec![
        Row::Group(vec![t("final/before")]),
        data("ns/op", state(StateShape::Filled, "used")),
        data("B/op", state(StateShape::Crossed, "failed")),
        Row::Missing { what: vec![t("case b")], reason: "never | started".into(), csv: vec![] },
    ];
    let legend = vec![(state(StateShape::Filled, "used"), 18), (state(StateShape::Dotted, "never started"), 33)];
    let table = Table {
        number: 1,
        caption: vec![t("Ratios.")],
        legend,
        foot: vec![vec![t("Foot.")]],
        ..a_table(columns, rows)
    };
    assert_eq!(
        only(vec![Block::Table(Box::new(table))]),
        "**Table 1.** Ratios.\n\n\
         | metric | time (ns) | reading | state |\n\
         | :--- | ---: | :--- | :--- |\n\
         | **final/before** | | | |\n\
         | ns/op | 1.002 | ○ includes 1 | ■ |\n\
         | B/op | 1.002 | ○ includes 1 | ☒ failed |\n\
         | case b | N/A (never \\| started) | N/A | N/A |\n\n\
         ■ used (18), □ never started (33)\n\n\
         Foot."
    );
}

#[test]
fn statements_carry_their_standing() {
    let statement = |kind, label: &str, text: &str| Statement {
        kind,
        label: label.into(),
        id: label.to_lowercase(),
        body: vec![Block::Paragraph(vec![Inline::Strong(vec![t("Bold.")]), t(" "), t(text)])],
        checks: vec![],
        test: None,
        state: String::new(),
    };
    let check = Check { text: "ns/op [0.984, 1.021] includes 1".into() };
    let measured = Statement { checks: vec![check], ..statement(StatementKind::Measured, "M1", "It is so.") };
    let guess = Statement {
        test: Some(vec![t("a longer run.")]),
        state: "not tested".into(),
        ..statement(StatementKind::Hypothesis, "H1", "It may be so.")
    };
    let limit = statement(StatementKind::Limit, "L1", "It can't be said.");
    assert_eq!(
        only(vec![Block::Statement(measured), Block::Statement(guess), Block::Statement(limit)]),
        "- **M1.** **Bold.** It is so.\n\n  - checked: `ns/op [0.984, 1.021] includes 1`\n\n\
         - **H1.** _Not tested._ **Bold.** It may be so.\n\n  - Would test it: a longer run.\n\n\
         - **L1.** **Bold.** It can't be said."
    );
}

#[test]
fn lists_side_by_side_stay_apart() {
    let list = |start| {
        let item = |text: &str| vec![Block::Paragraph(vec![t(text)])];
        let nested = List { start: None, tight: true, items: vec![item("c")] };
        let mut first = item("a");
        first.push(Block::List(nested));
        Block::List(List { start, tight: true, items: vec![first, item("b")] })
    };
    let markdown = only(vec![list(None), list(None), list(Some(3)), list(Some(9)), Block::Quote(vec![list(None)])]);
    let lists =
        Parser::new_ext(&markdown, options()).filter(|event| matches!(event, Event::Start(Tag::List(_)))).count();
    assert_eq!(lists, 10, "{markdown}");
    let starts: Vec<u64> = Parser::new_ext(&markdown, options())
        .filter_map(|event| if let Event::Start(Tag::List(Some(start))) = event { Some(start) } else { None })
        .collect();
    assert_eq!(starts, [3, 9]);
}

#[test]
fn flow_facts_and_details_read_as_text() {
    let step = |count: &str, what: &str, lost: &[&str]| FlowStep {
        count: vec![Inline::Strong(vec![t(count)])],
        what: what.into(),
        lost: lost.iter().map(|lost| (*lost).to_owned()).collect(),
    };
    let facts = vec![Fact { term: vec![t("Data")], content: vec![t("reconstructed")] }];
    let details = Details { id: "e".into(), summary: vec![t("How")], blocks: vec![Block::Paragraph(vec![t("So.")])] };
    assert_eq!(
        only(vec![
            Block::Flow(vec![step("54", "planned", &["33 never started"]), step("21", "executed", &[])]),
            Block::Facts(facts),
            Block::Details(details),
            Block::Aside(vec![Block::Paragraph(vec![t("By the way.")])]),
        ]),
        "**54** planned (less 33 never started) → **21** executed\n\n- **Data:** reconstructed\n\n**How**\n\nSo.\n\n> By the way."
    );
}

#[test]
fn links_lead_to_headings_of_this_page_and_of_others() {
    let heading = |id: &str, text: &str| Block::Heading(Heading { level: 2, id: id.into(), content: vec![t(text)] });
    let link = |target| Block::Paragraph(vec![Inline::Link { target, content: vec![t("x")] }]);
    let there = |id: &str, anchor: Option<&str>| Target::Document { id: id.into(), anchor: anchor.map(str::to_owned) };
    let details = Block::Details(Details { id: "e-1".into(), summary: vec![t("E")], blocks: vec![] });
    let evidence = document(
        "d1-evidence",
        vec![details.clone(), heading("a", "Ratios: B/op"), heading("b", "Ratios: B/op"), details_of("e-2")],
    );
    let page = document(
        "d1",
        vec![
            link(Target::Anchor("own".into())),
            link(there("d1-evidence", Some("e-1"))),
            link(there("d1-evidence", Some("b"))),
            link(there("d1-evidence", Some("e-2"))),
            link(there("d1-evidence", None)),
            link(there("index", None)),
            link(Target::File("inputs/frozen/D1/notes.md.log".into())),
            link(Target::Url("javascript:alert(1)".into())),
            heading("own", "Own & only"),
        ],
    );
    let documents = [document("index", vec![]), page, evidence];
    let page = file(&documents, "d1.md");
    for address in [
        "[x](#own--only)",
        "[x](d1-evidence.md#title-of-d1-evidence)",
        "[x](d1-evidence.md#ratios-bop-1)",
        "[x](d1-evidence.md)",
        "[x](README.md)",
        "[x](../inputs/frozen/D1/notes.%6Dd.log)",
        "x (`javascript:alert(1)`)",
    ] {
        assert!(page.contains(address), "{address} in\n{page}");
    }
    assert_eq!(page.matches("#ratios-bop-1)").count(), 2, "what is no heading is found at the nearest one");
}

fn details_of(id: &str) -> Block {
    Block::Details(Details { id: id.into(), summary: vec![t("E")], blocks: vec![] })
}

#[test]
fn links_that_lead_nowhere_and_unusable_names_are_problems() {
    let link = |target| Block::Paragraph(vec![Inline::Link { target, content: vec![t("x")] }]);
    let gone = link(Target::Document { id: "gone".into(), anchor: None });
    let documents = [
        document("d1", vec![gone, link(Target::Anchor("gone".into()))]),
        document("../up", vec![]),
        document("d1", vec![]),
    ];
    let problems = render(&documents, "Book", &Templates::carried()).unwrap_err();
    let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["markdown::name", "markdown::name", "markdown::link", "markdown::link"]);
}

#[test]
fn every_page_begins_with_its_status_and_ends_with_its_provenance() {
    let status = Status {
        word: "reconstructed".into(),
        label: "Reconstructed data.".into(),
        sentence: "Not measured.".into(),
        more: Some(Target::Document { id: "index".into(), anchor: None }),
    };
    let mut page = document("d1", vec![Block::Paragraph(vec![t("Text"), Inline::NoteMark(0), t(".")])]);
    page.status = Some(status);
    page.kicker = "Phase D1".into();
    page.stamp.phase = Some("D1".into());
    page.notes = vec![vec![Block::Paragraph(vec![t("A note.")])]];
    assert_eq!(
        file(&[document("index", vec![]), page], "d1.md"),
        "> **Reconstructed data.** Not measured. [More](README.md).\n\n\
         # Phase D1: Title of d1\n\n\
         Text\\[[1](#notes)\\].\n\n\
         ## Notes\n\n1. A note.\n\n---\n\n\
         Campaign hcloud-rebench, phase D1, reconstructed. Inputs `0123456789ab`. Made by rebench-report 0.1.0.\n"
    );
}

#[test]
fn plots_stand_alone_with_colours_and_alternative_text() {
    let picture = |width| Picture {
        width,
        height: 10,
        svg: format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\"><text class=\"pt\">a &lt; b</text></svg>"
        ),
    };
    let plot = Plot {
        id: "forest".into(),
        number: 2,
        caption: vec![t("Ratios.")],
        alt: "ns/op [0.984, 1.021] <includes 1>".into(),
        pictures: vec![picture(908), picture(680), picture(288)],
        data: Some(Box::new(a_table(vec![Column::text("block")], vec![Row::Data(vec![Cell::text("0")])]))),
    };
    let documents = [document("d1", vec![Block::Plot(Box::new(plot))])];
    let page = file(&documents, "d1.md");
    assert!(
        page.contains("![ns/op \\[0.984, 1.021\\] \\<includes 1>](plots/d1/forest.svg)\n\n**Figure 2.** Ratios."),
        "{page}"
    );
    let svg = file(&documents, "plots/d1/forest.svg");
    let xml = usvg::roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(xml.root_element().attribute("width"), Some("680"));
    assert!(svg.contains(".pr-better { fill: #fff; stroke: #1d4f91; }") && svg.contains("background: #fff"), "{svg}");
}

#[test]
fn the_summary_nests_documents_below_their_parents() {
    let below = |id: &str, parent: &str| Document { parent: Some(parent.into()), ..document(id, vec![]) };
    let hostile = Document { short_title: "D1 [x](y) *z* <b>".into(), ..below("d1", "index") };
    let documents = [
        document("index", vec![]),
        hostile,
        below("d1-evidence", "d1"),
        below("hashes", "index"),
        below("a", "b"),
        below("b", "a"),
        below("lost", "no-such-document"),
    ];
    assert_eq!(
        file(&documents, "SUMMARY.md"),
        "# Book\n\n[Page index](README.md)\n\n\
         - [D1 \\[x\\](y) \\*z\\* \\<b>](d1.md)\n  - [Page d1-evidence](d1-evidence.md)\n\
         - [Page hashes](hashes.md)\n- [Page lost](lost.md)\n- [Page a](a.md)\n  - [Page b](b.md)\n"
    );
}

#[test]
fn addresses_cannot_end_their_link() {
    assert_eq!(escape::address("https://a.b/c_(d) e\"<f>|&g\\"), "https://a.b/c_%28d%29%20e%22%3Cf%3E%7C&amp;g%5C");
    assert_eq!(escape::address("#über-1"), "#über-1");
}

//! What is written reads back: every letter, its styles and its links, whatever the text is made of.

use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::*;
use crate::document::table::StateShape;
use crate::document::*;

/// What mdBook 0.5 turns on, smart punctuation apart.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

pub(super) fn document(id: &str, blocks: Vec<Block>) -> Document {
    Document {
        id: id.into(),
        parent: (id != "index").then(|| "index".into()),
        short_title: format!("Page {id}"),
        kicker: String::new(),
        title: format!("Title of {id}"),
        lede: vec![],
        status: None,
        facts: vec![],
        stamp: Stamp {
            campaign: "hcloud-rebench".into(),
            phase: None,
            language: "en".into(),
            date: Timestamp(0),
            input_hash: "0123456789abcdef".repeat(4),
            tool: "rebench-report 0.1.0".into(),
            authors: vec![],
        },
        blocks,
        notes: vec![],
        attachments: vec![],
    }
}

fn rendered(documents: &[Document]) -> Vec<Rendered> {
    render(documents, "Book", &Templates::carried()).unwrap()
}

fn file(documents: &[Document], path: &str) -> String {
    let files = rendered(documents);
    let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(file.bytes.clone()).unwrap()
}

fn only(blocks: Vec<Block>) -> String {
    let page = file(&[document("d1", blocks)], "d1.md");
    let (_, body) = page.split_once("# Title of d1\n\n").unwrap();
    body.rsplit_once("---\n").unwrap().0.trim_end_matches('\n').to_owned()
}

fn t(text: &str) -> Inline {
    Inline::text(text)
}

/// A character with the styles it has, and whether it is in a link.
type Styled = (char, [bool; 4], bool);

/// Characters of what is read, white space apart, and the kinds of blocks that are there.
fn read(markdown: &str) -> (Vec<Styled>, Vec<String>) {
    let (characters, blocks, _) = read_with_cells(markdown);
    (characters, blocks)
}

/// The same with the index of each table cell's first character.
fn read_with_cells(markdown: &str) -> (Vec<Styled>, Vec<String>, Vec<usize>) {
    let (mut characters, mut blocks, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    let (mut styles, mut links) = ([0_i32; 3], 0);
    for event in Parser::new_ext(markdown, options()) {
        let mut push = |text: &str, code: bool| {
            let styles = [styles[0] > 0, styles[1] > 0, styles[2] > 0, code];
            characters.extend(text.chars().filter(|c| !c.is_whitespace()).map(|c| (c, styles, links > 0)));
        };
        match event {
            Event::Text(text) => push(&text, false),
            Event::Code(text) => push(&text, true),
            Event::Html(text) | Event::InlineHtml(text) => panic!("raw HTML: {text}"),
            Event::Start(Tag::Strong) => styles[0] += 1,
            Event::Start(Tag::Emphasis) => styles[1] += 1,
            Event::Start(Tag::Strikethrough) => styles[2] += 1,
            Event::End(TagEnd::Strong) => styles[0] -= 1,
            Event::End(TagEnd::Emphasis) => styles[1] -= 1,
            Event::End(TagEnd::Strikethrough) => styles[2] -= 1,
            Event::Start(Tag::Link { .. }) => links += 1,
            Event::End(TagEnd::Link) => links -= 1,
            Event::SoftBreak | Event::HardBreak => {}
            Event::Start(tag) => {
                if tag == Tag::TableCell {
                    cells.push(characters.len());
                }
                blocks.push(format!("{tag:?}").split(['(', ' ', '{']).next().unwrap().to_owned());
            }
            Event::End(_) => {}
            other => blocks.push(format!("{other:?}")),
        }
    }
    (characters, blocks, cells)
}

/// What should be read of `content`.
fn expected(content: &[Inline], styles: [bool; 3], link: bool, out: &mut Vec<Styled>) {
    let words = |text: &str, code: bool| -> Vec<Styled> {
        let styles = [styles[0], styles[1], styles[2], code];
        escape::one_line(text).chars().filter(|c| !c.is_whitespace()).map(|c| (c, styles, link)).collect()
    };
    for inline in content {
        match inline {
            Inline::Text(text) => out.extend(words(text, false)),
            Inline::Code(text) => out.extend(words(text, true)),
            Inline::Missing { reason } => out.extend(words(&format!("N/A ({reason})"), false)),
            Inline::Figure(figure) => out.extend(words(&figure.text, false)),
            Inline::Strong(inner) => expected(inner, [true, styles[1], styles[2]], link, out),
            Inline::Emphasis(inner) => expected(inner, [styles[0], true, styles[2]], link, out),
            Inline::Strikethrough(inner) => expected(inner, [styles[0], styles[1], true], link, out),
            Inline::Link { content, .. } => expected(content, styles, true, out),
            Inline::NoteMark(_) | Inline::SoftBreak | Inline::HardBreak => {}
        }
    }
}

fn hostile_text() -> impl Strategy<Value = String> {
    let pieces = proptest::sample::select(vec![
        "a",
        "b",
        "1",
        "7",
        " ",
        "  ",
        "\n",
        "\t",
        "*",
        "**",
        "_",
        "__",
        "`",
        "``",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "&",
        ";",
        "#",
        "##",
        "-",
        "--",
        "---",
        "+",
        "=",
        "==",
        ".",
        "1.",
        "2)",
        "!",
        "|",
        "~",
        "~~",
        "$",
        "$$",
        "\\",
        "{",
        "}",
        "{{#include x}}",
        "{#id}",
        ":",
        "::",
        ":smile:",
        "@",
        "\"",
        "'",
        "é",
        "→",
        "長",
        "\u{a0}",
        "\u{301}",
        "\u{1f600}",
        "<img onerror=alert(1)>",
        "a|b_*c*",
        "[x](y)",
        "![x](y)",
        "&amp;",
        "&#42;",
        "https://example.org",
        "www.example.org",
        "a@example.org",
        "[^1]",
        "[ ]",
        "[!NOTE]",
        "    ",
        "\u{0}",
        "\r\n",
        "<!-- -->",
        "</p>",
        "\u{2028}",
        "- a",
        "> a",
    ]);
    proptest::collection::vec(pieces, 0..7).prop_map(|pieces| pieces.concat())
}

fn hostile_inlines() -> impl Strategy<Value = Inlines> {
    let leaf = prop_oneof![
        4 => hostile_text().prop_map(Inline::Text),
        2 => hostile_text().prop_map(Inline::Code),
        1 => Just(Inline::SoftBreak),
        1 => Just(Inline::HardBreak),
        1 => hostile_text().prop_map(|reason| Inline::Missing { reason }),
    ];
    let tree = leaf.prop_recursive(3, 24, 4, |inner| {
        let content = proptest::collection::vec(inner, 0..4);
        prop_oneof![
            content.clone().prop_map(Inline::Strong),
            content.clone().prop_map(Inline::Emphasis),
            content.clone().prop_map(Inline::Strikethrough),
            content.prop_map(|content| Inline::Link {
                target: Target::Url("https://example.org/a_(b)?c=1&copy;=2".into()),
                content,
            }),
        ]
    });
    proptest::collection::vec(tree, 0..6)
}

/// Code that is written as text reads back as text; which one it is does not matter to the property.
fn without_code((c, styles, link): Styled) -> Styled {
    (c, [styles[0], styles[1], styles[2], false], link)
}

fn has_refused_code(content: &[Inline], place: Where) -> bool {
    // Neighbouring spans are joined, so what is refused may come from two of them.
    fn code(content: &[Inline], out: &mut String) {
        for inline in content {
            match inline {
                Inline::Code(text) => out.push_str(text),
                Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Strikethrough(inner) => code(inner, out),
                Inline::Link { content, .. } => code(content, out),
                _ => {}
            }
        }
    }
    let mut all = String::new();
    code(content, &mut all);
    escape::refuses_code(&all, place)
        || all.contains("{{")
        || all.contains("]:")
        || (place == Where::Cell && all.contains('\\'))
}

fn same(read: Vec<Styled>, content: &[Inline], place: Where, markdown: &str) -> Result<(), TestCaseError> {
    let mut wanted = Vec::new();
    expected(content, [false; 3], false, &mut wanted);
    let drop_code = has_refused_code(content, place);
    let view = |list: Vec<Styled>| -> Vec<Styled> {
        if drop_code { list.into_iter().map(without_code).collect() } else { list }
    };
    prop_assert_eq!(view(read), view(wanted), "{}", markdown);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_paragraph_reads_back(content in hostile_inlines()) {
        let markdown = only(vec![Block::Paragraph(content.clone())]);
        let (characters, blocks) = read(&markdown);
        prop_assert!(blocks.is_empty() || blocks == ["Paragraph"], "{:?} from {:?}", blocks, markdown);
        same(characters, &content, Where::Paragraph, &markdown)?;
        prop_assert!(!markdown.contains("{{#"));
    }

    #[test]
    fn a_heading_reads_back_and_links_find_it(content in hostile_inlines()) {
        let heading = |content| Block::Heading(Heading { level: 2, id: "there".into(), content });
        let link = Inline::Link { target: Target::Anchor("there".into()), content: vec![t("here")] };
        let markdown = only(vec![Block::Paragraph(vec![link]), heading(content.clone())]);
        let (link, rest) = markdown.split_once("\n\n").unwrap();
        let (characters, blocks) = read(rest);
        prop_assert_eq!(blocks, ["Heading"], "{}", rest);
        same(characters, &content, Where::Heading, rest)?;
        let mut words = String::new();
        for event in Parser::new_ext(rest, options()) {
            if let Event::Text(text) | Event::Code(text) = event { words.push_str(&text) }
        }
        let made: String = words.trim().to_lowercase().chars().filter_map(|c| match c {
            c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
            c if c.is_whitespace() => Some('-'),
            _ => None,
        }).collect();
        prop_assert_eq!(link, format!("[here](#{})", escape::address(&made)));
    }

    #[test]
    fn a_table_keeps_its_cells(cells in proptest::collection::vec(hostile_inlines(), 1..4), head in hostile_text()) {
        let columns = cells.iter().map(|_| Column::text(format!("h{head}"))).collect();
        let row = Row::Data(cells.iter().map(|content| Cell::new(content.clone(), vec![])).collect());
        let markdown = only(vec![Block::Table(Box::new(table(columns, vec![row])))]);
        let (characters, blocks, starts) = read_with_cells(&markdown);
        let heads = cells.len();
        let mut kinds = vec!["Table", "TableHead"];
        kinds.extend(vec!["TableCell"; heads]);
        kinds.push("TableRow");
        kinds.extend(vec!["TableCell"; heads]);
        prop_assert_eq!(blocks, kinds, "{}", markdown);
        for (at, content) in cells.iter().enumerate() {
            let start = starts[heads + at];
            let end = starts.get(heads + at + 1).copied().unwrap_or(characters.len());
            same(characters[start..end].to_vec(), content, Where::Cell, &markdown)?;
        }
    }

    #[test]
    fn code_blocks_read_back(text in hostile_text(), language in hostile_text()) {
        let block = Block::Code(Code { language: Some(language), text: format!("{text}\n") });
        let (characters, _) = read(&only(vec![Block::List(List { start: None, tight: true, items: vec![vec![block]] })]));
        let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect::<String>();
        prop_assert_eq!(characters.into_iter().map(|c| c.0).collect::<String>(), visible(&text));
    }
}

fn table(columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table {
        id: "ratios".into(),
        number: 0,
        caption: vec![],
        columns,
        rows,
        axis: None,
        legend: vec![],
        foot: vec![],
        wide: false,
    }
}

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
    let table =
        Table { number: 1, caption: vec![t("Ratios.")], legend, foot: vec![vec![t("Foot.")]], ..table(columns, rows) };
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
        data: None,
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
fn headings_keep_their_levels_and_trailing_signs() {
    let heading =
        |level, text: &str| Block::Heading(Heading { level, id: format!("h{level}"), content: vec![t(text)] });
    let markdown = only(vec![heading(2, "C #"), heading(3, "a {#id}"), heading(4, "- b")]);
    let levels: Vec<HeadingLevel> = Parser::new_ext(&markdown, options())
        .filter_map(
            |event| if let Event::Start(Tag::Heading { level, id, .. }) = event { Some((level, id)) } else { None },
        )
        .map(|(level, id)| {
            assert_eq!(id, None);
            level
        })
        .collect();
    assert_eq!(levels, [HeadingLevel::H2, HeadingLevel::H3, HeadingLevel::H4]);
    assert_eq!(read(&markdown).0.iter().map(|c| c.0).collect::<String>(), "C#a{#id}-b");
}

//! What is written reads back: every letter, its styles and its links, whatever the text is made of.

use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

mod pages;

use super::*;
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

fn document(id: &str, blocks: Vec<Block>) -> Document {
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
            date: Some(Timestamp(0)),
            input_hash: "0123456789abcdef".repeat(4),
            tool: "rebench-report 0.1.0".into(),
            authors: vec![],
            source: None,
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
        let markdown = only(vec![Block::Table(Box::new(a_table(columns, vec![row])))]);
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

fn a_table(columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table { id: "ratios".into(), caption: vec![], columns, rows, ..Table::default() }
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

//! Any name prints: every character is covered by a glyph or stated by its number and told with its place.

use proptest::prelude::*;

use super::super::style::{CODE, Style, TABLE, TEXT};
use super::super::text::shape::Shaper;
use super::super::text::{Breaks, Span};
use super::*;
use crate::document::characters::{is_hint, is_hostile, number};
use crate::document::table::StateShape;

/// Asserts that what is set says every character of `text`, and that a glyph of its face stands for every byte.
fn assert_covered(text: &str, style: Style, breaks: Breaks) -> Result<(), TestCaseError> {
    let mut shaper = Shaper::new(fonts(), "en");
    let shaped = shaper.shape(vec![Span { breaks, ..Span::new(text, style, None) }], style);
    prop_assert_eq!(&shaper.lost, &Vec::<String>::new(), "{:?}", text);
    let mut stated = shaper.stated.iter();
    let mut rest: &str = &shaped.text;
    for character in text.chars() {
        if is_hint(character) && breaks != Breaks::Bytes {
            continue;
        }
        let white = matches!(character, '\t' | '\r');
        let own = if white { ' ' } else { character };
        if let Some(after) = rest.strip_prefix(own).filter(|_| !is_hostile(character) || white || own == '\n') {
            rest = after;
            continue;
        }
        prop_assert_eq!(stated.next(), Some(&character), "{:?} is neither set nor stated in {:?}", character, text);
        let after = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix(&number(character));
        prop_assert!(after.is_some(), "{} stands not in {rest:?}", number(character));
        rest = after.unwrap_or_default();
    }
    prop_assert_eq!(rest, "");
    prop_assert_eq!(stated.next(), None);
    let mut covered = vec![false; shaped.text.len()];
    for glyph in &shaped.glyphs {
        prop_assert!(glyph.id != 0, "{text:?} shows a box");
        covered[glyph.range.start as usize..glyph.range.end as usize].fill(true);
    }
    for (at, byte) in shaped.text.bytes().enumerate() {
        prop_assert!(covered[at] || byte == b'\n', "no glyph stands for byte {at} of {:?}", shaped.text);
    }
    Ok(())
}

/// Characters of every kind that a name may hold; the rest of Unicode now and then.
fn characters() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => proptest::char::range(' ', '~'),
        1 => proptest::char::range('\0', '\u{a0}'),
        2 => proptest::char::range('\u{a0}', '\u{17f}'),
        2 => proptest::char::range('\u{300}', '\u{36f}'),
        1 => proptest::char::range('\u{370}', '\u{52f}'),
        1 => proptest::char::range('\u{590}', '\u{6ff}'),
        1 => proptest::char::range('\u{900}', '\u{e5b}'),
        1 => proptest::char::range('\u{1100}', '\u{11ff}'),
        2 => proptest::char::range('\u{2000}', '\u{206f}'),
        1 => proptest::char::range('\u{2190}', '\u{22ff}'),
        1 => proptest::char::range('\u{4e00}', '\u{9fff}'),
        1 => proptest::char::range('\u{ac00}', '\u{d7a3}'),
        1 => proptest::char::range('\u{e000}', '\u{fdff}'),
        1 => proptest::char::range('\u{fe00}', '\u{ffff}'),
        1 => proptest::char::range('\u{1f1e6}', '\u{1f9ff}'),
        1 => any::<char>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_character_is_covered_by_a_glyph_or_by_its_number(
        letters in prop::collection::vec(characters(), 0..60)
    ) {
        let text: String = letters.into_iter().collect();
        for (style, breaks) in [(TEXT, Breaks::Syllables), (TABLE, Breaks::Prose), (CODE, Breaks::Bytes)] {
            assert_covered(&text, style, breaks)?;
            assert_covered(&text, style.in_face(style.face.strong()), breaks)?;
        }
    }
}

#[test]
fn names_of_every_script_are_covered() {
    for name in [
        "漢字ベンチマーク",
        "벤치마크",
        "שלום עולם",
        "مرحبا",
        "ภาษาไทย",
        "हिन्दी",
        "🦀🔥👩‍👩‍👧🏳️‍🌈",
        "e\u{301}te\u{301} \u{301}alone x\u{323}\u{307}\u{301}\u{489}",
        "a\u{202e}b\u{202c}c",
        "nul\u{0}and\u{7}bell\u{1b}[31m\u{7f}\u{85}",
        "\u{e000}\u{f8ff}\u{f0000}\u{10fffd}",
        "zero\u{200b}width\u{2060}joiner\u{ad}soft\u{200d}\u{200c}\u{feff}",
        "\u{378}\u{e0041}\u{fffe}\u{1fffe}\u{10ffff}",
        "ﬁne ffi ligature office",
        "тест ΑΒΓ ệ",
        "line\u{2028}\u{2029}separator",
    ] {
        for (style, breaks) in [(TEXT, Breaks::Syllables), (TABLE, Breaks::Prose), (CODE, Breaks::Bytes)] {
            assert_covered(name, style, breaks).unwrap_or_else(|fault| panic!("{fault}"));
        }
    }
}

#[test]
fn a_name_hides_no_character() {
    let pdf = pdf(vec![Block::Paragraph(vec![Inline::Code("pay\u{200b}load\u{ad}s\u{2060}x".into())])]);
    // What is copied is the character itself; what is printed is its number.
    assert!(pages(&pdf)[0].contains("pay\u{200b}load\u{ad}s\u{2060}x"), "{}", pages(&pdf)[0]);
    let stated: Vec<char> = pdf.substitutions.iter().map(|one| one.character).collect();
    assert_eq!(stated, ['\u{ad}', '\u{200b}', '\u{2060}']);
    let hinted = super::pdf(vec![p("pay\u{200b}load\u{ad}s\u{2060}x")]);
    assert_eq!(hinted.substitutions, [], "in prose they are the author's hints for line ends");
}

/// A document with another character that no face has in each of its places.
fn spread() -> Document {
    let mut phase = Document {
        title: "甲 in the title".into(),
        kicker: "Phase 乙".into(),
        short_title: "丙 head".into(),
        lede: vec![t("丁 in the lede")],
        facts: vec![Fact { term: vec![t("Host")], content: vec![t("a 戊 box")] }],
        ..empty("d1")
    };
    phase.stamp.campaign = "己-campaign".into();
    let mut columns = vec![Column::text("庚 case").as_row_head(), Column::number("Value", "辛")];
    columns.push(Column::text("State"));
    let state = State { shape: StateShape::Filled, word: "壬 state".into(), about: "case".into() };
    let rows = vec![
        Row::Group(vec![t("癸 group")]),
        Row::Data(vec![
            Cell::text("子 cell"),
            Cell::text("1"),
            Cell { content: CellContent::State(state.clone()), csv: vec![] },
        ]),
        Row::Missing { what: vec![t("丑")], reason: "none".into(), csv: vec![] },
    ];
    let mut shown = Table { foot: vec![vec![t("寅 remark")]], ..table("t", 1, columns, rows) };
    shown.legend = vec![(state, 1)];
    let mut drawn = plot();
    drawn.pictures = vec![Picture {
        width: 680,
        height: 60,
        svg: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 60\" width=\"680\" height=\"60\" \
              font-family=\"Source Sans 3\"><text class=\"pf-ink\" x=\"10\" y=\"30\" font-size=\"13\">卯卯</text></svg>"
            .into(),
    }];
    phase.blocks = vec![
        h(2, "a", "辰 heading"),
        p("巳 body"),
        h(2, "b", "B"),
        h(2, "c", "C"),
        h(2, "d", "D"),
        Block::Code(Code { language: None, text: "午 code".into() }),
        Block::Table(Box::new(shown)),
        Block::Plot(Box::new(drawn)),
        Block::Statement(statement(StatementKind::Measured, "M1", "未 statement")),
        Block::Paragraph(vec![t("note"), Inline::NoteMark(0)]),
    ];
    phase.notes = vec![vec![p("申 note")]];
    phase
}

#[test]
fn a_character_is_told_once_and_with_its_place_wherever_it_stands() {
    let document = spread();
    // A second part, so that the contents name headings of both.
    let other = Document { title: "酉 part".into(), blocks: vec![h(2, "x", "戌 section")], ..empty("d2") };
    let pdf = made(&[&document, &other]).expect("a PDF");
    assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
    text::assert_inside(&pdf.bytes);
    let told: Vec<(char, &str, &str)> =
        pdf.substitutions.iter().map(|one| (one.character, one.part.as_str(), one.place.as_str())).collect();
    let expected = [
        ('甲', "d1", "the title"),
        ('乙', "d1", "the title"),
        ('丙', "d1", "the running head"),
        ('丁', "d1", "the summary “丁 in the lede”"),
        ('戊', "d1", "the title block, “Host”"),
        ('己', "d1", "the foot of each page"),
        ('庚', "d1", "table 1, the head “庚 case”"),
        ('辛', "d1", "table 1, the head “Value 辛”"),
        ('壬', "d1", "table 1, the cell “壬 state case”"),
        ('癸', "d1", "table 1, the group “癸 group”"),
        ('子', "d1", "table 1, the cell “子 cell”"),
        ('丑', "d1", "table 1, the row “丑 none”"),
        ('寅', "d1", "table 1, the remark “寅 remark”"),
        ('辰', "d1", "the heading “辰 heading”"),
        ('巳', "d1", "the paragraph “巳 body”"),
        ('午', "d1", "the code “午 code”"),
        ('未', "d1", "the paragraph “未 statement”"),
        ('申', "d1", "the paragraph “申 note”"),
        ('酉', "d2", "the title"),
        ('戌', "d2", "the heading “戌 section”"),
    ];
    for one in expected {
        assert_eq!(told.iter().filter(|told| told.0 == one.0).collect::<Vec<_>>(), [&one], "{}", one.0);
    }
    let plot = told.iter().filter(|told| told.0 == '卯').collect::<Vec<_>>();
    assert!(matches!(plot[..], [(_, "d1", place)] if place.starts_with("the plot")), "{plot:?}");
    assert_eq!(told.len(), expected.len() + 1);
    let text = pages(&pdf).join("\n");
    assert!(text.contains("U+536F U+536F"), "the plot's label states its characters one by one");
    let raw = text::objects(&pdf.bytes);
    // Outline and metadata are no print: they hold the characters themselves.
    assert!(raw.contains("甲 in the title"), "the metadata lack the title");
}

#[test]
fn metadata_and_outline_take_any_title() {
    for title in ["nul\u{0} bell\u{7} esc\u{1b}", "\u{fffe}\u{ffff}", "a\u{202e}b", "<b>&amp;]]></b>", "🦀 שלום (\\)"]
    {
        let mut document = Document { title: title.into(), kicker: title.into(), ..empty("d1") };
        document.stamp.authors = vec![title.into()];
        document.stamp.campaign = title.into();
        document.lede = vec![t(title)];
        document.blocks = vec![h(2, "h", title), p("text")];
        let pdf = made(&[&document]).unwrap_or_else(|problems| panic!("{title:?}: {problems:?}"));
        assert_eq!(structure::structure(&pdf.bytes).faults, Vec::<String>::new());
        let raw = text::objects(&pdf.bytes);
        let start = raw.find("<x:xmpmeta").or_else(|| raw.find("<rdf:RDF")).expect("metadata");
        let end = raw[start..].find("<?xpacket").expect("their end");
        let xmp = &raw[start..start + end];
        assert!(usvg::roxmltree::Document::parse(xmp).is_ok(), "{title:?} spoils the metadata: {xmp}");
    }
}

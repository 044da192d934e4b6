//! What a printer would mark: widows, headings at the foot, ink beside the paper, colours that alone tell things apart.

use proptest::prelude::*;

use super::super::style::{
    Figures, HYPOTHESIS, INK, INK_2, Ink, LIMIT, MEASURED, MISSING, NOTICE, Style, TEXT, WHITE, WORSE,
};
use super::super::text::Span;
use super::super::text::shape::Shaper;
use super::*;
use crate::document::table::StateShape;

/// Paragraphs, headings, items, quotations and statements by kind and length. Words name the block that they are in.
fn blocks(of: &[(u8, usize)]) -> Vec<Block> {
    let words = |index: usize, count: usize| format!("w{index}x ").repeat(count);
    let block = |(index, (kind, count)): (usize, &(u8, usize))| match kind {
        0 => h(4, &format!("h{index}"), &format!("Heading {index}")),
        1 => h(3, &format!("h{index}"), &format!("Heading {index}")),
        2 => Block::Quote(vec![p(&words(index, *count))]),
        3 => Block::List(List { start: Some(1), tight: count % 2 == 0, items: vec![vec![p(&words(index, *count))]] }),
        4 => Block::Statement(statement(StatementKind::Measured, "M1", &words(index, *count))),
        _ => p(&words(index, *count)),
    };
    of.iter().enumerate().map(block).chain([p("The end.")]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_of_a_paragraph_is_alone_and_no_heading_ends_a_page(
        of in prop::collection::vec((0_u8..9, 1_usize..260), 8..40)
    ) {
        let pdf = pdf(blocks(&of));
        let pages = pages(&pdf);
        // The contents stand on the first page, before the first block.
        let own = |line: &str| line.split('w').nth(1)?.split('x').next()?.parse::<usize>().ok();
        for (number, page) in pages.iter().enumerate() {
            let lines: Vec<&str> = page.lines().collect();
            for index in 0..of.len() {
                let all: usize = pages.iter().flat_map(|page| page.lines()).filter(|line| own(line) == Some(index)).count();
                let here = lines.iter().filter(|line| own(line) == Some(index)).count();
                prop_assert!(here != 1 || all == 1, "page {number}: one line of {all} of block {index}");
            }
            let last = lines.iter().rfind(|line| own(line).is_some() || line.starts_with("Heading") || line.starts_with("The end"));
            let ends = last.is_some_and(|line| line.starts_with("Heading"));
            prop_assert!(!ends || page.contains("Contents"), "page {number} ends with {last:?}");
        }
    }
}

#[test]
fn a_long_list_of_conditions_goes_on_overleaf_with_three_on_either_page() {
    let mut parted = 0;
    for lines in 20..44 {
        let mut long = statement(StatementKind::Measured, "M1", "It is so.");
        long.checks = (0..9).map(|number| Check { text: format!("condition {number} holds") }).collect();
        let mut blocks: Vec<Block> = (0..lines).map(|_| p("A line.")).collect();
        blocks.push(Block::Statement(long));
        let found: Vec<usize> = pages(&pdf(blocks)).iter().map(|page| page.matches(" holds").count()).collect();
        assert!(
            found.iter().sum::<usize>() == 9 && found.iter().all(|count| ![1, 2].contains(count)),
            "{lines}: {found:?}"
        );
        parted += usize::from(found.iter().filter(|count| **count > 0).count() > 1);
    }
    assert!(parted > 2, "{parted}");
}

#[test]
fn letter_paper_holds_everything_that_a4_does() {
    let (phase, evidence) = (phase(), evidence(3));
    let word = "x".repeat(3_000);
    let columns = (0..16).map(|column| Column::number(format!("metric {column}"), "ns/op")).collect();
    let rows = (0..30).map(|row| Row::Data((0..16).map(|_| Cell::text(format!("{row},123.5"))).collect())).collect();
    let hard = Document {
        blocks: vec![
            p(&word),
            Block::Table(Box::new(table("t-wide", 1, columns, rows))),
            Block::Table(Box::new(samples(200))),
            Block::Plot(Box::new(plot())),
        ],
        ..empty("d2")
    };
    let options = PdfOptions { paper: Paper::Letter, ..PdfOptions::default() };
    let pdf = render(&[&phase, &evidence, &hard], fonts(), &Templates::carried(), &options).expect("a PDF");
    text::assert_inside(&pdf.bytes);
    let boxes = text::media_boxes(&pdf.bytes);
    assert_eq!(boxes.len(), pdf.pages);
    assert!(boxes.iter().all(|size| [(612, 792), (792, 612)].contains(size)), "{boxes:?}");
    assert!(boxes.contains(&(792, 612)), "the wide table turns its sheet");
}

#[test]
fn ten_thousand_rows_are_set() {
    let pdf = pdf(vec![Block::Table(Box::new(samples(10_000)))]);
    let pages = pages(&pdf);
    assert_eq!(pages.iter().map(|page| page.matches("logs/").count()).sum::<usize>(), 10_000);
    assert!(pages.iter().all(|page| page.matches("File, line").count() == 1), "a page without a head");
}

/// The content of a PDF as a printer without colour sees it.
fn black(blocks: Vec<Block>) -> String {
    text::without_colour(&pdf(blocks).bytes)
}

fn differ(kinds: &[(&str, String)]) {
    for (at, (name, content)) in kinds.iter().enumerate() {
        for (other, same) in &kinds[at + 1..] {
            assert!(content != same, "{name} and {other} differ in their colour alone");
        }
    }
}

#[test]
fn standing_is_told_without_colour() {
    let set = |kind, label| black(vec![Block::Statement(statement(kind, label, "It is so."))]);
    differ(&[
        ("measured", set(StatementKind::Measured, "1")),
        ("hypothesis", set(StatementKind::Hypothesis, "1")),
        ("limit", set(StatementKind::Limit, "1")),
    ]);
    let words = |kind, label| pages(&pdf(vec![Block::Statement(statement(kind, label, "It is so."))])).join("\n");
    let found = [
        words(StatementKind::Measured, "M1"),
        words(StatementKind::Hypothesis, "H1"),
        words(StatementKind::Limit, "L1"),
    ];
    for (index, word) in ["checked", "not tested", "L1"].iter().enumerate() {
        for (other, text) in found.iter().enumerate() {
            assert_eq!(text.contains(word), index == other, "{word} in {other}");
        }
    }
    let figure = |standing| {
        let inline = Inline::Figure(Figure {
            text: "46.5".into(),
            evidence: "e".into(),
            target: Some(Target::Anchor("e".into())),
            standing,
        });
        black(vec![h(2, "e", "Evidence"), Block::Paragraph(vec![inline])])
    };
    differ(&[("measured", figure(Standing::Measured)), ("cited", figure(Standing::Cited))]);
}

#[test]
fn states_and_readings_are_told_without_colour() {
    let cell = |content| {
        let columns = vec![Column::text("Case").as_row_head(), Column::text("State")];
        let rows = vec![Row::Data(vec![Cell::text("a"), Cell { content, csv: vec![] }])];
        black(vec![Block::Table(Box::new(table("t", 1, columns, rows)))])
    };
    let state = |shape| cell(CellContent::State(State { shape, word: "word".into(), about: String::new() }));
    differ(&[
        ("filled", state(StateShape::Filled)),
        ("half", state(StateShape::Half)),
        ("crossed", state(StateShape::Crossed)),
        ("dotted", state(StateShape::Dotted)),
    ]);
    let reading = |shape, tone, word: &str| cell(CellContent::Reading(Reading { shape, tone, word: word.into() }));
    differ(&[
        ("below", reading(Shape::Disc, Tone::Neutral, "")),
        ("above", reading(Shape::Diamond, Tone::Neutral, "")),
        ("between", reading(Shape::Ring, Tone::Neutral, "")),
    ]);
    // What better and worse mean is a word, since either may lie on either side.
    differ(&[
        ("less is better", reading(Shape::Disc, Tone::Better, "less")),
        ("less is worse", reading(Shape::Disc, Tone::Worse, "less, worse")),
    ]);
}

/// Relative luminance (WCAG 2.2), by which a grey print tells colours apart.
fn luminance(Ink(r, g, b): Ink) -> f64 {
    let part = |byte: u8| {
        let share = f64::from(byte) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

#[test]
fn every_ink_of_text_is_legible_in_grey() {
    for ink in [INK, INK_2, MEASURED, HYPOTHESIS, LIMIT, MISSING, WORSE] {
        for ground in [WHITE, NOTICE] {
            let contrast = (luminance(ground) + 0.05) / (luminance(ink) + 0.05);
            assert!(contrast >= 4.5, "{ink:?} on {ground:?}: {contrast:.2}");
        }
    }
}

/// Lower and upper end of a glyph, in units of its face.
fn extent_of(face: super::super::fonts::Face, glyph: u32) -> (i16, i16) {
    use super::super::fonts::Face;
    let path = match face {
        Face::Serif => "fonts/SourceSerif4-Regular.ttf",
        Face::SerifBold => "fonts/SourceSerif4-Semibold.ttf",
        Face::Sans => "fonts/SourceSans3-Regular.ttf",
        Face::SansBold => "fonts/SourceSans3-Semibold.ttf",
        other => panic!("{other:?} sets no mark of a note"),
    };
    let templates = Templates::carried();
    let font = templates.bytes(path);
    let short = |at: usize| u16::from_be_bytes([font[at], font[at + 1]]);
    let long = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().expect("four bytes")) as usize;
    let entry = |name: &[u8]| {
        let tables = (0..usize::from(short(4))).map(|index| 12 + 16 * index);
        tables.into_iter().find(|at| &font[*at..*at + 4] == name).map(|at| long(at + 8)).expect("a table")
    };
    let (head, loca, glyf) = (entry(b"head"), entry(b"loca"), entry(b"glyf"));
    let glyph = glyph as usize;
    let offset = if short(head + 50) == 0 { 2 * usize::from(short(loca + 2 * glyph)) } else { long(loca + 4 * glyph) };
    (short(glyf + offset + 4) as i16, short(glyf + offset + 8) as i16)
}

#[test]
fn marks_of_notes_are_smaller_and_raised() {
    use super::super::fonts::Face;
    let mut shaper = Shaper::new(fonts(), "en");
    for face in [Face::Serif, Face::SerifBold, Face::Sans, Face::SansBold] {
        for mark in ('0'..='9').chain('a'..='z') {
            let mut glyph = |figures| {
                let style = Style { figures, ..TEXT.in_face(face) };
                let shaped = shaper.shape(vec![Span::new(mark.to_string(), style, None)], style);
                (shaped.glyphs[0].id, shaped.glyphs[0].advance)
            };
            let ((plain, wide), (raised, narrow)) = (glyph(Figures::Prose), glyph(Figures::Superior));
            let ((bottom, top), (low, high)) = (extent_of(face, plain), extent_of(face, raised));
            assert!(plain != raised && narrow < wide, "{face:?} has no superior {mark}");
            assert!(
                i32::from(high) - i32::from(low) < i32::from(top) - i32::from(bottom),
                "{face:?} {mark} is as high"
            );
            assert!(low > bottom + 100 && high >= top.min(650), "{face:?} {mark} from {low} to {high} is not raised");
        }
    }
}

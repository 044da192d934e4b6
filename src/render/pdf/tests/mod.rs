//! What a finished file must be.

mod flow;
mod hostile;
mod lines;
mod names;
mod print;
mod sample;
mod structure;
mod tables;
mod text;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Fonts, Paper, Pdf, PdfOptions, file_name, render};
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
    let options = PdfOptions { paper: Paper::Letter, ..PdfOptions::default() };
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
fn a_draft_says_so_in_its_title_block_its_name_and_under_the_text_of_every_page() {
    let phase = phase();
    let options = PdfOptions { draft: true, ..PdfOptions::default() };
    let draft = render(&[&phase], fonts(), &Templates::carried(), &options).expect("a PDF");
    let (marked, plain) = (pages(&draft), pages(&made(&[&phase]).expect("a PDF")));
    assert!(marked.iter().all(|page| page.trim_start().starts_with("DRAFT")), "under the text means before it");
    assert!(marked[0].contains("not released") && plain.iter().all(|page| !page.contains("DRAFT")));
    assert!(!text::read(&draft.bytes).contains("DRAFT"), "the mark is decoration");
    assert_eq!(structure::structure(&draft.bytes).faults, Vec::<String>::new());
    assert_eq!(file_name(&phase, &options), "hcloud-rebench-20261014-d1-3f9a1c07-draft.pdf");
    assert_eq!(file_name(&phase, &PdfOptions::default()), "hcloud-rebench-20261014-d1-3f9a1c07.pdf");
}

#[test]
fn a_character_that_no_face_has_is_told_with_its_place() {
    let document = Document { title: "Names".into(), blocks: vec![p("The arm 漢 was built twice")], ..empty("d1") };
    let found = made(&[&document]).expect("a PDF").substitutions;
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected =
        "Names, the paragraph “The arm 漢 was built twice”: no font has U+6F22 (漢); the PDF prints its number";
    assert_eq!(told, [expected]);
}

#[test]
fn a_no_break_space_is_no_marked_content_of_its_own() {
    let pdf = pdf(vec![p("It took 46.5\u{a0}ms and 3\u{a0}% more")]);
    assert!(pages(&pdf)[0].contains("46.5 ms and 3 % more"));
    assert!(!text::objects(&pdf.bytes).contains("/ActualText"));
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
fn the_sample_stays_on_the_sheet() {
    let (phase, evidence) = (phase(), evidence(3));
    text::assert_inside(&made(&[&phase, &evidence]).expect("a PDF").bytes);
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
    assert_eq!(text::attached(&pdf.bytes).into_keys().collect::<Vec<_>>(), ["c-data.csv", "data.csv"]);
    assert!(names["(data.csv)"] > 0 && names["(c-data.csv)"] > 0);
    assert_eq!(names["(b-data.csv)"], 0);
}

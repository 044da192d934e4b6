use std::sync::Arc;

use super::*;
use crate::document::{Figure, Standing};
use crate::evidence::Ledger;
use crate::writeup::lines;

fn desk() -> Desk {
    Desk::new(Arc::new(Ledger::default()))
}

fn figure(text: &str) -> Inline {
    Inline::Figure(Figure {
        text: text.to_string(),
        evidence: "x".to_string(),
        target: None,
        standing: Standing::Measured,
    })
}

fn read(text: &str, desk: &Desk) -> Outcome<Parsed> {
    let place = Text { file: "a.md", lines_before: 10, text };
    parse(place, &lines::unmark(&lines::mark(text)), desk)
}

fn said(text: &str) -> Vec<String> {
    read(text, &desk()).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn what_a_token_stands_for_is_never_markup() {
    let desk = desk();
    let name = "<img src=x onerror=alert(1)> a|b_*c* `d` [e](f) &amp; # g";
    let token = desk.lay(Item::Inline(figure(name)));
    let parsed =
        read(&format!("# {token}\n\n- **{token}** and {token}.\n\n| {token} |\n|---|\n| {token} |\n"), &desk).unwrap();
    let mut printed = Vec::new();
    for block in &parsed.blocks {
        match block {
            Block::Heading(heading) => printed.push(visit::plain(&heading.content)),
            Block::List(list) => match &list.items[0][0] {
                Block::Paragraph(inlines) => printed.push(visit::plain(inlines)),
                other => panic!("{other:?}"),
            },
            Block::Table(table) => {
                printed.push(table.columns[0].head.clone());
                assert_eq!(table.rows.len(), 1);
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(printed, [name.to_string(), format!("{name} and {name}."), name.to_string()]);
}

#[test]
fn a_token_of_blocks_takes_the_place_of_its_paragraph() {
    let desk = desk();
    let token = desk.lay(Item::Blocks { name: "x".to_string(), blocks: vec![Block::Rule] });
    let parsed = read(&format!("before\n\n{token}\n\nafter\n"), &desk).unwrap();
    assert!(matches!(parsed.blocks.as_slice(), [Block::Paragraph(_), Block::Rule, Block::Paragraph(_)]));
    assert_eq!(parsed.token_lines.get(&0), Some(&3));
}

#[test]
fn a_character_reference_can_not_forge_a_token() {
    assert_eq!(
        said("first\n\n&#xE000;0&#xE001;\n"),
        [
            "a.md:13: the character U+E000 is reserved (remove the reference to it; private-use characters have no meaning in a \
             write-up)",
            "a.md:13: the character U+E001 is reserved (remove the reference to it; private-use characters have no meaning in a \
             write-up)",
        ]
    );
}

#[test]
fn what_not_every_format_can_hold_is_refused_at_its_line() {
    assert_eq!(
        said("<b>x</b>\n\n![p](p.png)\n"),
        [
            "a.md:11: raw HTML can't be set in a PDF: <b> (say it in Markdown)",
            "a.md:11: raw HTML can't be set in a PDF: </b> (say it in Markdown)",
            "a.md:13: a picture can't be set yet: p.png (leave it out; plots of the data are placed with `show(name=…)`)",
        ]
    );
}

#[test]
fn lists_code_notes_and_links_keep_their_shape() {
    let text =
        "1. one\n   - two\n3. three\n\n```sql\nselect 1;\n```\n\ntext[^n] [D1](phase:D1#results)\n\n[^n]: note\n";
    let parsed = read(text, &desk()).unwrap();
    let [Block::List(list), Block::Code(code), Block::Paragraph(inlines)] = parsed.blocks.as_slice() else {
        panic!("{:?}", parsed.blocks);
    };
    assert_eq!((list.start, list.items.len(), list.items[0].len()), (Some(1), 2, 2));
    assert_eq!((code.language.as_deref(), code.text.as_str()), (Some("sql"), "select 1;\n"));
    assert!(inlines.contains(&Inline::NoteMark(0)));
    let target = Target::Document { id: "d1".to_string(), anchor: Some("results".to_string()) };
    assert!(inlines.iter().any(|inline| matches!(inline, Inline::Link { target: found, .. } if *found == target)));
    assert_eq!(parsed.notes.len(), 1);
}

#[test]
fn headings_of_one_name_have_anchors_of_their_own() {
    let parsed = read("## A b\n\n## A b\n\n## Größe\n", &desk()).unwrap();
    let ids: Vec<&str> = parsed
        .blocks
        .iter()
        .filter_map(|block| if let Block::Heading(heading) = block { Some(heading.id.as_str()) } else { None })
        .collect();
    assert_eq!(ids, ["a-b", "a-b-2", "gr-e"]);
}

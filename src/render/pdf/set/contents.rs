//! The list of contents, its page numbers filled in when the pages are known.

use krilla::tagging::Tag;

use super::super::flow::Reference;
use super::super::fonts::Face;
use super::super::style::{FACTS, HEADINGS, INK, INK_2, Style};
use super::super::text::Span;
use super::super::text::place::Column;
use super::{Frame, Galley, Goto, anchor_name};
use crate::document::visit::plain;
use crate::document::{Block, Document};

/// Fewer headings than this need no list.
const FEWEST: usize = 4;
/// More lines than this leave out the lower level.
const MOST: usize = 60;
/// Distance of its lines.
pub const LEADING: f32 = 12.4;
/// Lines at its end that stay together.
const LAST: usize = 4;
/// Room for the page number at the right.
const NUMBER: f32 = 26.0;

struct Entry {
    level: u8,
    text: String,
    name: String,
}

impl Galley<'_> {
    /// Headings of all parts with leaders and page numbers; nothing for a short document.
    pub fn contents(&mut self, parts: &[&Document], frame: Frame) {
        let several = parts.len() > 1;
        let mut entries = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if several && index > 0 {
                let text = if part.kicker.is_empty() {
                    part.title.clone()
                } else {
                    format!("{}: {}", part.kicker, part.title)
                };
                entries.push(Entry { level: 1, text, name: anchor_name(&part.id, None) });
            }
            collect(&part.blocks, part, &mut entries);
        }
        for level in [3, 2] {
            if entries.len() > MOST {
                entries.retain(|entry| entry.level < level);
            }
        }
        if entries.iter().filter(|entry| entry.level <= 2).count() < FEWEST {
            return;
        }
        let toc = self.tags.element(frame.parent, Tag::TOC);
        let slot = self.tags.leaf(toc, Tag::Caption);
        let style = HEADINGS[1];
        let lines = self.set(vec![Span::new("Contents", style, Some(slot))], style, frame.column());
        self.push(lines, 18.0, true, true, None);
        for (index, entry) in entries.into_iter().enumerate() {
            let Some(anchor) = self.known.get(&entry.name).copied() else { continue };
            let item = self.tags.element(toc, Tag::TOCI);
            let reference = self.tags.element(item, Tag::Reference);
            let (element, link) = self.link(reference, Goto::Anchor(anchor), format!("Go to: {}", entry.text));
            let slot = self.tags.slot(element);
            let number = self.tags.slot(element);
            let strong = entry.level == 1 || (entry.level == 2 && !several);
            let base = if strong && entry.level == 1 { FACTS.in_face(Face::SansBold) } else { FACTS };
            let ink = if entry.level > 2 { INK_2 } else { INK };
            let style = Style { leading: LEADING, ..base.in_ink(ink) };
            let indent = match entry.level {
                1 => 0.0,
                2 if several => 0.0,
                2 => 0.0,
                _ => 14.0,
            };
            let mut span = Span::new(entry.text, style, Some(slot));
            span.paint.link = Some(link);
            let column = Column::left(frame.x + indent, frame.width - indent - NUMBER);
            let lines = self.set(vec![span], style, column);
            let width = lines.last().map_or(0.0, |line| line.width);
            let at = self.items.len();
            let before = match entry.level {
                1 => 7.0,
                2 if index > 0 => 1.5,
                _ => 0.0,
            };
            self.push(lines, if index == 0 { 5.0 } else { before }, true, entry.level == 1, None);
            if let Some(last) = self.items[at..].last_mut() {
                last.reference = Some(Reference {
                    anchor,
                    slot: number,
                    link,
                    from: frame.x + indent + width,
                    to: frame.x + frame.width,
                    strong: entry.level == 1,
                });
            }
        }
        // The list ends with some lines on a page, or begins with some.
        let count = self.items.len();
        for item in &mut self.items[count.saturating_sub(LAST)..count] {
            item.keep = true;
        }
        self.space_after(6.0);
    }
}

fn collect(blocks: &[Block], part: &Document, entries: &mut Vec<Entry>) {
    for block in blocks {
        if let Block::Heading(heading) = block
            && heading.level <= 3
        {
            entries.push(Entry {
                level: heading.level.max(2),
                text: plain(&heading.content),
                name: anchor_name(&part.id, Some(&heading.id)),
            });
        }
    }
}

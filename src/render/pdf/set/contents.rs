//! The list of contents, its page numbers filled in when the pages are known.

use krilla::tagging::Tag;

use super::super::flow::{Item, Reference};
use super::super::fonts::Face;
use super::super::style::{FACTS, HEADINGS, INK, INK_2, Style};
use super::super::tags::Element;
use super::super::text::place::Column;
use super::super::text::{Line, Span};
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

/// Share of a page that two columns may take.
const HIGHEST: f32 = 0.36;
/// Between two columns.
const GUTTER: f32 = 26.0;

/// An entry that is set, from the left edge of its column and its own top.
struct Set {
    level: u8,
    before: f32,
    lines: Vec<Line>,
    reference: Reference,
}

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
        // The contents of several parts stand in two columns, on one page with what they open. Where those would be too
        // high, the sections of the parts are left to the outline.
        let lines = |entry: &Entry| if entry.level == 1 { 1.6 } else { 1.0 };
        let high = entries.iter().map(lines).sum::<f32>() / 2.0 * LEADING > self.sheet.depth() * HIGHEST;
        if several && high {
            let first = entries.iter().position(|entry| entry.level == 1).unwrap_or(0);
            let mut index = 0..;
            entries.retain(|entry| index.next().is_some_and(|index| index < first) || entry.level == 1);
        }
        let two = several && !high;
        let width = if two { (self.sheet.full - GUTTER) / 2.0 } else { frame.width };
        let entries: Vec<Set> =
            entries.into_iter().filter_map(|entry| self.entry(entry, toc, width, several)).collect();
        let split = if two { balance(&entries) } else { entries.len() };
        if two {
            let heights = [&entries[..split], &entries[split..]].map(column_height);
            let mut block = Item { height: heights[0].max(heights[1]), before: 5.0, wide: true, ..Item::default() };
            let mut y = 0.0;
            for (index, entry) in entries.into_iter().enumerate() {
                let x = if index < split { frame.x } else { frame.x + width + GUTTER };
                y = if index == 0 || index == split { 0.0 } else { y + entry.before };
                let height = entry.height();
                entry.stand(&mut block, x, y);
                y += height;
            }
            self.items.push(block);
            self.space_after(18.0);
            return;
        }
        for (index, entry) in entries.into_iter().enumerate() {
            let before = if index == 0 { 5.0 } else { entry.before };
            let mut line = Item { height: entry.height(), before, keep: entry.level == 1, ..Item::default() };
            entry.stand(&mut line, frame.x, 0.0);
            self.items.push(line);
        }
        // The list ends with some lines on a page, or begins with some.
        let count = self.items.len();
        for item in &mut self.items[count.saturating_sub(LAST)..count] {
            item.keep = true;
        }
        self.space_after(18.0);
    }

    /// Sets an entry in a column of `width`, with its place in the tag tree.
    fn entry(&mut self, entry: Entry, toc: Element, width: f32, several: bool) -> Option<Set> {
        let anchor = self.known.get(&entry.name).copied()?;
        let item = self.tags.element(toc, Tag::TOCI);
        let reference = self.tags.element(item, Tag::Reference);
        let (element, link) = self.link(reference, Goto::Anchor(anchor), format!("Go to: {}", entry.text));
        let slot = self.tags.slot(element);
        let number = self.tags.slot(element);
        let strong = entry.level == 1;
        let base = if strong { FACTS.in_face(Face::SansBold) } else { FACTS };
        let ink = if entry.level > 2 { INK_2 } else { INK };
        let style = Style { leading: LEADING, ..base.in_ink(ink) };
        let indent = if entry.level > 2 { 14.0 } else { 0.0 };
        let mut span = Span::new(entry.text, style, Some(slot));
        span.paint.link = Some(link);
        let lines = self.set(vec![span], style, Column::left(indent, width - indent - NUMBER));
        let last = lines.last().map_or(0.0, |line| line.width);
        let top = lines.iter().rev().skip(1).map(|line| line.height).sum();
        let reference = Reference { anchor, top, slot: number, link, from: indent + last, to: width, strong };
        let before = match entry.level {
            1 => 7.0,
            2 if several => 0.0,
            2 => 1.5,
            _ => 0.0,
        };
        Some(Set { level: entry.level, before, lines, reference })
    }
}

impl Set {
    fn height(&self) -> f32 {
        self.lines.iter().map(|line| line.height).sum()
    }

    /// Puts it into an item at a place.
    fn stand(self, item: &mut Item, x: f32, y: f32) {
        let mut top = y;
        for line in self.lines {
            item.ops.extend(line.ops.into_iter().map(|op| op.moved(x, top)));
            top += line.height;
        }
        let Reference { from, to, top, .. } = self.reference;
        item.references.push(Reference { from: from + x, to: to + x, top: top + y, ..self.reference });
    }
}

fn column_height(entries: &[Set]) -> f32 {
    let all: f32 = entries.iter().map(|entry| entry.before + entry.height()).sum();
    all - entries.first().map_or(0.0, |first| first.before)
}

/// Where the second column begins: the lower of the two is lowest, and best it begins with a part.
fn balance(entries: &[Set]) -> usize {
    let cost = |at: &usize| {
        let [left, right] = [&entries[..*at], &entries[*at..]].map(column_height);
        let begins = entries.get(*at).is_some_and(|entry| entry.level == 1);
        // A part that goes on in the second column costs as much as three lines of height.
        left.max(right) + if begins { 0.0 } else { 3.0 * LEADING }
    };
    (1..entries.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(entries.len())
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

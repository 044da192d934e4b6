//! Setting: blocks become items of the flow.
//!
//! In: [`Document`]s. Out: a [`Galley`], one column without pages: items, the tag tree with places for their content,
//! links, anchors, headings for the outline, notes.
//!
//! 1. [`title`]: kicker, title, lede, status, facts of a part; [`contents`]: the list of headings.
//! 2. [`prose`], [`facts`], [`statement`], [`figure`], [`table`]: one file a kind of block.
//! 3. [`inline`]: spans with their tags and links; [`notes`]: bodies of notes, remarks in the margin.

pub mod contents;
pub mod facts;
pub mod figure;
pub mod inline;
pub mod notes;
pub mod prose;
pub mod statement;
pub mod table;
pub mod title;

use std::collections::BTreeMap;

use super::flow::{AnchorId, Ground, Item, Note};
use super::ink::{LinkId, Op};
use super::style::{Sheet, Style};
use super::tags::{Element, Slot, Tags};
use super::text::place::{Column, set};
use super::text::shape::Shaper;
use super::text::{Line, Span};
use crate::document::{Block, Document};
use crate::problem::{Kind, Place, Problem, Problems};

/// Where a link leads.
#[derive(Clone, Debug)]
pub enum Goto {
    /// An address.
    Url(String),
    /// A place in this PDF.
    Anchor(AnchorId),
}

/// A link.
#[derive(Clone, Debug)]
pub struct Link {
    /// Where to.
    pub goto: Goto,
    /// Where its annotations belong.
    pub slot: Slot,
    /// What it says to those who hear it.
    pub alt: String,
}

/// A heading of the outline.
#[derive(Clone, Debug)]
pub struct OutlineEntry {
    /// 1 for a part, 2 to 4 for its headings.
    pub level: u8,
    /// The words.
    pub text: String,
    /// Where it is.
    pub anchor: AnchorId,
}

/// Where blocks are set. Lengths in points from the left edge of the text.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The element that they belong to.
    pub parent: Element,
    /// Left end.
    pub x: f32,
    /// Measure of running text.
    pub width: f32,
    /// Style of running text.
    pub style: Style,
    /// Space between paragraphs.
    pub gap: f32,
    /// Ground below.
    pub ground: Option<Ground>,
    /// How deep it is nested.
    pub depth: u8,
    /// True for the outermost frame of a part: remarks may stand in the margin, tables may use it.
    pub outer: bool,
}

impl Frame {
    /// The column of its running text.
    pub fn column(&self) -> Column {
        Column::left(self.x, self.width)
    }

    /// The same, moved in from the left.
    pub fn indented(self, by: f32) -> Self {
        // A frame keeps a measure of some letters however deep it is nested.
        let by = by.min((self.width - 60.0).max(0.0));
        Frame { x: self.x + by, width: self.width - by, outer: false, depth: self.depth + 1, ..self }
    }

    /// The same for another element.
    pub fn inside(self, parent: Element) -> Self {
        Frame { parent, ..self }
    }
}

/// Deepest nesting of blocks: a page has no room for more, and neither has the stack.
const DEEPEST: u8 = 40;

/// One column without pages, and what was found on the way.
pub struct Galley<'a> {
    /// Shapes text.
    pub shaper: Shaper<'a>,
    /// The tag tree.
    pub tags: Tags,
    /// The flow.
    pub items: Vec<Item>,
    /// Bodies of the notes of all parts.
    pub notes: Vec<Note>,
    /// Links.
    pub links: Vec<Link>,
    /// Names of anchors: `part/anchor`.
    pub anchors: Vec<String>,
    /// Their numbers by name.
    pub known: BTreeMap<String, AnchorId>,
    /// Headings.
    pub outline: Vec<OutlineEntry>,
    /// What went wrong.
    pub problems: Problems,
    /// The upright sheet.
    pub sheet: Sheet,
    /// Colours of pictures, as a style sheet.
    pub colours: &'a str,
    /// The part that is being set.
    pub part: &'a Document,
    /// Notes of the parts before it.
    pub first_note: usize,
    /// True for the notes that were set.
    pub noted: Vec<bool>,
    /// Addresses that links of a part hide, with letter and note of each.
    pub addresses: BTreeMap<(String, String), (String, usize)>,
    /// True while a heading is set: its words stand in the outline and the contents too.
    pub in_heading: bool,
    /// Level of the last heading in the tag tree.
    pub level: u8,
    grounds: usize,
    beside: Option<usize>,
}

impl<'a> Galley<'a> {
    /// An empty galley for `parts`, whose anchors are known beforehand so that links can lead forward.
    pub fn new(shaper: Shaper<'a>, sheet: Sheet, colours: &'a str, first: &'a Document) -> Self {
        Galley {
            shaper,
            tags: Tags::new(krilla::tagging::Tag::Part),
            items: Vec::new(),
            notes: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
            known: BTreeMap::new(),
            outline: Vec::new(),
            problems: Vec::new(),
            sheet,
            colours,
            part: first,
            first_note: 0,
            noted: Vec::new(),
            addresses: BTreeMap::new(),
            in_heading: false,
            level: 1,
            grounds: 0,
            beside: None,
        }
    }

    /// Sets blocks one below the other.
    pub fn blocks(&mut self, blocks: &[Block], frame: Frame) {
        if frame.depth > DEEPEST {
            self.problem(
                "pdf::nesting",
                format!("blocks are nested more than {DEEPEST} deep"),
                "nest lists and quotations less deeply",
            );
            return;
        }
        for (index, block) in blocks.iter().enumerate() {
            let at = self.items.len();
            match block {
                Block::Heading(heading) => self.heading(heading, frame),
                Block::Paragraph(content) => self.paragraph(content, frame),
                Block::List(list) => self.list(list, frame),
                Block::Quote(inner) => self.quote(inner, frame),
                Block::Code(code) => self.code(code, frame),
                Block::Rule => self.thematic_break(frame),
                Block::Table(table) => self.table(table, frame),
                Block::Plot(plot) => self.plot(plot, frame),
                Block::Facts(facts) => self.facts(facts, frame),
                Block::Flow(steps) => self.steps(steps, frame),
                Block::Statement(statement) => {
                    let before = index.checked_sub(1).and_then(|before| blocks.get(before));
                    self.statement(statement, [before, blocks.get(index + 1)], frame);
                }
                Block::Aside(inner) => self.aside(inner, frame),
                Block::Details(details) => self.details(details, frame),
            }
            let text = matches!(block, Block::Paragraph(_) | Block::List(_) | Block::Quote(_) | Block::Statement(_));
            if !matches!(block, Block::Aside(_)) {
                self.beside = (frame.outer && text && self.items.len() > at).then_some(at);
            }
        }
    }

    /// Shapes and cuts text to a column.
    pub fn set(&mut self, spans: Vec<Span>, base: Style, column: Column) -> Vec<Line> {
        set(&mut self.shaper, spans, base, column)
    }

    /// Adds lines to the flow. The first two and the last two of a paragraph stay together; all of them do where
    /// `whole` is set, and with what follows where `with_next` is.
    pub fn push(&mut self, lines: Vec<Line>, before: f32, whole: bool, with_next: bool, ground: Option<Ground>) {
        let count = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            let last = index + 1 == count;
            let keep = if last { with_next } else { whole || index == 0 || index + 2 == count };
            let notes = self.with_nested_notes(line.notes);
            self.items.push(Item {
                height: line.height,
                before: if index == 0 { before } else { 0.0 },
                ops: line.ops,
                keep,
                notes,
                ground,
                ..Item::default()
            });
        }
    }

    /// Sets blocks apart from the flow: for notes, remarks and whatever is placed as one.
    pub fn apart(&mut self, set: impl FnOnce(&mut Self)) -> Vec<Item> {
        let flow = std::mem::take(&mut self.items);
        let beside = self.beside.take();
        set(self);
        self.beside = beside;
        std::mem::replace(&mut self.items, flow)
    }

    /// Joins items to one, the space between them kept.
    pub fn joined(items: Vec<Item>) -> (f32, Vec<Op>) {
        let mut height = 0.0;
        let mut ops = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            height += if index == 0 { 0.0 } else { item.before };
            ops.extend(item.ops.into_iter().map(|op| op.moved(0.0, height)));
            height += item.height;
        }
        (height, ops)
    }

    /// Keeps everything from `start` on together if it fills no more than `share` of a page.
    pub fn keep_whole(&mut self, start: usize, share: f32) {
        let end = self.items.iter().rposition(|item| !item.is_space()).map_or(0, |last| last + 1);
        let Some(items) = self.items.get_mut(start..end) else { return };
        let height: f32 = items.iter().map(|item| item.before + item.height).sum();
        if height <= self.sheet.depth() * share && !items.iter().any(|item| item.fresh || item.sideways) {
            let count = items.len();
            for item in items.iter_mut().take(count.saturating_sub(1)) {
                item.keep = true;
            }
        }
    }

    /// The item that a remark may stand beside, once.
    pub fn take_beside(&mut self) -> Option<usize> {
        self.beside.take().filter(|index| self.items.get(*index).is_some_and(|item| item.marginal.is_none()))
    }

    /// A ground of its own.
    pub fn ground(&mut self, ink: super::style::Ink, x: f32, width: f32, pad: f32) -> Ground {
        self.grounds += 1;
        Ground { number: self.grounds, ink, x, width, pad }
    }

    /// The anchor of this name in the part that is being set.
    pub fn anchor(&self, name: &str) -> Option<AnchorId> {
        self.known.get(&anchor_name(&self.part.id, Some(name))).copied()
    }

    /// Puts an anchor on the item at `index`.
    pub fn put_anchor(&mut self, index: usize, name: &str) {
        let anchor = self.anchor(name);
        if let (Some(item), Some(anchor)) = (self.items.get_mut(index), anchor) {
            item.anchors.push(anchor);
        }
    }

    /// Makes a name known, once.
    pub fn know(&mut self, name: String) {
        let next = self.anchors.len();
        self.known.entry(name.clone()).or_insert_with(|| {
            self.anchors.push(name);
            next
        });
    }

    /// Notes something that can't be set.
    pub fn problem(&mut self, code: &'static str, cause: String, next: &str) {
        let place = Place::file(format!("pdf/{}.pdf", self.part.id));
        self.problems.push(Problem::new(Kind::Output, code, place, cause, next));
    }

    /// A new link whose content belongs to the returned element.
    pub fn link(&mut self, parent: Element, goto: Goto, alt: String) -> (Element, LinkId) {
        let element = self.tags.element(parent, krilla::tagging::Tag::Link);
        let slot = self.tags.slot(element);
        self.links.push(Link { goto, slot, alt });
        (element, self.links.len() - 1)
    }
}

/// Name of an anchor in the whole PDF. No id holds a slash, so parts can't collide.
pub fn anchor_name(part: &str, anchor: Option<&str>) -> String {
    match anchor {
        Some(anchor) => format!("{part}/{anchor}"),
        None => part.to_string(),
    }
}

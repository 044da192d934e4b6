//! Markdown to blocks, once, for all formats.
//!
//! In: rendered text with tokens. Out: [`Parsed`]: blocks in which tokens have become what they stand for, except those of
//! claims and tests, which [`super::sections`] takes up. Raw HTML and pictures are refused: neither can be set in every
//! format.

mod frame;
pub mod prose;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use frame::{Frame, Part, flush, flush_paragraph, inlines_of, is_blank, trimmed};
use prose::{Passage, Recorder};

use crate::document::{Align, Block, Cell, Code, Column, Heading, Inline, Inlines, List, Row, Table, Target, visit};
use crate::problem::{Kind, Outcome, Problem, Problems};
use crate::writeup::desk::{Desk, Item, Piece, pieces};
use crate::writeup::lines::{self, Unmarked};
use crate::writeup::template::Text;

/// What a text parses to.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Notes by number.
    pub notes: Vec<Vec<Block>>,
    /// Line of the text, from 1, on which each token stands, by its number.
    pub token_lines: BTreeMap<usize, u32>,
    /// Line of the text on which each heading stands, by its anchor.
    pub heading_lines: BTreeMap<String, u32>,
    /// Items of lists with the line of the text on which each begins, in order of their ends.
    pub item_lines: Vec<(Vec<Block>, u32)>,
    /// The author's own words, passage by passage, with their places.
    pub prose: Vec<Passage>,
}

/// Parses rendered text.
///
/// # Errors
/// Everything in it that can't be set in every format.
pub fn parse(text: Text<'_>, rendered: &Unmarked, desk: &Desk) -> Outcome<Parsed> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_SMART_PUNCTUATION;
    let mut builder = Builder {
        too_deep: false,
        text,
        rendered,
        desk,
        problems: Vec::new(),
        parsed: Parsed::default(),
        open: vec![Frame::new(Part::Root)],
        note_numbers: BTreeMap::new(),
        anchors: BTreeMap::new(),
    };
    let mut recorder = Recorder::default();
    for (event, range) in Parser::new_ext(&rendered.text, options).into_offset_iter() {
        recorder.event(&event, &range);
        builder.event(event, range.start);
    }
    builder.parsed.prose = recorder.finish();
    builder.finish()
}

/// Text with tokens that stands in an argument, as inlines.
pub fn inlines(text: &str, desk: &Desk) -> Inlines {
    let mut out = Vec::new();
    push_pieces(text, desk, usize::MAX, &mut out, &mut |_| {});
    out
}

/// Most elements inside of one another.
const DEEPEST: usize = 64;

struct Builder<'a> {
    /// Whether [`DEEPEST`] was passed; nothing is read from there on.
    too_deep: bool,
    text: Text<'a>,
    rendered: &'a Unmarked,
    desk: &'a Desk,
    problems: Problems,
    parsed: Parsed,
    /// Never empty: the root stays to the end.
    open: Vec<Frame>,
    note_numbers: BTreeMap<String, usize>,
    anchors: BTreeMap<String, u32>,
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, at: usize) {
        if self.open.len() > DEEPEST {
            if !self.too_deep {
                self.too_deep = true;
                let cause = format!("elements are nested more than {DEEPEST} deep");
                self.refuse(at, cause, "say it with fewer levels of lists and quotations");
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, at),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.push_text(&text, at),
            Event::Code(code) => {
                let plain = visit::plain(&inlines(&code, self.desk));
                self.push(Inline::Code(plain));
            }
            Event::SoftBreak => self.push(Inline::SoftBreak),
            Event::HardBreak => self.push(Inline::HardBreak),
            Event::Rule => self.push_block(Block::Rule),
            Event::FootnoteReference(name) => {
                let number = self.note_number(&name);
                self.push(Inline::NoteMark(number));
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let shown: String = html.trim().chars().take(40).collect();
                self.refuse(at, format!("raw HTML can't be set in a PDF: {shown}"), "say it in Markdown");
            }
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, at: usize) {
        let part = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Part::Paragraph,
            Tag::Heading { level, .. } => Part::Heading(level_of(level)),
            Tag::BlockQuote(_) => Part::Quote,
            Tag::CodeBlock(kind) => Part::CodeBlock(match kind {
                CodeBlockKind::Fenced(language) if !language.is_empty() => Some(language.to_string()),
                _ => None,
            }),
            Tag::List(start) => Part::List { start, tight: true, items: Vec::new() },
            Tag::Item => Part::Item,
            Tag::FootnoteDefinition(name) => Part::Note(self.note_number(&name)),
            Tag::Table(alignments) => Part::Table { alignments, head: Vec::new(), rows: Vec::new() },
            Tag::TableHead => Part::TableHead(Vec::new()),
            Tag::TableRow => Part::TableRow(Vec::new()),
            Tag::TableCell => Part::TableCell,
            Tag::Emphasis => Part::Emphasis,
            Tag::Strong => Part::Strong,
            Tag::Strikethrough => Part::Strikethrough,
            Tag::Link { dest_url, .. } => Part::Link(target(&dest_url)),
            Tag::Image { dest_url, .. } => {
                let cause = format!("a picture can't be set yet: {dest_url}");
                self.refuse(at, cause, "leave it out; plots of the data are placed with `show(name=…)`");
                Part::Refused
            }
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => Part::Refused,
        };
        if matches!(part, Part::Paragraph)
            && let Some(frame) = self.open.iter_mut().rev().find(|frame| matches!(frame.part, Part::List { .. }))
            && let Part::List { tight, .. } = &mut frame.part
        {
            *tight = false;
        }
        let mut frame = Frame::new(part);
        frame.start = at;
        self.open.push(frame);
    }

    fn end(&mut self, _: TagEnd) {
        // pulldown-cmark closes what it opened; the root is never closed by it.
        if self.open.len() < 2 {
            return;
        }
        let Some(mut frame) = self.open.pop() else { return };
        flush(&mut frame);
        let Frame { part, blocks, inlines, start } = frame;
        match part {
            Part::Root => {}
            Part::Paragraph => self.paragraph(inlines, blocks),
            Part::Heading(level) => self.heading(level, inlines, start),
            Part::Quote => self.push_block(Block::Quote(blocks)),
            Part::List { start, tight, items } => self.push_block(Block::List(List { start, tight, items })),
            Part::Item => {
                self.parsed.item_lines.push((blocks.clone(), self.rendered.line_at(start)));
                if let Some(Frame { part: Part::List { items, .. }, .. }) = self.open.last_mut() {
                    items.push(blocks);
                }
            }
            Part::CodeBlock(language) => {
                let text = visit::plain(&inlines_of(blocks));
                self.push_block(Block::Code(Code { language, text }));
            }
            Part::Strong => self.push(Inline::Strong(inlines)),
            Part::Emphasis => self.push(Inline::Emphasis(inlines)),
            Part::Strikethrough => self.push(Inline::Strikethrough(inlines)),
            Part::Link(target) => self.push(Inline::Link { target, content: inlines }),
            Part::Table { alignments, head, rows } => {
                let block = Block::Table(Box::new(self.table(&alignments, head, rows)));
                self.push_block(block);
            }
            Part::TableHead(cells) => {
                if let Some(Frame { part: Part::Table { head, .. }, .. }) = self.open.last_mut() {
                    *head = cells;
                }
            }
            Part::TableRow(cells) => {
                if let Some(Frame { part: Part::Table { rows, .. }, .. }) = self.open.last_mut() {
                    rows.push(cells);
                }
            }
            Part::TableCell => {
                if let Some(Frame { part: Part::TableHead(cells) | Part::TableRow(cells), .. }) = self.open.last_mut() {
                    cells.push(inlines);
                }
            }
            Part::Note(number) => {
                if let Some(note) = self.parsed.notes.get_mut(number) {
                    *note = blocks;
                }
            }
            Part::Refused => {}
        }
    }

    /// A paragraph that holds nothing but one token of blocks is those blocks.
    fn paragraph(&mut self, inlines: Inlines, placed: Vec<Block>) {
        for block in placed {
            self.push_block(block);
        }
        if !inlines.iter().all(is_blank) {
            self.push_block(Block::Paragraph(trimmed(inlines)));
        }
    }

    fn heading(&mut self, level: u8, content: Inlines, start: usize) {
        let base = slug(&visit::plain(&content));
        let count = self.anchors.entry(base.clone()).or_default();
        *count += 1;
        let id = if *count == 1 { base } else { format!("{base}-{count}") };
        self.parsed.heading_lines.insert(id.clone(), self.rendered.line_at(start));
        self.push_block(Block::Heading(Heading { level, id, content }));
    }

    fn table(&mut self, alignments: &[Alignment], head: Vec<Inlines>, rows: Vec<Vec<Inlines>>) -> Table {
        let count = self.anchors.entry("table".to_string()).or_default();
        *count += 1;
        let id = format!("author-table-{count}");
        let columns = head
            .iter()
            .enumerate()
            .map(|(at, content)| {
                let column = Column::text(visit::plain(content));
                match alignments.get(at) {
                    Some(Alignment::Right) => Column { align: Align::Right, ..column },
                    Some(Alignment::Center) => Column { align: Align::Center, ..column },
                    _ => column,
                }
            })
            .collect();
        let rows = rows
            .into_iter()
            .map(|cells| {
                Row::Data(
                    cells
                        .into_iter()
                        .map(|content| {
                            let plain = visit::plain(&content);
                            Cell::new(content, vec![plain])
                        })
                        .collect(),
                )
            })
            .collect();
        Table { id, caption: Vec::new(), columns, rows, ..Table::default() }
    }

    fn note_number(&mut self, name: &str) -> usize {
        if let Some(number) = self.note_numbers.get(name) {
            return *number;
        }
        let number = self.parsed.notes.len();
        self.parsed.notes.push(Vec::new());
        self.note_numbers.insert(name.to_string(), number);
        number
    }

    fn push(&mut self, inline: Inline) {
        if let Some(frame) = self.open.last_mut() {
            frame.inlines.push(inline);
        }
    }

    fn push_block(&mut self, block: Block) {
        if let Some(frame) = self.open.last_mut() {
            flush(frame);
            frame.blocks.push(block);
        }
    }

    fn push_text(&mut self, text: &str, at: usize) {
        // A token stands in the text as it is; a character reference such as `&#xE000;` would forge one.
        let as_written = self.rendered.text.get(at..).is_some_and(|rest| rest.starts_with(text));
        if !as_written && let Some((_, c)) = lines::reserved(text) {
            let cause = format!("the character U+{:04X} is reserved", u32::from(c));
            return self.refuse(
                at,
                cause,
                "remove the reference to it; private-use characters have no meaning in a write-up",
            );
        }
        let mut tokens = Vec::new();
        let mut found = Vec::new();
        push_pieces(text, self.desk, usize::MAX, &mut found, &mut |number| tokens.push(number));
        let line = self.rendered.line_at(at);
        for number in tokens {
            self.parsed.token_lines.insert(number, line);
            if let Some(Item::Blocks { blocks, .. }) = self.desk.item(number)
                && let Some(frame) = self.open.last_mut()
            {
                flush_paragraph(frame);
                frame.blocks.extend(blocks);
            }
        }
        if let Some(frame) = self.open.last_mut() {
            frame.inlines.extend(found);
        }
    }

    fn refuse(&mut self, at: usize, cause: String, next: &str) {
        let line = self.rendered.line_at(at);
        self.problems.push(Problem::new(Kind::Input, "writeup::markdown", self.text.place(line), cause, next));
    }

    fn finish(mut self) -> Outcome<Parsed> {
        if let Some(mut root) = self.open.pop() {
            flush(&mut root);
            self.parsed.blocks = root.blocks;
        }
        if self.problems.is_empty() { Ok(self.parsed) } else { Err(self.problems) }
    }
}

/// Text and tokens as inlines. Tokens of claims and tests stay in the text for the sections to take up. Tokens from
/// `below` on stand for nothing: an argument is laid down before what it is an argument of, so nesting has an end.
fn push_pieces(text: &str, desk: &Desk, below: usize, out: &mut Inlines, on_token: &mut impl FnMut(usize)) {
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => out.push(Inline::Text(text.to_string())),
            Piece::Token(number) if number < below => {
                on_token(number);
                match desk.item(number) {
                    Some(Item::Inline(inline)) => out.push(inline),
                    Some(Item::Apart(text)) => push_apart(&text, desk, number, out),
                    Some(Item::Claim(_) | Item::Test { .. }) => out.push(Inline::Text(super::desk::token(number))),
                    Some(Item::Blocks { .. }) | None => {}
                }
            }
            Piece::Token(_) => {}
        }
    }
}

fn push_apart(text: &str, desk: &Desk, number: usize, out: &mut Inlines) {
    push_pieces(text, desk, number, out, &mut |_| {});
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => 4,
    }
}

/// `#anchor` is in the document, `phase:D1` another document, anything else an address.
fn target(address: &str) -> Target {
    if let Some(anchor) = address.strip_prefix('#') {
        return Target::Anchor(anchor.to_string());
    }
    if let Some(phase) = address.strip_prefix("phase:") {
        let (phase, anchor) = match phase.split_once('#') {
            Some((phase, anchor)) => (phase, Some(anchor.to_string())),
            None => (phase, None),
        };
        return Target::Document { id: crate::evidence::collect::phase_document(phase), anchor };
    }
    Target::Url(address.to_string())
}

/// An anchor from a heading's words.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let slug = out.trim_end_matches('-');
    if slug.is_empty() { "section".to_string() } else { slug.to_string() }
}

//! The author's words as they stand, for the lint: which section and which item each belongs to, and where it is in the
//! rendered text.
//!
//! In: the events of the one parse. Out: [`Passage`]s in reading order. Code, addresses of links and what tokens stand for
//! are no words of the author; they leave a mark in the passage, so that words on both sides of them are not joined.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use crate::writeup::desk::{Piece, pieces};

/// A paragraph, heading, cell or line of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// Words of the heading of level 2 that it stands under; empty before the first.
    pub section: String,
    /// Words of the heading of level 3 below that; empty before the first.
    pub part: String,
    /// Number of the item of an outermost list that it belongs to.
    pub item: Option<usize>,
    /// Whether it belongs to a note.
    pub note: bool,
    /// What it is made of.
    pub parts: Vec<Part>,
}

/// A part of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words, with their first byte in the rendered text.
    Words(String, usize),
    /// The number of a token, with its byte.
    Token(usize, usize),
    /// A code span.
    Code,
    /// A line end.
    Break,
}

/// Listens to the parse.
#[derive(Default)]
pub(super) struct Recorder {
    done: Vec<Passage>,
    open: Passage,
    section: String,
    part: String,
    /// Level of the heading that is open.
    heading: Option<HeadingLevel>,
    lists: usize,
    items: usize,
    notes: usize,
    code: bool,
}

impl Recorder {
    pub fn event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(*end),
            Event::Text(text) if !self.code => self.words(text, range),
            Event::Code(_) => self.open.parts.push(Part::Code),
            Event::SoftBreak | Event::HardBreak => self.open.parts.push(Part::Break),
            _ => {}
        }
    }

    fn words(&mut self, text: &str, range: &Range<usize>) {
        // A text that is not the source's own bytes, such as a quotation mark that was made typographic, stands at its
        // beginning as a whole.
        let own = range.len() == text.len();
        let mut offset = 0;
        for piece in pieces(text) {
            let at = if own { range.start + offset } else { range.start };
            match piece {
                Piece::Text(words) => {
                    offset += words.len();
                    self.open.parts.push(Part::Words(words.to_string(), at));
                }
                Piece::Token(number) => {
                    offset += crate::writeup::desk::token(number).len();
                    self.open.parts.push(Part::Token(number, at));
                }
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.close();
                self.heading = Some(*level);
            }
            Tag::List(_) => {
                self.close();
                self.lists += 1;
            }
            Tag::Item => {
                self.close();
                if self.lists == 1 {
                    self.items += 1;
                }
            }
            Tag::CodeBlock(_) => {
                self.close();
                self.code = true;
            }
            Tag::FootnoteDefinition(_) => {
                self.close();
                self.notes += 1;
            }
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                self.close();
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(level) => {
                let words = self.open.words();
                self.close();
                self.heading = None;
                match level {
                    HeadingLevel::H1 => {}
                    HeadingLevel::H2 => {
                        self.section = words;
                        self.part = String::new();
                    }
                    HeadingLevel::H3 => self.part = words,
                    _ => {}
                }
            }
            TagEnd::List(_) => {
                self.close();
                self.lists = self.lists.saturating_sub(1);
            }
            TagEnd::CodeBlock => {
                self.close();
                self.code = false;
            }
            TagEnd::FootnoteDefinition => {
                self.close();
                self.notes = self.notes.saturating_sub(1);
            }
            TagEnd::Paragraph
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::Table
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::TableCell => self.close(),
            _ => {}
        }
    }

    fn close(&mut self) {
        let mut passage = std::mem::take(&mut self.open);
        if passage.parts.iter().all(|part| matches!(part, Part::Break)) {
            return;
        }
        passage.section.clone_from(&self.section);
        passage.part.clone_from(&self.part);
        passage.item = (self.lists > 0).then_some(self.items);
        passage.note = self.notes > 0;
        self.done.push(passage);
    }

    pub fn finish(mut self) -> Vec<Passage> {
        self.close();
        self.done
    }
}

impl Passage {
    /// Its words alone.
    pub fn words(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Words(words, _) => out.push_str(words),
                Part::Break => out.push(' '),
                Part::Token(..) | Part::Code => {}
            }
        }
        out.trim().to_string()
    }
}

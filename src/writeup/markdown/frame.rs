//! What is being built while Markdown is read: a stack of frames, one an open element.

use pulldown_cmark::Alignment;

use crate::document::{Block, Inline, Inlines, Target};

/// What is being built.
pub(super) enum Part {
    Root,
    Paragraph,
    Heading(u8),
    Quote,
    List { start: Option<u64>, tight: bool, items: Vec<Vec<Block>> },
    Item,
    CodeBlock(Option<String>),
    Strong,
    Emphasis,
    Strikethrough,
    Link(Target),
    Table { alignments: Vec<Alignment>, head: Vec<Inlines>, rows: Vec<Vec<Inlines>> },
    TableHead(Vec<Inlines>),
    TableRow(Vec<Inlines>),
    TableCell,
    Note(usize),
    Refused,
}

/// An open element: what it is, and what it holds so far.
pub(super) struct Frame {
    pub part: Part,
    pub blocks: Vec<Block>,
    pub inlines: Inlines,
    pub start: usize,
}

impl Frame {
    pub fn new(part: Part) -> Self {
        Frame { part, blocks: Vec::new(), inlines: Vec::new(), start: 0 }
    }
}

/// Loose inlines of a tight list item or the root become a paragraph; a frame that holds only inlines keeps them.
pub(super) fn flush(frame: &mut Frame) {
    if matches!(frame.part, Part::Item | Part::Quote | Part::Root | Part::Note(_)) {
        flush_paragraph(frame);
    }
    if matches!(frame.part, Part::CodeBlock(_)) && !frame.inlines.is_empty() {
        frame.blocks.push(Block::Paragraph(std::mem::take(&mut frame.inlines)));
    }
}

/// The inlines that a frame holds become a paragraph of it.
pub(super) fn flush_paragraph(frame: &mut Frame) {
    if !frame.inlines.is_empty() {
        let inlines = std::mem::take(&mut frame.inlines);
        if !inlines.iter().all(is_blank) {
            frame.blocks.push(Block::Paragraph(trimmed(inlines)));
        }
    }
}

/// The inline content of paragraphs.
pub(super) fn inlines_of(blocks: Vec<Block>) -> Inlines {
    blocks
        .into_iter()
        .flat_map(|block| match block {
            Block::Paragraph(inlines) => inlines,
            _ => Vec::new(),
        })
        .collect()
}

/// Whether inline content is white space alone.
pub(super) fn is_blank(inline: &Inline) -> bool {
    match inline {
        Inline::SoftBreak | Inline::HardBreak => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Inline content without white space at its ends.
pub(super) fn trimmed(mut inlines: Inlines) -> Inlines {
    while inlines.last().is_some_and(is_blank) {
        inlines.pop();
    }
    let blanks = inlines.iter().take_while(|inline| is_blank(inline)).count();
    inlines.drain(..blanks);
    inlines
}

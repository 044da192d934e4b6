//! The body of a page: blocks in, markup out.
//!
//! Ids of the document are used as they are; ids that a page adds begin with `_`, which no id of a document may hold.

use super::address::Addresses;
use super::markup::Markup;
use crate::document::{Block, Code, Details, Document, Fact, FlowStep, Heading, Inlines, List};

/// A page's markup under construction.
pub(super) struct Body<'a> {
    pub(super) document: &'a Document,
    pub(super) addresses: &'a Addresses<'a>,
    pub(super) out: Markup,
    /// How often the mark of each note was set so far.
    pub(super) marks: Vec<u64>,
}

impl<'a> Body<'a> {
    pub(super) fn new(document: &'a Document, addresses: &'a Addresses<'a>) -> Self {
        Body { document, addresses, out: Markup::new(), marks: vec![0; document.notes.len()] }
    }

    /// What was set so far; the body goes on empty.
    pub(super) fn take(&mut self) -> Markup {
        std::mem::take(&mut self.out)
    }

    /// The text of the page: a section for each heading of level 2 and what stands before the first.
    pub(super) fn sections(&mut self, blocks: &'a [Block]) {
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let opens = section_heading(first);
            let length =
                rest.iter().skip(1).position(|block| section_heading(block).is_some()).map_or(rest.len(), |at| at + 1);
            // `length` counts blocks of `rest`, at least the first.
            let (section, after) = rest.split_at(length);
            self.out.raw("<section");
            if let Some(heading) = opens {
                self.out.attribute("aria-labelledby", &heading.id);
            }
            self.out.raw(">\n");
            self.passages(section);
            self.out.raw("</section>\n");
            rest = after;
        }
    }

    /// Blocks with their asides: a run of text that holds some is set beside them.
    pub(super) fn passages(&mut self, blocks: &'a [Block]) {
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let is_run = is_text(first);
            let (run, after) = rest.split_at(rest.iter().take_while(|block| is_text(block) == is_run).count());
            rest = after;
            let noted = run.iter().any(|block| matches!(block, Block::Aside(_)));
            if !noted {
                self.blocks(run);
                continue;
            }
            self.out.raw("<div class=\"noted\">\n<div>\n");
            let (asides, text): (Vec<&'a Block>, Vec<&'a Block>) =
                run.iter().partition(|block| matches!(block, Block::Aside(_)));
            text.into_iter().for_each(|block| self.block(block));
            self.out.raw("</div>\n<div class=\"notes\">\n");
            asides.into_iter().for_each(|block| self.block(block));
            self.out.raw("</div>\n</div>\n");
        }
    }

    /// Blocks one after the other; statements of one kind that follow each other become one list.
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        let mut open = None;
        for block in blocks {
            let kind = match block {
                Block::Statement(statement) => Some(statement.kind),
                _ => None,
            };
            if open != kind {
                self.statement_list(open, kind);
                open = kind;
            }
            self.block(block);
        }
        self.statement_list(open, None);
    }

    fn block(&mut self, block: &'a Block) {
        match block {
            Block::Heading(heading) => self.heading(heading),
            Block::Paragraph(content) => {
                self.out.raw("<p>");
                self.inlines(content);
                self.out.raw("</p>\n");
            }
            Block::List(list) => self.list(list),
            Block::Quote(inner) => {
                self.out.raw("<blockquote>\n");
                self.blocks(inner);
                self.out.raw("</blockquote>\n");
            }
            Block::Code(code) => self.code(code),
            Block::Rule => {
                self.out.raw("<hr>\n");
            }
            Block::Table(table) => self.table(table),
            Block::Plot(plot) => self.plot(plot),
            Block::Facts(facts) => self.facts(facts),
            Block::Flow(steps) => self.flow(steps),
            Block::Statement(statement) => self.statement(statement),
            Block::Aside(inner) => {
                self.out.raw("<aside class=\"note\">\n");
                self.blocks(inner);
                self.out.raw("</aside>\n");
            }
            Block::Details(details) => self.details(details),
        }
    }

    fn heading(&mut self, heading: &'a Heading) {
        let (open, close) = match heading.level {
            0..=2 => ("<h2", "</h2>\n"),
            3 => ("<h3", "</h3>\n"),
            _ => ("<h4", "</h4>\n"),
        };
        self.out.raw(open).attribute("id", &heading.id).raw(">");
        self.inlines(&heading.content);
        self.out.raw(close);
    }

    fn list(&mut self, list: &'a List) {
        let class = if list.tight { " class=\"tight\"" } else { "" };
        match list.start {
            Some(first) => {
                self.out.raw("<ol").raw(class);
                if first != 1 {
                    self.out.raw(" start=\"").number(first).raw("\"");
                }
                self.out.raw(">\n");
            }
            None => {
                self.out.raw("<ul").raw(class).raw(">\n");
            }
        }
        for item in &list.items {
            self.out.raw("<li>");
            self.item(item, list.tight);
            self.out.raw("</li>\n");
        }
        self.out.raw(if list.start.is_some() { "</ol>\n" } else { "</ul>\n" });
    }

    /// The blocks of a list item; in a tight list a first paragraph stands without `<p>`.
    fn item(&mut self, blocks: &'a [Block], tight: bool) {
        match blocks {
            [Block::Paragraph(content), rest @ ..] if tight => {
                self.inlines(content);
                self.blocks(rest);
            }
            _ => self.blocks(blocks),
        }
    }

    fn code(&mut self, code: &'a Code) {
        self.out.raw("<pre tabindex=\"0\"><code");
        if let Some(language) = &code.language {
            self.out.attribute("data-language", language);
        }
        // A parser drops a line end right after <pre>, not after <code>.
        self.out.raw(">").text(&code.text).raw("</code></pre>\n");
    }

    pub(super) fn facts(&mut self, facts: &'a [Fact]) {
        if facts.is_empty() {
            return;
        }
        self.out.raw("<dl class=\"facts\">\n");
        for fact in facts {
            self.out.raw("<dt>");
            self.inlines(&fact.term);
            self.out.raw("</dt><dd>");
            self.inlines(&fact.content);
            self.out.raw("</dd>\n");
        }
        self.out.raw("</dl>\n");
    }

    fn flow(&mut self, steps: &'a [FlowStep]) {
        self.out.raw("<ol class=\"flow\">\n");
        for step in steps {
            self.out.raw("<li><p><b>");
            self.inlines(&step.count);
            self.out.raw("</b> <span>").text(&step.what).raw("</span></p>");
            if !step.lost.is_empty() {
                self.out.raw("<ul class=\"lost\">");
                for lost in &step.lost {
                    self.out.raw("<li><span class=\"vh\">less </span>").text(lost).raw("</li>");
                }
                self.out.raw("</ul>");
            }
            self.out.raw("</li>\n");
        }
        self.out.raw("</ol>\n");
    }

    fn details(&mut self, details: &'a Details) {
        // The id stands on what is folded away: following a link to it then unfolds it, without a script.
        self.out.raw("<details class=\"fold\"><summary>");
        self.inlines(&details.summary);
        self.out.raw("</summary>\n<div class=\"folded\"").attribute("id", &details.id).raw(">\n");
        self.blocks(&details.blocks);
        self.out.raw("</div></details>\n");
    }

    /// The notes at the end of the page, each with links back to its marks.
    pub(super) fn notes(&mut self, notes: &'a [Vec<Block>]) {
        for (index, note) in notes.iter().enumerate() {
            let number = index as u64 + 1;
            self.out.raw("<li id=\"_note-").number(number).raw("\">");
            match note.as_slice() {
                [before @ .., Block::Paragraph(last)] => {
                    self.blocks(before);
                    self.out.raw("<p>");
                    self.inlines(last);
                    self.back_links(index);
                    self.out.raw("</p>");
                }
                blocks => {
                    self.blocks(blocks);
                    self.back_links(index);
                }
            }
            self.out.raw("</li>\n");
        }
    }

    /// Links to every mark that was set so far; a mark in a later note has none, since that note says where it belongs.
    fn back_links(&mut self, index: usize) {
        let number = index as u64 + 1;
        for mark in 1..=self.marks.get(index).copied().unwrap_or(0) {
            self.out.raw(" <a class=\"back\" href=\"#_mark-").number(number).raw("-").number(mark);
            self.out.raw("\" aria-label=\"Back to mark ").number(number).raw("\">↩</a>");
        }
    }

    /// Inline content alone, as markup of its own.
    pub(super) fn only_inlines(&mut self, inlines: &'a Inlines) -> Markup {
        self.inlines(inlines);
        self.take()
    }
}

fn section_heading(block: &Block) -> Option<&Heading> {
    match block {
        Block::Heading(heading) if heading.level <= 2 => Some(heading),
        _ => None,
    }
}

/// Blocks that keep to the measure and so leave the margin free for asides.
fn is_text(block: &Block) -> bool {
    matches!(
        block,
        Block::Paragraph(_) | Block::List(_) | Block::Quote(_) | Block::Facts(_) | Block::Flow(_) | Block::Aside(_)
    )
}

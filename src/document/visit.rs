//! Walking a document without writing the same recursion in every place that needs it.

use super::{Block, CellContent, Document, Inline, Inlines, Row, Table};

/// The words of inline content, without any marks: for outlines, search, alternative texts.
pub fn plain(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_plain(inlines, &mut out);
    out
}

fn push_plain(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Strong(content) | Inline::Emphasis(content) | Inline::Strikethrough(content) => {
                push_plain(content, out);
            }
            Inline::Link { content, .. } => push_plain(content, out),
            Inline::Figure(figure) => out.push_str(&figure.text),
            Inline::Missing { reason } => {
                out.push_str("N/A (");
                out.push_str(reason);
                out.push(')');
            }
            Inline::NoteMark(_) => {}
            Inline::SoftBreak | Inline::HardBreak => out.push(' '),
        }
    }
}

/// Calls `f` on every run of inline content of the document, in reading order: lede, facts, blocks, notes.
pub fn each_inlines<'a>(document: &'a Document, f: &mut impl FnMut(&'a Inlines)) {
    f(&document.lede);
    for fact in &document.facts {
        f(&fact.term);
        f(&fact.content);
    }
    blocks_inlines(&document.blocks, f);
    for note in &document.notes {
        blocks_inlines(note, f);
    }
}

fn blocks_inlines<'a>(blocks: &'a [Block], f: &mut impl FnMut(&'a Inlines)) {
    for block in blocks {
        match block {
            Block::Heading(heading) => f(&heading.content),
            Block::Paragraph(content) => f(content),
            Block::List(list) => list.items.iter().for_each(|item| blocks_inlines(item, f)),
            Block::Quote(inner) | Block::Aside(inner) => blocks_inlines(inner, f),
            Block::Code(_) | Block::Rule => {}
            Block::Table(table) => table_inlines(table, f),
            Block::Plot(plot) => f(&plot.caption),
            Block::Facts(facts) => {
                for fact in facts {
                    f(&fact.term);
                    f(&fact.content);
                }
            }
            Block::Flow(steps) => steps.iter().for_each(|step| f(&step.count)),
            Block::Statement(statement) => {
                blocks_inlines(&statement.body, f);
                if let Some(test) = &statement.test {
                    f(test);
                }
            }
            Block::Details(details) => {
                f(&details.summary);
                blocks_inlines(&details.blocks, f);
            }
        }
    }
}

fn table_inlines<'a>(table: &'a Table, f: &mut impl FnMut(&'a Inlines)) {
    f(&table.caption);
    for row in &table.rows {
        match row {
            Row::Group(content) => f(content),
            Row::Missing { what, .. } => f(what),
            Row::Data(cells) => {
                for cell in cells {
                    if let CellContent::Text(content) = &cell.content {
                        f(content);
                    }
                }
            }
        }
    }
    table.foot.iter().for_each(f);
}

/// Calls `f` on every table of the document, nested ones and plot data included, in reading order.
pub fn each_table<'a>(document: &'a Document, f: &mut impl FnMut(&'a Table)) {
    blocks_tables(&document.blocks, f);
}

fn blocks_tables<'a>(blocks: &'a [Block], f: &mut impl FnMut(&'a Table)) {
    for block in blocks {
        match block {
            Block::Table(table) => f(table),
            Block::Plot(plot) => {
                if let Some(data) = &plot.data {
                    f(data);
                }
            }
            Block::List(list) => list.items.iter().for_each(|item| blocks_tables(item, f)),
            Block::Quote(inner) | Block::Aside(inner) => blocks_tables(inner, f),
            Block::Statement(statement) => blocks_tables(&statement.body, f),
            Block::Details(details) => blocks_tables(&details.blocks, f),
            Block::Heading(_)
            | Block::Paragraph(_)
            | Block::Code(_)
            | Block::Rule
            | Block::Facts(_)
            | Block::Flow(_) => {}
        }
    }
}

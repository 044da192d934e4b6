//! Names of all places that a link can lead to, found before anything is set so that links can lead forward.

use super::set::anchor_name;
use crate::document::{Block, Document};

/// Calls `f` with the name of every anchor of `part`, its own first, in reading order.
pub fn each(part: &Document, f: &mut impl FnMut(String)) {
    f(anchor_name(&part.id, None));
    walk(&part.blocks, &mut |id| f(anchor_name(&part.id, Some(id))));
    for note in &part.notes {
        walk(note, &mut |id| f(anchor_name(&part.id, Some(id))));
    }
}

/// Name of a note's anchor; an id of the author's never begins with a slash.
pub fn of_note(part: &Document, index: usize) -> String {
    anchor_name(&part.id, Some(&format!("/note-{}", index + 1)))
}

fn walk(blocks: &[Block], f: &mut impl FnMut(&str)) {
    for block in blocks {
        match block {
            Block::Heading(heading) => f(&heading.id),
            Block::Table(table) => f(&table.id),
            Block::Plot(plot) => f(&plot.id),
            Block::List(list) => list.items.iter().for_each(|item| walk(item, f)),
            Block::Quote(inner) | Block::Aside(inner) => walk(inner, f),
            Block::Statement(statement) => {
                f(&statement.id);
                walk(&statement.body, f);
            }
            Block::Details(details) => {
                f(&details.id);
                walk(&details.blocks, f);
            }
            Block::Paragraph(_) | Block::Code(_) | Block::Rule | Block::Facts(_) | Block::Flow(_) => {}
        }
    }
}

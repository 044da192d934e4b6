//! The text of a page that belongs to no campaign: methods, a glossary.

use std::sync::Arc;

use super::number;
use crate::document::{Block, Inlines};
use crate::evidence::Ledger;
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::writeup::content::Authored;
use crate::writeup::context::Names;
use crate::writeup::desk::Desk;
use crate::writeup::generated::Offer;
use crate::writeup::markdown;
use crate::writeup::template::{self, Text};

/// What an author wrote, set.
#[derive(Clone, Debug)]
pub struct Prose {
    /// The paragraph below the title.
    pub lede: Inlines,
    /// The text.
    pub blocks: Vec<Block>,
    /// Its notes.
    pub notes: Vec<Vec<Block>>,
}

/// Sets a page over no data at all: it can quote no figure.
///
/// # Errors
/// Everything that is wrong in the text.
pub fn prose(authored: &Authored) -> Outcome<Prose> {
    let ledger = Arc::new(Ledger::default());
    let scope = Names::of(&ledger).of_campaign();
    let desk = Arc::new(Desk::new(ledger));
    let front = &authored.front;
    let text = |lines_before, text| Text { file: &authored.file, lines_before, text };
    let set = |text: Text<'_>| {
        let rendered = template::render(text, &scope, &desk, &Offer::default())?;
        markdown::parse(text, &rendered, &desk)
    };
    let body = text(authored.lines_before, authored.body.as_str());
    let lede = text(front.lede_line.saturating_sub(1), front.lede.as_str());
    let mut both = gather([set(body), set(lede)])?.into_iter();
    let (body, lede) = (both.next().unwrap_or_default(), both.next().unwrap_or_default());
    let lede = match lede.blocks.as_slice() {
        [] => Vec::new(),
        [Block::Paragraph(inlines)] => inlines.clone(),
        _ => {
            return Err(vec![Problem::new(
                Kind::Input,
                "writeup::lede",
                Place::line(&authored.file, front.lede_line),
                "the lede is more than one paragraph",
                "say in one paragraph what the page is about",
            )]);
        }
    };
    let mut blocks = body.blocks;
    number(&mut blocks);
    Ok(Prose { lede, blocks, notes: body.notes })
}

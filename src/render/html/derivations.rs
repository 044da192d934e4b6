//! Derivations as a script reads them: beside the page of each document whose folded parts figures link to stands
//! `{id}.js`, which calls `rebenchEvidence(id, parts)`. It is a script and no JSON, since a page that was opened from a
//! file can read nothing else.
//!
//! `parts` gives each id its summary and its content, set by the very code that sets the page. Only what a figure of the
//! site links to is in it, and each part once. Links within the document (`#…`) stay as the page has them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::Site;
use super::address::{Addresses, encode};
use super::body::Body;
use crate::document::visit::{each_inlines, each_table};
use crate::document::{Block, CellContent, Details, Document, Inline, Row, Target};
use crate::render::Rendered;

/// One file for each document that figures link into, in the order of the documents.
pub(super) fn files(site: &Site, addresses: &Addresses) -> Vec<Rendered> {
    let linked = linked(site.documents);
    let of = |document: &Document| {
        let parts = parts(document, linked.get(document.id.as_str())?, addresses);
        let text = format!("rebenchEvidence({}, {});\n", json(&document.id), json(&parts));
        (!parts.is_empty())
            .then(|| Rendered { path: format!("{}.js", encode(&document.id, false)), bytes: text.into_bytes() })
    };
    site.documents.par_iter().filter_map(of).collect()
}

/// What figures link to: anchors by document.
fn linked(documents: &[Document]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut linked: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for document in documents {
        each_inlines(document, &mut |inlines| collect(inlines, &mut linked));
        // Once more, for the tables that plots carry: they are no part of the text.
        each_table(document, &mut |table| {
            for cell in table.rows.iter().flat_map(|row| if let Row::Data(cells) = row { &cells[..] } else { &[] }) {
                if let CellContent::Text(content) = &cell.content {
                    collect(content, &mut linked);
                }
            }
        });
    }
    linked
}

fn collect<'a>(inlines: &'a [Inline], linked: &mut BTreeMap<&'a str, BTreeSet<&'a str>>) {
    for inline in inlines {
        match inline {
            Inline::Figure(figure) => {
                if let Some(Target::Document { id, anchor: Some(anchor) }) = &figure.target {
                    linked.entry(id).or_default().insert(anchor);
                }
            }
            Inline::Strong(content)
            | Inline::Emphasis(content)
            | Inline::Strikethrough(content)
            | Inline::Link { content, .. } => collect(content, linked),
            Inline::Text(_)
            | Inline::Code(_)
            | Inline::Missing { .. }
            | Inline::NoteMark(_)
            | Inline::SoftBreak
            | Inline::HardBreak => {}
        }
    }
}

/// Summary and content of each linked part.
fn parts(document: &Document, linked: &BTreeSet<&str>, addresses: &Addresses) -> BTreeMap<String, [String; 2]> {
    let mut found = Vec::new();
    each_details(&document.blocks, &mut found);
    let wanted = found.into_iter().filter(|details| linked.contains(details.id.as_str()));
    wanted
        .map(|details| {
            let mut body = Body::new(document, addresses);
            body.inlines(&details.summary);
            let summary = body.take().into_string();
            body.blocks(&details.blocks);
            (details.id.clone(), [summary, body.take().into_string()])
        })
        .collect()
}

fn each_details<'a>(blocks: &'a [Block], found: &mut Vec<&'a Details>) {
    for block in blocks {
        match block {
            Block::Details(details) => {
                found.push(details);
                each_details(&details.blocks, found);
            }
            Block::List(list) => list.items.iter().for_each(|item| each_details(item, found)),
            Block::Quote(inner) | Block::Aside(inner) => each_details(inner, found),
            Block::Statement(statement) => each_details(&statement.body, found),
            Block::Heading(_)
            | Block::Paragraph(_)
            | Block::Code(_)
            | Block::Rule
            | Block::Table(_)
            | Block::Plot(_)
            | Block::Facts(_)
            | Block::Flow(_) => {}
        }
    }
}

/// A literal of a script. Strings and maps of strings can't fail to be written.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

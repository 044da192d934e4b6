//! `SUMMARY.md`: the table of contents as mdBook reads it.

use crate::document::Document;

use super::escape::Where;
use super::{file_name, inline};

/// The first document as introduction, the others as chapters below the document above them.
pub fn write(documents: &[Document], title: &str) -> String {
    let mut out = format!("# {}\n", inline::text(title, Where::Heading));
    let Some((first, rest)) = documents.split_first() else { return out };
    out.push_str(&format!("\n{}\n\n", entry(first)));
    let mut listed = vec![false; rest.len()];
    // Chapters stand below the introduction or below a document that is not here.
    for (at, document) in rest.iter().enumerate() {
        let parent = document.parent.as_deref();
        let is_chapter = parent.is_none_or(|parent| !rest.iter().any(|other| other.id == parent));
        if is_chapter {
            push(rest, at, 0, &mut listed, &mut out);
        }
    }
    // Documents above each other in a circle: no reader should miss them.
    for at in 0..rest.len() {
        push(rest, at, 0, &mut listed, &mut out);
    }
    out
}

fn push(documents: &[Document], at: usize, depth: usize, listed: &mut [bool], out: &mut String) {
    let (Some(document), Some(seen)) = (documents.get(at), listed.get_mut(at)) else { return };
    if std::mem::replace(seen, true) {
        return;
    }
    out.push_str(&format!("{}- {}\n", "  ".repeat(depth), entry(document)));
    for (below, child) in documents.iter().enumerate() {
        if child.parent.as_deref() == Some(&document.id) {
            push(documents, below, depth + 1, listed, out);
        }
    }
}

fn entry(document: &Document) -> String {
    let name = inline::text(&document.short_title, Where::Paragraph);
    // mdBook refuses a chapter without a name.
    let name = if name.is_empty() { document.id.clone() } else { name };
    format!("[{name}]({})", file_name(&document.id))
}

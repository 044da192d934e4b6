//! The front page: what stands above the reports of a folder.
//!
//! In: the [`Card`] that each report of the folder carries, `book.toml`, and the pages in `content/*.md` that belong to no
//! campaign (methods, a glossary). Out: the files of the front page, which lie beside the reports' folders.
//!
//! 1. [`card`]: what a report says of itself, written with it and read here.
//! 2. [`pages`]: the list of campaigns and the hypotheses of all of them, as documents.
//! 3. [`shared`]: the pages of `content/`, as documents.
//! 4. [`listing`]: the sitemap and the Atom feed.
//! 5. [`crate::render::html`] sets the documents; [`place`] puts the files among the reports.
//!
//! Reports don't depend on it: each is whole without the front page, and the front page repeats what they say.

pub mod card;
pub mod listing;
pub mod pages;
pub mod place;
pub mod shared;

pub use card::Card;

use std::path::Path;

use crate::document::{Document, Stamp, Timestamp};
use crate::integrity::sha256;
use crate::problem::{Outcome, Problems};
use crate::render::{Rendered, csv, html};
use crate::site::book::{self, Book};
use crate::templates::Templates;

/// File name of the front page.
pub const PAGE: &str = "index.html";

/// Makes the front page of the reports in `reports` anew, from the project at `root`. Returns the number of its files.
///
/// # Errors
/// Cards, settings, pages and templates that can't be read; a file in its place that this tool did not write.
pub fn build(root: &Path, reports: &Path, tool: &str) -> Outcome<usize> {
    let mut problems = Problems::new();
    let mut keep = |found: Problems| problems.extend(found);
    let cards = card::read_all(reports).map_err(&mut keep).ok();
    let book = book::read(root).map_err(&mut keep).ok();
    let templates = Templates::carried().with_overrides(&root.join("templates")).map_err(&mut keep).ok();
    let shared = shared::read(&root.join("content")).map_err(&mut keep).ok();
    let (Some(cards), Some(book), Some(templates), Some(shared)) = (cards, book, templates, shared) else {
        return Err(problems);
    };
    let files = files(&cards, &book, &templates, &shared, tool)?;
    place::put(reports, tool, &files)
}

/// The files, by path below the folder of reports.
///
/// # Errors
/// Pages that can't be set, templates that can't be filled.
pub fn files(
    cards: &[Card],
    book: &Book,
    templates: &Templates,
    shared: &[shared::Page],
    tool: &str,
) -> Outcome<Vec<Rendered>> {
    let stamp = stamp(cards, book, templates, shared, tool);
    let mut documents: Vec<Document> = vec![pages::index(cards, book, &stamp)];
    documents.extend(pages::register(cards, &stamp));
    documents.extend(shared.iter().map(|page| page.document(&stamp)));
    let site = html::Site {
        documents: &documents,
        title: book.title.clone(),
        brand: book.title.clone(),
        around: html::Around {
            files: String::new(),
            front: None,
            canonical: book.site.clone(),
            repository: book.repository.clone(),
            edit: book.edit.clone(),
        },
    };
    let mut files = html::render(&site, templates)?;
    files.push(html::not_found(&site, book.site_path.as_deref().unwrap_or(""), templates)?);
    for document in &documents {
        let mut twins = Vec::new();
        crate::document::visit::each_table(document, &mut |table| twins.push((table.id.clone(), csv::twin(table))));
        for (id, twin) in twins {
            files.push(Rendered { path: format!("tables/{}/{id}.csv", document.id), bytes: twin? });
        }
    }
    files.push(listing::feed(cards, book));
    files.extend(listing::sitemap(cards, &documents, book));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Identity of the front page: made from the cards, the settings, the shared pages and the project's own templates.
fn stamp(cards: &[Card], book: &Book, templates: &Templates, shared: &[shared::Page], tool: &str) -> Stamp {
    let mut inputs = format!("project  {}  {}\n", book.sha256, book::FILE);
    for card in cards {
        inputs.push_str(&format!("report  {}  {}\n", card.input_hash, card.campaign));
    }
    for page in shared {
        inputs.push_str(&format!("page  {}  {}\n", page.sha256(), page.id));
    }
    for (path, bytes) in templates.overrides() {
        inputs.push_str(&format!("project  {}  templates/{path}\n", sha256(bytes)));
    }
    Stamp {
        campaign: book.title.clone(),
        phase: None,
        language: book.language.clone(),
        date: cards.iter().filter_map(|card| card.date).max().map(Timestamp),
        input_hash: sha256(inputs.as_bytes()),
        tool: tool.to_string(),
        authors: book.authors.clone(),
        source: None,
    }
}

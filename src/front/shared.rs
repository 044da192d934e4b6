//! Pages that belong to no campaign: `content/*.md`, for instance methods and a glossary.

use std::path::Path;

use crate::document::{Document, Stamp};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::writeup::content::{self, Authored};
use crate::writeup::pages::{Prose, prose};

/// A page of `content/`.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its file is `<id>.html`.
    pub id: String,
    authored: Authored,
    prose: Prose,
}

/// The pages that have a place in the order; others follow by name.
const FIRST: [&str; 2] = ["methods", "glossary"];

/// Names that the front page has for its own pages.
const TAKEN: [&str; 3] = ["index", "hypotheses", "404"];

/// Reads the pages.
///
/// # Errors
/// Names that can't be a page's, and everything that is wrong in the files.
pub fn read(content: &Path) -> Outcome<Vec<Page>> {
    let mut problems = Problems::new();
    let mut pages = Vec::new();
    let entries = std::fs::read_dir(content).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".md") && !name.starts_with('.') && !name.eq_ignore_ascii_case("readme.md"))
        .collect();
    names.sort();
    for name in names {
        let id = name.trim_end_matches(".md");
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !id.bytes().all(plain) || TAKEN.contains(&id) {
            let cause = if TAKEN.contains(&id) { "is the name of a page that is made" } else { "can't name a page" };
            let next = "call it by lower-case letters, digits and hyphens, for instance `methods.md`";
            let place = Place::file(format!("content/{name}"));
            problems.push(Problem::new(Kind::Input, "front::page-name", place, cause, next));
            continue;
        }
        let page = content::read_page(content, &name).and_then(|authored| {
            let prose = prose(&authored)?;
            Ok(Page { id: id.to_string(), authored, prose })
        });
        match page {
            Ok(page) => pages.push(page),
            Err(found) => problems.extend(found.into_iter().map(|mut problem| {
                problem.place = std::mem::take(&mut problem.place).below("content");
                problem
            })),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let rank = |page: &Page| FIRST.iter().position(|first| *first == page.id).unwrap_or(FIRST.len());
    pages.sort_by_key(rank);
    Ok(pages)
}

impl Page {
    /// SHA-256 of the file.
    pub fn sha256(&self) -> &str {
        &self.authored.sha256
    }

    /// The page below the front page.
    pub fn document(&self, stamp: &Stamp) -> Document {
        let front = &self.authored.front;
        Document {
            id: self.id.clone(),
            parent: Some("index".to_string()),
            short_title: front.short.clone(),
            kicker: "All campaigns".to_string(),
            title: front.title.clone(),
            lede: self.prose.lede.clone(),
            status: None,
            facts: Vec::new(),
            stamp: Stamp {
                source: Some(format!("content/{}", self.authored.file)),
                authors: if front.authors.is_empty() { stamp.authors.clone() } else { front.authors.clone() },
                ..stamp.clone()
            },
            blocks: self.prose.blocks.clone(),
            notes: self.prose.notes.clone(),
            attachments: Vec::new(),
        }
    }
}

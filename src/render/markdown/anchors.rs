//! Where links lead: headings by the ids that readers of Markdown make of their words, everything else by the nearest
//! heading above it.
//!
//! mdBook and GitHub make the same id: lower case, letters, digits, `_` and `-` kept, white space a hyphen, everything
//! else left out; a second heading of the same id gets `-1`, a third `-2`.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Options, Parser};

use crate::document::{Block, Document, Inlines, Target};
use crate::problem::{Kind, Place, Problem};

use super::escape::{self, Where, one_line};
use super::{file_name, inline, title_line};

/// Heading of the notes, which ends a page that has some.
pub const NOTES: &str = "Notes";

/// Anchors of every document: by document id, the page's own id and those of its anchors.
pub struct Anchors {
    pages: BTreeMap<String, Page>,
}

struct Page {
    top: String,
    anchors: BTreeMap<String, String>,
    notes: String,
}

impl Anchors {
    /// Walks all documents.
    pub fn of(documents: &[Document]) -> Self {
        Anchors { pages: documents.iter().map(|document| (document.id.clone(), Page::of(document))).collect() }
    }
}

impl Page {
    fn of(document: &Document) -> Self {
        let mut used = BTreeSet::new();
        let top = unique(&title_line(document), &mut used);
        let mut anchors = BTreeMap::new();
        let mut nearest = top.clone();
        collect(&document.blocks, &mut nearest, &mut used, &mut anchors);
        let notes = unique(NOTES, &mut used);
        Page { top, anchors, notes }
    }
}

fn collect(
    blocks: &[Block],
    nearest: &mut String,
    used: &mut BTreeSet<String>,
    anchors: &mut BTreeMap<String, String>,
) {
    for block in blocks {
        let id = match block {
            Block::Heading(heading) => {
                *nearest = unique(&words(&heading.content), used);
                Some(&heading.id)
            }
            Block::Table(table) => Some(&table.id),
            Block::Plot(plot) => Some(&plot.id),
            Block::Statement(statement) => Some(&statement.id),
            Block::Details(details) => Some(&details.id),
            _ => None,
        };
        if let Some(id) = id {
            anchors.insert(id.clone(), nearest.clone());
        }
        match block {
            Block::List(list) => list.items.iter().for_each(|item| collect(item, nearest, used, anchors)),
            Block::Quote(inner) | Block::Aside(inner) => collect(inner, nearest, used, anchors),
            Block::Statement(statement) => collect(&statement.body, nearest, used, anchors),
            Block::Details(details) => collect(&details.blocks, nearest, used, anchors),
            Block::Plot(plot) => {
                if let Some(data) = &plot.data {
                    anchors.insert(data.id.clone(), nearest.clone());
                }
            }
            _ => {}
        }
    }
}

/// The words of a heading as a reader of the Markdown finds them, marks of notes included.
fn words(content: &Inlines) -> String {
    let mut anywhere = Links { anchors: None, document: "", problems: Vec::new() };
    let heading = format!("## {}", inline::write(content, Where::Heading, &mut anywhere));
    let mut words = String::new();
    for event in Parser::new_ext(&heading, Options::ENABLE_STRIKETHROUGH) {
        if let Event::Text(text) | Event::Code(text) = event {
            words.push_str(&text);
        }
    }
    words
}

/// The id of a heading with these words, unlike those `used` before it on its page.
fn unique(words: &str, used: &mut BTreeSet<String>) -> String {
    let made: String = one_line(words)
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
            c if c.is_whitespace() => Some('-'),
            _ => None,
        })
        .collect();
    let mut id = made.clone();
    let mut number = 0_u32;
    while !used.insert(id.clone()) {
        number += 1;
        id = format!("{made}-{number}");
    }
    id
}

/// Turns targets into addresses, seen from one document, and keeps what it could not find.
pub struct Links<'a> {
    /// `None` while the anchors are still being found: every target then has an address.
    anchors: Option<&'a Anchors>,
    document: &'a str,
    /// One problem for each target that leads nowhere.
    pub problems: Vec<Problem>,
}

impl<'a> Links<'a> {
    /// Links of `document`.
    pub fn of(anchors: &'a Anchors, document: &'a Document) -> Self {
        Links { anchors: Some(anchors), document: &document.id, problems: Vec::new() }
    }

    /// The address of `target`, escaped for the parentheses of a link; `None` for one that is not to be linked: an
    /// address that is neither the web's nor a mail's, or (with a problem) one that leads nowhere.
    pub fn address(&mut self, target: &Target) -> Option<String> {
        match target {
            Target::Url(url) => {
                let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
                let known = matches!(scheme.as_str(), "http" | "https" | "mailto") && url.contains(':');
                known.then(|| escape::address(url))
            }
            // mdBook turns every `.md` of an address into `.html`, in the middle of a name as well.
            // A book holds one report.
            Target::Page { .. } => None,
            Target::File(path) => Some(format!("../{}", escape::address(path).replace(".md", ".%6Dd"))),
            Target::Anchor(anchor) => self.within(self.document, Some(anchor)),
            Target::Document { id, anchor } => self.within(id, anchor.as_deref()),
        }
    }

    /// The address of this page's notes.
    pub fn notes(&self) -> String {
        let page = self.anchors.and_then(|anchors| anchors.pages.get(self.document));
        page.map_or_else(|| "#".to_owned(), |page| format!("#{}", page.notes))
    }

    fn within(&mut self, id: &str, anchor: Option<&str>) -> Option<String> {
        let nowhere = |what: String| {
            Problem::new(
                Kind::Output,
                "markdown::link",
                Place::file(file_name(self.document)),
                format!("a link leads to {what}, which the report does not have"),
                "correct the target, or build the phase that it is in as well",
            )
        };
        let Some(anchors) = self.anchors else { return Some("#".to_owned()) };
        let Some(page) = anchors.pages.get(id) else {
            self.problems.push(nowhere(format!("the document \u{201c}{id}\u{201d}")));
            return None;
        };
        let slug = match anchor {
            None => None,
            Some(anchor) => match page.anchors.get(anchor) {
                Some(slug) => Some(slug),
                None => {
                    self.problems.push(nowhere(format!("the anchor \u{201c}{anchor}\u{201d} of \u{201c}{id}\u{201d}")));
                    return None;
                }
            },
        };
        let fragment = slug.map(|slug| format!("#{}", escape::address(slug)));
        Some(match (id == self.document, fragment) {
            (true, Some(fragment)) => fragment,
            (true, None) => format!("#{}", escape::address(&page.top)),
            (false, fragment) => format!("{}{}", file_name(id), fragment.unwrap_or_default()),
        })
    }
}

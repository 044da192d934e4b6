//! What a page template is given. Texts are escaped by the template; fields that end in `_html` are markup already.

use serde::Serialize;

use super::Site;
use super::address::{self, Addresses};
use super::assets;
use super::body::Body;
use super::cite::{Cite, cite};
use super::layout::has_hashes;
use super::print::Sheets;
use super::tree::{Stop, Tree};
use crate::document::visit::{each_table, plain};
use crate::document::{Block, Civil, Document, Heading, Status, Timestamp};

/// Everything that a page template may use; a template reads its fields by these names.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Page<'a> {
    language: &'a str,
    /// Title of the window.
    window_title: String,
    description: String,
    site_title: &'a str,
    brand: &'a str,
    /// Where the brand leads.
    home: String,
    /// Topmost page of the site.
    top: String,
    /// Address of the page on the web, if it is known.
    canonical: Option<String>,
    repository: Option<&'a str>,
    /// Where the file that the page was written from is edited.
    edit: Option<String>,
    status: Option<Banner<'a>>,
    /// Class of the paper form's sheet.
    sheet: String,
    /// True where the page has hashes that the reader can compute anew.
    has_hashes: bool,
    crumbs: Vec<Stop>,
    stops: Vec<Stop>,
    previous: Option<Stop>,
    next: Option<Stop>,
    contents: Vec<Entry<'a>>,
    kicker: &'a str,
    title: &'a str,
    lede_html: String,
    facts_html: String,
    body_html: String,
    notes_html: String,
    files: Vec<File<'a>>,
    campaign: &'a str,
    date: Option<String>,
    authors: &'a [String],
    tool: &'a str,
    input_hash: &'a str,
    short_hash: &'a str,
    /// Address of the page of hashes, if the site has one.
    hashes: Option<String>,
    cite: Cite,
}

#[derive(Clone, Debug, Serialize)]
struct Banner<'a> {
    word: &'a str,
    label: &'a str,
    sentence: &'a str,
    more: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Entry<'a> {
    id: &'a str,
    label: String,
    level: u8,
}

#[derive(Clone, Debug, Serialize)]
struct File<'a> {
    name: &'a str,
    href: String,
    description: &'a str,
}

pub(super) fn context<'a>(
    site: &'a Site<'a>,
    index: usize,
    document: &'a Document,
    addresses: &'a Addresses<'a>,
    tree: &Tree<'a>,
    sheets: &Sheets,
) -> Page<'a> {
    // In reading order, since marks of notes are counted as they are set.
    let mut body = Body::new(document, addresses);
    let lede_html = body.only_inlines(&document.lede).into_string();
    body.facts(&document.facts);
    let facts_html = body.take().into_string();
    body.sections(&document.blocks);
    let body_html = body.take().into_string();
    body.notes(&document.notes);
    let notes_html = body.take().into_string();
    let (previous, next) = tree.turns(index);
    let canonical = site.around.canonical.as_ref().map(|folder| format!("{folder}{}", address::page(&document.id)));
    let cited = cite(document, document.stamp.date.map(date).as_deref(), canonical.as_deref().unwrap_or_default());
    let mut hashed = false;
    let top = site.documents.first().map(|top| address::page(&top.id)).unwrap_or_default();
    each_table(document, &mut |table| hashed |= has_hashes(table));
    Page {
        language: &document.stamp.language,
        window_title: window_title(site, document),
        description: shortened(&plain(&document.lede)),
        site_title: &site.title,
        brand: &site.brand,
        home: site.around.front.clone().unwrap_or_else(|| top.clone()),
        top,
        canonical,
        repository: site.around.repository.as_deref(),
        edit: edit(site, document),
        status: document.status.as_ref().map(|status| banner(status, addresses)),
        sheet: sheets.class(document),
        has_hashes: hashed,
        crumbs: above(site).into_iter().chain(tree.crumbs(index)).collect(),
        stops: tree.stops(index),
        previous,
        next,
        contents: contents(document),
        kicker: &document.kicker,
        title: &document.title,
        lede_html,
        facts_html,
        body_html,
        notes_html,
        files: document
            .attachments
            .iter()
            .map(|file| File {
                name: &file.name,
                href: assets::download(&document.id, &file.name),
                description: &file.description,
            })
            .collect(),
        campaign: &document.stamp.campaign,
        date: document.stamp.date.map(date),
        authors: &document.stamp.authors,
        tool: &document.stamp.tool,
        input_hash: &document.stamp.input_hash,
        short_hash: document.short_hash(),
        hashes: addresses.contains("hashes").then(|| address::page("hashes")),
        cite: cited,
    }
}

/// The page above the site, as the way to a page begins.
fn above(site: &Site) -> Option<Stop> {
    let href = site.around.front.clone()?;
    Some(Stop { label: site.brand.clone(), href, is_current: false, depth: 0 })
}

/// Where the file of the page's author is edited: the pattern is mdBook's.
fn edit(site: &Site, document: &Document) -> Option<String> {
    let path = address::encode(document.stamp.source.as_ref()?, true);
    Some(site.around.edit.as_ref()?.replace("{path}", &path))
}

fn banner<'a>(status: &'a Status, addresses: &Addresses) -> Banner<'a> {
    Banner {
        word: &status.word,
        label: &status.label,
        sentence: &status.sentence,
        more: status.more.as_ref().and_then(|target| addresses.of_target(target)),
    }
}

/// The standing of the data is part of the window's title: bookmarks and search results carry it on.
fn window_title(site: &Site, document: &Document) -> String {
    let mut title = String::new();
    if !document.kicker.is_empty() && document.kicker != document.title {
        title.push_str(&document.kicker);
        title.push_str(": ");
    }
    title.push_str(&document.title);
    if document.title != site.title {
        title.push_str(" · ");
        title.push_str(&site.title);
    }
    if let Some(status) = &document.status {
        title.push_str(" · ");
        title.push_str(&status.word);
        title.push_str(" data");
    }
    title
}

fn contents(document: &Document) -> Vec<Entry<'_>> {
    let entry = |heading: &'_ Heading| Entry { id: "", label: plain(&heading.content), level: heading.level };
    document
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Heading(heading) if heading.level <= 3 => Some(Entry { id: &heading.id, ..entry(heading) }),
            _ => None,
        })
        .collect()
}

/// At most 200 characters, cut between words.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 200;
    match text.char_indices().nth(LENGTH) {
        None => text.to_string(),
        Some((at, _)) => {
            let head = text.get(..at).unwrap_or(text);
            format!("{}…", head.rsplit_once(' ').map_or(head, |(words, _)| words))
        }
    }
}

/// The day in UTC, `2026-10-14`.
fn date(timestamp: Timestamp) -> String {
    let Civil { year, month, day, .. } = timestamp.civil();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let of = |seconds| date(Timestamp(seconds));
        assert_eq!(of(0), "1970-01-01");
        assert_eq!(of(-1), "1969-12-31");
        assert_eq!(of(1_791_996_060), "2026-10-14");
        assert_eq!(of(951_782_400), "2000-02-29");
        assert_eq!(of(4_107_542_400), "2100-03-01");
        // No panic at the ends.
        of(i64::MAX);
        of(i64::MIN);
    }

    #[test]
    fn a_description_ends_between_words() {
        assert_eq!(shortened("short"), "short");
        let long = "é ".repeat(150);
        assert_eq!(shortened(&long).chars().count(), 200);
        assert!(shortened(&"x".repeat(300)).ends_with("x…"));
    }
}

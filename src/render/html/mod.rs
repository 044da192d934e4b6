//! HTML: documents in, a small complete site out.
//!
//! In: a [`Site`] of documents and the [`Templates`]. Out: pages and what they need, paths below `html/`. A page is
//! readable without scripts, without a network, from `file://` and under any path.
//!
//! 1. [`frame`] reads the page templates; every template with a fault is reported with its line.
//! 2. [`tree`] finds the way through the site once: parents, children, neighbours.
//! 3. [`body`] sets a document's blocks, with [`inline`], [`table`] and its [`rows`], [`statement`] and [`plot`];
//!    [`markup`] is the one place where text is escaped, [`address`] the one where links are made.
//! 4. [`page`] hands what was set to the templates; pages are independent and made in parallel.
//! 5. [`derivations`] writes what figures open, for the script that shows it beside them.
//! 6. [`mod@print`] writes the running heads of the paper form, [`assets`] copies styles, scripts, fonts and their licences.

mod address;
mod assets;
mod body;
mod cite;
mod derivations;
mod drawing;
mod frame;
mod inline;
mod interval;
mod layout;
mod markup;
mod page;
mod plot;
mod print;
mod rows;
mod statement;
mod table;
mod tree;

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::Rendered;
use crate::document::Document;
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::templates::Templates;

/// What a site is made of.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// The documents in reading order, the topmost first. Each becomes the page `{id}.html`; the topmost should
    /// therefore be called `index`. A document called `hashes` is linked from every footer.
    pub documents: &'a [Document],
    /// Name of the site: head of the navigation, end of every window title.
    pub title: String,
    /// The words at the top left of every page, which lead to the front page, or else to the topmost document.
    pub brand: String,
    /// What the pages know of where they stand.
    pub around: Around,
}

/// What the pages of a site know of where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// From a page to the folder that [`crate::document::Target::File`] counts from: empty, or with `/` at its end.
    pub files: String,
    /// Address of the page above the topmost document, if there is one.
    pub front: Option<String>,
    /// Address of the folder of the pages on the web, with `/` at its end, if it is known.
    pub canonical: Option<String>,
    /// Address of the repository that the project lies in.
    pub repository: Option<String>,
    /// Address at which a file of the repository is edited, with `{path}` for the file's.
    pub edit: Option<String>,
}

impl Around {
    /// A report that knows nothing but itself: pages in a folder of their own beside the report's other files.
    pub fn report() -> Self {
        Around { files: "../".to_string(), front: None, canonical: None, repository: None, edit: None }
    }
}

/// Makes the site: pages first, in the order of the documents, then downloads, styles, scripts, fonts.
///
/// Deterministic: the same bytes for any number of threads. Links to documents that are not part of the site print as
/// words, so that a report of some of the phases has no dead links.
///
/// # Errors
/// Templates that can't be read or rendered, with file and line; two documents of one id; attachments whose names are
/// not file names.
pub fn render(site: &Site, templates: &Templates) -> Outcome<Vec<Rendered>> {
    let tera = frame::read(templates);
    let tera = match (tera, ids(site.documents)) {
        (Ok(tera), Ok(())) => tera,
        (tera, ids) => return Err(tera.err().into_iter().chain(ids.err()).flatten().collect()),
    };
    let addresses = address::Addresses::of(site.documents, &site.around.files);
    let tree = tree::Tree::of(site.documents);
    let sheets = print::Sheets::of(site.documents);
    let pages: Vec<Outcome<Vec<Rendered>>> = site
        .documents
        .par_iter()
        .enumerate()
        .map(|(index, document)| {
            let page = page::context(site, index, document, &addresses, &tree, &sheets);
            let text = frame::fill(&tera, templates, page)?;
            Ok(vec![Rendered { path: address::page(&document.id), bytes: text.into_bytes() }])
        })
        .collect();
    let downloads = assets::downloads(site.documents);
    let mut files: Vec<Rendered> = gather(pages.into_iter().chain([downloads]))?.into_iter().flatten().collect();
    files.push(Rendered { path: "print.css".into(), bytes: sheets.text().into_bytes() });
    files.extend(derivations::files(site, &addresses));
    files.extend(assets::carried(templates));
    Ok(files)
}

/// The page `404.html` of a site: it stands under any address, so that its own addresses begin with `base`.
///
/// # Errors
/// A template that can't be read or rendered.
pub fn not_found(site: &Site, base: &str, templates: &Templates) -> Outcome<Rendered> {
    let tera = frame::read(templates)?;
    let language = site.documents.first().map_or("en", |document| document.stamp.language.as_str());
    let page = frame::Lost { language, brand: &site.brand, base };
    let text = frame::fill_lost(&tera, templates, &page)?;
    Ok(Rendered { path: "404.html".into(), bytes: text.into_bytes() })
}

/// A path as part of an address.
pub fn encoded(path: &str) -> String {
    address::encode(path, true)
}

/// Ids name files and anchors: they must be what the contract says, and each must be the only one of its kind.
fn ids(documents: &[Document]) -> Outcome<()> {
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    let mut report = |id: &str, cause: String| {
        let next = "give every document an id of its own, of lower-case letters, digits and hyphens";
        problems.push(Problem::new(Kind::Input, "html::document-id", Place::file(format!("{id}.html")), cause, next));
    };
    for Document { id, title, .. } in documents {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || !id.bytes().all(plain) {
            report(id, format!("the id `{id}` of the document `{title}` can't name a page"));
        } else if !seen.insert(id) {
            report(id, format!("the id `{id}` names two documents, the second of them `{title}`"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

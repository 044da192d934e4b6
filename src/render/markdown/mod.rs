//! Documents as Markdown: CommonMark with GitHub's tables and no raw HTML, and the table of contents of an mdBook.
//!
//! In: all documents of a report. Out: one file a document ([`file_name`]), `SUMMARY.md`, and the plots as SVG files with
//! colours of their own.
//!
//! 1. [`anchors`]: where links lead, by the heading ids that mdBook and GitHub make.
//! 2. [`block`] and [`table`]: blocks of text, lines without indentation; containers put theirs before each line.
//! 3. [`inline`]: styles, links and figures within a line.
//! 4. [`escape`]: what must not be read as markup.
//! 5. [`summary`], the table of contents.
//!
//! mdBook serves `README.md` as `index.html` and leaves links to `README.md` pointing at `README.html`; the site's
//! `book.toml` redirects that name (`[output.html.redirect]`). It also has to turn `smart-punctuation` off, so that a
//! quotation mark in the data stays one.

pub mod anchors;
pub mod block;
pub mod escape;
pub mod inline;
pub mod summary;
pub mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::document::{Block, Document, Plot};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::templates::Templates;

use super::Rendered;
use anchors::{Anchors, Links};
use escape::Where;

/// Path of the template with the colours of plots that stand alone.
const PLOT_COLOURS: &str = "plot-print.css";
/// What a picture outside a page needs besides its colours: a ground, and a face where ours is not installed.
const PLOT_ALONE: &str =
    "svg { background: #fff; }\ntext { font-family: \"Source Sans 3\", \"Helvetica Neue\", Arial, sans-serif; }\n";
/// Widest picture that a page of mdBook or GitHub shows without scaling its text.
const PLOT_WIDTH: u32 = 750;

/// All files of the Markdown form, sorted by path.
///
/// # Errors
/// Links that lead nowhere, and names that are no file names or occur twice; all of them.
pub fn render(documents: &[Document], title: &str, templates: &Templates) -> Outcome<Vec<Rendered>> {
    let anchors = Anchors::of(documents);
    let mut problems = refused_names(documents);
    let mut files = Vec::new();
    for document in documents {
        let mut links = Links::of(&anchors, document);
        let page = page(document, &mut links);
        files.push(Rendered { path: file_name(&document.id), bytes: page.into_bytes() });
        problems.append(&mut links.problems);
        each_plot(&document.blocks, &mut |plot| {
            let bytes = picture(plot, templates).into_bytes();
            files.push(Rendered { path: plot_path(&document.id, &plot.id), bytes });
        });
    }
    let summary = summary::write(documents, title);
    files.push(Rendered { path: "SUMMARY.md".into(), bytes: summary.into_bytes() });
    if !problems.is_empty() {
        return Err(problems);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Name of a document's file: `README.md` for `index`, which folders and mdBook show first.
pub fn file_name(id: &str) -> String {
    if id == "index" { "README.md".into() } else { format!("{id}.md") }
}

/// Path of a plot's file.
fn plot_path(document: &str, plot: &str) -> String {
    format!("plots/{document}/{plot}.svg")
}

/// The title as one line: the kicker before it unless the title says it itself.
fn title_line(document: &Document) -> String {
    let (kicker, title) = (document.kicker.trim(), document.title.trim());
    if kicker.is_empty() || title.starts_with(kicker) { title.to_owned() } else { format!("{kicker}: {title}") }
}

fn page(document: &Document, links: &mut Links<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(status) = &document.status {
        let label = inline::text(&status.label, Where::Paragraph);
        let label = if label.is_empty() { label } else { format!("**{label}** ") };
        let more = status.more.as_ref().and_then(|target| links.address(target));
        let more = more.map_or_else(String::new, |address| format!(" [More]({address})."));
        let sentence = inline::text(&status.sentence, Where::Paragraph);
        parts.push(block::quoted(&format!("{label}{sentence}{more}")));
    }
    parts.push(format!("# {}", inline::text(&title_line(document), Where::Heading)));
    parts.push(inline::write(&document.lede, Where::Paragraph, links));
    parts.push(block::facts(&document.facts, links));
    parts.push(block::all(&document.blocks, &document.id, links));
    if !document.notes.is_empty() {
        parts.push(format!("## {}", anchors::NOTES));
        parts.push(block::numbered(&document.notes, &document.id, links));
    }
    parts.push("---".into());
    parts.push(footer(document));
    parts.retain(|part| !part.is_empty());
    let mut page = parts.join("\n\n");
    page.push('\n');
    page
}

/// Where the page comes from.
fn footer(document: &Document) -> String {
    let stamp = &document.stamp;
    let text = |text: &str| inline::text(text, Where::Paragraph);
    let phase = stamp.phase.as_ref().map_or_else(String::new, |phase| format!(", phase {}", text(phase)));
    let status = document.status.as_ref().map_or_else(String::new, |status| format!(", {}", text(&status.word)));
    format!(
        "Campaign {}{phase}{status}. Inputs {}. Made by {}.",
        text(&stamp.campaign),
        inline::code(document.short_hash(), Where::Paragraph),
        text(&stamp.tool)
    )
}

/// The picture of a plot as a file that needs no page around it.
fn picture(plot: &Plot, templates: &Templates) -> String {
    let fits = plot.pictures.iter().find(|picture| picture.width <= PLOT_WIDTH);
    let Some(picture) = fits.or(plot.pictures.first()) else { return String::new() };
    let colours = String::from_utf8_lossy(templates.bytes(PLOT_COLOURS));
    let (root, rest) = match picture.svg.find('>') {
        Some(end) => picture.svg.split_at(end + 1),
        None => (picture.svg.as_str(), ""),
    };
    format!("{root}<style>\n{PLOT_ALONE}{colours}</style>{rest}\n")
}

fn each_plot(blocks: &[Block], f: &mut impl FnMut(&Plot)) {
    for block in blocks {
        match block {
            Block::Plot(plot) => f(plot),
            Block::List(list) => list.items.iter().for_each(|item| each_plot(item, f)),
            Block::Quote(inner) | Block::Aside(inner) => each_plot(inner, f),
            Block::Statement(statement) => each_plot(&statement.body, f),
            Block::Details(details) => each_plot(&details.blocks, f),
            _ => {}
        }
    }
}

/// Ids that can't be file names or would name one file twice.
fn refused_names(documents: &[Document]) -> Vec<Problem> {
    let refuse = |code: &'static str, cause: String| {
        let next = "use lower-case letters, digits and hyphens, and each name once";
        Problem::new(Kind::Output, code, Place::default(), cause, next)
    };
    let sound = |id: &str| {
        !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let mut problems = Vec::new();
    let mut paths = BTreeSet::from(["SUMMARY.md".to_owned()]);
    for document in documents {
        let mut names = vec![(file_name(&document.id), document.id.clone())];
        each_plot(&document.blocks, &mut |plot| names.push((plot_path(&document.id, &plot.id), plot.id.clone())));
        for (path, id) in names {
            if !sound(&id) {
                problems.push(refuse("markdown::name", format!("\u{201c}{id}\u{201d} can't be the name of a file")));
            } else if !paths.insert(path.to_ascii_lowercase()) {
                problems.push(refuse("markdown::name", format!("two files would be called {path}")));
            }
        }
    }
    problems
}

//! Documents to the files of a report.

use rayon::prelude::*;

use super::{Format, Options, Project, TOOL, pdfs, results};
use crate::document::{Document, visit};
use crate::evidence::collect::phase_document;
use crate::evidence::{self, Basis, Ledger};
use crate::front::{self, Card, card};
use crate::integrity::Verified;
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::render::pdf::{PdfOptions, Substitution};
use crate::render::{Rendered, csv, html, markdown};
use crate::site::manifest::{self, Choices, Inputs};
use crate::site::{Book, Report};
use crate::writeup::generated::labels::{changes_path, working_copy_path};
use crate::writeup::{Composed, Settings};

/// The files, and what is told about them.
pub(super) struct Rendering {
    pub files: Report,
    pub pages: usize,
    pub substitutions: Vec<Substitution>,
}

/// What a report holds for machines.
struct Data {
    results: Vec<u8>,
    evidence: Vec<u8>,
}

/// Writes what is for machines.
fn data(basis: &Basis, ledger: &Ledger, settings: &Settings) -> Data {
    let evidence = || evidence::json::json(ledger, None, &basis.reconciled.campaign, TOOL, &settings.input_hash);
    let (results, evidence) = rayon::join(|| results::json(basis, settings, None), evidence);
    Data { results, evidence }
}

/// What the report is made from, beside the documents.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub basis: &'a Basis,
    pub verified: &'a Verified,
    pub inputs: &'a Inputs,
    pub choices: &'a Choices,
}

pub(super) fn report(
    options: &Options,
    given: Given<'_>,
    mut composed: Composed,
    settings: &Settings,
    project: &Project,
) -> Outcome<Rendering> {
    let Given { basis, inputs, choices, .. } = given;
    let campaign = basis.reconciled.campaign.manifest.campaign.as_str();
    let data = data(basis, &composed.ledger, settings);
    if !options.formats.contains(&Format::Pdf) {
        // The documents hold what they print of the ledger; the files that travel with a PDF are written from it.
        composed.ledger = Ledger::default();
    }
    let mut files = Report::default();
    let mut problems = Vec::new();
    let mut add = |path: String, bytes: Vec<u8>| {
        if let Err(found) = files.add(path, bytes) {
            problems.extend(found);
        }
    };
    let (made, twins) =
        rayon::join(|| formats(options, given, &composed, settings, project), || tables(&composed.documents));
    let (made, twins) = match (made, twins) {
        (Ok(made), Ok(twins)) => (made, twins),
        (made, twins) => return Err(made.err().into_iter().chain(twins.err()).flatten().collect()),
    };
    for (format, rendered) in made.files {
        for file in rendered {
            add(format!("{}/{}", format.name(), file.path), file.bytes);
        }
    }
    for twin in twins {
        add(twin.path, twin.bytes);
    }
    if let Some(card) = Card::of(&composed.documents, options.formats.contains(&Format::Html), made.whole) {
        add(card::FILE.to_string(), card.bytes());
    }
    for phase in basis.phases() {
        if composed.documents.iter().any(|document| document.id == phase_document(phase.name())) {
            let copy = &phase.reconciliation.working_copy;
            add(working_copy_path(phase.name()), copy.csv.clone());
            add(changes_path(phase.name()), results::changed_cells(copy));
        }
    }
    add("results.json".to_string(), data.results);
    add("evidence.json".to_string(), data.evidence);
    add("evidence.schema.json".to_string(), project.templates.bytes(evidence::json::SCHEMA_FILE).to_vec());
    drop(composed);
    if !problems.is_empty() {
        return Err(problems);
    }
    let told: Vec<String> = made.substitutions.iter().map(ToString::to_string).collect();
    let manifest = manifest::manifest(TOOL, campaign, choices, inputs, &told, &files);
    files.add(manifest::MANIFEST.to_string(), manifest)?;
    Ok(Rendering { files, pages: made.pages, substitutions: made.substitutions })
}

pub(super) struct Made {
    pub files: Vec<(Format, Vec<Rendered>)>,
    pub pages: usize,
    pub substitutions: Vec<Substitution>,
    /// The file that holds the whole campaign for print, by its path in the report.
    pub whole: Option<String>,
}

fn formats(
    options: &Options,
    given: Given<'_>,
    composed: &Composed,
    settings: &Settings,
    project: &Project,
) -> Outcome<Made> {
    let documents = composed.documents.as_slice();
    let campaign = documents.first().map(|first| first.stamp.campaign.clone()).unwrap_or_default();
    let made: Vec<Outcome<Made>> =
        options
            .formats
            .par_iter()
            .map(|format| match format {
                Format::Markdown => markdown::render(documents, &settings.title, &project.templates).map(|files| {
                    Made { files: vec![(*format, files)], pages: 0, substitutions: Vec::new(), whole: None }
                }),
                Format::Html => {
                    let site = html::Site {
                        documents,
                        title: campaign.clone(),
                        brand: settings.title.clone(),
                        around: around(options, &project.book),
                    };
                    let files = html::render(&site, &project.templates)?;
                    say_status(documents, &files)?;
                    Ok(Made { files: vec![(*format, files)], pages: 0, substitutions: Vec::new(), whole: None })
                }
                Format::Pdf => {
                    let wanted = pdfs::wanted(given, composed, settings)?;
                    let options = PdfOptions { paper: options.paper, draft: options.draft };
                    pdfs::render(wanted, options, project)
                }
            })
            .collect();
    let mut all = Made { files: Vec::new(), pages: 0, substitutions: Vec::new(), whole: None };
    for made in gather(made)? {
        all.files.extend(made.files);
        all.pages += made.pages;
        all.substitutions.extend(made.substitutions);
        all.whole = all.whole.or(made.whole);
    }
    Ok(all)
}

/// What a report's pages know of where they stand.
fn around(options: &Options, book: &Book) -> html::Around {
    let folder = |site: &String| format!("{site}{}/html/", html::encoded(&options.campaign));
    html::Around {
        front: options.front.then(|| format!("../../{}", front::PAGE)),
        canonical: book.site.as_ref().filter(|_| options.front).map(folder),
        repository: book.repository.clone(),
        edit: book.edit.clone(),
        ..html::Around::report()
    }
}

/// A project's own templates may change what a page looks like, and not that it says what its data are.
fn say_status(documents: &[Document], files: &[Rendered]) -> Outcome<()> {
    let mut problems = Vec::new();
    for document in documents {
        let Some(status) = &document.status else { continue };
        let name = format!("{}.html", document.id);
        let Some(page) = files.iter().find(|file| file.path == name) else { continue };
        // The banner's own words, as a browser would read them.
        let text = String::from_utf8_lossy(&page.bytes).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        if !text.contains(&status.label) {
            problems.push(Problem::new(
                Kind::Output,
                "html::status",
                Place::file("templates/html"),
                format!("the page {name} does not say what its data are: {}", status.label),
                "keep the status of a document in the project's own templates",
            ));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The CSV twin of every table.
fn tables(documents: &[Document]) -> Outcome<Vec<Rendered>> {
    let mut twins = Vec::new();
    for document in documents {
        visit::each_table(document, &mut |table| {
            twins.push(
                csv::twin(table)
                    .map(|bytes| Rendered { path: format!("tables/{}/{}.csv", document.id, table.id), bytes }),
            );
        });
    }
    gather(twins)
}

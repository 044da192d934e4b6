//! Documents to the files of a report.

use rayon::prelude::*;

use super::{Format, Options, Project, TOOL, results};
use crate::document::{Attachment, Document, visit};
use crate::evidence::collect::{evidence_document, phase_document};
use crate::evidence::{self, Basis, Ledger};
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::render::pdf::{Fonts, PdfOptions, Substitution};
use crate::render::{Rendered, csv, html, markdown, pdf};
use crate::site::Report;
use crate::site::manifest::{self, Choices, Inputs};
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

/// Writes what is for machines, and lets go of the ledger: the documents hold what they print of it.
fn data(basis: &Basis, ledger: Ledger, settings: &Settings) -> Data {
    let evidence = || evidence::json::json(&ledger, &basis.reconciled.campaign, TOOL, &settings.input_hash);
    let (results, evidence) = rayon::join(|| results::json(basis, settings), evidence);
    Data { results, evidence }
}

pub(super) fn report(
    options: &Options,
    basis: &Basis,
    composed: Composed,
    settings: &Settings,
    project: &Project,
    choices: &Choices,
    inputs: &Inputs,
) -> Outcome<Rendering> {
    let campaign = basis.reconciled.campaign.manifest.campaign.as_str();
    let Composed { documents, ledger, .. } = composed;
    let data = data(basis, ledger, settings);
    let mut files = Report::default();
    let mut problems = Vec::new();
    let mut add = |path: String, bytes: Vec<u8>| {
        if let Err(found) = files.add(path, bytes) {
            problems.extend(found);
        }
    };
    let (made, twins) =
        rayon::join(|| formats(options, &documents, settings, project, &data.results), || tables(&documents));
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
    for phase in basis.phases() {
        if documents.iter().any(|document| document.id == phase_document(phase.name())) {
            let copy = &phase.reconciliation.working_copy;
            add(working_copy_path(phase.name()), copy.csv.clone());
            add(changes_path(phase.name()), results::changed_cells(copy));
        }
    }
    add("results.json".to_string(), data.results);
    add("evidence.json".to_string(), data.evidence);
    add("evidence.schema.json".to_string(), project.templates.bytes(evidence::json::SCHEMA_FILE).to_vec());
    drop(documents);
    if !problems.is_empty() {
        return Err(problems);
    }
    let manifest = manifest::manifest(TOOL, campaign, choices, inputs, &files);
    files.add(manifest::MANIFEST.to_string(), manifest)?;
    Ok(Rendering { files, pages: made.pages, substitutions: made.substitutions })
}

struct Made {
    files: Vec<(Format, Vec<Rendered>)>,
    pages: usize,
    substitutions: Vec<Substitution>,
}

fn formats(
    options: &Options,
    documents: &[Document],
    settings: &Settings,
    project: &Project,
    results: &[u8],
) -> Outcome<Made> {
    let campaign = documents.first().map(|first| first.stamp.campaign.clone()).unwrap_or_default();
    let made: Vec<Outcome<Made>> =
        options
            .formats
            .par_iter()
            .map(|format| match format {
                Format::Markdown => markdown::render(documents, &settings.title, &project.templates)
                    .map(|files| Made { files: vec![(*format, files)], pages: 0, substitutions: Vec::new() }),
                Format::Html => {
                    let site = html::Site { documents, title: campaign.clone(), brand: settings.title.clone() };
                    let files = html::render(&site, &project.templates)?;
                    say_status(documents, &files)?;
                    Ok(Made { files: vec![(*format, files)], pages: 0, substitutions: Vec::new() })
                }
                Format::Pdf => pdfs(options, documents, project, results),
            })
            .collect();
    let mut all = Made { files: Vec::new(), pages: 0, substitutions: Vec::new() };
    for made in gather(made)? {
        all.files.extend(made.files);
        all.pages += made.pages;
        all.substitutions.extend(made.substitutions);
    }
    Ok(all)
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

/// One PDF a phase with its evidence as an appendix, and one for the campaign with everything.
fn pdfs(options: &Options, documents: &[Document], project: &Project, results: &[u8]) -> Outcome<Made> {
    let fonts = Fonts::load(&project.templates)?;
    let settings = PdfOptions { paper: options.paper };
    let Some(first) = documents.first() else {
        return Ok(Made { files: Vec::new(), pages: 0, substitutions: Vec::new() });
    };
    let mut wanted: Vec<(String, Vec<Document>)> = Vec::new();
    let mut whole = documents.to_vec();
    // The campaign's PDF carries what its phases carry, each name once, and the results.
    let carried: Vec<Attachment> = documents.iter().flat_map(|document| document.attachments.clone()).collect();
    for document in &mut whole {
        document.attachments.clear();
    }
    if let Some(top) = whole.first_mut() {
        top.attachments = carried;
        top.attachments.push(results_attachment(results));
    }
    wanted.push((format!("{}.pdf", first.stamp.campaign), whole));
    for document in documents {
        let Some(phase) = &document.stamp.phase else { continue };
        if document.id != phase_document(phase) {
            continue;
        }
        let appendix = documents.iter().find(|other| other.id == evidence_document(phase));
        let parts: Vec<Document> = std::iter::once(document).chain(appendix).cloned().collect();
        wanted.push((format!("{}-{}.pdf", first.stamp.campaign, document.id), parts));
    }
    let made: Vec<Outcome<(Rendered, usize, Vec<Substitution>)>> = wanted
        .par_iter()
        .map(|(path, parts)| {
            let parts: Vec<&Document> = parts.iter().collect();
            let pdf = pdf::render(&parts, &fonts, &project.templates, &settings)?;
            Ok((Rendered { path: path.clone(), bytes: pdf.bytes }, pdf.pages, pdf.substitutions))
        })
        .collect();
    let mut all = Made { files: Vec::new(), pages: 0, substitutions: Vec::new() };
    let mut files = Vec::new();
    for (file, pages, substitutions) in gather(made)? {
        files.push(file);
        all.pages += pages;
        all.substitutions.extend(substitutions);
    }
    all.files.push((Format::Pdf, files));
    Ok(all)
}

fn results_attachment(results: &[u8]) -> Attachment {
    Attachment {
        name: "results.json".to_string(),
        media_type: "application/json".to_string(),
        description: "Every estimate, interval and diagnostic, unrounded".to_string(),
        bytes: results.to_vec().into(),
        is_data: false,
    }
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

//! Documents to PDFs: which there are, what each consists of, what travels with it.
//!
//! A PDF leaves the report's folder, so it carries what its figures are made from: the frozen CSV files of its phase, the
//! results and the evidence, and the list of all inputs with their hashes.

use rayon::prelude::*;

use super::render::{Given, Made};
use super::{Format, Project, TOOL, results};
use crate::document::{Attachment, Document};
use crate::evidence;
use crate::evidence::collect::{AnyPhase, evidence_document, phase_document};
use crate::problem::{Outcome, gather};
use crate::render::pdf::{Fonts, PdfOptions, Substitution};
use crate::render::{Rendered, pdf};
use crate::site::manifest;
use crate::writeup::pages::REGISTER;
use crate::writeup::{Composed, Settings, number_through};

/// The parts of each PDF: one for the campaign with everything, and one a phase with its evidence and its hashes.
///
/// # Errors
/// A frozen file that can't be read any more.
pub(super) fn wanted(given: Given<'_>, composed: &Composed, settings: &Settings) -> Outcome<Vec<Vec<Document>>> {
    let documents = &composed.documents;
    let campaign = &given.basis.reconciled.campaign;
    let inputs = manifest::inputs_file(TOOL, &campaign.manifest.campaign, given.inputs);
    let inputs = json("inputs.json", "Name, SHA-256 and length of every input, and the tool that read them", inputs);
    let mut wanted = Vec::new();
    let mut data = Vec::new();
    for phase in given.basis.every() {
        let name = phase.name();
        let id = phase_document(name);
        let Some(document) = documents.iter().find(|document| document.id == id) else { continue };
        let mut parts = vec![document.clone()];
        parts.extend(documents.iter().find(|other| other.id == evidence_document(name)).cloned());
        parts.extend(composed.hashes.iter().find(|other| other.stamp.phase.as_deref() == Some(name)).cloned());
        let mut carried = frozen(given, phase)?;
        // A working copy in which nothing changed is the frozen file.
        let more = document.attachments.iter().filter(|one| !carried.iter().any(|known| known.bytes == one.bytes));
        let more: Vec<Attachment> = more.cloned().collect();
        carried.extend(more);
        data.extend(carried.iter().cloned());
        carried.extend([
            json(
                &format!("{id}-results.json"),
                &format!("Every estimate, interval and diagnostic of phase {name}, unrounded"),
                results::json(given.basis, settings, Some(name)),
            ),
            json(
                &format!("{id}-evidence.json"),
                &format!("Every figure of phase {name} with the files and lines that it comes from"),
                evidence::json::json(&composed.ledger, Some(name), campaign, TOOL, &settings.input_hash),
            ),
            inputs.clone(),
        ]);
        parts[0].attachments = carried;
        wanted.push(parts);
    }
    // A file that holds every phase need not say its hypotheses twice.
    let mut whole: Vec<Document> = documents.iter().filter(|document| document.id != REGISTER).cloned().collect();
    for document in &mut whole {
        document.attachments.clear();
    }
    if let Some(top) = whole.first_mut() {
        data.extend([
            json(
                "results.json",
                "Every estimate, interval and diagnostic, unrounded",
                results::json(given.basis, settings, None),
            ),
            json(
                "evidence.json",
                "Every figure with the files and lines that it comes from",
                evidence::json::json(&composed.ledger, None, campaign, TOOL, &settings.input_hash),
            ),
            inputs,
        ]);
        top.attachments = data;
        wanted.insert(0, whole);
    }
    wanted.iter_mut().for_each(|parts| number_through(parts));
    Ok(wanted)
}

/// Sets the PDFs, each under its own name.
///
/// # Errors
/// Whatever can't be set.
pub(super) fn render(wanted: Vec<Vec<Document>>, options: PdfOptions, project: &Project) -> Outcome<Made> {
    let fonts = Fonts::load(&project.templates)?;
    let made: Vec<Outcome<(Rendered, usize, Vec<Substitution>)>> = wanted
        .par_iter()
        .map(|parts| {
            let parts: Vec<&Document> = parts.iter().collect();
            let path = parts.first().map(|first| pdf::file_name(first, &options)).unwrap_or_default();
            let pdf = pdf::render(&parts, &fonts, &project.templates, &options)?;
            Ok((Rendered { path, bytes: pdf.bytes }, pdf.pages, pdf.substitutions))
        })
        .collect();
    let mut all = Made { files: Vec::new(), pages: 0, substitutions: Vec::new(), whole: None };
    let mut files = Vec::new();
    for (file, pages, substitutions) in gather(made)? {
        files.push(file);
        all.pages += pages;
        all.substitutions.extend(substitutions);
    }
    // The campaign's file and a phase's tell the same of the same page; the first of them has told it.
    let mut told = std::collections::BTreeSet::new();
    all.substitutions.retain(|one| told.insert((one.part.clone(), one.character)));
    // The campaign's file is the first.
    all.whole = files.first().map(|file: &Rendered| format!("{}/{}", Format::Pdf.name(), file.path));
    all.files.push((Format::Pdf, files));
    Ok(all)
}

/// The pinned CSV files of a phase, byte for byte.
fn frozen(given: Given<'_>, phase: AnyPhase<'_>) -> Outcome<Vec<Attachment>> {
    let folder = format!("{}/", phase.declared().dir);
    let id = phase_document(phase.name());
    let own = given.verified.files().filter_map(|file| {
        let below = file.path.strip_prefix(&folder).filter(|below| below.ends_with(".csv"))?;
        Some(given.verified.read(file.path).map(|bytes| Attachment {
            name: format!("{id}-{}", below.replace(['/', '\\'], "-")),
            media_type: "text/csv".to_string(),
            description: format!("The pinned file {}, SHA-256 {}", file.path, file.sha256),
            bytes: bytes.into(),
            is_data: true,
        }))
    });
    gather(own.collect::<Vec<_>>())
}

fn json(name: &str, description: &str, bytes: Vec<u8>) -> Attachment {
    Attachment {
        name: name.to_string(),
        media_type: "application/json".to_string(),
        description: description.to_string(),
        bytes: bytes.into(),
        is_data: false,
    }
}

//! Writing: pages become the bytes of a PDF/A-3a and PDF/UA-1 file.
//!
//! 1. [`paint`]: operations on pages, each in its marked content; links as annotations.
//! 2. [`structure`]: the tag tree with what painting put into its places, the outline.
//! 3. [`metadata`]: title, dates, identity; files that travel with the document.
//! 4. [`pack`]: the writer's many small objects in compressed streams, pages without what repeats ([`thin`]).

mod metadata;
mod pack;
mod paint;
mod structure;
mod thin;
mod tokens;

pub use metadata::language;

use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::error::KrillaError;
use krilla::{Document as Writer, SerializeSettings};

use super::furniture::Furniture;
use super::paginate::Pages;
use super::set::Galley;
use super::{PdfOptions, file_name};
use crate::document::Document;
use crate::problem::{Kind, Outcome, Place, Problem};

/// Writes the pages of a galley.
///
/// # Errors
/// What the writer finds against the two standards, each of its findings as a problem of its own.
pub fn write(
    galley: &Galley<'_>,
    pages: &Pages,
    furniture: &[Furniture],
    parts: &[&Document],
    options: &PdfOptions,
) -> Outcome<Vec<u8>> {
    let place = || Place::file(format!("pdf/{}", file_name(galley.part, options)));
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A3_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|_| vec![problem(place(), "the writer can't make PDF/A-3a and PDF/UA-1 in one file".to_string())])?;
    let settings = SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
    let mut writer = Writer::new_with(settings);
    let painted = paint::pages(&mut writer, galley, pages, furniture);
    structure::write(&mut writer, galley, pages, painted);
    metadata::write(&mut writer, parts, options.draft);
    let file = writer.finish().map_err(|error| match error {
        KrillaError::Validation(findings) => findings
            .iter()
            .map(|(finding, _)| problem(place(), format!("it would break its standard: {finding:?}")))
            .collect(),
        other => vec![problem(place(), format!("it can't be written: {other}"))],
    })?;
    Ok(pack::pack(&file).unwrap_or(file))
}

fn problem(place: Place, cause: String) -> Problem {
    Problem::new(Kind::Output, "pdf::write", place, cause, "report this with the document that caused it")
}

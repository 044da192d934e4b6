//! PDF: documents in, the bytes of one file out.
//!
//! In: the parts of a file, each a [`Document`], the [`Fonts`], the templates. Out: [`Pdf`], a file that is PDF/A-3a and
//! PDF/UA-1 at once, the same bytes for the same input.
//!
//! 1. [`fonts`]: the eight faces, parsed once for all files of a run.
//! 2. [`set`]: blocks become one long column of items ([`flow`]) with a tag tree ([`tags`]); [`text`] shapes and cuts
//!    what they say into lines of [`ink`].
//! 3. [`paginate`]: the column becomes pages.
//! 4. [`furniture`]: running heads and feet, page numbers of the contents.
//! 5. [`mod@write`]: pages, tags, outline, metadata and attachments become bytes.
//!
//! Everything is laid out once. What a page number decides, the number alone, stands in room that was kept for it.

pub mod fonts;

mod anchors;
mod flow;
mod furniture;
mod ink;
mod paginate;
mod places;
mod set;
mod style;
mod tags;
mod text;
mod write;

#[cfg(test)]
mod tests;

pub use fonts::Fonts;

use krilla::tagging::Tag;

use crate::document::characters::stated;
use crate::document::visit::plain;
use crate::document::{Document, Fact, Inline};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::templates::Templates;
use set::{Frame, Galley};
use style::{Sheet, TEXT};
use text::shape::Shaper;

/// Colours of pictures, below `templates/`.
pub const PLOT_COLOURS: &str = "plot-print.css";

/// A format of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// How a PDF is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PdfOptions {
    /// Its paper.
    pub paper: Paper,
    /// True for a file that says on every page that it is a draft.
    pub draft: bool,
}

/// Name of the file: campaign, phase and the beginning of the input hash, so that an attachment explains itself and two
/// builds from different inputs are never taken for one another.
pub fn file_name(first: &Document, options: &PdfOptions) -> String {
    let stamp = &first.stamp;
    let hash = stamp.input_hash.get(..8).unwrap_or(&stamp.input_hash);
    let phase = stamp.phase.as_ref().map_or("", |_| first.id.as_str());
    let draft = if options.draft { "draft" } else { "" };
    let words: Vec<&str> =
        [stamp.campaign.as_str(), phase, hash, draft].into_iter().filter(|word| !word.is_empty()).collect();
    format!("{}.pdf", words.join("-"))
}

/// The first part of a draft: its title block says so.
fn as_draft(first: &Document) -> Document {
    let mut draft = first.clone();
    let words = "not released; marked on every page, to be read and not to be cited";
    let text = |text: &str| vec![Inline::text(text)];
    draft.facts.insert(0, Fact { term: text("Draft"), content: text(words) });
    draft
}

/// The first part with a title that the metadata can hold, if it has another: XML knows no controls, so they stand there
/// by their number, as in print.
fn for_metadata(first: &Document) -> Option<Document> {
    let lacks = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{fffe}' | '\u{ffff}');
    let clean = |text: &mut String| {
        if text.contains(lacks) {
            *text = stated(text, lacks, |_| {}).into_owned();
        }
    };
    let mut lede = plain(&first.lede);
    let stamp = &first.stamp;
    let label = first.status.as_ref().map_or("", |status| &status.label);
    let texts = [&first.kicker, &first.title, &first.id, &lede, &stamp.campaign, &stamp.tool, &stamp.input_hash];
    if !texts.into_iter().chain(&stamp.authors).map(String::as_str).chain([label]).any(|text| text.contains(lacks)) {
        return None;
    }
    let mut printable = first.clone();
    let stamp = &mut printable.stamp;
    let texts = [&mut lede, &mut printable.kicker, &mut printable.title, &mut printable.id];
    let stamped = [&mut stamp.campaign, &mut stamp.tool, &mut stamp.input_hash];
    texts.into_iter().chain(stamped).chain(&mut stamp.authors).for_each(clean);
    if let Some(status) = &mut printable.status {
        clean(&mut status.label);
    }
    printable.lede = vec![Inline::Text(lede)];
    Some(printable)
}

/// A PDF and what was found while setting it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// Characters that no face has and that are printed by their number, by part, each once.
    pub substitutions: Vec<Substitution>,
}

/// A character that no face has. It is printed as `U+6F22`; a reader who copies it gets the character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    /// The id of the document that holds it.
    pub part: String,
    /// The character.
    pub character: char,
    /// The title of that document.
    pub page: String,
    /// The first place in it, by its first words.
    pub place: String,
}

impl std::fmt::Display for Substitution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = u32::from(self.character);
        // A control would act on the terminal that the remark is read on.
        let shown = if self.character.is_alphanumeric() { format!(" ({})", self.character) } else { String::new() };
        write!(f, "{}, {}: no font has U+{number:04X}{shown}; the PDF prints its number", self.page, self.place)
    }
}

/// Sets `parts` as one file. The first gives title block and metadata, each further one begins a page of its own.
///
/// # Errors
/// A table that is wider than a sheet on its side, a picture that can't be drawn, text that the fonts lost, and
/// whatever the file's two standards forbid.
pub fn render(parts: &[&Document], fonts: &Fonts, templates: &Templates, options: &PdfOptions) -> Outcome<Pdf> {
    let Some(first) = parts.first() else {
        return Err(vec![Problem::new(
            Kind::Output,
            "pdf::nothing",
            Place::default(),
            "a PDF without any document was asked for",
            "give it one document at least",
        )]);
    };
    let draft = options.draft.then(|| as_draft(first));
    let first = draft.as_ref().unwrap_or(first);
    let parts: Vec<&Document> = std::iter::once(first).chain(parts.iter().skip(1).copied()).collect();
    let parts = parts.as_slice();
    let colours = String::from_utf8_lossy(templates.bytes(PLOT_COLOURS));
    let sheet = Sheet::upright(options.paper);
    let mut galley = Galley::new(Shaper::new(fonts, &write::language(first)), sheet, &colours, first);
    let mut substitutions = Vec::new();
    let mut note_starts = Vec::new();
    for part in parts {
        anchors::each(part, &mut |name| galley.know(name));
        note_starts.push(galley.notes.len());
        for index in 0..part.notes.len() {
            let name = anchors::of_note(part, index);
            galley.know(name.clone());
            let anchor = galley.known.get(&name).copied().unwrap_or_default();
            galley.notes.push(flow::Note { anchor, ..flow::Note::default() });
            galley.noted.push(false);
        }
    }
    for (index, part) in parts.iter().enumerate() {
        galley.part = part;
        galley.first_note = note_starts[index];
        let parent = if parts.len() > 1 {
            let root = galley.tags.root();
            galley.tags.element(root, Tag::Part)
        } else {
            galley.tags.root()
        };
        let frame =
            Frame { parent, x: 0.0, width: sheet.text, style: TEXT, gap: 7.0, ground: None, depth: 0, outer: true };
        galley.title_block(part, index == 0, frame);
        if index == 0 {
            // What the contents state is told where the headings stand.
            let stated = galley.shaper.stated.len();
            galley.contents(parts, frame);
            galley.shaper.stated.truncate(stated);
        }
        galley.blocks(&part.blocks, frame);
        galley.lost();
        let stated = std::mem::take(&mut galley.shaper.stated);
        substitutions.extend(places::find(part, &stated));
    }
    galley.part = first;
    let pages = paginate::paginate(&galley.items, &galley.notes, galley.anchors.len(), sheet);
    let starts: Vec<usize> = parts
        .iter()
        .map(|part| galley.known.get(&part.id).and_then(|anchor| pages.anchors[*anchor]).map_or(0, |place| place.0))
        .collect();
    let furniture = furniture::furnish(&mut galley.shaper, &pages, &galley.items, parts, &starts, options.draft);
    galley.lost();
    let stated = std::mem::take(&mut galley.shaper.stated);
    substitutions.extend(parts.iter().flat_map(|part| places::find_in_furniture(part, &stated)));
    if !galley.problems.is_empty() {
        return Err(galley.problems);
    }
    let printable = for_metadata(first);
    let parts: Vec<&Document> =
        printable.iter().chain(parts.iter().skip(usize::from(printable.is_some())).copied()).collect();
    let bytes = write::write(&galley, &pages, &furniture, &parts, options)?;
    substitutions.sort();
    substitutions.dedup();
    Ok(Pdf { bytes, pages: pages.pages.len(), substitutions })
}

impl Galley<'_> {
    /// Text of which a glyph is missing although a face had every character: never printed short.
    fn lost(&mut self) {
        for text in std::mem::take(&mut self.shaper.lost) {
            let shown: String = text.chars().take(60).collect();
            self.problem(
                "pdf::lost-text",
                format!("the fonts lost a part of the text \"{shown}\""),
                "report this text; until then, write it in other characters",
            );
        }
    }
}

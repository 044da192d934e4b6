//! The eight faces: parsed once, shared by every PDF of a run.

use std::sync::Arc;

use krilla::text::Font;
use parley::FontContext;
use parley::fontique::{Blob, Charmap, CharmapIndex, Collection, CollectionOptions, SourceCache};
use usvg::fontdb;

use crate::problem::{Kind, Outcome, Place, Problem};
use crate::templates::Templates;

/// A face of the three families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Source Serif 4: what somebody wrote.
    Serif,
    /// Its italic.
    SerifItalic,
    /// Its semibold.
    SerifBold,
    /// Source Sans 3: tables, captions, what the build made.
    Sans,
    /// Its italic.
    SansItalic,
    /// Its semibold.
    SansBold,
    /// Source Code Pro: bytes.
    Code,
    /// Its semibold.
    CodeBold,
}

/// Every face with its file below `templates/`, its family, and whether it is semibold or italic.
const FACES: [(Face, &str, &str, bool, bool); 8] = [
    (Face::Serif, "fonts/SourceSerif4-Regular.ttf", "Source Serif 4", false, false),
    (Face::SerifItalic, "fonts/SourceSerif4-It.ttf", "Source Serif 4", false, true),
    (Face::SerifBold, "fonts/SourceSerif4-Semibold.ttf", "Source Serif 4", true, false),
    (Face::Sans, "fonts/SourceSans3-Regular.ttf", "Source Sans 3", false, false),
    (Face::SansItalic, "fonts/SourceSans3-It.ttf", "Source Sans 3", false, true),
    (Face::SansBold, "fonts/SourceSans3-Semibold.ttf", "Source Sans 3", true, false),
    (Face::Code, "fonts/SourceCodePro-Regular.ttf", "Source Code Pro", false, false),
    (Face::CodeBold, "fonts/SourceCodePro-Semibold.ttf", "Source Code Pro", true, false),
];

/// Families that a picture may name, beside the generic `sans-serif`.
pub const FAMILIES: [&str; 3] = ["Source Serif 4", "Source Sans 3", "Source Code Pro"];

impl Face {
    /// Name of its family.
    pub fn family(self) -> &'static str {
        FACES[self as usize].2
    }

    /// True for the semibold faces.
    pub fn is_bold(self) -> bool {
        FACES[self as usize].3
    }

    /// True for the italic faces.
    pub fn is_italic(self) -> bool {
        FACES[self as usize].4
    }

    /// The face of strong emphasis inside this one.
    pub fn strong(self) -> Face {
        match self {
            Face::Serif | Face::SerifItalic | Face::SerifBold => Face::SerifBold,
            Face::Sans | Face::SansItalic | Face::SansBold => Face::SansBold,
            Face::Code | Face::CodeBold => Face::CodeBold,
        }
    }

    /// The face of emphasis inside this one: italic, and upright inside italic.
    pub fn emphasis(self) -> Face {
        match self {
            Face::SerifItalic => Face::Serif,
            Face::Serif | Face::SerifBold => Face::SerifItalic,
            Face::SansItalic => Face::Sans,
            Face::Sans | Face::SansBold => Face::SansItalic,
            // The code family has no italic here.
            Face::Code | Face::CodeBold => Face::CodeBold,
        }
    }

    /// The upright face of the same weight.
    pub fn upright(self) -> Face {
        match self {
            Face::SerifItalic => Face::Serif,
            Face::SansItalic => Face::Sans,
            other => other,
        }
    }

    /// Faces that may lend a character which this one lacks, nearest first.
    pub fn lenders(self) -> [Face; 3] {
        if self.is_bold() {
            [Face::SansBold, Face::CodeBold, Face::SerifBold]
        } else {
            [Face::Sans, Face::Code, Face::Serif]
        }
    }
}

struct Loaded {
    data: Blob<u8>,
    charmap: CharmapIndex,
    krilla: Font,
}

/// The faces, parsed. Cheap to share between threads; [`Fonts::context`] gives each its own shaping context.
pub struct Fonts {
    faces: Vec<Loaded>,
    collection: Collection,
    database: Arc<fontdb::Database>,
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fonts").field("faces", &self.faces.len()).finish()
    }
}

impl Fonts {
    /// Parses the fonts of `templates`.
    ///
    /// # Errors
    /// A font file that is missing, is no font, or is of another family than its name says.
    pub fn load(templates: &Templates) -> Outcome<Self> {
        let mut problems = Vec::new();
        let mut faces = Vec::new();
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut database = fontdb::Database::new();
        database.set_sans_serif_family("Source Sans 3");
        for (_, path, family, _, _) in FACES {
            let bytes: Arc<[u8]> = templates.bytes(path).into();
            let data = Blob::new(Arc::new(bytes.clone()));
            let registered = collection.register_fonts(data.clone(), None);
            let named = registered.iter().find(|(id, _)| collection.family_name(*id) == Some(family));
            let info = named.and_then(|(_, infos)| infos.first().cloned());
            match (info, Font::new(bytes.to_vec().into(), 0)) {
                (Some(info), Some(krilla)) => {
                    faces.push(Loaded { data, charmap: info.charmap_index(), krilla });
                    database.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
                }
                _ => problems.push(Problem::new(
                    Kind::Input,
                    "pdf::font",
                    Place::file(format!("templates/{path}")),
                    format!("is no font of the family {family}"),
                    "put the TrueType file of that family there, or remove yours to use the one that the tool carries",
                )),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Fonts { faces, collection, database: Arc::new(database) })
    }

    /// A shaping context of its own for one thread.
    pub(super) fn context(&self) -> FontContext {
        FontContext { collection: self.collection.clone(), source_cache: SourceCache::default() }
    }

    /// The fonts for pictures.
    pub(super) fn database(&self) -> Arc<fontdb::Database> {
        self.database.clone()
    }

    /// The face for the PDF writer.
    pub(super) fn krilla(&self, face: Face) -> Font {
        self.faces[face as usize].krilla.clone()
    }

    /// The face whose data has this identity, if it is one of the eight.
    pub(super) fn face_of(&self, blob: u64) -> Option<Face> {
        FACES.iter().zip(&self.faces).find(|(_, loaded)| loaded.data.id() == blob).map(|(face, _)| face.0)
    }

    /// The character map of a face.
    pub(super) fn charmap(&self, face: Face) -> Option<Charmap<'_>> {
        let loaded = &self.faces[face as usize];
        loaded.charmap.charmap(loaded.data.data())
    }

    /// True where `face` has a glyph for `character`.
    pub(super) fn covers(&self, face: Face, character: char) -> bool {
        self.charmap(face).and_then(|map| map.map(character)).is_some_and(|glyph| glyph != 0)
    }
}

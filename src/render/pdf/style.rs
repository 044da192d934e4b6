//! Sizes, colours and measures of the page.

use super::Paper;
use super::fonts::Face;

/// A colour on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub u8, pub u8, pub u8);

/// Text.
pub const INK: Ink = Ink(0x1b, 0x1d, 0x20);
/// Secondary text.
pub const INK_2: Ink = Ink(0x54, 0x59, 0x5f);
/// Measured, links, the line under a figure.
pub const MEASURED: Ink = Ink(0x1d, 0x4f, 0x91);
/// Not tested.
pub const HYPOTHESIS: Ink = Ink(0x6d, 0x3d, 0x8c);
/// Limits, status of the data.
pub const LIMIT: Ink = Ink(0x78, 0x50, 0x00);
/// N/A, never started.
pub const MISSING: Ink = Ink(0x66, 0x6b, 0x71);
/// Worse, differs.
pub const WORSE: Ink = Ink(0xa3, 0x30, 0x1a);
/// Axes, borders.
pub const RULE_2: Ink = Ink(0x8b, 0x88, 0x80);
/// Decoration that carries nothing.
pub const RULE: Ink = Ink(0xde, 0xdb, 0xd4);
/// Ground of preformatted text.
pub const SUNK: Ink = Ink(0xf4, 0xf2, 0xed);
/// Ground of the status banner.
pub const NOTICE: Ink = Ink(0xf6, 0xee, 0xda);
/// Paper, inside rings.
pub const WHITE: Ink = Ink(0xff, 0xff, 0xff);

/// Which figures and letters a face shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figures {
    /// Proportional lining figures, ligatures: running text.
    Prose,
    /// Tabular lining figures: tables.
    Tabular,
    /// No ligature, no substitution: bytes.
    Bytes,
    /// Superior figures: marks of notes.
    Superior,
}

impl Figures {
    /// OpenType features in the notation of CSS.
    pub fn features(self) -> &'static str {
        match self {
            Figures::Prose => "\"kern\", \"liga\", \"lnum\", \"pnum\"",
            Figures::Tabular => "\"kern\", \"liga\", \"lnum\", \"tnum\"",
            Figures::Bytes => "\"liga\" 0, \"calt\" 0",
            Figures::Superior => "\"sups\"",
        }
    }
}

/// How a run of text is set. Lengths in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Face.
    pub face: Face,
    /// Size of the type.
    pub size: f32,
    /// Distance of baselines.
    pub leading: f32,
    /// Colour.
    pub ink: Ink,
    /// Figures.
    pub figures: Figures,
}

impl Style {
    const fn new(face: Face, size: f32, leading: f32, ink: Ink, figures: Figures) -> Self {
        Style { face, size, leading, ink, figures }
    }

    /// The same in another face.
    pub fn in_face(self, face: Face) -> Self {
        Style { face, ..self }
    }

    /// The same in another colour.
    pub fn in_ink(self, ink: Ink) -> Self {
        Style { ink, ..self }
    }

    /// The same at another scale.
    pub fn scaled(self, factor: f32) -> Self {
        Style { size: self.size * factor, leading: self.leading * factor, ..self }
    }

    /// Bytes within text of this style: sized so that the x-heights meet.
    pub fn bytes(self) -> Self {
        let face = if self.face.is_bold() { Face::CodeBold } else { Face::Code };
        Style { face, size: self.size * 0.87, figures: Figures::Bytes, ..self }
    }

    /// Distance from the top of a line to its baseline. One rule for all faces, so that neighbours share it.
    pub fn baseline(self) -> f32 {
        self.leading / 2.0 + self.size * 0.335
    }
}

/// Running text.
pub const TEXT: Style = Style::new(Face::Serif, 10.0, 14.0, INK, Figures::Prose);
/// The paragraph under the title.
pub const LEDE: Style = Style::new(Face::Serif, 12.0, 17.0, INK, Figures::Prose);
/// The title of a document.
pub const TITLE: Style = Style::new(Face::SerifBold, 24.0, 28.0, INK, Figures::Prose);
/// Headings of levels 2, 3 and 4.
pub const HEADINGS: [Style; 3] = [
    Style::new(Face::SansBold, 15.5, 19.0, INK, Figures::Prose),
    Style::new(Face::SansBold, 12.0, 15.5, INK, Figures::Prose),
    Style::new(Face::SansBold, 10.0, 14.0, INK, Figures::Prose),
];
/// A word or two above the title.
pub const KICKER: Style = Style::new(Face::SansBold, 9.5, 13.0, INK_2, Figures::Prose);
/// Facts, contents.
pub const FACTS: Style = Style::new(Face::Sans, 9.3, 13.0, INK, Figures::Prose);
/// Captions.
pub const CAPTION: Style = Style::new(Face::Sans, 8.8, 12.0, INK_2, Figures::Prose);
/// Cells.
pub const TABLE: Style = Style::new(Face::Sans, 9.0, 12.0, INK, Figures::Tabular);
/// Notes, marginal remarks, remarks under tables, checks.
pub const NOTE: Style = Style::new(Face::Sans, 8.2, 11.0, INK_2, Figures::Prose);
/// Notes at the foot of a page.
pub const FOOTNOTE: Style = Style::new(Face::Serif, 8.4, 11.2, INK, Figures::Prose);
/// Preformatted text.
pub const CODE: Style = Style::new(Face::Code, 8.0, 11.6, INK, Figures::Bytes);
/// Running heads and feet.
pub const RUNNING: Style = Style::new(Face::Sans, 8.0, 10.0, INK_2, Figures::Prose);
/// Counts on the way from planned to analysed.
pub const COUNT: Style = Style::new(Face::Serif, 22.0, 24.0, INK, Figures::Prose);

/// Smallest share of [`TABLE`]'s size that a wide table shrinks to: 7 points.
pub const SMALLEST: f32 = 7.0 / 9.0;

/// The measures of a sheet, in points. Text stands at the left, remarks in the margin at its right; tables and plots
/// may use both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// Width of the sheet.
    pub width: f32,
    /// Height of the sheet.
    pub height: f32,
    /// From the left edge to the text.
    pub left: f32,
    /// From the top edge to the text.
    pub top: f32,
    /// From the top edge to the lowest line of text.
    pub bottom: f32,
    /// Measure of the text.
    pub text: f32,
    /// Measure of text and margin together.
    pub full: f32,
}

impl Sheet {
    /// An upright sheet.
    pub fn upright(paper: Paper) -> Self {
        let (width, height) = paper.size();
        let left = 62.0;
        let full = width - 2.0 * left;
        Sheet { width, height, left, top: 72.0, bottom: height - 66.0, text: full - MARGIN - GUTTER, full }
    }

    /// The same sheet on its side, for wide tables.
    pub fn sideways(self) -> Self {
        let full = self.height - 2.0 * self.left;
        Sheet { width: self.height, height: self.width, bottom: self.width - 66.0, text: full, full, ..self }
    }

    /// Height that text may fill.
    pub fn depth(self) -> f32 {
        self.bottom - self.top
    }
}

/// Width of the marginal column.
pub const MARGIN: f32 = 98.0;
/// Between text and marginal column.
pub const GUTTER: f32 = 18.0;

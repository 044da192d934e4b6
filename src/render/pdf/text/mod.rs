//! Text: from spans to lines of glyphs.
//!
//! In: [`Span`]s, text with a style. Out: [`Line`]s of [`Run`](super::ink::Run)s.
//!
//! 1. [`cover`]: characters that no face has become a stated substitution.
//! 2. [`shape`]: glyphs and their advances, measured once; [`plain`] looks up bytes and figures,
//!    [`known`] what was shaped before; [`syllables`] says where words may be parted.
//! 3. [`lines`]: where the lines end, best for the whole paragraph.
//! 4. [`place`]: glyphs on their baselines, with the lines under figures and links.

pub mod cover;
pub mod known;
pub mod lines;
pub mod place;
pub mod plain;
pub mod shape;
pub mod syllables;

use std::rc::Rc;

use super::ink::LinkId;
use super::style::{Ink, Style};
use super::tags::Slot;

/// Where a line may end inside a span, beside spaces and hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breaks {
    /// As in prose.
    Prose,
    /// As in prose, and between the syllables of words, with a hyphen: running text.
    Syllables,
    /// Also after the separators of paths and within digests.
    Bytes,
}

/// A line drawn along text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Along {
    /// Dots under it: a figure.
    Dotted(Ink),
    /// A line under it: a link.
    Under(Ink),
    /// Two lines under it: a cited figure.
    Double(Ink),
    /// A line through it.
    Through(Ink),
}

/// What all glyphs of a span share when they are painted.
#[derive(Clone, Debug)]
pub struct Paint {
    /// How it is set.
    pub style: Style,
    /// Where it belongs in the tag tree.
    pub slot: Option<Slot>,
    /// The link that it is part of.
    pub link: Option<LinkId>,
    /// Lines along it.
    pub along: Vec<Along>,
    /// The note that its mark stands for.
    pub note: Option<usize>,
    /// What it stands for, where the glyphs say something else.
    pub actual: Option<Rc<str>>,
}

impl Paint {
    /// Plain text that belongs to `slot`.
    pub fn new(style: Style, slot: Option<Slot>) -> Self {
        Paint { style, slot, link: None, along: Vec::new(), note: None, actual: None }
    }
}

/// Text with one style.
#[derive(Clone, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// How lines may break in it.
    pub breaks: Breaks,
    /// How it is painted.
    pub paint: Paint,
}

impl Span {
    /// Plain text.
    pub fn new(text: impl Into<String>, style: Style, slot: Option<Slot>) -> Self {
        Span { text: text.into(), breaks: Breaks::Prose, paint: Paint::new(style, slot) }
    }
}

/// A line of text. Its operations are placed from the left end of the column and the top of the line.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Height.
    pub height: f32,
    /// Length of what is printed.
    pub width: f32,
    /// What to paint.
    pub ops: Vec<super::ink::Op>,
    /// Notes that are marked in it.
    pub notes: Vec<usize>,
}

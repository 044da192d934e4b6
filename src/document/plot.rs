//! Plots: pictures in SVG with what they say in words and numbers.

use super::{Inlines, Table};

/// A plot, drawn once per width so that its text keeps its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Anchor, unique in the document; also the stem of its files.
    pub id: String,
    /// Its number, counted through the document from 1.
    pub number: u32,
    /// What it shows.
    pub caption: Inlines,
    /// What one sees, with the numbers, for those who do not see it.
    pub alt: String,
    /// The same plot at several widths, widest first; never empty.
    pub pictures: Vec<Picture>,
    /// The numbers behind it, for the data table of a page and the CSV twin.
    pub data: Option<Box<Table>>,
}

/// One drawing. Its SVG takes colours from classes alone (see [`crate::figure`]): no `style`, no fill or stroke
/// that is not a class, text in `Source Sans 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// An `<svg>` element with `viewBox`, `width` and `height`, without XML declaration.
    pub svg: String,
}

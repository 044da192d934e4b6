//! Renderers: a document in, bytes out.
//!
//! In: [`crate::document::Document`]s and the templates. Out: [`Rendered`] files, paths below the folder of their
//! format. Each format is one module and knows nothing of benchmarks or of the other formats.

pub mod csv;
pub mod html;
pub mod markdown;
pub mod pdf;

/// A file that a renderer made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Path below the folder of the format, with `/` between its parts.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

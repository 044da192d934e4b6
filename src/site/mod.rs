//! The report as files: what it consists of, its manifest and hashes, and how it gets to its place.
//!
//! In: rendered files and verified inputs. Out: a folder that is either the old report or the new one, whole.
//!
//! 1. [`book`]: `book.toml`, the settings of the site.
//! 2. [`report`]: the files by path.
//! 3. [`manifest`]: `manifest.json` and `SHA256SUMS` over them.
//! 4. [`commit`]: a fresh folder beside the old one, swapped in at the end.
//! 5. [`verify`]: a written report against its hashes.
//! 6. [`mod@belongs`]: a written report against the inputs that lie there now.

pub mod belongs;
pub mod book;
pub mod commit;
pub mod manifest;
pub mod report;
pub mod verify;

pub use book::Book;
pub use report::Report;

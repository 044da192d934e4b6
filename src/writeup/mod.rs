//! The write-up: the author's Markdown and the ledger in, documents out.
//!
//! In: [`Content`], [`crate::evidence::Basis`], [`crate::evidence::Ledger`]. Out: [`Composed`]: the documents of the
//! report, the ledger with the figures that the text formed, and claims that do not hold as problems.
//!
//! 1. [`content`]: the authored files are read and their front matter checked.
//! 2. [`lines`]: each line of a file gets a mark, so that a place survives the template.
//! 3. [`functions`]: Tera renders the file over [`context`]. A bound number becomes a token in the text and an entry on the
//!    [`desk`]; data never pass through Markdown, so no name can be taken for markup.
//! 4. [`markdown`]: pulldown-cmark parses the text once into blocks, and tokens become what they stand for.
//! 5. [`sections`] are checked, `statements` numbered, and generated content put in its place.
//! 6. [`generated`]: tables, plots and limits that the author does not write.
//! 7. [`lint`] looks at the author's words: numbers that no binding made, arithmetic that does not close.
//! 8. [`pages`]: the documents: campaign, phases, evidence, hashes.
//!
//! [`scaffold`] goes the other way: from the data to a first text.

pub mod content;
pub mod context;
pub mod desk;
pub mod functions;
pub mod generated;
pub mod lines;
pub mod lint;
pub mod markdown;
mod nearby;
pub mod pages;
pub mod scaffold;
pub mod sections;
mod statements;
pub mod template;

pub use content::Content;
pub use pages::{Checked, Composed, Settings, check, compose, number_through};

//! Reports of benchmark campaigns that a reader can trust without trusting the author.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod campaign;
pub mod document;
pub mod figure;
pub mod ingest;
pub mod integrity;
pub mod problem;
pub mod render;
pub mod templates;

//! Reports of benchmark campaigns that a reader can trust without trusting the author.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod campaign;
pub mod cli;
pub mod document;
pub mod evidence;
pub mod figure;
pub mod front;
pub mod import;
pub mod ingest;
pub mod init;
pub mod integrity;
pub mod number;
pub mod pipeline;
pub mod problem;
pub mod reconcile;
pub mod render;
pub mod replay;
pub mod site;
pub mod source;
pub mod templates;
pub mod writeup;

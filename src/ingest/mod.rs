//! Readers: verified bytes in, records out. One file a format; every record keeps its line.
//!
//! 1. [`records`]: what the readers return.

pub mod records;

pub use records::*;

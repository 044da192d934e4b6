//! What `pgbench` writes: its logs, its report and its progress.
//!
//! 1. [`log`]: one line a transaction (`-l`), to columns; [`entry`] reads the line.
//! 2. [`aggregated`]: one line an interval (`-l --aggregate-interval`).
//! 3. [`report`]: what it prints at its end, and what it says when it breaks off.
//! 4. [`progress`]: the lines of `-P`.

pub mod aggregated;
mod entry;
pub mod log;
mod phrase;
pub mod progress;
pub mod report;
mod statements;
#[cfg(test)]
mod tests;

pub use aggregated::FORMAT as AGGREGATED;
pub use log::FORMAT as LOG;
pub use progress::FORMAT as PROGRESS;
pub use report::FORMAT as STDOUT;

/// The fields of the first line, if there are at least six and each is a whole number or a word.
fn head(text: &str) -> Option<Vec<&str>> {
    let line = text.lines().next()?;
    let fields: Vec<&str> = line.split(' ').take(20).collect();
    let plain = |field: &&str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (fields.len() >= 6 && fields.iter().all(plain)).then_some(fields)
}

/// Whether a field is a time in seconds since 1970 that a benchmark can have been run at: from 2001 to 2286.
fn is_epoch(field: &str) -> bool {
    field.len() == 10 && field.bytes().all(|byte| byte.is_ascii_digit()) && !field.starts_with('0')
}

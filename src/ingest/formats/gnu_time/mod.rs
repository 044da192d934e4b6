//! `time`: GNU time's long and default reports, the lines of POSIX (`-p`), and those of the shell's own `time`.
//!
//! A report is a run; several in one file are runs 0, 1, and so on. The metric is the report's own word without its
//! unit. A command that was killed or ended with another status than 0 did not do its work, so its numbers are not
//! handed on: each says why. GNU time prints the status 0 for a killed command; what counts is its line before the
//! report.
//!
//! Layout of the reports: `src/time.c` of GNU time 1.7 to 1.9, and its manual.

mod lines;
mod long;
mod short;

use super::{Format, Input};
use crate::ingest::reading::Reading;
use crate::problem::Outcome;
use crate::source::Source;

/// `gnu-time`.
pub const FORMAT: Format = Format {
    name: "gnu-time",
    tool: "time",
    keys: &[("status", "`any` if a status other than 0 is no failure, as of grep or diff; not declared, it is one")],
    read,
    looks,
};

const RESTORE: &str = "restore the file as time wrote it";

fn looks(_: &str, source: &Source) -> bool {
    let head: Vec<&str> = source.lines().map(|(_, _, text)| text).take(200).collect();
    let long =
        head.iter().any(|text| text.starts_with(long::HEAD)) && head.iter().any(|text| text.contains(long::ELAPSED));
    long || head.iter().any(|text| short::is_first(text))
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut lines = lines::Reports::new(source);
    lines.any_status(input.declared.get("status").map(String::as_str));
    for (number, start, text) in source.lines() {
        let span = crate::source::Span { start, length: text.len() };
        let line = lines::Line { number, span, text };
        if !long::line(&mut lines, &line) && !short::line(&mut lines, &line) {
            lines.other(&line);
        }
    }
    lines.end()
}

#[cfg(test)]
mod tests;

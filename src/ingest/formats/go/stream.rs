//! Where the lines of one package's run stand.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use crate::ingest::reading::SaidKind;
use crate::source::{Span, quote};

/// One line as it was printed.
pub(super) struct Row<'a> {
    /// Line of the file in which its last piece stands, from 1.
    pub line: u32,
    /// Where that stands.
    pub span: Span,
    /// The line without its end.
    pub text: &'a str,
    /// Whether it has an end.
    pub ended: bool,
    /// Which test or benchmark printed it, where the format says so.
    pub test: Option<&'a str>,
}

/// What came before a line and has a bearing on it.
#[derive(Default)]
pub(super) struct Stream {
    /// The package, by its number in the account.
    pub package: usize,
    /// Configuration in effect.
    pub settings: BTreeMap<String, String>,
    /// The arm in effect.
    pub arm: Option<SmolStr>,
    /// The benchmark that was begun and has no result yet.
    pub open: Option<String>,
    /// Line of a crash that no result came after.
    pub crashed: Option<u32>,
    /// Whether there are results that no verdict came after.
    pub unjudged: bool,
    /// Whether the run was said to have failed.
    pub failed: bool,
    /// Cases of which it was told that they failed or were skipped.
    pub told: BTreeSet<String>,
    /// What was printed just before.
    pub printed: Option<Printed>,
}

/// Lines that were printed one after the other and mean nothing to the format.
pub(super) struct Printed {
    /// Line of the first.
    pub line: u32,
    /// Who printed them, where that is known.
    pub case: Option<String>,
    first: String,
    count: usize,
}

impl Stream {
    /// The stream of a package.
    pub fn of(package: usize) -> Self {
        Stream { package, ..Stream::default() }
    }

    /// Adds a line to what was printed.
    pub fn print(&mut self, row: &Row<'_>, case: Option<String>) {
        let start = || Printed { line: row.line, case, first: row.text.to_owned(), count: 0 };
        self.printed.get_or_insert_with(start).count += 1;
    }
}

impl Printed {
    /// The sentence about them.
    pub fn told(&self) -> String {
        match self.count {
            1 => format!("Printed: {}.", quote(self.first.trim())),
            count => format!("Printed, {count} lines, the first of which is {}.", quote(self.first.trim())),
        }
    }
}

/// Whether a result's name is that of a benchmark which a run had named before, with or without the suffix.
pub(super) fn belongs(name: &str, benchmark: &str) -> bool {
    let suffix = |rest: &str| rest.strip_prefix('-').is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
    name.strip_prefix(benchmark).is_some_and(|rest| rest.is_empty() || suffix(rest))
}

/// How a case ended, where the text says so, and its name.
pub(super) fn outcome(text: &str) -> Option<(SaidKind, &str)> {
    let words = [("--- FAIL: ", SaidKind::Failed), ("--- SKIP: ", SaidKind::Skipped)];
    let (rest, kind) = words.iter().find_map(|(word, kind)| Some((text.strip_prefix(word)?, *kind)))?;
    Some((kind, rest.split_whitespace().next()?))
}

//! Readers of other tools' outputs: one file a format, all with one signature.
//!
//! In: [`Input`], the text of one file, what its dataset declares of the format, and the files beside it. Out:
//! [`Reading`]. A reader is strict: what it does not know is refused at its place, and what it can't read whole but can
//! tell for what it is (a failed benchmark, a line broken by a print, a counter that is not supported) is said.
//!
//! [`KNOWN`] lists them; a new format is a file here with its [`Format`], a line in the list, and samples in
//! `tests/fixtures/formats/<folder of the tool>`.

pub mod asv;
pub mod bpftrace;
pub mod criterion;
mod csv_table;
mod decimal;
pub mod explain;
#[cfg(test)]
mod fixtures;
pub mod gnu_time;
pub mod go;
pub mod google_benchmark;
pub mod hyperfine;
mod json_values;
pub mod perf;
pub mod pgbench;
pub mod psql_timing;
pub mod pyperf;
pub mod pytest_benchmark;
mod table;
#[cfg(test)]
mod testing;
pub mod wrk;

use std::collections::BTreeMap;

use super::reading::Reading;
use crate::problem::Outcome;
use crate::source::Source;

/// What a reader gets.
pub struct Input<'a> {
    /// The file.
    pub source: &'a Source,
    /// What the dataset declares of the format, by key, for instance `decimal: comma`; each reader names the keys it
    /// knows in [`Format::keys`], and others are refused before it is called.
    pub declared: &'a BTreeMap<String, String>,
    /// A file beside this one, by its path relative to this one's folder (`../benchmarks.json`); `None` if it is not
    /// there.
    pub beside: &'a dyn Fn(&str) -> Outcome<Option<Source>>,
}

/// A format: its name, its reader, and how to know its files.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name in `datasets.yaml`, for instance `perf-csv`.
    pub name: &'static str,
    /// What writes it, for messages and the documentation, for instance `perf stat -x,`.
    pub tool: &'static str,
    /// Keys of [`Input::declared`] that its reader knows, each with what it means. Others are refused before the reader
    /// is called.
    pub keys: &'static [(&'static str, &'static str)],
    /// The reader.
    pub read: fn(&Input<'_>) -> Outcome<Reading>,
    /// Whether a text looks like this format: cheaply, by its head, and never two formats for the same text. Takes the
    /// file's path too, which decides only where the text can't.
    pub looks: fn(&str, &Source) -> bool,
}

/// All formats, in the order in which they are tried on a file whose format is not declared.
pub const KNOWN: &[Format] = &[
    hyperfine::json::FORMAT,
    hyperfine::csv::FORMAT,
    criterion::FORMAT,
    google_benchmark::json::FORMAT,
    google_benchmark::csv::FORMAT,
    pytest_benchmark::FORMAT,
    pyperf::FORMAT,
    asv::FORMAT,
    table::FORMAT,
    pgbench::LOG,
    pgbench::AGGREGATED,
    pgbench::STDOUT,
    pgbench::PROGRESS,
    explain::TEXT,
    explain::JSON,
    explain::YAML,
    explain::XML,
    psql_timing::FORMAT,
    perf::CSV,
    perf::JSON,
    perf::TEXT,
    bpftrace::TEXT,
    bpftrace::JSON,
    gnu_time::FORMAT,
    wrk::FORMAT,
    go::BENCH,
    go::TEST2JSON,
];

impl Format {
    /// The format called `name`.
    pub fn named(name: &str) -> Option<&'static Format> {
        KNOWN.iter().find(|format| format.name == name)
    }

    /// The format that a file looks like.
    pub fn of(path: &str, source: &Source) -> Option<&'static Format> {
        KNOWN.iter().find(|format| (format.looks)(path, source))
    }

    /// The known names, for messages about an unknown one.
    pub fn names() -> Vec<&'static str> {
        KNOWN.iter().map(|format| format.name).collect()
    }
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

//! Go benchmarks: the text that `go test -bench` prints ([`BENCH`]) and what `go test -json` makes of it ([`TEST2JSON`]).
//!
//! - An observation is a pair of value and unit of a result line; its metric and its unit are the unit as printed. b.N is
//!   none.
//! - The case is the name as printed. Whether its last `-8` tells of GOMAXPROCS or belongs to a name that ends so, no line
//!   says, so it is never cut off. Where cases of several packages stand in one file, each has its package before it
//!   (`example.com/a.BenchmarkX-8`); with one package it has not.
//! - A line `key: value` is a setting for the lines below it until another replaces it or `key:` takes it back, as
//!   golang.org/x/perf/benchfmt has it; each change is said once. One that is printed while a benchmark runs is a print.
//! - What `PASS`, `ok`, `--- PASS` and the names of a verbose run say, that all went well, is not repeated. All other
//!   lines are said; prints in a row are one remark.
//!
//! 1. [`read_text`]: lines of a file to the account.
//! 2. [`json`]: events to lines, package by package and test by test.
//! 3. [`account`]: lines to a [`Reading`], with the [`stream`] that each belongs to.

mod account;
mod json;
mod stream;
#[cfg(test)]
mod tests;

use super::{Format, Input};
use crate::ingest::go_bench::scan::{Line, classify};
use crate::ingest::reading::{Reading, SaidKind};
use crate::problem::Outcome;
use crate::source::{Source, Span};
use account::Account;
use stream::{Row, Stream};

const KEYS: &[(&str, &str)] = &[("arm", "the configuration key whose value is the arm, for instance `toolchain`")];

/// Text of Go benchmarks.
pub const BENCH: Format =
    Format { name: "go-bench", tool: "go test -bench", keys: KEYS, read: read_text, looks: looks_like_text };

/// Go benchmarks as a stream of events.
pub const TEST2JSON: Format =
    Format { name: "go-test2json", tool: "go test -json -bench", keys: KEYS, read: json::read, looks: json::looks };

/// Lines within which a file shows what it is.
const HEAD: usize = 1000;

fn read_text(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut account = Account::new(source, input.declared);
    let mut stream = Stream::of(account.package(""));
    let mut pairs = Vec::new();
    let mut last = (1, true);
    for (line, start, text) in source.lines() {
        let ended = source.text.as_bytes().get(start + text.len()).is_some();
        let row = Row { line, span: Span { start, length: text.len() }, text, ended, test: None };
        account.line(&mut stream, &row, &mut pairs);
        last = (line, ended);
    }
    let (line, ended) = last;
    let broken = stream.crashed.is_some();
    account.end(&mut stream);
    if let Some(open) = stream.open.take().filter(|_| !broken) {
        let text = "The file ends before the benchmark that was running.".to_owned();
        account.say(&stream, line, SaidKind::Aborted, Some(&open), text);
    } else if !ended && stream.unjudged {
        let text = "The file ends within a line; what should follow is not there.".to_owned();
        account.say(&stream, line, SaidKind::Aborted, None, text);
    } else if stream.unjudged && !broken {
        let text = "No line after the last result says whether the run passed.".to_owned();
        account.say(&stream, line, SaidKind::Remark, None, text);
    }
    account.finish()
}

/// Its first line is one that `go test` begins with, or a result line stands in its head.
fn looks_like_text(_path: &str, source: &Source) -> bool {
    let mut lines =
        source.lines().map(|(_, _, text)| text).filter(|text| !text.trim().is_empty()).take(HEAD).peekable();
    let begins = |first: &&str| {
        let starts = ["goos: ", "=== RUN ", "ok  \t", "FAIL\t", "testing: warning: no tests to run"];
        *first == "PASS" || starts.iter().any(|start| first.starts_with(start))
    };
    let begun = lines.peek().is_some_and(begins);
    let mut pairs = Vec::new();
    begun || lines.any(|text| matches!(classify(text, true, &mut pairs), Line::Result(..)))
}

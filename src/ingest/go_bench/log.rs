//! What a log holds.

use super::scan::Pairs;
use crate::ingest::Printed;
use crate::source::{Source, Span};

/// The output of `go test -bench` or of a benchmark binary run directly.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchLog {
    /// Path below the campaign's folder.
    pub file: String,
    /// Configuration lines (`key: value`), with their lines.
    pub config: Vec<(u32, String, String)>,
    /// Whether it says PASS or FAIL, and where; `None` if neither stands there.
    pub verdict: Option<(u32, bool)>,
    /// Lines that are none of what such a log holds, raw. A result line that can't be read whole is among them.
    pub damaged: Vec<(u32, String)>,
    /// Other output between the lines (prints of the benchmark, `ok pkg secs`, names of `-v`), raw.
    pub other: Vec<(u32, String)>,
    /// The whole text; all spans are of it.
    text: String,
    results: Vec<Row>,
    /// Values of all result lines, in order.
    values: Vec<Value>,
}

/// Where the parts of a result line stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    line: u32,
    raw: Span,
    name: Span,
    iterations: u64,
    /// Place and number of its values in the log's.
    first: usize,
    count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    unit: Span,
    text: Span,
    value: f64,
}

/// A result line.
#[derive(Clone, Copy)]
pub struct ResultLine<'a> {
    /// Line in the file, from 1.
    pub line: u32,
    /// Full name with suffix.
    pub name: &'a str,
    /// b.N.
    pub iterations: u64,
    /// The line as printed, without its end.
    pub raw: &'a str,
    text: &'a str,
    values: &'a [Value],
}

impl BenchLog {
    /// A log of this text, nothing of which is read yet.
    pub(super) fn of(source: &Source) -> Self {
        BenchLog {
            file: source.file.clone(),
            config: Vec::new(),
            verdict: None,
            damaged: Vec::new(),
            other: Vec::new(),
            text: source.text.clone(),
            results: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a result line whose parts are slices of the source.
    pub(super) fn push(
        &mut self,
        source: &Source,
        line: u32,
        raw: &str,
        name: &str,
        iterations: u64,
        pairs: &Pairs<'_>,
    ) {
        let (first, count) = (self.values.len(), pairs.len());
        self.results.push(Row { line, raw: source.span_of(raw), name: source.span_of(name), iterations, first, count });
        self.values.extend(pairs.iter().map(|(unit, number)| Value {
            unit: source.span_of(unit),
            text: source.span_of(number.text),
            value: number.value,
        }));
    }

    /// Result lines in order.
    pub fn results(&self) -> impl ExactSizeIterator<Item = ResultLine<'_>> {
        self.results.iter().map(|row| self.view(row))
    }

    /// The result line at a place in their order, from 0.
    pub fn result(&self, at: usize) -> Option<ResultLine<'_>> {
        self.results.get(at).map(|row| self.view(row))
    }

    fn view(&self, row: &Row) -> ResultLine<'_> {
        ResultLine {
            line: row.line,
            name: slice(&self.text, row.name),
            iterations: row.iterations,
            raw: slice(&self.text, row.raw),
            text: &self.text,
            values: self.values.get(row.first..row.first + row.count).unwrap_or_default(),
        }
    }
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start..span.start + span.length).unwrap_or("")
}

impl<'a> ResultLine<'a> {
    /// Unit and value pairs in printed order; units are unique.
    pub fn values(self) -> impl ExactSizeIterator<Item = (&'a str, Printed<'a>)> {
        let text = self.text;
        let pair = move |value: &Value| {
            (slice(text, value.unit), Printed { text: slice(text, value.text), value: value.value })
        };
        self.values.iter().map(pair)
    }

    /// The value of a unit, if the line has one.
    pub fn value(self, unit: &str) -> Option<Printed<'a>> {
        self.values().find(|(own, _)| *own == unit).map(|(_, number)| number)
    }
}

//! What a log holds.

use super::scan::Pairs;
use crate::ingest::Printed;
use crate::source::Source;

/// The output of `go test -bench` or of a benchmark binary run directly. Logs are equal that say the same, whatever ends
/// their lines.
#[derive(Clone, Debug)]
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
    /// The whole text.
    text: String,
    results: Vec<Row>,
    /// Values of all result lines, in order.
    values: Vec<Value>,
}

/// Where a result line stands. Its parts are counted from its first byte, which is the name's too, in half the bytes that
/// a [`Span`] takes: a log's time to read goes by the memory that it fills.
///
/// [`Span`]: crate::source::Span
#[derive(Clone, Copy, Debug)]
struct Row {
    start: usize,
    raw: u32,
    name: u32,
    line: u32,
    /// Number of its values, and the place of the first in the log's.
    count: u32,
    first: usize,
    iterations: u64,
}

#[derive(Clone, Copy, Debug)]
struct Value {
    unit: Part,
    text: Part,
    value: f64,
}

/// A part of a line: its first byte within the line, and its length.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: u32,
    length: u32,
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

    /// Adds the result line `raw`, which begins at a byte of the source and of which the other parts are slices; `None`
    /// if it is too long to be counted.
    pub(super) fn push(
        &mut self,
        (line, start, raw): (u32, usize, &str),
        name: &str,
        iterations: u64,
        pairs: &Pairs<'_>,
    ) -> Option<()> {
        let [whole, name, count] = [raw.len(), name.len(), pairs.len()].map(|length| u32::try_from(length).ok());
        let row = Row { start, raw: whole?, name: name?, line, count: count?, first: self.values.len(), iterations };
        // No part is longer than the line, nor begins behind its end.
        let part = |part: &str| Part {
            start: (part.as_ptr() as usize).wrapping_sub(raw.as_ptr() as usize) as u32,
            length: part.len() as u32,
        };
        let value = |(unit, number): &(&str, Printed<'_>)| Value {
            unit: part(unit),
            text: part(number.text),
            value: number.value,
        };
        self.values.extend(pairs.iter().map(value));
        self.results.push(row);
        Some(())
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
        let raw = self.text.get(row.start..row.start + row.raw as usize).unwrap_or("");
        ResultLine {
            line: row.line,
            name: Part { start: 0, length: row.name }.of(raw),
            iterations: row.iterations,
            raw,
            values: self.values.get(row.first..row.first + row.count as usize).unwrap_or_default(),
        }
    }
}

impl Part {
    fn of(self, line: &str) -> &str {
        let start = self.start as usize;
        line.get(start..start + self.length as usize).unwrap_or("")
    }
}

impl PartialEq for BenchLog {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
            && self.config == other.config
            && self.verdict == other.verdict
            && self.damaged == other.damaged
            && self.other == other.other
            && self.results().eq(other.results())
    }
}

impl PartialEq for ResultLine<'_> {
    // Name and values stand in the raw line.
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line && self.raw == other.raw
    }
}

impl<'a> ResultLine<'a> {
    /// Unit and value pairs in printed order; units are unique.
    pub fn values(self) -> impl ExactSizeIterator<Item = (&'a str, Printed<'a>)> {
        let raw = self.raw;
        self.values
            .iter()
            .map(move |value| (value.unit.of(raw), Printed { text: value.text.of(raw), value: value.value }))
    }

    /// The value of a unit, if the line has one.
    pub fn value(self, unit: &str) -> Option<Printed<'a>> {
        self.values().find(|(own, _)| *own == unit).map(|(_, number)| number)
    }
}

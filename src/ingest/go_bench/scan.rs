//! One line of the text of Go benchmarks to what it is. Nothing is copied: all parts are slices of the line.

use std::collections::HashSet;

use crate::ingest::Printed;
use crate::ingest::number::value;

/// What a line is.
pub enum Line<'a> {
    /// Nothing stands there.
    Blank,
    /// A configuration line: key and value.
    Config(&'a str, &'a str),
    /// A result line: name and b.N. Its pairs of unit and number are in the scanner's buffer.
    Result(&'a str, u64),
    /// A result line that can't be read whole, a piece of one, or the word of a crash.
    Damaged,
    /// Whether it passed, and whether the line says nothing else.
    Verdict(bool, bool),
    /// Anything else.
    Other,
}

/// Pairs of unit and number of a result line, in printed order; units are unique.
pub type Pairs<'a> = Vec<(&'a str, Printed<'a>)>;

/// Pairs up to which every two units are compared, which for so few is faster than hashing them.
const FEW: usize = 16;

/// What a line is. `ended` says whether it has its end; `pairs` is emptied, and filled where it is a result line.
pub fn classify<'a>(text: &'a str, ended: bool, pairs: &mut Pairs<'a>) -> Line<'a> {
    pairs.clear();
    if is_benchmark(text) {
        return benchmark_line(text, ended, pairs);
    }
    match text.trim_end() {
        "" => return Line::Blank,
        "PASS" => return Line::Verdict(true, true),
        "FAIL" => return Line::Verdict(false, true),
        _ => {}
    }
    if text.starts_with("FAIL\t") {
        return Line::Verdict(false, false);
    }
    if is_crash(text) || is_torn(text) {
        return Line::Damaged;
    }
    match config(text) {
        Some((key, value)) => Line::Config(key, value),
        None => Line::Other,
    }
}

/// Whether a text begins with a benchmark's name: `Benchmark` and no lower-case letter after it, as Go has it.
pub fn is_benchmark(text: &str) -> bool {
    text.strip_prefix("Benchmark").is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

fn benchmark_line<'a>(text: &'a str, ended: bool, pairs: &mut Pairs<'a>) -> Line<'a> {
    match split_at(text, b'\t') {
        Some((name, rest)) => {
            let mut rest = Some(rest);
            let mut cells = std::iter::from_fn(|| {
                let (cell, more) = split_at(rest?, b'\t').map_or((rest?, None), |(cell, more)| (cell, Some(more)));
                rest = more;
                Some(trim(cell))
            });
            let iterations = cells.next().unwrap_or("");
            let cells = cells.map(|cell| split_at(cell, b' ').map(|(value, unit)| (value, trim(unit))));
            result(trim(name), iterations, cells, ended, pairs)
        }
        None => {
            let mut fields = text.split_whitespace();
            match (fields.next(), fields.next()) {
                (Some(name), Some(iterations)) if begins_a_number(iterations) => {
                    let cells = std::iter::from_fn(|| fields.next().map(|value| Some((value, fields.next()?))));
                    result(name, iterations, cells, ended, pairs)
                }
                // `go test -v` prints the name on a line of its own before it runs the benchmark; and words that a
                // benchmark printed may happen to begin with its name.
                _ => Line::Other,
            }
        }
    }
}

fn begins_a_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'))
}

/// A result line from its parts; a cell that is no pair is `None`.
fn result<'a>(
    name: &'a str,
    iterations: &str,
    cells: impl Iterator<Item = Option<(&'a str, &'a str)>>,
    ended: bool,
    pairs: &mut Pairs<'a>,
) -> Line<'a> {
    let digits = iterations.bytes().all(|byte| byte.is_ascii_digit());
    let iterations = iterations.parse::<u64>().ok().filter(|count| digits && *count > 0);
    // A line without its end may have lost digits or letters that can't be missed by looking at it.
    let Some(iterations) = iterations.filter(|_| ended && !has_blank(name)) else { return Line::Damaged };
    for cell in cells {
        let pair = cell.filter(|(_, unit)| !unit.is_empty() && !has_blank(unit));
        match pair.and_then(|(text, unit)| Some((unit, Printed { text, value: value(text).ok()? }))) {
            Some(pair) => pairs.push(pair),
            None => return Line::Damaged,
        }
    }
    if pairs.is_empty() || !are_unique(pairs) { Line::Damaged } else { Line::Result(name, iterations) }
}

fn are_unique(pairs: &[(&str, Printed<'_>)]) -> bool {
    if pairs.len() > FEW {
        let mut seen = HashSet::with_capacity(pairs.len());
        return pairs.iter().all(|(unit, _)| seen.insert(*unit));
    }
    let mut units = pairs.iter().map(|(unit, _)| *unit);
    std::iter::from_fn(|| units.next().map(|unit| (unit, units.clone())))
        .all(|(unit, mut rest)| rest.all(|other| other != unit))
}

/// What stands before and behind the first `byte`, which is ASCII. The parts are short, so that a plain loop is faster than
/// the search that `str::split` makes.
fn split_at(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// `str::trim`, which looks at characters only where bytes don't tell.
fn trim(text: &str) -> &str {
    let text = text.trim_ascii();
    match text.as_bytes() {
        [] => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

fn has_blank(text: &str) -> bool {
    // Looking at all bytes without an early end is faster than looking at characters; nearly always it is enough.
    let graphic = text.bytes().fold(true, |so_far, byte| so_far & byte.is_ascii_graphic());
    !graphic && text.contains(char::is_whitespace)
}

/// Whether a line tells of a process that did not come to its end.
pub fn is_crash(text: &str) -> bool {
    let starts = ["panic: ", "fatal error: ", "runtime error: ", "SIG", "signal: ", "unexpected fault address"];
    starts.iter().any(|start| text.starts_with(start) && (*start != "SIG" || text.contains(": ")))
        || text.starts_with("*** Test killed")
}

/// Whether a line is a piece of a result line: its name with something before it, or its end without the name.
fn is_torn(text: &str) -> bool {
    let mut at = 0;
    let named = text.split_inclusive([' ', '\t']).any(|whole| {
        let (start, word) = (at, whole.trim_end_matches([' ', '\t']));
        at += whole.len();
        let mut names = word.match_indices("Benchmark").filter(|(within, _)| start + within > 0);
        let named = names.any(|(within, _)| word.get(within..).is_some_and(is_benchmark));
        let after = || text.get(start + word.len()..).unwrap_or("");
        named && after().trim_start_matches(' ').starts_with('\t')
    });
    named || is_tail(text)
}

/// Whether a line is the end of a result line without its name.
pub fn is_tail(text: &str) -> bool {
    let mut cells = text.split('\t').map(str::trim);
    let iterations = cells.next().unwrap_or("");
    let mut cells = cells.peekable();
    cells.peek().is_some() && iterations.parse::<u64>().is_ok() && cells.all(is_value)
}

/// Whether what stands between two tabs looks like a number and its unit.
pub fn is_value(cell: &str) -> bool {
    cell.trim().split_once(' ').is_some_and(|(value, _)| begins_a_number(value))
}

/// A configuration line: a key that begins with a lower-case letter and has no blank and no upper-case letter, a colon, and
/// a blank before the value, if there is one.
fn config(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let begins = key.starts_with(char::is_lowercase);
    let rest = key.chars().all(|character| !character.is_uppercase() && !character.is_whitespace());
    let apart = value.is_empty() || value.starts_with([' ', '\t']);
    (begins && rest && apart).then(|| (key, value.trim()))
}

//! bpftrace's output as it prints it for people.

use super::super::{Format, Input};
use super::{Printed, Printings, REPEATED, Stats, What};
use crate::ingest::number::number;
use crate::ingest::reading::{Bucket, Reading};
use crate::problem::Outcome;
use crate::source::{Source, Span, quote};

/// `bpftrace-text`.
pub const FORMAT: Format = Format { name: "bpftrace-text", tool: "bpftrace", keys: &[REPEATED], read, looks };

const RESTORE: &str = "restore the file as bpftrace wrote it";

fn looks(_: &str, source: &Source) -> bool {
    source
        .lines()
        .take(50)
        .any(|(_, _, text)| attached(text).is_some() || (text.starts_with('@') && head(text).is_some()))
}

/// The number of probes of `Attaching 4 probes...`.
fn attached(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("Attaching ").or_else(|| text.strip_prefix("Attached "))?;
    let (probes, rest) = rest.split_once(" probe")?;
    let whole = !probes.is_empty() && probes.bytes().all(|byte| byte.is_ascii_digit());
    (whole && matches!(rest.trim_end(), "" | "s" | "..." | "s...")).then_some(probes)
}

/// An entry's map, what stands between its brackets if it has any, and what stands behind the colon.
fn head(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let end = text.char_indices().skip(1).find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '_');
    let (map, rest) = text.split_at_checked(end.map_or(text.len(), |(at, _)| at))?;
    match rest.strip_prefix('[') {
        Some(rest) => {
            let (key, value) = rest.rsplit_once("]:")?;
            Some((map, Some(key), value.trim()))
        }
        None => Some((map, None, rest.strip_prefix(':')?.trim())),
    }
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut printings = Printings::new(source);
    if source.text.trim_start().starts_with('{') {
        let next = "declare `bpftrace-json` if `bpftrace -f json` wrote it";
        printings.refuse("bpftrace::not-text", Span::default(), "the file is JSON, not bpftrace's text", next);
        return printings.end(input);
    }
    let mut lines = source.lines().peekable();
    while let Some((line, start, text)) = lines.next() {
        let span = Span { start, length: text.len() };
        let text = text.trim_end();
        if text.is_empty() {
            continue;
        }
        if text.starts_with('@') {
            let Some((map, key, value)) = entry(&mut lines, text) else {
                if is_whole(source, start, text) && !text.ends_with('[') {
                    printings.apart();
                    printings.words(line, text);
                } else {
                    printings.refuse("bpftrace::cut", span, "the file ends within this entry of a map", RESTORE);
                }
                continue;
            };
            let named = if key.is_empty() { map.to_owned() } else { format!("{map}[{key}]") };
            let what = if value.is_empty() {
                let mut buckets: Vec<Bucket> = Vec::new();
                while let Some((line, start, text)) = lines.next_if(|(_, _, text)| text.starts_with(['[', '('])) {
                    let span = Span { start, length: text.len() };
                    buckets.extend(bucket(&mut printings, line, span, text, buckets.last()));
                }
                if buckets.is_empty() { What::Words(String::new()) } else { What::Ranges(buckets) }
            } else {
                match value_of(&mut printings, &named, value) {
                    Some(what) => what,
                    None => continue,
                }
            };
            let open = matches!(what, What::Words(_) | What::Ranges(_));
            if !open && !source.text.ends_with('\n') && lines.peek().is_none() {
                printings.refuse(
                    "bpftrace::cut",
                    span,
                    "the file ends without an end of this line, which may lack digits",
                    RESTORE,
                );
            }
            printings.entry(Printed { line, span, map: map.to_owned(), key, what });
        } else {
            printings.apart();
            other(&mut printings, line, span, text);
        }
    }
    printings.end(input)
}

fn is_whole(source: &Source, start: usize, text: &str) -> bool {
    source.text.get(start + text.len()..).is_some_and(|rest| rest.contains('\n'))
}

/// An entry's map, key and value. A key that is a stack is printed over several lines, indented.
fn entry<'a>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = (u32, usize, &'a str)>>,
    text: &'a str,
) -> Option<(&'a str, String, &'a str)> {
    if let Some((map, key, value)) = head(text) {
        return Some((map, key.unwrap_or("").replace(", ", ","), value));
    }
    let (map, first) = text.split_once('[')?;
    if !first.is_empty() || map.contains(char::is_whitespace) {
        return None;
    }
    let mut frames: Vec<&str> = Vec::new();
    while let Some((_, _, text)) = lines.next_if(|(_, _, text)| !text.starts_with('@')) {
        if let Some((last, value)) = text.rsplit_once("]:").filter(|_| !text.starts_with([' ', '\t'])) {
            let mut key = frames.join(";");
            key.push_str(&last.trim().replace(", ", ","));
            return Some((map, key, value.trim()));
        }
        frames.extend(Some(text.trim()).filter(|frame| !frame.is_empty()));
    }
    None
}

/// What stands behind an entry's colon; `None` where it is refused.
fn value_of(printings: &mut Printings<'_>, named: &str, value: &str) -> Option<What> {
    let mut read = |text: &str| match number(text) {
        Ok(number) => Some(number),
        Err(why) => {
            printings.refuse(
                "bpftrace::not-a-number",
                printings.source.span_of(text),
                format!("{} is {}: {why}", quote(named), quote(text)),
                RESTORE,
            );
            None
        }
    };
    let stats = value.strip_prefix("count ").and_then(|rest| rest.split_once(", average "));
    let stats = stats.and_then(|(count, rest)| Some((count, rest.split_once(", total ")?)));
    if let Some((count, (average, total))) = stats {
        let (count, average, total) = (read(count), read(average), read(total));
        return Some(What::Stats(Stats { count: count?, average: average?, total: total? }));
    }
    let numeric = value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b',' | b'e'));
    let undefined = ["nan", "-nan", "inf", "-inf"].contains(&value.to_ascii_lowercase().as_str());
    if numeric && value.contains(|c: char| c.is_ascii_digit()) || undefined {
        return read(value).map(What::Number);
    }
    Some(What::Words(value.to_owned()))
}

/// A line of a histogram: `[512, 1K)  1658 |@@@   |`.
fn bucket(printings: &mut Printings<'_>, line: u32, span: Span, text: &str, before: Option<&Bucket>) -> Option<Bucket> {
    let Some((low, high, count)) = parts_of(text) else {
        let cause = "this is no range of a histogram with its number and bar";
        printings.refuse("bpftrace::bucket", span, cause, RESTORE);
        return None;
    };
    if low >= high || before.is_some_and(|before| before.high > low) {
        let cause = "this range does not begin where the one before it ends, or is empty";
        printings.refuse("bpftrace::bucket", span, cause, RESTORE);
        return None;
    }
    Some(Bucket { line, low, high, count })
}

fn parts_of(text: &str) -> Option<(f64, f64, u64)> {
    let (range, rest) = text.split_once([')', ']'])?;
    let closed = text.get(range.len()..).is_some_and(|rest| rest.starts_with(']'));
    let (count, bar) = rest.trim().split_once('|')?;
    let count = count.trim();
    if !count.bytes().all(|byte| byte.is_ascii_digit()) || !bar.ends_with('|') {
        return None;
    }
    let (low, high) = match (range.strip_prefix('['), range.strip_prefix("(..., ")) {
        (Some(only), _) if closed => {
            let only = end_of(only)?;
            (only, only + 1.0)
        }
        (Some(range), _) => {
            let (low, high) = range.split_once(", ")?;
            (end_of(low)?, if high == "..." { f64::INFINITY } else { end_of(high)? })
        }
        (_, Some(high)) => (f64::NEG_INFINITY, end_of(high)?),
        _ => return None,
    };
    Some((low, high, count.parse().ok()?))
}

/// An end of a range. Its suffix is binary, so each is exact.
fn end_of(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'T', 'P', 'E']);
    let power = match text.get(digits.len()..)? {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "P" => 50,
        "E" => 60,
        _ => return None,
    };
    let bare = digits.strip_prefix('-').unwrap_or(digits);
    let whole = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.parse::<f64>().ok().filter(|value| whole && value.is_finite())?;
    Some(value * f64::from(2u8).powi(power))
}

/// A line that is of no map.
fn other(printings: &mut Printings<'_>, line: u32, span: Span, text: &str) {
    let lost = text.strip_prefix("Lost ").and_then(|rest| rest.strip_suffix(" events"));
    if let Some(probes) = attached(text) {
        printings.attached(line, probes);
    } else if let Some(events) = lost {
        printings.lost(line, events);
    } else if text.contains("ERROR: ") || text.contains("WARNING: ") {
        printings.complaint(line, span, text);
    } else if parts_of(text).is_some() {
        let cause = "this range of a histogram has no map before it";
        printings.refuse("bpftrace::bucket", span, cause, RESTORE);
    } else {
        printings.words(line, text);
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;

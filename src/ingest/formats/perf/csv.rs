//! `perf stat -x`: fields with a separator between them, never quoted.
//!
//! The fields, as perf-stat(1) has them: time stamp (`-I`), processor, core or thread (`-A`, `--per-core`) and for the
//! larger ones how many processors; then value, unit, event, control group (`-G`), spread (`-r`), running time,
//! running share; then what perf derived and what it is. Further derived numbers stand on lines of their own.

use super::super::{Format, Input};
use super::locale::Locale;
use super::{Counter, DECIMAL, Derived, RESTORE, Recording, THOUSANDS, data, is_numeric, is_stamp};
use crate::ingest::reading::Reading;
use crate::problem::Outcome;
use crate::source::{Source, Span, quote};

/// `perf-csv`.
pub const FORMAT: Format = Format {
    name: "perf-csv",
    tool: "perf stat -x",
    keys: &[
        ("separator", "what stands between the fields, one character or `tab`; found in the file if not declared"),
        DECIMAL,
        THOUSANDS,
    ],
    read,
    looks,
};

/// Separators that are looked for, the usual first.
const SEPARATORS: [char; 9] = [',', ';', '\t', '|', '^', '~', '@', '!', ' '];

fn looks(_: &str, source: &Source) -> bool {
    separator(source).is_some()
}

/// The separator with which the first line of data has perf's fields.
fn separator(source: &Source) -> Option<char> {
    let (_, _, line) = data(source).next()?;
    SEPARATORS.into_iter().find(|&separator| fields(line, separator).is_ok_and(|line| line.event.is_some()))
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let locale = Locale::declared(input)?;
    let mut recording = Recording::new(source);
    let declared = input.declared.get("separator").map(String::as_str);
    let separator = match declared {
        Some("tab") => Some('\t'),
        Some(text) => match text.chars().collect::<Vec<_>>().as_slice() {
            [one] => Some(*one),
            _ => {
                let cause = format!("`separator` is declared as {}, which is not one character", quote(text));
                recording.refuse("perf::declared", Span::default(), cause, "declare one character, or `tab`");
                return recording.end();
            }
        },
        None => separator(source),
    };
    let Some(separator) = separator else {
        if let Some((_, start, line)) = data(source).next() {
            let (cause, next) = if line.trim_start().starts_with('{') {
                ("the file is JSON, not fields with a separator", "declare `perf-json` if `perf stat -j` wrote it")
            } else {
                (
                    "no separator is known with which this line has the fields of `perf stat -x`",
                    "restore the file as perf wrote it, or declare its `separator`",
                )
            };
            recording.refuse("perf::separator", Span { start, length: line.len() }, cause, next);
        }
        return recording.end();
    };
    if separator == locale.decimal {
        let cause = format!("{} is both the separator and the decimal point", quote(&separator.to_string()));
        recording.refuse("perf::separator", Span::default(), cause, "record again with another separator: `-x ';'`");
        return recording.end();
    }
    for (number, start, text) in source.lines() {
        if text.trim_start().starts_with('#') {
            recording.comment(number, text);
        } else if !text.trim().is_empty() {
            match fields(text, separator) {
                Ok(line) => counter(&mut recording, source, &locale, number, &line),
                Err(why) => {
                    let cause = format!("this is no line of `perf stat -x`: {why}");
                    recording.refuse("perf::fields", Span { start, length: text.len() }, cause, RESTORE);
                }
            }
        }
    }
    recording.end()
}

/// A line's fields by what they mean.
#[derive(Default)]
struct Line<'a> {
    stamp: Option<&'a str>,
    summary: bool,
    owner: Option<&'a str>,
    value: &'a str,
    unit: &'a str,
    /// `None` on a line that has only what is derived.
    event: Option<&'a str>,
    group: Option<&'a str>,
    spread: Option<&'a str>,
    share: &'a str,
    derived: Option<(&'a str, &'a str)>,
}

/// Parts a line. Where optional fields stand is known by their form.
fn fields(text: &str, separator: char) -> Result<Line<'_>, &'static str> {
    let mut cells: Vec<&str> = text.split(separator).map(str::trim).collect();
    if separator == ' ' {
        return Err("blanks stand between its fields");
    }
    let mut line = Line::default();
    match cells.first().copied() {
        Some("summary") => line.summary = true,
        Some(stamp) if is_stamp(stamp) => line.stamp = Some(stamp),
        _ => {}
    }
    if line.summary || line.stamp.is_some() {
        cells.remove(0);
    }
    let is_value = |cell: &str| is_numeric(cell) || cell.starts_with('<');
    if let Some(owner) = cells.first().copied().filter(|cell| !cell.is_empty() && !is_value(cell)) {
        cells.remove(0);
        line.owner = Some(owner);
        // Behind a core, die, socket or node stands how many processors are in it.
        let counted = cells.first().is_some_and(|cell| is_whole(cell))
            && match cells.get(1..3) {
                Some(["", event]) => event.is_empty(),
                Some([value, _]) => is_value(value),
                _ => false,
            };
        if counted {
            cells.remove(0);
        }
    }
    let [value, unit, rest @ ..] = cells.as_slice() else { return Err("it has too few fields") };
    if let [between @ .., number, what] = rest
        && value.is_empty()
        && unit.is_empty()
        && between.iter().all(|cell| cell.is_empty())
    {
        line.derived = Some((number, what));
        return Ok(line);
    }
    if !is_value(value) {
        return Err("where the value belongs is no number");
    }
    (line.value, line.unit) = (value, unit);
    let (event, rest) = event(text, rest, separator)?;
    line.event = Some(event);
    let at =
        rest.windows(2).take(3).position(|pair| matches!(pair, [time, share] if is_whole(time) && is_share(share)));
    let at = at.ok_or("its running time and running share are not to be found")?;
    for cell in rest.iter().take(at) {
        match cell.strip_suffix('%') {
            Some(spread) if line.spread.is_none() => line.spread = Some(spread),
            None if line.group.is_none() && line.spread.is_none() => line.group = Some(cell),
            _ => return Err("a field stands before the running time that is not known"),
        }
    }
    line.share = rest.get(at + 1).copied().unwrap_or("");
    line.derived = match rest.get(at + 2..).unwrap_or_default() {
        [] => None,
        [number, what] => Some((number, what)),
        _ => return Err("it has too many fields"),
    };
    Ok(line)
}

/// The event's name and the fields behind it. A separator between the slashes of `cpu/event=0x3c,umask=0x1/` is part
/// of it.
fn event<'a, 'c>(
    text: &'a str,
    cells: &'c [&'a str],
    separator: char,
) -> Result<(&'a str, &'c [&'a str]), &'static str> {
    let first = cells.first().copied().filter(|cell| !cell.is_empty()).ok_or("it has no event")?;
    let mut slashes = 0;
    for (index, cell) in cells.iter().enumerate() {
        slashes += if separator == '/' { 0 } else { cell.matches('/').count() };
        if slashes % 2 == 0 {
            let offset = |part: &str| (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
            let name = text.get(offset(first)..offset(cell) + cell.len()).unwrap_or(first);
            return Ok((name, cells.get(index + 1..).unwrap_or_default()));
        }
    }
    Err("the event's name has no end")
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a share as perf prints it: two decimals.
fn is_share(text: &str) -> bool {
    text.split_once(['.', ',']).is_some_and(|(whole, rest)| is_whole(whole) && is_whole(rest) && rest.len() == 2)
}

fn counter(recording: &mut Recording<'_>, source: &Source, locale: &Locale, number: u32, line: &Line<'_>) {
    let event = line.event.unwrap_or("");
    let mut read = |what: &str, text: &str| match locale.number(text) {
        Ok(number) => Some(number),
        Err(why) => {
            recording.not_a_number(source.span_of(text), what, text, why);
            None
        }
    };
    let value = match line.event {
        None => None,
        Some(_) if line.value.starts_with('<') => Some(Err(line.value.to_owned())),
        Some(_) => read(&quote(event), line.value).map(Ok),
    };
    let spread = line.spread.and_then(|text| read("the spread", text)).map(|number| number.value);
    let share = line.event.and_then(|_| read("the running share", line.share)).map(|number| number.value / 100.0);
    let derived = line.derived.filter(|(_, what)| !what.is_empty() && *what != "(null)");
    let derived = derived.and_then(|(text, what)| {
        let value = if is_undefined(text) { Some(Err(text.to_owned())) } else { read(&quote(what), text).map(Ok) };
        value.map(|value| Derived { value, what: what.to_owned() })
    });
    if line.event.is_some() && (value.is_none() || share.is_none()) {
        return;
    }
    let span = source.span_of(if event.is_empty() { line.derived.map_or("", |derived| derived.1) } else { event });
    if share.is_some_and(|share| share > 1.0) {
        let cause = format!("the running share of {} is {} percent", quote(event), line.share);
        recording.refuse("perf::share", source.span_of(line.share), cause, RESTORE);
        return;
    }
    let case: Vec<&str> = line.owner.into_iter().chain(line.group).collect();
    recording.counter(Counter {
        line: number,
        span,
        case: if case.is_empty() { None } else { Some(case.join(" ")) },
        interval: line.stamp.map(str::to_owned),
        summary: line.summary,
        event: event.to_owned(),
        unit: line.unit.to_owned(),
        value,
        mean: line.spread.is_some(),
        spread,
        share,
        derived,
    });
}

/// Whether perf divided by zero. Only of what it derived: a counter is always finite.
pub fn is_undefined(text: &str) -> bool {
    let bare = text.trim_start_matches('-');
    bare.eq_ignore_ascii_case("nan") || bare.eq_ignore_ascii_case("inf")
}

#[cfg(test)]
#[path = "csv_tests.rs"]
mod tests;

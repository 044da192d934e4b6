//! `perf stat` as it prints for people: a head, a line a counter, and the times.

use super::super::{Format, Input};
use super::csv::is_undefined;
use super::locale::{DECLARE, Locale};
use super::{Counter, DECIMAL, Derived, ELAPSED, RESTORE, Recording, THOUSANDS, is_numeric, is_stamp};
use crate::ingest::Number;
use crate::ingest::reading::{Reading, Said, SaidKind};
use crate::problem::Outcome;
use crate::source::{Source, Span, quote};

/// `perf-text`.
pub const FORMAT: Format = Format { name: "perf-text", tool: "perf stat", keys: &[DECIMAL, THOUSANDS], read, looks };

const HEAD: &str = " Performance counter stats for ";

/// What stands behind the times, and what they are called.
const TIMES: [(&str, &str); 3] = [("seconds time elapsed", ELAPSED), ("seconds user", "user"), ("seconds sys", "sys")];

fn looks(_: &str, source: &Source) -> bool {
    source.lines().take(50).any(|(_, _, text)| text.starts_with(HEAD))
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let firsts = source.lines().filter_map(|(_, _, text)| text.split_ascii_whitespace().next());
    let locale = Locale::declared(input)?.shown_by(firsts.filter(|text| is_numeric(text)));
    let mut lines = Lines { source, locale, recording: Recording::new(source), mean: false, open: None };
    for (number, start, text) in source.lines() {
        let span = Span { start, length: text.len() };
        if let Some(head) = text.strip_prefix(HEAD) {
            lines.head(number, head);
        } else if text.starts_with('#') {
            if text.contains("counts unit events") {
                let cause = "these are intervals as perf prints them for people, which are not read";
                lines.recording.refuse("perf::interval", span, cause, "record intervals with `-x` or `-j`");
                break;
            }
            lines.recording.comment(number, text);
        } else if !text.trim().is_empty() {
            lines.line(number, span, text);
        }
    }
    lines.ended();
    let Lines { mut recording, .. } = lines;
    if recording.is_empty() && recording.refusals() == 0 && !source.text.contains(HEAD) {
        let next = "declare the format that the file has, or restore it";
        recording.refuse("perf::head", Span::default(), "there is no `Performance counter stats for`", next);
    }
    recording.end()
}

struct Lines<'a> {
    source: &'a Source,
    locale: Locale,
    recording: Recording<'a>,
    /// Whether the recording is of several runs.
    mean: bool,
    /// Line of the head of a recording whose elapsed time has not come yet.
    open: Option<u32>,
}

impl Lines<'_> {
    fn head(&mut self, number: u32, head: &str) {
        self.ended();
        self.recording.begins();
        let head = head.trim_end().trim_end_matches(':');
        let runs = head.strip_suffix(" runs)").and_then(|head| head.rsplit_once(" ("));
        let (command, runs) = runs.map_or((head, None), |(command, runs)| (command, Some(runs)));
        self.mean = runs.is_some();
        self.open = Some(number);
        let command = command.strip_prefix('\'').and_then(|command| command.strip_suffix('\'')).unwrap_or(command);
        self.recording.say(Said::new(number, SaidKind::Setting, format!("command: {command}")));
        if let Some(runs) = runs {
            self.recording.say(Said::new(number, SaidKind::Setting, format!("runs: {runs}")));
        }
    }

    /// A recording that ends without its elapsed time was cut off: perf prints it last.
    fn ended(&mut self) {
        if let Some(line) = self.open.take() {
            let text = "The output ends without `seconds time elapsed`; further counters may be cut off.";
            self.recording.say(Said::new(line, SaidKind::Aborted, text));
        }
    }

    fn line(&mut self, number: u32, span: Span, text: &str) {
        let (text, share) = percentage(text, "(", "%)");
        let (text, spread) = percentage(text, "( +-", "% )");
        let time = TIMES.iter().find_map(|(behind, name)| Some((text.trim().strip_suffix(behind)?, *name)));
        if let Some((value, name)) = time {
            // The spread's percentage says the same as the standard error before it.
            let value = value.split_once("+-").map_or(value, |(value, _)| value).trim();
            if name == ELAPSED {
                self.open = None;
            }
            let counter = Counter { event: name.to_owned(), unit: "sec".to_owned(), ..Counter::default() };
            self.counter(number, counter, value, None, spread);
            return;
        }
        let (left, derived) = text.split_once('#').map_or((text, None), |(left, right)| (left, Some(right.trim())));
        let derived = derived.filter(|derived| !derived.is_empty()).and_then(|derived| self.derived(derived));
        let mut tokens: Vec<&str> = left.split_ascii_whitespace().collect();
        let reason = ["<not supported>", "<not counted>"].into_iter().find(|reason| left.contains(reason));
        let at = match reason {
            Some(_) => tokens.iter().position(|token| *token == "<not"),
            None => tokens.iter().position(|token| is_numeric(token)),
        };
        if tokens.is_empty() && derived.is_some() {
            self.recording.counter(Counter { line: number, span, derived, ..Counter::default() });
            return;
        }
        let stamped = tokens.first().is_some_and(|token| is_stamp(token)) && tokens.len() > 3;
        let (Some(at), false) = (at, stamped) else {
            self.other(number, span, text);
            return;
        };
        let owner: Vec<&str> = tokens.drain(..at).collect();
        // Behind a core, die, socket or node stands how many processors are in it.
        let counted = !owner.is_empty() && tokens.get(1).is_some_and(|token| is_numeric(token) || *token == "<not");
        if counted {
            tokens.remove(0);
        }
        let value = reason.or(tokens.first().copied()).unwrap_or("");
        tokens.drain(..if reason.is_some() { 2 } else { 1 }.min(tokens.len()));
        // A unit stands one blank behind the value; where there is none, its place stays blank.
        let behind = left.rsplit_once(value).map_or("", |(_, behind)| behind);
        let has_unit = tokens.len() > 1 && !behind.starts_with("  ");
        let unit = if has_unit { tokens.remove(0) } else { "" };
        let (event, group) = match tokens.as_slice() {
            [event] => (*event, None),
            [event, group] => (*event, Some(*group)),
            _ => {
                self.other(number, span, text);
                return;
            }
        };
        let case: Vec<&str> = owner.into_iter().chain(group).collect();
        let counter = Counter {
            case: (!case.is_empty()).then(|| case.join(" ")),
            event: event.to_owned(),
            unit: unit.to_owned(),
            derived,
            ..Counter::default()
        };
        self.counter(number, counter, value, share, spread);
    }

    fn counter(&mut self, line: u32, counter: Counter, value: &str, share: Option<&str>, spread: Option<&str>) {
        let what = quote(&counter.event);
        let value =
            if value.starts_with('<') { Some(Err(value.to_owned())) } else { self.number(&what, value).map(Ok) };
        let share = share.and_then(|text| self.number("the running share", text)).map(|number| number.value / 100.0);
        let spread = spread.and_then(|text| self.number("the spread", text)).map(|number| number.value);
        let start = self.source.byte_at(line.into(), 1);
        if share.is_some_and(|share| share > 1.0) {
            let cause = format!("the running share of {what} is above 100 percent");
            self.recording.refuse("perf::share", Span { start, length: 0 }, cause, RESTORE);
        } else if let Some(value) = value {
            let mean = self.mean;
            // What was counted all the time has no share printed.
            let share = share.or(if value.is_ok() && counter.unit != "sec" { Some(1.0) } else { None });
            let span = Span { start, length: 0 };
            self.recording.counter(Counter { line, span, value: Some(value), mean, share, spread, ..counter });
        }
    }

    fn number(&mut self, what: &str, text: &str) -> Option<Number> {
        match self.locale.number(text) {
            Ok(number) => Some(number),
            Err(why) => {
                self.recording.not_a_number(self.source.span_of(text), what, text, why);
                None
            }
        }
    }

    /// `0.655 CPUs utilized`, `1.23% of all branches`, `20.0 %  tma_retiring`.
    fn derived(&mut self, text: &str) -> Option<Derived> {
        let (value, what) = text.split_once([' ', '%'])?;
        let percent = text.get(value.len()..).is_some_and(|rest| rest.trim_start().starts_with('%'));
        let what = what.trim_start_matches([' ', '%']).trim_end();
        let known = what.starts_with("of all ") || what.ends_with(" cycles idle");
        let what = if percent && !known { format!("%  {what}") } else { what.to_owned() };
        let value = if is_undefined(value) { Err(value.to_owned()) } else { Ok(self.number(&quote(&what), value)?) };
        Some(Derived { value, what })
    }

    /// A line that is none of perf's. Before the head it is the command's own; behind it a counter may be lost.
    fn other(&mut self, number: u32, span: Span, text: &str) {
        if self.open.is_none() {
            self.recording.say(Said::new(number, SaidKind::Remark, format!("It says {}.", quote(text.trim()))));
        } else {
            let next = if text.contains(',') { DECLARE } else { RESTORE };
            self.recording.refuse("perf::line", span, "this line is no counter of `perf stat`", next);
        }
    }
}

/// Takes a percentage in parentheses off the end of a line.
fn percentage<'a>(text: &'a str, open: &str, close: &str) -> (&'a str, Option<&'a str>) {
    let parted = text.trim_end().strip_suffix(close).and_then(|text| text.rsplit_once(open));
    match parted {
        Some((rest, number)) if is_numeric(number.trim()) => (rest, Some(number.trim())),
        _ => (text, None),
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;

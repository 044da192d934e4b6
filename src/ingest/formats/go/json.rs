//! The events of `go test -json` (`go doc test2json`): one JSON object a line.
//!
//! An event of the action `output` carries a piece of what was printed: a line, or part of one. Events of packages that
//! run at the same time are woven into each other, so pieces are joined by package and test.

use std::collections::{BTreeMap, BTreeSet};

use super::Input;
use super::account::Account;
use super::stream::{Row, Stream};
use crate::ingest::reading::{Reading, SaidKind};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Source, Span, json, quote};

/// Keys that an event may have; the first five are read.
const KEYS: &[&str] = &[
    "Action",
    "Package",
    "Test",
    "Output",
    "ImportPath",
    "Time",
    "Elapsed",
    "FailedBuild",
    "OutputType",
    "Key",
    "Value",
    "Path",
];

struct Event {
    action: String,
    package: String,
    test: Option<String>,
    output: Option<String>,
}

/// A package's run so far.
struct Run {
    stream: Stream,
    /// Begun lines by test; without a test, by the empty name.
    pieces: BTreeMap<String, String>,
    last: Place,
}

/// Line and span of an event.
#[derive(Clone, Copy)]
struct Place {
    line: u32,
    span: Span,
}

pub(super) fn looks(_path: &str, source: &Source) -> bool {
    let first = source.lines().map(|(_, _, text)| text).find(|text| !text.trim().is_empty());
    first.is_some_and(|text| text.starts_with('{') && text.contains("\"Action\":\""))
}

pub(super) fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut account = Account::new(source, input.declared);
    let mut runs: BTreeMap<String, Run> = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    let outside = Stream::of(account.package(""));
    let mut events = 0_usize;
    for (line, start, text) in source.lines().filter(|(_, _, text)| !text.trim().is_empty()) {
        let place = Place { line, span: Span { start, length: text.len() } };
        if !text.starts_with('{') {
            if events == 0 {
                return Err(vec![source.problem(
                    "go-test2json::not-events",
                    place.span,
                    "this line is not a JSON object, as each line of `go test -json` is",
                    "declare the file's own format, for instance `go-bench` for the text of `go test -bench`",
                )]);
            }
            let said = format!("A line that is no event: {}.", quote(text));
            account.say(&outside, line, SaidKind::Damaged, None, said);
            continue;
        }
        events += 1;
        let mut problems = Problems::new();
        let event = event(source, place, &mut unknown, &mut account, &outside, &mut problems);
        account.problems.extend(problems);
        if let Some(event) = event {
            take(&mut account, &mut runs, &event, place);
        }
    }
    for (package, mut run) in runs {
        let place = run.last;
        rest(&mut account, &mut run);
        let text = format!("The events of the package {} end before it ended.", quote(&package));
        let open = run.stream.open.take();
        account.say(&run.stream, place.line, SaidKind::Aborted, open.as_deref(), text);
    }
    account.finish()
}

/// The event of a line. Keys that no event is known to have are said once each.
fn event(
    source: &Source,
    place: Place,
    unknown: &mut BTreeSet<String>,
    account: &mut Account<'_>,
    outside: &Stream,
    problems: &mut Problems,
) -> Option<Event> {
    let start = place.span.start;
    let node = json::parse_part(source, start..start + place.span.length).map_err(|more| problems.extend(more)).ok()?;
    let fields = Fields::of(source, &node, "the event", problems)?;
    for entry in fields.entries().iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
        if unknown.insert(entry.key.clone()) {
            let text = format!("Events have a key that is not known, {}, which was passed over.", quote(&entry.key));
            account.say(outside, place.line, SaidKind::Remark, None, text);
        }
    }
    let action = fields.text("Action", problems)?;
    let needs_output = matches!(action.as_str(), "output" | "build-output");
    let output =
        if needs_output { Some(fields.text("Output", problems)?) } else { fields.optional_text("Output", problems) };
    let package = fields.optional_text("Package", problems).or_else(|| fields.optional_text("ImportPath", problems));
    let test = fields.optional_text("Test", problems);
    Some(Event { action, package: package.unwrap_or_default(), test, output })
}

fn take(account: &mut Account<'_>, runs: &mut BTreeMap<String, Run>, event: &Event, place: Place) {
    let run = runs.entry(event.package.clone()).or_insert_with(|| Run {
        stream: Stream::of(account.package(&event.package)),
        pieces: BTreeMap::new(),
        last: place,
    });
    run.last = place;
    let row = Row { line: place.line, span: place.span, text: "", ended: true, test: event.test.as_deref() };
    match (event.action.as_str(), &event.test) {
        ("output" | "build-output", _) => {
            let output = event.output.as_deref().unwrap_or("");
            printed(account, run, event.test.as_deref(), output, place);
        }
        ("fail" | "skip", Some(test)) => {
            let kind = if event.action == "fail" { SaidKind::Failed } else { SaidKind::Skipped };
            if !run.stream.told.contains(test) {
                account.ended(&mut run.stream, &Row { text: &event.action, ..row }, kind, test);
            }
        }
        ("pass" | "fail" | "skip" | "build-fail", None) => {
            rest(account, run);
            let (stream, package) = (&run.stream, quote(&event.package));
            match event.action.as_str() {
                "fail" if !stream.failed => {
                    let text = format!("The package {package} failed.");
                    account.say(stream, place.line, SaidKind::Failed, None, text);
                }
                "build-fail" => {
                    let text = format!("The package {package} did not build.");
                    account.say(stream, place.line, SaidKind::Failed, None, text);
                }
                _ => {}
            }
            // What follows of the same package is another run of it.
            runs.remove(&event.package);
        }
        ("start" | "run" | "pause" | "cont" | "pass" | "bench", _) => {}
        _ => {
            let text = format!("An event of the action {}, which was passed over.", quote(&event.action));
            account.say(&run.stream, place.line, SaidKind::Remark, event.test.as_deref(), text);
        }
    }
}

/// Adds a piece of output and passes on the lines that it ends.
fn printed(account: &mut Account<'_>, run: &mut Run, test: Option<&str>, output: &str, place: Place) {
    let piece = run.pieces.entry(test.unwrap_or("").to_owned()).or_default();
    piece.push_str(output);
    if !output.contains('\n') {
        return;
    }
    let whole = std::mem::take(piece);
    for line in whole.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(text) => pass(account, &mut run.stream, test, text.strip_suffix('\r').unwrap_or(text), true, place),
            None => line.clone_into(piece),
        }
    }
}

fn pass(account: &mut Account<'_>, stream: &mut Stream, test: Option<&str>, text: &str, ended: bool, place: Place) {
    let row = Row { line: place.line, span: place.span, text, ended, test };
    account.line(stream, &row, &mut Vec::new());
}

/// Passes on the lines that have no end, and ends the run.
fn rest(account: &mut Account<'_>, run: &mut Run) {
    for (test, piece) in std::mem::take(&mut run.pieces) {
        let test = Some(test.as_str()).filter(|test| !test.is_empty());
        pass(account, &mut run.stream, test, &piece, false, run.last);
    }
    account.end(&mut run.stream);
}

//! What the tests of the formats share: the sample files and ways to read them.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Format, Input};
use crate::ingest::reading::{Observation, Reading, SaidKind};
use crate::problem::Outcome;
use crate::source::Source;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/formats");

/// Every sample by its path below `tests/fixtures/formats`, in order.
pub fn all() -> Vec<(String, Source)> {
    let walk = walkdir(Path::new(FOLDER));
    let decoded = walk.into_iter().filter_map(|path| {
        let name = path.strip_prefix(FOLDER).ok()?.to_str()?.to_owned();
        let source = Source::decode(&name, &std::fs::read(&path).ok()?).ok()?;
        Some((name, source))
    });
    decoded.collect()
}

fn walkdir(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { walkdir(&path) } else { vec![path] }).collect()
}

/// The samples that a format takes for its own.
pub fn claimed(format: &Format) -> Vec<String> {
    all().into_iter().filter(|(name, source)| (format.looks)(name, source)).map(|(name, _)| name).collect()
}

/// Reads a text.
pub fn read(format: &Format, text: &str, declared: &[(&str, &str)]) -> Outcome<Reading> {
    let source = Source::decode("f", text.as_bytes()).unwrap();
    read_source(format, &source, declared)
}

/// Reads a sample.
pub fn sample(format: &Format, name: &str) -> Reading {
    let (_, source) = all().into_iter().find(|(path, _)| path == name).unwrap();
    read_source(format, &source, &[]).unwrap()
}

/// Reads a source.
pub fn read_source(format: &Format, source: &Source, declared: &[(&str, &str)]) -> Outcome<Reading> {
    let declared: BTreeMap<String, String> =
        declared.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    assert!(declared.keys().all(|key| format.keys.iter().any(|known| known.0 == key)));
    let folder = Path::new(FOLDER).join(&source.file).parent().map(Path::to_path_buf).unwrap_or_default();
    let beside = |relative: &str| match std::fs::read(folder.join(relative)) {
        Ok(bytes) => Source::decode(relative, &bytes).map(Some),
        Err(_) => Ok(None),
    };
    (format.read)(&Input { source, declared: &declared, beside: &beside })
}

/// The problems of a text that can't be read, as they are told.
pub fn refused(format: &Format, text: &str, declared: &[(&str, &str)]) -> Vec<String> {
    read(format, text, declared).unwrap_err().iter().map(ToString::to_string).collect()
}

/// Observations in short: line, case, run, metric, printed number or reason, unit.
pub fn short(observations: &[Observation]) -> Vec<String> {
    let line = |o: &Observation| {
        let value = match &o.value {
            Ok(number) => number.text.to_string(),
            Err(reason) => format!("!{reason}"),
        };
        let run = o.whose.run.map_or(String::new(), |run| format!("#{run} "));
        let case = o.whose.case.as_ref().map_or(String::new(), |case| format!("{case} "));
        let statistic = match &o.statistic {
            crate::ingest::reading::Statistic::Sample => String::new(),
            crate::ingest::reading::Statistic::Given(name) => format!(" ({name})"),
        };
        format!("{}: {case}{run}{} = {value} {}{statistic}", o.line, o.metric, o.unit)
    };
    observations.iter().map(line).collect()
}

/// What is said, of a kind: line and text.
pub fn said(reading: &Reading, kind: SaidKind) -> Vec<(u32, &str)> {
    reading.said.iter().filter(|said| said.kind == kind).map(|said| (said.line, said.text.as_str())).collect()
}

#[test]
fn no_two_formats_take_the_same_sample() {
    for (name, source) in all() {
        let takers: Vec<_> = super::KNOWN.iter().filter(|format| (format.looks)(&name, &source)).collect();
        assert!(takers.len() < 2, "{name}: {takers:?}");
    }
}

#[test]
fn what_a_format_takes_for_its_own_it_reads_or_refuses_for_measuring_nothing() {
    for (name, source) in all() {
        let Some(format) = Format::of(&name, &source) else { continue };
        if let Err(problems) = read_source(format, &source, &[]) {
            let nothing = problems.iter().all(|problem| problem.cause.contains("nothing was measured"));
            assert!(nothing, "{name}: {problems:?}");
        }
    }
}

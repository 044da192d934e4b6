//! Both formats against real outputs in `tests/fixtures/formats/gotest` and texts made to break them.

mod events;
mod hostile;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::*;
use crate::ingest::reading::Said;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/formats");

fn fixture(name: &str) -> String {
    std::fs::read_to_string(Path::new(FIXTURES).join("gotest").join(name)).unwrap()
}

fn read(format: Format, text: &str, arm: Option<&str>) -> Outcome<Reading> {
    let source = Source::decode("a", text.as_bytes()).unwrap();
    let declared: BTreeMap<String, String> = arm.map(|key| ("arm".to_owned(), key.to_owned())).into_iter().collect();
    (format.read)(&Input { source: &source, declared: &declared, beside: &|_| Ok(None) })
}

fn messages(format: Format, text: &str, arm: Option<&str>) -> Vec<String> {
    read(format, text, arm).unwrap_err().iter().map(ToString::to_string).collect()
}

/// Line, case, metric, printed value.
fn numbers(reading: &Reading) -> Vec<(u32, &str, &str, &str)> {
    let observations = reading.observations.iter();
    observations
        .map(|seen| {
            assert_eq!(seen.metric, seen.unit);
            let case = seen.whose.case.as_deref().unwrap();
            (seen.line, case, seen.metric.as_str(), seen.value.as_ref().unwrap().text.as_str())
        })
        .collect()
}

/// What is said, without settings: line, kind, case.
fn said(reading: &Reading) -> Vec<(u32, SaidKind, &str)> {
    let others = reading.said.iter().filter(|said| said.kind != SaidKind::Setting);
    others.map(|said| (said.line, said.kind, said.case.as_deref().unwrap_or(""))).collect()
}

fn settings(reading: &Reading) -> Vec<(u32, &str)> {
    let settings = reading.said.iter().filter(|said| said.kind == SaidKind::Setting);
    settings.map(|said| (said.line, said.text.as_str())).collect()
}

fn text_at(reading: &Reading, line: u32) -> Vec<&str> {
    reading.said.iter().filter(|said| said.line == line).map(|said: &Said| said.text.as_str()).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    walk.into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file()).map(|e| e.into_path()).collect()
}

#[test]
fn each_format_knows_its_files_and_no_other_tools() {
    let mut known = 0;
    for path in files(Path::new(FIXTURES)) {
        let Ok(source) = Source::decode("a", &std::fs::read(&path).unwrap()) else { continue };
        let relative = path.strip_prefix(FIXTURES).unwrap().to_str().unwrap();
        let claimed = [BENCH, TEST2JSON].map(|format| (format.looks)(relative, &source));
        let expected = match relative.strip_prefix("gotest/") {
            None | Some("EXITS.txt") => [false, false],
            Some(name) => [name.ends_with(".txt"), name.ends_with(".json")],
        };
        assert_eq!(claimed, expected, "{relative}");
        known += usize::from(claimed != [false, false]);
    }
    assert_eq!(known, 17);
}

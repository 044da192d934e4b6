//! Readers of EXPLAIN and of psql's times against real outputs and against ones that psql never printed.

mod refused;
mod shapes;

use std::collections::BTreeMap;

use crate::ingest::formats::{Format, Input, psql_timing};
use crate::ingest::reading::{Reading, SaidKind};
use crate::problem::Outcome;
use crate::source::Source;

use super::{JSON, TEXT, XML, YAML};

fn read(format: Format, text: &str, declared: &[(&str, &str)]) -> Outcome<Reading> {
    let source = Source::new("p", text.to_owned());
    let declared: BTreeMap<String, String> =
        declared.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    (format.read)(&Input { source: &source, declared: &declared, beside: &|_| Ok(None) })
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/formats/psql/{name}", env!("CARGO_MANIFEST_DIR"));
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

fn messages(format: Format, text: &str, declared: &[(&str, &str)]) -> Vec<String> {
    read(format, text, declared).unwrap_err().iter().map(ToString::to_string).collect()
}

/// Line, run, metric, value as printed or the reason for none, unit.
fn all(reading: &Reading) -> Vec<String> {
    let value = |value: &Result<crate::ingest::Number, String>| match value {
        Ok(number) => number.text.to_string(),
        Err(why) => format!("none: {why}"),
    };
    let run = |run: Option<u32>| run.map_or("no run".to_owned(), |run| format!("run {run}"));
    let seen = reading.observations.iter();
    seen.map(|seen| {
        format!("{} {} {} {} {}", seen.line, run(seen.whose.run), seen.metric, value(&seen.value), seen.unit)
    })
    .collect()
}

fn said(reading: &Reading) -> Vec<(u32, SaidKind, &str)> {
    reading.said.iter().map(|said| (said.line, said.kind, said.text.as_str())).collect()
}

fn has(reading: &Reading, expected: &[&str]) {
    let all = all(reading);
    for expected in expected {
        assert!(all.iter().any(|told| told == expected), "{expected}: {all:#?}");
    }
}

#[test]
fn each_file_of_the_samples_is_claimed_by_its_own_format_alone() {
    let formats = [TEXT, JSON, YAML, XML, psql_timing::FORMAT];
    let root = format!("{}/tests/fixtures/formats", env!("CARGO_MANIFEST_DIR"));
    let mut claimed = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&root).into_iter().filter_map(Result::ok).filter(|e| e.file_type().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        let path = entry.path().strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        let Ok(source) = Source::decode(&path, &bytes) else { continue };
        for format in formats.iter().filter(|format| (format.looks)(&path, &source)) {
            let earlier = claimed.insert(path.clone(), format.name);
            assert_eq!(earlier, None, "{path}");
        }
    }
    let expected = [
        ("psql/explain-bitmap.json", "explain-json"),
        ("psql/explain-bitmap.txt", "explain-text"),
        ("psql/explain-insert-wal.txt", "explain-text"),
        ("psql/explain-json.aligned.txt", "explain-json"),
        ("psql/explain-never-executed.txt", "explain-text"),
        ("psql/explain-no-timing.txt", "explain-text"),
        ("psql/explain-parallel.json", "explain-json"),
        ("psql/explain-parallel.txt", "explain-text"),
        ("psql/explain-sort-spill.txt", "explain-text"),
        ("psql/explain-xml.txt", "explain-xml"),
        ("psql/explain-yaml.txt", "explain-yaml"),
        ("psql/timing.txt", "psql-timing"),
    ];
    assert_eq!(claimed.into_iter().collect::<Vec<_>>(), expected.map(|(path, name)| (path.to_owned(), name)));
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_texts_never_panic(
        noise in "(\\PC|[ \r\n0-9.,:+(){}\"<>/-]|  ->  |SubPlan 1\n|Worker 0: ){0,60}",
        at in 0usize..6000, cut in 0usize..6000, file in 0usize..6,
    ) {
        let names = ["explain-sort-spill.txt", "explain-json.aligned.txt", "explain-yaml.txt", "explain-xml.txt",
            "timing.txt", "explain-never-executed.txt"];
        let mut text = fixture(names[file]).into_bytes();
        text.truncate(cut);
        let at = at.min(text.len());
        text.splice(at..at, noise.bytes());
        let text = String::from_utf8_lossy(&text);
        for format in [TEXT, JSON, YAML, XML, psql_timing::FORMAT] {
            for text in [noise.as_str(), &text] {
                let _ = read(format, text, &[]);
                let _ = (format.looks)("p", &Source::new("p", text.to_owned()));
            }
        }
    }
}

//! Readers of pgbench against its own files and against files it never wrote.

mod log;
mod report;

use std::collections::BTreeMap;

use crate::ingest::formats::{Format, Input};
use crate::ingest::reading::{Observation, Reading, SaidKind, Statistic};
use crate::problem::Outcome;
use crate::source::Source;

fn read(format: Format, text: &str, declared: &[(&str, &str)]) -> Outcome<Reading> {
    let source = Source::new("p", text.to_owned());
    let declared: BTreeMap<String, String> =
        declared.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    (format.read)(&Input { source: &source, declared: &declared, beside: &|_| Ok(None) })
}

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/formats/{name}", env!("CARGO_MANIFEST_DIR"));
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

fn messages(format: Format, text: &str, declared: &[(&str, &str)]) -> Vec<String> {
    read(format, text, declared).unwrap_err().iter().map(ToString::to_string).collect()
}

/// Line, case, metric, unit, statistic, value as printed or the reason for none.
fn told(observation: &Observation) -> String {
    let statistic = match &observation.statistic {
        Statistic::Sample => "sample",
        Statistic::Given(name) => name,
    };
    let value = observation.value.as_ref().map_or_else(|why| format!("none: {why}"), |number| number.text.to_string());
    let Observation { line, metric, unit, whose, .. } = observation;
    let case = whose.case.as_deref().map(|case| format!("[{case}] ")).unwrap_or_default();
    let run = whose.run.map(|run| format!("run {run} ")).unwrap_or_default();
    format!("{line} {run}{case}{metric} {statistic} {value} {unit}")
}

fn all(reading: &Reading) -> Vec<String> {
    reading.observations.iter().map(told).collect()
}

fn said(reading: &Reading) -> Vec<(u32, SaidKind, &str)> {
    reading.said.iter().map(|said| (said.line, said.kind, said.text.as_str())).collect()
}

#[test]
fn each_file_of_the_samples_is_claimed_by_its_own_format_alone() {
    let formats = [super::LOG, super::AGGREGATED, super::STDOUT, super::PROGRESS];
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
        ("pgbench/agg.25147", "pgbench-aggregated"),
        ("pgbench/aggregate.stdout.txt", "pgbench-stdout"),
        ("pgbench/errors.25167", "pgbench-log"),
        ("pgbench/errors.stdout.txt", "pgbench-stdout"),
        ("pgbench/plain-cut.2081", "pgbench-log"),
        ("pgbench/progress.stderr.txt", "pgbench-progress"),
        ("pgbench/rate-limit.stdout.txt", "pgbench-stdout"),
        ("pgbench/rate.25136", "pgbench-log"),
        ("pgbench/sampled.25158", "pgbench-log"),
        ("pgbench/sampled.stdout.txt", "pgbench-stdout"),
        ("pgbench/statements.stdout.txt", "pgbench-stdout"),
        ("pgbench/two-scripts.stdout.txt", "pgbench-stdout"),
    ];
    assert_eq!(claimed.into_iter().collect::<Vec<_>>(), expected.map(|(path, name)| (path.to_owned(), name)));
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_texts_never_panic(
        noise in "(\\PC|[ \r\n0-9.,:/()=%-]){0,120}", at in 0usize..3000, cut in 0usize..3000, file in 0usize..7,
    ) {
        let names = ["rate.25136", "agg.25147", "errors.25167", "statements.stdout.txt", "rate-limit.stdout.txt",
            "progress.stderr.txt", "sampled.stdout.txt"];
        let mut text = fixture(&format!("pgbench/{}", names[file])).into_bytes();
        text.truncate(cut);
        let at = at.min(text.len());
        text.splice(at..at, noise.bytes());
        let text = String::from_utf8_lossy(&text);
        for format in [super::LOG, super::AGGREGATED, super::STDOUT, super::PROGRESS] {
            for text in [noise.as_str(), &text] {
                for declared in [&[][..], &[("columns", "lag")], &[("columns", "retries")], &[("decimal", "comma")]] {
                    let _ = read(format, text, declared);
                }
                let _ = (format.looks)("p", &Source::new("p", text.to_owned()));
            }
        }
    }
}

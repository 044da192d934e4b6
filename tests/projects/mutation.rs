//! Any byte of the frozen inputs changed: never a panic, and never other numbers under the old hashes.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rebench_report::pipeline::Format;
use rebench_report::problem::Kind;
use serde_json::Value;

use crate::support::fixture::Fixture;
use crate::support::project::{Project, files, freeze_results};

/// As many cases as take a few seconds; `PROPTEST_CASES` asks for another number.
fn runner() -> TestRunner {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { 96 };
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..usual })
}

/// The pinned files of a project.
fn pinned(project: &Project) -> Vec<String> {
    let sums = project.text("SHA256SUMS");
    sums.lines().map(|line| line.split_once("  ").unwrap().1.to_string()).collect()
}

/// The numbers of a report.
fn numbers(project: &Project) -> Value {
    let results = std::fs::read(project.report().join("results.json")).unwrap();
    let results: Value = serde_json::from_slice(&results).unwrap();
    Value::Array(results["phases"].as_array().unwrap().iter().map(|phase| phase["cases"].clone()).collect())
}

/// A change of a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    Bit(prop::sample::Index, u8),
    Byte(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Cut(prop::sample::Index),
    Without(prop::sample::Index, u8),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            _ if bytes.is_empty() => bytes.push(b'x'),
            Change::Bit(at, bit) => {
                let at = at.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
            Change::Byte(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Change::Insert(at, more) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, more.iter().copied());
            }
            Change::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Change::Without(at, length) => {
                let at = at.index(bytes.len());
                let end = (at + usize::from(*length)).min(bytes.len());
                bytes.drain(at..end);
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    // Bytes that mean something in these formats are tried more often than others.
    let telling = prop::sample::select(b"\0\t\n\r \"#',-./0189:[]{}eENnx\xC3\xFF".to_vec());
    let words = prop::sample::select(vec![
        "\n",
        ",",
        "-",
        "0",
        "1e400",
        "NaN",
        "null",
        "{}",
        "[]",
        "\u{feff}",
        "../",
        "\u{202e}",
        "9999999999999999999",
        "\"\"",
        "&a *a",
    ]);
    prop_oneof![
        (at(), 0u8..8).prop_map(|(at, bit)| Change::Bit(at, bit)),
        (at(), telling).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (at(), words).prop_map(|(at, word)| Change::Insert(at, word.as_bytes().to_vec())),
        at().prop_map(Change::Cut),
        (at(), 1u8..40).prop_map(|(at, length)| Change::Without(at, length)),
    ]
}

/// A project that keeps to its own record: everything that the data decide is frozen with them.
fn whole() -> Project {
    let project = Fixture::default().write();
    freeze_results(&project);
    project
}

#[test]
fn a_changed_byte_under_the_old_hashes_is_an_integrity_problem() {
    let project = whole();
    let paths = pinned(&project);
    let strategy = (any::<prop::sample::Index>(), change());
    let mut runner = runner();
    runner
        .run(&strategy, |(file, change)| {
            let path = file.get(&paths);
            let original = project.bytes(path);
            let mut bytes = original.clone();
            change.apply(&mut bytes);
            project.write(path, &bytes);
            let built = project.build(&[Format::Markdown]);
            project.write(path, &original);
            if bytes == original {
                prop_assert!(built.is_ok());
                return Ok(());
            }
            let problems = built.expect_err("changed bytes were accepted");
            prop_assert_eq!(problems.len(), 1);
            prop_assert_eq!((problems[0].code, problems[0].kind), ("integrity::changed", Kind::Integrity));
            prop_assert_eq!(&problems[0].place.file, &format!("content/small/{path}"));
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_changed_byte_that_is_pinned_again_never_panics_and_never_changes_a_number_unseen() {
    let project = whole();
    project.build(&[Format::Markdown]).unwrap();
    let before = numbers(&project);
    let frozen = files(&project.content());
    let paths: Vec<String> = pinned(&project).into_iter().filter(|path| !path.ends_with("analyze.py")).collect();
    let strategy = (prop::collection::vec((any::<prop::sample::Index>(), change()), 1..3), any::<bool>());
    let mut runner = runner();
    runner
        .run(&strategy, |(changes, runner_too)| {
            for (file, change) in &changes {
                let path = file.get(&paths);
                let mut bytes = project.bytes(path);
                change.apply(&mut bytes);
                project.write(path, &bytes);
            }
            // Pinned again by somebody who has the runner's pins too, or by one who has not.
            if runner_too {
                project.pin()
            } else {
                project.pin_sums()
            }
            let built = project.build(&[Format::Markdown]);
            for (path, bytes) in &frozen {
                project.write(path, bytes);
            }
            match built {
                // Numbers are held by the frozen results and by logs and table holding each other.
                Ok(_) => prop_assert_eq!(&numbers(&project), &before),
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    for problem in problems {
                        prop_assert!(!problem.cause.is_empty() && !problem.next.is_empty());
                        prop_assert!(!problem.place.file.is_empty(), "{} has no place", problem);
                    }
                }
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_changed_byte_of_a_write_up_never_panics() {
    let project = whole();
    let paths = ["campaign.md", "phases/a.md"];
    let originals = paths.map(|path| project.bytes(path));
    let strategy = (0..paths.len(), change());
    let mut runner = runner();
    runner
        .run(&strategy, |(at, change)| {
            let mut bytes = originals[at].clone();
            change.apply(&mut bytes);
            project.write(paths[at], &bytes);
            let built = project.build(&[Format::Markdown]);
            project.write(paths[at], &originals[at]);
            for problem in built.err().into_iter().flatten() {
                prop_assert!(!problem.place.file.is_empty(), "{} has no place", problem);
            }
            Ok(())
        })
        .unwrap();
}

//! The text that `go test -bench` and benchmark binaries print.
//!
//! The format is Go's benchmark data format (golang.org/design/14313-benchmark-format), read more strictly: the testing
//! package writes the name, then a tab, runs the benchmark, then writes the rest of the line, so whatever a benchmark prints
//! lands inside its own result line. Such a line is never read by halves; it goes to [`BenchLog::damaged`] whole.

use std::collections::HashSet;

use super::number::number;
use super::{BenchLog, Number, ResultLine};
use crate::source::Source;

/// Reads a log. There is no text that it can't read: what is no part of the format is kept in [`BenchLog::damaged`] or
/// [`BenchLog::other`], raw.
pub fn read(source: &Source) -> BenchLog {
    let mut log = BenchLog {
        file: source.file.clone(),
        config: Vec::new(),
        results: Vec::new(),
        verdict: None,
        damaged: Vec::new(),
        other: Vec::new(),
    };
    for (line, start, text) in source.lines() {
        let ended = source.text.as_bytes().get(start + text.len()).is_some();
        match classify(text, ended) {
            Line::Blank => {}
            Line::Config(key, value) => log.config.push((line, key.to_owned(), value.to_owned())),
            Line::Result(name, iterations, values) => {
                log.results.push(ResultLine { line, name: name.to_owned(), iterations, values, raw: text.to_owned() })
            }
            Line::Damaged => log.damaged.push((line, text.to_owned())),
            Line::Verdict(passed, bare) => {
                // One package that failed makes the log one that failed, whatever else passed.
                if log.verdict.is_none_or(|(_, so_far)| so_far && !passed) {
                    log.verdict = Some((line, passed));
                }
                if !bare {
                    log.other.push((line, text.to_owned()));
                }
            }
            Line::Other => log.other.push((line, text.to_owned())),
        }
    }
    log
}

enum Line<'a> {
    Blank,
    Config(&'a str, &'a str),
    Result(&'a str, u64, Vec<(String, Number)>),
    Damaged,
    /// Whether it passed, and whether the line says nothing else.
    Verdict(bool, bool),
    Other,
}

fn classify(text: &str, ended: bool) -> Line<'_> {
    if text.trim().is_empty() {
        return Line::Blank;
    }
    match text.trim_end() {
        "PASS" => return Line::Verdict(true, true),
        "FAIL" => return Line::Verdict(false, true),
        _ => {}
    }
    if text.starts_with("FAIL\t") {
        return Line::Verdict(false, false);
    }
    if is_benchmark(text) {
        return benchmark_line(text, ended);
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
fn is_benchmark(text: &str) -> bool {
    text.strip_prefix("Benchmark").is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

fn benchmark_line(text: &str, ended: bool) -> Line<'_> {
    match text.split_once('\t') {
        Some((name, rest)) => {
            let cells: Vec<&str> = rest.split('\t').map(str::trim).collect();
            let pairs = cells.get(1..).unwrap_or_default().iter().map(|cell| cell.split_once(' '));
            let pairs: Option<Vec<(&str, &str)>> = pairs.map(|pair| pair.map(|(v, u)| (v, u.trim_start()))).collect();
            // A line without its end may have lost digits or letters that can't be missed by looking at it.
            match pairs.filter(|_| ended) {
                Some(pairs) => result(name.trim_end(), cells.first().copied().unwrap_or(""), &pairs),
                None => Line::Damaged,
            }
        }
        None => {
            let fields: Vec<&str> = text.split_whitespace().collect();
            match fields.as_slice() {
                // `go test -v` prints the name on a line of its own before it runs the benchmark.
                [_] => Line::Other,
                [name, iterations, pairs @ ..] if begins_a_number(iterations) => {
                    let even = ended && pairs.len() % 2 == 0;
                    // Chunks of exactly two have two.
                    let pairs: Vec<(&str, &str)> = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
                    if even { result(name, iterations, &pairs) } else { Line::Damaged }
                }
                // Words that a benchmark printed and that happen to begin with its name.
                _ => Line::Other,
            }
        }
    }
}

fn begins_a_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'))
}

fn result<'a>(name: &'a str, iterations: &str, pairs: &[(&str, &str)]) -> Line<'a> {
    let digits = !iterations.is_empty() && iterations.bytes().all(|byte| byte.is_ascii_digit());
    let iterations = iterations.parse::<u64>().ok().filter(|count| digits && *count > 0);
    let mut units = HashSet::new();
    let mut values = Vec::with_capacity(pairs.len());
    for (value, unit) in pairs {
        let (Ok(value), false) = (number(value), unit.is_empty() || unit.contains(char::is_whitespace)) else {
            return Line::Damaged;
        };
        if !units.insert(*unit) {
            return Line::Damaged;
        }
        values.push(((*unit).to_owned(), value));
    }
    match iterations {
        Some(iterations) if !values.is_empty() && !name.contains(char::is_whitespace) => {
            Line::Result(name, iterations, values)
        }
        _ => Line::Damaged,
    }
}

/// Whether a line tells of a process that did not come to its end.
fn is_crash(text: &str) -> bool {
    let starts = ["panic: ", "fatal error: ", "runtime error: ", "SIG", "signal: ", "unexpected fault address"];
    starts.iter().any(|start| text.starts_with(start) && (*start != "SIG" || text.contains(": ")))
        || text.starts_with("*** Test killed")
}

/// Whether a line is a piece of a result line: its name with something before it, or its end without the name.
fn is_torn(text: &str) -> bool {
    let named = text.match_indices("Benchmark").skip_while(|(at, _)| *at == 0).any(|(at, _)| {
        let rest = text.get(at..).unwrap_or("");
        let name = rest.split([' ', '\t']).next().unwrap_or("");
        let after = rest.get(name.len()..).unwrap_or("");
        is_benchmark(rest) && after.trim_start_matches(' ').starts_with('\t')
    });
    let mut cells = text.split('\t').map(str::trim);
    let iterations = cells.next().unwrap_or("");
    let values: Vec<&str> = cells.collect();
    let tail = !values.is_empty()
        && iterations.parse::<u64>().is_ok()
        && values.iter().all(|cell| cell.split_once(' ').is_some_and(|(value, _)| begins_a_number(value)));
    named || tail
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

#[cfg(test)]
mod tests {
    use super::*;

    fn log(text: &str) -> BenchLog {
        read(&Source::new("logs/000.log", text.to_owned()))
    }

    fn is_damaged(line: &str) {
        let log = log(&format!("{line}\n"));
        assert_eq!(log.damaged, [(1, line.to_owned())], "{line:?}: {log:?}");
        assert!(log.results.is_empty() && log.config.is_empty() && log.other.is_empty());
    }

    #[test]
    fn a_log_is_read_line_by_line() {
        for end in ["\n", "\r\n"] {
            let text = [
                "goos: linux",
                "cpu: Intel(R) Xeon(R) Processor",
                "toolchain-note: new: header",
                "BenchmarkX/µ=1,a=b-8   \t    3142\t   1141095 ns/op\t         6.000 prefix-B\t   652 allocs/op",
                "BenchmarkPadded-8\t1\t-3.500 Δ°C",
                "",
                "PASS",
                "ok  \trealbench.example/x\t12.810s",
                "",
            ]
            .join(end);
            let log = log(&text);
            assert_eq!(
                log.config,
                [
                    (1, "goos".to_owned(), "linux".to_owned()),
                    (2, "cpu".to_owned(), "Intel(R) Xeon(R) Processor".to_owned()),
                    (3, "toolchain-note".to_owned(), "new: header".to_owned()),
                ]
            );
            let first = &log.results[0];
            assert_eq!((first.line, first.name.as_str(), first.iterations), (4, "BenchmarkX/µ=1,a=b-8", 3142));
            let values: Vec<(&str, &str, f64)> =
                first.values.iter().map(|(unit, n)| (unit.as_str(), n.text.as_str(), n.value)).collect();
            assert_eq!(
                values,
                [("ns/op", "1141095", 1_141_095.0), ("prefix-B", "6.000", 6.0), ("allocs/op", "652", 652.0)]
            );
            assert!(first.raw.ends_with("allocs/op"));
            assert_eq!(log.results[1].values[0].0, "Δ°C");
            assert_eq!(log.verdict, Some((7, true)));
            assert_eq!(log.other, [(8, "ok  \trealbench.example/x\t12.810s".to_owned())]);
            assert!(log.damaged.is_empty());
        }
    }

    #[test]
    fn names_of_verbose_runs_and_logs_of_tests_are_accepted() {
        let log = log("=== RUN   TestPasses\n--- PASS: TestPasses (0.00s)\nBenchmarkSub\nBenchmarkSub/rows=8\n\
                       BenchmarkSub/rows=8-2 \t 5969395\t        23.90 ns/op\n    broken_test.go:15: running 1 iterations\n\
                       Benchmarking is slow\nBenchmark of the day\nPASS\n");
        assert_eq!(log.results.len(), 1);
        assert_eq!(log.other.iter().map(|other| other.0).collect::<Vec<_>>(), [1, 2, 3, 4, 6, 7, 8]);
        assert!(log.damaged.is_empty());
    }

    #[test]
    fn lines_with_blanks_instead_of_tabs_are_read() {
        let log = log("BenchmarkX-8   100   12.5 ns/op   3 B/op\n");
        assert_eq!((log.results[0].iterations, log.results[0].values.len()), (100, 2));
    }

    #[test]
    fn a_result_line_that_cannot_be_read_whole_is_damaged() {
        for line in [
            "BenchmarkPrintsLine-2   \tcache: warm",
            "BenchmarkPrintsLine-2   \t",
            " 1000000\t       105.7 ns/op",
            "progress...done BenchmarkPart-2   \t 1724328\t        75.83 ns/op",
            "BenchmarkPart-2   \tprogress...done  1000000\t       120.7 ns/op",
            "BenchmarkPrintsFake-2   \tBenchmarkFake-2   \t 1000\t 12 ns/op",
            "BenchmarkNaN-2 \t 1000000\t 128.0 ns/op\t NaN cov\t +Inf max",
            "BenchmarkTwice-2 \t 1000000\t 128.0 ns/op\t 129.0 ns/op",
            "BenchmarkTwo-2 \t 1000000\t 128.0 129.0 ns/op",
            "BenchmarkHuge-2 \t 1\t 1e400 ns/op",
            "BenchmarkComma-2 \t 1\t 1,5 ns/op",
            "BenchmarkZero-2 \t 0\t 1 ns/op",
            "BenchmarkMinus-2 \t -1\t 1 ns/op",
            "BenchmarkNone-2 \t 100",
            "BenchmarkNoUnit-2 \t 100\t 5",
            "BenchmarkNoUnit-2   100   5",
            "BenchmarkFails/late-2       \t--- FAIL: BenchmarkFails/late-2",
            "BenchmarkPanics-2         \tpanic: assignment to entry in nil map",
            "panic: test timed out after 1s",
            "fatal error: all goroutines are asleep - deadlock!",
            "SIGQUIT: quit",
            "*** Test killed with quit: ran too long (1m10s).",
        ] {
            is_damaged(line);
        }
    }

    #[test]
    fn a_last_result_line_without_its_end_is_damaged() {
        let log = log("BenchmarkX-8 \t 100\t 12 ns/op\nBenchmarkX-8 \t 100\t 12 ns/o");
        assert_eq!(log.results.len(), 1);
        assert_eq!(log.damaged, [(2, "BenchmarkX-8 \t 100\t 12 ns/o".to_owned())]);
        assert_eq!(super::read(&Source::new("a", "PASS".to_owned())).verdict, Some((1, true)));
    }

    #[test]
    fn one_failure_makes_the_verdict() {
        assert_eq!(log("PASS\nok  \ta\t1s\nFAIL\texit\nPASS\n").verdict, Some((3, false)));
        assert_eq!(log("FAIL\nexit status 1\nFAIL\ta\t1s\nFAIL\n").verdict, Some((1, false)));
        assert_eq!(log("goos: linux\n").verdict, None);
    }

    #[test]
    fn a_line_of_a_mebibyte_is_read() {
        let log = log(&format!("{}\nBenchmarkX-8\t1\t1 ns/op\n", "x".repeat(1 << 20)));
        assert_eq!((log.other[0].1.len(), log.results.len()), (1 << 20, 1));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_no_line_is_lost(
            text in "(Benchmark|PASS|FAIL|panic: |ns/op|[A-Zaµ0-9: .,/\t\r-]|\n){0,80}"
        ) {
            let source = Source::new("a", text);
            let log = read(&source);
            let kept = log.config.len() + log.results.len() + log.damaged.len() + log.other.len();
            let lines = source.lines().filter(|line| !line.2.trim().is_empty()).count();
            let verdicts = source.lines().filter(|line| ["PASS", "FAIL"].contains(&line.2.trim_end())).count();
            assert_eq!(kept + verdicts, lines);
        }
    }
}

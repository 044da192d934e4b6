//! The text that `go test -bench` and benchmark binaries print.
//!
//! The format is Go's benchmark data format (golang.org/design/14313-benchmark-format), read more strictly: the testing
//! package writes the name, then a tab, runs the benchmark, then writes the rest of the line, so whatever a benchmark prints
//! lands inside its own result line. Such a line is never read by halves; it goes to [`BenchLog::damaged`] whole.
//!
//! 1. [`scan`]: one line to what it is; the readers of [`super::formats`] use it too.
//! 2. [`log`]: what a log holds. Logs have many lines and the lines few differences, so a log keeps its text once and of
//!    each result line only where in it the parts stand.
//! 3. [`read`]: a text to a log.

mod log;
pub mod scan;

pub use log::{BenchLog, ResultLine};

use crate::source::Source;
use scan::{Line, classify};

/// Reads a log. There is no text that it can't read: what is no part of the format is kept in [`BenchLog::damaged`] or
/// [`BenchLog::other`], raw.
pub fn read(source: &Source) -> BenchLog {
    let mut log = BenchLog::of(source);
    let mut pairs = Vec::new();
    for (line, start, text) in source.lines() {
        let ended = source.text.as_bytes().get(start + text.len()).is_some();
        match classify(text, ended, &mut pairs) {
            Line::Blank => {}
            Line::Config(key, value) => log.config.push((line, key.to_owned(), value.to_owned())),
            Line::Result(name, iterations) => {
                if log.push((line, start, text), name, iterations, &pairs).is_none() {
                    log.damaged.push((line, text.to_owned()));
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn log(text: &str) -> BenchLog {
        read(&Source::new("logs/000.log", text.to_owned()))
    }

    fn is_damaged(line: &str) {
        let log = log(&format!("{line}\n"));
        assert_eq!(log.damaged, [(1, line.to_owned())], "{line:?}: {log:?}");
        assert!(log.results().len() == 0 && log.config.is_empty() && log.other.is_empty());
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
            let results: Vec<ResultLine<'_>> = log.results().collect();
            let first = results[0];
            assert_eq!((first.line, first.name, first.iterations), (4, "BenchmarkX/µ=1,a=b-8", 3142));
            let values: Vec<(&str, &str, f64)> = first.values().map(|(unit, n)| (unit, n.text, n.value)).collect();
            assert_eq!(
                values,
                [("ns/op", "1141095", 1_141_095.0), ("prefix-B", "6.000", 6.0), ("allocs/op", "652", 652.0)]
            );
            assert!(first.raw.ends_with("allocs/op"));
            assert_eq!(results[1].values().next().unwrap().0, "Δ°C");
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
        assert_eq!(log.results().len(), 1);
        assert_eq!(log.other.iter().map(|other| other.0).collect::<Vec<_>>(), [1, 2, 3, 4, 6, 7, 8]);
        assert!(log.damaged.is_empty());
    }

    #[test]
    fn lines_with_blanks_instead_of_tabs_are_read() {
        let log = log("BenchmarkX-8   100   12.5 ns/op   3 B/op\n");
        let first = log.result(0).unwrap();
        assert_eq!((first.iterations, first.values().count()), (100, 2));
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
        assert_eq!(log.results().len(), 1);
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
        assert_eq!((log.other[0].1.len(), log.results().len()), (1 << 20, 1));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_no_line_is_lost(
            text in "(Benchmark|PASS|FAIL|panic: |ns/op|[A-Zaµ0-9: .,/\t\r-]|\n){0,80}"
        ) {
            let source = Source::new("a", text);
            let log = read(&source);
            let kept = log.config.len() + log.results().len() + log.damaged.len() + log.other.len();
            let lines = source.lines().filter(|line| !line.2.trim().is_empty()).count();
            let verdicts = source.lines().filter(|line| ["PASS", "FAIL"].contains(&line.2.trim_end())).count();
            assert_eq!(kept + verdicts, lines);
        }
    }
}

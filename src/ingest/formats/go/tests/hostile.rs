use super::*;

const NOTHING: &str =
    "(run `go test -bench` with a pattern that a benchmark's name matches, or declare the file's own format)";

#[test]
fn a_text_that_measured_nothing_is_refused() {
    let none = format!("a:1:1: no line of the file is a result of a Go benchmark: nothing was measured {NOTHING}");
    for text in [
        fixture("nomatch.txt").as_str(),
        "testing: warning: no tests to run\nPASS\nok  \tx\t0.1s [no tests to run]\n",
        "?   \tx\t[no test files]\n",
        // Another tool's: CSV, JSON.
        "name,value\nBM_X,5\n",
        "{\"Action\":\"output\"}\n",
        "goos: linux\nBenchmarking 1: sleep 0.1\n",
    ] {
        assert_eq!(messages(BENCH, text, None), [none.as_str()], "{text}");
    }
    for text in ["", "\n\r\n  \n"] {
        assert_eq!(messages(BENCH, text, None), [format!("a:1:1: the file is empty: nothing was measured {NOTHING}")]);
    }
}

#[test]
fn lines_that_hold_no_usable_number_are_damaged_and_never_read_by_halves() {
    for line in [
        "BenchmarkComma-2 \t 1\t 1,5 ns/op",
        "BenchmarkNaN-2 \t 1\t NaN ns/op",
        "BenchmarkInf-2 \t 1\t 2 ns/op\t +Inf x",
        "BenchmarkHuge-2 \t 1\t 1e400 ns/op",
        "BenchmarkTwice-2 \t 1\t 1 ns/op\t 2 ns/op",
        "BenchmarkNoUnit-2 \t 1\t 5",
        "BenchmarkZero-2 \t 0\t 1 ns/op",
    ] {
        let reading = read(BENCH, &format!("{line}\nPASS\n"), None).unwrap();
        assert!(reading.observations.is_empty(), "{line}");
        let told = &reading.said[0];
        assert_eq!((told.line, told.kind, reading.said.len()), (1, SaidKind::Damaged, 1), "{line}");
        assert_eq!(told.text, format!("A result line that can't be read whole: `{}`.", line.replace('\t', "\\t")));
        assert_eq!(told.case.as_deref(), line.split(' ').next());
    }
}

#[test]
fn contradictions_and_a_missing_arm_are_placed() {
    let line = "BenchmarkX-8 \t 10\t 5 ns/op\n";
    assert_eq!(
        messages(BENCH, &format!("Unit ns/op better=lower\n{line}Unit ns/op better=higher\n"), None),
        [
            "a:3:1: `better` of the unit `ns/op` is `higher` here, but `lower` in line 1 (keep the one that holds; what a \
          unit is can't change within a file)"
        ]
    );
    let missing = |line| {
        format!(
            "a:{line}:1: the configuration key `toolchain` is to name the arm, but is not set at this result (write \
             `toolchain: <arm>` before the result, or declare the arm of the whole file instead)"
        )
    };
    assert_eq!(
        messages(BENCH, &format!("{line}toolchain: a\n{line}toolchain:\n{line}"), Some("toolchain")),
        [missing(1), missing(5)]
    );
}

#[test]
fn broken_events_are_placed() {
    let whole = "{\"Action\":\"start\",\"Package\":\"a\"}\n";
    let event = |rest: &str| messages(TEST2JSON, &format!("{whole}{rest}"), None);
    let format = "(declare the file's own format, for instance `go-bench` for the text of `go test -bench`)";
    let not_events = format!("a:1:1: this line is not a JSON object, as each line of `go test -json` is {format}");
    for text in [fixture("plain.txt").as_str(), "Time,Action\n", "[1]\n"] {
        assert_eq!(messages(TEST2JSON, text, None), [not_events.as_str()]);
    }
    assert_eq!(messages(TEST2JSON, "\n", None), [format!("a:1:1: the file is empty: nothing was measured {NOTHING}")]);
    assert_eq!(
        messages(TEST2JSON, "{\"Action\":\"pass\",\"Package\":\"a\"}\n", None),
        [format!("a:1:1: no line of the file is a result of a Go benchmark: nothing was measured {NOTHING}")]
    );
    assert_eq!(
        event("{\"Action\":\"outp"),
        [
            "a:2:15: this is not JSON: EOF while parsing a string (the file ends too early: restore it whole from where the \
          campaign was frozen)"
        ]
    );
    assert_eq!(
        event("{\"Action\":\"output\",\"Package\":\"a\"}\n{\"Package\":\"a\"}\n"),
        [
            "a:2:1: the event has no `Output` (add `Output` as the campaign's format has it)",
            "a:3:1: the event has no `Action` (add `Action` as the campaign's format has it)",
        ]
    );
    assert_eq!(
        event("{\"Action\":\"output\",\"Package\":\"a\",\"Output\":5}\n"),
        ["a:2:43: `Output` of the event is a number, but a text is expected (write a text there)"]
    );
    assert_eq!(
        event("{\"Action\":\"pass\",\"Package\":\"a\",\"Action\":\"fail\"}\n"),
        [
            "a:2:32: the key `Action` stands twice in the same object (keep the one that is meant; readers differ in which of \
          the two they take)"
        ]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "(Benchmark|BenchmarkX-2 \t|--- FAIL: |--- SKIP: |PASS|FAIL\t|panic: |Unit |pkg: | 5 ns/op|[A-Za0-9:=.,\t\r-]|\n){0,80}"
    ) {
        let _ = read(BENCH, &text, Some("pkg"));
        let line = serde_json::to_string(&text).unwrap();
        let _ = read(TEST2JSON, &format!("{{\"Action\":\"output\",\"Output\":{line}}}\n{text}"), None);
    }

    #[test]
    fn spoilt_files_never_panic(file in 0usize..17, at in 0usize..12_000, length in 0usize..40, other in "\\PC{0,6}|\n") {
        let folder = Path::new(FIXTURES).join("gotest");
        let mut text = std::fs::read_to_string(&files(&folder)[file]).unwrap();
        let range = [at, at + length].map(|byte| text.floor_char_boundary(byte.min(text.len())));
        text.replace_range(range[0]..range[1], &other);
        for format in [BENCH, TEST2JSON] {
            let _ = read(format, &text, None);
            let _ = (format.looks)("a", &Source::new("a", text.clone()));
        }
    }
}

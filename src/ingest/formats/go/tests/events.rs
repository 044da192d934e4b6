use super::*;
use SaidKind::{Aborted, Damaged, Failed, Remark, Skipped};

fn event(package: &str, test: &str, output: &str) -> String {
    let test = if test.is_empty() { String::new() } else { format!(",\"Test\":\"{test}\"") };
    let output = serde_json::to_string(output).unwrap();
    format!("{{\"Action\":\"output\",\"Package\":\"{package}\"{test},\"Output\":{output}}}\n")
}

fn end(package: &str, action: &str) -> String {
    format!("{{\"Action\":\"{action}\",\"Package\":\"{package}\"}}\n")
}

#[test]
fn a_result_has_the_line_of_its_last_piece() {
    let reading = read(TEST2JSON, &fixture("plain.json"), None).unwrap();
    let numbers = numbers(&reading);
    assert_eq!(numbers.len(), 30);
    assert_eq!(numbers[0], (9, "BenchmarkAdd-2", "ns/op", "0.4858"));
    assert_eq!(numbers[1], (10, "BenchmarkAdd-2", "ns/op", "0.4258"));
    assert_eq!(numbers[29], (67, "BenchmarkUnits-2", "Δ°C", "-3.500"));
    assert_eq!(said(&reading), []);
    let newer = read(TEST2JSON, &fixture("plain.go127.json"), None).unwrap();
    assert_eq!(super::numbers(&newer)[0], (10, "BenchmarkAdd-2", "ns/op", "0.3474"));
    assert_eq!((newer.observations.len(), said(&newer)), (9, vec![]));
}

#[test]
fn what_a_benchmark_prints_is_known_for_a_print() {
    let reading = read(TEST2JSON, &fixture("broken.json"), None).unwrap();
    assert_eq!(
        numbers(&reading),
        [
            (15, "BenchmarkLogs-2", "ns/op", "67.51"),
            (24, "BenchmarkPrintsLine-2", "ns/op", "68.81"),
            (38, "BenchmarkPrintsFake-2", "ns/op", "73.85"),
            (52, "BenchmarkFails/ok-2", "ns/op", "99.24"),
            (71, "BenchmarkAfter-2", "ns/op", "106.0"),
        ]
    );
    let fake = |line| (line, Damaged, "BenchmarkFake-2");
    assert_eq!(
        said(&reading),
        [
            (9, Remark, "BenchmarkLogs"),
            (19, Remark, "BenchmarkPrintsLine"),
            (28, Damaged, "BenchmarkPrintsPart"),
            fake(32),
            fake(33),
            fake(34),
            fake(35),
            fake(36),
            (42, Remark, "BenchmarkSkips"),
            (43, Skipped, "BenchmarkSkips"),
            (56, Remark, "BenchmarkFails/late"),
            (58, Failed, "BenchmarkFails/late-2"),
            (63, Skipped, "BenchmarkFails/skip"),
            (65, Failed, "BenchmarkFails"),
            (72, Failed, ""),
            (73, Remark, ""),
            (74, Failed, ""),
        ]
    );
    assert_eq!(
        text_at(&reading, 32),
        ["`BenchmarkPrintsFake` printed what looks like a result: `BenchmarkFake-2   \\t 1000\\t 12 ns/op`."]
    );
}

#[test]
fn the_benchmark_that_panicked_is_named() {
    let reading = read(TEST2JSON, &fixture("panics.json"), None).unwrap();
    assert_eq!(numbers(&reading), [(9, "BenchmarkAfter-2", "ns/op", "113.5")]);
    assert_eq!(
        said(&reading),
        [(13, Failed, "BenchmarkPanics"), (13, Aborted, ""), (15, Remark, "BenchmarkPanics"), (25, Failed, ""),]
    );
}

#[test]
fn packages_that_run_at_once_do_not_mix() {
    let text = [
        event("a", "", "pkg: a\n"),
        event("b", "", "pkg: b\n"),
        event("a", "BenchmarkX", "BenchmarkX-2 \t"),
        event("b", "BenchmarkX", "BenchmarkX-2 \t"),
        event("b", "BenchmarkX", " 20\t 7 ns/op\n"),
        end("b", "pass"),
        event("a", "BenchmarkX", " 10\t 5"),
        event("a", "BenchmarkX", " ns/op\nBenchmarkX-2 \t 10\t 6 ns/op\n"),
        end("a", "pass"),
    ]
    .concat();
    let reading = read(TEST2JSON, &text, None).unwrap();
    assert_eq!(
        numbers(&reading),
        [(5, "b.BenchmarkX-2", "ns/op", "7"), (8, "a.BenchmarkX-2", "ns/op", "5"), (8, "a.BenchmarkX-2", "ns/op", "6"),]
    );
    assert_eq!(said(&reading), []);
}

#[test]
fn actions_tell_what_no_line_does_and_streams_that_stop_are_told() {
    let fail = "{\"Action\":\"fail\",\"Package\":\"a\",\"Test\":\"BenchmarkX\"}\n";
    let text = [
        event("a", "BenchmarkX", "BenchmarkX\n"),
        fail.to_owned(),
        end("a", "fail"),
        "{\"ImportPath\":\"b\",\"Action\":\"build-output\",\"Output\":\"./b.go:1:1: undefined: x\\n\"}\n".to_owned(),
        "{\"ImportPath\":\"b\",\"Action\":\"build-fail\"}\n".to_owned(),
        "go: downloading example.com/c v1.0.0\n".to_owned(),
        "{\"Action\":\"shout\",\"Package\":\"c\",\"Loudness\":11}\n".to_owned(),
        event("c", "BenchmarkY", "BenchmarkY-2 \t 1"),
    ]
    .concat();
    let reading = read(TEST2JSON, &text, None).unwrap();
    assert_eq!(
        said(&reading),
        [
            (2, Failed, "a.BenchmarkX"),
            (3, Failed, ""),
            (4, Remark, ""),
            (5, Failed, ""),
            (6, Damaged, ""),
            (7, Remark, ""),
            (7, Remark, ""),
            (8, Damaged, "c.BenchmarkY-2"),
            (8, Aborted, "c.BenchmarkY-2"),
        ]
    );
    assert_eq!(text_at(&reading, 3), ["The package `a` failed."]);
    assert_eq!(text_at(&reading, 5), ["The package `b` did not build."]);
    assert_eq!(
        text_at(&reading, 7),
        [
            "Events have a key that is not known, `Loudness`, which was passed over.",
            "An event of the action `shout`, which was passed over.",
        ]
    );
    assert_eq!(
        text_at(&reading, 8),
        ["The file ends within this line: `BenchmarkY-2 \\t 1`.", "The events of the package `c` end before it ended.",]
    );
}

proptest::proptest! {
    /// However the pieces are cut, the numbers are those of the text.
    #[test]
    fn pieces_are_joined_to_the_text_that_was_printed(cuts in proptest::collection::vec(0usize..1600, 0..60)) {
        let text = fixture("plain.txt");
        let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| text.is_char_boundary(*cut)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let pieces: String = cuts.windows(2).map(|cut| event("p", "", &text[cut[0]..cut[1]])).collect();
        let unplaced = |reading: &Reading| -> Vec<(String, String, String)> {
            let all = numbers(reading);
            all.into_iter().map(|(_, case, unit, text)| (case.to_owned(), unit.to_owned(), text.to_owned())).collect()
        };
        let events = read(TEST2JSON, &(pieces + &end("p", "pass")), None).unwrap();
        assert_eq!(unplaced(&events), unplaced(&read(BENCH, &text, None).unwrap()));
    }
}

use super::*;
use SaidKind::{Aborted, Damaged, Failed, Remark, Skipped};

#[test]
fn every_pair_of_a_line_is_an_observation_with_its_line_and_printed_text() {
    let reading = read(BENCH, &fixture("plain.txt"), None).unwrap();
    let numbers = numbers(&reading);
    assert_eq!(numbers.len(), 28);
    assert_eq!(numbers[0], (5, "BenchmarkAdd-2", "ns/op", "0.5382"));
    assert_eq!(numbers[3], (8, "BenchmarkSleepLong-2", "ns/op", "1500203863"));
    assert_eq!(
        numbers[18..27],
        [
            ("ns/op", "50.14"),
            ("MB/s", "159.56"),
            ("%hit", "99.95"),
            ("J/op", "0.0000123"),
            ("N/run", "2374201"),
            ("cells", "123456789012"),
            ("flop/s", "1000000000000000000000"),
            ("Δ°C", "-3.500"),
            ("answer", "42.00"),
        ]
        .map(|(unit, text)| match unit {
            "answer" => (24, "BenchmarkNoTime-2", unit, text),
            _ => (23, "BenchmarkUnits-2", unit, text),
        })
    );
    assert_eq!(reading.observations[24].value.as_ref().unwrap().value, 1e21);
    assert_eq!(
        settings(&reading),
        [
            (1, "goos: linux"),
            (2, "goarch: amd64"),
            (3, "pkg: realbench.example/samples/plain"),
            (4, "cpu: Intel(R) Xeon(R) Processor"),
        ]
    );
    assert_eq!(said(&reading), []);
    let windows = fixture("plain.txt").replace('\n', "\r\n");
    assert_eq!(read(BENCH, &windows, None).unwrap(), reading);
}

#[test]
fn the_suffix_is_never_cut_off() {
    let reading = read(BENCH, &fixture("plain.cpu12.benchmem.txt"), None).unwrap();
    let case = |name: &str| reading.observations.iter().filter(|seen| seen.whose.case.as_deref() == Some(name)).count();
    // At GOMAXPROCS=1 Go prints none: `block-2` is a whole name, `block-2-2` the same benchmark at two.
    let names = ["BenchmarkTrailing/block-2", "BenchmarkTrailing/block-2-2", "BenchmarkTrailing/block-2#01"];
    assert_eq!(names.map(case), [3, 3, 3]);
}

#[test]
fn repeats_of_a_case_stay_apart_by_line() {
    let reading = read(BENCH, &fixture("plain.count5.txt"), None).unwrap();
    let times =
        numbers(&reading).into_iter().filter(|(_, case, unit, _)| (*case, *unit) == ("BenchmarkAdd-2", "ns/op"));
    let times: Vec<_> = times.map(|(line, _, _, text)| (line, text)).collect();
    assert_eq!((times.len(), times[0], times[1]), (5, (5, "0.5348"), (6, "0.4861")));
}

#[test]
fn lines_broken_by_prints_are_damaged_and_quoted() {
    let reading = read(BENCH, &fixture("broken.txt"), None).unwrap();
    let fake = |line| (line, "BenchmarkFake-2", "ns/op", "12");
    assert_eq!(
        numbers(&reading),
        [
            (5, "BenchmarkLogs-2", "ns/op", "110.1"),
            fake(18),
            fake(20),
            fake(21),
            fake(22),
            (30, "BenchmarkAfter-2", "ns/op", "161.8"),
        ]
    );
    assert_eq!(
        said(&reading),
        [
            (6, Remark, ""),
            (13, Damaged, "BenchmarkPrintsLine-2"),
            (14, Remark, "BenchmarkPrintsLine-2"),
            (16, Damaged, "BenchmarkPrintsLine-2"),
            (17, Damaged, ""),
            (19, Damaged, "BenchmarkPrintsFake-2"),
            (20, Remark, "BenchmarkFake-2"),
            (21, Remark, "BenchmarkFake-2"),
            (22, Remark, "BenchmarkFake-2"),
            (23, Damaged, "BenchmarkPrintsFake-2"),
            (25, Damaged, "BenchmarkStderr-2"),
            (26, Remark, "BenchmarkStderr-2"),
            (28, Damaged, "BenchmarkStderr-2"),
            (29, Damaged, "BenchmarkNaN-2"),
        ]
    );
    assert_eq!(text_at(&reading, 6), ["Printed, 6 lines, the first of which is `--- BENCH: BenchmarkLogs-2`."]);
    assert_eq!(
        text_at(&reading, 16),
        ["The end of a result line without its beginning: ` 1000000\\t       105.7 ns/op`."]
    );
    assert_eq!(
        text_at(&reading, 20),
        ["This result stands where that of `BenchmarkPrintsFake-2` is due, and may be a print."]
    );
    assert_eq!(
        text_at(&reading, 29),
        [
            "A result line that can't be read whole: `BenchmarkNaN-2          \\t 1000000\\t       128.0 ns/op\\t               \
          NaN cov\\t      +Inf max`."
        ]
    );
    let verbose = read(BENCH, &fixture("broken.v.txt"), None).unwrap();
    assert_eq!(numbers(&verbose)[1], (20, "BenchmarkPrintsLine-2", "ns/op", "119.4"));
    assert!(said(&verbose).contains(&(32, Skipped, "BenchmarkSkips")));
    assert!(said(&verbose).contains(&(22, Damaged, "BenchmarkPrintsPart")));
}

#[test]
fn what_failed_is_named_and_what_was_measured_stays() {
    let reading = read(BENCH, &fixture("fails.txt"), None).unwrap();
    assert_eq!(numbers(&reading).iter().map(|seen| seen.0).collect::<Vec<_>>(), [5, 6, 14, 15]);
    assert_eq!(
        said(&reading),
        [
            (7, Failed, "BenchmarkFails/late-2"),
            (8, Remark, ""),
            (10, Failed, "BenchmarkFails/late-2"),
            (11, Remark, ""),
            (13, Failed, "BenchmarkFails"),
            (16, Failed, ""),
            (17, Remark, ""),
            (18, Failed, ""),
            (19, Failed, ""),
        ]
    );
    assert_eq!(text_at(&reading, 13), ["It failed: `--- FAIL: BenchmarkFails`."]);
    assert_eq!(text_at(&reading, 18), ["The run failed: `FAIL\\trealbench.example/samples/broken\\t0.838s`."]);
}

#[test]
fn the_benchmark_that_panicked_is_named_and_those_before_it_stay() {
    let reading = read(BENCH, &fixture("panics.txt"), None).unwrap();
    assert_eq!(numbers(&reading), [(5, "BenchmarkAfter-2", "ns/op", "114.2")]);
    assert_eq!(
        said(&reading),
        [(6, Failed, "BenchmarkPanics-2"), (6, Aborted, ""), (8, Remark, ""), (18, Failed, ""), (19, Failed, ""),]
    );
    assert_eq!(
        text_at(&reading, 6),
        [
            "It was running when the process broke: `panic: assignment to entry in nil map`.",
            "The process ended here; what it would have measured after this is not there.",
        ]
    );
}

#[test]
fn a_process_that_ends_within_a_benchmark_names_it() {
    let before = "BenchmarkA-2 \t 10\t 5 ns/op\n";
    for (text, expected) in [
        // A verbose run; `-timeout`.
        (
            "BenchmarkB\npanic: test timed out after 1s\nrunning tests:\n\tBenchmarkB (1s)\nFAIL\tx\t1s\n",
            vec![(3, Failed, "BenchmarkB"), (3, Aborted, ""), (4, Remark, ""), (6, Failed, "")],
        ),
        ("BenchmarkB-2 \tSIGQUIT: quit\n", vec![(2, Failed, "BenchmarkB-2"), (2, Aborted, "")]),
        ("signal: killed\nFAIL\tx\t1s\n", vec![(2, Failed, ""), (2, Aborted, ""), (3, Failed, "")]),
        ("*** Test killed with quit: ran too long (1m10s).\n", vec![(2, Failed, ""), (2, Aborted, "")]),
        // `os.Exit` within a benchmark.
        (
            "BenchmarkB-2 \texit status 3\nFAIL\tx\t1s\n",
            vec![(2, Damaged, "BenchmarkB-2"), (3, Failed, "BenchmarkB-2"), (3, Failed, "")],
        ),
        ("BenchmarkB-2 \t", vec![(2, Damaged, "BenchmarkB-2"), (2, Aborted, "BenchmarkB-2")]),
        ("BenchmarkB-2 \t 10\t 5 ns/o", vec![(2, Damaged, "BenchmarkB-2"), (2, Aborted, "")]),
        ("BenchmarkB\n", vec![(2, Aborted, "BenchmarkB")]),
        // What panicked may have been caught.
        ("panic: caught\nBenchmarkB-2 \t 10\t 5 ns/op\nPASS\n", vec![(2, Failed, "")]),
        ("", vec![(1, Remark, "")]),
    ] {
        let reading = read(BENCH, &format!("{before}{text}"), None).unwrap();
        assert_eq!(said(&reading), expected, "{text:?}");
        assert_eq!(numbers(&reading)[0].1, "BenchmarkA-2");
    }
}

#[test]
fn equal_names_in_different_packages_stay_apart() {
    let reading = read(BENCH, &fixture("two-packages.txt"), None).unwrap();
    assert_eq!(
        numbers(&reading),
        [
            (5, "realbench.example/samples/broken.BenchmarkAfter-2", "ns/op", "113.7"),
            (12, "realbench.example/samples/plain.BenchmarkAdd-2", "ns/op", "0.7421"),
        ]
    );
    assert_eq!(
        settings(&reading)[3..],
        [(4, "cpu: Intel(R) Xeon(R) Processor"), (10, "pkg: realbench.example/samples/plain")]
    );
    let line = "BenchmarkX-8 \t 10\t 5 ns/op\n";
    let text = format!("pkg: a\n{line}PASS\npkg: b\n{line}--- SKIP: BenchmarkY\nPASS\npkg: c\nPASS\n");
    let reading = read(BENCH, &text, None).unwrap();
    assert_eq!(numbers(&reading).iter().map(|seen| seen.1).collect::<Vec<_>>(), ["a.BenchmarkX-8", "b.BenchmarkX-8"]);
    assert_eq!(said(&reading), [(6, Skipped, "b.BenchmarkY")]);
    // A package without a case has nothing to be told apart from.
    let text = format!("pkg: a\n{line}PASS\npkg: b\nPASS\n");
    assert_eq!(numbers(&read(BENCH, &text, None).unwrap())[0].1, "BenchmarkX-8");
}

#[test]
fn settings_hold_until_they_change_and_can_name_the_arm() {
    let line = "BenchmarkX-8 \t 10\t 5 ns/op\n";
    let text = format!(
        "Unit ns/op better=lower assume=exact\ntoolchain: go1.24\n{line}toolchain: go1.24\n{line}toolchain: go1.27\n{line}\
         commit: \ncommit: abc\ncommit:\nUnit tests are slow\nPASS\n"
    );
    let reading = read(BENCH, &text, Some("toolchain")).unwrap();
    let arms: Vec<_> =
        reading.observations.iter().map(|seen| (seen.line, seen.whose.arm.as_deref().unwrap())).collect();
    assert_eq!(arms, [(3, "go1.24"), (5, "go1.24"), (7, "go1.27")]);
    assert_eq!(
        settings(&reading),
        [
            (1, "unit ns/op: better=lower"),
            (1, "unit ns/op: assume=exact"),
            (2, "toolchain: go1.24"),
            (6, "toolchain: go1.27"),
            (9, "commit: abc"),
            (10, "commit: no longer set"),
        ]
    );
    assert_eq!(said(&reading), [(8, Remark, ""), (11, Remark, "")]);
    assert!(read(BENCH, &text, None).unwrap().observations.iter().all(|seen| seen.whose.arm.is_none()));
}

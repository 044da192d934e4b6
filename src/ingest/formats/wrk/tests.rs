use super::super::fixtures::{claimed, read, refused, said, sample, short};
use super::{FORMAT, RESTORE, as_printed};
use crate::ingest::reading::SaidKind;

const OK: &str = include_str!("../../../../tests/fixtures/formats/wrk/ok.latency.txt");

#[test]
fn only_its_own_samples_look_like_it() {
    assert_eq!(claimed(&FORMAT), ["wrk/non-2xx.txt", "wrk/ok.latency.txt", "wrk/refused.txt", "wrk/timeouts.txt"]);
}

#[test]
fn a_report_is_wrk_s_own_summaries_and_two_rates() {
    let reading = sample(&FORMAT, "wrk/ok.latency.txt");
    assert_eq!(
        short(&reading.observations),
        [
            "4: Latency = 8.02 ms (mean)",
            "4: Latency = 10.09 ms (sd)",
            "4: Latency = 220.54 ms (max)",
            "4: Latency within one sd = 98.43 percent",
            "5: Req/Sec = 410.84 requests/s (mean)",
            "5: Req/Sec = 162.25 requests/s (sd)",
            "5: Req/Sec = 0.87k requests/s (max)",
            "5: Req/Sec within one sd = 71.00 percent",
            "7: Latency = 6.77 ms (median)",
            "8: Latency = 10.28 ms (p75)",
            "9: Latency = 13.38 ms (p90)",
            "10: Latency = 21.41 ms (p99)",
            "11: requests = 4091 count",
            "11: duration = 5.00 s",
            "11: read = 8.53MB B",
            "12: Requests/sec = 817.44 requests/s",
            "13: Transfer/sec = 1.70MB B/s",
        ]
    );
    let value = |index: usize| reading.observations[index].value.as_ref().unwrap().value;
    assert_eq!(value(6), 870.0);
    // 1.70 × 1024² are 1 782 579.2, of which wrk printed down to the hundredth of 1024²: nearest ten thousand.
    assert_eq!((value(14), value(16)), (8_940_000.0, 1_780_000.0));
    let binary = "wrk's `KB`, `MB` and `GB` are 1024, 1024² and 1024³ bytes; the number of bytes is rounded to the last \
                  digit that wrk printed.";
    assert_eq!(said(&reading, SaidKind::Remark), [(11, binary)]);
    assert_eq!(
        said(&reading, SaidKind::Setting),
        [
            (1, "duration: 5s"),
            (1, "address: http://127.0.0.1:18931/index.html"),
            (2, "threads: 2"),
            (2, "connections: 8")
        ]
    );
    assert!(said(&reading, SaidKind::Failed).is_empty());
}

#[test]
fn a_scaled_number_gains_no_digits() {
    for (value, bare, factor, expected) in [
        (331.98, "331.98", 1024.0, 339_950.0),
        (1.0, "1", 1024.0, 1000.0),
        (8.5, "8.5", 1_073_741_824.0, 9_100_000_000.0),
        (1.05, "1.05", 1e3, 1050.0),
        (1.5, "1.5", 60.0, 90.0),
        (1.25, "1.25", 60.0, 75.0),
        (1.001, "1.001", 60.0, 60.06),
        (0.0, "0.00", 1024.0, 0.0),
    ] {
        assert_eq!(as_printed(value, bare, factor), expected, "{bare} × {factor}");
    }
}

#[test]
fn errors_are_counted_and_said_and_a_test_without_success_has_no_latency() {
    let reading = sample(&FORMAT, "wrk/non-2xx.txt");
    let why = "no response was a success (2xx or 3xx)";
    assert_eq!(short(&reading.observations)[0], format!("4: Latency = !{why} ms (mean)"));
    let kept: Vec<_> = short(&reading.observations).into_iter().filter(|line| !line.contains(why)).collect();
    assert_eq!(kept, ["6: requests = 1962 count", "6: duration = 3.00 s", "7: Non-2xx or 3xx responses = 1962 count"]);
    assert_eq!(said(&reading, SaidKind::Failed), [(7, "1962 responses were no success (neither 2xx nor 3xx).")]);
    let some = OK.replace("Requests/sec", "Non-2xx or 3xx responses: 7\nRequests/sec");
    let reading = read(&FORMAT, &some, &[]).unwrap();
    assert!(reading.observations.iter().all(|o| o.value.is_ok()));
    assert_eq!(said(&reading, SaidKind::Failed).len(), 1);
    let reading = sample(&FORMAT, "wrk/timeouts.txt");
    assert!(short(&reading.observations).contains(&"12: Socket errors: timeout = 2 count".to_owned()));
    assert_eq!(
        said(&reading, SaidKind::Failed),
        [(
            12,
            "Requests had errors, and wrk's latencies leave out what timed out: `Socket errors: connect 0, read 0, \
               write 0, timeout 2`."
        )]
    );
}

#[test]
fn several_tests_are_runs_and_a_script_s_words_come_behind_them() {
    let text = format!("{OK}my script is done\n{}", OK.replace("8.02ms", "1.5m").replace("6.77ms", "812us"))
        .replace('\n', "\r\n");
    let reading = read(&FORMAT, &text, &[]).unwrap();
    let short = short(&reading.observations);
    assert_eq!(
        (short[0].as_str(), short[17].as_str()),
        ("4: #0 Latency = 8.02 ms (mean)", "18: #1 Latency = 1.5m s (mean)")
    );
    assert_eq!(short[25], "21: #1 Latency = 812 µs (median)");
    assert_eq!(reading.observations[17].value.as_ref().unwrap().value, 90.0);
    let remarks = said(&reading, SaidKind::Remark);
    assert_eq!(remarks.len(), 2);
    assert_eq!((remarks[0].0, remarks[1]), (11, (14, "It says `my script is done`.")));
}

#[test]
fn broken_files_are_refused_at_their_place() {
    let nothing =
        "nothing was measured: the file has no test of wrk (declare the format that the file has, or record again)";
    assert_eq!(refused(&FORMAT, "", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(refused(&FORMAT, "{\"a\": 1}\n", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(
        refused(&FORMAT, include_str!("../../../../tests/fixtures/formats/wrk/refused.txt"), &[]),
        ["f:1:1: nothing was measured: wrk says `unable to connect to 127.0.0.1:18931 Connection refused` (start the \
          server and record again)"]
    );
    let cut = OK.split("Transfer/sec").next().unwrap();
    assert_eq!(
        refused(&FORMAT, cut, &[]),
        [format!("f:1:1: the test that begins here has no `Transfer/sec` ({RESTORE})")]
    );
    let with = |from: &str, to: &str| refused(&FORMAT, &OK.replace(from, to), &[]);
    for (text, why) in [
        ("8,02ms", "it has a comma, and whether that separates decimals or thousands is not known"),
        ("1e400ms", "it is too large for a double"),
        ("8.02kg", "its unit is not known"),
        ("nan", "it is not a number (NaN)"),
        ("-infms", "it is not a decimal"),
    ] {
        assert_eq!(with("8.02ms", text), [format!("f:4:17: `Latency` is `{text}`: {why} ({RESTORE})")]);
    }
    assert_eq!(with("817.44", "inf"), [format!("f:12:18: `Requests/sec` is `inf`: it is infinite ({RESTORE})")]);
    assert_eq!(
        with("1.70MB", "1.70MiB"),
        [format!("f:13:20: `Transfer/sec` is `1.70MiB`: its unit is not known ({RESTORE})")]
    );
    assert_eq!(with("98.43%", "98.43"), [format!("f:4:45: `Latency` is `98.43`: it is no percentage ({RESTORE})")]);
    assert_eq!(with("75% ", "50% "), [format!("f:8:1: `Latency` stands twice in the same test ({RESTORE})")]);
    assert_eq!(
        with("  Latency Distribution", "  Latency Spread"),
        [format!("f:6:1: this line is none of wrk's report ({RESTORE})")]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "(Running 3s test @ x|Latency|Req/Sec| 50% |requests in |Socket errors:|Transfer/sec:|MB|ms|[0-9]{1,3}|[:,;µ/.%\r\n ()-]){0,60}"
    ) {
        let _ = read(&FORMAT, &text, &[]);
    }

    #[test]
    fn spoilt_samples_never_panic(at in 0usize..600, put in "\\PC{0,3}") {
        let mut text = OK.to_owned();
        if text.is_char_boundary(at) {
            text.insert_str(at, &put);
            let _ = read(&FORMAT, &text, &[]);
            text.truncate(at);
        }
        let _ = read(&FORMAT, &text, &[]);
    }
}

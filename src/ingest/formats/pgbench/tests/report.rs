use super::*;
use crate::ingest::formats::pgbench::{PROGRESS, STDOUT};

#[test]
fn a_report_with_statements_is_read() {
    let reading = read(STDOUT, &fixture("pgbench/statements.stdout.txt"), &[]).unwrap();
    let a = "[statement 1: \\set a random(0, 1999000)]";
    let select =
        "[statement 3: SELECT count(*), max(pad) FROM big WHERE k BETWEEN :a AND :a + 99 OR k BETWEEN :b AND :b + 99;]";
    let expected = [
        "9 number of transactions actually processed count 32706 count".to_owned(),
        "10 number of failed transactions count 0 count".to_owned(),
        "10 number of failed transactions (share) sample 0.000 percent".to_owned(),
        "11 latency mean 2.441 ms".to_owned(),
        "12 latency sd 1.998 ms".to_owned(),
        "13 initial connection time sample 7.378 ms".to_owned(),
        "14 tps mean 1635.686349 1/s".to_owned(),
        format!("16 {a} statement latency mean 0.001 ms"),
        format!("16 {a} failures count 0 count"),
    ];
    let all = all(&reading);
    assert_eq!(all[..9], expected);
    assert_eq!(
        all[11..],
        [format!("18 {select} statement latency mean 2.440 ms"), format!("18 {select} failures count 0 count")]
    );
    let said = said(&reading);
    assert_eq!(said[0], (1, SaidKind::Setting, "pgbench: 15.18 (Debian 15.18-0+deb12u1)"));
    assert_eq!(said[1], (2, SaidKind::Setting, "transaction type: script.sql"));
    assert_eq!(said[7], (8, SaidKind::Setting, "duration: 20 s"));
    assert_eq!(said[8], (14, SaidKind::Setting, "tps: without initial connection time"));
    assert_eq!(said.len(), 9);
}

#[test]
fn what_a_rate_limit_adds_is_read() {
    let all = all(&read(STDOUT, &fixture("pgbench/rate-limit.stdout.txt"), &[]).unwrap());
    for expected in [
        "11 number of transactions skipped count 3 count",
        "11 number of transactions skipped (share) sample 0.248 percent",
        "12 number of transactions above the 1.0 ms latency limit count 61 count",
        "12 number of transactions above the 1.0 ms latency limit (share) sample 5.058 percent",
        "15 rate limit schedule lag mean 0.084 ms",
        "15 rate limit schedule lag max 3.151 ms",
    ] {
        assert!(all.iter().any(|told| told == expected), "{expected}: {all:#?}");
    }
}

#[test]
fn a_run_that_broke_off_says_so() {
    let reading = read(STDOUT, &fixture("pgbench/errors.stdout.txt"), &[]).unwrap();
    let grave: Vec<_> = said(&reading).into_iter().filter(|said| said.1 != SaidKind::Setting).collect();
    let failed = "pgbench says: `client 1 script 0 aborted in command 1 query 0: ERROR:  divi…`.";
    assert_eq!(
        grave,
        [
            (2, SaidKind::Failed, failed),
            (3, SaidKind::Failed, &failed.replace("client 1", "client 0")[..]),
            (11, SaidKind::Remark, "Of 40 transactions 1 were processed."),
            (16, SaidKind::Aborted, "pgbench says: `Run was aborted; the above results are incomplete.`"),
        ]
    );
    let aborted = "none: the run was aborted, and what it measured until then is incomplete";
    assert_eq!(
        all(&reading),
        [
            "11 number of transactions actually processed count 1 count",
            "12 number of failed transactions count 0 count",
            "12 number of failed transactions (share) sample 0.000 percent",
            &format!("13 latency mean {aborted} ms"),
            "14 initial connection time sample 11.834 ms",
            &format!("15 tps mean {aborted} 1/s"),
        ]
    );
    // Before PostgreSQL 13 the report itself says nothing of it; fewer transactions alone may have failed.
    let older =
        "client 1 aborted in state 4\ntransaction type: a\nnumber of transactions actually processed: 1/40\ntps = 5\n";
    assert_eq!(all(&read(STDOUT, older, &[]).unwrap())[1], format!("4 tps mean {aborted} 1/s"));
    let fewer = older.split_once('\n').unwrap().1;
    assert_eq!(all(&read(STDOUT, fewer, &[]).unwrap())[1], "3 tps mean 5 1/s");
    let reading = read(STDOUT, &fixture("pgbench/two-scripts.stdout.txt"), &[]).unwrap();
    assert_eq!(all(&reading), ["5 tps mean none: pgbench printed no report 1/s"]);
    let kinds: Vec<(u32, SaidKind)> = reading.said.iter().map(|said| (said.line, said.kind)).collect();
    let (failed, remark) = (SaidKind::Failed, SaidKind::Remark);
    assert_eq!(kinds, [(1, SaidKind::Setting), (2, failed), (3, remark), (5, remark), (5, SaidKind::Aborted)]);
}

#[test]
fn a_report_that_ends_early_has_no_tps() {
    let whole = fixture("pgbench/aggregate.stdout.txt");
    let reading = read(STDOUT, whole.split("tps").next().unwrap(), &[]).unwrap();
    assert_eq!(reading.said.last().map(|said| said.kind), Some(SaidKind::Damaged));
    assert_eq!(all(&reading).last().unwrap(), "12 tps mean none: The report ends before its `tps` 1/s");
    let reading = read(STDOUT, &whole[..whole.find(" (without").unwrap() - 2], &[]).unwrap();
    let damaged = (13, SaidKind::Damaged, "The last line has no end and may be cut: `tps = 24304.6065`.");
    assert!(said(&reading).contains(&damaged), "{:?}", said(&reading));
    let none = "transaction type: a\nnumber of transactions actually processed: 0/40\n";
    assert_eq!(said(&read(STDOUT, none, &[]).unwrap()).last().unwrap().2, "No transaction was processed.");
}

#[test]
fn scripts_and_older_reports_are_read() {
    let text = "transaction type: multiple scripts\r\nlatency average = 2,000 ms (including failures)\r\n\
                tps = 85,184871 (including connections establishing)\r\ntps = 85,296346 (excluding connections establishing)\r\n\
                SQL script 1: a.sql\r\n - weight: 1 (targets 50,0% of total)\r\n\
                \x20- 5 transactions (50,0% of total, tps = 42,5)\r\n - latency average = 1,500 ms\r\n\
                \x20- statement latencies in milliseconds, failures and retries:\r\n\
                \x20        1,500           1          2  SELECT 1;\r\nSQL script 2: a.sql\r\n - latency average = 2,5 ms\r\n";
    let reading = read(STDOUT, text, &[("decimal", "comma")]).unwrap();
    assert_eq!(
        all(&reading),
        [
            "2 latency mean 2,000 ms",
            "3 tps (including connections establishing) mean 85,184871 1/s",
            "4 tps mean 85,296346 1/s",
            "7 [script 1: a.sql] number of transactions actually processed count 5 count",
            "7 [script 1: a.sql] number of transactions actually processed (share) sample 50,0 percent",
            "7 [script 1: a.sql] tps mean 42,5 1/s",
            "8 [script 1: a.sql] latency mean 1,500 ms",
            "10 [script 1: a.sql, statement 1: SELECT 1;] statement latency mean 1,500 ms",
            "10 [script 1: a.sql, statement 1: SELECT 1;] failures count 1 count",
            "10 [script 1: a.sql, statement 1: SELECT 1;] retries count 2 count",
            "12 [script 2: a.sql] latency mean 2,5 ms",
        ]
    );
    assert_eq!(reading.observations[0].value.as_ref().unwrap().value, 2.0);
    let text = "transaction type: a\nnumber of transactions actually processed: 5 (tps = 42.5)\ntps = 42.5\n";
    assert_eq!(all(&read(STDOUT, text, &[]).unwrap())[1], "2 tps mean 42.5 1/s");
}

#[test]
fn reports_that_cannot_be_read_are_refused() {
    let head = "transaction type: a\n";
    let restore = "(restore the output as pgbench wrote it)";
    let empty = "p:1:1: the file holds no report of pgbench: nothing was measured \
                 (check that the file is the standard output of pgbench, and whole)";
    let not = |place: &str, text: &str, why: &str| {
        format!("p:{place}: `{text}` is not a number that can be used: {why} {restore}")
    };
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    for (text, expected) in [
        (String::new(), empty.to_owned()),
        ("a,b\n1,2\n".to_owned(), empty.to_owned()),
        (format!("{head}latency average = 2,441 ms\ntps = 1\n"), not("2:19", "2,441", comma)),
        (format!("{head}latency average = nan ms\ntps = 1\n"), not("2:19", "nan", "it is not a number (NaN)")),
        (format!("{head}tps = inf (without initial connection time)\n"), not("2:7", "inf", "it is infinite")),
        (format!("{head}tps = 1e400\n"), not("2:7", "1e400", "it is too large for a double")),
        (format!("{head}latency average = 2.441 s\ntps = 1\n"), format!("p:2:19: `2.441 s` is not a time in ms {restore}")),
        (format!("{head}number of transactions skipped: 3 (many)\ntps = 1\n"),
            format!("p:2:36: `many` is not a share in percent {restore}")),
        (format!("{head}rate limit schedule lag: 0.1\ntps = 1\n"), format!("p:2:26: `0.1` is not `avg … (max …) ms` {restore}")),
        (format!("{head}tps = 1\n{head}"),
            "p:3:1: `transaction type` stands twice, as if two reports were in the file (give each run a file of its own)".to_owned()),
    ] {
        assert_eq!(messages(STDOUT, &text, &[]), [expected], "{text:?}");
    }
    let text = format!("{head}tps = 1\n");
    let expected =
        "p:1:1: `decimal` is declared as `dot`, which is not known (declare `decimal: comma`, or nothing for a point)";
    assert_eq!(messages(STDOUT, &text, &[("decimal", "dot")]), [expected]);
}

#[test]
fn progress_is_read_alone_and_within_a_report() {
    let reading = read(PROGRESS, &fixture("pgbench/progress.stderr.txt"), &[]).unwrap();
    assert_eq!(
        all(&reading)[..5],
        [
            "1 run 1 tps mean 1611.2 1/s",
            "1 run 1 latency mean 2.472 ms",
            "1 run 1 latency sd 2.439 ms",
            "1 run 1 failed count 0 count",
            "2 run 2 tps mean 1612.8 1/s",
        ]
    );
    assert_eq!(reading.observations.len(), 16);
    let text = "The progress tells of 4 intervals of one run, which end at 5.0 to 20.0 s: its numbers are no runs and \
                depend on one another.";
    assert_eq!(said(&reading), [(1, SaidKind::Remark, text)]);
    // The headline of a report stands apart from its progress.
    let reading = read(STDOUT, &fixture("pgbench/sampled.stdout.txt"), &[]).unwrap();
    let all_of = all(&reading);
    assert_eq!(all_of[0], "2 run 1 tps (progress) mean 23926.9 1/s");
    assert_eq!(all_of[16], "13 number of transactions actually processed count 103313 count");
    assert_eq!(
        all_of[19..],
        [
            "15 latency mean 0.076 ms",
            "16 latency sd 0.300 ms",
            "17 initial connection time sample 9.188 ms",
            "18 tps mean 25860.983540 1/s",
        ]
    );
    let text = "The progress tells of 4 intervals of one run, which end at 1796065357.798 to 1796065360.798 s since \
                1970-01-01T00:00:00Z: its numbers are no runs and depend on one another.";
    assert_eq!(said(&reading)[1], (2, SaidKind::Remark, text));
    let more = "progress: 1.0 s, 2.0 tps, lat 1.0 ms stddev 0.5, 0 failed, lag 0.070 ms, 3 skipped, 1 retried, 2 retries\r\n\
                progress: 2.0 s, 0.0 tps, lat 0.000 ms stddev 0.000, 0 failed\r\npgbench: error: client 0 aborted\r\nx\r\nprogress: 3.0 s, 1";
    let reading = read(PROGRESS, more, &[]).unwrap();
    assert_eq!(
        all(&reading)[4..8],
        [
            "1 run 1 lag mean 0.070 ms",
            "1 run 1 skipped count 3 count",
            "1 run 1 retried count 1 count",
            "1 run 1 retries count 2 count"
        ]
    );
    assert_eq!(all(&reading)[9], "2 run 2 latency mean none: no transaction ended in the interval ms");
    assert_eq!(
        said(&reading)[1..],
        [
            (3, SaidKind::Failed, "pgbench says: `client 0 aborted`."),
            (4, SaidKind::Remark, "A line beside the progress: `x`."),
            (5, SaidKind::Damaged, "The last line has no end and may be cut: `progress: 3.0 s, 1`."),
        ]
    );
}

#[test]
fn progress_that_cannot_be_read_is_refused() {
    let restore = "(restore the output as pgbench wrote it)";
    let line = |text: &str| format!("p:1:1: `{text}` is no progress line that is known {restore}");
    let empty = "p:1:1: no line of the file is one of pgbench's progress (check that the file is the standard error of `pgbench -P`)";
    let good = "progress: 5.0 s, 1.0 tps, lat 1.0 ms stddev 0.5\n";
    for (text, expected) in [
        (String::new(), empty.to_owned()),
        ("[1,2]\n".to_owned(), empty.to_owned()),
        ("progress: 5.0 s, 1.0 tps\n".to_owned(), line("progress: 5.0 s, 1.0 tps")),
        (
            "progress: 5.0 s, 1.0 tps, lat 1 ms stddev 1, 3 lost\n".to_owned(),
            line("progress: 5.0 s, 1.0 tps, lat 1 ms stddev 1, 3 lost"),
        ),
        (
            good.replace("0.5\n", "1, 0 failed, 0 failed\n"),
            line("progress: 5.0 s, 1.0 tps, lat 1.0 ms stddev 1, 0 failed, 0 f…"),
        ),
        (
            good.replace("1.0 tps", "1,0 tps"),
            format!(
                "p:1:18: `1,0` is not a number that can be used: it has a comma, and whether that separates decimals or thousands is not known {restore}"
            ),
        ),
        (
            good.replace("lat 1.0", "lat NaN"),
            format!("p:1:31: `NaN` is not a number that can be used: it is not a number (NaN) {restore}"),
        ),
        (
            good.repeat(2),
            "p:2:1: the interval ends at 5 s, but the one before at 5 s (give each run a file of its own)".to_owned(),
        ),
    ] {
        assert_eq!(messages(PROGRESS, &text, &[]), [expected], "{text:?}");
    }
}

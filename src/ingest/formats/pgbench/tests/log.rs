use super::*;
use crate::ingest::formats::pgbench::{AGGREGATED, LOG};
use crate::ingest::reading::{Interval, Transactions};

type Declared<'a> = &'a [(&'a str, &'a str)];

fn columns(text: &str, declared: &[(&str, &str)]) -> Transactions {
    read(LOG, text, declared).unwrap().transactions.unwrap()
}

#[test]
fn a_clients_transactions_are_numbered_from_zero_or_from_one() {
    for first in [0, 1] {
        let log =
            format!("0 {first} 12 0 1700000000 5\n1 {first} 13 0 1700000000 6\n0 {} 14 0 1700000000 7\n", first + 1);
        let reading = read(LOG, &log, &[]).unwrap();
        let log = reading.transactions.unwrap();
        assert_eq!((log.latencies.as_slice(), log.unlogged), (&[12.0, 13.0, 14.0][..], 0));
        assert_eq!(reading.said, []);
    }
    let log = "0 0 12 0 1700000000 5\n0 0 12 0 1700000000 5\n";
    let problems = read(LOG, log, &[]).unwrap_err();
    assert!(problems[0].cause.starts_with("transaction 0 of client 0 stands after its transaction 0"), "{problems:?}");
}

#[test]
fn a_plain_log_is_columns_and_its_cut_line_is_said() {
    let reading = read(LOG, &fixture("pgbench/plain-cut.2081"), &[]).unwrap();
    assert_eq!(said(&reading), [(200, SaidKind::Damaged, "The last line has no end and may be cut: `1 100 20`.")]);
    let log = reading.transactions.unwrap();
    assert_eq!((log.lines.len(), log.lines[0], log.lines[198]), (199, 1, 199));
    assert_eq!((log.ends[0], log.latencies[0], log.scripts[0]), (1_796_064_863_703_281, 25_265.0, 0));
    assert_eq!((log.ends[198], log.latencies[198]), (1_796_064_864_504_411, 9840.0));
    assert!(log.lags.is_empty() && log.retries.is_empty() && log.states.is_empty() && log.intervals.is_empty());
}

#[test]
fn what_was_skipped_has_no_latency_and_shows_that_the_seventh_column_is_the_lag() {
    let log = columns(&fixture("pgbench/rate.25136"), &[]);
    assert_eq!(log.lines.len(), 1209);
    assert_eq!((log.lags[0], log.lags[19], log.lags.len()), (72.0, 0.0, 1209));
    let skipped: Vec<(usize, &str)> = log.states.iter().map(|(index, word)| (*index, word.as_str())).collect();
    assert_eq!(skipped, [(19, "skipped"), (20, "skipped"), (898, "skipped")]);
    assert!(log.latencies.iter().enumerate().all(|(index, value)| (*value < 0.0) == [19, 20, 898].contains(&index)));
    let sum: f64 = log.latencies.iter().filter(|value| **value >= 0.0).sum();
    // The report of the same run: 1206 transactions of 0.552 ms on average.
    assert_eq!((sum / 1206.0).round(), 552.0);
}

#[test]
fn numbers_of_transactions_that_are_not_there_are_said() {
    let reading = read(LOG, &fixture("pgbench/sampled.25158"), &[]).unwrap();
    let text = "The log holds 2052 of at least 103256 transactions by the clients' own numbers; the others were not \
                logged, as with `--sampling-rate`, or their lines are not there. So the log tells no rate of transactions.";
    assert_eq!(said(&reading), [(1, SaidKind::Remark, text)]);
    assert_eq!(reading.transactions.unwrap().unlogged, 103_256 - 2052);
    let whole = read(LOG, &fixture("pgbench/errors.25167"), &[]).unwrap();
    assert_eq!((whole.said, whole.transactions.unwrap().unlogged), (vec![], 0));
}

#[test]
fn failures_keep_their_word_and_retries_are_declared_or_come_after_the_lag() {
    let text = "0 1 12 0 1700000000 5 3\r\n0 2 deadlock 1 1700000000 6 4\r\n";
    let log = columns(text, &[("columns", "retries")]);
    assert_eq!((log.retries, log.states, log.scripts), (vec![3, 4], vec![(1, "deadlock".to_owned())], vec![0, 1]));
    assert_eq!((log.latencies, log.lags), (vec![12.0, -1.0], vec![]));
    let log = columns("5 1 12 0 1700000000 5 30 1\n70000 1 failed 0 1700000000 6 40 0\n", &[]);
    assert_eq!((log.lags, log.retries), (vec![30.0, 40.0], vec![1, 0]));
    let log = columns("0 1 12 0 1700000000 5 9000000000\n", &[("columns", "lag")]);
    assert_eq!(log.lags, [9e9]);
}

#[test]
fn logs_that_cannot_be_read_are_refused() {
    let whole = "0 1 12 0 1700000000 5\n";
    let restore = "(restore the log as pgbench wrote it)";
    let cases: [(&str, Declared<'_>, String); 17] = [
        ("", &[], format!("p:1:1: the log holds no transaction {restore}")),
        ("0 1 12 0 17", &[], format!("p:1:1: the log holds no transaction {restore}")),
        ("a,b,c\n", &[], format!("p:1:1: the line has 1 columns where 6 are expected {restore}")),
        ("0 1 12,5 0 1700000000 5\n", &[],
            format!("p:1:5: time is `12,5`: it has a comma, and whether that separates decimals or thousands is not known {restore}")),
        ("0 1 NaN 0 1700000000 5\n", &[], format!("p:1:5: time is `NaN`: it is not a number (NaN) {restore}")),
        ("0 1 inf 0 1700000000 5\n", &[], format!("p:1:5: time is `inf`: it is infinite {restore}")),
        ("0 1 1e400 0 1700000000 5\n", &[], format!("p:1:5: time is `1e400`: it is too large for a double {restore}")),
        ("0 1 -5 0 1700000000 5\n", &[], format!("p:1:5: time is `-5`: a whole number from 0 is expected {restore}")),
        ("0 1 gone 0 1700000000 5\n", &[],
            format!("p:1:5: time is `gone`: in the place of a latency only `skipped`, `failed`, `serialization`, `deadlock` are known {restore}")),
        ("0 1 12 0 1700000000 1000000\n", &[], format!("p:1:21: time_us is `1000000`: at most 999999 is expected {restore}")),
        ("0 1 99999999999999999999999 0 1700000000 5\n", &[],
            format!("p:1:5: time is `99999999999999999999999`: at most 9000000000000 is expected {restore}")),
        ("0 1 12 70000 1700000000 5\n", &[], format!("p:1:8: script_no is `70000`: at most 65535 is expected {restore}")),
        ("0 1 12 0 1700000000 5\n0 2 12 0 1700000000 5 7\n", &[],
            format!("p:2:1: the line has 7 columns where 6 are expected {restore}")),
        ("0 1 12 0 1700000000 5\n0 1 12 0 1700000000 5\n", &[],
            "p:2:1: transaction 1 of client 0 stands after its transaction 1, so it stands twice or lines were moved \
             (give each run a log of its own, as pgbench wrote it)".to_owned()),
        ("0 1 12 0 1700000000 5 7\n", &[],
            "p:1:1: the log has seven columns, and the seventh may be the lag behind the schedule or the number of retries \
             (declare `columns: lag` (the run had --rate) or `columns: retries` (it had --max-tries))".to_owned()),
        (whole, &[("columns", "lag")],
            "p:1:1: `columns` is declared, but the log has 6 columns and leaves nothing open (take the declaration out)".to_owned()),
        (whole, &[("columns", "tries")],
            "p:1:1: `columns` is declared as `tries`, which is not known (declare `columns: lag` or `columns: retries`)".to_owned()),
    ];
    for (text, declared, expected) in cases {
        assert_eq!(messages(LOG, text, declared), [expected], "{text:?}");
    }
    assert_eq!(messages(LOG, &"x\n".repeat(500), &[]).len(), 20);
}

#[test]
fn intervals_are_read_with_their_further_columns() {
    let reading = read(AGGREGATED, &fixture("pgbench/agg.25147"), &[]).unwrap();
    let intervals = reading.transactions.unwrap().intervals;
    let Interval { line, start, count, sum, sum_of_squares, min, max, more } = &intervals[1];
    assert_eq!((*line, *start, *count, *min, *max), (2, 1_796_065_353, 23_839, 34.0, 7712.0));
    assert_eq!((*sum, *sum_of_squares, more.len()), (1_980_387.0, 2_522_683_163.0, 9));
    assert_eq!((more[4].clone(), more[8].clone()), (("skipped".into(), 0.0), ("deadlock_failures".into(), 0.0)));
    assert_eq!(intervals.len(), 4);
    let reading = read(AGGREGATED, "1700000000 0 0 0 0 0\r\n1700000001 2 3 5 1 2\r\n170000", &[]).unwrap();
    assert_eq!(said(&reading), [(3, SaidKind::Damaged, "The last line has no end and may be cut: `170000`.")]);
    assert_eq!(reading.transactions.unwrap().intervals.len(), 2);
}

#[test]
fn aggregated_logs_that_cannot_be_read_are_refused() {
    let restore = "(restore the log as pgbench wrote it)";
    for (text, expected) in [
        ("", format!("p:1:1: the log holds no interval {restore}")),
        ("a,b\n", format!("p:1:1: the line has 1 columns, but pgbench writes 6, 10, 11 or 15 {restore}")),
        (
            "1700000000 2 3 5 1\n",
            format!("p:1:1: the line has 5 columns, but pgbench writes 6, 10, 11 or 15 {restore}"),
        ),
        (
            "1700000000 2 3 5 1 2\n1700000001 2 3 5 1 2 0\n",
            format!("p:2:1: the line has 7 columns, but the first has 6 {restore}"),
        ),
        (
            "1700000000 2 3 5 1 2,5\n",
            format!(
                "p:1:20: max_latency is `2,5`: it has a comma, and whether that separates decimals or thousands is not known {restore}"
            ),
        ),
        ("1700000000 2 nan 5 1 2\n", format!("p:1:14: sum_latency is `nan`: it is not a number (NaN) {restore}")),
        (
            "1700000000 2 3 1e400 1 2\n",
            format!("p:1:16: sum_latency_2 is `1e400`: it is too large for a double {restore}"),
        ),
        (
            "1700000000 2 3 -5 1 2\n",
            format!("p:1:16: sum_latency_2 is `-5`: a whole number from 0 is expected {restore}"),
        ),
        (
            "1700000000 99999999999999999999 3 5 1 2\n",
            format!("p:1:12: num_transactions is `99999999999999999999`: it is too large {restore}"),
        ),
        ("1700000000 2 3 5 3 2\n", format!("p:1:18: min_latency 3 is above max_latency 2 {restore}")),
        (
            "1700000000 2 3 5 1 2\n1700000000 2 3 5 1 2\n",
            "p:2:1: the interval begins at 1700000000, but the one before at 1700000000 \
             (give each run and each thread a log of its own, as pgbench wrote it)"
                .to_owned(),
        ),
    ] {
        assert_eq!(messages(AGGREGATED, text, &[]), [expected], "{text:?}");
    }
}

use super::super::fixtures::{claimed, read, refused, said, sample, short};
use super::FORMAT;
use crate::ingest::reading::SaidKind;

const RESTORE: &str = "(restore the file as time wrote it)";

#[test]
fn only_its_own_samples_look_like_it() {
    assert_eq!(
        claimed(&FORMAT),
        [
            "time/appended.v.txt",
            "time/bash-builtin.txt",
            "time/exit3.v.txt",
            "time/killed.v.txt",
            "time/over-a-minute.v.txt",
            "time/sort.default.txt",
            "time/sort.posix.txt",
            "time/sort.v.txt",
        ]
    );
}

#[test]
fn a_long_report_is_read_and_what_linux_does_not_keep_is_missing() {
    let reading = sample(&FORMAT, "time/sort.v.txt");
    let case = "sort -R all.txt";
    let unkept = "!printed as 0, since Linux does not keep it";
    assert_eq!(
        short(&reading.observations),
        [
            format!("2: {case} User time = 1.15 s"),
            format!("3: {case} System time = 0.01 s"),
            format!("4: {case} Percent of CPU this job got = 95 percent"),
            format!("5: {case} Elapsed (wall clock) time = 0:01.21 s"),
            format!("6: {case} Average shared text size = {unkept} kB"),
            format!("7: {case} Average unshared data size = {unkept} kB"),
            format!("8: {case} Average stack size = {unkept} kB"),
            format!("9: {case} Average total size = {unkept} kB"),
            format!("10: {case} Maximum resident set size = 12452 kB"),
            format!("11: {case} Average resident set size = {unkept} kB"),
            format!("12: {case} Major (requiring I/O) page faults = 0 count"),
            format!("13: {case} Minor (reclaiming a frame) page faults = 2823 count"),
            format!("14: {case} Voluntary context switches = 51 count"),
            format!("15: {case} Involuntary context switches = 263 count"),
            format!("16: {case} Swaps = {unkept} count"),
            format!("17: {case} File system inputs = 0 count"),
            format!("18: {case} File system outputs = 0 count"),
            format!("19: {case} Socket messages sent = {unkept} count"),
            format!("20: {case} Socket messages received = {unkept} count"),
            format!("21: {case} Signals delivered = {unkept} count"),
        ]
    );
    assert_eq!(reading.observations[3].value.as_ref().unwrap().value, 1.21);
    assert_eq!(said(&reading, SaidKind::Setting), [(22, "page size: 4096 B")]);
    assert_eq!(said(&reading, SaidKind::Missing).len(), 1);
    assert!(said(&reading, SaidKind::Failed).is_empty());
}

#[test]
fn appended_reports_are_runs_and_minutes_and_hours_are_seconds() {
    let reading = sample(&FORMAT, "time/appended.v.txt");
    let resident: Vec<_> = reading.observations.iter().filter(|o| o.metric == "Maximum resident set size").collect();
    let runs: Vec<_> = resident.iter().map(|o| (o.line, o.whose.run, o.value.as_ref().unwrap().value)).collect();
    assert_eq!(runs, [(10, Some(0), 12792.0), (33, Some(1), 12796.0), (56, Some(2), 12540.0)]);
    let reading = sample(&FORMAT, "time/over-a-minute.v.txt");
    assert_eq!(reading.observations[3].value.as_ref().unwrap().value, 61.0);
    assert_eq!(said(&reading, SaidKind::Remark), [(1, "It says `warning: noise`.")]);
    let text = include_str!("../../../../tests/fixtures/formats/time/sort.v.txt").replace("0:01.21", "2:01:03");
    assert_eq!(read(&FORMAT, &text, &[]).unwrap().observations[3].value.as_ref().unwrap().value, 7263.0);
    let none = text.replace("95%", "?%");
    let value = read(&FORMAT, &none, &[]).unwrap().observations[2].value.clone();
    assert_eq!(value, Err("time prints `?%`: the elapsed time is 0".to_owned()));
}

#[test]
fn a_command_that_failed_leaves_no_numbers() {
    for (name, why) in [
        ("time/killed.v.txt", "Command terminated by signal 9"),
        ("time/exit3.v.txt", "Command exited with non-zero status 3"),
    ] {
        let reading = sample(&FORMAT, name);
        assert_eq!(said(&reading, SaidKind::Failed), [(1, format!("{why}.").as_str())]);
        assert!(reading.observations.len() > 15);
        assert!(reading.observations.iter().all(|o| o.value == Err(why.to_owned())));
    }
    let text = include_str!("../../../../tests/fixtures/formats/time/exit3.v.txt");
    let reading = read(&FORMAT, text, &[("status", "any")]).unwrap();
    assert_eq!(reading.observations[8].value.as_ref().unwrap().text, "1396");
    assert!(said(&reading, SaidKind::Failed).is_empty());
    let silent = read(&FORMAT, text.split_once('\n').unwrap().1, &[]).unwrap();
    assert_eq!(said(&silent, SaidKind::Failed), [(23, "Command exited with non-zero status 3.")]);
    let killed = include_str!("../../../../tests/fixtures/formats/time/killed.v.txt");
    let reading = read(&FORMAT, killed, &[("status", "any")]).unwrap();
    assert_eq!(said(&reading, SaidKind::Failed).len(), 1);
}

#[test]
fn short_reports_are_read() {
    assert_eq!(
        short(&sample(&FORMAT, "time/sort.posix.txt").observations),
        ["1: real = 0.08 s", "2: user = 0.07 s", "3: sys = 0.01 s"]
    );
    let bash = sample(&FORMAT, "time/bash-builtin.txt");
    assert_eq!(short(&bash.observations), ["2: real = 0m0.085s s", "3: user = 0m0.076s s", "4: sys = 0m0.008s s"]);
    assert_eq!(bash.observations[0].value.as_ref().unwrap().value, 0.085);
    let unkept = "!printed as 0, since Linux does not keep it";
    assert_eq!(
        short(&sample(&FORMAT, "time/sort.default.txt").observations),
        [
            "1: user = 0.08 s".to_owned(),
            "1: system = 0.00 s".to_owned(),
            "1: elapsed = 0:00.08 s".to_owned(),
            "1: CPU = 98 percent".to_owned(),
            format!("1: avgtext = {unkept} kB"),
            format!("1: avgdata = {unkept} kB"),
            "1: maxresident = 12704 kB".to_owned(),
            "2: inputs = 0 count".to_owned(),
            "2: outputs = 0 count".to_owned(),
            "2: major pagefaults = 0 count".to_owned(),
            "2: minor pagefaults = 2821 count".to_owned(),
            format!("2: swaps = {unkept} count"),
        ]
    );
    let two = read(&FORMAT, "real 1.0\r\nuser 2.0\r\nsys 3.0\r\nreal 4.0\r\nuser 5.0\r\nsys 6.0\r\n", &[]).unwrap();
    assert_eq!(short(&two.observations)[3], "4: #1 real = 4.0 s");
    let killed = "Command terminated by signal 9\n0.08user 0.00system 0:00.08elapsed 98%CPU (0avgtext+0avgdata \
                  12704maxresident)k\n0inputs+0outputs (0major+2821minor)pagefaults 0swaps\n";
    assert!(read(&FORMAT, killed, &[]).unwrap().observations.iter().all(|o| o.value.is_err()));
}

#[test]
fn broken_files_are_refused_at_their_place() {
    let nothing =
        "nothing was measured: the file has no report of time (declare the format that the file has, or record again)";
    assert_eq!(refused(&FORMAT, "", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(refused(&FORMAT, "{\"results\": []}\n", &[]), [format!("f:1:1: {nothing}")]);
    let whole = include_str!("../../../../tests/fixtures/formats/time/sort.v.txt");
    let with = |from: &str, to: &str| refused(&FORMAT, &whole.replace(from, to), &[]);
    assert_eq!(
        refused(&FORMAT, whole.split("\tSwaps").next().unwrap(), &[]),
        [format!("f:1:1: the report that begins here has no end {RESTORE}")]
    );
    assert_eq!(
        with("1.15", "1,15"),
        [
            "f:2:23: `User time` is `1,15`: it has a comma, and whether that separates decimals or thousands is not known \
          (record again with LC_ALL=C, which writes decimal points)"
        ]
    );
    assert_eq!(with("1.15", "nan"), [format!("f:2:23: `User time` is `nan`: it is not a number (NaN) {RESTORE}")]);
    assert_eq!(
        with("12452", "1e400"),
        [format!("f:10:38: `Maximum resident set size` is `1e400`: it is too large for a double {RESTORE}")]
    );
    assert_eq!(
        with("0:01.21", "0:61.00"),
        [format!("f:5:47: `Elapsed (wall clock) time` is `0:61.00`: its seconds are not below 60 {RESTORE}")]
    );
    assert_eq!(
        with("0:01.21", "1.21"),
        [format!("f:5:47: `Elapsed (wall clock) time` is `1.21`: it is not h:mm:ss or m:ss {RESTORE}")]
    );
    assert_eq!(with("Swaps", "Swops"), [format!("f:16:1: `Swops` is no measure that is known {RESTORE}")]);
    assert_eq!(
        with("Swaps", "Voluntary context switches"),
        [format!("f:16:1: `Voluntary context switches` stands twice in the same report {RESTORE}")]
    );
    assert_eq!(
        with("\tSwaps: 0", "sort: no space"),
        [
            "f:16:1: this line within a report is none of time's (record again with `-o`, so that the command's output goes \
          elsewhere)"
        ]
    );
    assert_eq!(
        with("Exit status: 0", "Exit status: x"),
        [format!("f:23:15: `Exit status` is `x`: it is not a whole number {RESTORE}")]
    );
    assert_eq!(refused(&FORMAT, "real 0m1,5s\n", &[]).len(), 2);
    assert_eq!(
        refused(&FORMAT, whole, &[("status", "0")]),
        ["f:1:1: `status` is declared as `0`, which is not known (known is `any`)"]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "(\tCommand being timed: \"|\tSwaps: |\tExit status: |real |sys\t|user |system |elapsed |pagefaults |swaps|[0-9]{1,3}|[:,;µms/.%\r\n ()-]){0,60}"
    ) {
        let _ = read(&FORMAT, &text, &[]);
    }

    #[test]
    fn spoilt_samples_never_panic(at in 0usize..900, put in "\\PC{0,3}") {
        let mut text = include_str!("../../../../tests/fixtures/formats/time/killed.v.txt").to_owned();
        if text.is_char_boundary(at) {
            text.insert_str(at, &put);
            let _ = read(&FORMAT, &text, &[]);
            text.truncate(at);
        }
        let _ = read(&FORMAT, &text, &[]);
    }
}

use super::super::super::fixtures::{claimed, read, refused, said, sample, short};
use super::FORMAT;
use crate::ingest::reading::{SaidKind, Statistic};

const NEXT: &str = "(restore the file as perf wrote it)";

#[test]
fn only_its_own_samples_look_like_it() {
    assert_eq!(
        claimed(&FORMAT),
        [
            "perf/bitmap16.eic1.r3.csv",
            "perf/interval.csv",
            "perf/nonzero-exit.csv",
            "perf/per-cpu.csv",
            "perf/sort.csv",
            "perf/sort.r5.semicolon.csv",
            "perf/tracepoints.csv"
        ]
    );
}

#[test]
fn counters_keep_line_unit_and_share_and_a_missing_one_its_reason() {
    let reading = sample(&FORMAT, "perf/sort.csv");
    assert_eq!(
        short(&reading.observations),
        [
            "3: task-clock = 92.69 ms",
            "3: task-clock: CPUs utilized = 0.742 ratio (derived)",
            "4: context-switches = 68 count",
            "5: page-faults = 2796 count",
            "6: cycles = !<not supported> count",
        ]
    );
    assert!(reading.observations.iter().all(|o| o.spread().is_none()));
    assert_eq!(reading.observations[0].share(), Some(1.0));
    assert_eq!(said(&reading, SaidKind::Setting), [(1, "started on: Mon Nov 30 19:03:17 2026")]);
    assert_eq!(said(&reading, SaidKind::Missing), [(6, "`cycles` has no number: `<not supported>`.")]);
    assert_eq!(
        said(&reading, SaidKind::Remark),
        [(
            4,
            "Rates that perf derived, for instance `/sec` of `context-switches`, are passed over: they are scaled and \
              rounded, and count and time stand in the file."
        )]
    );
}

#[test]
fn repeats_are_means_with_their_spread() {
    let text = "100.00;msec;task-clock;2.83%;100000000;100.00;0.787;CPUs utilized\n\
                70;;context-switches;2.28%;100000000;100.00;701.454;/sec\n\
                2800;;page-faults;0.03%;100000000;100.00;28.000;K/sec\n";
    let reading = read(&FORMAT, text, &[]).unwrap();
    assert_eq!(
        short(&reading.observations),
        [
            "1: task-clock = 100.00 ms (mean)",
            "1: task-clock: CPUs utilized = 0.787 ratio (derived)",
            "2: context-switches = 70 count (mean)",
            "3: page-faults = 2800 count (mean)"
        ]
    );
    let spreads: Vec<_> = reading.observations.iter().map(|o| o.spread()).collect();
    assert_eq!(spreads, [Some(2.83), None, Some(2.28), Some(0.03)]);
    assert!(said(&reading, SaidKind::Damaged).is_empty());
}

#[test]
fn means_that_the_file_itself_contradicts_are_said_and_no_means() {
    let begin = "The counts are not the means over the runs that perf says they are, or their spreads and rates are of \
                 something else:";
    let end = "perf 6.1 was seen to print such files; record again with another version or run by run.";
    let reading = sample(&FORMAT, "perf/sort.r5.semicolon.csv");
    assert_eq!(short(&reading.observations)[2], "4: context-switches = 70 count (unclear mean)");
    assert_eq!(reading.observations[2].spread(), Some(2.28));
    assert_eq!(
        said(&reading, SaidKind::Damaged),
        [(4, format!("{begin} `context-switches` and the clock give another rate than 686.454/sec. {end}").as_str())]
    );
    // A count of 54 as the mean of three has a standard error of at most 54.
    let wild = sample(&FORMAT, "perf/bitmap16.eic1.r3.csv");
    assert_eq!(
        said(&wild, SaidKind::Damaged),
        [(
            4,
            format!(
                "{begin} the spread of `context-switches` is 2454.94 percent, and no mean has more than 100. {end}"
            )
            .as_str()
        )]
    );
    assert!(wild.observations.iter().all(|o| o.statistic != Statistic::Given("mean".to_owned())));
    assert_eq!(said(&wild, SaidKind::Missing).len(), 4);
    // Of one run count, clock and rate agree, so rounding is allowed for as it should be.
    for name in ["perf/sort.csv", "perf/nonzero-exit.csv", "perf/tracepoints.csv"] {
        assert!(said(&sample(&FORMAT, name), SaidKind::Damaged).is_empty());
    }
    let single = include_str!("../../../../tests/fixtures/formats/perf/sort.csv");
    let as_mean = single.replace(",92694413,", ",1.00%,92694413,").replace(",cycles,0,", ",cycles,0.00%,0,");
    let reading = read(&FORMAT, &as_mean, &[]).unwrap();
    assert_eq!(short(&reading.observations)[2], "4: context-switches = 68 count (mean)");
}

#[test]
fn an_interval_is_a_run() {
    let reading = sample(&FORMAT, "perf/interval.csv");
    let clock: Vec<_> = reading.observations.iter().filter(|o| o.metric == "task-clock").collect();
    assert_eq!((clock[0].line, clock[0].whose.run, clock[1].whose.run), (3, Some(0), Some(1)));
    assert_eq!(clock[1].value.as_ref().unwrap().text, "49.77");
    // One interval has three lines and gives four observations: clock, its use of processors, faults, no cycles.
    assert_eq!(reading.observations.len() % 4, 0);
    assert_eq!(clock.last().unwrap().whose.run, Some(u32::try_from(clock.len()).unwrap() - 1));
    // The reason is in every observation and told once.
    assert_eq!(said(&reading, SaidKind::Missing), [(5, "`cycles` has no number: `<not supported>`.")]);
    assert!(said(&reading, SaidKind::Setting)[1].1.starts_with("intervals: "));
}

#[test]
fn processors_events_with_separators_groups_and_summaries_are_told_apart() {
    let reading = sample(&FORMAT, "perf/per-cpu.csv");
    assert_eq!(
        short(&reading.observations)[..3],
        [
            "3: CPU0 cpu-clock = 501.48 ms",
            "3: CPU0 cpu-clock: CPUs utilized = 1.000 ratio (derived)",
            "4: CPU1 cpu-clock = 501.49 ms",
        ]
    );
    assert_eq!(said(&reading, SaidKind::Missing).len(), 2);
    let reading = sample(&FORMAT, "perf/tracepoints.csv");
    assert_eq!(
        short(&reading.observations)[..2],
        ["3: syscalls:sys_enter_read = 6 count", "4: sched:sched_switch = 66 count"]
    );
    let text = "S0-D0-C0,2,1234,,cpu/event=0x3c,umask=0x1/,10,83.30,,\n\
                S0,1,7,,faults:u,/a/b.scope,1.50%,10,50.00,0.85,insn per cycle\n\
                sort-1234,5,msec,task-clock,10,100.00,1.0,CPUs utilized\n\
                ,,,,,12.5,stalled cycles per insn\n\
                7,,cycles,9,40.00\n";
    let reading = read(&FORMAT, text, &[]).unwrap();
    assert_eq!(
        short(&reading.observations),
        [
            "1: S0-D0-C0 cpu/event=0x3c,umask=0x1/ = 1234 count",
            "2: S0 /a/b.scope faults:u = 7 count (mean)",
            "2: S0 /a/b.scope faults:u: insn per cycle = 0.85 ratio (derived)",
            "3: sort-1234 task-clock = 5 ms",
            "3: sort-1234 task-clock: CPUs utilized = 1.0 ratio (derived)",
            "4: task-clock: stalled cycles per insn = 12.5 ratio (derived)",
            "5: cycles = 7 count",
        ]
    );
    assert_eq!(reading.observations[0].share(), Some(0.833));
    let grouped = read(&FORMAT, "7,,cycles,/a.scope,9,40.00,,\n", &[]).unwrap();
    assert_eq!(grouped.observations[0].whose.case.as_deref(), Some("/a.scope"));
    let text =
        "     1.000000000,3,,faults,9,100.00,,\n     2.000000000,4,,faults,9,100.00,,\n summary,7,,faults,9,100.00,,\n";
    let reading = read(&FORMAT, text, &[]).unwrap();
    let short = short(&reading.observations);
    assert_eq!(short, ["1: #0 faults = 3 count", "2: #1 faults = 4 count", "3: faults = 7 count (sum)"]);
}

#[test]
fn appended_recordings_are_runs_and_crlf_is_none_of_the_text() {
    let one = "# started on Mon\r\n\r\n7,,cycles,9,100.00,nan,insn per cycle\r\n";
    let reading = read(&FORMAT, &one.repeat(2), &[]).unwrap();
    assert_eq!(
        short(&reading.observations),
        [
            "3: #0 cycles = 7 count",
            "3: #0 cycles: insn per cycle = !nan ratio (derived)",
            "6: #1 cycles = 7 count",
            "6: #1 cycles: insn per cycle = !nan ratio (derived)"
        ]
    );
}

#[test]
fn a_decimal_comma_is_read_if_declared() {
    let text = "1.092,69;msec;task-clock;2,83%;92694413;50,00;0,742;CPUs utilized\n";
    let reading = read(&FORMAT, text, &[("decimal", "comma")]).unwrap();
    assert_eq!(short(&reading.observations)[0], "1: task-clock = 1.092,69 ms (mean)");
    assert_eq!(reading.observations[0].value.as_ref().unwrap().value, 1092.69);
    assert_eq!((reading.observations[0].share(), reading.observations[0].spread()), (Some(0.5), Some(2.83)));
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    let next = "(declare `decimal: comma` or `thousands: comma` for the dataset, or record again with LC_ALL=C)";
    assert_eq!(
        refused(&FORMAT, text, &[]),
        [
            format!("f:1:1: `task-clock` is `1.092,69`: {comma} {next}"),
            format!("f:1:26: the spread is `2,83`: {comma} {next}"),
            format!("f:1:41: the running share is `50,00`: {comma} {next}"),
            format!("f:1:47: `CPUs utilized` is `0,742`: {comma} {next}"),
        ]
    );
    assert_eq!(
        refused(&FORMAT, "92,69,msec,task-clock,92694413,100,00,0,742,CPUs utilized\n", &[]),
        [
            "f:1:1: no separator is known with which this line has the fields of `perf stat -x` (restore the file as perf \
             wrote it, or declare its `separator`)"
        ]
    );
    assert_eq!(
        refused(&FORMAT, "7,,cycles,9,100.00,,\n", &[("decimal", "comma")]),
        ["f:1:1: `,` is both the separator and the decimal point (record again with another separator: `-x ';'`)"]
    );
}

#[test]
fn other_separators_are_found_or_declared() {
    let text = "7;;cycles;9;100.00;;\n";
    for separator in ["\t", "|", "^", "~"] {
        let reading = read(&FORMAT, &text.replace(';', separator), &[]).unwrap();
        assert_eq!(short(&reading.observations), ["1: cycles = 7 count"], "{separator}");
    }
    let reading = read(&FORMAT, &text.replace(';', "µ"), &[("separator", "µ")]).unwrap();
    assert_eq!(reading.observations.len(), 1);
    assert_eq!(
        refused(&FORMAT, text, &[("separator", ";;")]),
        ["f:1:1: `separator` is declared as `;;`, which is not one character (declare one character, or `tab`)"]
    );
    assert_eq!(
        refused(&FORMAT, text, &[("decimal", "dot")]),
        ["f: `decimal` is declared as `dot`, which is not known (known are `point`, `comma`)"]
    );
}

#[test]
fn broken_files_are_refused_at_their_place() {
    let nothing = "nothing was measured: the file has no counter (record again; perf prints its counters only when the \
                   command has ended)";
    assert_eq!(refused(&FORMAT, "", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(refused(&FORMAT, "# started on Mon Nov 30\n\n", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(
        refused(&FORMAT, "{\"counter-value\" : \"1\"}\n", &[]),
        ["f:1:1: the file is JSON, not fields with a separator (declare `perf-json` if `perf stat -j` wrote it)"]
    );
    let good = "7,,faults,9,100.00,,\n";
    let line = |text: &str| refused(&FORMAT, &format!("{good}{text}\n"), &[]);
    let fields = "f:2:1: this is no line of `perf stat -x`:";
    assert_eq!(
        line("68,,context-switches,9269"),
        [format!("{fields} its running time and running share are not to be found {NEXT}")]
    );
    assert_eq!(
        line("68,,cycles,9269,100.0"),
        [format!("{fields} its running time and running share are not to be found {NEXT}")]
    );
    assert_eq!(line("68,,cycles,9269,100.00,1,x,y"), [format!("{fields} it has too many fields {NEXT}")]);
    assert_eq!(line("nan,,cycles,9269,100.00,,"), [format!("{fields} where the value belongs is no number {NEXT}")]);
    assert_eq!(line("1,,,9269,100.00,,"), [format!("{fields} it has no event {NEXT}")]);
    assert_eq!(line("1,,cpu/x,9269,100.00,,"), [format!("{fields} the event's name has no end {NEXT}")]);
    assert_eq!(line("sort: broken pipe"), [format!("{fields} it has too few fields {NEXT}")]);
    let huge = "9".repeat(400);
    let shown = "9".repeat(60);
    assert_eq!(
        line(&format!("{huge},,cycles,9269,100.00,,")),
        [format!("f:2:1: `cycles` is `{shown}…`: it is too large for a double {NEXT}")]
    );
    assert_eq!(
        line("1,,cycles,9269,100.01,,"),
        [format!("f:2:16: the running share of `cycles` is 100.01 percent {NEXT}")]
    );
    assert_eq!(
        line("8,,faults,9,100.00,,"),
        [
            "f:2:4: `faults` stands twice in the same recording (count each event once, and give each recording a file of its own)"
        ]
    );
    assert_eq!(
        line("     1.000000000,8,,cycles,9,100.00,,"),
        ["f:1:1: the counter has no time stamp, but others of the file have (give each recording a file of its own)"]
    );
    assert_eq!(
        refused(&FORMAT, "2.000000000,8,,a,9,100.00,,\n1.000000000,8,,b,9,100.00,,\n", &[]),
        [
            "f:2:16: the interval ends at 1.000000000 s, not after the one before it (2.000000000 s) (give each recording a \
          file of its own)"
        ]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "(1\\.000000000,|# started on |CPU0,|S0,2,|<not counted>|,,cycles|,9,100\\.00|[0-9]{1,3}|[,;µ/.%\r\n -]|nan){0,60}"
    ) {
        let _ = read(&FORMAT, &text, &[]);
        let _ = read(&FORMAT, &text, &[("separator", ","), ("thousands", "point")]);
        let _ = read(&FORMAT, &text, &[("separator", ";"), ("decimal", "comma")]);
    }

    #[test]
    fn spoilt_samples_never_panic(cut in 0usize..400, put in "\\PC{0,3}") {
        let mut text = include_str!("../../../../tests/fixtures/formats/perf/sort.r5.semicolon.csv").to_owned();
        let at = cut.min(text.len());
        text.truncate(at);
        let _ = read(&FORMAT, &text, &[]);
        let _ = read(&FORMAT, &format!("{text}{put}"), &[]);
    }
}

use super::super::super::fixtures::{claimed, read, refused, said, sample, short};
use super::FORMAT;
use crate::ingest::reading::SaidKind;

const NEXT: &str = "(restore the file as perf wrote it)";

#[test]
fn only_its_own_samples_look_like_it() {
    assert_eq!(claimed(&FORMAT), ["perf/locale.text.txt", "perf/sort.r5.text.txt", "perf/sort.text.txt"]);
}

#[test]
fn one_run_gives_samples() {
    let reading = sample(&FORMAT, "perf/sort.text.txt");
    assert_eq!(
        short(&reading.observations),
        [
            "6: task-clock = 90.69 ms",
            "6: task-clock: CPUs utilized = 0.655 ratio (derived)",
            "7: context-switches = 57 count",
            "8: cpu-migrations = 1 count",
            "9: page-faults = 2800 count",
            "10: cycles = !<not supported> count",
            "11: instructions = !<not supported> count",
            "13: time elapsed = 0.138406065 s",
            "15: user = 0.087149000 s",
            "16: sys = 0.004357000 s",
        ]
    );
    assert_eq!(
        said(&reading, SaidKind::Setting),
        [(1, "started on: Mon Nov 30 19:03:17 2026"), (4, "command: sort all.txt")]
    );
    assert_eq!(said(&reading, SaidKind::Missing).len(), 2);
    assert!(said(&reading, SaidKind::Aborted).is_empty());
}

#[test]
fn repeats_are_means_with_their_spread() {
    let reading = sample(&FORMAT, "perf/sort.r5.text.txt");
    assert_eq!(
        short(&reading.observations),
        [
            "6: task-clock = 97.94 ms (unclear mean)",
            "6: task-clock: CPUs utilized = 0.905 ratio (derived)",
            "7: context-switches = 71 count (unclear mean)",
            "8: page-faults = 2799 count (unclear mean)",
            "10: time elapsed = 0.10821 s (mean)",
        ]
    );
    let spreads: Vec<_> = reading.observations.iter().filter_map(|o| o.spread()).collect();
    assert_eq!(spreads, [1.95, 13.68, 0.02, 7.44]);
    assert!(said(&reading, SaidKind::Setting).contains(&(4, "runs: 5")));
}

fn with(counters: &str, elapsed: &str) -> String {
    format!("\n Performance counter stats for 'x':\n\n{counters}\n\n       {elapsed} seconds time elapsed\n")
}

#[test]
fn multiplexing_processors_units_and_derived_lines_are_read() {
    let text = with(
        "S0-D0-C0           2          1,234,567      cycles:u                         #    3.210 GHz                      (83.30%)\n\
         CPU1                    <not counted>      faults                                                       (0.00%)\n\
         \x20            12.50 Joules power/energy-pkg/                                             ( +-  1.20% )  (50.00%)\n\
         \x20            2,781      branches                  /a.scope   #    1.23% of all branches\n\
         \x20                                                 #     20.0 %  tma_retiring",
        "0.138406065",
    );
    let reading = read(&FORMAT, &text, &[]).unwrap();
    assert_eq!(
        short(&reading.observations),
        [
            "4: S0-D0-C0 cycles:u = 1,234,567 count",
            "4: S0-D0-C0 cycles:u: GHz = 3.210 GHz (derived)",
            "5: CPU1 faults = !<not counted> count",
            "6: power/energy-pkg/ = 12.50 Joules",
            "7: /a.scope branches = 2,781 count",
            "7: /a.scope branches: of all branches = 1.23 percent (derived)",
            "8: branches: tma_retiring = 20.0 percent (derived)",
            "10: time elapsed = 0.138406065 s",
        ]
    );
    let of = |index: usize| {
        (reading.observations[index].value.clone().map(|n| n.value), reading.observations[index].share())
    };
    assert_eq!(of(0), (Ok(1_234_567.0), Some(0.833)));
    assert_eq!(of(2), (Err("<not counted>".to_owned()), Some(0.0)));
    assert_eq!(of(4), (Ok(2781.0), Some(1.0)));
    assert_eq!((reading.observations[3].share(), reading.observations[3].spread()), (Some(0.5), Some(1.2)));
}

#[test]
fn a_comma_that_may_be_either_is_refused_until_it_is_declared() {
    let text = with("             2,781      page-faults", "1,061");
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    let next = "(declare `decimal: comma` or `thousands: comma` for the dataset, or record again with LC_ALL=C)";
    assert_eq!(
        refused(&FORMAT, &text, &[]),
        [
            format!("f:4:14: `page-faults` is `2,781`: {comma} {next}"),
            format!("f:6:8: `time elapsed` is `1,061`: {comma} {next}"),
        ]
    );
    let german = with(
        "         1.234,56 msec task-clock      #    0,797 CPUs utilized\n             2.781      page-faults",
        "0,060982326",
    );
    let reading = read(&FORMAT, &german, &[("decimal", "comma")]).unwrap();
    let values: Vec<_> = reading.observations.iter().map(|o| o.value.as_ref().unwrap().value).collect();
    assert_eq!(values, [1234.56, 0.797, 2781.0, 0.060_982_326]);
    assert_eq!(refused(&FORMAT, &german, &[]).len(), 3);
    // Read with points before decimals, the sample of an American locale has no ambiguous number.
    let points = "what separates thousands here does not leave groups of three digits";
    let sample = include_str!("../../../../tests/fixtures/formats/perf/locale.text.txt");
    assert_eq!(
        refused(&FORMAT, sample, &[("decimal", "comma")])[0],
        format!("f:6:63: `CPUs utilized` is `0.797`: {points} {NEXT}")
    );
    assert_eq!(read(&FORMAT, sample, &[]).unwrap().observations.len(), 6);
}

#[test]
fn a_recording_that_was_cut_off_says_so_and_appended_ones_are_runs() {
    let one = with("             2781      page-faults", "0.06");
    let reading = read(&FORMAT, &one.repeat(2), &[]).unwrap();
    assert_eq!(
        short(&reading.observations),
        [
            "4: #0 page-faults = 2781 count",
            "6: #0 time elapsed = 0.06 s",
            "10: #1 page-faults = 2781 count",
            "12: #1 time elapsed = 0.06 s"
        ]
    );
    let cut = read(&FORMAT, one.split("       0.06").next().unwrap(), &[]).unwrap();
    assert_eq!(
        said(&cut, SaidKind::Aborted),
        [(2, "The output ends without `seconds time elapsed`; further counters may be cut off.")]
    );
}

#[test]
fn broken_files_are_refused_at_their_place() {
    assert_eq!(
        refused(&FORMAT, "", &[]),
        ["f:1:1: there is no `Performance counter stats for` (declare the format that the file has, or restore it)"]
    );
    assert_eq!(
        refused(&FORMAT, "7,,cycles,9,100.00,,\n", &[]),
        ["f:1:1: there is no `Performance counter stats for` (declare the format that the file has, or restore it)"]
    );
    assert_eq!(
        refused(&FORMAT, " Performance counter stats for 'x':\n\n", &[]),
        ["f:1:1: nothing was measured: the file has no counter (record again; perf prints its counters only when the \
          command has ended)"]
    );
    let line = |text: &str| refused(&FORMAT, &with(text, "0.06"), &[]);
    assert_eq!(line("sort: write failed"), [format!("f:4:1: this line is no counter of `perf stat` {NEXT}")]);
    assert_eq!(
        line("               nan      cycles"),
        [format!("f:4:1: this line is no counter of `perf stat` {NEXT}")]
    );
    assert_eq!(
        line("             1.2.3      cycles"),
        [format!("f:4:14: `cycles` is `1.2.3`: it is not a decimal {NEXT}")]
    );
    assert_eq!(
        line("             1      cycles\n             2      cycles"),
        [
            "f:5:1: `cycles` stands twice in the same recording (count each event once, and give each recording a file of its own)"
        ]
    );
    assert_eq!(
        line("             1      cycles    (183.30%)"),
        [format!("f:4:1: the running share of `cycles` is above 100 percent {NEXT}")]
    );
    assert_eq!(
        refused(
            &FORMAT,
            "#           time             counts unit events\n     1.001039080              50.01 msec task-clock\n",
            &[]
        ),
        [
            "f:1:1: these are intervals as perf prints them for people, which are not read (record intervals with `-x` or `-j`)"
        ]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "( Performance counter stats for 'x'|<not |supported>|# |seconds time elapsed| msec | cycles|\\( \\+-|%\\)|% \\)|[0-9]{1,3}|[,;µ.%()\r\n -]){0,60}"
    ) {
        let _ = read(&FORMAT, &text, &[]);
        let _ = read(&FORMAT, &text, &[("decimal", "comma")]);
    }

    #[test]
    fn spoilt_samples_never_panic(cut in 0usize..900, put in "\\PC{0,3}") {
        let mut text = include_str!("../../../../tests/fixtures/formats/perf/sort.text.txt").to_owned();
        let at = cut.min(text.len());
        text.insert_str(at, &put);
        let _ = read(&FORMAT, &text, &[]);
    }
}

use super::super::super::fixtures::{claimed, read, refused, said, sample, short};
use super::FORMAT;
use crate::ingest::reading::SaidKind;

const RESTORE: &str = "(restore the file as bpftrace wrote it)";

#[test]
fn only_its_own_samples_look_like_it_and_no_log_of_errors() {
    assert_eq!(claimed(&FORMAT), ["bpftrace/bitmap16.eic1.txt", "bpftrace/kprobe-refused.txt", "bpftrace/reads.txt"]);
}

#[test]
fn maps_become_numbers_summaries_and_histograms() {
    let reading = sample(&FORMAT, "bpftrace/bitmap16.eic1.txt");
    assert_eq!(
        short(&reading.observations),
        [
            "2: avg_ns[postgres] = 29341 ns",
            "4: max_ns = 4663529 ns",
            "21: prefetches = 3890 ",
            "22: reads = 5753 ",
            "24: stats_ns = 5753 count (count)",
            "24: stats_ns = 29341 ns (mean)",
            "24: stats_ns = 168804060 ns (sum)",
            "26: sum_ns = 168804060 ns",
        ]
    );
    let histogram = &reading.histograms[0];
    assert_eq!((histogram.line, histogram.metric.as_str(), histogram.unit.as_str()), (5, "ns", "ns"));
    let ranges: Vec<_> = histogram.buckets.iter().map(|b| (b.line, b.low, b.high, b.count)).collect();
    assert_eq!(ranges[0], (6, 512.0, 1024.0, 1658));
    assert_eq!(ranges[10], (16, 524_288.0, 1_048_576.0, 0));
    assert_eq!(ranges[13], (19, 4_194_304.0, 8_388_608.0, 1));
    assert_eq!(ranges.iter().map(|range| range.3).sum::<u64>(), 5753);
    assert_eq!(said(&reading, SaidKind::Setting), [(1, "attached probes: 4")]);
}

#[test]
fn the_same_map_again_counts_once_and_the_script_s_words_are_told() {
    let reading = sample(&FORMAT, "bpftrace/reads.txt");
    assert_eq!(
        short(&reading.observations),
        [
            "25: bytes[sort] = 874980 B",
            "26: bytes[python3] = 912121 B",
            "27: calls[python3,4] = 2 ",
            "28: calls[sort,3] = 6 ",
            "29: calls[python3,3] = 24 ",
            "30: ns[python3] = 26 count (count)",
            "30: ns[python3] = 25355 ns (mean)",
            "30: ns[python3] = 659233 ns (sum)",
            "31: ns[sort] = 6 count (count)",
            "31: ns[sort] = 87464 ns (mean)",
            "31: ns[sort] = 524784 ns (sum)",
        ]
    );
    let buckets = &reading.histograms[0].buckets;
    assert_eq!((buckets[0].low, buckets[0].high, buckets[10].high), (0.0, 10.0, f64::INFINITY));
    assert_eq!(reading.histograms[0].unit, "µs");
    let remarks = said(&reading, SaidKind::Remark);
    assert!(remarks.contains(&(27, "`@calls` is printed 3 times; this last one counts.")));
    assert!(remarks.contains(&(24, "The script printed `done, \"quoted\" größe`.")));
}

#[test]
fn an_output_of_nothing_but_errors_measured_nothing() {
    let text = include_str!("../../../../tests/fixtures/formats/bpftrace/kprobe-refused.txt");
    assert_eq!(
        refused(&FORMAT, text, &[]),
        [
            "f:7:1: nothing was measured: bpftrace says `ERROR: Error attaching probe: 'kprobe:vfs_read'` (record again, and \
          look that the script's probes can be attached)"
        ]
    );
    let reading =
        read(&FORMAT, &format!("{text}@: 1\nLost 7 events\nWARNING: Map full; can't update element.\n"), &[]).unwrap();
    assert_eq!(
        said(&reading, SaidKind::Failed),
        [(7, "bpftrace says `ERROR: Error attaching probe: 'kprobe:vfs_read'`.")]
    );
    assert_eq!(
        said(&reading, SaidKind::Damaged),
        [
            (10, "bpftrace lost 7 events; what they printed is not there."),
            (11, "A map lost values: `WARNING: Map full; can't update element.`.")
        ]
    );
    assert_eq!(short(&reading.observations), ["9: @ = 1 "]);
}

#[test]
fn stacks_words_single_values_and_negative_ranges_are_read() {
    let text = "@[\r\n    vfs_read+1\r\n    ksys_read+2\r\n, sh]: 3\r\n@name[1]: a word\r\n@lat_ms[x: ]:\r\n(..., 0)   2 |@@ |\r\n\
                [0]  1 |@ |\r\n[1, 2) 0 | |\r\n[-1] 0 | |\r\n";
    assert_eq!(
        refused(&FORMAT, text, &[]),
        [format!("f:10:1: this range does not begin where the one before it ends, or is empty {RESTORE}")]
    );
    let reading = read(&FORMAT, text.rsplit_once("[-1]").unwrap().0, &[]).unwrap();
    assert_eq!(short(&reading.observations), ["1: @[vfs_read+1;ksys_read+2,sh] = 3 "]);
    assert_eq!(said(&reading, SaidKind::Remark), [(5, "`name[1]` is `a word`, which is no number.")]);
    let histogram = &reading.histograms[0];
    assert_eq!((histogram.metric.as_str(), histogram.unit.as_str()), ("lat_ms[x: ]", "ms"));
    let ranges: Vec<_> = histogram.buckets.iter().map(|b| (b.line, b.low, b.high, b.count)).collect();
    assert_eq!(ranges, [(7, f64::NEG_INFINITY, 0.0, 2), (8, 0.0, 1.0, 1), (9, 1.0, 2.0, 0)]);
}

#[test]
fn printings_that_differ_are_refused_until_it_is_declared_what_they_are() {
    let text = "@c[a]: 1\n@c[b]: 1\n12:00:00\n@c[a]: 2\n";
    assert_eq!(
        refused(&FORMAT, text, &[]),
        ["f:4:1: `@c` is printed 2 times with other numbers, and whether it grows or is cleared is not said (declare \
          `repeated: last` if it is never cleared, `repeated: each` if it is after each printing)"]
    );
    let of = |word| short(&read(&FORMAT, text, &[("repeated", word)]).unwrap().observations);
    assert_eq!(of("last"), ["4: c[a] = 2 "]);
    assert_eq!(of("each"), ["1: #0 c[a] = 1 ", "2: #0 c[b] = 1 ", "4: #1 c[a] = 2 "]);
}

#[test]
fn broken_files_are_refused_at_their_place() {
    let nothing =
        "nothing was measured: no map is printed (record again, and look that the script's probes can be attached)";
    assert_eq!(refused(&FORMAT, "", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(refused(&FORMAT, "Attaching 4 probes...\n", &[]), [format!("f:1:1: {nothing}")]);
    assert_eq!(
        refused(&FORMAT, "{\"type\": \"map\"}\n", &[]),
        ["f:1:1: the file is JSON, not bpftrace's text (declare `bpftrace-json` if `bpftrace -f json` wrote it)"]
    );
    for (value, why) in [
        ("1,5", "it has a comma, and whether that separates decimals or thousands is not known"),
        ("nan", "it is not a number (NaN)"),
        ("-inf", "it is infinite"),
        ("1e400", "it is too large for a double"),
        ("1.2.3", "it is not a decimal"),
    ] {
        assert_eq!(
            refused(&FORMAT, &format!("@x: {value}\n"), &[]),
            [format!("f:1:5: `@x` is `{value}`: {why} {RESTORE}")]
        );
    }
    let cut = "the file ends within this entry of a map";
    assert_eq!(refused(&FORMAT, "@a: 1\n@sum_n", &[]), [format!("f:2:1: {cut} {RESTORE}")]);
    assert_eq!(refused(&FORMAT, "@a: 1\n@[\n    x\n", &[]), [format!("f:2:1: {cut} {RESTORE}")]);
    assert_eq!(
        refused(&FORMAT, "@sum_ns: 1688", &[]),
        [format!("f:1:1: the file ends without an end of this line, which may lack digits {RESTORE}")]
    );
    let range = "this is no range of a histogram with its number and bar";
    assert_eq!(refused(&FORMAT, "@a:\n[0, 1)  5 |@@", &[]), [format!("f:2:1: {range} {RESTORE}")]);
    assert_eq!(refused(&FORMAT, "@a:\n[0, 1,5)  5 |@@|\n", &[]), [format!("f:2:1: {range} {RESTORE}")]);
    assert_eq!(refused(&FORMAT, "@a:\n[0, 1Q)  -5 |@@|\n", &[]), [format!("f:2:1: {range} {RESTORE}")]);
    assert_eq!(
        refused(&FORMAT, "[0, 1)  5 |@@|\n", &[]),
        [format!("f:1:1: this range of a histogram has no map before it {RESTORE}")]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(
        text in "(@[a-z_]{0,3}|\\[|\\]: |: |count |, average |, total |\\[1K, 2K\\)|\\|@|\\|\n|ERROR: |[0-9]{1,3}|[,;µ/.%\r\n -]){0,60}"
    ) {
        let _ = read(&FORMAT, &text, &[]);
        let _ = read(&FORMAT, &text, &[("repeated", "each")]);
    }

    #[test]
    fn spoilt_samples_never_panic(at in 0usize..1700, put in "\\PC{0,3}") {
        let mut text = include_str!("../../../../tests/fixtures/formats/bpftrace/reads.txt").to_owned();
        if text.is_char_boundary(at) {
            text.insert_str(at, &put);
            let _ = read(&FORMAT, &text, &[]);
            text.truncate(at);
        }
        let _ = read(&FORMAT, &text, &[]);
    }
}

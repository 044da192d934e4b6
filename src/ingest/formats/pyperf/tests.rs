use super::super::testing::{claimed, mean, messages, read, read_text, text};
use super::*;

const SORTED: &str = "sorted, größe=1000";

#[test]
fn the_mean_of_a_process_s_values_is_its_sample() {
    let reading = read(&FORMAT, "pyperf/text.json", &[]).unwrap();
    let times: Vec<_> = reading.observations.iter().filter(|one| one.metric == "time").collect();
    assert_eq!(times.len(), 8);
    let first = times[0];
    // The first process only found out how many loops there should be.
    let whose = Whose { case: Some("json dumps".into()), run: Some(2), ..Whose::default() };
    assert_eq!((first.line, &*first.whose, first.unit.as_str()), (1, &whose, "s"));
    // The mean of 8.810167968853477e-05, 8.831119921914876e-05 and 8.855178515787543e-05.
    assert_eq!(first.value.as_ref().unwrap().text, "0.00008832155468851965");
    let runs: Vec<u32> = times.iter().take(4).filter_map(|one| one.whose.run).collect();
    assert_eq!(runs, [2, 3, 4, 5]);
    let means = [5.771795475251196e-05, 4.5770090820518305e-05, 5.396028710939286e-05, 3.788146484377345e-05];
    assert_eq!(reading.samples(SORTED, "time"), means);
    assert_eq!(reading.samples(SORTED, "mem_max_rss"), [19_161_088.0, 19_140_608.0, 19_169_280.0, 19_214_336.0]);
    let settings = reading.words(SaidKind::Setting);
    for text in ["python_version: 3.11.2 (64-bit)", "loops: 1024", "timeit_stmt: 'sorted(data)'"] {
        assert!(settings.contains(&(1, text)), "{text}");
    }
}

#[test]
fn warm_ups_are_counted_and_pyperf_s_warnings_repeated() {
    let reading = read(&FORMAT, "pyperf/text.json", &[]).unwrap();
    let remarks = reading.words(SaidKind::Remark);
    assert_eq!(
        remarks[..3],
        [
            (1, "Left out are 16 warm-ups of `json dumps`; of its 5 runs, 1 gave no value."),
            (
                1,
                "A run of `json dumps` is a process and counts with the mean of its values; pyperf's own standard \
                 deviation and median are of all 12 values of the 4 processes."
            ),
            (
                1,
                "By pyperf's rules the result of `json dumps` may be unstable: the standard deviation is 29 % of the \
                 mean."
            ),
        ]
    );
    assert_eq!(remarks[3].1, "Left out are 18 warm-ups of `sorted, größe=1000`; of its 5 runs, 1 gave no value.");
    // What pyperf printed itself.
    let printed = text("pyperf/text.stdout.txt");
    assert!(printed.contains("* the standard deviation (35.7 us) is 29% of the mean (124 us)"));
    assert!(printed.contains("* the standard deviation (9.97 us) is 20% of the mean (48.8 us)"));
    assert!(remarks[5].1.ends_with("the standard deviation is 20 % of the mean."));
    let steady = read(&FORMAT, "pyperf/command.json", &[]).unwrap();
    assert!(steady.words(SaidKind::Remark).iter().all(|(_, text)| !text.contains("unstable")));
    let far = "{\"values\": [1, 1, 1]}, {\"values\": [1, 4]}, {\"values\": [0.5]}";
    let far = read_text(&FORMAT, "p.json", &file(far), &[], &[]).unwrap();
    assert_eq!(far.samples("a", "time"), [1.0, 2.5, 0.5]);
    let said = "By pyperf's rules the result of `a` may be unstable: the standard deviation is 90 % of the mean; the \
                minimum is 65 % smaller than the mean; the maximum is 182 % greater than the mean.";
    assert_eq!(far.words(SaidKind::Remark).last().unwrap().1, said);
}

/// pyperf's way to print a time.
fn printed(centre: f64) -> String {
    let (scale, unit) = if centre < 1e-3 { (1e6, "us") } else { (1e3, "ms") };
    let decimals = match centre * scale {
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        _ => 2,
    };
    format!("{:.decimals$} {unit}", centre * scale)
}

#[test]
fn the_processes_give_the_means_that_pyperf_printed() {
    for (file, case) in [("text", "json dumps"), ("text", SORTED), ("command", "sort file")] {
        let reading = read(&FORMAT, &format!("pyperf/{file}.json"), &[]).unwrap();
        let times = reading.samples(case, "time");
        // Each process has as many values as the others, so that the mean of means is that of all.
        let begin = format!("{case}: Mean +- std dev: {} +- ", printed(mean(&times)));
        assert!(text(&format!("pyperf/{file}.stdout.txt")).lines().any(|line| line.starts_with(&begin)), "{begin}");
    }
}

#[test]
fn the_files_are_known_by_their_heads() {
    assert_eq!(claimed(&FORMAT), ["pyperf/command.json", "pyperf/text.json"]);
}

fn file(runs: &str) -> String {
    format!("{{\"benchmarks\": [\n{{\"runs\": [{runs}]}}],\n\"metadata\": {{\"name\": \"a\"}}, \"version\": \"1.0\"}}")
}

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let broken = |text: &str| messages(&FORMAT, "p.json", text, &[]);
    let next = "(restore the file as the tool wrote it)";
    let empty = "(run it again without `--worker` or `--debug-single-value`, which leave no values)";
    assert_eq!(
        broken("{\"benchmarks\": [], \"version\": \"1.0\"}"),
        [format!("p.json:1:16: the file measured nothing {empty}")]
    );
    assert_eq!(broken(&file("{\"warmups\": [[1, 2]]}")), [format!("p.json:2:1: `a` has no value {empty}")]);
    assert_eq!(
        broken(&file("{\"values\": [1, ").replace("]}],\n\"metadata\": {\"name\": \"a\"}, \"version\": \"1.0\"}", "")),
        ["p.json:2:25: this is not JSON: EOF while parsing a value (the file ends too early: restore it whole from \
             where \
          the campaign was frozen)"]
    );
    assert_eq!(
        broken(&file("{\"values\": [NaN, -1, null, \"1,5\"], \"metadata\": {\"mem_max_rss\": \"much\"}}")),
        [
            format!("p.json:2:23: value 1 of run 1 is `NaN`: it is not a number (NaN) {next}"),
            format!("p.json:2:28: value 2 of run 1 is `-1`, but no duration is negative {next}"),
            format!("p.json:2:32: value 3 of run 1 is `null`: it is empty {next}"),
            format!(
                "p.json:2:38: value 4 of run 1 is `\"1,5\"`: it has a comma, and whether that separates decimals or \
                 thousands is not known {next}"
            ),
            format!("p.json:2:74: `mem_max_rss` of run 1 is `\"much\"`: it is no number {next}"),
        ]
    );
    assert!(broken(&file("{\"values\": [1e400]}"))[0].contains("number out of range"));
    assert_eq!(
        broken(&file("{\"values\": [1]}").replace("1.0", "0.9")),
        ["p.json:3:39: `version` of pyperf's output is `0.9`, which is not known (known are `1.0`)"]
    );
    assert_eq!(
        broken(&file("{\"values\": [1]}").replace("\"name\": \"a\"", "\"unit\": \"watt\"")),
        ["p.json:3:22: the unit `\"watt\"` is not known (known are `second`, `byte`, `integer`)"]
    );
    assert_eq!(
        broken(&file("{\"values\": [1]}]},\n{\"runs\": [{\"values\": [2]}")),
        ["p.json:3:1: the benchmark `a` stands twice (take one of the two out, or give them names of their own)"]
    );
    assert!(broken("name,values\n")[0].starts_with("p.json:1:2: this is not JSON: "));
    assert!(broken("")[0].starts_with("p.json:1:1: this is not JSON: EOF"));
}

#[test]
fn other_units_and_values_of_nothing_are_read_for_what_they_are() {
    let bytes = file("{\"values\": [0, 4096]}").replace("\"name\": \"a\"", "\"unit\": \"byte\"");
    let reading = read_text(&FORMAT, "p.json", &bytes, &[], &[]).unwrap();
    let first = &reading.observations[0];
    assert_eq!((first.metric.as_str(), first.unit.as_str(), &first.whose.case), ("memory", "B", &None));
    assert!(first.value.is_ok());
    let reading = read_text(&FORMAT, "p.json", &file("{\"values\": [0, 1]}"), &[], &[]).unwrap();
    assert_eq!(reading.observations[0].value, Err("0 is no duration that was measured".to_owned()));
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..1600, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}|NaN|null",
        other in "[a-zµ,\"{}:\n0-9.]{0,80}"
    ) {
        let mut spoilt = text("pyperf/command.json");
        let from = from % spoilt.len();
        spoilt.replace_range(from..(from + length).min(spoilt.len()), &put);
        let _ = read_text(&FORMAT, "a", &spoilt, &[], &[]);
        let _ = read_text(&FORMAT, "a", &other, &[], &[]);
        let _ = read_text(&FORMAT, "a", &file(&other), &[], &[]);
    }
}

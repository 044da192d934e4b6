use super::super::testing::{claimed, mean, median, messages, read, read_text, sd, text};
use super::*;

const SORTED: &str = "sorted, größe=1000";

#[test]
fn each_value_is_a_sample_of_its_process() {
    let reading = read(&FORMAT, "pyperf/text.json", &[]).unwrap();
    let times: Vec<_> = reading.observations.iter().filter(|one| one.metric == "time").collect();
    assert_eq!(times.len(), 24);
    let first = times[0];
    // The first process only found out how many loops there should be.
    let whose = Whose { case: Some("json dumps".into()), run: Some(2), ..Whose::default() };
    assert_eq!((first.line, &first.whose, first.unit.as_str()), (1, &whose, "s"));
    assert_eq!(first.value.as_ref().unwrap().text, "8.810167968853477e-05");
    let runs: Vec<u32> = times.iter().take(12).filter_map(|one| one.whose.run).collect();
    assert_eq!(runs, [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]);
    assert_eq!(reading.samples(SORTED, "mem_max_rss"), [19_161_088.0, 19_140_608.0, 19_169_280.0, 19_214_336.0]);
    let settings = reading.words(SaidKind::Setting);
    for text in ["python_version: 3.11.2 (64-bit)", "loops: 1024", "timeit_stmt: 'sorted(data)'"] {
        assert!(settings.contains(&(1, text)), "{text}");
    }
}

#[test]
fn warm_ups_are_left_out_and_counted() {
    let reading = read(&FORMAT, "pyperf/text.json", &[]).unwrap();
    assert_eq!(
        reading.words(SaidKind::Remark),
        [
            (1, "Left out are 16 warm-ups of `json dumps`; of its 5 runs, 1 gave no value."),
            (1, "Left out are 18 warm-ups of `sorted, größe=1000`; of its 5 runs, 1 gave no value."),
        ]
    );
}

/// pyperf's way to print two times: the larger decides about unit and decimals.
fn pair(centre: f64, spread: f64) -> String {
    let (scale, unit) = if centre < 1e-3 { (1e6, "us") } else { (1e3, "ms") };
    let decimals = match centre * scale {
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        _ => 2,
    };
    format!("{:.decimals$} {unit} +- {:.decimals$} {unit}", centre * scale, spread * scale)
}

#[test]
fn the_values_give_the_means_and_deviations_that_pyperf_printed() {
    for (file, case) in [("text", "json dumps"), ("text", SORTED), ("command", "sort file")] {
        let reading = read(&FORMAT, &format!("pyperf/{file}.json"), &[]).unwrap();
        let times = reading.samples(case, "time");
        let line = format!("{case}: Mean +- std dev: {}", pair(mean(&times), sd(&times)));
        assert!(text(&format!("pyperf/{file}.stdout.txt")).lines().any(|printed| printed == line), "{line}");
        if file == "text" {
            let from = median(&times);
            let distances: Vec<f64> = times.iter().map(|time| (time - from).abs()).collect();
            let line = format!("Median +- MAD:   {}", pair(from, median(&distances)));
            assert!(text("pyperf/text.stats.txt").lines().any(|printed| printed == line), "{line}");
        }
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

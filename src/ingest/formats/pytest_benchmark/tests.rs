use super::super::testing::{claimed, close, mean, median, messages, read, read_text, sd, text};
use super::*;
use crate::ingest::reading::Statistic;

const FOLDER: &str = "pytest-benchmark";
const FIRST: &str = "pytest-benchmark/0001_first.json";
const DATA: &str = "pytest-benchmark/with-data.json";
const SORTED: &str = "test_text.py::test_sorted[10]";

#[test]
fn each_round_is_a_sample_on_its_line() {
    let reading = read(&FORMAT, DATA, &[]).unwrap();
    let first = &reading.observations[0];
    assert_eq!((first.line, first.metric.as_str(), first.unit.as_str()), (224, "time", "s"));
    assert_eq!(first.value.as_ref().unwrap().text, "9.488799969403772e-05");
    assert_eq!(*first.whose, Whose::case("test_text.py::test_dumps"));
    assert_eq!(reading.samples(SORTED, "time").len(), 1991);
    let given: Vec<_> =
        reading.observations.iter().filter(|one| *one.whose == Whose::case(SORTED)).skip(1991).collect();
    let names: Vec<_> = given.iter().map(|one| one.statistic.clone()).collect();
    assert_eq!(names, ["mean", "median", "sd", "min", "max"].map(|name| Statistic::Given(name.to_owned())));
    // A test that failed after it was measured stands there like another.
    assert_eq!(reading.samples("test_text.py::test_wrong", "time").len(), 2000);
    let remark = reading.words(SaidKind::Remark);
    assert_eq!(remark.len(), 1);
    assert!(
        remark[0].1.starts_with("The file does not tell a test that failed after it was measured from one that passed")
    );
}

#[test]
fn without_the_rounds_there_are_the_tool_s_summaries() {
    let reading = read(&FORMAT, FIRST, &[]).unwrap();
    assert!(reading.observations.iter().all(|one| one.statistic != Statistic::Sample));
    let rounds = reading.given(SORTED, "time", "count");
    assert_eq!((rounds.line, rounds.unit.as_str()), (249, "count"));
    assert_eq!(rounds.value.as_ref().unwrap().text, "30067");
    assert_eq!(reading.summary(SORTED, "time", "q1"), 2.408_000_000_286_847_6e-7);
    assert_eq!(reading.summary(SORTED, "time", "sum"), 0.007_627_342_599_153_103);
    assert_eq!(reading.observations.len(), 4 * 12);
    let settings = reading.words(SaidKind::Setting);
    for said in [
        (17, "machine_info.system: Linux"),
        (180, "commit_info.id: d0522d3950769cd26b62ba9d96c54710dc7223d1"),
        (353, "version: 5.3.1"),
    ] {
        assert!(settings.iter().any(|found| found.1 == said.1), "{said:?}");
    }
    let of_case = |case: &str| -> Vec<&str> {
        let said = reading.said.iter().filter(|said| said.case.as_deref() == Some(case));
        said.map(|said| said.text.as_str()).collect()
    };
    assert_eq!(of_case(SORTED)[..2], ["group: sort/größe", "params.n: 10"]);
    assert_eq!(of_case(SORTED).last(), Some(&"iterations: 20"));
    let pedantic = of_case("test_text.py::test_pedantic");
    assert_eq!(pedantic[1..3], ["extra_info.rows: 200", "extra_info.note: quoted \"text\", and comma"]);
}

/// Minimum, maximum, mean, standard deviation and median of the tables on a console, by test, as printed.
fn printed(text: &str) -> Vec<(String, f64, Vec<String>)> {
    let mut rows = Vec::new();
    let mut scale = 0.0;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Name (time in ") {
            scale = if rest.starts_with("ns") { 1e9 } else { 1e6 };
        } else if line.starts_with("test_") && !line.contains(".py") && line.contains("  ") {
            let plain = line.replace(" (0001_first)", "");
            let mut words = plain.split_whitespace().filter(|word| !word.starts_with('('));
            let name = words.next().unwrap().to_owned();
            let numbers = words.take(5).map(|word| word.replace(',', "")).collect();
            rows.push((name, scale, numbers));
        }
    }
    rows
}

#[test]
fn the_rounds_give_what_the_tool_printed() {
    let reading = read(&FORMAT, DATA, &[]).unwrap();
    let rows = printed(&text("pytest-benchmark/with-data.stdout.txt"));
    assert_eq!(rows.len(), 5);
    for (name, scale, numbers) in rows {
        let case = format!("test_text.py::{name}");
        let times = reading.samples(&case, "time");
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        let own = [least, most, mean(&times), sd(&times), median(&times)];
        assert_eq!(own.map(|value| format!("{:.4}", value * scale)).to_vec(), numbers, "{case}");
        for (statistic, value) in ["min", "max", "mean", "sd", "median"].iter().zip(own) {
            let given = reading.summary(&case, "time", statistic);
            assert!(close(given, value) || (given - value).abs() < 1e-9 * value, "{case} {statistic}");
        }
    }
}

#[test]
fn the_summaries_are_those_of_the_comparison() {
    let reading = read(&FORMAT, FIRST, &[]).unwrap();
    let rows = printed(&text("pytest-benchmark/compare.stdout.txt").replace("(0002_d0522d3)", "(0002_d0522d3) .py"));
    assert_eq!(rows.len(), 4);
    for (name, scale, numbers) in rows {
        let case = format!("test_text.py::{name}");
        let own = ["min", "max", "mean", "sd", "median"].map(|statistic| reading.summary(&case, "time", statistic));
        assert_eq!(own.map(|value| format!("{:.4}", value * scale)).to_vec(), numbers, "{case}");
    }
}

#[test]
fn the_files_are_known_by_their_heads() {
    let second = "0002_d0522d3950769cd26b62ba9d96c54710dc7223d1_20261130_190122.json";
    assert_eq!(claimed(&FORMAT), [FIRST.to_owned(), format!("{FOLDER}/{second}"), DATA.to_owned()]);
}

const STATS: &str = "\"mean\": 1, \"median\": 1, \"stddev\": 0, \"min\": 1, \"max\": 1";

fn file(stats: &str) -> String {
    format!("{{\"machine_info\": {{}}, \"benchmarks\": [\n{{\"fullname\": \"t\", \"stats\": {{{stats}}}}}]}}")
}

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let broken = |text: &str| messages(&FORMAT, "p.json", text, &[]);
    let next = "(restore the file as the tool wrote it)";
    assert_eq!(
        broken("{\"benchmarks\": []}"),
        ["p.json:1:16: the file measured nothing (see what pytest printed: no benchmark may have been collected, \
             or each may \
          have raised)"]
    );
    assert_eq!(
        broken(&file(STATS).replace("}}]}", "")),
        ["p.json:2:83: this is not JSON: EOF while parsing an object (the file ends too early: restore it whole \
             from where \
          the campaign was frozen)"]
    );
    assert_eq!(
        broken(&file(&format!("\"data\": [1, NaN, Infinity, -1, null, \"1,5\"], {STATS}"))),
        [
            format!("p.json:2:41: time 2 of `t` is `NaN`: it is not a number (NaN) {next}"),
            format!("p.json:2:46: time 3 of `t` is `Infinity`: it is infinite {next}"),
            format!("p.json:2:56: time 4 of `t` is `-1`, but no duration is negative {next}"),
            format!("p.json:2:60: time 5 of `t` is `null`: it is empty {next}"),
            format!(
                "p.json:2:66: time 6 of `t` is `\"1,5\"`: it has a comma, and whether that separates decimals or \
                 thousands \
                 is not known {next}"
            ),
        ]
    );
    assert_eq!(
        broken(&file(&format!("\"data\": [1,5], \"rounds\": 1, {STATS}"))),
        [format!("p.json:2:37: `t` has 1 rounds, but 2 times {next}")]
    );
    assert!(broken(&file("\"mean\": 1e400"))[0].contains("number out of range"));
    assert_eq!(
        broken(&file(&STATS.replace("\"mean\": 1, ", ""))),
        [format!("p.json:2:28: `stats` of `t` has no `mean` {next}")]
    );
    assert_eq!(
        broken(&file(&STATS.replace("\"mean\": 1", "\"mean\": [1]"))),
        [format!("p.json:2:37: `mean` of `t` is `[1]`: it is no number {next}")]
    );
    let twice = format!("{{\"fullname\": \"t\", \"stats\": {{{STATS}}}}},\n{{\"fullname\": \"t\"}}]");
    assert_eq!(
        broken(&format!("{{\"benchmarks\": [{twice}}}")),
        ["p.json:2:14: the test `t` stands twice (take one of the two out, or give them names of their own)"]
    );
    assert!(broken(&text("pytest-benchmark/compare.csv"))[0].starts_with("p.json:1:2: this is not JSON: "));
    assert!(broken("")[0].starts_with("p.json:1:1: this is not JSON: EOF"));
}

#[test]
fn summaries_that_are_none_and_rounds_of_nothing_have_their_reason() {
    let stats = format!("\"data\": [0.0, 2e-3], \"skew\": 2, {}", STATS.replace("\"stddev\": 0", "\"stddev\": NaN"));
    let reading = read_text(&FORMAT, "p.json", &file(&stats), &[], &[]).unwrap();
    assert_eq!(reading.observations[0].value, Err("0.0 is no duration that was measured".to_owned()));
    assert_eq!(reading.samples("t", "time"), [0.002]);
    let why = "the tool gives `NaN`: it is not a number (NaN)";
    assert_eq!(reading.given("t", "time", "sd").value, Err(why.to_owned()));
    assert_eq!(reading.words(SaidKind::Remark)[1], (2, "`skew` is not read: 2."));
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..10_000, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}|NaN|null",
        other in "[a-zµ,\"{}:\n0-9.]{0,80}"
    ) {
        let mut spoilt = text(FIRST);
        let from = from % spoilt.len();
        spoilt.replace_range(from..(from + length).min(spoilt.len()), &put);
        let _ = read_text(&FORMAT, "a", &spoilt, &[], &[]);
        let _ = read_text(&FORMAT, "a", &other, &[], &[]);
        let _ = read_text(&FORMAT, "a", &file(&other), &[], &[]);
    }
}

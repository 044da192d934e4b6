use super::super::testing::{claimed, close, median, quantile, read, read_text, text};
use super::*;
use crate::ingest::reading::Statistic;

const BEFORE: &str = "asv/results/bench-host/d012e1b1-existing-py_usr_bin_python3.json";
const AFTER: &str = "asv/results/bench-host/d4928692-existing-py_usr_bin_python3.json";
const SORTED: &str = "text.Sorting.time_sorted(1000, 'desc')";

#[test]
fn each_combination_is_a_case_with_its_samples() {
    let reading = read(&FORMAT, BEFORE, &[]).unwrap();
    let samples = reading.samples(SORTED, "time");
    assert_eq!(samples[0], 7.950_000_053_824_624e-6);
    assert_eq!(samples.len(), 6);
    let given = reading.given(SORTED, "time", "median");
    assert_eq!((given.line, given.unit.as_str(), &*given.whose), (1, "s", &Whose::case(SORTED)));
    assert_eq!(given.value.as_ref().unwrap().text, "7.727499905740842e-06");
    assert_eq!(reading.summary(SORTED, "time", "ci_99_a"), 7.573e-6);
    let repeat = reading.given(SORTED, "time", "count");
    assert_eq!((repeat.unit.as_str(), repeat.value.as_ref().unwrap().text.as_str()), ("count", "6"));
    assert_eq!(reading.samples("text.Sorting.mem_copy(10, 'asc')", "memory"), [136.0]);
    let peak = reading.observations.iter().find(|one| one.metric == "peakmemory").unwrap();
    assert_eq!((peak.unit.as_str(), peak.value.as_ref().unwrap().value), ("B", 39_763_968.0));
    let answer = reading.observations.iter().find(|one| one.metric == "track").unwrap();
    assert_eq!((answer.unit.as_str(), &answer.statistic), ("answers", &Statistic::Sample));
    let settings = reading.words(SaidKind::Setting);
    for text in ["commit_hash: d012e1b138b66f392237346d59f4665695b14a3e", "params.num_cpu: 2", "date: 1796065383000"] {
        assert!(settings.contains(&(1, text)), "{text}");
    }
}

#[test]
fn failures_and_skips_have_a_reason_and_no_number() {
    let reading = read(&FORMAT, BEFORE, &[]).unwrap();
    let without: Vec<_> = reading
        .observations
        .iter()
        .filter_map(|one| Some((one.whose.case.clone()?, one.value.clone().err()?)))
        .collect();
    let pair = |case: &str, why: &str| (case.into(), why.to_owned());
    assert_eq!(
        without,
        [
            pair("text.Sorting.mem_copy(10, 'desc')", SKIPPED),
            pair("text.Sorting.time_sorted(10, 'desc')", SKIPPED),
            pair("text.time_fails", FAILED),
        ]
    );
    assert_eq!(
        reading.words(SaidKind::Skipped),
        [
            (1, "`text.Sorting.mem_copy(10, 'desc')` was skipped."),
            (1, "`text.Sorting.time_sorted(10, 'desc')` was skipped.")
        ]
    );
    let failed = "`text.time_fails` failed, with all of its combinations of parameters.";
    assert_eq!(reading.words(SaidKind::Failed), [(1, failed)]);
}

/// asv's way to print a time: three digits, half of the spread between the quartiles to one.
fn printed(centre: f64, half: f64) -> String {
    let (scale, unit) = if centre < 1e-6 { (1e9, "ns") } else { (1e6, "μs") };
    let digits = |value: f64, count: i32| {
        let decimals = (count - 1 - value.log10().floor() as i32).max(0) as usize;
        let step = 10f64.powi(value.log10().floor() as i32 + 1 - count).max(1e-9);
        format!("{:.decimals$}", (value / step).round() * step)
    };
    format!("{}±{}{unit}", digits(centre * scale, 3), digits(half * scale, 1))
}

#[test]
fn the_samples_give_the_medians_and_spreads_that_asv_printed() {
    let table = text("asv/compare.txt");
    let mut compared = 0;
    for (path, column) in [(BEFORE, 2), (AFTER, 3)] {
        let reading = read(&FORMAT, path, &[]).unwrap();
        for line in table.lines().filter(|line| line.contains('±')) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let case = cells[5];
            let samples = reading.samples(case, "time");
            let half = (quantile(&samples, 0.75) - quantile(&samples, 0.25)) / 2.0;
            assert_eq!(printed(median(&samples), half), cells[column], "{case}");
            assert!(close(reading.summary(case, "time", "median"), median(&samples)));
            assert!((reading.summary(case, "time", "q_25") / quantile(&samples, 0.25) - 1.0).abs() < 1e-4);
            compared += 1;
        }
    }
    assert_eq!(compared, 6);
}

#[test]
fn only_results_are_claimed() {
    assert_eq!(claimed(&FORMAT), [BEFORE, AFTER]);
}

const ABOUT: &str = "{\"t\": {\"type\": \"time\", \"unit\": \"seconds\", \"version\": \"v\"}, \"version\": 2}";

fn file(columns: &str, results: &str) -> String {
    format!("{{\"commit_hash\": \"c\", \"version\": 2, \"result_columns\": [{columns}],\n\"results\": {{{results}}}}}")
}

fn broken(text: &str) -> Vec<String> {
    let others = [("../benchmarks.json", ABOUT)];
    read_text(&FORMAT, "c.json", text, &[], &others).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let next = "(restore the file as the tool wrote it)";
    let all = "\"result\", \"params\", \"samples\"";
    assert_eq!(
        broken(&file(all, "")),
        ["c.json:2:12: the file measured nothing (see what asv printed: no benchmark may have matched)"]
    );
    assert_eq!(
        broken(&file(all, "\"t\": [[1, NaN").replace("}}", "")),
        ["c.json:2:25: this is not JSON: EOF while parsing a list (the file ends too early: restore it whole from \
             where the \
          campaign was frozen)"]
    );
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    assert_eq!(
        broken(&file(
            all,
            "\"t\": [[-1, Infinity, \"1,5\", 1], [[\"a\", \"b\", \"c\", \"d\"]], [null, null, null, [NaN, -2]]]"
        )),
        [
            format!("c.json:2:20: the result of `t(a)` is `-1`, but no duration is negative {next}"),
            format!("c.json:2:24: the result of `t(b)` is `Infinity`: it is infinite {next}"),
            format!("c.json:2:34: the result of `t(c)` is `\"1,5\"`: {comma} {next}"),
            format!("c.json:2:89: sample 1 of `t(d)` is `NaN`: it is not a number (NaN) {next}"),
            format!("c.json:2:94: sample 2 of `t(d)` is `-2`, but no duration is negative {next}"),
        ]
    );
    let wrong = |results: &str| broken(&file(all, results));
    let told = |at: &str, why: &str| vec![format!("c.json:2:{at}: the results of `t` can't be read: {why} {next}")];
    assert_eq!(wrong("\"t\": [[1, 5]]"), told("19", "it has 2 results for 1 combinations of parameters"));
    assert_eq!(wrong("\"t\": 1"), told("18", "a list by `result_columns` is expected"));
    assert_eq!(wrong("\"t\": [1]"), told("19", "a list of numbers is expected"));
    assert_eq!(wrong("\"t\": [[1], 2]"), told("24", "its parameters are no list"));
    assert_eq!(wrong("\"t\": [[1], [2]]"), told("25", "a parameter is no list of values"));
    assert_eq!(wrong("\"t\": [[1], [], [2]]"), told("29", "a list of samples is expected"));
    assert_eq!(wrong("\"t\": [[1], [], [], []]"), told("18", "it has more columns than `result_columns`"));
    assert_eq!(
        wrong("\"t\": [[1]], \"t\": [[2]]"),
        ["c.json:2:25: the key `t` stands twice in the same object (keep the one that is meant; readers differ in \
             which of \
          the two they take)"]
    );
    assert!(wrong("\"t\": [[1e400]]")[0].contains("number out of range"));
    assert_eq!(
        broken(&file(all, "").replace("\"version\": 2", "\"version\": 1")),
        ["c.json:1:33: the version of the results is 1, but 2 is the one that is read (run `asv update`, which \
             rewrites them)"]
    );
    assert!(broken("benchmark,result\n")[0].starts_with("c.json:1:1: this is not JSON: "));
    assert!(broken("")[0].starts_with("c.json:1:1: this is not JSON: EOF"));
    let alone = read_text(&FORMAT, "c.json", &file(all, "\"t\": [[1]]"), &[], &[]).unwrap_err();
    assert_eq!(
        alone[0].to_string(),
        "c.json:1:1: `../benchmarks.json`, which has the units of the benchmarks, is not there (keep asv's folder of \
         results \
         whole, with `benchmarks.json` at its top)"
    );
}

fn fine(columns: &str, results: &str) -> Reading {
    read_text(&FORMAT, "c.json", &file(columns, results), &[], &[("../benchmarks.json", ABOUT)]).unwrap()
}

#[test]
fn without_samples_a_timing_is_a_summary() {
    let reading = fine(
        "\"result\", \"params\", \"version\", \"stats_ci_99_a\"",
        "\"t\": [[0.5, 0, null], [[\"1\", \"2\", \"3\"]], \"w\", [-Infinity]], \"x\": [[7], [], \"w\"]",
    );
    let found: Vec<_> =
        reading.observations.iter().map(|one| (one.whose.case.as_deref().unwrap(), &one.statistic)).collect();
    let (median, low) = (Statistic::Given("median".to_owned()), Statistic::Given("ci_99_a".to_owned()));
    let failed = Statistic::Sample;
    assert_eq!(
        found,
        [("t(1)", &median), ("t(1)", &low), ("t(2)", &median), ("t(3)", &failed), ("x", &Statistic::Sample)]
    );
    assert_eq!(reading.observations[1].value, Err("asv gives `-Infinity`: it is infinite".to_owned()));
    assert_eq!(reading.observations[2].value, Err("0 is no duration that was measured".to_owned()));
    assert_eq!(reading.observations[3].value, Err(FAILED.to_owned()));
    assert_eq!((reading.observations[4].metric.as_str(), reading.observations[4].unit.as_str()), ("result", ""));
    assert_eq!(
        reading.words(SaidKind::Remark),
        [
            (2, "`t` was measured in another version than the one in `benchmarks.json`; asv passes it over."),
            (2, "`x` is not in `benchmarks.json`, so its unit is not known."),
        ]
    );
    assert_eq!(reading.words(SaidKind::Failed), [(2, "`t(3)` failed.")]);
}

#[test]
fn a_benchmark_that_failed_as_a_whole_is_bounded() {
    let reading = fine("\"result\", \"params\"", "\"t\": [null, [[\"1\", \"2\"], [\"x\", \"y\"]]]");
    let cases: Vec<_> = reading.observations.iter().filter_map(|one| one.whose.case.as_deref()).collect();
    assert_eq!(cases, ["t(1, x)", "t(1, y)", "t(2, x)", "t(2, y)"]);
    let ten = format!("[{}]", ["1"; 10].join(","));
    let reading = fine("\"result\", \"params\"", &format!("\"t\": [null, [{}]]", vec![ten; 9].join(",")));
    let cases: Vec<_> = reading.observations.iter().filter_map(|one| one.whose.case.as_deref()).collect();
    assert_eq!(cases, ["t"]);
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..2100, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}|NaN|null",
        other in "[a-zµ,\"{}:\n0-9.]{0,80}"
    ) {
        let mut spoilt = text(BEFORE);
        let from = from % spoilt.len();
        spoilt.replace_range(from..(from + length).min(spoilt.len()), &put);
        let about = text("asv/results/benchmarks.json");
        let mut bad = about.clone();
        bad.replace_range(from..(from + length).min(bad.len()), &put);
        let whole = text(BEFORE);
        for (text, about) in [(&spoilt, &about), (&whole, &bad), (&other, &about), (&whole, &other)] {
            let _ = read_text(&FORMAT, "a", text, &[], &[("../benchmarks.json", about)]);
        }
    }
}

use super::super::testing::{claimed, close, mean, median, read, read_text, sd, text};
use super::*;
use crate::ingest::reading::Statistic;

const FOLDER: &str = "criterion/target/criterion";
const SMALL: &str = "words/größe/split/100";

fn of(folder: &str) -> Reading {
    read(&FORMAT, &format!("{FOLDER}/{folder}/sample.json"), &[]).unwrap()
}

#[test]
fn each_sample_is_a_time_an_iteration() {
    let reading = of("words_größe/split/100/new");
    let first = &reading.observations[0];
    assert_eq!((first.line, first.metric.as_str(), first.unit.as_str()), (1, "time", "ns"));
    assert_eq!(*first.whose, Whose::case(SMALL));
    // 7027935 / 23044
    assert_eq!(first.value.as_ref().unwrap().text, "304.9789533067176");
    assert_eq!(reading.samples(SMALL, "time").len(), 20);
    let said: Vec<_> = reading.said.iter().map(|said| (said.line, said.kind, said.text.as_str())).collect();
    let expected = ["throughput: 108 Bytes an iteration", "sampling_mode: Linear"];
    assert_eq!(said, expected.map(|text| (1, SaidKind::Setting, text)));
    assert_eq!(of("fib 15/new").samples("fib 15", "time")[19], 144_370_853.0 / 37_220.0);
}

#[test]
fn the_samples_give_the_estimates_and_what_the_bencher_format_printed() {
    let printed = text("criterion/bencher-format.stdout.txt");
    for (folder, case) in
        [("fib 15", "fib 15"), ("words_größe/split/100", SMALL), ("words_größe/split/10000", "words/größe/split/10000")]
    {
        let reading = of(&format!("{folder}/new"));
        let samples = reading.samples(case, "time");
        assert!(close(reading.summary(case, "time", "mean"), mean(&samples)));
        assert!(close(reading.summary(case, "time", "median"), median(&samples)));
        assert!(close(reading.summary(case, "time", "sd"), sd(&samples)));
        let from = median(&samples);
        let distances: Vec<f64> = samples.iter().map(|sample| (sample - from).abs()).collect();
        // Criterion scales it to the standard deviation of a normal.
        let scaled = median(&distances) * 1.4826;
        assert!((reading.summary(case, "time", "mad") / scaled - 1.0).abs() < 1e-4);
        assert!(reading.summary(case, "time", "slope") > 0.0);
        // The bencher format cuts the median and the standard deviation to whole nanoseconds.
        let (centre, spread) = (median(&samples).floor(), sd(&samples).floor());
        let line = format!("test {case} ... bench: {centre:>11} ns/iter (+/- {spread})");
        assert!(printed.contains(&line), "{line}");
    }
}

#[test]
fn a_declared_baseline_is_the_arm() {
    let path = format!("{FOLDER}/fib 15/base/sample.json");
    let reading = read(&FORMAT, &path, &[("baseline", "arm")]).unwrap();
    assert_eq!(reading.observations[0].whose.arm.as_deref(), Some("base"));
    let told = read(&FORMAT, &path, &[("baseline", "x")]).unwrap_err();
    let expected = "sample.json:1:1: `baseline` is declared as `x`, but it can only be `arm` (correct what the \
     dataset declares \
                    of its format)";
    assert!(told[0].to_string().ends_with(expected), "{}", told[0]);
}

#[test]
fn only_samples_of_new_are_claimed() {
    let folders = ["fib 15", "words_größe/split/100", "words_größe/split/10000"];
    assert_eq!(claimed(&FORMAT), folders.map(|folder| format!("{FOLDER}/{folder}/new/sample.json")));
}

const ABOUT: &str = "{\"full_id\":\"a\"}";

fn with(text: &str, others: &[(&str, &str)]) -> Vec<String> {
    let path = "new/sample.json";
    read_text(&FORMAT, path, text, &[], others).unwrap_err().iter().map(ToString::to_string).collect()
}

fn broken(iters: &str, times: &str) -> Vec<String> {
    let text = format!("{{\"sampling_mode\":\"Flat\",\"iters\":[{iters}],\"times\":[{times}]}}");
    with(&text, &[("benchmark.json", ABOUT)])
}

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let next = "(restore the file as the tool wrote it)";
    assert_eq!(broken("", ""), [format!("new/sample.json:1:44: the file measured nothing {next}")]);
    assert_eq!(
        broken("1,0,1.5,2", "-1,2,3,null"),
        [
            format!("new/sample.json:1:54: number 1 of `times` is `-1`, but no duration is negative {next}"),
            format!("new/sample.json:1:36: number 2 of `iters` is `0`, but a sample has one iteration or more {next}"),
            format!(
                "new/sample.json:1:38: number 3 of `iters` is `1.5`, but a sample has one iteration or more {next}"
            ),
            format!("new/sample.json:1:61: number 4 of `times` is `null`: it is empty {next}"),
        ]
    );
    assert_eq!(
        broken("1,2", "1,5,2,5"),
        [format!("new/sample.json:1:47: there are 4 times for 2 counts of iterations {next}")]
    );
    assert_eq!(
        broken("1", "NaN"),
        ["new/sample.json:1:46: this is not JSON: expected value (correct the JSON there, or restore the file from \
             where \
          the campaign was frozen)"]
    );
    assert!(broken("1", "1e400")[0].contains("number out of range"));
    assert_eq!(
        with("{\"sampling_mode\":\"Flat\",\"iters\":[1", &[]),
        ["new/sample.json:1:34: this is not JSON: EOF while parsing a list (the file ends too early: restore it \
             whole from \
          where the campaign was frozen)"]
    );
    assert!(with("", &[])[0].starts_with("new/sample.json:1:1: this is not JSON: EOF while parsing a value"));
    assert_eq!(
        with("{\"sampling_mode\":\"Auto\",\"iters\":[],\"iters\":[1]}", &[]).len(),
        1,
        "a duplicate key is told before the rest is read"
    );
    assert_eq!(
        with("{\"sampling_mode\":\"Auto\",\"iters\":[1]}", &[]),
        [
            "new/sample.json:1:18: `sampling_mode` of criterion's sample is `Auto`, which is not known (known are \
             `Linear`, \
             `Flat`)"
                .to_owned(),
            format!("new/sample.json:1:1: criterion's sample has no `times` {next}"),
        ]
    );
}

#[test]
fn the_files_beside_it_are_those_of_its_run() {
    let sample = "{\"sampling_mode\":\"Flat\",\"iters\":[2,2],\"times\":[6,0]}";
    assert_eq!(
        with(sample, &[]),
        ["new/sample.json:1:1: `benchmark.json`, which names the benchmark, is not beside it (keep the three files \
             of \
          criterion's folder together)"]
    );
    let estimates = "{\"mean\":{\"point_estimate\":1.5},\n\"slope\":null,\"median\":{\"point_estimate\":1.5}}";
    let other = estimates.replacen("1.5", "1.75", 1);
    assert_eq!(
        with(sample, &[("benchmark.json", ABOUT), ("estimates.json", &other)]),
        ["estimates.json:1:27: the estimate of `mean` is `1.75`, but the samples give 1.5 (restore `sample.json` and \
          `estimates.json` of the same run)"]
    );
    let raw = "group,unit\na,cycles\n";
    let others = [("benchmark.json", ABOUT), ("estimates.json", estimates), ("raw.csv", raw)];
    let reading = read_text(&FORMAT, "new/sample.json", sample, &[], &others).unwrap();
    let found: Vec<_> = reading.observations.iter().map(|one| (one.statistic.clone(), one.value.clone())).collect();
    let given = |name: &str| Statistic::Given(name.to_owned());
    let number = |text: &str, value| Ok(Number { text: text.into(), value });
    assert_eq!(
        found,
        [
            (Statistic::Sample, number("3", 3.0)),
            (Statistic::Sample, Err("0 is no time of iterations".to_owned())),
            (given("mean"), number("1.5", 1.5)),
            (given("median"), number("1.5", 1.5)),
        ]
    );
    assert!(reading.observations.iter().all(|observation| observation.unit == "cycles"));
    let reading = read_text(&FORMAT, "new/sample.json", sample, &[], &others[..1]).unwrap();
    let said = "`estimates.json` is not beside it, so criterion's own estimates are not there to compare with.";
    assert_eq!(reading.words(SaidKind::Missing), [(1, said)]);
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..500, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}",
        other in "[a-zµ,\"{}:\n0-9.]{0,80}"
    ) {
        let folder = format!("{FOLDER}/fib 15/new");
        let spoil = |name: &str| {
            let mut spoilt = text(&format!("{folder}/{name}"));
            let from = from.min(spoilt.len());
            spoilt.replace_range(from..(from + length).min(spoilt.len()), &put);
            spoilt
        };
        let (sample, about) = (text(&format!("{folder}/sample.json")), text(&format!("{folder}/benchmark.json")));
        let _ = read_text(&FORMAT, "a", &spoil("sample.json"), &[], &[("benchmark.json", &about)]);
        let others = [("benchmark.json", spoil("benchmark.json")), ("estimates.json", spoil("estimates.json"))];
        let others: Vec<(&str, &str)> = others.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let _ = read_text(&FORMAT, "a", &sample, &[], &others);
        let _ = read_text(&FORMAT, "a", &other, &[("baseline", "arm")], &[("raw.csv", &other)]);
    }
}

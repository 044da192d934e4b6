use super::super::testing::{claimed, close, mean, median, messages, read, read_text, sd, text};
use super::{csv, json};
use crate::ingest::reading::{Observation, Reading, SaidKind, Statistic, Whose};

const FOLDER: &str = "google-benchmark";
const DEBUG: &str = "The benchmark library was built for debugging, which its own warning says may affect the timings.";

fn of(file: &str) -> Reading {
    let format = if file.ends_with(".json") { &json::FORMAT } else { &csv::FORMAT };
    read(format, &format!("{FOLDER}/{file}"), &[]).unwrap()
}

/// Line, case, metric, unit, and the printed number or the reason why there is none.
fn shown(observation: &Observation) -> (u32, &str, &str, &str, Result<&str, &str>) {
    let value = observation.value.as_ref().map(|number| number.text.as_str()).map_err(String::as_str);
    (observation.line, observation.whose.case.as_deref().unwrap(), &observation.metric, &observation.unit, value)
}

#[test]
fn each_run_is_a_sample_of_its_times_and_counters() {
    let reading = of("plain.json");
    let all: Vec<_> = reading.observations.iter().map(shown).collect();
    assert_eq!(all[0], (49, "BM_StringCreate", "real_time", "ns", Ok("2.9139011601469026e+01")));
    assert_eq!(all[3], (64, "BM_Sort/64", "cpu_time", "µs", Ok("1.3542653366065788e-01")));
    assert_eq!(all[4], (66, "BM_Sort/64", "bytes_per_second", "B/s", Ok("1.8903238019919090e+09")));
    let case = "BM_Counters/größe:1";
    assert_eq!(reading.samples(case, "hit rate, %"), [99.5]);
    assert_eq!(reading.samples(case, "per_s"), [1.269_792_534_434_444e9]);
    assert!(reading.samples("BM_Sleep/manual_time", "real_time")[0] < 2.07);
    let settings = reading.words(SaidKind::Setting);
    for said in [
        (5, "executable: ./gb"),
        (35, "load_avg: 3.97607, 5.38916, 5.31934"),
        (160, "label: label with \"quotes\", and comma"),
        (200, "threads: 2"),
    ] {
        assert!(settings.contains(&said), "{said:?} in {settings:?}");
    }
    assert_eq!(reading.words(SaidKind::Remark), [(36, DEBUG)]);
}

#[test]
fn a_benchmark_that_failed_has_a_reason_and_no_zero() {
    for (file, line, said) in [("plain.json", 174, 171), ("no-counters.csv", 9, 9)] {
        let reading = of(file);
        let failed: Vec<_> = reading.observations.iter().filter(|one| *one.whose == Whose::case("BM_Error")).collect();
        assert_eq!(failed.len(), 2);
        let why = "the benchmark failed: `device not found, sorry`";
        assert_eq!((failed[0].line, failed[0].value.clone()), (line, Err(why.to_owned())));
        assert_eq!(reading.words(SaidKind::Failed), [(said, "`BM_Error` failed: `device not found, sorry`.")]);
    }
}

#[test]
fn the_samples_give_the_aggregates_that_the_tool_printed() {
    let mut compared = 0;
    for file in ["repetitions.json", "interleaved.json", "counters.csv"] {
        let reading = of(file);
        let summaries = reading.observations.iter().filter_map(|one| match &one.statistic {
            Statistic::Given(name) => Some((one, name.as_str())),
            Statistic::Sample => None,
        });
        for (one, name) in summaries {
            let case = one.whose.case.as_deref().unwrap();
            let samples = reading.samples(case, &one.metric);
            let own = match name {
                "mean" => mean(&samples),
                "median" => median(&samples),
                "sd" => sd(&samples),
                "cv" => sd(&samples) / mean(&samples),
                _ => continue,
            };
            let Ok(given) = &one.value else {
                assert_eq!((file, name), ("counters.csv", "cv"));
                continue;
            };
            // The tables have six digits of samples and summaries alike; a difference of close values has fewer.
            let near = (own - given.value).abs() < 1e-5 * mean(&samples).max(1.0);
            let exact = close(own, given.value) || (own - given.value).abs() <= 1e-9 * own.abs();
            assert!(if file.ends_with("csv") { near } else { exact }, "{case} {name}: {own} {given:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 24 + 32 + 18);
}

#[test]
fn parts_of_the_mean_and_fits_have_units_of_their_own() {
    let reading = of("repetitions.json");
    let part = reading.given("BM_StringCreate", "real_time", "cv");
    assert_eq!(shown(part).3, "ratio");
    let coefficient = "BigO coefficient (NlgN)";
    let fit = reading.given("BM_Sort", coefficient, "real_time");
    assert_eq!((shown(fit).3, shown(fit).4), ("ns/NlgN", Ok("3.6400793212850391e-01")));
    assert_eq!(shown(reading.given("BM_Sort", "RMS", "cpu_time")).4, Ok("1.0414397165949649e-02"));
    let table = of("no-counters.csv");
    let fit = table.given("BM_Sort", coefficient, "real_time");
    assert_eq!(shown(fit), (7, "BM_Sort", coefficient, "", Ok("0.488306")));
    assert_eq!(shown(table.given("BM_Sort", "RMS", "cpu_time")), (8, "BM_Sort", "RMS", "ratio", Ok("0.0066267")));
    for reading in [reading, table] {
        let fitted = |one: &&Observation| *one.whose == Whose::case("BM_Sort");
        assert!(reading.observations.iter().filter(fitted).all(|one| !one.metric.ends_with("_time")));
    }
}

#[test]
fn aggregates_that_stand_alone_tell_how_many_repetitions_there_were() {
    let count = |reading: &Reading, case: &str| {
        let counts = reading.observations.iter().filter(|one| one.statistic == Statistic::Given("count".to_owned()));
        let of = counts.filter(|one| *one.whose == Whose::case(case));
        of.map(|one| (one.line, one.metric.to_string(), one.value.as_ref().unwrap().value)).collect::<Vec<_>>()
    };
    let both =
        |line: u32, value: f64| vec![(line, "real_time".to_owned(), value), (line, "cpu_time".to_owned(), value)];
    assert_eq!(count(&of("aggregates-only.csv"), "BM_StringCreate"), both(2, 4.0));
    assert_eq!(count(&of("counters.csv"), "BM_Counters/größe:1"), []);
    assert_eq!(count(&of("repetitions.json"), "BM_Sleep/manual_time"), []);
    let mean = "{\"name\": \"a_mean\", \"run_name\": \"a\", \"run_type\": \"aggregate\",\n\"repetitions\": 5, \
                \"aggregate_name\": \"mean\", \"real_time\": 2, \"cpu_time\": 1, \"time_unit\": \"ns\"}";
    let reading = read_text(&json::FORMAT, "g.json", &list(mean), &[], &[]).unwrap();
    assert_eq!(count(&reading, "a"), both(3, 5.0));
}

#[test]
fn the_table_s_parts_of_the_mean_are_taken_where_they_are_right() {
    let reading = of("counters.csv");
    let case = "BM_Counters/größe:1";
    assert_eq!(reading.samples(case, "real_time"), [2.43172, 2.42691, 2.391]);
    assert_eq!(shown(reading.given(case, "per_s", "cv")), (8, case, "per_s", "ratio", Ok("0.00920745")));
    let why = "the table has `3.06967e+06`, but the standard deviation over the mean is `0.0222539` over `2.41654`";
    assert_eq!(shown(reading.given(case, "real_time", "cv")), (8, case, "real_time", "ratio", Err(why)));
    let reading = of("aggregates-only.csv");
    assert_eq!(reading.summary("BM_Sleep/manual_time", "real_time", "median"), 2.07342);
    assert!(reading.observations.iter().all(|one| one.statistic != Statistic::Sample));
    assert_eq!(reading.observations.len(), 16 + 4);
}

#[test]
fn an_abort_is_told_by_the_standard_error() {
    let reading = of("aborted.csv");
    let said = reading.words(SaidKind::Aborted);
    assert_eq!(said.len(), 2);
    assert_eq!(
        said[1],
        (1, "The writer aborted: `Aborted`. Its standard error has it (`aborted.csv.stderr.txt`, line 12).")
    );
    let counter = "The writer aborted: `Counter named \"hit rate, %\" was not in a run after being add…`.";
    assert_eq!(said[0].1, format!("{counter} Its standard error has it (`aborted.csv.stderr.txt`, line 11)."));
    assert_eq!(
        reading.words(SaidKind::Remark),
        [(1, format!("{DEBUG} Its standard error has it (`aborted.csv.stderr.txt`, line 10).").as_str())]
    );
    let alone = "The tool's standard error is not beside the table, so nothing shows whether its writer aborted.";
    assert_eq!(of("no-counters.csv").words(SaidKind::Remark), [(1, alone)]);
    let path = format!("{FOLDER}/aborted.csv");
    assert_eq!(read(&csv::FORMAT, &path, &[("stderr", ".err")]).unwrap().words(SaidKind::Remark), [(1, alone)]);
}

#[test]
fn output_that_was_caught_with_its_standard_error_is_read() {
    let both = format!("{}{}", text("google-benchmark/plain.stderr.txt"), text("google-benchmark/aborted.csv"));
    let both = format!(
        "{both}./src/csv_reporter.cc:93: ReportRuns: Check `a' failed. Counter named \"x, %\" was not\nAborted\n"
    );
    for text in [both.clone(), both.replace('\n', "\r\n")] {
        let reading = read_text(&csv::FORMAT, "a.csv", &text, &[], &[]).unwrap();
        assert_eq!(reading.samples("BM_Sort/64", "cpu_time"), [0.136_874]);
        assert_eq!(
            reading.words(SaidKind::Setting),
            [
                (1, "date: 2026-11-30T19:00:10+00:00"),
                (2, "executable: ./gb"),
                (3, "machine: (2 X 2100 MHz CPU s)"),
                (5, "cache: L1 Data 48 KiB (x2)"),
                (6, "cache: L1 Instruction 32 KiB (x2)"),
                (7, "cache: L2 Unified 2048 KiB (x2)"),
                (8, "cache: L3 Unified 307200 KiB (x1)"),
                (9, "load_avg: 3.98, 5.39, 5.32"),
            ]
        );
        assert_eq!(reading.words(SaidKind::Remark)[0], (10, DEBUG));
        let lines: Vec<u32> = reading.words(SaidKind::Aborted).iter().map(|said| said.0).collect();
        assert_eq!(lines, [19, 20]);
    }
    let cut = text("google-benchmark/no-counters.csv")
        .replace("\"BM_Sleep/manual_time\",34,2.06752,0.0144885,ms,,,,,\n", "!");
    let reading = read_text(&csv::FORMAT, "a.csv", cut.split('!').next().unwrap().trim_end(), &[], &[]).unwrap();
    let said = "The table breaks off within a row: `\"BM_Error\",,,,,,,,true,\"device not found, sorry\"`.";
    assert_eq!(reading.words(SaidKind::Aborted), [(9, said)]);
}

#[test]
fn the_files_are_known_by_their_heads() {
    let names = |files: &[&str]| files.iter().map(|file| format!("{FOLDER}/{file}")).collect::<Vec<_>>();
    assert_eq!(claimed(&json::FORMAT), names(&["interleaved.json", "plain.json", "repetitions.json"]));
    let tables = ["aborted.csv", "aggregates-only.csv", "counters.csv", "no-counters.csv"];
    assert_eq!(claimed(&csv::FORMAT), names(&tables));
}

fn list(benchmarks: &str) -> String {
    format!("{{\"context\": {{}}, \"benchmarks\": [\n{benchmarks}]}}")
}

const NEXT: &str = "(restore the file as the tool wrote it)";

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let broken = |text: &str| messages(&json::FORMAT, "g.json", text, &[]);
    let nothing = "the file measured nothing (see what the benchmark printed: a filter may have matched nothing)";
    assert_eq!(broken(&list("")), [format!("g.json:1:31: {nothing}")]);
    assert_eq!(
        broken("{\"context\": {}, \"benchmarks\": [\n"),
        ["g.json:2:1: this is not JSON: EOF while parsing a list (the file ends too early: restore it whole from \
             where the \
          campaign was frozen)"]
    );
    let run = |times: &str| format!("{{\"name\": \"a\", \"repetition_index\": 0, {times}}}");
    let times = "\"real_time\": NaN, \"cpu_time\": \"1,5\", \"time_unit\": \"ns\"";
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    assert_eq!(
        broken(&list(&run(times))),
        [
            format!("g.json:2:51: `real_time` of `a` is `NaN`: it is not a number (NaN) {NEXT}"),
            format!("g.json:2:68: `cpu_time` of `a` is `\"1,5\"`: {comma} {NEXT}"),
        ]
    );
    assert_eq!(
        broken(&list(&run("\"real_time\": -Infinity, \"cpu_time\": -1, \"time_unit\": \"h\""))),
        [
            "g.json:2:91: `time_unit` of a benchmark is `h`, which is not known (known are `ns`, `us`, `ms`, `s`)"
                .to_owned(),
            format!("g.json:2:51: `real_time` of `a` is `-Infinity`: it is infinite {NEXT}"),
            format!("g.json:2:74: `cpu_time` of `a` is `-1`, but no duration is negative {NEXT}"),
        ]
    );
    assert!(broken(&list(&run("\"real_time\": 1e400")))[0].contains("number out of range"));
    let fine = run("\"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"ns\"");
    assert_eq!(
        broken(&list(&format!("{fine},\n{fine}"))),
        ["g.json:3:10: `a` stands twice (give each benchmark a name of its own, or take one of the two out)"]
    );
    assert_eq!(
        broken(&list("{\"name\": \"a\", \"run_type\": \"mean\"}")),
        ["g.json:2:27: `run_type` of a benchmark is `mean`, which is not known (known are `iteration`, `aggregate`)"]
    );
    assert!(broken("name,iterations\n")[0].starts_with("g.json:1:2: this is not JSON: "));
    assert!(broken("")[0].starts_with("g.json:1:1: this is not JSON: EOF"));
}

#[test]
fn skips_zeros_and_numbers_that_are_none_are_told() {
    let rows = "{\"name\": \"a\", \"skipped\": true, \"skip_message\": \"no GPU\", \"real_time\": 0, \"time_unit\": \
     \"ns\"},\n\
                {\"name\": \"b\", \"real_time\": 0.0, \"cpu_time\": 2, \"time_unit\": \"us\", \"rate\": NaN, \
                \"note\": \"x\"}";
    let reading = read_text(&json::FORMAT, "g.json", &list(rows), &[], &[]).unwrap();
    let why = "the benchmark was skipped: `no GPU`";
    assert_eq!(
        reading.observations.iter().map(shown).collect::<Vec<_>>(),
        [
            (2, "a", "real_time", "ns", Err(why)),
            (2, "a", "cpu_time", "ns", Err(why)),
            (3, "b", "real_time", "µs", Err("0.0 is no duration that was measured")),
            (3, "b", "cpu_time", "µs", Ok("2")),
            (3, "b", "rate", "", Err("the tool gives `NaN`: it is not a number (NaN)")),
        ]
    );
    assert_eq!(reading.words(SaidKind::Skipped), [(2, "`a` was skipped: `no GPU`.")]);
    assert_eq!(reading.words(SaidKind::Remark), [(3, "`note` of `b` is no number and not read.")]);
}

#[test]
fn a_table_that_can_not_be_used_is_told_at_its_place() {
    let broken = |text: &str| messages(&csv::FORMAT, "g.csv", text, &[]);
    let none = format!(
        "g.csv:1:1: there is no table: no line begins with `name,iterations,real_time,cpu_time,time_unit,` {NEXT}"
    );
    assert_eq!(broken("")[0], none);
    assert_eq!(broken(&text("google-benchmark/plain.json")), [none]);
    let header = "name,iterations,real_time,cpu_time,time_unit,label,error_occurred,error_message";
    let nothing = "the file measured nothing (see what the benchmark printed: a filter may have matched nothing)";
    assert_eq!(broken(&format!("{header}\n")), [format!("g.csv:1:1: {nothing}")]);
    assert_eq!(
        broken(&format!("{header}\n\"a\",1,1,5,1,ns,,,\n")),
        [format!("g.csv:2:1: the row has 9 fields, but the header has 8; is a comma meant as a decimal point? {NEXT}")]
    );
    assert_eq!(
        broken(&format!("{header}\n\"a\",1,nan,-1,ns,,,\n\"b\",1,1e400,inf,h,,,\n")),
        [
            format!("g.csv:2:1: `real_time` of `a` is `nan`: it is not a number (NaN) {NEXT}"),
            format!("g.csv:2:1: `cpu_time` of `a` is `-1`: no duration is negative {NEXT}"),
            "g.csv:3:1: the unit of `b` is `h`, which is not known (known are `ns`, `us`, `ms`, `s`)".to_owned(),
            format!("g.csv:3:1: `real_time` of `b` is `1e400`: it is too large for a double {NEXT}"),
            format!("g.csv:3:1: `cpu_time` of `b` is `inf`: it is infinite {NEXT}"),
        ]
    );
    assert_eq!(
        broken(&format!("{},x,x\n", header.replace(",label", ""))),
        [
            format!("g.csv:1:1: the header has no column `label` {NEXT}"),
            format!("g.csv:1:77: the header names the column `x` twice {NEXT}"),
        ]
    );
    let rows: String = ["mean", "median", "stddev", "mean"].map(|word| format!("\"a_{word}\",4,1,1,ns,,,\n")).concat();
    assert_eq!(
        broken(&format!("{header}\n{rows}")),
        ["g.csv:5:1: `a_mean` stands twice (give each benchmark a name of its own, or take one of the two out)"]
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..9000, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}|NaN",
        other in "[a-zµ,\"\n0-9._]{0,80}"
    ) {
        let header = "name,iterations,real_time,cpu_time,time_unit,label,error_occurred,error_message";
        for path in ["plain.json", "no-counters.csv", "aborted.csv"] {
            let format = if path.ends_with("json") { &json::FORMAT } else { &csv::FORMAT };
            let mut spoilt = text(&format!("{FOLDER}/{path}"));
            let mut from = from % spoilt.len();
            while !spoilt.is_char_boundary(from) { from -= 1; }
            let mut to = (from + length).min(spoilt.len());
            while !spoilt.is_char_boundary(to) { to -= 1; }
            spoilt.replace_range(from..to, &put);
            for text in [&spoilt, &other, &format!("{header}\n{other}")] {
                let _ = read_text(format, "a", text, &[], &[("a.stderr.txt", &other)]);
            }
        }
    }
}

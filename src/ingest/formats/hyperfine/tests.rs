use super::super::testing::{claimed, close, mean, median, messages, read, read_text, sd, text};
use super::super::{Format, Input};
use super::{csv, json};
use crate::ingest::reading::{Observation, Reading, SaidKind, Statistic, Whose};
use crate::source::Source;

const FOLDER: &str = "hyperfine";

fn of(file: &str) -> Reading {
    read(&json::FORMAT, &format!("{FOLDER}/{file}.json"), &[]).unwrap()
}

fn arm(name: &str) -> Whose {
    Whose { arm: Some(name.into()), ..Whose::default() }
}

#[test]
fn each_run_is_a_sample_of_its_command_on_its_line() {
    let reading = of("two-commands");
    let second = &reading.observations[1];
    assert_eq!((second.line, second.metric.as_str(), second.unit.as_str()), (14, "time", "s"));
    assert_eq!(second.value.as_ref().unwrap().text, "0.12930304322");
    assert_eq!((&*second.whose, &second.statistic), (&arm("sort numeric"), &Statistic::Sample));
    assert_eq!(reading.samples("sort numeric", "time").len(), 15);
    assert_eq!(reading.samples("sort, \"locale\"", "time")[14], 0.131_657_106_220_000_01);
    assert_eq!(reading.summary("sort numeric", "user", "mean"), 0.067_110_386_666_666_67);
    assert_eq!(reading.given("sort, \"locale\"", "system", "mean").line, 53);
    assert_eq!(reading.said, []);
    let windows = text("hyperfine/two-commands.json").replace('\n', "\r\n");
    assert_eq!(read_text(&json::FORMAT, "h.json", &windows, &[], &[]).unwrap(), reading);
}

/// The centres and spreads of hyperfine's console, in ms to one decimal, by command.
fn printed(file: &str) -> Vec<(String, String)> {
    let text = text(&format!("{FOLDER}/{file}.stdout.txt"));
    let mut found: Vec<(String, String)> = Vec::new();
    let mut name = "";
    for line in text.lines() {
        if let Some((_, rest)) = line.strip_prefix("Benchmark ").and_then(|rest| rest.split_once(": ")) {
            name = rest;
        }
        if let Some((_, rest)) = line.split_once("Time (mean ± σ):") {
            let numbers = rest.split('[').next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            found.push((name.to_owned(), numbers));
        }
    }
    found
}

#[test]
fn the_samples_give_the_means_and_deviations_that_hyperfine_printed() {
    let mut compared = 0;
    for file in ["two-commands", "params", "noshell", "aborted", "failing"] {
        let reading = of(file);
        for (name, numbers) in printed(file) {
            let times = reading.samples(&name, "time");
            if file == "failing" && times.is_empty() {
                // hyperfine's 0.9 ms ± 1.4 ms has four zeros in it.
                assert_eq!(numbers, "0.9 ms ± 1.4 ms");
                continue;
            }
            assert_eq!(numbers, format!("{:.1} ms ± {:.1} ms", mean(&times) * 1e3, sd(&times) * 1e3), "{file} {name}");
            assert!(close(reading.summary(&name, "time", "mean"), mean(&times)));
            assert!(close(reading.summary(&name, "time", "sd"), sd(&times)));
            assert!(close(reading.summary(&name, "time", "median"), median(&times)));
            compared += 1;
        }
    }
    assert_eq!(compared, 9);
}

#[test]
fn runs_that_failed_are_kept_and_named_and_a_command_with_zeros_has_no_time() {
    let reading = of("failing");
    assert_eq!(
        reading.words(SaidKind::Failed),
        [
            (21, "Runs 1 to 6 of 6 of `grep -q 999999 all.txt` ended with exit code 1; what was measured is kept."),
            (
                47,
                "Runs 1 to 3, 5 and 6 of 6 of `test $RANDOM -lt 16000` ended with exit code 1; what was measured \
                  is kept."
            ),
        ]
    );
    assert_eq!(
        reading.words(SaidKind::Missing),
        [(
            39,
            "Runs 1, 2, 4 and 5 of 6 of `test $RANDOM -lt 16000` came out as 0 s and are no measurements: the \
             start-up of \
             the shell, which hyperfine takes off, was longer; hyperfine's own mean, standard deviation, median and \
             minimum count them as zero. No time of it is used: only runs that were slow enough have one, at most \
             0.00274324638 s."
        )]
    );
    assert_eq!(reading.samples("grep -q 999999 all.txt", "time").len(), 6);
    // The two that were slow enough would give a median and a comparison of slow runs alone.
    assert!(reading.samples("test $RANDOM -lt 16000", "time").is_empty());
    let without = reading.observations.iter().filter(|observation| observation.value.is_err()).collect::<Vec<_>>();
    let lines: Vec<u32> = without.iter().map(|observation: &&Observation| observation.line).collect();
    assert_eq!(lines, [39, 40, 41, 42, 43, 44, 31, 32, 33, 36, 37, 34, 35]);
    let why = |at: usize| without[at].value.as_ref().unwrap_err().as_str();
    let slower = "runs of this command came out as 0, and those that did not are its slower ones alone";
    assert!(why(0).starts_with("0 is no time of a run: "));
    assert_eq!((why(2), why(5), why(10)), (slower, slower, slower));
    assert!(why(6).starts_with("hyperfine counted runs into it "));
    assert!(why(11).starts_with("hyperfine takes the shell's own off it"));
}

#[test]
fn one_run_has_no_deviation() {
    let reading = of("one-run");
    assert_eq!(reading.samples("sort all.txt", "time"), [0.144_125_526_2]);
    let deviation = reading.given("sort all.txt", "time", "sd");
    assert_eq!((deviation.line, deviation.value.clone()), (6, Err("one run has no standard deviation".to_owned())));
    let said = "hyperfine gives no standard deviation of `sort all.txt`: one run has none.";
    assert_eq!(reading.words(SaidKind::Missing), [(6, said)]);
    let table = read(&csv::FORMAT, "hyperfine/one-run.csv", &[]).unwrap();
    assert_eq!(table.given("sort all.txt", "time", "sd").value, deviation.value);
    let said = "The standard deviation of `sort all.txt` is 0, which hyperfine writes for a single run.";
    assert_eq!(table.words(SaidKind::Missing), [(2, said)]);
}

#[test]
fn commands_or_a_parameter_are_the_arms_as_declared() {
    let command = "head -n 20000 all.txt | sort -R";
    for format in [&json::FORMAT, &csv::FORMAT] {
        let path = format!("{FOLDER}/params.{}", format.name.trim_start_matches("hyperfine-"));
        let owners = |declared: &[(&str, &str)]| -> Vec<Whose> {
            let reading = read(format, &path, declared).unwrap();
            let mut owners: Vec<Whose> =
                reading.observations.into_iter().map(|observation| Whose::clone(&observation.whose)).collect();
            owners.dedup();
            owners
        };
        assert_eq!(owners(&[])[3], arm(command));
        assert_eq!(owners(&[("commands", "case")])[3], Whose::case(command));
        let by_tool = owners(&[("arm", "tool")]);
        assert_eq!(by_tool[3], Whose { case: Some("n=20000".into()), ..arm("sort -R") });
        let reading = read(format, &path, &[("arm", "tool")]).unwrap();
        let setting = reading.said.iter().find(|said| said.text == "parameter.tool: sort -R").unwrap();
        assert_eq!((setting.kind, setting.case.as_deref()), (SaidKind::Setting, Some("n=1000")));
        let told = |declared: &[(&str, &str)]| read(format, &path, declared).unwrap_err()[0].to_string();
        assert!(told(&[("arm", "x")]).ends_with(
            ": `head -n 1000 all.txt | sort` has no parameter `x`, which is declared as the arm (its parameters: `n`, \
             `tool`)"
        ));
        assert!(told(&[("commands", "x")]).ends_with(
            ":1:1: `commands` is declared as `x`, but it is `arm` or `case` (correct what the dataset declares of its \
             format)"
        ));
        assert!(told(&[("commands", "case"), ("arm", "n")]).contains("both `commands` and `arm` are declared"));
    }
}

#[test]
fn the_table_has_summaries_and_its_zeros_are_none() {
    let reading = read(&csv::FORMAT, "hyperfine/two-commands.csv", &[]).unwrap();
    let mean = reading.given("sort, \"locale\"", "time", "mean");
    assert_eq!((mean.line, mean.value.as_ref().unwrap().text.as_str()), (3, "0.12441402222000002"));
    assert_eq!(reading.observations.len(), 14);
    let failing = read(&csv::FORMAT, "hyperfine/failing.csv", &[]).unwrap();
    let errors = failing.observations.iter().filter(|observation| observation.value.is_err());
    let errors: Vec<_> = errors.map(|observation| (observation.line, observation.statistic.clone())).collect();
    let given = |name: &str| (3, Statistic::Given(name.to_owned()));
    assert_eq!(errors, ["mean", "sd", "median", "mean", "mean", "min", "max"].map(given));
    let missing = failing.words(SaidKind::Missing);
    assert_eq!(missing.len(), 1);
    assert!(missing[0].1.ends_with("only runs that were slow enough have one, at most 0.00274324638 s."));
}

#[test]
fn the_files_are_known_by_their_heads() {
    let names = |extension: &str, files: &[&str]| -> Vec<String> {
        files.iter().map(|file| format!("hyperfine/{file}.{extension}")).collect()
    };
    assert_eq!(
        claimed(&json::FORMAT),
        names("json", &["aborted", "failing", "noshell", "one-run", "params", "two-commands"])
    );
    assert_eq!(claimed(&csv::FORMAT), names("csv", &["failing", "one-run", "params", "two-commands"]));
}

const RESULT: &str =
    "\"mean\": 1.5, \"stddev\": 0.5, \"median\": 1.5, \"user\": 1, \"system\": 0, \"min\": 1, \"max\": 2";

fn broken(text: &str) -> Vec<String> {
    messages(&json::FORMAT, "h.json", text, &[])
}

fn result(rest: &str) -> String {
    format!("{{\"results\": [{{\"command\": \"c\", {RESULT},\n{rest}}}]}}")
}

#[test]
fn what_can_not_be_used_is_told_at_its_place() {
    let next = "(restore the file as the tool wrote it)";
    assert_eq!(
        broken("{\"results\": []}"),
        ["h.json:1:1: the file measured nothing (see what hyperfine printed: it writes this file after its first \
             command)"]
    );
    assert_eq!(
        broken(&result("\"times\": [1, 2], \"exit_codes\": [0, 0]").replace("]}]}", "")),
        ["h.json:2:36: this is not JSON: EOF while parsing a list (the file ends too early: restore it whole from \
             where the \
          campaign was frozen)"]
    );
    assert_eq!(
        broken(&result("\"times\": [1, -2, null, \"3\"], \"exit_codes\": [0, 0, 0, 0]")),
        [
            format!("h.json:2:14: time 2 of `c` is `-2`, but no duration is negative {next}"),
            format!("h.json:2:18: time 3 of `c` is `null`: it is empty {next}"),
            format!("h.json:2:24: time 4 of `c` is `\"3\"`: it is no number {next}"),
        ]
    );
    assert_eq!(
        broken(&result("\"times\": [1,5, 2,5], \"exit_codes\": [0, 0]")),
        [format!("h.json:2:36: `c` has 4 times, but 2 exit codes; is a comma meant as a decimal point? {next}")]
    );
    assert_eq!(
        broken(&result("\"times\": [NaN]")),
        ["h.json:2:11: this is not JSON: expected value (correct the JSON there, or restore the file from where the \
          campaign was frozen)"]
    );
    assert!(broken(&result("\"times\": [1e400]"))[0].contains("number out of range"));
    assert_eq!(
        broken(&result("\"times\": [1e-400]")),
        [format!("h.json:2:11: time 1 of `c` is `1e-400`: it is too small for a double {next}")]
    );
    let twice = format!("{{\"results\": [{{\"command\": \"c\", {RESULT}}},\n{{\"command\": \"c\", {RESULT}}}]}}");
    assert_eq!(
        broken(&twice),
        ["h.json:2:13: the command `c` stands twice, and nothing tells the two apart (give each command a name of \
             its own \
          with hyperfine's `-n`, or take one of the two out)"]
    );
    assert_eq!(
        broken(&result("\"times\": []").replace("\"mean\": 1.5, ", "")),
        [
            format!("h.json:2:10: `c` was not run: its `times` are empty {next}"),
            format!("h.json:1:14: a result has no `mean` {next}"),
        ]
    );
    assert_eq!(
        broken(&result("\"mean\": 2")),
        ["h.json:2:1: the key `mean` stands twice in the same object (keep the one that is meant; readers differ \
             in which of \
          the two they take)"]
    );
    assert!(broken("command,mean\nc,1\n")[0].starts_with("h.json:1:1: this is not JSON: expected value"));
}

#[test]
fn what_else_a_result_holds_is_said() {
    let rest = "\"times\": [1, 2], \"exit_codes\": [0, null], \"memory_usage_byte\": [4096, 8192], \"wall\": [7]";
    let reading = read_text(&json::FORMAT, "h.json", &result(rest), &[], &[]).unwrap();
    assert_eq!(reading.samples("c", "memory"), [4096.0, 8192.0]);
    assert_eq!(reading.words(SaidKind::Remark), [(2, "`wall` of `c` is not read.")]);
    let said = "Run 2 of 2 of `c` ended without an exit code, as a signal ends a process; what was measured is kept.";
    assert_eq!(reading.words(SaidKind::Failed), [(2, said)]);
}

#[test]
fn a_table_that_can_not_be_used_is_told_at_its_place() {
    let next = "(restore the file as the tool wrote it)";
    let header = "command,mean,stddev,median,user,system,min,max";
    let broken = |text: &str| messages(&csv::FORMAT, "h.csv", text, &[]);
    let empty = "h.csv:1:1: the file measured nothing (see what hyperfine printed: it writes this file after its \
     first command)";
    assert_eq!(broken(""), [empty]);
    assert_eq!(broken(header), [empty]);
    assert_eq!(
        broken(&format!("{header}\nc,1,5,1,1,1,1,1,1\nd,1,1\n")),
        [
            format!(
                "h.csv:2:1: the row has 9 fields, but the header has 8; is a comma meant as a decimal point? {next}"
            ),
            format!("h.csv:3:1: the row has 3 fields, but the header has 8 {next}"),
        ]
    );
    assert_eq!(
        broken(&format!("{header}\r\nc,NaN,inf,1e400,-1,,\"1,5\",x\r\n")),
        [
            format!("h.csv:2:1: `mean` of `c` is `NaN`: it is not a number (NaN) {next}"),
            format!("h.csv:2:1: `stddev` of `c` is `inf`: it is infinite {next}"),
            format!("h.csv:2:1: `median` of `c` is `1e400`: it is too large for a double {next}"),
            format!("h.csv:2:1: `user` of `c` is `-1`: no duration is negative {next}"),
            format!("h.csv:2:1: `system` of `c` is ``: it is not a decimal {next}"),
            format!(
                "h.csv:2:1: `min` of `c` is `1,5`: it has a comma, and whether that separates decimals or thousands \
                 is not known \
                 {next}"
            ),
            format!("h.csv:2:1: `max` of `c` is `x`: it has characters that no decimal has {next}"),
        ]
    );
    assert_eq!(
        broken(&format!("{header},rss,mean\nc,1,1,1,1,1,1,1,1,1\n"))[0],
        format!("h.csv:1:52: the header names the column `mean` twice {next}")
    );
    assert_eq!(
        broken(&format!("{header},rss\nc,1,1,1,1,1,1,1,1\n")),
        [format!("h.csv:1:48: the column `rss` is not known; what it holds would be lost {next}")]
    );
    assert_eq!(
        broken(&format!("{header}\nc,1,1,1,1,1,1,1\nc,1,1,1,1,1,1,1\n")),
        ["h.csv:3:1: the command `c` stands twice, and nothing tells the two apart (give each command a name of \
             its own with \
          hyperfine's `-n`, or take one of the two out)"]
    );
    assert_eq!(broken("{\"results\": []}").len(), 8);
}

fn any(format: &Format, text: String) {
    let source = Source::new("a", text);
    let declared = std::collections::BTreeMap::new();
    let _ = (format.read)(&Input { source: &source, declared: &declared, beside: &|_| Ok(None) });
}

proptest::proptest! {
    #[test]
    fn arbitrary_and_spoilt_files_never_panic(
        from in 0usize..1100, length in 0usize..20,
        put in "[\\[\\]{}\",:0-9eµ.\n-]{0,12}",
        other in "[a-zµ,\"\n0-9.]{0,80}"
    ) {
        for (format, path) in [(&json::FORMAT, "hyperfine/failing.json"), (&csv::FORMAT, "hyperfine/failing.csv")] {
            let mut spoilt = text(path);
            let from = from.min(spoilt.len());
            spoilt.replace_range(from..(from + length).min(spoilt.len()), &put);
            any(format, spoilt);
            any(format, other.clone());
            any(format, format!("command,mean,stddev,median,user,system,min,max\n{other}"));
        }
    }
}

//! What the parsers of the declared campaign say about files that are not as they should be.

use std::fs;

use rebench_report::campaign::{manifest, plan, published, spec};
use rebench_report::problem::{Outcome, Problem};
use serde_json::{Value, json};

const FORMAT: &str = "as the campaign's format has it";

fn messages<T: std::fmt::Debug>(outcome: Outcome<T>) -> Vec<String> {
    let problems = outcome.unwrap_err();
    assert!(problems.iter().all(|problem| problem.kind == rebench_report::problem::Kind::Input));
    problems.iter().map(ToString::to_string).collect()
}

fn content(path: &str) -> String {
    fs::read_to_string(format!("content/hcloud-rebench-20261014/{path}")).unwrap()
}

/// A plan of two arms, one case and one block, changed by `change`; printed on one line a job.
fn plan_with(change: impl FnOnce(&mut Value)) -> Outcome<plan::Plan> {
    let hash = |digit: &str, digits| digit.repeat(digits);
    let mut plan = json!({
        "schema": "benchcampaign/plan/1", "campaign": "x", "phase": "A", "harness": hash("a", 40),
        "seed": 1, "blocks": 1, "count": 3, "gomaxprocs": 8,
        "arms": [
            {"name": "left", "tree": hash("1", 40), "binary": "bin/left", "sha256": hash("2", 64)},
            {"name": "right", "tree": hash("3", 40), "binary": "bin/right", "sha256": hash("4", 64), "select": "m=r"},
        ],
        "cases": [{"name": "c", "benchmark": "BenchmarkC", "benchtime": "3s"}],
        "jobs": [
            {"job": 0, "case": "c", "block": 0, "position": 0, "arm": "left", "log": "logs/000.log"},
            {"job": 1, "case": "c", "block": 0, "position": 1, "arm": "right", "log": "logs/001.log"},
        ],
        "note": "kept out",
    });
    change(&mut plan);
    plan::parse(serde_json::to_string(&plan).unwrap().as_bytes(), "plan.json")
}

/// Cause and next step of each problem, without the place.
fn causes<T: std::fmt::Debug>(outcome: Outcome<T>) -> Vec<String> {
    outcome.unwrap_err().iter().map(|problem: &Problem| format!("{} ({})", problem.cause, problem.next)).collect()
}

#[test]
fn a_plan_is_read() {
    let plan = plan_with(|plan| plan["cases"][0]["binary"] = json!("bin/c")).unwrap_err();
    assert_eq!(plan[0].cause, "case 0 of the plan has no `sha256`");
    let plan = plan_with(|_| {}).unwrap();
    assert_eq!(plan.result_name(&plan.jobs[1]), "BenchmarkC/m=r-8");
    assert_eq!(plan.binary(&plan.jobs[0]), ("bin/left", "2".repeat(64).as_str()));
}

#[test]
fn a_plan_that_contradicts_itself_is_told_whole() {
    let outcome = plan_with(|plan| {
        plan["jobs"][1] =
            json!({"job": 7, "case": "d", "block": 1, "position": 0, "arm": "middle", "log": "logs/000.log"});
        plan["arms"][1]["name"] = json!("left");
        plan["arms"][0]["sha256"] = json!("xyz");
        plan["arms"][0]["binary"] = json!("../bin/left");
        plan["seed"] = json!(-1);
        plan["blocks"] = json!("6");
        plan.as_object_mut().unwrap().remove("count");
    });
    assert_eq!(
        causes(outcome),
        [
            "the path `../bin/left` has `..` in it (name files by their path below the phase's folder; nothing outside it \
             is read)"
                .to_owned(),
            "`sha256` of arm 0 of the plan is `xyz`, not 64 hexadecimal digits (write the hash out in full)".to_owned(),
            "the arm `left` already stands on line 1 (give each arm a name of its own)".to_owned(),
            "`seed` of the plan is `-1`, but a whole number from 0 to 18446744073709551615 is expected (write a number of \
             that range)"
                .to_owned(),
            "`blocks` of the plan is text, but a whole number is expected (write a whole number there)".to_owned(),
            format!("the plan has no `count` (add `count` {FORMAT})"),
            "the job at place 1 carries the number 7 (jobs stand in plan order and are numbered from 0; restore the plan)"
                .to_owned(),
            "`case` of job 1 of the plan is `d`, which is not known (known are `c`)".to_owned(),
            "`arm` of job 1 of the plan is `middle`, which is not known (known are `left`, `left`)".to_owned(),
            "job 1 names the log `logs/000.log`, which job 0 names too (each job has a log of its own; restore the plan)"
                .to_owned(),
        ]
    );
}

#[test]
fn positions_of_a_block_are_a_permutation() {
    let position = |value: u32, arm: &str| {
        let arm = arm.to_owned();
        causes(plan_with(move |plan| {
            plan["jobs"][1]["position"] = json!(value);
            plan["jobs"][1]["arm"] = json!(arm);
        }))
    };
    assert_eq!(
        position(2, "right"),
        [
            "job 1 stands at position 2 of block 0 of case `c`, and position 1 is free (positions of a block count from 0 \
          without a gap; restore the plan)"
        ]
    );
    assert_eq!(
        position(0, "left"),
        [
            "job 1 takes position 0 of block 0 of case `c`, as job 0 does (restore the plan)",
            "job 1 runs arm `left` in block 0 of case `c`, as job 0 does (restore the plan)",
        ]
    );
    assert_eq!(
        causes(plan_with(|plan| plan["jobs"][1]["block"] = json!(1))),
        ["job 1 lies in block 1, but the plan has 1 blocks, counted from 0 (restore the plan)"]
    );
}

#[test]
fn empty_plans_and_other_schemas_are_refused() {
    assert_eq!(
        causes(plan_with(|plan| plan["jobs"] = json!([]))),
        ["the plan has no jobs (restore the plan; a phase without jobs has nothing to report)"]
    );
    assert_eq!(
        causes(plan_with(|plan| plan["schema"] = json!("benchcampaign/plan/2"))),
        [
            "the schema of the plan is `benchcampaign/plan/2`, but `benchcampaign/plan/1` is the one that is read (use the \
          version of this tool that reads it, or freeze the campaign in the schema named here)"
        ]
    );
    assert_eq!(
        messages(plan::parse(b"[1]", "plan.json")),
        [format!("plan.json:1:1: the plan is a list, but a map of keys and values is expected (write it {FORMAT})")]
    );
}

#[test]
fn a_problem_shows_the_line_and_the_part_of_it() {
    let text = content("frozen/D1/plan.json").replace("\"blocks\": 6", "\"blocks\": 6.5");
    let problems = plan::parse(text.as_bytes(), "frozen/D1/plan.json").unwrap_err();
    assert_eq!(problems[0].place.to_string(), "frozen/D1/plan.json:7:12");
    let excerpt = problems[0].excerpt.as_ref().unwrap();
    assert_eq!(&excerpt.line[excerpt.start..][..excerpt.length], "6.5");
}

#[test]
fn unknown_names_of_the_analysis_are_listed_with_the_known_ones() {
    let text = content("frozen/D1/analysis.yaml")
        .replace("summary: median ", "summary: mean ")
        .replace("estimand: geometric-mean", "estimand: arithmetic-mean")
        .replace("absolute: median", "absolute: mean")
        .replace("unit: block", "unit: sample")
        .replace("interval: percentile", "interval: bca")
        .replace("rng: python-random", "rng: xorshift")
        .replace("quantile: linear", "quantile: r9")
        .replace("level: 0.95", "level: 95")
        .replace("resamples: 20000", "resamples: 0")
        .replace("rule: equal-within-comparison", "rule: similar")
        .replace("diagnostics: [block-ratios,", "diagnostics: [ratios,")
        .replace("complete_cases_only: true", "complete_cases_only: yes\ntrim: 0.1");
    let file = "analysis.yaml";
    assert_eq!(
        messages(spec::parse(text.as_bytes(), file)),
        [
            "analysis.yaml:8:1: the analysis has the key `trim`, which is not known (take it out or correct it; known are \
             `schema`, `summary`, `estimand`, `absolute`, `bootstrap`, `complete_cases_only`, `comparisons`, `metrics`, \
             `confounds`, `diagnostics`)",
            "analysis.yaml:3:10: `summary` of the analysis is `mean`, which is not known (known are `median`)",
            "analysis.yaml:4:11: `estimand` of the analysis is `arithmetic-mean-of-block-ratios`, which is not known (known \
             are `geometric-mean-of-block-ratios`)",
            "analysis.yaml:5:11: `absolute` of the analysis is `mean-of-process-medians`, which is not known (known are \
             `median-of-process-medians`)",
            "analysis.yaml:6:19: `unit` of `bootstrap` is `sample`, which is not known (known are `block`)",
            "analysis.yaml:6:37: `interval` of `bootstrap` is `bca`, which is not known (known are `percentile`)",
            "analysis.yaml:6:53: `resamples` of `bootstrap` is `0`, but a whole number from 1 to 4294967295 is expected \
             (write a number of that range)",
            "analysis.yaml:6:75: `rng` of `bootstrap` is `xorshift`, which is not known (known are `python-random`, \
             `numpy-pcg64`, `numpy-mt19937`, `r-sample`)",
            "analysis.yaml:6:106: `quantile` of `bootstrap` is `r9`, which is not known (known are `linear`, `r6`, `r8`, \
             `nearest-rank`, `boot-norm-inter`)",
            "analysis.yaml:6:92: the level 95 does not lie between 0 and 1 (write it as a fraction, for instance 0.95)",
            "analysis.yaml:7:22: `complete_cases_only` of the analysis is text, but true or false is expected (write true \
             or false there)",
            "analysis.yaml:13:70: `rule` of an entry of `confounds` is `similar`, which is not known (known are \
             `equal-within-comparison`)",
            "analysis.yaml:14:15: `diagnostics` of the analysis is `ratios`, which is not known (known are `block-ratios`, \
             `leave-one-block-out`, `order`)",
        ]
    );
}

#[test]
fn the_analysis_names_things_once_and_arms_that_the_plan_has() {
    let text = content("frozen/D1/analysis.yaml");
    let plan = plan::parse(content("frozen/C2/plan.json").as_bytes(), "plan.json").unwrap();
    let spec = spec::parse(text.as_bytes(), "a.yaml").unwrap();
    let said: Vec<String> = spec.check(&plan, "frozen/D1/analysis.yaml").iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 4);
    assert_eq!(
        said[1],
        "frozen/D1/analysis.yaml:8: the denominator of the comparison `final/before` is the arm `before`, which the plan \
         does not have (known are `final-ordinary`, `final-remote`)"
    );
    let twice = text
        .replace(
            "final/legacy, numerator: final, denominator: legacy",
            "final/before, numerator: final, denominator: final",
        )
        .replace("metrics: [ns/op,", "metrics: [B/op,");
    assert_eq!(
        messages(spec::parse(twice.as_bytes(), "a.yaml")),
        [
            "a.yaml:10:12: the comparison `final/before` stands there twice (give each comparison a name of its own)",
            "a.yaml:10:57: the comparison `final/before` sets `final` against itself (name two arms)",
            "a.yaml:11:17: `B/op` stands twice in `metrics` (name it once)",
        ]
    );
    let seed = text.replace("seed: 391706, rng: python-random", "seed: 4294967296, rng: numpy-mt19937");
    assert_eq!(
        messages(spec::parse(seed.as_bytes(), "a.yaml")),
        [
            "a.yaml:6:72: the generator `numpy-mt19937` takes no seed beyond 4294967295 (restore the seed that the analyst \
          used)"
        ]
    );
    let empty = text.replace("metrics: [ns/op, B/op, allocs/op]", "metrics: []");
    assert_eq!(
        messages(spec::parse(empty.as_bytes(), "a.yaml")),
        ["a.yaml:11:10: `metrics` of the analysis is empty (name what is to be analysed)"]
    );
}

#[test]
fn the_manifest_is_held_to_its_format_and_keeps_what_it_does_not_know() {
    let text = "schema: benchcampaign/campaign/1\r\ncampaign: x\r\nstatus: simulated\r\nphases: [{phase: A, dir: frozen/A}]\r\n\
                host: {kernel: 6.10, cores: 2, note: no}\r\ndate: 2026-11-30\r\n";
    let manifest = manifest::parse(text.as_bytes(), "campaign.yaml").unwrap();
    assert_eq!(manifest.status, manifest::Status::Other("simulated".to_owned()));
    // A version that looks like a number stays as it was written.
    assert_eq!(manifest.host, Some(json!({"kernel": "6.10", "cores": 2, "note": "no"})));
    assert_eq!(manifest.extra.get("date"), Some(&json!("2026-11-30")));
    assert_eq!((manifest.phases[0].line, manifest.phases[0].rows), (4, None));

    let text = "schema: benchcampaign/campaign/1\ncampaign: 5\nphases:\n- {phase: A, dir: ../A, rows: -1}\n- {phase: A, dir: /etc}\n\
                - just text\ncited:\n- {id: a, what: w, printed: 14, value: many, source: s}\n";
    let below = "(name it by its path below the campaign's folder, for instance `frozen/A`)";
    assert_eq!(
        messages(manifest::parse(text.as_bytes(), "campaign.yaml")),
        [
            "campaign.yaml:1:1: the manifest has no `status` (say how the data came about: `measured`, `reconstructed`, \
             `published-summary`, or another word)"
                .to_owned(),
            "campaign.yaml:2:11: `campaign` of the manifest is a number, but a text is expected (write a text there)"
                .to_owned(),
            "campaign.yaml:4:31: `rows` of an entry of `phases` is `-1`, but a whole number from 0 to 18446744073709551615 \
             is expected (write a number of that range)"
                .to_owned(),
            format!("campaign.yaml:4:19: the folder `../A` of phase `A` has `..` in it {below}"),
            format!("campaign.yaml:5:19: the folder `/etc` of phase `A` is absolute {below}"),
            "campaign.yaml:5:11: `phase` `A` already stands on line 4 (give each phase a name and a folder of its own)"
                .to_owned(),
            format!(
                "campaign.yaml:6:3: an entry of `phases` is text, but a map of keys and values is expected (write it \
                 {FORMAT})"
            ),
            "campaign.yaml:8:29: `printed` of an entry of `cited` is a number, but a text is expected (write a text there)"
                .to_owned(),
            "campaign.yaml:8:40: `value` of an entry of `cited` is text, but a number is expected (write a number there)"
                .to_owned(),
        ]
    );
}

#[test]
fn published_figures_are_held_to_their_format() {
    let text = "{\"schema\": \"benchcampaign/published/1\", \"document\": \"D\", \"figures\": [\n\
        {\"id\": \"a\", \"what\": \"w\", \"printed\": \"1\", \"value\": 1, \"decimals\": null, \"compare\": \"equal\", \"compute\": {}},\n\
        {\"id\": \"a\", \"what\": \"w\", \"printed\": [], \"value\": null, \"decimals\": 1.5, \"compare\": \"near\", \"compute\": 1}]}";
    let one = "but one printed value is expected (write a number, a text, or true or false)";
    assert_eq!(
        causes(published::parse(text.as_bytes(), "published.json")),
        [
            "`decimals` of published figure 1 is `1.5`, but a whole number from 0 to 4294967295 is expected (write a number \
             of that range)"
                .to_owned(),
            format!("`printed` of a published figure is a list, {one}"),
            format!("`value` of a published figure is empty, {one}"),
            "`compare` of published figure 1 is `near`, which is not known (known are `rounding`, `at_most`, `equal`, \
             `only_value`)"
                .to_owned(),
            format!("`compute` of a published figure is a number, but a map of keys and values is expected (write it {FORMAT})"),
            "the published figure `a` already stands on line 2 (give each figure an id of its own)".to_owned(),
        ]
    );
}

#[test]
fn a_byte_order_mark_is_read_over_and_utf_16_is_named() {
    let text = content("frozen/D1/plan.json");
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    assert_eq!(plan::parse(&marked, "p").unwrap(), plan::parse(text.as_bytes(), "p").unwrap());
    assert_eq!(
        plan::parse(text.replace('\n', "\r\n").as_bytes(), "p").unwrap(),
        plan::parse(text.as_bytes(), "p").unwrap()
    );
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(
        messages(plan::parse(&[b"\xFF\xFE", wide.as_slice()].concat(), "plan.json")),
        [
            "plan.json: the file is UTF-16 LE, not UTF-8 (write it as UTF-8 (PowerShell's `>` writes UTF-16) and pin the \
          campaign again)"
        ]
    );
}

/// Changes one byte of a file's text, or cuts it there.
fn spoil(text: &str, at: usize, byte: u8, cut: bool) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = at % bytes.len();
    if cut {
        bytes.truncate(at)
    } else {
        bytes[at] = byte
    }
    bytes
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(200))]
    #[test]
    fn spoilt_declarations_never_panic(at in 0usize..1_000_000, byte in proptest::num::u8::ANY, cut in proptest::bool::ANY) {
        let _ = manifest::parse(&spoil(&content("campaign.yaml"), at, byte, cut), "a");
        let _ = plan::parse(&spoil(&content("frozen/D1/plan.json"), at, byte, cut), "a");
        let _ = spec::parse(&spoil(&content("frozen/D1/analysis.yaml"), at, byte, cut), "a");
        let _ = published::parse(&spoil(&content("frozen/D1/published.json"), at, byte, cut), "a");
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
        let _ = manifest::parse(&bytes, "a");
        let _ = plan::parse(&bytes, "a");
        let _ = spec::parse(&bytes, "a");
        let _ = published::parse(&bytes, "a");
    }
}

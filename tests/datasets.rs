//! Phases of datasets from their declaration to the report, and what is said where something is wrong.

mod support;

use rebench_report::pipeline::{self, Format, Options};
use rebench_report::problem::Problem;
use support::project::Project;

const DECLARED: &str = "schema: rebench/datasets/1
phases:
  - phase: A
    arms: [old, new]
    comparisons: [{name: new/old, numerator: new, denominator: old}]
    datasets:
      - name: runs
        kind: runs
        format: csv
        files: [runs.csv]
        options: {case: query, arm: arm, run: run, values: \"ms:ms\"}
        metrics: [{name: time, from: ms, better: lower}]
        quantiles: [{name: p95, at: 0.95, rule: nearest-rank}]
        design: paired
        bootstrap: {resamples: 2000, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}
";

const RUNS: &str = "query,arm,run,ms
q,old,1,10.5
q,new,1,8.25
q,old,2,11.5
q,new,2,8.75
q,old,3,12.5
";

const PHASE: &str = "---
phase: A
title: One query
---

## Arms

## Environment and design

## Results

## Interpretation

### Measured

- The ratio is {{ runs[\"q\"][\"new/old\"].time | interval }}. {{ claim(that=runs[\"q\"][\"new/old\"].time | below) }}

### Hypotheses

None has been written down.

## Limits
";

fn project(declared: &str, runs: &str) -> Project {
    let project = Project::empty("few-runs", "A");
    project.write_at_root("book.toml", "[book]\ntitle = \"Reports\"\nlanguage = \"en\"\n");
    let manifest = "schema: benchcampaign/campaign/1\ncampaign: few-runs\nstatus: measured\ndate: '2026-11-30'\n\
                    phases:\n- {phase: A, dir: frozen/A}\n";
    project.write("campaign.yaml", manifest);
    project.write("campaign.md", "---\ntitle: Few runs\n---\n\nOne query.\n");
    project.write("phases/a.md", PHASE);
    project.write("datasets.yaml", declared);
    project.write("frozen/A/runs.csv", runs);
    project.pin_sums();
    project
}

/// Everything that is wrong with a project, by place and cause.
fn wrong(declared: &str, runs: &str) -> Vec<String> {
    let problems = project(declared, runs).build(&[Format::Markdown]).unwrap_err();
    let told = |problem: &Problem| format!("{}: {} ({})", problem.place, problem.cause, problem.next);
    problems.iter().map(|problem| told(problem).replace("content/few-runs/", "")).collect()
}

#[test]
fn runs_become_a_report_in_all_formats() {
    let project = project(DECLARED, RUNS);
    let summary = project.build(&Format::ALL).unwrap();
    assert_eq!(summary.observed, [("A".to_string(), 1, 5)]);
    let page = std::fs::read_to_string(project.report().join("markdown/a.md")).unwrap().replace('\u{a0}', " ");
    // Run 3 has no `new`: it stands in the summary of `old` and in no pair. √(8.25/10.5 · 8.75/11.5) = 0.7732.
    assert!(
        page.contains("| time | [11.50 ms](a-evidence.md#runs) | [8.50 ms](a-evidence.md#runs) | [0.773]"),
        "{page}"
    );
    assert!(page.contains("| old | [3]"), "{page}");
    assert!(page.contains("intervals come from two pairs"), "{page}");
    // The values that a PDF carries are those of the file, digit by digit.
    let values = std::fs::read(project.report().join("html/files/a/a-values.csv"))
        .or_else(|_| {
            let folder = project.report().join("html");
            let mut all = walkdir::WalkDir::new(folder).into_iter().flatten();
            let found = all.find(|entry| entry.file_name().to_string_lossy().ends_with("a-values.csv"));
            std::fs::read(found.map(|entry| entry.path().to_path_buf()).unwrap_or_default())
        })
        .unwrap();
    let values = String::from_utf8(values).unwrap();
    assert!(values.contains("runs,q,old,time,,1,10.5,ms,frozen/A/runs.csv,2\n"), "{values}");
}

#[test]
fn a_declaration_counts_whether_it_is_pinned_or_not() {
    let project = project(DECLARED, RUNS);
    project.build(&[Format::Markdown]).unwrap();
    let manifest = || std::fs::read_to_string(project.report().join("manifest.json")).unwrap();
    let authored: serde_json::Value = serde_json::from_str(&manifest()).unwrap();
    let paths = |kind: &str, of: &serde_json::Value| -> Vec<String> {
        let files = of["inputs"][kind].as_array().unwrap();
        files.iter().map(|file| file["path"].as_str().unwrap().to_string()).collect()
    };
    assert!(paths("authored", &authored).contains(&"datasets.yaml".to_string()));
    let sums = project.text("SHA256SUMS");
    let hash = rebench_report::integrity::sha256(&project.bytes("datasets.yaml"));
    let mut lines: Vec<String> = sums.lines().map(str::to_string).collect();
    lines.push(format!("{hash}  datasets.yaml"));
    lines.sort_by(|a, b| a[66..].cmp(&b[66..]));
    project.write("SHA256SUMS", lines.join("\n") + "\n");
    project.build(&[Format::Markdown]).unwrap();
    let pinned: serde_json::Value = serde_json::from_str(&manifest()).unwrap();
    assert!(paths("pinned", &pinned).contains(&"datasets.yaml".to_string()));
    assert!(!paths("authored", &pinned).contains(&"datasets.yaml".to_string()));
    // Pinned, it can't be changed any more.
    project.write("datasets.yaml", DECLARED.replace("seed: 1", "seed: 2"));
    let problems = project.build(&[Format::Markdown]).unwrap_err();
    assert_eq!(problems[0].code, "integrity::changed");
}

#[test]
fn what_is_wrong_with_a_declaration_is_told_with_its_line() {
    let expected: &[(&str, &str, &[&str])] = &[
        (
            "kind: runs",
            "kind: walks",
            &[
                "datasets.yaml:8:15: `kind` of an entry of `datasets` is `walks`, which is not known (known are `runs`, `counters`, `probes`, `summary`, `transactions`)",
            ],
        ),
        (
            "name: runs",
            "name: cases",
            &[
                "datasets.yaml:7:15: `cases` is the name of other figures (begin with a lower-case letter and go on with lower-case letters, digits and `_`, for instance `run_times`)",
            ],
        ),
        (
            "name: runs",
            "name: Runs-1",
            &[
                "datasets.yaml:7:15: `Runs-1` can't be the name of a dataset (begin with a lower-case letter and go on with lower-case letters, digits and `_`, for instance `run_times`)",
            ],
        ),
        (
            "format: csv",
            "format: tsv",
            &["datasets.yaml:9: the format `tsv` of the dataset `runs` is not known (known are"],
        ),
        (
            "files: [runs.csv]",
            "files: [run.csv]",
            &[
                "datasets.yaml:10: no pinned file below `frozen/A` matches `run.csv` (correct the path, or pin the file; an arm in a path has to be one of the phase's arms)",
            ],
        ),
        (
            "files: [runs.csv]",
            "files: [../runs.csv]",
            &[
                "datasets.yaml:10:16: the path `../runs.csv` has `..` in it (name the file by its path below the folder)",
            ],
        ),
        (
            "files: [runs.csv]",
            "about: x",
            &[
                "datasets.yaml:7:15: the dataset `runs` has neither `files` nor `index` (name its files by their paths below the phase's folder, for instance `files: [runs.csv]`)",
            ],
        ),
        (
            "{case: query,",
            "{case: query, colour: red,",
            &[
                "datasets.yaml:7: the format `csv` has no option `colour` (known are `case`, `arm`, `run`, `order`, `metric`, `unit`, `values`, `arms`, `others`)",
            ],
        ),
        (
            "numerator: new",
            "numerator: newer",
            &[
                "datasets.yaml:5:18: the numerator of the comparison `new/old` is no arm: `newer` (known are `old`, `new`)",
            ],
        ),
        (
            "        bootstrap: {resamples: 2000, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}\n",
            "",
            &[
                "datasets.yaml:14:17: the design `paired` asks for intervals, and there is no `bootstrap` to make them (add `bootstrap: {resamples: 20000, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}`)",
            ],
        ),
        (
            "at: 0.95, rule",
            "at: 95, rule",
            &[
                "datasets.yaml:13:37: 95 does not lie between 0 and 1 (write the quantile as a fraction, for instance 0.95)",
            ],
        ),
        (
            "arms: [old, new]",
            "arms: [old, old, new]",
            &["datasets.yaml:4:11: `old` stands twice in `arms` (name it once)"],
        ),
        (
            "phase: A",
            "phase: B",
            &[
                "datasets.yaml:3: declares datasets of the phase `B`, which campaign.yaml does not have (correct the name of the phase)",
            ],
        ),
        (
            "design: paired",
            "design: paired\n        agrees_with: {dataset: logs, metrics: {time: time}}",
            &[
                "datasets.yaml:7:7: `runs` is to agree with `logs`, which is no other dataset of the phase (name a dataset of the same phase)",
            ],
        ),
        (
            "design: paired",
            "design: paired\n        derived: [{name: twice, formula: time * }]",
            &["datasets.yaml:15: the formula `time *`, column 7:"],
        ),
        (
            "design: paired",
            "design: paired\n        derived: [{name: rate, formula: rows / time}]",
            &[
                "datasets.yaml:15: the formula `rows / time`, column 1: the dataset has no metric `rows` (known are `time`)",
            ],
        ),
        (
            "name: p95, at",
            "name: mad, at",
            &[
                "datasets.yaml:13:28: `mad` is the name of another figure of a series (call it by what it is, for instance `p95`)",
            ],
        ),
        (
            "name: p95, at",
            "name: run_1, at",
            &[
                "datasets.yaml:13:28: `run_1` is the name of another figure of a series (call it by what it is, for instance `p95`)",
            ],
        ),
        (
            "name: new/old",
            "name: old",
            &[
                "datasets.yaml:5:18: the comparison `old` is called like an arm (give it a name of its own, under which a text finds its ratios, for instance `new/old`)",
            ],
        ),
        (
            "name: time, from",
            "name: ' ', from",
            &["datasets.yaml:12:18: `metrics` has a name without a letter (write a name, or take the entry out)"],
        ),
        (
            "design: paired",
            "design: paired\n        derived: [{name: time, formula: time * 2}]",
            &[
                "datasets.yaml:15: the formula `time * 2` is called `time`, as a metric of the dataset is (give it a name of its own)",
            ],
        ),
        (
            "design: paired",
            "design: paired\n        derived: [{name: x, formula: time * 2}, {name: x, formula: time * 3}]",
            &[
                "datasets.yaml:15:56: two formulas are called `x` (give each a name of its own, under which a text finds its values)",
            ],
        ),
    ];
    for (from, to, messages) in expected {
        assert!(DECLARED.contains(from), "{from}");
        let told = wrong(&DECLARED.replace(from, to), RUNS);
        for (told, message) in told.iter().zip(messages.iter()) {
            assert!(told.starts_with(message), "{to}:\n  told {told}\n  want {message}");
        }
        assert_eq!(told.len(), messages.len(), "{to}: {told:?}");
    }
}

#[test]
fn what_files_say_against_the_declaration_is_told_with_its_line() {
    let expected = [
        (
            RUNS.replace("q,new,1", "q,newer,1"),
            "frozen/A/runs.csv:3: the arm `newer` is none of the phase's arms (`old`, `new`) (declare it in datasets.yaml, or correct it there)",
        ),
        (
            RUNS.replace("q,new,2", "q,new,1"),
            "frozen/A/runs.csv:5: run 1 of `time` of `q`, `new` is there twice in the dataset `runs` (declare what tells the files apart: `{case}`, `{arm}` or `{run}` in their paths, or a dataset for each)",
        ),
        (
            RUNS.replace("8.25", "8,25"),
            "frozen/A/runs.csv:3:1: the line has 5 fields, but the header has 4 (restore the file; a line that is cut off or has a stray comma can't be read)",
        ),
    ];
    for (runs, message) in expected {
        assert_eq!(wrong(DECLARED, &runs), [message]);
    }
}

#[test]
fn two_datasets_that_tell_the_same_runs_have_to_tell_them_alike() {
    let second = "      - name: log
        kind: runs
        shown: false
        format: csv
        files: [log.csv]
        options: {case: query, arm: arm, run: run, values: \"ms:ms\"}
        agrees_with: {dataset: runs, metrics: {ms: time}}
";
    let declared = format!("{DECLARED}{second}");
    let project = project(&declared, RUNS);
    project.write("frozen/A/log.csv", RUNS);
    project.pin_sums();
    project.build(&[Format::Markdown]).unwrap();
    project.write("frozen/A/log.csv", RUNS.replace("8.75", "8.76").replace("q,old,3,12.5\n", ""));
    project.pin_sums();
    let problems = project.build(&[Format::Markdown]).unwrap_err();
    let told: Vec<String> = problems.iter().map(|one| format!("{}: {}", one.place, one.cause)).collect();
    assert_eq!(
        told,
        [
            "content/few-runs/frozen/A/log.csv:5: `ms` is 8.76 here, but 8.75 on line 5 of frozen/A/runs.csv",
            "content/few-runs/frozen/A/runs.csv:6: the dataset `log` has no run 3 like this one",
        ]
    );
}

#[test]
fn nothing_is_counted_as_zero() {
    let runs = RUNS.replace("8.25", "<not counted>").replace("8.75", "");
    let project = project(DECLARED, &runs);
    let plain = "- There are {{ accounting.values | count }} values. {{ claim(that=accounting[\"runs\"].missing | is(value=2)) }}";
    let text = PHASE.lines().map(|line| if line.starts_with("- The ratio") { plain } else { line }).collect::<Vec<_>>();
    project.write("phases/a.md", text.join("\n") + "\n");
    project.build(&[Format::Markdown]).unwrap();
    let page = std::fs::read_to_string(project.report().join("markdown/a.md")).unwrap();
    assert!(page.contains("N/A (new: not counted)"), "{page}");
    assert!(page.contains("`time` of `q` has no number") || page.contains("`ms` of `q` has no number"), "{page}");
    assert!(!page.contains("| 0 |") && !page.contains("[0](") && !page.contains("[0.000]"), "{page}");
}

#[test]
fn arms_and_cases_of_any_name_are_told_as_themselves() {
    let name = "a|b`c\"<i>*d* \u{5d0}";
    let csv = format!("\"{}\"", name.replace('"', "\"\""));
    let runs = RUNS.replace("q,", &format!("{csv},"));
    let project = project(DECLARED, &runs);
    let quoted = format!("'{name}'");
    project.write("phases/a.md", PHASE.replace("\"q\"", &quoted));
    project.build(&Format::ALL).unwrap();
    let page = std::fs::read_to_string(project.report().join("html/a.html")).unwrap();
    assert!(page.contains("a|b`c&quot;&lt;i&gt;*d*") || page.contains("a|b`c\"&lt;i&gt;*d*"));
    assert!(!page.contains("<i>*d*"));
}

/// The Markdown page of a project whose text quotes no ratio.
fn page(declared: &str, runs: &str) -> String {
    let project = project(declared, runs);
    let plain = "- There are {{ accounting.values | count }} values. {{ claim(that=accounting[\"runs\"].missing | is(value=0)) }}";
    let text = PHASE.lines().map(|line| if line.starts_with("- The ratio") { plain } else { line }).collect::<Vec<_>>();
    project.write("phases/a.md", text.join("\n") + "\n");
    project.build(&Format::ALL).unwrap();
    std::fs::read_to_string(project.report().join("markdown/a.md")).unwrap().replace('\u{a0}', " ")
}

#[test]
fn what_one_arm_has_is_told_where_the_other_has_nothing() {
    let page = page(DECLARED, "query,arm,run,ms\nq,old,1,3\nq,old,2,4\n");
    assert!(page.contains("Not compared in new/old: old alone has time of q."), "{page}");
    // The summary has it.
    assert!(page.contains("| old | [2](a-evidence.md#runs) | [3.50](a-evidence.md#runs) |"), "{page}");
    assert!(!page.contains("One number an arm"), "{page}");
}

#[test]
fn nothing_but_zero_prints_as_zero() {
    let declared = DECLARED.replace("design: paired", "design: none");
    let page = page(&declared, "query,arm,run,ms\nq,old,1,25000\nq,new,1,0.0042\nr,old,1,1e308\nr,new,1,1e-308\n");
    for row in ["[25.00 s]", "[0.0000042 s]", "[1e305 s]", "[1e\u{2212}311 s]"] {
        assert!(page.contains(row), "{row}: {page}");
    }
}

#[test]
fn a_declaration_does_not_take_the_place_of_a_plan() {
    let project = project(DECLARED, RUNS);
    project.write("frozen/A/runner.jsonl", "{}\n");
    project.pin_sums();
    let problems = project.build(&[Format::Markdown]).unwrap_err();
    let told: Vec<String> = problems.iter().map(|one| format!("{}: {}", one.place, one.cause)).collect();
    assert_eq!(
        told,
        ["content/few-runs/datasets.yaml:3: the phase `A` was run by a plan, and datasets are declared of it"]
    );
    // Another tool's plan is a file like others.
    project.remove("frozen/A/runner.jsonl");
    project.write("frozen/A/plan.json", "{\"jobs\": []}\n");
    project.pin_sums();
    project.build(&[Format::Markdown]).unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_are_told_and_not_waited_for() {
    let project = project(DECLARED, RUNS);
    let told = |file: &str, code: &str| {
        let kept = project.bytes(file);
        let path = project.content().join(file);
        std::fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let problems = project.build(&[Format::Markdown]).unwrap_err();
        assert_eq!((problems[0].code, problems[0].cause.as_str()), (code, "can't be read: it is not a regular file"));
        std::fs::remove_file(&path).unwrap();
        project.write(file, kept);
    };
    told("datasets.yaml", "datasets::unreadable");
    told("phases/a.md", "writeup::unreadable");
}

#[test]
fn a_case_without_a_name_is_called_by_its_dataset() {
    let page = page(DECLARED, "query,arm,run,ms\n,old,1,3\n ,old,2,4\n");
    assert!(page.contains("| **runs** |"), "{page}");
}

#[test]
fn names_that_look_alike_or_are_long_have_tables_of_their_own() {
    let declared = DECLARED
        .replace("values: \"ms:ms\"", "metric: metric, unit: unit, values: \"ms:\"")
        .replace("        metrics: [{name: time, from: ms, better: lower}]\n", "");
    let long = "x".repeat(500);
    let mut runs = "query,arm,run,metric,unit,ms\n".to_owned();
    for metric in ["a b", "a-b", "a_b", "A b", "a|b", &long, "\u{5d0}", "\u{202e}abc"] {
        for case in ["q x", "q-x", "Q x", &long] {
            for (arm, run) in [("old", 1), ("new", 1), ("old", 2), ("new", 2)] {
                runs.push_str(&format!("{case},{arm},{run},{metric},ms,{}\n", 10 + run));
            }
        }
    }
    let project = project(&declared, &runs);
    let plain = "- There are {{ accounting.values | count }} values. {{ claim(that=accounting[\"runs\"].missing | is(value=0)) }}";
    let text = PHASE.lines().map(|line| if line.starts_with("- The ratio") { plain } else { line }).collect::<Vec<_>>();
    project.write("phases/a.md", text.join("\n") + "\n");
    // No sheet of paper holds a word of 500 letters, which the PDF says.
    project.build(&[Format::Markdown, Format::Html]).unwrap();
    for page in ["a", "a-evidence"] {
        let page = std::fs::read_to_string(project.report().join(format!("html/{page}.html"))).unwrap();
        let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}

/// Figures of a project with the formula `instructions / cycles`.
fn formed(design: &str, runs: &str) -> impl Fn(&str) -> Option<f64> + use<> {
    let declared = DECLARED
        .replace("values: \"ms:ms\"", "values: \"instructions, cycles\"")
        .replace(
            "metrics: [{name: time, from: ms, better: lower}]",
            "metrics: [{name: instructions, from: instructions}, {name: cycles, from: cycles}]\n        derived: [{name: \
             IPC, formula: instructions / cycles, better: higher}]",
        )
        .replace("design: paired", &format!("design: {design}"));
    let project = project(&declared, runs);
    let page = PHASE.replace(
        "- The ratio is {{ runs[\"q\"][\"new/old\"].time | interval }}. {{ claim(that=runs[\"q\"][\"new/old\"].time | below) }}",
        "- It is {{ runs[\"q\"].new.IPC | value }}. {{ claim(that=runs[\"q\"].new.IPC | above(value=1)) }}",
    );
    project.write("phases/a.md", page);
    let options = Options::reading(project.root().to_path_buf(), "few-runs".to_owned());
    let checked = pipeline::check(&options, &|_| {});
    assert_eq!((&checked.problems, &checked.warnings), (&Vec::new(), &Vec::new()));
    let ledger = pipeline::read_evidence(&options).unwrap().ledger;
    move |id: &str| ledger.get(&format!("A:runs:q:{id}")).and_then(|evidence| evidence.amount.number())
}

const COUNTED: &str = "query,arm,run,instructions,cycles
q,old,1,200,100
q,new,1,100,100
q,old,2,330,110
q,new,2,220,110
q,old,3,500,100
q,new,3,360,120
";

#[test]
fn a_formula_of_runs_is_formed_in_each_of_them_and_has_an_interval() {
    let of = formed("paired", COUNTED);
    // The median of 2, 3 and 5, where the quotient of the medians would be 3.3.
    assert_eq!((of("old:IPC"), of("old:IPC:run_3"), of("old:IPC:n")), (Some(3.0), Some(5.0), Some(3.0)));
    assert_eq!((of("new:IPC"), of("old:IPC:mean")), (Some(2.0), Some(10.0 / 3.0)));
    let ratio = of("new/old:IPC").unwrap();
    assert!((ratio - 0.2_f64.cbrt()).abs() < 1e-12, "{ratio}");
    // Of three pairs the same one can be drawn three times.
    assert!(of("new/old:IPC:low").is_some_and(|low| (0.5..ratio).contains(&low)));
    assert_eq!(of("new/old:IPC:run_2"), Some(2.0 / 3.0));

    let of = formed("unpaired", COUNTED);
    assert_eq!(of("new/old:IPC"), Some(2.0 / 3.0));
    // By hand, of all 20 splits of 2, 3, 5, 1, 2 and 3: 10 put the means at least 4/3 apart.
    assert_eq!(of("new/old:IPC:p"), Some(0.5));
}

#[test]
fn a_formula_whose_operands_differ_in_their_runs_has_no_interval() {
    let of = formed("unpaired", &COUNTED.replace("q,old,3,500,100", "q,old,3,500,"));
    assert_eq!((of("old:IPC"), of("old:IPC:run_1")), (Some(330.0 / 105.0), None));
    assert_eq!((of("new/old:IPC:low"), of("new:IPC")), (None, Some(2.0)));
}

/// Rows of a Markdown table without their links.
fn plain(page: &str) -> String {
    let mut out = String::new();
    for piece in page.split("](a-evidence.md") {
        let piece = piece.strip_prefix('#').map_or(piece, |rest| rest.split_once(')').map_or(rest, |(_, after)| after));
        out.push_str(piece);
    }
    out.replace('[', "")
}

const WITHOUT: &str = "comparisons: [{name: new/old, numerator: new, denominator: old}]\n";

#[test]
fn metrics_of_one_value_share_a_table() {
    let declared = DECLARED
        .replace(WITHOUT, "outcome: complete\n")
        .replace("values: \"ms:ms\"", "values: \"ms:ms, faults, swaps\"")
        .replace("metrics: [{name: time, from: ms, better: lower}]", "quantiles: []")
        .replace("        quantiles: [{name: p95, at: 0.95, rule: nearest-rank}]\n", "")
        .replace("design: paired", "design: none");
    let runs =
        "query,arm,run,ms,faults,swaps\nq,old,1,10.5,7,0\nq,old,2,11.5,7,0\nq,new,1,8.25,9,0\nq,new,2,8.75,9,0\n";
    let page = plain(&page(&declared, runs));
    assert!(page.contains("metrics of which each arm has one value"), "{page}");
    for row in ["| Case, metric | old | new |", "| faults | 7 | 9 |", "| swaps | 0 | 0 |"] {
        assert!(page.contains(row), "{row}: {page}");
    }
    assert!(!page.contains("faults, summaries") && page.contains("ms, summaries of the runs"), "{page}");
}

#[test]
fn cases_that_lie_far_apart_have_a_unit_each() {
    let declared = DECLARED.replace("ms:ms", "ms:ns").replace("design: paired", "design: none");
    let runs = |far: u64| {
        format!(
            "query,arm,run,ms\nq,old,1,88.1\nq,old,2,88.5\nq,new,1,80.1\nq,new,2,80.5\nr,old,1,{far}\nr,old,2,{}\n",
            far + far / 50
        )
    };
    let far = plain(&page(&declared, &runs(5_000_000)));
    for row in ["| **q (ns)** |", "| **r (ms)** |", "| old | 2 | 88.30 | 88.30 | 88.50 | 88.10 | 88.50 | 0.28 |"] {
        assert!(far.contains(row), "{row}: {far}");
    }
    assert!(far.contains("| old | 2 | 5.050 | 5.050 | 5.100 | 5.000 | 5.100 | 0.071 |"), "{far}");
    // Below a factor of a thousand one scale holds the column.
    let near = plain(&page(&declared, &runs(50_000)));
    assert!(near.contains("| **q** |") && near.contains("Median (µs)"), "{near}");
}

#[test]
fn what_the_interval_and_the_test_say_differently_is_named() {
    let declared = DECLARED.replace("design: paired", "design: unpaired");
    let mut runs = "query,arm,run,ms\n".to_owned();
    // Three runs an arm, wholly apart: no rank test of so few can reject, and the interval leaves 1 out.
    for (run, (old, new)) in [(10.0, 5.0), (10.1, 5.1), (10.2, 5.2)].into_iter().enumerate() {
        runs.push_str(&format!("q,old,{run},{old}\nq,new,{run},{new}\n"));
    }
    let page = page(&declared, &runs);
    let remark = "Interval and test disagree: of time of q (new/old) the interval lies below 1, and the test tells no difference.";
    assert!(page.contains(remark), "{page}");
}

#[test]
fn a_difference_from_zero_is_read_in_every_design_that_has_runs() {
    let runs = |new: [u32; 3]| {
        let [a, b, c] = new;
        format!("query,arm,run,ms\nq,old,1,0\nq,old,2,0\nq,old,3,0\nq,new,1,{a}\nq,new,2,{b}\nq,new,3,{c}\n")
    };
    // All formats are built, though no row of the table has an interval to draw.
    for (design, new, cells) in [
        ("paired", [1, 1, 2], "+1.0 ms | N/A (the denominator is zero) | ◆ slower |"),
        ("unpaired", [1, 1, 2], "+1.0 ms | N/A (the denominator is zero) | ◆ slower |"),
        ("unpaired", [1, 0, 2], "+1.0 ms | N/A (the denominator is zero) | ○ not told apart |"),
        ("none", [1, 1, 2], "| +1.0 ms |"),
    ] {
        let page = plain(&page(&DECLARED.replace("design: paired", &format!("design: {design}")), &runs(new)));
        let row = page.lines().find(|line| line.starts_with("| time | 0.0 ms")).unwrap_or_else(|| panic!("{page}"));
        assert!(row.ends_with(cells), "{design}: {row}");
    }
}

#[test]
fn statistics_of_two_kinds_are_not_compared() {
    let options = "options: {case: query, arm: arm, metric: metric, values: \"middle=median:ms, most=max:ms\"}";
    let declared = DECLARED
        .replace("options: {case: query, arm: arm, run: run, values: \"ms:ms\"}", options)
        .replace("from: ms", "from: time")
        .replace("design: paired", "design: none");
    let runs = "query,arm,metric,middle,most\nq,old,time,5,9\nq,new,time,,3\n";
    let project = project(&declared, runs);
    let text = PHASE
        .replace("runs[\"q\"][\"new/old\"].time", "runs[\"q\"][\"new/old\"].time.max")
        .replace("interval", "ratio");
    project.write("phases/a.md", text);
    project.build(&[Format::Markdown]).unwrap();
    let page = std::fs::read_to_string(project.report().join("markdown/a.md")).unwrap().replace('\u{a0}', " ");
    assert!(page.contains("The ratio is [0.333]"), "like statistics have a ratio: {page}");
    assert!(page.contains("of one arm the median is told, of the other the maximum"), "{page}");
    assert!(!page.contains("0.600"), "the largest over the median: {page}");
}

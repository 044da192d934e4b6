//! Prose and data cannot part: changed data make the claims that rest on them fail, and name the figures.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use rebench_report::pipeline;
use rebench_report::problem::{Kind, Problem};
use serde_json::Value;
use support::project::Project;

const CAMPAIGN: &str = "hcloud-rebench-20261014";

/// A copy of the shipped project without what others printed of the data, so that claims alone can fail.
fn shipped() -> Project {
    let project = Project::copied(Path::new(env!("CARGO_MANIFEST_DIR")), CAMPAIGN, "D1");
    for phase in ["C2", "D1"] {
        project.remove(&format!("frozen/{phase}/analysis.json"));
        project.remove(&format!("frozen/{phase}/published.json"));
    }
    project.pin_sums();
    project
}

/// Multiplies the measured values of D1's samples for which `wanted(job, arm)` holds, in metrics.csv and in the raw logs
/// alike, and pins the files again.
fn scale(project: &Project, factor: f64, wanted: impl Fn(u32, &str) -> bool) {
    let times = |text: &str| ((text.parse::<f64>().unwrap() * factor).round() as u64).to_string();
    let csv = project.text("frozen/D1/metrics.csv");
    let mut jobs = BTreeSet::new();
    let lines: Vec<String> = csv
        .lines()
        .map(|line| {
            let mut fields: Vec<String> = line.split(',').map(str::to_string).collect();
            match fields[2].parse::<u32>() {
                Ok(job) if wanted(job, &fields[6]) => {
                    jobs.insert(job);
                    for field in &mut fields[10..13] {
                        *field = times(field);
                    }
                }
                _ => {}
            }
            fields.join(",")
        })
        .collect();
    project.write("frozen/D1/metrics.csv", lines.join("\n") + "\n");
    for job in jobs {
        let path = format!("frozen/D1/logs/{job:03}.log");
        let log = project.text(&path);
        let lines: Vec<String> = log
            .lines()
            .map(|line| {
                let mut words: Vec<String> = line.split('\t').map(str::to_string).collect();
                for word in &mut words {
                    let trimmed = word.trim();
                    if let Some((value, unit @ ("ns/op" | "B/op" | "allocs/op"))) = trimmed.split_once(' ') {
                        *word = format!("{} {unit}", times(value));
                    }
                }
                words.join("\t")
            })
            .collect();
        project.write(&path, lines.join("\n") + "\n");
    }
    project.pin_sums();
}

fn broken(project: &Project) -> Vec<Problem> {
    project.build(&[]).unwrap_err()
}

/// The figures that failing claims of D1 name, by the part of their sentence that says so.
fn figures(problems: &[Problem]) -> BTreeSet<String> {
    problems
        .iter()
        .filter(|problem| problem.code == "writeup::claim")
        .flat_map(|problem| {
            let ids = problem.next.split_once("the figures are ").unwrap().1;
            ids.split(", ").map(str::to_string).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn without_what_others_printed_the_shipped_campaign_still_builds() {
    shipped().build(&[]).unwrap();
}

#[test]
fn ten_percent_more_in_one_arm_breaks_every_claim_about_it_and_no_other() {
    let project = shipped();
    scale(&project, 1.1, |_, arm| arm == "final");
    let problems = broken(&project);
    assert!(problems.iter().all(|problem| problem.kind == Kind::Claim), "{problems:#?}");
    let mut expected: BTreeSet<String> = BTreeSet::new();
    for comparison in ["final/before", "final/legacy"] {
        for metric in ["ns/op", "B/op", "allocs/op"] {
            expected.insert(format!("D1:cases:PlanCacheHit:{comparison}:{metric}"));
        }
    }
    assert_eq!(figures(&problems), expected);
    let file = format!("content/{CAMPAIGN}/phases/d1-sql-plan-cache.md");
    assert!(problems.iter().all(|problem| problem.place.file == file && problem.place.line.is_some()));
}

#[test]
fn one_process_off_by_far_breaks_the_claims_on_its_metric_and_names_them() {
    let project = shipped();
    // One block of final three times as slow pulls the mean, and no interval that includes 1 stays where it was; the
    // counts of allocations, which no block but this one shares any more, stop being below 1 for certain.
    scale(&project, 3.0, |job, _| job == 0);
    let problems = broken(&project);
    let figures = figures(&problems);
    assert!(!figures.is_empty());
    assert!(figures.iter().all(|figure| figure.starts_with("D1:cases:PlanCacheHit:final/")), "{figures:?}");
}

#[test]
fn one_receipt_that_agrees_after_all_breaks_the_claim_about_the_failures() {
    let project = shipped();
    project.replace("frozen/D1/logs/019.receipts.jsonl", "\"prefix_bytes\": 5", "\"prefix_bytes\": 6");
    project.pin_sums();
    let problems = broken(&project);
    assert_eq!(figures(&problems), BTreeSet::from(["D1:failed:odd_receipts".to_string()]));
    assert!(problems[0].cause.starts_with("M5 does not hold: "), "{}", problems[0].cause);
}

#[test]
fn a_receipt_that_contradicts_its_result_line_is_no_claim_but_a_contradiction() {
    let project = shipped();
    project.replace(
        "frozen/D1/logs/000.receipts.jsonl",
        "\"n\": 3142, \"calibration\": false, \"prefix_bytes\": 6",
        "\"n\": 3142, \"calibration\": false, \"prefix_bytes\": 7",
    );
    project.pin_sums();
    let problems = broken(&project);
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].kind, problems[0].code), (Kind::Input, "reconcile::receipt-against-log"));
    assert_eq!(problems[0].place.line, Some(3));
}

#[test]
fn a_label_that_was_right_is_not_counted_as_restored() {
    let project = shipped();
    let csv = project.text("frozen/D1/metrics.csv");
    let first = csv.lines().nth(1).unwrap();
    project.replace("frozen/D1/metrics.csv", first, &first.replacen("BenchmarkPlanCacheHit-8", "PlanCacheHit", 1));
    project.pin_sums();
    let summary = project.build(&[]).unwrap();
    assert_eq!(summary.labels, (197, 3));
}

#[test]
fn a_wrong_arm_in_the_csv_is_not_restored_but_refused() {
    let project = shipped();
    project.replace("frozen/D1/metrics.csv", "-8,0,0,final,0,", "-8,0,0,before,0,");
    project.pin_sums();
    let problems = broken(&project);
    assert_eq!((problems[0].kind, problems[0].code), (Kind::Input, "reconcile::row-against-plan"));
    assert_eq!(problems[0].cause, "column arm says `before`, but the plan has `final` for job 0");
}

#[test]
fn every_figure_leads_to_samples_or_to_a_line_of_a_named_file() {
    use rebench_report::evidence::Derivation;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut counted = Vec::new();
    for campaign in ["hcloud-rebench-20261014", "pg-explain-20261130", "pg-readstream-npinned"] {
        let options = pipeline::Options::reading(root.to_path_buf(), campaign.to_string());
        let figures = pipeline::read_evidence(&options).unwrap();
        let hashes = &figures.basis.reconciled.campaign.hashes;
        let (mut samples, mut lines) = (0, 0);
        for evidence in figures.ledger.entries() {
            match &evidence.derivation {
                Derivation::Computed { from, .. } => {
                    assert!(!from.is_empty(), "{} comes from nothing", evidence.id);
                    for id in from {
                        assert!(
                            figures.ledger.get(id).is_some(),
                            "{} comes from {id}, which is not there",
                            evidence.id
                        );
                    }
                }
                Derivation::Sample { log, .. } => {
                    assert!(hashes.contains_key(log), "{} comes from {log}", evidence.id);
                    samples += 1;
                }
                Derivation::Line { file, line, raw } => {
                    let text = std::fs::read_to_string(root.join("content").join(campaign).join(file)).unwrap();
                    let found =
                        text.lines().nth(*line as usize - 1).unwrap_or_else(|| panic!("{file} has no line {line}"));
                    // Long lines are cut where they are kept.
                    let kept = raw.strip_suffix('…').unwrap_or(raw);
                    assert!(found.trim().starts_with(kept), "{}: {file}:{line}: {raw}", evidence.id);
                    lines += 1;
                }
                Derivation::Declared { file, .. } => assert!(hashes.contains_key(file), "{file}"),
                Derivation::Counted { files, .. } => assert!(!files.is_empty(), "{} was counted nowhere", evidence.id),
                Derivation::Cited { source } => assert!(!source.is_empty()),
            }
        }
        counted.push((samples, lines > 50));
    }
    // Five metrics a row in C2, four in D1.
    assert_eq!(counted, [(144 * 5 + 57 * 4, false), (0, true), (0, true)]);
}

#[test]
fn explain_goes_from_a_printed_figure_to_its_log_lines() {
    let project = shipped();
    let output = project.command(&["explain", "1.002 [0.984, 1.021]"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("id D1:cases:PlanCacheHit:final/before:ns/op\n"), "{text}");
    assert!(text.contains("1141095  frozen/D1/logs/000.log:5, frozen/D1/metrics.csv:2\n"), "{text}");
    assert!(
        text.contains("  3af6fc6e7957931146713b88e625c0caaacc412dfbd4b7fcab4bda3aba867105  frozen/D1/logs/000.log\n")
    );
    let output = project.command(&["explain", "0.4567"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_first_write_up_builds_and_is_never_written_over() {
    let project = shipped();
    project.remove("phases/d1-sql-plan-cache.md");
    let run = |arguments: &[&str]| project.command(arguments).output().unwrap().status.code();
    assert_eq!(run(&["new", "phase", "d1"]), Some(0));
    let written = project.text("phases/d1.md");
    assert!(
        written.contains("{{ claim(that=cases[\"PlanCacheHit\"][\"final/before\"][\"ns/op\"] | includes(value=1)) }}")
    );
    project.build(&[]).unwrap();
    assert_eq!(run(&["new", "phase", "D1"]), Some(5));
    assert_eq!(project.text("phases/d1.md"), written);
    assert_eq!(run(&["new", "phase", "D7"]), Some(2));
}

/// What of a value is not as a JSON Schema asks, for the words of JSON Schema that ours uses.
fn faults(schema: &Value, value: &Value, root: &Value, place: &str) -> Vec<String> {
    let mut out = Vec::new();
    let wrong = |what: &str| format!("{place}: {what}");
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.strip_prefix('#').unwrap()).unwrap();
        out.extend(faults(target, value, root, place));
    }
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    match schema.get("type") {
        Some(Value::String(name)) if !is(name) => out.push(wrong(&format!("is no {name}"))),
        Some(Value::Array(names)) if !names.iter().any(|name| is(name.as_str().unwrap())) => {
            out.push(wrong("is of none of the types"));
        }
        _ => {}
    }
    if schema.get("const").is_some_and(|only| only != value) {
        out.push(wrong("is not the constant"));
    }
    if schema.get("enum").is_some_and(|names| !names.as_array().unwrap().contains(value)) {
        out.push(wrong("is none of the names"));
    }
    if schema.get("pattern").is_some() && !value.as_str().is_some_and(is_hash) {
        out.push(wrong("is no hash"));
    }
    if let Some(object) = value.as_object() {
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !object.contains_key(key.as_str().unwrap()) {
                out.push(wrong(&format!("lacks {key}")));
            }
        }
        for (key, inner) in object {
            match schema.get("properties").and_then(|known| known.get(key)) {
                Some(known) => out.extend(faults(known, inner, root, &format!("{place}.{key}"))),
                None => match schema.get("additionalProperties") {
                    Some(Value::Bool(false)) => out.push(wrong(&format!("has {key}, which the schema does not know"))),
                    Some(other) => out.extend(faults(other, inner, root, &format!("{place}.{key}"))),
                    None => {}
                },
            }
        }
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for (at, inner) in values.iter().enumerate() {
            out.extend(faults(items, inner, root, &format!("{place}[{at}]")));
        }
    }
    if let Some(choices) = schema.get("oneOf").and_then(Value::as_array) {
        let fitting = choices.iter().filter(|choice| faults(choice, value, root, place).is_empty()).count();
        if fitting != 1 {
            out.push(wrong(&format!("fits {fitting} of the choices")));
        }
    }
    out
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[test]
fn evidence_json_is_as_its_schema_says() {
    let project = shipped();
    project.build(&[]).unwrap();
    let read =
        |name: &str| -> Value { serde_json::from_slice(&std::fs::read(project.report().join(name)).unwrap()).unwrap() };
    let (schema, evidence) = (read("evidence.schema.json"), read("evidence.json"));
    assert_eq!(faults(&schema, &evidence, &schema, "evidence"), [""; 0]);
    let figures = evidence["figures"].as_array().unwrap();
    assert!(figures.len() > 1000);
    let ids: BTreeSet<&str> = figures.iter().map(|figure| figure["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), figures.len(), "an id stands twice");
    // The check itself can fail.
    let mut spoilt = evidence.clone();
    spoilt["figures"][0]["standing"] = Value::String("guessed".to_string());
    assert_eq!(faults(&schema, &spoilt, &schema, "evidence"), ["evidence.figures[0].standing: is none of the names"]);
}

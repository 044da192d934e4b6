//! Each fault gives its own message and exit code.
//!
//! A case is a change of a project that builds, and an exit code. What the binary must print then stands in
//! `tests/fixtures/invalid/<case>.snap`. `cargo insta review` shows what differs.

use std::fs;

use crate::support::fixture::{At, Case, Fixture, pretty, usual};
use crate::support::project::{Project, freeze_results};

const CSV: &str = "frozen/A/metrics.csv";
const PLAN: &str = "frozen/A/plan.json";
const LOG: &str = "frozen/A/logs/001.log";
const ANALYSIS: &str = "frozen/A/analysis.yaml";
const WRITE_UP: &str = "phases/a.md";

/// A project that builds and has a file of every kind.
fn whole() -> Project {
    let project = Fixture::default().write();
    freeze_results(&project);
    project
}

/// Makes the change, builds, and compares exit code and message; nothing may have been written.
fn refused(name: &str, code: i32, project: &Project) {
    let output = project.command(&["build", "small", "--quiet", "--color", "never"]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let printed = format!("exit code {}\n{message}", output.status.code().unwrap());
    insta::with_settings!({snapshot_path => "../fixtures/invalid", prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, printed);
    });
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(output.stdout.is_empty());
    let left: Vec<_> = fs::read_dir(project.root().join("reports")).map_or_else(
        |_| Vec::new(),
        |entries| entries.map(|entry| entry.unwrap().file_name()).filter(|name| name != ".small.lock").collect(),
    );
    assert!(left.is_empty(), "left behind: {left:?}");
}

macro_rules! refused {
    ($($name:ident exits with $code:literal after |$project:ident| $change:expr;)*) => {
        $(#[test]
        fn $name() {
            let $project = whole();
            let _ = $change;
            refused(stringify!($name), $code, &$project);
        })*
    };
}

#[test]
fn the_project_builds_before_it_is_changed() {
    let project = whole();
    project.command(&["build", "small", "--quiet", "--format", "markdown"]).assert().success().stderr("").stdout("");
}

// Bytes that are not the pinned ones.
refused! {
    flipped_byte_in_campaign_yaml exits with 3 after |project| project.flip("campaign.yaml");
    flipped_byte_in_plan exits with 3 after |project| project.flip(PLAN);
    flipped_byte_in_analysis exits with 3 after |project| project.flip(ANALYSIS);
    flipped_byte_in_metrics exits with 3 after |project| project.flip(CSV);
    flipped_byte_in_events exits with 3 after |project| project.flip("frozen/A/runner.jsonl");
    flipped_byte_in_log exits with 3 after |project| project.flip(LOG);
    flipped_byte_in_receipts exits with 3 after |project| project.flip("frozen/A/logs/001.receipts.jsonl");
    flipped_byte_in_pins exits with 3 after |project| project.flip("frozen/A/pins/after.json");
    flipped_byte_in_published exits with 3 after |project| project.flip("frozen/A/published.json");
    flipped_byte_in_reference exits with 3 after |project| project.flip("frozen/A/analysis.json");
    flipped_byte_in_analyzer exits with 3 after |project| project.flip("analyzer/analyze.py");
    flipped_byte_in_binary exits with 3 after |project| project.flip("frozen/A/bin/arm-0");
    extra_file exits with 3 after |project| project.write("frozen/A/logs/notes.txt", "mine");
    missing_file exits with 3 after |project| project.remove(LOG);
    missing_list exits with 3 after |project| project.remove("SHA256SUMS");
    path_in_the_list_that_leaves_the_folder exits with 3 after |project| {
        let line = format!("{}  ../../book.toml\n", "0".repeat(64));
        project.write("SHA256SUMS", project.text("SHA256SUMS") + &line)
    };
    doubled_line_in_the_list exits with 3 after |project| {
        let sums = project.text("SHA256SUMS");
        project.write("SHA256SUMS", format!("{sums}{}\n", sums.lines().next().unwrap()))
    };
    several_files_at_once exits with 3 after |project| {
        project.flip(CSV);
        project.flip(LOG);
        project.remove("frozen/A/analysis.json");
        project.write("frozen/A/more.txt", "mine")
    };
}

#[cfg(unix)]
refused! {
    linked_file exits with 3 after |project| {
        project.write("elsewhere.log", project.bytes(LOG));
        project.remove(LOG);
        std::os::unix::fs::symlink("../../../elsewhere.log", project.content().join(LOG)).unwrap()
    };
    linked_folder exits with 3 after |project| {
        let logs = project.content().join("frozen/A/logs");
        fs::rename(&logs, project.content().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("../../elsewhere", logs).unwrap()
    };
}

// The runner's own pins.
refused! {
    pins_of_a_binary_that_differ_between_two_moments exits with 3 after |project| {
        let pins = project.text("frozen/A/pins/end.json");
        let hash = rebench_report::integrity::sha256(&project.bytes("frozen/A/bin/arm-1"));
        project.write("frozen/A/pins/end.json", pins.replace(&hash, &"e".repeat(64)));
        project.pin_sums()
    };
    pins_of_a_binary_that_differ_from_the_plan exits with 3 after |project| {
        let hash = rebench_report::integrity::sha256(&project.bytes("frozen/A/bin/arm-1"));
        project.write(PLAN, project.text(PLAN).replace(&hash, &"e".repeat(64)));
        project.pin()
    };
    pins_of_one_moment_are_missing exits with 3 after |project| {
        project.remove("frozen/A/pins/after.json");
        project.pin_sums()
    };
    binary_that_was_not_pinned exits with 3 after |project| {
        project.remove("frozen/A/bin/arm-1");
        project.pin()
    };
}

// Files that can't be read.
refused! {
    truncated_plan exits with 4 after |project| {
        let text = project.text(PLAN);
        project.write(PLAN, &text[..text.len() / 2]);
        project.pin()
    };
    truncated_events exits with 4 after |project| {
        let text = project.text("frozen/A/runner.jsonl");
        project.write("frozen/A/runner.jsonl", &text[..text.len() - 20]);
        project.pin()
    };
    metrics_in_utf16 exits with 4 after |project| {
        let units = project.text(CSV).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        project.write(CSV, [&[0xFF, 0xFE], units.as_slice()].concat());
        project.pin()
    };
    log_that_is_not_utf8 exits with 4 after |project| {
        project.write(LOG, [project.bytes(LOG).as_slice(), b"caf\xE9\n"].concat());
        project.pin()
    };
    duplicate_key_in_yaml exits with 4 after |project| {
        project.write(ANALYSIS, project.text(ANALYSIS) + "estimand: geometric-mean-of-block-ratios\n");
        project.pin()
    };
    duplicate_key_in_json exits with 4 after |project| {
        project.replace(PLAN, "\"seed\": 1", "\"seed\": 1,\n  \"seed\": 2");
        project.pin()
    };
    unknown_key_in_analysis exits with 4 after |project| {
        project.write(ANALYSIS, project.text(ANALYSIS) + "trim: 0.1\n");
        project.pin()
    };
    unknown_quantile exits with 4 after |project| {
        project.replace(ANALYSIS, "quantile: linear", "quantile: liner");
        project.pin()
    };
    unknown_generator exits with 4 after |project| {
        project.replace(ANALYSIS, "rng: python-random", "rng: numpy-mt19938");
        project.pin()
    };
    unknown_arm_in_a_comparison exits with 4 after |project| {
        project.replace(ANALYSIS, "\"numerator\":\"after\"", "\"numerator\":\"later\"");
        project.pin()
    };
    value_that_is_no_number exits with 4 after |project| {
        project.replace(CSV, ",1000,64,", ",NaN,64,");
        project.pin()
    };
    decimal_comma exits with 4 after |project| {
        project.replace(CSV, ",1000,64,", ",1000,5,64,");
        project.pin()
    };
    table_without_a_column exits with 4 after |project| {
        project.replace(CSV, ",arm,", ",");
        project.pin()
    };
    unknown_schema exits with 4 after |project| {
        project.replace(PLAN, "benchcampaign/plan/1", "benchcampaign/plan/9");
        project.pin()
    };
    no_phases exits with 4 after |project| {
        let manifest = project.text("campaign.yaml");
        let (head, _) = manifest.split_once("phases:").unwrap();
        project.write("campaign.yaml", format!("{head}phases: []\n"));
        project.pin()
    };
    log_path_that_leaves_the_folder exits with 4 after |project| {
        project.replace(PLAN, "logs/001.log", "../../../../../etc/passwd");
        project.pin()
    };
    phase_folder_outside_of_the_campaign exits with 4 after |project| {
        project.replace("campaign.yaml", "dir: frozen/A", "dir: ../small/frozen/A");
        project.pin()
    };
    campaign_of_another_name exits with 4 after |project| {
        project.replace("campaign.yaml", "campaign: small", "campaign: other");
        project.replace(PLAN, "\"campaign\": \"small\"", "\"campaign\": \"other\"");
        project.write(CSV, project.text(CSV).replace("small,A", "other,A"));
        project.pin()
    };
    phase_of_another_name_in_the_plan exits with 4 after |project| {
        project.replace(PLAN, "\"phase\": \"A\"", "\"phase\": \"B\"");
        project.pin()
    };
}

// Files that contradict each other.
refused! {
    row_that_its_log_contradicts exits with 4 after |project| {
        project.replace(CSV, ",1000,64,", ",1001,64,");
        project.pin()
    };
    row_that_its_plan_contradicts exits with 4 after |project| {
        project.replace(CSV, "small,A,0,Get,0,0,before,0", "small,A,0,Get,0,0,after,0");
        project.pin()
    };
    row_twice exits with 4 after |project| {
        let text = project.text(CSV);
        project.write(CSV, format!("{text}{}\n", text.lines().nth(1).unwrap()));
        project.pin()
    };
    result_without_a_row exits with 4 after |project| {
        let text = project.text(CSV);
        let row = text.lines().nth(2).unwrap();
        project.write(CSV, text.replace(&format!("{row}\n"), ""));
        project.pin()
    };
    result_line_that_was_torn exits with 4 after |project| {
        project.replace(LOG, "\t       500 ns/op", "\t       500 hello\n ns/op");
        project.pin()
    };
    log_of_a_job_that_ended_ok_is_missing exits with 4 after |project| {
        project.remove(LOG);
        project.pin()
    };
    log_of_no_job exits with 4 after |project| {
        project.write("frozen/A/logs/099.log", project.text(LOG));
        project.pin()
    };
    receipt_that_its_log_contradicts exits with 4 after |project| {
        project.replace("frozen/A/logs/001.receipts.jsonl", "\"n\":1001", "\"n\":1009");
        project.pin()
    };
    receipt_beside_a_log_of_another_name exits with 4 after |project| {
        for (from, to) in [("001.log", "second.log"), ("001.receipts.jsonl", "second.receipts.jsonl")] {
            let logs = project.content().join("frozen/A/logs");
            fs::rename(logs.join(from), logs.join(to)).unwrap();
        }
        project.replace(PLAN, "logs/001.log", "logs/second.log");
        project.replace("frozen/A/logs/second.receipts.jsonl", "\"n\":1001", "\"n\":1009");
        project.pin()
    };
    event_of_no_job exits with 4 after |project| {
        project.replace("frozen/A/runner.jsonl", "\"event\":\"job_start\",\"job\":3", "\"event\":\"job_start\",\"job\":30");
        project.pin()
    };
    count_that_the_manifest_declares_wrongly exits with 4 after |project| {
        project.replace("campaign.yaml", "outcome: complete", "outcome: complete, jobs_planned: 5, rows: 11");
        project.pin()
    };
    outcome_that_the_manifest_declares_wrongly exits with 4 after |project| {
        let events = project.text("frozen/A/runner.jsonl");
        let (kept, _) = events.trim_end().rsplit_once('\n').unwrap();
        project.write("frozen/A/runner.jsonl", format!("{kept}\n"));
        project.pin()
    };
    faults_of_many_files_at_once exits with 3 after |project| {
        let pins = project.text("frozen/A/pins/end.json");
        project.replace(ANALYSIS, "quantile: linear", "quantile: liner");
        project.replace(CSV, ",1000,64,", ",NaN,64,");
        project.replace("frozen/A/runner.jsonl", "\"exit_code\":0", "\"exit_code\":\"0\"");
        project.replace("frozen/A/logs/001.receipts.jsonl", "\"ok\":true", "\"ok\":1");
        project.replace(WRITE_UP, "title: A small phase\n", "");
        project.write_at_root("book.toml", "[book\n");
        project.pin();
        // Pins of the analysis as it was.
        project.write("frozen/A/pins/end.json", pins);
        project.pin_sums()
    };
}

// What the data say otherwise.
refused! {
    published_figure_that_no_longer_agrees exits with 1 after |project| {
        project.write("frozen/A/published.json", project.text("frozen/A/published.json").replace("0.502", "0.512"));
        project.pin()
    };
    published_figure_with_more_digits_than_the_data_give exits with 1 after |project| {
        project.replace("frozen/A/published.json", "\"decimals\": 3", "\"decimals\": 9");
        project.pin()
    };
    reference_that_disagrees exits with 1 after |project| {
        project.replace("frozen/A/analysis.json", "\"high\": 0.50", "\"high\": 0.51");
        project.pin()
    };
    false_claim exits with 1 after |project| project.replace(WRITE_UP, "at_most(value=100)", "above(value=1)");
    false_claim_and_disagreement_at_once exits with 1 after |project| {
        project.replace(WRITE_UP, "at_most(value=100)", "above(value=1)");
        project.replace("frozen/A/analysis.json", "\"high\": 0.50", "\"high\": 0.51");
        project.pin()
    };
}

// Write-ups.
refused! {
    figure_without_a_filter exits with 4 after |project| {
        project.replace(WRITE_UP, "[\"ns/op\"] | interval }}", "[\"ns/op\"] }}")
    };
    unknown_name exits with 4 after |project| project.replace(WRITE_UP, "cases[\"Get\"]", "cases[\"Gett\"]");
    unknown_name_of_a_part exits with 4 after |project| {
        project.replace(WRITE_UP, "[\"ns/op\"] | interval", "[\"ns\"] | interval")
    };
    unknown_filter exits with 4 after |project| project.replace(WRITE_UP, "| interval", "| intervall");
    template_that_is_not_closed exits with 4 after |project| project.replace(WRITE_UP, "| interval }}", "| interval }");
    missing_section exits with 4 after |project| project.replace(WRITE_UP, "## Results\n\nThe case is complete.\n\n", "");
    unknown_section exits with 4 after |project| project.replace(WRITE_UP, "## Limits", "## Conclusion");
    measured_without_a_claim exits with 4 after |project| {
        project.replace(WRITE_UP, "### Hypotheses", "- It is fast.\n\n### Hypotheses")
    };
    hypothesis_without_a_test exits with 4 after |project| {
        project.replace(WRITE_UP, "  {{ would_test(how=\"A profile.\") }}\n", "")
    };
    phase_without_a_write_up exits with 4 after |project| project.remove(WRITE_UP);
    write_up_of_no_phase exits with 4 after |project| {
        project.write("phases/b.md", project.text(WRITE_UP).replace("phase: \"A\"", "phase: \"B\""))
    };
    write_up_without_front_matter exits with 4 after |project| project.write(WRITE_UP, "## Arms\n");
    no_overview exits with 4 after |project| project.remove("campaign.md");
    duplicate_key_in_front_matter exits with 4 after |project| {
        project.replace(WRITE_UP, "title: A small phase\n", "title: A small phase\ntitle: B\n")
    };
    settings_of_the_wrong_type exits with 4 after |project| project.write_at_root("book.toml", "[book]\ntitle = 1\n");
    template_of_the_project_that_is_broken exits with 4 after |project| {
        project.write_at_root("templates/html/page.html", "{% if %}")
    };
}

#[test]
fn plan_that_is_not_balanced() {
    let cases = vec![Case { name: "Get", benchmark: "BenchmarkGet" }, Case { name: "Put", benchmark: "BenchmarkPut" }];
    let fixture = Fixture { cases, ..Fixture::default() };
    let project = fixture.write();
    // Block 1 of case Put runs in the order of block 0: plan, table and nothing else say so.
    let mut plan = fixture.plan();
    for (job, arm) in [(6, "before"), (7, "after")] {
        plan["jobs"][job]["arm"] = arm.into();
    }
    project.write(PLAN, pretty(&plan));
    let csv: String = project
        .text(CSV)
        .lines()
        .map(|line| match line.split(',').nth(2) {
            Some("6") => line.replace(",after,", ",before,") + "\n",
            Some("7") => line.replace(",before,", ",after,") + "\n",
            _ => format!("{line}\n"),
        })
        .collect();
    project.write(CSV, csv);
    project.pin();
    refused("plan_that_is_not_balanced", 4, &project);
}

#[test]
fn zero_in_a_ratio() {
    let value = |at: At, metric: &str| match (metric, at.arm, at.block) {
        ("allocs/op", 0, 1) => "0".to_string(),
        _ => usual(at, metric),
    };
    let project = Fixture { value, ..Fixture::default() }.write();
    refused("zero_in_a_ratio", 4, &project);
}

#[test]
fn nothing_to_analyse() {
    let project = Fixture { gave_up_at: Some(1), ..Fixture::default() }.write();
    refused("nothing_to_analyse", 4, &project);
}

#[test]
fn calls_that_cannot_be_understood() {
    let project = whole();
    for arguments in [
        &["build", "smal"] as &[&str],
        &["build", "../small"],
        &["build", "small", "--format", "docx"],
        &["build", "small", "--phase", "B"],
        &["build", "small", "--root", "elsewhere"],
        &["build", "small", "--jobs", "0"],
        &["verify"],
        &["frobnicate"],
    ] {
        let output = project.command(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty());
    }
    let output = project.command(&["build", "small"]).env("SOURCE_DATE_EPOCH", "yesterday").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let left = fs::read_dir(project.root().join("reports")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), [".small.lock"], "a wrong call leaves nothing but the lock");
}

const EVENTS: &str = "frozen/A/runner.jsonl";

// Events that contradict one another or the rows.
refused! {
    rows_of_a_job_that_crashed exits with 4 after |project| {
        let events = project.text(EVENTS);
        let end = events.lines().find(|line| line.contains("job_end") && line.contains("\"job\":1,")).unwrap();
        project.replace(EVENTS, end, &end.replace("\"ok\"", "\"crash\"").replace("\"exit_code\":0", "\"exit_code\":-9"));
        project.pin()
    };
    rows_of_a_job_without_an_end exits with 4 after |project| {
        let events = project.text(EVENTS);
        let end = events.lines().find(|line| line.contains("job_end") && line.contains("\"job\":1,")).unwrap();
        project.replace(EVENTS, &format!("{end}\n"), "");
        project.pin()
    };
    job_that_ends_twice exits with 4 after |project| {
        let events = project.text(EVENTS);
        let end = events.lines().find(|line| line.contains("job_end") && line.contains("\"job\":1,")).unwrap();
        project.replace(EVENTS, end, &format!("{end}\n{end}"));
        project.pin()
    };
    pins_that_the_runner_saw_broken exits with 3 after |project| {
        project.replace(EVENTS, "\"pins_ok\":true", "\"pins_ok\":false");
        project.pin()
    };
}

// Numbers without bounds.
refused! {
    more_repeats_than_anybody_runs exits with 4 after |project| {
        project.replace(PLAN, "\"count\": 3", "\"count\": 2147483649");
        project.pin()
    };
    more_blocks_than_jobs exits with 4 after |project| {
        project.replace(PLAN, "\"blocks\": 2", "\"blocks\": 4294967295");
        project.pin()
    };
    more_resamples_than_anybody_draws exits with 4 after |project| {
        project.replace(ANALYSIS, "resamples: 200", "resamples: 2000001");
        project.pin()
    };
}

// Words that would be said and not checked.
refused! {
    claim_in_a_table_under_measured exits with 4 after |project| {
        project.replace(
            WRITE_UP,
            "### Hypotheses",
            "| F |\n|---|\n| x {{ claim(that=cases[\"Get\"][\"after/before\"][\"ns/op\"] | above(value=50)) }} |\n\n### Hypotheses",
        )
    };
    claim_in_code exits with 4 after |project| {
        project.replace(
            WRITE_UP,
            "### Hypotheses",
            "- `{{ claim(that=cases[\"Get\"][\"after/before\"][\"ns/op\"] | above(value=50)) }}`\n\n### Hypotheses",
        )
    };
    words_under_measured_that_are_no_item exits with 4 after |project| {
        project.replace(WRITE_UP, "### Hypotheses", "The later arm is far faster in every case.\n\n### Hypotheses")
    };
    nesting_without_end exits with 4 after |project| {
        project.replace(WRITE_UP, "## Arms\n", &format!("## Arms\n\n{} x\n", ">".repeat(10_000)))
    };
    arm_that_the_plan_does_not_have exits with 4 after |project| {
        project.replace(WRITE_UP, "title: A small phase\n", "title: A small phase\narms: {befor: older}\n")
    };
    page_without_the_status_of_its_data exits with 5 after |project| {
        project.replace("campaign.yaml", "status: measured", "status: reconstructed");
        project.pin();
        project.write_at_root("templates/html/page.html", " ")
    };
}

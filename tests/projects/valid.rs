//! Campaigns that are unusual and right.

use std::fs;

use rebench_report::pipeline::{Format, Summary};
use serde_json::Value;

use crate::support::fixture::{At, Case, Fixture, usual};

use crate::support::project::{Project, files, freeze_results};

/// Builds all formats and checks what every report must keep.
fn built(project: &Project) -> Summary {
    let summary = project.build(&Format::ALL).unwrap_or_else(|problems| {
        let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", messages.join("\n"))
    });
    rebench_report::site::verify::verify(&project.report()).unwrap();
    for (path, bytes) in files(&project.report()) {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if path.starts_with("html/") && path.ends_with(".html") || path.ends_with(".md") {
            assert!(!text.contains("NaN") && !text.contains("undefined"), "{path}");
        }
    }
    summary
}

fn results(project: &Project) -> Value {
    serde_json::from_slice(&fs::read(project.report().join("results.json")).unwrap()).unwrap()
}

fn report(project: &Project, path: &str) -> String {
    fs::read_to_string(project.report().join(path)).unwrap()
}

/// The smallest project as files, for people to read; `WRITE_FIXTURES=1` writes it anew.
#[test]
fn the_minimal_project_stands_among_the_fixtures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/valid/minimal");
    let project = Fixture::default().write();
    freeze_results(&project);
    let made = files(project.root());
    if std::env::var_os("WRITE_FIXTURES").is_some() {
        for (path, bytes) in &made {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
    let there = files(&folder);
    assert_eq!(there.keys().collect::<Vec<_>>(), made.keys().collect::<Vec<_>>());
    for (path, bytes) in made {
        assert!(there[&path] == bytes, "{path} is not what tests/support makes; see WRITE_FIXTURES");
    }
}

#[test]
fn a_minimal_measured_campaign_builds() {
    let project = Fixture::default().write();
    let summary = built(&project);
    assert_eq!((summary.status, summary.labels, summary.intervals), (None, (0, 0), 3));
    let ratio = &results(&project)["phases"][0]["cases"][0]["metrics"]["ns/op"]["comparisons"]["after/before"];
    assert_eq!(ratio["block_ratios"].as_array().unwrap().len(), 2);
    // The medians of the blocks are 1003 and 1009 against 503 and 509; two blocks are exchangeable.
    let median = |values: [f64; 2]| values[1] / values[0];
    let expected = (median([1003.0, 503.0]) * median([1007.0, 507.0])).sqrt();
    assert!((ratio["ratio"].as_f64().unwrap() / expected - 1.0).abs() < 1e-2, "{ratio} {expected}");
}

#[test]
fn results_that_were_frozen_with_the_campaign_are_held_against_ours() {
    let project = Fixture::default().write();
    freeze_results(&project);
    let summary = built(&project);
    assert!(summary.reference_numbers > 20);
    assert_eq!(summary.published, (1, 1));
}

#[test]
fn wrong_labels_are_restored_and_counted() {
    let project = Fixture { labelled: false, ..Fixture::default() }.write();
    assert_eq!(built(&project).labels, (12, 0));
}

#[test]
fn hostile_names_go_through_every_format() {
    let arms = vec!["<img src=x onerror=alert(1)>", "a|b_*c*"];
    let cases = vec![
        Case { name: "a|b_*c*", benchmark: "BenchmarkA/x=1,y=b" },
        Case { name: "<img src=x onerror=alert(1)>", benchmark: "BenchmarkB/<img/src=x/onerror=alert(1)>" },
        Case { name: "µ 測定 ベンチ", benchmark: "Benchmark測定/µ" },
        Case { name: "מדידה קריאה", benchmark: "Benchmarkמדידה" },
        Case { name: "size-8", benchmark: "BenchmarkSize/size-8" },
        Case { name: "A B", benchmark: "BenchmarkAB" },
        Case { name: "a-b", benchmark: "BenchmarkA-b-16" },
        Case { name: "{{ 7 * 7 }}", benchmark: "BenchmarkTemplate" },
        Case {
            name: "a-name-that-is-as-long-as-names-of-nested-sub-benchmarks-get-when-every-parameter-is-in-it-and-then-some-more-of-it-1",
            benchmark: "BenchmarkLong/a=1",
        },
        Case {
            name: "a-name-that-is-as-long-as-names-of-nested-sub-benchmarks-get-when-every-parameter-is-in-it-and-then-some-more-of-it-2",
            benchmark: "BenchmarkLong/a=2",
        },
    ];
    let project = Fixture { arms, cases, custom: vec!["<b>/op", "µs|p99"], ..Fixture::default() }.write();
    built(&project);
    for (path, bytes) in files(&project.report()) {
        if path.starts_with("html/") && path.ends_with(".html") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(!text.contains("<img src=x") && !text.contains("<b>/op"), "{path} has a live tag of a name");
        }
    }
    assert!(report(&project, "html/a.html").contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(report(&project, "html/a.html").contains("{{ 7 * 7 }}"));
}

#[test]
fn a_custom_metric_is_analysed_and_keeps_its_name() {
    let fixture = Fixture { custom: vec!["rows/op"], analysed: vec!["ns/op", "rows/op"], ..Fixture::default() };
    let project = fixture.write();
    built(&project);
    assert!(results(&project)["phases"][0]["cases"][0]["metrics"]["rows/op"]["comparisons"].is_object());
    assert!(report(&project, "markdown/a.md").contains("rows/op"));
}

#[test]
fn a_metric_without_variance_is_data() {
    let value = |at: At, metric: &str| if metric == "ns/op" { "250.5".to_string() } else { usual(at, metric) };
    let project = Fixture { value, ..Fixture::default() }.write();
    built(&project);
    let ratio = &results(&project)["phases"][0]["cases"][0]["metrics"]["ns/op"]["comparisons"]["after/before"];
    assert_eq!([&ratio["ratio"], &ratio["low"], &ratio["high"]], [1.0, 1.0, 1.0].map(Value::from).each_ref());
    let page = report(&project, "markdown/a.md").replace('\u{a0}', " ");
    assert!(page.contains(r"1.000 \[1.000, 1.000\]") && page.contains("all blocks equal"));
}

#[test]
fn a_metric_that_a_case_does_not_report_is_not_available_there() {
    let fixture = Fixture { analysed: vec!["ns/op", "rows/op"], ..Fixture::default() };
    let project = fixture.write();
    built(&project);
    let metrics = &results(&project)["phases"][0]["cases"][0]["metrics"];
    assert_eq!(metrics["rows/op"]["status"], "not-reported");
}

#[test]
fn a_single_block_has_no_scatter_to_show() {
    let project = Fixture { blocks: 1, ..Fixture::default() }.write();
    built(&project);
    let ratio = &results(&project)["phases"][0]["cases"][0]["metrics"]["ns/op"]["comparisons"]["after/before"];
    assert_eq!(ratio["leave_one_block_out"], Value::Null);
    assert_eq!(ratio["low"], ratio["high"]);
}

#[test]
fn six_blocks_of_three_arms_use_every_order() {
    let fixture = Fixture { blocks: 6, arms: vec!["old", "mid", "new"], ..Fixture::default() };
    let project = fixture.write();
    built(&project);
    assert_eq!(results(&project)["phases"][0]["design"]["orders"], 6);
}

#[test]
fn the_other_generator_gives_other_bounds() {
    let with = |generator| {
        let project = Fixture { generator, blocks: 6, ..Fixture::default() }.write();
        built(&project);
        results(&project)["phases"][0]["cases"][0]["metrics"]["ns/op"]["comparisons"]["after/before"].clone()
    };
    let (python, numpy) = (with("python-random"), with("numpy-pcg64"));
    assert_eq!(python["ratio"], numpy["ratio"]);
    assert_ne!([&python["low"], &python["high"]], [&numpy["low"], &numpy["high"]]);
}

#[test]
fn one_thread_of_go_leaves_no_suffix() {
    let project = Fixture { gomaxprocs: 1, ..Fixture::default() }.write();
    assert!(project.text("frozen/A/metrics.csv").contains(",BenchmarkGet,"));
    built(&project);
}

#[test]
fn a_table_with_byte_order_mark_and_carriage_returns_is_read_with_a_remark() {
    let project = Fixture::default().write();
    let plain = results_after_build(&project);
    let csv = format!("\u{feff}{}", project.text("frozen/A/metrics.csv").replace('\n', "\r\n"));
    project.write("frozen/A/metrics.csv", csv);
    for log in ["frozen/A/logs/000.log", "frozen/A/runner.jsonl"] {
        project.write(log, project.text(log).replace('\n', "\r\n"));
    }
    project.pin_sums();
    let summary = built(&project);
    assert_eq!(
        summary.remarks,
        ["frozen/A/metrics.csv:1: The file begins with a byte-order mark, which was passed over."]
    );
    assert!(
        report(&project, "markdown/a-evidence.md").contains("byte-order mark")
            || report(&project, "markdown/a.md").contains("byte-order mark")
    );
    assert_eq!(results(&project)["phases"][0]["cases"], plain["phases"][0]["cases"]);
}

fn results_after_build(project: &Project) -> Value {
    built(project);
    results(project)
}

#[test]
fn an_incomplete_block_is_left_out_where_the_analysis_allows_it() {
    let fixture = Fixture { blocks: 4, complete_cases_only: false, gave_up_at: Some(7), ..Fixture::default() };
    let project = fixture.write();
    let summary = built(&project);
    let accounting = &summary.phases[0].1;
    assert_eq!((accounting.planned, accounting.executed, accounting.analysed), (8, 7, 6));
    let metric = &results(&project)["phases"][0]["cases"][0]["metrics"]["ns/op"];
    assert_eq!(
        (&metric["blocks"], &metric["dropped_blocks"]),
        (&serde_json::json!([0, 1, 2]), &serde_json::json!([3]))
    );
}

#[test]
fn an_incomplete_case_is_not_available_where_it_does_not() {
    let cases = vec![Case { name: "Get", benchmark: "BenchmarkGet" }, Case { name: "Put", benchmark: "BenchmarkPut" }];
    let project = Fixture { cases, gave_up_at: Some(7), ..Fixture::default() }.write();
    let summary = built(&project);
    let accounting = &summary.phases[0].1;
    assert_eq!((accounting.planned, accounting.executed, accounting.analysed), (8, 7, 4));
    assert_eq!(results(&project)["phases"][0]["cases"][1]["status"], "not-available");
    assert!(report(&project, "markdown/a.md").contains("N/A"));
}

#[test]
fn an_authors_files_beside_the_pins_are_left_alone() {
    let project = Fixture::default().write();
    project.write("notes/todo.txt", "later");
    project.write("phases/picture.png", [0x89, b'P', b'N', b'G', 0, 1]);
    project.write(".gitattributes", "frozen/** -text\n");
    built(&project);
    assert_eq!(project.text("notes/todo.txt"), "later");
    assert!(files(&project.report()).keys().all(|path| !path.contains("todo") && !path.contains("picture")));
}

#[test]
fn a_write_up_with_carriage_returns_and_a_byte_order_mark_is_read() {
    let project = Fixture::default().write();
    let plain = project.text("phases/a.md");
    project.write("phases/a.md", format!("\u{feff}{}", plain.replace('\n', "\r\n")));
    built(&project);
    assert!(!report(&project, "markdown/a.md").contains('\r'));
}

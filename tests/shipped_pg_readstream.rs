//! The campaign of which nothing but a mail's printed figures exists: what they give when they are formed again, and that
//! its pages say of every figure what it is.

use std::path::Path;
use std::sync::LazyLock;

use rebench_report::problem::Kind;
use serde_json::Value;
use support::project::Project;
use support::report::{Built, Texts};

#[path = "support/links.rs"]
mod links;
#[path = "support/mod.rs"]
mod support;
#[allow(dead_code, reason = "places on the sheet are not asked for here")]
#[path = "../src/render/pdf/tests/text.rs"]
mod text;

const CAMPAIGN: &str = "pg-readstream-npinned";
const PHASES: [&str; 3] = ["explain", "perf", "bpftrace"];

static BUILT: LazyLock<Built> = LazyLock::new(|| Built::of(CAMPAIGN));
static TEXTS: LazyLock<Texts> = LazyLock::new(|| BUILT.texts(text::read));
static EVIDENCE: LazyLock<Value> = LazyLock::new(|| BUILT.json("evidence.json"));
static PUBLISHED: LazyLock<Value> = LazyLock::new(|| BUILT.json("inputs/published.json"));

/// Without blanks: a PDF may break a text at the end of any line, also within a word that holds a hyphen or a slash.
fn close(text: &str) -> String {
    text.split_whitespace().collect()
}

/// That a text stands in all formats of a phase's page.
fn everywhere(phase: &str, text: &str) {
    let stems = [("html", phase.to_string()), ("markdown", phase.to_string()), ("pdf", format!("{CAMPAIGN}-{phase}"))];
    for (format, stem) in stems {
        assert!(close(&TEXTS[&(format, stem)]).contains(&close(text)), "{format} of {phase} lacks: {text}");
    }
}

fn figure(id: &str) -> &'static Value {
    let figures = EVIDENCE["figures"].as_array().unwrap();
    figures.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("no figure {id}"))
}

fn value(id: &str) -> f64 {
    figure(id)["value"].as_f64().unwrap_or_else(|| panic!("{id} is no number"))
}

/// The figures of the pinned file.
fn pinned() -> &'static [Value] {
    PUBLISHED["figures"].as_array().unwrap()
}

/// The records of a table's CSV twin, as they stand.
fn twin(path: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(BUILT.files[path].as_slice()).records().map(Result::unwrap).collect()
}

/// What a figure of the pinned file is called on the pages.
fn called(figure: &Value) -> String {
    let text = |key: &str| figure[key].as_str().unwrap();
    match figure["arm"].as_str() {
        Some(arm) => format!("{}, {arm}: {}", text("workload"), text("what")),
        None => format!("{}, {}", text("workload"), text("what")),
    }
}

#[test]
fn of_forty_one_figures_twenty_two_agree_thirteen_do_not_and_six_have_no_inputs() {
    let count = |part: &str| PHASES.map(|phase| value(&format!("{phase}:published:{part}")));
    assert_eq!(count("figures"), [14.0, 15.0, 12.0]);
    assert_eq!(count("agree"), [6.0, 10.0, 6.0]);
    assert_eq!(count("disagree"), [2.0, 5.0, 6.0]);
    assert_eq!(count("not_recomputable"), [6.0, 0.0, 0.0]);
    for (format, page) in [("html", "index"), ("markdown", "README"), ("pdf", CAMPAIGN)] {
        let text = &TEXTS[&(format, page.to_string())];
        assert!(
            text.contains("Of 41 printed figures that are derived from others, the printed inputs give 22"),
            "{format}"
        );
        assert!(
            text.contains("13 come out otherwise, each by its last digit, and 6 have no printed inputs"),
            "{format}"
        );
    }
}

/// Every figure of the pinned file has its row on its phase's evidence page, with the verdict of the pinned file and the
/// value that it names.
#[test]
fn every_printed_figure_is_formed_again_as_the_pinned_file_says() {
    let mut seen = 0;
    for phase in PHASES {
        for record in twin(&format!("tables/{phase}-evidence/printed-figures.csv")) {
            let found = pinned().iter().find(|one| one["phase"] == phase && called(one) == record[0]);
            let figure = found.unwrap_or_else(|| panic!("{phase} has no {}", &record[0]));
            let verdict = match figure["agrees"].as_bool() {
                Some(true) => "agrees",
                Some(false) => "differs",
                None => "not recomputable",
            };
            assert_eq!(&record[3], verdict, "{}", figure["id"]);
            assert_eq!(record[1].parse::<f64>().unwrap(), figure["value"].as_f64().unwrap(), "{}", figure["id"]);
            if let Some(recomputed) = figure["recomputed"].as_f64() {
                let here: f64 = record[2].parse().unwrap();
                assert!((here - recomputed).abs() < 1e-9 * recomputed.abs(), "{}: {here}", figure["id"]);
            }
            let id = format!("{phase}:published:{}", figure["id"].as_str().unwrap());
            assert_eq!(self::figure(&id)["standing"], "cited");
            seen += 1;
        }
    }
    assert_eq!(seen, 41);
}

#[test]
fn each_of_the_thirteen_stands_on_its_page_with_the_remark_of_the_pinned_file() {
    let ids: Vec<&str> =
        pinned().iter().filter(|one| one["agrees"] == false).map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(
        ids,
        [
            "seq-scan.base.mean",
            "seq-scan.change.p95",
            "seq-scan.change.branches",
            "seq-scan.change.branch-misses",
            "bitmap-scan.change.cycles",
            "bitmap-scan.change.branch-misses",
            "seq-scan.patched.ipc",
            "seq-scan.base.avg.StartReadBuffers",
            "seq-scan.patched.avg.StartReadBuffers",
            "seq-scan.base.avg.read_stream_start_pending_read",
            "seq-scan.patched.avg.read_stream_start_pending_read",
            "bitmap-scan.base.avg.read_stream_next_buffer",
            "bitmap-scan.patched.avg.read_stream_next_buffer",
        ]
    );
    let mut rows = 0;
    for phase in PHASES {
        for record in twin(&format!("tables/{phase}/printed-apart.csv")) {
            let found = pinned().iter().find(|one| one["phase"] == phase && called(one) == record[0]);
            let figure = found.unwrap_or_else(|| panic!("{phase} has no {}", &record[0]));
            assert_eq!(figure["agrees"], false);
            assert_eq!(&record[3], figure["note"].as_str().unwrap());
            // As rounded, not as it would come out by accident of the page's own digits.
            let rounded = figure["rounded"].as_str().unwrap().trim_start_matches('-');
            let html = &TEXTS[&("html", phase.to_string())];
            let row = html.find(&record[0]).map(|at| &html[at..]).unwrap();
            let row = row.split_at(row.find(&record[3]).unwrap()).0;
            assert!(row.contains(rounded), "{row} lacks {rounded}");
            rows += 1;
        }
        for figure in pinned().iter().filter(|one| one["phase"] == phase && one["agrees"] == false) {
            // HTML shows the remark's quotes and dashes as they are; a PDF breaks its lines in the narrow column.
            for (format, stem) in [("html", phase), ("markdown", phase)] {
                let page = close(&TEXTS[&(format, stem.to_string())]);
                assert!(page.contains(&close(figure["note"].as_str().unwrap())), "{format}: {}", figure["id"]);
                assert!(page.contains(&close(&called(figure))), "{format}: {}", figure["id"]);
            }
        }
    }
    assert_eq!(rows, 13);
}

/// By other code: the runs of the mail, sorted.
#[test]
fn p95_of_five_runs_is_the_fifth_by_nearest_rank() {
    for (arm, p95) in [("base", 3254.0), ("patched", 2770.0)] {
        let own = format!("explain:runs:seq-scan:{arm}:execution time");
        let mut runs: Vec<f64> = (1..=5).map(|run| value(&format!("{own}:run_{run}"))).collect();
        runs.sort_by(f64::total_cmp);
        assert_eq!((runs[4], value(&format!("{own}:p95")), value(&format!("{own}:max"))), (p95, p95, p95));
        assert!(figure(&format!("{own}:p95"))["derivation"].to_string().contains("nearest-rank"));
    }
    // What linear interpolation would give instead.
    assert!(!TEXTS[&("html", "explain".to_string())].contains("3,215"));
    everywhere("explain", "p95 by nearest-rank");
    everywhere("explain", "p95 of so few runs is the largest of them: 3,254 ms in base and 2,770 ms in patched");
}

#[test]
fn the_interval_is_that_of_two_independent_samples_and_decides_nothing() {
    let own = "explain:runs:seq-scan:patched/base:execution time";
    assert!((value(own) - 2697.0 / 2963.0).abs() < 1e-12);
    assert_eq!(
        figure(own)["interval"],
        serde_json::json!([value(&format!("{own}:low")), value(&format!("{own}:high"))])
    );
    // By other code, of all 252 splits: 20 put the means as far apart, 2 as far as can be.
    assert!((value(&format!("{own}:p")) - 20.0 / 252.0).abs() < 1e-12);
    assert!((value(&format!("{own}:p_floor")) - 2.0 / 252.0).abs() < 1e-12);
    // U = 20 of 25; 38 of 252 splits lie as far from the middle.
    assert!((value(&format!("{own}:u_p")) - 38.0 / 252.0).abs() < 1e-12);
    everywhere("explain", "0.910 [0.829, 1.010]");
    everywhere("explain", "median of each arm and their ratio, unpaired, with nominal intervals");
    everywhere("explain", "in which order the runs of the arms were made is not told");
    everywhere("explain", "[0.829, 1.010] includes 1");
    // Nothing else has an interval.
    let figures = EVIDENCE["figures"].as_array().unwrap();
    let with: Vec<&Value> = figures.iter().filter(|one| !one["interval"].is_null()).map(|one| &one["id"]).collect();
    assert_eq!(with, [own]);
    for phase in ["perf", "bpftrace"] {
        everywhere(phase, "A change between the arms stands without an interval.");
    }
}

#[test]
fn derived_figures_come_from_the_printed_ones() {
    let near = |id: &str, expected: f64| assert!((value(id) / expected - 1.0).abs() < 1e-12, "{id}: {}", value(id));
    near("perf:counters:seq-scan:base:IPC", 39.78 / 16.27);
    near("perf:counters:seq-scan:patched:IPC", 33.34 / 13.05);
    near("perf:counters:bitmap-scan:base:IPC", 51.16 / 16.84);
    near("perf:counters:bitmap-scan:patched:IPC", 51.43 / 16.80);
    near("perf:counters:seq-scan:patched/base:IPC", (33.34 / 13.05) / (39.78 / 16.27));
    near("bpftrace:probes:seq-scan:base:StartReadBuffers:sum_over_count", 6.14e6 / 712_927.0);
    near("bpftrace:probes:seq-scan:patched:read_stream_next_buffer:sum_over_count", 35.36e6 / 5_636_554.0);
    near("bpftrace:probes:bitmap-scan:patched:read_stream_next_buffer:sum_over_count", 28.67e6 / 2_677_477.0);
    everywhere("perf", "IPC goes from 2.445 to 2.555, +4.5 %");
    everywhere("bpftrace", "is printed as 8 µs, while its sum over its calls is 8.61 µs");
    // A cut average is that average: twelve of twelve.
    for one in pinned().iter().filter(|one| one["phase"] == "bpftrace") {
        let id = one["id"].as_str().unwrap();
        let path: Vec<&str> = id.split('.').collect();
        let own = format!("bpftrace:probes:{}:{}:{}", path[0], path[1], path[3]);
        assert_eq!(value(&format!("{own}:sum_over_count")).floor(), value(&format!("{own}:mean")), "{id}");
    }
}

#[test]
fn the_status_stands_on_every_page_of_every_format() {
    let mut pages = [0; 3];
    for ((format, stem), text) in &*TEXTS {
        if *format != "pdf" && stem != "SUMMARY" {
            assert!(
                text.contains("Published summary. Only figures that were printed elsewhere exist"),
                "{format} {stem}"
            );
            pages[usize::from(*format == "html")] += 1;
        }
        for word in ["NaN", "undefined", "{{", "figure://", "condition://", "To be written"] {
            assert!(!text.contains(word), "{format} {stem} prints {word}");
        }
    }
    for (path, bytes) in BUILT.of_format("pdf", ".pdf") {
        for (number, page) in text::pages(bytes).iter().enumerate() {
            assert!(page.contains("Published summary"), "{path}, page {}", number + 1);
            pages[2] += 1;
        }
    }
    assert!(pages[0] == 9 && pages[1] == 9 && pages[2] > 40, "{pages:?}");
    let results = BUILT.json("results.json");
    assert_eq!(results["status"], "published-summary");
}

#[test]
fn every_statement_is_measured_with_a_condition_or_a_hypothesis_with_its_test() {
    for (phase, measured) in [("explain", 6), ("perf", 4), ("bpftrace", 6)] {
        let page = BUILT.text(&format!("markdown/{phase}.md"));
        let part = |from: &str, to: &str| {
            let start = page.find(from).unwrap();
            page[start..start + page[start..].find(to).unwrap()].to_string()
        };
        let (told, supposed) = (part("### Measured", "### Hypotheses"), part("### Hypotheses", "## Limits"));
        let statements: Vec<&str> = told.split("\n- **M").skip(1).collect();
        assert_eq!(statements.len(), measured, "{phase}");
        assert!(statements.iter().all(|one| one.contains("  - checked: ")), "{phase}");
        let hypotheses: Vec<&str> = supposed.split("\n- **H").skip(1).collect();
        assert_eq!(hypotheses.len(), 4, "{phase}");
        for one in hypotheses {
            assert!(one.contains("_Not tested._") && one.contains("  - Would test it: ") && !one.contains("checked:"));
        }
    }
}

/// The problems of a copy of the campaign in which texts of a file stand otherwise, pinned again.
fn changed(file: &str, texts: &[[&str; 2]]) -> Vec<rebench_report::problem::Problem> {
    let project = Project::copied(Path::new(env!("CARGO_MANIFEST_DIR")), CAMPAIGN, "explain");
    project.pin_sums();
    project.build(&[]).unwrap();
    for [from, to] in texts {
        project.replace(file, from, to);
    }
    project.pin_sums();
    let problems = project.build(&[]).unwrap_err();
    assert!(problems.iter().all(|problem| problem.kind == Kind::Claim), "{problems:#?}");
    problems
}

/// The printed figures that no longer come out as pinned, and the statements that no longer hold, each once.
fn broken(file: &str, from: &str, to: &str) -> (Vec<String>, Vec<String>) {
    let (mut figures, mut statements) = (Vec::new(), Vec::new());
    for problem in changed(file, &[[from, to]]) {
        let (list, word) = match problem.code {
            "evidence::published" => (&mut figures, problem.cause.split('`').nth(1).unwrap().to_string()),
            "writeup::claim" => (&mut statements, problem.cause.split(' ').next().unwrap().to_string()),
            other => panic!("{other}: {}", problem.cause),
        };
        if !list.contains(&word) {
            list.push(word);
        }
    }
    (figures, statements)
}

#[test]
fn one_digit_of_a_run_breaks_what_was_formed_from_it_and_nothing_else() {
    let (figures, statements) = broken("frozen/explain/runs.csv", "seq-scan,base,3,3254", "seq-scan,base,3,2654");
    assert_eq!(
        figures,
        [
            "seq-scan.base.mean",
            "seq-scan.base.median",
            "seq-scan.base.p95",
            "seq-scan.change.mean",
            "seq-scan.change.p95"
        ]
    );
    assert_eq!(statements, ["M3", "M6"]);
}

#[test]
fn one_digit_of_a_counter_breaks_its_change_and_its_ipc() {
    let (figures, statements) = broken("frozen/perf/counters.csv", "13.05e9", "13.95e9");
    assert_eq!(figures, ["seq-scan.change.cycles", "seq-scan.patched.ipc", "seq-scan.change.ipc"]);
    assert_eq!(statements, ["M2", "M4"]);
}

#[test]
fn one_digit_of_a_count_of_calls_breaks_its_average() {
    let (figures, statements) = broken("frozen/bpftrace/probes.csv", "727083", "717083");
    assert_eq!(figures, ["seq-scan.patched.avg.StartReadBuffers"]);
    assert_eq!(statements, ["M1", "M3"]);
}

#[test]
fn one_digit_of_a_summary_without_runs_breaks_the_claim_that_it_is_as_printed() {
    let (figures, statements) = broken("frozen/explain/summary.csv", "88.9", "88.8");
    assert_eq!((figures, statements), (vec!["bitmap-scan.patched.mean".to_string()], vec!["M6".to_string()]));
    let (figures, statements) = broken("frozen/bpftrace/probes.csv", "patched,8,", "patched,9,");
    let figure = "seq-scan.patched.avg.StartReadBuffers".to_string();
    assert_eq!((figures, statements), (vec![figure], vec!["M2".to_string(), "M6".to_string()]));
}

/// Forged whole: verdict, counts and list say alike that the printed mean comes out.
#[test]
fn a_verdict_of_the_pinned_file_is_not_taken_at_its_word() {
    let texts = [
        ["\"rounded\": \"2938\",\n   \"agrees\": false", "\"rounded\": \"2938\",\n   \"agrees\": true"],
        ["\"agree\": 22", "\"agree\": 23"],
        ["\"disagree\": 13", "\"disagree\": 12"],
        ["  \"seq-scan.base.mean\",\n", ""],
    ];
    let problems = changed("published.json", &texts);
    assert_eq!(problems[0].code, "evidence::published");
    assert!(problems[0].cause.starts_with("figure `seq-scan.base.mean` is printed as 2937"), "{}", problems[0].cause);
    assert!(problems[0].cause.ends_with("the data give 2937.8 (disagrees)"), "{}", problems[0].cause);
}

#[test]
fn a_digit_changed_without_pinning_anew_is_told_before_anything_is_read() {
    let project = Project::copied(Path::new(env!("CARGO_MANIFEST_DIR")), CAMPAIGN, "explain");
    project.replace("frozen/explain/runs.csv", "3254", "3255");
    let problems = project.build(&[]).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].kind, problems[0].place.file.as_str()),
        (Kind::Integrity, "content/pg-readstream-npinned/frozen/explain/runs.csv")
    );
}

#[test]
fn every_link_of_the_site_and_of_the_book_leads_somewhere() {
    let mut dangling = links::html(&BUILT.report.join("html"));
    dangling.extend(links::markdown(&BUILT.report.join("markdown")));
    assert!(dangling.is_empty(), "{}", dangling.join("\n"));
}

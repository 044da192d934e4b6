//! The shipped campaign: its figures in all three formats, and a report in which nothing is missing or dangling.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use support::report::{Built, Texts};

#[path = "support/links.rs"]
mod links;
#[path = "support/mod.rs"]
mod support;
#[allow(dead_code, reason = "places on the sheet are not asked for here")]
#[path = "../src/render/pdf/tests/text.rs"]
mod text;

/// One build for all the tests of this file.
static BUILT: LazyLock<Built> = LazyLock::new(|| Built::of("hcloud-rebench-20261014"));

static TEXTS: LazyLock<Texts> = LazyLock::new(|| BUILT.texts(text::read));

#[test]
fn the_figures_stand_in_all_three_formats() {
    let texts = &*TEXTS;
    let documents = |phase: &'static str| {
        let of = move |(format, stem): &(&str, String)| {
            if *format == "pdf" { stem.to_lowercase().ends_with(phase) } else { stem == phase }
        };
        texts.iter().filter(move |(key, _)| of(key))
    };
    for (phase, figure) in
        [("d1", "1.002 [0.984, 1.021]"), ("c2", "0.337 [0.331, 0.343]"), ("c2", "1.146 [1.130, 1.161]")]
    {
        let found: Vec<_> =
            documents(phase).filter(|(_, text)| text.contains(figure)).map(|((format, _), _)| *format).collect();
        assert_eq!(found, ["html", "markdown", "pdf"], "{figure} in {phase}; there are {:?}", texts.keys());
    }
    for (format, _) in [("html", ()), ("markdown", ()), ("pdf", ())] {
        let all: String = documents("d1").filter(|((of, _), _)| *of == format).map(|(_, text)| text.as_str()).collect();
        assert!(all.contains("It ran 21 of 54 planned processes; 18 of them"), "{format}");
    }
}

/// What other methods say stands in the supplement and in `results.json`; the limits name coverage and family.
#[test]
fn companions_stand_apart_from_the_frozen_result() {
    let texts = &*TEXTS;
    for format in ["html", "markdown"] {
        let text = &texts[&(format, "d1".to_string())];
        assert!(
            text.contains("the frozen rule covered the true ratio in 85.5 % of 2,000 simulated trials"),
            "{format}"
        );
        assert!(text.contains("Six intervals are read"), "{format}");
        let supplement = &text[text.rfind("None of this was registered").expect(format)..];
        for part in ["[0.976, 1.030]", "[0.970, 1.037]", "96.9", "78.1", "consistent"] {
            assert!(supplement.contains(part), "{format} lacks {part}");
        }
        assert!(!supplement.contains("not consistent"), "{format}");
    }
    for phase in BUILT.json("results.json")["phases"].as_array().unwrap() {
        let coverage = &phase["coverage"][0];
        let part = |data: &str| coverage[data]["part"].as_f64().unwrap();
        assert_eq!((&coverage["blocks"], &coverage["trials"]), (&Value::from(6), &Value::from(2000)));
        // A third implementation, of other seeds and 2,000 resamples: .863 and .822, standard error .008.
        assert!((part("normal") - 0.863).abs() < 0.025 && (part("skewed") - 0.822).abs() < 0.025, "{coverage}");
        for case in phase["cases"].as_array().unwrap() {
            for metric in case["metrics"].as_object().into_iter().flat_map(|metrics| metrics.values()) {
                for comparison in metric["comparisons"].as_object().unwrap().values() {
                    assert_eq!(comparison["companions"]["exact_bootstrap"]["consistent"], true);
                }
            }
        }
    }
}

#[test]
fn the_accounting_is_the_same_everywhere() {
    let phase = &BUILT.summary["phases"][1];
    assert_eq!([&phase["planned"], &phase["executed"], &phase["analysed"]], [54, 21, 18].map(Value::from).each_ref());
    let processes = &BUILT.json("results.json")["phases"][1]["accounting"]["processes"];
    assert_eq!(
        [&processes["planned"], &processes["executed"], &processes["analysed"]],
        [54, 21, 18].map(Value::from).each_ref()
    );
    let labels = &BUILT.summary["reconciled"]["labels_restored"];
    assert_eq!([&labels["analysed"], &labels["outside"]], [198, 3].map(Value::from).each_ref());
    assert_eq!(BUILT.summary["reconciled"]["false_failures"], 2);
}

#[test]
fn every_published_figure_is_reproduced() {
    let published = &BUILT.summary["published"];
    assert_eq!([&published["reproduced"], &published["figures"]], [154, 154].map(Value::from).each_ref());
    let results = BUILT.json("results.json");
    let phases = results["phases"].as_array().unwrap();
    let sum: u64 = phases.iter().map(|phase| phase["agreement"]["published"]["reproduced"].as_u64().unwrap()).sum();
    assert_eq!(sum, 154);
}

#[test]
fn results_agree_with_what_the_pinned_analyzer_printed() {
    let results = BUILT.json("results.json");
    let mut numbers = 0;
    for phase in results["phases"].as_array().unwrap() {
        let name = phase["phase"].as_str().unwrap();
        let printed = BUILT.json(&format!("inputs/frozen/{name}/analysis.json"));
        for case in phase["cases"].as_array().unwrap() {
            let theirs = &printed["cases"][case["case"].as_str().unwrap()];
            if case["status"] != "analysed" {
                assert_eq!(theirs["status"], "N/A");
                continue;
            }
            for (comparison, metrics) in theirs["comparisons"].as_object().unwrap() {
                for (metric, theirs) in metrics.as_object().unwrap() {
                    let ours = &case["metrics"][metric]["comparisons"][comparison];
                    for path in ["/ratio", "/low", "/high", "/order/numerator_first", "/order/denominator_first"] {
                        let pair = (ours.pointer(path).unwrap().as_f64(), theirs.pointer(path).unwrap().as_f64());
                        let (Some(a), Some(b)) = pair else { panic!("{name} {comparison} {metric} {path}: {pair:?}") };
                        assert!((a - b).abs() <= 1e-12 * a.abs().max(b.abs()), "{name} {comparison} {metric} {path}");
                        numbers += 1;
                    }
                    for (a, b) in [("block_ratios", "block_ratios"), ("leave_one_block_out", "leave_one_block_out")] {
                        let lists = [&ours[a], &theirs[b]].map(|list| list.as_array().unwrap());
                        assert_eq!(lists[0].len(), lists[1].len());
                        for (a, b) in lists[0].iter().zip(lists[1]) {
                            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
                            assert!((a - b).abs() <= 1e-12 * a.abs().max(b.abs()), "{name} {comparison} {metric}");
                            numbers += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(numbers > 300, "only {numbers} numbers compared");
}

#[test]
fn every_link_of_the_site_and_of_the_book_leads_somewhere() {
    let mut dangling = links::html(&BUILT.report.join("html"));
    dangling.extend(links::markdown(&BUILT.report.join("markdown")));
    assert!(dangling.is_empty(), "{}", dangling.join("\n"));
}

#[test]
fn every_table_has_its_twin() {
    let mut missing = Vec::new();
    let mut tables = 0;
    for (path, bytes) in BUILT.of_format("html", ".html") {
        let page = std::str::from_utf8(bytes).unwrap();
        let document = Path::new(path).file_stem().unwrap().to_str().unwrap();
        tables += page.matches("<table").count();
        let twins = BUILT.files.keys().filter(|file| file.starts_with(&format!("tables/{document}/"))).count();
        if page.matches("<table").count() > twins {
            missing.push(format!("{path}: {} tables, {twins} twins", page.matches("<table").count()));
        }
    }
    assert!(tables > 20 && missing.is_empty(), "{tables} tables; {}", missing.join("\n"));
    for (path, bytes) in BUILT.of_format("tables", ".csv") {
        let mut reader = csv::Reader::from_reader(bytes);
        let columns = reader.headers().unwrap().len();
        assert!(columns > 0 && reader.records().all(|record| record.unwrap().len() == columns), "{path}");
    }
}

#[test]
fn nothing_undefined_is_printed() {
    for ((format, stem), text) in &*TEXTS {
        for word in ["NaN", "undefined", "[object", "{{", "}}", "figure://", "condition://", "null"] {
            assert!(!text.contains(word), "{format} {stem} prints {word}");
        }
    }
    for (path, bytes) in &BUILT.files {
        if path.ends_with(".csv") && !path.starts_with("inputs/") {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(!text.contains("NaN") && !text.contains("undefined"), "{path}");
        }
    }
    let private = |c: char| ('\u{e000}'..='\u{f8ff}').contains(&c);
    for ((format, stem), text) in &*TEXTS {
        assert!(!text.contains(private), "{format} {stem} holds a reserved character");
    }
}

#[test]
fn every_page_says_that_the_data_are_reconstructed() {
    for (path, bytes) in BUILT.of_format("html", ".html").chain(BUILT.of_format("markdown", ".md")) {
        if !path.ends_with("SUMMARY.md") {
            let text = std::str::from_utf8(bytes).unwrap().to_lowercase();
            assert!(text.contains("reconstruct"), "{path}");
        }
    }
    let mut sheets = 0;
    for (path, bytes) in BUILT.of_format("pdf", ".pdf") {
        for (number, page) in text::pages(bytes).iter().enumerate() {
            assert!(page.to_lowercase().contains("reconstruct"), "{path}, page {}", number + 1);
            sheets += 1;
        }
    }
    assert_eq!(BUILT.summary["written"]["pdf_pages"], sheets);
    assert_eq!(BUILT.of_format("pdf", ".pdf").count(), 3, "one a phase and one for the campaign");
}

#[test]
fn manifest_and_list_name_every_file() {
    let manifest = BUILT.json("manifest.json");
    let outputs: Vec<&str> =
        manifest["outputs"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    let pinned = manifest["inputs"]["pinned"].as_array().unwrap();
    let mut known: Vec<String> = outputs.iter().map(|path| (*path).to_string()).collect();
    known.extend(pinned.iter().map(|file| format!("inputs/{}", file["path"].as_str().unwrap())));
    known.extend(["SHA256SUMS", "manifest.json", "inputs/SHA256SUMS"].map(str::to_string));
    known.sort();
    assert_eq!(known, BUILT.files.keys().cloned().collect::<Vec<_>>());
    for file in manifest["outputs"].as_array().unwrap() {
        let bytes = &BUILT.files[file["path"].as_str().unwrap()];
        assert_eq!(file["sha256"], rebench_report::integrity::sha256(bytes));
        assert_eq!(file["size"], bytes.len());
    }
    assert_eq!(BUILT.summary["written"]["files"], BUILT.files.len());
    // What sha256sum takes: 64 digits, two blanks, a path; sorted, without doubles, all there.
    let sums = BUILT.text("SHA256SUMS");
    let mut listed = Vec::new();
    for line in sums.lines() {
        let (hash, path) = line.split_once("  ").unwrap();
        assert!(hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{line}");
        assert_eq!(hash, rebench_report::integrity::sha256(&fs::read(BUILT.report.join(path)).unwrap()), "{path}");
        listed.push(path);
    }
    assert_eq!(listed.len() + 1, BUILT.files.len());
    assert!(sums.ends_with('\n') && listed.windows(2).all(|pair| pair[0] < pair[1]));
}

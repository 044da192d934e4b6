//! The second shipped campaign: three toolchains compared with one another, two methods with a real confound, and what the
//! data say about themselves.

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

const CAMPAIGN: &str = "go-toolchains-20261130";

static BUILT: LazyLock<Built> = LazyLock::new(|| Built::of(CAMPAIGN));
static TEXTS: LazyLock<Texts> = LazyLock::new(|| BUILT.texts(text::read));

/// The text of a phase's page in each format.
fn pages(phase: &str) -> [(&'static str, &'static str); 3] {
    let stems = [("html", phase.to_string()), ("markdown", phase.to_string()), ("pdf", format!("{CAMPAIGN}-{phase}"))];
    stems.map(|(format, stem)| (format, TEXTS[&(format, stem)].as_str()))
}

/// That a text stands in all formats of a phase's page. A PDF may break it at the end of any line, also within a word
/// that holds a hyphen or a slash.
fn everywhere(phase: &str, text: &str) {
    let close = |text: &str| text.split_whitespace().collect::<String>();
    for (format, page) in pages(phase) {
        assert!(close(page).contains(&close(text)), "{format} of {phase} lacks: {text}");
    }
}

/// The records of a table's CSV twin, each as pairs of head and value.
fn twin(path: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(BUILT.files[path].as_slice());
    let heads: Vec<String> = reader.headers().unwrap().iter().map(str::to_string).collect();
    let record = |record: csv::StringRecord| heads.iter().cloned().zip(record.iter().map(str::to_string)).collect();
    reader.records().map(|found| record(found.unwrap())).collect()
}

fn value<'a>(record: &'a [(String, String)], head: &str) -> &'a str {
    &record.iter().find(|(name, _)| name == head).unwrap_or_else(|| panic!("no {head} in {record:?}")).1
}

/// The row of a case and comparison.
fn row<'a>(
    records: &'a [Vec<(String, String)>],
    [case, comparison]: [&str; 2],
    heads: [&str; 2],
) -> &'a [(String, String)] {
    records
        .iter()
        .find(|record| value(record, heads[0]) == case && value(record, heads[1]) == comparison)
        .unwrap_or_else(|| panic!("no {case}, {comparison}"))
}

#[test]
fn every_planned_process_is_analysed() {
    for (at, jobs, samples) in [(0, 90, 270), (1, 48, 144)] {
        let phase = &BUILT.summary["phases"][at];
        assert_eq!([&phase["planned"], &phase["executed"], &phase["analysed"]], [&Value::from(jobs); 3]);
        let counted = &BUILT.json("results.json")["phases"][at]["accounting"];
        assert_eq!(counted["processes"]["analysed"], jobs);
        assert_eq!(counted["samples"]["analysed"], samples);
    }
    everywhere("t1", "90 of 90 planned processes analysed");
    everywhere("t2", "48 of 48 planned processes analysed");
}

#[test]
fn results_agree_with_what_the_pinned_analyzer_printed() {
    for (at, numbers) in [(0, 675), (1, 192)] {
        let agreement = &BUILT.json("results.json")["phases"][at]["agreement"]["reference"];
        assert_eq!(agreement["numbers"], numbers);
        assert_eq!(agreement["tolerance"], 1e-12);
        assert!(agreement["largest_relative_difference"].as_f64().unwrap() <= 1e-12);
    }
}

/// Five cases × three comparisons × three metrics.
#[test]
fn the_matrix_holds_every_case_and_comparison() {
    let records = twin("tables/t1/matrix.csv");
    assert_eq!(records.len(), 15);
    let json = records.iter().find(|record| value(record, "case") == "json-decode").unwrap();
    assert_eq!(value(json, "group"), "ns/op (time)");
    assert_eq!(value(json, "go1.27.3/go1.22.10 reading"), "faster");
    let printed = BUILT.json("inputs/frozen/T1/analysis.json");
    for record in &records {
        let metric = value(record, "group").split(' ').next().unwrap();
        for comparison in ["go1.24.11/go1.22.10", "go1.27.3/go1.24.11", "go1.27.3/go1.22.10"] {
            let theirs = &printed["cases"][value(record, "case")]["comparisons"][comparison][metric];
            for end in ["ratio", "low", "high"] {
                let ours: f64 = value(record, &format!("{comparison} {end}")).parse().unwrap();
                assert!((ours - theirs[end].as_f64().unwrap()).abs() <= 1e-12 * ours, "{metric} {comparison} {end}");
            }
        }
    }
    for (format, page) in pages("t1") {
        let from = page.rfind("All comparisons side by side").expect(format);
        let matrix = &page[from..];
        for text in ["0.870 [0.805, 0.938]", "1.027 [0.932, 1.123]", "0.911 [0.814, 1.067]", "0.507, all blocks equal"]
        {
            let at = matrix.find(text).unwrap_or_else(|| panic!("{format} lacks {text}"));
            assert!(at < 4_000, "{format}: {text} stands far from its heading");
        }
    }
    assert!(!BUILT.files.contains_key("tables/t2/matrix.csv"), "one comparison has nothing beside it");
}

#[test]
fn a_block_that_stands_out_is_named_and_stays() {
    let heads = ["Case", "Comparison"];
    let records = twin("tables/t1/farthest-and-order.csv");
    assert_eq!(records.len(), 15);
    let old = row(&records, ["regexp-find", "go1.24.11/go1.22.10"], heads);
    assert_eq!([value(old, "farthest_block"), value(old, "stands_out")], ["0", "block"]);
    let q: f64 = value(old, "farthest_q").parse().unwrap();
    assert!((q - 0.636).abs() < 5e-4 && value(old, "farthest_critical") == "0.625", "{q}");
    let standing: Vec<[&str; 3]> = records
        .iter()
        .filter(|record| value(record, "stands_out").contains("block"))
        .map(|record| ["Case", "Comparison", "farthest_block"].map(|head| value(record, head)))
        .collect();
    assert_eq!(
        standing,
        [
            ["map-string-keys", "go1.27.3/go1.22.10", "5"],
            ["regexp-find", "go1.24.11/go1.22.10", "0"],
            ["regexp-find", "go1.27.3/go1.22.10", "0"],
            ["builder", "go1.27.3/go1.24.11", "3"],
        ]
    );
    everywhere("t1", "regexp-find, go1.24.11/go1.22.10: block 0 with 1.619, and 0.953 without it");
    everywhere("t1", "All blocks stay in all estimates.");
    // The estimate with all six of them.
    everywhere("t1", "1.041 [0.908, 1.262]");
}

#[test]
fn an_effect_of_order_is_named_with_its_criterion() {
    let records = twin("tables/t1/farthest-and-order.csv");
    let standing: Vec<[&str; 2]> = records
        .iter()
        .filter(|record| value(record, "stands_out").contains("order"))
        .map(|record| ["Case", "Comparison"].map(|head| value(record, head)))
        .collect();
    assert_eq!(standing, [["json-decode", "go1.27.3/go1.22.10"], ["sort-slice-10k", "go1.27.3/go1.24.11"]]);
    everywhere(
        "t1",
        "ns/op of json-decode, go1.27.3/go1.22.10: blocks in which go1.22.10 ran before go1.27.3 average 0.624, the others 0.493",
    );
    everywhere("t1", "of 0.791 stands out, at 2.26 standard errors");
    everywhere("t1", "chance alone brings that about in 1.7 of 15 comparisons of ns/op; here it is 2.");
    let evidence = BUILT.json("evidence.json");
    let figure = |id: &str| evidence["figures"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
    let own = "T1:cases:json-decode:go1.27.3/go1.22.10:ns/op";
    let part = |part: &str| figure(&format!("{own}:{part}"))["value"].as_f64().unwrap();
    assert!((part("order_effect") - part("numerator_first") / part("denominator_first")).abs() < 1e-12);
}

#[test]
fn spread_is_told_by_case_arm_and_metric() {
    let records = twin("tables/t1/spreads.csv");
    assert_eq!(records.len(), 5 * 3 * 3);
    assert_eq!(twin("tables/t2/spreads.csv").len(), 4 * 2 * 3);
    // By other code from metrics.csv: √ of the mean of (s / mean)² over six processes, and s / mean of their medians.
    let json = row(&records, ["json-decode", "go1.22.10"], ["Case", "Arm"]);
    let (repeats, blocks): (f64, f64) =
        (value(json, "repeats [%]").parse().unwrap(), value(json, "blocks [%]").parse().unwrap());
    let (by_hand_repeats, by_hand_blocks) = by_hand("json-decode", "go1.22.10");
    assert!((repeats - by_hand_repeats).abs() < 1e-9 && (blocks - by_hand_blocks).abs() < 1e-9, "{repeats} {blocks}");
    everywhere("t1", "21.6 % (regexp-find, go1.24.11) between blocks");
}

/// The spread of ns/op from the frozen rows, in percent.
fn by_hand(case: &str, arm: &str) -> (f64, f64) {
    let mut processes: Vec<(String, Vec<f64>)> = Vec::new();
    for record in twin("inputs/frozen/T1/metrics.csv") {
        if value(&record, "case") == case && value(&record, "arm") == arm {
            let (block, time) = (value(&record, "block").to_string(), value(&record, "ns/op").parse().unwrap());
            match processes.iter_mut().find(|(known, _)| *known == block) {
                Some((_, repeats)) => repeats.push(time),
                None => processes.push((block, vec![time])),
            }
        }
    }
    let part = |values: &[f64]| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        100.0 * (squares / (n - 1.0)).sqrt() / mean
    };
    let median = |values: &[f64]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted[1]
    };
    assert_eq!(processes.iter().map(|(_, repeats)| repeats.len()).collect::<Vec<_>>(), [3; 6]);
    let squares: f64 = processes.iter().map(|(_, repeats)| part(repeats).powi(2)).sum();
    let medians: Vec<f64> = processes.iter().map(|(_, repeats)| median(repeats)).collect();
    ((squares / 6.0).sqrt(), part(&medians))
}

/// benchstat takes all eighteen samples of an arm as one series.
#[test]
fn the_unpaired_answer_stands_beside_the_paired_one_and_where_they_differ_is_marked() {
    let records = twin("tables/t1/paired-and-unpaired.csv");
    assert_eq!(records.len(), 5 * 3 * 3);
    let differing: Vec<[&str; 5]> = records
        .iter()
        .filter(|record| value(record, "readings") == "differ")
        .map(|record| ["metric", "case", "comparison", "paired_reading", "benchstat"].map(|head| value(record, head)))
        .collect();
    assert_eq!(
        differing,
        [
            ["ns/op", "json-decode", "go1.24.11/go1.22.10", "faster", "~"],
            ["ns/op", "sort-slice-10k", "go1.27.3/go1.22.10", "faster", "~"],
            ["ns/op", "regexp-find", "go1.27.3/go1.22.10", "includes 1", "faster"],
        ]
    );
    // By other code: exact U distribution of 18 and 18.
    for (case, ratio, p) in [("regexp-find", 0.8521, 0.0010), ("sort-slice-10k", 0.9100, 0.0591)] {
        let record = row(&records, [case, "go1.27.3/go1.22.10"], ["case", "comparison"]);
        let number = |head: &str| value(record, head).parse::<f64>().unwrap();
        assert!((number("unpaired_ratio") - ratio).abs() < 5e-4, "{case}: {}", number("unpaired_ratio"));
        assert!((number("p") - p).abs() < 5e-5, "{case}: {}", number("p"));
    }
    assert!(twin("tables/t2/paired-and-unpaired.csv").iter().all(|record| value(record, "readings") == "alike"));
    everywhere("t1", "The two read differently in 3 of 45");
    everywhere(
        "t1",
        "regexp-find, go1.27.3/go1.22.10: paired 0.911 [0.814, 1.067], unpaired \u{2212}14.8 % with p 0.001",
    );
    everywhere("t2", "The two read alike in all 12 comparisons.");
    everywhere(
        "t1",
        "whether the unpaired comparison reads as the frozen interval of ns/op of sort-slice-10k, go1.27.3/go1.22.10: false is false",
    );
}

#[test]
fn what_confounds_head200_is_flagged_wherever_its_ratio_is_read() {
    let confounds = &BUILT.json("results.json")["phases"][1]["confounds"];
    let verdicts: Vec<(&str, &str)> = confounds
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["case"].as_str().unwrap(), one["result"]["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(
        verdicts,
        [
            ("rows1000-forward", "equal"),
            ("rows1000-reverse", "equal"),
            ("head200-forward", "differs"),
            ("head200-reverse", "differs")
        ]
    );
    // As a limit, at the table, and as the condition of a claim.
    everywhere("t2", "prefix-B differs between the arms (8182 in scanner, 53494 in slurp)");
    everywhere("t2", "prefix-B differs between the arms (16266 in scanner, 53494 in slurp)");
    everywhere("t2", "Between the arms differs what must not: prefix-B in head200-forward (scanner/slurp)");
    everywhere("t2", "physical_prefix_confound of head200-forward, scanner/slurp: prefix-B differs: true is true");
    for format in ["html", "markdown"] {
        let page = if format == "markdown" { "README" } else { "index" };
        let overview = &TEXTS[&(format, page.to_string())];
        assert!(overview.contains("Between the arms differs what must not: prefix-B in head200-forward"), "{format}");
    }
}

#[test]
fn shadowed_labels_are_restored_in_a_working_copy() {
    let labels = &BUILT.json("results.json")["phases"][1]["accounting"]["labels_restored"];
    assert_eq!([&labels["analysed"], &labels["outside"]], [144, 0].map(Value::from).each_ref());
    everywhere("t2", "144 labels of analysed rows were restored by job from the pinned plan");
    let copy = twin("working-copies/t2-metrics.csv");
    assert_eq!(copy.len(), 144);
    assert!(copy.iter().all(|record| !value(record, "case").starts_with("Benchmark")));
    assert!(BUILT.text("inputs/frozen/T2/metrics.csv").lines().skip(1).all(|line| line.contains(",BenchmarkFetch/")));
    // T1's labels are right: nothing there is said to be restored.
    for (format, page) in pages("t1") {
        assert!(!page.contains("were restored") && !page.contains("was restored"), "{format}");
    }
}

#[test]
fn intervals_without_width_are_called_equal_blocks() {
    for phase in ["t1", "t2"] {
        for (format, page) in pages(phase) {
            // Table, matrix or plot: where all blocks are equal no brackets pretend a width.
            assert!(page.contains("all blocks equal"), "{format} of {phase}");
        }
    }
    let matrix = twin("tables/t1/matrix.csv");
    let printed = BUILT.json("inputs/frozen/T1/analysis.json");
    let mut equal = 0;
    for record in &matrix {
        let metric = value(record, "group").split(' ').next().unwrap();
        let ratios =
            &printed["cases"][value(record, "case")]["comparisons"]["go1.27.3/go1.22.10"][metric]["block_ratios"];
        let ratios = ratios.as_array().unwrap();
        if ratios.iter().all(|ratio| ratio == &ratios[0]) {
            let ends = ["low", "high"].map(|end| value(record, &format!("go1.27.3/go1.22.10 {end}")));
            assert_eq!(ends[0], ends[1]);
            equal += 1;
        }
    }
    // As many as the HTML's matrix calls so in that column.
    assert!(equal >= 6, "{equal}");
    everywhere("t1", "0.392, all blocks equal");
    everywhere("t1", "so that their intervals have no width");
}

#[test]
fn what_was_written_for_one_campaign_holds_for_the_other() {
    everywhere("t1", "One tree, built into other binaries for each arm");
    everywhere("t2", "One tree: the arms differ in what they select");
    everywhere("t1", "300 ms a repeat");
    everywhere("t2", "200 ms a repeat");
    for ((format, page), text) in &*TEXTS {
        assert!(!text.to_lowercase().contains("reconstruct"), "{format} {page}: these data were measured");
        for word in ["NaN", "undefined", "{{", "figure://", "condition://"] {
            assert!(!text.contains(word), "{format} {page} prints {word}");
        }
    }
}

#[test]
fn every_link_of_the_site_and_of_the_book_leads_somewhere() {
    let mut dangling = links::html(&BUILT.report.join("html"));
    dangling.extend(links::markdown(&BUILT.report.join("markdown")));
    assert!(dangling.is_empty(), "{}", dangling.join("\n"));
}

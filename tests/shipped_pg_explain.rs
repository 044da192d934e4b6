//! The third shipped campaign: a phase a tool, without plan and analyzer. Run times out of query plans, transactions out of
//! logs, counters that are not there, probes.

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

const CAMPAIGN: &str = "pg-explain-20261130";

static BUILT: LazyLock<Built> = LazyLock::new(|| Built::of(CAMPAIGN));
static TEXTS: LazyLock<Texts> = LazyLock::new(|| BUILT.texts(text::read));
static EVIDENCE: LazyLock<Value> = LazyLock::new(|| BUILT.json("evidence.json"));

/// The text of a phase's page in each format, without blanks: a PDF may break a line anywhere.
fn pages(phase: &str) -> [(&'static str, String); 3] {
    let stems = [("html", phase.to_string()), ("markdown", phase.to_string()), ("pdf", format!("{CAMPAIGN}-{phase}"))];
    stems.map(|(format, stem)| (format, close(&TEXTS[&(format, stem)])))
}

fn close(text: &str) -> String {
    text.split_whitespace().collect()
}

/// That a text stands in all formats of a phase's page.
fn everywhere(phase: &str, text: &str) {
    for (format, page) in pages(phase) {
        assert!(page.contains(&close(text)), "{format} of {phase} lacks: {text}");
    }
}

fn figure(id: &str) -> &'static Value {
    let figures = EVIDENCE["figures"].as_array().unwrap();
    figures.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("no figure {id}"))
}

fn number(id: &str) -> f64 {
    figure(id)["value"].as_f64().unwrap_or_else(|| panic!("{id} is no number"))
}

/// File and line to which a figure leads.
fn line(id: &str) -> (String, String) {
    let derivation = &figure(id)["derivation"];
    assert_eq!(derivation["kind"], "line", "{id}");
    let file = derivation["file"].as_str().unwrap();
    let at = derivation["line"].as_u64().unwrap() as usize;
    let text = BUILT.text(&format!("inputs/{file}"));
    (file.to_string(), text.lines().nth(at - 1).unwrap_or_else(|| panic!("{file} has no line {at}")).to_string())
}

/// The records of a CSV file, each as pairs of head and value.
fn records(path: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(BUILT.files[path].as_slice());
    let heads: Vec<String> = reader.headers().unwrap().iter().map(str::to_string).collect();
    let record = |record: csv::StringRecord| heads.iter().cloned().zip(record.iter().map(str::to_string)).collect();
    reader.records().map(|found| record(found.unwrap())).collect()
}

fn value<'a>(record: &'a [(String, String)], head: &str) -> &'a str {
    &record.iter().find(|(name, _)| name == head).unwrap_or_else(|| panic!("no {head} in {record:?}")).1
}

fn near(id: &str, expected: f64) {
    let found = number(id);
    assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{id}: {found}, expected {expected}");
}

#[test]
fn every_listed_run_time_is_that_of_its_log() {
    for (list, of_logs, runs, key) in
        [("runs", "plans", 28, "Execution Time: "), ("runs_json", "plans_json", 12, "\"Execution Time\": ")]
    {
        let listed = records(&format!("inputs/frozen/explain/{}.csv", list.replace('_', "-")));
        assert_eq!(listed.len(), runs);
        for record in &listed {
            let [query, arm, run, ms] = ["query", "arm", "run", "ms"].map(|head| value(record, head));
            let id = format!("explain:{of_logs}:{query}:{arm}:execution time:run_{run}");
            assert_eq!(number(&id), ms.parse::<f64>().unwrap(), "{id}");
            let (file, line) = line(&id);
            let printed = line.trim().strip_prefix(key).unwrap_or_else(|| panic!("{file}: {line}"));
            let printed = printed.trim_end_matches(" ms").trim_end_matches(',');
            assert_eq!(printed.parse::<f64>().unwrap(), ms.parse::<f64>().unwrap(), "{file}");
        }
        assert_eq!(number(&format!("explain:accounting:{list}:agreeing")), runs as f64);
        assert_eq!(number(&format!("explain:accounting:{list}:values")), runs as f64);
    }
    everywhere("explain", "values of runs that another dataset tells alike: 28 equals values of the dataset runs: 28");
    everywhere("explain", "28 of the text runs and 12 of the JSON runs, are those that the server printed");
}

/// By other code over frozen/explain/runs.csv: Python's `math` for the ratios, numpy for the draws of the intervals.
#[test]
fn the_paired_ratios_are_those_of_other_code() {
    for dataset in ["plans"] {
        for (case, parts) in [
            (
                "bitmap16",
                [
                    ("", 0.497_929_155_187_833_26),
                    (":low", 0.444_034_661_650_545_9),
                    (":high", 0.558_068_883_898_600_5),
                    (":run_2", 0.623_594_293_988_97),
                    (":smallest_block", 0.396_084_999_830_812_47),
                    (":largest_block", 0.623_594_293_988_97),
                    (":smallest_left_out", 0.479_599_211_200_427_53),
                    (":largest_left_out", 0.517_286_029_761_214_2),
                    (":numerator_first", 0.479_246_973_307_000_8),
                    (":denominator_first", 0.512_417_188_534_799_7),
                ],
            ),
            (
                "seqscan",
                [
                    ("", 0.953_332_858_436_648_8),
                    (":low", 0.742_915_861_187_494),
                    (":high", 1.216_119_544_107_387_5),
                    (":run_0", 0.523_910_322_117_298_2),
                    (":smallest_block", 0.523_910_322_117_298_2),
                    (":largest_block", 1.705_294_599_545_283_3),
                    (":smallest_left_out", 0.865_270_876_351_207),
                    (":largest_left_out", 1.053_357_592_381_736_4),
                    (":numerator_first", 0.986_850_185_301_038_5),
                    (":denominator_first", 0.928_944_062_843_216_1),
                ],
            ),
        ] {
            for (part, expected) in parts {
                near(&format!("explain:{dataset}:{case}:eic32/eic1:execution time{part}"), expected);
            }
        }
    }
    everywhere("explain", "ratio of execution time of bitmap16, eic32/eic1 (plans): [0.444, 0.558] lies below 1");
    everywhere("explain", "ratio of execution time of seqscan, eic32/eic1 (plans): [0.743, 1.216] includes 1");
    everywhere("explain", "stays between 0.480 and 0.517");
}

#[test]
fn each_query_has_one_plan_shape_and_reads_the_same_blocks() {
    for (dataset, runs) in [("plans", 14.0), ("plans_json", 6.0)] {
        for (case, blocks) in [("seqscan", 34_483.0), ("bitmap16", 3_924.0)] {
            assert_eq!(number(&format!("explain:{dataset}:{case}:plan_shape:different")), 1.0);
            assert_eq!(number(&format!("explain:{dataset}:{case}:plan_shape:runs")), runs);
            for arm in ["eic1", "eic32"] {
                for run in 0..(runs as usize) / 2 {
                    let id = format!("explain:{dataset}:{case}:{arm}:blocks read:run_{run}");
                    assert_eq!(number(&id), blocks, "{id}");
                }
            }
        }
    }
    everywhere("explain", "different plan shapes of bitmap16 (plans): 1 is 1");
    everywhere("explain", "different plan shapes of seqscan (plans): 1 is 1");
    everywhere("explain", "Parallel Seq Scan on big");
    for (format, page) in pages("explain") {
        // Sixteen times in a row, which stands there once with their number.
        assert!(page.contains("BitmapIndexScanonbig_k(16times)"), "{format}");
    }
}

/// Latencies and lines of each quantile by nearest rank, from the frozen logs by this code alone.
#[test]
fn quantiles_of_latencies_lead_to_the_transaction_that_has_them() {
    for (arm, files, transactions) in
        [("eic1", ["eic1.2081", "eic1.2081.1"], 32_706), ("eic32", ["eic32.2223", "eic32.2223.1"], 31_914)]
    {
        let latency = |line: &str| line.split(' ').nth(2).unwrap().parse::<u64>().unwrap();
        let texts = files.map(|file| BUILT.text(&format!("inputs/frozen/pgbench/{file}")));
        let mut latencies: Vec<u64> = texts.iter().flat_map(|text| text.lines().map(latency)).collect();
        latencies.sort_unstable();
        assert_eq!(latencies.len(), transactions);
        assert_eq!(number(&format!("pgbench:drive:two ranges:{arm}:transactions")), transactions as f64);
        for (part, per_mille) in [("p50", 500), ("p90", 900), ("p95", 950), ("p99", 990), ("p99_9", 999)] {
            let id = format!("pgbench:drive:two ranges:{arm}:latency:{part}");
            let expected = latencies[(transactions * per_mille).div_ceil(1000) - 1];
            assert_eq!(figure(&id)["unit"], "µs");
            assert_eq!(number(&id), expected as f64, "{id}");
            let (file, line) = line(&id);
            assert!(files.iter().any(|own| file.ends_with(&format!("pgbench/{own}"))), "{id} leads to {file}");
            assert_eq!(latency(&line), expected, "{id} leads to {file}: {line}");
        }
        let ends = [("min", latencies[0]), ("max", latencies[transactions - 1])];
        for (part, expected) in ends {
            let id = format!("pgbench:drive:two ranges:{arm}:latency:{part}");
            assert_eq!((number(&id), latency(&line(&id).1)), (expected as f64, expected), "{id}");
        }
    }
    // As Python read them: value and line of the two p95, which no second transaction of eic32 has.
    assert_eq!(number("pgbench:drive:two ranges:eic1:latency:p95"), 6_403.0);
    let p95 = &figure("pgbench:drive:two ranges:eic32:latency:p95")["derivation"];
    assert_eq!((&p95["file"], &p95["line"]), (&Value::from("frozen/pgbench/eic32.2223"), &Value::from(12_857)));
    everywhere("pgbench", "p99 9.07 ms and 8.37 ms (0.924)");
}

#[test]
fn throughput_is_counted_by_the_second() {
    for (arm, files, expected) in [
        ("eic1", ["eic1.2081", "eic1.2081.1"], [652.0, 2_171.0]),
        ("eic32", ["eic32.2223", "eic32.2223.1"], [845.0, 1_759.0]),
    ] {
        let mut ends: Vec<u64> = Vec::new();
        for file in files {
            for line in BUILT.text(&format!("inputs/frozen/pgbench/{file}")).lines() {
                let mut fields = line.split(' ').skip(4).map(|field| field.parse::<u64>().unwrap());
                ends.push(fields.next().unwrap() * 1_000_000 + fields.next().unwrap());
            }
        }
        let start = *ends.iter().min().unwrap();
        let whole = (ends.iter().max().unwrap() - start) / 1_000_000;
        let mut counts = vec![0.0; whole as usize];
        for end in ends {
            if let Some(count) = counts.get_mut(((end - start) / 1_000_000) as usize) {
                *count += 1.0;
            }
        }
        let ends = [counts.iter().copied().fold(f64::MAX, f64::min), counts.iter().copied().fold(0.0, f64::max)];
        assert_eq!(ends, expected);
        let rate = |part: &str| number(&format!("pgbench:drive:two ranges:{arm}:rate:{part}"));
        assert_eq!([rate("min"), rate("max"), rate("seconds")], [ends[0], ends[1], whole as f64]);
    }
}

#[test]
fn counters_that_are_not_there_are_never_zero() {
    let missing = ["cycles", "instructions", "branches", "branch-misses"];
    for (table, with_formula) in [("counters", true), ("counters-json", false), ("repeats", false)] {
        let start = format!("tables/perf/comparison-{table}-eic32-");
        let path = BUILT.files.keys().find(|path| path.starts_with(&start)).unwrap_or_else(|| panic!("no {start}"));
        let rows = records(path);
        for case in ["bitmap16", "seqscan"] {
            let row = |metric: &str| {
                let of = |row: &&Vec<(String, String)>| value(row, "case") == case && value(row, "metric") == metric;
                rows.iter().find(of).unwrap_or_else(|| panic!("{path} lacks {case}, {metric}"))
            };
            for metric in missing {
                for head in ["eic1", "eic32", "ratio"] {
                    assert_eq!(value(row(metric), head), "N/A (<not supported>)", "{path}: {case}, {metric}");
                }
            }
            // A zero that was counted stays a zero.
            assert_eq!(value(row("cpu-migrations"), "eic1"), "0");
            if with_formula {
                let reason = "N/A (instructions: not supported; cycles: not supported)";
                assert_eq!(["eic1", "eic32", "ratio"].map(|head| value(row("IPC"), head)), [reason; 3]);
            }
        }
    }
    for (format, page) in pages("perf") {
        let reasons = page.matches("N/A(<notsupported>)").count();
        assert!(reasons >= 24, "{format} gives the reason {reasons} times");
        assert!(
            page.contains("N/A(instructions:notsupported;cycles:notsupported)"),
            "{format} lacks the reason of IPC"
        );
    }
    let figures = EVIDENCE["figures"].as_array().unwrap();
    for metric in missing.into_iter().chain(["IPC"]) {
        let part = format!(":{metric}");
        let stray = figures.iter().find(|one| one["id"].as_str().is_some_and(|id| id.contains(&part)));
        assert!(stray.is_none(), "what was not counted has a figure: {stray:?}");
    }
    for dataset in ["counters", "counters_json", "repeats"] {
        assert_eq!(number(&format!("perf:accounting:{dataset}:missing")), 16.0);
    }
    everywhere("perf", "16 values of the CSV runs and 16 of the JSON runs are not there");
}

#[test]
fn files_that_contradict_themselves_are_named() {
    assert_eq!(number("perf:accounting:repeats:damaged"), 4.0);
    let said = records("tables/perf/said-table.csv");
    let mut damaged: Vec<String> = said
        .iter()
        .filter(|record| value(record, "Kind") == "not to be relied on")
        .map(|record| record.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    damaged.sort();
    assert_eq!(damaged.len(), 4);
    for (case, arm) in [("bitmap16", "eic1"), ("bitmap16", "eic32"), ("seqscan", "eic1"), ("seqscan", "eic32")] {
        let file = format!("{case}.{arm}.r3.csv");
        assert!(damaged.iter().any(|row| row.contains(&file)), "{file} is not named in {damaged:?}");
        everywhere("perf", &format!("{file}:4"));
    }
    everywhere("perf", "the spread of context-switches is 2454.94 percent, and no mean has more than 100");
}

#[test]
fn probes_count_alike_and_time_apart() {
    for dataset in ["probes", "probes_json"] {
        for arm in ["eic1", "eic32"] {
            let of = |rest: &str| number(&format!("bpftrace:{dataset}:bitmap16:{arm}:{rest}"));
            assert_eq!([of("reads"), of("stats_ns:count"), of("prefetches")], [5_753.0, 5_753.0, 3_890.0]);
            // bpftrace cuts the fraction off.
            assert_eq!((of("stats_ns:sum") / 5_753.0).floor(), of("stats_ns:mean"));
        }
    }
    for (dataset, one, many) in [("probes", 29_341.0, 12_420.0), ("probes_json", 25_765.0, 11_780.0)] {
        near(&format!("bpftrace:{dataset}:bitmap16:eic1:stats_ns:mean"), one);
        near(&format!("bpftrace:{dataset}:bitmap16:eic32:stats_ns:mean"), many);
        near(&format!("bpftrace:{dataset}:bitmap16:eic32/eic1:stats_ns:mean"), many / one);
    }
    everywhere("bpftrace", "29.34 µs with eic1 and 12.42 µs with eic32 (0.423)");
}

#[test]
fn the_fullest_range_of_a_histogram_leads_to_its_line() {
    for (dataset, arm, low, count, text) in [
        ("probes", "eic1", 16_384.0, 3_641.0, "[16K, 32K)          3641 |"),
        ("probes", "eic32", 8_192.0, 3_590.0, "[8K, 16K)           3590 |"),
        ("probes_json", "eic1", 16_384.0, 2_969.0, "{\"min\": 16384, \"max\": 32767, \"count\": 2969}"),
        ("probes_json", "eic32", 4_096.0, 3_575.0, "{\"min\": 4096, \"max\": 8191, \"count\": 3575}"),
    ] {
        let id = |part: &str| format!("bpftrace:{dataset}:bitmap16:{arm}:ns:fullest_{part}");
        assert_eq!(["low", "high", "count"].map(|part| number(&id(part))), [low, 2.0 * low, count]);
        let (file, line) = line(&id("count"));
        assert!(line.contains(text), "{file}: {line}");
    }
    everywhere("bpftrace", "from 8,192 ns to 16,384 ns with eic32 (3,590 calls)");
}

#[test]
fn the_pages_are_whole() {
    for ((format, page), text) in &*TEXTS {
        for word in ["NaN", "undefined", "{{", "figure://", "condition://", "To be written"] {
            assert!(!text.contains(word), "{format} {page} prints {word}");
        }
    }
    let mut dangling = links::html(&BUILT.report.join("html"));
    dangling.extend(links::markdown(&BUILT.report.join("markdown")));
    assert!(dangling.is_empty(), "{}", dangling.join("\n"));
}

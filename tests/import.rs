//! `import`: a folder of a tool's outputs to a campaign that builds.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::project::binary;

/// Every folder of real outputs.
const TOOLS: [&str; 13] = [
    "asv",
    "bpftrace",
    "criterion",
    "google-benchmark",
    "gotest",
    "hyperfine",
    "perf",
    "pgbench",
    "psql",
    "pyperf",
    "pytest-benchmark",
    "time",
    "wrk",
];

fn samples(tool: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/formats").join(tool)
}

fn root() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.toml"), "[book]\ntitle = \"Imported\"\n").unwrap();
    fs::create_dir(folder.path().join("content")).unwrap();
    folder
}

fn call(root: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = binary().current_dir(root).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Imports a folder and builds it; the phase's page as Markdown, without no-break spaces.
fn page(tool: &str) -> String {
    let root = root();
    let (code, _, err) = call(root.path(), &["import", samples(tool).to_str().unwrap(), "--name", tool]);
    assert_eq!(code, 0, "{tool}: {err}");
    let (code, out, err) = call(root.path(), &["check", tool]);
    assert_eq!((code, out.trim_end().ends_with("nothing to say")), (0, true), "{tool}: {out}{err}");
    let (code, _, err) = call(root.path(), &["build", tool, "--format", "markdown", "--quiet"]);
    assert_eq!(code, 0, "{tool}: {err}");
    let folder = root.path().join("reports").join(tool).join("markdown");
    fs::read_to_string(folder.join("imported.md")).unwrap().replace('\u{a0}', " ")
}

#[test]
fn each_tool_s_outputs_become_a_report_without_a_finding() {
    for tool in TOOLS {
        let page = page(tool);
        assert!(page.contains("## Results") && page.contains("## Evidence"), "{tool}");
    }
}

#[test]
fn a_report_of_imported_outputs_is_built_in_all_formats_and_verified() {
    let root = root();
    assert_eq!(call(root.path(), &["import", samples("pyperf").to_str().unwrap(), "--name", "py"]).0, 0);
    let (code, _, err) = call(root.path(), &["build", "py", "--quiet"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(call(root.path(), &["verify", "py"]).0, 0);
    // What was imported is what lies there, byte for byte.
    let copied = fs::read(root.path().join("content/py/frozen/imported/text.json")).unwrap();
    assert_eq!(copied, fs::read(samples("pyperf").join("text.json")).unwrap());
}

/// Mean and standard deviation of a series in results.json, with as many digits as the tool prints.
fn described(tool: &str, case: &str, arm: &str, digits: usize, scale: f64) -> (String, String) {
    let root = root();
    assert_eq!(call(root.path(), &["import", samples(tool).to_str().unwrap(), "--name", tool]).0, 0);
    assert_eq!(call(root.path(), &["build", tool, "--format", "markdown", "--quiet"]).0, 0);
    let results = fs::read(root.path().join("reports").join(tool).join("results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_slice(&results).unwrap();
    let series = results["phases"][0]["datasets"][0]["series"].as_array().unwrap();
    let of = |one: &&serde_json::Value| one["case"] == case && one["arm"] == arm && one["metric"] == "time";
    let known =
        || series.iter().map(|one| format!("{} {} {}", one["case"], one["arm"], one["metric"])).collect::<Vec<_>>();
    let found = series.iter().find(of).unwrap_or_else(|| panic!("{:?}", known()));
    let number = |key: &str| format!("{:.digits$}", found["summary"][key].as_f64().unwrap() * scale);
    (number("mean"), number("standard_deviation"))
}

#[test]
fn means_and_deviations_are_those_that_the_tools_printed() {
    // hyperfine: Time (mean ± σ): 142.0 ms ± 27.8 ms; pyperf: Mean +- std dev: 48.8 us +- 10.0 us, of
    // all values; the deviation of the processes' means is 8.84.
    let found = described("hyperfine", "two-commands", "sort numeric", 1, 1e3);
    assert_eq!(found, ("142.0".to_string(), "27.8".to_string()));
    let found = described("pyperf", "sorted, größe=1000", "text", 1, 1e6);
    assert_eq!(found, ("48.8".to_string(), "8.8".to_string()));
}

#[test]
fn users_of_a_tool_find_what_it_told() {
    // What perf could not count is told with its reason and is no zero.
    let perf = page("perf");
    assert!(perf.contains("<not supported>") || perf.contains("not supported"), "{perf}");
    assert!(perf.contains("N/A ("), "{perf}");
    // Too few samples for benchstat's interval, in its own words.
    let gotest = page("gotest");
    assert!(gotest.contains("need >= 6 samples for confidence interval at level 0.95"), "{gotest}");
    assert!(gotest.contains("BenchmarkFails/late") || gotest.contains("late"), "{gotest}");
    // A command that failed is named, and what could not be started has no time.
    let hyperfine = page("hyperfine");
    assert!(hyperfine.contains("Failed or broken-off runs"), "{hyperfine}");
    let time = page("time");
    assert!(time.contains("signal"), "{time}");
}

#[test]
fn folders_without_anything_to_read_are_refused() {
    let root = root();
    let folder = root.path().join("outputs");
    fs::create_dir(&folder).unwrap();
    let (code, _, err) = call(root.path(), &["import", "outputs"]);
    assert!(code != 0 && !err.is_empty(), "{code}: {err}");
    fs::write(folder.join("readme.txt"), "nothing of a benchmark\n").unwrap();
    let (code, _, err) = call(root.path(), &["import", "outputs"]);
    assert!(code != 0 && err.contains("readme.txt"), "{code}: {err}");
    let (code, _, err) = call(root.path(), &["import", "nowhere"]);
    assert!(code != 0 && err.contains("nowhere"), "{code}: {err}");
    assert_eq!(fs::read_dir(root.path().join("content")).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_campaign_that_is_there_is_not_replaced() {
    let root = root();
    let wrk = samples("wrk");
    let arguments = ["import", wrk.to_str().unwrap(), "--name", "wrk"];
    assert_eq!(call(root.path(), &arguments).0, 0);
    let before = fs::read(root.path().join("content/wrk/SHA256SUMS")).unwrap();
    let (code, _, err) = call(root.path(), &arguments);
    assert_eq!((code, err.contains("is there already")), (5, true), "{err}");
    assert_eq!(fs::read(root.path().join("content/wrk/SHA256SUMS")).unwrap(), before);
}

//! What `import` decides of a folder: arms, cases, units, comparisons; and folders that are made to mislead it.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rebench_report::evidence::Ledger;
use rebench_report::import::{self, Imported, Request, write};
use rebench_report::pipeline::{self, Format, Options};
use rebench_report::problem::Problems;
use support::project::Project;

/// A project into which folders are imported.
struct Into {
    project: Project,
    folder: tempfile::TempDir,
}

impl Into {
    fn new() -> Self {
        let project = Project::empty("new", "imported");
        project.write_at_root("book.toml", "[book]\ntitle = \"Imports\"\n");
        Into { project, folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn request(&self, folder: &Path) -> Request {
        Request {
            folder: folder.to_path_buf(),
            name: Some("new".to_owned()),
            phase: None,
            content: self.project.root().join("content"),
        }
    }

    fn import(&self, folder: &Path) -> Result<Imported, Problems> {
        let request = self.request(folder);
        let imported = import::import(&request)?;
        write::write(&imported, &request.content)?;
        Ok(imported)
    }

    fn own(&self) -> Result<Imported, Problems> {
        self.import(self.folder.path())
    }

    /// The messages of an import that is refused; nothing of it is left.
    fn refused(&self) -> Vec<String> {
        let problems = self.own().unwrap_err();
        let content = self.project.root().join("content");
        let left = fs::read_dir(content).map_or(0, Iterator::count);
        assert_eq!(left, 0);
        problems.iter().map(|problem| problem.to_string().replace(self.folder.path().to_str().unwrap(), "F")).collect()
    }

    /// The figures of the imported campaign, which passes every check without a word.
    fn figures(&self) -> Figures {
        let options = Options::reading(self.project.root().to_path_buf(), "new".to_owned());
        let checked = pipeline::check(&options, &|_| {});
        assert_eq!((&checked.problems, &checked.warnings), (&Vec::new(), &Vec::new()));
        Figures(pipeline::read_evidence(&options).unwrap().ledger)
    }

    fn page(&self) -> String {
        self.project.build(&[Format::Markdown]).unwrap();
        fs::read_to_string(self.project.report().join("markdown/imported.md")).unwrap()
    }
}

struct Figures(Ledger);

impl Figures {
    fn value(&self, id: &str) -> f64 {
        let id = format!("imported:{id}");
        let evidence = self.0.get(&id);
        evidence.unwrap_or_else(|| panic!("no figure {id}")).amount.number().unwrap()
    }

    fn close(&self, id: &str, expected: f64) {
        let value = self.value(id);
        assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{id}: {value}, not {expected}");
    }

    fn is_there(&self, id: &str) -> bool {
        self.0.get(&format!("imported:{id}")).is_some()
    }
}

fn samples(tool: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/formats").join(tool)
}

fn sample(tool: &str) -> (Into, Imported, Figures) {
    let into = Into::new();
    let imported = into.import(&samples(tool)).unwrap_or_else(|problems| panic!("{tool}: {problems:?}"));
    let figures = into.figures();
    (into, imported, figures)
}

fn json(path: PathBuf) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn notices(imported: &Imported) -> Vec<String> {
    imported.notices.iter().map(|notice| format!("{} {}", notice.path, notice.what)).collect()
}

#[test]
fn hyperfine_compares_the_commands_of_a_file() {
    let (into, imported, figures) = sample("hyperfine");
    let results = json(samples("hyperfine/two-commands.json"));
    let of = |at: usize, key: &str| results["results"][at][key].as_f64().unwrap();
    // hyperfine's own mean and median of the samples, beside ours of the same samples.
    for (at, name) in [(0, "sort numeric"), (1, "sort, \"locale\"")] {
        let series = format!("hyperfine_json:two-commands:{name}:time");
        for key in ["mean", "median", "min", "max"] {
            figures.close(&format!("{series}:{key}"), of(at, key));
            figures.close(&format!("{series}:tool_{key}"), of(at, key));
        }
        figures.close(&format!("{series}:sd"), of(at, "stddev"));
    }
    let ratio = "hyperfine_json:two-commands:sort, \"locale\" vs sort numeric:time";
    figures.close(ratio, of(1, "median") / of(0, "median"));
    figures.close(&format!("{ratio}:mean"), of(1, "mean") / of(0, "mean"));
    // hyperfine prints `1.14 times faster` of the means.
    assert_eq!(format!("{:.2}", 1.0 / figures.value(&format!("{ratio}:mean"))), "1.14");
    assert!(figures.is_there(&format!("{ratio}:low")));
    // Every file is pinned, read or not.
    assert_eq!(into.project.text("SHA256SUMS").lines().count(), imported.files.len() + 1);
    let unread: Vec<&str> = imported.files.iter().filter(|file| !file.read).map(|file| file.path.as_str()).collect();
    assert!(unread.contains(&"two-commands.stdout.txt"), "{unread:?}");
    let page = into.page();
    assert!(page.contains("includes 1"));
    // The table as CSV tells the same run: its ratio of the medians is stated once, and names its statistic.
    assert_eq!(
        page.matches("`time` of `two-commands`, `sort, \"locale\" vs sort numeric`: the interval includes 1.").count(),
        1
    );
    assert_eq!(page.matches("`user` of `two-commands`, `sort, \"locale\" vs sort numeric`: the ratio lies").count(), 1);
    assert!(page.contains("The ratio of the medians is") && page.contains("The ratio of the means is"));
    // Both files hold the command that was run once.
    assert!(!page.contains("`one-run/aborted`: the ratio"), "{page}");
}

/// One command of hyperfine's with its times.
fn command(name: &str, times: &[f64]) -> serde_json::Value {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    serde_json::json!({
        "command": name, "mean": mean, "stddev": 0.01, "median": sorted[sorted.len() / 2], "user": mean, "system": 0.0,
        "min": sorted[0], "max": sorted[sorted.len() - 1], "times": times, "exit_codes": vec![0; times.len()],
    })
}

#[test]
fn files_with_the_same_commands_are_what_is_compared() {
    let text = |commands: &[serde_json::Value]| {
        serde_json::to_string_pretty(&serde_json::json!({"results": commands})).unwrap()
    };
    let (slow, fast) = ([2.0, 2.1, 1.9], [1.0, 1.1, 0.9]);
    // One command each, and two.
    for commands in [vec!["make lint"], vec!["make lint", "make test"]] {
        let into = Into::new();
        let of = |times: &[f64]| commands.iter().map(|name| command(name, times)).collect::<Vec<_>>();
        into.file("after.json", &text(&of(&fast)));
        into.file("before.json", &text(&of(&slow)));
        let imported = into.own().unwrap();
        assert!(imported.datasets.contains("arms: [\"before\", \"after\"]"), "{}", imported.datasets);
        assert_eq!(imported.datasets.matches("numerator").count(), 1, "{}", imported.datasets);
        assert!(imported.datasets.contains("options: {commands: case}"), "{}", imported.datasets);
        let figures = into.figures();
        for name in &commands {
            figures.close(&format!("hyperfine_json:{name}:after/before:time"), 0.5);
            assert!(figures.is_there(&format!("hyperfine_json:{name}:after/before:time:high")));
        }
    }
    // Other commands in each file: these are what a file compares. Both kinds in one folder are two datasets.
    let into = Into::new();
    into.file("build.json", &text(&[command("./old", &slow), command("./new", &fast)]));
    into.file("x/after.json", &text(&[command("make lint", &fast)]));
    into.file("x/before.json", &text(&[command("make lint", &slow)]));
    into.own().unwrap();
    let figures = into.figures();
    figures.close("hyperfine_json:build:./new vs ./old:time", 0.5);
    figures.close("hyperfine_json_2:make lint:after/before:time", 0.5);
    assert!(into.page().contains("./new vs ./old"));
}

#[test]
fn a_number_at_the_end_of_a_name_is_the_run() {
    let counters = |clock: f64| format!("{clock},msec,task-clock,5000000,100.00,0.9,CPUs utilized\n");
    let into = Into::new();
    for run in 1..=5 {
        into.file(&format!("base-{run}.txt"), &counters(10.0 + f64::from(run)));
        into.file(&format!("patch-{run}.txt"), &counters(5.0 + f64::from(run)));
    }
    let imported = into.own().unwrap();
    for line in ["arms: [\"base\", \"patch\"]", "{path: \"base-{run}.txt\", arm: \"base\"}", "design: unpaired"] {
        assert!(imported.datasets.contains(line), "{line}: {}", imported.datasets);
    }
    assert_eq!(imported.datasets.matches("numerator").count(), 1, "{}", imported.datasets);
    assert!(imported.files.iter().all(|file| file.read));
    let figures = into.figures();
    figures.close("perf_csv:perf_csv:base:task-clock:n", 5.0);
    figures.close("perf_csv:perf_csv:patch/base:task-clock", 8.0 / 13.0);
    assert!(figures.is_there("perf_csv:perf_csv:patch/base:task-clock:low"));
    assert!(into.page().contains("the interval lies below 1"));

    // A run that can't be read: the others keep their numbers, and nothing takes it for one of them.
    let into = Into::new();
    let line = |time: u32| format!("BenchmarkGet-8 \t1000\t{time} ns/op\n");
    for run in 1..=3 {
        into.file(&format!("old.{run}.txt"), &line(100 + run));
        into.file(&format!("new_{run}.txt"), &line(50 + run));
    }
    into.file("old.2.txt", "goos: linux\npkg: x\nPASS\nok  \tx\t1s\n");
    let imported = into.own().unwrap();
    assert!(imported.datasets.contains("{path: \"new_{run}.txt\", arm: \"new\"}"), "{}", imported.datasets);
    let explicit = imported.datasets.contains("{path: \"old.3.txt\", arm: \"old\", run: 3}");
    let read = imported.files.iter().filter(|file| file.read).count();
    assert_eq!((explicit, read), (true, 5), "{:?} {}", notices(&imported), imported.datasets);
    let figures = into.figures();
    figures.close("go_bench:BenchmarkGet-8:old:ns/op:run_3", 103.0);
    figures.close("go_bench:BenchmarkGet-8:new/old:ns/op", 52.0 / 102.0);

    // Several values of each run are no runs of their own: no interval.
    let into = Into::new();
    for (name, time) in [("old-1", 100), ("old-2", 102), ("new-1", 50), ("new-2", 51)] {
        into.file(&format!("{name}.txt"), &line(time).repeat(3));
    }
    let imported = into.own().unwrap();
    assert!(imported.datasets.contains("design: none"), "{}", imported.datasets);
    assert!(!into.figures().is_there("go_bench:BenchmarkGet-8:new/old:ns/op:low"));
}

#[test]
fn comparisons_of_single_runs_are_no_findings() {
    let into = Into::new();
    for (name, time) in [("old", 100), ("new", 50)] {
        into.file(&format!("{name}.txt"), &format!("BenchmarkGet-8 \t1000\t{time} ns/op\n"));
    }
    into.own().unwrap();
    into.figures().close("go_bench:BenchmarkGet-8:new/old:ns/op", 0.5);
    let text = into.project.text("phases/imported.md");
    assert!(!text.contains("new/old"), "{text}");
    assert!(text.contains("Comparisons of single runs stand in the tables alone"), "{text}");
}

#[test]
fn the_base_is_what_shares_results_with_most() {
    let into = Into::new();
    let of =
        |names: &[&str]| names.iter().map(|name| format!("Benchmark{name} \t1000\t10 ns/op\n")).collect::<String>();
    into.file("aside.txt", &of(&["Rare-2"]));
    into.file("plain.txt", &of(&["Get-2", "Put-2", "Rare-2"]));
    into.file("wide.txt", &of(&["Get-2"]));
    into.file("more.txt", &of(&["Put-2"]));
    into.file("sixteen.txt", &of(&["Get-16"]));
    let imported = into.own().unwrap();
    assert!(
        imported.datasets.contains("arms: [\"plain\", \"aside\", \"more\", \"wide\", \"sixteen\"]"),
        "{}",
        imported.datasets
    );
    assert_eq!(imported.datasets.matches("denominator: \"plain\"").count(), 3, "{}", imported.datasets);
    assert_eq!(imported.datasets.matches("numerator").count(), 3);
    assert_eq!(
        notices(&imported),
        [
            "sixteen.txt names benchmarks that `aside.txt` has with another number of processors, and is not compared with it"
        ]
    );
    into.figures();
}

#[test]
fn what_gnu_time_calls_elapsed_is_better_when_it_is_less() {
    let (_, imported, _) = sample("time");
    let line = "{name: \"Elapsed (wall clock) time\", better: lower}";
    assert!(imported.datasets.contains(line), "{}", imported.datasets);
    let (_, imported, _) = sample("pgbench");
    assert!(!imported.datasets.contains("{name: \"elapsed\", better"), "{}", imported.datasets);
}

#[test]
fn a_first_write_up_leads_with_a_result() {
    let into = Into::new();
    for (name, from) in [("old", 100), ("new", 50)] {
        let line = |at: u32| format!("BenchmarkGet-8 \t1000\t{} ns/op\n", from + at);
        into.file(&format!("{name}.txt"), &(0..8).map(line).collect::<String>());
    }
    let imported = into.own().unwrap();
    assert!(imported.manifest.contains("title: \"Outputs of go test\""), "{}", imported.manifest);
    let page = into.page();
    let lede = "`ns/op` of `BenchmarkGet-8`, `new/old`: the ratio of the medians is";
    assert!(page.contains("# imported: Outputs of go test") || page.contains("Outputs of go test"), "{page}");
    assert!(page.contains(lede), "{page}");
    assert!(page.contains("no failure is recorded"), "{page}");
}

#[test]
fn criterion_takes_a_baseline_only_where_it_is_another_run() {
    let (into, imported, figures) = sample("criterion");
    assert_eq!(imported.read, [("criterion".to_owned(), "Criterion.rs", 3)]);
    let estimates = json(samples("criterion/target/criterion/fib 15/new/estimates.json"));
    figures.close("criterion:fib 15:new:time:median", estimates["median"]["point_estimate"].as_f64().unwrap());
    figures.close("criterion:fib 15:new:time:mean", estimates["mean"]["point_estimate"].as_f64().unwrap());
    // Criterion's own headline, 2742.9 ns, stands in the table beside the runs' summaries.
    figures.close("criterion:fib 15:new:time:tool_slope", estimates["slope"]["point_estimate"].as_f64().unwrap());
    let page = into.page();
    assert!(page.contains("| SD (µs) | Slope (µs) |") && page.contains("[2.743]("), "{page}");

    // A baseline of another run, the new one multiplied by two.
    let into = Into::new();
    let from = samples("criterion/target/criterion/fib 15/new");
    for (name, twice) in [("new", false), ("main", true)] {
        for file in ["benchmark.json", "sample.json"] {
            let text = fs::read_to_string(from.join(file)).unwrap();
            let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
            if twice && file == "sample.json" {
                let times = value["times"].as_array_mut().unwrap();
                times.iter_mut().for_each(|time| *time = (time.as_f64().unwrap() * 2.0).into());
            }
            let text = if twice && file == "sample.json" { value.to_string() } else { text };
            into.file(&format!("fib 15/{name}/{file}"), &text);
        }
    }
    into.own().unwrap();
    into.figures().close("criterion:fib 15:new/main:time", 0.5);
}

#[test]
fn pgbench_tells_its_own_tps_and_no_rate_of_a_sampled_log() {
    let (into, _, figures) = sample("pgbench");
    figures.close("pgbench_stdout:sampled:all:tps", 25_860.983_540);
    figures.close("pgbench_stdout:sampled:all:latency:sd", 0.300);
    figures.close("pgbench_stdout:sampled:all:tps (progress):n", 4.0);
    figures.close("pgbench_stdout:rate-limit:all:number of transactions skipped (share)", 0.248);
    assert!(!figures.is_there("pgbench_stdout:errors:all:tps"));
    // 2052 of 103256 transactions are in the log; that of the other run has all of them.
    assert!(!figures.is_there("pgbench_log:sampled.25158:all:rate"));
    assert!(figures.is_there("pgbench_log:rate.25136:all:rate"));
    assert!(figures.is_there("pgbench_log:sampled.25158:all:latency"));
    let page = into.page();
    assert!(page.contains("the run was aborted, and what it measured until then is incomplete"), "{page}");
    assert!(!page.contains("elapsed"), "{page}");
}

#[test]
fn pyperf_tells_the_mean_that_pyperf_prints() {
    let (_, _, figures) = sample("pyperf");
    // `json dumps: Mean +- std dev: 124 us +- 36 us`; that deviation is of all values, ours of the four processes' means.
    let of = |part: &str| figures.value(&format!("pyperf_json:json dumps:text:time:{part}")) * 1e6;
    assert_eq!((format!("{:.0}", of("mean")), format!("{:.0}", of("sd"))), ("124".to_owned(), "39".to_owned()));
    let of = |part: &str| figures.value(&format!("pyperf_json:sorted, größe=1000:text:time:{part}")) * 1e6;
    assert_eq!((format!("{:.1}", of("mean")), format!("{:.2}", of("sd"))), ("48.8".to_owned(), "8.84".to_owned()));
}

#[test]
fn pytest_benchmark_tells_its_medians() {
    let (_, imported, figures) = sample("pytest-benchmark");
    let results = json(samples("pytest-benchmark/with-data.json"));
    for benchmark in results["benchmarks"].as_array().unwrap() {
        let series = format!("pytest_benchmark_json:{}", benchmark["fullname"].as_str().unwrap().replace(':', "%3A"));
        let median = benchmark["stats"]["median"].as_f64().unwrap();
        figures.close(&format!("{series}:with-data:time:median"), median);
    }
    // The saved runs have no rounds: their summaries are told, and no interval.
    let id = "pytest_benchmark_json:test_text.py%3A%3Atest_dumps:with-data/0001_first:time";
    assert!(figures.is_there(id) && !figures.is_there(&format!("{id}:low")));
    // Files that name different days leave none to tell; these name one.
    assert!(imported.manifest.contains("date: \"2026-11-30\""), "{}", imported.manifest);
}

#[test]
fn go_benchmarks_old_and_new_give_what_benchstat_prints() {
    let into = Into::new();
    let lines = |base: u32| -> String {
        let line = |at: u32| format!("BenchmarkGet-8 \t1000\t{} ns/op\t64 B/op\t2 allocs/op\n", base + at * 3);
        (0..10).map(line).collect()
    };
    into.file("go-old.txt", &format!("goos: linux\ngoarch: amd64\n{}PASS\nok  \tx\t1s\n", lines(1000)));
    into.file("go-new.txt", &format!("goos: linux\ngoarch: amd64\n{}PASS\nok  \tx\t1s\n", lines(800)));
    let imported = into.own().unwrap();
    assert!(imported.manifest.contains("host:\n  os: \"linux\"\n  machine: \"amd64\"\n"), "{}", imported.manifest);
    assert!(!imported.manifest.contains("date"));
    let figures = into.figures();
    figures.close("go_bench:BenchmarkGet-8:old:ns/op", 1013.5);
    figures.close("go_bench:BenchmarkGet-8:new/old:ns/op", 813.5 / 1013.5);
    let page = into.page();
    let row = page.lines().find(|line| line.contains("p=0.000")).unwrap();
    for part in ["± 1%", "-19.73%", "p=0.000 n=10"] {
        assert!(row.contains(part), "{part} in {row}");
    }
    let equal = page.lines().find(|line| line.contains("p=1.000 n=10")).unwrap();
    assert!(equal.contains("\\~"), "{equal}");
    assert!(page.contains("the interval lies below 1"));
}

/// Go's output of ten runs of one benchmark, `bytes` and `objects` an operation in each.
fn ten_runs(nanoseconds: u32, bytes: u32, objects: u32) -> String {
    let line = |at: u32| {
        let time = nanoseconds + at * 3;
        format!("BenchmarkGet-8 \t1000\t{time} ns/op\t{bytes} B/op\t{objects} allocs/op\n")
    };
    let lines: String = (0..10).map(line).collect();
    format!("goos: linux\ngoarch: amd64\n{lines}PASS\nok  \tx\t1s\n")
}

#[test]
fn values_that_lie_wholly_apart_have_the_least_p_though_each_arm_is_constant() {
    let into = Into::new();
    into.file("go-old.txt", &ten_runs(1000, 48, 2));
    into.file("go-new.txt", &ten_runs(800, 32, 2));
    into.own().unwrap();
    let figures = into.figures();
    // Two of C(20, 10) splits lie so far apart.
    for metric in ["B/op", "ns/op"] {
        figures.close(&format!("go_bench:BenchmarkGet-8:new/old:{metric}:p"), 2.0 / 184_756.0);
        figures.close(&format!("go_bench:BenchmarkGet-8:new/old:{metric}:p_floor"), 2.0 / 184_756.0);
    }
    figures.close("go_bench:BenchmarkGet-8:new/old:allocs/op:p", 1.0);
    let page = into.page().replace('\u{a0}', " ");
    let row = page.lines().find(|line| line.starts_with("| B/op | 48 B ± 0%")).unwrap();
    assert!(row.contains("[\\<0.001]") || row.contains("[<0.001]") || row.contains("&lt;0.001"), "{row}");
    assert!(page.contains("permutation test of the difference of the means (Fisher–Pitman)"));
}

#[test]
fn from_zero_the_difference_is_told_and_read() {
    for (old, new, value, word, sign) in [(0, 1, 1.0, "◆ more", "+1"), (3, 0, -3.0, "● fewer", "−3")] {
        let into = Into::new();
        into.file("go-old.txt", &ten_runs(1000, 48, old));
        into.file("go-new.txt", &ten_runs(800, 48, new));
        into.own().unwrap();
        let figures = into.figures();
        figures.close("go_bench:BenchmarkGet-8:new/old:allocs/op:difference", value);
        assert!(!figures.is_there("go_bench:BenchmarkGet-8:new/old:allocs/op"));
        let page = into.page().replace('\u{a0}', " ");
        let row = page.lines().find(|line| line.starts_with("| allocs/op (heap objects)")).unwrap();
        assert!(row.contains(&format!("[{sign} allocs/op]")) && row.contains(word), "{row}");
        assert!(page.contains("and the runs tell the arms apart"), "{page}");
        assert!(page.contains("The difference of the medians"), "{page}");
    }
}

#[test]
fn from_zero_single_runs_have_a_difference_and_no_reading() {
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\t0 B/op\t0 allocs/op\n");
    into.file("new.txt", "BenchmarkGet-8 \t1000\t10 ns/op\t16 B/op\t1 allocs/op\n");
    into.own().unwrap();
    into.figures().close("go_bench:BenchmarkGet-8:new/old:B/op:difference", 16.0);
    let page = into.page().replace('\u{a0}', " ");
    let row = page.lines().find(|line| line.starts_with("| B/op")).unwrap();
    assert!(row.contains("[+16 B]") && !row.contains("more"), "{row}");
    // One run an arm is no finding.
    assert!(!page.contains("the difference is positive"), "{page}");
    assert!(page.contains("allocs/op"), "{page}");
}

#[test]
fn runs_that_came_out_as_zero_are_not_left_out_of_a_comparison_in_silence() {
    let (into, _, figures) = sample("hyperfine");
    let page = into.page();
    assert!(page.contains("No time of it is used: only runs that were slow enough"), "{page}");
    let told = figures.0.entries().filter(|one| one.id.starts_with("imported:hyperfine_json:failing"));
    let ratios: Vec<&str> =
        told.filter(|one| one.unit == "ratio" && one.id.contains(":time")).map(|one| one.id.as_str()).collect();
    assert!(ratios.is_empty(), "{ratios:?}");
}

/// A page's lines without links.
fn rows(page: &str) -> Vec<String> {
    let without = |line: &str| {
        let mut out = String::new();
        for piece in line.split("](imported-evidence.md#") {
            let linked = out.len() < line.len() && !out.is_empty();
            out.push_str(if linked { piece.split_once(')').map_or(piece, |(_, rest)| rest) } else { piece });
        }
        out.replace('[', "").replace('\u{a0}', " ")
    };
    page.lines().map(without).collect()
}

#[test]
fn a_single_run_shows_its_value_and_a_printed_mean_its_spread() {
    let (into, ..) = sample("perf");
    let rows = rows(&into.page());
    let has = |row: &str| assert!(rows.iter().any(|line| line == row), "{row}: {rows:#?}");
    // sort.csv has 68 context switches; perf stat -r prints 0.10821 ± 7.44 %.
    has("| context-switches, all | 68 |");
    has("| time elapsed, mean | 108.2 ms ± 7.44 % |");
    has("| task-clock, unclear mean, all | 99.66 ms ± 2.83 % |");
    has("| task-clock | 48.59 ms |");
    // What could not be counted is there with its reason.
    has("| cycles, all | N/A (\\<not supported>) |");
    assert!(!rows.iter().any(|line| line.contains("N/A (a single run)") || line.contains("| 0 | N/A")), "{rows:#?}");
}

#[test]
fn runs_that_a_tool_only_counts_are_its_own_count() {
    let (into, ..) = sample("pytest-benchmark");
    let rounds = json(samples("pytest-benchmark/0001_first.json"));
    let rounds = rounds["benchmarks"].as_array().unwrap().iter().find(|one| one["name"] == "test_dumps").unwrap();
    let rounds = rounds["stats"]["rounds"].as_u64().unwrap();
    let rows = rows(&into.page());
    let printed = rebench_report::number::text::count(rounds);
    assert!(rows.iter().any(|line| line.contains(&format!("0001_first | {printed} | "))), "{printed}: {rows:#?}");
    assert!(!rows.iter().any(|line| line.contains(": 0 runs")), "{rows:#?}");
}

#[test]
fn a_number_has_the_same_digits_in_neighbouring_tables() {
    let (into, ..) = sample("gotest");
    let rows = rows(&into.page());
    // Go printed 25.37 MB/s; another arm has several runs that spread by 16 MB/s.
    let of = |row: &str| rows.iter().filter(|line| line.starts_with(row)).count();
    assert_eq!((of("| MB/s (throughput) | 25.37 MB/s |"), of("| MB/s (throughput) | 25")), (3, 3), "{rows:#?}");
    assert!(of("| plain.100x | 1 | 25.37 | 25.37 |") == 1, "{rows:#?}");
}

#[test]
fn a_case_without_any_value_is_one_row() {
    let (into, ..) = sample("time");
    let rows = rows(&into.page());
    let told = |line: &&String| line.contains("N/A (Command terminated by signal 9)");
    assert_eq!(rows.iter().filter(told).count(), 1, "{rows:#?}");
}

#[test]
fn metrics_that_are_told_as_a_mean_alone_say_so() {
    let (into, ..) = sample("hyperfine");
    let page = into.page();
    assert!(page.contains("; of user, system the mean, which is all that is told."), "{page}");
    assert!(page.contains("N/A (only the mean is told, not the runs)"), "{page}");
    assert!(!page.contains("fewer than two runs"), "{page}");
}

#[test]
fn samples_of_go_share_their_benchmarks_and_failures_are_told() {
    let (into, imported, figures) = sample("gotest");
    assert_eq!(
        notices(&imported),
        ["nomatch.txt was not read: no line of the file is a result of a Go benchmark: nothing was measured"]
    );
    figures.close("go_bench:BenchmarkAdd-2:plain.count5:ns/op:n", 5.0);
    assert!(figures.is_there("go_bench:BenchmarkAdd-2:plain/plain.100x:ns/op"));
    // Of files that share no result none is compared.
    assert!(!imported.datasets.contains("plain/broken"), "{}", imported.datasets);
    assert!(figures.value("accounting:go_bench:failed") >= 6.0);
    assert!(into.page().contains("failures are recorded"));
}

#[test]
fn counters_that_are_not_supported_keep_their_reason() {
    let (into, _, figures) = sample("perf");
    assert!(!figures.is_there("perf_csv:sort:all:cycles"));
    figures.close("perf_csv:sort:all:context-switches", 0.0 + figures.value("perf_csv:sort:all:context-switches"));
    let page = into.page();
    assert!(page.contains("not supported"), "{page}");
    // Sections of one run are no runs of their own.
    assert!(into.project.text("datasets.yaml").contains("format: perf-csv"));
    assert!(!into.project.text("datasets.yaml").contains("unpaired"));
}

#[test]
fn times_of_one_metric_are_told_in_one_unit() {
    let (_, _, figures) = sample("google-benchmark");
    let results = json(samples("google-benchmark/plain.json"));
    let mut units = BTreeMap::new();
    for one in results["benchmarks"].as_array().unwrap() {
        if let (Some(unit), Some(time)) = (one["time_unit"].as_str(), one["real_time"].as_f64())
            && one.get("error_occurred").is_none()
            && one["run_type"] == "iteration"
        {
            units.insert(one["name"].as_str().unwrap().to_owned(), (unit.to_owned(), time));
        }
    }
    let power = |unit: &str| ["ns", "us", "ms", "s"].iter().position(|known| *known == unit).unwrap() as i32 * 3;
    let own =
        figures.0.get("imported:google_benchmark_json:BM_Sleep/manual_time:plain:real_time").unwrap().unit.clone();
    let own = if own == "µs" { "us".to_owned() } else { own };
    assert!(units.values().any(|(unit, _)| *unit != own));
    for (name, (unit, time)) in units {
        let id = format!("google_benchmark_json:{}:plain:real_time", name.replace(':', "%3A"));
        if figures.is_there(&id) {
            figures.close(&id, time * 10_f64.powi(power(&unit) - power(&own)));
        }
    }
}

#[test]
fn commits_of_asv_are_compared_in_their_order() {
    let (_, imported, _) = sample("asv");
    assert!(imported.datasets.contains("arms: [\"d012e1b1\", \"d4928692\"]"), "{}", imported.datasets);
    // What asv calls a date is the commit's.
    assert!(!imported.manifest.contains("date"));
}

#[test]
fn files_that_name_no_case_are_compared_only_where_their_names_say_so() {
    let counters = |clock: &str| format!("{clock},msec,task-clock,5000000,100.00,0.9,CPUs utilized\n");
    let arms = |names: &[&str]| {
        let into = Into::new();
        names.iter().for_each(|name| into.file(name, &counters("5.25")));
        let imported = into.own().unwrap();
        into.figures();
        let line = imported.datasets.lines().find(|line| line.contains("arms:")).unwrap().trim().to_owned();
        (line, imported.datasets.matches("numerator").count())
    };
    let of = |names: &[&str], expected: &str, comparisons: usize| {
        assert_eq!(arms(names), (format!("arms: [{expected}]"), comparisons), "{names:?}");
    };
    of(&["old.csv", "new.csv"], "\"old\", \"new\"", 1);
    of(&["bitmap16.eic1.csv", "bitmap16.eic32.csv"], "\"eic1\", \"eic32\"", 1);
    of(&["a.csv", "b.csv", "main.csv"], "\"main\", \"a\", \"b\"", 2);
    of(&["v1.2.0.csv", "v1.3.0.csv"], "\"v1.2.0\", \"v1.3.0\"", 1);
    of(&["sort.csv", "scan.csv"], "\"all\"", 0);
    of(&["one.csv"], "\"all\"", 0);
    of(&["logs/001.csv", "logs/002.csv", "logs/003.csv"], "\"all\"", 0);
}

#[test]
fn hostile_names_pass_every_check() {
    let names = [
        "a\"b'c`d",
        "pipe | x `tick`",
        "{{ x }} {% if %} {# c",
        "\u{202e}RTL\u{202c} אבג",
        "new\nline\ttab",
        "\\set x",
        "*bold* _it_ <b>",
        "12 runs of 2026-10-14 abcdef12",
        "a:b%3A",
        "trailing ",
        "figure",
    ];
    let long = "x".repeat(500);
    let into = Into::new();
    for (file, factor) in [("old {x}.json", 1.0), ("new*.json", 1.2)] {
        let mut benchmarks = Vec::new();
        for name in names.iter().copied().chain([long.as_str()]) {
            for at in 0..5 {
                let time = factor + f64::from(at) * 0.01;
                benchmarks.push(serde_json::json!({
                    "name": name, "run_name": name, "run_type": "iteration", "repetitions": 5, "repetition_index": at,
                    "threads": 1, "iterations": 10, "real_time": time, "cpu_time": time, "time_unit": "ns",
                }));
            }
        }
        let context = serde_json::json!({"date": "2026-11-30T19:00:13+00:00", "num_cpus": 2});
        let text = serde_json::json!({"context": context, "benchmarks": benchmarks});
        into.file(file, &serde_json::to_string_pretty(&text).unwrap());
    }
    into.own().unwrap();
    into.figures().close("google_benchmark_json:pipe | x `tick`:new_ vs old _x_:real_time", 1.22 / 1.02);
    let page = into.page();
    assert!(page.contains("the interval lies above 1"));
    assert!(into.project.content().join("frozen/imported/old _x_.json").is_file());
}

#[test]
fn folders_with_nothing_to_import_say_what_they_hold() {
    let into = Into::new();
    assert_eq!(into.refused(), ["(no file): there is no file in `F` (name the folder that holds the outputs)"]);

    into.file("notes.txt", "");
    into.file("more/README.md", "# Notes\n");
    let [only] = into.refused().try_into().unwrap();
    assert!(
        only.starts_with(
            "(no file): no file is an output of a tool that is known here: `more/README.md`, `notes.txt` (known are"
        ),
        "{only}"
    );
    assert!(only.contains("hyperfine --export-json") && only.contains("go test -bench"), "{only}");

    // One that measured nothing, and nothing beside it.
    let into = Into::new();
    into.file("refused.txt", &fs::read_to_string(samples("wrk/refused.txt")).unwrap());
    assert_eq!(
        into.refused(),
        ["refused.txt:1:1: nothing was measured: wrk says `unable to connect to 127.0.0.1:18931 Connection refused` \
          (start the server and record again)"]
    );
}

#[test]
fn a_broken_output_is_left_out_where_others_hold_results() {
    let into = Into::new();
    let text = fs::read_to_string(samples("hyperfine/two-commands.json")).unwrap();
    into.file("cut.json", &text[..text.len() / 2]);
    let [alone] = into.refused().try_into().unwrap();
    assert!(alone.starts_with("cut.json:"), "{alone}");
    assert!(alone.ends_with("(move it out of the folder, or make it again)"), "{alone}");

    into.file("whole.json", &text);
    let imported = into.own().unwrap();
    let [notice] = notices(&imported).try_into().unwrap();
    assert!(notice.starts_with("cut.json was not read: line ") && notice.contains("not JSON"), "{notice}");
    assert!(imported.datasets.contains("\n# cut.json: was not read: line "), "{}", imported.datasets);
    into.figures();
    assert!(into.page().contains("`cut.json` was not read: `line "));
    let out = into.project.command(&["import", into.folder.path().to_str().unwrap(), "--name", "other"]).assert();
    assert!(String::from_utf8_lossy(&out.success().get_output().stdout).contains("  cut.json was not read: line "));
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_left_out_and_names_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    std::os::unix::fs::symlink("old.txt", into.folder.path().join("link.txt")).unwrap();
    std::os::unix::fs::symlink("/", into.folder.path().join("root")).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(into.folder.path().join("socket")).unwrap();
    let imported = into.own().unwrap();
    assert_eq!(
        notices(&imported),
        [
            "link.txt is a symbolic link and was left out",
            "root is a symbolic link and was left out",
            "socket is a pipe, socket or device and was left out",
        ]
    );
    assert_eq!(imported.files.len(), 1);
    drop(socket);

    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    fs::write(into.folder.path().join(std::ffi::OsStr::from_bytes(b"a\xff.txt")), "x").unwrap();
    assert_eq!(
        into.refused(),
        [
            "a\u{fffd}.txt: the file's name is not UTF-8 (what can't be shown stands as \u{fffd}) (rename it, or take it out of \
          the folder)"
        ]
    );
}

#[test]
fn text_of_another_encoding_is_pinned_and_told() {
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    let text: Vec<u8> = "BenchmarkGet-8 1 2 ns/op\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(into.folder.path().join("new.txt"), [vec![0xff, 0xfe], text].concat()).unwrap();
    let imported = into.own().unwrap();
    assert_eq!(notices(&imported), ["new.txt was not read: the file is UTF-16 LE, not UTF-8"]);
    into.figures();
    assert!(into.page().contains("was not read"));
}

#[test]
fn nothing_is_written_over_and_nothing_is_imported_from_the_campaigns() {
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    into.own().unwrap();
    let before = support::project::files(&into.project.content());
    let [again] = into.own().unwrap_err().try_into().unwrap();
    assert_eq!((again.code, again.kind.exit_code()), ("import::exists", 5));
    assert_eq!(support::project::files(&into.project.content()), before);
    for folder in [into.project.root().join("content"), into.project.content(), into.project.root().to_path_buf()] {
        let [inside] = into.import(&folder).unwrap_err().try_into().unwrap();
        assert_eq!((inside.code, inside.kind.exit_code()), ("import::folder", 2), "{folder:?}");
    }
    for (name, phase) in [("a/b", None), (".hidden", None), ("", None), ("ok", Some("a b")), ("ok", Some("cited"))] {
        let mut request = into.request(into.folder.path());
        request.name = Some(name.to_owned());
        request.phase = phase.map(str::to_owned);
        let [wrong] = import::import(&request).unwrap_err().try_into().unwrap();
        assert_eq!((wrong.code, wrong.kind.exit_code()), ("import::name", 2), "{name:?} {phase:?}");
    }
}

#[test]
fn files_whose_safe_names_are_alike_are_kept_apart() {
    let into = Into::new();
    into.file("a*.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    into.file("a{.txt", "BenchmarkGet-8 \t1000\t12 ns/op\n");
    let imported = into.own().unwrap();
    let pinned: Vec<&str> = imported.files.iter().map(|file| file.pinned.as_str()).collect();
    assert_eq!(pinned, ["a_.txt", "a_-2.txt"]);
    let figures = into.figures();
    assert_eq!(figures.value("go_bench:BenchmarkGet-8:a_:ns/op"), 10.0);
}

#[test]
fn the_command_tells_what_it_did() {
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\n");
    into.file("stderr.log", "noise\n");
    let folder = into.folder.path().to_str().unwrap();
    let out = into.project.command(&["import", folder, "--name", "new"]).assert().success();
    assert_eq!(
        String::from_utf8_lossy(&out.get_output().stdout),
        "new: 3 files pinned, 1 of them read, in content/new\n  go_bench: 1 file of go test -bench\n  pinned and not read: \
         stderr.log\nCorrect what was guessed in content/new/datasets.yaml, write content/new/phases/imported.md, then: \
         rebench-report build new\n"
    );
    let arguments = ["import", folder, "--name", "other", "--phase", "laptop", "--message-format", "json"];
    let out = into.project.command(&arguments).assert().success();
    let told: serde_json::Value = serde_json::from_slice(&out.get_output().stdout).unwrap();
    assert_eq!((&told["type"], &told["phase"], &told["pinned"]), (&"imported".into(), &"laptop".into(), &3.into()));
    assert_eq!(told["not_read"], serde_json::json!(["stderr.log"]));
    into.project.command(&["import", folder, "--name", "new"]).assert().code(5);
    into.project.command(&["import", "nowhere"]).assert().code(2);
}

#[test]
fn a_phase_without_a_plan_is_begun_anew_by_new_phase() {
    let (into, ..) = sample("hyperfine");
    let before = into.project.text("phases/imported.md");
    into.project.remove("phases/imported.md");
    into.project.command(&["new", "phase", "imported"]).assert().success();
    assert_eq!(into.project.text("phases/imported.md"), before);
}

#[test]
fn characters_that_a_write_up_keeps_for_itself_are_refused_where_they_stand() {
    let into = Into::new();
    into.file("old.txt", "BenchmarkGet-8 \t1000\t10 ns/op\nBenchmark\u{e000}x-8 \t1000\t10 ns/op\n");
    assert_eq!(
        into.refused(),
        [
            "old.txt:2: a name in it holds the private-use character U+E000, which write-ups keep for themselves (rename what \
          it names, and record again)"
        ]
    );
}

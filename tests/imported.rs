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
    let ratio = "hyperfine_json:two-commands:sort, \"locale\"/sort numeric:time";
    figures.close(ratio, of(1, "median") / of(0, "median"));
    figures.close(&format!("{ratio}:mean"), of(1, "mean") / of(0, "mean"));
    // hyperfine prints `1.14 times faster` of the means.
    assert_eq!(format!("{:.2}", 1.0 / figures.value(&format!("{ratio}:mean"))), "1.14");
    assert!(figures.is_there(&format!("{ratio}:low")));
    // Every file is pinned, read or not.
    assert_eq!(into.project.text("SHA256SUMS").lines().count(), imported.files.len() + 1);
    let unread: Vec<&str> = imported.files.iter().filter(|file| !file.read).map(|file| file.path.as_str()).collect();
    assert!(unread.contains(&"two-commands.stdout.txt"), "{unread:?}");
    assert!(into.page().contains("includes 1"));
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

#[test]
fn samples_of_go_share_their_benchmarks_and_failures_are_told() {
    let (into, imported, figures) = sample("gotest");
    assert_eq!(
        notices(&imported),
        ["nomatch.txt was not read: no line of the file is a result of a Go benchmark: nothing was measured"]
    );
    figures.close("go_bench:BenchmarkAdd-2:plain.count5:ns/op:n", 5.0);
    assert!(figures.is_there("go_bench:BenchmarkAdd-2:plain/plain.100x:ns/op"));
    assert!(!figures.is_there("go_bench:BenchmarkAdd-2:plain/broken:ns/op"));
    assert!(figures.value("accounting:go_bench:failed") >= 6.0);
    assert!(into.page().contains("they tell of failures"));
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
    into.figures().close("google_benchmark_json:pipe | x `tick`:new_/old _x_:real_time", 1.22 / 1.02);
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
fn a_broken_output_stops_the_import_where_others_hold_results() {
    let into = Into::new();
    let text = fs::read_to_string(samples("hyperfine/two-commands.json")).unwrap();
    into.file("whole.json", &text);
    into.file("cut.json", &text[..text.len() / 2]);
    let messages = into.refused();
    assert!(messages.len() == 1 && messages[0].starts_with("cut.json:"), "{messages:?}");
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

//! Reading the pinned campaign, and what reading finds in campaigns whose files contradict each other.

use std::fs;
use std::path::Path;

use rebench_report::campaign::datasets::Datasets;
use rebench_report::ingest::{self, Campaign};
use rebench_report::integrity::{hash_reader, verify};
use rebench_report::problem::{Kind, Problem};
use rebench_report::source::Source;

const CAMPAIGN: &str = "content/hcloud-rebench-20261014";

fn read(folder: &Path) -> Result<Campaign, Vec<Problem>> {
    ingest::read(&verify(folder)?, &Datasets::default())
}

#[test]
fn the_campaign_is_read_whole() {
    let campaign = read(Path::new(CAMPAIGN)).unwrap();
    assert_eq!(campaign.remarks, []);
    let phases = &campaign.phases;
    let counts: Vec<_> = phases
        .iter()
        .map(|phase| {
            let results: usize = phase.logs.values().map(|log| log.results().len()).sum();
            let measured = phase.receipts.values().flatten().filter(|receipt| !receipt.calibration).count();
            (phase.plan.jobs.len(), phase.metrics.rows.len(), phase.logs.len(), results, measured)
        })
        .collect();
    assert_eq!(counts, [(48, 144, 48, 144, 144), (54, 57, 21, 63, 63)]);
    let lines = |file: &str| fs::read_to_string(format!("{CAMPAIGN}/frozen/{file}")).unwrap().lines().count();
    assert_eq!(phases[0].events.len(), lines("C2/runner.jsonl"));
    assert_eq!(phases[1].events.len(), lines("D1/runner.jsonl"));
    let figures: usize = phases.iter().filter_map(|p| p.published.as_ref()).map(|p| p.figures.len()).sum();
    assert_eq!(figures, 154);
    for phase in phases {
        assert!(phase.logs.values().all(|log| log.damaged.is_empty() && log.verdict.is_some_and(|(_, ok)| ok)));
        assert_eq!(phase.pins.iter().map(|pins| pins.when.as_str()).collect::<Vec<_>>(), ["before", "after", "end"]);
        assert!(phase.reference.is_some());
        // The rows as they were read are the file as it was written.
        let mut text = format!("{}\n", phase.metrics.header.join(","));
        for row in &phase.metrics.rows {
            text += &format!("{}\n", row.fields.join(","));
        }
        assert_eq!(text, fs::read_to_string(format!("{CAMPAIGN}/{}/metrics.csv", phase.declared.dir)).unwrap());
    }
    assert_eq!(campaign.manifest.cited[1].low, Some(0.321));
    assert_eq!(campaign.manifest.cited[2].line, 36);
    let host = campaign.manifest.host.as_ref().unwrap();
    assert_eq!(host["fdbserver"]["version"], "7.3.77");
    assert_eq!(phases[1].spec.lines["bootstrap"], 6);
    assert_eq!(phases[1].plan.result_name(&phases[1].plan.jobs[0]), "BenchmarkPlanCacheHit-8");
}

#[test]
fn any_number_of_threads_reads_the_same() {
    let verified = verify(Path::new(CAMPAIGN)).unwrap();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| ingest::read(&verified, &Datasets::default())).unwrap()
    };
    assert_eq!(with(1), with(7));
}

/// A copy of the campaign in which `change` was made and which was then pinned again.
fn changed(change: impl FnOnce(&Path)) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let mut sums = String::new();
    for entry in walkdir::WalkDir::new(CAMPAIGN) {
        let entry = entry.unwrap();
        let to = copy.path().join(entry.path().strip_prefix(CAMPAIGN).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).unwrap();
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
    change(copy.path());
    for top in ["analyzer", "campaign.yaml", "frozen"] {
        for entry in walkdir::WalkDir::new(copy.path().join(top)).sort_by_file_name() {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                let (hash, _) = hash_reader(fs::File::open(entry.path()).unwrap()).unwrap();
                let path = entry.path().strip_prefix(copy.path()).unwrap().to_str().unwrap().to_owned();
                sums += &format!("{hash}  {path}\n");
            }
        }
    }
    fs::write(copy.path().join("SHA256SUMS"), sums).unwrap();
    copy
}

fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn problems(change: impl FnOnce(&Path)) -> Vec<Problem> {
    read(changed(change).path()).unwrap_err()
}

fn messages(kind: Kind, change: impl FnOnce(&Path)) -> Vec<String> {
    let problems = problems(change);
    assert!(problems.iter().all(|problem| problem.kind == kind), "{problems:?}");
    problems.iter().map(ToString::to_string).collect()
}

const FREEZE: &str = "restore it from where the campaign was frozen and pin it";
const RESTORE: &str = "restore the phase from where the campaign was frozen";

#[test]
fn a_log_that_must_be_there_and_logs_of_no_job_are_told() {
    let said = messages(Kind::Input, |at| {
        fs::remove_file(at.join("frozen/D1/logs/000.log")).unwrap();
        // Job 19 did not end ok: its log may be missing.
        fs::remove_file(at.join("frozen/D1/logs/019.log")).unwrap();
        fs::write(at.join("frozen/D1/logs/054.log"), "PASS\n").unwrap();
        fs::write(at.join("frozen/D1/logs/0.receipts.jsonl"), "").unwrap();
        edit(at, "frozen/D1/runner.jsonl", "\"job_start\", \"job\": 1}", "\"job_start\", \"job\": 54}");
    });
    let of_no_job = "belongs to no job of the plan (restore plan.json, or freeze the phase again without the file)";
    assert_eq!(
        said,
        [
            format!("frozen/D1/logs/0.receipts.jsonl: this receipts file {of_no_job}"),
            format!("frozen/D1/logs/054.log: this log {of_no_job}"),
            "frozen/D1/runner.jsonl:3 (job 0): job 0 ended ok, but its log `frozen/D1/logs/000.log` is not there (restore \
             the log from where the campaign was frozen and pin it)"
                .to_owned(),
            "frozen/D1/runner.jsonl:4 (job 54): the event is about job 54, but the plan's jobs are numbered below 54 \
             (restore runner.jsonl or plan.json; the two are not of the same run)"
                .to_owned(),
        ]
    );
}

#[test]
fn problems_of_all_phases_and_files_are_told_at_once() {
    let said = messages(Kind::Input, |at| {
        fs::remove_file(at.join("frozen/C2/runner.jsonl")).unwrap();
        edit(at, "frozen/C2/metrics.csv", "15547249", "NaN");
        edit(at, "frozen/D1/logs/003.receipts.jsonl", "\"n\": 1,", "\"n\": 1, \"n\": 1,");
        edit(at, "frozen/D1/published.json", "\"figures\": [", "\"figures\": ");
    });
    let runner = "(restore the file as the runner wrote it)";
    assert_eq!(
        said,
        [
            format!("frozen/C2/metrics.csv:2:223: `ns/op` is `NaN`: it is not a number (NaN) {runner}"),
            format!("frozen/C2/runner.jsonl: the phase has no such pinned file ({FREEZE})"),
            "frozen/D1/logs/003.receipts.jsonl:1:27 (job 3): the key `n` stands twice in the same object (keep the one that \
             is meant; readers differ in which of the two they take)"
                .to_owned(),
            "frozen/D1/published.json:52:3: this is not JSON: key must be a string (correct the JSON there, or restore the \
             file from where the campaign was frozen)"
                .to_owned(),
        ]
    );
}

#[test]
fn phases_that_are_not_there_or_of_another_kind_are_named() {
    let said = messages(Kind::Input, |at| {
        fs::remove_dir_all(at.join("frozen/C2")).unwrap();
        fs::remove_dir_all(at.join("frozen/D1")).unwrap();
        fs::create_dir(at.join("frozen/D1")).unwrap();
        fs::write(at.join("frozen/D1/plan.json"), "{\"schema\": \"benchcampaign/pg-plan/1\"}").unwrap();
        fs::write(at.join("frozen/D1/runs.csv"), "a,b\n").unwrap();
    });
    assert_eq!(
        said,
        [
            "campaign.yaml:16: the folder `frozen/C2` of phase `C2` has no pinned file (restore the phase's folder, or \
             correct its name)",
            "campaign.yaml:17: the kind of data of phase `D1` is not known yet: `frozen/D1` has no metrics.csv, runner.jsonl \
             or plan of this tool (build the campaign's other phases, or use a version of this tool that reads this kind)",
        ]
    );
}

#[test]
fn a_manifest_and_a_plan_of_two_campaigns_are_told_apart() {
    let said = messages(Kind::Input, |at| {
        edit(at, "campaign.yaml", "campaign: hcloud-rebench-20261014", "campaign: other");
        edit(at, "campaign.yaml", "phase: D1, dir", "phase: E1, dir");
        edit(at, "campaign.yaml", "harness: d94b", "harness: 0000");
    });
    let next = "(restore the two files from the same campaign)";
    let harness = "4c61377d173b7c6884fde426a227dab0f0bb";
    let of = |phase: &str| {
        [
            format!(
                "frozen/{phase}/plan.json: the plan's campaign is `hcloud-rebench-20261014`, but campaign.yaml says `other` {next}"
            ),
            format!(
                "frozen/{phase}/plan.json: the plan's harness is `d94b{harness}`, but campaign.yaml says `0000{harness}` {next}"
            ),
        ]
    };
    let mut expected = of("C2").to_vec();
    expected.extend(of("D1"));
    expected.insert(3, format!("frozen/D1/plan.json: the plan's phase is `D1`, but campaign.yaml says `E1` {next}"));
    assert_eq!(said, expected);
}

#[test]
fn marks_and_line_ends_change_nothing_but_a_remark() {
    let original = read(Path::new(CAMPAIGN)).unwrap();
    let files =
        ["frozen/D1/metrics.csv", "frozen/D1/runner.jsonl", "frozen/D1/logs/000.log", "frozen/D1/published.json"];
    let folder = changed(|at| {
        for file in files {
            let text = fs::read_to_string(at.join(file)).unwrap();
            fs::write(at.join(file), format!("\u{feff}{}", text.replace('\n', "\r\n"))).unwrap();
        }
    });
    let campaign = read(folder.path()).unwrap();
    assert_eq!(campaign.phases, original.phases);
    let mut marked: Vec<String> = campaign.remarks.iter().map(|remark| remark.place.to_string()).collect();
    marked.sort();
    let mut expected: Vec<String> = files.iter().map(|file| format!("{file}:1")).collect();
    expected.sort();
    assert_eq!(marked, expected);
    assert_eq!(campaign.remarks[0].text, "The file begins with a byte-order mark, which was passed over.");
}

#[test]
fn a_wide_log_is_refused_by_name() {
    let said = messages(Kind::Input, |at| {
        let file = at.join("frozen/D1/logs/002.log");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    });
    assert_eq!(
        said,
        [
            "frozen/D1/logs/002.log (job 2): the file is UTF-16 LE without a byte-order mark, not UTF-8 (write it as UTF-8 \
          (PowerShell's `>` writes UTF-16) and pin the campaign again)"
        ]
    );
}

#[test]
fn pins_are_held_against_each_other_and_against_the_plan_and_the_files() {
    let legacy = "f823e838884eb3290b161284100f388632e947ca2b7578f12c803aa9fc9acae2";
    let zeros = "0".repeat(64);
    let said = messages(Kind::Integrity, |at| {
        edit(at, "frozen/D1/pins/end.json", legacy, &zeros);
        fs::remove_file(at.join("frozen/D1/pins/after.json")).unwrap();
        fs::write(at.join("frozen/C2/bin/fetch-final"), "another").unwrap();
        for when in ["before", "after", "end"] {
            edit(at, &format!("frozen/C2/pins/{when}.json"), "bin/planskip-final", "bin/planskip");
        }
        edit(at, "frozen/C2/pins/end.json", "bin/planskip", "bin/plan");
    });
    let fetch = "a0a4189faa8696587680bce066911e302af53f54b44507d4ed153071de3bab15";
    let another = hash_reader(&b"another"[..]).unwrap().0;
    assert_eq!(
        said,
        [
            format!(
                "frozen/C2/pins/before.json: the binary `bin/planskip-final` of case `executor-skip3-small-10` is in the plan \
                 and not pinned here ({RESTORE})"
            ),
            format!(
                "frozen/C2/pins/before.json: the binary `bin/planskip-final` of case `executor-skip3-small-1000` is in the \
                 plan and not pinned here ({RESTORE})"
            ),
            format!(
                "frozen/C2/pins/before.json: `bin/fetch-final` is pinned with the SHA-256 {fetch}, but the frozen file has \
                 {another} ({RESTORE})"
            ),
            format!(
                "frozen/C2/pins/before.json: `bin/planskip` is pinned, but `frozen/C2/bin/planskip` is not there ({RESTORE})"
            ),
            format!(
                "frozen/C2/pins/end.json: `bin/planskip` is pinned in `frozen/C2/pins/before.json` and not here ({RESTORE})"
            ),
            format!(
                "frozen/C2/pins/end.json: `bin/plan` is pinned here and not in `frozen/C2/pins/before.json` ({RESTORE})"
            ),
            format!(
                "frozen/D1/pins/after.json: the pins of this moment are missing, so that nobody can say whether a binary \
                 changed in between ({RESTORE})"
            ),
            format!(
                "frozen/D1/pins/end.json: `bin/sqlbench-legacy` has the SHA-256 {zeros}, but {legacy} in \
                 `frozen/D1/pins/before.json` (a file that changed while the campaign ran makes its samples incomparable; run \
                 the phase again)"
            ),
        ]
    );
}

#[test]
fn a_binary_that_is_not_the_plans_is_found() {
    let arm = "849e8e6b69b23a473131291c688d6d9ccbc4eba0f48aac93735f55103158adc0";
    let zeros = "0".repeat(64);
    let said = messages(Kind::Integrity, |at| {
        edit(at, "frozen/D1/plan.json", arm, &zeros);
        let (plan, _) = hash_reader(fs::File::open(at.join("frozen/D1/plan.json")).unwrap()).unwrap();
        let old = "ebefcfc45556e72714bda26a22b2b01a243becb1dfdedfb31c7684bb27738a41";
        for when in ["before", "after", "end"] {
            edit(at, &format!("frozen/D1/pins/{when}.json"), old, &plan);
        }
    });
    assert_eq!(
        said,
        [format!(
            "frozen/D1/pins/before.json: the binary `bin/sqlbench-before` of arm `before` has the SHA-256 {arm}, but {zeros} \
             in the plan ({RESTORE})"
        )]
    );
}

#[test]
fn binaries_of_which_nothing_was_frozen_are_remarked() {
    let folder = changed(|at| fs::remove_dir_all(at.join("frozen/D1/bin")).unwrap());
    let remarks = read(folder.path()).unwrap().remarks;
    assert_eq!(remarks.len(), 1);
    assert_eq!(remarks[0].place.to_string(), "frozen/D1/pins/before.json");
    assert_eq!(
        remarks[0].text,
        "Pinned by the runner and not frozen here, so that only the runner's hashes of them can be compared: \
         `bin/sqlbench-before`, `bin/sqlbench-final`, `bin/sqlbench-legacy`."
    );
}

/// Everything that a reader can be given: the text that bytes are, if they are one.
fn through_every_reader(bytes: &[u8]) {
    let Ok(source) = Source::decode("a", bytes) else { return };
    let _ = ingest::metrics_csv::read(&source);
    let _ = ingest::events::read(&source);
    let _ = ingest::receipts::read(&source);
    let _ = ingest::pins::read(&source, "end");
    let _ = ingest::go_bench::read(&source);
}

proptest::proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        through_every_reader(&bytes);
    }

    #[test]
    fn spoilt_files_never_panic(
        file in 0usize..5,
        at in 0usize..1_000_000,
        bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..4),
        cut in proptest::bool::ANY,
    ) {
        let files = ["metrics.csv", "runner.jsonl", "logs/000.receipts.jsonl", "pins/end.json", "logs/000.log"];
        let mut spoilt = fs::read(format!("{CAMPAIGN}/frozen/D1/{}", files[file])).unwrap();
        let at = at % spoilt.len();
        let end = if cut { spoilt.len() } else { at + 1 };
        spoilt.splice(at..end, bytes);
        through_every_reader(&spoilt);
    }
}

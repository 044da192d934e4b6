//! `init` and `freeze`, as they are called.

mod support;

use std::fs;
use std::path::Path;

use support::project::{binary, files};

fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = binary().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_new_project_builds_and_says_on_every_page_that_its_numbers_are_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = said(folder.path(), &["init", "proj", "--name", "sorting"]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "proj: a project with the campaign sorting, whose numbers are made up\nbuild it: cd proj && rebench-report build\n"
    );
    let root = folder.path().join("proj");
    let (code, out, _) = said(&root, &["check"]);
    assert_eq!((code, out.trim_end().ends_with("nothing to say")), (0, true), "{out}");
    binary().current_dir(&root).args(["build", "--quiet"]).assert().success();
    binary().current_dir(&root).args(["verify", "--quiet"]).assert().success();
    let report = files(&root.join("reports/sorting"));
    let pages: Vec<&String> = report.keys().filter(|path| path.ends_with(".md") || path.ends_with(".html")).collect();
    assert!(pages.len() >= 8, "{pages:?}");
    for path in pages.iter().filter(|path| !path.ends_with("SUMMARY.md") && !path.contains("LICENSE")) {
        let text = String::from_utf8_lossy(&report[*path]);
        assert!(text.contains("Status: example.") && text.contains("made up"), "{path}");
    }
    // Geometric mean of the eight quotients, by hand.
    let page = String::from_utf8_lossy(&report["markdown/first.md"]).replace('\u{a0}', " ");
    assert!(page.contains("0.883"), "{page}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the project");
}

#[test]
fn a_folder_that_holds_something_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("full")).unwrap();
    fs::write(folder.path().join("full/mine.txt"), "mine").unwrap();
    let (code, _, err) = said(folder.path(), &["init", "full"]);
    assert_eq!(code, 2);
    assert!(err.contains("holds `mine.txt` already"), "{err}");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(said(folder.path(), &["init", "empty"]).0, 0);
    assert!(folder.path().join("empty/content/first-campaign/SHA256SUMS").is_file());
    for name in ["../x", "a/b", "", ".x", "a b", "ü"] {
        let (code, _, err) = said(folder.path(), &["init", "other", "--name", name]);
        assert_eq!(code, 2, "{name}: {err}");
        assert!(!folder.path().join("other").exists());
    }
}

#[test]
fn a_frozen_campaign_is_frozen_again_only_when_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["init", "proj", "--name", "sorting"]);
    let root = folder.path().join("proj");
    let campaign = root.join("content/sorting");
    let sums = || fs::read_to_string(campaign.join("SHA256SUMS")).unwrap();
    let before = sums();
    let (code, out, _) = said(&root, &["freeze", "sorting"]);
    assert_eq!((code, out.as_str()), (0, "sorting: already frozen, 3 files, 1,174 bytes\n"));
    // The author's own files are none of the pinned ones.
    fs::write(campaign.join("phases/second.md"), "").unwrap();
    assert_eq!(said(&root, &["freeze", "content/sorting/"]).0, 0);
    fs::remove_file(campaign.join("phases/second.md")).unwrap();
    fs::write(campaign.join("frozen/first/runs.csv"), "case,arm,run,order,ms\nsort,before,0,0,1\n").unwrap();
    fs::write(campaign.join("frozen/first/a\nb.txt"), "").unwrap();
    let (code, _, err) = said(&root, &["freeze", "sorting"]);
    assert_eq!(code, 3);
    assert!(err.contains("freeze::added") && err.contains("freeze::changed"), "{err}");
    assert_eq!(sums(), before);
    let (code, out, _) = said(&root, &["freeze", "sorting", "--again", "--dry-run"]);
    assert_eq!((code, out.starts_with("sorting: would be frozen again, 4 files")), (0, true), "{out}");
    assert_eq!(sums(), before);
    let (code, out, _) = said(&root, &["freeze", "sorting", "--again", "--message-format", "json"]);
    assert_eq!(code, 0);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(line["changed"], serde_json::json!(["frozen/first/runs.csv"]));
    assert_eq!(line["added"], serde_json::json!(["frozen/first/a\nb.txt"]));
    // The list reads back, with the name that had to be escaped.
    assert!(rebench_report::integrity::verify(&campaign).is_ok(), "{}", sums());
}

#[test]
fn a_report_of_other_inputs_is_no_report_of_what_lies_there() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["init", "proj", "--name", "sorting"]);
    let root = folder.path().join("proj");
    let campaign = root.join("content/sorting");
    let build = || said(&root, &["build", "--format", "markdown", "--quiet"]).0;
    let verify = || said(&root, &["verify"]);
    assert_eq!(build(), 0);
    let (code, out, _) = verify();
    assert_eq!((code, out.trim_end().ends_with("the report was built from what lies there")), (0, true), "{out}");
    let alter = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        assert!(text.contains(from), "{path}");
        fs::write(root.join(path), text.replacen(from, to, 1)).unwrap();
    };
    // Each file by itself; the inputs are frozen again, so that they are what is pinned.
    let runs = "content/sorting/frozen/first/runs.csv";
    for (path, from, to) in [
        (runs, "36.9", "38.9"),
        ("content/sorting/phases/first.md", "lede:", "# A remark.\nlede:"),
        ("content/sorting/campaign.md", "lede:", "# A remark.\nlede:"),
        ("content/sorting/datasets.yaml", "schema:", "# A remark.\nschema:"),
        ("book.toml", "title", "# A remark.\ntitle"),
    ] {
        alter(path, from, to);
        assert_eq!(said(&root, &["freeze", "sorting", "--again"]).0, 0);
        let (code, _, err) = verify();
        assert_eq!(code, 3, "{path}: {err}");
        assert_eq!(err.matches("verify::other-inputs").count(), 1, "{path}: {err}");
        assert!(err.contains(path) && err.contains("build it again, or restore the file"), "{path}: {err}");
        assert!(!err.contains(&format!("/{path}")), "{err}");
        alter(path, to, from);
        assert_eq!(said(&root, &["freeze", "sorting", "--again"]).0, 0);
        assert_eq!(verify().0, 0, "{path}");
    }
    // What came after the build, and what went.
    fs::write(campaign.join("frozen/first/more.csv"), "").unwrap();
    fs::create_dir_all(root.join("templates/html")).unwrap();
    fs::write(root.join("templates/html/theme.js"), "own").unwrap();
    fs::rename(campaign.join("phases/first.md"), campaign.join("phases/other.md")).unwrap();
    assert_eq!(said(&root, &["freeze", "sorting", "--again"]).0, 0);
    let (code, out, _) = said(&root, &["verify", "--message-format", "json"]);
    let told: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |file: &str| {
        let one = told.iter().find(|one| one["file"] == file).unwrap_or_else(|| panic!("{file}: {out}"));
        one["cause"].as_str().unwrap().to_owned()
    };
    assert_eq!((code, told.len()), (3, 4), "{out}");
    for file in ["content/sorting/frozen/first/more.csv", "content/sorting/phases/other.md", "templates/html/theme.js"]
    {
        assert_eq!(of(file), "the report was built without this file");
    }
    let gone = "the report was built from this file, and it is not there";
    assert_eq!(of("content/sorting/phases/first.md"), gone);
    fs::rename(campaign.join("phases/other.md"), campaign.join("phases/first.md")).unwrap();
    assert_eq!(build(), 0);
    assert_eq!(verify().0, 0);
}

#[test]
fn a_phase_without_a_plan_has_nothing_to_replay_and_no_outcome_to_list() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["init", "proj", "--name", "sorting"]);
    let root = folder.path().join("proj");
    assert_eq!(said(&root, &["build", "--format", "markdown", "--quiet"]).0, 0);
    let (code, out, err) = said(&root, &["verify", "--replay"]);
    let first = out.lines().next().unwrap();
    assert_eq!((code, first), (0, "sorting: no phase has a plan, so there is no analysis to replay"), "{err}");
    assert_eq!(said(&root, &["list"]).1, "sorting  example            first\n");
}

#[test]
fn a_corrected_declaration_is_pinned_anew_by_the_command_that_is_told() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["init", "proj", "--name", "sorting"]);
    let root = folder.path().join("proj");
    let declared = root.join("content/sorting/datasets.yaml");
    fs::write(&declared, fs::read_to_string(&declared).unwrap() + "# A remark.\n").unwrap();
    let build = ["build", "--format", "markdown", "--quiet"];
    let (code, _, err) = said(&root, &build);
    let words = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((code, words.contains("rebench-report freeze sorting --again")), (3, true), "{err}");
    assert_eq!(said(&root, &["freeze", "sorting", "--again"]).0, 0);
    assert_eq!(said(&root, &build).0, 0);
    // A campaign that was never frozen.
    fs::remove_file(root.join("content/sorting/SHA256SUMS")).unwrap();
    let (code, _, err) = said(&root, &build);
    let words = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((code, words.contains("pin the campaign: rebench-report freeze sorting;")), (3, true), "{err}");
}

#[test]
fn what_can_not_be_pinned_is_told() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["init", "proj", "--name", "sorting"]);
    let root = folder.path().join("proj");
    let campaign = root.join("content/sorting");
    std::os::unix::fs::symlink("/etc/hostname", campaign.join("frozen/first/link")).unwrap();
    let (code, _, err) = said(&root, &["freeze", "sorting", "--again"]);
    assert_eq!((code, err.contains("link")), (3, true), "{err}");
    let (code, _, err) = said(&root, &["freeze", "nowhere"]);
    assert_eq!((code, err.contains("there is no campaign `nowhere`")), (2, true), "{err}");
    fs::create_dir_all(root.join("content/bare/frozen")).unwrap();
    let (code, _, err) = said(&root, &["freeze", "bare"]);
    assert_eq!((code, err.contains("there is no such file, so this is no campaign")), (3, true), "{err}");
}

#[test]
fn every_shipped_campaign_is_frozen_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for campaign in
        ["go-toolchains-20261130", "hcloud-rebench-20261014", "pg-explain-20261130", "pg-readstream-npinned"]
    {
        let (code, out, err) = said(root, &["freeze", campaign]);
        assert_eq!((code, out.starts_with(&format!("{campaign}: already frozen, "))), (0, true), "{out}{err}");
    }
}

#[test]
fn nothing_but_the_tool_speaks_of_names_in_scripts_without_spaces() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(said(folder.path(), &["init", "proj"]).0, 0);
    for name in ["漢字ベンチマーク", "การวัดผล", "ການວັດແທກ"] {
        // Only what is longer than a line is broken.
        let (code, _, err) = said(&folder.path().join("proj"), &["build", &name.repeat(12)]);
        assert_ne!(code, 0);
        assert!(err.contains(name), "{err}");
        // The line breaker of a debug build prints that it has no dictionary of a script.
        assert!(!err.contains("ICU4X") && !err.contains("segmentation"), "{err}");
    }
}

//! Where a report goes, and what happens to what was there.

use std::fs;
use std::path::Path;

use rebench_report::pipeline::{self, Format};
use rebench_report::problem::{Kind, Outcome};
use rebench_report::site::commit;

use crate::support::fixture::Fixture;
use crate::support::project::{Project, files};

/// Exit code, and each problem's code and words without the folder's own name.
fn refusal(project: &Project, arguments: &[&str]) -> (i32, Vec<String>) {
    let call = [&["build", "small", "--format", "markdown", "--message-format", "json"], arguments].concat();
    let output = project.command(&call).output().unwrap();
    let root = project.root().to_str().unwrap().to_string();
    let canonical = project.root().canonicalize().unwrap().to_str().unwrap().to_string();
    let problems = String::from_utf8(output.stdout).unwrap();
    let problems = problems.lines().map(|line| {
        let problem: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| problem[key].as_str().unwrap_or_default().to_string();
        let told = format!("{}: {} ({})", text("file"), text("cause"), text("next"));
        told.replace(&canonical, "[root]").replace(&root, "[root]")
    });
    (output.status.code().unwrap(), problems.collect())
}

fn markdown(project: &Project) -> Outcome<pipeline::Summary> {
    project.build(&[Format::Markdown])
}

/// Entries of a folder beside the report and its lock.
fn beside(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| !["small", ".small.lock"].contains(&name.as_str())).collect();
    names.sort();
    names
}

#[test]
fn a_report_takes_the_place_of_an_older_one_whole() {
    let project = Fixture::default().write();
    project.build(&Format::ALL).unwrap();
    markdown(&project).unwrap();
    let markdown_only = files(&project.report());
    assert!(markdown_only.keys().all(|path| !path.starts_with("html/") && !path.starts_with("pdf/")));
    assert_eq!(beside(&project.root().join("reports")), [""; 0]);
    markdown(&project).unwrap();
    assert_eq!(files(&project.report()), markdown_only);
}

#[test]
fn a_folder_that_the_tool_did_not_make_is_left_alone() {
    let project = Fixture::default().write();
    project.write_at_root("reports/small/thesis.tex", "years of work");
    assert_eq!(
        refusal(&project, &[]),
        (
            5,
            vec![
                "[root]/reports/small: is a folder that this tool did not make (choose another place with --out, or move \
                 the folder away)"
                    .to_string()
            ]
        )
    );
    assert_eq!(files(&project.report()).keys().collect::<Vec<_>>(), ["thesis.tex"]);
}

#[test]
fn a_foreign_file_in_a_report_is_left_alone() {
    let project = Fixture::default().write();
    markdown(&project).unwrap();
    for name in ["a", "b", "c", "d"] {
        project.write_at_root(&format!("reports/small/markdown/{name}.txt"), "mine");
    }
    let before = files(&project.report());
    assert_eq!(
        refusal(&project, &[]),
        (
            5,
            vec![
                "[root]/reports/small: holds files that this tool did not write: markdown/a.txt, markdown/b.txt, \
                 markdown/c.txt and 1 more (move them away; a new report takes the whole folder's place)"
                    .to_string()
            ]
        )
    );
    assert_eq!(files(&project.report()), before);
}

#[test]
fn places_that_are_no_folder_for_a_report_are_refused() {
    let project = Fixture::default().write();
    project.write_at_root("file", "mine");
    let (code, problems) = refusal(&project, &["--out", "file"]);
    assert_eq!((code, problems), (5, vec!["[root]/file: is a file (choose another place with --out)".to_string()]));
    let (code, problems) = refusal(&project, &["--out", "file/below"]);
    assert_eq!(code, 5);
    assert!(problems[0].starts_with("[root]/file/below: the folder above it can't be made: "), "{problems:?}");
    for inside in ["content/small", "content/small/frozen/report", "content/other"] {
        let (code, problems) = refusal(&project, &["--out", inside]);
        assert_eq!(code, 5, "{problems:?}");
    }
    assert_eq!(refusal(&project, &["--out", "/"]).0, 5);
    rebench_report::integrity::verify(&project.content()).unwrap();
    assert_eq!(fs::read_to_string(project.root().join("file")).unwrap(), "mine");
    assert!(markdown(&project).is_ok(), "nothing was left behind among the pinned files");
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_a_report_is_refused_and_not_followed() {
    let project = Fixture::default().write();
    project.write_at_root("elsewhere/thesis.tex", "years of work");
    fs::create_dir_all(project.root().join("reports")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", project.report()).unwrap();
    let (code, problems) = refusal(&project, &[]);
    let told = "[root]/reports/small: is a link (choose another place with --out)";
    assert_eq!((code, problems), (5, vec![told.to_string()]));
    assert!(project.root().join("elsewhere/thesis.tex").exists());
}

#[test]
fn a_failed_build_leaves_the_old_report_as_it_was() {
    let project = Fixture::default().write();
    markdown(&project).unwrap();
    let before = files(&project.report());
    project.replace("phases/a.md", "at_most(value=100)", "above(value=1)");
    assert_eq!(refusal(&project, &[]).0, 1);
    project.flip("frozen/A/metrics.csv");
    assert_eq!(refusal(&project, &[]).0, 3);
    assert_eq!(files(&project.report()), before);
    assert_eq!(beside(&project.root().join("reports")), [""; 0]);
}

/// A file's size limit stands in for a full disk: both fail in the middle of a file.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_up_leaves_the_old_report_as_it_was() {
    let project = Fixture::default().write();
    markdown(&project).unwrap();
    let before = files(&project.report());
    let binary = assert_cmd::cargo::cargo_bin("rebench-report");
    let output = std::process::Command::new("sh")
        // A write beyond the limit is answered by a signal, and by an error only where the signal is ignored.
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" build small --color never"])
        .arg(binary)
        .current_dir(project.root())
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr).replace(['\n', '│'], "");
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(message.contains("site::unwritable"), "{message}");
    assert_eq!(files(&project.report()), before);
    assert_eq!(beside(&project.root().join("reports")), [""; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_that_takes_nothing_is_told() {
    let project = Fixture::default().write();
    let calls: [&[&str]; 6] = [
        &["list"],
        &["list", "--message-format", "json"],
        &["check", "--message-format", "sarif"],
        &["explain", "2", "--all"],
        &["completions", "bash"],
        &["build", "small", "--format", "markdown"],
    ];
    for call in calls {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("rebench-report"));
        let output = command.args(call).current_dir(project.root()).stdout(full).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{call:?}: {message}");
        assert!(message.contains("output::stdout"), "{call:?}: {message}");
    }
}

#[test]
#[cfg(unix)]
fn a_folder_that_may_not_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let project = Fixture::default().write();
    let reports = project.root().join("reports");
    fs::create_dir_all(&reports).unwrap();
    fs::set_permissions(&reports, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(reports.join("probe"), "").is_ok() {
        eprintln!("skipped: rights do not bind this user");
        return;
    }
    let (code, problems) = refusal(&project, &[]);
    fs::set_permissions(&reports, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code, 5);
    assert!(problems[0].starts_with("[root]/reports/small: the folder above it can't be written: "), "{problems:?}");
}

#[test]
fn two_builds_of_one_report_do_not_meet() {
    let project = Fixture::default().write();
    let other = commit::reserve(&project.report(), &project.root().join("content")).unwrap();
    assert_eq!(
        refusal(&project, &[]),
        (5, vec!["[root]/reports/small: another build is writing this report (wait until it has ended)".to_string()])
    );
    let problems = markdown(&project).unwrap_err();
    assert_eq!((problems.len(), problems[0].kind), (1, Kind::Output));
    // Another place is free meanwhile.
    assert_eq!(refusal(&project, &["--out", "elsewhere"]).0, 0);
    drop(other);
    markdown(&project).unwrap();
}

#[test]
#[cfg(unix)]
fn a_killed_build_leaves_the_old_report_whole_and_the_next_one_cleans_up() {
    let project = Fixture::default().write();
    markdown(&project).unwrap();
    let before = files(&project.report());
    // Killed after more and more of its work, the last time just before or after its end.
    let mut killed = 0;
    for delay in [0, 5, 20, 40, 60, 80, 120, 160, 240] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("rebench-report"))
            .args(["build", "small", "--quiet", "--format", "markdown"])
            .current_dir(project.root())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        assert_eq!(files(&project.report()), before, "after {delay} ms");
    }
    assert!(killed > 0);
    // What a build that was killed while it wrote leaves.
    project.write_at_root("reports/.small.building-99999999/html/half.html", "<p>ha");
    markdown(&project).unwrap();
    assert_eq!(beside(&project.root().join("reports")), [""; 0]);
    assert_eq!(files(&project.report()), before);
}

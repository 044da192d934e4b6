//! The lint and the shipped write-ups: they pass, and no binding in them can be replaced by what it prints unseen.

use std::path::{Path, PathBuf};
use std::process::Command;

use rebench_report::document::visit;
use rebench_report::pipeline::{self, Options};
use rebench_report::problem::Place;
use rebench_report::templates::Templates;
use rebench_report::writeup::lint::{Level, Levels, Rule};
use rebench_report::writeup::{self, Content, Settings};

const CAMPAIGN: &str = "hcloud-rebench-20261014";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn settings(lints: Levels) -> Settings {
    Settings {
        title: String::new(),
        language: "en".to_string(),
        tool: String::new(),
        input_hash: String::new(),
        date: None,
        phases: Vec::new(),
        lints,
    }
}

#[test]
fn the_shipped_campaign_has_nothing_to_find() {
    let checked = pipeline::check(&Options::reading(root(), CAMPAIGN.to_string()), &|_| {});
    assert_eq!(checked.problems, []);
    assert_eq!(checked.warnings, []);
    assert_eq!(checked.files, 3);
    assert!(checked.figures > 1_000);
}

/// An expression of a body, `{{ … }}`, as a range of its bytes.
fn expressions(body: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = body[at..].find("{{").map(|start| at + start) {
        let end = start + body[start..].find("}}").unwrap() + 2;
        out.push(start..end);
        at = end;
    }
    out
}

/// Those of the sections Results and Measured.
fn bound_expressions(body: &str) -> Vec<std::ops::Range<usize>> {
    let (results, design) = (body.find("\n## Results\n").unwrap(), body.find("\n## Interpretation\n").unwrap());
    let (measured, hypotheses) = (body.find("\n### Measured\n").unwrap(), body.find("\n### Hypotheses\n").unwrap());
    let inside = |at: usize| (results..design).contains(&at) || (measured..hypotheses).contains(&at);
    expressions(body).into_iter().filter(|range| inside(range.start)).collect()
}

/// What each expression of a phase's body prints, by the words that stand between two marks around it.
fn printed(
    content: &Content,
    phase: usize,
    ranges: &[std::ops::Range<usize>],
    figures: &pipeline::Figures,
) -> Vec<String> {
    let mut content = content.clone();
    let body = &content.phases[phase].body;
    let mut marked = String::new();
    let mut last = 0;
    for range in ranges {
        marked.push_str(&format!("{}⟦{}⟧", &body[last..range.start], &body[range.clone()]));
        last = range.end;
    }
    marked.push_str(&body[last..]);
    content.phases[phase].body = marked;
    let mut levels = Levels::default();
    Rule::ALL.into_iter().for_each(|rule| levels.set(rule, Level::Allow));
    let composed =
        writeup::compose(&content, &figures.basis, figures.ledger.clone(), &settings(levels), &Templates::carried())
            .unwrap();
    let id = content.phases[phase].front.phase.to_lowercase();
    let document = composed.documents.iter().find(|document| document.id == id).unwrap();
    let mut words = String::new();
    visit::each_inlines(document, &mut |inlines| words.push_str(&visit::plain(inlines)));
    let printed: Vec<String> =
        words.split('⟦').skip(1).map(|part| part.split('⟧').next().unwrap().to_string()).collect();
    assert_eq!(printed.len(), ranges.len());
    printed
}

#[test]
fn no_binding_can_be_replaced_by_what_it_prints() {
    let figures = pipeline::read_evidence(&Options::reading(root(), CAMPAIGN.to_string())).unwrap();
    let content = writeup::content::read(&root().join("content").join(CAMPAIGN)).unwrap();
    let settings = settings(Levels::default());
    let mut replaced = 0;
    for phase in 0..content.phases.len() {
        let body = content.phases[phase].body.clone();
        let ranges = bound_expressions(&body);
        let printed = printed(&content, phase, &ranges, &figures);
        for (range, text) in ranges.iter().zip(&printed) {
            // Claims print nothing; why_apart prints the author's words.
            if text.is_empty() || body[range.clone()].contains("why_apart") {
                continue;
            }
            let typed = text.replace(['\u{a0}', '\u{202f}'], " ").replace('\u{2212}', "-");
            for text in [text, &typed] {
                let mut mutant = content.clone();
                mutant.phases[phase].body = format!("{}{text}{}", &body[..range.start], &body[range.end..]);
                let checked = writeup::check(&mutant, &figures.basis, figures.ledger.clone(), &settings);
                let line = mutant.phases[phase].lines_before + 1 + body[..range.start].matches('\n').count() as u32;
                let place = |place: &Place| place.file == mutant.phases[phase].file && place.line == Some(line);
                let found = checked.findings.iter().find(|finding| {
                    finding.rule == Rule::UnboundNumber && finding.level == Level::Deny && place(&finding.problem.place)
                });
                assert!(found.is_some(), "{}:{line}: {} as {text}", mutant.phases[phase].file, &body[range.clone()]);
                replaced += 1;
            }
        }
    }
    assert!(replaced > 80, "{replaced} bindings were replaced");
}

fn check(root: &Path, format: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rebench-report"))
        .args(["check", "--color", "never", "--message-format", format, "--root"])
        .arg(root)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The shipped project with another `find` in C2's write-up, and with `lints` in place of its own.
fn project(find: &str, replace: &str, lints: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = root().join("content").join(CAMPAIGN);
    let to = folder.path().join("content").join(CAMPAIGN);
    for entry in walkdir::WalkDir::new(&from).sort_by_file_name() {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(&from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
    let file = to.join("phases/c2-remote-fetch.md");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(find), "{find}");
    std::fs::write(file, text.replace(find, replace)).unwrap();
    let book = format!(
        "[book]\ntitle = \"t\"\n[preprocessor.rebench-report]\nrenderers = []\n[preprocessor.rebench-report.lints]\n{lints}"
    );
    std::fs::write(folder.path().join("book.toml"), book).unwrap();
    folder
}

const FIND: &str = "Time, heap bytes and heap objects";

/// The line of C2's write-up that [`FIND`] stands on.
fn line() -> usize {
    let file = root().join("content").join(CAMPAIGN).join("phases/c2-remote-fetch.md");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().position(|line| line.starts_with(FIND)).unwrap() + 1
}

#[test]
fn a_denied_finding_fails_and_shows_the_line() {
    let project = project(FIND, "In 4 cases time, heap bytes and heap objects", "");
    let (code, out, err) = check(project.path(), "human");
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("lint::unbound-number"), "{err}");
    assert!(err.contains(&format!("phases/c2-remote-fetch.md:{}:4: `4`", line())), "{err}");
    assert!(err.contains("In 4 cases time"), "{err}");
    assert!(err.contains("plan.cases | count"), "{err}");
}

#[test]
fn a_warning_is_told_and_does_not_fail() {
    let project = project(FIND, "In 4 cases time, heap bytes and heap objects", "unbound-number = \"warn\"\n");
    let (code, out, err) = check(project.path(), "human");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("1 warning"), "{out}");
    assert!(err.contains("⚠") && err.contains(":4: `4`"), "{err}");
    let (code, out, err) = check(project.path(), "json");
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, err.as_str(), lines.len()), (0, "", 2), "{out}");
    assert_eq!(lines[0]["level"], "warn");
    assert_eq!(lines[0]["code"], "lint::unbound-number");
    assert_eq!((&lines[0]["line"], &lines[0]["column"]), (&line().into(), &4.into()));
    assert_eq!((&lines[1]["type"], &lines[1]["warnings"]), (&"checked".into(), &1.into()));
    let allowed = self::project(FIND, "In 4 cases time, heap bytes and heap objects", "unbound-number = \"allow\"\n");
    assert_eq!(check(allowed.path(), "human").0, 0);
}

#[test]
fn sarif_annotates_the_author_s_file() {
    let project = project("of the ordinary time\n  ({{ split", "of the ordinary time (0.5)\n  ({{ split", "");
    let (code, out, err) = check(project.path(), "sarif");
    assert_eq!((code, err.as_str()), (1, ""));
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "{out}");
    let physical = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(results[0]["ruleId"], "lint::unbound-number");
    assert_eq!(physical["artifactLocation"]["uri"], format!("content/{CAMPAIGN}/phases/c2-remote-fetch.md"));
    let text =
        std::fs::read_to_string(project.path().join(physical["artifactLocation"]["uri"].as_str().unwrap())).unwrap();
    let region = &physical["region"];
    let at = |key: &str| region[key].as_u64().unwrap() as usize;
    let line: Vec<char> = text.lines().nth(at("startLine") - 1).unwrap().chars().collect();
    assert_eq!(line[at("startColumn") - 1..at("endColumn") - 1].iter().collect::<String>(), "0.5");
}

#[test]
fn sarif_is_for_check_alone() {
    let output = Command::new(env!("CARGO_BIN_EXE_rebench-report"))
        .args(["list", "--message-format", "sarif", "--root"])
        .arg(root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("SARIF is what `check` tells"));
}

#[test]
fn a_scaffolded_write_up_has_nothing_to_find() {
    let project = project(FIND, FIND, "");
    let phases = project.path().join("content").join(CAMPAIGN).join("phases");
    std::fs::remove_dir_all(&phases).unwrap();
    std::fs::create_dir(&phases).unwrap();
    for phase in ["C2", "D1"] {
        let status = Command::new(env!("CARGO_BIN_EXE_rebench-report"))
            .args(["new", "phase", phase, "--quiet", "--root"])
            .arg(project.path())
            .status()
            .unwrap();
        assert!(status.success());
    }
    let (code, out, err) = check(project.path(), "human");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
}

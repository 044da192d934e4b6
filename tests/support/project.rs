//! A project in a temporary folder: its files changed, pinned again, built.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use rebench_report::integrity::sha256;
use rebench_report::pipeline::{self, Format, Options, Summary};
use rebench_report::problem::Outcome;
use rebench_report::render::pdf::Paper;
use serde_json::json;

/// A project with one campaign of one phase.
pub struct Project {
    folder: tempfile::TempDir,
    pub campaign: String,
    pub phase: String,
}

impl Project {
    pub fn empty(campaign: &str, phase: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Project { folder, campaign: campaign.to_string(), phase: phase.to_string() }
    }

    /// A copy of a project's root; of its contents, only the campaign is taken along.
    pub fn copied(root: &Path, campaign: &str, phase: &str) -> Self {
        let project = Project::empty(campaign, phase);
        fs::copy(root.join("book.toml"), project.root().join("book.toml")).unwrap();
        let from = root.join("content").join(campaign);
        for entry in walkdir::WalkDir::new(&from) {
            let entry = entry.unwrap();
            let to = project.content().join(entry.path().strip_prefix(&from).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir_all(to).unwrap();
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
        project
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The campaign's folder.
    pub fn content(&self) -> PathBuf {
        self.root().join("content").join(&self.campaign)
    }

    /// The report's folder.
    pub fn report(&self) -> PathBuf {
        self.root().join("reports").join(&self.campaign)
    }

    /// Path below the campaign's folder of a file of the phase.
    pub fn frozen(&self, file: &str) -> String {
        format!("frozen/{}/{file}", self.phase)
    }

    pub fn write_at_root(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.write_at_root(&format!("content/{}/{path}", self.campaign), bytes);
    }

    pub fn write_frozen(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.write(&self.frozen(path), bytes);
    }

    pub fn bytes(&self, path: &str) -> Vec<u8> {
        fs::read(self.content().join(path)).unwrap()
    }

    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.bytes(path)).unwrap()
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.content().join(path)).unwrap();
    }

    /// Replaces the first `from`, which must be there.
    pub fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.text(path);
        assert!(text.contains(from), "{path} has no {from:?}");
        self.write(path, text.replacen(from, to, 1));
    }

    /// Changes one bit of the byte in the middle.
    pub fn flip(&self, path: &str) {
        let mut bytes = self.bytes(path);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        self.write(path, bytes);
    }

    /// Takes the runner's pins of plan, analysis and binaries, then pins everything.
    pub fn pin(&self) {
        let mut files = serde_json::Map::new();
        let mut take = |file: String| {
            let hash = sha256(&self.bytes(&self.frozen(&file)));
            files.insert(file, hash.into());
        };
        take("analysis.yaml".to_string());
        let bin = self.content().join(self.frozen("bin"));
        let mut names: Vec<String> =
            fs::read_dir(bin).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.into_iter().for_each(|name| take(format!("bin/{name}")));
        take("plan.json".to_string());
        let pins = serde_json::to_string_pretty(&json!({"schema": "benchcampaign/pins/1", "files": files})).unwrap();
        for when in ["before", "after", "end"] {
            self.write_frozen(&format!("pins/{when}.json"), &pins);
        }
        self.pin_sums();
    }

    /// Writes SHA256SUMS anew.
    pub fn pin_sums(&self) {
        let mut lines = Vec::new();
        let there = |top: &&&str| self.content().join(top).exists();
        for top in ["analyzer", "campaign.yaml", "frozen", "published.json"].iter().filter(there) {
            for entry in walkdir::WalkDir::new(self.content().join(top)) {
                let entry = entry.unwrap();
                if entry.file_type().is_file() {
                    let path = entry.path().strip_prefix(self.content()).unwrap().to_str().unwrap().to_string();
                    let hash = sha256(&fs::read(entry.path()).unwrap());
                    lines.push((path, hash));
                }
            }
        }
        lines.sort();
        let sums: String = lines.into_iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
        self.write("SHA256SUMS", sums);
    }

    pub fn options(&self, formats: &[Format]) -> Options {
        Options {
            root: self.root().to_path_buf(),
            campaign: self.campaign.clone(),
            out: self.report(),
            formats: formats.to_vec(),
            phases: Vec::new(),
            paper: Paper::A4,
            draft: false,
            date: None,
            front: true,
        }
    }

    /// Builds the report by the library.
    pub fn build(&self, formats: &[Format]) -> Outcome<Summary> {
        pipeline::build(&self.options(formats), &|_| {})
    }

    /// The binary, called in the project's root and untouched by the caller's environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = binary();
        command.current_dir(self.root()).args(arguments);
        command
    }
}

/// The binary in an environment of its own.
pub fn binary() -> Command {
    let mut command = Command::cargo_bin("rebench-report").unwrap();
    command.env_clear();
    command
}

/// Every file below a folder with its bytes, by path.
pub fn files(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| !entry.file_type().is_dir())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_string();
            (path, fs::read(entry.path()).unwrap_or_default())
        })
        .collect()
}

/// Adds analysis.json, as the pinned analyzer would print it, and published.json with one figure that it bears out.
pub fn freeze_results(project: &Project) {
    let verified = rebench_report::integrity::verify(&project.content()).unwrap();
    let records =
        rebench_report::ingest::read(&verified, &rebench_report::campaign::datasets::Datasets::default()).unwrap();
    let reconciled = rebench_report::reconcile::reconcile(records).unwrap();
    let (phase, found) = (&reconciled.campaign.phases[0], &reconciled.phases[0]);
    let results = rebench_report::analysis::analyse(&found.experiment).unwrap();
    let confounds = rebench_report::analysis::reference::Confounds::new();
    let printed =
        rebench_report::analysis::reference::to_json(&found.experiment, &phase.plan.phase, &results, &confounds);
    project.write_frozen("analysis.json", super::fixture::pretty(&printed));
    let (case, comparison) = (&phase.plan.cases[0].name, &phase.spec.comparisons[0].name);
    let path = json!(["cases", case, "comparisons", comparison, phase.spec.metrics[0], "ratio"]);
    let mut at = &printed;
    for key in path.as_array().unwrap() {
        at = &at[key.as_str().unwrap()];
    }
    let value = (at.as_f64().unwrap() * 1000.0).round() / 1000.0;
    let published = json!({
        "schema": "benchcampaign/published/1", "campaign": project.campaign, "phase": project.phase,
        "document": "The write-up of a fixture",
        "figures": [{
            "id": "ratio", "what": "the ratio of the first case", "section": "Results", "printed": format!("{value:.3}"),
            "value": value, "decimals": 3, "unit": "ratio", "compare": "rounding",
            "compute": {"op": "value", "path": path},
        }],
    });
    project.write_frozen("published.json", super::fixture::pretty(&published));
    project.pin_sums();
}

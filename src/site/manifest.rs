//! `manifest.json` and `SHA256SUMS`: what went in, what came out, by which tool and options.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::report::Report;
use crate::integrity::{Verified, sha256};

/// Name of the manifest in a report.
pub const MANIFEST: &str = "manifest.json";
/// Name of the list of hashes in a report.
pub const SUMS: &str = "SHA256SUMS";
/// Schema of the manifest; also what tells a report of this tool from other folders.
pub const SCHEMA: &str = "rebench-report/manifest/1";
/// Schema of the list of inputs that a PDF carries.
pub const INPUTS_SCHEMA: &str = "rebench-report/inputs/1";
/// Folder of a report that holds the pinned inputs.
pub const INPUTS: &str = "inputs";

/// A file with its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashed {
    /// Path.
    pub path: String,
    /// SHA-256, 64 hexadecimal digits.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
}

/// Everything that decides the bytes of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// Pinned files, by path below the campaign's folder.
    pub pinned: Vec<Hashed>,
    /// Authored files, by path below the campaign's folder.
    pub authored: Vec<Hashed>,
    /// Settings and templates of the project, by path below its root.
    pub project: Vec<Hashed>,
}

impl Inputs {
    /// The pinned files of a campaign and nothing else.
    pub fn pinned(verified: &Verified) -> Self {
        let pinned = verified
            .files()
            .map(|file| Hashed { path: file.path.to_string(), sha256: file.sha256.to_string(), size: file.size })
            .collect();
        Inputs { pinned, authored: Vec::new(), project: Vec::new() }
    }

    /// One hash over all of them: SHA-256 over a line `kind  hash  path` for each, in order.
    pub fn hash(&self) -> String {
        let mut text = String::new();
        for (kind, files) in [("pinned", &self.pinned), ("authored", &self.authored), ("project", &self.project)] {
            for file in files {
                text.push_str(&format!("{kind}  {}  {}\n", file.sha256, file.path));
            }
        }
        sha256(text.as_bytes())
    }
}

/// Options that decide the bytes of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choices {
    /// Formats, in fixed order.
    pub formats: Vec<String>,
    /// Phases asked for; empty for all.
    pub phases: Vec<String>,
    /// Paper of the PDFs.
    pub paper: String,
    /// True for PDFs that say on every page that they are a draft.
    pub draft: bool,
    /// True for pages that lead to a front page above the report.
    pub front: bool,
    /// SOURCE_DATE_EPOCH, if it was set.
    pub source_date_epoch: Option<i64>,
}

#[derive(Serialize)]
struct Manifest<'a> {
    schema: &'a str,
    tool: &'a str,
    campaign: &'a str,
    input_hash: &'a str,
    options: &'a Choices,
    inputs: &'a Inputs,
    /// What the PDFs print by number, since no face has it.
    substitutions: &'a [String],
    outputs: Vec<Hashed>,
}

#[derive(Serialize)]
struct InputsFile<'a> {
    schema: &'a str,
    tool: &'a str,
    campaign: &'a str,
    input_hash: &'a str,
    inputs: &'a Inputs,
}

/// What went into a report, for a file that leaves its folder: name, hash and length of each input. The manifest itself
/// can't travel in a PDF, since it holds the PDF's own hash.
pub fn inputs_file(tool: &str, campaign: &str, inputs: &Inputs) -> Vec<u8> {
    let input_hash = inputs.hash();
    let file = InputsFile { schema: INPUTS_SCHEMA, tool, campaign, input_hash: &input_hash, inputs };
    // Texts and numbers always serialise.
    let mut bytes = serde_json::to_vec_pretty(&file).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// `manifest.json` of a report. It lists every other file but `SHA256SUMS`.
pub fn manifest(
    tool: &str,
    campaign: &str,
    choices: &Choices,
    inputs: &Inputs,
    substitutions: &[String],
    report: &Report,
) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = report.files().collect();
    let outputs = files
        .par_iter()
        .map(|(path, bytes)| Hashed { path: (*path).to_string(), sha256: sha256(bytes), size: bytes.len() as u64 })
        .collect();
    let input_hash = inputs.hash();
    let manifest = Manifest {
        schema: SCHEMA,
        tool,
        campaign,
        input_hash: &input_hash,
        options: choices,
        inputs,
        substitutions,
        outputs,
    };
    // Texts and numbers always serialise.
    let mut bytes = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// `SHA256SUMS` of a report as `sha256sum -c` takes it: every written file, then every copied input.
pub fn sums(report: &Report, inputs: &Inputs, copied: &[Hashed]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = report.files().collect();
    let mut lines: Vec<(String, String)> =
        files.par_iter().map(|(path, bytes)| ((*path).to_string(), sha256(bytes))).collect();
    let pinned = inputs.pinned.iter().chain(copied);
    lines.extend(pinned.map(|file| (format!("{INPUTS}/{}", file.path), file.sha256.clone())));
    lines.sort();
    let mut out = String::new();
    for (path, hash) in lines {
        out.push_str(&sum_line(&hash, &path));
    }
    out.into_bytes()
}

/// One line, with GNU's escapes for names that hold a backslash or a line end.
fn sum_line(hash: &str, path: &str) -> String {
    if path.contains(['\\', '\n', '\r']) {
        let escaped = path.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        format!("\\{hash}  {escaped}\n")
    } else {
        format!("{hash}  {path}\n")
    }
}

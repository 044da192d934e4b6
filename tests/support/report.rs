//! A shipped campaign, built once, with the words of every page in all three formats.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::project::{binary, files};

pub struct Built {
    /// The report's folder; the temporary folder lives as long as the test.
    pub report: PathBuf,
    pub files: BTreeMap<String, Vec<u8>>,
    pub summary: Value,
    _folder: tempfile::TempDir,
}

/// The text of every document, by format and file name without its end.
pub type Texts = BTreeMap<(&'static str, String), String>;

impl Built {
    pub fn of(campaign: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let report = folder.path().join("report");
        let output = binary()
            .args(["build", campaign, "--message-format", "json", "--root", env!("CARGO_MANIFEST_DIR"), "--out"])
            .arg(&report)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let summary = serde_json::from_slice(&output.stdout).unwrap();
        Built { files: files(&report), report, summary, _folder: folder }
    }

    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.files[path].clone()).unwrap()
    }

    pub fn json(&self, path: &str) -> Value {
        serde_json::from_slice(&self.files[path]).unwrap()
    }

    /// Written files of a format, by path.
    pub fn of_format(&self, folder: &str, end: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let folder = format!("{folder}/");
        self.files
            .iter()
            .filter(move |(path, _)| path.starts_with(&folder) && path.ends_with(end))
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// The text of every document; `read` reads that of a PDF, without heads and feet.
    pub fn texts(&self, read: fn(&[u8]) -> String) -> Texts {
        let stem = |path: &str| Path::new(path).file_stem().unwrap().to_str().unwrap().to_string();
        let markdown = self.of_format("markdown", ".md");
        let markdown =
            markdown.map(|(path, bytes)| (("markdown", stem(path)), words(std::str::from_utf8(bytes).unwrap())));
        let html = self.of_format("html", ".html");
        let html = html.map(|(path, bytes)| (("html", stem(path)), without_tags(std::str::from_utf8(bytes).unwrap())));
        let pdf = self.of_format("pdf", ".pdf");
        let pdf = pdf.map(|(path, bytes)| (("pdf", without_hash(&stem(path))), flat(&read(bytes))));
        markdown.chain(html).chain(pdf).collect()
    }
}

/// The name of a PDF without the input hash at its end.
fn without_hash(stem: &str) -> String {
    stem.rsplit_once('-').map_or(stem, |(name, _)| name).to_string()
}

/// Runs of blanks, no-break ones among them, as one blank.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// HTML without its tags, entities of the five characters decoded.
fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    for (entity, c) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
    {
        out = out.replace(entity, c);
    }
    flat(&out)
}

/// The words of a Markdown text, without its marks and the targets of its links.
fn words(markdown: &str) -> String {
    let options = pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_FOOTNOTES;
    let mut out = String::new();
    for event in pulldown_cmark::Parser::new_ext(markdown, options) {
        match event {
            pulldown_cmark::Event::Text(text) | pulldown_cmark::Event::Code(text) => out.push_str(&text),
            pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { .. })
            | pulldown_cmark::Event::End(pulldown_cmark::TagEnd::Link) => {}
            _ => out.push(' '),
        }
    }
    flat(&out)
}

//! `book.toml`: the root of a project and the settings of its site, in mdBook's own format.

use std::path::Path;

use crate::problem::{Kind, Outcome, Place, Problem};

/// The file that marks a project's root.
pub const FILE: &str = "book.toml";

/// The settings that this tool reads. Everything else in the file is mdBook's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// `book.title`.
    pub title: String,
    /// `book.language`, `en` if not given.
    pub language: String,
    /// `book.authors`.
    pub authors: Vec<String>,
    /// SHA-256 of the file, 64 hexadecimal digits.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
}

/// Reads the settings of the project at `root`.
///
/// # Errors
/// A file that is missing, unreadable or no TOML, and settings of the wrong type.
pub fn read(root: &Path) -> Outcome<Book> {
    let problem = |line: Option<u32>, cause: String, next: &str| {
        let place = line.map_or_else(|| Place::file(FILE), |line| Place::line(FILE, line));
        vec![Problem::new(Kind::Input, "site::book", place, cause, next)]
    };
    let bytes = std::fs::read(root.join(FILE))
        .map_err(|error| problem(None, format!("can't be read: {error}"), "make it readable"))?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| problem(None, format!("is not UTF-8: {error}"), "write it as UTF-8"))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() as u32 + 1);
        problem(line, error.message().to_string(), "correct the TOML there")
    })?;
    let book = table.get("book").and_then(toml::Value::as_table);
    let text = |key: &str, usual: &str| match book.and_then(|book| book.get(key)) {
        None => Ok(usual.to_string()),
        Some(toml::Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(problem(
            None,
            format!("book.{key} is {}, but a text is expected", other.type_str()),
            "write it in quotation marks",
        )),
    };
    let authors = match book.and_then(|book| book.get("authors")) {
        None => Vec::new(),
        Some(toml::Value::Array(names)) => names.iter().filter_map(|name| name.as_str().map(str::to_string)).collect(),
        Some(other) => {
            return Err(problem(
                None,
                format!("book.authors is {}, but a list is expected", other.type_str()),
                "write it as a list of texts",
            ));
        }
    };
    let (title, language) = crate::problem::gather([text("title", "Benchmark campaigns"), text("language", "en")])
        .map(|mut both| (both.swap_remove(0), both.pop().unwrap_or_default()))?;
    Ok(Book { title, language, authors, sha256: crate::integrity::sha256(&bytes), size: bytes.len() as u64 })
}

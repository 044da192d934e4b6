//! A written report against its hashes.

use std::path::Path;

use rayon::prelude::*;

use super::manifest::SUMS;
use crate::integrity::{hash_file, parse_sums};
use crate::problem::{Kind, Outcome, Place, Problem};

/// What was found to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InOrder {
    /// Number of files whose hash is the listed one.
    pub files: usize,
}

/// Hashes every file of the report at `folder` against its `SHA256SUMS`.
///
/// # Errors
/// Every file that is missing, changed, unreadable or not listed.
pub fn verify(folder: &Path) -> Outcome<InOrder> {
    let problem = |code, file: &str, cause: String, next: &str| {
        Problem::new(Kind::Integrity, code, Place::file(file), cause, next)
    };
    let bytes = std::fs::read(folder.join(SUMS)).map_err(|error| {
        vec![problem("verify::no-list", SUMS, format!("can't be read: {error}"), "build the report first")]
    })?;
    let (listed, mut problems) = parse_sums(&bytes);
    let checked: Vec<Option<Problem>> = listed
        .par_iter()
        .map(|(path, sum)| match hash_file(&folder.join(path)) {
            Ok((found, _)) if found == sum.sha256 => None,
            Ok((found, _)) => Some(problem(
                "verify::changed",
                path,
                format!("was changed after it was written: expected SHA-256 {}, found {found}", sum.sha256),
                "build the report again",
            )),
            Err(error) => {
                Some(problem("verify::unreadable", path, format!("can't be read: {error}"), "build the report again"))
            }
        })
        .collect();
    problems.extend(checked.into_iter().flatten());
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
        if path != SUMS && !listed.contains_key(&path) {
            problems.push(problem(
                "verify::extra",
                &path,
                "was not written by the build".to_string(),
                "move it away; a reader would take it for a part of the report",
            ));
        }
    }
    if problems.is_empty() { Ok(InOrder { files: listed.len() }) } else { Err(problems) }
}

//! Putting the front page among the reports: each file whole, nothing of anybody else's written over.
//!
//! `front.json` lists what was written, so that the next build knows its own files, and removes those that are no longer
//! part of it. A build that is killed in the middle leaves files of which each is the old or the new one, and a folder
//! whose name begins with a dot, which the next build removes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::integrity::sha256;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::render::Rendered;

/// Name of the list of the front page's files.
pub const LIST: &str = "front.json";
/// Schema of the list.
pub const SCHEMA: &str = "rebench-report/front/1";
/// Folder in which the files are written before they are moved.
const BUILDING: &str = ".front.building";

#[derive(Serialize, Deserialize)]
struct Listed {
    schema: String,
    tool: String,
    /// SHA-256 by path.
    files: BTreeMap<String, String>,
}

/// The files of the front page that lies in `reports`, each with its SHA-256; empty where there is none.
pub fn listed(reports: &Path) -> BTreeMap<String, String> {
    let read = fs::read(reports.join(LIST)).ok();
    let listed = read.and_then(|bytes| serde_json::from_slice::<Listed>(&bytes).ok());
    listed.filter(|listed| listed.schema == SCHEMA).map(|listed| listed.files).unwrap_or_default()
}

/// Writes the files. Returns their number, with the list.
///
/// # Errors
/// Files of somebody else in their place, and what can't be written.
pub fn put(reports: &Path, tool: &str, files: &[Rendered]) -> Outcome<usize> {
    let known = listed(reports);
    let foreign: Problems = files
        .iter()
        .filter(|file| !known.contains_key(&file.path) && fs::symlink_metadata(reports.join(&file.path)).is_ok())
        .filter(|file| fs::read(reports.join(&file.path)).map_or(true, |bytes| bytes != file.bytes))
        .map(|file| {
            Problem::new(
                Kind::Output,
                "front::foreign",
                Place::file(reports.join(&file.path).display().to_string()),
                "stands where a file of the front page belongs, and this tool did not write it",
                "move it away",
            )
        })
        .collect();
    if !foreign.is_empty() {
        return Err(foreign);
    }
    let hashes: BTreeMap<String, String> = files.iter().map(|file| (file.path.clone(), sha256(&file.bytes))).collect();
    let building = reports.join(BUILDING);
    let _ = fs::remove_dir_all(&building);
    let written = write(reports, &building, tool, files, &known, hashes);
    // What is left of it harms nothing, and the next build tries again.
    let _ = fs::remove_dir_all(&building);
    written.map_err(|(path, error)| {
        vec![Problem::new(
            Kind::Output,
            "front::unwritable",
            Place::file(path),
            format!("can't be written: {error}"),
            "see to it that the folder of reports can be written and has room",
        )]
    })?;
    Ok(files.len() + 1)
}

fn write(
    reports: &Path,
    building: &Path,
    tool: &str,
    files: &[Rendered],
    known: &BTreeMap<String, String>,
    hashes: BTreeMap<String, String>,
) -> Result<(), (String, io::Error)> {
    let at = |path: &Path| {
        let shown = path.display().to_string();
        move |error: io::Error| (shown, error)
    };
    let list = |files: BTreeMap<String, String>| {
        let listed = Listed { schema: SCHEMA.to_string(), tool: tool.to_string(), files };
        // Texts always serialise.
        let mut bytes = serde_json::to_vec_pretty(&listed).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    };
    let replace = |path: &str, bytes: &[u8]| {
        let (fresh, place) = (building.join(path), reports.join(path));
        for folder in [fresh.parent(), place.parent()].into_iter().flatten() {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        fs::write(&fresh, bytes).map_err(at(&fresh))?;
        fs::rename(&fresh, &place).map_err(at(&place))
    };
    // First what will be there and what is: a build that is killed in between knows all of its files again.
    let mut both = known.clone();
    both.extend(hashes.clone());
    replace(LIST, &list(both))?;
    for file in files {
        // A file that is the same keeps its time, so that servers and copies see what changed.
        if fs::read(reports.join(&file.path)).map_or(true, |bytes| bytes != file.bytes) {
            replace(&file.path, &file.bytes)?;
        }
    }
    for path in known.keys().filter(|path| !hashes.contains_key(*path)) {
        let gone = reports.join(path);
        match fs::remove_file(&gone) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&gone)(error)),
            _ => {}
        }
    }
    replace(LIST, &list(hashes))
}

//! A written report against what lies beside it now: the inputs, write-ups and settings that its manifest names.
//!
//! The hashes of a report show that it is whole, and those of a campaign that its inputs are the pinned ones. Neither shows
//! that the one was made from the other: inputs can be frozen again and write-ups rewritten after a build.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::book;
use super::manifest::{Inputs, MANIFEST, SCHEMA};
use crate::campaign::datasets;
use crate::integrity::{Verified, read_regular, sha256};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::templates::Templates;
use crate::writeup::content;

/// What is read of a manifest.
#[derive(Deserialize)]
struct Manifest {
    schema: String,
    campaign: String,
    inputs: Inputs,
}

/// A file that decides the bytes of a report: its hash, and which kind of input it is.
type Found<'a> = BTreeMap<String, (&'static str, &'a str)>;

const PINNED: &str = "pinned";
const AUTHORED: &str = "not pinned";
const PROJECT: &str = "the project's";

/// Holds the inputs that the report at `report` was built from against those of the project at `root`: pinned files, the
/// author's files beside them, settings and templates. Places are below the root.
///
/// # Errors
/// Every file that is another one, is gone, or came after the build; a report of another campaign; a manifest or a file that
/// can't be read.
pub fn belongs(report: &Path, root: &Path, campaign: &str, verified: &Verified) -> Outcome<()> {
    let manifest = manifest(report)?;
    if manifest.campaign != campaign {
        return Err(vec![problem(
            MANIFEST,
            format!("this is a report of the campaign `{}`, not of `{campaign}`", manifest.campaign.escape_debug()),
            "name the campaign's own report with --out, or build it there",
        )]);
    }
    let (own, mut problems) = own_files(root, campaign);
    let below = |path: &str| format!("content/{campaign}/{path}");
    let mut now: Found = verified.files().map(|file| (below(file.path), (PINNED, file.sha256))).collect();
    for (path, (kind, hash)) in &own {
        now.entry(path.clone()).or_insert((*kind, hash.as_str()));
    }
    let inputs = &manifest.inputs;
    let mut then = Found::new();
    then.extend(inputs.pinned.iter().map(|file| (below(&file.path), (PINNED, file.sha256.as_str()))));
    then.extend(inputs.authored.iter().map(|file| (below(&file.path), (AUTHORED, file.sha256.as_str()))));
    then.extend(inputs.project.iter().map(|file| (file.path.clone(), (PROJECT, file.sha256.as_str()))));
    // A file that can't be read is told as that alone.
    let unread: Vec<String> = problems.iter().map(|problem| problem.place.file.clone()).collect();
    for (path, (kind, hash)) in &then {
        let cause = match now.get(path) {
            Some((_, found)) if found != hash => {
                format!("the report was built from other bytes of this file: SHA-256 {hash}, and now it is {found}")
            }
            Some((found, _)) if found != kind => {
                format!("the report was built when this file was {kind}, and now it is {found}")
            }
            Some(_) => continue,
            None if unread.contains(path) => continue,
            None => "the report was built from this file, and it is not there".to_owned(),
        };
        problems.push(problem(path, cause, NEXT));
    }
    for path in now.keys().filter(|path| !then.contains_key(*path)) {
        problems.push(problem(
            path,
            "the report was built without this file".to_owned(),
            "build it again, or take the file away",
        ));
    }
    problems.sort_by(|a, b| a.place.file.cmp(&b.place.file));
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

const NEXT: &str = "build it again, or restore the file";

fn problem(file: &str, cause: String, next: &str) -> Problem {
    Problem::new(Kind::Integrity, "verify::other-inputs", Place::file(file), cause, next)
}

fn manifest(report: &Path) -> Outcome<Manifest> {
    let wrong = |cause: String| {
        let next = "build the report again with this version of the tool";
        vec![Problem::new(Kind::Integrity, "verify::manifest", Place::file(MANIFEST), cause, next)]
    };
    let bytes = read_regular(&report.join(MANIFEST)).map_err(|error| wrong(format!("can't be read: {error}")))?;
    let manifest: Manifest =
        serde_json::from_slice(&bytes).map_err(|error| wrong(format!("is no manifest of a report: {error}")))?;
    if manifest.schema != SCHEMA {
        return Err(wrong(format!("its schema is `{}`, not `{SCHEMA}`", manifest.schema.escape_debug())));
    }
    Ok(manifest)
}

/// Kind and hash of what is not pinned and decides a report's bytes, by path below the root, with what can't be read.
fn own_files(root: &Path, campaign: &str) -> (BTreeMap<String, (&'static str, String)>, Problems) {
    let mut problems = Problems::new();
    let mut own = BTreeMap::new();
    let folder = root.join("content").join(campaign);
    let mut authored = vec![content::OVERVIEW.to_owned(), datasets::FILE.to_owned()];
    authored.extend(content::write_ups(&folder).unwrap_or_default());
    let authored = authored.into_iter().map(|path| (AUTHORED, format!("content/{campaign}/{path}")));
    for (kind, path) in authored.chain([(PROJECT, book::FILE.to_owned())]) {
        match read_regular(&root.join(&path)) {
            Ok(bytes) => {
                own.insert(path, (kind, sha256(&bytes)));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => problems.push(problem(&path, format!("can't be read: {error}"), NEXT)),
        }
    }
    match Templates::carried().with_overrides(&root.join("templates")) {
        Ok(templates) => own
            .extend(templates.overrides().map(|(path, bytes)| (format!("templates/{path}"), (PROJECT, sha256(bytes))))),
        Err(found) => problems.extend(found),
    }
    (own, problems)
}

//! Pinning a campaign's folder: `SHA256SUMS` written over everything that a build verifies.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::folder::{self, reason};
use super::{MANIFEST, SUMS, hash_file, problem, sums};
use crate::campaign::datasets;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::quote;

/// What pinning a folder did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frozen {
    /// Pinned files.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Files that were not pinned before, by path.
    pub added: Vec<String>,
    /// Files whose pinned hash was another.
    pub changed: Vec<String>,
    /// Files that were pinned and are not there.
    pub removed: Vec<String>,
    /// Whether `SHA256SUMS` was there before.
    pub was_frozen: bool,
    /// Whether `SHA256SUMS` was written; false where it says the same already, and where nothing was to be written.
    pub written: bool,
}

/// How to pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Replace a list of pins that says something else.
    pub again: bool,
    /// Write nothing.
    pub dry: bool,
}

/// Pins `campaign.yaml`, `datasets.yaml` if there is one, and every file below the pinned folders. What authors write beside
/// them is theirs and is not pinned. The list is written beside the old one and renamed over it, so that at any moment one of
/// the two is there.
///
/// # Errors
/// What can't be pinned (links, special files, names that are not UTF-8, what can't be read), a folder without
/// `campaign.yaml`, a list of pins that says something else and is not to be replaced, a list that can't be written
/// ([`Kind::Output`]).
pub fn freeze(folder: &Path, how: How) -> Outcome<Frozen> {
    if !folder.join(MANIFEST).is_file() {
        return Err(vec![problem(
            "freeze::no-manifest",
            Place::file(MANIFEST),
            "there is no such file, so this is no campaign's folder",
            "write it: schema, campaign, status and phases; or name another folder",
        )]);
    }
    let old = match fs::read(folder.join(SUMS)) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(vec![unwritable(&error)]),
    };
    let pinned = match old.as_deref().map(sums::parse) {
        Some((pinned, broken)) if broken.is_empty() => pinned,
        Some((_, broken)) if !how.again => return Err(broken),
        _ => BTreeMap::new(),
    };
    // A declaration that came after the list stays its author's until the campaign is pinned again. What the list names
    // beside the pinned folders stays pinned.
    let declared = old.is_none() || how.again || pinned.contains_key(datasets::FILE);
    let own = [Some(MANIFEST), declared.then_some(datasets::FILE)].into_iter().flatten();
    let own = own.filter(|file| folder.join(file).symlink_metadata().is_ok());
    let kept = pinned.keys().map(String::as_str).filter(|path| folder.join(path).symlink_metadata().is_ok());
    let listing = folder::list(folder, own.chain(kept));
    if !listing.problems.is_empty() {
        return Err(listing.problems);
    }
    let hashed: Vec<Outcome<(String, (String, u64))>> = listing
        .files
        .par_iter()
        .map(|path| match hash_file(&folder.join(path)) {
            Ok(hash) => Ok((path.clone(), hash)),
            Err(error) => Err(vec![problem(
                "freeze::unreadable",
                Place::file(path.clone()),
                format!("it can't be read: {}", reason(&error.to_string())),
                "make it readable, or take it away",
            )]),
        })
        .collect();
    let files: BTreeMap<String, (String, u64)> = crate::problem::gather(hashed)?.into_iter().collect();
    let mut frozen = Frozen {
        files: files.len(),
        bytes: files.values().map(|(_, size)| size).sum(),
        was_frozen: old.is_some(),
        ..Frozen::default()
    };
    for (path, (sha256, _)) in &files {
        match pinned.get(path) {
            None => frozen.added.push(path.clone()),
            Some(sum) if sum.sha256 != *sha256 => frozen.changed.push(path.clone()),
            Some(_) => {}
        }
    }
    frozen.removed = pinned.keys().filter(|path| !files.contains_key(*path)).cloned().collect();
    let differs = !(frozen.added.is_empty() && frozen.changed.is_empty() && frozen.removed.is_empty());
    if old.is_some() && differs && !how.again {
        return Err(refused(&frozen));
    }
    if how.dry || (old.is_some() && !differs) {
        return Ok(frozen);
    }
    let text: String = files.iter().map(|(path, (sha256, _))| line(path, sha256)).collect();
    replace(folder, text.as_bytes()).map_err(|error| vec![unwritable(&error)])?;
    Ok(Frozen { written: true, ..frozen })
}

/// A line as `sha256sum` writes it: a name with a backslash or a line end is escaped, and a backslash before the hash says so.
fn line(path: &str, sha256: &str) -> String {
    if path.contains(['\\', '\n', '\r']) {
        let escaped = path.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        return format!("\\{sha256}  {escaped}\n");
    }
    format!("{sha256}  {path}\n")
}

/// One problem a file that is not as it was pinned.
fn refused(frozen: &Frozen) -> Problems {
    let next = "restore it; or pin the campaign anew with --again, after which nothing shows what was pinned before";
    let told = [
        (&frozen.added, "freeze::added", "it is not pinned, and the campaign is frozen"),
        (&frozen.changed, "freeze::changed", "it is not what was pinned"),
        (&frozen.removed, "freeze::removed", "it was pinned and is not there"),
    ];
    let of = |(paths, code, cause): (&Vec<String>, &'static str, &str)| {
        paths.iter().map(|path| problem(code, Place::file(path.clone()), cause, next)).collect::<Vec<_>>()
    };
    told.into_iter().flat_map(of).collect()
}

/// Writes the list beside the old one and renames it over.
fn replace(folder: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = folder.join(format!(".{SUMS}.fresh"));
    let write = || -> io::Result<()> {
        let mut file = File::create(&fresh)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&fresh, folder.join(SUMS))
    };
    let done = write();
    if done.is_err() {
        // What is half written is no list of pins; that it may stay is no worse than the error that is told.
        let _ = fs::remove_file(&fresh);
    }
    done
}

fn unwritable(error: &io::Error) -> Problem {
    Problem::new(
        Kind::Output,
        "freeze::unwritable",
        Place::file(SUMS),
        format!("can't be written: {}", reason(&error.to_string())),
        format!("make room and the folder writable; what was pinned before is unchanged in {}", quote(SUMS)),
    )
}

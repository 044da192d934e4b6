//! Hashing, and the handle to verified bytes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::folder::{self, reason};
use super::hash::{CHUNK, hash_reader, hex};
use super::sums::{self, Sum};
use super::{MANIFEST, SUMS, problem};
use crate::campaign::datasets;
use crate::problem::{Outcome, Place, Problem, Problems};
use crate::source::quote;

/// A campaign's folder whose pinned files were found to be the pinned ones. [`verify`] is its only maker.
#[derive(Clone, Debug)]
pub struct Verified {
    folder: PathBuf,
    files: BTreeMap<String, Pin>,
    sums: Vec<u8>,
    sums_sha256: String,
}

#[derive(Clone, Debug)]
struct Pin {
    sha256: String,
    size: u64,
}

/// A pinned file: path below the campaign's folder, SHA-256 in lower-case hexadecimal, size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinnedFile<'a> {
    /// Path below the campaign's folder, with `/` between the parts.
    pub path: &'a str,
    /// SHA-256, 64 lower-case hexadecimal digits.
    pub sha256: &'a str,
    /// Size in bytes.
    pub size: u64,
}

/// Verifies the folder of a campaign against its `SHA256SUMS`. Pinned must be `campaign.yaml` and every file below
/// `frozen/` and `analyzer/`; other files are pinned if the list names them and are the author's own if it does not.
///
/// # Errors
/// Everything that is not as pinned, sorted by path: a file that is missing, not pinned, changed, a link, not a regular
/// file or unreadable; a line of `SHA256SUMS` that is malformed, doubled or leaves the folder.
/// [`Kind::Integrity`](crate::problem::Kind::Integrity).
pub fn verify(folder: &Path) -> Outcome<Verified> {
    let bytes = read_sums(folder)?;
    let sums_sha256 = hex(&Sha256::digest(&bytes));
    let (sums, mut problems) = sums::parse(&bytes);
    // What a broken line names is not known, so that "not named" can be said only of a list that was read whole.
    let listed = problems.is_empty();
    let listing = folder::list(folder, sums.keys().map(String::as_str));
    problems.extend(listing.problems);

    let mut present = Vec::new();
    for (path, sum) in &sums {
        if path == SUMS {
            problems.push(problem(
                "integrity::sums-itself",
                Place::line(SUMS, sum.line),
                "the list names itself, and no list can hold its own hash",
                "take the line out",
            ));
        } else if listing.files.contains(path) {
            present.push((path, sum));
        } else if !under_any(path, &listing.refused) {
            problems.push(problem(
                "integrity::missing",
                Place::file(path.clone()),
                format!("it is pinned in {SUMS} (line {}) and is not there", sum.line),
                "restore it from where the campaign was frozen",
            ));
        }
    }
    if listed {
        let extra = listing.files.iter().filter(|path| !sums.contains_key(*path));
        problems.extend(extra.map(|path| {
            problem(
                "integrity::extra",
                Place::file(path.clone()),
                format!("it lies among the pinned files and {SUMS} does not name it"),
                "take it away, or pin the campaign again if it belongs to it",
            )
        }));
    }
    if listed && !sums.contains_key(MANIFEST) {
        problems.push(unpinned_manifest(folder));
    }

    let hashed: Vec<Outcome<(String, Pin)>> =
        present.into_par_iter().map(|(path, sum)| check(folder, path, sum)).collect();
    let mut files = BTreeMap::new();
    for result in hashed {
        match result {
            Ok((path, pin)) => {
                files.insert(path, pin);
            }
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() {
        return Ok(Verified { folder: folder.to_path_buf(), files, sums: bytes, sums_sha256 });
    }
    problems.sort_by(|a, b| (&a.place, a.code).cmp(&(&b.place, b.code)));
    Err(problems)
}

impl Verified {
    /// The pinned files in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = PinnedFile<'_>> {
        self.files.iter().map(|(path, pin)| PinnedFile { path, sha256: &pin.sha256, size: pin.size })
    }

    /// Their paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// SHA-256 of a pinned file, `None` if the path is not pinned.
    pub fn sha256(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|pin| pin.sha256.as_str())
    }

    /// Whether a path is pinned.
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// The bytes of `SHA256SUMS` itself.
    pub fn sums(&self) -> &[u8] {
        &self.sums
    }

    /// SHA-256 of `SHA256SUMS` itself: one hash for all the pinned files.
    pub fn sums_sha256(&self) -> &str {
        &self.sums_sha256
    }

    /// The bytes of a pinned file, hashed again.
    ///
    /// # Errors
    /// The path is not pinned, the file can't be read any more, or its bytes changed since it was verified.
    pub fn read(&self, path: &str) -> Outcome<Vec<u8>> {
        let Some(pin) = self.files.get(path) else {
            return Err(vec![problem(
                "integrity::not-pinned",
                Place::file(path),
                format!("it is not pinned in {SUMS}"),
                "pin it, or correct the path that names it",
            )]);
        };
        let mut bytes = Vec::with_capacity(usize::try_from(pin.size).unwrap_or(0).min(64 << 20));
        // One byte more than was there shows that the file has grown, and no more of it is read.
        let read = File::open(self.folder.join(path))
            .and_then(|file| file.take(pin.size.saturating_add(1)).read_to_end(&mut bytes));
        if let Err(error) = read {
            return Err(vec![unreadable(path, &error)]);
        }
        let found = hex(&Sha256::digest(&bytes));
        if found == pin.sha256 {
            return Ok(bytes);
        }
        Err(vec![problem(
            "integrity::changed-since",
            Place::file(path),
            format!("it changed after it was verified: expected SHA-256 {}, found another", pin.sha256),
            "let nothing write to the campaign while it is being read, and start again",
        )])
    }
}

impl Verified {
    /// Copies a pinned file to `destination` in chunks, hashing what is written.
    ///
    /// # Errors
    /// As [`Verified::read`]; the outer error is one of writing.
    pub fn copy(&self, path: &str, destination: &mut impl io::Write) -> io::Result<Outcome<()>> {
        let Some(pin) = self.files.get(path) else { return Ok(self.read(path).map(|_| ())) };
        let mut source = match File::open(self.folder.join(path)) {
            Ok(source) => source,
            Err(error) => return Ok(Err(vec![unreadable(path, &error)])),
        };
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = match source.read(&mut chunk) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Err(vec![unreadable(path, &error)])),
            };
            let part = chunk.get(..length).unwrap_or_default();
            hasher.update(part);
            destination.write_all(part)?;
        }
        Ok(if hex(&hasher.finalize()) == pin.sha256 {
            Ok(())
        } else {
            Err(vec![problem(
                "integrity::changed-since",
                Place::file(path),
                format!("it changed after it was verified: expected SHA-256 {}, found another", pin.sha256),
                "let nothing write to the campaign while it is being read, and start again",
            )])
        })
    }
}

/// The command that pins the folder's campaign anew.
fn again(folder: &Path) -> String {
    format!("{} --again", freeze(folder))
}

/// The command that pins it.
fn freeze(folder: &Path) -> String {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    format!("rebench-report freeze {name}")
}

fn check(folder: &Path, path: &str, sum: &Sum) -> Outcome<(String, Pin)> {
    let (found, size) =
        File::open(folder.join(path)).and_then(hash_reader).map_err(|error| vec![unreadable(path, &error)])?;
    if found == sum.sha256 {
        return Ok((path.to_owned(), Pin { sha256: found, size }));
    }
    // What people declare is corrected at times; what was measured never is.
    let declared = [MANIFEST, datasets::FILE].contains(&path);
    let next = if declared {
        format!("restore it; or, if it was corrected on purpose, pin the campaign anew: {}", again(folder))
    } else {
        "restore it from where the campaign was frozen; a correction belongs in a working copy".to_owned()
    };
    Err(vec![problem(
        "integrity::changed",
        Place::file(path),
        format!("its bytes are not the pinned ones: expected SHA-256 {}, found {found}", sum.sha256),
        next,
    )])
}

fn read_sums(folder: &Path) -> Outcome<Vec<u8>> {
    let path = folder.join(SUMS);
    let mut problems: Problems = Vec::new();
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_symlink() => problems.push(problem(
            "integrity::link",
            Place::file(SUMS),
            "this is a symbolic link; the list must be the file itself",
            "put a copy of what it points to in its place",
        )),
        Ok(metadata) if !metadata.is_file() => problems.push(problem(
            "integrity::not-a-file",
            Place::file(SUMS),
            "this is not a regular file",
            "restore the list from where the campaign was frozen",
        )),
        Ok(_) => match std::fs::read(&path) {
            Ok(bytes) => return Ok(bytes),
            Err(error) => problems.push(unreadable(SUMS, &error)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let next = match folder.symlink_metadata() {
                Ok(_) => format!(
                    "pin the campaign: {}; or, if it was frozen before, restore the list from there",
                    freeze(folder)
                ),
                Err(_) => "the campaign's folder itself is not there: correct its name".to_owned(),
            };
            problems.push(problem("integrity::no-sums", Place::file(SUMS), "the list of hashes is not there", next));
        }
        Err(error) => problems.push(unreadable(SUMS, &error)),
    }
    if folder.is_dir() && folder.join(MANIFEST).symlink_metadata().is_err() {
        problems.push(unpinned_manifest(folder));
    }
    Err(problems)
}

fn unpinned_manifest(folder: &Path) -> Problem {
    let there = folder.join(MANIFEST).symlink_metadata().is_ok();
    let cause = if there { format!("{SUMS} does not name it") } else { "the manifest is not there".to_owned() };
    let next = if there {
        "pin the campaign again, its manifest included"
    } else {
        "restore it from where the campaign was frozen"
    };
    problem("integrity::no-manifest", Place::file(MANIFEST), cause, next)
}

/// Whether `path` or a folder on the way to it is among `refused`.
fn under_any(path: &str, refused: &std::collections::BTreeSet<String>) -> bool {
    let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    folders.chain([path]).any(|part| refused.contains(part))
}

fn unreadable(path: &str, error: &io::Error) -> Problem {
    problem(
        "integrity::unreadable",
        Place::file(path),
        format!("it can't be read: {}", reason(&error.to_string())),
        format!("give the right to read {}, or restore it from where the campaign was frozen", quote(path)),
    )
}

//! Putting a report in its place: written into a fresh folder beside the old report, then swapped with it in one step.
//!
//! At every moment the place holds the old report or the new one, whole. A build that is killed leaves a folder whose
//! name begins with a dot; the next build of the same report removes it. What this tool did not write is never removed:
//! a folder that holds anything else is refused.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::manifest::{Hashed, INPUTS, Inputs, MANIFEST, SCHEMA, SUMS, sums};
use super::report::Report;
use crate::integrity::Verified;
use crate::problem::{Kind, Outcome, Place, Problem};

/// Right to write one report: held from before the build to its end.
#[derive(Debug)]
pub struct Reserved {
    /// The report's folder.
    place: PathBuf,
    /// Its parent.
    parent: PathBuf,
    /// Its name.
    name: String,
    /// Locked as long as this lives.
    _lock: File,
}

/// Reserves the place of a report, and removes what a killed build left beside it.
///
/// # Errors
/// A folder that this tool did not make or that holds other files, a place that is no folder, a place inside of a
/// campaign, a build of the same report that is running, a parent that can't be written.
pub fn reserve(place: &Path, campaigns: &Path) -> Outcome<Reserved> {
    let shown = place.display().to_string();
    let problem =
        |code, cause: String, next: &str| vec![Problem::new(Kind::Output, code, Place::file(&shown), cause, next)];
    let (Some(parent), Some(name)) = (place.parent(), place.file_name().and_then(|name| name.to_str())) else {
        return Err(problem("site::place", "is no place for a folder".into(), "give the path of a folder with a name"));
    };
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    fs::create_dir_all(parent)
        .and_then(|()| parent.canonicalize())
        .map_err(|error| {
            problem(
                "site::parent",
                format!("the folder above it can't be made: {error}"),
                "choose another place with --out",
            )
        })
        .and_then(|parent| {
            let place = parent.join(name);
            if campaigns.canonicalize().is_ok_and(|campaigns| place.starts_with(&campaigns)) {
                return Err(problem(
                    "site::inside-content",
                    "lies inside of the content folder, whose files a report must not change".into(),
                    "choose another place with --out",
                ));
            }
            refuse_foreign(&place, &shown)?;
            let lock = lock(&parent, name).map_err(|error| {
                let running = error.kind() == io::ErrorKind::WouldBlock;
                let cause = if running {
                    "another build is writing this report".to_string()
                } else {
                    format!("the folder above it can't be written: {error}")
                };
                let next = if running {
                    "wait until it has ended"
                } else {
                    "make it writable, or choose another place with --out"
                };
                problem("site::lock", cause, next)
            })?;
            remove_leftovers(&parent, name);
            Ok(Reserved { place, parent, name: name.to_string(), _lock: lock })
        })
}

fn lock(parent: &Path, name: &str) -> io::Result<File> {
    let path = parent.join(format!(".{name}.lock"));
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.try_lock().map_err(io::Error::from)?;
    Ok(file)
}

/// Begins the name of a folder in which a report is being written.
fn building(name: &str) -> String {
    format!(".{name}.building-")
}

fn remove_leftovers(parent: &Path, name: &str) {
    let prefix = building(name);
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(|entry| entry.starts_with(&prefix)) {
            // What can't be removed now is tried again by the next build; it harms nothing.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Refuses a place that holds what this tool did not write.
fn refuse_foreign(place: &Path, shown: &str) -> Outcome<()> {
    let problem =
        |code, cause: String, next: &str| vec![Problem::new(Kind::Output, code, Place::file(shown), cause, next)];
    let metadata = match fs::symlink_metadata(place) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            return Err(problem(
                "site::place",
                format!("can't be looked at: {error}"),
                "choose another place with --out",
            ));
        }
    };
    if !metadata.is_dir() {
        let what = if metadata.is_symlink() { "is a link" } else { "is a file" };
        return Err(problem("site::place", what.to_string(), "choose another place with --out"));
    }
    let (files, unreadable) = listing(place);
    if files.is_empty() && unreadable.is_none() {
        return Ok(());
    }
    let own: Option<BTreeSet<String>> = fs::read(place.join(MANIFEST))
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
        .filter(|manifest| manifest.get("schema").and_then(|schema| schema.as_str()) == Some(SCHEMA))
        .and_then(|_| fs::read(place.join(SUMS)).ok())
        .map(|bytes| {
            let (known, _) = crate::integrity::parse_sums(&bytes);
            known.into_keys().chain([SUMS.to_string()]).collect()
        });
    let Some(own) = own else {
        return Err(problem(
            "site::foreign",
            "is a folder that this tool did not make".into(),
            "choose another place with --out, or move the folder away",
        ));
    };
    let mut foreign: Vec<String> = files.into_iter().filter(|file| !own.contains(file)).collect();
    foreign.extend(unreadable);
    if foreign.is_empty() {
        return Ok(());
    }
    let more = foreign.len().saturating_sub(3);
    foreign.truncate(3);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(problem(
        "site::foreign-files",
        format!("holds files that this tool did not write: {}{rest}", foreign.join(", ")),
        "move them away; a new report takes the whole folder's place",
    ))
}

/// Files below a folder, by path with `/`, and the first entry that can't be looked at.
fn listing(folder: &Path) -> (Vec<String>, Option<String>) {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => {
                let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                files.push(path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"));
            }
            Err(error) => return (files, Some(error.to_string())),
        }
    }
    (files, None)
}

impl Reserved {
    /// Writes the report and the pinned inputs, and swaps it in. Returns the number of files.
    ///
    /// # Errors
    /// The first file that can't be written (a full disk, a missing right), or an input that changed meanwhile. The old
    /// report then stands as it was.
    pub fn commit(&self, report: &Report, verified: &Verified, inputs: &Inputs) -> Outcome<usize> {
        let fresh = self.parent.join(format!("{}{}", building(&self.name), std::process::id()));
        let written = self.write(&fresh, report, verified, inputs).and_then(|count| {
            self.swap(&fresh).map_err(|error| vec![self.failed(&self.place, &error)])?;
            Ok(count)
        });
        // After the swap this is the old report; after a failure, what was written of the new one.
        let _ = fs::remove_dir_all(&fresh);
        written
    }

    fn write(&self, fresh: &Path, report: &Report, verified: &Verified, inputs: &Inputs) -> Outcome<usize> {
        let failed = |path: &Path, error: &io::Error| vec![self.failed(path, error)];
        fs::create_dir(fresh).map_err(|error| failed(fresh, &error))?;
        let written = report.files().map(|(path, _)| fresh.join(path));
        let copies = inputs.pinned.iter().map(|pinned| fresh.join(INPUTS).join(&pinned.path));
        let folders: BTreeSet<PathBuf> =
            written.chain(copies).filter_map(|path| path.parent().map(Path::to_path_buf)).collect();
        for folder in &folders {
            fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        }
        let files: Vec<(&str, &[u8])> = report.files().collect();
        let write = |(path, bytes): &(&str, &[u8])| {
            let target = fresh.join(path);
            put(&target, |file| file.write_all(bytes)).map_err(|error| failed(&target, &error))
        };
        first(files.par_iter().map(write).collect())?;
        let copy = |pinned: &Hashed| {
            let target = fresh.join(INPUTS).join(&pinned.path);
            let mut outcome = Ok(());
            put(&target, |file| {
                outcome = verified.copy(&pinned.path, file)?;
                Ok(())
            })
            .map_err(|error| failed(&target, &error))?;
            outcome
        };
        first(inputs.pinned.par_iter().map(copy).collect())?;
        let count = files.len() + inputs.pinned.len();
        let mut copied = Vec::new();
        let inputs_folder = fresh.join(INPUTS);
        fs::create_dir_all(&inputs_folder).map_err(|error| failed(&inputs_folder, &error))?;
        let list = verified.sums();
        let target = fresh.join(INPUTS).join(SUMS);
        put(&target, |file| file.write_all(list)).map_err(|error| failed(&target, &error))?;
        copied.push(Hashed {
            path: SUMS.to_string(),
            sha256: verified.sums_sha256().to_string(),
            size: list.len() as u64,
        });
        let target = fresh.join(SUMS);
        put(&target, |file| file.write_all(&sums(report, inputs, &copied))).map_err(|error| failed(&target, &error))?;
        Ok(count + 2)
    }

    /// One step where the file system can exchange two names, two renames where it can't.
    fn swap(&self, fresh: &Path) -> io::Result<()> {
        if !self.place.exists() {
            return fs::rename(fresh, &self.place);
        }
        match renameat_with(CWD, fresh, CWD, &self.place, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(()),
            Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::NOTSUP) => {
                let aside = self.parent.join(format!("{}{}-old", building(&self.name), std::process::id()));
                fs::rename(&self.place, &aside)?;
                if let Err(error) = fs::rename(fresh, &self.place) {
                    fs::rename(&aside, &self.place)?;
                    return Err(error);
                }
                fs::rename(&aside, fresh)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn failed(&self, path: &Path, error: &io::Error) -> Problem {
        let next = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "free some space; the report that was there stands as it was"
            }
            _ => "see to it that the folder can be written; the report that was there stands as it was",
        };
        Problem::new(
            Kind::Output,
            "site::unwritable",
            Place::file(self.place.display().to_string()),
            format!("{} can't be written: {error}", path.strip_prefix(&self.parent).unwrap_or(path).display()),
            next,
        )
    }
}

/// The first failure in the order of the files, whichever came first in time: the message is the same for every run.
fn first(outcomes: Vec<Outcome<()>>) -> Outcome<()> {
    outcomes.into_iter().collect()
}

fn put(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // Never over something: the folder is fresh, so a name that is there stands for two files.
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    write(&mut file)
}

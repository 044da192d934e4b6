//! What lies below a campaign's folder.

use std::collections::BTreeSet;
use std::path::Path;

use walkdir::WalkDir;

use super::{PINNED_FOLDERS, problem};
use crate::problem::{Place, Problem};

/// The regular files below the folder that can be pinned, and what is wrong with the rest.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Paths of regular files below the folder, with `/` between the parts.
    pub files: BTreeSet<String>,
    /// Paths that are there and are no files that can be hashed; each has its problem.
    pub refused: BTreeSet<String>,
    /// Links, special files, unreadable folders, names that are not UTF-8.
    pub problems: Vec<Problem>,
}

/// Lists everything below the pinned folders of `folder`, and of all else only what `listed` names: what authors add
/// beside the pinned files is theirs. Links are not followed.
pub fn list<'a>(folder: &Path, listed: impl Iterator<Item = &'a str>) -> Listing {
    let mut listing = Listing::default();
    for top in PINNED_FOLDERS {
        walk(folder, top, &mut listing);
    }
    for path in listed {
        let covered = PINNED_FOLDERS.iter().any(|top| path.split('/').next() == Some(top));
        if !covered {
            look(folder, path, &mut listing);
        }
    }
    listing
}

fn walk(folder: &Path, top: &str, listing: &mut Listing) {
    let root = folder.join(top);
    if root.symlink_metadata().is_err() {
        return;
    }
    for entry in WalkDir::new(&root).follow_links(false).follow_root_links(false).sort_by_file_name() {
        match entry {
            Err(error) => {
                let path = error.path().map_or_else(|| top.to_owned(), |path| below(folder, path));
                let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                listing.refused.insert(path.clone());
                listing.problems.push(unreadable(&path, &why));
            }
            Ok(entry) => {
                let path = below(folder, entry.path());
                if entry.path().strip_prefix(folder).ok().and_then(Path::to_str).is_none() {
                    listing.problems.push(problem(
                        "integrity::name-not-utf8",
                        Place::file(path.clone()),
                        "the file's name is not UTF-8 (what can't be shown stands as �)",
                        "rename it and pin the campaign again",
                    ));
                    listing.refused.insert(path);
                    continue;
                }
                take(path, entry.file_type(), listing);
            }
        }
    }
}

/// Looks at one path part by part, so that a linked folder on the way is seen.
fn look(folder: &Path, path: &str, listing: &mut Listing) {
    let mut here = folder.to_path_buf();
    let mut so_far = String::new();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        here.push(part);
        if !so_far.is_empty() {
            so_far.push('/');
        }
        so_far.push_str(part);
        match here.symlink_metadata() {
            Ok(metadata) if parts.peek().is_some() && metadata.is_dir() => {}
            Ok(metadata) if parts.peek().is_some() && !metadata.is_symlink() => return,
            Ok(metadata) => {
                if metadata.is_dir() {
                    listing.problems.push(not_regular(&so_far, "a folder"));
                    listing.refused.insert(so_far);
                    return;
                }
                take(so_far.clone(), metadata.file_type(), listing);
                if listing.refused.contains(&so_far) {
                    listing.refused.insert(path.to_owned());
                }
                return;
            }
            // What is not there is missing, which the comparison with SHA256SUMS finds.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
            Err(error) => {
                listing.problems.push(unreadable(&so_far, &error.to_string()));
                listing.refused.insert(path.to_owned());
                return;
            }
        }
    }
}

fn take(path: String, kind: std::fs::FileType, listing: &mut Listing) {
    if kind.is_symlink() {
        if listing.refused.insert(path.clone()) {
            listing.problems.push(problem(
                "integrity::link",
                Place::file(path),
                "this is a symbolic link; a pinned file must be the file itself",
                "put a copy of what it points to in its place",
            ));
        }
    } else if kind.is_file() {
        listing.files.insert(path);
    } else if !kind.is_dir() {
        listing.problems.push(not_regular(&path, "a pipe, socket or device"));
        listing.refused.insert(path);
    }
}

fn not_regular(path: &str, what: &str) -> Problem {
    problem(
        "integrity::not-a-file",
        Place::file(path),
        format!("this is {what}, not a regular file"),
        "take it away, or restore the file from where the campaign was frozen",
    )
}

fn unreadable(path: &str, why: &str) -> Problem {
    problem(
        "integrity::unreadable",
        Place::file(path),
        format!("it can't be read: {}", reason(why)),
        "give the right to read it, or restore it from where the campaign was frozen",
    )
}

/// The words of a system error without its number, which differs between systems.
pub(super) fn reason(why: &str) -> &str {
    why.split(" (os error").next().unwrap_or(why)
}

/// `path` below `folder` with `/` between the parts; what is not UTF-8 stands as a replacement character.
fn below(folder: &Path, path: &Path) -> String {
    let rest = path.strip_prefix(folder).unwrap_or(path);
    rest.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

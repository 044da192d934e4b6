//! What lies in the folder.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{Notice, problem, shown};
use crate::problem::{Kind, Outcome, Problems};

/// Most files of an import.
const MOST_FILES: usize = 10_000;
/// Most bytes of an import.
const MOST_BYTES: u64 = 4 << 30;
/// Folders of version control: none of their files is an output.
const CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// The regular files of a folder.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Sorted by path.
    pub files: Vec<FoundFile>,
    /// What was left out.
    pub notices: Vec<Notice>,
}

/// A regular file.
#[derive(Clone, Debug)]
pub struct FoundFile {
    /// Where it is.
    pub from: PathBuf,
    /// Path below the folder, with `/` between the parts.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
}

/// That the folder and the campaigns' folder lie apart.
///
/// # Errors
/// The folder is not there or is none; one lies in the other.
pub fn apart(folder: &Path, content: &Path) -> Outcome<()> {
    let usage = |cause: String, next: &str| Err(vec![problem(Kind::Usage, "import::folder", "", cause, next)]);
    let next = "name the folder that holds the outputs";
    let whole = match folder.canonicalize() {
        Ok(whole) if whole.is_dir() => whole,
        Ok(_) => return usage(format!("{} is no folder", shown(folder)), next),
        Err(error) => {
            let why = error.to_string();
            let why = why.split(" (os error").next().unwrap_or(&why).to_owned();
            return usage(format!("the folder {} can't be read: {why}", shown(folder)), next);
        }
    };
    match content.canonicalize() {
        Ok(content) if whole.starts_with(&content) || content.starts_with(&whole) => usage(
            format!("{} and the folder of the campaigns lie one in the other", shown(folder)),
            "name a folder of outputs that lies apart from content/",
        ),
        _ => Ok(()),
    }
}

/// Lists the regular files below the folder.
///
/// # Errors
/// A name that is not UTF-8, a folder that can't be read, more files or bytes than an import takes, no file at all.
pub fn list(folder: &Path) -> Outcome<Found> {
    let mut found = Found::default();
    let mut problems = Problems::new();
    let mut bytes = 0_u64;
    let walk = WalkDir::new(folder).follow_links(false).sort_by_file_name().into_iter();
    let wanted = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !CONTROL.iter().any(|name| entry.file_name() == std::ffi::OsStr::new(name))
    };
    for entry in walk.filter_entry(wanted) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().map_or_else(String::new, |path| below(folder, path));
                let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                let why = why.split(" (os error").next().unwrap_or(&why).to_owned();
                let cause = format!("it can't be read: {why}");
                problems.push(problem(Kind::Input, "import::unreadable", &path, cause, "give the right to read it"));
                continue;
            }
        };
        if entry.file_type().is_dir() {
            continue;
        }
        let path = below(folder, entry.path());
        if entry.path().strip_prefix(folder).ok().and_then(Path::to_str).is_none() {
            problems.push(problem(
                Kind::Input,
                "import::name-not-utf8",
                &path,
                "the file's name is not UTF-8 (what can't be shown stands as \u{fffd})",
                "rename it, or take it out of the folder",
            ));
            continue;
        }
        if !entry.file_type().is_file() {
            let what = if entry.file_type().is_symlink() { "a symbolic link" } else { "a pipe, socket or device" };
            found.notices.push(Notice { path, what: format!("is {what} and was left out"), refused: false });
            continue;
        }
        let size = entry.metadata().map_or(0, |metadata| metadata.len());
        bytes = bytes.saturating_add(size);
        found.files.push(FoundFile { from: entry.into_path(), path, size });
        if found.files.len() > MOST_FILES || bytes > MOST_BYTES {
            let cause = format!("the folder holds more than {MOST_FILES} files or 4 GiB");
            return Err(vec![problem(Kind::Input, "import::too-much", "", cause, "import the outputs' own folder")]);
        }
    }
    if found.files.is_empty() && problems.is_empty() {
        let cause = format!("there is no file in {}", shown(folder));
        problems.push(problem(Kind::Input, "import::empty", "", cause, "name the folder that holds the outputs"));
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

/// `path` below `folder` with `/` between the parts; what is not UTF-8 stands as a replacement character.
fn below(folder: &Path, path: &Path) -> String {
    let rest = path.strip_prefix(folder).unwrap_or(path);
    rest.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

//! A new project with a first campaign that builds.
//!
//! In: a folder that is empty or not there, and the campaign's name. Out: book.toml, `content/<name>/` with made-up run times
//! that say of themselves that they are, pinned. Everything is written into a fresh folder beside and renamed, so that there is
//! the whole project or none of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::integrity::{self, Frozen, How};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::source::quote;
use crate::templates::Templates;

/// Name of the campaign where none is given.
pub const NAME: &str = "first-campaign";

/// What stands for the campaign's name in the carried files.
const PLACE_OF_NAME: &str = "EXAMPLE-NAME";

/// Where each carried file goes; `{}` is the campaign's name.
const FILES: [(&str, &str); 8] = [
    ("book.toml", "book.toml"),
    ("gitattributes", ".gitattributes"),
    ("gitignore", ".gitignore"),
    ("campaign.yaml", "content/{}/campaign.yaml"),
    ("datasets.yaml", "content/{}/datasets.yaml"),
    ("campaign.md", "content/{}/campaign.md"),
    ("first.md", "content/{}/phases/first.md"),
    ("runs.csv", "content/{}/frozen/first/runs.csv"),
];

/// Makes the project.
///
/// # Errors
/// A folder that holds something, a name that can't be a folder's or a file's, and what can't be written
/// ([`Kind::Output`]).
pub fn init(folder: &Path, name: &str) -> Outcome<Frozen> {
    check_name(name)?;
    let shown = folder.display().to_string();
    let output = |error: &io::Error, path: &Path| {
        vec![Problem::new(
            Kind::Output,
            "init::unwritable",
            Place::file(path.display().to_string()),
            format!("can't be written: {error}"),
            "make room and the folder writable, or name another one",
        )]
    };
    let there = match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(Ok(entry)) => Err(format!("holds {} already", quote(&entry.file_name().to_string_lossy()))),
            Some(Err(error)) => Err(format!("can't be read: {error}")),
            None => Ok(true),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(format!("can't be read: {error}")),
    };
    let there = there.map_err(|cause| {
        let next = "name a folder that is empty or not there yet";
        vec![Problem::new(Kind::Usage, "init::not-empty", Place::file(&shown), cause, next)]
    })?;
    let parent = match folder.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(output(&io::Error::other("it has no folder above it"), folder)),
    };
    fs::create_dir_all(parent).map_err(|error| output(&error, parent))?;
    let last = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let fresh = Fresh(parent.join(format!(".{last}.init")));
    let _ = fs::remove_dir_all(&fresh.0);
    let templates = Templates::carried();
    for (carried, place) in FILES {
        let path = fresh.0.join(place.replace("{}", name));
        let text = String::from_utf8_lossy(templates.bytes(&format!("example/{carried}"))).replace(PLACE_OF_NAME, name);
        let write = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&path, text)
        };
        write().map_err(|error| output(&error, folder))?;
    }
    let frozen = integrity::freeze(&fresh.0.join("content").join(name), How::default())?;
    if there {
        // An empty folder gives way; one that got a file meanwhile does not.
        fs::remove_dir(folder).map_err(|error| output(&error, folder))?;
    }
    fs::rename(&fresh.0, folder).map_err(|error| output(&error, folder))?;
    Ok(frozen)
}

/// The folder that is being filled; it goes away with this unless it was renamed.
struct Fresh(PathBuf);

impl Drop for Fresh {
    fn drop(&mut self) {
        // After the rename there is nothing of that name. What can't be removed is removed by the next call.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A campaign's name is a folder's and stands in files and addresses.
fn check_name(name: &str) -> Outcome<()> {
    let plain = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.len() <= 100
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    if plain {
        return Ok(());
    }
    Err(vec![Problem::new(
        Kind::Usage,
        "init::name",
        Place::default(),
        format!("{} can't be the name of a campaign", quote(name)),
        "begin with a letter or digit and go on with letters, digits, `-`, `_` and `.`",
    )])
}

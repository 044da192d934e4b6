//! The campaign in its place: written into a fresh folder beside it, read once as a build reads it, written up, renamed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Imported, problem};
use crate::campaign::datasets;
use crate::evidence::collect::phase_document;
use crate::integrity::{self, MANIFEST, SUMS};
use crate::pipeline;
use crate::problem::{Kind, Outcome, Problem, Problems};
use crate::source::quote;
use crate::writeup::scaffold;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The campaign's folder.
    pub folder: PathBuf,
    /// Files that are pinned.
    pub pinned: usize,
    /// The write-up of the phase, below the folder.
    pub write_up: String,
}

/// Writes a campaign below `content`. It is there whole or not at all.
///
/// # Errors
/// A campaign of that name is there; another import of it is at work or was killed; something can't be written; and what a
/// build would refuse of the files, with places below the imported folder.
pub fn write(imported: &Imported, content: &Path) -> Outcome<Written> {
    let place = content.join(&imported.campaign);
    let shown = place.display().to_string();
    let output = |code: &'static str, path: &str, cause: String, next: &str| {
        vec![problem(Kind::Output, code, path, cause, next)]
    };
    if place.symlink_metadata().is_ok() {
        let next = "give another name with --name, or move it away first";
        return Err(output("import::exists", &shown, "is there already".to_owned(), next));
    }
    let fresh = content.join(format!(".importing-{}", imported.campaign));
    if let Err(error) = fs::create_dir_all(content).and_then(|()| fs::create_dir(&fresh)) {
        let (cause, next) = if error.kind() == io::ErrorKind::AlreadyExists {
            (
                "is there: an import of this campaign is at work, or was killed".to_owned(),
                "wait for it, or delete the folder",
            )
        } else {
            (format!("can't be made: {error}"), "see to it that the folder can be written")
        };
        return Err(output("import::write", &fresh.display().to_string(), cause, next));
    }
    let fresh = Fresh(fresh);
    let written = fill(imported, &fresh.0)?;
    fs::rename(&fresh.0, &place).map_err(|error| {
        output(
            "import::write",
            &shown,
            format!("can't be put there: {error}"),
            "see to it that the folder can be written",
        )
    })?;
    Ok(Written { folder: place, ..written })
}

/// A folder that is removed when it is not renamed before.
struct Fresh(PathBuf);

impl Drop for Fresh {
    fn drop(&mut self) {
        // After the rename there is nothing of that name; what can't be removed is told by the next import.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn fill(imported: &Imported, folder: &Path) -> Outcome<Written> {
    let phase = &imported.phase;
    let mut sums: Vec<(String, String)> = Vec::with_capacity(imported.files.len() + 1);
    for file in &imported.files {
        let path = format!("frozen/{phase}/{}", file.pinned);
        let to = folder.join(&path);
        let copied = copy(&file.from, &to).and_then(|()| integrity::hash_file(&to));
        let (hash, _) = copied.map_err(|error| {
            let cause = format!("can't be copied: {error}");
            vec![problem(
                Kind::Output,
                "import::write",
                &file.path,
                cause,
                "see to it that it can be read and there is room",
            )]
        })?;
        sums.push((path, hash));
    }
    save(folder, MANIFEST, &imported.manifest)?;
    sums.push((MANIFEST.to_owned(), integrity::sha256(imported.manifest.as_bytes())));
    sums.sort();
    let text: String = sums.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    save(folder, SUMS, &text)?;
    save(folder, datasets::FILE, &imported.datasets)?;
    let basis = pipeline::read_folder(folder).map_err(|problems| below(imported, problems))?;
    let Some(found) = basis.observed().find(|found| found.name() == phase) else {
        let cause = format!("the phase {} has no datasets", quote(phase));
        return Err(vec![problem(Kind::Input, "import::no-phase", datasets::FILE, cause, "report this as a fault")]);
    };
    let unread: Vec<(String, String)> = imported
        .notices
        .iter()
        .filter(|notice| notice.refused)
        .map(|notice| (notice.path.clone(), notice.what.clone()))
        .collect();
    let write_up = format!("phases/{}.md", phase_document(phase));
    save(folder, "campaign.md", &scaffold::campaign(&imported.campaign, phase))?;
    save(folder, &write_up, &scaffold::observed(found, &unread))?;
    Ok(Written { folder: PathBuf::new(), pinned: sums.len(), write_up })
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut from = fs::File::open(from)?;
    let mut to = OpenOptions::new().write(true).create_new(true).open(to)?;
    io::copy(&mut from, &mut to)?;
    to.flush()
}

fn save(folder: &Path, path: &str, text: &str) -> Outcome<()> {
    let to = folder.join(path);
    let parent = to.parent().map_or(Ok(()), fs::create_dir_all);
    parent.and_then(|()| fs::write(&to, text)).map_err(|error| {
        let cause = format!("can't be written: {error}");
        vec![problem(
            Kind::Output,
            "import::write",
            path,
            cause,
            "see to it that the folder can be written and has room",
        )]
    })
}

/// Problems of the campaign that was not written, by the files that it was made from.
fn below(imported: &Imported, problems: Problems) -> Problems {
    let frozen = format!("frozen/{}/", imported.phase);
    let original = |file: &str| {
        let pinned = file.strip_prefix(&frozen)?;
        imported.files.iter().find(|one| one.pinned == pinned).map(|one| one.path.clone())
    };
    problems
        .into_iter()
        .map(|mut problem: Problem| {
            if let Some(path) = original(&problem.place.file) {
                problem.place.file = path;
            }
            if let Some(place) = problem.excerpt.as_mut().and_then(|excerpt| excerpt.place.as_mut())
                && let Some(path) = original(&place.file)
            {
                place.file = path;
            }
            problem
        })
        .collect()
}

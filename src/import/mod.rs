//! A campaign's skeleton from a folder of other tools' outputs.
//!
//! In: a folder, the name of the campaign and of its phase. Out: [`Imported`]: which file goes where, the texts of
//! `campaign.yaml` and `datasets.yaml`, and what was noticed on the way; then the campaign in its place.
//!
//! 1. [`folder`]: what lies in the folder; links and special files are left out and told.
//! 2. [`recognise`]: the format of each file, and what its reader makes of it.
//! 3. [`arms`]: what the files of a format are to one another: arms, cases, runs; which are compared.
//! 4. [`declare`]: kind, design and metrics of each dataset; the text of the declaration.
//! 5. [`facts`]: date and host, where the files tell them.
//! 6. [`mod@write`]: everything into a fresh folder, read once as a build reads it, written up, and put in its place.
//!
//! Whatever is guessed stands in `datasets.yaml`, where its author corrects it. Nothing is guessed that would make a
//! result look better than it is: runs are never paired, and files are compared only where something says that they
//! are of the same thing.

pub mod arms;
pub mod declare;
pub mod facts;
pub mod folder;
pub mod recognise;
pub mod text;
pub mod write;

use std::path::{Path, PathBuf};

use crate::problem::{Kind, Outcome, Place, Problem};
use crate::source::quote;

/// Name of the phase where none is given.
pub const PHASE: &str = "imported";

/// What to import.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of outputs.
    pub folder: PathBuf,
    /// Name of the campaign; made from the folder's where it is not given.
    pub name: Option<String>,
    /// Name of the phase; [`PHASE`] where it is not given.
    pub phase: Option<String>,
    /// The folder that campaigns lie below; nothing is imported from there.
    pub content: PathBuf,
}

/// A campaign that is not written yet.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name.
    pub campaign: String,
    /// Its phase.
    pub phase: String,
    /// The files, sorted by the path that they are pinned under.
    pub files: Vec<Copied>,
    /// Text of `campaign.yaml`.
    pub manifest: String,
    /// Text of `datasets.yaml`.
    pub datasets: String,
    /// The datasets by name, each with its format's tool and the number of its files.
    pub read: Vec<(String, &'static str, usize)>,
    /// What somebody should know.
    pub notices: Vec<Notice>,
}

/// A file and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Where it is.
    pub from: PathBuf,
    /// Its path below the imported folder.
    pub path: String,
    /// Its path below the phase's folder.
    pub pinned: String,
    /// Whether a dataset reads it.
    pub read: bool,
}

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The file, below the imported folder; empty where it is about all.
    pub path: String,
    /// What, without a full stop.
    pub what: String,
    /// Whether the file would have been read, had it held what its reader needs: told in the write-up too.
    pub refused: bool,
}

/// Reads a folder and decides what its campaign is.
///
/// # Errors
/// A folder that is not there, holds no file of a known format, or lies in or around the campaigns' folder; names that
/// can't be used; files that can't be copied; what the readers refuse of files that do hold results.
pub fn import(request: &Request) -> Outcome<Imported> {
    let campaign = text::campaign(request)?;
    let phase = text::phase(request)?;
    folder::apart(&request.folder, &request.content)?;
    let found = folder::list(&request.folder)?;
    let mut recognised = recognise::recognise(found)?;
    let groups = recognise::groups(&recognised);
    let mut data = declare::Declared::default();
    for group in groups {
        for (commands_are_cases, group) in arms::by_file(&mut recognised, group) {
            let plan = arms::plan(&recognised, &group);
            recognised.notices.extend(plan.notices.iter().cloned());
            data.add(&recognised, &group, plan, commands_are_cases);
        }
    }
    let facts = facts::gather(&recognised);
    let read: Vec<(String, &'static str, usize)> = data.summary();
    let tools: Vec<&str> = read.iter().map(|(_, tool, _)| *tool).collect();
    let manifest = declare::manifest(&campaign, &phase, &facts, &tools);
    let datasets = data.text(&campaign, &phase, &recognised.notices);
    let files = recognised
        .files
        .iter()
        .map(|file| Copied {
            from: file.from.clone(),
            path: file.path.clone(),
            pinned: file.pinned.clone(),
            read: data.reads(&file.pinned),
        })
        .collect();
    Ok(Imported { campaign, phase, files, manifest, datasets, read, notices: recognised.notices })
}

/// A problem with the import as a whole or with one file of it.
fn problem(kind: Kind, code: &'static str, path: &str, cause: impl Into<String>, next: impl Into<String>) -> Problem {
    Problem::new(kind, code, Place::file(path), cause, next)
}

/// A path as messages show it.
fn shown(path: &Path) -> String {
    quote(&path.display().to_string())
}

//! The files of a phase that was not run by a plan.
//!
//! In: the verified files and what `datasets.yaml` declares of the phase. Out: [`ObservedRecords`]: each dataset with its
//! files, whose they are, and what their readers made of them.
//!
//! 1. [`paths`]: which files belong to a dataset, by path or by a list of runs, and whose they are.
//! 2. [`read`]: every file by its format's reader, in parallel.

pub mod paths;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::formats::{Format, Input};
use super::reading::{Reading, Said, SaidKind, Whose};
use super::{Remark, byte_order_mark};
use crate::campaign::datasets::{self, Dataset, PhaseData};
use crate::campaign::manifest::Phase;
use crate::campaign::published_summary::{self, PublishedSummary};
use crate::integrity::Verified;
use crate::problem::{Kind, Outcome, Place, Problem, Problems, gather};
use crate::source::{Source, list, quote};
use paths::Owned;

/// Everything of one phase without a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedRecords {
    /// The manifest's entry.
    pub declared: Phase,
    /// What `datasets.yaml` declares of it.
    pub data: PhaseData,
    /// The datasets in the order of their declaration.
    pub datasets: Vec<DatasetRecords>,
    /// Figures that were printed elsewhere, those of this phase.
    pub published: Option<PublishedSummary>,
    /// Pinned files of the phase that no dataset reads.
    pub unread: Vec<String>,
}

/// The files of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct DatasetRecords {
    /// Its declaration.
    pub declared: Dataset,
    /// The files in the order of the declaration, then of their paths.
    pub files: Vec<FileRecords>,
}

/// One file of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct FileRecords {
    /// Path below the campaign's folder.
    pub path: String,
    /// Its format.
    pub format: &'static Format,
    /// Whose it is, as its path or the list of runs says.
    pub whose: Whose,
    /// What its reader made of it.
    pub reading: Reading,
    /// The lines that its observations stand on, as printed.
    pub lines: BTreeMap<u32, String>,
}

impl ObservedRecords {
    /// Path below the campaign's folder of a file of this phase.
    pub fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.declared.dir)
    }
}

/// Most characters of a line that are kept to be shown.
const LONGEST: usize = 400;

/// Reads every file of a phase's datasets.
///
/// # Errors
/// Datasets without files, files of unknown format, and everything that the readers refuse, in the order of the
/// declaration.
pub(super) fn read(verified: &Verified, declared: &Phase, data: &PhaseData) -> Outcome<(ObservedRecords, Vec<Remark>)> {
    let read: Vec<Outcome<(DatasetRecords, Vec<Remark>)>> =
        data.datasets.par_iter().map(|dataset| read_dataset(verified, declared, data, dataset)).collect();
    let published = match &data.published {
        Some(path) => {
            let source = Source::decode(path, &verified.read(path)?)?;
            Some(published_summary::read(&source)?.of_phase(&declared.phase))
        }
        None => None,
    };
    let mut datasets = Vec::with_capacity(read.len());
    let mut remarks = Vec::new();
    for (dataset, more) in gather(read)? {
        datasets.push(dataset);
        remarks.extend(more);
    }
    let indices = data.datasets.iter().filter_map(|dataset| dataset.index.as_ref());
    let indices: Vec<String> = indices.map(|index| format!("{}/{}", declared.dir, index.file)).collect();
    let below = format!("{}/", declared.dir);
    let read: BTreeSet<&str> =
        datasets.iter().flat_map(|dataset| &dataset.files).map(|file| file.path.as_str()).collect();
    let unread = verified
        .paths()
        .filter(|path| path.starts_with(&below) && !indices.iter().any(|index| index == path))
        .filter(|path| !read.contains(path))
        .map(str::to_owned)
        .collect();
    Ok((ObservedRecords { declared: declared.clone(), data: data.clone(), datasets, published, unread }, remarks))
}

fn read_dataset(
    verified: &Verified,
    phase: &Phase,
    data: &PhaseData,
    dataset: &Dataset,
) -> Outcome<(DatasetRecords, Vec<Remark>)> {
    let format = declared_format(dataset)?;
    let owned = paths::files(verified, &phase.dir, data, dataset)?;
    let files: Vec<Outcome<(FileRecords, Option<Remark>)>> =
        owned.into_par_iter().map(|owned| read_file(verified, dataset, format, owned)).collect();
    let mut remarks = Vec::new();
    let mut kept = Vec::with_capacity(files.len());
    for (file, remark) in gather(files)? {
        kept.push(file);
        remarks.extend(remark);
    }
    Ok((DatasetRecords { declared: dataset.clone(), files: kept }, remarks))
}

fn declared_format(dataset: &Dataset) -> Outcome<Option<&'static Format>> {
    let Some(name) = &dataset.format else { return Ok(None) };
    match Format::named(name) {
        Some(format) => Ok(Some(format)),
        None => Err(vec![Problem::new(
            Kind::Input,
            "datasets::unknown-format",
            Place::line(datasets::FILE, dataset.format_line),
            format!("the format {} of the dataset {} is not known", quote(name), quote(&dataset.name)),
            format!("known are {}", list(&Format::names())),
        )]),
    }
}

fn read_file(
    verified: &Verified,
    dataset: &Dataset,
    declared: Option<&'static Format>,
    owned: Owned,
) -> Outcome<(FileRecords, Option<Remark>)> {
    let source = Source::decode(&owned.path, &verified.read(&owned.path)?)?;
    let Some(format) = declared.or_else(|| Format::of(&owned.path, &source)) else {
        return Err(vec![Problem::new(
            Kind::Input,
            "datasets::format-not-found",
            Place::file(&owned.path),
            "what wrote this file can't be told from its text",
            format!("declare the `format` of the dataset {}: {}", quote(&dataset.name), list(&Format::names())),
        )]);
    };
    let unknown: Problems = dataset
        .options
        .keys()
        .filter(|key| !format.keys.iter().any(|(known, _)| known == key))
        .map(|key| {
            let known: Vec<&str> = format.keys.iter().map(|(key, _)| *key).collect();
            let next = if known.is_empty() {
                "take it out; the format has no options".to_owned()
            } else {
                format!("known are {}", list(&known))
            };
            Problem::new(
                Kind::Input,
                "datasets::unknown-option",
                Place::line(datasets::FILE, dataset.line),
                format!("the format {} has no option {}", quote(format.name), quote(key)),
                next,
            )
        })
        .collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let folder = owned.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |relative: &str| match joined(folder, relative).filter(|path| verified.contains(path)) {
        Some(path) => Source::decode(&path, &verified.read(&path)?).map(Some),
        None => Ok(None),
    };
    let mut reading = (format.read)(&Input { source: &source, declared: &dataset.options, beside: &beside })?;
    if reading.is_empty() && !reading.said.iter().any(|said| said.kind <= SaidKind::Skipped) {
        let nothing = "The file holds no result that its reader knows.";
        reading.said.push(Said::new(1, SaidKind::Remark, nothing));
    }
    let mut wanted: Vec<u32> = reading.observations.iter().map(|one| one.line).collect();
    wanted.extend(reading.texts.iter().map(|one| one.line));
    wanted.sort_unstable();
    wanted.dedup();
    let mut wanted = wanted.into_iter().peekable();
    let mut lines = BTreeMap::new();
    for (number, _, text) in source.lines() {
        match wanted.peek() {
            Some(next) if *next == number => {
                lines.insert(number, shortened(text));
                wanted.next();
            }
            Some(_) => {}
            None => break,
        }
    }
    let remark = byte_order_mark(&source);
    Ok((FileRecords { path: owned.path, format, whose: owned.whose, reading, lines }, remark))
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A path relative to a folder as a path below the campaign's; `None` where it would leave it.
pub fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Reading {
    /// Whether it holds nothing that was measured.
    pub fn is_empty(&self) -> bool {
        self.observations.is_empty() && self.histograms.is_empty() && self.transactions.is_none()
    }
}

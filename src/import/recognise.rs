//! The format of each file, and what its reader makes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rayon::prelude::*;

use super::folder::{Found, FoundFile};
use super::{Notice, problem, text};
use crate::ingest::formats::{Format, Input, KNOWN, criterion};
use crate::ingest::observed::joined;
use crate::ingest::reading::Reading;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::{Source, list, quote};

/// Largest file that no format claims, in bytes: more is hardly a console output.
const LARGEST_UNREAD: u64 = 64 << 20;
/// Largest file that is read at all.
const LARGEST: u64 = 1 << 30;

/// The files of the folder with what they hold.
#[derive(Clone, Debug, Default)]
pub struct Recognised {
    /// Sorted by path.
    pub files: Vec<File>,
    /// What was noticed.
    pub notices: Vec<Notice>,
}

/// A file and what it holds.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is.
    pub from: PathBuf,
    /// Path below the folder.
    pub path: String,
    /// Path below the phase's folder.
    pub pinned: String,
    /// Format and reading, where it is an output.
    pub output: Option<(&'static Format, Reading)>,
}

/// Finds out what each file is and reads it.
///
/// # Errors
/// No file is of a known format; what the readers refuse where no file is left that holds results; a file that is too
/// large. What they refuse of one among others is noticed.
pub fn recognise(found: Found) -> Outcome<Recognised> {
    let Found { files, mut notices } = found;
    let sources: Vec<Outcome<Result<Source, String>>> = files.par_iter().map(decoded).collect();
    let mut taken = Vec::with_capacity(files.len());
    let pinned: Vec<String> = files
        .iter()
        .map(|file| {
            let pinned = text::pinned(&file.path, &taken);
            taken.push(pinned.clone());
            pinned
        })
        .collect();
    let mut problems = Problems::new();
    let mut by_path: BTreeMap<&str, Source> = BTreeMap::new();
    for (file, source) in files.iter().zip(sources) {
        match source {
            Ok(Ok(source)) => {
                by_path.insert(&file.path, source);
            }
            // What isn't text is pinned as it is; that it is text of another encoding is worth a word.
            Ok(Err(why)) if why.contains("UTF-16") || why.contains("UTF-32") => {
                notices.push(Notice { path: file.path.clone(), what: format!("was not read: {why}"), refused: true });
            }
            Ok(Err(_)) => {}
            Err(found) => problems.extend(found),
        }
    }
    let read: Vec<Option<(&'static Format, Outcome<Reading>)>> = files
        .par_iter()
        .map(|file| {
            let source = by_path.get(file.path.as_str())?;
            let format = format_of(&file.path, source, &by_path)?;
            Some((format, read(format, source, &by_path)))
        })
        .collect();
    let mut refused: Vec<(String, Problems)> = Vec::new();
    let mut out = Vec::with_capacity(files.len());
    for ((file, pinned), read) in files.iter().zip(pinned).zip(read) {
        let output = match read {
            Some((format, Ok(reading))) => {
                problems.extend(reserved(&file.path, &reading));
                Some((format, reading))
            }
            Some((_, Err(found))) => {
                refused.push((file.path.clone(), found));
                None
            }
            None if file.size > LARGEST_UNREAD && !by_path.contains_key(file.path.as_str()) => {
                problems.push(too_large(file, "no format known here wrote it, and it is larger than 64 MiB"));
                None
            }
            None => {
                if file.size > LARGEST_UNREAD {
                    problems.push(too_large(file, "no format known here wrote it, and it is larger than 64 MiB"));
                }
                None
            }
        };
        out.push(File { from: file.from.clone(), path: file.path.clone(), pinned, output });
    }
    let any = out.iter().any(|file| file.output.is_some());
    for (path, found) in refused {
        match found.first() {
            Some(first) if any => notices.push(Notice { path, what: left_out(first, found.len()), refused: true }),
            _ => problems.extend(found.into_iter().map(to_import)),
        }
    }
    if !any && problems.is_empty() {
        problems.push(nothing_known(&files));
    }
    notices.sort_by(|a, b| a.path.cmp(&b.path));
    if problems.is_empty() { Ok(Recognised { files: out, notices }) } else { Err(problems) }
}

/// That a file is left out, and the first of what its reader says of it.
fn left_out(first: &Problem, count: usize) -> String {
    let line = match first.place.line {
        Some(line) if !first.cause.contains("nothing was measured") => format!("line {line}: "),
        _ => String::new(),
    };
    let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
    format!("was not read: {line}{}{more}", first.cause)
}

/// A reader's problem for somebody who imports: nothing has been frozen yet that could be restored.
fn to_import(mut problem: Problem) -> Problem {
    if problem.next.contains("frozen") || problem.next.contains("restore") {
        problem.next = "move it out of the folder, or make it again".to_owned();
    }
    problem
}

/// The text of a file, or why it is none.
fn decoded(file: &FoundFile) -> Outcome<Result<Source, String>> {
    if file.size > LARGEST {
        return Err(vec![too_large(file, "it is larger than 1 GiB")]);
    }
    match std::fs::read(&file.from) {
        Ok(bytes) => Ok(Source::decode(&file.path, &bytes)
            .map_err(|problems| problems.into_iter().next().map(|first| first.cause).unwrap_or_default())),
        Err(error) => {
            let why = error.to_string();
            let cause = format!("it can't be read: {}", why.split(" (os error").next().unwrap_or(&why));
            Err(vec![problem(Kind::Input, "import::unreadable", &file.path, cause, "give the right to read it")])
        }
    }
}

/// The first name with a character that a write-up could not hold.
fn reserved(path: &str, reading: &Reading) -> Option<Problem> {
    let kept = |text: &&str| text.chars().find(|c| ('\u{e000}'..='\u{f8ff}').contains(c));
    reading.observations.iter().find_map(|one| {
        let whose = [one.whose.case.as_deref(), one.whose.arm.as_deref(), Some(one.metric.as_str())];
        let c = whose.into_iter().flatten().find_map(|text| kept(&text))?;
        let cause = format!(
            "a name in it holds the private-use character U+{:04X}, which write-ups keep for themselves",
            c as u32
        );
        let next = "rename what it names, and record again";
        Some(Problem::new(Kind::Input, "import::reserved", Place::line(path, one.line), cause, next))
    })
}

fn too_large(file: &FoundFile, cause: &str) -> Problem {
    let next = "take it out of the folder, or import a part of it that can be kept with the campaign";
    problem(Kind::Input, "import::too-large", &file.path, cause, next)
}

/// The format of a file. Of Criterion's baselines only those that differ from the last run are taken: after a run
/// criterion copies `new` over `base`, and a run must not be counted twice.
fn format_of(path: &str, source: &Source, all: &BTreeMap<&str, Source>) -> Option<&'static Format> {
    if let Some(format) = Format::of(path, source) {
        return Some(format);
    }
    let (benchmark, _) = path.strip_suffix("/sample.json")?.rsplit_once('/')?;
    let newest = format!("{benchmark}/new/sample.json");
    let newer = all.get(newest.as_str()).is_some_and(|new| new.text != source.text);
    let criterion = KNOWN.iter().find(|format| format.name == criterion::FORMAT.name)?;
    (newer && (criterion.looks)(&newest, source)).then_some(criterion)
}

fn read(format: &'static Format, source: &Source, all: &BTreeMap<&str, Source>) -> Outcome<Reading> {
    let folder = source.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |relative: &str| Ok(joined(folder, relative).and_then(|path| all.get(path.as_str()).cloned()));
    (format.read)(&Input { source, declared: &BTreeMap::new(), beside: &beside })
}

fn nothing_known(files: &[FoundFile]) -> Problem {
    let names: Vec<String> = files.iter().take(5).map(|file| quote(&file.path)).collect();
    let more =
        if files.len() > names.len() { format!(" and {} more", files.len() - names.len()) } else { String::new() };
    let tools: BTreeSet<&str> = KNOWN.iter().map(|format| format.tool).collect();
    problem(
        Kind::Input,
        "import::nothing-known",
        "",
        format!("no file is an output of a tool that is known here: {}{more}", names.join(", ")),
        format!("known are the outputs of {}", list(&tools.into_iter().collect::<Vec<_>>())),
    )
}

/// The files of one format, by index, in the order in which formats are known; formats without files are left out.
pub fn groups(recognised: &Recognised) -> Vec<(&'static Format, Vec<usize>)> {
    let of = |format: &'static Format| {
        let files = recognised.files.iter().enumerate();
        let own = files.filter(|(_, file)| file.output.as_ref().is_some_and(|(known, _)| *known == format));
        (format, own.map(|(at, _)| at).collect::<Vec<_>>())
    };
    KNOWN.iter().map(of).filter(|(_, files)| !files.is_empty()).collect()
}

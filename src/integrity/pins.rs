//! The runner's own pins, taken before the first run, after the last, and at the end, held against each other, against
//! the plan and against the frozen files.

use std::collections::BTreeMap;

use super::{Verified, problem};
use crate::campaign::plan::Plan;
use crate::ingest::{Pins, Remark};
use crate::problem::{Place, Problem, Problems};
use crate::source::quote;

const TIMES: [&str; 3] = ["before", "after", "end"];
const RESTORE: &str = "restore the phase from where the campaign was frozen";

/// Checks the pins of the phase in folder `dir`, against its plan where that could be read. Integrity problems: a pin file that is missing, an entry that differs between two of them,
/// a binary of the plan that is not pinned or pinned with another hash, an entry that differs from the frozen file, an
/// entry of a file that should be frozen and is not there. Remarks: entries of folders of which nothing was frozen
/// (binaries and sources often stay behind); their hashes can be compared with each other alone.
pub fn check_pins(dir: &str, plan: Option<&Plan>, pins: &[Pins], verified: &Verified) -> (Problems, Vec<Remark>) {
    let taken: BTreeMap<&str, &Pins> = pins.iter().map(|pins| (pins.when.as_str(), pins)).collect();
    let mut problems = Vec::new();
    for when in TIMES {
        if !taken.contains_key(when) {
            problems.push(problem(
                "integrity::pins-missing",
                Place::file(format!("{dir}/pins/{when}.json")),
                "the pins of this moment are missing, so that nobody can say whether a binary changed in between",
                RESTORE,
            ));
        }
    }
    let mut remarks = Vec::new();
    // What the first file says is held against everything; the others against the first.
    if let Some(first) = TIMES.iter().find_map(|when| taken.get(when)) {
        problems.extend(plan.map(|plan| against_plan(plan, first)).unwrap_or_default());
        let unfrozen = against_files(dir, verified, first, &mut problems);
        if !unfrozen.is_empty() {
            let names: Vec<String> = unfrozen.iter().map(|path| quote(path)).collect();
            remarks.push(Remark {
                place: Place::file(first.file.clone()),
                text: format!(
                    "Pinned by the runner and not frozen here, so that only the runner's hashes of them can be compared: {}.",
                    names.join(", ")
                ),
            });
        }
        for later in TIMES.iter().filter_map(|when| taken.get(when)).filter(|later| later.when != first.when) {
            problems.extend(against_first(first, later));
        }
    }
    (problems, remarks)
}

fn against_first(first: &Pins, later: &Pins) -> Problems {
    let mut problems = Vec::new();
    for (path, hash) in &first.files {
        match later.files.get(path) {
            None => problems.push(problem(
                "integrity::pins-differ",
                Place::file(later.file.clone()),
                format!("{} is pinned in {} and not here", quote(path), quote(&first.file)),
                RESTORE,
            )),
            Some(other) if other != hash => problems.push(problem(
                "integrity::pins-differ",
                Place::file(later.file.clone()),
                format!("{} has the SHA-256 {other}, but {hash} in {}", quote(path), quote(&first.file)),
                "a file that changed while the campaign ran makes its samples incomparable; run the phase again",
            )),
            Some(_) => {}
        }
    }
    for path in later.files.keys().filter(|path| !first.files.contains_key(*path)) {
        problems.push(problem(
            "integrity::pins-differ",
            Place::file(later.file.clone()),
            format!("{} is pinned here and not in {}", quote(path), quote(&first.file)),
            RESTORE,
        ));
    }
    problems
}

/// The binaries of arms and cases, each once.
fn against_plan(plan: &Plan, pins: &Pins) -> Problems {
    let arms = plan.arms.iter().map(|arm| (format!("arm {}", quote(&arm.name)), &arm.binary, &arm.sha256));
    let cases = plan.cases.iter().filter_map(|case| {
        let (binary, sha256) = case.binary.as_ref()?;
        Some((format!("case {}", quote(&case.name)), binary, sha256))
    });
    arms.chain(cases)
        .filter_map(|(who, binary, sha256)| {
            let (code, cause): (&'static str, String) = match pins.files.get(binary) {
                None => (
                    "integrity::binary-not-pinned",
                    format!("the binary {} of {who} is in the plan and not pinned here", quote(binary)),
                ),
                Some(pinned) if pinned != sha256 => (
                    "integrity::binary-differs",
                    format!("the binary {} of {who} has the SHA-256 {pinned}, but {sha256} in the plan", quote(binary)),
                ),
                Some(_) => return None,
            };
            Some(problem(code, Place::file(pins.file.clone()), cause, RESTORE))
        })
        .collect()
}

/// Holds the entries against the frozen files. Gives back those of folders of which nothing was frozen.
fn against_files<'a>(dir: &str, verified: &Verified, pins: &'a Pins, problems: &mut Vec<Problem>) -> Vec<&'a str> {
    let mut unfrozen = Vec::new();
    for (path, hash) in &pins.files {
        let frozen = format!("{dir}/{path}");
        match verified.sha256(&frozen) {
            Some(found) if found == hash => {}
            Some(found) => problems.push(problem(
                "integrity::pin-differs",
                Place::file(pins.file.clone()),
                format!("{} is pinned with the SHA-256 {hash}, but the frozen file has {found}", quote(path)),
                RESTORE,
            )),
            None => match path.split_once('/') {
                Some((top, _)) if !holds(verified, &format!("{dir}/{top}")) => unfrozen.push(path.as_str()),
                _ => problems.push(problem(
                    "integrity::pin-of-nothing",
                    Place::file(pins.file.clone()),
                    format!("{} is pinned, but {} is not there", quote(path), quote(&frozen)),
                    RESTORE,
                )),
            },
        }
    }
    unfrozen
}

fn holds(verified: &Verified, folder: &str) -> bool {
    let below = format!("{folder}/");
    verified.paths().any(|path| path.starts_with(&below))
}

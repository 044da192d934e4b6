//! Readers: verified bytes in, records out. One file a format; every record keeps its line.
//!
//! 1. [`read`]: the manifest, then every phase that it names, in parallel.
//! 2. [`metrics_csv`], [`events`], [`go_bench`], [`receipts`], [`pins`]: one reader a format, text in, records out.
//! 3. [`formats`]: one reader a tool's output, all of which return a [`reading::Reading`].
//! 4. [`number`] and [`time`]: what several formats print.
//! 5. [`records`]: what the readers return.

pub mod events;
pub mod formats;
pub mod go_bench;
mod lines;
pub mod metrics_csv;
pub mod number;
pub mod observed;
mod phase;
pub mod pins;
pub mod reading;
pub mod receipts;
pub mod records;
pub mod time;

pub use observed::{DatasetRecords, FileRecords, ObservedRecords};
use phase::receipts_of;
pub use records::*;

use rayon::prelude::*;

use crate::campaign::datasets::{self, Datasets};
use crate::campaign::manifest;
use crate::integrity::{MANIFEST, Verified};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::{Source, quote};

/// Reads the whole campaign, its phases in parallel; `datasets` declares those that were not run by a plan. Phases and
/// remarks stand in the manifest's order for any number of threads.
///
/// # Errors
/// All problems of all files, in the order of the phases: what a reader can't read, what two files say differently
/// ([`Kind::Input`]), and pins that don't hold ([`Kind::Integrity`]).
pub fn read(verified: &Verified, datasets: &Datasets) -> Outcome<Campaign> {
    let source = Source::decode(MANIFEST, &verified.read(MANIFEST)?)?;
    let manifest = manifest::read(&source)?;
    let strangers: Problems = datasets
        .phases
        .iter()
        .filter(|entry| !manifest.phases.iter().any(|phase| phase.phase == entry.phase))
        .map(|entry| {
            Problem::new(
                Kind::Input,
                "datasets::no-such-phase",
                Place::line(datasets::FILE, entry.line),
                format!("declares datasets of the phase {}, which {MANIFEST} does not have", quote(&entry.phase)),
                "correct the name of the phase",
            )
        })
        .collect();
    if !strangers.is_empty() {
        return Err(strangers);
    }
    let mut remarks: Vec<Remark> = byte_order_mark(&source).into_iter().collect();
    let read: Vec<Outcome<(Read, Vec<Remark>)>> = manifest
        .phases
        .par_iter()
        .map(|declared| match datasets.of(&declared.phase) {
            // What was planned is analysed as it was planned: no later declaration takes its place.
            Some(data) if phase::was_planned(verified, declared) => Err(vec![Problem::new(
                Kind::Input,
                "datasets::planned",
                Place::line(datasets::FILE, data.line),
                format!("the phase {} was run by a plan, and datasets are declared of it", quote(&declared.phase)),
                "take its entry out; the plan says how it is analysed",
            )]),
            Some(data) => observed::read(verified, declared, data)
                .map(|(records, remarks)| (Read::Observed(Box::new(records)), remarks)),
            None => phase::read(verified, &manifest, declared)
                .map(|(records, remarks)| (Read::Planned(Box::new(records)), remarks)),
        })
        .collect();
    let (mut phases, mut observed) = (Vec::new(), Vec::new());
    for (read, more) in crate::problem::gather(read)? {
        match read {
            Read::Planned(records) => phases.push(*records),
            Read::Observed(records) => observed.push(*records),
        }
        remarks.extend(more);
    }
    let hashes = verified.files().map(|file| (file.path.to_owned(), file.sha256.to_owned())).collect();
    Ok(Campaign { manifest, hashes, phases, observed, remarks })
}

/// A phase of either kind.
enum Read {
    Planned(Box<PhaseRecords>),
    Observed(Box<ObservedRecords>),
}

/// The remark that a file began with a byte-order mark, if it did.
fn byte_order_mark(source: &Source) -> Option<Remark> {
    source.marked.then(|| Remark {
        place: Place::line(source.file.clone(), 1),
        text: "The file begins with a byte-order mark, which was passed over.".to_owned(),
    })
}

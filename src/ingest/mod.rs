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
mod phase;
pub mod pins;
pub mod reading;
pub mod receipts;
pub mod records;
pub mod time;

use phase::receipts_of;
pub use records::*;

use rayon::prelude::*;

use crate::campaign::manifest;
use crate::integrity::{MANIFEST, Verified};
use crate::problem::{Outcome, Place};
use crate::source::Source;

/// Reads the whole campaign, its phases in parallel. Phases and remarks stand in the manifest's order for any number of
/// threads.
///
/// # Errors
/// All problems of all files, in the order of the phases: what a reader can't read, what two files say differently
/// ([`Kind::Input`](crate::problem::Kind::Input)), and pins that don't hold
/// ([`Kind::Integrity`](crate::problem::Kind::Integrity)).
pub fn read(verified: &Verified) -> Outcome<Campaign> {
    let source = Source::decode(MANIFEST, &verified.read(MANIFEST)?)?;
    let manifest = manifest::read(&source)?;
    let mut remarks: Vec<Remark> = byte_order_mark(&source).into_iter().collect();
    let read: Vec<Outcome<(PhaseRecords, Vec<Remark>)>> =
        manifest.phases.par_iter().map(|declared| phase::read(verified, &manifest, declared)).collect();
    let mut phases = Vec::with_capacity(read.len());
    for (records, more) in crate::problem::gather(read)? {
        phases.push(records);
        remarks.extend(more);
    }
    let hashes = verified.files().map(|file| (file.path.to_owned(), file.sha256.to_owned())).collect();
    Ok(Campaign { manifest, hashes, phases, remarks })
}

/// The remark that a file began with a byte-order mark, if it did.
fn byte_order_mark(source: &Source) -> Option<Remark> {
    source.marked.then(|| Remark {
        place: Place::line(source.file.clone(), 1),
        text: "The file begins with a byte-order mark, which was passed over.".to_owned(),
    })
}

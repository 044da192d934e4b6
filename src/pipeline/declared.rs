//! `datasets.yaml`, pinned with the campaign or added by its author later.

use std::path::Path;

use crate::campaign::datasets::{self, Datasets, FILE};
use crate::integrity::{self, Verified};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::site::manifest::Hashed;
use crate::source::Source;

/// Reads the declaration of a campaign's datasets: the pinned file, else the one that lies beside the pinned files, with
/// its hash. A campaign without one has phases with plans alone.
///
/// # Errors
/// The file can't be read, or what it says can't be understood.
pub(super) fn datasets(folder: &Path, verified: &Verified) -> Outcome<(Datasets, Option<Hashed>)> {
    let pinned = verified.contains(FILE);
    let bytes = if pinned {
        verified.read(FILE)?
    } else {
        match integrity::read_regular(&folder.join(FILE)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Datasets::default(), None)),
            Err(error) => {
                return Err(vec![Problem::new(
                    Kind::Input,
                    "datasets::unreadable",
                    Place::file(FILE),
                    format!("can't be read: {error}"),
                    "make it a readable file",
                )]);
            }
        }
    };
    let datasets = datasets::read(&Source::decode(FILE, &bytes)?)?;
    let hashed = Hashed { path: FILE.to_owned(), sha256: integrity::sha256(&bytes), size: bytes.len() as u64 };
    Ok((datasets, (!pinned).then_some(hashed)))
}

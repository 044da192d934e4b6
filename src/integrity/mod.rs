//! Integrity: a campaign's folder in, a handle to verified bytes out.
//!
//! 1. [`sums`]: `SHA256SUMS` is read: which file is pinned with which hash.
//! 2. [`folder`]: what lies below the folder is listed: regular files, and everything that may not be there.
//! 3. [`verify`] holds the two against each other and hashes every file, in parallel, streaming. It returns
//!    [`Verified`], the only way to the bytes: unverified bytes can't reach [`crate::ingest`].
//! 4. [`mod@freeze`] goes the other way: a folder in, the list of its hashes written.
//! 5. [`pins`]: once the pin files and the plan are read, the runner's own three lists of hashes are held against them.

pub mod folder;
pub mod freeze;
mod hash;
pub mod pins;
pub mod sums;
mod verified;

pub use freeze::{Frozen, How, freeze};
pub use hash::{hash_file, hash_reader, sha256};
pub use pins::check_pins;
pub use sums::parse as parse_sums;
pub use verified::{PinnedFile, Verified, verify};

use crate::problem::{Kind, Place, Problem};

/// Name of the file that pins all others.
pub const SUMS: &str = "SHA256SUMS";

/// Name of the campaign's manifest.
pub const MANIFEST: &str = "campaign.yaml";

/// Folders in which every file must be pinned.
pub const PINNED_FOLDERS: [&str; 2] = ["frozen", "analyzer"];

fn problem(code: &'static str, place: Place, cause: impl Into<String>, next: impl Into<String>) -> Problem {
    Problem::new(Kind::Integrity, code, place, cause, next)
}

/// The bytes of a regular file that is not pinned. Anything else is refused before it is opened: a pipe or a device would
/// be waited for without end.
///
/// # Errors
/// The file can't be read, or is not a regular one.
pub fn read_regular(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    // What reading a folder comes to, the system says best.
    std::fs::read(path)
}

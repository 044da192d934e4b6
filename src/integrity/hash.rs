//! SHA-256 of bytes, readers and files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// Bytes read at a time: large enough that calls don't count, small enough for the second-level cache.
pub const CHUNK: usize = 256 << 10;

/// SHA-256 of `bytes`, 64 lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 and size of a file, streaming.
///
/// # Errors
/// What opening and reading give.
pub fn hash_file(path: &Path) -> io::Result<(String, u64)> {
    hash_reader(File::open(path)?)
}

/// SHA-256 and length of everything that `reader` gives, in memory that does not grow with it.
///
/// # Errors
/// What reading gives.
pub fn hash_reader(mut reader: impl Read) -> io::Result<(String, u64)> {
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut size = 0;
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok((hex(&hasher.finalize()), size)),
            Ok(read) => {
                hasher.update(chunk.get(..read).unwrap_or(&chunk));
                size += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a String does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

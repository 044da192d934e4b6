//! The files of a report by path.

use std::collections::BTreeMap;

use crate::problem::{Kind, Outcome, Place, Problem};

/// The written files of a report. Pinned inputs are copied beside them when the report is committed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    files: BTreeMap<String, Vec<u8>>,
}

impl Report {
    /// Adds a file.
    ///
    /// # Errors
    /// A path that is there already: two things would have one name.
    pub fn add(&mut self, path: String, bytes: Vec<u8>) -> Outcome<()> {
        if self.files.contains_key(&path) {
            return Err(vec![Problem::new(
                Kind::Output,
                "site::path-twice",
                Place::file(path),
                "two parts of the report want this path",
                "rename the phase or case whose name leads to it",
            )]);
        }
        self.files.insert(path, bytes);
        Ok(())
    }

    /// Paths and bytes, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

//! Places: where in the inputs something stands.

use std::fmt;

/// A place in an input: a file, and as much more as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Path below the folder being worked on, with `/` between its parts; empty where no file is meant. A stage works on
    /// the campaign's folder; a whole build tells places below the project's root, and places outside of it whole.
    pub file: String,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// Job of the plan.
    pub job: Option<u32>,
}

impl Place {
    /// A whole file.
    pub fn file(file: impl Into<String>) -> Self {
        Place { file: file.into(), ..Place::default() }
    }

    /// A line of a file, from 1.
    pub fn line(file: impl Into<String>, line: u32) -> Self {
        Place { file: file.into(), line: Some(line), ..Place::default() }
    }

    /// The same with a column, from 1.
    pub fn at_column(mut self, column: u32) -> Self {
        self.column = Some(column);
        self
    }

    /// The same with its file below `folder`; a place without a file stays as it is.
    pub fn below(mut self, folder: &str) -> Self {
        if !self.file.is_empty() {
            self.file = format!("{folder}/{}", self.file);
        }
        self
    }

    /// The same with a job.
    pub fn of_job(mut self, job: u32) -> Self {
        self.job = Some(job);
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.file.is_empty() { "(no file)" } else { &self.file })?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        if let Some(job) = self.job {
            write!(f, " (job {job})")?;
        }
        Ok(())
    }
}

/// A line of the source with the part that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, without its end.
    pub line: String,
    /// First byte of the part within the line.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
    /// Where the line stands, if not at the problem's own place.
    pub place: Option<Place>,
}

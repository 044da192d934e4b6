//! Places: where in the inputs something stands.

use std::fmt;

/// A place in an input: a file, and as much more as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Path below the folder being worked on, with `/` between its parts; empty where no file is meant.
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
}

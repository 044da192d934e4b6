//! Problems: what went wrong, where, and what to do about it.
//!
//! Every stage returns all the problems it found, not the first. The library makes them and never prints them; the
//! command line turns them into text or JSON and maps the gravest to its exit code.

mod exit;
mod place;

pub use exit::Kind;
pub use place::{Excerpt, Place};

/// All independent problems of a stage; never empty where it is an error.
pub type Problems = Vec<Problem>;

/// What a stage returns.
pub type Outcome<T> = Result<T, Problems>;

/// One problem: place, cause, next step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {cause} ({next})")]
pub struct Problem {
    /// What kind it is; decides the exit code.
    pub kind: Kind,
    /// Stable name for machines and for searching, for instance `integrity::changed`.
    pub code: &'static str,
    /// Where it is.
    pub place: Place,
    /// What is wrong there, in one sentence without a full stop.
    pub cause: String,
    /// What the reader can do, in one sentence without a full stop.
    pub next: String,
    /// The words of the source that show it.
    pub excerpt: Option<Excerpt>,
}

impl Problem {
    /// A problem without an excerpt.
    pub fn new(
        kind: Kind,
        code: &'static str,
        place: Place,
        cause: impl Into<String>,
        next: impl Into<String>,
    ) -> Self {
        Problem { kind, code, place, cause: cause.into(), next: next.into(), excerpt: None }
    }

    /// The same with the source line that shows it.
    pub fn with_excerpt(mut self, excerpt: Excerpt) -> Self {
        self.excerpt = Some(excerpt);
        self
    }
}

/// Gathers the results of independent steps: all values, or all problems.
///
/// # Errors
/// The problems of every step that failed, in the order of the steps.
pub fn gather<T>(results: impl IntoIterator<Item = Outcome<T>>) -> Outcome<Vec<T>> {
    let mut values = Vec::new();
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}

//! What a figure of evidence is.

use crate::document::{Standing, Target};

/// A figure that a write-up may quote.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Stable id: parts joined by `:`, for instance `D1:cases:PlanCacheHit:final/before:ns/op`.
    pub id: String,
    /// Phase it belongs to; `None` for the campaign's own.
    pub phase: Option<String>,
    /// What it is, in words.
    pub what: String,
    /// Its value.
    pub amount: Amount,
    /// Interval ends, for an estimate.
    pub interval: Option<(f64, f64)>,
    /// `ratio`, `count`, `percent`, a metric's name, or empty.
    pub unit: String,
    /// Where it comes from.
    pub standing: Standing,
    /// How it was formed.
    pub derivation: Derivation,
    /// Where the report shows the derivation.
    pub shown: Option<Target>,
}

/// A value at full precision.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A measured or computed number.
    Number(f64),
    /// A count.
    Count(u64),
    /// A word, a name, a hash.
    Text(String),
    /// A truth value.
    Truth(bool),
}

impl Amount {
    /// As a double, if it is a number.
    pub fn number(&self) -> Option<f64> {
        match self {
            Amount::Number(value) => Some(*value),
            Amount::Count(count) => Some(*count as f64),
            Amount::Text(_) | Amount::Truth(_) => None,
        }
    }

    /// The unrounded form for machines.
    pub fn full(&self) -> String {
        match self {
            Amount::Number(value) => crate::number::text::full(*value),
            Amount::Count(count) => count.to_string(),
            Amount::Text(text) => text.clone(),
            Amount::Truth(truth) => truth.to_string(),
        }
    }
}

/// How a figure was formed.
#[derive(Clone, Debug, PartialEq)]
pub enum Derivation {
    /// From other figures, by ids.
    Computed {
        /// The method, in words.
        method: String,
        /// Ids of what went in, in order.
        from: Vec<String>,
    },
    /// One value of one result line.
    Sample {
        /// Log, below the campaign's folder.
        log: String,
        /// Line of the log, from 1.
        log_line: u32,
        /// Line of metrics.csv, from 1.
        csv_line: u32,
    },
    /// One value on a line of a pinned file.
    Line {
        /// The file, below the campaign's folder.
        file: String,
        /// Its line, from 1.
        line: u32,
        /// The line as printed, shortened; empty where it is not kept.
        raw: String,
    },
    /// Read in a pinned file.
    Declared {
        /// The file, below the campaign's folder.
        file: String,
        /// Where in it: a key or a line.
        at: String,
    },
    /// Counted in pinned files.
    Counted {
        /// What was counted, in words.
        rule: String,
        /// The files, below the campaign's folder.
        files: Vec<String>,
    },
    /// Quoted from a document whose data are not here.
    Cited {
        /// The document.
        source: String,
    },
}

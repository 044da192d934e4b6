//! Evidence: the ledger of every figure that a write-up may quote.
//!
//! In: [`Basis`], the reconciled campaign with its results. Out: [`Ledger`], every figure with id, unit, full value,
//! standing and derivation, and [`published::Agreement`] of the figures that the original write-up printed.
//!
//! 1. [`entry`]: what a figure of evidence is.
//! 2. [`ledger`]: the figures by id.
//! 3. [`collect`]: the figures of a campaign, one file a kind.
//! 4. [`published`]: printed figures recomputed.
//! 5. [`printed_summary`]: figures of which only the summary was printed, held against the datasets.
//! 6. [`printed`], [`explain`], [`json`]: the ledger for people and machines.

pub mod collect;
pub mod entry;
pub mod explain;
pub mod json;
pub mod ledger;
pub mod printed;
pub mod printed_summary;
pub mod published;

use serde_json::Value;

use crate::analysis::Results;
use crate::analysis::companion::Supplement;
use crate::analysis::observed::results::DatasetResults;
use crate::analysis::reference::Agreement;
use crate::analysis::scatter::Scatter;
use crate::reconcile::Reconciled;

pub use entry::{Amount, Derivation, Evidence};
pub use ledger::Ledger;

/// What the ledger is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    /// The reconciled campaign.
    pub reconciled: Reconciled,
    /// One entry a phase with a plan, in the same order.
    pub analysed: Vec<Analysed>,
    /// One entry a phase without a plan, in the same order.
    pub observed: Vec<Measured>,
}

/// The results of one phase without a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// One entry a dataset, in the order of their declaration.
    pub datasets: Vec<DatasetResults>,
    /// How figures that were printed elsewhere agree, if there are any.
    pub published: Option<printed_summary::Agreement>,
}

/// The results of one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysed {
    /// Estimates, intervals, diagnostics.
    pub results: Results,
    /// What other methods say of the same block ratios, and how often the frozen interval covers.
    pub supplement: Supplement,
    /// What the data say about themselves: spread, blocks that lie apart, the order of the arms.
    pub scatter: Scatter,
    /// The same in the form that the pinned analyzer prints.
    pub printed: Value,
    /// How they agree with what the pinned analyzer printed, if that is there.
    pub reference: Option<Agreement>,
    /// How the figures of the original write-up agree, if there are any.
    pub published: Option<published::Agreement>,
}

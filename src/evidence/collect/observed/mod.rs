//! The figures of a phase without a plan, dataset by dataset.
//!
//! A figure's id begins with phase, dataset and case: `explain:runs:seqscan:eic1:time` is the number that stands for a
//! series, `…:time:p95` one of its summaries, `…:time:run_3` one of its samples, `explain:runs:seqscan:eic32/eic1:time` a
//! ratio of two arms.
//!
//! 1. [`series`]: samples, summaries, a tool's own summaries.
//! 2. [`comparisons`]: ratios with what the design allows to say of them.
//! 3. [`drives`]: logs of transactions.
//! 4. [`histograms`]: where most values of a tool's histogram lie.
//! 5. [`counts`]: files, values and what is missing; words that runs have in common; printed figures.

pub mod comparisons;
pub mod counts;
pub mod drives;
mod histograms;
pub mod series;

use super::{anchor_of, evidence_document};
use crate::analysis::observed::results::DatasetResults;
use crate::campaign::datasets::Dataset;
use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger, Measured};
use crate::ingest::{Campaign, ObservedRecords};
use crate::reconcile::Observed;
use crate::reconcile::observed::ObservedDataset;

/// One phase without a plan, with all that is known of it.
#[derive(Clone, Copy, Debug)]
pub struct ObservedPhase<'a> {
    /// The campaign's records.
    pub campaign: &'a Campaign,
    /// The phase's records.
    pub records: &'a ObservedRecords,
    /// Its datasets put together.
    pub found: &'a Observed,
    /// What the analysis found.
    pub measured: &'a Measured,
}

/// One of its datasets.
#[derive(Clone, Copy, Debug)]
pub struct DatasetView<'a> {
    /// The phase.
    pub phase: ObservedPhase<'a>,
    /// Its declaration.
    pub declared: &'a Dataset,
    /// What its files say.
    pub found: &'a ObservedDataset,
    /// What the analysis found.
    pub results: &'a DatasetResults,
}

impl<'a> ObservedPhase<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        &self.records.declared.phase
    }

    /// Its datasets in order.
    pub fn datasets(self) -> impl Iterator<Item = DatasetView<'a>> {
        self.records.datasets.iter().zip(&self.found.datasets).zip(&self.measured.datasets).map(
            move |((records, found), results)| DatasetView { phase: self, declared: &records.declared, found, results },
        )
    }

    /// Where the report shows the derivation `anchor` of this phase.
    pub fn shown(&self, anchor: impl Into<String>) -> Option<Target> {
        Some(Target::Document { id: evidence_document(self.name()), anchor: Some(anchor.into()) })
    }
}

impl<'a> DatasetView<'a> {
    /// Name of a case by index.
    pub fn case(&self, at: usize) -> &'a str {
        self.found.cases.get(at).map_or("", String::as_str)
    }

    /// Name of an arm by index.
    pub fn arm(&self, at: usize) -> &'a str {
        self.found.arms.get(at).map_or("", String::as_str)
    }

    /// An id in this dataset.
    pub fn id(&self, parts: &[&str]) -> String {
        let head = [self.phase.name(), self.declared.name.as_str()];
        id(&head.into_iter().chain(parts.iter().copied()).collect::<Vec<_>>())
    }

    /// Anchor of what the evidence page tells of a case and metric of this dataset.
    pub fn anchor(&self, case: &str, metric: &str) -> String {
        anchor_of(&id(&["derivation", &self.declared.name, case, metric]))
    }

    /// A figure of this dataset; its place on the evidence page is that of its case and metric.
    fn evidence(&self, case: &str, metric: &str, id: String, what: String, amount: Amount, unit: &str) -> Evidence {
        // Two datasets of a phase may tell of the same metric.
        let several = self.phase.records.datasets.len() > 1;
        let what = if several { format!("{what} ({})", self.declared.name) } else { what };
        Evidence {
            id,
            phase: Some(self.phase.name().to_owned()),
            what,
            amount,
            interval: None,
            unit: unit.to_owned(),
            standing: Standing::Measured,
            derivation: Derivation::Computed { method: String::new(), from: Vec::new() },
            shown: self.phase.shown(self.anchor(case, metric)),
        }
    }
}

/// Unit of a metric as figures carry it: a count of something is a number like others.
pub(super) fn unit_of(unit: &str) -> &str {
    match unit {
        // Counts of events are too large to be told one by one, and their means are no whole numbers.
        "count" | "" => "events",
        // Of a tool's quotients none is a ratio of two arms.
        "ratio" => "quotient",
        unit => unit,
    }
}

pub(super) fn collect(phase: ObservedPhase<'_>, ledger: &mut Ledger) {
    for dataset in phase.datasets() {
        series::collect(dataset, ledger);
        comparisons::collect(dataset, ledger);
        drives::collect(dataset, ledger);
        histograms::collect(dataset, ledger);
        counts::words(dataset, ledger);
    }
    counts::collect(phase, ledger);
}

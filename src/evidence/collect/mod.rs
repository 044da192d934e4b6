//! The figures of a campaign, one file a kind.
//!
//! 1. [`campaign`]: host, harness, cited figures, hashes.
//! 2. [`settings`]: what plan and pinned analysis declare.
//! 3. [`accounting`]: counts of processes, samples and labels.
//! 4. [`samples`]: samples, process medians and absolute values.
//! 5. [`estimates`]: ratios with intervals, block ratios and diagnostics.
//! 6. [`companions`]: other methods on the same block ratios, simulated coverage, the number of intervals.
//! 7. [`scatter`]: spread, blocks that lie apart, the effect of order.
//! 8. [`unpaired`]: all samples of two arms, as benchstat compares them.
//! 9. [`diagnostics`]: confounds, failures, agreement with printed figures.
//! 10. [`observed`]: phases that were not run by a plan, dataset by dataset.

pub mod accounting;
pub mod campaign;
pub mod companions;
mod diagnostics;
pub mod estimates;
pub mod observed;
pub mod samples;
pub mod scatter;
pub mod settings;
pub mod unpaired;

use super::{Analysed, Basis, Ledger};
use crate::campaign::manifest;
use crate::document::Target;
use crate::ingest::{Campaign, PhaseRecords};
use crate::reconcile::Reconciliation;

pub use super::ledger::anchor as anchor_of;
pub use observed::ObservedPhase;

/// One phase with all that is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Phase<'a> {
    /// The campaign's records.
    pub campaign: &'a Campaign,
    /// The phase's records.
    pub records: &'a PhaseRecords,
    /// What reconciling found.
    pub reconciliation: &'a Reconciliation,
    /// What the analysis found.
    pub analysed: &'a Analysed,
}

impl Phase<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.records.declared.phase
    }

    /// Where the report shows the derivation `anchor` of this phase.
    pub fn shown(&self, anchor: impl Into<String>) -> Option<Target> {
        Some(Target::Document { id: evidence_document(self.name()), anchor: Some(anchor.into()) })
    }
}

/// A phase of either kind.
#[derive(Clone, Copy, Debug)]
pub enum AnyPhase<'a> {
    /// Run by a plan.
    Planned(Phase<'a>),
    /// Of datasets.
    Observed(ObservedPhase<'a>),
}

impl<'a> AnyPhase<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        &self.declared().phase
    }

    /// The manifest's entry.
    pub fn declared(&self) -> &'a manifest::Phase {
        match self {
            AnyPhase::Planned(phase) => &phase.records.declared,
            AnyPhase::Observed(phase) => &phase.records.declared,
        }
    }

    /// What came of it, in a word.
    pub fn outcome(&self) -> &'a str {
        match self {
            AnyPhase::Planned(phase) => &phase.records.declared.outcome,
            AnyPhase::Observed(phase) => &phase.records.data.outcome,
        }
    }

    /// The phase if it was run by a plan.
    pub fn planned(self) -> Option<Phase<'a>> {
        match self {
            AnyPhase::Planned(phase) => Some(phase),
            AnyPhase::Observed(_) => None,
        }
    }
}

impl Basis {
    /// All phases in the manifest's order.
    pub fn every(&self) -> impl Iterator<Item = AnyPhase<'_>> {
        self.reconciled.campaign.manifest.phases.iter().filter_map(|declared| {
            let planned = self.phases().find(|phase| phase.name() == declared.phase).map(AnyPhase::Planned);
            let observed = || self.observed().find(|phase| phase.name() == declared.phase).map(AnyPhase::Observed);
            planned.or_else(observed)
        })
    }

    /// The phases without a plan, in order.
    pub fn observed(&self) -> impl Iterator<Item = ObservedPhase<'_>> {
        self.reconciled.campaign.observed.iter().zip(&self.reconciled.observed).zip(&self.observed).map(
            |((records, found), measured)| ObservedPhase {
                campaign: &self.reconciled.campaign,
                records,
                found,
                measured,
            },
        )
    }

    /// The phases with a plan, in order.
    pub fn phases(&self) -> impl Iterator<Item = Phase<'_>> {
        self.reconciled.campaign.phases.iter().zip(&self.reconciled.phases).zip(&self.analysed).map(
            |((records, reconciliation), analysed)| Phase {
                campaign: &self.reconciled.campaign,
                records,
                reconciliation,
                analysed,
            },
        )
    }
}

/// Id of the document about a phase: its name in lower-case letters, digits and hyphens.
pub fn phase_document(phase: &str) -> String {
    let slug: String =
        phase.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let slug = slug.trim_matches('-');
    match slug {
        "" => "phase".to_string(),
        // A campaign has pages of its own under these names.
        "index" | "readme" | "summary" | "hashes" | "hypotheses" => format!("phase-{slug}"),
        _ => slug.to_string(),
    }
}

/// Id of the document that shows a phase's derivations.
pub fn evidence_document(phase: &str) -> String {
    format!("{}-evidence", phase_document(phase))
}

/// Collects every figure of the campaign.
pub fn ledger(basis: &Basis) -> Ledger {
    let mut ledger = Ledger::default();
    campaign::collect(&basis.reconciled.campaign, &mut ledger);
    for phase in basis.phases() {
        settings::collect(phase, &mut ledger);
        accounting::collect(phase, &mut ledger);
        samples::collect(phase, &mut ledger);
        estimates::collect(phase, &mut ledger);
        companions::collect(phase, &mut ledger);
        scatter::collect(phase, &mut ledger);
        unpaired::collect(phase, &mut ledger);
        diagnostics::collect(phase, &mut ledger);
    }
    for phase in basis.observed() {
        observed::collect(phase, &mut ledger);
    }
    ledger
}

/// A part in percent, without the dust of binary fractions: 0.8535 is 85.35.
fn percent(part: f64) -> f64 {
    libm::round(part * 1e13) / 1e11
}

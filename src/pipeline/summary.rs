//! What a build did, for the command line to tell.

use std::path::PathBuf;

use super::render::Rendering;
use super::{Format, Options};
use crate::analysis::observed::results::Inference;
use crate::analysis::{CaseOutcome, MetricResult};
use crate::evidence::Basis;
use crate::integrity::Verified;
use crate::reconcile::Accounting;
use crate::writeup::lint::Finding;

/// What a build did.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Campaign.
    pub campaign: String,
    /// Where its report is.
    pub out: PathBuf,
    /// Status of the data, if something has to be said.
    pub status: Option<String>,
    /// Pinned files whose hash was verified.
    pub verified: usize,
    /// Their bytes.
    pub verified_bytes: u64,
    /// Phases: name and counts.
    pub phases: Vec<(String, Accounting)>,
    /// Phases without a plan: name, files, values.
    pub observed: Vec<(String, u64, u64)>,
    /// CSV rows that agree with their raw log line.
    pub rows: usize,
    /// Labels restored: in analysed rows, and outside.
    pub labels: (u32, u32),
    /// Failures that log and receipts do not bear out.
    pub false_failures: usize,
    /// Intervals computed.
    pub intervals: usize,
    /// Numbers that agree with the pinned analyzer's own output.
    pub reference_numbers: usize,
    /// Published figures: reproduced, and all.
    pub published: (usize, usize),
    /// Formats written.
    pub formats: Vec<Format>,
    /// Files written, inputs included.
    pub files: usize,
    /// Pages of all PDFs.
    pub pages: usize,
    /// What readers and renderers had to say.
    pub remarks: Vec<String>,
    /// What the lint warns of.
    pub warnings: Vec<Finding>,
}

pub(super) fn summary(
    options: &Options,
    basis: &Basis,
    verified: &Verified,
    report: &Rendering,
    files: usize,
    warnings: Vec<Finding>,
) -> Summary {
    let campaign = &basis.reconciled.campaign;
    let mut intervals = 0;
    for analysed in &basis.analysed {
        for case in &analysed.results.cases {
            let CaseOutcome::Analysed(metrics) = &case.outcome else { continue };
            for metric in metrics {
                if let MetricResult::Analysed(estimates) = metric {
                    intervals += estimates.comparisons.len();
                }
            }
        }
    }
    let published = basis.analysed.iter().filter_map(|analysed| analysed.published.as_ref());
    let published = published.fold((0, 0), |(reproduced, all), agreement| {
        (reproduced + agreement.reproduced(), all + agreement.figures.len())
    });
    let printed = basis.observed.iter().filter_map(|measured| measured.published.as_ref());
    let published = printed.fold(published, |(reproduced, all), agreement| {
        (reproduced + agreement.agree(), all + agreement.figures.len())
    });
    let compared = basis.observed.iter().flat_map(|measured| &measured.datasets).flat_map(|one| &one.comparisons);
    intervals += compared
        .filter(|one| match &one.inference {
            Inference::Paired { .. } => true,
            Inference::Unpaired { ratio, .. } => ratio.is_ok(),
            Inference::None(_) => false,
        })
        .count();
    let phases = &basis.reconciled.phases;
    let remarks = campaign.remarks.iter().map(|remark| format!("{}: {}", remark.place, remark.text));
    let substitutions = report.substitutions.iter().map(ToString::to_string);
    Summary {
        campaign: campaign.manifest.campaign.clone(),
        out: options.out.clone(),
        status: match campaign.manifest.status {
            crate::campaign::manifest::Status::Measured => None,
            crate::campaign::manifest::Status::Reconstructed => Some("reconstructed".to_string()),
            crate::campaign::manifest::Status::PublishedSummary => Some("published summary".to_string()),
            crate::campaign::manifest::Status::Other(ref word) => Some(word.clone()),
        },
        verified: verified.files().count(),
        verified_bytes: verified.files().map(|file| file.size).sum(),
        phases: campaign
            .phases
            .iter()
            .zip(phases)
            .map(|(records, found)| (records.declared.phase.clone(), found.accounting.clone()))
            .collect(),
        observed: basis
            .observed()
            .map(|phase| {
                let files = phase.records.datasets.iter().map(|dataset| dataset.files.len() as u64).sum();
                let values = phase.found.datasets.iter().map(|dataset| dataset.values() as u64).sum();
                (phase.name().to_owned(), files, values)
            })
            .collect(),
        rows: phases.iter().map(|found| found.samples.len()).sum(),
        labels: phases.iter().fold((0, 0), |(analysed, outside), found| {
            (analysed + found.working_copy.analysed_changes(), outside + found.working_copy.outside_changes())
        }),
        false_failures: phases.iter().flat_map(|found| &found.failures).filter(|failure| failure.is_false()).count(),
        intervals,
        reference_numbers: basis.analysed.iter().filter_map(|one| one.reference.as_ref()).map(|one| one.numbers).sum(),
        published,
        formats: options.formats.clone(),
        files,
        pages: report.pages,
        remarks: remarks.chain(substitutions).collect(),
        warnings,
    }
}

//! From samples to process medians, and which of them count.
//!
//! In: the samples of a case. Out: per metric the process medians of the blocks that count, or what is missing.

use super::model::{CaseSamples, Experiment, MetricSamples};
use super::summary::median;

/// A case after its repeats are summarised.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Processes {
    /// One entry a metric; `None` where the case does not report it.
    Available(Vec<Option<Medians>>),
    /// See [`super::model::CaseOutcome::NotAvailable`].
    NotAvailable { samples: usize, incomplete: Vec<(usize, usize)> },
}

/// Process medians of one metric.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Medians {
    /// Blocks that count, in order; at least one.
    pub blocks: Vec<usize>,
    /// The others.
    pub dropped: Vec<usize>,
    /// `values[arm][i]` is that of block `blocks[i]`.
    pub values: Vec<Vec<f64>>,
}

/// Summarises the repeats of `case`.
///
/// Whether the case is available is decided by the first metric, and a process is complete if it has exactly the planned
/// repeats. With complete cases only, all processes must be; the other metrics then need at least one value in every
/// process. Otherwise a block counts for a metric if all arms are complete there, and the case is available if one does.
/// These are the rules of the pinned analyzer, except that it has none for incomplete blocks.
pub(super) fn summarise(experiment: &Experiment, case: &CaseSamples) -> Processes {
    let whole = |values: &[f64]| !values.is_empty() && values.len() == experiment.repeats;
    let present = |values: &[f64]| !values.is_empty();
    let nothing = MetricSamples { values: Vec::new() };
    let metric = |index: usize| case.metrics.get(index).unwrap_or(&nothing);

    if !experiment.metrics.is_empty() {
        let first = metric(0);
        let (complete, _) = split(experiment, first, whole);
        if complete.is_empty() || (experiment.complete_cases_only && complete.len() < experiment.blocks) {
            return missing(experiment, first, whole);
        }
    }
    let medians = |(index, _)| {
        let metric = metric(index);
        let (blocks, dropped) = match (experiment.complete_cases_only, index) {
            (true, 1..) => split(experiment, metric, present),
            _ => split(experiment, metric, whole),
        };
        let counts = !blocks.is_empty() && (dropped.is_empty() || !experiment.complete_cases_only);
        counts.then(|| {
            let value = |arm, block| median(repeats(metric, arm, block)).unwrap_or(f64::NAN);
            let of_arm = |arm| blocks.iter().map(|&block| value(arm, block)).collect();
            let values = (0..experiment.arms.len()).map(of_arm).collect();
            Medians { blocks, dropped, values }
        })
    };
    Processes::Available(experiment.metrics.iter().enumerate().map(medians).collect())
}

/// The repeats of a process; none where the samples do not reach so far.
fn repeats(metric: &MetricSamples, arm: usize, block: usize) -> &[f64] {
    metric.values.get(arm).and_then(|blocks| blocks.get(block)).map_or(&[], Vec::as_slice)
}

/// Blocks in which every arm's repeats are good, and the others.
fn split(experiment: &Experiment, metric: &MetricSamples, good: impl Fn(&[f64]) -> bool) -> (Vec<usize>, Vec<usize>) {
    let arms = 0..experiment.arms.len();
    (0..experiment.blocks).partition(|&block| arms.clone().all(|arm| good(repeats(metric, arm, block))))
}

fn missing(experiment: &Experiment, first: &MetricSamples, whole: impl Fn(&[f64]) -> bool) -> Processes {
    let blocks = 0..experiment.blocks;
    let processes = (0..experiment.arms.len()).flat_map(|arm| blocks.clone().map(move |block| (arm, block)));
    let incomplete = processes.filter(|&(arm, block)| !whole(repeats(first, arm, block))).collect();
    let samples = first.values.iter().flatten().map(Vec::len).sum();
    Processes::NotAvailable { samples, incomplete }
}

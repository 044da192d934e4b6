//! The whole analysis: every case × comparison × metric.

use super::bootstrap::Resampling;
use super::model::*;
use super::process::{Medians, Processes, summarise};
use super::ratio::{BlockRatio, estimate};
use super::summary::median;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

/// Analyses an experiment as pinned: process medians, block ratios, their geometric mean with its bootstrap interval and
/// diagnostics. The work is spread over rayon's threads; the result is the same, bit for bit, for any number of them.
///
/// # Errors
/// Every process median of a comparison that no ratio can be formed with, in the order of cases, metrics, arms, blocks.
pub fn analyse(experiment: &Experiment) -> Result<Results, Vec<Impossible>> {
    let prepared: Vec<(Prepared, Vec<Impossible>)> =
        experiment.cases.par_iter().map(|case| prepare(experiment, case)).collect();
    let (cases, impossible): (Vec<Prepared>, Vec<Vec<Impossible>>) = prepared.into_iter().unzip();
    let impossible = impossible.concat();
    if !impossible.is_empty() {
        return Err(impossible);
    }
    let resamplings = resamplings(experiment, &cases);
    let outcomes: Vec<CaseOutcome> =
        cases.into_par_iter().map(|case| case.outcome(&experiment.bootstrap, &resamplings)).collect();
    let names = experiment.cases.iter().map(|case| case.name.clone());
    Ok(Results { cases: names.zip(outcomes).map(|(name, outcome)| CaseResult { name, outcome }).collect() })
}

/// A case with its block ratios formed.
enum Prepared {
    Available(Vec<Option<Ratios>>),
    NotAvailable { samples: usize, incomplete: Vec<(usize, usize)> },
}

/// One metric: process medians and, per comparison, block ratios.
struct Ratios {
    medians: Medians,
    comparisons: Vec<Vec<BlockRatio>>,
}

fn prepare(experiment: &Experiment, case: &CaseSamples) -> (Prepared, Vec<Impossible>) {
    let metrics = match summarise(experiment, case) {
        Processes::Available(metrics) => metrics,
        Processes::NotAvailable { samples, incomplete } => {
            return (Prepared::NotAvailable { samples, incomplete }, Vec::new());
        }
    };
    let mut impossible = Vec::new();
    let mut prepared = Vec::with_capacity(metrics.len());
    for (medians, metric) in metrics.into_iter().zip(&experiment.metrics) {
        let mut obstacles = BTreeMap::new();
        prepared.push(medians.map(|medians| {
            let compared = experiment.comparisons.iter();
            let comparisons = compared.map(|of| block_ratios(case, &medians, of, &mut obstacles)).collect();
            Ratios { medians, comparisons }
        }));
        impossible.extend(obstacles.into_iter().map(|((arm, block), (median, obstacle))| Impossible {
            case: case.name.clone(),
            metric: metric.clone(),
            arm,
            block,
            median,
            obstacle,
        }));
    }
    (Prepared::Available(prepared), impossible)
}

/// By arm and block, so that an arm that several comparisons share is named once.
type Obstacles = BTreeMap<(usize, usize), (f64, Obstacle)>;

/// The ratios that can be formed; what stands in the way of the others goes into `obstacles`.
fn block_ratios(case: &CaseSamples, medians: &Medians, of: &Comparison, obstacles: &mut Obstacles) -> Vec<BlockRatio> {
    // An arm that is not there has no median: it comes out as not finite, so that it is reported.
    let value = |arm: usize, i: usize| medians.values.get(arm).and_then(|values| values.get(i)).copied();
    let position = |arm: usize, block: usize| case.position.get(arm).and_then(|blocks| blocks.get(block));
    let mut ratios = Vec::with_capacity(medians.blocks.len());
    for (i, &block) in medians.blocks.iter().enumerate() {
        let arms = [of.numerator, of.denominator];
        let values = arms.map(|arm| value(arm, i).unwrap_or(f64::NAN));
        let [first, second] = arms.map(|arm| position(arm, block));
        match BlockRatio::new(values[0], values[1], first < second) {
            Ok(ratio) => ratios.push(ratio),
            Err(found) => {
                for ((arm, value), obstacle) in arms.into_iter().zip(values).zip(found) {
                    if let Some(obstacle) = obstacle {
                        obstacles.entry((arm, block)).or_insert((value, obstacle));
                    }
                }
            }
        }
    }
    ratios
}

/// The draws for each number of blocks that occurs. All comparisons start afresh from the same seed, so those of as many
/// blocks share theirs.
fn resamplings(experiment: &Experiment, cases: &[Prepared]) -> BTreeMap<usize, Resampling> {
    let metrics = cases.iter().flat_map(|case| match case {
        Prepared::Available(metrics) => metrics.as_slice(),
        Prepared::NotAvailable { .. } => &[],
    });
    let counts: BTreeSet<usize> = metrics.flatten().map(|ratios| ratios.medians.blocks.len()).collect();
    let Bootstrap { generator, seed, resamples, .. } = experiment.bootstrap;
    let resampling = |count: usize| {
        let n = NonZeroU32::new(u32::try_from(count).ok()?)?;
        Some((count, Resampling::new(generator, seed, n, resamples)))
    };
    counts.into_par_iter().filter_map(resampling).collect()
}

impl Prepared {
    fn outcome(self, bootstrap: &Bootstrap, resamplings: &BTreeMap<usize, Resampling>) -> CaseOutcome {
        match self {
            Prepared::NotAvailable { samples, incomplete } => CaseOutcome::NotAvailable { samples, incomplete },
            Prepared::Available(metrics) => {
                let results = metrics.into_par_iter().map(|ratios| match ratios {
                    Some(ratios) => ratios.result(bootstrap, resamplings),
                    None => MetricResult::NotReported,
                });
                CaseOutcome::Analysed(results.collect())
            }
        }
    }
}

impl Ratios {
    fn result(self, bootstrap: &Bootstrap, resamplings: &BTreeMap<usize, Resampling>) -> MetricResult {
        let Medians { blocks, dropped, values } = self.medians;
        // There are draws for every number of blocks that occurs, short of 2³² of them.
        let Some(resampling) = resamplings.get(&blocks.len()) else {
            return MetricResult::NotReported;
        };
        MetricResult::Analysed(MetricEstimates {
            absolute: values.iter().map(|medians| median(medians).unwrap_or(f64::NAN)).collect(),
            comparisons: self.comparisons.par_iter().map(|blocks| estimate(blocks, resampling, bootstrap)).collect(),
            blocks,
            dropped,
            medians: values,
        })
    }
}

#[cfg(test)]
mod tests;

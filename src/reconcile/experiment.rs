//! The samples in the form that the analysis takes.

use super::rows::Sample;
use crate::analysis::{CaseSamples, Comparison, Experiment, MetricSamples};
use crate::ingest::PhaseRecords;

/// Assembles the experiment: samples by case, metric, arm and block, repeats in order.
pub fn assemble(phase: &PhaseRecords, samples: &[Sample]) -> Experiment {
    let plan = &phase.plan;
    let arms = plan.arms.len();
    let blocks = plan.blocks as usize;
    let arm_index = |name: &str| plan.arms.iter().position(|arm| arm.name == name);
    let cases = plan
        .cases
        .iter()
        .enumerate()
        .map(|(case, declared)| {
            let mut position = vec![vec![0; blocks]; arms];
            for job in plan.jobs.iter().filter(|job| job.case == case) {
                if let Some(slot) = position.get_mut(job.arm).and_then(|row| row.get_mut(job.block as usize)) {
                    *slot = job.position as usize;
                }
            }
            let metrics =
                phase.spec.metrics.iter().map(|metric| metric_samples(phase, samples, case, metric)).collect();
            CaseSamples { name: declared.name.clone(), position, metrics }
        })
        .collect();
    Experiment {
        arms: plan.arms.iter().map(|arm| arm.name.clone()).collect(),
        blocks,
        repeats: plan.count as usize,
        comparisons: phase
            .spec
            .comparisons
            .iter()
            .filter_map(|named| {
                Some(Comparison {
                    name: named.name.clone(),
                    numerator: arm_index(&named.numerator)?,
                    denominator: arm_index(&named.denominator)?,
                })
            })
            .collect(),
        metrics: phase.spec.metrics.clone(),
        bootstrap: phase.spec.bootstrap.clone(),
        complete_cases_only: phase.spec.complete_cases_only,
        cases,
    }
}

fn metric_samples(phase: &PhaseRecords, samples: &[Sample], case: usize, metric: &str) -> MetricSamples {
    let column = phase.metrics.metrics.iter().position(|name| name == metric);
    let mut repeats: Vec<(u32, &Sample, f64)> = samples
        .iter()
        .filter(|sample| sample.case == case)
        .filter_map(|sample| {
            let number = sample.values.get(column?)?.as_ref()?;
            Some((sample.repeat, sample, number.value))
        })
        .collect();
    repeats.sort_by_key(|(repeat, sample, _)| (sample.job, *repeat));
    let mut values = vec![vec![Vec::new(); phase.plan.blocks as usize]; phase.plan.arms.len()];
    for (_, sample, value) in repeats {
        if let Some(cell) = values.get_mut(sample.arm).and_then(|row| row.get_mut(sample.block as usize)) {
            cell.push(value);
        }
    }
    MetricSamples { values }
}

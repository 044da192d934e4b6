//! Confounds: metrics that must not differ between the arms of a comparison.

use super::rows::Sample;
use crate::ingest::PhaseRecords;
use crate::number::text::full;

/// What a confound's rule says of a case and comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// An arm of the comparison has no samples of the metric in this case.
    NotApplicable,
    /// One value throughout: the value.
    Equal(String),
    /// It differs: the values of numerator and denominator.
    Differs {
        /// Distinct values of the numerator, ascending.
        numerator: Vec<String>,
        /// Distinct values of the denominator, ascending.
        denominator: Vec<String>,
    },
}

/// A confound in one case and comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confound {
    /// Its name.
    pub name: String,
    /// Its metric.
    pub metric: String,
    /// Index of the case.
    pub case: usize,
    /// Index of the comparison in the pinned analysis.
    pub comparison: usize,
    /// What the rule says.
    pub verdict: Verdict,
}

/// Judges every confound in every case and comparison over all recorded samples.
pub fn judge(phase: &PhaseRecords, samples: &[Sample]) -> Vec<Confound> {
    let mut out = Vec::new();
    for confound in &phase.spec.confounds {
        let column = phase.metrics.metrics.iter().position(|metric| *metric == confound.metric);
        let distinct = |case: usize, arm: &str| {
            let mut values: Vec<f64> = samples
                .iter()
                .filter(|sample| sample.case == case)
                .filter(|sample| phase.plan.arms.get(sample.arm).is_some_and(|known| known.name == arm))
                .filter_map(|sample| sample.values.get(column?)?.as_ref())
                .map(|number| number.value)
                .collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values.into_iter().map(full).collect::<Vec<_>>()
        };
        for case in 0..phase.plan.cases.len() {
            for (comparison, named) in phase.spec.comparisons.iter().enumerate() {
                let numerator = distinct(case, &named.numerator);
                let denominator = distinct(case, &named.denominator);
                let verdict = match (numerator.as_slice(), denominator.as_slice()) {
                    // An arm without samples leaves nothing to compare.
                    ([], _) | (_, []) => Verdict::NotApplicable,
                    ([one], [other]) if one == other => Verdict::Equal(one.clone()),
                    _ => Verdict::Differs { numerator, denominator },
                };
                out.push(Confound {
                    name: confound.name.clone(),
                    metric: confound.metric.clone(),
                    case,
                    comparison,
                    verdict,
                });
            }
        }
    }
    out
}

//! Series paired by key, such as runs in which every arm was measured once.
//!
//! In: per run and arm one value, or none, and in which place of the run the arm came. Out: an [`Experiment`] whose blocks
//! are the runs, with one repeat. [`analyse`](super::super::analyse) makes of it what it makes of a frozen one: the
//! geometric mean of the ratios of a run, its percentile bootstrap over runs, the range with one run left out, the
//! estimate by order. A run that lacks an arm is dropped whole; it is listed here with what it lacks.

use super::super::model::{Bootstrap, CaseSamples, Comparison, Experiment, MetricSamples};

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What identifies it: a run's number, a block's name.
    pub key: String,
    /// `arms[arm]`; shorter than there are arms, or `None`, where the run has no value of it.
    pub arms: Vec<Option<Measured>>,
}

/// What an arm gave in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// The arm's place among those of the run; `None` where nobody recorded it.
    pub position: Option<usize>,
}

/// Series paired by run.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// Name of the case.
    pub case: String,
    /// Name of the metric.
    pub metric: String,
    /// Arm names.
    pub arms: Vec<String>,
    /// Which arms are compared.
    pub comparisons: Vec<Comparison>,
    /// The runs, in the order in which a generator counts them.
    pub runs: Vec<Run>,
}

/// A run that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its index in [`Paired::runs`].
    pub run: usize,
    /// Its key.
    pub key: String,
    /// Indices of the arms that it lacks.
    pub missing: Vec<usize>,
}

/// Paired series as an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedExperiment {
    /// One case of one metric. Its blocks are the runs that count, in their order.
    pub experiment: Experiment,
    /// Per block the index of its run in [`Paired::runs`].
    pub kept: Vec<usize>,
    /// The other runs.
    pub dropped: Vec<Dropped>,
    /// True if every run that counts says in which order its arms came. Otherwise the order diagnostics of an estimate
    /// mean nothing.
    pub ordered: bool,
}

impl Paired {
    /// As an experiment, to be analysed with `bootstrap`.
    pub fn experiment(&self, bootstrap: Bootstrap) -> PairedExperiment {
        let arms = 0..self.arms.len();
        let measured = |run: &Run, arm: usize| run.arms.get(arm).copied().flatten();
        let mut kept: Vec<(usize, &Run)> = Vec::new();
        let mut dropped = Vec::new();
        for (index, run) in self.runs.iter().enumerate() {
            let missing: Vec<usize> = arms.clone().filter(|&arm| measured(run, arm).is_none()).collect();
            if missing.is_empty() {
                kept.push((index, run));
            } else {
                dropped.push(Dropped { run: index, key: run.key.clone(), missing });
            }
        }
        let of_arm = |arm: usize| kept.iter().filter_map(move |(_, run)| measured(run, arm));
        let ordered = arms.clone().flat_map(of_arm).all(|measured| measured.position.is_some());
        let position = |arm: usize| of_arm(arm).map(|measured| measured.position.unwrap_or(0)).collect();
        let values = |arm: usize| of_arm(arm).map(|measured| vec![measured.value]).collect();
        let case = CaseSamples {
            name: self.case.clone(),
            position: arms.clone().map(position).collect(),
            metrics: vec![MetricSamples { values: arms.clone().map(values).collect() }],
        };
        let experiment = Experiment {
            arms: self.arms.clone(),
            blocks: kept.len(),
            repeats: 1,
            comparisons: self.comparisons.clone(),
            metrics: vec![self.metric.clone()],
            bootstrap,
            complete_cases_only: false,
            cases: vec![case],
        };
        PairedExperiment { experiment, kept: kept.iter().map(|&(index, _)| index).collect(), dropped, ordered }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::model::{CaseOutcome, MetricEstimates, MetricResult, Obstacle};
    use super::super::super::quantile::Quantile;
    use super::super::super::rng::Generator;
    use super::super::super::{analyse, companion};
    use super::*;

    fn bootstrap() -> Bootstrap {
        Bootstrap {
            resamples: 20_000,
            seed: 42,
            generator: Generator::NumpyPcg64,
            level: 0.95,
            quantile: Quantile::Linear,
        }
    }

    /// Two arms; values by run, and which came first.
    fn paired(runs: &[(Option<f64>, Option<f64>, usize)]) -> Paired {
        let arm = |value: Option<f64>, position| value.map(|value| Measured { value, position: Some(position) });
        let run = |(at, &(new, old, first)): (usize, &(Option<f64>, Option<f64>, usize))| Run {
            key: format!("run-{at}"),
            arms: vec![arm(new, first), arm(old, 1 - first)],
        };
        Paired {
            case: "tpcb".into(),
            metric: "tps".into(),
            arms: vec!["new".into(), "old".into()],
            comparisons: vec![Comparison { name: "new/old".into(), numerator: 0, denominator: 1 }],
            runs: runs.iter().enumerate().map(run).collect(),
        }
    }

    fn estimates(experiment: &Experiment) -> MetricEstimates {
        match analyse(experiment).unwrap().cases.remove(0).outcome {
            CaseOutcome::Analysed(mut metrics) => match metrics.remove(0) {
                MetricResult::Analysed(estimates) => estimates,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    const RUNS: [(Option<f64>, Option<f64>, usize); 7] = [
        (Some(1045.0), Some(1000.0), 0),
        (Some(1102.0), Some(1050.0), 1),
        (None, Some(1010.0), 0),
        (Some(990.0), Some(1001.0), 0),
        (Some(1075.0), Some(1003.0), 1),
        (None, None, 0),
        (Some(1060.0), Some(1020.0), 0),
    ];

    /// NumPy 2.4.6: `exp` of the mean of the drawn logarithms, `default_rng(42).integers(0, 5, (20000, 5))`,
    /// `numpy.quantile`.
    #[test]
    fn runs_without_an_arm_are_dropped_and_listed_and_the_rest_analysed() {
        let found = paired(&RUNS).experiment(bootstrap());
        assert_eq!(found.kept, [0, 1, 3, 4, 6]);
        let missing: Vec<(&str, &[usize])> =
            found.dropped.iter().map(|run| (run.key.as_str(), run.missing.as_slice())).collect();
        assert_eq!(missing, [("run-2", &[0][..]), ("run-5", &[0, 1])]);
        assert!(found.ordered);
        let estimates = estimates(&found.experiment);
        assert!(estimates.dropped.is_empty());
        assert_eq!(estimates.absolute, [1060.0, 1003.0]);
        let estimate = &estimates.comparisons[0];
        let close = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        assert_eq!(estimate.block_ratios, [1.045, 1102.0 / 1050.0, 990.0 / 1001.0, 1075.0 / 1003.0, 1060.0 / 1020.0]);
        assert!(close(estimate.ratio, 1.0385432456083177));
        assert!(close(estimate.low, 1.0110373191417708) && close(estimate.high, 1.0607282038665498));
        let (low, high) = estimate.leave_one_block_out.unwrap();
        assert!(close(low, 1.0303952527385236) && close(high, 1.051309170268935));
        assert!(estimate.order_numerator_first.is_some_and(|first| close(first, 1.0240968579841674)));
        assert!(estimate.order_denominator_first.is_some_and(|first| close(first, 1.0605958253377785)));
        assert_eq!(estimate.numerator_first, [true, false, true, false, true]);
        assert!(companion::companions(estimate, &bootstrap()).sign_flip.is_some());
    }

    #[test]
    fn an_order_that_nobody_recorded_is_told() {
        let mut paired = paired(&RUNS);
        paired.runs[0].arms[1] = Some(Measured { value: 1000.0, position: None });
        assert!(!paired.experiment(bootstrap()).ordered);
        // In a run that does not count it matters to nobody.
        paired.runs[0].arms.truncate(1);
        let found = paired.experiment(bootstrap());
        assert!(found.ordered);
        assert_eq!((found.dropped[0].run, found.dropped[0].missing.as_slice()), (0, &[1][..]));
    }

    #[test]
    fn without_a_whole_run_there_is_no_result_and_no_panic() {
        for runs in [&[][..], &[(Some(1.0), None, 0)][..]] {
            let results = analyse(&paired(runs).experiment(bootstrap()).experiment).unwrap();
            assert!(matches!(results.cases[0].outcome, CaseOutcome::NotAvailable { samples: 0, .. }));
        }
    }

    #[test]
    fn a_value_that_no_ratio_can_be_formed_with_is_found_by_analyse() {
        let found = paired(&[(Some(1.0), Some(1.0), 0), (Some(1.0), None, 0), (Some(0.0), Some(1.0), 0)]);
        let found = found.experiment(bootstrap());
        let impossible = analyse(&found.experiment).unwrap_err();
        assert_eq!((impossible[0].arm, impossible[0].obstacle), (0, Obstacle::Zero));
        assert_eq!(found.kept[impossible[0].block], 2);
    }
}

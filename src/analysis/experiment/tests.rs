use super::*;
use crate::analysis::quantile::Quantile;
use crate::analysis::rng::Generator;
use proptest::prelude::*;

/// One case of two arms, `new/old`; `samples[metric][arm][block]` are the repeats. The new arm runs first in even blocks.
fn experiment(complete_cases_only: bool, samples: Vec<Vec<Vec<Vec<f64>>>>) -> Experiment {
    let blocks = samples[0][0].len();
    let metrics = ["ns/op", "B/op", "allocs/op"].iter().take(samples.len()).map(|name| name.to_string()).collect();
    let order = |numerator: usize| (0..blocks).map(|block| (block + numerator) % 2).collect();
    Experiment {
        arms: vec!["new".into(), "old".into()],
        blocks,
        repeats: samples[0].iter().flatten().map(Vec::len).max().unwrap_or(0),
        comparisons: vec![Comparison { name: "new/old".into(), numerator: 0, denominator: 1 }],
        metrics,
        bootstrap: Bootstrap {
            resamples: 500,
            seed: 11,
            generator: Generator::PythonRandom,
            level: 0.95,
            quantile: Quantile::Linear,
        },
        complete_cases_only,
        cases: vec![CaseSamples {
            name: "case".into(),
            position: vec![order(0), order(1)],
            metrics: samples.into_iter().map(|values| MetricSamples { values }).collect(),
        }],
    }
}

/// Each process with one repeat.
fn single(values: &[f64]) -> Vec<Vec<f64>> {
    values.iter().map(|&value| vec![value]).collect()
}

fn metrics(experiment: &Experiment) -> Vec<MetricResult> {
    match analyse(experiment).unwrap().cases.remove(0).outcome {
        CaseOutcome::Analysed(metrics) => metrics,
        other => panic!("{other:?}"),
    }
}

fn estimates(experiment: &Experiment) -> MetricEstimates {
    match metrics(experiment).remove(0) {
        MetricResult::Analysed(estimates) => estimates,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_ratio_is_the_geometric_mean_of_block_ratios_of_process_medians() {
    let new = vec![vec![2.0, 200.0, 1.0], vec![8.0, 8.0, 9.0]];
    let old = vec![vec![1.0, 1.0, 1.0], vec![2.0, 1.0, 50.0]];
    let found = estimates(&experiment(true, vec![vec![new, old]]));
    assert_eq!(found.medians, [[2.0, 8.0], [1.0, 2.0]]);
    assert_eq!(found.absolute, [5.0, 1.5]);
    let estimate = &found.comparisons[0];
    assert_eq!(estimate.block_ratios, [2.0, 4.0]);
    assert!((estimate.ratio - 8f64.sqrt()).abs() < 1e-15);
    assert_eq!(estimate.numerator_first, [true, false]);
    let close = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 1e-15);
    assert!(close(estimate.order_numerator_first, 2.0) && close(estimate.order_denominator_first, 4.0));
    let (low, high) = estimate.leave_one_block_out.unwrap();
    assert!(close(Some(low), 2.0) && close(Some(high), 4.0));
}

#[test]
fn a_single_block_works() {
    let found = estimates(&experiment(true, vec![vec![single(&[3.0]), single(&[2.0])]]));
    let estimate = &found.comparisons[0];
    assert!((estimate.ratio - 1.5).abs() < 1e-15);
    assert_eq!((estimate.low, estimate.high), (estimate.ratio, estimate.ratio));
    assert_eq!(estimate.leave_one_block_out, None);
    assert_eq!((estimate.order_numerator_first, estimate.order_denominator_first), (Some(estimate.ratio), None));
}

#[test]
fn more_blocks_than_are_counted_work() {
    let new: Vec<f64> = (0..30).map(|block| 100.0 + f64::from(block)).collect();
    let found = estimates(&experiment(true, vec![vec![single(&new), single(&[100.0; 30])]]));
    let estimate = &found.comparisons[0];
    assert!(1.0 < estimate.low && estimate.low < estimate.ratio && estimate.ratio < estimate.high);
}

#[test]
fn zero_variance_is_data() {
    let found = estimates(&experiment(true, vec![vec![single(&[7.0; 6]), single(&[7.0; 6])]]));
    let estimate = &found.comparisons[0];
    assert_eq!((estimate.ratio, estimate.low, estimate.high), (1.0, 1.0, 1.0));
    assert_eq!(estimate.leave_one_block_out, Some((1.0, 1.0)));
}

#[test]
fn all_that_is_impossible_is_returned_once_and_in_order() {
    let first = vec![single(&[1.0, 0.0, -2.0, 1.0]), single(&[1.0, 1.0, f64::INFINITY, f64::NAN])];
    let second = vec![single(&[1e300, 1.0, 1.0, 1.0]), single(&[1e-300, 1.0, 1.0, 1.0])];
    let mut experiment = experiment(true, vec![first, second]);
    experiment.comparisons.push(Comparison { name: "old/new".into(), numerator: 1, denominator: 0 });
    let found = analyse(&experiment).unwrap_err();
    let brief: Vec<_> =
        found.iter().map(|found| (found.metric.as_str(), found.arm, found.block, found.obstacle)).collect();
    assert_eq!(
        brief,
        [
            ("ns/op", 0, 1, Obstacle::Zero),
            ("ns/op", 0, 2, Obstacle::Negative),
            ("ns/op", 1, 2, Obstacle::NotFinite),
            ("ns/op", 1, 3, Obstacle::NotFinite),
            ("B/op", 0, 0, Obstacle::OutOfRange),
            ("B/op", 1, 0, Obstacle::OutOfRange),
        ]
    );
    assert_eq!(found[1].median, -2.0);
}

#[test]
fn an_arm_that_is_in_no_ratio_may_be_zero() {
    let mut experiment = experiment(true, vec![vec![single(&[0.0, 0.0]), single(&[3.0, 4.0])]]);
    experiment.comparisons.clear();
    assert_eq!(estimates(&experiment).absolute, [0.0, 3.5]);
}

#[test]
fn with_complete_cases_only_a_missing_repeat_leaves_no_result() {
    let new = vec![vec![1.0, 2.0], vec![1.0]];
    let old = vec![vec![], vec![3.0, 4.0]];
    let results = analyse(&experiment(true, vec![vec![new, old]])).unwrap();
    let expected = CaseOutcome::NotAvailable { samples: 5, incomplete: vec![(0, 1), (1, 0)] };
    assert_eq!(results.cases[0].outcome, expected);
}

#[test]
fn otherwise_incomplete_blocks_are_dropped_whole_and_listed() {
    let new = vec![vec![2.0, 2.0], vec![9.0], vec![6.0, 6.0]];
    let old = vec![vec![1.0, 1.0], vec![1.0, 1.0], vec![1.0, 1.0]];
    let found = estimates(&experiment(false, vec![vec![new, old]]));
    assert_eq!((found.blocks.as_slice(), found.dropped.as_slice()), (&[0, 2][..], &[1][..]));
    assert_eq!(found.medians, [[2.0, 6.0], [1.0, 1.0]]);
    assert_eq!(found.absolute, [4.0, 1.0]);
    assert_eq!(found.comparisons[0].numerator_first, [true, true]);
}

#[test]
fn without_a_complete_block_there_is_no_result_either() {
    let new = vec![vec![2.0, 2.0], vec![9.0]];
    let old = vec![vec![], vec![1.0, 1.0]];
    let results = analyse(&experiment(false, vec![vec![new, old]])).unwrap();
    let expected = CaseOutcome::NotAvailable { samples: 5, incomplete: vec![(0, 1), (1, 0)] };
    assert_eq!(results.cases[0].outcome, expected);
}

#[test]
fn a_metric_that_is_not_reported_takes_no_other_with_it() {
    for complete_cases_only in [true, false] {
        let present = vec![single(&[1.0, 2.0]), single(&[1.0, 2.0])];
        let absent = vec![vec![vec![], vec![]], vec![vec![], vec![]]];
        let found = metrics(&experiment(complete_cases_only, vec![present.clone(), absent, present]));
        assert!(matches!(found[..], [MetricResult::Analysed(_), MetricResult::NotReported, MetricResult::Analysed(_)]));
    }
}

#[test]
fn samples_that_do_not_reach_as_far_as_the_plan_are_missing() {
    let mut ragged = experiment(true, vec![vec![single(&[1.0, 2.0]), single(&[1.0, 2.0])]]);
    ragged.blocks = 3;
    ragged.cases[0].position.clear();
    let expected = CaseOutcome::NotAvailable { samples: 4, incomplete: vec![(0, 2), (1, 2)] };
    assert_eq!(analyse(&ragged).unwrap().cases[0].outcome, expected);
    ragged.complete_cases_only = false;
    assert_eq!(estimates(&ragged).dropped, [2]);
    ragged.comparisons[0].denominator = 9;
    assert!(analyse(&ragged).unwrap_err().iter().all(|found| found.arm == 9 && found.median.is_nan()));
    ragged.cases[0].metrics.clear();
    assert!(matches!(analyse(&ragged).unwrap().cases[0].outcome, CaseOutcome::NotAvailable { samples: 0, .. }));
}

#[test]
fn each_metric_starts_afresh_from_the_seed() {
    let arm = [vec![single(&[1.0, 3.0, 2.0, 5.0]), single(&[2.0, 2.0, 3.0, 1.0])]];
    let found = metrics(&experiment(true, vec![arm[0].clone(), arm[0].clone()]));
    assert_eq!(found[0], found[1]);
}

proptest! {
    #[test]
    fn scaling_both_arms_leaves_the_ratio(values in prop::collection::vec((0.5f64..2.0, 0.5f64..2.0), 1..9), scale in -40i32..40) {
        let (new, old): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
        // A power of two changes no bit of a quotient.
        let scaled = |values: &[f64]| single(&values.iter().map(|&value| libm::ldexp(value, scale)).collect::<Vec<_>>());
        let found = estimates(&experiment(true, vec![vec![single(&new), single(&old)]]));
        let again = estimates(&experiment(true, vec![vec![scaled(&new), scaled(&old)]]));
        prop_assert_eq!(found.comparisons, again.comparisons);
    }

    #[test]
    fn the_order_of_blocks_leaves_the_estimate(values in prop::collection::vec((0.5f64..2.0, 0.5f64..2.0), 2..9), turn in 0usize..9) {
        let mut turned = values.clone();
        turned.rotate_left(turn % values.len());
        let [found, again] = [values, turned].map(|values| {
            let (new, old): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
            estimates(&experiment(true, vec![vec![single(&new), single(&old)]])).comparisons.remove(0)
        });
        prop_assert_eq!(found.ratio.to_bits(), again.ratio.to_bits());
        prop_assert_eq!(found.leave_one_block_out, again.leave_one_block_out);
    }

    #[test]
    fn the_estimate_lies_within_the_leave_one_out_range(values in prop::collection::vec((0.5f64..2.0, 0.5f64..2.0), 2..20)) {
        let (new, old): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
        let estimate = estimates(&experiment(true, vec![vec![single(&new), single(&old)]])).comparisons.remove(0);
        let (low, high) = estimate.leave_one_block_out.unwrap();
        prop_assert!(low * (1.0 - 1e-14) <= estimate.ratio && estimate.ratio <= high * (1.0 + 1e-14));
    }
}

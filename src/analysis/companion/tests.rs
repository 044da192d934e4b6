//! The companions of estimates as a campaign may hold them.

use super::super::model::{CaseResult, MetricEstimates};
use super::super::quantile::Quantile;
use super::super::rng::Generator;
use super::*;

fn bootstrap() -> Bootstrap {
    Bootstrap { resamples: 200, seed: 1, generator: Generator::NumpyPcg64, level: 0.95, quantile: Quantile::Linear }
}

fn estimate(block_ratios: &[f64]) -> Estimate {
    Estimate {
        ratio: 1.0,
        low: 0.9,
        high: 1.1,
        block_ratios: block_ratios.to_vec(),
        numerator_first: vec![true; block_ratios.len()],
        leave_one_block_out: None,
        order_numerator_first: None,
        order_denominator_first: None,
    }
}

#[test]
fn each_number_of_blocks_has_the_companions_that_it_can_have() {
    let there = |n: usize| {
        let ratios: Vec<f64> = (0..n).map(|at| 1.0 + 0.01 * at as f64).collect();
        let Companions { t_interval, exact, order_statistic, sign_flip } = companions(&estimate(&ratios), &bootstrap());
        [t_interval.is_some(), exact.is_some(), order_statistic.is_some(), sign_flip.is_some()]
    };
    assert_eq!(there(0), [false; 4]);
    assert_eq!(there(1), [false, true, false, true]);
    assert_eq!(there(2), [true; 4]);
    assert_eq!(there(8), [true; 4]);
    assert_eq!(there(13), [true, false, true, true]);
    assert_eq!(there(21), [true, false, true, false]);
}

#[test]
fn no_block_ratio_makes_it_panic() {
    for ratio in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX] {
        for n in [1, 2, 6] {
            let mut ratios = vec![1.0; n];
            ratios[0] = ratio;
            let _ = companions(&estimate(&ratios), &bootstrap());
        }
    }
    let odd = Bootstrap { resamples: 0, level: f64::NAN, ..bootstrap() };
    let _ = companions(&estimate(&[1.0, 1.1]), &odd);
}

#[test]
fn a_supplement_follows_the_results_and_simulates_each_number_of_blocks() {
    let of_metric = |ratios: &[f64]| {
        MetricResult::Analysed(MetricEstimates {
            blocks: (0..ratios.len()).collect(),
            dropped: Vec::new(),
            medians: Vec::new(),
            absolute: Vec::new(),
            comparisons: vec![estimate(ratios), estimate(&[2.0; 3])],
        })
    };
    let case = |outcome| CaseResult { name: "c".to_string(), outcome };
    let results = Results {
        cases: vec![
            case(CaseOutcome::NotAvailable { samples: 0, incomplete: Vec::new() }),
            case(CaseOutcome::Analysed(vec![MetricResult::NotReported, of_metric(&[1.0, 1.1, 1.2])])),
        ],
    };
    let experiment = Experiment {
        arms: Vec::new(),
        blocks: 4,
        repeats: 1,
        comparisons: Vec::new(),
        metrics: Vec::new(),
        bootstrap: bootstrap(),
        complete_cases_only: false,
        cases: Vec::new(),
    };
    let found = supplement(&experiment, &results, &mut Simulations::default());
    assert_eq!(found.coverage.iter().map(|coverage| coverage.blocks).collect::<Vec<_>>(), [3, 4]);
    assert!(found.coverage_of(3) != found.coverage_of(4) && found.coverage_of(5).is_none());
    assert_eq!(found.of(1, 1, 1), Some(&companions(&estimate(&[2.0; 3]), &bootstrap())));
    assert!([(0, 0, 0), (1, 0, 0), (1, 1, 2), (9, 9, 9)].iter().all(|&(a, b, c)| found.of(a, b, c).is_none()));
}

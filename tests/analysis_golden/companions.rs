//! Companions of the block ratios of four phases, and of random ones, against NumPy 2.4 and SciPy 1.17
//! (`fixtures/analysis/companions.json`).

use super::{PHASES, reader::read};
use rebench_report::analysis::companion::{Companions, companions};
use rebench_report::analysis::{Bootstrap, CaseOutcome, Estimate, MetricResult, analyse};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(&std::fs::read_to_string("tests/fixtures/analysis/companions.json").unwrap()).unwrap()
}

fn assert_close(ours: (f64, f64), expected: &Value, what: &str) {
    for (ours, expected) in [(ours.0, &expected[0]), (ours.1, &expected[1])] {
        let expected = expected.as_f64().unwrap();
        assert!((ours - expected).abs() <= 1e-9 * expected, "{what}: {ours} {expected}");
    }
}

fn compare(found: &Companions, expected: &Value, what: &str) {
    assert_close(found.t_interval.unwrap(), &expected["t"], what);
    let exact = found.exact.unwrap();
    assert_close((exact.low, exact.high), &expected["exact"], what);
    let sign_flip = found.sign_flip.unwrap();
    assert_close((sign_flip.p, sign_flip.floor), &serde_json::json!([expected["p"], expected["floor"]]), what);
    let order = found.order_statistic.unwrap();
    assert_close((order.low, order.high), &expected["order"], what);
    assert!((order.level - expected["level"].as_f64().unwrap()).abs() < 1e-12, "{what}");
}

#[test]
fn companions_are_those_of_numpy_and_scipy_and_the_frozen_intervals_are_consistent() {
    let golden = golden();
    let mut compared = 0;
    for folder in PHASES {
        let phase = read(folder);
        let results = analyse(&phase.experiment).unwrap();
        for case in &results.cases {
            let CaseOutcome::Analysed(metrics) = &case.outcome else { continue };
            for (metric, result) in phase.experiment.metrics.iter().zip(metrics) {
                let MetricResult::Analysed(estimates) = result else { continue };
                for (comparison, estimate) in phase.experiment.comparisons.iter().zip(&estimates.comparisons) {
                    let found = companions(estimate, &phase.experiment.bootstrap);
                    let expected = &golden["phases"][&phase.name][&case.name][&comparison.name][metric];
                    compare(&found, expected, &format!("{folder} {} {} {metric}", case.name, comparison.name));
                    assert!(found.exact.unwrap().consistent());
                    compared += 1;
                }
            }
        }
    }
    let entries = |value: &Value| value.as_object().unwrap().values().cloned().collect::<Vec<_>>();
    let mut all = entries(&golden["phases"]);
    for _ in 0..2 {
        all = all.iter().flat_map(entries).collect();
    }
    assert_eq!(compared, all.iter().map(|metrics| metrics.as_object().unwrap().len()).sum::<usize>());
}

#[test]
fn companions_of_random_ratios_are_those_of_numpy_and_scipy() {
    let bootstrap: Bootstrap = read(PHASES[0]).experiment.bootstrap;
    let golden = golden();
    let all = golden["random"].as_array().unwrap();
    assert_eq!(all.len(), 8);
    for expected in all {
        let block_ratios: Vec<f64> =
            expected["block_ratios"].as_array().unwrap().iter().map(|ratio| ratio.as_f64().unwrap()).collect();
        let what = format!("{} blocks", block_ratios.len());
        let estimate = Estimate {
            ratio: 1.0,
            low: 1.0,
            high: 1.0,
            numerator_first: vec![true; block_ratios.len()],
            block_ratios,
            leave_one_block_out: None,
            order_numerator_first: None,
            order_denominator_first: None,
        };
        compare(&companions(&estimate, &bootstrap), expected, &what);
    }
}

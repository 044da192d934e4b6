//! The frozen analysis against what the pinned analyzer printed for four phases.

mod companions;
mod reader;

use reader::{Phase, read};
use rebench_report::analysis::{analyse, reference};

const PHASES: [&str; 4] = [
    "content/hcloud-rebench-20261014/frozen/C2",
    "content/hcloud-rebench-20261014/frozen/D1",
    "tests/fixtures/analysis/go-toolchains/T1",
    "tests/fixtures/analysis/go-toolchains/T2",
];

#[test]
fn every_number_agrees_with_the_pinned_analyzer() {
    for folder in PHASES {
        let Phase { name, experiment, confounds, reference } = read(folder);
        let results = analyse(&experiment).unwrap();
        let ours = reference::to_json(&experiment, &name, &results, &confounds);
        let agreement = reference::agreement(&ours, &reference, 1e-12);
        assert!(agreement.holds(), "{folder}: {agreement:#?}");
        // Every number of the document was compared: there are as many as its text has.
        assert_eq!(agreement.numbers, numbers(&reference), "{folder}");
        assert!(agreement.numbers > 20, "{folder}: {}", agreement.numbers);
    }
}

/// The last bit may differ between two libraries' logarithms; the generators, quantiles and sums may not. So the
/// agreement is far closer than what is asked for.
#[test]
fn agreement_is_within_a_few_units_of_the_last_place() {
    for folder in PHASES {
        let Phase { name, experiment, confounds, reference } = read(folder);
        let ours = reference::to_json(&experiment, &name, &analyse(&experiment).unwrap(), &confounds);
        let agreement = reference::agreement(&ours, &reference, 1e-12);
        assert!(agreement.largest_difference < 1e-15, "{folder}: {}", agreement.largest_difference);
    }
}

#[test]
fn another_seed_is_found_out() {
    let Phase { name, mut experiment, confounds, reference } = read(PHASES[2]);
    experiment.bootstrap.seed += 1;
    let ours = reference::to_json(&experiment, &name, &analyse(&experiment).unwrap(), &confounds);
    let agreement = reference::agreement(&ours, &reference, 1e-12);
    assert!(!agreement.holds());
    let ends = |path: &str| path.ends_with("['low']") || path.ends_with("['high']");
    assert!(agreement.disagreements.iter().all(|disagreement| ends(&disagreement.path)));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    for folder in PHASES {
        let Phase { name, experiment, confounds, .. } = read(folder);
        let [one, four] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let results = pool.install(|| analyse(&experiment)).unwrap();
            (reference::to_json(&experiment, &name, &results, &confounds).to_string(), results)
        });
        // JSON writes the shortest digits that parse back, so equal texts are equal bits.
        assert_eq!(one, four, "{folder}");
    }
}

fn numbers(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Object(members) => members.values().map(numbers).sum(),
        serde_json::Value::Array(elements) => elements.iter().map(numbers).sum(),
        value => usize::from(value.is_number()),
    }
}

//! A reader of frozen phases that is as small as it can be: the tests of the analysis shall not depend on the real one.

use rebench_report::analysis::quantile::Quantile;
use rebench_report::analysis::reference::Confounds;
use rebench_report::analysis::rng::Generator;
use rebench_report::analysis::{Bootstrap, CaseSamples, Comparison, Experiment, MetricSamples};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub struct Phase {
    pub name: String,
    pub experiment: Experiment,
    pub confounds: Confounds,
    pub reference: Value,
}

/// Values by case, metric, arm, block.
type Cells = BTreeMap<(String, String, String, usize), Vec<f64>>;

pub fn read(folder: &str) -> Phase {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let plan: Value = serde_json::from_str(&text("plan.json")).unwrap();
    let spec: Value = serde_yaml::from_str(&text("analysis.yaml")).unwrap();
    let cells = cells(&plan, &text("metrics.csv"));

    let arms = strings(&plan["arms"], "name");
    let arm = |name: &Value| arms.iter().position(|arm| name == arm).unwrap();
    let metrics: Vec<String> = array(&spec["metrics"]).iter().map(string).collect();
    let comparison = |value: &Value| Comparison {
        name: string(&value["name"]),
        numerator: arm(&value["numerator"]),
        denominator: arm(&value["denominator"]),
    };
    let blocks = integer(&plan["blocks"]);
    let case = |name: String| {
        let mut position = vec![vec![0; blocks]; arms.len()];
        for job in array(&plan["jobs"]).iter().filter(|job| job["case"] == *name) {
            position[arm(&job["arm"])][integer(&job["block"])] = integer(&job["position"]);
        }
        let repeats = |metric: &String, arm: &String, block| {
            cells.get(&(name.clone(), metric.clone(), arm.clone(), block)).cloned().unwrap_or_default()
        };
        let samples = |metric: &String| MetricSamples {
            values: arms.iter().map(|arm| (0..blocks).map(|block| repeats(metric, arm, block)).collect()).collect(),
        };
        CaseSamples { metrics: metrics.iter().map(samples).collect(), name, position }
    };
    let bootstrap = &spec["bootstrap"];
    let experiment = Experiment {
        blocks,
        repeats: integer(&plan["count"]),
        comparisons: array(&spec["comparisons"]).iter().map(comparison).collect(),
        bootstrap: Bootstrap {
            resamples: integer(&bootstrap["resamples"]),
            seed: bootstrap["seed"].as_u64().unwrap(),
            generator: Generator::from_name(bootstrap["rng"].as_str().unwrap()).unwrap(),
            level: bootstrap["level"].as_f64().unwrap(),
            quantile: Quantile::from_name(bootstrap["quantile"].as_str().unwrap()).unwrap(),
        },
        complete_cases_only: spec["complete_cases_only"].as_bool().unwrap(),
        cases: strings(&plan["cases"], "name").into_iter().map(case).collect(),
        arms: arms.clone(),
        metrics: metrics.clone(),
    };
    let confounds = confounds(&spec, &strings(&plan["cases"], "name"), &cells);
    let reference = serde_json::from_str(&text("analysis.json")).unwrap();
    Phase { name: string(&plan["phase"]), experiment, confounds, reference }
}

fn cells(plan: &Value, csv: &str) -> Cells {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let job = header.iter().position(|name| name == "job").unwrap();
    let mut cells = Cells::new();
    for row in reader.records().map(Result::unwrap) {
        let job = &plan["jobs"][row[job].parse::<usize>().unwrap()];
        for (metric, value) in header.iter().zip(&row) {
            if let Ok(value) = value.parse() {
                let key = (string(&job["case"]), metric.into(), string(&job["arm"]), integer(&job["block"]));
                cells.entry(key).or_default().push(value);
            }
        }
    }
    cells
}

/// Confounded: the arms differ, or the numerator's values are not all the same.
fn confounds(spec: &Value, cases: &[String], cells: &Cells) -> Confounds {
    let mut confounds = Confounds::new();
    for case in cases {
        for confound in array(&spec["confounds"]) {
            for comparison in array(&spec["comparisons"]) {
                let values = |side: &str| -> BTreeSet<u64> {
                    let key = |key: &(String, String, String, usize)| {
                        key.0 == *case && confound["metric"] == key.1 && comparison[side] == key.2
                    };
                    cells
                        .iter()
                        .filter(|cell| key(cell.0))
                        .flat_map(|cell| cell.1)
                        .map(|value| value.to_bits())
                        .collect()
                };
                let (numerator, denominator) = (values("numerator"), values("denominator"));
                let flags = confounds.entry(case.clone()).or_default().entry(string(&confound["name"])).or_default();
                flags.insert(string(&comparison["name"]), numerator != denominator || numerator.len() > 1);
            }
        }
    }
    confounds
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn integer(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn strings(value: &Value, member: &str) -> Vec<String> {
    array(value).iter().map(|value| string(&value[member])).collect()
}

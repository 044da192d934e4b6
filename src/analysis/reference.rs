//! Agreement with the analyzer that was pinned with the plan.
//!
//! In: our [`Results`] and the JSON document that the analyzer printed, schema `benchcampaign/analysis/1`. Out: ours in
//! that schema, and an [`Agreement`], leaf by leaf.

use super::model::{CaseOutcome, Estimate, Experiment, MetricEstimates, MetricResult, Results};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Confound flags, which come from elsewhere: case → confound → comparison → whether it is confounded.
pub type Confounds = BTreeMap<String, BTreeMap<String, BTreeMap<String, bool>>>;

/// `results` as the pinned analyzer would print them. A metric that a case does not report is left out there, as the
/// schema has it; numbers that JSON can't hold are null.
pub fn to_json(experiment: &Experiment, phase: &str, results: &Results, confounds: &Confounds) -> Value {
    let cases: Map<String, Value> = results
        .cases
        .iter()
        .map(|case| {
            let value = match &case.outcome {
                CaseOutcome::NotAvailable { samples, .. } => json!({"status": "N/A", "samples": samples}),
                CaseOutcome::Analysed(metrics) => json!({
                    "absolute": absolute(experiment, metrics),
                    "comparisons": comparisons(experiment, metrics),
                    "confounds": confounds.get(&case.name).map_or_else(|| json!({}), |flags| json!(flags)),
                    "status": "complete",
                }),
            };
            (case.name.clone(), value)
        })
        .collect();
    json!({"cases": cases, "phase": phase, "schema": "benchcampaign/analysis/1"})
}

/// Those metrics that are reported, with their names.
fn reported<'a>(
    experiment: &'a Experiment,
    metrics: &'a [MetricResult],
) -> impl Iterator<Item = (&'a String, &'a MetricEstimates)> {
    experiment.metrics.iter().zip(metrics).filter_map(|(name, metric)| match metric {
        MetricResult::Analysed(estimates) => Some((name, estimates)),
        MetricResult::NotReported => None,
    })
}

fn absolute(experiment: &Experiment, metrics: &[MetricResult]) -> Map<String, Value> {
    let by_arm = |estimates: &MetricEstimates| -> Map<String, Value> {
        experiment.arms.iter().cloned().zip(estimates.absolute.iter().map(|&value| json!(value))).collect()
    };
    reported(experiment, metrics).map(|(name, estimates)| (name.clone(), by_arm(estimates).into())).collect()
}

fn comparisons(experiment: &Experiment, metrics: &[MetricResult]) -> Map<String, Value> {
    let by_metric = |index: usize| -> Map<String, Value> {
        let with_estimate = reported(experiment, metrics)
            .filter_map(|(name, estimates)| Some((name.clone(), comparison(estimates.comparisons.get(index)?))));
        with_estimate.collect()
    };
    let names = experiment.comparisons.iter().enumerate();
    // A comparison without a metric does not occur in the schema.
    names
        .map(|(index, of)| (of.name.clone(), by_metric(index)))
        .filter(|(_, metrics)| !metrics.is_empty())
        .map(|(name, metrics)| (name, metrics.into()))
        .collect()
}

fn comparison(estimate: &Estimate) -> Value {
    json!({
        "block_ratios": estimate.block_ratios,
        "blocks": estimate.block_ratios.len(),
        "high": estimate.high,
        "leave_one_block_out": estimate.leave_one_block_out,
        "low": estimate.low,
        "order": {
            "denominator_first": estimate.order_denominator_first,
            "numerator_first": estimate.order_numerator_first,
        },
        "ratio": estimate.ratio,
    })
}

/// How far two documents agree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Numbers compared.
    pub numbers: usize,
    /// Other leaves compared: texts, truth values, nulls.
    pub others: usize,
    /// Largest relative difference between two numbers.
    pub largest_difference: f64,
    /// Leaves of which both documents have one, but not the same.
    pub disagreements: Vec<Disagreement>,
    /// Paths of the reference that ours lacks; of a whole part only its own.
    pub missing: Vec<String>,
    /// Paths of ours that the reference lacks.
    pub extra: Vec<String>,
}

/// A leaf on which two documents differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// Where: a normalized path of RFC 9535, `$['cases']['x']['ratio']`.
    pub path: String,
    /// Our value.
    pub ours: Value,
    /// The reference's.
    pub reference: Value,
}

impl Agreement {
    /// Whether there is nothing to hold against it: something was compared and all of it agrees.
    pub fn holds(&self) -> bool {
        let compared = self.numbers + self.others > 0;
        compared && self.disagreements.is_empty() && self.missing.is_empty() && self.extra.is_empty()
    }
}

/// Compares every leaf of two documents: numbers by their difference relative to the larger, which may be `tolerance` at
/// most, all else by equality.
pub fn agreement(ours: &Value, reference: &Value, tolerance: f64) -> Agreement {
    let mut agreement = Agreement::default();
    agreement.compare("$".into(), ours, reference, tolerance);
    agreement
}

impl Agreement {
    fn compare(&mut self, path: String, ours: &Value, reference: &Value, tolerance: f64) {
        match (ours, reference) {
            (Value::Object(ours_in), Value::Object(reference_in)) => {
                for (key, reference) in reference_in {
                    let path = member(&path, key);
                    match ours_in.get(key) {
                        Some(ours) => self.compare(path, ours, reference, tolerance),
                        None => self.missing.push(path),
                    }
                }
                let extra = ours_in.keys().filter(|key| !reference_in.contains_key(*key));
                self.extra.extend(extra.map(|key| member(&path, key)));
            }
            (Value::Array(ours_in), Value::Array(reference_in)) => {
                let element = |index: usize| format!("{path}[{index}]");
                for (index, (ours, reference)) in ours_in.iter().zip(reference_in).enumerate() {
                    self.compare(element(index), ours, reference, tolerance);
                }
                self.missing.extend((ours_in.len()..reference_in.len()).map(element));
                self.extra.extend((reference_in.len()..ours_in.len()).map(element));
            }
            _ => {
                let agrees = match (ours.as_f64(), reference.as_f64()) {
                    (Some(ours), Some(reference)) => {
                        self.numbers += 1;
                        let difference = relative_difference(ours, reference);
                        self.largest_difference = self.largest_difference.max(difference);
                        difference <= tolerance
                    }
                    _ => {
                        self.others += 1;
                        ours == reference
                    }
                };
                if !agrees {
                    let (ours, reference) = (ours.clone(), reference.clone());
                    self.disagreements.push(Disagreement { path, ours, reference });
                }
            }
        }
    }
}

fn relative_difference(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()) }
}

/// `path['key']`.
fn member(path: &str, key: &str) -> String {
    let mut member = format!("{path}['");
    for character in key.chars() {
        match character {
            '\'' | '\\' => member.extend(['\\', character]),
            '\n' => member.push_str("\\n"),
            '\r' => member.push_str("\\r"),
            '\t' => member.push_str("\\t"),
            '\u{8}' => member.push_str("\\b"),
            '\u{c}' => member.push_str("\\f"),
            '\0'..='\u{1f}' => member.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => member.push(character),
        }
    }
    member.push_str("']");
    member
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_has_its_path() {
        let ours = json!({"a": {"ns/op": [1.0, 2.0, 3.0]}, "b": "x", "c": null, "only'ours": 1, "d": 1});
        let reference = json!({"a": {"ns/op": [1.0, 2.0000001]}, "b": "y", "c": 1.0, "gone": {"whole": [1]}, "d": 1});
        let found = agreement(&ours, &reference, 1e-12);
        let paths: Vec<&str> = found.disagreements.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(paths, ["$['a']['ns/op'][1]", "$['b']", "$['c']"]);
        assert_eq!(found.missing, ["$['gone']"]);
        assert_eq!(found.extra, ["$['a']['ns/op'][2]", r"$['only\'ours']"]);
        assert_eq!((found.numbers, found.others), (3, 2));
        assert!(!found.holds());
    }

    #[test]
    fn the_tolerance_is_relative_and_inclusive() {
        let compare = |ours: f64, reference: f64| agreement(&json!(ours), &json!(reference), 1e-12).holds();
        assert!(compare(1.0, 1.0 + 9e-13) && !compare(1.0, 1.0 + 1.1e-12));
        assert!(compare(1e-300, 1e-300) && !compare(1e-300, 1.1e-300) && !compare(0.0, 1e-300));
        assert!(compare(0.0, -0.0));
        assert!(agreement(&json!(3), &json!(3.0), 0.0).holds());
        assert!(!agreement(&json!([1]), &json!({"0": 1}), 1.0).holds());
        assert!(!agreement(&json!({}), &json!({}), 1.0).holds(), "nothing compared is no agreement");
    }
}

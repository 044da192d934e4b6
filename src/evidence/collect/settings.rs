//! What plan and pinned analysis declare.

use super::Phase;
use crate::document::Standing;
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::number::text::full;

/// Anchor of the table of settings on a phase's evidence page.
pub const SETTINGS: &str = "settings";

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let plan = &phase.records.plan;
    let spec = &phase.records.spec;
    let mut enter = |file: &str, group: &str, key: &str, what: &str, amount: Amount| {
        ledger.enter(Evidence {
            id: id(&[phase.name(), group, key]),
            phase: Some(phase.name().to_string()),
            what: what.to_string(),
            amount,
            interval: None,
            unit: String::new(),
            standing: Standing::Declared,
            derivation: Derivation::Declared { file: phase.records.path(file), at: key.to_string() },
            shown: phase.shown(SETTINGS),
        });
    };
    let (json, yaml) = ("plan.json", "analysis.yaml");
    let number = |value: usize| Amount::Count(value as u64);
    enter(json, "plan", "blocks", "blocks a case", Amount::Count(plan.blocks.into()));
    enter(json, "plan", "count", "repeats a process", Amount::Count(plan.count.into()));
    enter(json, "plan", "gomaxprocs", "GOMAXPROCS", Amount::Count(plan.gomaxprocs.into()));
    enter(json, "plan", "seed", "seed of the order", Amount::Text(plan.seed.to_string()));
    enter(json, "plan", "harness", "commit of the harness", Amount::Text(plan.harness.clone()));
    enter(json, "plan", "arms", "arms", number(plan.arms.len()));
    enter(json, "plan", "cases", "cases", number(plan.cases.len()));
    enter(json, "plan", "jobs", "planned processes", number(plan.jobs.len()));
    for arm in &plan.arms {
        enter(json, "trees", &arm.name, "tree of the arm", Amount::Text(arm.tree.clone()));
        enter(json, "binaries", &arm.name, "SHA-256 of the arm's binary", Amount::Text(arm.sha256.clone()));
    }
    for case in &plan.cases {
        enter(json, "benchtimes", &case.name, "benchtime of the case", Amount::Text(case.benchtime.clone()));
    }
    let bootstrap = &spec.bootstrap;
    enter(yaml, "analysis", "resamples", "bootstrap resamples", number(bootstrap.resamples));
    enter(yaml, "analysis", "seed", "seed of the bootstrap", Amount::Text(bootstrap.seed.to_string()));
    enter(
        yaml,
        "analysis",
        "level",
        "nominal level",
        Amount::Text(format!("{}\u{a0}%", full(percent(bootstrap.level)))),
    );
    enter(yaml, "analysis", "rng", "index generator", Amount::Text(bootstrap.generator.name().to_string()));
    enter(yaml, "analysis", "quantile", "quantile definition", Amount::Text(bootstrap.quantile.name().to_string()));
    enter(yaml, "analysis", "metrics", "metrics", number(spec.metrics.len()));
    enter(yaml, "analysis", "comparisons", "comparisons", number(spec.comparisons.len()));
}

/// A level in percent, without the dust of binary fractions: 0.95 is 95.
fn percent(level: f64) -> f64 {
    (level * 1e9).round() / 1e7
}

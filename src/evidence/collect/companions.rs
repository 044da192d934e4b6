//! Companions of the frozen estimates, and how often the frozen interval covers. All of it stands in the supplement of a
//! phase, apart from what the campaign registered.

use super::samples::derivation_anchor;
use super::{Phase, phase_document};
use crate::analysis::companion::Companions;
use crate::analysis::companion::coverage::{self, Coverage, Covered};
use crate::analysis::{CaseOutcome, CaseResult, MetricResult};
use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

/// Anchor of the supplement in a phase's document.
pub const SUPPLEMENT: &str = "companions";

/// Parts of the companions of an estimate, as they end their ids.
pub mod part {
    /// Low end of the t interval.
    pub const T_LOW: &str = "t_low";
    /// Its high end.
    pub const T_HIGH: &str = "t_high";
    /// Low end of the exact bootstrap interval.
    pub const EXACT_LOW: &str = "exact_low";
    /// Its high end.
    pub const EXACT_HIGH: &str = "exact_high";
    /// Whether both frozen ends are consistent with the exact bootstrap.
    pub const CONSISTENT: &str = "consistent";
    /// Low end of the interval for the median block ratio.
    pub const MEDIAN_LOW: &str = "median_low";
    /// Its high end.
    pub const MEDIAN_HIGH: &str = "median_high";
    /// Its true level.
    pub const MEDIAN_LEVEL: &str = "median_level";
    /// p of the sign-flip test.
    pub const SIGN_FLIP: &str = "sign_flip";
    /// The least p that as many blocks can give.
    pub const SIGN_FLIP_FLOOR: &str = "sign_flip_floor";
}

/// Id of a companion.
pub fn companion_id(phase: &str, case: &str, comparison: &str, metric: &str, part: &str) -> String {
    id(&[phase, "companions", case, comparison, metric, part])
}

/// Id of a simulated coverage: with the blocks of the plan `D1:coverage:normal`, with fewer `D1:coverage:blocks_5:normal`.
pub fn coverage_id(phase: Phase<'_>, blocks: usize, data: &str) -> String {
    if blocks == phase.records.plan.blocks as usize {
        id(&[phase.name(), "coverage", data])
    } else {
        id(&[phase.name(), "coverage", &format!("blocks_{blocks}"), data])
    }
}

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    for coverage in &phase.analysed.supplement.coverage {
        simulated(phase, coverage, ledger);
    }
    let records = phase.records;
    let mut intervals = 0;
    for (case_at, (case, result)) in records.plan.cases.iter().zip(&phase.analysed.results.cases).enumerate() {
        let CaseOutcome::Analysed(metrics) = &result.outcome else { continue };
        for (metric_at, (metric, estimates)) in records.spec.metrics.iter().zip(metrics).enumerate() {
            let MetricResult::Analysed(estimates) = estimates else { continue };
            for (comparison_at, comparison) in records.spec.comparisons.iter().enumerate() {
                let Some(found) = phase.analysed.supplement.of(case_at, metric_at, comparison_at) else { continue };
                intervals += 1;
                let own = id(&[phase.name(), "cases", &case.name, &comparison.name, metric]);
                let blocks = estimates.blocks.iter().map(|block| format!("{own}:block_{block}")).collect();
                let what = format!("{metric} of {}, {}", case.name, comparison.name);
                let names = [case.name.as_str(), comparison.name.as_str(), metric.as_str()];
                enter(phase, names, &what, &own, blocks, found, ledger);
            }
        }
    }
    let rule = "cases × comparisons × metrics that have an interval".to_string();
    ledger.enter(Evidence {
        id: id(&[phase.name(), "family", "intervals"]),
        phase: Some(phase.name().to_string()),
        what: "intervals of the phase, none of them corrected for their number".to_string(),
        amount: Amount::Count(intervals),
        interval: None,
        unit: "count".to_string(),
        standing: Standing::Measured,
        derivation: Derivation::Counted {
            rule,
            files: ["plan.json", "analysis.yaml", "metrics.csv"].iter().map(|file| records.path(file)).collect(),
        },
        shown: phase.shown(super::accounting::COUNTS),
    });
}

/// Where the coverage is told.
fn supplement(phase: Phase<'_>) -> Option<Target> {
    let analysed = |case: &CaseResult| matches!(case.outcome, CaseOutcome::Analysed(_));
    if !phase.analysed.results.cases.iter().any(analysed) {
        return None;
    }
    Some(Target::Document { id: phase_document(phase.name()), anchor: Some(SUPPLEMENT.to_string()) })
}

fn simulated(phase: Phase<'_>, coverage: &Coverage, ledger: &mut Ledger) {
    let settings = [["plan", "blocks"], ["analysis", "resamples"], ["analysis", "seed"], ["analysis", "rng"]];
    let settings = settings.into_iter().chain([["analysis", "quantile"], ["analysis", "level"]]);
    let from: Vec<String> = settings.map(|[group, key]| id(&[phase.name(), group, key])).collect();
    let mut enter = |data: &str, law: &str, covered: Covered| {
        let own = coverage_id(phase, coverage.blocks, data);
        let mut figure = |id: String, what: String, part: f64, method: String| {
            ledger.enter(Evidence {
                id,
                phase: Some(phase.name().to_string()),
                what,
                amount: Amount::Number(super::percent(part)),
                interval: None,
                unit: "percent".to_string(),
                // From settings alone: it says something of the design and nothing of the data.
                standing: Standing::Declared,
                derivation: Derivation::Computed { method, from: from.clone() },
                shown: supplement(phase),
            });
        };
        let what = format!("simulated coverage of the frozen interval with {} blocks and {law}", coverage.blocks);
        let method = format!(
            "{} trials of {} blocks with {law}; trial i draws from NumPy's default_rng({} + i); the interval is made with \
             the frozen analysis's own draws",
            coverage.trials,
            coverage.blocks,
            coverage::SEED
        );
        figure(own.clone(), what.clone(), covered.part, method);
        let method = "√(p (1 − p) / trials)".to_string();
        figure(format!("{own}:standard_error"), format!("standard error of the {what}"), covered.error, method);
    };
    enter("normal", "normal log ratios", coverage.normal);
    enter("skewed", "skewed log ratios (exponential less its mean)", coverage.skewed);
}

fn enter(
    phase: Phase<'_>,
    [case, comparison, metric]: [&str; 3],
    what: &str,
    estimate: &str,
    blocks: Vec<String>,
    found: &Companions,
    ledger: &mut Ledger,
) {
    let mut figure = |part: &str, words: &str, amount: Amount, unit: &str, method: &str, from: Vec<String>| {
        ledger.enter(Evidence {
            id: companion_id(phase.name(), case, comparison, metric, part),
            phase: Some(phase.name().to_string()),
            what: format!("companion, not part of the frozen analysis: {words} of {what}"),
            amount,
            interval: None,
            unit: unit.to_string(),
            standing: Standing::Measured,
            derivation: Derivation::Computed { method: method.to_string(), from },
            // The block ratios from which it follows.
            shown: phase.shown(derivation_anchor(case, metric)),
        });
    };
    let of_blocks = || blocks.clone();
    if let Some((low, high)) = found.t_interval {
        let method = "exp of mean ∓ t · s / √n of the log block ratios, n − 1 degrees of freedom, at the pinned level";
        figure(part::T_LOW, "low end of the t interval", Amount::Number(low), "ratio", method, of_blocks());
        figure(part::T_HIGH, "high end of the t interval", Amount::Number(high), "ratio", method, of_blocks());
    }
    if let Some(exact) = &found.exact {
        let method = "percentile bootstrap over all nⁿ draws of n blocks, by the pinned quantile definition";
        let (low, high) = (Amount::Number(exact.low), Amount::Number(exact.high));
        figure(part::EXACT_LOW, "low end of the exact bootstrap interval", low, "ratio", method, of_blocks());
        figure(part::EXACT_HIGH, "high end of the exact bootstrap interval", high, "ratio", method, of_blocks());
        let ends = [estimate.to_string()].into_iter().chain(of_blocks()).collect();
        let words = "whether the frozen interval is consistent with the exact bootstrap";
        let method = "each frozen end cuts off the nominal tail, within four binomial standard errors and one rank";
        figure(part::CONSISTENT, words, Amount::Truth(exact.consistent()), "", method, ends);
    }
    if let Some(order) = &found.order_statistic {
        let method = format!("block ratios of rank {} from below and from above", order.rank);
        let (low, high) = (Amount::Number(order.low), Amount::Number(order.high));
        figure(
            part::MEDIAN_LOW,
            "low end of the interval for the median block ratio",
            low,
            "ratio",
            &method,
            of_blocks(),
        );
        figure(
            part::MEDIAN_HIGH,
            "high end of the interval for the median block ratio",
            high,
            "ratio",
            &method,
            of_blocks(),
        );
        let level = Amount::Number(100.0 * order.level);
        let method = format!("1 − 2 P(B < {}), B binomial with as many blocks and ½", order.rank);
        figure(
            part::MEDIAN_LEVEL,
            "true level of the interval for the median block ratio",
            level,
            "percent",
            &method,
            of_blocks(),
        );
    }
    if let Some(test) = &found.sign_flip {
        let method = "part of all 2ⁿ choices of signs that bring the mean log ratio as far from 0";
        let (p, floor) = (Amount::Number(100.0 * test.p), Amount::Number(100.0 * test.floor));
        figure(part::SIGN_FLIP, "two-sided p of the sign-flip test", p, "percent", method, of_blocks());
        let method = "2 / 2ⁿ for n blocks";
        figure(
            part::SIGN_FLIP_FLOOR,
            "least p that the sign-flip test can give",
            floor,
            "percent",
            method,
            of_blocks(),
        );
    }
}

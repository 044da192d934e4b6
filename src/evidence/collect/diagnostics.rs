//! Confounds, failures, agreement with printed figures.

use super::Phase;
use super::accounting::COUNTS;
use crate::document::Standing;
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::ingest::EventKind;
use crate::reconcile::Verdict;

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let mut enter = |parts: &[&str], what: String, amount: Amount, unit: &str, files: Vec<String>| {
        let parts: Vec<&str> = std::iter::once(phase.name()).chain(parts.iter().copied()).collect();
        ledger.enter(Evidence {
            id: id(&parts),
            phase: Some(phase.name().to_string()),
            what: what.clone(),
            amount,
            interval: None,
            unit: unit.to_string(),
            standing: Standing::Measured,
            derivation: Derivation::Counted { rule: what, files },
            shown: phase.shown(COUNTS),
        });
    };
    let csv = || vec![phase.records.path("metrics.csv")];
    for confound in &phase.reconciliation.confounds {
        let (Some(case), Some(comparison)) =
            (phase.records.plan.cases.get(confound.case), phase.records.spec.comparisons.get(confound.comparison))
        else {
            continue;
        };
        let differs = match &confound.verdict {
            Verdict::NotApplicable => continue,
            Verdict::Equal(_) => false,
            Verdict::Differs { .. } => true,
        };
        enter(
            &["confounds", &confound.name, &case.name, &comparison.name],
            format!("{} of {}, {}: {} differs", confound.name, case.name, comparison.name, confound.metric),
            Amount::Truth(differs),
            "",
            csv(),
        );
    }
    constants(phase, &mut enter);
    let runner = || vec![phase.records.path("runner.jsonl")];
    for (key, event, word) in
        [("started", phase.records.events.first(), "first"), ("ended", phase.records.events.last(), "last")]
    {
        if let Some(event) = event {
            let what = format!("time of the {word} event of the runner");
            enter(&["run", key], what, Amount::Text(event.time.clone()), "", runner());
        }
    }
    if let Some(abort) = phase.records.events.iter().find(|event| event.kind == EventKind::PhaseAbort) {
        let error = abort.error.clone().unwrap_or_default();
        enter(&["abort", "error"], "error of phase_abort".to_string(), Amount::Text(error), "", runner());
        if let Some(job) = abort.job {
            let what = "job after which the runner gave up".to_string();
            enter(&["abort", "job"], what, Amount::Count(job.into()), "", runner());
        }
    }
    let odd: Vec<_> = phase.reconciliation.failures.iter().flat_map(|failure| &failure.odd).collect();
    if let Some(first) = odd.first()
        && odd
            .iter()
            .all(|receipt| receipt.prefix_bytes == first.prefix_bytes && receipt.results_say == first.results_say)
    {
        let receipts = || {
            let failures = phase.reconciliation.failures.iter();
            failures.map(|failure| phase.records.receipts_path(failure.job)).collect()
        };
        let what = "prefix length that the odd receipts of failed jobs name".to_string();
        enter(&["failed", "receipt_prefix"], what, Amount::Number(first.prefix_bytes as f64), "prefix-B", receipts());
        let what = "prefix length of every result line of the failed jobs".to_string();
        enter(&["failed", "result_prefix"], what, Amount::Number(first.results_say as f64), "prefix-B", receipts());
        let what = "odd receipts of failed jobs".to_string();
        enter(&["failed", "odd_receipts"], what, Amount::Count(odd.len() as u64), "count", receipts());
    }
    if let Some(published) = &phase.analysed.published {
        let file = || vec![phase.records.path("published.json")];
        let what = "printed figures of the original write-up".to_string();
        enter(&["published", "figures"], what, Amount::Count(published.figures.len() as u64), "count", file());
        let what = "printed figures of the original write-up that are reproduced".to_string();
        enter(&["published", "reproduced"], what, Amount::Count(published.reproduced() as u64), "count", file());
    }
}

/// Custom metrics of the pinned analysis that have one value throughout a case, whether or not they are confounds.
fn constants(phase: Phase<'_>, enter: &mut impl FnMut(&[&str], String, Amount, &str, Vec<String>)) {
    for (column, metric) in phase.records.metrics.metrics.iter().enumerate() {
        for (at, case) in phase.records.plan.cases.iter().enumerate() {
            let mut values = phase
                .reconciliation
                .samples
                .iter()
                .filter(|sample| sample.case == at)
                .filter_map(|sample| sample.values.get(column)?.as_ref())
                .map(|number| number.value);
            let Some(first) = values.next() else { continue };
            if values.all(|value| value == first) {
                enter(
                    &["constants", &case.name, metric],
                    format!("the one value of {metric} in all samples of {}", case.name),
                    Amount::Number(first),
                    metric,
                    vec![phase.records.path("metrics.csv")],
                );
            }
        }
    }
}

//! Limits that the data themselves set.

use super::{View, accounting, apart, as_limits, declared, run, supplement};
use crate::analysis::CaseOutcome;
use crate::document::{Block, Inlines};
use crate::evidence::Amount;
use crate::evidence::collect::estimates::part;
use crate::number::text::count_in_words;
use crate::reconcile::{Fate, Verdict};
use crate::writeup::sections::heading;

/// Anchor of these limits in a phase's document.
pub(super) const LIMITS: &str = "limits-data";

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let mut limits: Vec<Inlines> = Vec::new();
    limits.extend(aborted(view));
    limits.extend(missing_cases(view));
    limits.extend(false_failures(view));
    limits.push(few_blocks(view));
    limits.extend(apart::limits(view));
    limits.extend(no_width(view));
    limits.extend(confounds(view));
    limits.extend(labels(view));
    let mut out = vec![heading(3, LIMITS, "From the data")];
    out.extend(as_limits(limits));
    out
}

fn aborted(view: View<'_>) -> Option<Inlines> {
    let never = view.phase.reconciliation.accounting.never_started;
    if never == 0 {
        return None;
    }
    let mut words = run![
        view.count(&["accounting", "never_started"]),
        " of ",
        view.count(&["accounting", "planned"]),
        " planned processes never started.",
    ];
    let error = view.id(&["abort", "error"]);
    if let Some(evidence) = view.ledger.get(&error) {
        words.extend(run![
            " The runner gave up after job ",
            view.count(&["abort", "job"]),
            " with ",
            crate::document::Inline::Code(evidence.amount.full()),
            ".",
        ]);
    }
    Some(words)
}

fn missing_cases(view: View<'_>) -> Vec<Inlines> {
    let results = &view.phase.analysed.results;
    let mut out = Vec::new();
    for (at, case) in results.cases.iter().enumerate() {
        let CaseOutcome::NotAvailable { samples, .. } = &case.outcome else { continue };
        let mut words = run![case.name.clone(), " has no result: ", accounting::reason(view, at), "."];
        if *samples > 0 {
            words.extend(run![
                " Its ",
                view.count(&["accounting", "cases", &case.name, "samples"]),
                " recorded samples stay outside of all ratios, since the pinned analysis takes complete cases only.",
            ]);
        }
        out.push(words);
    }
    out
}

fn false_failures(view: View<'_>) -> Option<Inlines> {
    let failures = view.phase.reconciliation.failures.iter().filter(|failure| failure.is_false()).count();
    if failures == 0 {
        return None;
    }
    Some(run![
        "The runner marked ",
        view.count(&["accounting", "false_failures"]),
        if failures == 1 { " process" } else { " processes" },
        " as failed although log and measured receipts agree. They count as failed here, as recorded: a repaired check \
         would have let the phase go on, and nobody knows with what result.",
    ])
}

fn few_blocks(view: View<'_>) -> Inlines {
    let blocks = view.phase.records.plan.blocks;
    let mut words = run![
        declared(view, &["plan", "blocks"]),
        if blocks == 1 { " block gives" } else { " blocks give" },
        " coarse intervals, and ",
        declared(view, &["analysis", "level"]),
        " is their nominal level",
    ];
    words.extend(match supplement::coverage(view, blocks as usize) {
        Some(covered) => run![": the frozen rule covered the true ratio in ", covered, "."],
        None => run![": a percentile bootstrap over few blocks covers the true ratio less often."],
    });
    let family = view.id(&["family", "intervals"]);
    if let Some(Amount::Count(intervals)) = view.ledger.get(&family).map(|evidence| &evidence.amount) {
        let number = count_in_words(*intervals);
        let mut letters = number.chars();
        let number: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        words.extend(run![
            " ",
            view.figure(&family, number),
            if *intervals == 1 { " interval is read" } else { " intervals are read" },
            " on this page, without correction for their number.",
        ]);
    }
    if blocks < 6 {
        words.extend(run![" With five blocks or fewer no sign test can reach 5 %."]);
    }
    words
}

/// Intervals without width.
fn no_width(view: View<'_>) -> Option<Inlines> {
    let records = view.phase.records;
    let mut names: Vec<String> = Vec::new();
    for case in &records.plan.cases {
        for comparison in &records.spec.comparisons {
            for metric in &records.spec.metrics {
                let own = view.id(&["cases", &case.name, &comparison.name, metric]);
                let end = |part: &str| view.ledger.get(&format!("{own}:{part}")).and_then(|one| one.amount.number());
                if end(part::SMALLEST_BLOCK).is_some()
                    && end(part::SMALLEST_BLOCK) == end(part::LARGEST_BLOCK)
                    && !names.contains(metric)
                {
                    names.push(metric.clone());
                }
            }
        }
    }
    if names.is_empty() {
        return None;
    }
    Some(run![
        "All block ratios of some comparisons of ",
        names.join(", "),
        " are equal, so that their intervals have no width. That is a property of the \
         counts, not certainty about other workloads.",
    ])
}

fn confounds(view: View<'_>) -> Vec<Inlines> {
    let records = view.phase.records;
    let mut out = Vec::new();
    for confound in &view.phase.reconciliation.confounds {
        let Verdict::Differs { numerator, denominator } = &confound.verdict else { continue };
        let (Some(case), Some(comparison)) =
            (records.plan.cases.get(confound.case), records.spec.comparisons.get(confound.comparison))
        else {
            continue;
        };
        out.push(run![format!(
            "{} of {}, {}: {} differs between the arms ({} in {}, {} in {}), so a difference in time may come from it.",
            confound.name,
            case.name,
            comparison.name,
            confound.metric,
            numerator.join(", "),
            comparison.numerator,
            denominator.join(", "),
            comparison.denominator
        )]);
    }
    out
}

fn labels(view: View<'_>) -> Option<Inlines> {
    let copy = &view.phase.reconciliation.working_copy;
    if copy.changes.is_empty() {
        return None;
    }
    let outside = view.phase.reconciliation.processes.iter().any(|process| process.fate == Fate::Outside);
    let mut words = run![
        "The column case of metrics.csv holds wrong labels. ",
        view.count(&["accounting", "labels_analysed"]),
        " of analysed rows were restored from the plan in a working copy",
    ];
    if outside && copy.outside_changes() > 0 {
        words.extend(run![", and ", view.count(&["accounting", "labels_outside"]), " of rows outside the analysis"]);
    }
    words.extend(run!["; the original file is unchanged."]);
    Some(words)
}

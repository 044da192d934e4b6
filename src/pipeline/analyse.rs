//! The analysis of one phase, and its results against what was printed of the same data before.

use super::TOLERANCE;
use crate::analysis::companion::Supplement;
use crate::analysis::{self, reference};
use crate::evidence::{Analysed, published};
use crate::ingest::PhaseRecords;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::reconcile::{Reconciliation, Verdict};

/// Reruns the frozen analysis of a phase, and holds the results against what was printed before: the second part says
/// where numbers differ from the pinned analyzer's by more than [`TOLERANCE`] or from the printed figures at their rounding.
///
/// # Errors
/// Ratios that can't be formed.
pub fn analyse(phase: &PhaseRecords, found: &Reconciliation) -> Outcome<(Analysed, Problems)> {
    let results = analysis::analyse(&found.experiment).map_err(|impossible| {
        impossible.iter().map(|one| impossible_problem(phase, found, one)).collect::<Problems>()
    })?;
    let printed = reference::to_json(&found.experiment, &phase.plan.phase, &results, &confounds(phase, found));
    let reference = phase.reference.as_ref().map(|theirs| reference::agreement(&printed, theirs, TOLERANCE));
    let mut problems = Problems::new();
    if let Some(agreement) = &reference
        && !agreement.holds()
    {
        problems.extend(reference_problems(phase, agreement));
    }
    let published = phase.published.as_ref().map(|published| published::recompute(published, phase, found, &printed));
    if let Some(agreement) = &published {
        problems.extend(agreement.problems(phase));
    }
    let scatter = analysis::scatter::scatter(&found.experiment, &results);
    Ok((Analysed { results, supplement: Supplement::default(), scatter, printed, reference, published }, problems))
}

/// A ratio that can't be formed, at the sample that is to blame.
fn impossible_problem(phase: &PhaseRecords, found: &Reconciliation, one: &analysis::Impossible) -> Problem {
    let column = phase.metrics.metrics.iter().position(|metric| *metric == one.metric);
    let sample = found.samples.iter().find(|sample| {
        sample.arm == one.arm
            && sample.block as usize == one.block
            && phase.plan.cases.get(sample.case).is_some_and(|case| case.name == one.case)
            && column.and_then(|column| sample.values.get(column)?.as_ref()).is_some_and(|number| number.value <= 0.0)
    });
    let file = phase.path("metrics.csv");
    let place = match sample {
        Some(sample) => Place::line(file, sample.csv_line).of_job(sample.job),
        None => Place::file(file),
    };
    let arm = phase.plan.arms.get(one.arm).map_or("", |arm| arm.name.as_str());
    Problem::new(
        Kind::Input,
        "analysis::no-ratio",
        place,
        format!(
            "the process median of {} is {} in {}, {arm}, block {}: no ratio can be formed from it",
            one.metric,
            crate::number::text::full(one.median),
            one.case,
            one.block
        ),
        format!("leave {} out of the pinned analysis's metrics, or report it as an absolute value alone", one.metric),
    )
}

/// Confound flags in the form of the pinned analyzer: by case, confound and comparison.
fn confounds(phase: &PhaseRecords, found: &Reconciliation) -> reference::Confounds {
    let mut out = reference::Confounds::new();
    for confound in &found.confounds {
        let (Some(case), Some(comparison)) =
            (phase.plan.cases.get(confound.case), phase.spec.comparisons.get(confound.comparison))
        else {
            continue;
        };
        let differs = matches!(confound.verdict, Verdict::Differs { .. });
        out.entry(case.name.clone())
            .or_default()
            .entry(confound.name.clone())
            .or_default()
            .insert(comparison.name.clone(), differs);
    }
    out
}

fn reference_problems(phase: &PhaseRecords, agreement: &reference::Agreement) -> Problems {
    let file = phase.path("analysis.json");
    let next = "find out which of the two is wrong; a report can't say that they agree";
    let problem = |cause: String| Problem::new(Kind::Claim, "analysis::reference", Place::file(&file), cause, next);
    let differing = agreement.disagreements.iter().map(|one| {
        problem(format!(
            "at {} the pinned analyzer printed {}, but the data give {}",
            one.path, one.reference, one.ours
        ))
    });
    let missing = agreement.missing.iter().map(|path| problem(format!("the data give nothing at {path}")));
    let extra = agreement.extra.iter().map(|path| problem(format!("the pinned analyzer printed nothing at {path}")));
    differing.chain(missing).chain(extra).collect()
}

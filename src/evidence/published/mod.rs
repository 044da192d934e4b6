//! Printed figures recomputed.
//!
//! In: `published.json`, the phase's records and the results. Out: [`Agreement`]: each printed figure reproduced or not,
//! as statcheck does for papers.
//!
//! 1. [`tables`]: the phase's files as rows that a figure's condition can select from.
//! 2. [`compute`]: the operations that a figure may name.
//! 3. The comparison that it names: `rounding`, `at_most`, `equal`, `only_value`.
//! 4. [`disagreement`]: for a figure that is not reproduced, how it differs and how much that matters.

mod compute;
pub mod disagreement;
mod tables;

use serde_json::Value;

use crate::campaign::published::{Published, PublishedFigure};
use crate::ingest::PhaseRecords;
use crate::number::text::full;
use crate::problem::{Kind, Place, Problem};
use crate::reconcile::Reconciliation;

pub use compute::Recomputed;
pub use tables::Tables;

/// How the figures of a write-up agree with the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// One entry a figure, in order.
    pub figures: Vec<FigureAgreement>,
}

/// How one figure agrees.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureAgreement {
    /// The figure.
    pub figure: PublishedFigure,
    /// What the data give.
    pub outcome: FigureOutcome,
}

/// What the data give for a printed figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureOutcome {
    /// The printed figure.
    Reproduced(Recomputed),
    /// Another one.
    Differs(Recomputed),
    /// Nothing, and why.
    NotRecomputable(String),
}

impl Agreement {
    /// Figures that are reproduced.
    pub fn reproduced(&self) -> usize {
        self.figures.iter().filter(|entry| matches!(entry.outcome, FigureOutcome::Reproduced(_))).count()
    }

    /// A problem for each figure that is not reproduced.
    pub fn problems(&self, phase: &PhaseRecords) -> Vec<Problem> {
        let file = phase.path("published.json");
        self.figures
            .iter()
            .filter_map(|entry| {
                let figure = &entry.figure;
                let cause = match &entry.outcome {
                    FigureOutcome::Reproduced(_) => return None,
                    FigureOutcome::Differs(found) => format!(
                        "figure `{}` ({}) is printed as {}, but the data give {}: {}, and {}",
                        figure.id,
                        figure.what,
                        printed(&figure.printed),
                        found.full(),
                        disagreement::severity(figure, found).words(),
                        disagreement::how(figure, found, phase).words()
                    ),
                    FigureOutcome::NotRecomputable(reason) => {
                        format!("figure `{}` ({}) can't be recomputed: {reason}", figure.id, figure.what)
                    }
                };
                Some(Problem::new(
                    Kind::Claim,
                    "evidence::published",
                    Place::line(&file, figure.line),
                    cause,
                    "find out whether data or write-up changed since; a report can't say that they agree",
                ))
            })
            .collect()
    }
}

/// A printed figure as text.
pub fn printed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), full),
        other => other.to_string(),
    }
}

/// Recomputes every printed figure of a phase. `results` is what the pinned analyzer would print.
pub fn recompute(
    published: &Published,
    phase: &PhaseRecords,
    reconciliation: &Reconciliation,
    results: &Value,
) -> Agreement {
    let tables = Tables::new(phase, reconciliation, results);
    let figures = published
        .figures
        .iter()
        .map(|figure| FigureAgreement {
            outcome: match compute::recompute(figure, &tables) {
                Ok(found) if agrees(figure, &found) => FigureOutcome::Reproduced(found),
                Ok(found) => FigureOutcome::Differs(found),
                Err(reason) => FigureOutcome::NotRecomputable(reason),
            },
            figure: figure.clone(),
        })
        .collect();
    Agreement { figures }
}

fn agrees(figure: &PublishedFigure, found: &Recomputed) -> bool {
    match (figure.compare.as_str(), found) {
        ("rounding", Recomputed::Number(x)) => within_cell(figure, *x),
        ("at_most", Recomputed::Number(x)) => figure.value.as_f64().is_some_and(|most| *x <= most),
        ("only_value", Recomputed::Set(values)) => {
            !values.is_empty() && values.iter().all(|value| figure.value.as_f64() == Some(*value))
        }
        ("equal", Recomputed::Truth(truth)) => figure.value.as_bool() == Some(*truth),
        ("equal", Recomputed::Text(text)) => figure.value.as_str() == Some(text),
        ("equal", Recomputed::Number(x)) => figure.value.as_f64() == Some(*x),
        _ => false,
    }
}

/// A printed number stands for its rounding cell: half a unit of its last decimal to either side.
fn within_cell(figure: &PublishedFigure, x: f64) -> bool {
    let (Some(value), Some(decimals)) = (figure.value.as_f64(), figure.decimals) else { return false };
    let half = (0..decimals).fold(0.5, |half, _| half / 10.0);
    // One part in 10^9 of the cell covers the binary dust of value and x.
    (x - value).abs() <= half * (1.0 + 1e-9)
}

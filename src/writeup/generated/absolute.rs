//! Absolute values in a fitting unit: a table a metric, and a plot of the process medians.

use super::{View, accounting, run};
use crate::analysis::{CaseOutcome, MetricEstimates, MetricResult};
use crate::document::{Block, Cell, CellContent, Column, Plot, Row, Table};
use crate::figure::{AbsolutePanel, AbsolutePlot, AbsoluteRow, Lettering};
use crate::number::{Scale, text};
use crate::problem::Outcome;
use crate::writeup::sections::heading;

/// Significant digits of the smallest of `values`: three, or four where all are of one size, so that arms which lie close
/// together can be told apart.
fn digits(values: &[f64]) -> u32 {
    let largest = values.iter().copied().fold(0.0, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if smallest > 0.0 && largest / smallest < 10.0 { 4 } else { 3 }
}

pub(super) fn blocks(view: View<'_>, letters: Option<&mut Lettering>) -> Outcome<Vec<Block>> {
    let records = view.phase.records;
    let mut out = vec![heading(3, "absolute", "Absolute values")];
    for (at, metric) in records.spec.metrics.iter().enumerate() {
        out.push(Block::Table(Box::new(table(view, at, metric))));
    }
    if let Some(plot) = plot(view, letters)? {
        out.push(Block::Plot(Box::new(plot)));
    }
    Ok(out)
}

/// The estimates of metric `at` of a case, if it has them.
fn estimates(outcome: &CaseOutcome, at: usize) -> Option<&MetricEstimates> {
    match outcome {
        CaseOutcome::Analysed(results) => match results.get(at) {
            Some(MetricResult::Analysed(estimates)) => Some(estimates),
            _ => None,
        },
        CaseOutcome::NotAvailable { .. } => None,
    }
}

fn table(view: View<'_>, at: usize, metric: &str) -> Table {
    let records = view.phase.records;
    let cases = &view.phase.analysed.results.cases;
    let values: Vec<f64> = cases
        .iter()
        .filter_map(|case| estimates(&case.outcome, at))
        .flat_map(|estimates| estimates.absolute.iter().copied())
        .collect();
    let digits = digits(&values);
    let scale = Scale::fitting(metric, &values, digits);
    let places = text::column_places(&values, &scale, digits);
    let mut columns = vec![Column::text("Case").as_row_head()];
    columns.extend(records.plan.arms.iter().map(|arm| Column {
        csv: vec![format!("{} [{metric}]", arm.name)],
        ..Column::number(arm.name.clone(), scale.unit.clone())
    }));
    let rows = cases
        .iter()
        .enumerate()
        .map(|(case_at, case)| match estimates(&case.outcome, at) {
            Some(estimates) => {
                let mut cells = vec![Cell::text(case.name.clone())];
                cells.extend(records.plan.arms.iter().zip(&estimates.absolute).map(|(arm, value)| {
                    let id = view.id(&["cases", &case.name, &arm.name, metric]);
                    Cell {
                        content: CellContent::Text(vec![view.figure(&id, text::in_column(*value, &scale, places))]),
                        csv: vec![text::full(*value)],
                    }
                }));
                Row::Data(cells)
            }
            None => {
                let reason = match case.outcome {
                    CaseOutcome::NotAvailable { .. } => accounting::reason(view, case_at),
                    CaseOutcome::Analysed(_) => "the case does not report it in every process".to_string(),
                };
                let na = format!("N/A ({reason})");
                let csv =
                    std::iter::once(case.name.clone()).chain(records.plan.arms.iter().map(|_| na.clone())).collect();
                Row::Missing { what: run![case.name.clone()], reason, csv }
            }
        })
        .collect();
    let slug: String =
        metric.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    Table {
        id: format!("absolute-{slug}"),
        caption: run![metric.to_string(), ": median over blocks of the process medians."],
        columns,
        rows,
        ..Table::default()
    }
}

/// Process medians of the first metric that has a direction, a panel a case.
fn plot(view: View<'_>, letters: Option<&mut Lettering>) -> Outcome<Option<Plot>> {
    let records = view.phase.records;
    let Some((at, metric)) = records.spec.metrics.iter().enumerate().next() else { return Ok(None) };
    let mut panels = Vec::new();
    for case in &view.phase.analysed.results.cases {
        let Some(estimates) = estimates(&case.outcome, at) else { continue };
        let digits = digits(&estimates.absolute);
        let scale = Scale::fitting(metric, &estimates.absolute, digits);
        let shift = |value: f64| {
            crate::number::Decimal::of(value).map_or(value, |decimal| {
                // The decimal shifted and read back: the same digits, without a rounding of its own.
                decimal.shifted(scale.power).to_f64()
            })
        };
        let places = text::column_places(&estimates.absolute, &scale, digits);
        let rows = records
            .plan
            .arms
            .iter()
            .zip(estimates.medians.iter().zip(&estimates.absolute))
            .map(|(arm, (medians, absolute))| AbsoluteRow {
                label: arm.name.clone(),
                values: medians.iter().copied().map(shift).collect(),
                median: shift(*absolute),
                printed: text::in_column(*absolute, &scale, places),
            })
            .collect();
        panels.push(AbsolutePanel { title: format!("{}, {metric}", case.name), unit: scale.unit.clone(), rows });
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let plot = AbsolutePlot { title: format!("Process medians of {metric} in phase {}", view.phase.name()), panels };
    Ok(Some(Plot {
        id: "process-medians".to_string(),
        number: 0,
        caption: run![
            metric.to_string(),
            ", each case on a scale of its own: ticks are the process medians of the blocks, the disc is their median."
        ],
        alt: plot.alt(),
        pictures: letters.map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
        data: None,
    }))
}

//! The matrix of a phase: cases down, comparisons across, a group of rows a metric. What the tables of the comparisons
//! say one after the other stands here side by side.

use super::{View, accounting, ratios, run};
use crate::analysis::{CaseOutcome, Estimate, MetricResult};
use crate::document::{Align, Block, Cell, CellContent, Column, Inline, Row, Table};
use crate::number::{Metric, text};
use crate::writeup::sections::heading;

/// Most comparisons side by side; more than a sheet has room for go into further tables.
const ACROSS: usize = 3;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let comparisons = view.phase.records.spec.comparisons.len();
    let analysed = |outcome: &CaseOutcome| matches!(outcome, CaseOutcome::Analysed(_));
    if comparisons < 2 || !view.phase.analysed.results.cases.iter().any(|case| analysed(&case.outcome)) {
        return Vec::new();
    }
    // As even as they go: four comparisons are two tables of two, not three and one.
    let tables = comparisons.div_ceil(ACROSS);
    let across = comparisons.div_ceil(tables);
    let mut out = vec![heading(3, "side-by-side", "All comparisons side by side")];
    for from in (0..comparisons).step_by(across) {
        out.push(Block::Table(Box::new(table(view, from, across.min(comparisons - from)))));
    }
    out
}

/// The comparisons `from .. from + count`.
fn table(view: View<'_>, from: usize, count: usize) -> Table {
    let spec = &view.phase.records.spec;
    let shown = || spec.comparisons.iter().enumerate().skip(from).take(count);
    let mut columns = vec![Column { csv: vec!["case".to_string()], ..Column::text("Case") }.as_row_head()];
    for (_, comparison) in shown() {
        let csv = |what: &str| format!("{} {what}", comparison.name);
        columns.push(Column {
            csv: vec![csv("ratio"), csv("low"), csv("high")],
            align: Align::Right,
            ..Column::text(comparison.name.clone())
        });
        columns.push(Column { csv: vec![csv("reading")], ..Column::text("Reading") });
    }
    // Time first, whatever place the pinned analysis gives it; the others in its order.
    let mut metrics: Vec<(usize, Metric)> = spec.metrics.iter().map(|name| view.metric(name)).enumerate().collect();
    metrics.sort_by_key(|(_, metric)| metric.name != "ns/op");
    let mut rows = Vec::new();
    for (metric_at, metric) in &metrics {
        let meaning = if metric.meaning.is_empty() { String::new() } else { format!(" ({})", metric.meaning) };
        rows.push(Row::Group(run![format!("{}{meaning}", metric.name)]));
        for (case_at, case) in view.phase.analysed.results.cases.iter().enumerate() {
            let results = match &case.outcome {
                CaseOutcome::Analysed(results) => results,
                CaseOutcome::NotAvailable { .. } => {
                    rows.push(missing(&case.name, accounting::reason(view, case_at), count));
                    continue;
                }
            };
            let Some(MetricResult::Analysed(estimates)) = results.get(*metric_at) else {
                rows.push(missing(&case.name, "the case does not report it in every process".to_string(), count));
                continue;
            };
            let mut cells = vec![Cell::text(case.name.clone())];
            for (at, comparison) in shown() {
                let Some(estimate) = estimates.comparisons.get(at) else { continue };
                cells.extend(pair(view, [&case.name, &comparison.name], metric, estimate));
            }
            rows.push(Row::Data(cells));
        }
    }
    Table {
        id: if from == 0 { "matrix".to_string() } else { format!("matrix-{}", from + 1) },
        caption: run![
            "Ratios with nominal ",
            super::declared(view, &["analysis", "level"]),
            " intervals, a row a case, a pair of columns a comparison."
        ],
        columns,
        rows,
        foot: std::iter::once(run![
            "A row compares the same processes several times, so its readings are not independent of one another. No mean \
             is formed over cases."
        ])
        .chain(ratios::confounded(view, from..from + count, ratios::limits_here()))
        .collect(),
        wide: true,
        ..Table::default()
    }
}

/// Estimate and reading of one combination.
fn pair(view: View<'_>, [case, comparison]: [&str; 2], metric: &Metric, estimate: &Estimate) -> [Cell; 2] {
    let id = view.id(&["cases", case, comparison, &metric.name]);
    let reading = ratios::reading(metric, estimate.low, estimate.high);
    [
        Cell::new(
            vec![view.figure(&id, ratios::printed(estimate))],
            [estimate.ratio, estimate.low, estimate.high].map(text::full).to_vec(),
        ),
        Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) },
    ]
}

fn missing(case: &str, reason: String, comparisons: usize) -> Row {
    let na = format!("N/A ({reason})");
    let csv = std::iter::once(case.to_string()).chain(std::iter::repeat_n(na, 4 * comparisons)).collect();
    Row::Missing { what: vec![Inline::text(case)], reason, csv }
}

//! Order and block diagnostics: description, no test.

use super::{View, run};
use crate::analysis::{CaseOutcome, MetricEstimates, MetricResult};
use crate::document::{Block, Cell, CellContent, Column, Inline, Plot, Row, Table};
use crate::evidence::collect::estimates::part;
use crate::figure::{Lettering, OrderGroup, OrderMark, OrderOverall, OrderPanel, OrderPlot};
use crate::number::text::{full, ratio};
use crate::problem::Outcome;
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>, letters: Option<&mut Lettering>) -> Outcome<Vec<Block>> {
    let Some(metric) = view.phase.records.spec.metrics.first() else { return Ok(Vec::new()) };
    let table = table(view, metric);
    if table.rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut out = vec![
        heading(3, "order", "Order and blocks"),
        Block::Paragraph(run![
            "Block ratios of ",
            metric.clone(),
            " by the arm that ran first in the block, and what remains when a block is left out. Description: nothing ",
            "here is a test."
        ]),
    ];
    out.extend(plots(view, metric, letters)?.into_iter().map(|plot| Block::Plot(Box::new(plot))));
    out.push(Block::Table(Box::new(table)));
    Ok(out)
}

/// Case, comparison and estimates of the first metric, for every case that has them.
fn each<'a>(view: View<'a>) -> impl Iterator<Item = (&'a str, &'a MetricEstimates)> {
    view.phase.analysed.results.cases.iter().filter_map(|case| match &case.outcome {
        CaseOutcome::Analysed(results) => match results.first() {
            Some(MetricResult::Analysed(estimates)) => Some((case.name.as_str(), estimates)),
            _ => None,
        },
        CaseOutcome::NotAvailable { .. } => None,
    })
}

fn table(view: View<'_>, metric: &str) -> Table {
    let spec = &view.phase.records.spec;
    let number = |head: &str, csv: &str| Column { csv: vec![csv.to_string()], ..Column::number(head, "") };
    let columns = vec![
        Column::text("Case").as_row_head(),
        Column::text("Comparison"),
        number("Smallest block", part::SMALLEST_BLOCK),
        number("Largest block", part::LARGEST_BLOCK),
        number("Least, one left out", part::SMALLEST_LEFT_OUT),
        number("Most, one left out", part::LARGEST_LEFT_OUT),
        number("Numerator first", part::NUMERATOR_FIRST),
        number("Denominator first", part::DENOMINATOR_FIRST),
    ];
    let parts = [
        part::SMALLEST_BLOCK,
        part::LARGEST_BLOCK,
        part::SMALLEST_LEFT_OUT,
        part::LARGEST_LEFT_OUT,
        part::NUMERATOR_FIRST,
        part::DENOMINATOR_FIRST,
    ];
    let mut rows = Vec::new();
    for (case, _) in each(view) {
        for comparison in &spec.comparisons {
            let own = view.id(&["cases", case, &comparison.name, metric]);
            let mut cells = vec![Cell::text(case), Cell::text(comparison.name.clone())];
            for part in parts {
                let id = format!("{own}:{part}");
                cells.push(match view.ledger.get(&id).and_then(|evidence| evidence.amount.number()) {
                    Some(value) => Cell {
                        content: CellContent::Text(vec![view.figure(&id, ratio(value))]),
                        csv: vec![full(value)],
                    },
                    None => {
                        let reason = "no such block".to_string();
                        Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
                    }
                });
            }
            rows.push(Row::Data(cells));
        }
    }
    Table {
        id: "order-and-blocks".to_string(),
        caption: run!["Ratios of ", metric.to_string(), " over parts of the blocks."],
        columns,
        rows,
        wide: true,
        ..Table::default()
    }
}

/// Most panels of one plot, so that it stands on a page of paper in letters that can be read.
const MOST_PANELS: usize = 8;

fn plots(view: View<'_>, metric: &str, mut letters: Option<&mut Lettering>) -> Outcome<Vec<Plot>> {
    let spec = &view.phase.records.spec;
    let several = spec.comparisons.len() > 1;
    let mut panels = Vec::new();
    for (case, estimates) in each(view) {
        for (comparison, estimate) in spec.comparisons.iter().zip(&estimates.comparisons) {
            let side = |numerator: bool| -> Vec<(String, f64)> {
                let blocks = estimates.blocks.iter().zip(&estimate.block_ratios).zip(&estimate.numerator_first);
                blocks
                    .filter(|(_, first)| **first == numerator)
                    .map(|((block, ratio), _)| (block.to_string(), *ratio))
                    .collect()
            };
            let group = |arm: &str, mean: Option<f64>, mark: OrderMark, numerator: bool| OrderGroup {
                label: format!("{arm} first"),
                mean,
                printed: mean.map_or_else(|| "N/A (no such block)".to_string(), ratio),
                mark,
                blocks: side(numerator),
            };
            let reading = super::ratios::reading(&view.metric(metric), estimate.low, estimate.high);
            panels.push(OrderPanel {
                title: if several { format!("{case}, {}", comparison.name) } else { case.to_string() },
                groups: vec![
                    group(&comparison.denominator, estimate.order_denominator_first, OrderMark::Square, false),
                    group(&comparison.numerator, estimate.order_numerator_first, OrderMark::Disc, true),
                ],
                overall: Some(OrderOverall {
                    label: "all blocks".to_string(),
                    blocks: span(&estimates.blocks),
                    low: estimate.low,
                    value: estimate.ratio,
                    high: estimate.high,
                    printed: ratio(estimate.ratio),
                    shape: reading.shape,
                    tone: reading.tone,
                }),
            });
        }
    }
    let mut out = Vec::new();
    // Pieces of even size: no panel is left alone.
    let pieces = panels.len().div_ceil(MOST_PANELS);
    let size = panels.len().div_ceil(pieces.max(1)).max(1);
    for (at, panels) in panels.chunks(size).enumerate() {
        let title = format!("Block ratios of {metric} by the arm that ran first");
        let plot = OrderPlot { title, panels: panels.to_vec() };
        out.push(Plot {
            id: if at == 0 { "block-ratios".to_string() } else { format!("block-ratios-{}", at + 1) },
            number: 0,
            caption: run![
                "Block ratios of ",
                metric.to_string(),
                " by the arm that ran first in the block, with block numbers; bars are the geometric means of the ",
                "groups."
            ],
            alt: plot.alt(),
            pictures: letters.as_deref_mut().map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
            data: None,
        });
    }
    Ok(out)
}

fn span(blocks: &[usize]) -> String {
    match (blocks.first(), blocks.last()) {
        (Some(first), Some(last)) if first != last => format!("{first}\u{2013}{last}"),
        (Some(one), _) => one.to_string(),
        _ => String::new(),
    }
}

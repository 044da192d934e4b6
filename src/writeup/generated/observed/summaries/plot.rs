//! The runs of a dataset as dots.

use super::super::{ObservedView, Printing, slug, title, unit};
use super::named;
use crate::document::{Block, Cell, Column, Plot, Row};
use crate::evidence::collect::observed::DatasetView;
use crate::figure::{DotPanel, DotPlot, DotRow, Lettering};
use crate::number::text;
use crate::pipeline::observe;
use crate::problem::Outcome;
use crate::reconcile::observed::Series;
use crate::writeup::generated::run;

/// Most panels of runs; more would be leafed through, not read.
const MOST_PANELS: usize = 24;

/// The runs of the first metric as dots, a panel a case.
pub fn plot(view: ObservedView<'_>, dataset: DatasetView<'_>, letters: Option<&mut Lettering>) -> Outcome<Vec<Block>> {
    let runs = |at: usize| -> usize {
        let of = dataset.found.series.iter().filter(|series| series.metric == at);
        of.map(|series| series.samples.len()).sum()
    };
    // What is the same under every arm, such as the time at which a line was printed, would show nothing.
    let same = |at: usize| {
        let of: Vec<&Series> = dataset.found.series.iter().filter(|series| series.metric == at).collect();
        of.windows(2).all(|pair| match pair {
            [a, b] => a.case != b.case || a.values() == b.values(),
            _ => true,
        })
    };
    // The first of those with most runs.
    let metrics = dataset.found.metrics.iter().enumerate().filter(|(at, _)| runs(*at) > 0);
    let Some((at, metric)) = metrics.rev().max_by_key(|(at, _)| (!same(*at), runs(*at))) else {
        return Ok(Vec::new());
    };
    let quantiles = observe::quantiles(dataset.declared);
    let quantile = quantiles.iter().find(|one| one.name == "p95").or(quantiles.last());
    let quantile = quantile.map(|one| one.name.as_str()).unwrap_or_default();
    let (mut panels, mut rows) = (Vec::new(), Vec::new());
    let mut shown = String::new();
    for (case_at, case) in dataset.found.cases.iter().enumerate() {
        let of = || dataset.found.series.iter().filter(|one| one.metric == at && one.case == case_at);
        if of().all(|series| series.samples.len() < 2) {
            continue;
        }
        let known = |series: &Series, part: &str| {
            let id = dataset.id(&[case.as_str(), dataset.arm(series.arm), metric.name.as_str(), part]);
            view.ledger.get(&id)?.amount.number()
        };
        let values: Vec<(f64, Option<f64>)> = of()
            .flat_map(|series| {
                let spread = known(series, "sd");
                series.samples.iter().map(move |sample| (sample.value, spread))
            })
            .collect();
        let printing = Printing::column(unit(metric), &values);
        let row = |series: &Series| {
            // Of an arm that is told by summaries alone there are no runs to draw.
            let median = match series.samples.as_slice() {
                [] => return None,
                [only] => only.value,
                _ => known(series, "median")?,
            };
            let other = known(series, quantile).map(|value| (printing.shifted(value), printing.number(value)));
            Some(DotRow {
                label: dataset.arm(series.arm).to_owned(),
                values: series.samples.iter().map(|sample| printing.shifted(sample.value)).collect(),
                median: printing.shifted(median),
                printed: printing.number(median),
                quantile: other,
            })
        };
        panels.push(DotPanel {
            title: case.clone(),
            unit: printing.scale.unit.clone(),
            rows: of().filter_map(row).collect(),
        });
        for series in of() {
            let arm = dataset.arm(series.arm);
            rows.extend(series.samples.iter().map(|sample| {
                let first = Cell::new(run![format!("{case}, {arm}")], vec![case.clone(), arm.to_owned()]);
                let run = Cell::new(run![sample.run.to_string()], vec![sample.run.to_string()]);
                let printed = printing.with_unit(sample.value);
                Row::Data(vec![first, run, Cell::new(run![printed], vec![text::full(sample.value)])])
            }));
        }
        if panels.iter().any(|panel| panel.rows.iter().any(|row| row.quantile.is_some())) {
            shown = format!(", the diamond {quantile}");
        }
    }
    panels.retain(|panel| !panel.rows.is_empty());
    if panels.is_empty() || panels.len() > MOST_PANELS {
        return Ok(Vec::new());
    }
    let few = panels.iter().flat_map(|panel| &panel.rows).all(|row| row.values.len() <= crate::figure::dots::MOST_DOTS);
    let mark = if few { "a dot" } else { "a dot or, where there are many, a tick" };
    let own = if panels.len() > 1 { ", each case on a scale of its own" } else { "" };
    let name = named(metric);
    let plot =
        DotPlot { title: format!("{}: {name} of every run", title(dataset)), quantile: quantile.to_owned(), panels };
    let id = slug(&["runs", &dataset.declared.name]);
    let columns = vec![
        Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Case, arm") }.as_row_head(),
        Column::number("Run", ""),
        Column { csv: vec![format!("{} [{}]", metric.name, metric.unit)], ..Column::number(metric.name.clone(), "") },
    ];
    Ok(vec![Block::Plot(Box::new(Plot {
        number: 0,
        caption: run![format!(
            "{}: {name}{own}. Each run is {mark}; the line is the median, printed at the right{shown}.",
            title(dataset)
        )],
        alt: plot.alt(),
        pictures: letters.map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
        data: super::super::data(&id, columns, rows),
        id,
    }))])
}

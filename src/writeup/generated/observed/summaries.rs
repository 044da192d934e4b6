//! What each series says: a table a metric, and the runs as dots.

use super::{ObservedView, Printing, slug, title, unit};
use crate::document::{Block, Cell, Column, Inline, Plot, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::figure::{DotPanel, DotPlot, DotRow, Lettering};
use crate::number::text;
use crate::pipeline::observe;
use crate::problem::Outcome;
use crate::reconcile::observed::{MetricOf, Series};
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let metrics = dataset.found.metrics.iter().enumerate();
    metrics
        .filter_map(|(at, metric)| table(view, dataset, at, metric))
        .map(|table| Block::Table(Box::new(table)))
        .collect()
}

/// A tool's own estimate that the summaries of its runs do not show: the slope of time over iterations.
const SLOPE: &str = "slope";
/// The name it goes by beside runs.
const TOOL_SLOPE: &str = "tool_slope";

/// The statistics of a metric's series in the order in which a table shows them: those of samples, else the tool's own.
fn statistics(dataset: DatasetView<'_>, of: &[&Series]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    if of.iter().any(|series| series.samples.len() > 1) {
        out.extend(["median", "mean"].map(str::to_owned));
        out.extend(observe::quantiles(dataset.declared).into_iter().map(|quantile| quantile.name));
        out.extend(["min", "max", "sd"].map(str::to_owned));
        if of.iter().any(|series| series.given(SLOPE).is_some_and(|given| given.of_metric)) {
            out.push(SLOPE.to_owned());
        }
        return out;
    }
    for given in of.iter().flat_map(|series| &series.given) {
        if !out.contains(&given.statistic) {
            out.push(given.statistic.clone());
        }
    }
    out
}

fn table(view: ObservedView<'_>, dataset: DatasetView<'_>, at: usize, metric: &MetricOf) -> Option<Table> {
    let of: Vec<&Series> = dataset.found.series.iter().filter(|series| series.metric == at).collect();
    let statistics = statistics(dataset, &of);
    // One number an arm is told whole by the comparison; without one it has to stand somewhere.
    let compared = !dataset.results.comparisons.is_empty();
    let constant =
        of.iter().all(|series| series.samples.windows(2).all(|pair| matches!(pair, [a, b] if a.value == b.value)));
    let told = statistics.len() < 2 || (constant && of.iter().any(|series| series.samples.len() > 1));
    if (compared && told) || of.iter().all(|series| series.samples.is_empty() && series.given.is_empty()) {
        return None;
    }
    let id = |series: &Series, part: Option<&str>| {
        let parts: Vec<&str> = [dataset.case(series.case), dataset.arm(series.arm), metric.name.as_str()]
            .into_iter()
            .chain(part)
            .collect();
        dataset.id(&parts)
    };
    let number = |id: &str| view.ledger.get(id).and_then(|evidence| evidence.amount.number());
    let counts = |statistic: &str| statistic == "count";
    // The spread that a tool prints is that of what it summarised, not of its summary.
    let spread = |series: &Series| number(&id(series, Some("sd"))).filter(|_| series.samples.len() > 1);
    let wanted: Vec<Option<&str>> =
        if statistics.is_empty() { vec![None] } else { statistics.iter().map(|name| Some(name.as_str())).collect() };
    let values: Vec<(f64, Option<f64>)> = of
        .iter()
        .flat_map(|series| {
            let spread = spread(series);
            let parts = wanted.iter().filter(|part| !part.is_some_and(counts));
            parts.filter_map(move |part| Some((number(&id(series, *part))?, spread)))
        })
        .collect();
    let printing = Printing::column(unit(metric), &values);
    let with_runs = of.iter().any(|series| series.samples.len() > 1);
    let mut columns =
        vec![Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Case, arm") }.as_row_head()];
    if with_runs {
        columns.push(Column::number("Runs", ""));
    }
    columns.extend(wanted.iter().map(|part| {
        let head = match part {
            None => "Value".to_owned(),
            Some("sd") => "SD".to_owned(),
            Some(name) => head(name),
        };
        let unit = if part.is_some_and(counts) { "" } else { printing.scale.unit.as_str() };
        Column { csv: vec![format!("{} [{}]", part.unwrap_or("value"), metric.unit)], ..Column::number(head, unit) }
    }));
    let mut rows = Vec::new();
    let mut case = None;
    for series in of {
        if case != Some(series.case) {
            rows.push(Row::Group(run![dataset.case(series.case).to_owned()]));
            case = Some(series.case);
        }
        rows.push(row(view, dataset, series, &wanted, with_runs, &printing, &id));
    }
    Some(Table {
        id: slug(&["summary", &dataset.declared.name, &metric.name]),
        caption: caption(dataset, metric, with_runs),
        columns,
        rows,
        foot: largest(dataset, with_runs, at),
        wide: true,
        ..Table::default()
    })
}

/// Quantiles that are nothing but the largest of so few runs.
fn largest(dataset: DatasetView<'_>, with_runs: bool, metric: usize) -> Vec<Vec<Inline>> {
    let of = dataset.found.series.iter().zip(&dataset.results.summaries);
    let summaries: Vec<_> =
        of.filter(|(series, _)| series.metric == metric).filter_map(|(_, summary)| summary.as_ref()).collect();
    let quantiles = observe::quantiles(dataset.declared);
    let names: Vec<&str> = quantiles
        .iter()
        .enumerate()
        .filter(|(at, _)| {
            summaries.iter().all(|summary| {
                summary.quantiles.get(*at).is_some_and(|quantile| quantile.place == summary.max.place && summary.n > 1)
            })
        })
        .map(|(_, quantile)| quantile.name.as_str())
        .collect();
    if names.is_empty() || !with_runs || summaries.is_empty() {
        return Vec::new();
    }
    vec![run![format!("By this rule {} of so few runs is the largest of them.", names.join(", "))]]
}

fn head(statistic: &str) -> String {
    let mut letters = statistic.replace('_', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut()
        && !statistic.bytes().any(|byte| byte.is_ascii_digit())
    {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}

fn caption(dataset: DatasetView<'_>, metric: &MetricOf, with_runs: bool) -> Vec<Inline> {
    let quantiles = observe::quantiles(dataset.declared);
    let rules: Vec<String> =
        quantiles.iter().map(|quantile| format!("{} by {}", quantile.name, quantile.rule.name())).collect();
    let rules = if rules.is_empty() || !with_runs { String::new() } else { format!("; {}", rules.join(", ")) };
    let what = if with_runs { "summaries of the runs" } else { "as the files tell it" };
    run![format!("{}: {}, {what}{rules}.", title(dataset), named(metric))]
}

fn row(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    series: &Series,
    wanted: &[Option<&str>],
    with_runs: bool,
    printing: &Printing,
    id: &dyn Fn(&Series, Option<&str>) -> String,
) -> Row {
    let (case, arm) = (dataset.case(series.case).to_owned(), dataset.arm(series.arm).to_owned());
    if series.samples.is_empty() && series.given.is_empty() {
        let reason = series.missing.first().map_or("there are no values", |missing| missing.reason.as_str()).to_owned();
        let na = format!("N/A ({reason})");
        let mut csv = vec![case, arm.clone()];
        csv.extend(std::iter::repeat_n(na, wanted.len() + usize::from(with_runs)));
        return Row::Missing { what: run![arm], reason, csv };
    }
    let mut cells = vec![Cell::new(run![arm.clone()], vec![case, arm])];
    if with_runs {
        let runs = series.samples.len();
        let printed = view.figure(&id(series, Some("n")), runs.to_string());
        cells.push(Cell::new(vec![printed], vec![runs.to_string()]));
    }
    for part in wanted {
        // A single run is its own median; what it has no spread of is not there.
        let own = id(series, *part);
        let known = view.ledger.get(&own).map(|evidence| (own.clone(), evidence));
        let single = || {
            let alone = series.samples.len() == 1 && matches!(part, Some("median" | "mean" | "min" | "max"));
            let own = id(series, None);
            alone.then(|| view.ledger.get(&own).map(|evidence| (own, evidence))).flatten()
        };
        // Beside runs, the tool's own number goes by a name that says so.
        let told = || {
            let own = id(series, (*part).filter(|part| *part == SLOPE).map(|_| TOOL_SLOPE).or(*part));
            view.ledger.get(&own).map(|evidence| (own, evidence))
        };
        let found = known.or_else(single).or_else(told);
        cells.push(match found.and_then(|(own, one)| Some((own, one.amount.number()?, &one.unit))) {
            Some((own, value, unit)) => {
                let counted = *part == Some("count") && unit == "events";
                let printed = if counted { text::fixed(value, 0) } else { printing.number(value) };
                Cell::new(vec![view.figure(&own, printed)], vec![text::full(value)])
            }
            None => missing_cell(if series.samples.len() == 1 { "a single run" } else { "not told" }),
        });
    }
    Row::Data(cells)
}

/// A cell without a value.
fn missing_cell(reason: &str) -> Cell {
    let reason = reason.to_owned();
    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
}

/// Most panels of runs; more would be leafed through, not read.
const MOST_PANELS: usize = 24;

/// The runs of the first metric as dots, a panel a case.
pub(super) fn plot(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    letters: Option<&mut Lettering>,
) -> Outcome<Vec<Block>> {
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
            let median = match series.samples.as_slice() {
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
        data: super::data(&id, columns, rows),
        id,
    }))])
}

/// A metric with what it is, where that is told.
fn named(metric: &MetricOf) -> String {
    if metric.meaning.is_empty() { metric.name.clone() } else { format!("{} ({})", metric.name, metric.meaning) }
}

//! Probes: average, count and sum by probed place, side by side; histograms.

use super::{ObservedView, Printing, slug, title, unit};
use crate::document::{Block, Cell, Column, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::figure::Lettering;
use crate::number::text;
use crate::problem::Outcome;
use crate::reconcile::observed::HistogramOf;
use crate::writeup::generated::run;

/// Statistics that a probes table shows first, in this order; others follow by name.
const FIRST: [&str; 3] = ["mean", "count", "sum"];

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let mut statistics: Vec<String> = Vec::new();
    let mut single = false;
    for series in &dataset.found.series {
        single |= !series.samples.is_empty();
        for given in &series.given {
            if !statistics.contains(&given.statistic) {
                statistics.push(given.statistic.clone());
            }
        }
    }
    statistics.sort_by_key(|name| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
    let mut wanted: Vec<Option<String>> = statistics.into_iter().map(Some).collect();
    if single {
        wanted.insert(0, None);
    }
    wanted
        .into_iter()
        .filter_map(|statistic| table(view, dataset, statistic.as_deref()))
        .map(|table| Block::Table(Box::new(table)))
        .collect()
}

/// One statistic: a row a probed place, a column an arm, the change of each comparison.
fn table(view: ObservedView<'_>, dataset: DatasetView<'_>, statistic: Option<&str>) -> Option<Table> {
    let arms: Vec<&String> = dataset.found.arms.iter().collect();
    let comparisons = &view.data().comparisons;
    let has = |case: usize, metric: usize| {
        dataset.found.series.iter().any(|series| {
            (series.case, series.metric) == (case, metric)
                && match statistic {
                    Some(statistic) => series.given(statistic).is_some(),
                    None => !series.samples.is_empty(),
                }
        })
    };
    let mut rows = Vec::new();
    for (case_at, case) in dataset.found.cases.iter().enumerate() {
        let mut own = Vec::new();
        for (metric_at, metric) in dataset.found.metrics.iter().enumerate() {
            if !has(case_at, metric_at) {
                continue;
            }
            let id = |of: &str| {
                let parts: Vec<&str> = [case.as_str(), of, metric.name.as_str()].into_iter().chain(statistic).collect();
                dataset.id(&parts)
            };
            let number = |id: &str| view.ledger.get(id).and_then(|evidence| evidence.amount.number());
            let values: Vec<(f64, Option<f64>)> =
                arms.iter().filter_map(|arm| Some((number(&id(arm))?, None))).collect();
            let counts = statistic == Some("count");
            let printing = Printing::column(if counts { "calls" } else { unit(metric) }, &values);
            let mut cells = vec![Cell::new(run![metric.name.clone()], vec![case.clone(), metric.name.clone()])];
            for arm in &arms {
                let own = id(arm);
                cells.push(match number(&own) {
                    Some(value) => {
                        let printed = if counts { text::fixed(value, 0) } else { printing.with_unit(value) };
                        let unit = if counts { "count" } else { metric.unit.as_str() };
                        Cell::new(vec![view.figure(&own, printed)], vec![text::full(value), unit.to_owned()])
                    }
                    None => missing("the file does not tell it", 2),
                });
            }
            for comparison in comparisons {
                let own = id(&comparison.name);
                cells.push(match number(&own) {
                    Some(ratio) => Cell::new(vec![view.figure(&own, text::change(ratio, 1))], vec![text::full(ratio)]),
                    None => missing("there is no ratio of the two", 1),
                });
            }
            own.push(Row::Data(cells));
        }
        if !own.is_empty() {
            rows.push(Row::Group(run![case.clone()]));
            rows.extend(own);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let word = match statistic {
        Some("mean") => "average",
        Some("count") => "calls",
        Some(other) => other,
        None => "value",
    };
    let mut columns =
        vec![Column { csv: vec!["case".into(), "probe".into()], ..Column::text("Case, probe") }.as_row_head()];
    columns.extend(arms.iter().map(|arm| Column {
        csv: vec![(*arm).clone(), format!("unit of {arm}")],
        ..Column::number((*arm).clone(), "")
    }));
    columns.extend(comparisons.iter().map(|one| Column {
        csv: vec![format!("ratio {}", one.name)],
        ..Column::number(if comparisons.len() == 1 { "Change".to_owned() } else { one.name.clone() }, "")
    }));
    Some(Table {
        id: slug(&["probes", &dataset.declared.name, statistic.unwrap_or("value")]),
        caption: run![format!("{}: {word} by probed place.", title(dataset))],
        columns,
        rows,
        wide: true,
        ..Table::default()
    })
}

fn missing(reason: &str, columns: usize) -> Cell {
    let na = format!("N/A ({reason})");
    Cell::new(vec![Inline::Missing { reason: reason.to_owned() }], vec![na; columns])
}

/// Counts by range, one table a case and metric with a column an arm.
pub(super) fn histograms(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    _letters: Option<&mut Lettering>,
) -> Outcome<Vec<Block>> {
    let mut told: Vec<(usize, &str)> = Vec::new();
    let mut out = Vec::new();
    for histogram in &dataset.found.histograms {
        let key = (histogram.case, histogram.metric.as_str());
        if told.contains(&key) {
            continue;
        }
        told.push(key);
        let of: Vec<&HistogramOf> =
            dataset.found.histograms.iter().filter(|one| (one.case, one.metric.as_str()) == key).collect();
        out.push(Block::Table(Box::new(ranges(view, dataset, &of))));
    }
    Ok(out)
}

fn ranges(_view: ObservedView<'_>, dataset: DatasetView<'_>, of: &[&HistogramOf]) -> Table {
    let mut edges: Vec<(f64, f64)> = Vec::new();
    for bucket in of.iter().flat_map(|histogram| &histogram.buckets) {
        if !edges.contains(&(bucket.low, bucket.high)) {
            edges.push((bucket.low, bucket.high));
        }
    }
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let (case, metric, unit) = match of.first() {
        Some(first) => (dataset.case(first.case), first.metric.as_str(), first.unit.as_str()),
        None => ("", "", ""),
    };
    let edge = |value: f64| if value.is_finite() { text::fixed(value, 0) } else { "∞".to_owned() };
    let rows = edges
        .iter()
        .map(|(low, high)| {
            let mut cells = vec![Cell::new(
                run![format!("{} to {}", edge(*low), edge(*high))],
                vec![text::full(*low), text::full(*high)],
            )];
            cells.extend(of.iter().map(|histogram| {
                let bucket = histogram.buckets.iter().find(|bucket| (bucket.low, bucket.high) == (*low, *high));
                // A range between those that were printed holds nothing; the tool leaves the outer ones out.
                let count = bucket.map_or(0, |bucket| bucket.count);
                Cell::new(run![text::count(count)], vec![count.to_string()])
            }));
            Row::Data(cells)
        })
        .collect();
    let head = if unit.is_empty() { "Range".to_owned() } else { format!("Range, {unit}") };
    let mut columns = vec![
        Column { csv: vec!["from".into(), "below".into()], align: crate::document::Align::Right, ..Column::text(head) }
            .as_row_head(),
    ];
    columns.extend(of.iter().map(|histogram| Column::number(dataset.arm(histogram.arm).to_owned(), "")));
    Table {
        id: slug(&["histogram", &dataset.declared.name, case, metric]),
        caption: run![format!("{metric} of {case}: number of values by range, the upper end not in it.")],
        columns,
        rows,
        ..Table::default()
    }
}

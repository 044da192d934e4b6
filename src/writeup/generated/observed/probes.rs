//! Probes: average, count and sum by probed place, side by side; histograms.

use super::{ObservedView, Printing, slug, title};
use crate::document::{Block, Cell, Column, Inline, Plot, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::figure::{LatencyBin, LatencyHistogram, LatencyPanel, Lettering};
use crate::ingest::reading::Bucket;
use crate::number::text;
use crate::problem::Outcome;
use crate::reconcile::observed::{HistogramOf, MetricOf};
use crate::writeup::generated::run;

/// Statistics that a probed place shows first, in this order, each with its word; others follow by name.
const FIRST: [(&str, &str); 4] =
    [("mean", "average"), ("count", "calls"), ("sum", "sum"), ("sum_over_count", "sum over calls")];

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let of = Of { view, dataset, arms: dataset.found.arms.iter().map(String::as_str).collect() };
    let mut rows = Vec::new();
    for (case_at, case) in dataset.found.cases.iter().enumerate() {
        let mut alone = Vec::new();
        let mut grouped = Vec::new();
        for (metric_at, metric) in dataset.found.metrics.iter().enumerate() {
            let mut parts = of.parts(case_at, metric_at);
            match parts.as_slice() {
                [] => {}
                [only] => alone.extend(of.row(case, metric, &metric.name, only.as_deref())),
                _ => {
                    if parts.iter().flatten().any(|part| part == "sum")
                        && parts.iter().flatten().any(|part| part == "count")
                    {
                        parts.push(Some("sum_over_count".to_owned()));
                    }
                    parts.sort_by_key(|part| {
                        FIRST.iter().position(|(first, _)| Some(*first) == part.as_deref()).unwrap_or(FIRST.len())
                    });
                    grouped.push(Row::Group(run![format!("{case}, {}", metric.name)]));
                    for part in &parts {
                        let name = part.as_deref().unwrap_or("value");
                        let word = FIRST.iter().find(|(first, _)| *first == name).map_or(name, |(_, word)| word);
                        grouped.extend(of.row(case, metric, word, part.as_deref()));
                    }
                }
            }
        }
        if !alone.is_empty() {
            rows.push(Row::Group(run![case.clone()]));
            rows.extend(alone);
        }
        rows.extend(grouped);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    vec![Block::Table(Box::new(of.table(rows)))]
}

struct Of<'a> {
    view: ObservedView<'a>,
    dataset: DatasetView<'a>,
    arms: Vec<&'a str>,
}

impl Of<'_> {
    /// What the files tell of a probed place, over all arms: a value of its own (`None`), statistics by name.
    fn parts(&self, case: usize, metric: usize) -> Vec<Option<String>> {
        let mut parts = Vec::new();
        let of = self.dataset.found.series.iter().filter(|series| (series.case, series.metric) == (case, metric));
        for series in of {
            let own = (!series.samples.is_empty()).then_some(None);
            for part in own.into_iter().chain(series.given.iter().map(|given| Some(given.statistic.clone()))) {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        parts
    }

    fn row(&self, case: &str, metric: &MetricOf, label: &str, part: Option<&str>) -> Option<Row> {
        let id = |of: &str| {
            let parts: Vec<&str> = [case, of, metric.name.as_str()].into_iter().chain(part).collect();
            self.dataset.id(&parts)
        };
        let known = |id: &str| {
            let evidence = self.view.ledger.get(id)?;
            Some((evidence.amount.number()?, evidence.unit.clone()))
        };
        let values: Vec<(f64, Option<f64>)> =
            self.arms.iter().filter_map(|arm| Some((known(&id(arm))?.0, None))).collect();
        let (_, unit) = self.arms.iter().find_map(|arm| known(&id(arm)))?;
        let counts = part == Some("count");
        let mut printing = Printing::pair(&unit, &values);
        if part == Some("sum_over_count") {
            // A quotient of what was printed short has no more digits than that.
            printing.places = printing.places.min(2);
        }
        let csv = vec![case.to_owned(), metric.name.clone(), part.unwrap_or("value").to_owned()];
        let mut cells = vec![Cell::new(run![label.to_owned()], csv)];
        for arm in &self.arms {
            let own = id(arm);
            cells.push(match known(&own) {
                Some((value, unit)) => {
                    let printed = if counts { text::fixed(value, 0) } else { printing.with_unit(value) };
                    let unit = if counts { "count".to_owned() } else { unit };
                    Cell::new(vec![self.view.figure(&own, printed)], vec![text::full(value), unit])
                }
                None => missing("the file does not tell it", 2),
            });
        }
        for comparison in &self.view.data().comparisons {
            let own = id(&comparison.name);
            cells.push(match known(&own) {
                Some((ratio, _)) => {
                    Cell::new(vec![self.view.figure(&own, text::change(ratio, 1))], vec![text::full(ratio)])
                }
                None => missing("there is no ratio of the two", 1),
            });
        }
        Some(Row::Data(cells))
    }

    fn table(&self, rows: Vec<Row>) -> Table {
        let comparisons = &self.view.data().comparisons;
        let first = ["case", "probe", "statistic"].map(str::to_owned).to_vec();
        let mut columns = vec![Column { csv: first, ..Column::text("Probe") }.as_row_head()];
        columns.extend(self.arms.iter().map(|arm| Column {
            csv: vec![(*arm).to_owned(), format!("unit of {arm}")],
            ..Column::number((*arm).to_owned(), "")
        }));
        columns.extend(comparisons.iter().map(|one| Column {
            csv: vec![format!("ratio {}", one.name)],
            ..Column::number(if comparisons.len() == 1 { "Change".to_owned() } else { one.name.clone() }, "")
        }));
        Table {
            id: slug(&["probes", &self.dataset.declared.name]),
            caption: run![format!("{}: probed places, arm by arm.", title(self.dataset))],
            columns,
            rows,
            wide: true,
            ..Table::default()
        }
    }
}

fn missing(reason: &str, columns: usize) -> Cell {
    let na = format!("N/A ({reason})");
    Cell::new(vec![Inline::Missing { reason: reason.to_owned() }], vec![na; columns])
}

/// Counts by range: a plot, and a table with a column an arm, for each case and metric.
pub(super) fn histograms(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    mut letters: Option<&mut Lettering>,
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
        if let Some(plot) = plot(dataset, &of, letters.as_deref_mut())? {
            out.push(Block::Plot(Box::new(plot)));
        }
        out.push(Block::Table(Box::new(ranges(view, dataset, &of))));
    }
    Ok(out)
}

/// The ranges drawn; `None` where none of them has a place on a logarithmic axis.
fn plot(dataset: DatasetView<'_>, of: &[&HistogramOf], letters: Option<&mut Lettering>) -> Outcome<Option<Plot>> {
    let panel = |histogram: &&HistogramOf| {
        let bucket = |bucket: &Bucket| LatencyBin { low: bucket.low, high: bucket.high, count: bucket.count };
        let mut bins: Vec<LatencyBin> = histogram.buckets.iter().filter(|one| one.low < one.high).map(bucket).collect();
        bins.sort_by(|a, b| a.low.total_cmp(&b.low));
        let drawn = bins.iter().any(|bin| bin.high > 0.0 && bin.count > 0);
        drawn.then(|| LatencyPanel { title: dataset.arm(histogram.arm).to_owned(), bins, marks: Vec::new() })
    };
    let panels: Vec<LatencyPanel> = of.iter().filter_map(panel).collect();
    let Some(first) = of.first().filter(|_| !panels.is_empty()) else { return Ok(None) };
    let (case, metric) = (dataset.case(first.case), first.metric.as_str());
    let plot = LatencyHistogram {
        title: format!("{}: {metric} of {case}, values by range", title(dataset)),
        counted: "values".to_owned(),
        unit: first.unit.clone(),
        panels,
    };
    Ok(Some(Plot {
        id: slug(&["histogram-plot", &dataset.declared.name, case, metric]),
        number: 0,
        caption: run![format!(
            "{}: {metric} of {case}, share of the values by range, on a logarithmic axis.",
            title(dataset)
        )],
        alt: plot.alt(),
        pictures: letters.map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
        // The table beside it has the counts.
        data: None,
    }))
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

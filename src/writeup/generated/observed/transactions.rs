//! Logs of transactions: latencies and rates by arm, and how they went over time.

use super::{ObservedView, Printing, slug, title};
use crate::analysis::observed::histogram::Bin;
use crate::document::{Block, Cell, Column, Inline, Plot, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::drives::{LATENCY, RATE};
use crate::figure::{
    LatencyBin, LatencyHistogram, LatencyMark, LatencyPanel, Lettering, OverTime, OverTimeLine, OverTimePanel,
};
use crate::number::text;
use crate::pipeline::observe;
use crate::problem::Outcome;
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    if dataset.found.drives.is_empty() {
        return Vec::new();
    }
    vec![Block::Table(Box::new(latencies(view, dataset))), Block::Table(Box::new(rates(view, dataset)))]
}

/// A row of a table of drives: an arm's, or that of a comparison.
fn rows(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    columns: &[(&str, Option<String>)],
    printing: &dyn Fn(&str) -> Printing,
) -> Vec<Row> {
    let mut out = Vec::new();
    for (case_at, case) in dataset.found.cases.iter().enumerate() {
        let of_case: Vec<_> = dataset.found.drives.iter().filter(|drive| drive.case == case_at).collect();
        if of_case.is_empty() {
            continue;
        }
        if dataset.found.cases.len() > 1 {
            out.push(Row::Group(run![case.clone()]));
        }
        let id = |of: &str, measure: &str, part: Option<&str>| {
            dataset.id(&[case.as_str(), of, measure].into_iter().chain(part).collect::<Vec<_>>())
        };
        let number = |id: &str| view.ledger.get(id).and_then(|evidence| evidence.amount.number());
        for drive in of_case {
            let arm = dataset.arm(drive.arm);
            let mut cells = vec![Cell::new(run![arm.to_owned()], vec![case.clone(), arm.to_owned()])];
            for (measure, part) in columns {
                let own = id(arm, measure, part.as_deref());
                let count = matches!(*measure, "transactions") || part.as_deref() == Some("seconds");
                cells.push(match number(&own) {
                    Some(value) if count => {
                        Cell::new(vec![view.figure(&own, text::fixed(value, 0))], vec![text::full(value)])
                    }
                    Some(value) => {
                        let printed = printing(measure).number(value);
                        Cell::new(vec![view.figure(&own, printed)], vec![text::full(value)])
                    }
                    None => missing(),
                });
            }
            out.push(Row::Data(cells));
        }
        for named in &view.data().comparisons {
            let mut cells =
                vec![Cell::new(run![format!("change, {}", named.name)], vec![case.clone(), named.name.clone()])];
            let mut any = false;
            for (measure, part) in columns {
                let own = id(&named.name, measure, part.as_deref());
                cells.push(match number(&own) {
                    Some(ratio) => {
                        any = true;
                        Cell::new(vec![view.figure(&own, text::change(ratio, 1))], vec![text::full(ratio)])
                    }
                    None => Cell::text(""),
                });
            }
            if any {
                out.push(Row::Data(cells));
            }
        }
    }
    out
}

fn missing() -> Cell {
    let reason = "the log does not tell it".to_owned();
    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
}

/// One scale for every column of a measure.
fn printing(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    columns: &[(&str, Option<String>)],
    of: &str,
) -> Printing {
    let mut values = Vec::new();
    for drive in &dataset.found.drives {
        for (measure, part) in columns.iter().filter(|(measure, _)| *measure == of) {
            if part.as_deref() == Some("seconds") {
                continue;
            }
            let parts: Vec<&str> = [dataset.case(drive.case), dataset.arm(drive.arm), measure]
                .into_iter()
                .chain(part.as_deref())
                .collect();
            let value = view.ledger.get(&dataset.id(&parts)).and_then(|evidence| evidence.amount.number());
            values.extend(value.map(|value| (value, None)));
        }
    }
    Printing::column(if of == LATENCY { "µs" } else { "transactions/s" }, &values)
}

fn latencies(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Table {
    let mut columns: Vec<(&str, Option<String>)> = vec![("transactions", None), (LATENCY, Some("mean".to_owned()))];
    let aggregated = dataset.results.drives.iter().all(|driven| driven.summary.is_none());
    if !aggregated {
        columns.extend(observe::quantiles(dataset.declared).into_iter().map(|one| (LATENCY, Some(one.name))));
    }
    columns.push((LATENCY, Some("max".to_owned())));
    let own = printing(view, dataset, &columns, LATENCY);
    let unit = own.scale.unit.clone();
    let rows = rows(view, dataset, &columns, &|_| own.clone());
    let mut heads = vec![Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Arm") }.as_row_head()];
    heads.extend(columns.iter().map(|(measure, part)| match (*measure, part.as_deref()) {
        ("transactions", _) => Column::number("Transactions", ""),
        (_, Some(part)) => {
            let head = match part {
                "mean" => "Mean",
                "max" => "Max",
                part => part,
            };
            // Quantiles that name a part of a percent are told with a point.
            Column { csv: vec![format!("{part} [µs]")], ..Column::number(head.replace('_', "."), unit.clone()) }
        }
        (measure, None) => Column::number(measure, unit.clone()),
    }));
    let quantiles = observe::quantiles(dataset.declared);
    let rule = quantiles.first().map_or(String::new(), |one| format!(" Quantiles by {}.", one.rule.name()));
    Table {
        id: slug(&["latencies", &dataset.declared.name]),
        caption: run![format!("{}: latency of a transaction.{}", title(dataset), if aggregated { "" } else { &rule })],
        columns: heads,
        rows,
        foot: without(dataset),
        wide: true,
        ..Table::default()
    }
}

/// Entries that have no latency, by their own word.
fn without(dataset: DatasetView<'_>) -> Vec<Vec<Inline>> {
    let mut out = Vec::new();
    for (drive, driven) in dataset.found.drives.iter().zip(&dataset.results.drives) {
        for (state, count) in &driven.without {
            out.push(run![format!(
                "{}: {} transactions {state}, which have no latency and are in none of these figures.",
                dataset.arm(drive.arm),
                text::count(*count)
            )]);
        }
    }
    out
}

fn rates(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Table {
    let part = |part: &str| (RATE, Some(part.to_owned()));
    let columns = vec![part("seconds"), (RATE, None), part("mean"), part("min"), part("max")];
    let own = printing(view, dataset, &columns, RATE);
    let rows = rows(view, dataset, &columns, &|_| own.clone());
    let mut heads = vec![Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Arm") }.as_row_head()];
    heads.extend(
        ["Whole seconds", "Median", "Mean", "Min", "Max"]
            .map(|head| Column::number(head, if head == "Whole seconds" { "" } else { "per s" })),
    );
    Table {
        id: slug(&["rates", &dataset.declared.name]),
        caption: run![format!("{}: transactions that ended in a second.", title(dataset))],
        columns: heads,
        rows,
        wide: true,
        ..Table::default()
    }
}

/// Quantiles that are marked in the histogram.
const MARKED: [&str; 3] = ["p50", "p95", "p99"];

/// Latencies as a histogram, and the rate over time.
pub(super) fn plots(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    mut letters: Option<&mut Lettering>,
) -> Outcome<Vec<Block>> {
    let plots = [histogram(view, dataset, letters.as_deref_mut())?, over_time(view, dataset, letters)?];
    Ok(plots.into_iter().flatten().map(|plot| Block::Plot(Box::new(plot))).collect())
}

fn histogram(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    letters: Option<&mut Lettering>,
) -> Outcome<Option<Plot>> {
    let columns: Vec<(&str, Option<String>)> = MARKED.map(|name| (LATENCY, Some(name.to_owned()))).to_vec();
    let printing = printing(view, dataset, &columns, LATENCY);
    // Bounds in the unit that the quantiles are printed in.
    let shifted = |value: f64| printing.shifted(value);
    let (mut panels, mut rows) = (Vec::new(), Vec::new());
    for (drive, driven) in dataset.found.drives.iter().zip(&dataset.results.drives) {
        let Some(found) = driven.histogram.as_ref().filter(|found| !found.bins.is_empty()) else { continue };
        let (case, arm) = (dataset.case(drive.case), dataset.arm(drive.arm));
        let bin = |bin: &Bin| LatencyBin { low: shifted(bin.low), high: shifted(bin.high), count: bin.count };
        let marks = MARKED.iter().filter_map(|name| {
            let value = view.ledger.get(&dataset.id(&[case, arm, LATENCY, name]))?.amount.number()?;
            // A latency of nothing has no place on a logarithmic axis.
            let mark =
                || LatencyMark { name: (*name).to_owned(), value: shifted(value), printed: printing.with_unit(value) };
            (value > 0.0).then(mark)
        });
        let title = labelled(dataset, drive.case, arm);
        let bins: Vec<LatencyBin> = found.bins.iter().map(bin).collect();
        rows.extend(found.bins.iter().zip(&bins).map(|(own, bin)| {
            let edge = |value: f64| text::scaled(value, &crate::number::Scale { unit: String::new(), power: 0 }, 4);
            let csv = vec![case.to_owned(), arm.to_owned()];
            let bounds = vec![text::full(own.low), text::full(own.high)];
            Row::Data(vec![
                Cell::new(run![title.clone()], csv),
                Cell::new(run![format!("{} to {}", edge(bin.low), edge(bin.high))], bounds),
                Cell::new(run![text::count(own.count)], vec![own.count.to_string()]),
            ])
        }));
        panels.push(LatencyPanel { title, bins, marks: marks.collect() });
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let plot = LatencyHistogram {
        title: format!("{}: latency of a transaction", title(dataset)),
        counted: "transactions".to_owned(),
        unit: printing.scale.unit.clone(),
        panels,
    };
    let id = slug(&["latency-histogram", &dataset.declared.name]);
    let columns = vec![
        Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Arm") }.as_row_head(),
        Column {
            csv: vec!["from [µs]".into(), "below [µs]".into()],
            ..Column::number("Latency", printing.scale.unit.clone())
        },
        Column::number("Transactions", ""),
    ];
    let zeros = dataset.results.drives.iter().filter_map(|driven| driven.histogram.as_ref());
    let without = match zeros.map(|found| found.not_positive).sum::<u64>() {
        0 => String::new(),
        count => format!(" Latencies of 0, which the log holds {} of, have no place on it.", text::count(count)),
    };
    Ok(Some(Plot {
        number: 0,
        caption: run![format!(
            "{}: share of the transactions by latency, on a logarithmic axis; lines mark the median (p50), p95 and p99.{without}",
            title(dataset)
        )],
        alt: plot.alt(),
        pictures: letters.map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
        data: super::data(&id, columns, rows),
        id,
    }))
}

fn over_time(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    letters: Option<&mut Lettering>,
) -> Outcome<Option<Plot>> {
    let printing = printing(view, dataset, &[(RATE, None)], RATE);
    let (mut panels, mut rows) = (Vec::<OverTimePanel>::new(), Vec::new());
    for (case_at, case) in dataset.found.cases.iter().enumerate() {
        let mut lines = Vec::new();
        for (drive, driven) in dataset.found.drives.iter().zip(&dataset.results.drives) {
            let Some(rate) = driven.rate.as_ref().filter(|rate| drive.case == case_at && rate.whole() > 0) else {
                continue;
            };
            let arm = dataset.arm(drive.arm);
            let median = view.ledger.get(&dataset.id(&[case, arm, RATE])).and_then(|one| one.amount.number());
            let values: Vec<f64> = rate.per_second().take(rate.whole()).collect();
            rows.extend(values.iter().enumerate().map(|(second, value)| {
                let second = second.to_string();
                Row::Data(vec![
                    Cell::new(run![labelled(dataset, case_at, arm)], vec![case.clone(), arm.to_owned()]),
                    Cell::new(run![second.clone()], vec![second]),
                    Cell::new(run![text::fixed(*value, 0)], vec![text::full(*value)]),
                ])
            }));
            lines.push(OverTimeLine {
                label: arm.to_owned(),
                values,
                printed: median.map(|median| printing.number(median)).unwrap_or_default(),
            });
        }
        if !lines.is_empty() {
            let unit = "transactions per second".to_owned();
            panels.push(OverTimePanel { title: case.clone(), unit, lines });
        }
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let plot = OverTime { title: format!("{}: transactions per second", title(dataset)), panels };
    let id = slug(&["rate-over-time", &dataset.declared.name]);
    let columns = vec![
        Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Arm") }.as_row_head(),
        Column::number("Second", ""),
        Column::number("Transactions", ""),
    ];
    Ok(Some(Plot {
        number: 0,
        caption: run![format!(
            "{}: transactions that ended in each whole second, from the first end on; the number beside an arm is its \
             median.",
            title(dataset)
        )],
        alt: plot.alt(),
        pictures: letters.map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
        data: super::data(&id, columns, rows),
        id,
    }))
}

/// An arm, with its case where there are several.
fn labelled(dataset: DatasetView<'_>, case: usize, arm: &str) -> String {
    if dataset.found.cases.len() > 1 { format!("{}, {arm}", dataset.case(case)) } else { arm.to_owned() }
}

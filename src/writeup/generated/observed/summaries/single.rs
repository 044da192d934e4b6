//! Metrics of which each arm has one value: all of them in one table.

use std::collections::BTreeSet;

use super::super::{ObservedView, Printing, slug, title, unit};
use super::{Told, missing_cell, named, words};
use crate::document::{Cell, Column, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::number::text;
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::run;

/// More arms than this are rows, not columns.
const MOST_COLUMNS: usize = 4;

/// One table of `metrics`, each with what is told of it; `None` of nothing.
pub(super) fn table(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    metrics: &[(&MetricOf, Vec<Told<'_>>)],
) -> Option<Table> {
    let mut arms: Vec<usize> = metrics.iter().flat_map(|(_, told)| told.iter().map(|one| one.arm)).collect();
    arms.sort_unstable();
    arms.dedup();
    let told: usize = metrics.iter().map(|(_, told)| told.len()).sum();
    let pairs: BTreeSet<(usize, usize)> =
        (0..).zip(metrics).flat_map(|(at, (_, told))| told.iter().map(move |one| (at, one.case))).collect();
    // Where arms have few cases in common, columns would be empty for the most part.
    let across = arms.len() <= MOST_COLUMNS && pairs.len() * arms.len() <= told + told / 2;
    let of =
        Of { view, dataset, spreads: metrics.iter().any(|(_, told)| told.iter().any(|one| one.spread().is_some())) };
    let heads: Vec<String> = match arms.as_slice() {
        [_] => vec!["Value".to_owned()],
        arms if across => arms.iter().map(|arm| dataset.arm(*arm).to_owned()).collect(),
        _ => vec!["Value".to_owned()],
    };
    let mut rows = Vec::new();
    for case in 0..dataset.found.cases.len() {
        let mut own = Vec::new();
        for (metric, told) in metrics {
            let of_case: Vec<&Told<'_>> = told.iter().filter(|one| one.case == case).collect();
            if of_case.is_empty() {
                continue;
            }
            if across {
                let cells: Vec<Option<&Told<'_>>> =
                    arms.iter().map(|arm| of_case.iter().find(|one| one.arm == *arm).copied()).collect();
                own.push(of.row(case, metric, None, &cells));
            } else {
                own.extend(of_case.iter().map(|one| of.row(case, metric, Some(dataset.arm(one.arm)), &[Some(one)])));
            }
        }
        let columns = 2 * heads.len() + usize::from(!across) + 2 + if of.spreads { heads.len() } else { 0 };
        if let Some(reason) = nothing(metrics, case) {
            // Of a case that failed one row says enough.
            let mut csv = vec![dataset.case(case).to_owned()];
            csv.resize(columns, format!("N/A ({reason})"));
            own = vec![Row::Missing { what: run!["every metric"], reason, csv }];
        }
        if !own.is_empty() {
            rows.push(Row::Group(run![dataset.case(case).to_owned()]));
            rows.extend(own);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let first = ["case", "metric", "arm"].into_iter().take(if across { 2 } else { 3 }).map(str::to_owned).collect();
    let mut columns = vec![Column { csv: first, ..Column::text("Case, metric") }.as_row_head()];
    columns.extend(heads.into_iter().map(|head| {
        let spread = of.spreads.then(|| format!("spread of {head} [%]"));
        let csv = [head.clone(), format!("unit of {head}")].into_iter().chain(spread).collect();
        Column { csv, ..Column::number(head, "") }
    }));
    let what = match metrics {
        [(metric, _)] => named(metric),
        _ => "metrics of which each arm has one value".to_owned(),
    };
    let foot =
        if of.spreads { vec![run!["What stands after ± is the spread that the tool prints."]] } else { Vec::new() };
    let id = match metrics {
        [(metric, _)] => slug(&["summary", &dataset.declared.name, &metric.name]),
        _ => slug(&["values", &dataset.declared.name]),
    };
    Some(Table {
        id,
        caption: run![format!("{}: {what}.", title(dataset))],
        columns,
        rows,
        foot,
        wide: true,
        ..Table::default()
    })
}

/// Why a case has no value of any of several metrics, where the reason is one.
fn nothing(metrics: &[(&MetricOf, Vec<Told<'_>>)], case: usize) -> Option<String> {
    let mut told = metrics.iter().flat_map(|(_, told)| told).filter(|one| one.case == case);
    let reason = told.next().filter(|one| one.is_empty())?.missing?;
    let mut others = 0;
    for one in told {
        if !one.is_empty() || one.missing != Some(reason) {
            return None;
        }
        others += 1;
    }
    (others > 0).then(|| reason.to_owned())
}

struct Of<'a> {
    view: ObservedView<'a>,
    dataset: DatasetView<'a>,
    spreads: bool,
}

impl Of<'_> {
    fn number(&self, id: &str) -> Option<f64> {
        self.view.ledger.get(id)?.amount.number()
    }

    fn row(&self, case: usize, metric: &MetricOf, arm: Option<&str>, told: &[Option<&Told<'_>>]) -> Row {
        let case = self.dataset.case(case);
        let id = |one: &Told<'_>| self.dataset.id(&[case, self.dataset.arm(one.arm), &metric.name]);
        let own = |one: &Told<'_>| match one.given {
            // What is told of something else than the metric, its count for instance, does not stand for it.
            [only] if one.samples == 0 && !only.of_metric => format!("{}:{}", id(one), only.statistic),
            _ => id(one),
        };
        let values: Vec<(f64, Option<f64>)> =
            told.iter().flatten().filter_map(|one| Some((self.number(&own(one))?, None))).collect();
        let statistics: Vec<&str> = told.iter().flatten().map(|one| one.statistic()).collect();
        let alike = statistics.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
        let given_unit = told.iter().flatten().find_map(|one| Some(self.view.ledger.get(&own(one))?.unit.clone()));
        let printing = Printing::pair(given_unit.as_deref().unwrap_or(unit(metric)), &values);
        let mut label = named(metric);
        let all = statistics.first().copied().unwrap_or_default();
        if alike && !all.is_empty() {
            label = format!("{label}, {}", words(all));
        }
        let mut csv = vec![case.to_owned(), metric.name.clone()];
        if let Some(arm) = arm {
            label = format!("{label}, {arm}");
            csv.push(arm.to_owned());
        }
        let mut cells = vec![Cell::new(run![label], csv)];
        let columns = 2 + usize::from(self.spreads);
        cells.extend(told.iter().map(|one| match one {
            None => missing_cell("not told", columns),
            Some(one) => self.cell(one, &id(one), &own(one), (!alike).then(|| one.statistic()), &printing, columns),
        }));
        Row::Data(cells)
    }

    fn cell(
        &self,
        one: &Told<'_>,
        id: &str,
        own: &str,
        statistic: Option<&str>,
        printing: &Printing,
        columns: usize,
    ) -> Cell {
        let Some(value) = self.number(own) else {
            return missing_cell(one.missing.unwrap_or("not told"), columns);
        };
        let mut content = vec![self.view.figure(own, printing.with_unit(value))];
        let unit = self.view.ledger.get(own).map_or(String::new(), |evidence| evidence.unit.clone());
        let mut csv = vec![text::full(value), unit];
        if self.spreads {
            csv.push(one.spread().map(text::full).unwrap_or_default());
        }
        if let Some(spread) = one.spread() {
            content.push(Inline::Text(format!("{0}±{0}", text::NBSP)));
            content.push(self.view.figure(&format!("{id}:spread"), super::percent(spread)));
        }
        if let Some(statistic) = statistic.filter(|statistic| !statistic.is_empty()) {
            content.push(Inline::Text(format!(" ({})", words(statistic))));
        }
        Cell::new(content, csv)
    }
}

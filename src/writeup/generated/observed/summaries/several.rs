//! A table of a metric of which the files tell more than one value an arm.

use super::super::{ObservedView, Printing, slug, title, unit};
use super::{Told, missing_cell, named, percent, words};
use crate::document::{Cell, Column, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::number::text;
use crate::pipeline::observe;
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::run;

/// Cases that lie farther apart than this have a unit each.
const FAR_APART: f64 = 1000.0;
/// A tool's own estimate that the summaries of its runs do not show, the slope of time over iterations, and the name
/// that it goes by beside runs.
const SLOPE: [&str; 2] = ["slope", "tool_slope"];
/// Statistics that a single run has too: it is its own.
const OF_ONE: [&str; 4] = ["median", "mean", "min", "max"];

/// What a column shows.
enum Part {
    /// Number of runs.
    Runs,
    /// The value of a single run, where no statistic is one of them.
    Value,
    /// A statistic of the metric's unit.
    Statistic(String),
    /// A statistic in a unit of its own, a count or a share.
    Apart(String, Printing),
    /// The spread that the tool prints.
    Spread,
}

pub(super) fn table(view: ObservedView<'_>, dataset: DatasetView<'_>, metric: &MetricOf, told: &[Told<'_>]) -> Table {
    let of = Of { view, dataset, metric };
    let parts = of.parts(told);
    let column = Printing::column(unit(metric), &of.values(told, &parts));
    let printings = of.by_case(told, &parts, &column);
    let mut rows = Vec::new();
    let mut case = None;
    for one in told {
        let own = printings.as_ref().and_then(|all| all.iter().find(|(case, _)| *case == one.case));
        let printing = own.map_or(&column, |(_, printing)| printing);
        if case != Some(one.case) {
            let name = dataset.case(one.case);
            let unit = &printing.scale.unit;
            let apart = own.is_some() && !unit.is_empty();
            rows.push(Row::Group(run![if apart { format!("{name} ({unit})") } else { name.to_owned() }]));
            case = Some(one.case);
        }
        rows.push(of.row(one, &parts, printing));
    }
    let shared = if printings.is_some() { "" } else { column.scale.unit.as_str() };
    let mut columns =
        vec![Column { csv: vec!["case".into(), "arm".into()], ..Column::text("Case, arm") }.as_row_head()];
    columns.extend(parts.iter().map(|part| of.column(part, shared)));
    Table {
        id: slug(&["summary", &dataset.declared.name, &metric.name]),
        caption: of.caption(told),
        columns,
        rows,
        foot: of.largest(told),
        wide: true,
        ..Table::default()
    }
}

#[derive(Clone, Copy)]
struct Of<'a> {
    view: ObservedView<'a>,
    dataset: DatasetView<'a>,
    metric: &'a MetricOf,
}

impl Of<'_> {
    fn id(self, told: &Told<'_>, part: Option<&str>) -> String {
        let (case, arm) = (self.dataset.case(told.case), self.dataset.arm(told.arm));
        let parts: Vec<&str> = [case, arm, self.metric.name.as_str()].into_iter().chain(part).collect();
        self.dataset.id(&parts)
    }

    fn number(self, id: &str) -> Option<f64> {
        self.view.ledger.get(id)?.amount.number()
    }

    /// The columns follow what the rows have: statistics of runs, then what is told of those without runs.
    fn parts(self, told: &[Told<'_>]) -> Vec<Part> {
        let several = told.iter().any(|one| one.samples > 1);
        let mut names: Vec<String> = Vec::new();
        if several {
            names.extend(["median", "mean"].map(str::to_owned));
            names.extend(observe::quantiles(self.dataset.declared).into_iter().map(|quantile| quantile.name));
            names.extend(["min", "max", "sd"].map(str::to_owned));
            let [slope, _] = SLOPE;
            let all = told.iter().filter(|one| one.samples > 0).flat_map(|one| one.given);
            if all.into_iter().any(|given| given.of_metric && given.statistic == slope) {
                names.push(slope.to_owned());
            }
        }
        let given = || told.iter().filter(|one| one.samples == 0).flat_map(|one| one.given);
        // Beside runs, the tool's own number of them stands where theirs does.
        for given in given().filter(|given| !(several && given.statistic == "count")) {
            if !names.contains(&given.statistic) {
                names.push(given.statistic.clone());
            }
        }
        let mut parts = Vec::new();
        if several {
            parts.push(Part::Runs);
        }
        let alone = told.iter().any(|one| one.samples == 1);
        if alone && !names.iter().any(|name| OF_ONE.contains(&name.as_str())) {
            parts.push(Part::Value);
        }
        parts.extend(names.into_iter().map(|name| {
            let of: Vec<_> = given().filter(|given| given.statistic == name).collect();
            let apart = !of.is_empty() && of.iter().all(|given| !given.of_metric);
            let same = of.windows(2).all(|pair| matches!(pair, [a, b] if a.unit == b.unit));
            // A sum of many runs would set the scale of all the others.
            match of.first().filter(|_| same && (apart || name == "sum")) {
                Some(first) => {
                    let values: Vec<(f64, Option<f64>)> = of.iter().map(|given| (given.value, None)).collect();
                    let unit = if name == "count" { "events" } else { first.unit.as_str() };
                    Part::Apart(name, Printing::column(super::super::plain(unit), &values))
                }
                None => Part::Statistic(name),
            }
        }));
        if told.iter().any(|one| one.spread().is_some()) {
            parts.push(Part::Spread);
        }
        parts
    }

    /// The values that one scale has to hold, each with its standard deviation.
    fn values(self, told: &[Told<'_>], parts: &[Part]) -> Vec<(f64, Option<f64>)> {
        let of_one = |one: &Told<'_>| {
            // The spread that a tool prints is that of what it summarised, not of its summary.
            let spread = self.number(&self.id(one, Some("sd"))).filter(|_| one.samples > 1);
            let value = |part: &Part| {
                let part = match part {
                    Part::Value => None,
                    Part::Statistic(name) if name != "sd" && name != SLOPE[0] => Some(name.as_str()),
                    Part::Statistic(_) if one.samples == 0 => Some("sd"),
                    Part::Statistic(_) | Part::Runs | Part::Apart(..) | Part::Spread => return None,
                };
                Some((self.number(&self.id(one, part))?, spread))
            };
            let own = || self.number(&self.id(one, None)).filter(|_| one.samples == 1).map(|value| (value, None));
            let mut values: Vec<(f64, Option<f64>)> = parts.iter().filter_map(value).collect();
            if values.is_empty() {
                values.extend(own());
            }
            values
        };
        told.iter().flat_map(of_one).collect()
    }

    /// A unit for each case, where cases lie so far apart that one for all would show some as rows of noughts.
    fn by_case(self, told: &[Told<'_>], parts: &[Part], column: &Printing) -> Option<Vec<(usize, Printing)>> {
        let mut cases: Vec<usize> = told.iter().map(|one| one.case).collect();
        cases.dedup();
        let mut sizes = Vec::new();
        let mut printings = Vec::new();
        for case in cases {
            let of: Vec<&Told<'_>> = told.iter().filter(|one| one.case == case).collect();
            let values: Vec<_> = of.into_iter().flat_map(|one| self.values(std::slice::from_ref(one), parts)).collect();
            let largest = values.iter().map(|(value, _)| value.abs()).fold(0.0, f64::max);
            if largest > 0.0 {
                sizes.push(largest);
                printings.push((case, Printing::column(unit(self.metric), &values)));
            }
        }
        let (least, most) =
            sizes.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), size| (least.min(*size), most.max(*size)));
        let apart = most / least > FAR_APART;
        let scaled = printings.iter().any(|(_, own)| own.scale != column.scale);
        (apart && scaled).then_some(printings)
    }

    fn column(self, part: &Part, shared: &str) -> Column {
        let own = &self.metric.unit;
        let (csv, head, unit) = match part {
            Part::Runs => ("Runs".to_owned(), "Runs".to_owned(), ""),
            Part::Value => (format!("value [{own}]"), "Value".to_owned(), shared),
            Part::Statistic(name) if name == "sd" => (format!("sd [{own}]"), "SD".to_owned(), shared),
            Part::Statistic(name) => (format!("{name} [{own}]"), head(name), shared),
            Part::Apart(name, printing) => (name.clone(), head(name), printing.scale.unit.as_str()),
            Part::Spread => ("spread as printed [%]".to_owned(), "Spread, as printed".to_owned(), ""),
        };
        Column { csv: vec![csv], ..Column::number(head, unit) }
    }

    fn row(self, told: &Told<'_>, parts: &[Part], printing: &Printing) -> Row {
        let (case, arm) = (self.dataset.case(told.case).to_owned(), self.dataset.arm(told.arm).to_owned());
        if told.is_empty() {
            let reason = told.missing.unwrap_or("there are no values").to_owned();
            let mut csv = vec![case, arm.clone()];
            csv.extend(std::iter::repeat_n(format!("N/A ({reason})"), parts.len()));
            return Row::Missing { what: run![arm], reason, csv };
        }
        let mut cells = vec![Cell::new(run![arm.clone()], vec![case, arm])];
        cells.extend(parts.iter().map(|part| self.cell(told, part, printing)));
        Row::Data(cells)
    }

    fn cell(self, told: &Told<'_>, part: &Part, printing: &Printing) -> Cell {
        let shown = |id: &str, printed: String, value: f64| {
            Cell::new(vec![self.view.figure(id, printed)], vec![text::full(value)])
        };
        let known = |part: Option<&str>| {
            let id = self.id(told, part);
            let value = self.number(&id)?;
            Some((id, value))
        };
        let single = told.samples == 1;
        match part {
            Part::Runs if told.samples > 0 => {
                shown(&self.id(told, Some("n")), text::count(told.samples as u64), told.samples as f64)
            }
            Part::Runs => match known(Some("count")) {
                Some((id, count)) => shown(&id, text::fixed(count, 0), count),
                None => missing_cell("not told", 1),
            },
            Part::Value => match known(None).filter(|_| single) {
                Some((id, value)) => shown(&id, printing.number(value), value),
                None => missing_cell("only summaries", 1),
            },
            Part::Statistic(name) => {
                // A single run is its own median; what it has no spread of is not there.
                let alone = || known(None).filter(|_| single && OF_ONE.contains(&name.as_str()));
                // Beside runs, the tool's own number goes by a name that says so.
                let [slope, told_slope] = SLOPE;
                let told_so = || known(Some(told_slope)).filter(|_| name == slope);
                match known(Some(name)).or_else(alone).or_else(told_so) {
                    Some((id, value)) => shown(&id, printing.number(value), value),
                    None => missing_cell(if single { "a single run" } else { "not told" }, 1),
                }
            }
            Part::Apart(name, own) => match known(Some(name)) {
                Some((id, value)) if name == "count" => shown(&id, text::fixed(value, 0), value),
                Some((id, value)) => shown(&id, own.number(value), value),
                None => missing_cell("not told", 1),
            },
            Part::Spread => match known(Some("spread")) {
                Some((id, value)) => shown(&id, format!("±{}{}", text::NBSP, percent(value)), value),
                None => missing_cell("not told", 1),
            },
        }
    }

    fn caption(self, told: &[Told<'_>]) -> Vec<Inline> {
        let with_runs = told.iter().any(|one| one.samples > 1);
        let quantiles = observe::quantiles(self.dataset.declared);
        let rules: Vec<String> =
            quantiles.iter().map(|quantile| format!("{} by {}", quantile.name, quantile.rule.name())).collect();
        let rules = if rules.is_empty() || !with_runs { String::new() } else { format!("; {}", rules.join(", ")) };
        let what = if with_runs { "summaries of the runs" } else { "as the files tell it" };
        run![format!("{}: {}, {what}{rules}.", title(self.dataset), named(self.metric))]
    }

    /// Quantiles that are nothing but the largest of so few runs.
    fn largest(self, told: &[Told<'_>]) -> Vec<Vec<Inline>> {
        let summaries: Vec<_> = told.iter().filter_map(|one| one.summary).collect();
        let is_largest = |at: usize| {
            summaries.iter().all(|summary| {
                summary.quantiles.get(at).is_some_and(|quantile| quantile.place == summary.max.place && summary.n > 1)
            })
        };
        let quantiles = observe::quantiles(self.dataset.declared).into_iter().enumerate();
        let names: Vec<String> =
            quantiles.filter(|(at, _)| is_largest(*at)).map(|(_, quantile)| quantile.name).collect();
        if names.is_empty() || summaries.is_empty() {
            return Vec::new();
        }
        vec![run![format!("By this rule {} of so few runs is the largest of them.", names.join(", "))]]
    }
}

fn head(statistic: &str) -> String {
    let mut letters = words(statistic).chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut()
        && !statistic.bytes().any(|byte| byte.is_ascii_digit())
    {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}

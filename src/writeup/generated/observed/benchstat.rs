//! Unpaired comparisons as benchstat prints them: medians with their intervals, change or `~`, p and numbers of runs.
//!
//! The numbers are benchstat's own by its own rules, beside ours, so that a reader who knows one finds it in the other.

use super::{ObservedView, Printing, slug, title, unit};
use crate::analysis::observed::benchstat::{Centre, Comparison};
use crate::analysis::observed::results::{Inference, Measure};
use crate::campaign::spec::NamedComparison;
use crate::document::{Block, Cell, Column, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::number::text::{NBSP, full};
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let known = |arm: &String| dataset.found.arms.contains(arm);
    let all = view.data().comparisons.iter().filter(|one| known(&one.numerator) && known(&one.denominator));
    all.enumerate()
        .filter_map(|(at, named)| table(view, dataset, at, named))
        .map(|table| Block::Table(Box::new(table)))
        .collect()
}

fn table(view: ObservedView<'_>, dataset: DatasetView<'_>, at: usize, named: &NamedComparison) -> Option<Table> {
    let mut rows = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for (metric_at, metric) in dataset.found.metrics.iter().enumerate() {
        let of_metric = dataset.results.comparisons.iter().filter(|one| one.comparison == at);
        let of_metric = of_metric.filter(|one| one.measure == Measure::Metric(metric_at));
        let mut own = Vec::new();
        for compared in of_metric {
            let Inference::Unpaired { benchstat: Some(found), .. } = &compared.inference else { continue };
            for note in found.notes.iter().map(ToString::to_string) {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
            own.push(row(view, dataset, named, metric, dataset.case(compared.case), found));
        }
        if !own.is_empty() {
            rows.push(Row::Group(run![metric.name.clone()]));
            rows.extend(own);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let arm = |name: &String| Column {
        csv: vec![name.clone(), format!("low end of {name}"), format!("high end of {name}"), format!("n of {name}")],
        ..Column::number(name.clone(), "")
    };
    let foot = notes.into_iter().map(|note| run![format!("{}.", capital(&note))]);
    Some(Table {
        id: slug(&["benchstat", &dataset.declared.name, &named.name]),
        caption: run![format!(
            "{}, {}: medians, change and p as benchstat prints them (its interval of the median, Mann\u{2013}Whitney U test).",
            title(dataset),
            named.name
        )],
        columns: vec![
            Column { csv: vec!["metric".into(), "case".into()], ..Column::text("Metric, case") }.as_row_head(),
            arm(&named.denominator),
            arm(&named.numerator),
            Column { csv: vec!["change as printed".into()], ..Column::number("vs base", "") },
            Column { csv: vec!["p".into()], ..Column::number("p and n", "") },
        ],
        rows,
        foot: foot.collect(),
        wide: true,
        ..Table::default()
    })
}

fn row(
    view: ObservedView<'_>,
    dataset: DatasetView<'_>,
    named: &NamedComparison,
    metric: &MetricOf,
    case: &str,
    found: &Comparison,
) -> Row {
    let values = [(found.old.median, None), (found.new.median, None)];
    let printing = Printing::pair(unit(metric), &values);
    let median = |arm: &str, centre: &Centre| {
        let id = dataset.id(&[case, arm, &metric.name, "median"]);
        let printed = view.figure(&id, printing.with_unit(centre.median));
        let spread = Inline::Text(format!("{NBSP}\u{b1}{NBSP}{}", centre.range()));
        let end = |end: f64| if end.is_finite() { full(end) } else { "N/A (too few runs)".to_owned() };
        Cell::new(
            vec![printed, spread],
            vec![full(centre.median), end(centre.low), end(centre.high), centre.n.to_string()],
        )
    };
    let p = dataset.id(&[case, &named.name, &metric.name, "benchstat_p"]);
    let delta = found.delta();
    Row::Data(vec![
        Cell::new(run![case.to_owned()], vec![metric.name.clone(), case.to_owned()]),
        median(&named.denominator, &found.old),
        median(&named.numerator, &found.new),
        Cell::new(vec![Inline::Text(delta.clone())], vec![delta]),
        Cell::new(vec![view.figure(&p, found.test_text())], vec![full(found.p())]),
    ])
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

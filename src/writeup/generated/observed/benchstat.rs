//! Unpaired comparisons as benchstat shows them, beside what a permutation test says of the same runs.

use std::cmp::Ordering;

use super::{ObservedView, beside, slug, title};
use crate::analysis::companion::Side;
use crate::analysis::observed::benchstat::{Centre, Comparison};
use crate::analysis::observed::results::{Inference, Measure};
use crate::document::{Block, Cell, Column, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::comparisons::comparison;
use crate::number::text;
use crate::writeup::generated::run;

/// Most disagreements that are written out.
const MOST_APART: usize = 8;

/// What the bootstrap interval and benchstat's test say where they do not say the same.
fn disagree(interval: Side, found: &Comparison) -> Option<String> {
    let test = match (found.p() <= found.alpha, found.new.median.total_cmp(&found.old.median)) {
        (true, Ordering::Less) => Side::Below,
        (true, Ordering::Greater) => Side::Above,
        _ => Side::Neither,
    };
    if test == interval {
        return None;
    }
    let interval = match interval {
        Side::Below => "the interval lies below 1",
        Side::Above => "the interval lies above 1",
        Side::Neither => "the interval includes 1",
    };
    let test = match test {
        Side::Below => "the test tells a fall",
        Side::Above => "the test tells a rise",
        Side::Neither => "the test tells no difference",
    };
    Some(format!("{interval}, and {test}"))
}

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let mut rows = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    let mut group = None;
    let mut tested = false;
    let mut apart: Vec<String> = Vec::new();
    for compared in &dataset.results.comparisons {
        let Inference::Unpaired { ratio, permutation, benchstat: Some(found) } = &compared.inference else { continue };
        let (Measure::Metric(at), Some(named)) = (compared.measure, comparison(dataset, compared)) else { continue };
        let Some(metric) = dataset.found.metrics.get(at) else { continue };
        let case = dataset.case(compared.case);
        if group != Some((compared.case, compared.comparison)) {
            group = Some((compared.case, compared.comparison));
            rows.push(Row::Group(run![format!("{case}, {}", named.name)]));
        }
        // The same digits as in the comparison above.
        let printing = beside(view, dataset, case, metric);
        if let Ok(ratio) = ratio
            && let Some(words) = disagree(Side::of_interval(ratio.low, ratio.high), found)
        {
            apart.push(format!("of {} of {case} ({}) {words}", metric.name, named.name));
        }
        let centre = |centre: &Centre| {
            let printed = format!("{} ± {}", printing.with_unit(centre.median), centre.range());
            Cell::new(
                vec![Inline::Text(printed)],
                vec![text::full(centre.median), text::full(centre.low), text::full(centre.high)],
            )
        };
        let id = dataset.id(&[case, &named.name, &metric.name]);
        tested |= permutation.is_some();
        let p = match permutation {
            Some(test) => Cell::new(vec![view.figure(&format!("{id}:p"), text::p(test.p))], vec![text::full(test.p)]),
            None => Cell::text(""),
        };
        rows.push(Row::Data(vec![
            Cell::new(run![metric.name.clone()], vec![case.to_owned(), named.name.clone(), metric.name.clone()]),
            centre(&found.old),
            centre(&found.new),
            Cell::text(found.delta()),
            Cell::text(found.test_text()),
            p,
        ]));
        for note in &found.notes {
            let note = note.to_string();
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let ends = |arm: &str| ["", " low", " high"].map(|end| format!("{arm}{end}")).to_vec();
    let mut foot = vec![run![
        "Medians with their order-statistic interval, and Mann\u{2013}Whitney\u{2019}s test, by benchstat\u{2019}s rules; ~ where \
         p is above 0.05. They are no part of the readings above."
    ]];
    if tested {
        foot.push(run![
            "Permutation p: two-sided permutation test of the difference of the means (Fisher\u{2013}Pitman), whatever \
             statistic stands for the runs."
        ]);
    }
    if !apart.is_empty() {
        let more = apart.len().saturating_sub(MOST_APART);
        let more = if more > 0 { format!("; and so {more} more") } else { String::new() };
        let shown = apart.iter().take(MOST_APART).map(String::as_str).collect::<Vec<_>>().join("; ");
        foot.push(run![format!(
            "Interval and test disagree: {shown}{more}. They ask different questions of few runs."
        )]);
    }
    foot.extend(notes.into_iter().map(|note| run![format!("{note}.")]));
    vec![Block::Table(Box::new(Table {
        id: slug(&["benchstat", &dataset.declared.name]),
        caption: run![format!("{}: as benchstat compares them, unpaired.", title(dataset))],
        columns: vec![
            Column {
                csv: ["case", "comparison", "metric"].map(str::to_owned).to_vec(),
                ..Column::text("Case, metric")
            }
            .as_row_head(),
            Column { csv: ends("old"), ..Column::number("Old", "") },
            Column { csv: ends("new"), ..Column::number("New", "") },
            Column::number("Delta", ""),
            Column::text("Test"),
            Column { csv: vec!["permutation p".to_owned()], ..Column::number("Permutation p", "") },
        ],
        rows,
        foot,
        wide: true,
        ..Table::default()
    }))]
}

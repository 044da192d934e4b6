//! How far repeats and blocks scatter, an arm a row.

use super::{View, run};
use crate::analysis::scatter::Spread;
use crate::document::{Block, Cell, Column, Details, Inline, Inlines, Row, Table};
use crate::evidence::collect::scatter::{SPREAD, part, spread_id};
use crate::number::text;
use crate::writeup::sections::heading;

/// Case, arm and spread.
type Line<'a> = (&'a str, &'a str, Spread);

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let spec = &view.phase.records.spec;
    let groups: Vec<(&str, Vec<Line<'_>>)> =
        spec.metrics.iter().enumerate().map(|(at, metric)| (metric.as_str(), lines(view, at))).collect();
    if groups.iter().all(|(_, lines)| lines.is_empty()) {
        return Vec::new();
    }
    let mut words = run![
        "The spread is a coefficient of variation, the standard deviation (with n \u{2212} 1) over the mean, so that few \
         repeats and many blocks can be held against each other. Between repeats: that of the repeats of a process, root \
         mean square over an arm\u{2019}s processes. Between blocks: that of an arm\u{2019}s process medians, in which some \
         of the scatter of repeats is left. A ratio is paired by block, so what moves all arms of a block alike is in this \
         spread and not in the interval."
    ];
    if let Some((metric, lines)) = groups.first() {
        words.extend(range(view, metric, lines).unwrap_or_default());
    }
    vec![
        heading(3, SPREAD, "Spread between repeats and between blocks"),
        Block::Paragraph(words),
        Block::Details(Details {
            id: "spread-by-arm".to_string(),
            summary: run!["Spread of every case, arm and metric"],
            blocks: vec![Block::Table(Box::new(table(view, groups)))],
        }),
    ]
}

/// What there is of one metric, in the order of cases and arms.
fn lines<'a>(view: View<'a>, metric_at: usize) -> Vec<Line<'a>> {
    let plan = &view.phase.records.plan;
    let of_case = |(case_at, case): (usize, &'a crate::campaign::plan::Case)| {
        let spreads = view.phase.analysed.scatter.of(case_at, metric_at).map_or(&[][..], |found| &found.spreads);
        plan.arms.iter().zip(spreads).map(move |(arm, spread)| (case.name.as_str(), arm.name.as_str(), *spread))
    };
    plan.cases.iter().enumerate().flat_map(of_case).collect()
}

/// From where to where the spreads of a metric reach, in a sentence.
fn range(view: View<'_>, metric: &str, lines: &[Line<'_>]) -> Option<Inlines> {
    let ends = |part: &str, of: fn(&Spread) -> Option<f64>| {
        let known = || lines.iter().filter_map(move |line| Some((line, of(&line.2)?)));
        let (least, most) = (known().min_by(|a, b| a.1.total_cmp(&b.1))?, known().max_by(|a, b| a.1.total_cmp(&b.1))?);
        let figure = |((case, arm, _), value): (&Line<'_>, f64)| {
            let id = spread_id(view.phase.name(), case, arm, metric, part);
            let text = format!("{}{}%", text::fixed(100.0 * value, 1), text::NBSP);
            run![super::unlinked(view.figure(&id, text)), format!(" ({case}, {arm})")]
        };
        Some(run![figure(least), " to ", figure(most)])
    };
    Some(run![
        format!(" For {metric} it is "),
        ends(part::REPEATS, |spread| spread.repeats)?,
        " between repeats, and ",
        ends(part::BLOCKS, |spread| spread.blocks)?,
        " between blocks.",
    ])
}

fn table(view: View<'_>, groups: Vec<(&str, Vec<Line<'_>>)>) -> Table {
    let percent = |head: &str, name: &str| Column { csv: vec![format!("{name} [%]")], ..Column::number(head, "%") };
    let mut rows = Vec::new();
    for (metric, lines) in groups {
        if lines.is_empty() {
            continue;
        }
        rows.push(Row::Group(run![metric]));
        for (case, arm, spread) in lines {
            let cell = |part: &str, value: Option<f64>, reason: &str| match value {
                Some(value) => {
                    let id = spread_id(view.phase.name(), case, arm, metric, part);
                    let csv = view.ledger.get(&id).map(|evidence| evidence.amount.full()).unwrap_or_default();
                    Cell::new(vec![super::unlinked(view.figure(&id, printed(value)))], vec![csv])
                }
                None => {
                    Cell::new(vec![Inline::Missing { reason: reason.to_string() }], vec![format!("N/A ({reason})")])
                }
            };
            rows.push(Row::Data(vec![
                Cell::text(case),
                Cell::text(arm),
                cell(part::REPEATS, spread.repeats, "one repeat"),
                cell(part::BLOCKS, spread.blocks, "one block"),
            ]));
        }
    }
    Table {
        id: "spreads".to_string(),
        caption: run!["Coefficients of variation between the repeats of a process and between blocks."],
        columns: vec![
            Column::text("Case").as_row_head(),
            Column::text("Arm"),
            percent("Between repeats", "repeats"),
            percent("Between blocks", "blocks"),
        ],
        rows,
        ..Table::default()
    }
}

/// A part in percent; what is there and rounds to nothing is not printed as nothing.
fn printed(part: f64) -> String {
    let percent = 100.0 * part;
    if percent > 0.0 && percent < 0.005 { "< 0.01".to_string() } else { text::fixed(percent, 2) }
}

//! Exact companions of the frozen estimates, folded away, and never part of a verdict.

use super::{View, declared, ratios, run, unlinked};
use crate::analysis::companion::Companions;
use crate::analysis::companion::coverage::TRIALS;
use crate::analysis::{CaseOutcome, Estimate, MetricResult};
use crate::document::{Align, Block, Cell, Column, Details, Inline, Inlines, Row, Table};
use crate::evidence::collect::companions::{SUPPLEMENT, companion_id, coverage_id, part};
use crate::number::{Direction, text};
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let rows = rows(view);
    if rows.is_empty() {
        return Vec::new();
    }
    let inner = vec![Block::Paragraph(words(view)), Block::Table(Box::new(table(view, rows)))];
    vec![
        heading(3, SUPPLEMENT, "Supplement: exact companions"),
        Block::Details(Details {
            id: "companions-table".to_string(),
            summary: run!["Other methods on the same block ratios; not part of the frozen analysis"],
            blocks: inner,
        }),
    ]
}

/// How often the frozen interval covers with so many blocks, as the end of a sentence about trials.
pub(super) fn coverage(view: View<'_>, blocks: usize) -> Option<Inlines> {
    let figure = |data: &str| {
        let id = coverage_id(view.phase, blocks, data);
        let value = view.ledger.get(&id)?.amount.number()?;
        Some(view.figure(&id, format!("{}{}%", text::fixed(value, 1), text::NBSP)))
    };
    Some(run![
        figure("normal")?,
        format!(" of {} simulated trials with normal log ratios and in ", text::count(TRIALS.into())),
        figure("skewed")?,
        " with skewed ones",
    ])
}

fn words(view: View<'_>) -> Inlines {
    let mut out = run![
        "None of this was registered, and nothing here is part of the frozen analysis: the words that read an interval use \
         the frozen rule only. Each method takes the block ratios as they are and needs no seed. The exact bootstrap weighs \
         every resample that the blocks can give; a frozen end is consistent with it if it cuts off the nominal tail, within \
         four standard errors of the number of resamples. The t interval supposes normal log ratios. The order statistics \
         bound the median block ratio, at their own level. The sign-flip test asks how many choices of signs bring the mean \
         log ratio as far from 0 as it is; the floor is the least that as many blocks can give.",
    ];
    for simulated in &view.phase.analysed.supplement.coverage {
        let Some(covered) = coverage(view, simulated.blocks) else { continue };
        let covered: Inlines = covered.into_iter().map(unlinked).collect();
        let planned = simulated.blocks == view.phase.records.plan.blocks as usize;
        let blocks =
            if planned { declared(view, &["plan", "blocks"]) } else { Inline::text(simulated.blocks.to_string()) };
        let error = |data: &str| {
            let id = format!("{}:standard_error", coverage_id(view.phase, simulated.blocks, data));
            let value = view.ledger.get(&id).and_then(|evidence| evidence.amount.number()).unwrap_or(f64::NAN);
            unlinked(view.figure(&id, text::fixed(value, 1)))
        };
        out.extend(run![
            " With ",
            blocks,
            if simulated.blocks == 1 { " block" } else { " blocks" },
            ", a nominal level of ",
            declared(view, &["analysis", "level"]),
            " and its own draws the frozen interval covered the true ratio in ",
            covered,
            " (exponential, less their mean); the standard errors are ",
            error("normal"),
            " and ",
            error("skewed"),
            " points.",
        ]);
    }
    if view.phase.records.plan.blocks < 6 {
        out.extend(run![" With five blocks or fewer no sign test can reach 5 %."]);
    }
    out
}

fn rows(view: View<'_>) -> Vec<Row> {
    let spec = &view.phase.records.spec;
    let mut rows = Vec::new();
    for (case_at, case) in view.phase.analysed.results.cases.iter().enumerate() {
        let CaseOutcome::Analysed(metrics) = &case.outcome else { continue };
        for (comparison_at, comparison) in spec.comparisons.iter().enumerate() {
            let mut of_group = Vec::new();
            for (metric_at, (metric, result)) in spec.metrics.iter().zip(metrics).enumerate() {
                let MetricResult::Analysed(estimates) = result else { continue };
                if view.metric(metric).direction == Direction::None {
                    continue;
                }
                let found = view.phase.analysed.supplement.of(case_at, metric_at, comparison_at);
                let (Some(estimate), Some(found)) = (estimates.comparisons.get(comparison_at), found) else { continue };
                of_group.push(row(view, [&case.name, &comparison.name, metric], estimate, found));
            }
            if !of_group.is_empty() {
                rows.push(Row::Group(run![format!("{}, {}", case.name, comparison.name)]));
                rows.append(&mut of_group);
            }
        }
    }
    rows
}

fn row(view: View<'_>, names: [&str; 3], estimate: &Estimate, found: &Companions) -> Row {
    let [case, comparison, metric] = names;
    let id = |part: &str| companion_id(view.phase.name(), case, comparison, metric, part);
    let reason = match estimate.block_ratios.len() {
        1 => "one block",
        _ => "too many blocks",
    };
    let missing = |values: usize| {
        let csv = vec![format!("N/A ({reason})"); values];
        Cell::new(vec![Inline::Missing { reason: reason.to_string() }], csv)
    };
    // Two figures in one pair of brackets, each with its own id.
    let interval = |ends: Option<(f64, f64)>, parts: [&str; 2]| match ends {
        None => missing(2),
        Some((low, high)) => {
            let [first, second] = parts.map(id);
            let low_text = view.figure(&first, text::ratio(low));
            let high_text = view.figure(&second, text::ratio(high));
            let words = run!["[", low_text, format!(",{}", text::NBSP), high_text, "]"];
            Cell::new(words, vec![text::full(low), text::full(high)])
        }
    };
    let percent = |value: Option<f64>, part: &str, decimals: u32| match value {
        None => missing(1),
        Some(value) => {
            let value = 100.0 * value;
            Cell::new(vec![view.figure(&id(part), text::fixed(value, decimals))], vec![text::full(value)])
        }
    };
    let word = match &found.exact {
        None => missing(1),
        Some(exact) => {
            let word = if exact.consistent() { "consistent" } else { "not consistent" };
            Cell::new(vec![view.figure(&id(part::CONSISTENT), word)], vec![word.to_string()])
        }
    };
    let order = found.order_statistic;
    Row::Data(vec![
        Cell::new(run![metric], names.map(str::to_string).to_vec()),
        Cell::new(run![ratios::printed_interval(estimate)], vec![text::full(estimate.low), text::full(estimate.high)]),
        interval(found.exact.map(|exact| (exact.low, exact.high)), [part::EXACT_LOW, part::EXACT_HIGH]),
        word,
        interval(found.t_interval, [part::T_LOW, part::T_HIGH]),
        interval(order.map(|order| (order.low, order.high)), [part::MEDIAN_LOW, part::MEDIAN_HIGH]),
        percent(order.map(|order| order.level), part::MEDIAN_LEVEL, 1),
        percent(found.sign_flip.map(|test| test.p), part::SIGN_FLIP, 1),
        percent(found.sign_flip.map(|test| test.floor), part::SIGN_FLIP_FLOOR, 1),
    ])
}

fn table(view: View<'_>, rows: Vec<Row>) -> Table {
    let ends = |head: &str, name: &str| Column {
        csv: vec![format!("{name}_low"), format!("{name}_high")],
        align: Align::Right,
        ..Column::text(head)
    };
    let percent = |head: &str, name: &str| Column { csv: vec![format!("{name} [%]")], ..Column::number(head, "%") };
    let names = ["case", "comparison", "metric"].map(str::to_string).to_vec();
    Table {
        id: "exact-companions".to_string(),
        caption: run![
            "Companions of the frozen ",
            declared(view, &["analysis", "level"]),
            " intervals, not part of the frozen analysis: exact bootstrap, t interval on log ratios, order statistics with \
             their true level, exact sign-flip test with its floor."
        ],
        columns: vec![
            Column { csv: names, ..Column::text("Case, metric") }.as_row_head(),
            ends("Frozen", "frozen"),
            ends("Exact bootstrap", "exact"),
            Column { csv: vec!["frozen_ends".to_string()], ..Column::text("Frozen ends") },
            ends("t on logs", "t"),
            ends("Median block", "median"),
            percent("Level", "level"),
            percent("Sign-flip p", "sign_flip_p"),
            percent("Floor", "floor"),
        ],
        rows,
        wide: true,
        ..Table::default()
    }
}

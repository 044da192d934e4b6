//! Ratios with their intervals: a table a comparison, and a forest plot of all of them.

use std::ops::Range;

use super::limits::LIMITS;
use super::{View, accounting, better, run};
use crate::analysis::{CaseOutcome, Estimate, MetricResult};
use crate::document::{
    Align, Axis, Block, Cell, CellContent, Column, Inline, Inlines, Mark, Plot, Reading, Row, Shape, Table, Target,
    Tone,
};
use crate::evidence::collect::phase_document;
use crate::figure::{ForestPlot, ForestRow, Lettering};
use crate::number::{Direction, Metric, text};
use crate::problem::Outcome;
use crate::reconcile::Verdict;
use crate::writeup::sections::heading;

/// Width of a drawn interval's cell in CSS pixels, for as many ticks as have room.
const DRAWN: f64 = 150.0;
/// Width of a digit in a tick label.
const LETTER: f64 = 7.0;

/// Where an interval lies, and what that means.
pub(super) fn reading(metric: &Metric, low: f64, high: f64) -> Reading {
    let (shape, lower) = if high < 1.0 {
        (Shape::Disc, Some(true))
    } else if low > 1.0 {
        (Shape::Diamond, Some(false))
    } else {
        (Shape::Ring, None)
    };
    let tone = match (metric.direction, lower) {
        (Direction::None, _) | (_, None) => Tone::Neutral,
        (Direction::Lower, Some(true)) | (Direction::Higher, Some(false)) => Tone::Better,
        _ => Tone::Worse,
    };
    let word = match lower {
        Some(true) => metric.below.clone(),
        Some(false) => metric.above.clone(),
        None if low == 1.0 && high == 1.0 => "equal".to_string(),
        None => "includes 1".to_string(),
    };
    Reading { shape, tone, word }
}

/// The interval as printed; one without width says why.
pub(super) fn printed_interval(estimate: &Estimate) -> String {
    let equal = estimate.block_ratios.windows(2).all(|pair| pair.first() == pair.last());
    if equal && estimate.block_ratios.len() > 1 {
        "all blocks equal".to_string()
    } else {
        text::brackets(estimate.low, estimate.high)
    }
}

/// The ratio and its interval; words are set off by a comma, brackets by a space alone.
pub(in crate::writeup) fn printed(estimate: &Estimate) -> String {
    let interval = printed_interval(estimate);
    let apart = if interval.starts_with('[') { text::NBSP.to_string() } else { ", ".to_string() };
    format!("{}{apart}{interval}", text::ratio(estimate.ratio))
}

/// An axis that holds every interval of `ends` and 1, with ticks at round numbers.
pub(super) fn axis(ends: impl IntoIterator<Item = (f64, f64)>) -> Option<Axis> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (a, b) in ends {
        (low, high) = (low.min(a), high.max(b));
    }
    if !(low > 0.0 && high.is_finite()) {
        return None;
    }
    let scale = crate::figure::scale::Scale::logarithmic([low, high, 1.0]);
    let (low, high) = scale.ends();
    let ticks = scale.ticks(DRAWN, |label| label.len() as f64 * LETTER);
    let ticks = ticks.into_iter().map(|tick| (tick.value, tick.label)).collect();
    Some(Axis { low, high, ticks, reference: 1.0 })
}

fn columns(first: &str, level: &str) -> Vec<Column> {
    vec![
        Column { csv: vec!["case".to_string(), "metric".to_string()], ..Column::text(first) }.as_row_head(),
        Column { csv: vec!["ratio".to_string()], ..Column::number("Ratio", "") },
        Column {
            csv: vec!["low".to_string(), "high".to_string()],
            align: Align::Right,
            ..Column::text(format!("{level} interval"))
        },
        Column { csv: Vec::new(), head_hidden: true, align: Align::Center, ..Column::text("Interval, drawn") },
        Column::text("Reading"),
    ]
}

fn row(view: View<'_>, case: &str, comparison: &str, metric: &Metric, estimate: &Estimate, label: Vec<Inline>) -> Row {
    let id = view.id(&["cases", case, comparison, &metric.name]);
    let reading = reading(metric, estimate.low, estimate.high);
    let mark = Mark {
        low: estimate.low,
        value: estimate.ratio,
        high: estimate.high,
        shape: reading.shape,
        tone: reading.tone,
        alt: format!(
            "{case}, {}: {}, interval {} to {}",
            metric.name,
            text::ratio(estimate.ratio),
            text::ratio(estimate.low),
            text::ratio(estimate.high)
        ),
    };
    Row::Data(vec![
        Cell { content: CellContent::Text(label), csv: vec![case.to_string(), metric.name.clone()] },
        Cell {
            content: CellContent::Text(vec![view.figure(&id, text::ratio(estimate.ratio))]),
            csv: vec![text::full(estimate.ratio)],
        },
        Cell {
            content: CellContent::Text(vec![Inline::Text(printed_interval(estimate))]),
            csv: vec![text::full(estimate.low), text::full(estimate.high)],
        },
        Cell { content: CellContent::Interval(mark), csv: Vec::new() },
        Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) },
    ])
}

fn missing(what: &str, case: &str, metric: &str, reason: String) -> Row {
    let na = format!("N/A ({reason})");
    Row::Missing {
        what: vec![Inline::text(what)],
        reason,
        csv: vec![case.to_string(), metric.to_string(), na.clone(), na.clone(), na.clone(), na],
    }
}

fn metric_label(metric: &Metric) -> Vec<Inline> {
    if metric.meaning.is_empty() {
        run![metric.name.clone()]
    } else {
        run![metric.name.clone(), format!(" ({})", metric.meaning)]
    }
}

/// The table of one comparison under its heading.
pub(super) fn blocks(view: View<'_>, comparison_at: usize) -> Vec<Block> {
    let records = view.phase.records;
    let Some(comparison) = records.spec.comparisons.get(comparison_at) else { return Vec::new() };
    let metrics: Vec<Metric> = records.spec.metrics.iter().map(|name| view.metric(name)).collect();
    let mut rows = Vec::new();
    let mut ends = Vec::new();
    for (at, case) in view.phase.analysed.results.cases.iter().enumerate() {
        let CaseOutcome::Analysed(results) = &case.outcome else {
            // A head of its own, so that no reader and no CSV twin takes it for a part of the case above.
            rows.push(Row::Group(vec![Inline::text(case.name.clone())]));
            rows.push(missing("no ratio", &case.name, "", accounting::reason(view, at)));
            continue;
        };
        rows.push(Row::Group(vec![Inline::text(case.name.clone())]));
        for (metric, result) in metrics.iter().zip(results) {
            match result {
                MetricResult::Analysed(estimates) => {
                    let Some(estimate) = estimates.comparisons.get(comparison_at) else { continue };
                    ends.push((estimate.low, estimate.high));
                    rows.push(row(view, &case.name, &comparison.name, metric, estimate, metric_label(metric)));
                }
                MetricResult::NotReported => {
                    let reason = "the case does not report it in every process".to_string();
                    rows.push(missing(&metric.name, &case.name, &metric.name, reason));
                }
            }
        }
    }
    let slug: String =
        comparison.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let table = Table {
        id: if records.spec.comparisons.len() == 1 {
            "ratios".to_string()
        } else {
            format!("ratios-{slug}-{comparison_at}")
        },
        caption: run![
            "Ratios ",
            comparison.name.clone(),
            ", with nominal ",
            declared_level(view),
            " intervals: paired by block, geometric mean over blocks."
        ],
        columns: columns("Case, metric", &level_of(view)),
        rows,
        axis: axis(ends),
        foot: std::iter::once(run![
            better(&metrics),
            " A filled disc is an interval below 1, a diamond one above, a ring one that includes 1. Logarithmic axis; a ",
            "mark covers an interval narrower than itself."
        ])
        .chain(confounded(view, comparison_at..comparison_at + 1, limits_here()))
        .collect(),
        wide: true,
        ..Table::default()
    };
    let title = format!("{} over {}", comparison.numerator, comparison.denominator);
    vec![heading(3, &format!("ratios-{slug}"), &title), Block::Table(Box::new(table))]
}

/// The generated limits, on their own page.
pub(super) fn limits_here() -> Target {
    Target::Anchor(LIMITS.to_string())
}

/// In which of these comparisons something differs between the arms that must not.
pub(super) fn confounded(view: View<'_>, comparisons: Range<usize>, limits: Target) -> Option<Inlines> {
    let records = view.phase.records;
    let differing = view.phase.reconciliation.confounds.iter().filter(|confound| {
        comparisons.contains(&confound.comparison) && matches!(confound.verdict, Verdict::Differs { .. })
    });
    let differing: Vec<String> = differing
        .filter_map(|confound| {
            let case = &records.plan.cases.get(confound.case)?.name;
            let comparison = &records.spec.comparisons.get(confound.comparison)?.name;
            Some(format!("{} in {case} ({comparison})", confound.metric))
        })
        .collect();
    (!differing.is_empty()).then(|| {
        run![
            "Between the arms differs what must not: ",
            differing.join(", "),
            ". A ratio there may come from that: see ",
            Inline::Link { target: limits, content: run!["limits"] },
            "."
        ]
    })
}

fn level_of(view: View<'_>) -> String {
    view.ledger.get(&view.id(&["analysis", "level"])).map(|evidence| evidence.amount.full()).unwrap_or_default()
}

fn declared_level(view: View<'_>) -> Inline {
    super::declared(view, &["analysis", "level"])
}

/// Every time ratio of a campaign's phases in one table.
pub fn glance(views: &[View<'_>]) -> Option<Table> {
    let mut rows = Vec::new();
    let mut ends = Vec::new();
    let mut levels: Vec<String> = views.iter().map(|view| level_of(*view)).collect();
    levels.dedup();
    let level = if levels.len() == 1 { levels.remove(0) } else { "Nominal".to_string() };
    for view in views {
        let records = view.phase.records;
        let Some((at, name)) = records.spec.metrics.iter().enumerate().find(|(_, name)| *name == "ns/op") else {
            continue;
        };
        let metric = view.metric(name);
        for (comparison_at, comparison) in records.spec.comparisons.iter().enumerate() {
            rows.push(Row::Group(vec![Inline::text(format!("{}, {}", view.phase.name(), comparison.name))]));
            for (case_at, case) in view.phase.analysed.results.cases.iter().enumerate() {
                let result = match &case.outcome {
                    CaseOutcome::Analysed(results) => results.get(at),
                    CaseOutcome::NotAvailable { .. } => {
                        rows.push(missing(&case.name, &case.name, name, accounting::reason(*view, case_at)));
                        continue;
                    }
                };
                let Some(MetricResult::Analysed(estimates)) = result else { continue };
                let Some(estimate) = estimates.comparisons.get(comparison_at) else { continue };
                ends.push((estimate.low, estimate.high));
                rows.push(row(*view, &case.name, &comparison.name, &metric, estimate, run![case.name.clone()]));
            }
        }
    }
    (!ends.is_empty()).then(|| Table {
        id: "time-ratios".to_string(),
        caption: run!["Every ratio of ns/op, with its nominal interval."],
        columns: columns("Case", &level),
        rows,
        axis: axis(ends),
        foot: std::iter::once(run![
            "Below 1 the numerator takes less time. The rows share an axis, not a meaning: no mean is formed over cases."
        ])
        .chain(views.iter().filter_map(|view| {
            let limits =
                Target::Document { id: phase_document(view.phase.name()), anchor: Some(LIMITS.to_string()) };
            confounded(*view, 0..view.phase.records.spec.comparisons.len(), limits)
        }))
        .collect(),
        wide: true,
        ..Table::default()
    })
}

/// Most rows of one forest plot, so that its letters stay legible on a page of paper.
const MOST_ROWS: usize = 15;

/// Forest plots of every estimate with its block ratios: one, or one a comparison where there are many.
pub(super) fn forest(view: View<'_>, mut letters: Option<&mut Lettering>) -> Outcome<Vec<Block>> {
    let spec = &view.phase.records.spec;
    let each: Vec<Vec<ForestRow>> = (0..spec.comparisons.len()).map(|at| forest_rows(view, at)).collect();
    let all: usize = each.iter().map(Vec::len).sum();
    let mut parts: Vec<(String, Vec<ForestRow>)> = Vec::new();
    if all <= MOST_ROWS {
        let mut rows = Vec::new();
        for (comparison, mut own) in spec.comparisons.iter().zip(each) {
            if spec.comparisons.len() > 1 {
                for row in &mut own {
                    row.group = row.group.take().map(|case| format!("{}, {case}", comparison.name));
                }
            }
            rows.append(&mut own);
        }
        parts.push((String::new(), rows));
    } else {
        for (comparison, own) in spec.comparisons.iter().zip(each) {
            parts.extend(in_pieces(own).into_iter().map(|rows| (format!("{}. ", comparison.name), rows)));
        }
    }
    parts.retain(|(_, rows)| !rows.is_empty());
    let several = parts.len() > 1;
    let mut out = Vec::new();
    for (at, (of, rows)) in parts.into_iter().enumerate() {
        let plot = ForestPlot {
            title: format!("{of}Ratios of phase {} with nominal {} intervals", view.phase.name(), level_of(view)),
            rows,
            below: "numerator takes less".to_string(),
            above: "numerator takes more".to_string(),
        };
        out.push(Block::Plot(Box::new(Plot {
            id: if several && at > 0 { format!("forest-{}", at + 1) } else { "forest".to_string() },
            number: 0,
            caption: run![
                of,
                "Estimates with nominal ",
                declared_level(view),
                " intervals; the small rings below each are its block ratios, and equal ones share a ",
                "ring. Logarithmic axis."
            ],
            alt: plot.alt(),
            pictures: letters.as_deref_mut().map(|letters| plot.draw(letters)).transpose()?.unwrap_or_default(),
            data: None,
        })));
    }
    Ok(out)
}

/// The rows of a comparison, under heads of its cases.
fn forest_rows(view: View<'_>, comparison: usize) -> Vec<ForestRow> {
    let mut rows = Vec::new();
    for case in &view.phase.analysed.results.cases {
        let CaseOutcome::Analysed(results) = &case.outcome else { continue };
        for (name, result) in view.phase.records.spec.metrics.iter().zip(results) {
            let metric = view.metric(name);
            let MetricResult::Analysed(estimates) = result else { continue };
            let Some(estimate) = estimates.comparisons.get(comparison) else { continue };
            if metric.direction == Direction::None {
                continue;
            }
            let reading = reading(&metric, estimate.low, estimate.high);
            rows.push(ForestRow {
                group: Some(case.name.clone()),
                label: name.clone(),
                low: estimate.low,
                value: estimate.ratio,
                high: estimate.high,
                printed: printed(estimate),
                blocks: estimate.block_ratios.clone(),
                shape: reading.shape,
                tone: reading.tone,
            });
        }
    }
    rows
}

/// Rows in pieces of at most [`MOST_ROWS`], those of one case together.
fn in_pieces(rows: Vec<ForestRow>) -> Vec<Vec<ForestRow>> {
    let mut pieces: Vec<Vec<ForestRow>> = Vec::new();
    for case in rows.chunk_by(|one, next| one.group == next.group) {
        match pieces.last_mut().filter(|piece| piece.len() + case.len() <= MOST_ROWS) {
            Some(piece) => piece.extend_from_slice(case),
            None => pieces.push(case.to_vec()),
        }
    }
    pieces
}

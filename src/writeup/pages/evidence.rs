//! The evidence of a phase: every figure down to its samples and their log lines.

use super::{Studio, number};
use crate::analysis::{CaseOutcome, MetricEstimates, MetricResult};
use crate::document::{Block, Cell, CellContent, Column, Details, Document, Inline, Row, Standing, Table, Target};
use crate::evidence::collect::samples::{absolute_anchor, samples_anchor};
use crate::evidence::collect::{Phase, accounting, evidence_document, phase_document, settings};
use crate::evidence::ledger::{anchor, id};
use crate::evidence::{Amount, Derivation, Evidence};
use crate::number::text::{brackets, count, full, ratio};
use crate::writeup::generated::run;
use crate::writeup::sections::heading;

pub(super) fn write(studio: &Studio<'_>, phase: Phase<'_>, formed: &[Evidence]) -> Document {
    let mut blocks = vec![heading(2, "estimates", "Estimates")];
    for (case, metric, estimates) in each(phase) {
        blocks.extend(estimate_blocks(phase, case, metric, estimates));
    }
    blocks.push(heading(2, "absolute-values", "Absolute values"));
    for (case, metric, estimates) in each(phase) {
        blocks.push(absolute_block(phase, case, metric, estimates));
    }
    if !formed.is_empty() {
        blocks.push(heading(2, "figures-formed", "Figures formed in the text"));
        blocks.push(Block::Table(Box::new(formed_table(formed))));
    }
    blocks.push(heading(2, "counts-and-settings", "Counts and settings"));
    blocks.push(Block::Table(Box::new(entries_table(studio, phase, Standing::Measured))));
    blocks.push(Block::Table(Box::new(entries_table(studio, phase, Standing::Declared))));
    blocks.push(heading(2, "samples", "Samples"));
    blocks.push(Block::Paragraph(run![
        "Every recorded sample with the log that shows it. A process\u{2019}s repeats stand in the order in which they ran, ",
        "and lines are those of the log."
    ]));
    for (at, metric) in phase.records.metrics.metrics.iter().enumerate() {
        blocks.push(Block::Table(Box::new(samples_table(phase, at, metric))));
    }
    number(&mut blocks);
    let mut facts = vec![studio.data_fact()];
    facts.extend(studio.host_fact());
    Document {
        id: evidence_document(phase.name()),
        parent: Some(phase_document(phase.name())),
        short_title: format!("{} evidence", phase.name()),
        kicker: format!("Phase {}", phase.name()),
        title: format!("Evidence of phase {}", phase.name()),
        lede: run![
            "How each figure of the phase was formed: estimate, block ratios, process medians, samples, log lines."
        ],
        status: studio.status(),
        facts,
        stamp: studio.stamp(Some(phase.name()), &[]),
        blocks,
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

/// Case, metric and estimates, for every combination that has them.
fn each<'a>(phase: Phase<'a>) -> impl Iterator<Item = (&'a str, &'a str, &'a MetricEstimates)> {
    let metrics = &phase.records.spec.metrics;
    phase.analysed.results.cases.iter().flat_map(move |case| {
        let results = match &case.outcome {
            CaseOutcome::Analysed(results) => results.as_slice(),
            CaseOutcome::NotAvailable { .. } => &[],
        };
        metrics.iter().zip(results).filter_map(move |(metric, result)| match result {
            MetricResult::Analysed(estimates) => Some((case.name.as_str(), metric.as_str(), estimates)),
            MetricResult::NotReported => None,
        })
    })
}

fn estimate_blocks(phase: Phase<'_>, case: &str, metric: &str, estimates: &MetricEstimates) -> Vec<Block> {
    let spec = &phase.records.spec;
    let arm = |name: &str| phase.records.plan.arms.iter().position(|arm| arm.name == name);
    let mut out = Vec::new();
    for (comparison, estimate) in spec.comparisons.iter().zip(&estimates.comparisons) {
        let own = id(&[phase.name(), "cases", case, &comparison.name, metric]);
        let (Some(numerator), Some(denominator)) = (arm(&comparison.numerator), arm(&comparison.denominator)) else {
            continue;
        };
        let median = |arm: usize, at: usize| estimates.medians.get(arm).and_then(|row| row.get(at)).copied();
        let rows = estimates
            .blocks
            .iter()
            .enumerate()
            .filter_map(|(at, block)| {
                let first =
                    if *estimate.numerator_first.get(at)? { &comparison.numerator } else { &comparison.denominator };
                let cell = |value: f64| Cell::new(vec![Inline::Text(plain(value))], vec![full(value)]);
                Some(Row::Data(vec![
                    Cell::text(block.to_string()),
                    Cell::text(first.clone()),
                    cell(median(numerator, at)?),
                    cell(median(denominator, at)?),
                    Cell {
                        content: CellContent::Text(vec![Inline::Text(ratio(*estimate.block_ratios.get(at)?))]),
                        csv: vec![full(*estimate.block_ratios.get(at)?)],
                    },
                ]))
            })
            .collect();
        let name = |arm: &str| Column { csv: vec![format!("{arm} [{metric}]")], ..Column::number(arm, metric) };
        let table = Table {
            id: format!("t-{}", anchor(&own)),
            number: 0,
            caption: run![
                "Block ratios: each is the process median of ",
                comparison.numerator.clone(),
                " over that of ",
                comparison.denominator.clone(),
                "."
            ],
            columns: vec![
                Column::number("Block", "").as_row_head(),
                Column::text("Ran first"),
                name(&comparison.numerator),
                name(&comparison.denominator),
                Column::number("Ratio", ""),
            ],
            rows,
            axis: None,
            legend: Vec::new(),
            foot: vec![run![
                "Geometric mean ",
                full(estimate.ratio),
                "; interval ends ",
                full(estimate.low),
                " and ",
                full(estimate.high),
                ". Process medians: ",
                Inline::Link {
                    target: Target::Anchor(samples_anchor(metric)),
                    content: run!["samples of ", metric.to_string()]
                },
                "."
            ]],
            wide: false,
        };
        out.push(Block::Details(Details {
            id: anchor(&own),
            summary: run![
                format!("{case}, {}, {metric}: ", comparison.name),
                Inline::Strong(run![format!(
                    "{}\u{a0}{}",
                    ratio(estimate.ratio),
                    brackets(estimate.low, estimate.high)
                )]),
            ],
            blocks: vec![Block::Table(Box::new(table))],
        }));
    }
    out
}

fn absolute_block(phase: Phase<'_>, case: &str, metric: &str, estimates: &MetricEstimates) -> Block {
    let arms = &phase.records.plan.arms;
    let mut columns = vec![Column::number("Block", "").as_row_head()];
    columns.extend(arms.iter().map(|arm| Column {
        csv: vec![format!("{} [{metric}]", arm.name)],
        ..Column::number(arm.name.clone(), metric)
    }));
    let number = |value: f64| Cell::new(vec![Inline::Text(plain(value))], vec![full(value)]);
    let mut rows: Vec<Row> = estimates
        .blocks
        .iter()
        .enumerate()
        .map(|(at, block)| {
            let medians = estimates.medians.iter().filter_map(|row| row.get(at)).map(|value| number(*value));
            Row::Data(std::iter::once(Cell::text(block.to_string())).chain(medians).collect())
        })
        .collect();
    let medians = estimates
        .absolute
        .iter()
        .map(|value| Cell::new(vec![Inline::Strong(vec![Inline::Text(plain(*value))])], vec![full(*value)]));
    rows.push(Row::Data(std::iter::once(Cell::text("median")).chain(medians).collect()));
    let id = absolute_anchor(case, metric);
    let table = Table {
        id: format!("t-{id}"),
        number: 0,
        caption: run!["Process medians by block, and their median."],
        columns,
        rows,
        axis: None,
        legend: Vec::new(),
        foot: Vec::new(),
        wide: false,
    };
    let summary = run![format!("{case}, {metric}")];
    Block::Details(Details { id, summary, blocks: vec![Block::Table(Box::new(table))] })
}

fn formed_table(formed: &[Evidence]) -> Table {
    let rows = formed
        .iter()
        .map(|evidence| {
            let (method, from) = match &evidence.derivation {
                Derivation::Computed { method, from } => (method.clone(), from.join(", ")),
                _ => (String::new(), String::new()),
            };
            Row::Data(vec![
                Cell::new(vec![Inline::Code(evidence.id.clone())], vec![evidence.id.clone()]),
                Cell::new(vec![Inline::Text(shown(evidence))], vec![evidence.amount.full()]),
                Cell::text(method),
                Cell::new(vec![Inline::Code(from.clone())], vec![from]),
            ])
        })
        .collect();
    Table {
        id: "formed".to_string(),
        number: 0,
        caption: run!["Figures that the text forms from others."],
        columns: vec![
            Column::text("Id").as_row_head(),
            Column::number("Value", ""),
            Column::text("Method"),
            Column::text("From"),
        ],
        rows,
        axis: None,
        legend: Vec::new(),
        foot: Vec::new(),
        wide: true,
    }
}

/// Counts (measured) or settings (declared) of the phase: ledger entries that have no table of their own.
fn entries_table(studio: &Studio<'_>, phase: Phase<'_>, standing: Standing) -> Table {
    let anchor = if standing == Standing::Measured { accounting::COUNTS } else { settings::SETTINGS };
    let here = phase.shown(anchor);
    let entries = studio.ledger.entries().filter(|evidence| {
        evidence.phase.as_deref() == Some(phase.name()) && evidence.standing == standing && evidence.shown == here
    });
    let rows = entries
        .map(|evidence| {
            let source = match &evidence.derivation {
                Derivation::Counted { files, .. } => files.join(", "),
                Derivation::Declared { file, at } => format!("{file}, {at}"),
                _ => String::new(),
            };
            Row::Data(vec![
                Cell::text(evidence.what.clone()),
                Cell::new(vec![Inline::Text(shown(evidence))], vec![evidence.amount.full()]),
                Cell::new(vec![Inline::Code(evidence.id.clone())], vec![evidence.id.clone()]),
                Cell::new(vec![Inline::Code(source.clone())], vec![source]),
            ])
        })
        .collect();
    Table {
        id: anchor.to_string(),
        number: 0,
        caption: if standing == Standing::Measured {
            run!["Counts and findings, and the files in which they were counted."]
        } else {
            run!["Settings, and the pinned files that declare them."]
        },
        columns: vec![
            Column::text("Figure").as_row_head(),
            Column::number("Value", ""),
            Column::text("Id"),
            Column::text("Source"),
        ],
        rows,
        axis: None,
        legend: Vec::new(),
        foot: Vec::new(),
        wide: true,
    }
}

fn samples_table(phase: Phase<'_>, column: usize, metric: &str) -> Table {
    let plan = &phase.records.plan;
    let repeats = plan.count as usize;
    let mut columns = vec![
        Column::number("Job", "").as_row_head(),
        Column::text("Case"),
        Column::text("Arm"),
        Column::number("Block", ""),
        Column::text("Log"),
        Column::text("Lines"),
    ];
    columns.extend((0..repeats).map(|repeat| Column::number(format!("Repeat {repeat}"), "")));
    let mut rows = Vec::new();
    let mut samples = phase.reconciliation.samples.iter().peekable();
    while let Some(first) = samples.next() {
        let mut own = vec![first];
        while let Some(next) = samples.next_if(|next| next.job == first.job) {
            own.push(next);
        }
        let (Some(job), Some(case), Some(arm)) =
            (plan.jobs.get(first.job as usize), plan.cases.get(first.case), plan.arms.get(first.arm))
        else {
            continue;
        };
        let lines = match (own.first(), own.last()) {
            (Some(first), Some(last)) if first.log_line != last.log_line => {
                format!("{}\u{2013}{}", first.log_line, last.log_line)
            }
            _ => first.log_line.to_string(),
        };
        let log = phase.records.path(&job.log);
        let link = Inline::Link {
            target: Target::File(format!("inputs/{log}")),
            content: vec![Inline::Code(job.log.clone())],
        };
        let mut cells = vec![
            Cell::text(first.job.to_string()),
            Cell::text(case.name.clone()),
            Cell::text(arm.name.clone()),
            Cell::text(first.block.to_string()),
            Cell::new(vec![link], vec![log]),
            Cell::text(lines),
        ];
        for repeat in 0..repeats {
            let value = own.get(repeat).and_then(|sample| sample.values.get(column)?.as_ref());
            cells.push(match value {
                Some(number) => Cell::new(vec![Inline::Text(plain(number.value))], vec![number.text.clone()]),
                None => {
                    let reason = "the log line has none".to_string();
                    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
                }
            });
        }
        rows.push(Row::Data(cells));
    }
    Table {
        id: samples_anchor(metric),
        number: 0,
        caption: run!["Samples of ", metric.to_string(), ", one row a process."],
        columns,
        rows,
        axis: None,
        legend: Vec::new(),
        foot: Vec::new(),
        wide: true,
    }
}

/// A value at full precision with commas.
fn plain(value: f64) -> String {
    let places = full(value).split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32);
    crate::number::text::fixed(value, places)
}

fn shown(evidence: &Evidence) -> String {
    match &evidence.amount {
        Amount::Number(value) => plain(*value),
        Amount::Count(number) => count(*number),
        other => other.full(),
    }
}

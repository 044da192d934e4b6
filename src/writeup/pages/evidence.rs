//! The evidence of a phase: every figure down to its samples and their log lines.

use super::Studio;
use crate::analysis::{CaseOutcome, MetricEstimates, MetricResult};
use crate::document::{Block, Cell, Column, Details, Document, Inline, Row, Standing, Table, Target};
use crate::evidence::collect::samples::{SAMPLES, derivation_anchor};
use crate::evidence::collect::{Phase, accounting, settings};
use crate::evidence::{Amount, Derivation, Evidence};
use crate::number::text::{count, full, precise, ratio};
use crate::writeup::generated::{printed, published_table, run, whole};
use crate::writeup::sections::heading;

pub(super) fn write(studio: &Studio<'_>, phase: Phase<'_>, formed: &[Evidence]) -> Document {
    let mut blocks = vec![heading(2, "derivations", "Estimates and absolute values")];
    for (case, metric, estimates) in each(phase) {
        blocks.push(derivation(phase, case, metric, estimates));
    }
    if !formed.is_empty() {
        blocks.push(heading(2, "figures-formed", "Figures formed in the text"));
        blocks.push(Block::Table(Box::new(formed_table(formed))));
    }
    blocks.push(heading(2, "counts-and-settings", "Counts and settings"));
    blocks.push(Block::Table(Box::new(entries_table(studio, phase, Standing::Measured))));
    blocks.push(Block::Table(Box::new(entries_table(studio, phase, Standing::Declared))));
    if let Some(table) = published_table(phase) {
        blocks.push(heading(2, "published-figures", "Published figures"));
        blocks.push(Block::Table(Box::new(table)));
    }
    blocks.push(heading(2, "samples", "Samples"));
    blocks.push(Block::Table(Box::new(samples_table(phase))));
    let lede =
        run!["How each figure of the phase was formed: estimate, block ratios, process medians, samples, log lines."];
    studio.evidence_page(phase.name(), lede, blocks)
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

/// How the figures of a case and metric were formed: process medians by block, their median, and the ratios.
fn derivation(phase: Phase<'_>, case: &str, metric: &str, estimates: &MetricEstimates) -> Block {
    let arms = &phase.records.plan.arms;
    let comparisons = &phase.records.spec.comparisons;
    let mut columns = vec![Column::number("Block", "").as_row_head(), Column::text("Order")];
    columns.extend(arms.iter().map(|arm| Column {
        csv: vec![format!("{} [{metric}]", arm.name)],
        ..Column::number(arm.name.clone(), metric)
    }));
    columns.extend(comparisons.iter().map(|comparison| Column::number(comparison.name.clone(), "")));
    let number = |value: f64| Cell::new(vec![Inline::Text(precise(value))], vec![full(value)]);
    let quotient = |value: f64| Cell::new(vec![Inline::Text(ratio(value))], vec![full(value)]);
    let mut rows: Vec<Row> = Vec::new();
    for (at, block) in estimates.blocks.iter().enumerate() {
        let medians = estimates.medians.iter().filter_map(|row| row.get(at)).map(|value| number(*value));
        let ratios =
            estimates.comparisons.iter().filter_map(|one| one.block_ratios.get(at)).map(|value| quotient(*value));
        let heads = [Cell::text(block.to_string()), Cell::text(order_of(phase, case, *block))];
        rows.push(Row::Data(heads.into_iter().chain(medians).chain(ratios).collect()));
    }
    let strong = |text: String, csv: f64| Cell::new(vec![Inline::Strong(vec![Inline::Text(text)])], vec![full(csv)]);
    let absolute = estimates.absolute.iter().map(|value| strong(precise(*value), *value));
    let means = estimates.comparisons.iter().map(|one| strong(ratio(one.ratio), one.ratio));
    let heads = [Cell::text("all"), Cell::text("median; geometric mean")];
    rows.push(Row::Data(heads.into_iter().chain(absolute).chain(means).collect()));
    let mut foot = Vec::new();
    for (comparison, estimate) in comparisons.iter().zip(&estimates.comparisons) {
        foot.push(run![format!(
            "{}: ratio {}, interval ends {} and {}.",
            comparison.name,
            precise(estimate.ratio),
            precise(estimate.low),
            precise(estimate.high)
        )]);
    }
    let id = derivation_anchor(case, metric);
    let table = Table {
        id: format!("t-{id}"),
        caption: run![
            "Process medians by block, and the ratios of each block. The repeats behind a median: ",
            Inline::Link { target: Target::Anchor(SAMPLES.to_string()), content: run!["samples"] },
            "."
        ],
        columns,
        rows,
        foot,
        wide: true,
        ..Table::default()
    };
    let mut summary = run![format!("{case}, {metric}")];
    for (comparison, estimate) in comparisons.iter().zip(&estimates.comparisons) {
        summary.extend(run![format!("; {} ", comparison.name), Inline::Strong(run![printed(estimate)])]);
    }
    Block::Details(Details { id, summary, blocks: vec![Block::Table(Box::new(table))] })
}

/// The arms of a block in the order in which they were planned to run.
fn order_of(phase: Phase<'_>, case: &str, block: usize) -> String {
    let plan = &phase.records.plan;
    let mut jobs: Vec<_> = plan
        .jobs
        .iter()
        .filter(|job| job.block as usize == block && plan.cases.get(job.case).is_some_and(|known| known.name == case))
        .collect();
    jobs.sort_by_key(|job| job.position);
    let names = jobs.iter().filter_map(|job| plan.arms.get(job.arm)).map(|arm| arm.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

pub(super) fn formed_table(formed: &[Evidence]) -> Table {
    let rows = formed
        .iter()
        .map(|evidence| {
            let (method, from) = match &evidence.derivation {
                Derivation::Computed { method, from } => (method.clone(), from.join(", ")),
                _ => (String::new(), String::new()),
            };
            Row::Data(vec![
                Cell::new(vec![Inline::Code(evidence.id.clone())], vec![evidence.id.clone()]),
                Cell::new(vec![shown(evidence)], vec![evidence.amount.full()]),
                Cell::text(method),
                Cell::new(vec![Inline::Code(from.clone())], vec![from]),
            ])
        })
        .collect();
    Table {
        id: "formed".to_string(),
        caption: run!["Figures that the text forms from others."],
        columns: vec![
            Column::text("Id").as_row_head(),
            Column::number("Value", ""),
            Column::text("Method"),
            Column::text("From"),
        ],
        rows,
        wide: true,
        ..Table::default()
    }
}

/// Counts (measured) or settings (declared) of the phase: ledger entries that have no table of their own.
fn entries_table(studio: &Studio<'_>, phase: Phase<'_>, standing: Standing) -> Table {
    let anchor = if standing == Standing::Measured { accounting::COUNTS } else { settings::SETTINGS };
    let here = phase.shown(anchor);
    let entries = studio.ledger.entries().filter(|evidence| {
        evidence.phase.as_deref() == Some(phase.name()) && evidence.standing == standing && evidence.shown == here
    });
    let folder = format!("{}/", phase.records.declared.dir);
    let below = |file: &str| file.strip_prefix(&folder).unwrap_or(file).to_string();
    let rows = entries
        .map(|evidence| {
            let source = match &evidence.derivation {
                Derivation::Counted { files, .. } => {
                    files.iter().map(|file| below(file)).collect::<Vec<_>>().join(", ")
                }
                Derivation::Declared { file, at } => format!("{}, {at}", below(file)),
                _ => String::new(),
            };
            Row::Data(vec![
                Cell::text(evidence.what.clone()),
                Cell::new(vec![shown(evidence)], vec![evidence.amount.full()]),
                Cell::new(vec![Inline::Code(evidence.id.clone())], vec![evidence.id.clone()]),
                Cell::new(vec![Inline::Code(source.clone())], vec![source]),
            ])
        })
        .collect();
    Table {
        id: anchor.to_string(),
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
        wide: true,
        ..Table::default()
    }
}

fn samples_table(phase: Phase<'_>) -> Table {
    let plan = &phase.records.plan;
    let metrics = &phase.records.metrics.metrics;
    let mut columns = vec![
        Column { csv: vec!["log".to_string(), "line".to_string()], ..Column::text("Log and line") }.as_row_head(),
        Column::text("Case"),
        Column::text("Arm"),
        Column::number("Block", ""),
        Column::number("Repeat", ""),
    ];
    columns.extend(metrics.iter().map(|metric| Column::number(metric.clone(), "")));
    let mut rows = Vec::new();
    let mut lacking = false;
    for sample in &phase.reconciliation.samples {
        let (Some(job), Some(case), Some(arm)) =
            (plan.jobs.get(sample.job as usize), plan.cases.get(sample.case), plan.arms.get(sample.arm))
        else {
            continue;
        };
        let log = phase.records.path(&job.log);
        let words = format!("{}:{}", job.log, sample.log_line);
        let link = Inline::Link { target: Target::File(format!("inputs/{log}")), content: vec![Inline::Code(words)] };
        let mut cells = vec![
            Cell::new(vec![link], vec![log, sample.log_line.to_string()]),
            Cell::text(case.name.clone()),
            Cell::text(arm.name.clone()),
            Cell::text(sample.block.to_string()),
            Cell::text(sample.repeat.to_string()),
        ];
        cells.extend(sample.values.iter().map(|value| match value {
            Some(number) => Cell::new(vec![Inline::Text(plain(number.value))], vec![number.text.to_string()]),
            // One reason for all of them stands below the table, not in every cell.
            None => {
                lacking = true;
                Cell::new(run!["N/A"], vec!["N/A (the log line has none)".to_string()])
            }
        }));
        rows.push(Row::Data(cells));
    }
    let mut foot =
        vec![run!["Logs lie in ", Inline::Code(phase.records.declared.dir.clone()), " below the pinned inputs."]];
    if lacking {
        foot.push(run!["N/A: the log line has no such figure."]);
    }
    Table {
        id: SAMPLES.to_string(),
        caption: run!["Every recorded sample, one row a result line, with the log and the line that show it."],
        columns,
        rows,
        foot,
        wide: true,
        ..Table::default()
    }
}

/// A value as its log has it, with commas.
fn plain(value: f64) -> String {
    let whole = full(value);
    if whole.contains('e') {
        return whole.replace('-', "\u{2212}");
    }
    let places = whole.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32);
    crate::number::text::fixed(value, places)
}

/// A value for a column, whole; a hash or a path is set as what it is, so that it may go on below itself.
pub(super) fn shown(evidence: &Evidence) -> Inline {
    match &evidence.amount {
        Amount::Number(value) => Inline::Text(precise(*value)),
        Amount::Count(number) => Inline::Text(count(*number)),
        other => whole(other.full()),
    }
}

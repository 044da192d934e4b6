//! What the files are, and what the campaign declares of where they were made.

use serde_json::Value;

use super::{ObservedView, title};
use crate::document::{Block, Cell, Column, Fact, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::number::text;
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let rows = view.phase.datasets().map(|dataset| row(view, dataset)).collect();
    let mut out = vec![Block::Table(Box::new(Table {
        id: "datasets-table".to_string(),
        caption: run!["Datasets of the phase."],
        columns: vec![
            Column::text("Dataset").as_row_head(),
            Column::text("Holds"),
            Column::text("Written by"),
            Column::number("Files", ""),
            Column::number("Values", ""),
            Column::text("Runs"),
            Column::text("Design"),
        ],
        rows,
        wide: true,
        ..Table::default()
    }))];
    out.extend(drawn(view));
    out
}

fn row(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Row {
    let declared = dataset.declared;
    let records = view.phase.records.datasets.iter().find(|one| one.declared.name == declared.name);
    let mut tools: Vec<&str> = Vec::new();
    for file in records.iter().flat_map(|records| &records.files) {
        if !tools.contains(&file.format.tool) {
            tools.push(file.format.tool);
        }
    }
    let mut runs: Vec<usize> = dataset.found.series.iter().map(|series| series.samples.len()).collect();
    runs.retain(|runs| *runs > 0);
    let runs = match (runs.iter().min(), runs.iter().max()) {
        (Some(least), Some(most)) if least == most => least.to_string(),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        _ => "not told".to_string(),
    };
    let design = match declared.design {
        crate::campaign::datasets::Design::Paired => "paired by run",
        crate::campaign::datasets::Design::Unpaired => "unpaired",
        crate::campaign::datasets::Design::Single => "no interval",
    };
    let count = |key: &str| {
        let id = crate::evidence::ledger::id(&[view.phase.name(), "accounting", &declared.name, key]);
        let full = view.ledger.get(&id).map(|evidence| evidence.amount.full()).unwrap_or_default();
        Cell::new(vec![view.count(&["accounting", &declared.name, key])], vec![full])
    };
    Row::Data(vec![
        Cell::new(vec![Inline::Code(declared.name.clone())], vec![declared.name.clone()]),
        Cell::text(title(dataset)),
        Cell::text(tools.join(", ")),
        count("files"),
        count("values"),
        Cell::text(runs),
        Cell::text(design),
    ])
}

/// What the author says of the cases.
pub(super) fn cases(view: ObservedView<'_>) -> Vec<Block> {
    let mut told = std::collections::BTreeSet::new();
    let cases = view.phase.found.datasets.iter().flat_map(|dataset| &dataset.cases);
    let cases: Vec<&str> = cases.map(String::as_str).filter(|case| told.insert(*case)).collect();
    let rows: Vec<Row> = cases
        .into_iter()
        .filter_map(|case| Some((case, view.front.cases.get(case)?)))
        .map(|(case, words)| Row::Data(vec![Cell::text(case), Cell::text(words.clone())]))
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![Block::Table(Box::new(Table {
        id: "cases-table".to_string(),
        caption: run!["Cases."],
        columns: vec![Column::text("Case").as_row_head(), Column::text("What it does")],
        rows,
        wide: true,
        ..Table::default()
    }))]
}

/// How intervals are made, once for all datasets that make them alike.
fn drawn(view: ObservedView<'_>) -> Vec<Block> {
    let mut told: Vec<String> = Vec::new();
    for dataset in view.phase.datasets() {
        let Some(bootstrap) = &dataset.declared.bootstrap else { continue };
        let words = format!(
            "{} resamples, generator {}, seed {}, quantile {}, level {}",
            text::count(bootstrap.resamples as u64),
            bootstrap.generator.name(),
            bootstrap.seed,
            bootstrap.quantile.name(),
            text::full(bootstrap.level)
        );
        if !told.contains(&words) {
            told.push(words);
        }
    }
    let facts = told.into_iter().map(|words| Fact { term: run!["Percentile bootstrap"], content: run![words] });
    let facts: Vec<Fact> = facts.collect();
    if facts.is_empty() { Vec::new() } else { vec![Block::Facts(facts)] }
}

/// Keys of campaign.yaml that say something else than where and how the runs were made.
const ELSEWHERE: [&str; 7] = ["phases", "normalised", "conclusion_printed", "title", "date", "server", "source"];

/// What campaign.yaml declares of machine, server and workloads, as it is written there.
pub(super) fn settings(view: ObservedView<'_>) -> Vec<Block> {
    let manifest = &view.phase.campaign.manifest;
    let mut rows = Vec::new();
    for (key, value) in &manifest.extra {
        if !ELSEWHERE.contains(&key.as_str()) {
            flat(key, value, &mut rows);
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    vec![Block::Table(Box::new(Table {
        id: "declared-settings".to_string(),
        caption: run!["What campaign.yaml declares of machine, server and workloads, as it is written there."],
        columns: vec![Column::text("Setting").as_row_head(), Column::text("Declared")],
        rows: rows.into_iter().map(|(key, value)| Row::Data(vec![Cell::text(key), Cell::text(value)])).collect(),
        wide: true,
        ..Table::default()
    }))]
}

fn flat(key: &str, value: &Value, rows: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (inner, value) in map {
                flat(&format!("{key}: {inner}"), value, rows);
            }
        }
        Value::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                // A list of named things is told by their names.
                let name =
                    value.get("name").and_then(Value::as_str).map_or_else(|| (at + 1).to_string(), str::to_owned);
                match value {
                    Value::Object(map) => {
                        let rest = map.iter().filter(|(inner, _)| *inner != "name");
                        let rest: Vec<String> =
                            rest.map(|(inner, value)| format!("{inner}: {}", plain(value))).collect();
                        rows.push((format!("{key}: {name}"), rest.join("; ")));
                    }
                    value => rows.push((format!("{key}: {name}"), plain(value))),
                }
            }
        }
        Value::Null => rows.push((key.to_owned(), "not recorded".to_owned())),
        value => rows.push((key.to_owned(), plain(value))),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

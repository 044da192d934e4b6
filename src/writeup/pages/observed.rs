//! The pages of a phase without a plan: its own, and that of its evidence.

use super::{Page, Set, Studio, fact, names_are_known, with};
use crate::document::{Attachment, Block, Cell, Column, Details, Document, Fact, Inline, Row, Standing, Table, Target};
use crate::evidence::collect::accounting::COUNTS;
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::{ObservedPhase, evidence_document, phase_document};
use crate::evidence::{Derivation, Evidence};
use crate::number::text::count;
use crate::problem::Outcome;
use crate::writeup::content::Authored;
use crate::writeup::generated::{Offer, observed, run};
use crate::writeup::sections::heading;

pub(super) fn write(
    studio: &Studio<'_>,
    phase: ObservedPhase<'_>,
    authored: &Authored,
    set: Set,
    offer: &Offer,
) -> Outcome<Page> {
    check_names(phase, authored)?;
    let page = studio.phase_page(phase.name(), authored, set, offer)?;
    Ok(with(page, facts(studio, phase), attachments(phase)))
}

/// Arms and cases that the front matter describes and the datasets do not have.
fn check_names(phase: ObservedPhase<'_>, authored: &Authored) -> Outcome<()> {
    let mut arms: Vec<&str> = phase.records.data.arms.iter().map(String::as_str).collect();
    let mut cases: Vec<&str> = Vec::new();
    let mut told = std::collections::BTreeSet::new();
    for dataset in &phase.found.datasets {
        arms.extend(dataset.arms.iter().map(String::as_str).filter(|arm| !arms.contains(arm)).collect::<Vec<_>>());
        cases.extend(dataset.cases.iter().map(String::as_str).filter(|case| told.insert(*case)));
    }
    names_are_known(authored, &arms, &cases, "no dataset has")
}

fn facts(studio: &Studio<'_>, phase: ObservedPhase<'_>) -> Vec<Fact> {
    let datasets = phase.records.datasets.len();
    let files: usize = phase.records.datasets.iter().map(|dataset| dataset.files.len()).sum();
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let mut facts = vec![
        studio.campaign_fact(),
        studio.data_fact(),
        fact(
            "Outcome",
            vec![Inline::text(format!(
                "{}; {} from {}",
                phase.records.data.outcome,
                plural(datasets, "dataset"),
                plural(files, "file")
            ))],
        ),
    ];
    let extra = &phase.campaign.manifest.extra;
    for (key, term) in [("date", "Date"), ("server", "Server"), ("source", "Source")] {
        if let Some(text) = extra.get(key).and_then(serde_json::Value::as_str) {
            facts.push(fact(term, vec![Inline::text(text.trim())]));
        }
    }
    facts.extend(studio.host_fact());
    facts.push(studio.inputs_fact());
    facts
}

/// The data that a PDF of this phase carries: every value with its file and line.
fn attachments(phase: ObservedPhase<'_>) -> Vec<Attachment> {
    let name = phase_document(phase.name());
    vec![Attachment {
        name: format!("{name}-values.csv"),
        media_type: "text/csv".to_string(),
        description: format!("Values of phase {}, each with its file and line", phase.name()),
        bytes: values(phase).into(),
        is_data: true,
    }]
}

/// Every value of the phase as CSV.
pub(super) fn values(phase: ObservedPhase<'_>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    // Writing to memory does not fail, and every record has ten fields.
    let _ =
        writer.write_record(["dataset", "case", "arm", "metric", "statistic", "run", "value", "unit", "file", "line"]);
    for dataset in phase.datasets() {
        for series in &dataset.found.series {
            let metric = dataset.found.metrics.get(series.metric);
            let (metric, unit) = metric.map_or(("", ""), |metric| (metric.name.as_str(), metric.unit.as_str()));
            let head = [dataset.declared.name.as_str(), dataset.case(series.case), dataset.arm(series.arm), metric];
            let mut write = |rest: [&str; 6]| {
                let _ = writer.write_record(head.into_iter().chain(rest));
            };
            for sample in &series.samples {
                let (run, line) = (sample.run.to_string(), sample.at.line.to_string());
                write(["", &run, &sample.text, unit, &sample.at.file, &line]);
            }
            for given in &series.given {
                let line = given.at.line.to_string();
                write([&given.statistic, "", &given.text, &given.unit, &given.at.file, &line]);
            }
            for missing in &series.missing {
                let line = missing.at.line.to_string();
                let statistic = missing.statistic.as_deref().unwrap_or_default();
                write([statistic, "", &format!("N/A ({})", missing.reason), unit, &missing.at.file, &line]);
            }
        }
    }
    writer.into_inner().unwrap_or_default()
}

/// The evidence of a phase: every figure down to its line.
pub(super) fn evidence(studio: &Studio<'_>, phase: ObservedPhase<'_>, formed: &[Evidence]) -> Document {
    let mut blocks = vec![heading(2, "derivations", "Figures by case and metric")];
    for dataset in phase.datasets() {
        blocks.push(heading(
            3,
            &format!("derivations-{}", dataset.declared.name.replace('_', "-")),
            &dataset.declared.name,
        ));
        blocks.extend(derivations(studio, dataset));
    }
    if !formed.is_empty() {
        blocks.push(heading(2, "figures-formed", "Figures formed in the text"));
        blocks.push(Block::Table(Box::new(super::evidence::formed_table(formed))));
    }
    blocks.push(heading(2, "counts-and-settings", "Counts"));
    blocks.push(Block::Table(Box::new(counts(studio, phase))));
    if let Some(table) = observed::figures_table(phase) {
        blocks.push(heading(2, "published-figures", "Printed figures"));
        blocks.push(Block::Table(Box::new(table)));
    }
    let lede =
        run!["How each figure of the phase was formed: comparison, summary, runs, and the lines that show them."];
    studio.evidence_page(phase.name(), lede, blocks)
}

/// One block a case and metric of a dataset, in the order in which its figures were entered.
fn derivations(studio: &Studio<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let prefix = format!("{}:", dataset.id(&[]));
    let page = evidence_document(dataset.phase.name());
    let mut groups: Vec<(&str, Vec<&Evidence>)> = Vec::new();
    let mut places: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for entry in studio.ledger.entries().filter(|entry| entry.id.starts_with(&prefix)) {
        let Some(Target::Document { id, anchor: Some(anchor) }) = &entry.shown else { continue };
        if *id != page {
            continue;
        }
        let at = *places.entry(anchor).or_insert(groups.len());
        if at == groups.len() {
            groups.push((anchor, Vec::new()));
        }
        if let Some((_, entries)) = groups.get_mut(at) {
            entries.push(entry);
        }
    }
    groups.into_iter().map(|(anchor, entries)| group(dataset, anchor, &entries)).collect()
}

fn group(dataset: DatasetView<'_>, anchor: &str, entries: &[&Evidence]) -> Block {
    let prefix = format!("{}:", dataset.id(&[]));
    // The parts of an id that all figures of the group have at their ends are told once.
    let parts = |entry: &Evidence| -> Vec<String> {
        let rest = entry.id.strip_prefix(&prefix).unwrap_or(&entry.id);
        rest.split(':').map(|part| part.replace("%3A", ":").replace("%25", "%")).collect()
    };
    let first = entries.first().map(|entry| parts(entry)).unwrap_or_default();
    let case = first.first().cloned().unwrap_or_default();
    let measure = first.get(2).cloned().unwrap_or_default();
    let rows = entries.iter().map(|entry| row(dataset, entry, &parts(entry), &measure)).collect();
    Block::Details(Details {
        id: anchor.to_string(),
        summary: run![format!("{case}, {measure}")],
        blocks: vec![Block::Table(Box::new(Table {
            id: format!("{anchor}-figures"),
            caption: run![format!("{measure} of {case}.")],
            columns: vec![
                Column::text("Figure").as_row_head(),
                Column::number("Value", ""),
                Column::text("Unit"),
                Column::text("From"),
            ],
            rows,
            wide: true,
            ..Table::default()
        }))],
    })
}

fn row(dataset: DatasetView<'_>, entry: &Evidence, parts: &[String], measure: &str) -> Row {
    let rest = parts.get(1..).unwrap_or_default();
    let name: Vec<&str> = rest.iter().map(String::as_str).filter(|part| *part != measure).collect();
    let name = if name.is_empty() { measure.to_owned() } else { name.join(", ").replace('_', " ") };
    let mut value = vec![super::evidence::shown(entry)];
    if let Some((low, high)) = entry.interval {
        value.push(Inline::Text(format!(" {}", crate::number::text::brackets(low, high))));
    }
    let (from, csv) = match &entry.derivation {
        Derivation::Line { file, line, raw } => {
            let below = format!("{}/", dataset.phase.records.declared.dir);
            let short = file.strip_prefix(&below).unwrap_or(file);
            let words = vec![Inline::Code(format!("{short}:{line}"))];
            let link = Inline::Link { target: Target::File(format!("inputs/{file}")), content: words };
            (vec![link], format!("{file}:{line}: {raw}"))
        }
        Derivation::Computed { method, from } => {
            let of = match from.len() {
                0 | 1 => String::new(),
                2 if method.contains("the two") => String::new(),
                2 => " of two".to_owned(),
                n => format!(" of {n}"),
            };
            (run![format!("{method}{of}")], format!("{method}: {}", from.join(", ")))
        }
        Derivation::Counted { rule, files } => (run![rule.clone()], format!("{rule}: {}", files.join(", "))),
        _ => (Vec::new(), String::new()),
    };
    let unit = match entry.unit.as_str() {
        "events" | "quotient" => "",
        unit => unit,
    };
    Row::Data(vec![
        Cell::new(run![name], vec![entry.id.clone()]),
        Cell::new(value, vec![entry.amount.full()]),
        Cell::text(unit),
        Cell::new(from, vec![csv]),
    ])
}

fn counts(studio: &Studio<'_>, phase: ObservedPhase<'_>) -> Table {
    let here = phase.shown(COUNTS);
    let entries = studio.ledger.entries().filter(|entry| {
        entry.phase.as_deref() == Some(phase.name()) && entry.standing == Standing::Measured && entry.shown == here
    });
    let rows = entries
        .map(|entry| {
            let files = match &entry.derivation {
                Derivation::Counted { files, .. } => files.as_slice(),
                _ => &[],
            };
            let told = match files {
                [one] => one.rsplit('/').next().unwrap_or(one).to_owned(),
                many => format!("{} files", count(many.len() as u64)),
            };
            Row::Data(vec![
                Cell::text(entry.what.clone()),
                Cell::new(vec![super::evidence::shown(entry)], vec![entry.amount.full()]),
                Cell::new(vec![Inline::Code(entry.id.clone())], vec![entry.id.clone()]),
                Cell::new(run![told], vec![files.join(", ")]),
            ])
        })
        .collect();
    Table {
        id: COUNTS.to_string(),
        caption: run!["Counts and findings, and the files in which they were counted."],
        columns: vec![
            Column::text("What").as_row_head(),
            Column::number("Value", ""),
            Column::text("Id"),
            Column::text("Counted in"),
        ],
        rows,
        wide: true,
        ..Table::default()
    }
}

//! The page of the campaign.

use super::{Page, Set, Studio, fact, number};
use crate::document::{
    Block, Cell, CellContent, Column, Document, Fact, Figure, Inline, List, Row, Standing, Table, Target,
};
use crate::evidence::collect::{AnyPhase, phase_document};
use crate::number::text::count;
use crate::writeup::content::Authored;
use crate::writeup::generated::{View, glance, run};
use crate::writeup::sections::heading;

pub(super) fn write(studio: &Studio<'_>, overview: &Authored, set: Set, paired: &[(AnyPhase<'_>, &Authored)]) -> Page {
    let notes = set.parsed.notes.clone();
    let mut blocks = set.parsed.blocks;
    blocks.push(heading(2, "phases", "Phases"));
    let (planned, observed): (Vec<_>, Vec<_>) =
        paired.iter().copied().partition(|(phase, _)| phase.planned().is_some());
    if !planned.is_empty() {
        blocks.push(Block::Table(Box::new(phases(studio, &planned, "phases-table", PLANNED))));
    }
    if !observed.is_empty() {
        blocks.push(Block::Table(Box::new(phases(studio, &observed, "phases-datasets", OBSERVED))));
    }
    let views: Vec<View<'_>> = paired
        .iter()
        .filter_map(|(phase, authored)| {
            Some(View { phase: phase.planned()?, ledger: studio.ledger, front: &authored.front })
        })
        .collect();
    if let Some(table) = glance(&views) {
        blocks.push(heading(2, "time-ratios-at-a-glance", "Time ratios at a glance"));
        blocks.push(Block::Table(Box::new(table)));
    }
    blocks.extend(reading_numbers());
    blocks.extend(status(studio));
    blocks.extend(cited(studio));
    number(&mut blocks);
    let document = Document {
        id: "index".to_string(),
        parent: None,
        short_title: "Overview".to_string(),
        kicker: "Campaign".to_string(),
        title: overview.front.title.clone(),
        lede: set.lede,
        status: studio.status(),
        facts: facts(studio),
        stamp: studio.authored_stamp(None, overview),
        blocks,
        notes,
        attachments: Vec::new(),
    };
    (document, set.desk.formed())
}

/// The page with what was found, before the table of its phases.
pub(super) fn with(mut document: Document, found: Vec<Block>) -> Document {
    let is_phases = |block: &Block| matches!(block, Block::Heading(heading) if heading.id == "phases");
    let at = document.blocks.iter().position(is_phases).unwrap_or(document.blocks.len());
    document.blocks.splice(at..at, found);
    document
}

fn facts(studio: &Studio<'_>) -> Vec<Fact> {
    let campaign = &studio.basis.reconciled.campaign;
    let mut facts = vec![studio.campaign_fact(), studio.data_fact()];
    facts.extend(dates(studio));
    facts.extend(studio.host_fact());
    if !campaign.manifest.harness.is_empty() {
        let harness: String = campaign.manifest.harness.chars().take(12).collect();
        facts.push(fact("Harness", vec![Inline::Code(harness)]));
    }
    facts.push(fact(
        "Pinned",
        run![
            Inline::Link {
                target: Target::Document { id: "hashes".to_string(), anchor: None },
                content: run![format!("{} files", count(campaign.hashes.len() as u64))],
            },
            ", each verified by its SHA-256"
        ],
    ));
    facts.push(studio.inputs_fact());
    facts
}

/// The days on which the phases ran, as their runners wrote them; else the day that campaign.yaml declares.
fn dates(studio: &Studio<'_>) -> Option<Fact> {
    let campaign = &studio.basis.reconciled.campaign;
    let events = campaign.phases.iter().flat_map(|phase| &phase.events);
    let days: std::collections::BTreeSet<&str> = events.filter_map(|event| event.time.get(..10)).collect();
    let words = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first == last => (*first).to_string(),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => campaign.manifest.extra.get("date")?.as_str()?.trim().to_string(),
    };
    Some(fact("Date", vec![Inline::Text(words)]))
}

/// Counts of phases that were run by a plan: head and key.
const PLANNED: &[(&str, &str)] =
    &[("Planned", "planned"), ("Executed", "executed"), ("Analysed", "analysed"), ("Samples", "samples_analysed")];

/// Counts of the others.
const OBSERVED: &[(&str, &str)] = &[("Files", "files"), ("Values", "values")];

fn phases(studio: &Studio<'_>, paired: &[(AnyPhase<'_>, &Authored)], id: &str, counts: &[(&str, &str)]) -> Table {
    let rows = paired
        .iter()
        .map(|(phase, authored)| {
            let name = phase.name();
            let link = Inline::Link {
                target: Target::Document { id: phase_document(name), anchor: None },
                content: run![format!("{name} {}", authored.front.short)],
            };
            let number = |key: &str| {
                let id = crate::evidence::ledger::id(&[name, "accounting", key]);
                let evidence = studio.ledger.get(&id);
                let text = evidence.and_then(|evidence| evidence.amount.number()).map(|value| count(value as u64));
                let text = text.unwrap_or_default();
                Cell {
                    csv: vec![text.replace(',', "")],
                    content: CellContent::Text(vec![Inline::Figure(Figure {
                        text,
                        target: evidence.and_then(|evidence| evidence.shown.clone()),
                        evidence: id,
                        standing: Standing::Measured,
                    })]),
                }
            };
            let mut cells =
                vec![Cell::new(vec![link], vec![name.to_string()]), Cell::text(phase.outcome().to_string())];
            cells.extend(counts.iter().map(|(_, key)| number(key)));
            Row::Data(cells)
        })
        .collect();
    let mut columns = vec![Column::text("Phase").as_row_head(), Column::text("Outcome")];
    columns.extend(counts.iter().map(|(head, _)| Column::number(*head, "")));
    let planned = counts.len() == PLANNED.len();
    Table {
        id: id.to_string(),
        caption: if planned { run!["Phases and their processes."] } else { run!["Phases and their datasets."] },
        columns,
        rows,
        wide: true,
        ..Table::default()
    }
}

fn reading_numbers() -> Vec<Block> {
    let fact = |term: &str, words: &str| Fact { term: vec![Inline::text(term)], content: vec![Inline::text(words)] };
    vec![
        heading(2, "reading", "How to read these pages"),
        Block::Facts(vec![
            fact(
                "measured",
                "computed from the pinned data; the number leads to its derivation and from there to the line of a file",
            ),
            fact("cited", "quoted from a document whose data are not here; it can be repeated, not recomputed"),
            fact("checked", "the condition under a statement was evaluated when the report was built, and holds"),
            fact("not tested", "a possible explanation that nobody has tested, set apart from what was measured"),
            fact("N/A", "planned and not obtained, always with the reason"),
        ]),
    ]
}

/// What the status of the data means, and what somebody had to choose.
fn status(studio: &Studio<'_>) -> Vec<Block> {
    let manifest = &studio.basis.reconciled.campaign.manifest;
    let Some(status) = studio.status() else { return Vec::new() };
    let mut blocks = vec![
        heading(2, "status", "Status of the data"),
        Block::Paragraph(run![Inline::Strong(run![status.label]), " ", status.sentence]),
        Block::Paragraph(run!["As the pinned campaign.yaml puts it:"]),
        Block::Quote(vec![Block::Paragraph(run![manifest.status_note.trim().to_string()])]),
    ];
    if !manifest.stand_ins.is_empty() {
        blocks.push(Block::Paragraph(run![
            "These are stand-ins that somebody had to choose, and none of them is a finding:"
        ]));
        blocks.push(Block::List(List {
            start: None,
            tight: true,
            items: manifest.stand_ins.iter().map(|text| vec![Block::Paragraph(run![text.clone()])]).collect(),
        }));
    }
    blocks
}

fn cited(studio: &Studio<'_>) -> Vec<Block> {
    let manifest = &studio.basis.reconciled.campaign.manifest;
    if manifest.cited.is_empty() {
        return Vec::new();
    }
    let rows = manifest
        .cited
        .iter()
        .map(|cited| {
            Row::Data(vec![
                Cell::text(cited.what.clone()),
                Cell::text(cited.phase.clone()),
                Cell::text(cited.printed.clone()),
                Cell::text(cited.source.clone()),
            ])
        })
        .collect();
    let table = Table {
        id: "cited".to_string(),
        caption: run!["Figures quoted from documents whose data are not in this campaign."],
        columns: vec![
            Column::text("Figure").as_row_head(),
            Column::text("Phase"),
            Column { align: crate::document::Align::Right, ..Column::text("Printed") },
            Column::text("Quoted in"),
        ],
        rows,
        wide: true,
        ..Table::default()
    };
    vec![heading(2, "cited-figures", "Cited figures"), Block::Table(Box::new(table))]
}

//! The page of hashes.

use super::{Studio, fact, number};
use crate::document::{Block, Cell, Code, Column, Document, Inline, Inlines, Row, Table};
use crate::evidence::collect::AnyPhase;
use crate::number::text::count;
use crate::writeup::content::{Authored, Content};
use crate::writeup::generated::{file, run};
use crate::writeup::sections::heading;

pub(super) fn write(studio: &Studio<'_>, content: &Content) -> Document {
    let campaign = &studio.basis.reconciled.campaign;
    let authored = std::iter::once(&content.overview).chain(&content.phases);
    let authored = authored.map(|file| (Inline::Code(file.file.clone()), &file.file, &file.sha256));
    let pinned = campaign.hashes.iter().map(|(path, sha256)| (file(path), path, sha256));
    let mut blocks = vec![
        heading(2, "check", "Check them without this report"),
        Block::Paragraph(run![
            "The pinned files lie in the report\u{2019}s folder ",
            Inline::Code("inputs".to_string()),
            " as they were frozen. In the report\u{2019}s folder, these two commands check them and everything that was written from them:"
        ]),
        Block::Code(Code {
            language: Some("sh".to_string()),
            text: "(cd inputs && sha256sum -c SHA256SUMS)\nsha256sum -c SHA256SUMS\n".to_string(),
        }),
        heading(2, "pinned", "Pinned files"),
        files("pinned-files", run!["Pinned files, with the SHA-256 that each had when it was read."], pinned),
        heading(2, "authored", "Authored files"),
        files("authored-files", run!["Files that the author wrote beside the pinned ones."], authored),
    ];
    number(&mut blocks);
    Document {
        id: "hashes".to_string(),
        parent: Some("index".to_string()),
        short_title: "Hashes".to_string(),
        kicker: "Campaign".to_string(),
        title: "Hashes".to_string(),
        lede: run![
            count(campaign.hashes.len() as u64),
            " pinned files, each with the SHA-256 that it had when this report was built. Any change to one of them stops the build."
        ],
        status: studio.status(),
        facts: vec![studio.data_fact(), fact("Input hash", vec![Inline::Code(studio.settings.input_hash.clone())])],
        stamp: studio.stamp(None, &[]),
        blocks,
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

/// The hashes of a phase's inputs, for a file that leaves the report's folder. It has the id of the page of all hashes, so
/// that links which lead there find it.
pub(super) fn of_phase(studio: &Studio<'_>, phase: AnyPhase<'_>, authored: &Authored) -> Document {
    let campaign = &studio.basis.reconciled.campaign;
    let name = phase.name();
    let own = format!("{}/", phase.declared().dir);
    let pinned = campaign.hashes.iter().filter(|(path, _)| path.starts_with(&own));
    let mut rows: Vec<(String, &String)> =
        pinned.map(|(path, sha256)| (path.strip_prefix(&own).unwrap_or(path).to_string(), sha256)).collect();
    let files = rows.len() as u64;
    rows.push((authored.file.clone(), &authored.sha256));
    let table = Table {
        id: "pinned-files".to_string(),
        caption: run![
            "Pinned files of this phase, below ",
            Inline::Code(phase.declared().dir.clone()),
            ", and the author\u{2019}s text; the first sixteen digits of each SHA-256."
        ],
        columns: vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
        rows: rows
            .into_iter()
            .map(|(path, sha256)| {
                let digits = sha256.get(..16).unwrap_or(sha256).to_string();
                Row::Data(vec![
                    Cell::new(vec![Inline::Code(path.clone())], vec![path]),
                    Cell::new(vec![Inline::Code(digits)], vec![sha256.clone()]),
                ])
            })
            .collect(),
        ..Table::default()
    };
    Document {
        id: "hashes".to_string(),
        parent: None,
        short_title: format!("{name} hashes"),
        kicker: format!("Phase {name}"),
        title: format!("Hashes of phase {name}"),
        lede: run![
            count(files),
            " pinned files belong to this phase, each verified before it was read. The attachment ",
            Inline::Code("inputs.json".to_string()),
            " has the whole hashes of these and of all other inputs of the campaign; the input hash is made from them."
        ],
        status: studio.status(),
        facts: vec![studio.data_fact(), fact("Input hash", vec![Inline::Code(studio.settings.input_hash.clone())])],
        stamp: studio.stamp(Some(name), &[]),
        blocks: vec![heading(2, "pinned", "Pinned files"), Block::Table(Box::new(table))],
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

/// Files, each as it is shown and by its name, with their whole hashes.
fn files<'a>(id: &str, caption: Inlines, files: impl Iterator<Item = (Inline, &'a String, &'a String)>) -> Block {
    let rows = files.map(|(shown, name, sha256)| {
        Row::Data(vec![
            Cell::new(vec![shown], vec![name.clone()]),
            Cell::new(vec![Inline::Code(sha256.clone())], vec![sha256.clone()]),
        ])
    });
    Block::Table(Box::new(Table {
        id: id.to_string(),
        caption,
        columns: vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
        rows: rows.collect(),
        wide: true,
        ..Table::default()
    }))
}

//! The page of hashes.

use super::{Studio, fact, number};
use crate::document::{Block, Cell, Code, Column, Document, Inline, Inlines, Row, Table};
use crate::number::text::count;
use crate::writeup::content::Content;
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

//! The page of hashes.

use super::{Studio, fact, number};
use crate::document::{Block, Cell, Code, Column, Document, Inline, Row, Table};
use crate::number::text::count;
use crate::writeup::content::Content;
use crate::writeup::generated::{hashes_table, run};
use crate::writeup::sections::heading;

pub(super) fn write(studio: &Studio<'_>, content: &Content) -> Document {
    let campaign = &studio.basis.reconciled.campaign;
    let authored = std::iter::once(&content.overview).chain(&content.phases);
    let rows = authored
        .map(|file| {
            Row::Data(vec![
                Cell::new(vec![Inline::Code(file.file.clone())], vec![file.file.clone()]),
                Cell::new(vec![Inline::Code(file.sha256.clone())], vec![file.sha256.clone()]),
            ])
        })
        .collect();
    let texts = Table {
        id: "authored-files".to_string(),
        number: 0,
        caption: run!["Files that the author wrote beside the pinned ones."],
        columns: vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
        rows,
        axis: None,
        legend: Vec::new(),
        foot: Vec::new(),
        wide: true,
    };
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
        Block::Table(Box::new(hashes_table(campaign))),
        heading(2, "authored", "Authored files"),
        Block::Table(Box::new(texts)),
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

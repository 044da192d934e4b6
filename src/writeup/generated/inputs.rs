//! Inputs with their hashes.

use super::{View, file, hash, run};
use crate::document::{Block, Cell, Column, Inline, Row, Table, Target};
use crate::number::text::count;
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let prefix = format!("{}/", view.phase.records.declared.dir);
    let own: Vec<&String> = view.phase.campaign.hashes.keys().filter(|path| path.starts_with(&prefix)).collect();
    let single: Vec<&&String> = own.iter().filter(|path| !path.contains("/logs/")).collect();
    let logs = own.iter().filter(|path| path.ends_with(".log")).count();
    let receipts = own.iter().filter(|path| path.ends_with(".receipts.jsonl")).count();
    let rows = single
        .into_iter()
        .map(|path| {
            let sha256 = view.phase.campaign.hashes.get(*path).cloned().unwrap_or_default();
            Row::Data(vec![
                Cell::new(vec![file(path)], vec![(*path).clone()]),
                Cell::new(vec![hash(view.phase.campaign, path, 16)], vec![sha256]),
            ])
        })
        .collect();
    vec![
        heading(3, "inputs", "Inputs"),
        Block::Table(Box::new(Table {
            id: "input-hashes".to_string(),
            caption: run!["Pinned inputs of this phase, each verified before it was read."],
            columns: vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
            rows,
            foot: vec![run![
                count(logs as u64),
                " raw logs and ",
                count(receipts as u64),
                " receipt files are listed with them under ",
                Inline::Link {
                    target: Target::Document { id: "hashes".to_string(), anchor: None },
                    content: run!["Hashes"],
                },
                "."
            ]],
            wide: true,
            ..Table::default()
        })),
    ]
}

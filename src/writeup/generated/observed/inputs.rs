//! Inputs with their hashes.

use super::ObservedView;
use crate::document::{Block, Cell, Column, Inline, Row, Table, Target};
use crate::writeup::generated::{file, hash, run};
use crate::writeup::sections::heading;

/// Most files that are listed here; the hashes page has all of them.
const MOST: usize = 16;

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let prefix = format!("{}/", view.phase.records.declared.dir);
    let own = view.phase.campaign.hashes.iter().filter(|(path, _)| path.starts_with(&prefix));
    let own: Vec<(&String, &String)> = own.collect();
    let rows = own
        .iter()
        .take(MOST)
        .map(|(path, sha256)| {
            Row::Data(vec![
                Cell::new(vec![file(path)], vec![(*path).clone()]),
                Cell::new(vec![hash(view.phase.campaign, path, 16)], vec![(*sha256).clone()]),
            ])
        })
        .collect();
    let foot = match own.len().checked_sub(MOST) {
        Some(more) if more > 0 => vec![run![
            format!("{more} more files are listed under "),
            Inline::Link {
                target: Target::Document { id: "hashes".to_string(), anchor: None },
                content: run!["Hashes"],
            },
            "."
        ]],
        _ => Vec::new(),
    };
    vec![
        heading(3, "inputs", "Inputs"),
        Block::Table(Box::new(Table {
            id: "input-hashes".to_string(),
            caption: run!["Pinned inputs of this phase, each verified before it was read."],
            columns: vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
            rows,
            foot,
            wide: true,
            ..Table::default()
        })),
    ]
}

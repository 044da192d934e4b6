//! What the files say besides their numbers.

use super::ObservedView;
use crate::document::{Block, Cell, Column, Inline, Inlines, Row, Table, Target};
use crate::ingest::reading::SaidKind;
use crate::writeup::generated::{coded, run};
use crate::writeup::sections::heading;

/// A kind in a word.
fn word(kind: SaidKind) -> &'static str {
    match kind {
        SaidKind::Failed => "failed",
        SaidKind::Damaged => "not to be relied on",
        SaidKind::Aborted => "broken off",
        SaidKind::Skipped => "skipped",
        SaidKind::Missing => "not there",
        SaidKind::Setting => "setting",
        SaidKind::Remark => "remark",
    }
}

/// One thing that several lines say.
struct Told {
    kind: SaidKind,
    text: String,
    /// File and line of the first, and how many there are.
    first: (String, u32),
    lines: usize,
}

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let mut told: Vec<Told> = Vec::new();
    for dataset in view.phase.datasets() {
        for one in &dataset.found.said {
            let text = match &one.said.case {
                Some(case) if !one.said.text.contains(case.as_str()) => format!("{case}: {}", one.said.text),
                _ => one.said.text.clone(),
            };
            match told.iter_mut().find(|known| known.kind == one.said.kind && known.text == text) {
                Some(known) => known.lines += 1,
                None => {
                    told.push(Told { kind: one.said.kind, text, first: (one.file.clone(), one.said.line), lines: 1 });
                }
            }
        }
    }
    let unread = &view.phase.records.unread;
    if told.is_empty() && unread.is_empty() {
        return Vec::new();
    }
    told.sort_by_key(|one| one.kind);
    let mut out = vec![heading(3, "said", "What the files say besides")];
    if !told.is_empty() {
        let rows = told
            .into_iter()
            .map(|one| {
                let (file, line) = one.first;
                let short = file.rsplit('/').next().unwrap_or(&file);
                let link = Inline::Link {
                    target: Target::File(format!("inputs/{file}")),
                    content: vec![Inline::Code(format!("{short}:{line}"))],
                };
                Row::Data(vec![
                    Cell::text(word(one.kind)),
                    Cell::new(coded(&one.text), vec![one.text.clone()]),
                    Cell::new(vec![link], vec![format!("{file}:{line}")]),
                    Cell::text(one.lines.to_string()),
                ])
            })
            .collect();
        out.push(Block::Table(Box::new(Table {
            id: "said-table".to_string(),
            caption: run!["What the files say besides their numbers, gravest first."],
            columns: vec![
                Column::text("Kind").as_row_head(),
                Column::text("What"),
                Column::text("First at"),
                Column::number("Lines", ""),
            ],
            rows,
            wide: true,
            ..Table::default()
        })));
    }
    if !unread.is_empty() {
        let mut words: Inlines = run!["Pinned with the phase and read by no dataset: "];
        for (at, path) in unread.iter().enumerate() {
            if at > 0 {
                words.push(Inline::text(", "));
            }
            words.push(crate::writeup::generated::file(path));
        }
        words.push(Inline::text("."));
        out.push(Block::Paragraph(words));
    }
    out
}

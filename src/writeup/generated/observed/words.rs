//! Words that belong to runs: whether all runs of a case have the same, and which.

use std::collections::BTreeMap;

use super::{ObservedView, slug, title};
use crate::document::{Block, Cell, Code, Column, Details, Inline, Row, Table};
use crate::evidence::collect::observed::DatasetView;
use crate::number::text;
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Block> {
    let mut names: Vec<&str> = dataset.found.words.iter().map(|words| words.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut out = Vec::new();
    for name in names {
        let key = name.replace(' ', "_");
        let mut rows = Vec::new();
        let mut shapes = Vec::new();
        for (at, case) in dataset.found.cases.iter().enumerate() {
            let of_case = dataset.found.words.iter().filter(|words| words.case == at && words.name == name);
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for (text, _) in of_case.flat_map(|words| &words.runs) {
                *counts.entry(text).or_default() += 1;
            }
            if counts.is_empty() {
                continue;
            }
            let figure = |part: &str| {
                let id = dataset.id(&[case, &key, part]);
                let printed = view.ledger.get(&id).and_then(|evidence| evidence.amount.number()).unwrap_or(f64::NAN);
                Cell::new(vec![view.figure(&id, text::fixed(printed, 0))], vec![text::full(printed)])
            };
            rows.push(Row::Data(vec![Cell::text(case.clone()), figure("runs"), figure("different")]));
            for (shape, runs) in counts {
                shapes.push(Block::Paragraph(run![format!("{case}, {runs} runs:")]));
                shapes.push(Block::Code(Code { language: None, text: folded(shape) }));
            }
        }
        out.push(Block::Table(Box::new(Table {
            id: slug(&["words", &dataset.declared.name, name]),
            caption: run![format!("{}: {name} of the runs.", title(dataset))],
            columns: vec![
                Column::text("Case").as_row_head(),
                Column::number("Runs", ""),
                Column::number(format!("Different {name}s"), ""),
            ],
            rows,
            ..Table::default()
        })));
        out.push(Block::Details(Details {
            id: slug(&["words-shown", &dataset.declared.name, name]),
            summary: vec![Inline::Text(format!("Each {name}"))],
            blocks: shapes,
        }));
    }
    out
}

/// The lines of a text; those that stand there several times in a row stand there once, with their number.
fn folded(text: &str) -> String {
    let mut lines: Vec<(&str, usize)> = Vec::new();
    for line in text.trim_end().lines() {
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    lines
        .into_iter()
        .map(|(line, times)| if times == 1 { format!("{line}\n") } else { format!("{line} ({times} times)\n") })
        .collect()
}

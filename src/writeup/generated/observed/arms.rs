//! What was compared.

use super::ObservedView;
use crate::document::{Block, Cell, Column, Inline, Row, Table};
use crate::writeup::generated::run;

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let mut arms: Vec<&str> = view.data().arms.iter().map(String::as_str).collect();
    for dataset in view.phase.datasets() {
        for arm in &dataset.found.arms {
            if !arms.contains(&arm.as_str()) {
                arms.push(arm);
            }
        }
    }
    if arms.is_empty() {
        return Vec::new();
    }
    let described = arms.iter().any(|arm| view.front.arms.contains_key(*arm));
    let rows = arms
        .iter()
        .map(|arm| {
            let mut cells = vec![Cell::text(*arm)];
            if described {
                cells.push(Cell::text(view.front.arms.get(*arm).cloned().unwrap_or_default()));
            }
            let in_which: Vec<&str> = view
                .phase
                .datasets()
                .filter(|dataset| {
                    let at = dataset.found.arms.iter().position(|known| known == arm);
                    dataset.found.series.iter().any(|series| Some(series.arm) == at)
                        || dataset.found.drives.iter().any(|drive| Some(drive.arm) == at)
                        || dataset.found.histograms.iter().any(|one| Some(one.arm) == at)
                })
                .map(|dataset| dataset.declared.name.as_str())
                .collect();
            cells.push(Cell::text(in_which.join(", ")));
            Row::Data(cells)
        })
        .collect();
    let mut columns = vec![Column::text("Arm").as_row_head()];
    if described {
        columns.push(Column::text("Stands for"));
    }
    columns.push(Column::text("Datasets"));
    let comparisons: Vec<String> = view.data().comparisons.iter().map(|one| one.name.clone()).collect();
    let foot = match comparisons.as_slice() {
        [] => Vec::new(),
        names => vec![run!["Compared: ", Inline::Text(names.join(", ")), "; the second is what 100 % stands for."]],
    };
    vec![Block::Table(Box::new(Table {
        id: "arms-table".to_string(),
        caption: run!["Arms, and the datasets that have them."],
        columns,
        rows,
        foot,
        wide: true,
        ..Table::default()
    }))]
}

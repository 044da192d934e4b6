//! The arms: tree, binary, hash, what differs.

use std::collections::BTreeSet;

use super::{View, run};
use crate::document::{Block, Cell, CellContent, Column, Inline, Row, Table};

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let plan = &view.phase.records.plan;
    let described = plan.arms.iter().any(|arm| view.front.arms.contains_key(&arm.name));
    let selects = plan.arms.iter().any(|arm| arm.select.is_some());
    let trees: BTreeSet<&str> = plan.arms.iter().map(|arm| arm.tree.as_str()).collect();
    let binaries: BTreeSet<&str> = plan.jobs.iter().map(|job| plan.binary(job).1).collect();
    let mut columns = vec![Column::text("Arm").as_row_head()];
    if described {
        columns.push(Column::text("Stands for"));
    }
    columns.push(Column::text("Tree"));
    if selects {
        columns.push(Column::text("Selects"));
    }
    columns.push(Column::text("Binary"));
    columns.push(Column::text("SHA-256"));
    let mut rows = Vec::new();
    for (at, arm) in plan.arms.iter().enumerate() {
        // The binaries that this arm really ran: a case's own wins over the arm's.
        let mut own: Vec<(&str, &str)> =
            plan.jobs.iter().filter(|job| job.arm == at).map(|job| plan.binary(job)).collect();
        own.sort_unstable();
        own.dedup();
        for (nth, (binary, sha256)) in own.into_iter().enumerate() {
            let name = Cell {
                content: CellContent::Text(if nth == 0 {
                    vec![Inline::Strong(run![arm.name.clone()])]
                } else {
                    Vec::new()
                }),
                csv: vec![arm.name.clone()],
            };
            let mut cells = vec![name];
            if described {
                let stands = view.front.arms.get(&arm.name).cloned().unwrap_or_default();
                let shown = if nth == 0 { vec![Inline::text(stands.clone())] } else { Vec::new() };
                cells.push(Cell { content: CellContent::Text(shown), csv: vec![stands] });
            }
            cells.push(code(&arm.tree, 10));
            if selects {
                let select = arm.select.clone().unwrap_or_default();
                cells.push(Cell::new(vec![Inline::Code(select.clone())], vec![select]));
            }
            cells.push(Cell::new(vec![Inline::Code(binary.to_string())], vec![binary.to_string()]));
            cells.push(code(sha256, 12));
            rows.push(Row::Data(cells));
        }
    }
    let of_arm = |at: usize| -> BTreeSet<&str> {
        plan.jobs.iter().filter(|job| job.arm == at).map(|job| plan.binary(job).1).collect()
    };
    let same_binaries = (1..plan.arms.len()).all(|at| of_arm(at) == of_arm(0));
    let what = match (trees.len(), binaries.len()) {
        (1, _) if !same_binaries => {
            "One tree, built into other binaries for each arm, so a difference comes from how they were built and not from \
             the source."
        }
        (1, _) => {
            "One tree: the arms differ in what they select, so a difference comes from the method and not from the source."
        }
        (trees, binaries) if trees == plan.arms.len() && binaries >= trees => {
            "A tree and a binary of its own for each arm, and one harness for all of them."
        }
        _ => "Some arms share a tree.",
    };
    vec![Block::Table(Box::new(Table {
        id: "arm-trees".to_string(),
        caption: run!["Arms. ", what],
        columns,
        rows,
        foot: vec![run![
            "Harness, at commit ",
            Inline::Code(plan.harness.chars().take(12).collect()),
            ", the same for every arm. Hashes are shortened; plan.json has them whole."
        ]],
        wide: true,
        ..Table::default()
    }))]
}

fn code(hash: &str, digits: usize) -> Cell {
    Cell::new(vec![Inline::Code(hash.chars().take(digits).collect())], vec![hash.to_string()])
}

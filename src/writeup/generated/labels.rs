//! Restored labels: what was changed in the working copy, and what was not.

use super::{View, file, run};
use crate::document::{Block, Cell, Column, Inline, Row, Table, Target};
use crate::reconcile::LabelChange;
use crate::writeup::sections::heading;

/// Path below the report's folder of a phase's working copy.
pub fn working_copy_path(phase: &str) -> String {
    format!("working-copies/{}-metrics.csv", crate::evidence::collect::phase_document(phase))
}

/// Path below the report's folder of the list of changed cells.
pub fn changes_path(phase: &str) -> String {
    format!("working-copies/{}-changed-cells.csv", crate::evidence::collect::phase_document(phase))
}

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let copy = &view.phase.reconciliation.working_copy;
    if copy.changes.is_empty() {
        return Vec::new();
    }
    let original = view.phase.records.path("metrics.csv");
    let working = working_copy_path(view.phase.name());
    let changed = changes_path(view.phase.name());
    let link = |path: &str| Inline::Link {
        target: Target::File(path.to_string()),
        content: vec![Inline::Code(path.to_string())],
    };
    let shadowed = copy.changes.iter().all(|change| change.shadowed);
    let outside = copy.outside_changes();
    let mut words = run![
        "In ",
        file(&original),
        " the column ",
        Inline::Code("case".to_string()),
        if shadowed {
            " holds the benchmark\u{2019}s name in the place of the case\u{2019}s, a shadowed field of the runner. "
        } else {
            " does not always hold the plan\u{2019}s name of the case. "
        },
        view.count(&["accounting", "labels_analysed"]),
        " labels of analysed rows were restored by job from the pinned plan and checked against the raw logs",
    ];
    if outside > 0 {
        words.extend(run![
            "; so were ",
            view.count(&["accounting", "labels_outside"]),
            " labels of rows outside the analysis, so that nobody takes them for another case, and they enter no ratio",
        ]);
    }
    words.extend(run![
        ". The original is unchanged. The working copy is ",
        link(&working),
        ", SHA-256 ",
        Inline::Code(copy.sha256.clone()),
        "; every changed cell is listed in ",
        link(&changed),
        ".",
    ]);
    // One row a change; the lines of each cell are in the list of changed cells.
    let mut kinds: Vec<(&LabelChange, u32)> = Vec::new();
    for change in &copy.changes {
        let alike =
            |known: &LabelChange| known.was == change.was && known.is == change.is && known.analysed == change.analysed;
        match kinds.iter_mut().find(|(known, _)| alike(known)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((change, 1)),
        }
    }
    let rows = kinds
        .into_iter()
        .map(|(change, count)| {
            Row::Data(vec![
                Cell::new(vec![Inline::Code(change.was.clone())], vec![change.was.clone()]),
                Cell::text(change.is.clone()),
                Cell::text(if change.analysed { "analysed" } else { "outside" }),
                Cell::text(count.to_string()),
            ])
        })
        .collect();
    vec![
        heading(3, "labels", "Restored labels"),
        Block::Paragraph(words),
        Block::Table(Box::new(Table {
            id: "changed-labels".to_string(),
            caption: run!["Restored labels."],
            columns: vec![
                Column::text("Was").as_row_head(),
                Column::text("Is"),
                Column::text("Rows"),
                Column::number("Cells", ""),
            ],
            rows,
            wide: true,
            ..Table::default()
        })),
    ]
}

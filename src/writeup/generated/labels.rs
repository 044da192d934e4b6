//! Restored labels: what was changed in the working copy, and what was not.

use super::{View, file, run};
use crate::document::{Block, Cell, Column, Inline, Row, Table, Target};
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
    // One row a run of lines whose labels changed alike.
    let mut runs: Vec<(u32, u32, &str, &str, bool, u32)> = Vec::new();
    for change in &copy.changes {
        match runs.last_mut() {
            Some((_, last, was, is, analysed, count))
                if *last + 1 == change.line
                    && *was == change.was
                    && *is == change.is
                    && *analysed == change.analysed =>
            {
                *last = change.line;
                *count += 1;
            }
            _ => runs.push((change.line, change.line, &change.was, &change.is, change.analysed, 1)),
        }
    }
    let rows = runs
        .into_iter()
        .map(|(first, last, was, is, analysed, count)| {
            let lines = if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") };
            Row::Data(vec![
                Cell::text(lines),
                Cell::text(count.to_string()),
                Cell::new(vec![Inline::Code(was.to_string())], vec![was.to_string()]),
                Cell::text(is),
                Cell::text(if analysed { "analysed" } else { "outside" }),
            ])
        })
        .collect();
    vec![
        heading(3, "labels", "Restored labels"),
        Block::Paragraph(words),
        Block::Table(Box::new(Table {
            id: "changed-labels".to_string(),
            number: 0,
            caption: run!["Restored labels, by lines of metrics.csv."],
            columns: vec![
                Column::text("Lines").as_row_head(),
                Column::number("Cells", ""),
                Column::text("Was"),
                Column::text("Is"),
                Column::text("Rows"),
            ],
            rows,
            axis: None,
            legend: Vec::new(),
            foot: Vec::new(),
            wide: true,
        })),
    ]
}

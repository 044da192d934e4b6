//! Figures that were printed elsewhere, beside what the data give.

use super::ObservedView;
use crate::document::{Block, Cell, Column, Inline, Inlines, Row, Table, Target};
use crate::evidence::collect::ObservedPhase;
use crate::evidence::printed_summary::FigureAgreement;
use crate::number::text;
use crate::writeup::generated::run;
use crate::writeup::sections::heading;

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let Some(published) = &view.phase.measured.published else { return Vec::new() };
    if published.figures.is_empty() {
        return Vec::new();
    }
    let of = |key: &str| view.count(&["published", key]);
    let without = match published.not_recomputable() {
        0 => Vec::new(),
        _ => run![", and ", of("not_recomputable"), " have no printed inputs"],
    };
    let mut out = vec![
        heading(3, "printed", "Printed figures, recomputed"),
        Block::Paragraph(run![
            of("figures"),
            format!(" figures were printed ({}). The printed inputs give ", published.source),
            of("agree"),
            " of them; ",
            of("disagree"),
            " come out otherwise",
            without,
            ". Each agrees or disagrees as the pinned ",
            crate::writeup::generated::file(&published.file),
            " says, whose remarks are quoted."
        ]),
    ];
    let apart: Vec<&FigureAgreement> = published.figures.iter().filter(|one| one.agrees == Some(false)).collect();
    if !apart.is_empty() {
        let rows = apart
            .iter()
            .map(|one| {
                Row::Data(vec![
                    Cell::text(format!("{}, {}", one.figure.workload, what(one))),
                    printed(one),
                    recomputed(one),
                    Cell::text(one.figure.note.clone()),
                ])
            })
            .collect();
        out.push(Block::Table(Box::new(Table {
            id: "printed-apart".to_string(),
            caption: run!["Printed figures that come out otherwise, with the remark of the pinned file."],
            columns: vec![
                Column::text("Figure").as_row_head(),
                Column::number("Printed", ""),
                Column::number("Recomputed", ""),
                Column::text("Remark"),
            ],
            rows,
            foot: vec![run![
                "All printed figures stand on the ",
                Inline::Link {
                    target: Target::Document {
                        id: crate::evidence::collect::evidence_document(view.phase.name()),
                        anchor: Some("printed-figures".to_string()),
                    },
                    content: run!["evidence page"],
                },
                "."
            ]],
            wide: true,
            ..Table::default()
        })));
    }
    out
}

fn what(one: &FigureAgreement) -> String {
    match &one.figure.arm {
        Some(arm) => format!("{arm}: {}", one.figure.what),
        None => one.figure.what.clone(),
    }
}

fn with_unit(text: &str, unit: &str) -> String {
    let text = text.replace('-', "\u{2212}");
    match unit {
        "" | "1" => text,
        "percent" | "%" => format!("{text}{}%", text::NBSP),
        "us" => format!("{text}{}µs", text::NBSP),
        unit => format!("{text}{}{unit}", text::NBSP),
    }
}

fn printed(one: &FigureAgreement) -> Cell {
    let shown = with_unit(&one.figure.printed, &one.figure.unit);
    Cell::new(vec![Inline::Text(shown)], vec![one.figure.printed.clone()])
}

fn recomputed(one: &FigureAgreement) -> Cell {
    match (one.recomputed, &one.rounded) {
        (Some(value), Some(rounded)) => {
            // The sign is printed where the original prints one.
            let signed = one.figure.printed.starts_with('+') && !rounded.starts_with('-');
            let rounded = if signed { format!("+{rounded}") } else { rounded.clone() };
            let shown = with_unit(&rounded, &one.figure.unit);
            Cell::new(vec![Inline::Text(shown)], vec![text::full(value)])
        }
        _ => {
            let reason = "its inputs are not printed".to_owned();
            Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
        }
    }
}

/// Every printed figure of a phase, for its evidence page.
pub fn figures_table(phase: ObservedPhase<'_>) -> Option<Table> {
    let published = phase.measured.published.as_ref().filter(|published| !published.figures.is_empty())?;
    let rows = published
        .figures
        .iter()
        .map(|one| {
            let verdict = match one.agrees {
                Some(true) => "agrees",
                Some(false) => "differs",
                None => "not recomputable",
            };
            let how: Inlines = vec![Inline::Text(one.figure.formula.clone().unwrap_or_else(|| "none".to_owned()))];
            Row::Data(vec![
                Cell::text(format!("{}, {}", one.figure.workload, what(one))),
                printed(one),
                recomputed(one),
                Cell::text(verdict),
                Cell::new(how, vec![one.figure.formula.clone().unwrap_or_default()]),
            ])
        })
        .collect();
    Some(Table {
        id: "printed-figures".to_string(),
        caption: run![format!("Every figure that {} prints of this phase.", published.source)],
        columns: vec![
            Column::text("Figure").as_row_head(),
            Column::number("Printed", ""),
            Column::number("Recomputed", ""),
            Column::text("Verdict"),
            Column::text("Formula"),
        ],
        rows,
        wide: true,
        ..Table::default()
    })
}

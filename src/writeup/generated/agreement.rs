//! Agreement: with what the pinned analyzer printed, and with the figures of the original write-up.

use super::{View, file, run};
use crate::campaign::manifest::Status;
use crate::document::{Align, Block, Cell, Column, Inline, Row, Table, Target};
use crate::evidence::collect::{Phase, evidence_document};
use crate::evidence::published::{FigureAgreement, FigureOutcome, Recomputed, disagreement, printed};
use crate::number::text::{count, precise};
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let mut out = Vec::new();
    if let Some(reference) = &view.phase.analysed.reference {
        out.push(Block::Paragraph(run![
            "The analysis was run anew from the samples. It agrees with ",
            file(&view.phase.records.path("analysis.json")),
            ", what the pinned analyzer printed on these data, in all ",
            count(reference.numbers as u64),
            " numbers (to one part in 10\u{b9}\u{b2}) and all ",
            count(reference.others as u64),
            " other values."
        ]));
    }
    if let (Some(published), Some(_)) = (&view.phase.records.published, &view.phase.analysed.published) {
        out.push(Block::Paragraph(run![
            "Published figures: ",
            view.count(&["published", "reproduced"]),
            " of ",
            view.count(&["published", "figures"]),
            " reproduced. They are the figures that ",
            Inline::Emphasis(run![published.document.clone()]),
            " printed; each was computed from the data and compared with its printed form. ",
            Inline::Link {
                target: Target::Document {
                    id: evidence_document(view.phase.name()),
                    anchor: Some(PUBLISHED.to_string()),
                },
                content: run!["The list"],
            },
            " stands with the evidence.",
        ]));
        if view.phase.campaign.manifest.status == Status::Reconstructed {
            out.push(Block::Paragraph(run![
                "The samples were made so that these figures come out. Their agreement shows that the analysis is the one ",
                "that the write-up describes, and nothing about the systems named."
            ]));
        }
    }
    if !out.is_empty() {
        out.insert(0, heading(3, "agreement", "Agreement"));
    }
    out
}

/// Anchor of the published figures on a phase's evidence page.
pub const PUBLISHED: &str = "published";

/// Every printed figure of the original write-up and what the data give for it, if there are any.
pub fn published_table(phase: Phase<'_>) -> Option<Table> {
    let agreement = phase.analysed.published.as_ref()?;
    let mut sections: Vec<&str> = Vec::new();
    for entry in &agreement.figures {
        if !sections.contains(&entry.figure.section.as_str()) {
            sections.push(&entry.figure.section);
        }
    }
    let mut rows = Vec::new();
    for section in sections {
        rows.push(Row::Group(run![section.to_string()]));
        let printed_there = agreement.figures.iter().filter(|entry| entry.figure.section == section);
        rows.extend(printed_there.map(|entry| row(phase, entry)));
    }
    let right = |head: &str| Column { align: Align::Right, ..Column::text(head) };
    Some(Table {
        id: PUBLISHED.to_string(),
        caption: run!["Printed figures of the original write-up, recomputed, by the section that printed them."],
        columns: vec![
            Column::text("Figure").as_row_head(),
            right("Printed"),
            right("From the data"),
            Column::text("Agreement"),
        ],
        rows,
        foot: vec![run![
            "Values from the data have seven digits, in the unit in which the figure was printed; evidence.json has ",
            "them unrounded."
        ]],
        wide: true,
        ..Table::default()
    })
}

fn row(phase: Phase<'_>, entry: &FigureAgreement) -> Row {
    let (word, found) = match &entry.outcome {
        FigureOutcome::Reproduced(found) => ("reproduced".to_string(), Ok(found)),
        FigureOutcome::Differs(found) => {
            let severity = disagreement::severity(&entry.figure, found).words();
            let how = disagreement::how(&entry.figure, found, phase.records).words();
            (format!("{severity}: {how}"), Ok(found))
        }
        FigureOutcome::NotRecomputable(reason) => ("not recomputable".to_string(), Err(reason)),
    };
    let told = with_unit(&printed(&entry.figure.printed), &entry.figure.unit);
    let recomputed = match found {
        Ok(found) => Cell::new(vec![whole(given(found, &told))], vec![found.full()]),
        Err(reason) => Cell::text(format!("N/A ({reason})")),
    };
    Row::Data(vec![
        Cell::text(entry.figure.what.clone()),
        Cell::new(vec![whole(told.clone())], vec![told]),
        recomputed,
        Cell::text(word),
    ])
}

/// What the data give, for those who check it.
fn given(found: &Recomputed, printed: &str) -> String {
    match found {
        // A seed has no commas, and neither has what a write-up prints without.
        Recomputed::Number(value) if !printed.contains(',') => precise(*value).replace(',', ""),
        Recomputed::Number(value) => precise(*value),
        Recomputed::Set(values) => values.iter().map(|value| precise(*value)).collect::<Vec<_>>().join(", "),
        other => other.full(),
    }
}

/// Bytes of a word beyond which it is a hash, a path, an id or a time.
const LONGEST_WORD: usize = 20;

/// A text of a column that is never cut: one with a word longer than any word is bytes, which may go on below
/// themselves.
pub fn whole(text: String) -> Inline {
    let is_bytes = |word: &str| word.len() > LONGEST_WORD && word.contains(|letter: char| letter.is_ascii_digit());
    if text.split_whitespace().any(is_bytes) { Inline::Code(text) } else { Inline::Text(text) }
}

fn with_unit(printed: &str, unit: &str) -> String {
    match unit {
        "" | "ratio" => printed.to_string(),
        "percent" => format!("{printed}\u{a0}%"),
        unit => format!("{printed}\u{a0}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_cut_and_bytes_are_bytes() {
        let digest = "f823e838884eb3290b161284100f388632e947ca2b7578f12c803aa9fc9acae2";
        for text in [digest, "2026-10-14T16:41:07.318Z"] {
            assert_eq!(whole(text.into()), Inline::Code(text.into()));
        }
        for text in ["CorrectnessFailure('SQL physical prefix differs between metrics and audits')", "95\u{a0}%", ""] {
            assert_eq!(whole(text.into()), Inline::Text(text.into()));
        }
    }

    #[test]
    fn recomputed_values_have_commas_where_the_original_has_them() {
        let given = |value, printed| given(&Recomputed::Number(value), printed);
        assert_eq!(given(20_000.0, "20,000"), "20,000");
        assert_eq!(given(641_301.0, "641301"), "641301");
        assert_eq!(given(27.907_999_999_999_987, "27.9"), "27.908");
        assert_eq!(super::given(&Recomputed::Set(vec![0.1 + 0.2, 6.0]), ""), "0.3, 6");
    }
}

//! The page of a phase.

use super::{Page, Set, Studio, fact, names_are_known, with};
use crate::document::{Attachment, Fact, Inline};
use crate::evidence::collect::{Phase, phase_document};
use crate::ingest::EventKind;
use crate::problem::Outcome;
use crate::writeup::content::Authored;
use crate::writeup::generated::Offer;

pub(super) fn write(
    studio: &Studio<'_>,
    phase: Phase<'_>,
    authored: &Authored,
    set: Set,
    offer: &Offer,
) -> Outcome<Page> {
    check_names(phase, authored)?;
    let page = studio.phase_page(phase.name(), authored, set, offer)?;
    Ok(with(page, facts(studio, phase), attachments(phase)))
}

/// Arms and cases that the front matter describes and the plan does not have.
fn check_names(phase: Phase<'_>, authored: &Authored) -> Outcome<()> {
    let plan = &phase.records.plan;
    let arms: Vec<&str> = plan.arms.iter().map(|arm| arm.name.as_str()).collect();
    let cases: Vec<&str> = plan.cases.iter().map(|case| case.name.as_str()).collect();
    names_are_known(authored, &arms, &cases, "the plan does not have")
}

fn facts(studio: &Studio<'_>, phase: Phase<'_>) -> Vec<Fact> {
    let accounting = &phase.reconciliation.accounting;
    let mut facts = vec![
        studio.campaign_fact(),
        studio.data_fact(),
        fact(
            "Outcome",
            vec![Inline::text(format!(
                "{}; {} of {} planned processes analysed",
                phase.records.declared.outcome, accounting.analysed, accounting.planned
            ))],
        ),
    ];
    if let Some(run) = run(phase) {
        let note = if studio.status().is_some_and(|status| status.word == "reconstructed") {
            "; the times are stand-ins"
        } else {
            ""
        };
        facts.push(fact("Run", vec![Inline::text(format!("{run}{note}"))]));
    }
    facts.extend(studio.host_fact());
    let harness: String = phase.records.plan.harness.chars().take(12).collect();
    facts.push(fact("Harness", vec![Inline::Code(harness)]));
    facts.push(studio.inputs_fact());
    facts
}

/// `2026-10-14, 16:41 to 16:46 UTC`, from the first and the last event as the runner wrote them.
fn run(phase: Phase<'_>) -> Option<String> {
    let events = &phase.records.events;
    let (first, last) = (events.first()?, events.last()?);
    let part = |stamp: &str, range: std::ops::Range<usize>| stamp.get(range).map(str::to_string);
    let zone = if first.time.ends_with('Z') { " UTC" } else { "" };
    let (day, end_day) = (part(&first.time, 0..10)?, part(&last.time, 0..10)?);
    let (from, to) = (part(&first.time, 11..16)?, part(&last.time, 11..16)?);
    let ended = events.iter().any(|event| event.kind == EventKind::PhaseEnd || event.kind == EventKind::PhaseAbort);
    let open = if ended { "" } else { ", end not recorded" };
    Some(if day == end_day {
        format!("{day}, {from} to {to}{zone}{open}")
    } else {
        format!("{day} {from} to {end_day} {to}{zone}{open}")
    })
}

/// The data that a PDF of this phase carries.
fn attachments(phase: Phase<'_>) -> Vec<Attachment> {
    let name = phase_document(phase.name());
    let copy = &phase.reconciliation.working_copy;
    let labels = if copy.changes.is_empty() { "" } else { " with labels restored from the plan" };
    vec![Attachment {
        name: format!("{name}-working-copy.csv"),
        media_type: "text/csv".to_string(),
        description: format!("Samples of phase {}: metrics.csv{labels}", phase.name()),
        bytes: copy.csv.clone().into(),
        is_data: true,
    }]
}

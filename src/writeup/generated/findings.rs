//! What reconciling found: failures against their logs, jobs without rows, confounds, remarks of the readers.

use super::{View, coded, file, run};
use crate::document::{Block, Cell, Column, Inline, Inlines, List, Row, Table};
use crate::evidence::published::FigureOutcome;
use crate::reconcile::{Failure, Fate, Verdict};
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let mut items: Vec<Inlines> = Vec::new();
    for failure in &view.phase.reconciliation.failures {
        items.push(failure_words(view, failure));
    }
    if let Some(words) = unrecorded(view) {
        items.push(words);
    }
    items.extend(confound_words(view));
    items.push(run![
        "The pins taken before, after and at the end of the phase agree with one another, with the plan and with the hashes of the files."
    ]);
    for remark in &view.phase.campaign.remarks {
        if remark.place.file.starts_with(&format!("{}/", view.phase.records.declared.dir)) {
            items.push(run![Inline::Code(remark.place.to_string()), ": ", coded(&remark.text)]);
        }
    }
    let differing = view.phase.analysed.published.iter().flat_map(|agreement| &agreement.figures);
    let differing = differing.filter(|entry| !matches!(entry.outcome, FigureOutcome::Reproduced(_))).count();
    if differing > 0 {
        items.push(run![format!("{differing} printed figures of the original write-up are not reproduced.")]);
    }
    let mut out = vec![
        heading(3, "findings", "What reconciling found"),
        Block::List(List {
            start: None,
            tight: true,
            items: items.into_iter().map(|words| vec![Block::Paragraph(words)]).collect(),
        }),
    ];
    out.extend(receipts(view));
    out
}

fn failure_words(view: View<'_>, failure: &Failure) -> Inlines {
    let plan = &view.phase.records.plan;
    let job = plan.jobs.get(failure.job as usize);
    let about = job.map(|job| {
        let case = plan.cases.get(job.case).map(|case| case.name.clone()).unwrap_or_default();
        let arm = plan.arms.get(job.arm).map(|arm| arm.name.clone()).unwrap_or_default();
        format!("{case}, block {}, {arm}", job.block)
    });
    let log = job.map(|job| view.phase.records.path(&job.log)).unwrap_or_default();
    let mut out = run![
        Inline::Strong(run![format!("Job {}", failure.job)]),
        format!(" ({}): the runner\u{2019}s status is ", about.unwrap_or_default()),
        Inline::Code(failure.status.clone()),
        format!(" (runner.jsonl, line {}). ", failure.event_line),
    ];
    if failure.is_false() {
        out.extend(run![
            "Nothing bears it out: the process exited 0, ",
            file(&log),
            format!(
                " says PASS after {} result lines, and every measured invocation\u{2019}s receipt agrees with its result \
                 line.",
                failure.results
            ),
        ]);
        if !failure.odd.is_empty() {
            out.extend(run![format!(
                " What differs {} of calibration, which {} no sample.",
                if failure.odd.len() == 1 { "is one receipt" } else { "are receipts" },
                if failure.odd.len() == 1 { "gives" } else { "give" },
            )]);
        }
        out.extend(run![" The job is counted as the runner recorded it, and its samples stay outside."]);
    } else {
        out.extend(run![format!("Its error: {}", failure.error)]);
    }
    out
}

/// Receipts of failed jobs that differ from the result lines, as a table.
fn receipts(view: View<'_>) -> Vec<Block> {
    let mut rows = Vec::new();
    for failure in &view.phase.reconciliation.failures {
        let path = view.phase.records.receipts_path(failure.job);
        for odd in &failure.odd {
            rows.push(Row::Data(vec![
                Cell::text(failure.job.to_string()),
                Cell::new(vec![file(&path)], vec![path.clone()]),
                Cell::text(odd.line.to_string()),
                Cell::text(odd.invocation.to_string()),
                Cell::text(odd.repeat.to_string()),
                Cell::text(if odd.calibration { "calibration" } else { "measured" }),
                Cell::text(odd.prefix_bytes.to_string()),
                Cell::text(odd.results_say.to_string()),
            ]));
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    vec![Block::Table(Box::new(Table {
        id: "odd-receipts".to_string(),
        caption: run![
            "Receipts of jobs marked as failed whose prefix length differs from the job\u{2019}s result lines."
        ],
        columns: vec![
            Column::number("Job", "").as_row_head(),
            Column::text("Receipts"),
            Column::number("Line", ""),
            Column::number("Invocation", ""),
            Column::number("Repeat", ""),
            Column::text("Kind"),
            Column::number("Receipt", "B"),
            Column::number("Results", "B"),
        ],
        rows,
        wide: true,
        ..Table::default()
    }))]
}

/// Jobs whose log shows results and which have no row in metrics.csv.
fn unrecorded(view: View<'_>) -> Option<Inlines> {
    let jobs: Vec<String> = view
        .phase
        .reconciliation
        .processes
        .iter()
        .filter(|process| process.results > 0 && process.samples == 0)
        .map(|process| process.job.to_string())
        .collect();
    let outside = view.phase.reconciliation.processes.iter().filter(|process| process.fate == Fate::Outside).count();
    if jobs.is_empty() {
        return None;
    }
    let plural = if jobs.len() == 1 { "job" } else { "jobs" };
    Some(run![
        format!("The logs of {plural} {} hold results that metrics.csv leaves out", jobs.join(", ")),
        if outside > 0 {
            "; they are not analysed, as are the rows of incomplete cases."
        } else {
            "; they are not analysed."
        },
    ])
}

fn confound_words(view: View<'_>) -> Vec<Inlines> {
    let plan = &view.phase.records.plan;
    let spec = &view.phase.records.spec;
    let mut out = Vec::new();
    for named in &spec.confounds {
        let of = || view.phase.reconciliation.confounds.iter().filter(|confound| confound.name == named.name);
        let differing: Vec<String> = of()
            .filter(|confound| matches!(confound.verdict, Verdict::Differs { .. }))
            .filter_map(|confound| {
                let case = plan.cases.get(confound.case)?;
                let comparison = spec.comparisons.get(confound.comparison)?;
                Some(format!("{} ({})", case.name, comparison.name))
            })
            .collect();
        let judged = of().filter(|confound| confound.verdict != Verdict::NotApplicable).count();
        let silent = of().filter(|confound| confound.verdict == Verdict::NotApplicable).count();
        let mut words =
            run![Inline::Code(named.name.clone()), " (", named.metric.clone(), " equal within a comparison): "];
        if judged == 0 {
            words.extend(run!["not applicable, no case reports it."]);
        } else if differing.is_empty() {
            words.extend(run![format!("holds in all {judged} combinations of case and comparison that report it.")]);
        } else {
            words.extend(run![format!("differs in {}.", differing.join(", "))]);
        }
        if judged > 0 && silent > 0 {
            words.extend(run![format!(" In {silent} it is not applicable: they have no samples of it.")]);
        }
        out.push(words);
    }
    out
}

//! Planned, executed, analysed: the counts and one cell a planned process.

use super::{View, run};
use crate::document::{
    Align, Block, Cell, CellContent, Column, FlowStep, Inline, Inlines, Row, State, Table, table::StateShape,
};
use crate::number::text::count;
use crate::reconcile::{Fate, Process};
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let accounting = &view.phase.reconciliation.accounting;
    let less = |number: u32, what: &str| (number > 0).then(|| format!("{} {what}", count(number.into())));
    let flow = Block::Flow(vec![
        FlowStep {
            count: vec![view.count(&["accounting", "planned"])],
            what: "planned".to_string(),
            lost: less(accounting.never_started, "never started").into_iter().collect(),
        },
        FlowStep {
            count: vec![view.count(&["accounting", "executed"])],
            what: "executed".to_string(),
            lost: [
                less(accounting.failed, "marked as failed"),
                less(accounting.outside, "passed, in an incomplete case"),
            ]
            .into_iter()
            .flatten()
            .collect(),
        },
        FlowStep {
            count: vec![view.count(&["accounting", "analysed"])],
            what: "analysed".to_string(),
            lost: Vec::new(),
        },
    ]);
    vec![
        heading(3, "accounting", "Planned, executed, analysed"),
        flow,
        Block::Paragraph(sentence(view)),
        Block::Table(Box::new(grid(view))),
    ]
}

fn sentence(view: View<'_>) -> Inlines {
    run![
        "A process is one fresh run of one arm in one block of one case; it repeats its benchmark ",
        view.count(&["plan", "count"]),
        " times. ",
        view.count(&["accounting", "samples_planned"]),
        " samples were planned, metrics.csv holds ",
        view.count(&["accounting", "samples_recorded"]),
        ", the raw logs show ",
        view.count(&["accounting", "results_logged"]),
        " result lines, and ",
        view.count(&["accounting", "samples_analysed"]),
        " samples are analysed. Every row of metrics.csv agrees with its raw log line in every field",
        if view.phase.reconciliation.working_copy.changes.is_empty() {
            "."
        } else {
            " but the label that was restored from the plan."
        },
    ]
}

/// The fate of each process as a shape and words.
fn state(process: &Process, about: String) -> State {
    let (shape, word) = match process.fate {
        Fate::Analysed => (StateShape::Filled, "analysed"),
        Fate::Outside => (StateShape::Half, "ran and passed, not analysed"),
        Fate::Failed => (StateShape::Crossed, failed_word(&process.reason)),
        Fate::NeverStarted => (StateShape::Dotted, "never started"),
    };
    State { shape, word: word.to_string(), about }
}

fn failed_word(reason: &str) -> &str {
    if reason.is_empty() { "failed" } else { reason }
}

fn grid(view: View<'_>) -> Table {
    let plan = &view.phase.records.plan;
    let processes = &view.phase.reconciliation.processes;
    let mut columns = vec![Column::text("Case"), Column::text("Arm").as_row_head()];
    for block in 0..plan.blocks {
        columns.push(Column {
            csv: vec![format!("block {block}")],
            align: Align::Center,
            ..Column::text(format!("Block {block}"))
        });
    }
    columns.push(Column::text("Outcome"));
    let mut rows = Vec::new();
    let mut legend: Vec<(State, u64)> = Vec::new();
    for (case_at, case) in plan.cases.iter().enumerate() {
        for (arm_at, arm) in plan.arms.iter().enumerate() {
            let first = arm_at == 0;
            let shown = |text: &str| if first { vec![Inline::text(text)] } else { Vec::new() };
            let mut cells = vec![
                Cell { content: CellContent::Text(shown(&case.name)), csv: vec![case.name.clone()] },
                Cell::text(arm.name.clone()),
            ];
            for block in 0..plan.blocks {
                let job = plan.jobs.iter().find(|job| job.case == case_at && job.arm == arm_at && job.block == block);
                let process = job.and_then(|job| processes.get(job.job as usize));
                let Some(process) = process else {
                    cells.push(Cell::text("N/A (not planned)"));
                    continue;
                };
                let about = format!("job {}, {}, block {block}, {}", process.job, case.name, arm.name);
                let state = state(process, about);
                match legend.iter_mut().find(|(known, _)| known.word == state.word) {
                    Some((_, count)) => *count += 1,
                    None => legend.push((State { about: String::new(), ..state.clone() }, 1)),
                }
                cells.push(Cell { csv: vec![state.word.clone()], content: CellContent::State(state) });
            }
            let outcome = outcome(view, case_at);
            let csv = crate::document::visit::plain(&outcome);
            cells.push(Cell { content: CellContent::Text(if first { outcome } else { Vec::new() }), csv: vec![csv] });
            rows.push(Row::Data(cells));
        }
    }
    legend.sort_by_key(|(state, _)| state.shape);
    Table {
        id: "accounting-grid".to_string(),
        caption: run!["Every planned process, by case, arm and block, and what became of it."],
        columns,
        rows,
        legend,
        wide: true,
        ..Table::default()
    }
}

/// The planned processes of a case, in the order of the plan.
fn processes<'a>(view: View<'a>, case: usize) -> Vec<&'a Process> {
    let jobs = view.phase.records.plan.jobs.iter().filter(|job| job.case == case);
    jobs.filter_map(|job| view.phase.reconciliation.processes.get(job.job as usize)).collect()
}

/// What became of a case, with the reason where it has no result.
pub(super) fn outcome(view: View<'_>, case: usize) -> Inlines {
    let plan = &view.phase.records.plan;
    let fates = processes(view, case);
    let with = |fate: Fate| fates.iter().filter(|process| process.fate == fate).count();
    let analysed = with(Fate::Analysed);
    if analysed == fates.len() && analysed > 0 {
        return run![format!("complete: {} of {} blocks", plan.blocks, plan.blocks)];
    }
    if analysed > 0 {
        return run![format!("{analysed} of {} processes analysed", fates.len())];
    }
    vec![Inline::Missing { reason: reason(view, case) }]
}

/// Why a case has no result, in words.
pub(super) fn reason(view: View<'_>, case: usize) -> String {
    let fates = processes(view, case);
    let with = |fate: Fate| fates.iter().filter(|process| process.fate == fate).count();
    let never = with(Fate::NeverStarted);
    if never == fates.len() {
        return format!("none of its {never} processes started");
    }
    let mut parts = Vec::new();
    for (count, words) in [
        (with(Fate::Outside), "ran and passed"),
        (with(Fate::Failed), "ran and failed in the runner\u{2019}s eyes"),
        (never, "never started"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {words}"));
        }
    }
    format!("incomplete: of {} processes {}", fates.len(), parts.join(", "))
}

//! What is estimated, and what the cases do.

use super::{View, declared, run};
use crate::document::{Block, Fact, Inline};
use crate::number::text::count_in_words;
use crate::writeup::sections::heading;

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let records = view.phase.records;
    let spec = &records.spec;
    let audit = &view.phase.reconciliation.audit;
    let estimand = run![
        "Within a process, the median over its repeats. Within a block, the ratio of two such medians, numerator over ",
        "denominator. Over blocks, the geometric mean. The interval is a percentile bootstrap over blocks, nominal ",
        declared(view, &["analysis", "level"]),
        ": ",
        declared(view, &["analysis", "resamples"]),
        " resamples, seed ",
        declared(view, &["analysis", "seed"]),
        ", index generator ",
        Inline::Code(spec.bootstrap.generator.name().to_string()),
        ", quantile ",
        Inline::Code(spec.bootstrap.quantile.name().to_string()),
        ". An absolute value is the median over blocks of the process medians, so a quotient of two absolute values is ",
        "not the paired ratio.",
    ];
    let balance = run![
        "Orders: ",
        if audit.orders == 1 { "one order over the arms" } else { "every order over the arms" },
        " occurs ",
        times(audit.per_order),
        " in each case (",
        count_in_words(audit.orders.into()),
        " orders in ",
        declared(view, &["plan", "blocks"]),
        " blocks, seed ",
        declared(view, &["plan", "seed"]),
        "). Execution: ",
        if audit.followed_plan {
            format!("the {} processes that ran started in plan order, none skipped.", audit.started.len())
        } else {
            format!(
                "of {} starts {} were out of plan order, and {} jobs before the last were skipped.",
                audit.started.len(),
                audit.out_of_order.len(),
                audit.skipped.len()
            )
        },
    ];
    vec![heading(3, "estimand", "What is estimated"), Block::Paragraph(estimand), Block::Paragraph(balance)]
}

fn times(number: u32) -> String {
    match number {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        other => format!("{} times", count_in_words(other.into())),
    }
}

/// The cases: what the author says they do, benchmark and length of a repeat as planned.
pub(super) fn workloads(view: View<'_>) -> Vec<Block> {
    let plan = &view.phase.records.plan;
    let facts = plan
        .cases
        .iter()
        .map(|case| {
            let mut content = Vec::new();
            if let Some(words) = view.front.cases.get(&case.name) {
                content.extend(run![words.clone(), "; "]);
            }
            content.extend(run![
                Inline::Code(case.benchmark.clone()),
                ", ",
                length(view, &case.name, &case.benchtime),
                " a repeat"
            ]);
            Fact { term: run![case.name.clone()], content }
        })
        .collect();
    vec![heading(3, "workloads", "Workloads"), Block::Facts(facts)]
}

/// `3s` and `300ms` as times, `1000x` as a number of operations, `1m30s` as it is.
fn length(view: View<'_>, case: &str, benchtime: &str) -> Inline {
    let unit = benchtime.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = benchtime.strip_suffix(unit).unwrap_or_default();
    let words = match (number.parse::<u64>(), unit) {
        (Ok(operations), "x") => format!("{}\u{a0}operations", crate::number::text::count(operations)),
        (_, "s" | "ms" | "us" | "\u{b5}s" | "\u{3bc}s" | "ns" | "m" | "h") => format!("{number}\u{a0}{unit}"),
        _ => benchtime.to_string(),
    };
    view.figure(&view.id(&["benchtimes", case]), words)
}

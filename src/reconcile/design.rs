//! The design audit: are the orders balanced as the plan says, and did the execution follow the plan?

use std::collections::BTreeMap;

use crate::ingest::{EventKind, PhaseRecords};
use crate::problem::{Kind, Outcome, Place, Problem};

/// What the audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Distinct orders over the arms that the plan uses; the same number in every case.
    pub orders: u32,
    /// How often each order occurs in a case.
    pub per_order: u32,
    /// Jobs that started, in the order in which they did.
    pub started: Vec<u32>,
    /// True if they started in plan order and none was left out before the last.
    pub followed_plan: bool,
    /// Jobs that started before one of a lower number, or again.
    pub out_of_order: Vec<u32>,
    /// Jobs left out before the last that started.
    pub skipped: Vec<u32>,
}

/// Audits plan and execution.
///
/// # Errors
/// A case in which one order over the arms occurs more often than another, or in which not every order occurs.
pub fn audit(phase: &PhaseRecords) -> Outcome<Audit> {
    let plan = &phase.plan;
    let mut orders: Vec<BTreeMap<Vec<usize>, u32>> = vec![BTreeMap::new(); plan.cases.len()];
    let mut blocks: BTreeMap<(usize, u32), Vec<(u32, usize)>> = BTreeMap::new();
    for job in &plan.jobs {
        blocks.entry((job.case, job.block)).or_default().push((job.position, job.arm));
    }
    for ((case, _), mut arms) in blocks {
        arms.sort_unstable();
        let order: Vec<usize> = arms.into_iter().map(|(_, arm)| arm).collect();
        if let Some(counts) = orders.get_mut(case) {
            *counts.entry(order).or_default() += 1;
        }
    }
    let all = factorial(plan.arms.len());
    let mut problems = Vec::new();
    for (case, counts) in plan.cases.iter().zip(&orders) {
        let most = counts.values().max().copied().unwrap_or(0);
        let least = if (counts.len() as u64) < all { 0 } else { counts.values().min().copied().unwrap_or(0) };
        // Blocks that no whole number of orders fills can at best differ by one.
        let even = u64::from(plan.blocks).is_multiple_of(all);
        if most - least > u32::from(!even) {
            let name = |order: &[usize]| {
                order
                    .iter()
                    .filter_map(|arm| plan.arms.get(*arm))
                    .map(|arm| arm.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let often = counts.iter().find(|(_, count)| **count == most).map(|(order, _)| name(order));
            problems.push(Problem::new(
                Kind::Input,
                "reconcile::unbalanced",
                Place::file(phase.path("plan.json")),
                format!(
                    "case {} is not balanced: the order {} occurs {most} times in {} blocks, another {least} times",
                    case.name,
                    often.unwrap_or_default(),
                    plan.blocks
                ),
                "plan each order over the arms equally often, or report the phase without this case",
            ));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let first = orders.first();
    Ok(Audit {
        orders: first.map_or(0, |counts| counts.len() as u32),
        per_order: first.and_then(|counts| counts.values().next().copied()).unwrap_or(0),
        ..execution(phase)
    })
}

fn execution(phase: &PhaseRecords) -> Audit {
    let started: Vec<u32> =
        phase.events.iter().filter(|event| event.kind == EventKind::JobStart).filter_map(|event| event.job).collect();
    let mut out_of_order = Vec::new();
    let mut highest: Option<u32> = None;
    for job in &started {
        match highest {
            Some(high) if *job <= high => out_of_order.push(*job),
            _ => highest = Some(*job),
        }
    }
    let skipped: Vec<u32> =
        highest.map_or_else(Vec::new, |high| (0..high).filter(|job| !started.contains(job)).collect());
    Audit {
        followed_plan: out_of_order.is_empty() && skipped.is_empty(),
        started,
        out_of_order,
        skipped,
        ..Audit::default()
    }
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).fold(1, u64::saturating_mul)
}

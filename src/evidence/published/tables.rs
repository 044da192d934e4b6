//! The phase's files as rows that a figure's condition can select from. The case is the plan's label by job, never the
//! CSV's own column.

use serde_json::{Map, Value, json};

use crate::ingest::{EventKind, PhaseRecords};
use crate::reconcile::Reconciliation;

/// Rows by file, results, plan and analysis as values.
#[derive(Clone, Debug)]
pub struct Tables<'a> {
    /// What the pinned analyzer would print.
    pub results: &'a Value,
    /// The phase's records.
    pub phase: &'a PhaseRecords,
    /// What reconciling found.
    pub reconciliation: &'a Reconciliation,
    plan: Vec<Map<String, Value>>,
    metrics: Vec<Map<String, Value>>,
    events: Vec<Map<String, Value>>,
}

impl<'a> Tables<'a> {
    /// The tables of a phase.
    pub fn new(phase: &'a PhaseRecords, reconciliation: &'a Reconciliation, results: &'a Value) -> Self {
        let plan = &phase.plan;
        let case_of = |job: u32| {
            let job = plan.jobs.get(job as usize)?;
            plan.cases.get(job.case).map(|case| case.name.clone())
        };
        let object = |value: Value| match value {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        let plan_rows = plan
            .jobs
            .iter()
            .map(|job| {
                object(json!({
                    "job": job.job, "case": case_of(job.job), "block": job.block, "position": job.position,
                    "arm": plan.arms.get(job.arm).map(|arm| arm.name.clone()),
                }))
            })
            .collect();
        let metrics = phase
            .metrics
            .rows
            .iter()
            .map(|row| {
                let mut map = object(json!({
                    "job": row.job, "case": case_of(row.job), "block": row.block, "position": row.position,
                    "arm": row.arm, "repeat": row.repeat, "benchmark": row.benchmark, "iterations": row.iterations,
                }));
                for (metric, number) in phase.metrics.metrics.iter().zip(&row.values) {
                    if let Some(number) = number {
                        map.insert(metric.clone(), json!(number.value));
                    }
                }
                map
            })
            .collect();
        let events = phase
            .events
            .iter()
            .map(|event| {
                object(json!({
                    "event": event_name(&event.kind), "job": event.job, "status": event.status,
                    "exit_code": event.exit_code, "error": event.error, "case": event.job.and_then(case_of),
                }))
            })
            .collect();
        Tables { results, phase, reconciliation, plan: plan_rows, metrics, events }
    }

    /// The rows of a file, if it has rows.
    pub fn rows(&self, file: &str) -> Option<&[Map<String, Value>]> {
        match file {
            "plan.json" => Some(&self.plan),
            "metrics.csv" => Some(&self.metrics),
            "runner.jsonl" => Some(&self.events),
            _ => None,
        }
    }

    /// A value of the plan or of the pinned analysis by its path.
    pub fn declared(&self, file: &str, path: &[String]) -> Option<f64> {
        let plan = &self.phase.plan;
        let bootstrap = &self.phase.spec.bootstrap;
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match (file, path.as_slice()) {
            ("plan", ["blocks"]) => Some(plan.blocks.into()),
            ("plan", ["count"]) => Some(plan.count.into()),
            ("plan", ["gomaxprocs"]) => Some(plan.gomaxprocs.into()),
            ("plan", ["seed"]) => Some(plan.seed as f64),
            ("analysis", ["bootstrap", "resamples"]) => Some(bootstrap.resamples as f64),
            ("analysis", ["bootstrap", "seed"]) => Some(bootstrap.seed as f64),
            ("analysis", ["bootstrap", "level"]) => Some(bootstrap.level),
            _ => None,
        }
    }
}

/// The name of an event as the runner writes it.
pub fn event_name(kind: &EventKind) -> &str {
    match kind {
        EventKind::PhaseStart => "phase_start",
        EventKind::JobStart => "job_start",
        EventKind::JobEnd => "job_end",
        EventKind::Omit => "omit",
        EventKind::PhaseAbort => "phase_abort",
        EventKind::PhaseEnd => "phase_end",
        EventKind::Unknown(name) => name,
    }
}

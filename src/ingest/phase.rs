//! The files of one phase.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::Value;

use super::{
    BenchLog, Event, EventKind, MetricsTable, PhaseRecords, Pins, Receipt, Remark, events, go_bench, metrics_csv, pins,
    receipts,
};
use crate::campaign::manifest::{Manifest, Phase};
use crate::campaign::plan::{self, Plan};
use crate::campaign::published::{self, Published};
use crate::campaign::spec::{self, Spec};
use crate::integrity::{MANIFEST, Verified, check_pins};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::{Source, json, quote};

/// Names of the pin files in the order in which they are taken.
pub const PINS: [&str; 3] = ["before", "after", "end"];

/// Code of the problem that a file is of another schema.
const SCHEMA: &str = "source::schema";

/// Reads every file of a phase.
///
/// # Errors
/// The problems of all its files, what they say against each other, and pins that don't hold, in the order of their
/// places.
pub(super) fn read(verified: &Verified, manifest: &Manifest, declared: &Phase) -> Outcome<(PhaseRecords, Vec<Remark>)> {
    let files = Files { verified, dir: &declared.dir };
    files.kind_is_known(declared)?;
    let ((plan, spec), (metrics, events)) = rayon::join(
        || (files.required("plan.json", plan::read), files.required("analysis.yaml", spec::read)),
        || (files.required("metrics.csv", metrics_csv::read), files.required("runner.jsonl", events::read)),
    );
    let ((pins, published), reference) = rayon::join(
        || (files.pins(), files.optional("published.json", published::read)),
        || files.optional("analysis.json", |source| json::parse(source).map(|node| node.to_value())),
    );
    let logs = plan.as_ref().map_or_else(|_| Ok(Logs::default()), |plan| files.logs(&plan.value));

    let mut problems = Vec::new();
    let mut remarks = Vec::new();
    let plan: Option<Plan> = keep(plan, &mut remarks, &mut problems);
    let spec: Option<Spec> = keep(spec, &mut remarks, &mut problems);
    let metrics: Option<MetricsTable> = keep(metrics, &mut remarks, &mut problems);
    let events: Option<(Vec<Event>, Vec<Remark>)> = keep(events, &mut remarks, &mut problems);
    let pins: Option<Vec<Pins>> = match pins {
        Ok(pins) => Some(pins.into_iter().map(|pins| pins.unmark(&mut remarks)).collect()),
        Err(more) => {
            problems.extend(more);
            None
        }
    };
    let published: Option<Option<Published>> = keep_optional(published, &mut remarks, &mut problems);
    let reference: Option<Option<Value>> = keep_optional(reference, &mut remarks, &mut problems);
    let logs = match logs {
        Ok(logs) => Some(logs),
        Err(more) => {
            problems.extend(more);
            None
        }
    };
    let mut pin_remarks = Vec::new();
    if let Some(pins) = &pins {
        let (found, more) = check_pins(&declared.dir, plan.as_ref(), pins, verified);
        problems.extend(found);
        pin_remarks = more;
    }
    if let Some(plan) = &plan {
        problems.extend(names_agree(manifest, declared, plan));
        if let Some(spec) = &spec {
            problems.extend(spec.check(plan, &files.path("analysis.yaml")));
        }
        if let Some((events, _)) = &events {
            problems.extend(files.events_agree(plan, events));
        }
        problems.extend(files.strays(plan));
    }
    match (plan, spec, metrics, events, pins, published, reference, logs) {
        (
            Some(plan),
            Some(spec),
            Some(metrics),
            Some((events, more)),
            Some(pins),
            Some(published),
            Some(reference),
            Some(logs),
        ) if problems.is_empty() => {
            remarks.extend(more);
            remarks.extend(logs.remarks);
            remarks.extend(pin_remarks);
            let records = PhaseRecords {
                declared: declared.clone(),
                plan,
                spec,
                metrics,
                events,
                logs: logs.logs,
                receipts: logs.receipts,
                pins,
                published,
                reference,
            };
            Ok((records, remarks))
        }
        _ => {
            problems.sort_by(|a, b| a.place.cmp(&b.place));
            Err(problems)
        }
    }
}

/// What a reader made of a file, and what there is to say about its text.
struct Read<T> {
    value: T,
    remark: Option<Remark>,
}

impl<T> Read<T> {
    fn unmark(self, remarks: &mut Vec<Remark>) -> T {
        remarks.extend(self.remark);
        self.value
    }
}

fn keep<T>(read: Outcome<Read<T>>, remarks: &mut Vec<Remark>, problems: &mut Problems) -> Option<T> {
    match read {
        Ok(read) => Some(read.unmark(remarks)),
        Err(more) => {
            problems.extend(more);
            None
        }
    }
}

fn keep_optional<T>(
    read: Outcome<Option<Read<T>>>,
    remarks: &mut Vec<Remark>,
    problems: &mut Problems,
) -> Option<Option<T>> {
    match read {
        Ok(read) => Some(read.map(|read| read.unmark(remarks))),
        Err(more) => {
            problems.extend(more);
            None
        }
    }
}

/// Whether the phase was run by a plan of this tool, whatever else is declared of it.
pub(super) fn was_planned(verified: &Verified, declared: &Phase) -> bool {
    let files = Files { verified, dir: &declared.dir };
    files.has("runner.jsonl") || matches!(files.optional("plan.json", plan::read), Ok(Some(_)))
}

/// What was read of the logs and receipts.
#[derive(Default)]
struct Logs {
    logs: BTreeMap<u32, BenchLog>,
    receipts: BTreeMap<u32, Vec<Receipt>>,
    remarks: Vec<Remark>,
}

/// The verified files of a phase.
struct Files<'a> {
    verified: &'a Verified,
    dir: &'a str,
}

impl Files<'_> {
    fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.dir)
    }

    fn has(&self, file: &str) -> bool {
        self.verified.contains(&self.path(file))
    }

    /// Refuses a phase whose folder is not there or holds data of another kind.
    fn kind_is_known(&self, declared: &Phase) -> Outcome<()> {
        let below = format!("{}/", self.dir);
        let place = Place::line(MANIFEST, declared.line);
        let phase = quote(&declared.phase);
        if !self.verified.paths().any(|path| path.starts_with(&below)) {
            return Err(vec![Problem::new(
                Kind::Input,
                "ingest::phase-missing",
                place,
                format!("the folder {} of phase {phase} has no pinned file", quote(self.dir)),
                "restore the phase's folder, or correct its name",
            )]);
        }
        let of_this_kind = ["metrics.csv", "runner.jsonl"].iter().any(|file| self.has(file)) || self.plan_is_known();
        if !of_this_kind {
            return Err(vec![Problem::new(
                Kind::Input,
                "ingest::unknown-kind",
                place,
                format!(
                    "the kind of data of phase {phase} is not known yet: {} has no metrics.csv, runner.jsonl or plan of this tool",
                    quote(self.dir)
                ),
                "build the campaign's other phases, or use a version of this tool that reads this kind",
            )]);
        }
        Ok(())
    }

    /// Whether there is a plan.json that claims the schema read here.
    fn plan_is_known(&self) -> bool {
        match self.optional("plan.json", plan::read) {
            Ok(read) => read.is_some(),
            // A plan of this schema that is broken has problems of its own to tell.
            Err(problems) => problems.iter().all(|problem| problem.code != SCHEMA),
        }
    }

    fn read<T>(&self, file: &str, reader: impl FnOnce(&Source) -> Outcome<T>) -> Outcome<Read<T>> {
        let path = self.path(file);
        let source = Source::decode(&path, &self.verified.read(&path)?)?;
        let remark = super::byte_order_mark(&source);
        Ok(Read { value: reader(&source)?, remark })
    }

    fn optional<T>(&self, file: &str, reader: impl FnOnce(&Source) -> Outcome<T>) -> Outcome<Option<Read<T>>> {
        if self.has(file) { self.read(file, reader).map(Some) } else { Ok(None) }
    }

    fn required<T>(&self, file: &str, reader: impl FnOnce(&Source) -> Outcome<T>) -> Outcome<Read<T>> {
        match self.optional(file, reader)? {
            Some(read) => Ok(read),
            None => Err(vec![Problem::new(
                Kind::Input,
                "ingest::file-missing",
                Place::file(self.path(file)),
                "the phase has no such pinned file",
                "restore it from where the campaign was frozen and pin it",
            )]),
        }
    }

    fn pins(&self) -> Outcome<Vec<Read<Pins>>> {
        let reads = PINS.map(|when| self.optional(&format!("pins/{when}.json"), |source| pins::read(source, when)));
        crate::problem::gather(reads).map(|reads| reads.into_iter().flatten().collect())
    }

    /// The logs and receipts of all jobs, in parallel. A job without them has no entry.
    fn logs(&self, plan: &Plan) -> Outcome<Logs> {
        let reads: Vec<_> = plan
            .jobs
            .par_iter()
            .map(|job| {
                let log = self.optional(&job.log, |source| Ok(go_bench::read(source)));
                let receipts = self.optional(&receipts_of(&job.log), receipts::read);
                (job.job, log, receipts)
            })
            .collect();
        let mut logs = Logs::default();
        let mut problems = Vec::new();
        for (job, log, receipts) in reads {
            let of_job = |problem: Problem| Problem { place: problem.place.of_job(job), ..problem };
            match log {
                Ok(log) => logs.logs.extend(log.map(|log| (job, log.unmark(&mut logs.remarks)))),
                Err(more) => problems.extend(more.into_iter().map(of_job)),
            }
            match receipts {
                Ok(read) => logs.receipts.extend(read.map(|read| (job, read.unmark(&mut logs.remarks)))),
                Err(more) => problems.extend(more.into_iter().map(of_job)),
            }
        }
        if problems.is_empty() { Ok(logs) } else { Err(problems) }
    }

    /// Events of jobs that the plan does not have, and jobs that ended ok and left no log.
    fn events_agree(&self, plan: &Plan, events: &[Event]) -> Problems {
        let file = self.path("runner.jsonl");
        let mut problems = Vec::new();
        for event in events {
            let Some(number) = event.job else { continue };
            let place = Place::line(file.clone(), event.line).of_job(number);
            match usize::try_from(number).ok().and_then(|index| plan.jobs.get(index)) {
                None => problems.push(Problem::new(
                    Kind::Input,
                    "ingest::unknown-job",
                    place,
                    format!(
                        "the event is about job {number}, but the plan's jobs are numbered below {}",
                        plan.jobs.len()
                    ),
                    "restore runner.jsonl or plan.json; the two are not of the same run",
                )),
                Some(job) => {
                    let ok = event.kind == EventKind::JobEnd && event.status.as_deref() == Some("ok");
                    if ok && !self.has(&job.log) {
                        problems.push(Problem::new(
                            Kind::Input,
                            "ingest::log-missing",
                            place,
                            format!("job {number} ended ok, but its log {} is not there", quote(&self.path(&job.log))),
                            "restore the log from where the campaign was frozen and pin it",
                        ));
                    }
                }
            }
        }
        problems
    }

    /// Logs and receipts of no job of the plan.
    fn strays(&self, plan: &Plan) -> Problems {
        let known: std::collections::BTreeSet<String> =
            plan.jobs.iter().flat_map(|job| [self.path(&job.log), self.path(&receipts_of(&job.log))]).collect();
        let logs = format!("{}/logs/", self.dir);
        self.verified
            .paths()
            .filter(|path| path.starts_with(&logs) && !known.contains(*path))
            .filter(|path| path.ends_with(".log") || path.ends_with(".receipts.jsonl"))
            .map(|path| {
                let what = if path.ends_with(".log") { "log" } else { "receipts file" };
                Problem::new(
                    Kind::Input,
                    "ingest::stray-log",
                    Place::file(path),
                    format!("this {what} belongs to no job of the plan"),
                    "restore plan.json, or freeze the phase again without the file",
                )
            })
            .collect()
    }
}

/// Path of the receipts that go with a log.
pub(super) fn receipts_of(log: &str) -> String {
    format!("{}.receipts.jsonl", log.strip_suffix(".log").unwrap_or(log))
}

/// What the manifest and the plan say about the same names.
fn names_agree(manifest: &Manifest, declared: &Phase, plan: &Plan) -> Problems {
    let pairs = [
        ("campaign", &plan.campaign, &manifest.campaign),
        ("phase", &plan.phase, &declared.phase),
        // The harness may be left out of the manifest.
        ("harness", &plan.harness, if manifest.harness.is_empty() { &plan.harness } else { &manifest.harness }),
    ];
    pairs
        .into_iter()
        .filter(|(_, planned, named)| planned != named)
        .map(|(what, planned, named)| {
            Problem::new(
                Kind::Input,
                "ingest::names-differ",
                Place::file(format!("{}/plan.json", declared.dir)),
                format!("the plan's {what} is {}, but {MANIFEST} says {}", quote(planned), quote(named)),
                "restore the two files from the same campaign",
            )
        })
        .collect()
}

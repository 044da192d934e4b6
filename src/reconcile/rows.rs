//! Every CSV row against its plan entry and its raw log line, field by field.

use std::collections::BTreeMap;

use crate::ingest::{BenchLog, MetricsRow, Number, PhaseRecords, ResultLine};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::source::quote;

/// One result line: a CSV row and the raw log line that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Job.
    pub job: u32,
    /// Index of the case in the plan.
    pub case: usize,
    /// Index of the arm in the plan.
    pub arm: usize,
    /// Block.
    pub block: u32,
    /// Repeat.
    pub repeat: u32,
    /// Line in `metrics.csv`.
    pub csv_line: u32,
    /// Line in the job's log.
    pub log_line: u32,
    /// b.N.
    pub iterations: u64,
    /// One a metric of the table, `None` where the log has none.
    pub values: Vec<Option<Number>>,
}

/// Ties every CSV row to its log line.
///
/// A row belongs to the plan entry of its job and to the result line of its repeat. The `case` column is not compared:
/// a wrong label there is a known fault of a runner, and [`super::working_copy`] restores it from the plan.
///
/// # Errors
/// Every field of every row that the plan or the log contradicts; rows that stand twice; result lines of a job with
/// rows that have no row.
pub fn check(phase: &PhaseRecords) -> Outcome<Vec<Sample>> {
    let mut problems = Vec::new();
    let mut samples = Vec::new();
    let mut seen: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for row in &phase.metrics.rows {
        if let Some(first) = seen.insert((row.job, row.repeat), row.line) {
            problems.push(problem(
                phase,
                row,
                "reconcile::row-twice",
                format!("repeat {} of job {} stands in line {first} already", row.repeat, row.job),
                "restore the original metrics.csv of the runner; no row can be counted twice",
            ));
            continue;
        }
        match check_row(phase, row) {
            Ok(sample) => samples.push(sample),
            Err(found) => problems.extend(found),
        }
    }
    problems.extend(lines_without_row(phase, &seen));
    if problems.is_empty() { Ok(samples) } else { Err(problems) }
}

fn check_row(phase: &PhaseRecords, row: &MetricsRow) -> Outcome<Sample> {
    let Some(job) = phase.plan.jobs.get(row.job as usize) else {
        return Err(vec![problem(
            phase,
            row,
            "reconcile::no-such-job",
            format!("names job {}, but the plan has {} jobs, from 0", row.job, phase.plan.jobs.len()),
            "restore the original metrics.csv, or the plan that was pinned with it",
        )]);
    };
    let mut problems = Vec::new();
    let plan = &phase.plan;
    let expected = [
        ("campaign", plan.campaign.clone(), row.campaign.clone()),
        ("phase", plan.phase.clone(), row.phase.clone()),
        ("block", job.block.to_string(), row.block.to_string()),
        ("position", job.position.to_string(), row.position.to_string()),
        ("arm", plan.arms[job.arm].name.clone(), row.arm.clone()),
        ("benchmark", plan.result_name(job), row.benchmark.clone()),
    ];
    for (column, planned, found) in expected {
        if planned != found {
            problems.push(problem(
                phase,
                row,
                "reconcile::row-against-plan",
                format!("column {column} says `{found}`, but the plan has `{planned}` for job {}", job.job),
                "restore the original metrics.csv; only the label in column case is restored from the plan",
            ));
        }
    }
    let Some(log) = phase.logs.get(&job.job) else {
        problems.push(problem(
            phase,
            row,
            "reconcile::row-without-log",
            format!("holds a result of job {}, but {} does not exist", job.job, phase.path(&job.log)),
            "put the job's raw log back; a value that no log line shows can't be reported",
        ));
        return Err(problems);
    };
    let Some(line) = log.result(row.repeat as usize) else {
        problems.push(problem(
            phase,
            row,
            "reconcile::row-without-line",
            format!(
                "holds repeat {}, but {} has {} result lines{}",
                row.repeat,
                log.file,
                log.results().len(),
                damaged(log)
            ),
            "compare the row with the raw log; a value that no log line shows can't be reported",
        ));
        return Err(problems);
    };
    problems.extend(check_line(phase, row, log, line));
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Sample {
        job: job.job,
        case: job.case,
        arm: job.arm,
        block: job.block,
        repeat: row.repeat,
        csv_line: row.line,
        log_line: line.line,
        iterations: row.iterations,
        values: row.values.clone(),
    })
}

fn check_line(phase: &PhaseRecords, row: &MetricsRow, log: &BenchLog, line: ResultLine<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut differs = |what: &str, csv: &str, raw: &str| {
        problems.push(
            problem(
                phase,
                row,
                "reconcile::row-against-log",
                format!("{what} is {csv} here, but {}:{} shows {raw}", log.file, line.line),
                "trust neither: find out which of the two was edited, and restore it",
            )
            .with_excerpt(crate::problem::Excerpt {
                line: line.raw.to_owned(),
                start: 0,
                length: line.raw.len(),
                place: Some(Place::line(&log.file, line.line)),
            }),
        );
    };
    if row.benchmark != line.name {
        differs("the benchmark", &quote(&row.benchmark), &quote(line.name));
    }
    if row.iterations != line.iterations {
        differs("the iteration count", &quote(&row.iterations.to_string()), &quote(&line.iterations.to_string()));
    }
    for (metric, value) in phase.metrics.metrics.iter().zip(&row.values) {
        let raw = line.value(metric);
        match (value, raw) {
            (Some(csv), Some(raw)) if csv.value == raw.value => {}
            (None, None) => {}
            (csv, raw) => {
                let text = |number: Option<&str>| number.map_or("nothing".to_string(), quote);
                differs(metric, &text(csv.as_ref().map(|csv| csv.text.as_str())), &text(raw.map(|raw| raw.text)));
            }
        }
    }
    for (unit, raw) in line.values() {
        if !phase.metrics.metrics.iter().any(|metric| metric == unit) {
            differs(unit, "not a column", &quote(raw.text));
        }
    }
    problems
}

/// Where a log is damaged, for a message that misses something in it.
fn damaged(log: &BenchLog) -> String {
    match log.damaged.as_slice() {
        [] => String::new(),
        [(line, text), more @ ..] => {
            let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            format!("; its line {line}{more} can't be read as one: {}", quote(text))
        }
    }
}

/// Result lines of a job that has rows, but none for this line: a sample that went missing on the way to the CSV.
fn lines_without_row(phase: &PhaseRecords, seen: &BTreeMap<(u32, u32), u32>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (job, log) in &phase.logs {
        if !seen.range((*job, 0)..=(*job, u32::MAX)).any(|_| true) {
            continue;
        }
        for (repeat, line) in log.results().enumerate() {
            if !u32::try_from(repeat).is_ok_and(|repeat| seen.contains_key(&(*job, repeat))) {
                problems.push(Problem::new(
                    Kind::Input,
                    "reconcile::line-without-row",
                    Place::line(&log.file, line.line).of_job(*job),
                    format!("this result has no row in {}, though others of the job have", phase.path("metrics.csv")),
                    "restore the original metrics.csv; a sample can't be left out without a reason",
                ));
            }
        }
    }
    problems
}

fn problem(
    phase: &PhaseRecords,
    row: &MetricsRow,
    code: &'static str,
    cause: String,
    next: impl Into<String>,
) -> Problem {
    Problem::new(Kind::Input, code, Place::line(phase.path("metrics.csv"), row.line).of_job(row.job), cause, next)
}

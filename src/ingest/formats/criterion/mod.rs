//! Criterion.rs: `sample.json` of a benchmark's folder, with `benchmark.json` and `estimates.json` beside it.
//!
//! A sample is `times[i]` for `iters[i]` iterations; its value is the quotient, in `ns` an iteration, and its text the
//! shortest decimal that parses back to it. All stand on the one line that the file has. Criterion's own estimates,
//! which are held against the samples before they are taken, are told at that line too: their numbers come from it.
//!
//! `new` is the last run, `base` the baseline it was compared with. After a comparison criterion copies `new` over
//! `base`, so the two mostly hold the same bytes; a `base` that is read beside its `new` would count the same run
//! twice. So only `new` is recognised, and a dataset that wants `base`, or a baseline saved by its name, declares the
//! format of those files.

use super::json_values::{RESTORE, duration, head, plain, required, restored, worded};
use super::{Format, Input};
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Node, Source, Span, Tree, json, quote};

#[cfg(test)]
mod tests;

/// The format.
pub const FORMAT: Format =
    Format { name: "criterion", tool: "Criterion.rs", keys: KEYS, read: |input| restored(read(input)), looks };

const KEYS: &[(&str, &str)] =
    &[("baseline", "`arm`: the folder of the sample (`new`, `base`, a saved baseline's name) is the arm")];
const CODE: &str = "criterion::not-a-number";

fn looks(path: &str, source: &Source) -> bool {
    let named = path == "new/sample.json" || path.ends_with("/new/sample.json");
    named && head(source).starts_with("{\"sampling_mode\":") && source.text.contains("\"iters\":")
}

/// Reads the file and the two beside it.
///
/// # Errors
/// What is not JSON, lacks a field, or is no finite number; another number of times than of iterations; no
/// `benchmark.json` beside it; estimates that are not those of the samples; no sample.
fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let root = json::parse(source)?;
    let mut problems = Vec::new();
    let Some(fields) = Fields::of(source, &root, "criterion's sample", &mut problems) else { return Err(problems) };
    let mode = fields.name("sampling_mode", &["Linear", "Flat"], &mut problems);
    let (iterations, times) = (fields.list("iters", &mut problems), fields.list("times", &mut problems));
    let (Some(mode), Some(iterations), Some(times)) = (mode, iterations, times) else { return Err(problems) };
    if iterations.len() != times.len() {
        let cause = format!("there are {} times for {} counts of iterations", times.len(), iterations.len());
        return Err(vec![fields.problem("times", "criterion::count", cause, RESTORE)]);
    }
    if times.is_empty() {
        return Err(vec![fields.problem("times", "criterion::empty", "the file measured nothing", RESTORE)]);
    }
    let samples = samples(source, iterations, times, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some(about) = (input.beside)("benchmark.json")? else {
        let next = "keep the three files of criterion's folder together";
        let cause = "`benchmark.json`, which names the benchmark, is not beside it";
        return Err(vec![source.problem("criterion::alone", Span::default(), cause, next)]);
    };
    let mut reading = Reading::default();
    let case = benchmark(&about, &mut reading)?;
    let whose = Whose { case: Some(case.as_str().into()), arm: arm(input)?.map(Into::into), ..Whose::default() };
    let unit = unit(input)?;
    let line = fields.line();
    reading.said.push(Said::new(line, SaidKind::Setting, format!("sampling_mode: {mode}")).of(&case));
    for sample in &samples {
        let at = source.line_at(sample.at);
        let observation = Observation::sample(at, "time", &unit, sample.number()).of(whose.clone());
        let value = if sample.time > 0.0 { observation.value } else { Err("0 is no time of iterations".to_owned()) };
        reading.observations.push(Observation { value, ..observation });
    }
    match (input.beside)("estimates.json")? {
        Some(estimates) => {
            for (name, number) in own_estimates(&estimates, &samples)? {
                let given = Observation::sample(line, "time", &unit, number).of(whose.clone()).given(name);
                reading.observations.push(given);
            }
        }
        None => {
            let text = "`estimates.json` is not beside it, so criterion's own estimates are not there to compare with.";
            reading.said.push(Said::new(line, SaidKind::Missing, text).of(&case));
        }
    }
    Ok(reading)
}

/// Time and iterations of one sample, and where its time stands.
struct Sample {
    at: usize,
    time: f64,
    iterations: f64,
}

impl Sample {
    fn value(&self) -> f64 {
        self.time / self.iterations
    }

    /// The quotient with the shortest decimal that parses back to it.
    fn number(&self) -> Number {
        Number { text: self.value().to_string().into(), value: self.value() }
    }
}

fn samples(source: &Source, iterations: &[Node], times: &[Node], problems: &mut Problems) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(times.len());
    for (index, (count, time)) in iterations.iter().zip(times).enumerate() {
        let what = format!("number {} of `iters`", index + 1);
        let count = required(source, count, &what, CODE, problems).filter(|number| {
            let counts = number.value >= 1.0 && number.value.fract() == 0.0;
            if !counts {
                let cause = format!("{what} is {}, but a sample has one iteration or more", quote(&number.text));
                problems.push(source.problem("criterion::count", count.span, cause, RESTORE));
            }
            counts
        });
        let what = format!("number {} of `times`", index + 1);
        // A time of zero stays zero here and is told for what it is where the observation is made.
        let measured = duration(source, time, &what, CODE, problems);
        if let (Some(count), Some(measured)) = (count, measured) {
            let time_value = measured.map_or(0.0, |number| number.value);
            samples.push(Sample { at: time.span.start, time: time_value, iterations: count.value });
        }
    }
    samples
}

/// The benchmark's full name; what else its file says is told.
fn benchmark(about: &Source, reading: &mut Reading) -> Outcome<String> {
    let root = json::parse(about)?;
    let mut problems = Vec::new();
    let fields = Fields::of(about, &root, "criterion's benchmark", &mut problems);
    let Some(name) = fields.as_ref().and_then(|fields| fields.text("full_id", &mut problems)) else {
        return Err(problems);
    };
    let throughput = fields.as_ref().and_then(|fields| fields.optional("throughput"));
    if let Some(Tree::Map(entries)) = throughput.map(|node| &node.tree) {
        for entry in entries {
            let amount = plain(&worded(about, &entry.node));
            let text = format!("throughput: {amount} {} an iteration", plain(&entry.key));
            reading.said.push(Said::new(about.line_at(entry.key_span.start), SaidKind::Setting, text).of(&name));
        }
    }
    Ok(name)
}

/// The folder of the sample, where it is declared to be the arm.
fn arm(input: &Input<'_>) -> Outcome<Option<String>> {
    match input.declared.get("baseline").map(String::as_str) {
        None => Ok(None),
        Some("arm") => {
            let folder = input.source.file.rsplit('/').nth(1).unwrap_or("");
            if folder.is_empty() {
                let cause = "the folder of the sample is declared to be its arm, but it is in none";
                return Err(vec![input.source.problem(
                    "criterion::declared",
                    Span::default(),
                    cause,
                    "keep its folder",
                )]);
            }
            Ok(Some(folder.to_owned()))
        }
        Some(other) => {
            let cause = format!("`baseline` is declared as {}, but it can only be `arm`", quote(other));
            let next = "correct what the dataset declares of its format";
            Err(vec![input.source.problem("criterion::declared", Span::default(), cause, next)])
        }
    }
}

/// The unit, which only `raw.csv` says; a benchmark without one measured wall-clock time.
fn unit(input: &Input<'_>) -> Outcome<String> {
    let Some(raw) = (input.beside)("raw.csv")? else { return Ok("ns".to_owned()) };
    let mut reader = csv::Reader::from_reader(raw.text.as_bytes());
    let column = reader.headers().ok().and_then(|header| header.iter().position(|name| name == "unit"));
    let first = reader.records().next().and_then(Result::ok);
    let unit = first.zip(column).and_then(|(row, column)| row.get(column).map(str::to_owned));
    Ok(unit.filter(|unit| !unit.is_empty()).unwrap_or_else(|| "ns".to_owned()))
}

/// Criterion's own estimates: `mean`, `median`, `sd`, `mad` and, of linear sampling, `slope`.
///
/// # Errors
/// A mean or a slope that the samples do not give: the two files are not of the same run.
fn own_estimates(estimates: &Source, samples: &[Sample]) -> Outcome<Vec<(&'static str, Number)>> {
    let root = json::parse(estimates)?;
    let mut problems = Vec::new();
    let Some(fields) = Fields::of(estimates, &root, "criterion's estimates", &mut problems) else {
        return Err(problems);
    };
    let mut found = Vec::new();
    let names =
        [("mean", "mean"), ("median", "median"), ("std_dev", "sd"), ("median_abs_dev", "mad"), ("slope", "slope")];
    for (key, name) in names {
        let Some(node) = fields.optional(key) else { continue };
        let what = format!("the estimate of {}", quote(key));
        let Some(estimate) = Fields::of(estimates, node, what.clone(), &mut problems) else { continue };
        let Some(point) = estimate.required("point_estimate", &mut problems) else { continue };
        let Some(number) = required(estimates, point, &what, CODE, &mut problems) else { continue };
        let of_samples = match name {
            "mean" => samples.iter().map(Sample::value).sum::<f64>() / samples.len() as f64,
            "slope" => {
                let products: f64 = samples.iter().map(|sample| sample.time * sample.iterations).sum();
                products / samples.iter().map(|sample| sample.iterations * sample.iterations).sum::<f64>()
            }
            _ => number.value,
        };
        // The order of summation leaves far less than this, another run far more.
        if (of_samples - number.value).abs() > 1e-9 * number.value.abs() {
            let cause = format!("{what} is {}, but the samples give {of_samples}", quote(&number.text));
            let next = "restore `sample.json` and `estimates.json` of the same run";
            problems.push(estimates.problem("criterion::other-run", point.span, cause, next));
        }
        found.push((name, number));
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

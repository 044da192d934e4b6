//! The file and its phases.

use super::dataset::dataset;
use super::values::{stays, texts};
use super::{Dataset, Datasets, PhaseData, SCHEMA};
use crate::campaign::spec::comparisons;
use crate::problem::{Outcome, Problems};
use crate::source::fields::document;
use crate::source::{Fields, Source, quote, yaml};

/// Reads `datasets.yaml`.
///
/// # Errors
/// Everything in it that is missing, of the wrong type, not known by its name, or there twice.
pub fn read(source: &Source) -> Outcome<Datasets> {
    let root = yaml::parse(source)?;
    let fields = document(source, &root, "the declaration of datasets", SCHEMA)?;
    let mut problems = Vec::new();
    fields.refuse_others(&["schema", "phases"], &mut problems);
    let nodes = fields.list("phases", &mut problems).unwrap_or_default();
    let mut phases: Vec<PhaseData> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `phases`", &mut problems) else { continue };
        let phase = phase(source, &entry, &mut problems);
        if phases.iter().any(|earlier| earlier.phase == phase.phase && !phase.phase.is_empty()) {
            problems.push(entry.problem(
                "phase",
                "datasets::twice",
                format!("the phase {} stands there twice", quote(&phase.phase)),
                "put all datasets of a phase into one entry",
            ));
        }
        phases.push(phase);
    }
    if problems.is_empty() { Ok(Datasets { phases }) } else { Err(problems) }
}

fn phase(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> PhaseData {
    entry.refuse_others(&["phase", "outcome", "arms", "comparisons", "published", "datasets"], problems);
    let arms = texts(entry, "arms", problems);
    let comparisons = match entry.optional("comparisons") {
        Some(_) => comparisons(source, entry, problems),
        None => Vec::new(),
    };
    for comparison in &comparisons {
        if arms.contains(&comparison.name) {
            problems.push(entry.problem(
                "comparisons",
                "datasets::twice",
                format!("the comparison {} is called like an arm", quote(&comparison.name)),
                "give it a name of its own, under which a text finds its ratios, for instance `new/old`",
            ));
        }
        for (key, arm) in [("numerator", &comparison.numerator), ("denominator", &comparison.denominator)] {
            if !arms.contains(arm) && !arm.is_empty() {
                problems.push(entry.problem(
                    "comparisons",
                    "datasets::unknown-arm",
                    format!("the {key} of the comparison {} is no arm: {}", quote(&comparison.name), quote(arm)),
                    format!("known are {}", crate::source::list(&arms.iter().map(String::as_str).collect::<Vec<_>>())),
                ));
            }
        }
    }
    let published = entry.optional_text("published", problems);
    if let Some(path) = &published {
        stays(entry, "published", path, problems);
    }
    let nodes = entry.list("datasets", problems).unwrap_or_default();
    let mut datasets: Vec<Dataset> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `datasets`", problems) else { continue };
        let Some(dataset) = dataset(source, &entry, problems) else { continue };
        if datasets.iter().any(|earlier| earlier.name == dataset.name) {
            problems.push(entry.problem(
                "name",
                "datasets::twice",
                format!("the dataset {} stands there twice", quote(&dataset.name)),
                "give each dataset of a phase a name of its own",
            ));
        }
        datasets.push(dataset);
    }
    if nodes.is_empty() && entry.entry("datasets").is_some() {
        problems.push(entry.problem(
            "datasets",
            "datasets::none",
            "the phase has no datasets",
            "declare at least one, or leave the phase out",
        ));
    }
    for dataset in &datasets {
        let Some(agrees) = &dataset.agrees_with else { continue };
        if !datasets.iter().any(|other| other.name == agrees.dataset && other.name != dataset.name) {
            problems.push(entry.problem(
                "datasets",
                "datasets::unknown-dataset",
                format!(
                    "{} is to agree with {}, which is no other dataset of the phase",
                    quote(&dataset.name),
                    quote(&agrees.dataset)
                ),
                "name a dataset of the same phase",
            ));
        }
    }
    PhaseData {
        phase: entry.text("phase", problems).unwrap_or_default(),
        line: entry.line(),
        outcome: entry.optional_text("outcome", problems).unwrap_or_else(|| "complete".to_owned()),
        arms,
        comparisons,
        published,
        datasets,
    }
}

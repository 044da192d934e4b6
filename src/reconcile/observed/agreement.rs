//! Datasets that tell the same runs, held against one another.

use super::{ObservedDataset, Series};
use crate::campaign::datasets;
use crate::ingest::ObservedRecords;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::quote;

/// Holds each dataset that declares `agrees_with` against the other, value by value: every run of either has to be in
/// both, with the same number.
pub(super) fn check(records: &ObservedRecords, found: &mut [ObservedDataset]) -> Outcome<()> {
    let mut problems = Problems::new();
    let mut counts = Vec::new();
    for (at, dataset) in records.datasets.iter().enumerate() {
        let Some(agrees) = &dataset.declared.agrees_with else { continue };
        let other = records.datasets.iter().position(|other| other.declared.name == agrees.dataset);
        let (Some(here), Some(there)) = (found.get(at), other.and_then(|other| found.get(other))) else { continue };
        let mut agreeing = 0;
        for (mine, theirs) in &agrees.metrics {
            let pairs = series(here, mine).map(|series| (series, partner(here, series, there, theirs)));
            for (series, partner) in pairs {
                for sample in &series.samples {
                    let same = partner.and_then(|partner| partner.sample(sample.run));
                    match same {
                        Some(other) if other.value == sample.value => agreeing += 1,
                        Some(other) => problems.push(Problem::new(
                            Kind::Input,
                            "datasets::disagree",
                            Place::line(&sample.at.file, sample.at.line),
                            format!(
                                "{} is {} here, but {} on line {} of {}",
                                quote(mine),
                                sample.text,
                                other.text,
                                other.at.line,
                                other.at.file
                            ),
                            "restore both files from the same campaign",
                        )),
                        None => problems.push(Problem::new(
                            Kind::Input,
                            "datasets::disagree",
                            Place::line(&sample.at.file, sample.at.line),
                            format!("the dataset {} has no run {} like this one", quote(&agrees.dataset), sample.run),
                            "restore both files from the same campaign",
                        )),
                    }
                }
            }
            for theirs in series(there, theirs) {
                let partner = partner(there, theirs, here, mine);
                for sample in &theirs.samples {
                    if partner.is_none_or(|mine| mine.sample(sample.run).is_none()) {
                        problems.push(Problem::new(
                            Kind::Input,
                            "datasets::disagree",
                            Place::line(&sample.at.file, sample.at.line),
                            format!(
                                "the dataset {} has no run {} like this one",
                                quote(&dataset.declared.name),
                                sample.run
                            ),
                            "restore both files from the same campaign",
                        ));
                    }
                }
            }
        }
        if agreeing == 0 && problems.is_empty() {
            problems.push(Problem::new(
                Kind::Input,
                "datasets::disagree",
                Place::line(datasets::FILE, agrees.line),
                format!("nothing of {} was found in {}", quote(&dataset.declared.name), quote(&agrees.dataset)),
                "correct the names of the metrics under `agrees_with`",
            ));
        }
        counts.push((at, agreeing));
    }
    for (at, agreeing) in counts {
        if let Some(dataset) = found.get_mut(at) {
            dataset.agreeing = agreeing;
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The series of a metric by name.
fn series<'a>(dataset: &'a ObservedDataset, metric: &str) -> impl Iterator<Item = &'a Series> {
    let metric = dataset.metrics.iter().position(|known| known.name == metric);
    dataset.series.iter().filter(move |series| Some(series.metric) == metric)
}

/// The series of another dataset that is of the same case and arm.
fn partner<'a>(here: &ObservedDataset, of: &Series, there: &'a ObservedDataset, metric: &str) -> Option<&'a Series> {
    let (case, arm) = (here.cases.get(of.case)?, here.arms.get(of.arm)?);
    let case = there.cases.iter().position(|known| known == case)?;
    let arm = there.arms.iter().position(|known| known == arm)?;
    let metric = there.metrics.iter().position(|known| known.name == metric)?;
    there.series(case, metric, arm)
}

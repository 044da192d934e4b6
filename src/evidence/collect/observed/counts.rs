//! Files, values and what is missing; words that runs have in common; printed figures.

use std::collections::BTreeSet;

use super::{DatasetView, ObservedPhase};
use crate::document::Standing;
use crate::evidence::collect::accounting::COUNTS;
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::ingest::reading::SaidKind;

pub(super) fn collect(phase: ObservedPhase<'_>, ledger: &mut Ledger) {
    let mut files: Vec<String> = Vec::new();
    let mut all_values = 0;
    for dataset in phase.datasets() {
        let of_dataset: Vec<String> = records_files(dataset);
        let values = dataset.found.values();
        all_values += values;
        let missing: usize = dataset.found.series.iter().map(|one| one.missing.len()).sum();
        let said = |kind: SaidKind| dataset.found.said.iter().filter(|one| one.said.kind == kind).count();
        let name = dataset.declared.name.as_str();
        let mut count = |key: &str, what: String, count: usize| {
            enter(phase, ledger, &["accounting", name, key], what, count as u64, &of_dataset);
        };
        count("files", format!("files of the dataset {name}"), of_dataset.len());
        count("values", format!("values of the dataset {name}"), values);
        count("missing", format!("values of the dataset {name} that are not there, with a reason"), missing);
        count(
            "failed",
            format!("failures that the files of {name} tell"),
            said(SaidKind::Failed) + said(SaidKind::Aborted),
        );
        count("damaged", format!("places of {name} that can't be relied on"), said(SaidKind::Damaged));
        count("skipped", format!("what the files of {name} tell as skipped"), said(SaidKind::Skipped));
        if dataset.declared.agrees_with.is_some() {
            count("agreeing", format!("values of {name} that another dataset tells alike"), dataset.found.agreeing);
        }
        files.extend(of_dataset);
    }
    files.sort();
    files.dedup();
    enter(phase, ledger, &["accounting", "files"], "files of all datasets".to_owned(), files.len() as u64, &files);
    enter(phase, ledger, &["accounting", "values"], "values of all datasets".to_owned(), all_values as u64, &files);
    if let Some(published) = &phase.measured.published {
        let file = [published.file.clone()];
        let mut count = |key: &str, what: &str, count: usize| {
            enter(phase, ledger, &["published", key], what.to_owned(), count as u64, &file);
        };
        count("figures", "figures that were printed elsewhere", published.figures.len());
        count("agree", "printed figures that the data give", published.agree());
        count("disagree", "printed figures that the data do not give", published.disagree());
        count("not_recomputable", "printed figures whose inputs are not printed", published.not_recomputable());
        for figure in &published.figures {
            ledger.enter(Evidence {
                id: id(&[phase.name(), "published", &figure.figure.id]),
                phase: Some(phase.name().to_owned()),
                what: format!("{}, as printed", figure.figure.what),
                amount: Amount::Number(figure.figure.value),
                interval: None,
                unit: match figure.figure.unit.as_str() {
                    "" => "quotient".to_owned(),
                    "%" => "percent".to_owned(),
                    "us" => "µs".to_owned(),
                    unit => unit.to_owned(),
                },
                standing: Standing::Cited,
                derivation: Derivation::Cited { source: published.source.clone() },
                shown: phase.shown("printed-figures"),
            });
        }
    }
}

fn records_files(dataset: DatasetView<'_>) -> Vec<String> {
    let records = dataset.phase.records.datasets.iter().find(|one| one.declared.name == dataset.declared.name);
    records.map(|one| one.files.iter().map(|file| file.path.clone()).collect()).unwrap_or_default()
}

fn enter(phase: ObservedPhase<'_>, ledger: &mut Ledger, parts: &[&str], what: String, count: u64, files: &[String]) {
    let parts: Vec<&str> = std::iter::once(phase.name()).chain(parts.iter().copied()).collect();
    ledger.enter(Evidence {
        id: id(&parts),
        phase: Some(phase.name().to_owned()),
        what: what.clone(),
        amount: Amount::Count(count),
        interval: None,
        unit: "count".to_owned(),
        standing: Standing::Measured,
        derivation: Derivation::Counted { rule: what, files: files.to_vec() },
        shown: phase.shown(COUNTS),
    });
}

/// How many different words the runs of a case have, over all its arms: one where all say the same.
pub(super) fn words(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    let names: BTreeSet<&str> = dataset.found.words.iter().map(|words| words.name.as_str()).collect();
    for name in names {
        for (at, case) in dataset.found.cases.iter().enumerate() {
            let of_case = dataset.found.words.iter().filter(|words| words.case == at && words.name == name);
            let runs: Vec<_> = of_case.flat_map(|words| &words.runs).collect();
            if runs.is_empty() {
                continue;
            }
            let distinct: BTreeSet<&str> = runs.iter().map(|(text, _)| text.as_str()).collect();
            let mut files: Vec<String> = runs.iter().map(|(_, at)| at.file.clone()).collect();
            files.dedup();
            let key = name.replace(' ', "_");
            for (part, what, count) in [
                ("different", format!("different {name}s of {case}"), distinct.len()),
                ("runs", format!("runs of {case} with a {name}"), runs.len()),
            ] {
                let id = dataset.id(&[case, &key, part]);
                let figure = dataset.evidence(case, &key, id, what.clone(), Amount::Count(count as u64), "count");
                let derivation = Derivation::Counted { rule: what, files: files.clone() };
                ledger.enter(Evidence { derivation, ..figure });
            }
        }
    }
}

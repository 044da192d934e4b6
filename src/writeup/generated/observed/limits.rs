//! Limits that the data themselves set.

use super::{ObservedView, title};
use crate::analysis::observed::results::Inference;
use crate::campaign::datasets::Design;
use crate::campaign::manifest::Status;
use crate::document::{Block, Inlines};
use crate::evidence::collect::observed::DatasetView;
use crate::ingest::reading::SaidKind;
use crate::number::text::count_in_words;
use crate::writeup::generated::{as_limits, run};
use crate::writeup::sections::heading;

pub(super) fn blocks(view: ObservedView<'_>) -> Vec<Block> {
    let mut limits: Vec<Inlines> = Vec::new();
    if view.phase.campaign.manifest.status == Status::PublishedSummary {
        limits.push(run![
            "The figures are those that somebody printed. There are no logs behind them here, so that nothing can be followed \
             beyond the printed digits, and what was rounded away is lost."
        ]);
    }
    for dataset in view.phase.datasets().filter(|dataset| dataset.declared.shown) {
        limits.extend(no_interval(dataset));
        limits.extend(few_pairs(dataset));
        limits.extend(unordered(dataset));
        limits.extend(missing(view, dataset));
        limits.extend(bad(view, dataset));
        limits.extend(left_out(dataset));
    }
    if limits.is_empty() {
        return Vec::new();
    }
    let mut out = vec![heading(3, "limits-data", "From the data")];
    out.extend(as_limits(limits));
    out
}

fn no_interval(dataset: DatasetView<'_>) -> Option<Inlines> {
    let compared = !dataset.results.comparisons.is_empty()
        || (dataset.found.drives.len() > 1 && !dataset.phase.records.data.comparisons.is_empty());
    (dataset.declared.design == Design::Single && compared).then(|| {
        run![format!(
            "{}: nothing is known of how much these values vary from run to run. A change between the arms stands \
             without an interval.",
            title(dataset)
        )]
    })
}

fn few_pairs(dataset: DatasetView<'_>) -> Option<Inlines> {
    let pairs = dataset.results.comparisons.iter().filter_map(|one| match &one.inference {
        Inference::Paired { runs, .. } => Some(runs.len()),
        _ => None,
    });
    let least = pairs.min()?;
    (least < 12).then(|| {
        run![format!(
            "{}: intervals come from {} pairs. A percentile bootstrap over so few covers less than its nominal level.",
            title(dataset),
            count_in_words(least as u64)
        )]
    })
}

fn unordered(dataset: DatasetView<'_>) -> Option<Inlines> {
    let unpaired = dataset.results.comparisons.iter().any(|one| matches!(one.inference, Inference::Unpaired { .. }));
    unpaired.then(|| {
        run![format!(
            "{}: in which order the runs of the arms were made is not told. Whatever changed between them, a machine that \
             warms up or another program that starts, is in the ratios.",
            title(dataset)
        )]
    })
}

fn missing(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Option<Inlines> {
    let missing: Vec<&str> = dataset
        .found
        .series
        .iter()
        .filter(|series| !series.missing.is_empty())
        .filter_map(|series| dataset.found.metrics.get(series.metric))
        .map(|metric| metric.name.as_str())
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for name in missing {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| {
        run![
            format!("{}: ", title(dataset)),
            view.count(&["accounting", &dataset.declared.name, "missing"]),
            format!(" values are not there ({}); each stands as N/A with the tool\u{2019}s reason.", some_of(&names))
        ]
    })
}

fn bad(view: ObservedView<'_>, dataset: DatasetView<'_>) -> Vec<Inlines> {
    let count = |kinds: &[SaidKind]| dataset.found.said.iter().filter(|one| kinds.contains(&one.said.kind)).count();
    let mut out = Vec::new();
    let name = dataset.declared.name.as_str();
    for (key, kinds, words) in [
        ("failed", &[SaidKind::Failed, SaidKind::Aborted][..], "failures or broken-off runs are told by its files"),
        ("damaged", &[SaidKind::Damaged][..], "places of its files can\u{2019}t be relied on as they stand"),
        ("skipped", &[SaidKind::Skipped][..], "cases were skipped"),
    ] {
        if count(kinds) > 0 {
            out.push(run![
                format!("{}: ", title(dataset)),
                view.count(&["accounting", name, key]),
                format!(" {words}; each is listed under \u{201c}What the files say besides\u{201d}.")
            ]);
        }
    }
    out
}

fn left_out(dataset: DatasetView<'_>) -> Option<Inlines> {
    let names: Vec<&str> = dataset.found.left_out.iter().map(|(name, _)| name.as_str()).collect();
    (!names.is_empty())
        .then(|| run![format!("{}: the files tell more than is reported here: {}.", title(dataset), some_of(&names))])
}

/// The first few names, and how many more there are.
fn some_of(names: &[&str]) -> String {
    const MOST: usize = 8;
    let shown = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(MOST) {
        Some(more) if more > 0 => format!("{shown}, and {more} more"),
        _ => shown,
    }
}

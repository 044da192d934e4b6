//! Where most values of a tool's histogram lie.

use super::{DatasetView, unit_of};
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

/// The range that holds most values, the lowest of several: its ends and its number of values.
pub(super) fn collect(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    for histogram in &dataset.found.histograms {
        let (case, arm) = (dataset.case(histogram.case), dataset.arm(histogram.arm));
        let most = histogram.buckets.iter().map(|bucket| bucket.count).max().unwrap_or(0);
        let Some(fullest) = histogram.buckets.iter().find(|bucket| bucket.count == most) else { continue };
        let metric = histogram.metric.as_str();
        let unit = unit_of(&histogram.unit);
        let of = format!("of the range of {metric} of {case}, {arm} that holds most values");
        let ends = [("fullest_low", "lower end", fullest.low), ("fullest_high", "upper end", fullest.high)];
        let ends = ends.map(|(part, end, value)| (part, format!("{end} {of}"), Amount::Number(value), unit));
        let count = ("fullest_count", format!("values {of}"), Amount::Count(fullest.count), "count");
        for (part, what, amount, unit) in ends.into_iter().chain([count]) {
            if amount.number().is_some_and(f64::is_finite) {
                let id = dataset.id(&[case, arm, metric, part]);
                let figure = dataset.evidence(case, metric, id, what, amount, unit);
                let derivation =
                    Derivation::Line { file: histogram.at.file.clone(), line: fullest.line, raw: String::new() };
                ledger.enter(Evidence { derivation, ..figure });
            }
        }
    }
}

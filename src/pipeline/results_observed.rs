//! Phases without a plan in `results.json`: every summary, change and interval, unrounded.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::analysis::Estimate;
use crate::analysis::observed::Summary;
use crate::analysis::observed::results::{Compared, DerivedValue, Driven, Inference};
use crate::evidence::collect::ObservedPhase;
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::comparisons::{comparison, measure};
use crate::reconcile::observed::{Drive, Series};

/// A phase, written one series after the other: a tree of all of them would be many times the text.
pub(super) struct Written<'a>(pub ObservedPhase<'a>);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let phase = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("phase", phase.name())?;
        map.serialize_entry("outcome", &phase.records.data.outcome)?;
        map.serialize_entry("datasets", &Each(|| phase.datasets().map(WrittenDataset)))?;
        let published = phase.measured.published.as_ref().map(|published| {
            json!({
                "figures": published.figures.len(),
                "agree": published.agree(),
                "disagree": published.disagree(),
                "not_recomputable": published.not_recomputable(),
            })
        });
        map.serialize_entry("published", &published)?;
        map.end()
    }
}

/// A list whose items are made as they are written.
struct Each<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

struct WrittenDataset<'a>(DatasetView<'a>);

impl Serialize for WrittenDataset<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let dataset = self.0;
        let DatasetView { declared, found, results, .. } = dataset;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("dataset", &declared.name)?;
        map.serialize_entry("kind", declared.kind.name())?;
        map.serialize_entry("design", declared.design.name())?;
        let bootstrap = declared.bootstrap.as_ref().map(|bootstrap| {
            json!({
                "resamples": bootstrap.resamples,
                "seed": bootstrap.seed,
                "rng": bootstrap.generator.name(),
                "quantile": bootstrap.quantile.name(),
                "level": bootstrap.level,
            })
        });
        map.serialize_entry("bootstrap", &bootstrap)?;
        let summarised = || found.series.iter().zip(&results.summaries);
        let all = || summarised().map(|(one, summary)| series(dataset, one, summary.as_ref()));
        map.serialize_entry("series", &Each(all))?;
        let formed = |one: &DerivedValue| {
            json!({
                "case": dataset.case(one.case),
                "arm": dataset.arm(one.arm),
                "name": declared.derived.get(one.formula).map(|formula| formula.name.clone()),
                "value": one.value.as_ref().ok(),
                "not_available": one.value.as_ref().err(),
                "runs": one.runs,
                "summary": one.summary.as_ref().map(|summary| described(dataset, summary)),
                "not_by_run": one.apart,
            })
        };
        map.serialize_entry("derived", &Each(|| results.derived.iter().map(formed)))?;
        let comparisons = || results.comparisons.iter().map(|one| compared(dataset, one));
        map.serialize_entry("comparisons", &Each(comparisons))?;
        let driven = || found.drives.iter().zip(&results.drives);
        let drives = || driven().map(|(drive, driven)| drove(dataset, drive, driven));
        map.serialize_entry("drives", &Each(drives))?;
        map.end()
    }
}

fn series(dataset: DatasetView<'_>, series: &Series, summary: Option<&Summary>) -> Value {
    let metric = dataset.found.metrics.get(series.metric);
    json!({
        "case": dataset.case(series.case),
        "arm": dataset.arm(series.arm),
        "metric": metric.map(|metric| metric.name.clone()),
        "unit": metric.map(|metric| metric.unit.clone()),
        "samples": series.values(),
        "summary": summary.map(|summary| described(dataset, summary)),
        "printed_by_the_tool": series
            .given
            .iter()
            .map(|given| (given.statistic.clone(), json!(given.value)))
            .collect::<Map<String, Value>>(),
        "missing": series.missing.iter().map(|missing| missing.reason.clone()).collect::<Vec<_>>(),
    })
}

fn described(dataset: DatasetView<'_>, summary: &Summary) -> Value {
    let quantiles = super::observe::quantiles(dataset.declared);
    json!({
        "n": summary.n,
        "mean": summary.mean,
        "median": summary.median.value,
        "min": summary.min.value,
        "max": summary.max.value,
        "standard_deviation": summary.standard_deviation,
        "mad": summary.mad,
        "quantiles": quantiles
            .iter()
            .zip(&summary.quantiles)
            .map(|(quantile, placed)| (quantile.name.clone(), json!(placed.value)))
            .collect::<Map<String, Value>>(),
    })
}

fn compared(dataset: DatasetView<'_>, one: &Compared) -> Value {
    json!({
        "comparison": comparison(dataset, one).map(|named| named.name.clone()),
        "case": dataset.case(one.case),
        "measure": measure(dataset, one.measure),
        "ratios": one.changes.iter().map(|(name, change)| {
            let value = match change {
                Ok(change) => json!(change.ratio),
                Err(reason) => json!({"not_available": reason}),
            };
            (name.clone(), value)
        }).collect::<Map<String, Value>>(),
        "difference": one.difference.as_ref().map(|found| json!({
            "statistic": found.statistic,
            "value": found.value,
            "told_apart": found.told_apart,
        })),
        "inference": match &one.inference {
            Inference::Paired { estimate, runs, dropped, ordered } => paired(estimate, runs, dropped, *ordered),
            Inference::Unpaired { ratio, permutation, benchstat } => json!({
                "kind": "unpaired",
                "ratio": ratio.as_ref().ok().map(|ratio| ratio.change.ratio),
                "low": ratio.as_ref().ok().map(|ratio| ratio.low),
                "high": ratio.as_ref().ok().map(|ratio| ratio.high),
                "not_available": ratio.as_ref().err(),
                "permutation": permutation.as_ref().map(|test| json!({"p": test.p, "floor": test.floor})),
                "benchstat": benchstat.as_ref().map(|found| json!({"p": found.p(), "delta": found.delta()})),
            }),
            Inference::None(reason) => json!({"kind": "none", "reason": reason}),
        },
    })
}

fn paired(estimate: &Estimate, runs: &[u32], dropped: &[u32], ordered: bool) -> Value {
    json!({
        "kind": "paired",
        "ratio": estimate.ratio,
        "low": estimate.low,
        "high": estimate.high,
        "runs": runs,
        "dropped_runs": dropped,
        "ratios_of_pairs": estimate.block_ratios,
        "leave_one_pair_out": estimate.leave_one_block_out.map(|(least, most)| [least, most]),
        "order": ordered.then(|| json!({
            "numerator_first": estimate.order_numerator_first,
            "denominator_first": estimate.order_denominator_first,
        })),
    })
}

fn drove(dataset: DatasetView<'_>, drive: &Drive, driven: &Driven) -> Value {
    json!({
        "case": dataset.case(drive.case),
        "arm": dataset.arm(drive.arm),
        "latency_us": driven.summary.as_ref().map(|summary| described(dataset, summary)),
        "per_second": driven.rate.as_ref().map(|rate| json!({
            "start_us": rate.start,
            "whole_seconds": rate.whole(),
            "counts": rate.counts,
        })),
        "histogram_us": driven.histogram.as_ref().map(|histogram| {
            histogram.bins.iter().map(|bin| json!([bin.low, bin.high, bin.count])).collect::<Vec<_>>()
        }),
        "without_latency": driven
            .without
            .iter()
            .map(|(state, count)| (state.clone(), json!(count)))
            .collect::<Map<String, Value>>(),
        "aggregated": driven.aggregated.as_ref().map(|sums| json!({
            "intervals": sums.intervals,
            "transactions": sums.count,
            "mean_us": sums.mean,
            "min_us": sums.min,
            "max_us": sums.max,
        })),
    })
}

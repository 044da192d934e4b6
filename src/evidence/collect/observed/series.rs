//! Samples, summaries, a tool's own summaries.

use super::{DatasetView, unit_of};
use crate::analysis::observed::Summary;
use crate::analysis::observed::summary::Placed;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::pipeline::observe;
use crate::reconcile::observed::{At, Series};

pub(super) fn collect(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    for (series, summary) in dataset.found.series.iter().zip(&dataset.results.summaries) {
        let (case, arm) = (dataset.case(series.case), dataset.arm(series.arm));
        let Some(metric) = dataset.found.metrics.get(series.metric) else { continue };
        let name = [case, arm, metric.name.as_str()];
        let of = Of { dataset, name, unit: unit_of(&metric.unit) };
        of.samples(series, ledger);
        if let Some(summary) = summary {
            let runs: Vec<u32> = series.samples.iter().map(|sample| sample.run).collect();
            of.summary(&runs, summary, ledger);
        }
        of.given(series, summary.is_some(), ledger);
        of.headline(series, summary.as_ref(), ledger);
    }
    derived(dataset, ledger);
}

/// Id of a sample.
pub fn sample_id(dataset: DatasetView<'_>, name: [&str; 3], run: u32) -> String {
    let run = format!("run_{run}");
    let [case, arm, metric] = name;
    dataset.id(&[case, arm, metric, &run])
}

/// Where a value stands.
pub(super) fn line(at: &At) -> Derivation {
    Derivation::Line { file: at.file.clone(), line: at.line, raw: at.raw.clone() }
}

struct Of<'a> {
    dataset: DatasetView<'a>,
    name: [&'a str; 3],
    unit: &'a str,
}

impl Of<'_> {
    fn id(&self, part: Option<&str>) -> String {
        let parts: Vec<&str> = self.name.into_iter().chain(part).collect();
        self.dataset.id(&parts)
    }

    fn what(&self) -> String {
        let [case, arm, metric] = self.name;
        format!("{metric} of {case}, {arm}")
    }

    fn enter(&self, ledger: &mut Ledger, part: Option<&str>, what: String, value: f64, unit: &str, how: Derivation) {
        let [case, _, metric] = self.name;
        let figure = self.dataset.evidence(case, metric, self.id(part), what, Amount::Number(value), unit);
        ledger.enter(Evidence { derivation: how, ..figure });
    }

    fn samples(&self, series: &Series, ledger: &mut Ledger) {
        // A single run is told by the figure that stands for the series.
        for sample in series.samples.iter().filter(|_| series.samples.len() > 1) {
            let part = format!("run_{}", sample.run);
            let what = format!("{}, run {}", self.what(), sample.run);
            self.enter(ledger, Some(&part), what, sample.value, self.unit, line(&sample.at));
        }
        let shares = series.samples.iter().filter_map(|sample| sample.share);
        let shares = shares.chain(series.given.iter().filter_map(|given| given.share));
        if let Some(least) = shares.reduce(f64::min) {
            let what = format!("{}: least part of the time in which it was counted", self.what());
            let at = series.samples.first().map(|sample| &sample.at);
            if let Some(at) = at.or(series.given.first().map(|given| &given.at)) {
                self.enter(ledger, Some("share"), what, least * 100.0, "percent", line(at));
            }
        }
    }

    fn summary(&self, runs: &[u32], summary: &Summary, ledger: &mut Ledger) {
        if summary.n < 2 {
            return;
        }
        let [case, arm, metric] = self.name;
        let ids =
            || -> Vec<String> { runs.iter().map(|run| sample_id(self.dataset, [case, arm, metric], *run)).collect() };
        let computed = |method: &str| Derivation::Computed { method: method.to_owned(), from: ids() };
        let placed = |placed: Placed, method: &str| match placed.place.and_then(|at| runs.get(at)) {
            Some(run) => Derivation::Computed {
                method: format!("{method}: run {run}"),
                from: vec![sample_id(self.dataset, [case, arm, metric], *run)],
            },
            None => computed(method),
        };
        let what = self.what();
        let n = summary.n;
        let count = self.dataset.evidence(
            case,
            metric,
            self.id(Some("n")),
            format!("runs of {what}"),
            Amount::Count(n as u64),
            "count",
        );
        ledger.enter(Evidence { derivation: computed("number of them"), ..count });
        let mut enter = |part: &str, words: String, value: f64, how: Derivation| {
            self.enter(ledger, Some(part), words, value, self.unit, how);
        };
        enter("median", format!("median of {what}, {n} runs"), summary.median.value, placed(summary.median, "median"));
        enter("mean", format!("mean of {what}, {n} runs"), summary.mean, computed("arithmetic mean"));
        enter("min", format!("smallest {what}, {n} runs"), summary.min.value, placed(summary.min, "smallest"));
        enter("max", format!("largest {what}, {n} runs"), summary.max.value, placed(summary.max, "largest"));
        if let Some(sd) = summary.standard_deviation {
            enter(
                "sd",
                format!("standard deviation of {what}, {n} runs"),
                sd,
                computed("sample standard deviation, n − 1"),
            );
        }
        enter(
            "mad",
            format!("median absolute deviation of {what}, {n} runs"),
            summary.mad,
            computed("median of the absolute deviations from the median, not scaled"),
        );
        for (quantile, found) in observe::quantiles(self.dataset.declared).iter().zip(&summary.quantiles) {
            let method = format!("quantile {} by {}", crate::number::text::full(quantile.at), quantile.rule.name());
            let how = placed(*found, &method);
            enter(&quantile.name, format!("{} of {what}, {n} runs", quantile.name), found.value, how);
        }
    }

    /// What the tool printed itself. Beside samples it is told apart by its name, since it is none of ours.
    fn given(&self, series: &Series, beside_samples: bool, ledger: &mut Ledger) {
        for given in &series.given {
            let part = if beside_samples { format!("tool_{}", given.statistic) } else { given.statistic.clone() };
            let what = format!("{} of {}, as printed", given.statistic, self.what());
            let unit = if given.statistic == "count" { "events" } else { unit_of(&given.unit) };
            self.enter(ledger, Some(&part), what.clone(), given.value, unit, line(&given.at));
            if let Some(spread) = given.spread {
                let what = format!("spread of {}, as printed", self.what());
                self.enter(ledger, Some("spread"), what, spread, "percent", line(&given.at));
            }
        }
        if beside_samples {
            return;
        }
        if let (Some(sum), Some(count)) = (series.given("sum"), series.given("count"))
            && count.value > 0.0
        {
            let from = vec![self.id(Some("sum")), self.id(Some("count"))];
            let method = "sum over count".to_owned();
            let what = format!("sum over count of {}", self.what());
            let how = Derivation::Computed { method, from };
            self.enter(ledger, Some("sum_over_count"), what, sum.value / count.value, unit_of(&sum.unit), how);
        }
    }

    fn headline(&self, series: &Series, summary: Option<&Summary>, ledger: &mut Ledger) {
        let Some((statistic, value)) = observe::headline(self.dataset.declared, series, summary) else { return };
        let [case, arm, metric] = self.name;
        let (what, how) = match series.samples.as_slice() {
            [only] => (self.what(), line(&only.at)),
            [] => {
                let at = series.given(&statistic).map(|given| line(&given.at));
                let none = Derivation::Computed { method: statistic.clone(), from: Vec::new() };
                (format!("{statistic} of {}, as printed", self.what()), at.unwrap_or(none))
            }
            _ => {
                let from = vec![self.dataset.id(&[case, arm, metric, &statistic])];
                let method = format!("the {statistic} stands for the runs");
                (format!("{statistic} of {}", self.what()), Derivation::Computed { method, from })
            }
        };
        self.enter(ledger, None, what, value, self.unit, how);
    }
}

fn derived(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    for one in &dataset.results.derived {
        let Some(formula) = dataset.declared.derived.get(one.formula) else { continue };
        let Ok(value) = one.value else { continue };
        let (case, arm) = (dataset.case(one.case), dataset.arm(one.arm));
        let unit = if formula.unit.is_empty() { "quotient" } else { &formula.unit };
        let of = Of { dataset, name: [case, arm, &formula.name], unit };
        let metrics = || one.from.iter().filter_map(|metric| dataset.found.metrics.get(*metric));
        let formed = |from: Vec<String>| Derivation::Computed { method: formula.formula.clone(), from };
        let several = one.summary.as_ref().filter(|summary| summary.n > 1);
        let Some(summary) = several else {
            let from = metrics().map(|metric| dataset.id(&[case, arm, &metric.name])).collect();
            of.enter(ledger, None, of.what(), value, unit, formed(from));
            continue;
        };
        for (run, value) in &one.runs {
            let from = metrics().map(|metric| sample_id(dataset, [case, arm, &metric.name], *run)).collect();
            let what = format!("{}, run {run}", of.what());
            of.enter(ledger, Some(&format!("run_{run}")), what, *value, unit, formed(from));
        }
        let runs: Vec<u32> = one.runs.iter().map(|(run, _)| *run).collect();
        of.summary(&runs, summary, ledger);
        let statistic = dataset.declared.statistic.name();
        let method = format!("the {statistic} stands for the runs");
        let how = Derivation::Computed { method, from: vec![of.id(Some(statistic))] };
        of.enter(ledger, None, format!("{statistic} of {}", of.what()), value, unit, how);
    }
}

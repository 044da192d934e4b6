//! Logs of transactions.

use super::DatasetView;
use crate::analysis::observed::results::Driven;
use crate::analysis::observed::summary::Placed;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::pipeline::observe;
use crate::reconcile::observed::Drive;

/// Name under which the latencies of a log stand.
pub const LATENCY: &str = "latency";
/// Name under which its rate stands.
pub const RATE: &str = "rate";

pub(super) fn collect(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    for (drive, driven) in dataset.found.drives.iter().zip(&dataset.results.drives) {
        let (case, arm) = (dataset.case(drive.case), dataset.arm(drive.arm));
        let of = Of { dataset, case, arm, files: &drive.files };
        of.latencies(driven, ledger);
        of.rate(driven, ledger);
        if let Some(sums) = &driven.aggregated {
            let rule = || of.counted("summed over the intervals of the log");
            of.count("transactions", "transactions", sums.count, ledger);
            of.enter(LATENCY, Some("mean"), "mean latency", sums.mean, "µs", rule(), ledger);
            of.enter(LATENCY, Some("min"), "smallest latency", sums.min, "µs", rule(), ledger);
            of.enter(LATENCY, Some("max"), "largest latency", sums.max, "µs", rule(), ledger);
            of.enter(LATENCY, None, "mean latency", sums.mean, "µs", rule(), ledger);
        }
        for (state, count) in &driven.without {
            of.count(state, &format!("transactions without a latency: {state}"), *count, ledger);
        }
    }
    ratios(dataset, ledger);
}

struct Of<'a> {
    dataset: DatasetView<'a>,
    case: &'a str,
    arm: &'a str,
    files: &'a [String],
}

impl Of<'_> {
    fn counted(&self, rule: &str) -> Derivation {
        Derivation::Counted { rule: rule.to_owned(), files: self.files.to_vec() }
    }

    #[expect(clippy::too_many_arguments, reason = "one flat list of names and values is clearer here than a struct")]
    fn enter(
        &self,
        measure: &str,
        part: Option<&str>,
        words: &str,
        value: f64,
        unit: &str,
        how: Derivation,
        ledger: &mut Ledger,
    ) {
        let parts: Vec<&str> = [self.case, self.arm, measure].into_iter().chain(part).collect();
        let id = self.dataset.id(&parts);
        let what = format!("{words} of {}, {}", self.case, self.arm);
        let figure = self.dataset.evidence(self.case, measure, id, what, Amount::Number(value), unit);
        ledger.enter(Evidence { derivation: how, ..figure });
    }

    fn count(&self, name: &str, words: &str, count: u64, ledger: &mut Ledger) {
        let id = self.dataset.id(&[self.case, self.arm, name]);
        let what = format!("{words}, {}, {}", self.case, self.arm);
        let figure = self.dataset.evidence(self.case, LATENCY, id, what, Amount::Count(count), "count");
        ledger.enter(Evidence { derivation: self.counted(&format!("entries of the log: {words}")), ..figure });
    }

    fn latencies(&self, driven: &Driven, ledger: &mut Ledger) {
        let Some(summary) = &driven.summary else { return };
        self.count("transactions", "transactions with a latency", summary.n as u64, ledger);
        let mut places = driven.places.iter();
        let mut placed = |placed: Placed, rule: &str| {
            // The places stand in the order in which the figures are entered here.
            let (file, line) = places.next().copied().unwrap_or_default();
            match self.files.get(file).filter(|_| placed.place.is_some()) {
                Some(file) => Derivation::Line { file: file.clone(), line, raw: String::new() },
                None => self.counted(rule),
            }
        };
        let median = placed(summary.median, "median of the latencies");
        let min = placed(summary.min, "smallest of the latencies");
        let max = placed(summary.max, "largest of the latencies");
        self.enter(LATENCY, None, "median latency", summary.median.value, "µs", median.clone(), ledger);
        self.enter(LATENCY, Some("median"), "median latency", summary.median.value, "µs", median, ledger);
        self.enter(LATENCY, Some("min"), "smallest latency", summary.min.value, "µs", min, ledger);
        self.enter(LATENCY, Some("max"), "largest latency", summary.max.value, "µs", max, ledger);
        for (quantile, found) in observe::quantiles(self.dataset.declared).iter().zip(&summary.quantiles) {
            let words = format!("latency {} ({})", quantile.name, quantile.rule.name());
            let how = placed(*found, &words);
            self.enter(LATENCY, Some(&quantile.name), &words, found.value, "µs", how, ledger);
        }
        let all = |rule: &str| self.counted(rule);
        self.enter(
            LATENCY,
            Some("mean"),
            "mean latency",
            summary.mean,
            "µs",
            all("arithmetic mean of the latencies"),
            ledger,
        );
        if let Some(sd) = summary.standard_deviation {
            let how = all("sample standard deviation of the latencies, n − 1");
            self.enter(LATENCY, Some("sd"), "standard deviation of the latency", sd, "µs", how, ledger);
        }
    }

    fn rate(&self, driven: &Driven, ledger: &mut Ledger) {
        let Some(rate) = &driven.rate else { return };
        let whole = rate.whole();
        let seconds: Vec<f64> = rate.per_second().take(whole).collect();
        let Ok(summary) = crate::analysis::observed::Summary::of(&seconds, &[]) else { return };
        let how = |words: &str| self.counted(&format!("{words} of the transactions that ended in each whole second"));
        let unit = "transactions/s";
        self.enter(RATE, None, "median rate", summary.median.value, unit, how("median"), ledger);
        self.enter(RATE, Some("mean"), "mean rate", summary.mean, unit, how("mean"), ledger);
        self.enter(RATE, Some("min"), "smallest rate of a second", summary.min.value, unit, how("smallest"), ledger);
        self.enter(RATE, Some("max"), "largest rate of a second", summary.max.value, unit, how("largest"), ledger);
        let id = self.dataset.id(&[self.case, self.arm, RATE, "seconds"]);
        let what = format!("whole seconds of {}, {}", self.case, self.arm);
        let figure = self.dataset.evidence(self.case, RATE, id, what, Amount::Count(whole as u64), "count");
        ledger.enter(Evidence { derivation: how("number"), ..figure });
    }
}

/// Drives of a comparison: quotients of their summaries. One drive an arm allows no interval.
fn ratios(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    let of = |case: usize, arm: &str| -> Option<(&Drive, &Driven)> {
        let arm = dataset.found.arms.iter().position(|known| known == arm)?;
        let mut all = dataset.found.drives.iter().zip(&dataset.results.drives);
        all.find(|(drive, _)| (drive.case, drive.arm) == (case, arm))
    };
    for named in &dataset.phase.records.data.comparisons {
        for case in 0..dataset.found.cases.len() {
            if of(case, &named.numerator).is_none() || of(case, &named.denominator).is_none() {
                continue;
            }
            let name = dataset.case(case);
            let mut parts: Vec<(&str, Option<String>)> = vec![(LATENCY, None), (RATE, None)];
            for part in ["mean", "min", "max", "median"] {
                parts.push((LATENCY, Some(part.to_owned())));
            }
            parts.push((RATE, Some("mean".to_owned())));
            let quantiles = observe::quantiles(dataset.declared).into_iter();
            parts.extend(quantiles.map(|quantile| (LATENCY, Some(quantile.name))));
            for (measure, part) in parts {
                let id = |arm: &str| {
                    let parts: Vec<&str> = [name, arm, measure].into_iter().chain(part.as_deref()).collect();
                    dataset.id(&parts)
                };
                let from = [id(&named.numerator), id(&named.denominator)];
                let value = |id: &String| ledger.get(id).and_then(|evidence| evidence.amount.number());
                let (Some(a), Some(b)) = (value(&from[0]), value(&from[1])) else { continue };
                let Ok(change) = crate::analysis::observed::change::Change::new(a, b) else { continue };
                let words = part.as_deref().unwrap_or("median");
                let what = format!("ratio of the {words} {measure} of {name}, {}", named.name);
                let figure =
                    dataset.evidence(name, measure, id(&named.name), what, Amount::Number(change.ratio), "ratio");
                let method = "quotient of the two".to_owned();
                ledger.enter(Evidence { derivation: Derivation::Computed { method, from: from.to_vec() }, ..figure });
            }
        }
    }
}

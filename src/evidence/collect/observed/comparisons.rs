//! Ratios of two arms, with what the design allows to say of them.

use super::DatasetView;
use super::series::sample_id;
use crate::analysis::Estimate;
use crate::analysis::observed::permutation::Method;
use crate::analysis::observed::results::{Compared, Inference, Measure};
use crate::campaign::spec::NamedComparison;
use crate::evidence::collect::estimates::part;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::number::text::full;

/// Last part of the id of a difference that stands in for a ratio.
pub const DIFFERENCE: &str = "difference";

pub(super) fn collect(dataset: DatasetView<'_>, ledger: &mut Ledger) {
    for compared in &dataset.results.comparisons {
        let Some(named) = comparison(dataset, compared) else { continue };
        let Some(metric) = measure(dataset, compared.measure) else { continue };
        let case = dataset.case(compared.case);
        let of = Of { dataset, case, metric, named };
        of.changes(compared, ledger);
        of.difference(compared, ledger);
        match &compared.inference {
            Inference::Paired { estimate, runs, .. } => of.paired(estimate, runs, ledger),
            Inference::Unpaired { ratio, permutation, benchstat } => {
                if let Ok(ratio) = ratio {
                    of.enter(
                        ledger,
                        Some(part::LOW),
                        "low end of the interval of the ratio",
                        ratio.low,
                        "ratio",
                        of.drawn(),
                    );
                    of.enter(
                        ledger,
                        Some(part::HIGH),
                        "high end of the interval of the ratio",
                        ratio.high,
                        "ratio",
                        of.drawn(),
                    );
                }
                if let Some(test) = permutation {
                    let how = match test.method {
                        Method::Exact { .. } => "exact",
                        Method::MonteCarlo(_) => "drawn",
                    };
                    let method =
                        format!("{how} two-sided permutation test of the difference of the means (Fisher–Pitman)");
                    of.enter(ledger, Some("p"), "permutation p", test.p, "p", of.of_both(method));
                    let method = "least p that the numbers of runs allow".to_owned();
                    of.enter(ledger, Some("p_floor"), "least permutation p", test.floor, "p", of.of_both(method));
                }
                if let Some(found) = benchstat {
                    let method = "p as benchstat prints it; 1 where all values are equal".to_owned();
                    of.enter(ledger, Some("benchstat_p"), "benchstat\u{2019}s p", found.p(), "p", of.of_both(method));
                }
                if let Some(test) = benchstat.as_ref().and_then(|found| found.test.as_ref()) {
                    let method = "two-sided Mann–Whitney U test, as benchstat makes it".to_owned();
                    of.enter(ledger, Some("u_p"), "Mann–Whitney p", test.p, "p", of.of_both(method));
                }
            }
            Inference::None(_) => {}
        }
    }
}

/// The comparison by name. Only those whose arms the dataset has are counted.
pub fn comparison<'a>(dataset: DatasetView<'a>, compared: &Compared) -> Option<&'a NamedComparison> {
    let known = |arm: &String| dataset.found.arms.contains(arm);
    let all = &dataset.phase.records.data.comparisons;
    all.iter().filter(|one| known(&one.numerator) && known(&one.denominator)).nth(compared.comparison)
}

/// Name of what is compared.
pub fn measure(dataset: DatasetView<'_>, measure: Measure) -> Option<&str> {
    match measure {
        Measure::Metric(at) => dataset.found.metrics.get(at).map(|metric| metric.name.as_str()),
        Measure::Formula(at) => dataset.declared.derived.get(at).map(|formula| formula.name.as_str()),
    }
}

struct Of<'a> {
    dataset: DatasetView<'a>,
    case: &'a str,
    metric: &'a str,
    named: &'a NamedComparison,
}

impl Of<'_> {
    fn id(&self, part: Option<&str>) -> String {
        let parts: Vec<&str> = [self.case, &self.named.name, self.metric].into_iter().chain(part).collect();
        self.dataset.id(&parts)
    }

    fn figure(&self, part: Option<&str>, words: &str, value: f64, unit: &str) -> Evidence {
        let what = format!("{words} of {} of {}, {}", self.metric, self.case, self.named.name);
        self.dataset.evidence(self.case, self.metric, self.id(part), what, Amount::Number(value), unit)
    }

    fn enter(&self, ledger: &mut Ledger, part: Option<&str>, words: &str, value: f64, unit: &str, how: Derivation) {
        ledger.enter(Evidence { derivation: how, ..self.figure(part, words, value, unit) });
    }

    /// Ids of the two arms' figures.
    fn arms(&self, part: Option<&str>) -> Vec<String> {
        let arm = |arm: &str| {
            let parts: Vec<&str> = [self.case, arm, self.metric].into_iter().chain(part).collect();
            self.dataset.id(&parts)
        };
        vec![arm(&self.named.numerator), arm(&self.named.denominator)]
    }

    fn of_both(&self, method: String) -> Derivation {
        Derivation::Computed { method, from: self.arms(None) }
    }

    fn drawn(&self) -> Derivation {
        let how = self.dataset.declared.bootstrap.as_ref().map(|bootstrap| {
            format!(
                "percentile bootstrap, {} resamples, generator {}, seed {}, level {}, quantile {}",
                bootstrap.resamples,
                bootstrap.generator.name(),
                bootstrap.seed,
                full(bootstrap.level),
                bootstrap.quantile.name()
            )
        });
        self.of_both(how.unwrap_or_default())
    }

    fn changes(&self, compared: &Compared, ledger: &mut Ledger) {
        let paired = matches!(compared.inference, Inference::Paired { .. });
        for (at, (statistic, change)) in compared.changes.iter().enumerate() {
            let Ok(change) = change else { continue };
            let plain = statistic == crate::pipeline::observe::VALUE;
            // A single run beside several has no median of its own: it stands for itself.
            let own = self.arms(None).into_iter().zip(self.arms((!plain).then_some(statistic.as_str())));
            let from = own.map(|(arm, part)| if ledger.get(&part).is_some() { part } else { arm }).collect();
            let derivation = Derivation::Computed { method: "quotient of the two".to_owned(), from };
            if !plain {
                let words = format!("ratio of the {statistic}");
                self.enter(ledger, Some(statistic), &words, change.ratio, "ratio", derivation.clone());
            }
            // Of pairs the estimate stands for the comparison, not the quotient of two medians.
            if at == 0 && !paired {
                let interval = match &compared.inference {
                    Inference::Unpaired { ratio: Ok(ratio), .. } => Some((ratio.low, ratio.high)),
                    _ => None,
                };
                let words = if plain { "ratio".to_owned() } else { format!("ratio of the {statistic}") };
                let figure = self.figure(None, &words, change.ratio, "ratio");
                ledger.enter(Evidence { interval, derivation, ..figure });
            }
        }
    }

    fn difference(&self, compared: &Compared, ledger: &mut Ledger) {
        let Some(difference) = &compared.difference else { return };
        let unit = match compared.measure {
            Measure::Metric(at) => self.dataset.found.metrics.get(at).map_or("", |metric| metric.unit.as_str()),
            Measure::Formula(at) => self.dataset.declared.derived.get(at).map_or("", |formula| formula.unit.as_str()),
        };
        let method = format!("{} less {}, one of which is zero", self.named.numerator, self.named.denominator);
        let words = match difference.statistic.as_str() {
            crate::pipeline::observe::VALUE => "difference".to_owned(),
            statistic => format!("difference of the {statistic}"),
        };
        self.enter(ledger, Some(DIFFERENCE), &words, difference.value, super::unit_of(unit), self.of_both(method));
    }

    fn paired(&self, estimate: &Estimate, runs: &[u32], ledger: &mut Ledger) {
        let pairs: Vec<String> = runs.iter().map(|run| self.id(Some(&format!("run_{run}")))).collect();
        let mean =
            || Derivation::Computed { method: "geometric mean of the ratios of pairs".to_owned(), from: pairs.clone() };
        let figure = self.figure(None, "ratio", estimate.ratio, "ratio");
        ledger.enter(Evidence { interval: Some((estimate.low, estimate.high)), derivation: mean(), ..figure });
        let drawn = |words: &str| {
            let Derivation::Computed { method, .. } = self.drawn() else { return self.drawn() };
            Derivation::Computed { method: format!("{words} of a {method}, pairs drawn"), from: pairs.clone() }
        };
        let ends = [(part::LOW, estimate.low, "low end"), (part::HIGH, estimate.high, "high end")];
        for (end, value, words) in ends {
            self.enter(
                ledger,
                Some(end),
                &format!("{words} of the interval of the ratio"),
                value,
                "ratio",
                drawn(words),
            );
        }
        for (run, value) in runs.iter().zip(&estimate.block_ratios) {
            let part = format!("run_{run}");
            let arms = [self.named.numerator.as_str(), self.named.denominator.as_str()];
            let from = arms.map(|arm| sample_id(self.dataset, [self.case, arm, self.metric], *run)).to_vec();
            let how = Derivation::Computed { method: "quotient of the two runs".to_owned(), from };
            self.enter(ledger, Some(&part), &format!("ratio of run {run}"), *value, "ratio", how);
        }
        let smallest = estimate.block_ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = estimate.block_ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let of = |method: &str| Derivation::Computed { method: method.to_owned(), from: pairs.clone() };
        for (end, value, words) in [
            (part::SMALLEST_BLOCK, smallest, "smallest ratio of a pair"),
            (part::LARGEST_BLOCK, largest, "largest ratio of a pair"),
        ] {
            self.enter(ledger, Some(end), words, value, "ratio", of(words));
        }
        if let Some((least, most)) = estimate.leave_one_block_out {
            for (end, value, words) in [
                (part::SMALLEST_LEFT_OUT, least, "smallest ratio with one pair left out"),
                (part::LARGEST_LEFT_OUT, most, "largest ratio with one pair left out"),
            ] {
                self.enter(ledger, Some(end), words, value, "ratio", of(words));
            }
        }
        for (end, value, arm) in [
            (part::NUMERATOR_FIRST, estimate.order_numerator_first, &self.named.numerator),
            (part::DENOMINATOR_FIRST, estimate.order_denominator_first, &self.named.denominator),
        ] {
            let Some(value) = value else { continue };
            let words = format!("ratio over the pairs in which {arm} ran first");
            self.enter(ledger, Some(end), &words, value, "ratio", of("geometric mean of their ratios"));
        }
    }
}

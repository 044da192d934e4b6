//! Figures of which only the summary was printed, held against the datasets.
//!
//! In: the printed figures of a phase and its datasets' results. Out: [`Agreement`]: for each figure what the datasets
//! give, whether that is the printed figure at its printed rounding, and what the pinned file says about it. The pinned file
//! says itself which of its figures disagree and why: a figure that disagrees and is not named there is a problem, and so
//! is one that is named and agrees.

use crate::analysis::observed::results::{DatasetResults, DerivedValue};
use crate::campaign::datasets::Dataset;
use crate::campaign::published_summary::{PublishedSummary, SummaryFigure};
use crate::ingest::ObservedRecords;
use crate::number::{Decimal, Scale, text};
use crate::pipeline::observe;
use crate::problem::{Kind, Place, Problem};
use crate::reconcile::Observed;
use crate::reconcile::observed::ObservedDataset;

/// How the printed figures of a phase agree with its datasets.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Path of the file that holds them.
    pub file: String,
    /// Where they were printed.
    pub source: String,
    /// One entry a figure, in order.
    pub figures: Vec<FigureAgreement>,
}

/// One printed figure and what the datasets give.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureAgreement {
    /// The figure.
    pub figure: SummaryFigure,
    /// What the datasets give, in the printed unit; `None` where the inputs are not printed.
    pub recomputed: Option<f64>,
    /// That, rounded as it was printed.
    pub rounded: Option<String>,
    /// Whether this is the printed figure; `None` where nothing can be recomputed.
    pub agrees: Option<bool>,
    /// The same figure where the datasets tell it as it was printed.
    pub told: Option<f64>,
}

/// Relative difference up to which two recounts are the same.
const TOLERANCE: f64 = 1e-12;

impl Agreement {
    /// Figures that the datasets give.
    pub fn agree(&self) -> usize {
        self.figures.iter().filter(|figure| figure.agrees == Some(true)).count()
    }

    /// Figures that they do not give.
    pub fn disagree(&self) -> usize {
        self.figures.iter().filter(|figure| figure.agrees == Some(false)).count()
    }

    /// Figures whose inputs are not printed.
    pub fn not_recomputable(&self) -> usize {
        self.figures.iter().filter(|figure| figure.agrees.is_none()).count()
    }

    /// A problem for each figure about which the pinned file says something else than the datasets.
    pub fn problems(&self) -> Vec<Problem> {
        let next = "find out which changed since, the printed figures or the data; a report can't say that they agree";
        self.figures
            .iter()
            .filter_map(|one| {
                let figure = &one.figure;
                let recount = match (one.recomputed, figure.recomputed) {
                    (Some(ours), Some(theirs)) => (ours - theirs).abs() <= TOLERANCE * theirs.abs(),
                    (ours, theirs) => ours.is_none() == theirs.is_none(),
                };
                if let Some(told) = one.told.filter(|told| *told != figure.value) {
                    return Some(Problem::new(
                        Kind::Claim,
                        "evidence::published",
                        Place::line(&self.file, figure.line),
                        format!(
                            "figure `{}` is printed as {}, but the data tell it as {}",
                            figure.id,
                            figure.printed,
                            text::full(told)
                        ),
                        next,
                    ));
                }
                if recount && one.agrees == figure.agrees {
                    return None;
                }
                let word = |agrees: Option<bool>| match agrees {
                    Some(true) => "agrees",
                    Some(false) => "disagrees",
                    None => "can't be recomputed",
                };
                let full = |value: Option<f64>| value.map_or_else(|| "nothing".to_owned(), text::full);
                Some(Problem::new(
                    Kind::Claim,
                    "evidence::published",
                    Place::line(&self.file, figure.line),
                    format!(
                        "figure `{}` is printed as {} and said to give {} ({}), but the data give {} ({})",
                        figure.id,
                        figure.printed,
                        full(figure.recomputed),
                        word(figure.agrees),
                        full(one.recomputed),
                        word(one.agrees)
                    ),
                    next,
                ))
            })
            .collect()
    }
}

/// Recomputes the printed figures of a phase.
pub fn recompute(
    published: &PublishedSummary,
    records: &ObservedRecords,
    found: &Observed,
    results: &[DatasetResults],
) -> Agreement {
    let figures = published
        .figures
        .iter()
        .map(|figure| {
            let datasets = records.datasets.iter().map(|one| &one.declared).zip(&found.datasets).zip(results);
            let mut values =
                datasets.filter_map(|((declared, found), results)| In { declared, found, results, figure }.value());
            let recomputed = values.next();
            let rounded = recomputed
                .and_then(Decimal::of)
                .map(|decimal| decimal.fixed(figure.decimals).replace('\u{2212}', "-").replace(',', ""));
            let agrees = rounded.as_ref().map(|rounded| *rounded == figure.printed.trim_start_matches('+'));
            let datasets = records.datasets.iter().map(|one| &one.declared).zip(&found.datasets).zip(results);
            let told =
                datasets.filter_map(|((declared, found), results)| In { declared, found, results, figure }.told());
            let told = told.into_iter().next();
            FigureAgreement { figure: figure.clone(), recomputed, rounded, agrees, told }
        })
        .collect();
    Agreement { file: published.file.clone(), source: published.source.clone(), figures }
}

/// A dataset in which a figure is looked for.
struct In<'a> {
    declared: &'a Dataset,
    found: &'a ObservedDataset,
    results: &'a DatasetResults,
    figure: &'a SummaryFigure,
}

impl In<'_> {
    /// What the dataset gives for the figure, if it is about that dataset and can be recomputed from it: the id is the
    /// workload, then an arm or `change`, then a statistic, a counter, a formula's name, or `avg` and a function.
    fn value(&self) -> Option<f64> {
        let case = self.found.cases.iter().position(|case| *case == self.figure.workload)?;
        let rest = self.figure.id.strip_prefix(&self.figure.workload)?.strip_prefix('.')?;
        let (of, what) = rest.split_once('.')?;
        if of == "change" {
            let named = self.found.arms.as_slice();
            let [denominator, numerator] = named else { return None };
            let (a, b) = (self.of_arm(case, numerator, what)?, self.of_arm(case, denominator, what)?);
            return Some(100.0 * (a / b - 1.0));
        }
        self.of_arm(case, of, what)
    }

    /// The figure itself, where the dataset holds it as it was printed: a summary that is given and not computed.
    fn told(&self) -> Option<f64> {
        let case = self.found.cases.iter().position(|case| *case == self.figure.workload)?;
        let rest = self.figure.id.strip_prefix(&self.figure.workload)?.strip_prefix('.')?;
        let (arm, what) = rest.split_once('.')?;
        let arm = self.found.arms.iter().position(|known| known == arm)?;
        let (metric, statistic) = match what.strip_prefix("avg.") {
            Some(function) => (self.found.metrics.iter().position(|metric| metric.name == function)?, "mean"),
            None => match self.found.metrics.as_slice() {
                [_] => (0, what),
                _ => return None,
            },
        };
        self.found.series(case, metric, arm)?.given(statistic).map(|given| given.value)
    }

    fn of_arm(&self, case: usize, arm: &str, what: &str) -> Option<f64> {
        let arm = self.found.arms.iter().position(|known| known == arm)?;
        if let Some(function) = what.strip_prefix("avg.") {
            return self.average(case, arm, function);
        }
        let formula = self.declared.derived.iter().position(|formula| formula.name.eq_ignore_ascii_case(what));
        if let Some(formula) = formula {
            let same = |one: &&DerivedValue| (one.formula, one.case, one.arm) == (formula, case, arm);
            return self.results.derived.iter().find(same)?.value.as_ref().ok().copied();
        }
        let of_metric = |metric: usize| {
            let place =
                self.found.series.iter().position(|one| (one.case, one.metric, one.arm) == (case, metric, arm))?;
            Some((self.found.series.get(place)?, self.results.summaries.get(place)?.as_ref()))
        };
        if let Some(metric) = self.found.metrics.iter().position(|metric| metric.name == what) {
            let (series, summary) = of_metric(metric)?;
            return observe::headline(self.declared, series, summary).map(|(_, value)| value);
        }
        // A statistic of the one metric that the dataset has; a tool's own summary is what was printed, and no recount.
        let [_] = self.found.metrics.as_slice() else { return None };
        let (series, summary) = of_metric(0)?;
        let summary = summary?;
        let all = observe::statistics(self.declared, series, Some(summary));
        all.into_iter().find(|(name, _)| name == what).map(|(_, value)| value)
    }

    /// Sum over count of a probed function, in the figure's unit.
    fn average(&self, case: usize, arm: usize, function: &str) -> Option<f64> {
        let metric = self.found.metrics.iter().position(|metric| metric.name == function)?;
        let series = self.found.series(case, metric, arm)?;
        let (sum, count) = (series.given("sum")?, series.given("count")?);
        let unit = if self.figure.unit == "us" { "µs" } else { &self.figure.unit };
        let (from, to) = (Scale::named(&sum.unit, &sum.unit)?, Scale::named(&sum.unit, unit)?);
        // Both powers are of ten: 10⁶ is exact, as is its product with what was printed short.
        let power = to.power - from.power;
        let scale = (0..power.abs()).fold(1.0, |scale, _| scale * 10.0);
        let sum = if power >= 0 { scale * sum.value } else { sum.value / scale };
        Some(sum / count.value)
    }
}

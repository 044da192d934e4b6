//! Tables, plots and limits of a phase without a plan, one file a kind.
//!
//! In: the phase with its ledger. Out: an [`Offer`], by the names under which an author may place them:
//!
//! 1. [`arms`] and [`datasets`]: what was compared, and what the files are.
//! 2. By dataset and its kind: [`summaries`] and [`comparisons`] of runs and counters, [`benchstat`], [`probes`], [`transactions`],
//!    [`words`] of the runs.
//! 3. [`limits`], [`said`] (what else the files say), [`printed`] (figures printed elsewhere), [`inputs`].

mod arms;
mod benchstat;
mod comparisons;
mod datasets;
mod inputs;
mod limits;
mod printed;
mod probes;
mod said;
mod summaries;
mod transactions;
mod words;

pub use printed::figures_table;

use super::Offer;
use crate::campaign::datasets::{Kind, PhaseData};
use crate::document::{Block, Column, Figure, Inline, Row, Table};
use crate::evidence::Ledger;
use crate::evidence::collect::ObservedPhase;
use crate::evidence::collect::observed::DatasetView;
use crate::figure::Lettering;
use crate::number::{Decimal, Direction, Metric, Scale, text};
use crate::problem::Outcome;
use crate::reconcile::observed::MetricOf;
use crate::writeup::content::Front;
use crate::writeup::sections::{Section, heading};

/// What the generators of a phase without a plan look at.
#[derive(Clone, Copy, Debug)]
pub struct ObservedView<'a> {
    /// The phase.
    pub phase: ObservedPhase<'a>,
    /// The ledger.
    pub ledger: &'a Ledger,
    /// The author's front matter.
    pub front: &'a Front,
}

/// Everything that can be generated for a phase; plots have pictures only where there are `letters` to draw them with.
///
/// # Errors
/// A plot that can't be drawn.
pub fn offer(view: ObservedView<'_>, mut letters: Option<&mut Lettering>) -> Outcome<Offer> {
    let mut offer = Offer::default();
    offer.push("arms", Section::Arms, arms::blocks(view));
    offer.push("cases", Section::Arms, datasets::cases(view));
    offer.push("datasets", Section::Design, datasets::blocks(view));
    offer.push("settings", Section::Design, datasets::settings(view));
    for dataset in view.phase.datasets().filter(|dataset| dataset.declared.shown) {
        let name = dataset.declared.name.as_str();
        let mut first = true;
        let mut push = |what: &str, blocks: Vec<Block>, offer: &mut Offer| {
            if blocks.is_empty() {
                return;
            }
            let mut all = Vec::new();
            if std::mem::take(&mut first) {
                all.push(heading(3, &slug(&["dataset", name]), &title(dataset)));
            }
            all.extend(blocks);
            offer.push(&format!("{name} {what}"), Section::Results, all);
        };
        match dataset.declared.kind {
            Kind::Probes => push("probes", probes::blocks(view, dataset), &mut offer),
            Kind::Transactions => {
                push("latencies", transactions::blocks(view, dataset), &mut offer);
                push("plots", transactions::plots(view, dataset, letters.as_deref_mut())?, &mut offer);
                push("summary", summaries::blocks(view, dataset), &mut offer);
                push("comparison", comparisons::blocks(view, dataset), &mut offer);
            }
            Kind::Runs | Kind::Summary => {
                push("comparison", comparisons::blocks(view, dataset), &mut offer);
                push("plot", summaries::plot(view, dataset, letters.as_deref_mut())?, &mut offer);
                push("summary", summaries::blocks(view, dataset), &mut offer);
                push("benchstat", benchstat::blocks(view, dataset), &mut offer);
            }
            Kind::Counters => {
                push("comparison", comparisons::blocks(view, dataset), &mut offer);
                push("summary", summaries::blocks(view, dataset), &mut offer);
            }
        }
        push("histograms", probes::histograms(view, dataset, letters.as_deref_mut())?, &mut offer);
        push("words", words::blocks(view, dataset), &mut offer);
    }
    offer.push("limits", Section::Limits, limits::blocks(view));
    offer.push("said", Section::Evidence, said::blocks(view));
    offer.push("printed", Section::Evidence, printed::blocks(view));
    offer.push("inputs", Section::Evidence, inputs::blocks(view));
    offer.tell_apart();
    Ok(offer)
}

/// Most rows of the data beside a plot; longer ones would bury the report.
const MOST_DATA: usize = 400;

/// The numbers behind a plot, where they are few enough to be read.
fn data(id: &str, columns: Vec<Column>, rows: Vec<Row>) -> Option<Box<Table>> {
    let readable = !rows.is_empty() && rows.len() <= MOST_DATA;
    readable.then(|| Box::new(Table { id: format!("{id}-data"), columns, rows, ..Table::default() }))
}

impl Offer {
    /// Metrics whose names differ only in what an anchor leaves out (`a b` and `a-b`) have anchors of their own: the
    /// first keeps its, later ones are numbered.
    fn tell_apart(&mut self) {
        let mut taken = std::collections::BTreeSet::new();
        for block in self.offered.iter_mut().flat_map(|offered| &mut offered.blocks) {
            let id = match block {
                Block::Heading(heading) => &mut heading.id,
                Block::Table(table) => &mut table.id,
                Block::Plot(plot) => &mut plot.id,
                _ => continue,
            };
            let mut own = id.clone();
            let mut number = 2;
            while !taken.insert(own.clone()) {
                own = format!("{id}-{number}");
                number += 1;
            }
            *id = own;
        }
    }
}

impl<'a> ObservedView<'a> {
    /// A figure of the ledger, printed as `text`.
    fn figure(&self, id: &str, text: impl Into<String>) -> Inline {
        let text = text.into();
        match self.ledger.get(id) {
            Some(evidence) => Inline::Figure(Figure {
                text,
                evidence: id.to_string(),
                target: evidence.shown.clone(),
                standing: evidence.standing,
            }),
            None => Inline::Text(text),
        }
    }

    /// A count of the ledger.
    fn count(&self, parts: &[&str]) -> Inline {
        let parts: Vec<&str> = std::iter::once(self.phase.name()).chain(parts.iter().copied()).collect();
        let id = crate::evidence::ledger::id(&parts);
        let printed = self.ledger.get(&id).map(|evidence| match evidence.amount {
            crate::evidence::Amount::Count(count) => text::count(count),
            ref other => other.full(),
        });
        self.figure(&id, printed.unwrap_or_default())
    }

    /// What was declared of the phase.
    fn data(&self) -> &'a PhaseData {
        &self.phase.records.data
    }
}

/// What a dataset holds, for headings.
fn title(dataset: DatasetView<'_>) -> String {
    let about = &dataset.declared.about;
    if about.is_empty() { dataset.declared.name.replace('_', " ") } else { about.clone() }
}

/// An anchor from names: letters, digits and hyphens, with a hash where something else was left out.
fn slug(parts: &[&str]) -> String {
    let joined = parts.join(" ");
    let plain = joined.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, ' ' | '-' | '_'));
    let anchor = crate::evidence::ledger::anchor(&joined);
    let anchor = anchor.strip_prefix("e-").unwrap_or(&anchor).to_owned();
    match anchor.rsplit_once('-') {
        // The hash tells names apart that differ in what was left out; these differ in nothing else.
        Some((words, _)) if plain && !words.is_empty() && joined.len() <= crate::evidence::ledger::LONGEST => {
            words.to_owned()
        }
        _ => anchor,
    }
}

/// What is known of a metric, with the words for a ratio of two values.
fn metric(of: &MetricOf) -> Metric {
    let named = Metric::named(&of.name);
    let time = ["ns", "µs", "ms", "s", "ns/op"].contains(&of.unit.as_str());
    let bytes = ["B", "kB", "MB", "B/op"].contains(&of.unit.as_str());
    let (below, above) = match of.better {
        Direction::Lower if time => ("faster", "slower"),
        _ if bytes => ("less", "more"),
        Direction::Lower => ("fewer", "more"),
        Direction::Higher | Direction::None => ("lower", "higher"),
    };
    let known = named.direction != Direction::None;
    Metric {
        name: of.name.clone(),
        meaning: of.meaning.clone(),
        direction: of.better,
        below: if known { named.below } else { below.to_owned() },
        above: if known { named.above } else { above.to_owned() },
    }
}

/// A metric's unit as figures carry it.
fn unit(of: &MetricOf) -> &str {
    plain(&of.unit)
}

/// A unit as figures carry it.
fn plain(unit: &str) -> &str {
    match unit {
        "count" | "" => "events",
        "ratio" => "quotient",
        unit => unit,
    }
}

/// How what stands for a metric of a case is printed: over all of its arms, so that a number has the same digits in every
/// table that compares it. Two digits of the smallest spread; what a tool prints as such is that of what it summarised,
/// not of its summary, and does not count.
fn beside(view: ObservedView<'_>, dataset: DatasetView<'_>, case: &str, metric: &MetricOf) -> Printing {
    let number = |id: &str| view.ledger.get(id)?.amount.number();
    let value = |arm: &String| {
        let id = dataset.id(&[case, arm, &metric.name]);
        let runs = view.ledger.get(&format!("{id}:n")).is_some();
        Some((number(&id)?, number(&format!("{id}:sd")).filter(|_| runs)))
    };
    let values: Vec<(f64, Option<f64>)> = dataset.found.arms.iter().filter_map(value).collect();
    Printing::pair(unit(metric), &values)
}

/// Most characters of a number with all its digits; longer ones are told by their power of ten.
const LONGEST_NUMBER: usize = 24;

/// One scale and one number of places for a column: places so that the smallest spread shows two digits, three or four
/// digits where no spread is known.
#[derive(Clone, Debug)]
struct Printing {
    scale: Scale,
    places: u32,
}

impl Printing {
    /// For values of a unit, each with its standard deviation if it has one.
    fn column(unit: &str, values: &[(f64, Option<f64>)]) -> Self {
        let plain: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
        let largest = plain.iter().copied().fold(0.0, f64::max);
        let smallest = plain.iter().copied().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
        let digits = if smallest > 0.0 && largest / smallest < 10.0 { 4 } else { 3 };
        let mut scale = Scale::fitting(unit, &plain, digits);
        if scale.unit == "percent" {
            scale.unit = "%".to_owned();
        }
        let spreads = values.iter().filter_map(|(_, spread)| *spread).filter(|spread| *spread > 0.0);
        let by_spread =
            spreads.filter_map(|spread| Some(Decimal::of(spread)?.shifted(scale.power).places_for(2))).reduce(u32::max);
        // No more places than the values have themselves.
        let told = |value: &f64| Decimal::of(*value).map(|decimal| decimal.shifted(scale.power).places());
        let told = plain.iter().filter_map(told).max().unwrap_or(0);
        let whole = scale.power == 0 && (smallest >= 1000.0 || (smallest >= 100.0 && unit == "transactions/s"));
        let by_digits = if whole { 0 } else { text::column_places(&plain, &scale, digits).min(told) };
        // A spread of no size would print digits without end; those of the values bound it.
        let by_spread = by_spread.map_or(by_digits, |places| places.min(by_digits + 1));
        // Another's spread says nothing of a value that has none: it keeps its own digits.
        let alone: Vec<f64> = values.iter().filter(|(_, spread)| spread.is_none()).map(|(value, _)| *value).collect();
        let own = if whole { 0 } else { text::column_places(&alone, &scale, digits).min(told) };
        Printing { scale, places: by_spread.max(own) }
    }

    /// For two numbers side by side: four digits of the larger.
    fn pair(unit: &str, values: &[(f64, Option<f64>)]) -> Self {
        let column = Printing::column(unit, values);
        if values.iter().any(|(_, spread)| spread.is_some_and(|spread| spread > 0.0)) {
            return column;
        }
        let largest = values.iter().map(|(value, _)| value.abs()).fold(0.0, f64::max);
        let largest = Decimal::of(largest).map(|decimal| decimal.shifted(column.scale.power).places_for(4));
        Printing { places: largest.map_or(column.places, |places| places.min(column.places)), ..column }
    }

    /// The number in the unit of the scale, for a plot.
    fn shifted(&self, value: f64) -> f64 {
        // The decimal shifted and read back: the same digits, without a rounding of its own.
        Decimal::of(value).map_or(value, |decimal| decimal.shifted(self.scale.power).to_f64())
    }

    /// The number without its unit.
    fn number(&self, value: f64) -> String {
        let printed = text::in_column(value, &self.scale, self.places);
        let is_zero = !printed.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
        if !(is_zero && value != 0.0) && printed.len() <= LONGEST_NUMBER {
            return printed;
        }
        // Beside a much larger number a small one would stand as 0, which it is not.
        let Some(decimal) = Decimal::of(value).map(|decimal| decimal.shifted(self.scale.power)) else { return printed };
        let digits = decimal.fixed(decimal.places_for(2));
        if digits.len() <= LONGEST_NUMBER { digits } else { format!("{:e}", decimal.to_f64()).replace('-', "\u{2212}") }
    }

    /// The number with its unit.
    fn with_unit(&self, value: f64) -> String {
        let number = self.number(value);
        if self.scale.unit.is_empty() { number } else { format!("{number}{}{}", text::NBSP, self.scale.unit) }
    }
}

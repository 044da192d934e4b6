//! A row of two arms: their values, the ratio or the difference, the interval, its reading; or why there is none.

use std::collections::BTreeMap;

use super::super::{Printing, beside, metric as known};
use super::{Of, ends};
use crate::analysis::observed::results::{Compared, DerivedValue, Inference};
use crate::document::{Cell, CellContent, Inline, Mark, Reading, Row, Shape, Tone};
use crate::evidence::collect::observed::comparisons::DIFFERENCE;
use crate::number::{Direction, Metric, text};
use crate::reconcile::observed::MetricOf;
use crate::writeup::generated::{ratios, run};

/// What a comparison has of a metric of a case.
pub(super) enum Line {
    /// A row.
    Row(Row),
    /// Only this of the two arms has it: 0 the denominator, 1 the numerator.
    Only(usize),
}

impl Of<'_> {
    pub(super) fn row(self, case: &str, of: &MetricOf, compared: &Compared, axis: &mut Vec<(f64, f64)>) -> Row {
        let metric = known(of);
        let arm = |arm: &str| self.dataset.id(&[case, arm, &of.name]);
        let ids = [arm(&self.named.denominator), arm(&self.named.numerator)];
        let number = |id: &String| self.view.ledger.get(id).and_then(|evidence| evidence.amount.number());
        let printing = beside(self.view, self.dataset, case, of);
        let mut cells = vec![Cell::new(label(&metric), vec![case.to_owned(), of.name.clone()])];
        for id in &ids {
            let value = number(id).unwrap_or(f64::NAN);
            let printed = self.view.figure(id, printing.with_unit(value));
            cells.push(Cell::new(vec![printed], vec![text::full(value), of.unit.clone()]));
        }
        let id = self.dataset.id(&[case, &self.named.name, &of.name]);
        if !self.intervals {
            cells.push(match compared.changes.first() {
                Some((_, Err(reason))) if compared.difference.is_some() => {
                    self.difference(compared, &id, &printing, reason).unwrap_or_else(|| missing(reason))
                }
                Some((_, Ok(change))) => Cell::new(
                    vec![self.view.figure(&id, text::change(change.ratio, 1))],
                    vec![text::full(change.ratio)],
                ),
                Some((_, Err(reason))) => missing(reason),
                None => missing("an arm has no value"),
            });
            return Row::Data(cells);
        }
        match ends(&compared.inference) {
            Some((ratio, low, high)) => {
                axis.push((low, high));
                let reading = ratios::reading(&metric, low, high);
                let mark = Mark {
                    low,
                    value: ratio,
                    high,
                    shape: reading.shape,
                    tone: reading.tone,
                    alt: format!(
                        "{case}, {}: {}, interval {} to {}",
                        of.name,
                        text::ratio(ratio),
                        text::ratio(low),
                        text::ratio(high)
                    ),
                };
                cells.extend([
                    Cell::new(vec![self.view.figure(&id, text::ratio(ratio))], vec![text::full(ratio)]),
                    Cell::new(
                        vec![Inline::Text(brackets(compared, low, high))],
                        vec![text::full(low), text::full(high)],
                    ),
                    Cell { content: CellContent::Interval(mark), csv: Vec::new() },
                    Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) },
                ]);
            }
            None => {
                let reason = match (compared.changes.first(), &compared.inference) {
                    (Some((_, Err(reason))), _) => reason.clone(),
                    (_, Inference::None(reason) | Inference::Unpaired { ratio: Err(reason), .. }) => reason.clone(),
                    _ => "there is no interval".to_owned(),
                };
                let ratio = match compared.changes.first() {
                    Some((_, Ok(change))) => Cell::new(
                        vec![self.view.figure(&id, text::ratio(change.ratio))],
                        vec![text::full(change.ratio)],
                    ),
                    _ => self.difference(compared, &id, &printing, &reason).unwrap_or_else(|| missing(&reason)),
                };
                let difference = compared.difference.as_ref().and_then(|one| Some((one.value, one.told_apart?)));
                let reading = match difference {
                    Some((value, apart)) => {
                        let reading = read(&metric, value, apart);
                        Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) }
                    }
                    None => Cell::text(""),
                };
                let na = format!("N/A ({reason})");
                cells.extend([ratio, Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na])]);
                cells.extend(self.undrawn());
                cells.push(reading);
            }
        }
        Row::Data(cells)
    }

    /// The cell of an interval that is not there, where others are drawn.
    fn undrawn(self) -> Option<Cell> {
        self.drawn.then(|| Cell { content: CellContent::Text(Vec::new()), csv: Vec::new() })
    }

    /// The difference where one of the two numbers is zero, in the place of their ratio.
    fn difference(self, compared: &Compared, id: &str, printing: &Printing, reason: &str) -> Option<Cell> {
        let value = compared.difference.as_ref()?.value;
        let sign = if value > 0.0 { "+" } else { "" };
        let printed = format!("{sign}{}", printing.with_unit(value));
        let csv = format!("N/A ({reason}; the difference is {})", text::full(value));
        Some(Cell::new(vec![self.view.figure(&format!("{id}:{DIFFERENCE}"), printed)], vec![csv]))
    }

    /// The row of a metric that an arm does not have, or both.
    pub(super) fn missing(self, case: usize, name: &str, metric_at: usize, metric: &MetricOf) -> Option<Line> {
        let reason = |arm: &String| {
            let place = self.dataset.found.arms.iter().position(|known| known == arm)?;
            match self.dataset.found.series(case, metric_at, place) {
                Some(series) if series.samples.is_empty() && series.given.is_empty() => {
                    Some(series.missing.first().map_or("no value", |missing| missing.reason.as_str()).to_owned())
                }
                Some(_) => None,
                None => Some(NONE.to_owned()),
            }
        };
        let reasons = [&self.named.denominator, &self.named.numerator].map(reason);
        self.line(name, metric, reasons)
    }

    pub(super) fn missing_formula(
        self,
        derived: &BTreeMap<(usize, usize, usize), &DerivedValue>,
        (case, formula): (usize, usize),
        name: &str,
        metric: &MetricOf,
    ) -> Option<Line> {
        let value = |arm: &String| {
            let place = self.dataset.found.arms.iter().position(|known| known == arm)?;
            derived.get(&(case, formula, place))
        };
        let values = [&self.named.denominator, &self.named.numerator].map(value);
        if values.iter().all(Option::is_none) {
            return None;
        }
        let reasons = values.map(|value| match value {
            Some(value) => value.value.as_ref().err().cloned(),
            None => Some(NONE.to_owned()),
        });
        self.line(name, metric, reasons)
    }

    /// A row only where both arms have something to tell, be it a reason.
    fn line(self, name: &str, metric: &MetricOf, reasons: [Option<String>; 2]) -> Option<Line> {
        match reasons.each_ref().map(|reason| reason.as_deref() == Some(NONE)) {
            [true, true] => None,
            [true, false] => Some(Line::Only(1)),
            [false, true] => Some(Line::Only(0)),
            [false, false] => Some(Line::Row(self.row_without(name, metric, reasons))),
        }
    }

    /// A row without a ratio: what one arm has is told, and why the other has nothing.
    fn row_without(self, case: &str, of: &MetricOf, reasons: [Option<String>; 2]) -> Row {
        let arms = [&self.named.denominator, &self.named.numerator];
        let named = arms.into_iter().zip(&reasons);
        let named: Vec<(&String, String)> = named.filter_map(|(arm, reason)| Some((arm, reason.clone()?))).collect();
        let reason = together(&named);
        let na = format!("N/A ({reason})");
        let figures = arms.map(|arm| {
            let id = self.dataset.id(&[case, arm, &of.name]);
            let value = self.view.ledger.get(&id).and_then(|evidence| evidence.amount.number())?;
            Some((id, value))
        });
        if figures.iter().all(Option::is_none) {
            let mut csv = vec![case.to_owned(), of.name.clone()];
            let rest = self.columns().iter().map(|column| column.csv.len()).sum::<usize>() - 2;
            csv.extend(std::iter::repeat_n(na, rest));
            return Row::Missing { what: run![of.name.clone()], reason, csv };
        }
        let mut cells = vec![Cell::new(label(&known(of)), vec![case.to_owned(), of.name.clone()])];
        for (figure, reason) in figures.into_iter().zip(reasons) {
            cells.push(match figure {
                Some((id, value)) => {
                    let printed = beside(self.view, self.dataset, case, of).with_unit(value);
                    Cell::new(vec![self.view.figure(&id, printed)], vec![text::full(value), of.unit.clone()])
                }
                None => {
                    let reason = reason.unwrap_or_else(|| NONE.to_owned());
                    let na = format!("N/A ({reason})");
                    Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na])
                }
            });
        }
        cells.push(Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![na.clone()]));
        if self.intervals {
            cells.extend([Cell::new(vec![Inline::Missing { reason }], vec![na.clone(), na])]);
            cells.extend(self.undrawn());
            cells.push(Cell::text(""));
        }
        Row::Data(cells)
    }
}

/// What a difference means by the metric's direction.
fn read(metric: &Metric, difference: f64, told_apart: bool) -> Reading {
    let above = difference > 0.0;
    let tone = match metric.direction {
        _ if !told_apart => Tone::Neutral,
        Direction::None => Tone::Neutral,
        Direction::Lower if above => Tone::Worse,
        Direction::Higher if !above => Tone::Worse,
        Direction::Lower | Direction::Higher => Tone::Better,
    };
    let (shape, word) = match (told_apart, above) {
        (false, _) => (Shape::Ring, "not told apart"),
        (true, false) => (Shape::Disc, metric.below.as_str()),
        (true, true) => (Shape::Diamond, metric.above.as_str()),
    };
    Reading { shape, tone, word: word.to_owned() }
}

/// Why an arm has no value of a metric that the files do not tell of it.
const NONE: &str = "it has none";

/// The reasons of two arms, as one where they are the same.
fn together(reasons: &[(&String, String)]) -> String {
    match reasons {
        [(_, a), (_, b)] if a == b => a.clone(),
        reasons => reasons.iter().map(|(arm, reason)| format!("{arm}: {reason}")).collect::<Vec<_>>().join("; "),
    }
}

fn brackets(compared: &Compared, low: f64, high: f64) -> String {
    match &compared.inference {
        Inference::Paired { estimate, .. } => match ratios::printed_interval(estimate) {
            words if words.starts_with("all ") => "all pairs equal".to_owned(),
            interval => interval,
        },
        _ => text::brackets(low, high),
    }
}

fn label(metric: &Metric) -> Vec<Inline> {
    if metric.meaning.is_empty() {
        run![metric.name.clone()]
    } else {
        run![metric.name.clone(), format!(" ({})", metric.meaning)]
    }
}

fn missing(reason: &str) -> Cell {
    let reason = reason.to_owned();
    Cell::new(vec![Inline::Missing { reason: reason.clone() }], vec![format!("N/A ({reason})")])
}

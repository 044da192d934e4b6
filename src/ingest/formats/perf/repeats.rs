//! Whether what perf prints with `-r` are the means that it should be.
//!
//! perf 6.1 prints beside spreads and rates of all runs a count that is not their mean. Two things in a file show it:
//!
//! - a spread of more than 100 %: the standard error of the mean of numbers that are not negative is at most the mean;
//! - a rate that is not the count by the clock, within what rounding allows: perf derives rates from its means.

use std::collections::HashMap;

use crate::ingest::Number;
use crate::ingest::reading::{Said, SaidKind, Whose};
use crate::source::quote;

/// What speaks for and against the means of a file.
#[derive(Default)]
pub struct Repeats {
    /// The first clock of each owner, in milliseconds.
    clocks: HashMap<Whose, f64>,
    /// The counter whose rate may follow.
    counter: Option<Rate>,
    rates: Vec<Rate>,
    doubt: Option<(u32, String)>,
}

#[derive(Clone)]
struct Rate {
    line: u32,
    whose: Whose,
    event: String,
    count: f64,
    rate: f64,
    scale: f64,
}

impl Repeats {
    /// A counter with its line, event and unit. Only means are held against anything.
    pub fn counter(
        &mut self,
        mean: bool,
        whose: &Whose,
        (line, event, unit): (u32, &str, &str),
        value: &Result<Number, String>,
        spread: Option<f64>,
    ) {
        self.counter = None;
        let (Ok(Number { value, .. }), true) = (value, mean) else { return };
        if unit == "msec" {
            self.clocks.entry(whose.clone()).or_insert(*value);
        }
        if let Some(spread) = spread.filter(|spread| *spread > 100.0 && *value >= 0.0) {
            let text = format!("the spread of {} is {spread} percent, and no mean has more than 100", quote(event));
            self.doubt.get_or_insert((line, text));
        }
        let (whose, event) = (whose.clone(), event.to_owned());
        self.counter = Some(Rate { line, whose, event, count: *value, rate: 0.0, scale: 1.0 });
    }

    /// The rate that perf derived from the counter before.
    pub fn rate(&mut self, rate: f64, scale: f64) {
        self.rates.extend(self.counter.take().map(|counter| Rate { rate: rate * scale, scale, ..counter }));
    }

    /// That the means are none, if the file shows it.
    pub fn doubt(&self) -> Option<Said> {
        let rates = self.rates.iter().find_map(|rate| self.contradicted(rate));
        let (line, text) = self.doubt.clone().or(rates)?;
        let text = format!(
            "The counts are not the means over the runs that perf says they are, or their spreads and rates are of \
             something else: {text}. perf 6.1 was seen to print such files; record again with another version or run by run."
        );
        Some(Said::new(line, SaidKind::Damaged, text))
    }

    fn contradicted(&self, rate: &Rate) -> Option<(u32, String)> {
        let clock = *self.clocks.get(&rate.whose)?;
        // Counts are printed whole, clocks with two decimals, rates with three.
        let least = (rate.count - 0.5) / (clock + 0.005) * 1e3 - 5e-4 * rate.scale;
        let most = (rate.count + 0.5) / (clock - 0.005) * 1e3 + 5e-4 * rate.scale;
        let holds = clock <= 0.005 || (least..=most).contains(&rate.rate);
        let of = || format!("{} and the clock give another rate than {}/sec", quote(&rate.event), rate.rate);
        (!holds).then(|| (rate.line, of()))
    }
}

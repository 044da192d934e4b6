//! Counters to records, the same for all of perf's outputs.

use std::collections::HashSet;

use smol_str::SmolStr;

use super::repeats::Repeats;
use super::{RESTORE, unit_of};
use crate::ingest::Number;
use crate::ingest::reading::{About, Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// What a line says of one event.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// Line, from 1.
    pub line: u32,
    /// Where it stands.
    pub span: Span,
    /// Processor, core, thread or control group, where they are kept apart.
    pub case: Option<String>,
    /// End of its interval in seconds, with `-I`.
    pub interval: Option<String>,
    /// Whether it is the total behind the intervals.
    pub summary: bool,
    /// The event's name.
    pub event: String,
    /// Unit as printed.
    pub unit: String,
    /// The number, or perf's word for why there is none. `None` where the line has only what is derived.
    pub value: Option<Result<Number, String>>,
    /// Whether it is a mean over the runs of `-r`.
    pub mean: bool,
    /// Its spread in percent.
    pub spread: Option<f64>,
    /// Part of the time in which it was counted, between 0 and 1.
    pub share: Option<f64>,
    /// What perf computed from it.
    pub derived: Option<Derived>,
}

/// What perf computed: the number or why it is none, and what it says behind it.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The number, or why there is none.
    pub value: Result<Number, String>,
    /// What it is: `insn per cycle`, `MB/s  memory_bandwidth_read`.
    pub what: String,
}

/// What stands in a file so far.
pub struct Recording<'a> {
    source: &'a Source,
    reading: Reading,
    problems: Problems,
    /// Number of the recording in a file to which several were appended.
    section: u32,
    filled: bool,
    intervals: Vec<String>,
    /// Line of the first counter with a time stamp, and of the first without.
    stamped: [Option<u32>; 2],
    seen: HashSet<(Whose, bool, String)>,
    missing: HashSet<(Option<String>, String, String)>,
    rates: Option<(u32, String, String)>,
    event: String,
    repeats: Repeats,
}

impl<'a> Recording<'a> {
    /// Nothing yet.
    pub fn new(source: &'a Source) -> Self {
        Recording {
            source,
            reading: Reading::default(),
            problems: Vec::new(),
            section: 0,
            filled: false,
            intervals: Vec::new(),
            stamped: [None; 2],
            seen: HashSet::new(),
            missing: HashSet::new(),
            rates: None,
            event: String::new(),
            repeats: Repeats::default(),
        }
    }

    /// The head of a recording. A further one in the same file begins the next run.
    pub fn begins(&mut self) {
        if self.filled {
            self.section += 1;
            self.filled = false;
        }
    }

    /// A comment line.
    pub fn comment(&mut self, line: u32, text: &str) {
        let text = text.trim().trim_start_matches('#').trim();
        if let Some(date) = text.strip_prefix("started on ") {
            self.begins();
            self.say(Said::new(line, SaidKind::Setting, format!("started on: {}", date.trim())));
        } else if !text.is_empty() {
            self.say(Said::new(line, SaidKind::Remark, format!("A comment says {}.", quote(text))));
        }
    }

    /// What is no counter.
    pub fn say(&mut self, said: Said) {
        self.reading.said.push(said);
    }

    /// What is wrong.
    pub fn refuse(&mut self, code: &'static str, span: Span, cause: impl Into<String>, next: &str) {
        self.problems.push(self.source.problem(code, span, cause, next));
    }

    /// Problems that were found elsewhere.
    pub fn refuse_all(&mut self, problems: Problems) {
        self.problems.extend(problems);
        self.problems.sort_by_key(|problem| (problem.place.line, problem.place.column));
    }

    /// How many problems there are.
    pub fn refusals(&self) -> usize {
        self.problems.len()
    }

    /// Whether there is no counter yet.
    pub fn is_empty(&self) -> bool {
        self.reading.observations.is_empty()
    }

    /// A counter.
    pub fn counter(&mut self, counter: Counter) {
        self.filled = true;
        let run = match &counter.interval {
            Some(stamp) => Some(self.interval(stamp, &counter)),
            None if counter.summary => None,
            None => {
                self.stamped[1].get_or_insert(counter.line);
                Some(self.section)
            }
        };
        let whose = Whose { case: counter.case.as_deref().map(SmolStr::new), run, ..Whose::default() };
        let statistic = if counter.mean {
            Statistic::Given("mean".to_owned())
        } else if counter.summary {
            Statistic::Given("sum".to_owned())
        } else {
            Statistic::Sample
        };
        if let Some(value) = counter.value {
            self.event.clone_from(&counter.event);
            self.repeats.counter(
                counter.mean,
                &whose,
                (counter.line, &counter.event, &counter.unit),
                &value,
                counter.spread,
            );
            self.once(&whose, counter.summary, &counter.event, counter.span);
            self.missing(counter.line, counter.case.as_deref(), &counter.event, &value);
            self.reading.observations.push(Observation {
                line: counter.line,
                whose: whose.clone().into(),
                metric: counter.event.into(),
                unit: unit_of(&counter.unit).into(),
                statistic,
                value,
                about: About { share: counter.share, spread: counter.spread }.told(),
            });
        }
        if let Some(derived) = counter.derived {
            self.derived(counter.line, counter.span, whose, counter.summary, derived);
        }
    }

    fn interval(&mut self, stamp: &str, counter: &Counter) -> u32 {
        self.stamped[0].get_or_insert(counter.line);
        if self.intervals.last().is_none_or(|last| last != stamp) {
            let seconds = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
            if let Some(last) = self.intervals.last()
                && seconds(last) >= seconds(stamp)
            {
                let cause = format!("the interval ends at {stamp} s, not after the one before it ({last} s)");
                self.refuse("perf::interval-order", counter.span, cause, "give each recording a file of its own");
            }
            self.intervals.push(stamp.to_owned());
        }
        u32::try_from(self.intervals.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Refuses a second number of the same name for the same owner: nothing says which of them is meant.
    fn once(&mut self, whose: &Whose, summary: bool, name: &str, span: Span) {
        if !self.seen.insert((whose.clone(), summary, name.to_owned())) {
            let of = whose.case.as_deref().map_or_else(String::new, |case| format!(" of {}", quote(case)));
            self.refuse(
                "perf::twice",
                span,
                format!("{}{of} stands twice in the same recording", quote(name)),
                "count each event once, and give each recording a file of its own",
            );
        }
    }

    fn missing(&mut self, line: u32, case: Option<&str>, event: &str, value: &Result<Number, String>) {
        let Err(reason) = value else { return };
        if self.missing.insert((case.map(str::to_owned), event.to_owned(), reason.clone())) {
            let said =
                Said::new(line, SaidKind::Missing, format!("{} has no number: {}.", quote(event), quote(reason)));
            self.say(Said { case: case.map(SmolStr::new), ..said });
        }
    }

    fn derived(&mut self, line: u32, span: Span, whose: Whose, summary: bool, derived: Derived) {
        let what = derived.what.trim();
        let scale = what.strip_suffix("/sec").and_then(|scale| match scale {
            "" => Some(1.0),
            "K" => Some(1e3),
            "M" => Some(1e6),
            "G" => Some(1e9),
            _ => None,
        });
        if let Some(scale) = scale {
            if let Ok(rate) = &derived.value {
                self.repeats.rate(rate.value, scale);
            }
            self.rates.get_or_insert_with(|| (line, what.to_owned(), self.event.clone()));
            return;
        }
        let (unit, name) = what.split_once("  ").map_or((unit_of_derived(what), what), |(unit, name)| {
            (if unit.trim() == "%" { "percent" } else { unit.trim() }, name.trim())
        });
        let metric = if self.event.is_empty() { name.to_owned() } else { format!("{}: {name}", self.event) };
        self.once(&whose, summary, &metric, span);
        self.missing(line, whose.case.as_deref(), &metric, &derived.value);
        self.reading.observations.push(Observation {
            line,
            whose: whose.into(),
            metric: metric.into(),
            unit: unit.into(),
            statistic: Statistic::Given("derived".to_owned()),
            value: derived.value,
            about: None,
        });
    }

    /// What the file came to.
    ///
    /// # Errors
    /// The problems of all lines, and a file without a counter.
    pub fn end(mut self) -> Outcome<Reading> {
        if self.problems.is_empty() && self.reading.observations.is_empty() {
            let next = "record again; perf prints its counters only when the command has ended";
            self.refuse("perf::nothing", Span::default(), "nothing was measured: the file has no counter", next);
        }
        if let [Some(_), Some(line)] = self.stamped {
            let span = Span { start: self.source.byte_at(line.into(), 1), length: 0 };
            let cause = "the counter has no time stamp, but others of the file have";
            self.refuse("perf::interval", span, cause, "give each recording a file of its own");
        }
        if self.section == 0 && self.intervals.is_empty() {
            for observation in &mut self.reading.observations {
                observation.in_run(None);
            }
        }
        if let Some(last) = self.intervals.last() {
            let text = format!("intervals: {}, the last until {last} s", self.intervals.len());
            self.reading.said.push(Said::new(self.stamped[0].unwrap_or(1), SaidKind::Setting, text));
        }
        if let Some((line, unit, event)) = self.rates {
            let text = format!(
                "Rates that perf derived, for instance {} of {}, are passed over: they are scaled and rounded, and count \
                 and time stand in the file.",
                quote(&unit),
                quote(&event)
            );
            self.reading.said.push(Said::new(line, SaidKind::Remark, text));
        }
        if let Some(said) = self.repeats.doubt() {
            self.reading.said.push(said);
            let means =
                self.reading.observations.iter_mut().filter(|o| o.statistic == Statistic::Given("mean".to_owned()));
            for observation in means.filter(|observation| observation.metric != super::ELAPSED) {
                observation.statistic = Statistic::Given("unclear mean".to_owned());
            }
        }
        self.reading.said.sort_by_key(|said| said.line);
        if self.problems.is_empty() { Ok(self.reading) } else { Err(self.problems) }
    }

    /// Refuses a text as a number: `what` is whose it is, `why` why it is none.
    pub fn not_a_number(&mut self, span: Span, what: &str, text: &str, why: &str) {
        let next = if text.contains(',') { super::locale::DECLARE } else { RESTORE };
        self.refuse("perf::not-a-number", span, format!("{what} is {}: {why}", quote(text)), next);
    }
}

/// The unit of a derived number that does not name it apart.
fn unit_of_derived(what: &str) -> &str {
    if what.starts_with("of all ") || what.ends_with(" cycles idle") {
        "percent"
    } else if what == "GHz" {
        "GHz"
    } else if what == "CPUs utilized" || what.contains(" per ") {
        "ratio"
    } else {
        ""
    }
}

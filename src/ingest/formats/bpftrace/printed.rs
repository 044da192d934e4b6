//! What was printed of maps to records, the same for both outputs.

use std::collections::{HashMap, HashSet};

use super::super::Input;
use crate::ingest::Number;
use crate::ingest::reading::{Bucket, Histogram, Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// Lines of the script's own that are told one by one.
const TOLD: usize = 20;

/// One entry of a map as printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Line, from 1.
    pub line: u32,
    /// Where it stands.
    pub span: Span,
    /// The map with its `@`.
    pub map: String,
    /// Its key, commas without blanks; empty where the map has none.
    pub key: String,
    /// What stands there.
    pub what: What,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A number of a kind that is not told: `count()`, `sum()`, `max()`, an assigned value.
    Number(Number),
    /// `avg()`.
    Mean(Number),
    /// `stats()`.
    Stats(Stats),
    /// `hist()` or `lhist()`.
    Ranges(Vec<Bucket>),
    /// Words.
    Words(String),
}

/// What `stats()` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// How many values.
    pub count: Number,
    /// Their mean, rounded down to a whole number.
    pub average: Number,
    /// Their sum.
    pub total: Number,
}

impl What {
    /// Whether both say the same, wherever they stand.
    fn same(&self, other: &What) -> bool {
        match (self, other) {
            (What::Ranges(left), What::Ranges(right)) => {
                let part = |bucket: &Bucket| (bucket.low.to_bits(), bucket.high.to_bits(), bucket.count);
                left.iter().map(part).eq(right.iter().map(part))
            }
            _ => self == other,
        }
    }
}

/// What stands in a file so far.
pub struct Printings<'a> {
    /// The file.
    pub source: &'a Source,
    /// What is wrong.
    pub problems: Problems,
    said: Vec<Said>,
    /// Each map with its printings, in the order in which they begin.
    maps: Vec<(String, Vec<Vec<Printed>>)>,
    index: HashMap<String, usize>,
    /// The map that the line before was of, and the keys of this printing of it so far.
    open: Option<(String, HashSet<String>)>,
    words: Vec<(u32, String)>,
    /// First error that kept something from being measured.
    error: Option<(Span, String)>,
}

impl<'a> Printings<'a> {
    /// Nothing yet.
    pub fn new(source: &'a Source) -> Self {
        Printings {
            source,
            problems: Vec::new(),
            said: Vec::new(),
            maps: Vec::new(),
            index: HashMap::new(),
            open: None,
            words: Vec::new(),
            error: None,
        }
    }

    /// What is wrong at a place.
    pub fn refuse(&mut self, code: &'static str, span: Span, cause: impl Into<String>, next: &str) {
        self.problems.push(self.source.problem(code, span, cause, next));
    }

    /// The printing that is going on has ended.
    pub fn apart(&mut self) {
        self.open = None;
    }

    /// What is said besides.
    pub fn say(&mut self, line: u32, kind: SaidKind, text: impl Into<String>) {
        self.said.push(Said::new(line, kind, text));
    }

    /// A line of the script's own.
    pub fn words(&mut self, line: u32, text: &str) {
        if !text.trim().is_empty() {
            self.words.push((line, quote(text.trim())));
        }
    }

    /// How many probes were attached.
    pub fn attached(&mut self, line: u32, probes: &str) {
        self.say(line, SaidKind::Setting, format!("attached probes: {probes}"));
    }

    /// What bpftrace lost of what the script printed.
    pub fn lost(&mut self, line: u32, events: &str) {
        self.say(line, SaidKind::Damaged, format!("bpftrace lost {events} events; what they printed is not there."));
    }

    /// An error or a warning of bpftrace's.
    pub fn complaint(&mut self, line: u32, span: Span, text: &str) {
        let text = text.trim();
        // Neither keeps anything from being measured: a limit that newer kernels do not have, and an end that failed.
        let harmless = text.contains("RLIMIT_MEMLOCK") || text.contains("failed to detach probe");
        let full = text.contains("Map full") || text.contains("map_update_elem");
        if full {
            self.say(line, SaidKind::Damaged, format!("A map lost values: {}.", quote(text)));
        } else if text.contains("ERROR:") && !harmless {
            self.error.get_or_insert_with(|| (span, quote(text)));
            self.say(line, SaidKind::Failed, format!("bpftrace says {}.", quote(text)));
        } else {
            self.say(line, SaidKind::Remark, format!("bpftrace says {}.", quote(text)));
        }
    }

    /// An entry of a map.
    pub fn entry(&mut self, printed: Printed) {
        let at = *self.index.entry(printed.map.clone()).or_insert_with(|| {
            self.maps.push((printed.map.clone(), Vec::new()));
            self.maps.len() - 1
        });
        let Some((_, printings)) = self.maps.get_mut(at) else { return };
        let goes_on = match &mut self.open {
            Some((map, keys)) => *map == printed.map && keys.insert(printed.key.clone()),
            None => false,
        };
        if !goes_on {
            self.open = Some((printed.map.clone(), HashSet::from([printed.key.clone()])));
        }
        match printings.last_mut().filter(|_| goes_on) {
            Some(last) => last.push(printed),
            None => printings.push(vec![printed]),
        }
    }

    /// What the file came to.
    ///
    /// # Errors
    /// The problems of all lines, maps whose printings differ without a declaration, and a file without a map.
    pub fn end(mut self, input: &Input<'_>) -> Outcome<Reading> {
        let repeated = input.declared.get("repeated").map(String::as_str);
        if let Some(other) = repeated.filter(|word| !matches!(*word, "last" | "each")) {
            let cause = format!("`repeated` is declared as {}, which is not known", quote(other));
            self.refuse("bpftrace::declared", Span::default(), cause, "known are `last`, `each`");
        }
        if self.maps.is_empty() && self.problems.is_empty() {
            let (span, cause) = match self.error.take() {
                Some((span, error)) => (span, format!("nothing was measured: bpftrace says {error}")),
                None => (Span::default(), "nothing was measured: no map is printed".to_owned()),
            };
            let next = "record again, and look that the script's probes can be attached";
            self.refuse("bpftrace::nothing", span, cause, next);
        }
        let mut reading = Reading::default();
        for (map, printings) in std::mem::take(&mut self.maps) {
            let printings = self.counting(&map, printings, repeated);
            let runs = repeated == Some("each") && printings.len() > 1;
            for (run, printing) in (0u32..).zip(printings) {
                let whose = Whose { run: runs.then_some(run), ..Whose::default() };
                for entry in printing {
                    record(entry, &whose, &mut reading);
                }
            }
        }
        reading.observations.sort_by_key(|observation| observation.line);
        reading.histograms.sort_by_key(|histogram| histogram.line);
        for (line, text) in self.words.iter().take(TOLD) {
            self.said.push(Said::new(*line, SaidKind::Remark, format!("The script printed {text}.")));
        }
        if let Some((line, _)) = self.words.get(TOLD) {
            let text = format!("The script printed {} further lines.", self.words.len() - TOLD);
            self.said.push(Said::new(*line, SaidKind::Remark, text));
        }
        reading.said.extend(self.said);
        reading.said.sort_by_key(|said| said.line);
        self.problems.sort_by_key(|problem| (problem.place.line, problem.place.column));
        if self.problems.is_empty() { Ok(reading) } else { Err(self.problems) }
    }

    /// Those of a map's printings that count: each where that is declared, otherwise the last. That others say
    /// something else is refused unless it is declared what they are.
    fn counting(&mut self, map: &str, mut printings: Vec<Vec<Printed>>, repeated: Option<&str>) -> Vec<Vec<Printed>> {
        let times = printings.len();
        if times < 2 || repeated == Some("each") {
            return printings;
        }
        let differs = printings.windows(2).find_map(|pair| match pair {
            [left, right] if !same(left, right) => right.first(),
            _ => None,
        });
        if let (Some(entry), None) = (differs, repeated) {
            let cause = format!(
                "{} is printed {times} times with other numbers, and whether it grows or is cleared is not said",
                quote(map)
            );
            let next = "declare `repeated: last` if it is never cleared, `repeated: each` if it is after each printing";
            self.problems.push(self.source.problem("bpftrace::repeated", entry.span, cause, next));
        }
        let last = printings.pop().unwrap_or_default();
        let line = last.first().map_or(1, |entry| entry.line);
        let text = format!("{} is printed {times} times; this last one counts.", quote(map));
        self.say(line, SaidKind::Remark, text);
        vec![last]
    }
}

/// Whether two printings of a map say the same; keys are unique in each.
fn same(left: &[Printed], right: &[Printed]) -> bool {
    let by_key: HashMap<&str, &What> = right.iter().map(|entry| (entry.key.as_str(), &entry.what)).collect();
    let in_right = |entry: &Printed| by_key.get(entry.key.as_str()).is_some_and(|what| entry.what.same(what));
    left.len() == right.len() && left.iter().all(in_right)
}

fn record(entry: Printed, whose: &Whose, reading: &mut Reading) {
    let Printed { line, map, key, what, .. } = entry;
    let name = map.strip_prefix('@').filter(|name| !name.is_empty()).unwrap_or(&map);
    let metric = if key.is_empty() { name.to_owned() } else { format!("{name}[{key}]") };
    let unit = unit_of(name);
    let mut observe = |number: Number, unit: &str, statistic: Option<&str>| {
        let sample = Observation::sample(line, metric.clone(), unit, number).of(whose.clone());
        reading.observations.push(match statistic {
            Some(statistic) => Observation { statistic: Statistic::Given(statistic.to_owned()), ..sample },
            None => sample,
        });
    };
    match what {
        What::Number(number) => observe(number, unit, None),
        What::Mean(number) => observe(number, unit, Some("mean")),
        What::Stats(stats) => {
            observe(stats.count, "count", Some("count"));
            observe(stats.average, unit, Some("mean"));
            observe(stats.total, unit, Some("sum"));
        }
        What::Ranges(buckets) => {
            reading.histograms.push(Histogram {
                line,
                whose: whose.clone(),
                metric: metric.into(),
                unit: unit.into(),
                buckets,
            });
        }
        What::Words(words) => {
            let text = format!("{} is {}, which is no number.", quote(&metric), quote(&words));
            reading.said.push(Said::new(line, SaidKind::Remark, text));
        }
    }
}

/// The unit that a map's name ends in.
fn unit_of(name: &str) -> &'static str {
    match name.rsplit('_').next().unwrap_or(name) {
        "ns" | "nsec" | "nsecs" => "ns",
        "us" | "usec" | "usecs" => "µs",
        "ms" | "msec" | "msecs" => "ms",
        "sec" | "secs" | "seconds" => "s",
        "bytes" => "B",
        "kb" => "kB",
        _ => "",
    }
}

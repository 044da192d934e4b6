//! Whose each number is.

use std::collections::{BTreeMap, BTreeSet};

use super::{At, Drive, GivenAt, HistogramOf, MetricOf, MissingAt, ObservedDataset, SaidAt, SampleAt, Series, WordsOf};
use crate::campaign::datasets::{self, Design, PhaseData};
use crate::ingest::reading::{Observation, Statistic, Whose};
use crate::ingest::{DatasetRecords, FileRecords};
use crate::number::{Decimal, Metric, Scale};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::{list, quote};

/// Arm of numbers that nobody says the arm of.
const ONLY_ARM: &str = "all";

/// Puts the numbers of a dataset's files together by case, metric and arm. What a file says of a number wins over what
/// its path says; a case that neither tells is called by the dataset's name.
pub(super) fn assemble(data: &PhaseData, records: &DatasetRecords) -> Outcome<ObservedDataset> {
    let mut making = Making {
        data,
        records,
        out: ObservedDataset { arms: data.arms.clone(), ..ObservedDataset::default() },
        places: BTreeMap::new(),
        case_places: BTreeMap::new(),
        arm_places: data.arms.iter().cloned().zip(0..).collect(),
        metric_places: BTreeMap::new(),
        word_places: BTreeMap::new(),
        left_out: BTreeMap::new(),
        settled: BTreeSet::new(),
        problems: Vec::new(),
    };
    for metric in &records.declared.metrics {
        if !making.out.metrics.iter().any(|known| known.name == metric.name) {
            let named = Metric::named(&metric.name);
            making.metric_places.insert(metric.name.clone(), making.out.metrics.len());
            making.out.metrics.push(MetricOf {
                name: metric.name.clone(),
                meaning: if metric.meaning.is_empty() { named.meaning } else { metric.meaning.clone() },
                unit: metric.unit.clone().unwrap_or_default(),
                better: metric.better.unwrap_or(named.direction),
            });
        }
    }
    for file in &records.files {
        making.file(file);
    }
    let Making { mut out, left_out, mut problems, .. } = making;
    out.series.sort_by_key(|one| (one.case, one.metric, one.arm));
    problems.extend(runs_are_their_own(records, &mut out));
    out.left_out = left_out.into_iter().collect();
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

struct Making<'a> {
    data: &'a PhaseData,
    records: &'a DatasetRecords,
    out: ObservedDataset,
    /// Where the series of a case, metric and arm is.
    places: BTreeMap<(usize, usize, usize), usize>,
    /// Where a case is in the list of cases.
    case_places: BTreeMap<String, usize>,
    /// Where an arm is in the list of arms.
    arm_places: BTreeMap<String, usize>,
    /// Where a metric is in the list of metrics.
    metric_places: BTreeMap<String, usize>,
    /// Where the words of a case, arm and name are.
    word_places: BTreeMap<(usize, usize, String), usize>,
    left_out: BTreeMap<String, usize>,
    /// Metrics whose unit is known from a value of their own.
    settled: BTreeSet<usize>,
    problems: Problems,
}

impl Making<'_> {
    fn file(&mut self, file: &FileRecords) {
        let at =
            |line: u32| At { file: file.path.clone(), line, raw: file.lines.get(&line).cloned().unwrap_or_default() };
        for observation in &file.reading.observations {
            self.observation(file, observation, at(observation.line));
        }
        for histogram in &file.reading.histograms {
            let Some((case, arm)) = self.owner(file, &histogram.whose, histogram.line) else { continue };
            self.out.histograms.push(HistogramOf {
                case,
                arm,
                metric: histogram.metric.to_string(),
                unit: histogram.unit.to_string(),
                buckets: histogram.buckets.clone(),
                at: at(histogram.line),
            });
        }
        for worded in &file.reading.texts {
            let Some((case, arm)) = self.owner(file, &worded.whose, worded.line) else { continue };
            let run = (worded.text.clone(), at(worded.line));
            let made = self.out.words.len();
            let of = *self.word_places.entry((case, arm, worded.name.clone())).or_insert(made);
            match self.out.words.get_mut(of) {
                Some(words) => words.runs.push(run),
                None => self.out.words.push(WordsOf { case, arm, name: worded.name.clone(), runs: vec![run] }),
            }
        }
        if let Some(transactions) = &file.reading.transactions
            && let Some((case, arm)) = self.owner(file, &Whose::default(), 1)
        {
            let drive = match self.out.drives.iter().position(|drive| (drive.case, drive.arm) == (case, arm)) {
                Some(at) => at,
                None => {
                    self.out.drives.push(Drive { case, arm, files: Vec::new(), logs: Vec::new() });
                    self.out.drives.len() - 1
                }
            };
            if let Some(drive) = self.out.drives.get_mut(drive) {
                drive.files.push(file.path.clone());
                drive.logs.push(transactions.clone());
            }
        }
        let said = file.reading.said.iter().cloned();
        self.out.said.extend(said.map(|said| SaidAt { file: file.path.clone(), said }));
    }

    fn observation(&mut self, file: &FileRecords, observation: &Observation, at: At) {
        let declared = &self.records.declared.metrics;
        let wanted = declared.iter().find(|metric| metric.from == observation.metric);
        if wanted.is_none() && !declared.is_empty() {
            *self.left_out.entry(observation.metric.to_string()).or_default() += 1;
            return;
        }
        let Some((case, arm)) = self.owner(file, &observation.whose, observation.line) else { return };
        let mut name = wanted.map_or(observation.metric.as_str(), |metric| &metric.name).to_owned();
        let mut statistic = match wanted.and_then(|metric| metric.statistic.clone()) {
            Some(statistic) => Statistic::Given(statistic),
            None => observation.statistic.clone(),
        };
        // A number that the list of runs or the path gives tells runs apart; that of a file counts within it.
        let run = file.whose.run.or(observation.whose.run);
        // Summaries that are told run by run are a series of their own, one value a run.
        if let (Statistic::Given(summary), Some(_)) = (&statistic, run) {
            if summary != "mean" {
                name = format!("{name} {summary}");
            }
            statistic = Statistic::Sample;
        }
        let name = name.as_str();
        let is_sample = matches!(&statistic, Statistic::Sample);
        // A count or a share among the summaries of a time has a unit of its own and says nothing of the metric's.
        let Some((unit, declared_power)) = self.unit(file, observation, wanted, is_sample) else { return };
        let counts = matches!(&statistic, Statistic::Given(name) if name == "count");
        let apart = counts || (!is_sample && matches!(unit.as_str(), "" | "count" | "ratio" | "percent"));
        let metric = self.metric(name, &unit, apart);
        let known = self.out.metrics.get(metric).map(|metric| metric.unit.clone()).unwrap_or_default();
        let given_unit = if counts { "count".to_owned() } else { unit.clone() };
        // Values of one metric are told in one unit: that in which the first is printed.
        let power = if known == unit { Some(0) } else { Scale::named(&unit, &known).map(|scale| scale.power) };
        let power = power.map(|power| power + declared_power);
        if power.is_none() && observation.value.is_ok() && !apart {
            self.problems.push(Problem::new(
                Kind::Input,
                "datasets::units-differ",
                Place::line(&file.path, observation.line),
                format!("{} is given in {} here, and in {} elsewhere", quote(name), quote(&unit), quote(&known)),
                "split the dataset, or declare the metric's `unit` if one of them is wrongly given",
            ));
            return;
        }
        let order = file.whose.order.or(observation.whose.order);
        let series = self.series(case, metric, arm);
        match (&observation.value, statistic) {
            (Err(reason), statistic) => series.missing.push(MissingAt {
                statistic: match statistic {
                    Statistic::Sample => None,
                    Statistic::Given(name) => Some(name),
                },
                reason: reason.clone(),
                at,
            }),
            (Ok(number), Statistic::Sample) => {
                // Without a number, runs are counted as they come.
                let next = series.samples.len() as u32;
                series.samples.push(SampleAt {
                    run: run.unwrap_or(next),
                    order,
                    value: in_unit(number.value, power.unwrap_or(0)),
                    text: number.text.to_string(),
                    share: observation.share(),
                    at,
                });
            }
            (Ok(number), Statistic::Given(statistic)) => series.given.push(GivenAt {
                statistic,
                unit: if power.is_some() && !counts { known } else { given_unit },
                of_metric: false,
                value: in_unit(number.value, power.filter(|_| !counts).unwrap_or(0)),
                text: number.text.to_string(),
                share: observation.share(),
                spread: observation.spread(),
                at,
            }),
        }
    }

    /// The unit in which a number is told, and the power of ten that brings it there. A declared unit is that of files
    /// which give none; where a file gives one, its numbers are brought into the declared one.
    fn unit(
        &mut self,
        file: &FileRecords,
        observation: &Observation,
        wanted: Option<&datasets::DeclaredMetric>,
        is_sample: bool,
    ) -> Option<(String, i32)> {
        let printed = observation.unit.as_str();
        let as_printed = Some((printed.to_owned(), 0));
        let Some(declared) = wanted.and_then(|metric| metric.unit.as_deref()) else { return as_printed };
        // A count or a share among the summaries of a time stays what it is.
        if !is_sample && matches!(printed, "count" | "ratio" | "percent") {
            return as_printed;
        }
        // What is counted, and what is made of it in a second, may be named more closely.
        let named = matches!(printed, "" | "count")
            || (printed == "1/s" && declared.ends_with("/s") && Scale::named("B/s", declared).is_none());
        if named || printed == declared {
            return Some((declared.to_owned(), 0));
        }
        let scale = Scale::named(printed, declared);
        if scale.is_none() && observation.value.is_ok() {
            self.problems.push(Problem::new(
                Kind::Input,
                "datasets::other-unit",
                Place::line(&file.path, observation.line),
                format!(
                    "{} is given in {} here, and declared in {}, into which that can't be brought",
                    quote(&observation.metric),
                    quote(printed),
                    quote(declared)
                ),
                "leave the metric's `unit` out: it is for files that give none",
            ));
            return None;
        }
        Some((declared.to_owned(), scale.map_or(0, |scale| scale.power)))
    }

    fn series(&mut self, case: usize, metric: usize, arm: usize) -> &mut Series {
        let made = self.out.series.len();
        let at = *self.places.entry((case, metric, arm)).or_insert(made);
        if at == made {
            let (samples, given, missing) = (Vec::new(), Vec::new(), Vec::new());
            self.out.series.push(Series { case, arm, metric, samples, given, missing });
        }
        // Just found or just made.
        &mut self.out.series[at]
    }

    /// Place of a metric. Its unit is that of its first value that is not told apart from it, else of the first.
    fn metric(&mut self, name: &str, unit: &str, apart: bool) -> usize {
        let at = match self.metric_places.get(name) {
            Some(&at) => at,
            None => {
                self.metric_places.insert(name.to_owned(), self.out.metrics.len());
                let named = Metric::named(name);
                self.out.metrics.push(MetricOf {
                    name: name.to_owned(),
                    meaning: named.meaning,
                    unit: String::new(),
                    better: named.direction,
                });
                self.out.metrics.len() - 1
            }
        };
        let settled = self.settled.contains(&at);
        if let Some(metric) = self.out.metrics.get_mut(at)
            && !settled
            && (!apart || metric.unit.is_empty())
            && !unit.is_empty()
        {
            unit.clone_into(&mut metric.unit);
            if !apart {
                self.settled.insert(at);
            }
        }
        at
    }

    /// Case and arm of something in a file.
    fn owner(&mut self, file: &FileRecords, whose: &Whose, line: u32) -> Option<(usize, usize)> {
        // A name of nothing but blanks is none.
        let told = |of: fn(&Whose) -> Option<&str>| {
            let named = |name: &&str| !name.trim().is_empty();
            of(whose).filter(named).or(of(&file.whose).filter(named))
        };
        let case = told(|whose| whose.case.as_deref()).unwrap_or(&self.records.declared.name);
        let arms = &self.data.arms;
        let arm = match (told(|whose| whose.arm.as_deref()), arms.as_slice()) {
            (Some(arm), _) => arm.to_owned(),
            (None, [only]) => only.clone(),
            (None, []) => ONLY_ARM.to_owned(),
            (None, _) => {
                self.problems.push(Problem::new(
                    Kind::Input,
                    "datasets::arm-missing",
                    Place::line(&file.path, line),
                    format!("neither the file nor its path says which arm this is of ({})", list_of(arms)),
                    format!("declare the arm of the files of the dataset {}", quote(&self.records.declared.name)),
                ));
                return None;
            }
        };
        if !arms.is_empty() && !arms.contains(&arm) {
            self.problems.push(Problem::new(
                Kind::Input,
                "datasets::unknown-arm",
                Place::line(&file.path, line),
                format!("the arm {} is none of the phase's arms ({})", quote(&arm), list_of(arms)),
                format!("declare it in {}, or correct it there", datasets::FILE),
            ));
            return None;
        }
        Some((
            place(&mut self.out.cases, &mut self.case_places, case),
            place(&mut self.out.arms, &mut self.arm_places, &arm),
        ))
    }
}

/// A value in another unit of the same measure, digit by digit.
fn in_unit(value: f64, power: i32) -> f64 {
    match Decimal::of(value) {
        Some(decimal) if power != 0 => decimal.shifted(power).to_f64(),
        _ => value,
    }
}

fn list_of(names: &[String]) -> String {
    list(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Place of a name in a list, at whose end it is put if it is new.
fn place(names: &mut Vec<String>, places: &mut BTreeMap<String, usize>, name: &str) -> usize {
    match places.get(name) {
        Some(at) => *at,
        None => {
            let at = names.len();
            names.push(name.to_owned());
            places.insert(name.to_owned(), at);
            at
        }
    }
}

/// Sorts samples by run, and refuses a run that is there twice and a summary that is told twice.
fn runs_are_their_own(records: &DatasetRecords, out: &mut ObservedDataset) -> Problems {
    let mut problems = Problems::new();
    let names = |out: &ObservedDataset, series: &Series| {
        let name = |names: &[String], at: usize| quote(names.get(at).map_or("", String::as_str));
        let metric = out.metrics.get(series.metric).map_or("", |metric| &metric.name);
        format!("{} of {}, {}", quote(metric), name(&out.cases, series.case), name(&out.arms, series.arm))
    };
    let mut all = std::mem::take(&mut out.series);
    for series in &mut all {
        let unit = out.metrics.get(series.metric).map(|metric| metric.unit.as_str());
        series.given.iter_mut().for_each(|given| given.of_metric = Some(given.unit.as_str()) == unit);
        // A tool that takes several values of a process numbers the processes; where nothing is paired by that number, the
        // values are counted instead.
        let repeats =
            series.samples.windows(2).any(|pair| matches!(pair, [a, b] if a.run == b.run && a.at.file == b.at.file));
        if repeats && records.declared.design != Design::Paired {
            let numbered = series.samples.iter_mut().zip(0..);
            numbered.for_each(|(sample, run)| sample.run = run);
        }
        series.samples.sort_by_key(|sample| sample.run);
        let mut told = BTreeSet::new();
        for given in &series.given {
            if !told.insert(given.statistic.as_str()) {
                problems.push(twice(records, &given.at, &format!("the {} of {}", given.statistic, names(out, series))));
            }
        }
        for pair in series.samples.windows(2) {
            if let [first, second] = pair
                && first.run == second.run
            {
                let what = format!("run {} of {}", second.run, names(out, series));
                problems.push(twice(records, &second.at, &what));
            }
        }
    }
    out.series = all;
    // Files that can't be told apart meet in every metric; the first few say enough.
    if problems.len() > MOST_TWICE {
        let more = problems.len() - MOST_TWICE;
        problems.truncate(MOST_TWICE);
        if let Some(last) = problems.last_mut() {
            last.cause.push_str(&format!(", and {more} more like it"));
        }
    }
    problems
}

/// Problems of one kind that a dataset tells.
const MOST_TWICE: usize = 5;

fn twice(records: &DatasetRecords, at: &At, what: &str) -> Problem {
    Problem::new(
        Kind::Input,
        "datasets::twice",
        Place::line(&at.file, at.line),
        format!("{what} is there twice in the dataset {}", quote(&records.declared.name)),
        "declare what tells the files apart: `{case}`, `{arm}` or `{run}` in their paths, or a dataset for each",
    )
}

//! What the readers' tests share: the fixtures, a call of a reader on them, and the centres that tools print.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Format, Input};
use crate::ingest::reading::{Observation, Reading, SaidKind, Statistic};
use crate::problem::Outcome;
use crate::source::Source;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/formats")
}

/// A fixture as text.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap()
}

/// A fixture read by `format`, with `key=value` declared.
pub fn read(format: &Format, path: &str, declared: &[(&str, &str)]) -> Outcome<Reading> {
    let source = Source::decode(path, text(path).as_bytes()).unwrap();
    let parent = folder().join(path).parent().unwrap().to_owned();
    let beside = |relative: &str| match std::fs::read(parent.join(relative)) {
        Ok(bytes) => Source::decode(relative, &bytes).map(Some),
        Err(_) => Ok(None),
    };
    (format.read)(&Input { source: &source, declared: &keys(declared), beside: &beside })
}

/// A text read by `format`, with files beside it.
pub fn read_text(
    format: &Format,
    file: &str,
    text: &str,
    declared: &[(&str, &str)],
    others: &[(&str, &str)],
) -> Outcome<Reading> {
    let source = Source::new(file, text.to_owned());
    let beside = |relative: &str| {
        let found = others.iter().find(|(name, _)| *name == relative);
        Ok(found.map(|(name, text)| Source::new(name, (*text).to_owned())))
    };
    (format.read)(&Input { source: &source, declared: &keys(declared), beside: &beside })
}

/// The problems of a text as they are told.
pub fn messages(format: &Format, file: &str, text: &str, others: &[(&str, &str)]) -> Vec<String> {
    read_text(format, file, text, &[], others).unwrap_err().iter().map(ToString::to_string).collect()
}

fn keys(declared: &[(&str, &str)]) -> BTreeMap<String, String> {
    declared.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// All fixtures that a format claims, sorted.
pub fn claimed(format: &Format) -> Vec<String> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder()).sort_by_file_name() {
        let entry = entry.unwrap();
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        let path = entry.path().strip_prefix(folder()).unwrap().to_str().unwrap().to_owned();
        if (format.looks)(&path, &Source::new(&path, text)) {
            found.push(path);
        }
    }
    assert!(!(format.looks)("a.txt", &Source::new("a.txt", String::new())));
    found
}

impl Reading {
    /// The samples of a case (or an arm) and metric.
    pub fn samples(&self, of: &str, metric: &str) -> Vec<f64> {
        let these = self.of(of, metric).filter(|observation| observation.statistic == Statistic::Sample);
        these.filter_map(|observation| observation.value.as_ref().ok()).map(|number| number.value).collect()
    }

    /// The tool's own summary of a case (or an arm) and metric.
    pub fn summary(&self, of: &str, metric: &str, statistic: &str) -> f64 {
        self.given(of, metric, statistic).value.as_ref().unwrap().value
    }

    /// The observation that is the tool's own summary.
    pub fn given(&self, of: &str, metric: &str, statistic: &str) -> &Observation {
        let given = Statistic::Given(statistic.to_owned());
        self.of(of, metric).find(|observation| observation.statistic == given).unwrap()
    }

    fn of<'a, 'b>(&'a self, of: &'b str, metric: &'b str) -> impl Iterator<Item = &'a Observation> + use<'a, 'b> {
        self.observations.iter().filter(move |observation| {
            let whose = &observation.whose;
            observation.metric == metric && (whose.case.as_deref() == Some(of) || whose.arm.as_deref() == Some(of))
        })
    }

    /// What is said of a kind, with lines.
    pub fn words(&self, kind: SaidKind) -> Vec<(u32, &str)> {
        self.said.iter().filter(|said| said.kind == kind).map(|said| (said.line, said.text.as_str())).collect()
    }
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample.
pub fn sd(values: &[f64]) -> f64 {
    let centre = mean(values);
    (values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)).sqrt()
}

pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Linear between the order statistics (definition 7).
pub fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = part * (sorted.len() as f64 - 1.0);
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * (at - at.floor())
}

/// Whether two doubles are the same but for the order of summation.
pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

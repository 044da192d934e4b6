//! The operations that a published figure may name, each over paths in the results or rows of a file.

use serde_json::{Map, Value};

use super::tables::Tables;
use crate::campaign::published::PublishedFigure;
use crate::number::text::full;

/// What the data give for a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Recomputed {
    /// A number.
    Number(f64),
    /// A truth value.
    Truth(bool),
    /// A word.
    Text(String),
    /// Distinct values, ascending.
    Set(Vec<f64>),
}

impl Recomputed {
    /// The unrounded form.
    pub fn full(&self) -> String {
        match self {
            Recomputed::Number(value) => full(*value),
            Recomputed::Truth(truth) => truth.to_string(),
            Recomputed::Text(text) => text.clone(),
            Recomputed::Set(values) => values.iter().map(|value| full(*value)).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Recomputes a figure.
///
/// # Errors
/// Why it can't be: an operation that is not known, a path or file that is not there.
pub fn recompute(figure: &PublishedFigure, tables: &Tables<'_>) -> Result<Recomputed, String> {
    let arguments = Arguments { compute: &figure.compute, tables };
    let operation = figure.compute.get("op").and_then(Value::as_str).unwrap_or_default();
    let number = |value: f64| Ok(Recomputed::Number(value * arguments.scale()));
    match operation {
        "value" => match arguments.one()? {
            Value::Bool(truth) => Ok(Recomputed::Truth(truth)),
            Value::String(text) => Ok(Recomputed::Text(text)),
            other => number(other.as_f64().ok_or("the value is no number")?),
        },
        "min" => number(arguments.numbers()?.into_iter().fold(f64::INFINITY, f64::min)),
        "max" => number(arguments.numbers()?.into_iter().fold(f64::NEG_INFINITY, f64::max)),
        "distance" => arguments.two().and_then(|(a, b)| number((a - b).abs())),
        "percent_drop" => arguments.first().and_then(|x| number(100.0 * (1.0 - x))),
        "percent_rise" => arguments.first().and_then(|x| number(100.0 * (x - 1.0))),
        "percent_change" => arguments.two().and_then(|(a, b)| number(100.0 * (a / b - 1.0))),
        "max_percent_from_one" => {
            number(arguments.numbers()?.into_iter().map(|x| (100.0 * (x - 1.0)).abs()).fold(0.0, f64::max))
        }
        "between" => {
            let x = figure.compute.get("x").and_then(Value::as_f64).ok_or("`x` is missing")?;
            let low = arguments.at_key("low")?;
            let high = arguments.at_key("high")?;
            Ok(Recomputed::Truth(low <= x && x <= high))
        }
        "same_side_of_one" => {
            let numbers = arguments.numbers()?;
            Ok(Recomputed::Truth(numbers.iter().all(|x| *x < 1.0) || numbers.iter().all(|x| *x > 1.0)))
        }
        "count_below_one" => number(arguments.numbers()?.into_iter().filter(|x| *x < 1.0).count() as f64),
        "largest_order_spread" => largest_order_spread(figure, tables),
        "count" => number(arguments.rows()?.len() as f64),
        "distinct" => {
            let column = figure.compute.get("column").and_then(Value::as_str).ok_or("`column` is missing")?;
            let rows = arguments.rows()?;
            Ok(Recomputed::Set(distinct(rows.iter().filter_map(|row| row.get(column)?.as_f64()))))
        }
        "planned_samples" => {
            let plan = &tables.phase.plan;
            number(plan.jobs.len() as f64 * f64::from(plan.count))
        }
        "plan" | "analysis" => {
            let path = path(figure.compute.get("path").ok_or("`path` is missing")?)?;
            let value = tables.declared(operation, &path);
            number(value.ok_or_else(|| format!("{operation} has no number at {}", path.join(".")))?)
        }
        "odd_receipt_prefix" => {
            let odd = tables.reconciliation.failures.iter().flat_map(|failure| &failure.odd);
            Ok(Recomputed::Set(distinct(odd.map(|receipt| receipt.prefix_bytes as f64))))
        }
        "event_field" => event_field(figure, tables),
        other => Err(format!("the operation `{other}` is not known")),
    }
}

struct Arguments<'a> {
    compute: &'a Map<String, Value>,
    tables: &'a Tables<'a>,
}

impl Arguments<'_> {
    fn scale(&self) -> f64 {
        self.compute.get("scale").and_then(Value::as_f64).unwrap_or(1.0)
    }

    fn one(&self) -> Result<Value, String> {
        let path = path(self.compute.get("path").ok_or("`path` is missing")?)?;
        at(self.tables.results, &path).cloned()
    }

    fn at_key(&self, key: &str) -> Result<f64, String> {
        let path = path(self.compute.get(key).ok_or_else(|| format!("`{key}` is missing"))?)?;
        at(self.tables.results, &path)?.as_f64().ok_or_else(|| format!("no number at {}", path.join(".")))
    }

    /// All numbers at all paths, arrays spread; never empty.
    fn numbers(&self) -> Result<Vec<f64>, String> {
        let paths = self.compute.get("paths").and_then(Value::as_array).ok_or("`paths` is missing")?;
        let mut out = Vec::new();
        for each in paths {
            let each = path(each)?;
            match at(self.tables.results, &each)? {
                Value::Array(values) => out.extend(values.iter().filter_map(Value::as_f64)),
                value => out.push(value.as_f64().ok_or_else(|| format!("no number at {}", each.join(".")))?),
            }
        }
        if out.is_empty() { Err("no numbers at its paths".to_string()) } else { Ok(out) }
    }

    fn first(&self) -> Result<f64, String> {
        self.numbers()?.first().copied().ok_or_else(|| "no number".to_string())
    }

    fn two(&self) -> Result<(f64, f64), String> {
        match self.numbers()?.as_slice() {
            [a, b] => Ok((*a, *b)),
            other => Err(format!("needs two numbers and has {}", other.len())),
        }
    }

    fn rows(&self) -> Result<Vec<&Map<String, Value>>, String> {
        let file = self.compute.get("file").and_then(Value::as_str).ok_or("`file` is missing")?;
        let rows = self.tables.rows(file).ok_or_else(|| format!("{file} has no rows to count"))?;
        let empty = Map::new();
        let conditions = self.compute.get("where").and_then(Value::as_object).unwrap_or(&empty);
        Ok(rows.iter().filter(|row| conditions.iter().all(|(key, value)| row.get(key) == Some(value))).collect())
    }
}

fn path(value: &Value) -> Result<Vec<String>, String> {
    value
        .as_array()
        .and_then(|parts| parts.iter().map(|part| part.as_str().map(str::to_string)).collect())
        .ok_or_else(|| "a path must be a list of words".to_string())
}

fn at<'v>(value: &'v Value, path: &[String]) -> Result<&'v Value, String> {
    let mut here = value;
    for part in path {
        here = here.get(part).ok_or_else(|| format!("the results have nothing at {}", path.join(".")))?;
    }
    Ok(here)
}

fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

fn largest_order_spread(figure: &PublishedFigure, tables: &Tables<'_>) -> Result<Recomputed, String> {
    let word = |key: &str| figure.compute.get(key).and_then(Value::as_str).ok_or_else(|| format!("`{key}` is missing"));
    let (metric, comparison) = (word("metric")?, word("comparison")?);
    let cases = tables.results.get("cases").and_then(Value::as_object).ok_or("the results have no cases")?;
    let mut largest: Option<(f64, &String)> = None;
    for (name, case) in cases {
        let Some(order) = case.get("comparisons").and_then(|c| c.get(comparison)?.get(metric)?.get("order")) else {
            continue;
        };
        let side = |key: &str| order.get(key).and_then(Value::as_f64);
        if let (Some(a), Some(b)) = (side("numerator_first"), side("denominator_first"))
            && largest.is_none_or(|(spread, _)| (a - b).abs() > spread)
        {
            largest = Some(((a - b).abs(), name));
        }
    }
    largest.map(|(_, name)| Recomputed::Text(name.clone())).ok_or_else(|| "no case has both orders".to_string())
}

fn event_field(figure: &PublishedFigure, tables: &Tables<'_>) -> Result<Recomputed, String> {
    let word = |key: &str| figure.compute.get(key).and_then(Value::as_str).ok_or_else(|| format!("`{key}` is missing"));
    let (event, field) = (word("event")?, word("field")?);
    let rows = tables.rows("runner.jsonl").unwrap_or_default();
    let matching: Vec<_> = rows.iter().filter(|row| row.get("event").and_then(Value::as_str) == Some(event)).collect();
    let [row] = matching.as_slice() else {
        return Err(format!("needs one event {event}, and there are {}", matching.len()));
    };
    match row.get(field) {
        Some(Value::String(text)) => Ok(Recomputed::Text(text.clone())),
        Some(Value::Number(number)) => Ok(Recomputed::Number(number.as_f64().unwrap_or(f64::NAN))),
        _ => Err(format!("the event {event} has no {field}")),
    }
}

//! Figures of the ledger that something typed may have meant, and how each is written.

use std::cmp::Ordering;

use super::Draft;
use super::words::number_word;
use crate::evidence::printed::{canonical, forms, typed};
use crate::evidence::{Amount, Derivation, Evidence};
use crate::number::{Scale, text};

/// Figures that are named at most.
const MOST: usize = 3;

/// What to write in place of a typed number: the figures that print so, else the nearest ones.
pub fn number(draft: Draft<'_>, written: &str, counted: &str) -> String {
    let wanted = Wanted::of(written);
    let mut exact: Vec<(Rank, String)> = Vec::new();
    let mut near: Vec<(f64, usize, &Evidence)> = Vec::new();
    for (at, evidence) in draft.desk.ledger().entries().enumerate() {
        if !is_in_reach(draft, evidence) {
            continue;
        }
        if let Some(written) = writing(evidence, &wanted) {
            exact.push((Rank::of(evidence, counted, at), line(draft, evidence, &written)));
        } else if exact.is_empty() && is_quotable(evidence) {
            near.extend(distance(evidence, &wanted).map(|distance| (distance, at, evidence)));
        }
    }
    if !exact.is_empty() {
        exact.sort();
        let lines: Vec<String> = exact.into_iter().take(MOST).map(|(_, line)| line).collect();
        return format!("write {}", lines.join(", or "));
    }
    near.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal).then(a.1.cmp(&b.1)));
    let lines: Vec<String> = near
        .into_iter()
        .take(MOST)
        .map(|(_, _, evidence)| {
            let usual = usual(evidence);
            line(draft, evidence, &usual)
        })
        .collect();
    if lines.is_empty() {
        return "bind it to a figure of the ledger; if it is a name, declare it under `names` in the front matter"
            .to_string();
    }
    format!(
        "bind it; no figure prints so, and the nearest are {}; if it is a name, declare it under `names` in the front matter",
        lines.join(", ")
    )
}

/// What to write in place of a typed date or commit.
pub fn source(draft: Draft<'_>, written: &str, what: &str) -> String {
    let hit = |evidence: &&Evidence| match &evidence.amount {
        Amount::Text(text) if what == "commit" => text.starts_with(&written.to_lowercase()),
        Amount::Text(text) => text.get(..10).is_some_and(|day| written.starts_with(day)),
        _ => false,
    };
    let filter = if what == "commit" { "hash" } else { "date" };
    let ledger = draft.desk.ledger();
    let lines: Vec<String> = ledger
        .entries()
        .filter(|evidence| is_in_reach(draft, evidence))
        .filter(hit)
        .take(MOST)
        .map(|evidence| format!("`{{{{ {} | {filter} }}}}` ({})", path(draft, evidence), evidence.id))
        .collect();
    if lines.is_empty() {
        format!("leave it out, or bind one that the data hold with the filter `{filter}`")
    } else {
        format!("write {}", lines.join(", or "))
    }
}

/// Figures of the file's own phase and of the campaign; all of them on the campaign's page.
fn is_in_reach(draft: Draft<'_>, evidence: &Evidence) -> bool {
    draft.phase.is_none() || evidence.phase.is_none() || evidence.phase.as_deref() == draft.phase
}

/// Whether a write-up would quote it: no sample, no part of one block.
fn is_quotable(evidence: &Evidence) -> bool {
    !matches!(evidence.derivation, Derivation::Sample { .. })
        && !evidence.id.split(':').any(|part| part.starts_with("block_"))
}

/// Order of figures that print alike: what counts the thing itself, then what is quoted most, then by id's length.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    other_thing: bool,
    unlikely: bool,
    parts: usize,
    at: usize,
}

impl Rank {
    fn of(evidence: &Evidence, counted: &str, at: usize) -> Self {
        let last = evidence.id.rsplit(':').next().unwrap_or_default();
        let counts = !counted.is_empty()
            && (last.trim_end_matches('s') == counted.trim_end_matches('s') || evidence.what.contains(counted));
        Rank { other_thing: !counts, unlikely: !is_quotable(evidence), parts: evidence.id.split(':').count(), at }
    }
}

/// Something typed, as it may be looked for.
struct Wanted {
    typed: String,
    value: Option<f64>,
    unit: String,
}

impl Wanted {
    fn of(written: &str) -> Self {
        let word = written.split_whitespace().next().unwrap_or_default();
        if let Some(value) = number_word(word) {
            let unit = if written.to_lowercase().ends_with("percent") { "%" } else { "" };
            return Wanted { typed: word.to_lowercase(), value: Some(value as f64), unit: unit.to_string() };
        }
        let typed = typed(written);
        let end = typed.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(typed.len());
        let number = typed.get(..end).unwrap_or_default();
        let unit = typed.get(end..).unwrap_or_default().trim_start().split(' ').next().unwrap_or_default();
        let unit = if unit.starts_with('[') { "" } else { unit };
        Wanted { value: number.trim_start_matches('+').parse().ok(), unit: unit.to_string(), typed: typed.clone() }
    }
}

/// The filter by which a figure prints as wanted.
fn writing(evidence: &Evidence, wanted: &Wanted) -> Option<String> {
    // Most figures are of another size altogether, and need not be printed in all their forms.
    if distance(evidence, wanted).is_some_and(|distance| distance > 0.2) {
        return None;
    }
    let squeezed = |text: &str| typed(text).replace(' ', "");
    let typed = squeezed(&wanted.typed);
    let found = writings(evidence).into_iter().find(|(_, printed)| squeezed(printed) == typed);
    found.map(|(filter, _)| filter).or_else(|| {
        let printed = forms(evidence).iter().any(|form| squeezed(form) == typed);
        printed.then(|| usual(evidence))
    })
}

/// The filter by which a figure is printed if nothing else is said.
fn usual(evidence: &Evidence) -> String {
    writings(evidence).into_iter().next().map_or_else(|| "text".to_string(), |(filter, _)| filter)
}

/// Filters for a figure, and what each prints.
fn writings(evidence: &Evidence) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut add = |filter: &str, printed: String| out.push((filter.to_string(), printed));
    match (&evidence.amount, evidence.unit.as_str()) {
        (Amount::Number(value), "ratio") => {
            if let Some((low, high)) = evidence.interval {
                add("interval", text::interval(*value, low, high));
                add("bounds", text::brackets(low, high));
            }
            add("ratio", text::ratio(*value));
            add("change", text::change(*value, 1));
            add("percent", text::percent(*value, 1));
            add("change(decimals=0)", text::change(*value, 0));
            add("percent(decimals=0)", text::percent(*value, 0));
        }
        (Amount::Number(_), "percent") => add("value", canonical(evidence)),
        (Amount::Number(value), unit) => {
            for digits in [3, 4, 2, 5] {
                let scale = Scale::fitting(unit, &[*value], digits);
                let asked = if digits == 3 { String::new() } else { format!("digits={digits}") };
                let brackets = |inner: &str| if inner.is_empty() { String::new() } else { format!("({inner})") };
                add(&format!("value{}", brackets(&asked)), text::value(*value, &scale, digits));
                let bare =
                    if asked.is_empty() { "with_unit=false".to_string() } else { format!("{asked}, with_unit=false") };
                add(&format!("value{}", brackets(&bare)), text::scaled(*value, &scale, digits));
            }
        }
        (Amount::Count(count), _) => {
            add("count", text::count(*count));
            add("count(words=true)", text::count_in_words(*count));
        }
        (Amount::Text(_) | Amount::Truth(_), _) => add("text", canonical(evidence)),
    }
    out
}

/// How far a figure lies from what was typed, relative to the larger of the two; `None` for words.
fn distance(evidence: &Evidence, wanted: &Wanted) -> Option<f64> {
    let (value, wanted_value) = (evidence.amount.number()?, wanted.value?);
    let mut candidates = Vec::new();
    match (evidence.unit.as_str(), wanted.unit.as_str()) {
        ("ratio", "%") => candidates.push(text::percent_from_one(value)),
        ("percent", "%") => candidates.push(value),
        (_, "%") => return None,
        ("ratio", _) => candidates.extend([value, text::percent_from_one(value)]),
        (unit, asked) => {
            if let Some(scale) = Scale::named(unit, asked) {
                candidates.push(value * 10_f64.powi(scale.power));
            } else {
                for unit_name in Scale::units_of(unit) {
                    let power = Scale::named(unit, unit_name).map_or(0, |scale| scale.power);
                    candidates.push(value * 10_f64.powi(power));
                }
            }
        }
    }
    let relative = |a: f64| {
        let b = wanted_value.abs();
        let most = a.abs().max(b);
        if most == 0.0 { 0.0 } else { (a.abs() - b).abs() / most }
    };
    candidates.into_iter().map(relative).reduce(f64::min)
}

fn line(draft: Draft<'_>, evidence: &Evidence, filter: &str) -> String {
    let printed = writings(evidence).into_iter().find(|(known, _)| known == filter).map(|(_, printed)| printed);
    let printed = typed(&printed.unwrap_or_else(|| canonical(evidence)));
    format!("`{{{{ {} | {filter} }}}}` ({printed}, {})", path(draft, evidence), evidence.id)
}

/// The path by which a template names a figure.
fn path(draft: Draft<'_>, evidence: &Evidence) -> String {
    let parts: Vec<String> = evidence.id.split(':').map(|part| part.replace("%3A", ":").replace("%25", "%")).collect();
    let mut rest = parts.as_slice();
    let mut out = String::new();
    let shared = rest.first().is_some_and(|first| crate::writeup::context::SHARED.contains(&first.as_str()));
    if let (false, [phase, names @ ..]) = (shared, rest) {
        if draft.phase == Some(phase.as_str()) {
            rest = names;
        } else {
            out.push_str("phases");
        }
    }
    // Names of cases, arms and metrics come from the data and are written as texts.
    let named = rest.iter().position(|part| part == "cases" || part == "constants");
    for (at, part) in rest.iter().enumerate() {
        let word = part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let data = named.is_some_and(|named| at > named && at <= named + 3);
        match (word && !data, out.is_empty()) {
            (true, true) => out.push_str(part),
            (true, false) => out.push_str(&format!(".{part}")),
            (false, _) => out.push_str(&format!("[\"{}\"]", part.replace('\\', "\\\\").replace('"', "\\\""))),
        }
    }
    out
}

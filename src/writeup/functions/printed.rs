//! Filters that print a figure.

use std::sync::Arc;

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::{figure, number, print};
use crate::document::{Inline, Target};
use crate::evidence::{Amount, Evidence};
use crate::number::{Scale, text};
use crate::writeup::desk::{Desk, Item};

/// Most digits or decimals that can be asked for.
const MOST: u32 = 17;

pub(super) fn register(tera: &mut Tera, desk: &Arc<Desk>) {
    let mut filter = |name: &'static str, form: fn(&Evidence, &Kwargs) -> TeraResult<String>| {
        let desk = Arc::clone(desk);
        tera.register_filter(name, move |value: &Value, arguments: Kwargs, _: &State| -> TeraResult<Value> {
            let evidence = figure(&desk, value, name)?;
            let printed = form(&evidence, &arguments)?;
            Ok(print(&desk, &evidence, printed).into())
        });
    };
    filter("ratio", |evidence, _| Ok(text::ratio(ratio_of(evidence, "ratio")?)));
    filter("interval", |evidence, _| {
        let (low, high) = ends(evidence, "interval")?;
        Ok(text::interval(number(evidence, "interval")?, low, high))
    });
    filter("bounds", |evidence, _| {
        let (low, high) = ends(evidence, "bounds")?;
        Ok(text::brackets(low, high))
    });
    filter("change", |evidence, arguments| Ok(text::change(ratio_of(evidence, "change")?, decimals(arguments, 1)?)));
    filter("percent", |evidence, arguments| Ok(text::percent(ratio_of(evidence, "percent")?, decimals(arguments, 1)?)));
    filter("value", value);
    filter("count", |evidence, arguments| {
        let Amount::Count(count) = evidence.amount else {
            return Err(Error::message(format!("count needs a count, and {} is none", evidence.id)));
        };
        let words = arguments.get::<bool>("words")?.unwrap_or(false);
        Ok(if words { text::count_in_words(count) } else { text::count(count) })
    });
    filter("text", |evidence, _| match &evidence.amount {
        Amount::Text(text) => Ok(text.clone()),
        Amount::Truth(truth) => Ok(if *truth { "yes" } else { "no" }.to_string()),
        Amount::Number(_) | Amount::Count(_) => {
            Err(Error::message(format!("text needs a word, and {} is a number: use value or count", evidence.id)))
        }
    });
    filter("date", |evidence, _| stamp(evidence, 0..10, "date"));
    filter("time", |evidence, _| stamp(evidence, 11..16, "time"));
    register_hash(tera, desk);
}

/// `hash` prints the first digits of a hash as code, linked to where it is shown whole.
fn register_hash(tera: &mut Tera, desk: &Arc<Desk>) {
    let desk = Arc::clone(desk);
    tera.register_filter("hash", move |value: &Value, arguments: Kwargs, _: &State| -> TeraResult<Value> {
        let evidence = figure(&desk, value, "hash")?;
        let Amount::Text(hash) = &evidence.amount else {
            return Err(Error::message(format!("hash needs a hash, and {} is none", evidence.id)));
        };
        let digits = arguments.get::<u32>("digits")?.unwrap_or(12) as usize;
        let code = Inline::Code(hash.chars().take(digits).collect());
        let inline = match evidence.shown.clone() {
            Some(target @ Target::Document { .. }) => Inline::Link { target, content: vec![code] },
            _ => code,
        };
        Ok(desk.lay(Item::Inline(inline)).into())
    });
}

fn value(evidence: &Evidence, arguments: &Kwargs) -> TeraResult<String> {
    let amount = number(evidence, "value")?;
    let digits = arguments.get::<u32>("digits")?.unwrap_or(3).clamp(1, MOST);
    match evidence.unit.as_str() {
        "ratio" => {
            return Err(Error::message(format!("{} is a ratio: use ratio, interval, change or percent", evidence.id)));
        }
        "count" => return Err(Error::message(format!("{} is a count: use count", evidence.id))),
        "percent" => {
            let places = arguments.get::<u32>("decimals")?.unwrap_or(0).min(MOST);
            return Ok(format!("{}{}%", text::fixed(amount, places), text::NBSP));
        }
        _ => {}
    }
    let scale = match arguments.get::<&str>("unit")? {
        None => Scale::fitting(&evidence.unit, &[amount], digits),
        Some(unit) => Scale::named(&evidence.unit, unit).ok_or_else(|| {
            let units = Scale::units_of(&evidence.unit).join(", ");
            Error::message(format!("{} can't be printed in {unit}; its units are {units}", evidence.id))
        })?,
    };
    let with_unit = arguments.get::<bool>("with_unit")?.unwrap_or(true);
    let printed = match arguments.get::<u32>("decimals")? {
        Some(places) => text::in_column(amount, &scale, places.min(MOST)),
        None => text::scaled(amount, &scale, digits),
    };
    Ok(if with_unit && !scale.unit.is_empty() { format!("{printed}{}{}", text::NBSP, scale.unit) } else { printed })
}

fn ratio_of(evidence: &Evidence, what: &str) -> TeraResult<f64> {
    if evidence.unit != "ratio" {
        return Err(Error::message(format!(
            "{what} needs a ratio, and {} has the unit {}",
            evidence.id, evidence.unit
        )));
    }
    number(evidence, what)
}

fn ends(evidence: &Evidence, what: &str) -> TeraResult<(f64, f64)> {
    evidence.interval.ok_or_else(|| {
        Error::message(format!("{what} needs an estimate with an interval, and {} has none", evidence.id))
    })
}

fn decimals(arguments: &Kwargs, usual: u32) -> TeraResult<u32> {
    Ok(arguments.get::<u32>("decimals")?.unwrap_or(usual).min(MOST))
}

/// A part of a time stamp as written, `2026-10-14T16:41:07.318Z`.
fn stamp(evidence: &Evidence, part: std::ops::Range<usize>, what: &str) -> TeraResult<String> {
    match &evidence.amount {
        Amount::Text(stamp) if stamp.get(4..5) == Some("-") && stamp.get(10..11) == Some("T") => {
            Ok(stamp.get(part).unwrap_or_default().to_string())
        }
        _ => Err(Error::message(format!("{what} needs a time stamp, and {} is none", evidence.id))),
    }
}

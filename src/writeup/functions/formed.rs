//! Functions that form a figure from others. The figure enters the ledger with its derivation.

use std::sync::Arc;

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::{figures, number};
use crate::document::Standing;
use crate::evidence::ledger::{anchor, id};
use crate::evidence::{Amount, Derivation, Evidence};
use crate::writeup::context;
use crate::writeup::desk::Desk;

/// What a function makes of its figures.
struct Formed {
    amount: Amount,
    unit: String,
    method: String,
}

type Form = fn(&[Evidence], &Kwargs) -> TeraResult<Formed>;

pub(super) fn register(tera: &mut Tera, desk: &Arc<Desk>) {
    let mut function = |name: &'static str, form: Form| {
        let desk = Arc::clone(desk);
        tera.register_function(name, move |arguments: Kwargs, _: &State| -> TeraResult<Value> {
            let figures = figures(&desk, &arguments, "of", name)?;
            let formed = form(&figures, &arguments)?;
            Ok(enter(&desk, name, &figures, formed))
        });
    };
    function("smallest", |of, _| extreme(of, "smallest", f64::min));
    function("largest", |of, _| extreme(of, "largest", f64::max));
    function("difference", |of, _| {
        let (a, b) = two(of, "difference")?;
        same_unit(of, "difference")?;
        Ok(Formed {
            amount: Amount::Number((a - b).abs()),
            unit: of.first().map(|first| first.unit.clone()).unwrap_or_default(),
            method: "absolute difference of the two".to_string(),
        })
    });
    function("sum", |of, _| {
        same_unit(of, "sum")?;
        let counts: Option<Vec<u64>> =
            of.iter().map(|one| if let Amount::Count(count) = one.amount { Some(count) } else { None }).collect();
        let amount = match counts {
            Some(counts) => Amount::Count(counts.iter().fold(0, |sum, count| sum.saturating_add(*count))),
            None => Amount::Number(numbers(of, "sum")?.iter().sum()),
        };
        Ok(Formed {
            amount,
            unit: of.first().map(|first| first.unit.clone()).unwrap_or_default(),
            method: "sum of them".to_string(),
        })
    });
    function("quotient", |of, _| {
        let (a, b) = two(of, "quotient")?;
        same_unit(of, "quotient")?;
        if b == 0.0 {
            return Err(Error::message("quotient can't divide by zero"));
        }
        Ok(Formed {
            amount: Amount::Number(a / b),
            unit: "ratio".to_string(),
            method: "the first over the second: a quotient of two figures, not a paired ratio".to_string(),
        })
    });
    function("farthest_from_one", |of, _| {
        same_unit(of, "farthest_from_one")?;
        let mut far: Option<f64> = None;
        for value in numbers(of, "farthest_from_one")? {
            if far.is_none_or(|far| (value - 1.0).abs() > (far - 1.0).abs()) {
                far = Some(value);
            }
        }
        let far = far.ok_or_else(|| Error::message("farthest_from_one needs at least one figure"))?;
        Ok(Formed {
            amount: Amount::Number(far),
            unit: "ratio".to_string(),
            method: "the one farthest from 1".to_string(),
        })
    });
    function("how_many_below", |of, arguments| {
        how_many(of, arguments, "below", |low, high, value| {
            let _ = low;
            high < value
        })
    });
    function("how_many_above", |of, arguments| how_many(of, arguments, "above", |low, _, value| low > value));
}

/// Counts the estimates whose whole interval lies on one side of `value`.
fn how_many(of: &[Evidence], arguments: &Kwargs, side: &str, lies: fn(f64, f64, f64) -> bool) -> TeraResult<Formed> {
    let value = arguments.get::<f64>("value")?.unwrap_or(1.0);
    let mut count = 0;
    for evidence in of {
        let (low, high) = match evidence.interval {
            Some(ends) => ends,
            None => number(evidence, "how_many").map(|value| (value, value))?,
        };
        count += u64::from(lies(low, high, value));
    }
    let at = crate::number::text::full(value);
    Ok(Formed {
        amount: Amount::Count(count),
        unit: "count".to_string(),
        method: format!("number of those whose interval lies {side} {at}"),
    })
}

fn numbers(of: &[Evidence], what: &str) -> TeraResult<Vec<f64>> {
    of.iter().map(|evidence| number(evidence, what)).collect()
}

fn two(of: &[Evidence], what: &str) -> TeraResult<(f64, f64)> {
    match numbers(of, what)?.as_slice() {
        [a, b] => Ok((*a, *b)),
        other => Err(Error::message(format!("{what} needs two figures, and has {}", other.len()))),
    }
}

fn same_unit(of: &[Evidence], what: &str) -> TeraResult<()> {
    let mut units: Vec<&str> = of.iter().map(|evidence| evidence.unit.as_str()).collect();
    units.dedup();
    match units.as_slice() {
        [] | [_] => Ok(()),
        _ => Err(Error::message(format!("{what} needs figures of one unit, and these have {}", units.join(", ")))),
    }
}

fn extreme(of: &[Evidence], word: &str, pick: fn(f64, f64) -> f64) -> TeraResult<Formed> {
    same_unit(of, word)?;
    let value = numbers(of, word)?.into_iter().reduce(pick);
    let value = value.ok_or_else(|| Error::message(format!("{word} needs at least one figure")))?;
    Ok(Formed {
        amount: Amount::Number(value),
        unit: of.first().map(|first| first.unit.clone()).unwrap_or_default(),
        method: format!("{word} of them"),
    })
}

/// Enters the figure and returns a reference to it. Its id tells what it was formed from, by a hash of their ids.
fn enter(desk: &Desk, name: &str, of: &[Evidence], formed: Formed) -> Value {
    let from: Vec<String> = of.iter().map(|evidence| evidence.id.clone()).collect();
    let phase = of.first().and_then(|first| first.phase.clone());
    let fingerprint = anchor(&format!("{}|{}", from.join("|"), formed.method));
    let fingerprint = fingerprint.rsplit('-').next().unwrap_or_default();
    let own = id(&[phase.as_deref().unwrap_or("campaign"), "formed", &format!("{name}_{fingerprint}")]);
    let what = match of {
        [one] => format!("{name}, from {}", one.what),
        [one, other] => format!("{name} of: {}; {}", one.what, other.what),
        many => format!("{name} over {} figures", many.len()),
    };
    let standing = if of.iter().all(|evidence| evidence.standing == Standing::Measured) {
        Standing::Measured
    } else {
        of.iter()
            .map(|evidence| evidence.standing)
            .find(|standing| *standing != Standing::Measured)
            .unwrap_or(Standing::Measured)
    };
    desk.form(Evidence {
        shown: phase.as_deref().map(|phase| crate::document::Target::Document {
            id: crate::evidence::collect::evidence_document(phase),
            anchor: Some("formed".to_string()),
        }),
        id: own.clone(),
        phase,
        what,
        amount: formed.amount,
        interval: None,
        unit: formed.unit,
        standing,
        derivation: Derivation::Computed { method: formed.method, from },
    });
    Value::from_serializable(&context::reference(&own))
}

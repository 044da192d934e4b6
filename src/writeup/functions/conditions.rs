//! Filters that state a condition about a figure. They print nothing: a condition belongs into a claim.

use std::sync::Arc;

use serde_json::json;
use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::{figure, number};
use crate::evidence::{Amount, Evidence};
use crate::number::{Scale, text};
use crate::writeup::context::{CONDITION, CONDITION_SCHEME};
use crate::writeup::desk::{Condition, Desk};

type Judge = fn(&Desk, &Evidence, &Kwargs) -> TeraResult<Condition>;

pub(super) fn register(tera: &mut Tera, desk: &Arc<Desk>) {
    let mut filter = |name: &'static str, judge: Judge| {
        let desk = Arc::clone(desk);
        tera.register_filter(name, move |value: &Value, arguments: Kwargs, _: &State| -> TeraResult<Value> {
            let evidence = figure(&desk, value, name)?;
            let condition = judge(&desk, &evidence, &arguments)?;
            let number = desk.lay_condition(condition);
            Ok(Value::from_serializable(&json!({ CONDITION: format!("{CONDITION_SCHEME}{number}") })))
        });
    };
    filter("includes", |_, figure, arguments| {
        let (low, high, value) = interval_and_value(figure, arguments, "includes")?;
        Ok(condition(figure, format!("includes {}", text::full(value)), low <= value && value <= high))
    });
    filter("excludes", |_, figure, arguments| {
        let (low, high, value) = interval_and_value(figure, arguments, "excludes")?;
        Ok(condition(figure, format!("excludes {}", text::full(value)), value < low || high < value))
    });
    filter("below", |_, figure, arguments| {
        let value = value(arguments, 1.0)?;
        let (_, high) = extent(figure, "below")?;
        Ok(condition(figure, format!("lies below {}", text::full(value)), high < value))
    });
    filter("above", |_, figure, arguments| {
        let value = value(arguments, 1.0)?;
        let (low, _) = extent(figure, "above")?;
        Ok(condition(figure, format!("lies above {}", text::full(value)), low > value))
    });
    filter("at_most", |_, figure, arguments| {
        let value = arguments.must_get::<f64>("value")?;
        Ok(of_value(figure, format!("is at most {}", text::full(value)), number(figure, "at_most")? <= value))
    });
    filter("at_least", |_, figure, arguments| {
        let value = arguments.must_get::<f64>("value")?;
        Ok(of_value(figure, format!("is at least {}", text::full(value)), number(figure, "at_least")? >= value))
    });
    filter("is", |_, figure, arguments| {
        let value = arguments.must_get::<f64>("value")?;
        Ok(of_value(figure, format!("is {}", text::full(value)), number(figure, "is")? == value))
    });
    filter("equals", |desk, figure, arguments| {
        let other = super::figure(desk, arguments.must_get::<&Value>("other")?, "equals")?;
        let measure = |unit: &str| !matches!(unit, "count" | "events" | "");
        if figure.unit != other.unit && (measure(&figure.unit) || measure(&other.unit)) {
            let units = [&figure.unit, &other.unit].map(|unit| if unit.is_empty() { "none" } else { unit });
            return Err(Error::message(format!(
                "equals needs figures of one unit, and these have {}",
                units.join(", ")
            )));
        }
        // A count that the tool counted and one that a file tells are alike where their numbers are.
        let alike = match (&figure.amount, &other.amount) {
            (Amount::Count(count), Amount::Number(number)) | (Amount::Number(number), Amount::Count(count)) => {
                *count as f64 == *number
            }
            (one, other) => one == other,
        };
        let mut condition = condition(figure, format!("equals {}", shown(&other)), alike);
        condition.figures.push(other.id);
        Ok(condition)
    });
    filter("is_false", |_, figure, _| match figure.amount {
        Amount::Truth(truth) => Ok(condition(figure, "is false".to_string(), !truth)),
        _ => Err(Error::message(format!("is_false needs a truth value, and {} is none", figure.id))),
    });
    filter("is_true", |_, figure, _| match figure.amount {
        Amount::Truth(truth) => Ok(condition(figure, "is true".to_string(), truth)),
        _ => Err(Error::message(format!("is_true needs a truth value, and {} is none", figure.id))),
    });
    filter("blocks_between", |desk, figure, arguments| {
        let (low, high) = (arguments.must_get::<f64>("low")?, arguments.must_get::<f64>("high")?);
        blocks(desk, figure, &format!("between {} and {}", text::full(low), text::full(high)), |block| {
            low <= block && block <= high
        })
    });
    filter("blocks_below", |desk, figure, arguments| {
        let value = value(arguments, 1.0)?;
        blocks(desk, figure, &format!("below {}", text::full(value)), |block| block < value)
    });
    filter("blocks_above", |desk, figure, arguments| {
        let value = value(arguments, 1.0)?;
        blocks(desk, figure, &format!("above {}", text::full(value)), |block| block > value)
    });
    filter("agrees_with", |desk, figure, arguments| {
        let other = super::figure(desk, arguments.must_get::<&Value>("other")?, "agrees_with")?;
        let (a, b) = (number(figure, "agrees_with")?, number(&other, "agrees_with")?);
        let text = format!("lies on the same side of 1 as {}", shown(&without_interval(&other)));
        let mut condition = of_value(figure, text, (a < 1.0 && b < 1.0) || (a > 1.0 && b > 1.0));
        condition.figures.push(other.id);
        Ok(condition)
    });
}

/// A condition about one figure, in words with its values.
fn condition(figure: &Evidence, says: String, holds: bool) -> Condition {
    Condition { text: format!("{} {says}", shown(figure)), holds, figures: vec![figure.id.clone()] }
}

/// A condition about the value of a figure alone, whatever its interval.
fn of_value(figure: &Evidence, says: String, holds: bool) -> Condition {
    condition(&without_interval(figure), says, holds)
}

fn without_interval(figure: &Evidence) -> Evidence {
    Evidence { interval: None, ..figure.clone() }
}

/// A figure with its value, for a condition's words.
fn shown(figure: &Evidence) -> String {
    let value = match (&figure.amount, figure.interval) {
        (_, Some((low, high))) => text::brackets(low, high),
        (Amount::Number(value), None) if figure.unit == "ratio" => text::ratio(*value),
        (Amount::Number(value), None) => text::value(*value, &Scale::fitting(&figure.unit, &[*value], 4), 4),
        (Amount::Count(count), None) => text::count(*count),
        (Amount::Text(text), None) => text.clone(),
        (Amount::Truth(truth), None) => truth.to_string(),
    };
    format!("{}: {value}", figure.what)
}

fn value(arguments: &Kwargs, usual: f64) -> TeraResult<f64> {
    Ok(arguments.get::<f64>("value")?.unwrap_or(usual))
}

/// The interval of a figure, or the figure itself twice.
fn extent(figure: &Evidence, what: &str) -> TeraResult<(f64, f64)> {
    match figure.interval {
        Some(ends) => Ok(ends),
        None => number(figure, what).map(|value| (value, value)),
    }
}

fn interval_and_value(figure: &Evidence, arguments: &Kwargs, what: &str) -> TeraResult<(f64, f64, f64)> {
    let (low, high) = figure.interval.ok_or_else(|| {
        Error::message(format!("{what} needs an estimate with an interval, and {} has none", figure.id))
    })?;
    Ok((low, high, value(arguments, 1.0)?))
}

/// A condition over all block ratios of an estimate, told by the smallest and the largest.
fn blocks(desk: &Desk, figure: &Evidence, says: &str, holds: impl Fn(f64) -> bool) -> TeraResult<Condition> {
    use crate::evidence::collect::estimates::part;
    let end = |part: &str| {
        desk.figure(&format!("{}:{part}", figure.id)).and_then(|evidence| evidence.amount.number()).ok_or_else(|| {
            Error::message(format!("a condition on blocks needs an estimate, and {} is none", figure.id))
        })
    };
    let (smallest, largest) = (end(part::SMALLEST_BLOCK)?, end(part::LARGEST_BLOCK)?);
    Ok(Condition {
        text: format!(
            "{}: block ratios {} to {}, all {says}",
            figure.what,
            text::ratio(smallest),
            text::ratio(largest)
        ),
        holds: holds(smallest) && holds(largest),
        figures: vec![figure.id.clone()],
    })
}

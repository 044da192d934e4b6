//! Functions that give a text its structure.

use std::sync::Arc;

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::names_of;
use crate::writeup::context::{CONDITION, CONDITION_SCHEME};
use crate::writeup::desk::{Condition, Desk, Item};
use crate::writeup::generated::Offer;

/// How the state of a hypothesis begins; what follows says by what: `refuted by phase E`.
const STATES: [&str; 3] = ["not tested", "tested by ", "refuted by "];

pub(super) fn register(tera: &mut Tera, desk: &Arc<Desk>, offer: &Offer) {
    let on = Arc::clone(desk);
    tera.register_function("claim", move |arguments: Kwargs, _: &State| -> TeraResult<Value> {
        let that: &Value = arguments
            .get::<&Value>("that")?
            .ok_or_else(|| Error::message("claim needs `that`, for instance `that=[a | includes(value=1)]`"))?;
        let conditions = match that.as_array() {
            Some(values) => values.iter().map(|value| condition(&on, value)).collect::<TeraResult<Vec<_>>>()?,
            None => vec![condition(&on, that)?],
        };
        if conditions.is_empty() {
            return Err(Error::message("claim needs at least one condition"));
        }
        Ok(on.lay(Item::Claim(conditions)).into())
    });
    let on = Arc::clone(desk);
    tera.register_function("would_test", move |arguments: Kwargs, _: &State| -> TeraResult<Value> {
        let how = arguments.must_get::<String>("how")?;
        let state = arguments.get::<String>("state")?.unwrap_or_else(|| "not tested".to_string());
        if how.trim().is_empty() {
            return Err(Error::message("would_test needs to say how"));
        }
        if !STATES.iter().any(|known| state.starts_with(known)) {
            return Err(Error::message(format!("the state of a hypothesis begins with one of: {}", STATES.join(", "))));
        }
        Ok(on.lay(Item::Test { how, state }).into())
    });
    let on = Arc::clone(desk);
    tera.register_function("why_apart", move |arguments: Kwargs, _: &State| -> TeraResult<Value> {
        let text = arguments.must_get::<String>("text")?;
        if text.trim().is_empty() {
            return Err(Error::message(
                "why_apart needs to say why, for instance `text=\"The ratios are paired by block.\"`",
            ));
        }
        Ok(on.lay(Item::Apart(text)).into())
    });
    let on = Arc::clone(desk);
    let offer = offer.clone();
    tera.register_function("show", move |arguments: Kwargs, _: &State| -> TeraResult<Value> {
        let name = arguments.must_get::<String>("name")?;
        let blocks = offer.get(&name).cloned().ok_or_else(|| {
            Error::message(format!("there is nothing called `{name}` to show; there are {}", offer.names().join(", ")))
        })?;
        Ok(on.lay(Item::Blocks { name, blocks }).into())
    });
}

fn condition(desk: &Desk, value: &Value) -> TeraResult<Condition> {
    value
        .as_map()
        .and_then(|map| map.get(&tera::value::Key::Str(CONDITION)))
        .and_then(Value::as_str)
        .and_then(|reference| reference.strip_prefix(CONDITION_SCHEME))
        .and_then(|number| number.parse().ok())
        .and_then(|number| desk.condition(number))
        .ok_or_else(|| {
            let names = names_of(value);
            let found = if names.is_empty() { value.name().to_string() } else { names.join(", ") };
            Error::message(format!("claim needs conditions such as `a | includes(value=1)`, not {found}"))
        })
}

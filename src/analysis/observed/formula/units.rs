//! Whether the units in a formula fit: its numbers are joined as they stand, so that seconds and milliseconds in one
//! formula would make a number that is wrong by a thousand.

use super::{Expression, Fault, Formula, Operator};
use crate::number::Scale;
use crate::source::quote;

/// The first clash of units, with the unit that `unit` says of each name; `None` where a name has none, which fits all.
///
/// Two names of one kind of unit clash where their units differ. A sum or a difference clashes where its sides are of
/// different units; what a product or a quotient is of is not followed.
pub fn clash<'a>(formula: &'a Formula, unit: &impl Fn(&str) -> Option<&'a str>) -> Option<Fault> {
    let names = formula.names();
    for (at, (name, column)) in names.iter().enumerate() {
        for (before, _) in names.iter().take(at) {
            let (Some(one), Some(other)) = (unit(before), unit(name)) else { continue };
            if one != other && Scale::named(one, other).is_some() {
                return Some(fault(*column, (before, one), (name, other)));
            }
        }
    }
    of(formula.root(), unit).err()
}

/// Name and unit of an expression, where they can be told.
type Of<'a> = Option<(&'a str, &'a str)>;

fn of<'a>(expression: &'a Expression, unit: &impl Fn(&str) -> Option<&'a str>) -> Result<Of<'a>, Fault> {
    match expression {
        Expression::Number(_) => Ok(None),
        Expression::Name { name, .. } => Ok(unit(name).map(|unit| (name.as_str(), unit))),
        Expression::Operation { operator, column, left, right } => {
            let (left, right) = (of(left, unit)?, of(right, unit)?);
            match (operator, left, right) {
                (Operator::Multiply | Operator::Divide, ..) => Ok(None),
                (_, Some(one), Some(other)) if one.1 != other.1 => Err(fault(*column, one, other)),
                (_, left, right) => Ok(left.or(right)),
            }
        }
    }
}

fn fault(column: u32, one: (&str, &str), other: (&str, &str)) -> Fault {
    Fault::new(
        column,
        format!("{} is in {} and {} in {}", quote(one.0), quote(one.1), quote(other.0), quote(other.1)),
        "declare the same `unit` for both metrics where one can be brought into the other",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<String> {
        let formula = Formula::parse(text).unwrap();
        let unit = |name: &str| match name {
            "s" => Some("s"),
            "ms" => Some("ms"),
            "n" => Some("count"),
            _ => None,
        };
        clash(&formula, &unit).map(|fault| format!("{}: {}", fault.column, fault.cause))
    }

    #[test]
    fn units_of_one_kind_must_be_the_same_and_sums_of_one_unit() {
        assert_eq!(said("s / ms"), Some("5: `s` is in `s` and `ms` in `ms`".to_owned()));
        assert_eq!(said("s + ms"), Some("5: `s` is in `s` and `ms` in `ms`".to_owned()));
        assert_eq!(said("(s + s) - n"), Some("9: `s` is in `s` and `n` in `count`".to_owned()));
        for fits in ["s / n", "s + s", "1000 * s + s", "s / n + n", "bare + s"] {
            assert_eq!(said(fits), None, "{fits}");
        }
    }
}

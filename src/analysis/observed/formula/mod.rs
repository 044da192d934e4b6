//! A measure derived from others by a formula, for instance `instructions / cycles` or
//! `1000 * "L1-dcache-load-misses" / instructions`.
//!
//! In: the formula's text, and what the names in it stand for. Out: a number; else what is wrong, with its column.
//!
//! Names are bare or in double quotes. A bare one begins with a letter or `_` and goes on with letters, digits, `_` and
//! `.`; a `-` belongs to it only with such a character on both sides and no blank: `branch-misses` is one name,
//! `a - b` a difference. Numbers are decimal, `1000`, `0.5`, `1e6`. `*` and `/` bind more closely than `+` and `-`; equals
//! are taken from the left; parentheses group.
//!
//! 1. `tokens`: text into names, numbers and signs.
//! 2. `parse`: those into an [`Expression`], by precedence.
//! 3. [`units`]: whether what its names stand for can be joined.
//! 4. [`Formula::evaluate`]: that into a number.

mod parse;
mod tokens;
pub mod units;

/// Parentheses within parentheses.
pub const MOST_DEPTH: usize = 32;
/// Operators of a formula, so that no tree is deep.
pub const MOST_OPERATORS: usize = 200;

/// A formula that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    root: Expression,
}

/// A part of a formula. Columns are counted in characters from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// What a name stands for.
    Name {
        /// Without quotes.
        name: String,
        /// Where it begins.
        column: u32,
    },
    /// Two parts joined.
    Operation {
        /// How.
        operator: Operator,
        /// Where the operator stands.
        column: u32,
        /// Before it.
        left: Box<Expression>,
        /// After it.
        right: Box<Expression>,
    },
}

/// How two parts are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, in characters from 1.
    pub column: u32,
    /// What is wrong there, in one sentence without a full stop.
    pub cause: String,
    /// What to do about it, in one sentence without a full stop.
    pub next: String,
}

impl Fault {
    fn new(column: u32, cause: impl Into<String>, next: impl Into<String>) -> Self {
        Fault { column, cause: cause.into(), next: next.into() }
    }
}

impl Formula {
    /// Understands `text`.
    ///
    /// # Errors
    /// The first thing that can't be understood.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse::parse(text).map(|root| Formula { root })
    }

    /// Its parts.
    pub fn root(&self) -> &Expression {
        &self.root
    }

    /// The names in it with their columns, each once, in the order of the text.
    pub fn names(&self) -> Vec<(&str, u32)> {
        let mut names = Vec::new();
        self.root.names(&mut names);
        names
    }

    /// Its value, with what `value` says of each name.
    ///
    /// # Errors
    /// A name that stands for nothing, a division by zero, or a result that is no finite number; the first of them.
    pub fn evaluate(&self, value: impl Fn(&str) -> Option<f64>) -> Result<f64, Fault> {
        self.root.evaluate(&value)
    }
}

impl Expression {
    fn names<'a>(&'a self, names: &mut Vec<(&'a str, u32)>) {
        match self {
            Expression::Number(_) => {}
            Expression::Name { name, column } => {
                if names.iter().all(|(other, _)| other != name) {
                    names.push((name, *column));
                }
            }
            Expression::Operation { left, right, .. } => {
                left.names(names);
                right.names(names);
            }
        }
    }

    fn evaluate(&self, value: &impl Fn(&str) -> Option<f64>) -> Result<f64, Fault> {
        let (operator, column, left, right) = match self {
            Expression::Number(number) => return Ok(*number),
            Expression::Name { name, column } => return of_name(name, *column, value(name)),
            Expression::Operation { operator, column, left, right } => (*operator, *column, left, right),
        };
        let (left, right) = (left.evaluate(value)?, right.evaluate(value)?);
        let result = match operator {
            Operator::Add => left + right,
            Operator::Subtract => left - right,
            Operator::Multiply => left * right,
            Operator::Divide if right == 0.0 => {
                return Err(Fault::new(
                    column,
                    "what stands right of this / is zero",
                    "leave out the rows in which it is, or divide by something else",
                ));
            }
            Operator::Divide => left / right,
        };
        if result.is_finite() {
            Ok(result)
        } else {
            Err(Fault::new(column, "the result is too large for a number", "look at what the names stand for"))
        }
    }
}

fn of_name(name: &str, column: u32, value: Option<f64>) -> Result<f64, Fault> {
    match value {
        Some(value) if value.is_finite() => Ok(value),
        Some(_) => Err(Fault::new(
            column,
            format!("\"{name}\" is not a finite number here"),
            "leave out the rows in which it is not",
        )),
        None => {
            let next = if name.contains('-') {
                "write a name as it stands in the data, and blanks around a minus that subtracts"
            } else {
                "write a name as it stands in the data"
            };
            Err(Fault::new(column, format!("nothing is called \"{name}\""), next))
        }
    }
}

#[cfg(test)]
mod tests;

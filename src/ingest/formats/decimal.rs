//! Decimals of programs that print them as the locale has it.

use super::Input;
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::problem::Outcome;
use crate::source::{Span, quote};

/// The key by which a dataset declares the comma.
pub const KEY: (&str, &str) = ("decimal", "`comma` where the program ran in a locale whose decimals have a comma");

/// How decimals are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    comma: bool,
}

impl Decimal {
    /// What an input declares: `point`, which is what holds otherwise, or `comma`.
    ///
    /// # Errors
    /// Another word; `code` is the problem's.
    pub fn of(input: &Input<'_>, code: &'static str) -> Outcome<Self> {
        match input.declared.get("decimal").map(String::as_str) {
            None | Some("point") => Ok(Decimal { comma: false }),
            Some("comma") => Ok(Decimal { comma: true }),
            Some(other) => {
                let cause = format!("`decimal` is declared as {}, which is not known", quote(other));
                let next = "declare `decimal: comma`, or nothing for a point";
                Err(vec![input.source.problem(code, Span::default(), cause, next)])
            }
        }
    }

    /// A decimal, its text as printed.
    ///
    /// # Errors
    /// As [`number`]; with a comma declared, a point too.
    pub fn number(self, text: &str) -> Result<Number, &'static str> {
        if !self.comma {
            return number(text);
        }
        if text.contains('.') {
            return Err("it has a point, but a comma is declared");
        }
        let value = number(&text.replacen(',', ".", 1))?.value;
        Ok(Number { text: text.into(), value })
    }
}

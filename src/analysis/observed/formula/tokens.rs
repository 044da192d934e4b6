//! Text into names, numbers and signs.

use super::{Fault, Operator};

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Name(String),
    Operator(Operator),
    Open,
    Close,
}

/// The pieces of `text`, each with its column.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, u32)>, Fault> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let column = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let rest = characters.get(at..).unwrap_or_default();
        let (token, length) = match character {
            ' ' | '\t' => {
                at += 1;
                continue;
            }
            '+' => (Token::Operator(Operator::Add), 1),
            '-' => (Token::Operator(Operator::Subtract), 1),
            '*' => (Token::Operator(Operator::Multiply), 1),
            '/' => (Token::Operator(Operator::Divide), 1),
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '"' => quoted(rest, column)?,
            '0'..='9' | '.' => number(rest, column)?,
            _ if begins_name(character) => bare(rest),
            _ => return Err(unknown(character, column)),
        };
        tokens.push((token, column));
        at += length;
    }
    Ok(tokens)
}

fn begins_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn within_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '.'
}

fn bare(rest: &[char]) -> (Token, usize) {
    let belongs = |&at: &usize| match rest.get(at) {
        // What came before it belongs to the name already, unless it is a minus itself.
        Some('-') => {
            rest.get(at + 1).copied().is_some_and(within_name)
                && at.checked_sub(1).and_then(|before| rest.get(before)).copied().is_some_and(within_name)
        }
        Some(&character) => within_name(character),
        None => false,
    };
    let length = (0..rest.len()).take_while(belongs).count();
    (Token::Name(rest.iter().take(length).collect()), length)
}

fn quoted(rest: &[char], column: u32) -> Result<(Token, usize), Fault> {
    let name: String = rest.iter().skip(1).take_while(|&&character| character != '"').collect();
    let length = name.chars().count() + 2;
    if length > rest.len() {
        return Err(Fault::new(column, "the quote that opens here is not closed", "add a \" after the name"));
    }
    if name.is_empty() {
        return Err(Fault::new(column, "there is no name between these quotes", "write the name between them"));
    }
    Ok((Token::Name(name), length))
}

/// Digits, perhaps a point with digits on one side at least, perhaps an exponent.
fn number(rest: &[char], column: u32) -> Result<(Token, usize), Fault> {
    let digits = |from: usize| rest.iter().skip(from).take_while(|character| character.is_ascii_digit()).count();
    let mut length = digits(0);
    if rest.get(length) == Some(&'.') {
        length += 1 + digits(length + 1);
    }
    if matches!(rest.get(length), Some('e' | 'E')) {
        let sign = usize::from(matches!(rest.get(length + 1), Some('+' | '-')));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    let glued = rest.get(length).copied().is_some_and(|next| within_name(next) || next == '"');
    let end = if glued { rest.iter().take_while(|&&next| within_name(next)).count().max(length) } else { length };
    let text: String = rest.iter().take(end).collect();
    match text.parse::<f64>() {
        Ok(number) if !glued && number.is_finite() => Ok((Token::Number(number), length)),
        Ok(_) if !glued => Err(Fault::new(column, format!("{text} is too large for a number"), "write a smaller one")),
        _ => Err(Fault::new(
            column,
            format!("{text} is neither a number nor a name"),
            "write numbers like 1000, 0.5 or 1e6, put a name that begins with a digit between double quotes, and * \
             between a number and what it is multiplied by",
        )),
    }
}

fn unknown(character: char, column: u32) -> Fault {
    let meant = match character {
        '\u{2212}' | '\u{2013}' | '\u{2014}' => Some("-"),
        '\u{d7}' | '\u{b7}' | '\u{22c5}' => Some("*"),
        '\u{f7}' | ':' | '\u{2215}' | '\u{2044}' => Some("/"),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\'' | '`' => Some("double quotes, \""),
        _ => None,
    };
    let next = match meant {
        Some(meant) => format!("write {meant} instead"),
        None => "use names, decimal numbers, + - * / and parentheses; a name with other characters goes between \
                 double quotes"
            .into(),
    };
    Fault::new(column, format!("{character:?} has no meaning in a formula"), next)
}

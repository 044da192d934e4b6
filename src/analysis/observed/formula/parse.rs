//! Pieces into a tree, by precedence (Dijkstra's shunting yard). Nothing here recurses, so the text can't make it deep.

use super::tokens::{Token, tokens};
use super::{Expression, Fault, MOST_DEPTH, MOST_OPERATORS, Operator};

/// What waits until what follows it is known.
enum Waiting {
    Operator(Operator, u32),
    Open(u32),
}

/// The tree of `text`.
pub(super) fn parse(text: &str) -> Result<Expression, Fault> {
    let mut done: Vec<Expression> = Vec::new();
    let mut waiting: Vec<Waiting> = Vec::new();
    let (mut depth, mut operators) = (0, 0);
    // True where a name, a number or ( has to come, false where an operator or ) has to.
    let mut operand = true;
    for (token, column) in tokens(text)? {
        match token {
            Token::Number(_) | Token::Name(_) | Token::Open if !operand => {
                return Err(Fault::new(
                    column,
                    format!("{} follows what is complete", shown(&token)),
                    "put + - * or / before it; a name with blanks goes between double quotes",
                ));
            }
            Token::Operator(_) | Token::Close if operand => {
                return Err(Fault::new(
                    column,
                    format!("{} stands where a name, a number or ( is expected", shown(&token)),
                    "add what is missing before it, or take it away",
                ));
            }
            Token::Number(number) => done.push(Expression::Number(number)),
            Token::Name(name) => done.push(Expression::Name { name, column }),
            Token::Open => {
                depth += 1;
                if depth > MOST_DEPTH {
                    let cause = format!("there are more than {MOST_DEPTH} parentheses within one another");
                    return Err(Fault::new(column, cause, "take some away"));
                }
                waiting.push(Waiting::Open(column));
                continue;
            }
            Token::Close => {
                while let Some(&Waiting::Operator(operator, column)) = waiting.last() {
                    waiting.pop();
                    join(&mut done, operator, column);
                }
                if waiting.pop().is_none() {
                    return Err(Fault::new(column, "this ) closes nothing", "take it away, or add a ( before it"));
                }
                depth -= 1;
                continue;
            }
            Token::Operator(operator) => {
                operators += 1;
                if operators > MOST_OPERATORS {
                    let cause = format!("the formula has more than {MOST_OPERATORS} operators");
                    return Err(Fault::new(column, cause, "make several of it"));
                }
                while let Some(&Waiting::Operator(before, column)) = waiting.last() {
                    if binding(before) < binding(operator) {
                        break;
                    }
                    waiting.pop();
                    join(&mut done, before, column);
                }
                waiting.push(Waiting::Operator(operator, column));
            }
        }
        operand = !operand;
    }
    if operand {
        let column = u32::try_from(text.chars().count() + 1).unwrap_or(u32::MAX);
        let cause = if text.trim().is_empty() { "the formula is empty" } else { "the formula ends too early" };
        return Err(Fault::new(column, cause, "add a name or a number"));
    }
    while let Some(last) = waiting.pop() {
        match last {
            Waiting::Operator(operator, column) => join(&mut done, operator, column),
            Waiting::Open(column) => return Err(Fault::new(column, "this ( is not closed", "add a ) after its part")),
        }
    }
    // Operands and operators have alternated, so one tree is left.
    done.pop().ok_or_else(|| Fault::new(1, "the formula is empty", "add a name or a number"))
}

fn binding(operator: Operator) -> u8 {
    match operator {
        Operator::Add | Operator::Subtract => 0,
        Operator::Multiply | Operator::Divide => 1,
    }
}

/// The last two parts become one.
fn join(done: &mut Vec<Expression>, operator: Operator, column: u32) {
    if let (Some(right), Some(left)) = (done.pop(), done.pop()) {
        done.push(Expression::Operation { operator, column, left: Box::new(left), right: Box::new(right) });
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Number(number) => number.to_string(),
        Token::Name(name) => format!("\"{name}\""),
        Token::Operator(Operator::Add) => "+".into(),
        Token::Operator(Operator::Subtract) => "-".into(),
        Token::Operator(Operator::Multiply) => "*".into(),
        Token::Operator(Operator::Divide) => "/".into(),
        Token::Open => "(".into(),
        Token::Close => ")".into(),
    }
}

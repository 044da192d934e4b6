//! Rule `statement-without-figure`: a measured statement prints at least one figure.

use super::statement::{Area, Statement};
use super::{Rule, problem};
use crate::problem::Problem;

pub fn find(statement: &Statement<'_>) -> Vec<Problem> {
    if statement.area != Area::Measured || statement.label.is_empty() || !statement.printed.is_empty() {
        return Vec::new();
    }
    let first = statement.words.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    let end = statement.words.get(first..).and_then(|rest| rest.find(char::is_whitespace));
    let range = first..end.map_or(statement.words.len(), |end| first + end);
    vec![problem(
        Rule::StatementWithoutFigure,
        statement.place(range),
        format!("{} prints no figure: {}", statement.label, statement.beginning()),
        "quote the figure that it rests on, or move it to Hypotheses or Limits".to_string(),
    )]
}

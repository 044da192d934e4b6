//! Rule `unused-name`: a name that the front matter declares stands in the text.

use super::statement::Statement;
use super::words::occurrences;
use super::{Draft, Rule, problem};
use crate::problem::Problem;

pub fn find(draft: Draft<'_>, statements: &[Statement<'_>]) -> Vec<Problem> {
    let used = |name: &str| statements.iter().any(|statement| occurrences(&statement.words, name).next().is_some());
    let unused = draft.authored.front.names.iter().filter(|declared| !used(&declared.name));
    unused
        .map(|declared| {
            problem(
                Rule::UnusedName,
                (declared.place.clone(), Some(declared.excerpt.clone())),
                format!("`{}` is declared as a name, and the text does not use it", declared.name),
                "take it out of `names`".to_string(),
            )
        })
        .collect()
}

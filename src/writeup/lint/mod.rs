//! The lint of the author's words: what the build can see in prose that its claims can't.
//!
//! In: [`Draft`], the author's passages of one file with the figures that were printed into them. Out: [`Finding`]s, each
//! with the place in the author's file, what is wrong there and what to write in its place.
//!
//! 1. [`level`]: the rules, and how grave each is (`allow`, `warn`, `deny`; set in book.toml).
//! 2. [`statement`]: passages to statements of plain words, which know where in the file they stand.
//! 3. One file a rule: [`unbound_number`], [`unbound_source`], [`arithmetic`], [`mixed_sources`],
//!    [`effect_without_figure`], [`statement_without_figure`], [`unused_name`].
//! 4. [`suggest`]: figures of the ledger that a typed number may have meant.

mod arithmetic;
mod effect_without_figure;
pub mod level;
mod mixed_sources;
mod statement;
mod statement_without_figure;
mod suggest;
#[cfg(test)]
mod tests;
mod unbound_number;
mod unbound_source;
mod unused_name;
mod words;

use super::content::Authored;
use super::desk::Desk;
use super::lines::Unmarked;
use super::markdown::prose::Passage;
use crate::problem::{Excerpt, Kind, Place, Problem};
use statement::statements;

pub use level::{Level, Levels, Rule};

/// Something that a rule found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How grave it is: `warn` or `deny`.
    pub level: Level,
    /// Place, cause, next step.
    pub problem: Problem,
}

/// An authored file that was rendered and parsed.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    /// The file.
    pub authored: &'a Authored,
    /// The phase that it writes up; `None` for the campaign's page.
    pub phase: Option<&'a str>,
    /// The lede: its rendered text and its passages.
    pub lede: (&'a Unmarked, &'a [Passage]),
    /// The body likewise.
    pub body: (&'a Unmarked, &'a [Passage]),
    /// What was laid down while it was rendered.
    pub desk: &'a Desk,
    /// Names of phases, cases, arms and metrics, and the campaign's own.
    pub names: &'a [String],
}

/// Every finding of the rules that are not allowed, in reading order.
pub fn lint(draft: Draft<'_>, levels: &Levels) -> Vec<Finding> {
    let statements = statements(draft);
    let mut found: Vec<(Rule, Problem)> = Vec::new();
    for statement in &statements {
        for rule in Rule::ALL {
            if levels.of(rule) == Level::Allow {
                continue;
            }
            let problems = match rule {
                Rule::UnboundNumber => unbound_number::find(draft, statement),
                Rule::UnboundSource => unbound_source::find(draft, statement),
                Rule::Arithmetic => arithmetic::find(draft, statement),
                Rule::MixedSources => mixed_sources::find(draft, statement),
                Rule::EffectWithoutFigure => effect_without_figure::find(statement),
                Rule::StatementWithoutFigure => statement_without_figure::find(statement),
                Rule::UnusedName => Vec::new(),
            };
            found.extend(problems.into_iter().map(|problem| (rule, problem)));
        }
    }
    if levels.of(Rule::UnusedName) != Level::Allow {
        let unused = unused_name::find(draft, &statements);
        found.extend(unused.into_iter().map(|problem| (Rule::UnusedName, problem)));
    }
    found.sort_by_key(|(_, problem)| (problem.place.line, problem.place.column));
    found.dedup();
    found.into_iter().map(|(rule, problem)| Finding { rule, level: levels.of(rule), problem }).collect()
}

/// A problem that a rule found.
fn problem(rule: Rule, (place, excerpt): (Place, Option<Excerpt>), cause: String, next: String) -> Problem {
    Problem { excerpt, ..Problem::new(Kind::Claim, rule.code(), place, cause, next) }
}

//! `hyperfine`: one benchmark a command, compared with one another.
//!
//! 1. [`json`]: `--export-json`, the time of every run.
//! 2. [`csv`]: `--export-csv`, summaries only.
//!
//! Its commands are the arms, unless [`KEYS`] say otherwise. Both outputs hold a time of 0.0 where the shell's
//! start-up, which hyperfine takes off, was longer than the run; that is no measurement, and what hyperfine counts it
//! into is no summary of measurements. The runs beside it are those that were slow enough to be measured: alone they
//! would tell of too long a time, so that no time of such a command is used. A hyperfine that was broken off leaves the commands before, and no word of it in
//! the file.

pub mod csv;
pub mod json;
#[cfg(test)]
mod tests;

use crate::ingest::reading::Whose;
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, list, quote};

use super::Input;

/// What a dataset may declare of it.
const KEYS: &[(&str, &str)] = &[
    ("commands", "what the commands are: `arm`, which is the default, or `case`"),
    ("arm", "the parameter whose values are the arms; the other parameters name the case"),
];

/// Why a time of zero is no measurement, of a run.
const ZERO: &str = "0 is no time of a run: the start-up of the shell, which hyperfine takes off, was longer";
/// The same of a summary.
const ZERO_IN_IT: &str = "hyperfine counted runs into it whose time came out as 0, which is no measurement";
/// Why the runs beside such ones, and the largest of them, are not used: values that are there only where they were
/// large enough are no sample of the values.
const CENSORED: &str = "runs of this command came out as 0, and those that did not are its slower ones alone";
/// Why the processor times beside such runs are not used: hyperfine takes the shell's off them too, down to zero.
const TAKEN_OFF: &str = "hyperfine takes the shell's own off it, which left nothing of the time of some runs";

/// A command that was measured.
struct Command {
    /// Where it stands.
    span: Span,
    /// Its line, or the name it was given.
    name: String,
    parameters: Vec<(String, String)>,
}

impl Command {
    fn parameters_but(&self, left_out: &str) -> Option<String> {
        let others = self.parameters.iter().filter(|(name, _)| name != left_out);
        let words: Vec<String> = others.map(|(name, value)| format!("{name}={value}")).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Whose the numbers of each command are.
fn owners(input: &Input<'_>, commands: &[Command]) -> Outcome<Vec<Whose>> {
    let source = input.source;
    let mut problems = Vec::new();
    let owners: Vec<Whose> = match (input.declared.get("arm"), input.declared.get("commands").map(String::as_str)) {
        (Some(parameter), None) => {
            commands.iter().filter_map(|command| by_parameter(source, command, parameter, &mut problems)).collect()
        }
        (None, None | Some("arm")) => {
            named(commands).into_iter().map(|name| Whose { arm: Some(name.into()), ..Whose::default() }).collect()
        }
        (None, Some("case")) => named(commands).into_iter().map(Whose::case).collect(),
        (Some(_), Some(_)) => {
            let cause =
                "both `commands` and `arm` are declared, but the commands or a parameter are the arms, not both";
            return Err(vec![declared(source, cause.to_owned())]);
        }
        (None, Some(other)) => {
            let cause = format!("`commands` is declared as {}, but it is `arm` or `case`", quote(other));
            return Err(vec![declared(source, cause)]);
        }
    };
    for (index, (owner, command)) in owners.iter().zip(commands).enumerate() {
        if problems.is_empty() && owners.iter().take(index).any(|earlier| earlier == owner) {
            let cause = format!("the command {} stands twice, and nothing tells the two apart", quote(&command.name));
            let next = "give each command a name of its own with hyperfine's `-n`, or take one of the two out";
            problems.push(source.problem("hyperfine::twice", command.span, cause, next));
        }
    }
    if problems.is_empty() { Ok(owners) } else { Err(problems) }
}

fn by_parameter(source: &Source, command: &Command, parameter: &str, problems: &mut Problems) -> Option<Whose> {
    let Some((_, value)) = command.parameters.iter().find(|(name, _)| name == parameter) else {
        let names: Vec<&str> = command.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let known = if names.is_empty() { "none".to_owned() } else { list(&names) };
        let cause =
            format!("{} has no parameter {}, which is declared as the arm", quote(&command.name), quote(parameter));
        problems.push(source.problem(
            "hyperfine::no-parameter",
            command.span,
            cause,
            format!("its parameters: {known}"),
        ));
        return None;
    };
    Some(Whose {
        arm: Some(value.as_str().into()),
        case: command.parameters_but(parameter).map(Into::into),
        ..Whose::default()
    })
}

/// The commands' names, with the parameters where the name does not show them.
fn named(commands: &[Command]) -> Vec<String> {
    let twice = |command: &Command| commands.iter().filter(|other| other.name == command.name).count() > 1;
    let name = |command: &Command| match command.parameters_but("") {
        Some(parameters) if twice(command) => format!("{} ({parameters})", command.name),
        _ => command.name.clone(),
    };
    commands.iter().map(name).collect()
}

fn declared(source: &Source, cause: String) -> Problem {
    source.problem("hyperfine::declared", Span::default(), cause, "correct what the dataset declares of its format")
}

fn nothing(source: &Source) -> Problem {
    let next = "see what hyperfine printed: it writes this file after its first command";
    source.problem("hyperfine::empty", Span::default(), "the file measured nothing", next)
}

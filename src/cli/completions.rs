//! `completions`: a completion script for a shell.

use clap::CommandFactory;

use super::Ended;
use super::arguments::{Arguments, Completions};

pub(super) fn run(command: &Completions) -> Ended {
    let mut out = Vec::new();
    clap_complete::generate(command.shell, &mut Arguments::command(), "rebench-report", &mut out);
    super::say(String::from_utf8_lossy(&out).trim_end());
    Ok(())
}

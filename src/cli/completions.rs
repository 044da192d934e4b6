//! `completions`: a completion script for a shell.

use clap::CommandFactory;

use super::Ended;
use super::arguments::{Arguments, Completions};
use super::told::Told;

pub(super) fn run(command: &Completions, told: &Told) -> Ended {
    let mut out = Vec::new();
    clap_complete::generate(command.shell, &mut Arguments::command(), "rebench-report", &mut out);
    told.say(String::from_utf8_lossy(&out).trim_end());
    Ok(())
}

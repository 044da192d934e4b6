//! Parses arguments, maps an error to its exit code; nothing else.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rebench_report::cli::run(std::env::args_os(), &rebench_report::cli::World::real())
}

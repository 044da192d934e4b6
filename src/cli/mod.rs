//! The command line: arguments in, text on standard output and error, and an exit code.
//!
//! The only part that reads clock, environment and terminal, once, into [`World`]; the rest of the library gets options.
//!
//! 1. [`arguments`]: what can be said.
//! 2. `root`: the project's root is found by walking up to book.toml.
//! 3. `build`, `list`, `verify`, `explain`, `import`, `new`, `completions`: one file a command.
//! 4. `told`: problems as text with source excerpts, or as JSON lines.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done |
//! | 1 | a claim or an agreement does not hold |
//! | 2 | the call can't be understood |
//! | 3 | bytes are not the pinned ones |
//! | 4 | an input is unreadable or contradicts another |
//! | 5 | the output could not be written |

pub mod arguments;
mod build;
mod check;
mod completions;
mod explain;
mod freeze;
mod import;
mod init;
mod list;
mod new;
mod progress;
mod root;
mod sarif;
mod told;
mod verify;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Color, Command, MessageFormat};
use told::Told;

use crate::problem::{Kind, Place, Problem};

/// What the command line knows of the world around it, read once.
#[derive(Clone, Debug)]
pub struct World {
    /// Working directory.
    pub directory: PathBuf,
    /// SOURCE_DATE_EPOCH, if it is set.
    pub source_date_epoch: Option<String>,
    /// Whether colours are wanted where `--color auto` asks: a terminal, and neither NO_COLOR nor TERM=dumb.
    pub colors: bool,
    /// Whether standard error is a terminal that can be drawn on.
    pub terminal: bool,
    /// Folders in which programs are looked for.
    pub path: Vec<PathBuf>,
    /// Folder for temporary files.
    pub temporary: PathBuf,
}

impl World {
    /// The real one.
    pub fn real() -> Self {
        let terminal = std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        World {
            directory: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            source_date_epoch: std::env::var_os("SOURCE_DATE_EPOCH").map(|text| text.to_string_lossy().into_owned()),
            colors: terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            terminal,
            path: std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default(),
            temporary: std::env::temp_dir(),
        }
    }
}

impl World {
    /// The first program of one of these names that is found.
    fn program(&self, names: &[&str]) -> Option<PathBuf> {
        let candidates = names.iter().flat_map(|name| self.path.iter().map(move |folder| folder.join(name)));
        candidates.into_iter().find(|program| program.is_file())
    }
}

/// Runs a command line and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>, world: &World) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for and go to standard output with code 0; the rest is a wrong call.
            let code = if error.use_stderr() { Kind::Usage.exit_code() } else { 0 };
            let printed = error.print().or_else(told::quiet_pipe);
            return ExitCode::from(if printed.is_ok() { code } else { code.max(Kind::Output.exit_code()) });
        }
    };
    let colors = match arguments.color {
        Color::Auto => world.colors && arguments.message_format == MessageFormat::Human,
        Color::Always => true,
        Color::Never => false,
    };
    let told = Told::new(arguments.message_format, colors, arguments.quiet);
    let outcome = match &arguments.command {
        Command::Check(command) => check::run(command, &arguments, world, &told),
        _ if arguments.message_format == MessageFormat::Sarif => Err(usage(
            "SARIF is what `check` tells, and no other command",
            "ask for --message-format json, or run check",
        )),
        Command::Build(command) => build::run(command, &arguments, world, &told),
        Command::List => list::run(&arguments, world, &told),
        Command::Verify(command) => verify::run(command, &arguments, world, &told),
        Command::Explain(command) => explain::run(command, &arguments, world, &told),
        Command::Import(command) => import::run(command, &arguments, world, &told),
        Command::New(command) => new::run(command, &arguments, world, &told),
        Command::Init(command) => init::run(command, world, &told),
        Command::Freeze(command) => freeze::run(command, &arguments, world, &told),
        Command::Completions(command) => completions::run(command, &told),
    };
    match outcome.and_then(|()| told.all_said()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.told {
                told.problems(&failure.problems, failure.folder.as_deref());
            }
            let gravest = failure.problems.iter().map(|problem| problem.kind).max_by_key(|kind| kind.gravity());
            ExitCode::from(gravest.map_or(1, Kind::exit_code))
        }
    }
}

/// Problems, and the folder that their places are below, for excerpts.
struct Failure {
    problems: Vec<Problem>,
    folder: Option<PathBuf>,
    /// Whether the command has told them already.
    told: bool,
}

impl Failure {
    /// Problems by places below the project's root.
    fn below(root: &Path, world: &World, problems: Vec<Problem>) -> Self {
        Failure { problems, folder: Some(root::shown(root, world)), told: false }
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Failure { problems, folder: None, told: false }
    }
}

type Ended = Result<(), Failure>;

/// A call that can't be carried out.
fn usage(cause: impl Into<String>, next: impl Into<String>) -> Failure {
    vec![Problem::new(Kind::Usage, "usage", Place::default(), cause, next)].into()
}

//! Replay: the campaign's own pinned analyzer run again, and its output held against the built-in analysis.
//!
//! In: verified inputs, the built-in results, and how to run Python. Out: [`Replayed`] a phase. The analyzer is foreign
//! code: it is run only when somebody asks for it, its hash was verified first, it sees a scratch copy of the inputs, an
//! empty environment and, where bubblewrap works, no network and no writable file outside of the copy.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::analysis::reference::{Agreement, agreement};
use crate::integrity::Verified;
use crate::problem::{Kind, Outcome, Place, Problem};

/// The pinned analyzer.
pub const ANALYZER: &str = "analyzer/analyze.py";
/// Longest time that an analyzer may take, in steps of [`STEP`].
const STEPS: u32 = 15_000;
const STEP: Duration = Duration::from_millis(20);
/// Most bytes of output that are read.
const MOST: u64 = 64 << 20;

/// How to run Python.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The Python interpreter.
    pub python: PathBuf,
    /// Bubblewrap, if it is installed.
    pub bubblewrap: Option<PathBuf>,
    /// A folder in which a scratch folder may be made.
    pub scratch: PathBuf,
}

/// A phase replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Phase.
    pub phase: String,
    /// How the two analyses agree.
    pub agreement: Agreement,
    /// SHA-256 of the analyzer.
    pub analyzer: String,
    /// True if it ran without network and without the right to write outside of the copy.
    pub confined: bool,
}

/// Replays the phases, given by name, folder and what the built-in analysis would print.
///
/// # Errors
/// An analyzer that is not pinned, can't be run, fails, takes too long or prints no JSON.
pub fn replay(
    verified: &Verified,
    phases: &[(String, String, Value)],
    runner: &Runner,
    tolerance: f64,
) -> Outcome<Vec<Replayed>> {
    let Some(analyzer) = verified.sha256(ANALYZER).map(str::to_string) else {
        return Err(vec![problem(
            ANALYZER,
            "is not pinned in this campaign".to_string(),
            "replay needs the analyzer that was frozen with the plan",
        )]);
    };
    let scratch = Scratch::make(&runner.scratch)?;
    copy(verified, &scratch.folder)?;
    let confined = runner.bubblewrap.as_deref().is_some_and(works);
    let mut replayed = Vec::new();
    let mut problems = Vec::new();
    for (phase, folder, ours) in phases {
        let command = command(runner, confined, &scratch.folder, folder);
        match run(command, phase).and_then(|output| parse(&output, phase)) {
            Ok(theirs) => replayed.push(Replayed {
                phase: phase.clone(),
                agreement: agreement(ours, &theirs, tolerance),
                analyzer: analyzer.clone(),
                confined,
            }),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(replayed) } else { Err(problems) }
}

fn problem(file: &str, cause: String, next: &str) -> Problem {
    Problem::new(Kind::Input, "replay", Place::file(file), cause, next)
}

/// A folder of its own, removed at the end.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn make(parent: &Path) -> Outcome<Self> {
        for number in 0..1000 {
            let folder = parent.join(format!("rebench-report-replay-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(Scratch { folder }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(vec![Problem::new(
                        Kind::Output,
                        "replay::scratch",
                        Place::file(folder.display().to_string()),
                        format!("can't be made: {error}"),
                        "set TMPDIR to a folder that can be written",
                    )]);
                }
            }
        }
        Err(vec![problem(&parent.display().to_string(), "is full of scratch folders".to_string(), "remove them")])
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be removed lies among temporary files and harms nothing.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(verified: &Verified, folder: &Path) -> Outcome<()> {
    let failed = |path: &str, error: &std::io::Error| {
        vec![Problem::new(
            Kind::Output,
            "replay::scratch",
            Place::file(path),
            format!("can't be copied to {}: {error}", folder.display()),
            "free some space there, or set TMPDIR to another folder",
        )]
    };
    for path in verified.paths() {
        let target = folder.join(path);
        let made = target.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::File::create(&target));
        let mut file = made.map_err(|error| failed(path, &error))?;
        verified.copy(path, &mut file).map_err(|error| failed(path, &error))??;
    }
    Ok(())
}

/// Whether bubblewrap can confine anything here: some systems forbid the namespaces that it needs.
fn works(bubblewrap: &Path) -> bool {
    let probe = Command::new(bubblewrap)
        .args(["--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    probe.is_ok_and(|status| status.success())
}

fn command(runner: &Runner, confined: bool, scratch: &Path, phase: &str) -> Command {
    let python = |command: &mut Command| {
        command.args(["-B", "-E", "-s", ANALYZER, phase]);
    };
    let mut command = match (&runner.bubblewrap, confined) {
        (Some(bubblewrap), true) => {
            let mut command = Command::new(bubblewrap);
            command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--unshare-all", "--die-with-parent", "--clearenv"]);
            command.arg("--bind").arg(scratch).arg(scratch).arg("--chdir").arg(scratch);
            command.arg(&runner.python);
            python(&mut command);
            command
        }
        _ => {
            let mut command = Command::new(&runner.python);
            python(&mut command);
            command
        }
    };
    command.env_clear().current_dir(scratch).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the analyzer and returns what it printed.
fn run(mut command: Command, phase: &str) -> Outcome<Vec<u8>> {
    let failed = |cause: String, next: &str| vec![problem(ANALYZER, format!("phase {phase}: {cause}"), next)];
    let mut child =
        command.spawn().map_err(|error| failed(format!("Python can't be started: {error}"), "install Python 3"))?;
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What can't be read is missing from the output, which then is no JSON.
            let _ = pipe.map(|pipe| pipe.take(MOST).read_to_end(&mut bytes));
            bytes
        })
    };
    let output = reader(child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let errors = reader(child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let mut status = None;
    for _ in 0..STEPS {
        match child.try_wait() {
            Ok(Some(ended)) => {
                status = Some(ended);
                break;
            }
            Ok(None) => std::thread::sleep(STEP),
            Err(error) => return Err(failed(format!("its end can't be waited for: {error}"), "try again")),
        }
    }
    if status.is_none() {
        // A child that has just ended can't be killed any more; its end was what was wanted.
        let _ = child.kill();
        let _ = child.wait();
    }
    let output = output.join().unwrap_or_default();
    let errors = String::from_utf8_lossy(&errors.join().unwrap_or_default()).trim().to_string();
    match status {
        None => Err(failed("the analyzer takes more than five minutes".to_string(), "run it by hand to see why")),
        Some(status) if !status.success() => {
            let last = errors.lines().last().unwrap_or("it says nothing").to_string();
            let next = if last.contains("No module named") {
                "install the Python package that it names"
            } else {
                "run it by hand to see why"
            };
            Err(failed(format!("the analyzer ended with {status}: {last}"), next))
        }
        Some(_) => Ok(output),
    }
}

fn parse(output: &[u8], phase: &str) -> Outcome<Value> {
    serde_json::from_slice(output).map_err(|error| {
        vec![problem(
            ANALYZER,
            format!("phase {phase}: what the analyzer printed is no JSON: {error}"),
            "run it by hand to see what it prints",
        )]
    })
}

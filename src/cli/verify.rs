//! `verify`: written reports and their inputs against their hashes.

use serde_json::json;

use super::arguments::{Arguments, MessageFormat, Verify};
use super::told::Told;
use super::{Ended, Failure, World, root, usage};
use crate::integrity;
use crate::number::text::count;
use crate::pipeline::{self, Options};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::replay::{self, Runner};
use crate::site;

pub(super) fn run(command: &Verify, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let several = command.campaigns.len() != 1;
    let report_of = |campaign: &str| match &command.out {
        Some(out) if several => world.directory.join(out).join(campaign),
        Some(out) => world.directory.join(out),
        None => root.join("reports").join(campaign),
    };
    let campaigns = if command.campaigns.is_empty() {
        pipeline::campaigns(&root).into_iter().filter(|name| report_of(name).is_dir()).collect()
    } else {
        command.campaigns.clone()
    };
    if campaigns.is_empty() {
        return Err(usage("no campaign has a report", "build one first: rebench-report build"));
    }
    let mut problems = Vec::new();
    for campaign in &campaigns {
        let folder = match pipeline::campaign_folder(&root, campaign) {
            Ok(folder) => folder,
            Err(found) => {
                problems.extend(found);
                continue;
            }
        };
        if command.replay
            && let Err(found) = replay(&root, campaign, world, told)
        {
            problems.extend(found.into_iter().map(|found| below(&folder, found, world)));
        }
        let report = report_of(campaign);
        let inputs = integrity::verify(&folder);
        let written = site::verify::verify(&report);
        match (inputs, written) {
            (Ok(inputs), Ok(written)) => {
                if let Err(found) = site::belongs::belongs(&report, &root, campaign, &inputs) {
                    problems.extend(found.into_iter().map(|found| of_project(&root, &report, found, world)));
                    continue;
                }
                let pinned = inputs.paths().count();
                if told.format == MessageFormat::Json {
                    let line =
                        json!({"type": "verified", "campaign": campaign, "pinned": pinned, "written": written.files});
                    told.say(&line.to_string());
                } else if !told.quiet {
                    told.say(&format!(
                        "{campaign}: {} pinned inputs and {} files of the report have their hashes, and the report was built from what lies there",
                        count(pinned as u64),
                        count(written.files as u64)
                    ));
                }
            }
            (inputs, written) => {
                problems.extend(inputs.err().into_iter().flatten().map(|found| below(&folder, found, world)));
                problems.extend(written.err().into_iter().flatten().map(|found| below(&report, found, world)));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure { problems, folder: None, told: false }) }
}

/// A problem with the folder in front of its path: inputs and report have files of the same name.
fn below(folder: &std::path::Path, mut problem: Problem, world: &World) -> Problem {
    let folder = folder.strip_prefix(&world.directory).unwrap_or(folder);
    let file = folder.join(&problem.place.file).display().to_string();
    problem.place = Place { file, ..problem.place };
    problem
}

/// The same of a file of the project, or of the report's manifest.
fn of_project(root: &std::path::Path, report: &std::path::Path, found: Problem, world: &World) -> Problem {
    let folder = if found.place.file == site::manifest::MANIFEST { report } else { root };
    below(folder, found, world)
}

/// Runs the pinned analyzer again and tells how it agrees.
fn replay(root: &std::path::Path, campaign: &str, world: &World, told: &Told) -> Outcome<()> {
    let folder = pipeline::campaign_folder(root, campaign)?;
    let verified = integrity::verify(&folder)?;
    let basis = pipeline::read_basis(&Options::reading(root.to_path_buf(), campaign.to_string()))?;
    let phases: Vec<_> = basis
        .phases()
        .map(|phase| (phase.name().to_string(), phase.records.declared.dir.clone(), phase.analysed.printed.clone()))
        .collect();
    if phases.is_empty() {
        let why = "no phase has a plan, so there is no analysis to replay";
        if told.format == MessageFormat::Json {
            told.say(&json!({"type": "nothing-to-replay", "campaign": campaign, "why": why}).to_string());
        } else if !told.quiet {
            told.say(&format!("{campaign}: {why}"));
        }
        return Ok(());
    }
    let Some(python) = world.program(&["python3", "python"]) else {
        return Err(vec![Problem::new(
            Kind::Usage,
            "replay::python",
            Place::default(),
            "there is no Python to run the analyzer with",
            "install Python 3, or verify without --replay",
        )]);
    };
    let runner = Runner { python, bubblewrap: world.program(&["bwrap"]), scratch: world.temporary.clone() };
    let mut problems = Vec::new();
    for replayed in replay::replay(&verified, &phases, &runner, pipeline::TOLERANCE)? {
        let agreement = &replayed.agreement;
        if !agreement.holds() {
            let first = agreement.disagreements.first().map(|one| one.path.clone());
            let first = first.or_else(|| agreement.missing.first().or(agreement.extra.first()).cloned());
            problems.push(Problem::new(
                Kind::Claim,
                "replay::disagrees",
                Place::file(replay::ANALYZER),
                format!(
                    "phase {}: the pinned analyzer and the built-in analysis differ in {} values, first at {}",
                    replayed.phase,
                    agreement.disagreements.len() + agreement.missing.len() + agreement.extra.len(),
                    first.unwrap_or_default()
                ),
                "find out which of the two is wrong before anything is published",
            ));
            continue;
        }
        if told.format == MessageFormat::Json {
            let line = json!({
                "type": "replayed", "campaign": campaign, "phase": replayed.phase, "numbers": agreement.numbers,
                "others": agreement.others, "analyzer_sha256": replayed.analyzer, "confined": replayed.confined,
            });
            told.say(&line.to_string());
        } else if !told.quiet {
            let how =
                if replayed.confined { "confined, without network" } else { "not confined: bubblewrap is not at hand" };
            told.say(&format!(
                "{campaign}: phase {} replayed by {} (sha256 {}, {how}): {} numbers and {} other values agree",
                replayed.phase,
                replay::ANALYZER,
                replayed.analyzer.get(..12).unwrap_or_default(),
                count(agreement.numbers as u64),
                count(agreement.others as u64)
            ));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

//! `verify`: written reports and their inputs against their hashes.

use serde_json::json;

use super::arguments::{Arguments, MessageFormat, Verify};
use super::told::Told;
use super::{Ended, Failure, World, root, say, usage};
use crate::integrity;
use crate::number::text::count;
use crate::pipeline;
use crate::problem::{Place, Problem};
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
        let report = report_of(campaign);
        let inputs = integrity::verify(&folder);
        let written = site::verify::verify(&report);
        match (inputs, written) {
            (Ok(inputs), Ok(written)) => {
                let pinned = inputs.paths().count();
                if told.format == MessageFormat::Json {
                    let line =
                        json!({"type": "verified", "campaign": campaign, "pinned": pinned, "written": written.files});
                    say(&line.to_string());
                } else if !told.quiet {
                    say(&format!(
                        "{campaign}: {} pinned inputs and {} files of the report have their hashes",
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
    if problems.is_empty() { Ok(()) } else { Err(Failure { problems, folder: None }) }
}

/// A problem with the folder in front of its path: inputs and report have files of the same name.
fn below(folder: &std::path::Path, mut problem: Problem, world: &World) -> Problem {
    let folder = folder.strip_prefix(&world.directory).unwrap_or(folder);
    problem.place = Place { file: format!("{}/{}", folder.display(), problem.place.file), ..problem.place };
    problem
}

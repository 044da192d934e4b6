//! `freeze`: a campaign's folder pinned.

use serde_json::json;

use super::arguments::{Arguments, Freeze, MessageFormat};
use super::told::Told;
use super::{Ended, Failure, World, build, root};
use crate::integrity::{self, How};
use crate::number::text::count;
use crate::pipeline;

pub(super) fn run(command: &Freeze, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let names = build::unique(std::slice::from_ref(&command.campaign));
    let campaign = names.first().map_or(command.campaign.as_str(), String::as_str);
    let folder = pipeline::campaign_folder(&root, campaign)?;
    let how = How { again: command.again, dry: command.dry_run };
    let frozen = integrity::freeze(&folder, how).map_err(|problems| {
        let shown = format!("content/{campaign}");
        let below = |mut problem: crate::problem::Problem| {
            problem.place = problem.place.below(&shown);
            problem
        };
        Failure::below(&root, world, problems.into_iter().map(below).collect())
    })?;
    if told.format == MessageFormat::Json {
        told.say(
            &json!({
                "type": "frozen",
                "campaign": campaign,
                "files": frozen.files,
                "bytes": frozen.bytes,
                "added": frozen.added,
                "changed": frozen.changed,
                "removed": frozen.removed,
                "written": frozen.written,
            })
            .to_string(),
        );
        return Ok(());
    }
    if told.quiet {
        return Ok(());
    }
    let what = format!("{} files, {} bytes", count(frozen.files as u64), count(frozen.bytes));
    let words = match (frozen.written, command.dry_run, frozen.was_frozen) {
        (true, _, true) => format!("{campaign}: frozen again, {what}"),
        (true, ..) => format!("{campaign}: frozen, {what}"),
        (false, true, false) => format!("{campaign}: would be frozen, {what}"),
        (false, true, true) if !(frozen.added.is_empty() && frozen.changed.is_empty() && frozen.removed.is_empty()) => {
            format!("{campaign}: would be frozen again, {what}")
        }
        _ => format!("{campaign}: already frozen, {what}"),
    };
    told.say(&words);
    if frozen.was_frozen {
        for (paths, word) in [(&frozen.added, "added"), (&frozen.changed, "changed"), (&frozen.removed, "removed")] {
            paths.iter().for_each(|path| told.say(&format!("  {word:<8} {path}")));
        }
    }
    Ok(())
}

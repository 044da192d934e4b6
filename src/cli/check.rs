//! `check`: everything that a build would refuse, and what the lint says, without rendering anything.

use std::path::Path;

use serde_json::json;

use super::arguments::{Arguments, Check, MessageFormat};
use super::told::Told;
use super::{Ended, Failure, World, build, root, sarif, usage};
use crate::number::text::count;
use crate::pipeline::{self, Checked, Options};
use crate::problem::Problems;

pub(super) fn run(command: &Check, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let campaigns =
        if command.campaigns.is_empty() { pipeline::campaigns(&root) } else { build::unique(&command.campaigns) };
    if campaigns.is_empty() {
        return Err(usage(
            format!("there is no campaign below {}", root.join("content").display()),
            "put a campaign's folder with its campaign.yaml there",
        ));
    }
    let mut problems = Problems::new();
    let mut all: Vec<Checked> = Vec::new();
    for campaign in campaigns {
        let options = Options::reading(root.clone(), campaign.clone());
        let checked = pipeline::check(&options, &|_| {});
        if told.format != MessageFormat::Sarif {
            tell(&campaign, &checked, &root::shown(&root, world), told);
        }
        problems.extend(checked.problems.iter().cloned());
        all.push(checked);
    }
    if told.format == MessageFormat::Sarif {
        told.say(&format!("{:#}", sarif::log(&all)));
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure { problems, folder: None, told: true }) }
}

fn tell(campaign: &str, checked: &Checked, root: &Path, told: &Told) {
    told.warnings(&checked.warnings, root);
    told.problems(&checked.problems, Some(root));
    if told.format == MessageFormat::Json {
        let line = json!({
            "type": "checked",
            "campaign": campaign,
            "files": checked.files,
            "figures": checked.figures,
            "problems": checked.problems.len(),
            "warnings": checked.warnings.len(),
        });
        told.say(&line.to_string());
    } else if checked.problems.is_empty() && !told.quiet {
        let warnings = match checked.warnings.len() {
            0 => "nothing to say".to_string(),
            1 => "1 warning".to_string(),
            many => format!("{many} warnings"),
        };
        told.say(&format!(
            "{campaign}: {} files checked against {} figures, {warnings}",
            checked.files,
            count(checked.figures as u64)
        ));
    }
}

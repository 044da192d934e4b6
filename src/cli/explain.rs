//! `explain`: how a figure was formed, down to the log lines.

use serde_json::json;

use super::arguments::{Arguments, Explain, MessageFormat};
use super::told::Told;
use super::{Ended, Failure, World, root, usage};
use crate::evidence::explain::{Explanation, explain, find, near};
use crate::pipeline::{self, Options};

/// Figures told at full length; more are only named.
const AT_LENGTH: usize = 3;

pub(super) fn run(command: &Explain, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let campaigns = match &command.campaign {
        Some(name) => vec![name.clone()],
        None => pipeline::campaigns(&root),
    };
    let mut found: Vec<(String, Explanation)> = Vec::new();
    let mut nearest = Vec::new();
    for campaign in &campaigns {
        let options = Options::reading(root.clone(), campaign.clone());
        let read = pipeline::read_evidence(&options).map_err(|problems| Failure::below(&root, world, problems))?;
        let records = &read.basis.reconciled.campaign;
        for id in find(&read.ledger, &command.figure) {
            found.extend(explain(&read.ledger, records, &id).map(|explanation| (campaign.clone(), explanation)));
        }
        nearest.extend(near(&read.ledger, &command.figure, 5));
    }
    if found.is_empty() {
        let next = if nearest.is_empty() {
            "give an id from an evidence page, or a figure as it is printed, for instance 1.002".to_string()
        } else {
            format!("give a figure as it is printed, or an id; those that begin alike are {}", nearest.join(", "))
        };
        return Err(usage(format!("no figure is `{}` or printed so", command.figure.escape_debug()), next));
    }
    if command.json || told.format == MessageFormat::Json {
        for (campaign, explanation) in &found {
            told.say(&json!({"type": "explanation", "campaign": campaign, "figure": explanation.json()}).to_string());
        }
        return Ok(());
    }
    if found.len() > AT_LENGTH && !command.all {
        told.say(&format!("{} figures are printed so; explain one by its id, or all with --all:", found.len()));
        for (campaign, explanation) in &found {
            told.say(&format!("  {}  {}  ({campaign})", explanation.id, explanation.what));
        }
        return Ok(());
    }
    let texts: Vec<String> = found.iter().map(|(_, explanation)| explanation.text().trim_end().to_string()).collect();
    told.say(&texts.join("\n\n"));
    Ok(())
}

//! `list`: the campaigns with their status and phases.

use serde_json::json;

use super::arguments::{Arguments, MessageFormat};
use super::told::Told;
use super::{Ended, World, root};
use crate::campaign::manifest::{self, Manifest, Phase, Status};
use crate::integrity::MANIFEST;
use crate::pipeline;
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::source::Source;

pub(super) fn run(arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let mut problems = Vec::new();
    let mut rows = Vec::new();
    for name in pipeline::campaigns(&root) {
        match read(&root.join("content").join(&name).join(MANIFEST), &name) {
            Ok(manifest) => rows.push((name, manifest)),
            Err(found) => problems.extend(found),
        }
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, manifest) in &rows {
        if told.format == MessageFormat::Json {
            let phases: Vec<_> =
                manifest.phases.iter().map(|phase| json!({"phase": phase.phase, "outcome": phase.outcome})).collect();
            let line = json!({"type": "campaign", "campaign": name, "status": status(manifest), "phases": phases});
            told.say(&line.to_string());
        } else {
            let said = |phase: &Phase| format!("{} {}", phase.phase, phase.outcome).trim_end().to_owned();
            let phases: Vec<String> = manifest.phases.iter().map(said).collect();
            told.say(&format!("{name:<width$}  {:<17}  {}", status(manifest), phases.join(", ")));
        }
    }
    if rows.is_empty() && problems.is_empty() && !told.quiet && told.format == MessageFormat::Human {
        told.say("no campaigns below content/");
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn status(manifest: &Manifest) -> &str {
    match &manifest.status {
        Status::Measured => "measured",
        Status::Reconstructed => "reconstructed",
        Status::PublishedSummary => "published-summary",
        Status::Other(word) => word,
    }
}

/// A manifest as it is declared. Listing shows declarations, not results, and so verifies nothing.
fn read(path: &std::path::Path, name: &str) -> Outcome<Manifest> {
    let file = format!("content/{name}/{MANIFEST}");
    let bytes = std::fs::read(path).map_err(|error| {
        vec![Problem::new(
            Kind::Input,
            "list::unreadable",
            Place::file(&file),
            format!("can't be read: {error}"),
            "make it readable",
        )]
    })?;
    manifest::read(&Source::decode(&file, &bytes)?)
}

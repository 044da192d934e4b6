//! `new phase`: a first write-up of a phase.

use std::io::Write;

use super::arguments::{Arguments, New, NewKind};
use super::told::Told;
use super::{Ended, Failure, World, root, usage};
use crate::evidence::collect::AnyPhase;
use crate::pipeline::{self, Options};
use crate::problem::{Kind, Place, Problem};
use crate::writeup::{content, scaffold};

pub(super) fn run(command: &New, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let NewKind::Phase(command) = &command.kind;
    let root = root::find(arguments.root.as_deref(), world)?;
    let campaign = match (&command.campaign, pipeline::campaigns(&root).as_slice()) {
        (Some(name), _) => name.clone(),
        (None, [one]) => one.clone(),
        (None, several) => {
            return Err(usage(
                "which campaign is meant is not clear",
                format!("name one with --campaign; there are: {}", several.join(", ")),
            ));
        }
    };
    let options = Options::reading(root.clone(), campaign.clone());
    let basis = pipeline::read_basis(&options).map_err(|problems| Failure::below(&root, world, problems))?;
    let known: Vec<&str> = basis.every().map(|phase| phase.name()).collect();
    let Some(phase) = basis.every().find(|phase| phase.name().eq_ignore_ascii_case(&command.phase)) else {
        return Err(usage(
            format!("there is no phase `{}` in {campaign}", command.phase.escape_debug()),
            format!("use one of {}", known.join(", ")),
        ));
    };
    let text = match phase {
        AnyPhase::Planned(phase) => scaffold::phase(phase),
        AnyPhase::Observed(phase) => scaffold::observed(phase, &[]),
    };
    let folder = root.join("content").join(&campaign);
    // A write-up that can't be read is no reason not to begin one; a build tells what is wrong with it.
    let written_up = content::read(&folder).ok().and_then(|content| {
        content.phases.into_iter().find(|authored| authored.front.phase == phase.name()).map(|authored| authored.file)
    });
    if let Some(file) = written_up {
        let place = Place::file(folder.join(file).display().to_string());
        let cause = format!("writes up phase {} already", phase.name());
        return Err(
            vec![Problem::new(Kind::Output, "new::phase", place, cause, "edit it, or move it away first")].into()
        );
    }
    let file = format!("phases/{}.md", crate::evidence::collect::phase_document(phase.name()));
    let path = folder.join(&file);
    let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| {
        let mut new = std::fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        new.write_all(text.as_bytes())
    });
    match written {
        Ok(()) => {
            if !told.quiet {
                told.say(&format!("wrote {}", path.display()));
            }
            Ok(())
        }
        Err(error) => {
            let there = error.kind() == std::io::ErrorKind::AlreadyExists;
            let next =
                if there { "edit it, or move it away first" } else { "see to it that the folder can be written" };
            let cause = if there { "is there already".to_string() } else { format!("can't be written: {error}") };
            let place = Place::file(path.display().to_string());
            Err(vec![Problem::new(Kind::Output, "new::phase", place, cause, next)].into())
        }
    }
}

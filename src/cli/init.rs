//! `init`: a new project.

use serde_json::json;

use super::arguments::{Init, MessageFormat};
use super::told::Told;
use super::{Ended, World};
use crate::init;

pub(super) fn run(command: &Init, world: &World, told: &Told) -> Ended {
    let folder = world.directory.join(&command.folder);
    let frozen = init::init(&folder, &command.name)?;
    if told.format == MessageFormat::Json {
        let line = json!({
            "type": "made",
            "folder": folder.display().to_string(),
            "campaign": command.name,
            "pinned": frozen.files,
        });
        told.say(&line.to_string());
    } else if !told.quiet {
        let shown = command.folder.display();
        told.say(&format!("{shown}: a project with the campaign {}, whose numbers are made up", command.name));
        told.say(&format!("build it: cd {shown} && rebench-report build"));
    }
    Ok(())
}

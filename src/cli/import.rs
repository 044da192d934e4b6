//! `import`: a campaign from a folder of other tools' outputs.

use serde_json::json;

use super::arguments::{Arguments, Import, MessageFormat};
use super::told::Told;
use super::{Ended, Failure, World, root};
use crate::import::{self, Imported, Request, write};
use crate::number::text::count;

pub(super) fn run(command: &Import, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let content = root.join("content");
    let request = Request {
        folder: world.directory.join(&command.folder),
        name: command.name.clone(),
        phase: command.phase.clone(),
        content: content.clone(),
    };
    // Places are those of the folder as it was named; what is wrong with the call has none.
    let below = |problems| Failure { problems, folder: Some(command.folder.clone()), told: false };
    let imported = import::import(&request).map_err(below)?;
    let written = write::write(&imported, &content).map_err(below)?;
    let place = root::shown(&written.folder, world).display().to_string();
    let read = imported.files.iter().filter(|file| file.read).count();
    if told.format == MessageFormat::Json {
        told.say(&value(&imported, &place, written.pinned, read).to_string());
        return Ok(());
    }
    if told.quiet {
        return Ok(());
    }
    told.say(&format!(
        "{}: {} files pinned, {} of them read, in {place}",
        imported.campaign,
        count(written.pinned as u64),
        count(read as u64)
    ));
    for (name, tool, files) in &imported.read {
        let files = if *files == 1 { "1 file".to_owned() } else { format!("{} files", count(*files as u64)) };
        told.say(&format!("  {name}: {files} of {tool}"));
    }
    for notice in &imported.notices {
        let place = if notice.path.is_empty() { String::new() } else { format!("{} ", notice.path.escape_debug()) };
        told.say(&format!("  {place}{}", notice.what));
    }
    let unread: Vec<&str> = imported
        .files
        .iter()
        .filter(|file| !file.read && !imported.notices.iter().any(|notice| notice.path == file.path))
        .map(|file| file.path.as_str())
        .collect();
    if !unread.is_empty() {
        let some: Vec<String> = unread.iter().take(8).map(|path| path.escape_debug().to_string()).collect();
        let more = if unread.len() > 8 { format!(" and {} more", unread.len() - 8) } else { String::new() };
        told.say(&format!("  pinned and not read: {}{more}", some.join(", ")));
    }
    told.say(&format!(
        "Correct what was guessed in {place}/datasets.yaml, write {place}/{}, then: rebench-report build {}",
        written.write_up, imported.campaign
    ));
    Ok(())
}

fn value(imported: &Imported, place: &str, pinned: usize, read: usize) -> serde_json::Value {
    let datasets: Vec<serde_json::Value> = imported
        .read
        .iter()
        .map(|(name, tool, files)| json!({"dataset": name, "tool": tool, "files": files}))
        .collect();
    let notices: Vec<serde_json::Value> =
        imported.notices.iter().map(|notice| json!({"file": notice.path, "notice": notice.what})).collect();
    let unread: Vec<&str> = imported.files.iter().filter(|file| !file.read).map(|file| file.path.as_str()).collect();
    json!({
        "type": "imported",
        "campaign": imported.campaign,
        "phase": imported.phase,
        "folder": place,
        "pinned": pinned,
        "read": read,
        "datasets": datasets,
        "notices": notices,
        "not_read": unread,
    })
}

//! The project's root.

use std::path::{Path, PathBuf};

use super::{Failure, World, usage};
use crate::site::book;

/// The root that was named, or the nearest folder at or above the working directory that holds book.toml.
pub(super) fn find(named: Option<&Path>, world: &World) -> Result<PathBuf, Failure> {
    if let Some(named) = named {
        let root = world.directory.join(named);
        return if root.join(book::FILE).is_file() {
            Ok(root)
        } else {
            Err(usage(
                format!("{} holds no {}", named.display(), book::FILE),
                "name the folder of book.toml with --root",
            ))
        };
    }
    let found = world.directory.ancestors().find(|folder| folder.join(book::FILE).is_file());
    found.map(Path::to_path_buf).ok_or_else(|| {
        usage(
            format!("there is no {} in {} or above it", book::FILE, world.directory.display()),
            "go to the project's folder, or name it with --root",
        )
    })
}

/// The root as it is called from the working directory, for messages.
pub(super) fn shown(root: &Path, world: &World) -> PathBuf {
    root.strip_prefix(&world.directory).unwrap_or(root).to_path_buf()
}

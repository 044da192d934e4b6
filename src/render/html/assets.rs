//! Files that pages need: styles, scripts, icon, fonts with their licences, and what documents offer for download.

use crate::document::Document;
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::render::Rendered;
use crate::templates::Templates;

use super::address::encode;

/// Styles, scripts and icon beside the pages; fonts for the web and their licences in `fonts/`.
pub(super) fn carried(templates: &Templates) -> Vec<Rendered> {
    let beside = templates.below("html/").filter_map(|(path, bytes)| {
        let name = path.strip_prefix("html/").filter(|name| !name.ends_with(".html"))?;
        Some(Rendered { path: name.to_string(), bytes: bytes.to_vec() })
    });
    let fonts = templates
        .below("fonts/")
        .filter(|(path, _)| path.ends_with(".woff2") || path.starts_with("fonts/LICENSE"))
        .map(|(path, bytes)| Rendered { path: path.to_string(), bytes: bytes.to_vec() });
    beside.chain(fonts).collect()
}

/// Attachments of the documents, as `files/{document}/{name}`.
///
/// # Errors
/// Names that are no file names, and names that a document uses twice.
pub(super) fn downloads(documents: &[Document]) -> Outcome<Vec<Rendered>> {
    let mut problems = Vec::new();
    let mut files: Vec<Rendered> = Vec::new();
    for document in documents {
        let first = files.len();
        for attachment in &document.attachments {
            let path = format!("files/{}/{}", document.id, attachment.name);
            let no_name = attachment.name.contains(['/', '\\', '\0']) || matches!(&*attachment.name, "" | "." | "..");
            let again = files.iter().skip(first).any(|file| file.path == path);
            if no_name || again {
                problems.push(Problem::new(
                    Kind::Input,
                    "html::attachment",
                    Place::file(format!("{}.html", document.id)),
                    format!("an attachment can't be called `{}`", attachment.name),
                    "give every file that travels with a document a name of its own, without folders",
                ));
            } else {
                files.push(Rendered { path, bytes: attachment.bytes.to_vec() });
            }
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

/// Address of an attachment, from a page.
pub(super) fn download(document: &str, name: &str) -> String {
    format!("files/{}/{}", encode(document, false), encode(name, false))
}

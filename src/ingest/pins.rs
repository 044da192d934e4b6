//! `pins/before.json`, `after.json`, `end.json`: the hashes that the runner took.

use std::collections::BTreeMap;

use super::Pins;
use crate::problem::Outcome;
use crate::source::fields::{document, is_hash, leaves};
use crate::source::{Fields, Source, Tree, json, quote};

/// Schema that is read.
pub const SCHEMA: &str = "benchcampaign/pins/1";

/// Reads a pin file; `when` says which of the three it is. Keys that the format does not know are passed over.
///
/// # Errors
/// Everything that is missing, of the wrong type, no hash, or a path that leaves the phase's folder.
pub fn read(source: &Source, when: &str) -> Outcome<Pins> {
    let root = json::parse(source)?;
    let fields = document(source, &root, "the pins", SCHEMA)?;
    let mut problems = Vec::new();
    let mut files = BTreeMap::new();
    let node = fields.required("files", &mut problems);
    if let Some(inner) = node.and_then(|node| Fields::of(source, node, "`files` of the pins", &mut problems)) {
        for entry in inner.entries() {
            if let Some(why) = leaves(&entry.key) {
                problems.push(source.problem(
                    "pins::path",
                    entry.key_span,
                    format!("the path {} {why}", quote(&entry.key)),
                    "name files by their path below the phase's folder",
                ));
            }
            match &entry.node.tree {
                Tree::Text(hash) if is_hash(hash, 64) => {
                    files.insert(entry.key.clone(), hash.to_ascii_lowercase());
                }
                _ => problems.push(source.problem(
                    "source::not-a-hash",
                    entry.node.span,
                    format!("the pin of {} is not 64 hexadecimal digits", quote(&entry.key)),
                    "write the hash out in full",
                )),
            }
        }
        if inner.entries().is_empty() {
            problems.push(fields.problem("files", "pins::empty", "nothing is pinned", "restore the file"));
        }
    }
    let pins = Pins { when: when.to_owned(), file: source.file.clone(), files };
    if problems.is_empty() { Ok(pins) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_placed() {
        let text = "{\"schema\": \"benchcampaign/pins/1\",\n\"files\": {\"../a\": \"00\",\n\"b\": 1}}";
        let messages: Vec<String> = read(&Source::new("pins/end.json", text.to_owned()), "end")
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        let hash = "is not 64 hexadecimal digits (write the hash out in full)";
        assert_eq!(
            messages,
            [
                "pins/end.json:2:11: the path `../a` has `..` in it (name files by their path below the phase's folder)"
                    .to_owned(),
                format!("pins/end.json:2:19: the pin of `../a` {hash}"),
                format!("pins/end.json:3:6: the pin of `b` {hash}"),
            ]
        );
    }
}

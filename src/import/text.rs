//! Names: of the campaign, of the phase, of pinned files; texts as YAML.

use super::{Request, problem};
use crate::campaign::datasets::TAKEN;
use crate::problem::{Kind, Outcome, Problem};
use crate::source::quote;

/// Longest name of a campaign or a phase, in characters.
const LONGEST: usize = 100;

/// The campaign's name: as given, or made from the folder's.
pub(super) fn campaign(request: &Request) -> Outcome<String> {
    let Some(name) = &request.name else {
        // `.` and `..` have no name of their own until they are resolved.
        let whole = request.folder.canonicalize().unwrap_or_else(|_| request.folder.clone());
        let name = whole.file_name().map(|name| slug(&name.to_string_lossy())).unwrap_or_default();
        return if name.is_empty() {
            let cause = format!("no name for a campaign can be made from {}", super::shown(&request.folder));
            Err(vec![problem(Kind::Usage, "import::name", "", cause, "name it with --name")])
        } else {
            Ok(name)
        };
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) || name.chars().count() > LONGEST {
        let cause = format!("{} can't be the name of a campaign", quote(name));
        return Err(vec![wrong(cause)]);
    }
    Ok(name.clone())
}

/// The phase's name: as given, or the usual one.
pub(super) fn phase(request: &Request) -> Outcome<String> {
    let name = request.phase.as_deref().unwrap_or(super::PHASE);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    // Figures of the whole campaign stand beside the phases under these names.
    let taken = ["campaign", "cited", "sha256", "phases"].contains(&name) || TAKEN.contains(&name);
    if !begins || !name.chars().all(plain) || name.chars().count() > LONGEST || taken {
        return Err(vec![wrong(format!("{} can't be the name of a phase", quote(name)))]);
    }
    Ok(name.to_owned())
}

fn wrong(cause: String) -> Problem {
    let next = "use ASCII letters, digits, `-` and `_`, at most 100, beginning with a letter or digit";
    problem(Kind::Usage, "import::name", "", cause, next)
}

/// Lower-case letters, digits and single hyphens.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(LONGEST) {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// A path under which a file can be pinned and declared: what a declaration would take for a place (`{case}`, `*`), what
/// other systems take for a separator, and what can't be shown becomes `_`. Paths that are then alike are numbered.
pub(super) fn pinned(path: &str, taken: &[String]) -> String {
    let plain = |c: char| match c {
        '*' | '{' | '}' | '\\' | ':' => '_',
        c if c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c) => '_',
        c => c,
    };
    let safe: String = path.chars().map(plain).collect();
    if !taken.contains(&safe) {
        return safe;
    }
    let (folder, name) = match safe.rsplit_once('/') {
        Some((folder, name)) => (format!("{folder}/"), name),
        None => (String::new(), safe.as_str()),
    };
    let (stem, ending) = match name.find('.').filter(|at| *at > 0) {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let numbered = (2_u64..).map(|number| format!("{folder}{stem}-{number}{ending}"));
    numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or(safe.clone())
}

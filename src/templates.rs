//! Templates, styles, scripts and fonts that the binary carries, each replaceable by a file of the same name.
//!
//! In: nothing, or the user's own `templates/` folder. Out: [`Templates`], bytes by path below `templates/`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::problem::{Kind, Outcome, Place, Problem};

macro_rules! carried {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../templates/", $path)) as &[u8])),*]
    };
}

/// Every file that the binary carries. A new file under `templates/` needs a line here.
const CARRIED: &[(&str, &[u8])] = carried![
    "fonts/SourceCodePro-Regular.ttf",
    "fonts/SourceCodePro-Semibold.ttf",
    "fonts/SourceSans3-It.ttf",
    "fonts/SourceSans3-Regular.ttf",
    "fonts/SourceSans3-Semibold.ttf",
    "fonts/SourceSerif4-It.ttf",
    "fonts/SourceSerif4-Regular.ttf",
    "fonts/SourceSerif4-Semibold.ttf",
    "fonts/SourceCodePro-Regular.ttf.woff2",
    "fonts/SourceCodePro-Semibold.ttf.woff2",
    "fonts/SourceSans3-It.ttf.woff2",
    "fonts/SourceSans3-Regular.ttf.woff2",
    "fonts/SourceSans3-Semibold.ttf.woff2",
    "fonts/SourceSerif4-It.ttf.woff2",
    "fonts/SourceSerif4-Regular.ttf.woff2",
    "fonts/SourceSerif4-Semibold.ttf.woff2",
    "fonts/LICENSE-source-code-pro.md",
    "fonts/LICENSE-source-sans.md",
    "fonts/LICENSE-source-serif.md",
    "plot-print.css",
    "example/book.toml",
    "example/campaign.md",
    "example/campaign.yaml",
    "example/datasets.yaml",
    "example/first.md",
    "example/gitattributes",
    "example/gitignore",
    "example/runs.csv",
    "schema/evidence.schema.json",
    "html/404.html",
    "html/bar.html",
    "html/base.html",
    "html/cite.html",
    "html/contents.html",
    "html/footer.html",
    "html/head.html",
    "html/icon.svg",
    "html/keys.js",
    "html/links.js",
    "html/navigation.html",
    "html/page.html",
    "html/figures.js",
    "html/site.js",
    "html/sprite.html",
    "html/status.html",
    "html/style.css",
    "html/tables.js",
    "html/theme.js",
    "html/title.html",
    "html/turn.html",
    "html/verify.js",
];

/// Bytes by path below `templates/`.
#[derive(Clone, Debug)]
pub struct Templates {
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl Templates {
    /// What the binary carries.
    pub fn carried() -> Self {
        Templates { files: CARRIED.iter().map(|(path, bytes)| (path.to_string(), Cow::Borrowed(*bytes))).collect() }
    }

    /// The same, with files of the same path in `folder` in their place. A missing folder replaces nothing, and a file
    /// with the same bytes as the carried one is none of its own: the report is the same with it and without.
    ///
    /// # Errors
    /// A file that is there and can't be read.
    pub fn with_overrides(mut self, folder: &Path) -> Outcome<Self> {
        let mut problems = Vec::new();
        for (path, bytes) in &mut self.files {
            match crate::integrity::read_regular(&folder.join(path)) {
                // A copy of what the binary carries changes nothing, and so is no input.
                Ok(own) if own == **bytes => {}
                Ok(own) => *bytes = Cow::Owned(own),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => problems.push(Problem::new(
                    Kind::Input,
                    "templates::unreadable",
                    Place::file(format!("templates/{path}")),
                    format!("can't be read: {error}"),
                    "make it readable, or remove it to use the one that the tool carries",
                )),
            }
        }
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    /// Files that took the place of a carried one, by path below `templates/`.
    pub fn overrides(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().filter_map(|(path, bytes)| match bytes {
            Cow::Owned(own) => Some((path.as_str(), own.as_slice())),
            Cow::Borrowed(_) => None,
        })
    }

    /// The bytes of `path`; empty if there is no such file.
    pub fn bytes(&self, path: &str) -> &[u8] {
        self.files.get(path).map_or(&[], |bytes| bytes.as_ref())
    }

    /// Paths and bytes below `prefix`, sorted by path.
    pub fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.files
            .iter()
            .filter(move |(path, _)| path.starts_with(prefix))
            .map(|(path, bytes)| (path.as_str(), bytes.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::Templates;

    #[test]
    fn a_file_takes_the_place_of_the_carried_one_only_where_its_bytes_differ() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("html")).unwrap();
        let carried = Templates::carried();
        std::fs::write(folder.path().join("html/style.css"), carried.bytes("html/style.css")).unwrap();
        std::fs::write(folder.path().join("html/theme.js"), "own").unwrap();
        let templates = Templates::carried().with_overrides(folder.path()).unwrap();
        assert_eq!(templates.overrides().collect::<Vec<_>>(), [("html/theme.js", b"own".as_slice())]);
        assert_eq!(templates.bytes("html/style.css"), carried.bytes("html/style.css"));
    }
}

//! `book.toml`: the root of a project and the settings of its site, in mdBook's own format.

use std::path::Path;

use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::writeup::lint::{Level, Levels, Rule};

/// The file that marks a project's root.
pub const FILE: &str = "book.toml";

/// The settings that this tool reads. Everything else in the file is mdBook's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// `book.title`.
    pub title: String,
    /// `book.description`, empty if not given.
    pub description: String,
    /// `book.language`, `en` if not given.
    pub language: String,
    /// `book.authors`.
    pub authors: Vec<String>,
    /// Address of the folder of reports on the web, with `/` at its end: `output.html.site-url` where it is a whole
    /// address, or below `output.html.cname` where it is a path.
    pub site: Option<String>,
    /// Path of that folder on its server, with `/` at both ends, if either is given.
    pub site_path: Option<String>,
    /// `output.html.git-repository-url`.
    pub repository: Option<String>,
    /// `output.html.edit-url-template`, with `{path}` for a file's path.
    pub edit: Option<String>,
    /// Levels of the lint, `[preprocessor.rebench-report.lints]`: mdBook takes no top-level table that it does not know,
    /// and with `renderers = []` beside it never calls the preprocessor.
    pub lints: Levels,
    /// SHA-256 of the file, 64 hexadecimal digits.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
}

/// Reads the settings of the project at `root`.
///
/// # Errors
/// A file that is missing, unreadable or no TOML, and settings of the wrong type.
pub fn read(root: &Path) -> Outcome<Book> {
    let problem = |line: Option<u32>, cause: String, next: &str| {
        let place = line.map_or_else(|| Place::file(FILE), |line| Place::line(FILE, line));
        vec![Problem::new(Kind::Input, "site::book", place, cause, next)]
    };
    let bytes = crate::integrity::read_regular(&root.join(FILE))
        .map_err(|error| problem(None, format!("can't be read: {error}"), "make it readable"))?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| problem(None, format!("is not UTF-8: {error}"), "write it as UTF-8"))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() as u32 + 1);
        problem(line, error.message().to_string(), "correct the TOML there")
    })?;
    let book = table.get("book").and_then(toml::Value::as_table);
    let setting = |key: &str, usual: &str| match book.and_then(|book| book.get(key)) {
        None => Ok(usual.to_string()),
        Some(toml::Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(problem(
            None,
            format!("book.{key} is {}, but a text is expected", other.type_str()),
            "write it in quotation marks",
        )),
    };
    let authors = match book.and_then(|book| book.get("authors")) {
        None => Vec::new(),
        Some(toml::Value::Array(names)) => names.iter().filter_map(|name| name.as_str().map(str::to_string)).collect(),
        Some(other) => {
            return Err(problem(
                None,
                format!("book.authors is {}, but a list is expected", other.type_str()),
                "write it as a list of texts",
            ));
        }
    };
    let lints = lints(&table, text)?;
    let words = [setting("title", "Benchmark campaigns"), setting("language", "en"), setting("description", "")];
    let mut words = crate::problem::gather(words)?.into_iter();
    let mut word = || words.next().unwrap_or_default();
    let web = web(&table, text)?;
    Ok(Book {
        title: word(),
        language: word(),
        description: word(),
        authors,
        site: web.site,
        site_path: web.site_path,
        repository: web.repository,
        edit: web.edit,
        lints,
        sha256: crate::integrity::sha256(&bytes),
        size: bytes.len() as u64,
    })
}

/// What `[output.html]` says of the web.
struct Web {
    site: Option<String>,
    site_path: Option<String>,
    repository: Option<String>,
    edit: Option<String>,
}

fn web(table: &toml::Table, text: &str) -> Outcome<Web> {
    let html = table.get("output").and_then(|output| output.get("html"));
    let mut problems = Problems::new();
    let mut setting = |key: &str, fits: &dyn Fn(&str) -> bool, next: &str| {
        let cause = match html.and_then(|html| html.get(key))? {
            toml::Value::String(value) if fits(value) => return Some(value.clone()),
            toml::Value::String(value) => format!("output.html.{key} is `{}`", value.escape_debug()),
            other => format!("output.html.{key} is {}, but a text is expected", other.type_str()),
        };
        let line = text.lines().position(|line| line.trim_start().starts_with(key)).map(|at| at as u32 + 1);
        let place = line.map_or_else(|| Place::file(FILE), |line| Place::line(FILE, line));
        problems.push(Problem::new(Kind::Input, "site::book", place, cause, next));
        None
    };
    let clean = |text: &str| !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>`\\".contains(c));
    let is_address = |text: &str| {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        clean(text) && host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
    };
    const ADDRESS: &str = "write a whole address, such as https://example.org/benchmarks/";
    let site = setting("site-url", &|text| is_address(text) || (clean(text) && text.starts_with('/')), ADDRESS);
    let name = setting("cname", &|text| clean(text) && !text.contains('/'), "write the name of the host alone");
    let repository = setting("git-repository-url", &is_address, ADDRESS);
    let edit = setting(
        "edit-url-template",
        &|text| is_address(text) && text.contains("{path}"),
        "write an address with {path} in it, such as https://example.org/edit/main/{path}",
    );
    if !problems.is_empty() {
        return Err(problems);
    }
    let closed = |mut text: String| {
        if !text.ends_with('/') {
            text.push('/');
        }
        text
    };
    let site = match (site.map(closed), name) {
        (Some(site), _) if !site.starts_with('/') => Some(site),
        (Some(path), Some(name)) => Some(format!("https://{name}{path}")),
        (None, Some(name)) => Some(format!("https://{name}/")),
        (path, None) => {
            let site_path = path;
            return Ok(Web { site: None, site_path, repository, edit });
        }
    };
    let site_path = site.as_deref().and_then(|site| {
        let (_, after) = site.split_once("://")?;
        after.find('/').and_then(|at| after.get(at..)).map(str::to_string)
    });
    Ok(Web { site, site_path, repository, edit })
}

/// The table that holds the levels of the lint.
const LINTS: [&str; 3] = ["preprocessor", "rebench-report", "lints"];

fn lints(table: &toml::Table, text: &str) -> Outcome<Levels> {
    let mut levels = Levels::default();
    let mut problems = Problems::new();
    let mut problem = |line: Option<u32>, cause: String, next: String| {
        let place = line.map_or_else(|| Place::file(FILE), |line| Place::line(FILE, line));
        problems.push(Problem::new(Kind::Input, "site::book", place, cause, next));
    };
    let mut here = table;
    for (at, name) in LINTS.iter().enumerate() {
        match here.get(*name) {
            None => return Ok(levels),
            Some(toml::Value::Table(inner)) => here = inner,
            Some(other) => {
                let path = LINTS.get(..=at).unwrap_or_default().join(".");
                let line = line_of(text, name);
                let cause = format!("{path} is {}, but a table is expected", other.type_str());
                problem(line, cause, "write it as a table, for instance `unbound-number = \"warn\"` in it".to_string());
                return Err(problems);
            }
        }
    }
    let rules = Rule::ALL.map(Rule::name).join(", ");
    let words = Level::ALL.map(Level::word).join(", ");
    for (name, value) in here {
        let line = line_of(text, name);
        let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == name) else {
            problem(line, format!("there is no rule `{}`", name.escape_debug()), format!("use one of {rules}"));
            continue;
        };
        match value.as_str().map(|word| (word, Level::ALL.into_iter().find(|level| level.word() == word))) {
            Some((_, Some(level))) => levels.set(rule, level),
            Some((word, None)) => {
                let cause = format!("the level of {name} is `{}`, which is none", word.escape_debug());
                problem(line, cause, format!("use one of {words}"));
            }
            None => {
                let cause = format!("the level of {name} is {}, but a text is expected", value.type_str());
                problem(line, cause, format!("use one of {words} in quotation marks"));
            }
        }
    }
    problems.sort_by_key(|problem| problem.place.line);
    if problems.is_empty() { Ok(levels) } else { Err(problems) }
}

/// The line behind the lint's table on which a key stands, or else the first such line; for messages.
fn line_of(text: &str, key: &str) -> Option<u32> {
    let header = text.lines().position(|line| line.contains("rebench-report.lints")).unwrap_or(0);
    let is_key = |line: &str| line.trim_start().trim_start_matches(['"', '\'', '[']).contains(key);
    let line = text.lines().enumerate().skip(header).find(|(_, line)| is_key(line));
    line.map(|(at, _)| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lints(table: &str) -> Result<Levels, Vec<String>> {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join(FILE), format!("[book]\ntitle = \"t\"\n{table}")).unwrap();
        let told = |problems: Problems| problems.iter().map(ToString::to_string).collect();
        read(root.path()).map(|book| book.lints).map_err(told)
    }

    fn read_web(table: &str) -> Result<[Option<String>; 4], Vec<String>> {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join(FILE), format!("[output.html]\n{table}")).unwrap();
        let told = |problems: Problems| problems.iter().map(ToString::to_string).collect();
        let of = |book: Book| [book.site, book.site_path, book.repository, book.edit];
        read(root.path()).map(of).map_err(told)
    }

    #[test]
    fn the_address_of_the_site_is_put_together_as_mdbook_has_its_parts() {
        let some = |text: &str| Some(text.to_string());
        assert_eq!(read_web(""), Ok([None, None, None, None]));
        let whole = [some("https://example.org/b/"), some("/b/"), None, None];
        assert_eq!(read_web("site-url = \"https://example.org/b\"\n"), Ok(whole.clone()));
        assert_eq!(read_web("site-url = \"/b/\"\ncname = \"example.org\"\n"), Ok(whole));
        assert_eq!(read_web("site-url = \"/b/\"\n"), Ok([None, some("/b/"), None, None]));
        assert_eq!(
            read_web("git-repository-url = \"https://a/b\"\nedit-url-template = \"https://a/e/{path}\"\n"),
            Ok([None, None, some("https://a/b"), some("https://a/e/{path}")])
        );
    }

    #[test]
    fn addresses_that_are_none_are_told_all_at_once() {
        let table = "site-url = \"example.org\"\ngit-repository-url = \"javascript:alert(1)\"\nedit-url-template = 1\n";
        assert_eq!(
            read_web(table).unwrap_err(),
            [
                "book.toml:2: output.html.site-url is `example.org` (write a whole address, such as \
                 https://example.org/benchmarks/)",
                "book.toml:3: output.html.git-repository-url is `javascript:alert(1)` (write a whole address, such as \
                 https://example.org/benchmarks/)",
                "book.toml:4: output.html.edit-url-template is integer, but a text is expected (write an address with \
                 {path} in it, such as https://example.org/edit/main/{path})",
            ]
        );
    }

    #[test]
    fn levels_are_read_and_the_others_stay() {
        assert_eq!(read_lints(""), Ok(Levels::default()));
        let table = "[preprocessor.rebench-report]\nrenderers = []\n[preprocessor.rebench-report.lints]\n\
                     unbound-number = \"warn\"\narithmetic = \"deny\"\nunused-name = \"allow\"\n";
        let levels = read_lints(table).unwrap();
        assert_eq!(levels.of(Rule::UnboundNumber), Level::Warn);
        assert_eq!(levels.of(Rule::Arithmetic), Level::Deny);
        assert_eq!(levels.of(Rule::UnusedName), Level::Allow);
        assert_eq!(levels.of(Rule::MixedSources), Level::Deny);
    }

    #[test]
    fn unknown_rules_and_levels_are_told_with_the_known_ones() {
        let table = "[preprocessor.rebench-report.lints]\nunbound-numbers = \"warn\"\narithmetic = \"error\"\n\
                     mixed-sources = 1\n";
        assert_eq!(
            read_lints(table).unwrap_err(),
            [
                "book.toml:4: there is no rule `unbound-numbers` (use one of unbound-number, unbound-source, arithmetic, \
             mixed-sources, effect-without-figure, statement-without-figure, unused-name)",
                "book.toml:5: the level of arithmetic is `error`, which is none (use one of allow, warn, deny)",
                "book.toml:6: the level of mixed-sources is integer, but a text is expected (use one of allow, warn, deny in \
             quotation marks)",
            ]
        );
        assert_eq!(
            read_lints("[preprocessor.rebench-report]\nlints = 1\n").unwrap_err(),
            [
                "book.toml:4: preprocessor.rebench-report.lints is integer, but a table is expected (write it as a table, for \
             instance `unbound-number = \"warn\"` in it)",
            ]
        );
    }
}

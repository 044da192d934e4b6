//! `SHA256SUMS`: the text that `sha256sum` writes and `sha256sum -c` reads.

use std::collections::BTreeMap;

use super::{SUMS, problem};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::fields::{is_hash, leaves};
use crate::source::{Source, Span, quote};

/// A line of `SHA256SUMS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// SHA-256 in lower case.
    pub sha256: String,
    /// Line, from 1.
    pub line: u32,
}

/// Reads the text of `SHA256SUMS` into the hash of every path. Both marks between hash and name are read (a blank for
/// text, `*` for binary), names with a backslash or a line end in the escaped form, `#` lines are comments, lines may end
/// in CRLF. A leading `./` is taken off.
///
/// Beside what could be read stand the problems ([`Kind::Integrity`]): every line that is not of this form, every path that
/// stands twice, is absolute or leaves the folder; a list that is not text, or without a single file.
pub fn parse(bytes: &[u8]) -> (BTreeMap<String, Sum>, Problems) {
    let mut sums = BTreeMap::new();
    let source = match Source::decode(SUMS, bytes) {
        Ok(source) => source,
        Err(problems) => {
            let of_integrity = problems.into_iter().map(|problem| Problem { kind: Kind::Integrity, ..problem });
            return (sums, of_integrity.collect());
        }
    };
    let mut problems = Vec::new();
    for (line, start, text) in source.lines().filter(|(_, _, text)| !text.starts_with('#')) {
        match entry(&source, start, text) {
            Err(more) => problems.extend(more),
            Ok((path, sha256)) => match sums.get(&path).map(|first: &Sum| first.line) {
                Some(first) => problems.push(refused(
                    &source,
                    "integrity::sums-duplicate",
                    Span { start: start + text.rfind(&path).unwrap_or(0), length: path.len() },
                    format!("{} already stands on line {first}", quote(&path)),
                    "keep one line for each file; `sha256sum` writes the list anew",
                )),
                None => {
                    sums.insert(path, Sum { sha256, line });
                }
            },
        }
    }
    if sums.is_empty() && problems.is_empty() {
        problems.push(problem(
            "integrity::sums-empty",
            Place::file(SUMS),
            "no file is pinned",
            "pin the campaign's files with `sha256sum`, sorted by path",
        ));
    }
    (sums, problems)
}

fn entry(source: &Source, start: usize, text: &str) -> Outcome<(String, String)> {
    let (escaped, rest) = match text.strip_prefix('\\') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let parts = rest.split_at_checked(64).and_then(|(hash, rest)| {
        let name = rest.strip_prefix("  ").or_else(|| rest.strip_prefix(" *"))?;
        (is_hash(hash, 64) && !name.is_empty()).then_some((hash, name))
    });
    let malformed = || {
        vec![refused(
            source,
            "integrity::sums-malformed",
            Span { start, length: text.len() },
            "this is not a line of `sha256sum`: 64 hexadecimal digits, two blanks or a blank and `*`, a path",
            "write the list anew with `sha256sum`",
        )]
    };
    let (hash, name) = parts.ok_or_else(malformed)?;
    let name = if escaped { unescape(name).ok_or_else(malformed)? } else { name.to_owned() };
    let mut path = name.as_str();
    while let Some(rest) = path.strip_prefix("./") {
        path = rest;
    }
    if let Some(why) = leaves(path) {
        let code = match why {
            "is absolute" => "integrity::sums-absolute",
            "has `..` in it" => "integrity::sums-leaves",
            _ => "integrity::sums-path",
        };
        return Err(vec![refused(
            source,
            code,
            Span { start: start + text.len() - text.len().min(name.len()), length: name.len() },
            format!("the path {} {why}", quote(&name)),
            "name files by their path below the campaign's folder; nothing outside it is read",
        )]);
    }
    Ok((path.to_owned(), hash.to_ascii_lowercase()))
}

/// A name in `sha256sum`'s escaped form; `None` if it is not of that form.
fn unescape(name: &str) -> Option<String> {
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next()? {
                '\\' => '\\',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            other => other,
        });
    }
    Some(plain)
}

fn refused(source: &Source, code: &'static str, span: Span, cause: impl Into<String>, next: &str) -> Problem {
    Problem { kind: Kind::Integrity, ..source.problem(code, span, cause, next) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "7c9dd09de4ca957fca44af0502178a18b71c0d3caf3eb5d938b637f37473b3b7";

    fn messages(text: &str) -> Vec<String> {
        let (_, problems) = parse(text.as_bytes());
        assert!(problems.iter().all(|problem| problem.kind == Kind::Integrity));
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_form_that_sha256sum_writes_is_read() {
        let upper = HASH.to_uppercase();
        let text = format!(
            "# made by hand\n{HASH}  a\r\n{HASH} *b c\n\\{HASH}  d\\\\e\\nf\\rg\n{upper}  ./ä/Ä\n{HASH}   leading blank\n{HASH}  last"
        );
        let (sums, problems) = parse(text.as_bytes());
        assert_eq!(problems, []);
        assert_eq!(sums.keys().collect::<Vec<_>>(), [" leading blank", "a", "b c", "d\\e\nf\rg", "last", "ä/Ä"]);
        assert!(sums.values().all(|sum| sum.sha256 == HASH));
        assert_eq!(sums["a"].line, 2);
    }

    #[test]
    fn each_fault_has_its_own_message() {
        let malformed = "this is not a line of `sha256sum`: 64 hexadecimal digits, two blanks or a blank and `*`, a path \
                         (write the list anew with `sha256sum`)";
        let below = "(name files by their path below the campaign's folder; nothing outside it is read)";
        let short = &HASH[..63];
        assert_eq!(
            messages(&format!(
                "{HASH}  a\n{HASH}  a\n{HASH}  ./a\n{HASH} b\n{short}  c\n\n\\{HASH}  d\\x\nSHA256 (e) = {HASH}\n\
                 {HASH}  /etc/passwd\n{HASH}  C:/x\n{HASH}  f/../../g\n{HASH}  f//g\n{HASH}  µ"
            )),
            [
                "SHA256SUMS:2:67: `a` already stands on line 1 (keep one line for each file; `sha256sum` writes the list anew)"
                    .to_owned(),
                "SHA256SUMS:3:69: `a` already stands on line 1 (keep one line for each file; `sha256sum` writes the list anew)"
                    .to_owned(),
                format!("SHA256SUMS:4:1: {malformed}"),
                format!("SHA256SUMS:5:1: {malformed}"),
                format!("SHA256SUMS:6:1: {malformed}"),
                format!("SHA256SUMS:7:1: {malformed}"),
                format!("SHA256SUMS:8:1: {malformed}"),
                format!("SHA256SUMS:9:67: the path `/etc/passwd` is absolute {below}"),
                format!("SHA256SUMS:10:67: the path `C:/x` is absolute {below}"),
                format!("SHA256SUMS:11:67: the path `f/../../g` has `..` in it {below}"),
                format!("SHA256SUMS:12:67: the path `f//g` has an empty part or `.` in it {below}"),
            ]
        );
        assert_eq!(
            messages(""),
            ["SHA256SUMS: no file is pinned (pin the campaign's files with `sha256sum`, sorted by path)"]
        );
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn lines_that_nearly_fit_never_panic(text in "(\\\\?[0-9a-f]{62,66} [ *]?[a./\\\\µ\r\n]{0,9}){0,5}") {
            let _ = parse(text.as_bytes());
        }
    }
}

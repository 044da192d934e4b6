//! Which files belong to a dataset, and whose they are.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::super::reading::Whose;
use crate::campaign::datasets::{self, Dataset, FileRule, Index, PhaseData};
use crate::integrity::Verified;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::{Fields, Source, json, quote};

/// A file and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owned {
    /// Path below the campaign's folder.
    pub path: String,
    /// Whose it is.
    pub whose: Whose,
}

/// The files of a dataset: by its rules in their order, each rule's by path, then by its list of runs. A file that several
/// rules match belongs to the first.
///
/// # Errors
/// A rule that no pinned file matches; a list of runs that can't be read or names files that are not there.
pub(super) fn files(verified: &Verified, dir: &str, data: &PhaseData, dataset: &Dataset) -> Outcome<Vec<Owned>> {
    let mut out: Vec<Owned> = Vec::new();
    let mut problems = Problems::new();
    let below = format!("{dir}/");
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for rule in &dataset.files {
        let mut found = false;
        for path in verified.paths() {
            let Some(rest) = path.strip_prefix(&below) else { continue };
            let Some(whose) = matched(rule, rest, &data.arms) else { continue };
            found = true;
            if taken.insert(path) {
                out.push(Owned { path: path.to_owned(), whose });
            }
        }
        if !found {
            problems.push(Problem::new(
                Kind::Input,
                "datasets::no-such-file",
                Place::line(datasets::FILE, rule.line),
                format!("no pinned file below {} matches {}", quote(dir), quote(&rule.path)),
                "correct the path, or pin the file; an arm in a path has to be one of the phase's arms",
            ));
        }
    }
    if let Some(index) = &dataset.index {
        match indexed(verified, dir, index) {
            Ok(owned) => out.extend(owned),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

/// Whose a file is by its path, if the rule's pattern matches all of it.
fn matched(rule: &FileRule, path: &str, arms: &[String]) -> Option<Whose> {
    let mut whose = Whose {
        case: rule.case.as_deref().map(SmolStr::new),
        arm: rule.arm.as_deref().map(SmolStr::new),
        run: rule.run,
        ..Whose::default()
    };
    let tokens = tokens(&rule.path);
    let mut steps = 0;
    walk(&tokens, path, arms, &mut whose, &mut steps).then_some(whose)
}

/// A piece of a pattern.
#[derive(Debug, PartialEq, Eq)]
enum Token<'a> {
    Text(&'a str),
    Case,
    Arm,
    Run,
    Any,
}

fn tokens(pattern: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut rest = pattern;
    let mut from = 0;
    while from < rest.len() {
        let here = rest.get(from..).unwrap_or("");
        let special = [("{case}", Token::Case), ("{arm}", Token::Arm), ("{run}", Token::Run), ("*", Token::Any)]
            .into_iter()
            .find(|(word, _)| here.starts_with(word));
        match special {
            Some((word, token)) => {
                if from > 0 {
                    out.push(Token::Text(rest.get(..from).unwrap_or("")));
                }
                out.push(token);
                rest = here.get(word.len()..).unwrap_or("");
                from = 0;
            }
            None => from += here.chars().next().map_or(1, char::len_utf8),
        }
    }
    if !rest.is_empty() {
        out.push(Token::Text(rest));
    }
    out
}

/// Most steps of a match: patterns are short, and one that is built to run long matches nothing.
const MOST_STEPS: u32 = 10_000;

/// Matches the tokens against all of `path`, each place with as little as will do; a place holds no `/`.
fn walk(tokens: &[Token<'_>], path: &str, arms: &[String], whose: &mut Whose, steps: &mut u32) -> bool {
    *steps += 1;
    if *steps > MOST_STEPS {
        return false;
    }
    let Some((first, rest)) = tokens.split_first() else { return path.is_empty() };
    if let Token::Text(text) = first {
        return path.strip_prefix(text).is_some_and(|path| walk(rest, path, arms, whose, steps));
    }
    let ends = path.char_indices().map(|(at, c)| at + c.len_utf8());
    for end in ends {
        let (taken, left) = path.split_at(end);
        if taken.ends_with('/') {
            return false;
        }
        let before = whose.clone();
        let fits = match first {
            Token::Case => {
                whose.case = Some(taken.into());
                true
            }
            Token::Arm => {
                whose.arm = Some(taken.into());
                arms.iter().any(|arm| arm == taken)
            }
            Token::Run => {
                whose.run = taken.parse().ok().filter(|_| taken.bytes().all(|byte| byte.is_ascii_digit()));
                whose.run.is_some()
            }
            Token::Text(_) | Token::Any => true,
        };
        if fits && walk(rest, left, arms, whose, steps) {
            return true;
        }
        *whose = before;
    }
    false
}

/// The files that a list of runs names: a JSON file with a list `jobs`, each with `log` and with what it is of: `case` or
/// `query`, `arm`, `run`, `order`.
fn indexed(verified: &Verified, dir: &str, index: &Index) -> Outcome<Vec<Owned>> {
    let path = format!("{dir}/{}", index.file);
    if !verified.contains(&path) {
        return Err(vec![Problem::new(
            Kind::Input,
            "datasets::no-such-file",
            Place::line(datasets::FILE, index.line),
            format!("the list of runs {} is no pinned file", quote(&path)),
            "correct its path below the phase's folder",
        )]);
    }
    let source = Source::decode(&path, &verified.read(&path)?)?;
    let root = json::parse(&source)?;
    let mut problems = Problems::new();
    let mut out = Vec::new();
    let Some(fields) = Fields::of(&source, &root, "the list of runs", &mut problems) else { return Err(problems) };
    for node in fields.list("jobs", &mut problems).unwrap_or_default() {
        let Some(job) = Fields::of(&source, node, "an entry of `jobs`", &mut problems) else { continue };
        let wanted = index.only.iter().all(|(key, value)| {
            job.entry(key).is_some_and(|entry| source.slice(entry.node.span).trim_matches('"') == value)
        });
        if !wanted {
            continue;
        }
        let case = if job.entry("case").is_some() { "case" } else { "query" };
        let whole = |key: &str, problems: &mut Problems| {
            job.optional_whole(key, problems).and_then(|value| u32::try_from(value).ok())
        };
        let whose = Whose {
            case: job.optional_text(case, &mut problems).map(SmolStr::from),
            arm: job.optional_text("arm", &mut problems).map(SmolStr::from),
            run: whole("run", &mut problems),
            order: whole("order", &mut problems),
        };
        let Some(log) = job.text("log", &mut problems) else { continue };
        let path = format!("{dir}/{log}");
        if verified.contains(&path) {
            out.push(Owned { path, whose });
        } else {
            problems.push(job.problem(
                "log",
                "datasets::log-missing",
                format!("the log {} is not there", quote(&path)),
                "restore it from where the campaign was frozen and pin it",
            ));
        }
    }
    if out.is_empty() && problems.is_empty() {
        let only: BTreeMap<&str, &str> = index.only.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        problems.push(Problem::new(
            Kind::Input,
            "datasets::no-such-run",
            Place::line(datasets::FILE, index.line),
            format!("the list of runs {} has no entry with {only:?}", quote(&path)),
            "correct `only`",
        ));
    }
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pattern: &str, path: &str) -> Option<Whose> {
        let rule = FileRule { path: pattern.to_owned(), line: 1, case: None, arm: None, run: None };
        matched(&rule, path, &["eic1".to_owned(), "eic32".to_owned()])
    }

    #[test]
    fn places_of_a_path_tell_whose_a_file_is() {
        let whose = of("{case}.{arm}.csv", "bitmap16.eic1.csv").unwrap();
        assert_eq!((whose.case.as_deref(), whose.arm.as_deref()), (Some("bitmap16"), Some("eic1")));
        // `eic1.r3` is no arm.
        assert_eq!(of("{case}.{arm}.csv", "bitmap16.eic1.r3.csv"), None);
        assert_eq!(of("logs/{run}.txt", "logs/007.txt").unwrap().run, Some(7));
        assert_eq!(of("logs/{run}.txt", "logs/a.txt"), None);
        assert_eq!(of("*.txt", "logs/a.txt"), None);
        assert_eq!(of("{arm}.*", "eic32.2223.1").unwrap().arm.as_deref(), Some("eic32"));
        assert!(of("runs.csv", "runs.csv").is_some() && of("runs.csv", "runs.csv2").is_none());
    }

    #[test]
    fn a_pattern_that_is_built_to_run_long_ends() {
        assert_eq!(of(&"*".repeat(40), "/"), None);
        assert_eq!(of(&format!("{}x", "*".repeat(30)), &"a".repeat(200)), None);
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_patterns_never_panic(pattern in "(\\{case\\}|\\{arm\\}|\\{run\\}|\\*|[a-zµ./{}]){0,12}", path in "[a-zµ0-9./]{0,24}") {
            let _ = of(&pattern, &path);
        }
    }
}

//! Problems and warnings as a SARIF 2.1.0 log, for annotations of a code host.
//!
//! Paths are relative to the project's root; columns count characters.

use serde_json::{Map, Value, json};

use crate::pipeline::Checked;
use crate::problem::Problem;
use crate::writeup::lint::{Level, Rule};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The log of one run over all campaigns.
pub(super) fn log(checked: &[Checked]) -> Value {
    let mut found: Vec<(&Problem, Level)> = Vec::new();
    for checked in checked {
        found.extend(checked.problems.iter().map(|problem| (problem, Level::Deny)));
        found.extend(checked.warnings.iter().map(|one| (&one.problem, one.level)));
    }
    // Every rule of the lint, and the other kinds of problems that were found.
    let mut codes: Vec<&str> = Rule::ALL.map(Rule::code).to_vec();
    for (problem, _) in &found {
        if !codes.contains(&problem.code) {
            codes.push(problem.code);
        }
    }
    let results: Vec<Value> = found
        .iter()
        .map(|(problem, level)| {
            json!({
                "ruleId": problem.code,
                "ruleIndex": codes.iter().position(|code| *code == problem.code),
                "level": level_word(*level),
                "message": {"text": format!("{}: {}.", problem.cause, problem.next)},
                "locations": location(problem).into_iter().collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &str) -> Value {
    match Rule::ALL.into_iter().find(|rule| rule.code() == code) {
        Some(rule) => json!({
            "id": code,
            "name": rule.name(),
            "shortDescription": {"text": rule.says()},
            "defaultConfiguration": {"level": level_word(rule.usual())},
        }),
        None => json!({"id": code, "defaultConfiguration": {"level": level_word(Level::Deny)}}),
    }
}

fn level_word(level: Level) -> &'static str {
    match level {
        Level::Allow => "none",
        Level::Warn => "warning",
        Level::Deny => "error",
    }
}

fn location(problem: &Problem) -> Option<Value> {
    let place = &problem.place;
    if place.file.is_empty() {
        return None;
    }
    let mut physical = Map::new();
    physical.insert("artifactLocation".to_string(), json!({"uri": encoded(&place.file), "uriBaseId": "%SRCROOT%"}));
    if let Some(line) = place.line {
        let mut region = Map::new();
        region.insert("startLine".to_string(), json!(line));
        if let Some(column) = place.column {
            region.insert("startColumn".to_string(), json!(column));
            let marked = problem
                .excerpt
                .as_ref()
                .and_then(|excerpt| excerpt.line.get(excerpt.start..excerpt.start.checked_add(excerpt.length)?));
            if let Some(marked) = marked.filter(|marked| !marked.is_empty()) {
                region.insert("endColumn".to_string(), json!(column as usize + marked.chars().count()));
            }
        }
        if let Some(excerpt) = &problem.excerpt {
            physical.insert("contextRegion".to_string(), json!({"startLine": line, "snippet": {"text": excerpt.line}}));
        }
        physical.insert("region".to_string(), Value::Object(region));
    }
    Some(json!({"physicalLocation": physical}))
}

/// A path as a relative URI.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Excerpt, Kind, Place};
    use crate::writeup::lint::Finding;

    #[test]
    fn a_log_names_rules_levels_and_places() {
        let place = Place::line("content/x/phases/a ß.md", 3).at_column(5);
        let excerpt = Excerpt { line: "año 12 ms".to_string(), start: 5, length: 2, place: None };
        let denied =
            Problem::new(Kind::Claim, Rule::UnboundNumber.code(), place.clone(), "c", "n").with_excerpt(excerpt);
        let warned = Problem::new(Kind::Claim, Rule::Arithmetic.code(), place, "c", "n");
        let other = Problem::new(Kind::Input, "site::book", Place::file("book.toml"), "c", "n");
        let warnings = vec![Finding { rule: Rule::Arithmetic, level: Level::Warn, problem: warned }];
        let checked = Checked { problems: vec![denied, other], warnings, ..Checked::default() };
        let log = log(&[checked]);
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(results.len(), 3);
        for result in results {
            assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
        }
        let physical = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "content/x/phases/a%20%C3%9F.md");
        assert_eq!(physical["region"], json!({"startLine": 3, "startColumn": 5, "endColumn": 7}));
        assert_eq!(results[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "book.toml");
        assert_eq!((&results[0]["level"], &results[2]["level"]), (&json!("error"), &json!("warning")));
        assert_eq!(rules[0]["defaultConfiguration"]["level"], "error");
    }
}

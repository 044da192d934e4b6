//! The short reports: `real`, `user` and `sys` of POSIX and of shells, and GNU time's two lines.

use super::RESTORE;
use super::lines::{Line, Reports};
use crate::ingest::Number;

/// Whether a line is the first of a short report.
pub fn is_first(text: &str) -> bool {
    let real = text.strip_prefix("real").is_some_and(|rest| {
        rest.starts_with([' ', '\t']) && rest.trim().starts_with(|first: char| first.is_ascii_digit())
    });
    real || (text.contains("user ") && text.contains("system ") && text.contains("elapsed "))
}

/// Reads a line, if it is one of these reports.
pub fn line<'a>(reports: &mut Reports<'a>, line: &Line<'a>) -> bool {
    let text = line.text.trim_end();
    if is_first(text) {
        reports.begin(line, None);
    }
    let named = ["real", "user", "sys"].into_iter().find_map(|name| Some((name, text.strip_prefix(name)?)));
    if let Some((name, value)) = named.filter(|(_, value)| value.starts_with([' ', '\t']) && reports.is_open()) {
        let value = value.trim();
        let number = if value.ends_with('s') { minutes(reports, value, name) } else { reports.number(value, name) };
        reports.add(line, name, "s", number.map(Ok));
        if name == "sys" {
            reports.close(None);
        }
        true
    } else if text.contains("user ") && text.contains("elapsed ") {
        first(reports, line, text);
        true
    } else if reports.is_open() && text.ends_with("swaps") && text.contains("pagefaults ") {
        second(reports, line, text);
        reports.close(None);
        true
    } else {
        false
    }
}

/// `0m0.085s`.
fn minutes<'a>(reports: &mut Reports<'a>, text: &'a str, what: &str) -> Option<Number> {
    let parted = text.strip_suffix('s').and_then(|text| text.split_once('m'));
    let Some((minutes, seconds)) = parted else { return reports.wrong(text, what, "it is not minutes and seconds") };
    let seconds = reports.number(seconds, what)?;
    match minutes.parse::<u32>() {
        Ok(minutes) => Some(Number { text: text.into(), value: f64::from(minutes) * 60.0 + seconds.value }),
        Err(_) => reports.wrong(text, what, "it is not minutes and seconds"),
    }
}

/// `0.08user 0.00system 0:00.08elapsed 98%CPU (0avgtext+0avgdata 12704maxresident)k`.
fn first<'a>(reports: &mut Reports<'a>, line: &Line<'a>, text: &'a str) {
    for part in text.trim_end_matches('k').split([' ', '(', ')', '+']).filter(|part| !part.is_empty()) {
        let at = part.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(part.len());
        let (value, name) = part.split_at_checked(at).unwrap_or((part, ""));
        match name {
            "user" | "system" => {
                let number = reports.number(value, name).map(Ok);
                reports.add(line, name, "s", number);
            }
            "elapsed" => {
                let number = reports.elapsed(value, name).map(Ok);
                reports.add(line, name, "s", number);
            }
            "%CPU" if value == "?" => {
                reports.add(line, "CPU", "percent", Some(Err("time prints `?%`: the elapsed time is 0".to_owned())));
            }
            "%CPU" => {
                let number = reports.number(value, "CPU").map(Ok);
                reports.add(line, "CPU", "percent", number);
            }
            "avgtext" | "avgdata" | "maxresident" => {
                let number = reports.number(value, name).map(|number| kept(number, name != "maxresident"));
                reports.add(line, name, "kB", number);
            }
            _ => unknown(reports, line, part),
        }
    }
}

/// `0inputs+0outputs (0major+2821minor)pagefaults 0swaps`.
fn second<'a>(reports: &mut Reports<'a>, line: &Line<'a>, text: &'a str) {
    for part in text.split([' ', '(', ')', '+']).filter(|part| !part.is_empty() && *part != "pagefaults") {
        let at = part.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(part.len());
        let (value, name) = part.split_at_checked(at).unwrap_or((part, ""));
        let metric = match name {
            "inputs" | "outputs" | "swaps" => name,
            "major" => "major pagefaults",
            "minor" => "minor pagefaults",
            _ => {
                unknown(reports, line, part);
                continue;
            }
        };
        let number = reports.number(value, metric).map(|number| kept(number, name == "swaps"));
        reports.add(line, metric, "count", number);
    }
}

fn kept(number: Number, unkept: bool) -> Result<Number, String> {
    if unkept && number.value == 0.0 { Err(super::long::UNKEPT.to_owned()) } else { Ok(number) }
}

fn unknown(reports: &mut Reports<'_>, line: &Line<'_>, part: &str) {
    let cause = format!("{} is no measure that is known", crate::source::quote(part));
    reports.refuse("time::unknown", line.span, cause, RESTORE);
}

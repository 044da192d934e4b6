//! Rule `unbound-source`: a date or a commit comes from the data, in every section.

use std::ops::Range;

use super::statement::Statement;
use super::words::{number_word, occurrences, words};
use super::{Draft, Rule, problem, suggest};
use crate::problem::Problem;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub fn find(draft: Draft<'_>, statement: &Statement<'_>) -> Vec<Problem> {
    let text = statement.words.as_str();
    let declared = draft.authored.front.names.iter().map(|declared| declared.name.as_str());
    let names = draft.names.iter().map(String::as_str).chain(declared);
    let names: Vec<Range<usize>> = names.flat_map(|name| occurrences(text, name)).collect();
    let own = |range: &Range<usize>| !names.iter().any(|name| name.start <= range.start && range.end <= name.end);
    let mut found: Vec<(Range<usize>, &str)> = dates(text).into_iter().map(|range| (range, "date")).collect();
    found.extend(commits(text).into_iter().map(|range| (range, "commit")));
    found.retain(|(range, _)| own(range));
    found.sort_by_key(|(range, _)| range.start);
    found
        .into_iter()
        .map(|(range, what)| {
            let typed = text.get(range.clone()).unwrap_or_default();
            problem(
                Rule::UnboundSource,
                statement.place(range),
                format!("the {what} `{typed}` was typed; it has to come from the data"),
                suggest::source(draft, typed, what),
            )
        })
        .collect()
}

/// Commits and other hashes: seven hexadecimal digits or more, letters and decimal digits among them.
pub fn commits(text: &str) -> Vec<Range<usize>> {
    let is_hash = |word: &str| {
        (7..=64).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    words(text)
        .flat_map(|(range, word)| {
            // A hash may stand behind an at sign, a colon or a slash.
            let start = range.start;
            let mut at = 0;
            word.split(|c: char| !c.is_alphanumeric())
                .map(|part| {
                    let from = at;
                    at += part.len()
                        + word.get(at + part.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                    (start + from..start + from + part.len(), part)
                })
                .collect::<Vec<_>>()
        })
        .filter(|(_, part)| is_hash(part))
        .map(|(range, _)| range)
        .collect()
}

/// Dates: `2026-10-14`, `14.10.2026`, `14 October 2026`, `October 14`, `October 2026`.
pub fn dates(text: &str) -> Vec<Range<usize>> {
    let all: Vec<(Range<usize>, &str)> = words(text).collect();
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, (range, word)) in all.iter().enumerate() {
        if is_date(word) {
            out.push(range.clone());
        }
        if !is_month(word) {
            continue;
        }
        let near = |at: Option<usize>| at.and_then(|at| all.get(at));
        let day = near(at.checked_sub(1)).filter(|(_, word)| is_day(word));
        let next = near(Some(at + 1)).filter(|(_, word)| is_day(word) || is_year(word));
        let year =
            next.filter(|(_, word)| is_day(word)).and_then(|_| near(Some(at + 2))).filter(|(_, word)| is_year(word));
        if day.is_some() || next.is_some() {
            let start = day.map_or(range.start, |(range, _)| range.start);
            let end = year.or(next).map_or(range.end, |(range, _)| range.end);
            out.push(start..end);
        }
    }
    out
}

fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| word == *month || (word.len() == 3 && month.get(..3) == Some(word)))
}

fn is_day(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = word.get(digits.len()..).unwrap_or_default();
    matches!(suffix, "" | "st" | "nd" | "rd" | "th")
        && digits.len() <= 2
        && digits.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1900..=2199).contains(&year))
}

/// A date in digits, with a time behind it or not.
fn is_date(word: &str) -> bool {
    let date = word.split(['T', 't']).next().unwrap_or_default();
    let parts: Vec<&str> = date.split(['-', '/', '.']).collect();
    let [a, b, c] = parts.as_slice() else { return false };
    // Versions have points too, and years in them are rare enough; a month beyond twelve is none.
    let small = |part: &str| part.len() <= 2 && part.parse::<u32>().is_ok_and(|part| (1..=31).contains(&part));
    number_word(date).is_none() && ((is_year(a) && small(b) && small(c)) || (small(a) && small(b) && is_year(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, find: fn(&str) -> Vec<Range<usize>>) -> Vec<&str> {
        find(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn dates_are_found_in_their_forms() {
        let text = "on 2026-10-14, 14.10.2026, 10/14/2026 and 2026-10-14T16:41:07Z";
        assert_eq!(found(text, dates), ["2026-10-14", "14.10.2026", "10/14/2026", "2026-10-14T16:41:07Z"]);
        let text = "on 14 October 2026, October 14, 2026, in May 2026, on 3rd Mar";
        assert_eq!(found(text, dates), ["14 October 2026", "October 14, 2026", "May 2026", "3rd Mar"]);
        assert_eq!(found("it may 10 times, 7.3.77, March on, May be", dates), [""; 0]);
    }

    #[test]
    fn commits_are_hexadecimal_with_letters_and_digits() {
        assert_eq!(found("at d94b4c6, main@d94b4c61377d.", commits), ["d94b4c6", "d94b4c61377d"]);
        assert_eq!(found("effaced 1234567 d94b4c deadbeef", commits), [""; 0]);
    }
}

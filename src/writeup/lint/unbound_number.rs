//! Rule `unbound-number`: a number in the words about results comes from a binding.
//!
//! Found are digits, number words before what this field counts (`six blocks`), number words on either side of `of`
//! (`three of four`), and words for shares and multiples (`half`, `twice`, `doubled`). Not found are code, names that the campaign or the front matter knows, letters with digits (`p95`),
//! versions with two points, the 1 that a ratio lies below or above, and what [`super::unbound_source`] finds.

use std::ops::Range;

use super::statement::{CODE, FIGURE, Statement};
use super::words::{is_between, is_countable, is_share, is_unit, number_word, occurrences, words};
use super::{Draft, Rule, problem, suggest, unbound_source};
use crate::problem::Problem;

pub fn find(draft: Draft<'_>, statement: &Statement<'_>) -> Vec<Problem> {
    if !statement.area.is_bound() {
        return Vec::new();
    }
    let text = statement.words.as_str();
    let known = known(draft, text);
    let taken = |range: &Range<usize>| known.iter().any(|name| name.start <= range.start && range.end <= name.end);
    let mut found: Vec<Found> = numbers(text).into_iter().filter(|found| !taken(&found.at)).collect();
    found.extend(number_words(text).into_iter().filter(|found| !taken(&found.at)));
    found.sort_by_key(|found| found.at.start);
    found
        .into_iter()
        .map(|found| {
            let typed = text.get(found.at.clone()).unwrap_or_default();
            problem(
                Rule::UnboundNumber,
                statement.place(found.at.clone()),
                format!("`{typed}` was typed; in words about results a number comes from the data"),
                suggest::number(draft, typed, &found.counted),
            )
        })
        .collect()
}

/// A number in the words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// Its bytes, unit and interval included.
    at: Range<usize>,
    /// What it counts, if that can be told.
    counted: String,
}

/// Bytes of names, dates and commits: digits in them are none of this rule's.
fn known(draft: Draft<'_>, text: &str) -> Vec<Range<usize>> {
    let declared = draft.authored.front.names.iter().map(|declared| declared.name.as_str());
    let names = draft.names.iter().map(String::as_str).chain(declared);
    // A name without a letter is a number.
    let names = names.filter(|name| name.chars().any(char::is_alphabetic));
    let mut out: Vec<Range<usize>> = names.flat_map(|name| occurrences(text, name)).collect();
    out.extend(unbound_source::dates(text));
    out.extend(unbound_source::commits(text));
    out
}

fn numbers(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if c.is_alphabetic() || c == '_' {
            at = name_end(text, at);
        } else if c.is_numeric() {
            let end = number_end(text, at);
            let number = text.get(at..end).unwrap_or_default();
            let start = signed(text, at);
            if !(is_version(number) || is_reference(text, at, end)) {
                let end = unit_end(text, interval_end(text, end));
                let counted = words(text.get(end..).unwrap_or_default()).next().map(|(_, word)| word.to_string());
                out.push(Found {
                    at: start..end,
                    counted: counted.filter(|word| is_countable(word)).unwrap_or_default(),
                });
                at = end;
            } else {
                at = end;
            }
        } else {
            at += c.len_utf8();
        }
    }
    out
}

/// End of a name that begins with a letter: `C1`, `p95`, `fdb7.3`, `UTF-8`. Whole numbers may follow a hyphen, and parts
/// a point behind a digit; nothing else that is a number belongs to a name.
fn name_end(text: &str, start: usize) -> usize {
    let run = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
    };
    let mut end = run(start);
    loop {
        let rest = text.get(end..).unwrap_or_default();
        let mut characters = rest.chars();
        let (Some(join), Some(next)) = (characters.next(), characters.next()) else { return end };
        if !matches!(join, '-' | '.') || !next.is_numeric() {
            return end;
        }
        let after = run(end + 1);
        let behind = text.get(start..end).and_then(|text| text.chars().next_back());
        let follows = text.get(after..).unwrap_or_default();
        let fraction = follows.starts_with(['.', ',']) && follows.chars().nth(1).is_some_and(char::is_numeric);
        let percent = follows.trim_start_matches([' ', '\u{a0}', '\u{202f}']).starts_with('%');
        let whole = text.get(end + 1..after).is_some_and(|part| part.chars().all(char::is_numeric));
        let belongs = match join {
            '.' => behind.is_some_and(char::is_numeric),
            _ => !whole || !(fraction || percent),
        };
        if !belongs {
            return end;
        }
        end = after;
    }
}

/// End of a number: digits, points and commas between digits, an exponent.
fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| c.is_numeric());
    let mut end = start;
    loop {
        if let Some(c) = digit(end) {
            end += c.len_utf8();
        } else if matches!(bytes.get(end), Some(b'.' | b',')) && digit(end + 1).is_some() {
            end += 1;
        } else {
            break;
        }
    }
    let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
    if matches!(bytes.get(end), Some(b'e' | b'E')) && digit(end + 1 + sign).is_some() {
        end += 1 + sign;
        while let Some(c) = digit(end) {
            end += c.len_utf8();
        }
    }
    end
}

/// Start of a number with its sign, where one stands before it and after white space or a bracket.
fn signed(text: &str, start: usize) -> usize {
    let mut before = text.get(..start).unwrap_or_default().chars().rev();
    match (before.next(), before.next()) {
        (Some(sign @ ('-' | '+' | '±' | '\u{2212}')), before)
            if before.is_none_or(|c| c.is_whitespace() || c == '(') =>
        {
            start - sign.len_utf8()
        }
        _ => start,
    }
}

const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

/// End of `[low, high]` behind a number; `end` if there is none.
fn interval_end(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let open = rest.trim_start_matches(SPACES);
    let Some(inner) = open.strip_prefix('[').and_then(|inner| inner.split_once(']')).map(|(inner, _)| inner) else {
        return end;
    };
    if inner.chars().all(|c| c.is_numeric() || ".,;-\u{2212}".contains(c) || SPACES.contains(&c)) {
        end + (rest.len() - open.len()) + inner.len() + 2
    } else {
        end
    }
}

/// End of a unit behind a number; `end` if there is none.
fn unit_end(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let unit = rest.trim_start_matches(SPACES);
    let length = unit.find(|c: char| !(c.is_alphabetic() || "/%‰×".contains(c))).unwrap_or(unit.len());
    let word = unit.get(..length).unwrap_or_default().trim_end_matches('/');
    if is_unit(word) { end + (rest.len() - unit.len()) + word.len() } else { end }
}

/// `7.3.77`: at least two points between whole numbers.
fn is_version(number: &str) -> bool {
    let parts: Vec<&str> = number.split('.').collect();
    parts.len() > 2 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether this is the 1 that ratios are held against: `includes 1`, `below 1`.
fn is_reference(text: &str, start: usize, end: usize) -> bool {
    const SIDES: [&str; 14] = [
        "include",
        "includes",
        "included",
        "including",
        "exclude",
        "excludes",
        "excluded",
        "excluding",
        "contain",
        "contains",
        "cross",
        "crosses",
        "below",
        "above",
    ];
    let before = words(text.get(..start).unwrap_or_default()).last().map(|(_, word)| word.to_lowercase());
    let rest = text.get(end..).unwrap_or_default();
    let after = rest.trim_start_matches(SPACES);
    let next: String = after.chars().take_while(|c| c.is_alphabetic() || "%‰×/".contains(*c)).collect();
    text.get(start..end) == Some("1")
        && before.is_some_and(|before| SIDES.contains(&before.as_str()))
        && !is_unit(&next)
        && !is_countable(&next)
        && interval_end(text, end) == end
        && (after.len() < rest.len() || next.is_empty())
}

fn number_words(text: &str) -> Vec<Found> {
    let all: Vec<(Range<usize>, &str)> = words(text).collect();
    let is_number = |word: &str| number_word(word).is_some();
    // What may stand on the other side of `of`: another number word, digits, or a figure.
    let is_count = |word: &str| is_number(word) || word.starts_with(|c: char| c.is_numeric() || c == FIGURE);
    let word = |at: usize| all.get(at).map(|(_, word)| *word);
    let mut out: Vec<Found> = Vec::new();
    for (at, (range, found)) in all.iter().enumerate() {
        if is_share(found) {
            out.push(Found { at: range.clone(), counted: String::new() });
            continue;
        }
        if !is_number(found) {
            continue;
        }
        let before = at.checked_sub(1).and_then(word).unwrap_or_default();
        let of = |at: usize| word(at).is_some_and(|word| word.eq_ignore_ascii_case("of"));
        let skip_the =
            |at: usize| if word(at).is_some_and(|word| word.eq_ignore_ascii_case("the")) { at + 1 } else { at };
        let first = of(at + 1) && word(skip_the(at + 2)).is_some_and(is_count);
        let before_the = if before.eq_ignore_ascii_case("the") { at.saturating_sub(1) } else { at };
        let second = before_the >= 2 && of(before_the - 1) && word(before_the - 2).is_some_and(is_count);
        let counted = match (word(at + 1), word(at + 2)) {
            (Some(next), _) if is_countable(next) => Some(at + 1),
            (Some(next), Some(then)) if is_between(next) && is_countable(then) => Some(at + 2),
            _ => None,
        };
        // `any one block` is no count.
        let any = found.eq_ignore_ascii_case("one") && ["any", "no", "every"].contains(&before.to_lowercase().as_str());
        if first || second || (counted.is_some() && !any) {
            let end = counted.and_then(|at| all.get(at)).filter(|_| !first).map_or(range.end, |(range, _)| range.end);
            let unbroken = text.get(range.start..end).is_some_and(|text| !text.contains([FIGURE, CODE, '\n']));
            let at = if unbroken { range.start..end } else { range.clone() };
            let counted = counted.and_then(word).unwrap_or_default().to_string();
            out.push(Found { at, counted });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let mut all = numbers(text);
        all.extend(number_words(text));
        all.sort_by_key(|found| found.at.start);
        all.into_iter().map(|found| &text[found.at]).collect()
    }

    #[test]
    fn numbers_are_found_with_unit_and_interval() {
        assert_eq!(found("takes 0.337 [0.320, 0.349] of it"), ["0.337 [0.320, 0.349]"]);
        assert_eq!(found("46.5 → 15.6\u{a0}ms, or −5.1 %."), ["46.5", "15.6\u{a0}ms", "−5.1 %"]);
        assert_eq!(found("about 5ms and 1,204.5 B/op (+3)"), ["5ms", "1,204.5 B/op", "+3"]);
        assert_eq!(found("½ of 1e-3, ٣"), ["½", "1e-3", "٣"]);
        assert_eq!(found("ratio:0.337 GOMAXPROCS=8 ratio-0.5 loses-5 %"), ["0.337", "8", "0.5", "5 %"]);
    }

    #[test]
    fn names_versions_and_the_reference_are_none() {
        for name in ["C1", "p95", "x86_64", "fdb7.3", "SHA-256", "UTF-8", "7.3.77", "B2B", "skip3-small-10"] {
            assert_eq!(found(&format!("see {name}, there")), [""; 0], "{name}");
        }
        for text in ["both include 1.", "below 1 it takes less", "(above 1)", "excludes 1"] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        assert_eq!(found("below 1 ms, above 1 %, below 1.5, includes 1 block, in 1"), ["1 ms", "1 %", "1.5", "1", "1"]);
    }

    #[test]
    fn number_words_are_found_where_they_count() {
        assert_eq!(found("in three of four cases"), ["three", "four cases"]);
        assert_eq!(found(&format!("in {FIGURE} of four, in three of the {FIGURE}")), ["four", "three"]);
        assert_eq!(
            found("all six blocks, two further cases, Five percent"),
            ["six blocks", "two further cases", "Five percent"]
        );
        assert_eq!(found("one of them, the two of us, any one block, a Skip of three, no one"), [""; 0]);
        assert_eq!(found("no interval and both arms"), [""; 0]);
        assert_eq!(found("Half of the blocks took twice as long, and the rest doubled"), ["Half", "twice", "doubled"]);
    }
}

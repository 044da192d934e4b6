//! Words and their bounds.

use std::ops::Range;

/// Words with their bytes: what stands between white space, without punctuation at its ends.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split(char::is_whitespace).filter_map(move |piece| {
        let start = piece.as_ptr() as usize - text.as_ptr() as usize;
        let own = |c: char| c.is_alphanumeric() || c == '_' || ('\u{e000}'..='\u{f8ff}').contains(&c);
        let word = piece.trim_matches(|c| !own(c));
        if word.is_empty() {
            return None;
        }
        let start = start + (word.as_ptr() as usize - piece.as_ptr() as usize);
        Some((start..start + word.len(), word))
    })
}

/// Occurrences of a name that are not part of a longer word.
pub fn occurrences<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    text.match_indices(name).filter(move |_| !name.is_empty()).map(|(at, name)| at..at + name.len()).filter(
        move |range| {
            let before = text.get(..range.start).and_then(|text| text.chars().next_back());
            let after = text.get(range.end..).and_then(|text| text.chars().next());
            !before.is_some_and(is_wordy) && !after.is_some_and(is_wordy)
        },
    )
}

fn is_wordy(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a text names a phase: its name as a word, or behind the word `phase` where it is a single letter, which may
/// be a word or a unit of its own.
pub fn names_phase(text: &str, phase: &str) -> bool {
    occurrences(text, phase).any(|range| {
        let before = text.get(..range.start).unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default();
        let short = phase.chars().nth(1).is_none();
        !after.starts_with('/') && (!short || before.trim_end().to_lowercase().ends_with("phase"))
    })
}

/// The first `most` characters of a text.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_string(),
    }
}

/// Number words and what they stand for.
const NUMBERS: [(&str, u64); 31] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("dozen", 12),
    ("hundred", 100),
    ("thousand", 1000),
    ("million", 1_000_000),
];

/// What a number word stands for.
pub fn number_word(word: &str) -> Option<u64> {
    let word = word.to_lowercase();
    NUMBERS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// What is counted in this field.
const COUNTABLES: [&str; 44] = [
    "case",
    "cases",
    "block",
    "blocks",
    "arm",
    "arms",
    "process",
    "processes",
    "sample",
    "samples",
    "run",
    "runs",
    "interval",
    "intervals",
    "failure",
    "failures",
    "percent",
    "times",
    "phase",
    "phases",
    "repeat",
    "repeats",
    "metric",
    "metrics",
    "estimate",
    "estimates",
    "ratio",
    "ratios",
    "row",
    "rows",
    "label",
    "labels",
    "receipt",
    "receipts",
    "job",
    "jobs",
    "comparison",
    "comparisons",
    "benchmark",
    "benchmarks",
    "resample",
    "resamples",
    "allocations",
    "objects",
];

/// Words for shares and multiples.
const SHARES: [&str; 20] = [
    "half",
    "halves",
    "halved",
    "thirds",
    "quarter",
    "quarters",
    "fifth",
    "fifths",
    "tenth",
    "tenths",
    "twice",
    "thrice",
    "double",
    "doubles",
    "doubled",
    "triple",
    "triples",
    "tripled",
    "quadrupled",
    "twofold",
];

/// Whether a word is one for a share or a multiple.
pub fn is_share(word: &str) -> bool {
    SHARES.contains(&word.to_lowercase().as_str())
}

/// Whether a word is counted in this field.
pub fn is_countable(word: &str) -> bool {
    COUNTABLES.contains(&word.to_lowercase().as_str())
}

/// Words that may stand between a number and what it counts.
const BETWEEN: [&str; 14] = [
    "further",
    "other",
    "more",
    "fewer",
    "planned",
    "analysed",
    "executed",
    "complete",
    "single",
    "independent",
    "remaining",
    "failed",
    "block",
    "median",
];

/// Whether a word may stand between a number and what it counts.
pub fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word.to_lowercase().as_str())
}

/// Units that a number may carry.
const UNITS: [&str; 24] = [
    "%",
    "‰",
    "ns",
    "µs",
    "us",
    "ms",
    "s",
    "min",
    "h",
    "B",
    "kB",
    "KB",
    "KiB",
    "MB",
    "MiB",
    "GB",
    "GiB",
    "TB",
    "ns/op",
    "B/op",
    "allocs/op",
    "MB/s",
    "×",
    "x",
];

/// Whether a word is a unit.
pub fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

//! Where a word of running text may be parted with a hyphen.
//!
//! Source of the patterns: F. M. Liang, Word Hy-phen-a-tion by Com-put-er, Stanford 1983, as TeX's community keeps them
//! for each language (crate `hypher`). Names are left whole: a reader looks for them as they are spelled.

use std::ops::Range;

use hypher::{Lang, hyphenate_bounded};

/// Shortest and longest word that is parted, in letters; what is longer is no word of a language.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=40;
/// Letters that stay before the hyphen, and that follow it, at least.
const LEFT: usize = 2;
const RIGHT: usize = 3;

/// The patterns of a BCP 47 language tag, if there are some.
pub fn patterns(language: &str) -> Option<Lang> {
    let code: [u8; 2] = language.split('-').next()?.to_ascii_lowercase().as_bytes().try_into().ok()?;
    Lang::from_iso(code)
}

/// The places at which words of `text` may be parted, in bytes, in order.
///
/// The last word of a text is left whole, so that no part of a word is its last line.
pub fn places(text: &str, language: Lang) -> Vec<usize> {
    let mut words: Vec<Range<usize>> = words(text).collect();
    let last = text.trim_end_matches(|character: char| !character.is_alphanumeric()).len();
    words.retain(|word| word.end < last);
    let (left, right) = language.bounds();
    let mut places = Vec::new();
    for word in words {
        let mut at = word.start;
        let syllables = hyphenate_bounded(&text[word.clone()], language, left.max(LEFT), right.max(RIGHT));
        for syllable in syllables {
            at += syllable.len();
            if at < word.end {
                places.push(at);
            }
        }
    }
    places
}

/// Words of the language: letters between spaces and punctuation, lower-case but for the first. What has digits, signs
/// of names or capitals within is a name.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split_inclusive(|character: char| character.is_whitespace()).filter_map(move |part| {
        let start = at;
        at += part.len();
        let bare = part.trim_matches(|character: char| !character.is_alphanumeric());
        let mut letters = bare.chars();
        letters.next()?;
        let is_word = letters.all(char::is_lowercase) && LENGTHS.contains(&bare.chars().count());
        // Where the trimmed part begins: it is a slice of `part`.
        let offset = part.find(bare)?;
        // A sign of code or of a path that touches the word makes it a name.
        let outside = [&part[..offset], &part[offset + bare.len()..]];
        let named = outside.iter().any(|sign| sign.contains(['/', '_', '\\', '@', '#', '=', '$', '`', '-']));
        (is_word && !named).then(|| start + offset..start + offset + bare.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> String {
        let language = patterns("en-GB").unwrap();
        let mut out = text.to_owned();
        for place in places(text, language).into_iter().rev() {
            out.insert(place, '|');
        }
        out
    }

    #[test]
    fn words_are_parted_between_syllables() {
        assert_eq!(
            parted("The measurement of throughput was extensive indeed"),
            "The mea|sure|ment of through|put was ex|ten|sive indeed"
        );
        assert_eq!(parted("(reproducible), \"interval\": yes"), "(re|pro|ducible), \"in|ter|val\": yes");
    }

    #[test]
    fn names_short_words_and_the_last_word_are_left_whole() {
        for text in [
            "PlanCacheHit io_combine_limit tests/benchmark.rs user@example PostgreSQL x86_64 it",
            "counter-balanced well-known it",
            "short words only were here it",
            "a measurement",
            "a measurement.",
        ] {
            assert_eq!(parted(text), text);
        }
    }

    #[test]
    fn a_language_without_patterns_parts_nothing() {
        assert!(patterns("tlh").is_none() && patterns("x").is_none() && patterns("").is_none());
        assert!(patterns("de-CH").is_some());
    }

    proptest::proptest! {
        #[test]
        fn places_are_within_words(text in "[a-zA-Zäöüé .,_/0-9-]{0,80}") {
            for place in places(&text, Lang::English) {
                let (before, after) = text.split_at(place);
                assert!(before.ends_with(char::is_alphabetic) && after.starts_with(char::is_lowercase), "{text} {place}");
            }
        }
    }
}

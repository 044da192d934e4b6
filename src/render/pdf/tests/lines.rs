//! Where lines end.

use proptest::prelude::*;

use super::super::style::{CODE, TABLE, TEXT};
use super::super::text::lines::{cut, extent};
use super::super::text::place::{Column, set};
use super::super::text::shape::{Shaped, Shaper};
use super::super::text::{Breaks, Span};
use super::fonts;

fn shaped(text: &str, breaks: Breaks) -> Shaped {
    let style = if breaks == Breaks::Bytes { CODE } else { TEXT };
    let mut shaper = Shaper::new(fonts(), "en");
    let shaped = shaper.shape(vec![Span { breaks, ..Span::new(text, style, None) }], style);
    assert_eq!(shaper.lost, Vec::<String>::new(), "glyphs do not cover {text:?}");
    shaped
}

/// The text of each line.
fn lines(text: &str, breaks: Breaks, width: f32) -> Vec<String> {
    let shaped = shaped(text, breaks);
    cut(&shaped, width, 3.0)
        .into_iter()
        .map(|cut| {
            let glyphs =
                shaped.clusters[cut.start..cut.end].iter().flat_map(|cluster| &shaped.glyphs[cluster.glyphs.clone()]);
            let ranges: Vec<_> = glyphs.map(|glyph| glyph.range.start as usize..glyph.range.end as usize).collect();
            match (ranges.first(), ranges.last()) {
                (Some(first), Some(last)) => shaped.text[first.start..last.end].to_string(),
                _ => String::new(),
            }
        })
        .collect()
}

#[test]
fn lines_are_of_even_length_rather_than_filled_one_by_one() {
    // Filled greedily, the last but one line would hold a single short word.
    let text = "aaaa bbbb cccc dddd eeee ffff gggg hhhhhhhhhhhhh iiii";
    let found = lines(text, Breaks::Prose, 110.0);
    assert_eq!(found.join(" "), text);
    assert!(found.iter().all(|line| line.len() > 4), "{found:?}");
}

#[test]
fn no_line_ends_at_a_no_break_space_a_minus_or_a_forbidden_place() {
    for text in [
        "−3.3\u{a0}%",
        "1.146\u{a0}[1.130,\u{a0}1.161]",
        "46.5\u{a0}→\u{a0}15.6\u{a0}ms",
        "46.5 → 15.6",
        "99.7\u{a0}% ± 2",
        "-5",
        "a\u{2060}-\u{2060}b",
    ] {
        let extent = extent(&shaped(text, Breaks::Prose));
        assert_eq!(extent.least, extent.most, "{text} has a place to break");
    }
    let steps = extent(&shaped("freeze → build", Breaks::Prose));
    assert!(steps.least < steps.most, "an arrow between words binds nothing");
    let hyphened = extent(&shaped("plan-cache", Breaks::Prose));
    assert!(hyphened.least < hyphened.most, "a hyphen within a word is one");
}

#[test]
fn running_text_parts_words_where_that_saves_much_of_a_line() {
    let text = "An extraordinarily uncomplicated measurement of reproducible throughput";
    let hyphens = |breaks, width| {
        let cuts = cut(&shaped(text, breaks), width, 3.0);
        cuts.iter().map(|cut| cut.hyphen).collect::<Vec<_>>()
    };
    let parted = |breaks| (70..120_u8).filter(|width| hyphens(breaks, f32::from(*width)).contains(&true)).count();
    assert!(parted(Breaks::Syllables) > 10, "narrow columns: {}", parted(Breaks::Syllables));
    assert_eq!(parted(Breaks::Prose), 0, "names, headings and cells are left whole");
    let wide = hyphens(Breaks::Syllables, 250.0);
    assert!(wide.len() > 1 && !wide.contains(&true), "a wide column, where lines are even without: {wide:?}");
    for width in 110_u8..200 {
        let ladder = hyphens(Breaks::Syllables, f32::from(width));
        assert!(!ladder.windows(3).any(|lines| lines == [true; 3]), "three below each other at {width}: {ladder:?}");
    }
}

#[test]
fn a_forced_end_ends_a_line_and_an_empty_line_stays() {
    assert_eq!(lines("a\nb\n\nc", Breaks::Prose, 200.0), vec!["a", "b", "", "c"]);
}

#[test]
fn a_soft_hyphen_is_drawn_where_the_line_ends_and_only_there() {
    let mut shaper = Shaper::new(fonts(), "en");
    let word = "super\u{ad}cali\u{ad}fragil\u{ad}istic";
    let wide = set(&mut shaper, vec![Span::new(word, TEXT, None)], TEXT, Column::left(0.0, 300.0));
    assert_eq!(runs(&wide), vec!["supercalifragilistic"]);
    let narrow = set(&mut shaper, vec![Span::new(word, TEXT, None)], TEXT, Column::left(0.0, 60.0));
    let found = runs(&narrow);
    assert!(found.len() > 2 && found[1] == "-", "{found:?}");
    assert_eq!(found.iter().filter(|run| *run != "-").cloned().collect::<String>(), "supercalifragilistic");
}

fn runs(lines: &[super::super::text::Line]) -> Vec<String> {
    let mut found = Vec::new();
    for op in lines.iter().flat_map(|line| &line.ops) {
        if let super::super::ink::Op::Run(run) = op {
            let (first, last) = (&run.glyphs[0], &run.glyphs[run.glyphs.len() - 1]);
            found.push(run.text[first.range.start as usize..last.range.end as usize].to_string());
        }
    }
    found
}

#[test]
fn looking_up_bytes_gives_what_shaping_gives() {
    let text = "inputs/frozen/D1/logs/013.log:17 != <= -- => www ffi fl 0x1F [a] {b} ~^|";
    let mut shaper = Shaper::new(fonts(), "en");
    let span = || vec![Span { breaks: Breaks::Bytes, ..Span::new(text, CODE, None) }];
    let (short, long) = (shaper.shape(span(), CODE), shaper.shape_fully(span(), CODE));
    assert_eq!(short.clusters.len(), long.clusters.len());
    for (short, long) in short.glyphs.iter().zip(&long.glyphs) {
        assert_eq!((short.id, &short.range), (long.id, &long.range));
        assert!((short.advance - long.advance).abs() < 0.001);
    }
    let gaps = |shaped: &Shaped| shaped.clusters.iter().map(|cluster| cluster.gap).collect::<Vec<_>>();
    assert_eq!(gaps(&short), gaps(&long));
}

#[test]
fn figures_of_a_column_are_equally_wide() {
    let mut shaper = Shaper::new(fonts(), "en");
    let mut width = |text: &str| {
        let shaped = shaper.shape(vec![Span::new(text, TABLE, None)], TABLE);
        extent(&shaped).most
    };
    assert_eq!(width("1,111.7"), width("7,400.1"));
}

#[test]
fn a_digest_breaks_in_halves_and_a_path_after_its_separators() {
    let digest = "a50d5a4b9a2f1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4";
    let width = extent(&shaped(digest, Breaks::Bytes)).most;
    let found = lines(digest, Breaks::Bytes, width * 0.8);
    assert_eq!(found, vec![&digest[..32], &digest[32..]]);
    let path = "inputs/frozen/D1/logs/013.receipts.jsonl";
    let width = extent(&shaped(path, Breaks::Bytes)).most;
    assert_eq!(lines(path, Breaks::Bytes, width * 0.7), vec!["inputs/frozen/D1/logs/", "013.receipts.jsonl"]);
}

#[test]
fn a_unit_is_one_word_and_a_time_goes_on_below_its_day() {
    for text in ["ns/op", "allocs/op", "B/op of it"] {
        assert!(!lines(text, Breaks::Prose, 24.0)[0].ends_with('/'), "{text}");
    }
    assert_eq!(lines("final/before", Breaks::Prose, 40.0), vec!["final/", "before"]);
    let time = "2026-11-30T19:19:17.505Z";
    let width = extent(&shaped(time, Breaks::Bytes)).most;
    assert_eq!(lines(time, Breaks::Bytes, width * 0.7), vec!["2026-11-30T", "19:19:17.505Z"]);
}

#[test]
fn spaces_before_the_first_word_are_on_no_line() {
    assert_eq!(lines(" a", Breaks::Prose, 8.0), vec!["a"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cluster_is_on_a_line_and_no_line_is_too_long(text in "[a-z \u{ad}\u{a0}\u{200b}\n漢é-]{0,120}", width in 8.0_f32..200.0) {
        for breaks in [Breaks::Prose, Breaks::Bytes] {
            let shaped = shaped(&text, breaks);
            let cuts = cut(&shaped, width, 3.0);
            let mut next = 0;
            for cut in &cuts {
                prop_assert!(cut.start >= next && cut.end >= cut.start);
                // What stands between two lines is white.
                let between = &shaped.clusters[next..cut.start];
                prop_assert!(between.iter().all(|cluster| white(&shaped, cluster)));
                let widest = shaped.clusters[cut.start..cut.end].iter().map(|cluster| cluster.advance).fold(0.0, f32::max);
                prop_assert!(cut.width <= width.max(widest + 3.0) + 0.1, "{} in {width}", cut.width);
                next = cut.end;
            }
            prop_assert!(shaped.clusters[next..].iter().all(|cluster| white(&shaped, cluster)));
        }
    }
}

fn white(shaped: &Shaped, cluster: &super::super::text::shape::Cluster) -> bool {
    shaped.glyphs[cluster.glyphs.clone()]
        .iter()
        .all(|glyph| shaped.text[glyph.range.start as usize..glyph.range.end as usize].trim().is_empty())
}

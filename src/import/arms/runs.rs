//! Files whose names differ by a number at the end alone: `base-1.txt`, `base-2.txt`, `patch_1.txt`.
//!
//! The number is that of the run where the numbers of one name begin with 0 or 1 and leave none out; files that can't be
//! read count as there. Others are what they are without that: `pg-15` and `pg-16` are versions, `threads-1` and
//! `threads-8` are settings.

use std::collections::{BTreeMap, BTreeSet};

use super::names::stem;

/// The files of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    /// What stands before the number, with what parts the two.
    pub head: String,
    /// What stands behind it.
    pub tail: String,
    /// Index into the paths that were asked for, and number, by number.
    pub runs: Vec<(usize, u32)>,
}

impl Numbered {
    /// The name without its number.
    pub fn name(&self) -> &str {
        let name = self.head.trim_end_matches(['-', '_', '.', ' ', '/']);
        if name.is_empty() { "runs" } else { name }
    }

    /// The path with `{run}` for the number, where no other file has such a path.
    pub fn pattern(&self, all: &[&str]) -> Option<String> {
        let fits = |path: &&&str| {
            let number = path.strip_prefix(self.head.as_str()).and_then(|rest| rest.strip_suffix(self.tail.as_str()));
            number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        (all.iter().filter(fits).count() == self.runs.len()).then(|| format!("{}{{run}}{}", self.head, self.tail))
    }
}

/// A path before, in and behind the number at its end.
fn number(path: &str) -> Option<(&str, u32, &str)> {
    let stem = stem(path);
    let head = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let (digits, tail) = (stem.get(head.len()..)?, path.get(stem.len()..)?);
    let parted = match head.as_bytes() {
        [] | [.., b'-' | b'_' | b' ' | b'/'] => true,
        // `v1.2` is a version.
        [.., before, b'.'] => !before.is_ascii_digit(),
        _ => false,
    };
    let number = digits.parse().ok().filter(|_| digits.len() <= 9)?;
    parted.then_some((head, number, tail))
}

/// The files of `paths` that are runs. `all` are those of the folder, read or not.
pub(super) fn find(paths: &[Option<&str>], all: &[&str]) -> Vec<Numbered> {
    let mut there: BTreeMap<(&str, &str), BTreeSet<u32>> = BTreeMap::new();
    for (head, number, tail) in all.iter().filter_map(|path| number(path)) {
        there.entry((head, tail)).or_default().insert(number);
    }
    let mut found: BTreeMap<(&str, &str), Vec<(usize, u32)>> = BTreeMap::new();
    for (at, path) in paths.iter().enumerate() {
        if let Some((head, number, tail)) = path.and_then(number) {
            found.entry((head, tail)).or_default().push((at, number));
        }
    }
    let whole = |key: &(&str, &str), runs: &[(usize, u32)]| {
        let Some(numbers) = there.get(key) else { return false };
        let (first, last) = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
        let distinct: BTreeSet<u32> = runs.iter().map(|(_, number)| *number).collect();
        first <= 1 && (last - first) as usize + 1 == numbers.len() && distinct.len() == runs.len()
    };
    found.retain(|key, runs| whole(key, runs));
    // One alone is a run only where others of another name are.
    if found.values().all(|runs| runs.len() < 2) {
        return Vec::new();
    }
    let mut out: Vec<Numbered> = found
        .into_iter()
        .map(|((head, tail), mut runs)| {
            runs.sort_by_key(|(_, number)| *number);
            Numbered { head: head.to_owned(), tail: tail.to_owned(), runs }
        })
        .collect();
    out.sort_by_key(|one| one.runs.iter().map(|(at, _)| *at).min());
    out
}

#[cfg(test)]
mod tests {
    use super::{Numbered, find};

    fn names(paths: &[&str], all: &[&str]) -> Vec<(String, Vec<u32>)> {
        let asked: Vec<Option<&str>> = paths.iter().map(|path| Some(*path)).collect();
        let of = |one: Numbered| (one.name().to_owned(), one.runs.iter().map(|(_, run)| *run).collect());
        find(&asked, all).into_iter().map(of).collect()
    }

    fn of(paths: &[&str]) -> Vec<(String, Vec<u32>)> {
        names(paths, paths)
    }

    #[test]
    fn a_number_at_the_end_is_the_run() {
        let two = |a: &str, b: &str| [(a.to_owned(), vec![1, 2]), (b.to_owned(), vec![1, 2])];
        assert_eq!(of(&["base-1.txt", "base-2.txt", "patch-1.txt", "patch-2.txt"]), two("base", "patch"));
        assert_eq!(of(&["base.1.txt", "base.2.txt", "patch_2", "patch_1"]), two("base", "patch"));
        assert_eq!(of(&["base/1.json", "base/2.json", "new/1.json", "new/2.json"]), two("base", "new"));
        assert_eq!(of(&["a-0.txt", "a-1.txt"]), [("a".to_owned(), vec![0, 1])]);
        // Ten files in the order of their names.
        let ten: Vec<String> = (1..=10).map(|run| format!("x-{run}.csv")).collect();
        let mut ten: Vec<&str> = ten.iter().map(String::as_str).collect();
        ten.sort_unstable();
        assert_eq!(of(&ten), [("x".to_owned(), (1..=10).collect())]);
        // One of another name is a run too.
        assert_eq!(of(&["a-1", "a-2", "b-1"]), [("a".to_owned(), vec![1, 2]), ("b".to_owned(), vec![1])]);
    }

    #[test]
    fn versions_and_settings_are_no_runs() {
        for paths in [
            ["pg-15.txt", "pg-16.txt"],
            ["v1.2.txt", "v1.3.txt"],
            ["threads-1.csv", "threads-8.csv"],
            ["eic1.csv", "eic2.csv"],
            ["base-1.txt", "patch-1.txt"],
            ["a-1.txt", "a-01.txt"],
            ["a-1.txt", "a-99999999999.txt"],
        ] {
            assert_eq!(of(&paths), [], "{paths:?}");
        }
    }

    #[test]
    fn a_run_that_can_not_be_read_leaves_no_gap_and_is_not_matched() {
        let (read, all) = (["a-1.txt", "a-3.txt"], ["a-1.txt", "a-2.txt", "a-3.txt"]);
        assert_eq!(names(&read, &read), []);
        assert_eq!(names(&read, &all), [("a".to_owned(), vec![1, 3])]);
        let found = find(&[Some("a-1.txt"), None, Some("a-3.txt")], &all);
        assert_eq!(found[0].runs, [(0, 1), (2, 3)]);
        assert_eq!((found[0].pattern(&all), found[0].pattern(&read)), (None, Some("a-{run}.txt".to_owned())));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_names_never_panic(names in proptest::collection::vec("[-a0-2µ._/ ]{0,8}", 0..6)) {
            let paths: Vec<&str> = names.iter().map(String::as_str).collect();
            let _ = of(&paths);
        }
    }
}

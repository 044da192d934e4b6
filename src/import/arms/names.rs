//! Names of files: their parts, and what they have in common.

/// The path without the endings that tell no more than a format.
pub(super) fn stem(path: &str) -> &str {
    const ENDINGS: [&str; 7] = [".txt", ".json", ".csv", ".log", ".out", ".xml", ".yaml"];
    let mut stem = path;
    while let Some(rest) = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending)).filter(|rest| {
        // A file that is called by an ending alone keeps it.
        !rest.is_empty() && !rest.ends_with('/')
    }) {
        stem = rest;
    }
    stem
}

/// The parts of a name: between `/`, `_`, `-`, blanks and points that do not stand between digits.
pub(super) fn tokens(name: &str) -> Vec<&str> {
    cuts(name).into_iter().filter_map(|(from, to)| name.get(from..to)).collect()
}

/// First and last byte of each part.
fn cuts(name: &str) -> Vec<(usize, usize)> {
    let bytes = name.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut out = Vec::new();
    let mut from = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let parts = match byte {
            b'/' | b'_' | b'-' | b' ' => true,
            b'.' => !(digit(at.checked_sub(1)) && digit(Some(at + 1))),
            _ => false,
        };
        if parts {
            out.push((from, at));
            from = at + 1;
        }
    }
    out.push((from, name.len()));
    out
}

/// Each name without the parts that all begin and all end with; at least one part is left of each.
pub(super) fn less_common(names: &[&str]) -> Vec<String> {
    let [_, _, ..] = names else {
        // One alone has nothing in common with others: its last folder says nothing of it either.
        return names.iter().map(|name| name.rsplit('/').next().unwrap_or(name).to_owned()).collect();
    };
    let parts: Vec<Vec<&str>> = names.iter().map(|name| tokens(name)).collect();
    let shortest = parts.iter().map(Vec::len).min().unwrap_or(0);
    let same = |at: &dyn Fn(&Vec<&str>) -> Option<String>| {
        let first = parts.first().and_then(at);
        first.as_ref().is_some_and(|part| !part.is_empty()) && parts.iter().all(|one| at(one) == first)
    };
    let mut head = 0;
    while head + 1 < shortest && same(&|one| one.get(head).map(|part| (*part).to_owned())) {
        head += 1;
    }
    let mut tail = 0;
    while head + tail + 1 < shortest
        && same(&|one| one.len().checked_sub(tail + 1).and_then(|at| one.get(at)).map(|part| (*part).to_owned()))
    {
        tail += 1;
    }
    names
        .iter()
        .map(|name| {
            let cuts = cuts(name);
            let from = cuts.get(head).map_or(0, |(from, _)| *from);
            let to = cuts.len().checked_sub(tail + 1).and_then(|at| cuts.get(at)).map_or(name.len(), |(_, to)| *to);
            name.get(from..to).filter(|part| !part.is_empty()).unwrap_or(name).to_owned()
        })
        .collect()
}

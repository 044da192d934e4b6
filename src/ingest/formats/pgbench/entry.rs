//! A line of pgbench's log, read by its bytes: logs have many.

/// Words that stand in the place of a latency.
pub(super) const WORDS: [&str; 4] = ["skipped", "failed", "serialization", "deadlock"];

/// Largest number in a line: as many seconds in microseconds are what 64 bits hold.
pub(super) const LARGEST: u64 = 9_000_000_000_000;

/// What the columns after the sixth are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    None,
    Lag,
    Retries,
    Both,
}

/// A line.
pub(super) struct Entry<'a> {
    pub(super) client: u64,
    pub(super) number: u64,
    pub(super) latency: f64,
    pub(super) word: Option<&'a str>,
    pub(super) script: u16,
    pub(super) end: i64,
    pub(super) seventh: f64,
    pub(super) eighth: u32,
}

/// The line at the cursor, which then stands behind its end; `None` if it is not of the common kind.
#[inline]
pub(super) fn entry<'a>(cursor: &mut Cursor<'a>, tail: Tail) -> Option<Entry<'a>> {
    let client = cursor.whole(b' ')?;
    let number = cursor.whole(b' ')?;
    let (latency, word) = match cursor.whole(b' ') {
        // Exact: below 2^53.
        Some(latency) => (latency as f64, None),
        None => (-1.0, Some(cursor.word()?)),
    };
    let script = u16::try_from(cursor.whole(b' ')?).ok()?;
    let seconds = i64::try_from(cursor.whole(b' ')?).ok()?;
    let (mut seventh, mut eighth) = (0, 0);
    let micros = match tail {
        Tail::None => cursor.last()?,
        Tail::Lag | Tail::Retries => {
            let micros = cursor.whole(b' ')?;
            seventh = cursor.last()?;
            micros
        }
        Tail::Both => {
            let micros = cursor.whole(b' ')?;
            seventh = cursor.whole(b' ')?;
            eighth = cursor.last()?;
            micros
        }
    };
    if micros > 999_999 || (tail == Tail::Retries && seventh > u32::MAX.into()) {
        return None;
    }
    let end = seconds * 1_000_000 + i64::try_from(micros).ok()?;
    let (seventh, eighth) = (seventh as f64, u32::try_from(eighth).ok()?);
    Some(Entry { client, number, latency, word, script, end, seventh, eighth })
}

/// The bytes of a log and how far they were read.
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// A whole number with `end` behind it, both passed; nothing is passed otherwise.
    #[inline]
    fn whole(&mut self, end: u8) -> Option<u64> {
        let mut value = 0_u64;
        let mut at = self.at;
        loop {
            let byte = *self.bytes.get(at)?;
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 {
                // `LARGEST` has thirteen digits: no step from below it overflows.
                value = value * 10 + u64::from(digit);
                if value > LARGEST {
                    return None;
                }
                at += 1;
            } else if byte == end && at > self.at {
                self.at = at + 1;
                return Some(value);
            } else {
                return None;
            }
        }
    }

    /// The last number of a line with the line's end.
    #[inline]
    fn last(&mut self) -> Option<u64> {
        match self.whole(b'\n') {
            Some(value) => Some(value),
            None => {
                let value = self.whole(b'\r')?;
                (self.bytes.get(self.at) == Some(&b'\n')).then(|| self.at += 1)?;
                Some(value)
            }
        }
    }

    #[cold]
    fn word(&mut self) -> Option<&'static str> {
        let rest = self.bytes.get(self.at..)?;
        let word = WORDS
            .into_iter()
            .find(|word| rest.strip_prefix(word.as_bytes()).is_some_and(|behind| behind.first() == Some(&b' ')))?;
        self.at += word.len() + 1;
        Some(word)
    }
}

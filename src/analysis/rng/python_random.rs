//! CPython's `random.Random(seed).choices(range(n), k=…)`.

use super::mt19937::{Mt19937, temper};
use std::num::NonZeroU32;

/// Its stream of indices.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    words: Mt19937,
    n: u32,
}

impl Stream {
    pub(super) fn new(seed: u64, n: NonZeroU32) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let key = if high == 0 { &[low][..] } else { &[low, high][..] };
        Stream { words: Mt19937::from_key(key), n: n.get() }
    }

    pub(super) fn set_below(&mut self, n: NonZeroU32) {
        self.n = n.get();
    }

    /// Each index takes two words. A state has an even number of them and nothing else is drawn, so a pair never
    /// lies across two states.
    pub(super) fn fill(&mut self, mut out: &mut [u32]) {
        while !out.is_empty() {
            let pairs = self.words.rest().as_chunks::<2>().0;
            let count = pairs.len().min(out.len());
            let (now, later) = out.split_at_mut(count);
            if self.n >= MOST_BY_FIRST_WORD || !by_first_words(now, pairs, self.n) {
                for (index, &[first, second]) in now.iter_mut().zip(pairs) {
                    *index = choice(temper(first), temper(second), self.n);
                }
            }
            self.words.take(2 * count);
            out = later;
        }
    }
}

/// `floor(random() * n)`, where `random()` is 53 bits of two words, 27 of the first and 26 of the second, below 1.
fn choice(first: u32, second: u32, n: u32) -> u32 {
    let bits = f64::from(first >> 5) * 67_108_864.0 + f64::from(second >> 6);
    (bits * (1.0 / 9_007_199_254_740_992.0) * f64::from(n)) as u32
}

/// As many bits of the first word as leave room for n in 32: see [`by_first_word`].
const BITS: u32 = 22;
/// There is room for any n below.
const MOST_BY_FIRST_WORD: u32 = 1 << (32 - BITS);

/// What the first word's leading 22 bits say: the index, and a number whose bit 22 is set if the other bits might raise it.
///
/// With the leading bits as `a`, a·n / 2²² has the index before the point. The others add less than n / 2²². If that
/// can't carry, the fraction stays below 1 − 2⁻²², and the rounding of the product to a double, 2⁻⁴³ at most, can't either.
fn by_first_word(first: u32, n: u32) -> (u32, u32) {
    let product = (first >> (32 - BITS)) * n;
    let fraction = product & ((1 << BITS) - 1);
    (product >> BITS, fraction + n)
}

/// Fills in what the first words say; false if that may be wrong anywhere. Without a branch per index and on 32 bits
/// throughout, so that the compiler may make several at once.
fn by_first_words(out: &mut [u32], pairs: &[[u32; 2]], n: u32) -> bool {
    let mut doubts = 0;
    for (index, &[first, _]) in out.iter_mut().zip(pairs) {
        let (value, doubt) = by_first_word(temper(first), n);
        *index = value;
        doubts |= doubt;
    }
    doubts >> BITS == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_never_says_an_index_that_the_second_could_change() {
        for n in (1..40).chain([255, 256, 257, 1000, MOST_BY_FIRST_WORD - 1]) {
            let mut doubtful = 0;
            // Around each step from one index to the next, where the second word matters.
            for step in 0..=n {
                let at = ((u64::from(step) << BITS) / u64::from(n)) as i64;
                for bits in (at - 2..=at + 2).filter(|bits| (0..1 << BITS).contains(bits)) {
                    let first = (bits as u32) << (32 - BITS);
                    let last = first | ((1 << (32 - BITS)) - 1);
                    let (index, doubt) = by_first_word(first, n);
                    if doubt >> BITS == 0 {
                        assert_eq!([index; 2], [choice(first, 0, n), choice(last, u32::MAX, n)], "{first} {n}");
                    } else {
                        doubtful += 1;
                    }
                }
            }
            // There is a doubt before each step: the test has looked where it matters.
            assert!(doubtful > 0, "{n}");
        }
    }

    #[test]
    fn a_doubt_is_settled_by_both_words() {
        // Large n: some of them are in doubt. They are compared with the words drawn one by one.
        for n in [700, MOST_BY_FIRST_WORD - 1, MOST_BY_FIRST_WORD, u32::MAX] {
            let mut stream = Stream::new(3, NonZeroU32::new(n).unwrap());
            let mut words = stream.words.clone();
            let mut out = vec![0; 20_000];
            stream.fill(&mut out);
            for index in out {
                let (first, second) = (words.next_u32(), words.next_u32());
                assert_eq!(index, choice(first, second, n));
            }
        }
    }
}

//! CPython's `random.Random(seed).choices(range(n), k=…)`.

use super::mt19937::Mt19937;
use std::num::NonZeroU32;

/// Its stream of indices.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    words: Mt19937,
    n: f64,
}

impl Stream {
    pub(super) fn new(seed: u64, n: NonZeroU32) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let key = if high == 0 { &[low][..] } else { &[low, high][..] };
        Stream { words: Mt19937::from_key(key), n: f64::from(n.get()) }
    }

    /// Each index takes two words. A batch has an even number of them and nothing else is drawn, so a pair never
    /// lies across two batches.
    pub(super) fn fill(&mut self, mut out: &mut [u32]) {
        while !out.is_empty() {
            let n = self.n;
            let pairs = self.words.rest().as_chunks::<2>().0;
            let count = pairs.len().min(out.len());
            let (now, later) = out.split_at_mut(count);
            for (index, &[first, second]) in now.iter_mut().zip(pairs) {
                *index = floor(random(first, second) * n);
            }
            self.words.take(2 * count);
            out = later;
        }
    }
}

/// `random()`: 53 bits of two words, below 1.
fn random(first: u32, second: u32) -> f64 {
    // Both parts fit in 31 bits; the signed conversion is the one that a vector unit has.
    let (first, second) = (f64::from((first >> 5) as i32), f64::from((second >> 6) as i32));
    (first * 67_108_864.0 + second) * (1.0 / 9_007_199_254_740_992.0)
}

/// Floor of a value from 0 up to 2³². Adding 2⁵² leaves the value, rounded to the nearest integer, in the low bits;
/// written so since neither a cast nor `floor` is one instruction of a vector unit.
fn floor(value: f64) -> u32 {
    const SHIFT: f64 = 4_503_599_627_370_496.0;
    let shifted = value + SHIFT;
    let rounded_up = shifted - SHIFT > value;
    (shifted.to_bits() as u32).wrapping_sub(u32::from(rounded_up))
}

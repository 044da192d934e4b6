//! R's `set.seed(seed); sample(n, …, replace = TRUE)` as of R 3.6: Mersenne Twister, sampling by rejection.

use super::mt19937::{Mt19937, WORDS};
use std::num::NonZeroU32;

/// Its stream of indices, counted from 0.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    words: Mt19937,
    max: u32,
    mask: u32,
    chunks: u32,
}

impl Stream {
    pub(super) fn new(seed: u64, n: NonZeroU32) -> Self {
        let mut word = seed as u32;
        let mut next = || {
            word = word.wrapping_mul(69_069).wrapping_add(1);
            word
        };
        // 50 steps scramble the seed; the word after them stands where R then keeps its position in the state.
        for _ in 0..51 {
            next();
        }
        let mut state = [0; WORDS];
        state.fill_with(next);
        let mut stream = Stream { words: Mt19937::from_state(state), max: 0, mask: 0, chunks: 0 };
        stream.set_below(n);
        stream
    }

    pub(super) fn set_below(&mut self, n: NonZeroU32) {
        self.max = n.get() - 1;
        self.mask = super::mask(self.max);
        // One more chunk than the bits need wherever they fill whole chunks: R's loop runs while `k <= bits`.
        self.chunks = self.mask.count_ones() / 16 + 1;
    }

    /// R puts numbers together from chunks `floor(unif_rand() * 65536)`, which are the upper halves of words.
    pub(super) fn fill(&mut self, out: &mut [u32]) {
        for index in out {
            *index = loop {
                let mut value = 0u64;
                for _ in 0..self.chunks {
                    value = value << 16 | u64::from(self.words.next_u32() >> 16);
                }
                let value = value as u32 & self.mask;
                if value <= self.max {
                    break value;
                }
            };
        }
    }
}

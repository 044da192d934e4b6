//! NumPy's legacy `RandomState(seed).randint(0, n, …)`.

use super::mt19937::Mt19937;
use std::num::NonZeroU32;

/// Its stream of indices.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    words: Mt19937,
    max: u32,
    mask: u32,
}

impl Stream {
    pub(super) fn new(seed: u64, n: NonZeroU32) -> Self {
        let max = n.get() - 1;
        Stream { words: Mt19937::from_seed(seed as u32), max, mask: super::mask(max) }
    }

    pub(super) fn set_below(&mut self, n: NonZeroU32) {
        self.max = n.get() - 1;
        self.mask = super::mask(self.max);
    }

    /// The low bits of a word, redrawn while they are too large.
    pub(super) fn fill(&mut self, out: &mut [u32]) {
        if self.max == 0 {
            return out.fill(0);
        }
        for index in out {
            *index = loop {
                let value = self.words.next_u32() & self.mask;
                if value <= self.max {
                    break value;
                }
            };
        }
    }
}

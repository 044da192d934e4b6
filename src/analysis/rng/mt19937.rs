//! MT19937, the Mersenne Twister of Matsumoto and Nishimura (1998): its words, and two of the ways to seed it.

/// Words of the state.
pub(super) const WORDS: usize = 624;
/// Distance of the word that each new word is combined with.
const MIDDLE: usize = 397;

/// The generator. Its words are tempered as they are used, since some are not looked at.
#[derive(Clone, Debug)]
pub(super) struct Mt19937 {
    state: [u32; WORDS],
    taken: usize,
}

impl Mt19937 {
    /// From a whole state, all of it taken.
    pub(super) fn from_state(state: [u32; WORDS]) -> Self {
        Mt19937 { state, taken: WORDS }
    }

    /// `init_genrand`.
    pub(super) fn from_seed(seed: u32) -> Self {
        let mut state = [0; WORDS];
        let mut word = seed;
        for (i, slot) in (1u32..).zip(&mut state) {
            *slot = word;
            word = (word ^ (word >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i);
        }
        Self::from_state(state)
    }

    /// `init_by_array`. An empty key counts as `[0]`.
    pub(super) fn from_key(key: &[u32]) -> Self {
        let key = if key.is_empty() { &[0][..] } else { key };
        let mut state = Self::from_seed(19_650_218).state;
        let stir = |state: &[u32; WORDS], i: usize, factor: u32| {
            state[i] ^ (state[i - 1] ^ (state[i - 1] >> 30)).wrapping_mul(factor)
        };
        // `i` runs through 1..WORDS over and over, so that every index here is in range.
        let mut i = 1;
        let advance = |state: &mut [u32; WORDS], i: &mut usize| {
            *i += 1;
            if *i == WORDS {
                state[0] = state[WORDS - 1];
                *i = 1;
            }
        };
        let positions = (0u32..).zip(key).cycle();
        for (j, &word) in positions.take(key.len().max(WORDS)) {
            state[i] = stir(&state, i, 1_664_525).wrapping_add(word).wrapping_add(j);
            advance(&mut state, &mut i);
        }
        for _ in 1..WORDS {
            state[i] = stir(&state, i, 1_566_083_941).wrapping_sub(i as u32);
            advance(&mut state, &mut i);
        }
        state[0] = 1 << 31;
        Self::from_state(state)
    }

    /// The words of the state that are not taken yet, at least one, before [`temper`]; a new state if there were none.
    pub(super) fn rest(&mut self) -> &[u32] {
        if self.taken >= WORDS {
            self.state = successor(&self.state);
            self.taken = 0;
        }
        &self.state[self.taken..]
    }

    /// Takes `count` words of [`Mt19937::rest`].
    pub(super) fn take(&mut self, count: usize) {
        self.taken += count;
    }

    /// The next word, tempered.
    pub(super) fn next_u32(&mut self) -> u32 {
        let word = temper(self.rest()[0]);
        self.take(1);
        word
    }
}

fn twist(word: u32, following: u32, middle: u32) -> u32 {
    let joined = (word & 0x8000_0000) | (following & 0x7fff_ffff);
    middle ^ (joined >> 1) ^ ((joined & 1).wrapping_neg() & 0x9908_b0df)
}

/// A word of output from a word of the state.
pub(super) fn temper(word: u32) -> u32 {
    let word = word ^ (word >> 11);
    let word = word ^ ((word << 7) & 0x9d2c_5680);
    let word = word ^ ((word << 15) & 0xefc6_0000);
    word ^ (word >> 18)
}

/// The state 624 words on. The new words stand in an array of their own, and are made in three runs within which none
/// depends on another, so that the compiler may make several at once.
fn successor(old: &[u32; WORDS]) -> [u32; WORDS] {
    const FIRST: usize = WORDS - MIDDLE;
    let mut new = [0; WORDS];
    for i in 0..FIRST {
        new[i] = twist(old[i], old[i + 1], old[i + MIDDLE]);
    }
    let (done, rest) = new.split_at_mut(FIRST);
    for i in 0..FIRST {
        rest[i] = twist(old[FIRST + i], old[FIRST + i + 1], done[i]);
    }
    let (done, rest) = new.split_at_mut(2 * FIRST);
    for i in 0..WORDS - 1 - 2 * FIRST {
        rest[i] = twist(old[2 * FIRST + i], old[2 * FIRST + i + 1], done[FIRST + i]);
    }
    new[WORDS - 1] = twist(old[WORDS - 1], new[0], new[MIDDLE - 1]);
    new
}

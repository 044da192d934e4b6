//! NumPy's `default_rng(seed).integers(0, n, …)`: SeedSequence, PCG64 (XSL-RR 128/64 of O'Neill 2014), and Lemire's
//! method (2019) on 32 bits.

use std::num::NonZeroU32;

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// Its stream of indices.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    state: u128,
    increment: u128,
    /// Upper half of a word whose lower half is drawn already.
    upper: Option<u32>,
    n: u32,
    /// 2³² mod n: products whose low half lies below it would make some indices likelier than others.
    threshold: u32,
}

impl Stream {
    pub(super) fn new(seed: u64, n: NonZeroU32) -> Self {
        let n = n.get();
        let (state, increment) = seeded(seed);
        Stream { state, increment, upper: None, n, threshold: n.wrapping_neg() % n }
    }

    /// The upper half of a word stays for the next index, as NumPy keeps it between calls.
    pub(super) fn set_below(&mut self, n: NonZeroU32) {
        self.n = n.get();
        self.threshold = self.n.wrapping_neg() % self.n;
    }

    pub(super) fn next_u64(&mut self) -> u64 {
        self.state = step(self.state, self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    fn next_u32(&mut self) -> u32 {
        match self.upper.take() {
            Some(upper) => upper,
            None => {
                let word = self.next_u64();
                self.upper = Some((word >> 32) as u32);
                word as u32
            }
        }
    }

    pub(super) fn fill(&mut self, out: &mut [u32]) {
        // NumPy draws nothing where there is nothing to choose.
        if self.n == 1 {
            return out.fill(0);
        }
        for index in out {
            *index = loop {
                let product = u64::from(self.next_u32()) * u64::from(self.n);
                if product as u32 >= self.threshold {
                    break (product >> 32) as u32;
                }
            };
        }
    }
}

fn step(state: u128, increment: u128) -> u128 {
    state.wrapping_mul(MULTIPLIER).wrapping_add(increment)
}

/// State and increment: `pcg64_srandom` on four words of the seed sequence.
fn seeded(seed: u64) -> (u128, u128) {
    let [a, b, c, d] = seed_sequence(seed);
    let increment = (u128::from(c) << 64 | u128::from(d)) << 1 | 1;
    // From state 0 a step gives the increment.
    let start = increment.wrapping_add(u128::from(a) << 64 | u128::from(b));
    (step(start, increment), increment)
}

/// A multiplicative hash whose constant moves on with each word hashed.
struct Hash {
    constant: u32,
    multiplier: u32,
}

impl Hash {
    fn word(&mut self, word: u32) -> u32 {
        let word = word ^ self.constant;
        self.constant = self.constant.wrapping_mul(self.multiplier);
        let word = word.wrapping_mul(self.constant);
        word ^ (word >> 16)
    }
}

/// `SeedSequence(seed).generate_state(4, uint64)`: the seed's words hashed into a pool of four, every word of the pool
/// mixed into every other, and the pool hashed twice over. A 64-bit seed fills at most two words, never more than the pool.
fn seed_sequence(seed: u64) -> [u64; 4] {
    let mut hash = Hash { constant: 0x43b0_d7e5, multiplier: 0x931e_8875 };
    let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(|word| hash.word(word));
    for from in 0..4 {
        for to in (0..4).filter(|&to| to != from) {
            let mixed =
                pool[to].wrapping_mul(0xca01_f9dd).wrapping_sub(hash.word(pool[from]).wrapping_mul(0x4973_f715));
            pool[to] = mixed ^ (mixed >> 16);
        }
    }
    let mut hash = Hash { constant: 0x8b51_f9dd, multiplier: 0x58f3_8ded };
    let [a, b, c, d] = pool;
    [(a, b), (c, d), (a, b), (c, d)].map(|(low, high)| {
        let low = u64::from(hash.word(low));
        low | u64::from(hash.word(high)) << 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `PCG64(42).random_raw(3)`.
    #[test]
    fn raw_words_are_those_of_numpy() {
        let mut stream = Stream::new(42, NonZeroU32::MIN);
        let words = [stream.next_u64(), stream.next_u64(), stream.next_u64()];
        assert_eq!(words, [14276969152011380360, 8095878257575067585, 15838336090824644132]);
    }
}

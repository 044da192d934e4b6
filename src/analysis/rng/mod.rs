//! Index generators, bit for bit those that analysts use, known by name.
//!
//! In: a [`Generator`], a seed, a number of blocks `n`. Out: [`Indices`], an endless stream of indices below `n`.
//!
//! 1. `mt19937`: the Mersenne Twister's words, shared by three of the four.
//! 2. `python_random`, `numpy_pcg64`, `numpy_mt19937`, `r_sample`: how each turns its seed into a state and its words
//!    into an index.
//! 3. [`Uniforms`]: doubles, for simulations that are no part of a frozen analysis.

mod mt19937;
mod numpy_mt19937;
mod numpy_pcg64;
mod python_random;
mod r_sample;

use std::num::NonZeroU32;

/// A generator of resampling indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generator {
    /// CPython `random.Random(seed).choices(range(n), k=n)`, one call a resample.
    PythonRandom,
    /// NumPy `default_rng(seed).integers(0, n, size=(resamples, n))`, row by row.
    NumpyPcg64,
    /// NumPy `RandomState(seed).randint(0, n, size=(resamples, n))`, row by row.
    NumpyMt19937,
    /// R ≥ 3.6 `set.seed(seed); sample(n, replace = TRUE) - 1`, one call a resample. (The boot package fills its
    /// matrix of indices by columns; that order is not this one.)
    RSample,
}

impl Generator {
    /// All of them.
    pub const ALL: [Generator; 4] =
        [Generator::PythonRandom, Generator::NumpyPcg64, Generator::NumpyMt19937, Generator::RSample];

    /// The generator called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|generator| generator.name() == name)
    }

    /// Its name in `analysis.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Generator::PythonRandom => "python-random",
            Generator::NumpyPcg64 => "numpy-pcg64",
            Generator::NumpyMt19937 => "numpy-mt19937",
            Generator::RSample => "r-sample",
        }
    }

    /// The known names, for messages about an unknown one.
    pub fn names() -> [&'static str; 4] {
        Self::ALL.map(Self::name)
    }

    /// The largest seed that the original accepts. A larger one names no stream that an analyst could have drawn, so
    /// whoever reads a seed refuses it.
    pub fn largest_seed(self) -> u64 {
        match self {
            Generator::PythonRandom | Generator::NumpyPcg64 => u64::MAX,
            Generator::NumpyMt19937 => u64::from(u32::MAX),
            Generator::RSample => 0x7fff_ffff,
        }
    }

    /// A fresh stream of indices below `n`. Of a seed beyond [`Generator::largest_seed`] only the low 32 bits count.
    pub fn indices(self, seed: u64, n: NonZeroU32) -> Indices {
        Indices(match self {
            Generator::PythonRandom => Source::PythonRandom(python_random::Stream::new(seed, n)),
            Generator::NumpyPcg64 => Source::NumpyPcg64(numpy_pcg64::Stream::new(seed, n)),
            Generator::NumpyMt19937 => Source::NumpyMt19937(numpy_mt19937::Stream::new(seed, n)),
            Generator::RSample => Source::RSample(r_sample::Stream::new(seed, n)),
        })
    }
}

/// A stream of indices. It can't be entered in its middle: rejection makes the number of words an index takes depend on
/// the words.
#[derive(Clone, Debug)]
pub struct Indices(Source);

#[derive(Clone, Debug)]
enum Source {
    PythonRandom(python_random::Stream),
    NumpyPcg64(numpy_pcg64::Stream),
    NumpyMt19937(numpy_mt19937::Stream),
    RSample(r_sample::Stream),
}

impl Indices {
    /// From the next index on, indices lie below `n`; the stream goes on where it is, as an original does that is called
    /// with another `n`.
    pub fn set_below(&mut self, n: NonZeroU32) {
        match &mut self.0 {
            Source::PythonRandom(stream) => stream.set_below(n),
            Source::NumpyPcg64(stream) => stream.set_below(n),
            Source::NumpyMt19937(stream) => stream.set_below(n),
            Source::RSample(stream) => stream.set_below(n),
        }
    }

    /// The next `out.len()` indices.
    pub fn fill(&mut self, out: &mut [u32]) {
        match &mut self.0 {
            Source::PythonRandom(stream) => stream.fill(out),
            Source::NumpyPcg64(stream) => stream.fill(out),
            Source::NumpyMt19937(stream) => stream.fill(out),
            Source::RSample(stream) => stream.fill(out),
        }
    }
}

/// NumPy's `default_rng(seed).random()`: doubles from 0 to 1, 1 left out, in steps of 2⁻⁵³. For simulations of our own.
#[derive(Clone, Debug)]
pub struct Uniforms(numpy_pcg64::Stream);

impl Uniforms {
    /// A fresh stream.
    pub fn new(seed: u64) -> Self {
        Uniforms(numpy_pcg64::Stream::new(seed, NonZeroU32::MIN))
    }

    /// The next one.
    pub fn draw(&mut self) -> f64 {
        // 53 bits are a double without rounding.
        (self.0.next_u64() >> 11) as f64 * (0.5 / (1u64 << 52) as f64)
    }
}

/// The least `2^k − 1` that is at least `max`.
fn mask(max: u32) -> u32 {
    u32::MAX.checked_shr(max.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests;

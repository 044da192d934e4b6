//! Index generators, bit for bit those that analysts use, known by name.

/// A generator of resampling indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// CPython `random.Random(seed).choices(range(n), k=n)`.
    PythonRandom,
    /// NumPy `default_rng(seed).integers(0, n, size=(resamples, n))`.
    NumpyPcg64,
}

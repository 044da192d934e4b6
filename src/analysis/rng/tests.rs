//! Golden vectors: made with CPython 3.11 and NumPy 2.4; those of R as published.

use super::*;

fn draw(generator: Generator, seed: u64, n: u32, count: usize) -> Vec<u32> {
    let mut out = vec![0; count];
    generator.indices(seed, NonZeroU32::new(n).unwrap()).fill(&mut out);
    out
}

/// FNV-1a over the little-endian bytes of the indices.
fn digest(indices: &[u32]) -> u64 {
    let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Seed, n, the first eight indices, the digest of the first 5,000.
#[rustfmt::skip]
const VECTORS: &[(Generator, u64, u32, [u32; 8], u64)] = &[
    (Generator::PythonRandom, 42, 8, [5, 0, 2, 1, 5, 5, 7, 0], 0x8843817ba8050ca7),
    (Generator::PythonRandom, 0, 6, [5, 4, 2, 1, 3, 2, 4, 1], 0x4bd7024288af6e70),
    (Generator::PythonRandom, 391706, 6, [3, 3, 4, 4, 0, 0, 0, 4], 0xd420ca0825828cf5),
    (Generator::PythonRandom, 20261130, 6, [4, 3, 0, 5, 5, 0, 3, 4], 0x6a8cd9e6fdcf2c03),
    (Generator::PythonRandom, 20260101, 12, [0, 3, 0, 10, 11, 4, 10, 2], 0x0a0c7dfc73237883),
    (Generator::PythonRandom, 4294967295, 7, [4, 1, 4, 2, 2, 2, 4, 6], 0x9ea4c2365eccef37),
    (Generator::PythonRandom, 4294967296, 6, [0, 2, 0, 3, 4, 1, 3, 2], 0xf5724909bdacd0f0),
    (Generator::PythonRandom, 9007199254740999, 5, [4, 2, 0, 3, 0, 4, 3, 1], 0xad31c8d8733015a1),
    (Generator::PythonRandom, 18446744073709551615, 1000, [21, 338, 211, 615, 919, 371, 732, 742], 0x373c5a04246bb94a),
    (Generator::PythonRandom, 1, 1, [0, 0, 0, 0, 0, 0, 0, 0], 0x0ed9e7ee21f20da5),
    (Generator::PythonRandom, 2026, 3000000001, [357359655, 1507547266, 1535468138, 2580001763, 307910551, 669853670, 1803091957, 1669677066], 0xa5929cad965dafb3),
    (Generator::PythonRandom, 7, 2147483649, [695425567, 323946134, 1397871137, 155555741, 1150797842, 785310969, 124551742, 1089709939], 0x48e1b80a8f225133),
    (Generator::PythonRandom, 9, 4294967295, [1988601459, 1603362536, 595022245, 3721854804, 27638346, 2159432590, 3858160402, 347096266], 0x424a6541fa856e17),
    (Generator::PythonRandom, 5, 65537, [40823, 48614, 52114, 61765, 48490, 60446, 1900, 30515], 0x7369c2da2b4d09b8),
    (Generator::NumpyPcg64, 42, 8, [0, 6, 5, 3, 3, 6, 0, 5], 0x15517fda2d5b8665),
    (Generator::NumpyPcg64, 0, 6, [5, 3, 3, 1, 1, 0, 0, 0], 0xe6d4d34ce5b76827),
    (Generator::NumpyPcg64, 391706, 6, [3, 2, 1, 2, 0, 3, 3, 0], 0xf35b5d64344b5281),
    (Generator::NumpyPcg64, 20261130, 6, [4, 3, 2, 1, 5, 2, 5, 0], 0x9fbb39b4bdb32af0),
    (Generator::NumpyPcg64, 20260101, 12, [5, 2, 7, 9, 0, 6, 5, 10], 0x3d68f2b7211ec0ba),
    (Generator::NumpyPcg64, 4294967295, 7, [1, 1, 5, 1, 6, 2, 1, 4], 0x079e5829f8ddc4a4),
    (Generator::NumpyPcg64, 4294967296, 6, [3, 5, 5, 3, 1, 4, 1, 5], 0xe4482a7df7e44270),
    (Generator::NumpyPcg64, 9007199254740999, 5, [0, 4, 1, 2, 0, 3, 4, 3], 0xfc4259bf060e15e2),
    (Generator::NumpyPcg64, 18446744073709551615, 1000, [547, 680, 950, 845, 358, 7, 100, 894], 0xdc3b93fd51140e8b),
    (Generator::NumpyPcg64, 1, 1, [0, 0, 0, 0, 0, 0, 0, 0], 0x0ed9e7ee21f20da5),
    (Generator::NumpyPcg64, 2026, 3000000001, [2555556118, 536804440, 79252614, 1919739497, 1096433028, 1401805203, 1111501581, 1930353302], 0xadba5be91c3be7be),
    (Generator::NumpyPcg64, 7, 2147483649, [1926751966, 1241873585, 1790251937, 483628757, 119253154, 644602188, 1959843384, 1073283950], 0xa43af8e0674ec0e3),
    (Generator::NumpyPcg64, 9, 4294967295, [1810532128, 3737691869, 4127654943, 1231870531, 491168701, 2590501578, 2866977527, 3339483456], 0x766d4b6db22353c3),
    (Generator::NumpyPcg64, 5, 65537, [43961, 52757, 1484, 52950, 30727, 33772, 41303, 18730], 0x42f39f3e4a681605),
    (Generator::NumpyMt19937, 42, 8, [6, 3, 4, 6, 2, 7, 4, 4], 0xeace1c2429cbcd93),
    (Generator::NumpyMt19937, 0, 6, [4, 5, 0, 3, 3, 3, 1, 3], 0x0e5e628dada96570),
    (Generator::NumpyMt19937, 391706, 6, [0, 2, 4, 0, 3, 5, 5, 5], 0x06ddbf1a15821c30),
    (Generator::NumpyMt19937, 20261130, 6, [3, 5, 1, 5, 2, 3, 5, 2], 0xd9292e49a9c93b32),
    (Generator::NumpyMt19937, 20260101, 12, [10, 6, 11, 1, 2, 3, 1, 5], 0xe66d59fa4d5f4156),
    (Generator::NumpyMt19937, 4294967295, 7, [3, 2, 4, 4, 0, 6, 2, 1], 0x8eed72cd8a29fba6),
    (Generator::NumpyMt19937, 1, 1, [0, 0, 0, 0, 0, 0, 0, 0], 0x0ed9e7ee21f20da5),
    (Generator::NumpyMt19937, 2026, 3000000001, [942082305, 1773871898, 381818397, 2058534300, 84665779, 2670856133, 851009484, 1247170998], 0xd9c655726ea4e6dd),
    (Generator::NumpyMt19937, 7, 2147483649, [327741615, 976413892, 1369975286, 1882953283, 1956722279, 1322904761, 1133316631, 372560217], 0xc3a04d2fd1166ae5),
    (Generator::NumpyMt19937, 9, 4294967295, [44556670, 1565348188, 2155534974, 2143748597, 2129330102, 32397368, 574793467, 1358173078], 0xb86b8521864d96f5),
    (Generator::NumpyMt19937, 5, 65537, [35683, 18638, 20463, 5520, 59465, 33800, 33508, 34750], 0xf898838f3382b384),
];

#[test]
fn streams_are_those_of_the_originals() {
    for &(generator, seed, n, first, whole) in VECTORS {
        let ours = draw(generator, seed, n, 5000);
        assert_eq!(ours[..8], first, "{} seed {seed} n {n}", generator.name());
        assert_eq!(digest(&ours), whole, "{} seed {seed} n {n}", generator.name());
    }
}

#[test]
fn r_sample_is_that_of_r() {
    // set.seed(42); sample(8, 10, TRUE) - 1 and sample(12, 10, TRUE) - 1.
    assert_eq!(draw(Generator::RSample, 42, 8, 10), [0, 4, 0, 0, 1, 3, 1, 1, 0, 7]);
    assert_eq!(draw(Generator::RSample, 42, 12, 10), [0, 4, 0, 8, 9, 3, 1, 9, 0, 7]);
    // set.seed(123); sample(1:10, replace = TRUE) gives 3 3 10 2 6 5 4 6 9 10.
    assert_eq!(draw(Generator::RSample, 123, 10, 10), [2, 2, 9, 1, 5, 4, 3, 5, 8, 9]);
}

#[test]
fn r_sample_takes_a_word_even_where_there_is_nothing_to_choose() {
    let mut one = r_sample::Stream::new(42, NonZeroU32::MIN);
    let mut out = [7; 3];
    one.fill(&mut out);
    assert_eq!(out, [0; 3]);
}

#[test]
fn a_stream_goes_on_where_it_stopped() {
    for generator in Generator::ALL {
        for n in [1, 6, 7, 40_000] {
            let whole = draw(generator, 99, n, 3000);
            let mut stream = generator.indices(99, NonZeroU32::new(n).unwrap());
            let mut parts = vec![0; 3000];
            let (mut rest, mut size) = (&mut parts[..], 1);
            while !rest.is_empty() {
                let (now, later) = rest.split_at_mut(size.min(rest.len()));
                stream.fill(now);
                (rest, size) = (later, size * 2 + 1);
            }
            assert_eq!(parts, whole, "{} n {n}", generator.name());
            assert!(whole.iter().all(|&index| index < n));
        }
    }
}

#[test]
fn names_lead_back_and_others_are_unknown() {
    for generator in Generator::ALL {
        assert_eq!(Generator::from_name(generator.name()), Some(generator));
    }
    assert_eq!(Generator::names(), ["python-random", "numpy-pcg64", "numpy-mt19937", "r-sample"]);
    for name in ["", "Python-Random", "numpy", "python-random ", "pcg64"] {
        assert_eq!(Generator::from_name(name), None);
    }
}

/// `default_rng(42).random(3)`.
#[test]
fn uniforms_are_those_of_numpy() {
    let mut uniforms = super::Uniforms::new(42);
    assert_eq!(uniforms.draw(), 0.7739560485559633);
    assert_eq!(uniforms.draw(), 0.4388784397520523);
    assert_eq!(uniforms.draw(), 0.8585979199113825);
}

/// Made as those above, with a call each: 3 below 5, 4 below 7, 2 below 1, 3 below 3, 2 below 100,000.
#[test]
fn a_stream_goes_on_below_another_number_as_the_original_does() {
    let expected: [(Generator, [u32; 14]); 3] = [
        (Generator::NumpyPcg64, [0, 3, 3, 3, 3, 6, 0, 0, 0, 2, 0, 0, 52647, 97562]),
        (Generator::NumpyMt19937, [3, 4, 2, 4, 4, 6, 1, 0, 0, 2, 2, 2, 87498, 44131]),
        (Generator::PythonRandom, [3, 0, 1, 1, 5, 4, 6, 0, 0, 0, 0, 1, 2653, 19883]),
    ];
    for (generator, expected) in expected {
        assert_eq!(in_turn(generator), expected, "{}", generator.name());
    }
    // Of a power of two R redraws nothing: below 8 it is the low bits of what it is below 2¹⁵, word for word.
    let wide = draw(Generator::RSample, 42, 1 << 15, 4);
    let mut stream = Generator::RSample.indices(42, NonZeroU32::new(1 << 15).unwrap());
    let mut out = [0; 4];
    stream.fill(&mut out[..2]);
    stream.set_below(NonZeroU32::new(8).unwrap());
    stream.fill(&mut out[2..]);
    assert_eq!(out, [wide[0], wide[1], wide[2] & 7, wide[3] & 7]);
}

fn in_turn(generator: Generator) -> [u32; 14] {
    let mut out = [0; 14];
    let mut stream = generator.indices(42, NonZeroU32::MIN);
    let mut rest = &mut out[..];
    for (n, count) in [(5, 3), (7, 4), (1, 2), (3, 3), (100_000, 2)] {
        let (now, later) = rest.split_at_mut(count);
        stream.set_below(NonZeroU32::new(n).unwrap());
        stream.fill(now);
        rest = later;
    }
    out
}

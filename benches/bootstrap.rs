//! One bootstrap interval, generator included: the aim is 20,000 resamples of 6 blocks in half a millisecond a core. Its
//! companions: simulated coverage in 40 milliseconds of CPU time for 6 blocks, and the bootstrap by enumeration.

use criterion::{Criterion, criterion_group, criterion_main};
use rebench_report::analysis::bootstrap::Resampling;
use rebench_report::analysis::companion::{companions, coverage};
use rebench_report::analysis::quantile::Quantile;
use rebench_report::analysis::rng::Generator;
use rebench_report::analysis::{Bootstrap, Estimate};
use std::hint::black_box;
use std::num::NonZeroU32;

const RESAMPLES: usize = 20_000;

fn interval(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interval of 20,000 resamples");
    for (blocks, generators) in
        [(6, &Generator::ALL[..]), (8, &Generator::ALL[..2]), (12, &Generator::ALL[..2]), (30, &Generator::ALL[..2])]
    {
        let n = NonZeroU32::new(blocks).unwrap_or(NonZeroU32::MIN);
        let logs: Vec<f64> = (0..blocks).map(|block| libm::sin(f64::from(block) * 1.7) * 0.02).collect();
        for &generator in generators {
            group.bench_function(format!("{} × {blocks}", generator.name()), |bencher| {
                bencher.iter(|| {
                    let resampling = Resampling::new(generator, black_box(391_706), n, RESAMPLES);
                    resampling.interval(black_box(&logs), 0.95, Quantile::Linear)
                });
            });
        }
    }
    group.finish();
}

fn further_metric(criterion: &mut Criterion) {
    let n = NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN);
    let resampling = Resampling::new(Generator::PythonRandom, 391_706, n, RESAMPLES);
    let logs = [0.013, -0.02, 0.004, 0.03, -0.011, 0.001];
    criterion.bench_function("interval of a further metric with the same draws × 6", |bencher| {
        bencher.iter(|| resampling.interval(black_box(&logs), 0.95, Quantile::Linear));
    });
}

fn indices(criterion: &mut Criterion) {
    let mut out = vec![0; 6 * RESAMPLES];
    for generator in Generator::ALL {
        criterion.bench_function(&format!("120,000 indices below 6, {}", generator.name()), |bencher| {
            bencher.iter(|| {
                generator.indices(black_box(391_706), NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN)).fill(&mut out)
            });
        });
    }
}

const PINNED: Bootstrap = Bootstrap {
    resamples: RESAMPLES,
    seed: 391_706,
    generator: Generator::PythonRandom,
    level: 0.95,
    quantile: Quantile::Linear,
};

/// On one thread, so that the time is that of a core.
fn simulated_coverage(criterion: &mut Criterion) {
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
    let mut group = criterion.benchmark_group("simulated coverage, 2 × 2,000 trials");
    group.sample_size(10);
    for blocks in [6, 8, 12] {
        group.bench_function(blocks.to_string(), |bencher| {
            bencher.iter(|| pool.install(|| coverage::simulate(black_box(&PINNED), blocks)));
        });
    }
    group.finish();
}

/// All companions; of twelve blocks nearly all the time goes into enumeration.
fn enumeration(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("companions of one estimate");
    group.sample_size(10);
    for blocks in [6, 8, 12] {
        let estimate = Estimate {
            ratio: 1.0,
            low: 0.99,
            high: 1.01,
            block_ratios: (0..blocks).map(|block| 1.0 + libm::sin(f64::from(block) * 1.7) * 0.02).collect(),
            numerator_first: Vec::new(),
            leave_one_block_out: None,
            order_numerator_first: None,
            order_denominator_first: None,
        };
        group.bench_function(blocks.to_string(), |bencher| {
            bencher.iter(|| companions(black_box(&estimate), &PINNED));
        });
    }
    group.finish();
}

criterion_group!(benches, interval, further_metric, indices, simulated_coverage, enumeration);
criterion_main!(benches);

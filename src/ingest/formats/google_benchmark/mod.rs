//! Google Benchmark.
//!
//! 1. [`json`]: what `--benchmark_format=json` writes.
//! 2. [`csv`]: what `--benchmark_format=csv` writes.
//!
//! Both give one row a repetition, which is a sample of `real_time`, of `cpu_time` and of each counter, and rows of
//! aggregates, which are the tool's own summaries; where there is no repetition beside them, the number of repetitions is
//! their `count`. The rows of a fitted complexity are no times: `BigO coefficient (NlgN)` and `RMS`, each of `real_time`
//! and `cpu_time`.

pub mod csv;
pub mod json;
#[cfg(test)]
mod tests;

use super::json_values::plain;
use crate::ingest::Number;
use crate::ingest::reading::{Observation, Said, SaidKind, Whose};

/// The unit as it is spelled here.
fn unit(time_unit: &str) -> &str {
    if time_unit == "us" { "µs" } else { time_unit }
}

/// The unit of a counter; a user's own has none.
fn unit_of_counter(name: &str) -> &'static str {
    match name {
        "bytes_per_second" => "B/s",
        "items_per_second" => "items/s",
        "max_bytes_used" | "total_allocated_bytes" | "net_heap_growth" => "B",
        _ => "",
    }
}

/// What the coefficient of a fitted complexity is called: a time over a term of the size is no time of a run.
fn coefficient(order: &str) -> String {
    format!("BigO coefficient ({})", plain(order))
}

/// What the root mean square of a fit, as a part of the mean, is called.
const RMS: &str = "RMS";

/// The word for a statistic of the tool.
fn statistic(aggregate: &str) -> &str {
    if aggregate == "stddev" { "sd" } else { aggregate }
}

fn observe(line: u32, case: &str, metric: &str, unit: &str, value: Result<Number, String>) -> Observation {
    Observation::new(line, metric, unit, value).of(Whose::case(case))
}

/// That a library built for debugging measured, which its own warning is about.
fn debug_build(line: u32) -> Said {
    let text = "The benchmark library was built for debugging, which its own warning says may affect the timings.";
    Said::new(line, SaidKind::Remark, text)
}

/// That the frequency of the processors may have changed meanwhile, which the tool warns of.
fn scaling(line: u32) -> Said {
    let text = "CPU scaling was enabled, of which the tool warns: real time may be noisy.";
    Said::new(line, SaidKind::Remark, text)
}

//! bpftrace: the maps that a script prints, as text or with `-f json`.
//!
//! `text` and `json` find what was printed of each map; `printed::Printings` makes the same records of both: the metric
//! is the map's name without its `@`, with its key where it has one (`avg_ns[postgres]`, `calls[sort,3]`).
//!
//! - `stats()` is the tool's own `count`, `mean` and `sum` of the metric, `avg()` its `mean` where the output says that
//!   it is one, which only JSON does; every other number is a sample;
//! - `hist()` and `lhist()` are histograms. Ends such as `1K` are binary, as bpftrace means them (1024);
//! - the unit is the last part of the name between underscores, if it is one of `ns`, `us`, `ms`, `sec`, `bytes` and
//!   their like (`sum_ns`, `ns`); bpftrace itself gives none;
//! - a map that is printed more than once is either a snapshot that grows or cleared each time, which no output says.
//!   With the same numbers the last counts; otherwise `repeated` has to be declared.
//!
//! Layout of the outputs: `src/output.cpp` of bpftrace, 0.9 to 0.2x, and its `docs/reference_guide.md`.

mod json;
mod printed;
mod text;

pub use json::FORMAT as JSON;
pub use text::FORMAT as TEXT;

use printed::{Printed, Printings, Stats, What};

/// The key by which a dataset says what it means that a map is printed again.
const REPEATED: (&str, &str) = (
    "repeated",
    "what a map's further printings are: `last` if it grows and the last counts, `each` if it is cleared and each is a run",
);

//! Plots: numbers in, [`Picture`]s out, the same plot once for each of [`WIDTHS`] so that its text is never scaled.
//!
//! In: small structs of numbers, labels and printed values; nothing here knows what a benchmark is. Out: SVG in which
//! every colour is a class, so that a page, its dark form and a PDF give it theirs.
//!
//! 1. [`forest`], [`order`], [`absolute`], [`dots`], [`latency`], [`over_time`]: what is drawn where, and the words for those who do not see it.
//! 2. [`scale`]: axes, their ends and their round ticks.
//! 3. [`lettering`]: how wide a text is in the font it will be set in, and how it is shortened.
//! 4. [`sheet`]: marks and text collected, then drawn by plotters at four times the size.
//! 5. [`svg`]: what plotters wrote, its colours turned into classes and its coordinates scaled back.
//!
//! | class | meaning |
//! |---|---|
//! | `pt`, `pt2`, `ptb` | text in ink; secondary; semibold in ink (fill) |
//! | `pg`, `pa`, `po` | grid, axis, reference line (stroke) |
//! | `ps-better`, `ps-worse`, `ps-neutral` | interval in the colour of its tone (stroke) |
//! | `pf-…` | mark filled in the colour of its tone |
//! | `pf-pale` | area that marks and lines stand out from (fill) |
//! | `pr-…` | open mark: filled with paper, its outline in the colour of its tone |

pub mod absolute;
pub mod dots;
pub mod forest;
pub mod latency;
pub mod lettering;
pub mod order;
pub mod over_time;
pub mod scale;
pub mod sheet;
pub mod svg;
#[cfg(test)]
mod tests;

pub use absolute::{AbsolutePanel, AbsolutePlot, AbsoluteRow};
pub use dots::{DotPanel, DotPlot, DotRow};
pub use forest::{ForestPlot, ForestRow};
pub use latency::{LatencyBin, LatencyHistogram, LatencyMark, LatencyPanel};
pub use lettering::Lettering;
pub use order::{OrderGroup, OrderMark, OrderOverall, OrderPanel, OrderPlot};
pub use over_time::{OverTime, OverTimeLine, OverTimePanel};

use crate::document::{Picture, Shape};
use crate::problem::{Kind, Outcome, Place, Problem};

/// Widths in CSS pixels that every plot is drawn at, widest first: text and margin, text alone, phone.
pub const WIDTHS: [u32; 3] = [908, 680, 288];

/// Draws one plot at every width.
fn at_every_width(mut draw: impl FnMut(u32) -> Outcome<Picture>) -> Outcome<Vec<Picture>> {
    WIDTHS.iter().map(|&width| draw(width)).collect()
}

/// What a shape says, in words.
fn reading(shape: Shape) -> &'static str {
    match shape {
        Shape::Disc => "below 1",
        Shape::Diamond => "above 1",
        Shape::Ring => "includes 1",
    }
}

/// A number with `digits` significant digits, for words about a plot.
fn significant(value: f64, digits: u32) -> String {
    let plain = crate::number::Scale { unit: String::new(), power: 0 };
    crate::number::text::scaled(value, &plain, digits)
}

/// A problem with a value that has no place on an axis.
fn unplottable(of: &str, value: f64, needed: &str) -> Problem {
    Problem::new(
        Kind::Output,
        "figure::value",
        Place::default(),
        format!("the plot of \u{201c}{of}\u{201d} holds {value}, which is not {needed}"),
        "leave the row out of the plot and show it as missing in the table beside it",
    )
}

/// A problem with a plot that has nothing to show.
fn empty(what: &str) -> Problem {
    Problem::new(
        Kind::Output,
        "figure::empty",
        Place::default(),
        format!("the {what} has no rows"),
        "leave the plot out where there are no estimates",
    )
}

/// Problems of ratios that a logarithmic axis can't hold.
fn refuse_unplottable_ratios(of: &str, values: impl IntoIterator<Item = f64>, problems: &mut Vec<Problem>) {
    let bad = values.into_iter().filter(|value| !(value.is_finite() && *value > 0.0));
    problems.extend(bad.map(|value| unplottable(of, value, "a positive number")));
}

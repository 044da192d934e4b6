//! Units and their scales.
//!
//! A metric names its unit itself (`ns/op`, `B/op`). Time and bytes have decimal scales; everything else is a count and
//! keeps its unit. One scale serves a whole column, chosen so that rounding can never print 1000 of a unit.

use super::Decimal;

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// Neither.
    None,
}

/// What is known of a metric by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name, for instance `ns/op`.
    pub name: String,
    /// What it counts, in a word or two: `time`, `heap bytes`.
    pub meaning: String,
    /// Which way is better.
    pub direction: Direction,
    /// Word for a ratio below 1: `faster`, `less`, `fewer`.
    pub below: String,
    /// Word for a ratio above 1.
    pub above: String,
}

impl Metric {
    /// What the name tells. Go's own three metrics have a direction; a custom metric has none, since its name does not
    /// say which way is better.
    pub fn named(name: &str) -> Self {
        let (meaning, direction, below, above) = match name {
            "ns/op" => ("time", Direction::Lower, "faster", "slower"),
            "B/op" => ("heap bytes", Direction::Lower, "less", "more"),
            "allocs/op" => ("heap objects", Direction::Lower, "fewer", "more"),
            "MB/s" => ("throughput", Direction::Higher, "slower", "faster"),
            _ => ("", Direction::None, "lower", "higher"),
        };
        Metric {
            name: name.to_string(),
            meaning: meaning.to_string(),
            direction,
            below: below.to_string(),
            above: above.to_string(),
        }
    }
}

/// A unit and the power of ten that leads to it from the metric's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The unit as printed, for instance `ms`.
    pub unit: String,
    /// Printed value = own value × 10^`power`.
    pub power: i32,
}

const TIME: &[(&str, i32)] = &[("ns", 0), ("µs", -3), ("ms", -6), ("s", -9)];
const BYTES: &[(&str, i32)] = &[("B", 0), ("kB", -3), ("MB", -6), ("GB", -9), ("TB", -12)];

/// Times that are given in another unit than nanoseconds.
const MICROSECONDS: &[(&str, i32)] = &[("ns", 3), ("µs", 0), ("ms", -3), ("s", -6)];
const MILLISECONDS: &[(&str, i32)] = &[("ns", 6), ("µs", 3), ("ms", 0), ("s", -3)];
const SECONDS: &[(&str, i32)] = &[("ns", 9), ("µs", 6), ("ms", 3), ("s", 0)];
/// Bytes that are given by the thousand.
const KILOBYTES: &[(&str, i32)] = &[("B", 3), ("kB", 0), ("MB", -3), ("GB", -6), ("TB", -9)];
/// Events that are counted by the million.
const EVENTS: &[(&str, i32)] = &[("", 0), ("M", -6), ("G", -9), ("T", -12)];

/// The unit of a metric without `/op`, and the scales it has.
fn scales(metric: &str) -> (&str, &'static [(&'static str, i32)]) {
    match metric {
        "ns/op" | "ns" => ("ns", TIME),
        "µs" => ("µs", MICROSECONDS),
        "ms" => ("ms", MILLISECONDS),
        "s" => ("s", SECONDS),
        "B/op" | "B" => ("B", BYTES),
        "kB" => ("kB", KILOBYTES),
        "events" => ("", EVENTS),
        "quotient" => ("", &[]),
        name => match name.strip_suffix("-B") {
            Some(_) => ("B", BYTES),
            None => (name, &[]),
        },
    }
}

impl Scale {
    /// The largest scale in which the largest of `values`, printed with `significant` digits, has a whole part; it is
    /// below 1000 wherever a larger scale exists.
    pub fn fitting(metric: &str, values: &[f64], significant: u32) -> Self {
        let (unit, scales) = scales(metric);
        let largest = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
        let mut chosen = Scale { unit: unit.to_string(), power: 0 };
        for (unit, power) in scales {
            let Some(decimal) = Decimal::of(largest) else { break };
            let decimal = decimal.shifted(*power);
            let places = decimal.places_for(significant) as i32;
            if decimal.rounded(places).magnitude().is_some_and(|magnitude| magnitude >= 0) {
                chosen = Scale { unit: (*unit).to_string(), power: *power };
            }
        }
        chosen
    }

    /// The scale of that unit, if the metric has it.
    pub fn named(metric: &str, unit: &str) -> Option<Self> {
        let (own, scales) = scales(metric);
        if own == unit {
            return Some(Scale { unit: own.to_string(), power: 0 });
        }
        scales
            .iter()
            .find(|(name, _)| *name == unit || (unit == "us" && *name == "µs"))
            .map(|(name, power)| Scale { unit: (*name).to_string(), power: *power })
    }

    /// Units that `metric` can be printed in, for messages.
    pub fn units_of(metric: &str) -> Vec<&str> {
        let (own, scales) = scales(metric);
        if scales.is_empty() { vec![own] } else { scales.iter().map(|(name, _)| *name).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn rounding_never_prints_a_thousand_of_a_unit() {
        assert_eq!(Scale::fitting("ns/op", &[999_499.0], 3).unit, "µs");
        assert_eq!(Scale::fitting("ns/op", &[999_500.0], 3).unit, "ms");
        assert_eq!(Scale::fitting("B/op", &[999.9], 3).unit, "kB");
        assert_eq!(Scale::fitting("B/op", &[999.0], 3).unit, "B");
    }

    #[test]
    fn the_largest_value_decides_for_the_column() {
        let scale = Scale::fitting("ns/op", &[1_460_000.0, 188_000_000.0], 3);
        assert_eq!((scale.unit.as_str(), scale.power), ("ms", -6));
    }

    #[test]
    fn counts_keep_their_unit() {
        assert_eq!(Scale::fitting("allocs/op", &[118_040.0], 3).unit, "allocs/op");
        assert_eq!(Scale::fitting("prefix-B", &[6.0], 3).unit, "B");
        assert_eq!(Scale::fitting("rows/op", &[0.0], 3).power, 0);
    }

    #[test]
    fn a_unit_can_be_asked_for_by_name() {
        assert_eq!(Scale::named("ns/op", "ms").unwrap().power, -6);
        assert_eq!(Scale::named("ns/op", "us").unwrap().unit, "µs");
        assert_eq!(Scale::named("ns/op", "kB"), None);
        assert_eq!(Scale::units_of("rows/op"), ["rows/op"]);
    }
}

//! Axes: where a value lies, and round ticks that never depend on the machine.
//!
//! Logarithms come from `libm` and a position is rounded to a ten-thousandth of the axis before it is scaled, so that
//! the last bits of a double can't move a mark.

/// A tick and what stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it is.
    pub value: f64,
    /// What it is called, with a real minus sign.
    pub label: String,
}

/// How values turn into lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    Linear,
    Logarithmic,
}

/// An axis without place: its ends and its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    law: Law,
    /// Ends after the law, that is logarithms on a logarithmic axis; `low < high`.
    low: f64,
    high: f64,
}

/// Share of the axis left free at each end, so that no mark is cut.
const MARGIN: f64 = 0.05;
/// Most ticks on an axis, however much room there is.
const MOST: usize = 8;
/// From here on steps of equal difference would crowd at the upper end of a logarithmic axis.
const WIDE: f64 = 8.0;

impl Scale {
    /// A logarithmic axis around `values`, all of which must be positive and finite; where all are equal it reaches a
    /// hundredth to both sides.
    pub fn logarithmic(values: impl IntoIterator<Item = f64>) -> Self {
        Scale::around(Law::Logarithmic, values.into_iter().map(libm::log), |_| 0.01, 0.001)
    }

    /// A linear axis around `values`, all of which must be finite; where all are equal it reaches a hundredth of them
    /// to both sides.
    pub fn linear(values: impl IntoIterator<Item = f64>) -> Self {
        Scale::around(Law::Linear, values, |middle| if middle == 0.0 { 1.0 } else { middle.abs() / 100.0 }, 0.0)
    }

    /// A linear axis from 0 to `high`, without a margin; to 1 where there is nothing above 0.
    pub fn from_zero(high: f64) -> Self {
        let high = if high.is_nan() || high <= 0.0 { 1.0 } else { high.clamp(f64::MIN_POSITIVE * 4.0, f64::MAX / 4.0) };
        Scale { law: Law::Linear, low: 0.0, high }
    }

    fn around(law: Law, values: impl IntoIterator<Item = f64>, reach: impl Fn(f64) -> f64, least: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        // Halves first: the difference of two large doubles of unlike sign would overflow.
        let half = high / 2.0 - low / 2.0;
        let middle = low + half;
        // Below about 2e-13 of the value its own last bits are what one would see.
        let half = if half <= least.max(middle.abs() * 1e-13) { reach(middle) } else { half * (1.0 + 2.0 * MARGIN) };
        Scale { law, low: (middle - half).max(f64::MIN / 4.0), high: (middle + half).min(f64::MAX / 4.0) }
    }

    /// Length of the axis after its law; the logarithm of high/low on a logarithmic one.
    pub fn span(&self) -> f64 {
        self.high - self.low
    }

    /// Position of `value` between 0 (low end) and 1, rounded to four decimals; values outside lie at the ends.
    pub fn fraction(&self, value: f64) -> f64 {
        let value = if self.law == Law::Logarithmic { libm::log(value) } else { value };
        let at = (value - self.low) / self.span();
        (at.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0
    }

    /// True if `value` lies on the axis.
    pub fn holds(&self, value: f64) -> bool {
        let value = if self.law == Law::Logarithmic { libm::log(value) } else { value };
        (self.low..=self.high).contains(&value)
    }

    /// Round ticks, as many as go on `length` pixels without their labels meeting; `extent` measures a label along the
    /// axis. The same ticks for the same ends and length on every machine.
    pub fn ticks(&self, length: f64, mut extent: impl FnMut(&str) -> f64) -> Vec<Tick> {
        let wide = self.law == Law::Logarithmic && self.span() > libm::log(WIDE);
        let mut sets = if wide { Vec::new() } else { self.even_steps() };
        if self.law == Law::Logarithmic {
            sets.extend(self.by_decades());
        }
        let mut spare = Vec::new();
        for ticks in sets {
            if ticks.is_empty() || !self.fits(&ticks, length, &mut extent) {
                continue;
            }
            if ticks.len() > 1 {
                return ticks;
            }
            if spare.is_empty() {
                spare = ticks;
            }
        }
        spare
    }

    fn fits(&self, ticks: &[Tick], length: f64, extent: &mut impl FnMut(&str) -> f64) -> bool {
        const AIR: f64 = 12.0;
        ticks.len() <= MOST
            && ticks.windows(2).all(|pair| match pair {
                [a, b] => {
                    let apart = (self.fraction(b.value) - self.fraction(a.value)) * length;
                    apart >= (extent(&a.label) + extent(&b.label)) / 2.0 + AIR
                }
                _ => true,
            })
    }

    /// Ends in the values' own terms.
    pub fn ends(&self) -> (f64, f64) {
        match self.law {
            Law::Linear => (self.low, self.high),
            Law::Logarithmic => (libm::exp(self.low), libm::exp(self.high)),
        }
    }

    /// Sets of multiples of 1, 2 or 5 times a power of ten, densest first.
    fn even_steps(&self) -> Vec<Vec<Tick>> {
        let (low, high) = self.ends();
        let size = decade(high - low);
        let mut sets = Vec::new();
        for power in (size - 2)..=(size + 1) {
            for multiple in [1_i64, 2, 5] {
                let step = decimal(multiple, power);
                let (first, last) = ((low / step).ceil(), (high / step).floor());
                // Beyond 1e15 neighbouring integers are no longer doubles of their own.
                if !(first.abs() < 1e15 && last.abs() < 1e15) || last - first >= MOST as f64 {
                    continue;
                }
                let ticks = (first as i64..=last as i64)
                    .map(|n| Tick { value: decimal(n * multiple, power), label: self.label(n * multiple, power) })
                    .filter(|tick| self.holds(tick.value))
                    .collect();
                sets.push(ticks);
            }
        }
        sets
    }

    /// Sets of 1, 2, 3, 5 (or fewer) times powers of ten, then every second, fifth … power, densest first.
    fn by_decades(&self) -> Vec<Vec<Tick>> {
        let (low, high) = (self.low / std::f64::consts::LN_10, self.high / std::f64::consts::LN_10);
        let (first, last) = (low.floor() as i32, high.ceil() as i32);
        let patterns: [(&[i64], i32); 10] = [
            (&[1, 2, 3, 5], 1),
            (&[1, 2, 5], 1),
            (&[1, 3], 1),
            (&[1], 1),
            (&[1], 2),
            (&[1], 5),
            (&[1], 10),
            (&[1], 50),
            (&[1], 100),
            // 1 alone: no double reaches this power.
            (&[1], 1000),
        ];
        let set = |(digits, stride): (&[i64], i32)| {
            (first..=last)
                .filter(|power| power % stride == 0)
                .flat_map(|power| digits.iter().map(move |digit| (*digit, power)))
                .map(|(digit, power)| Tick { value: decimal(digit, power), label: self.label(digit, power) })
                .filter(|tick| tick.value.is_normal() && self.holds(tick.value))
                .collect()
        };
        patterns.into_iter().map(set).collect()
    }

    /// `count` times ten to the `power`, as one writes it. On a logarithmic axis 1 is `1` among any decimals.
    fn label(&self, count: i64, power: i32) -> String {
        if self.law == Law::Logarithmic && decimal(count, power) == 1.0 {
            "1".to_owned()
        } else {
            written(count, power)
        }
    }
}

/// `count` times ten to the `power`, correctly rounded.
fn decimal(count: i64, power: i32) -> f64 {
    // Reading a decimal is exact in every standard library; multiplying by a power of ten is not.
    format!("{count}e{power}").parse().unwrap_or(f64::NAN)
}

/// The power of ten of `value`'s leading digit; 0 for what has none.
fn decade(value: f64) -> i32 {
    format!("{value:e}").rsplit_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0)
}

fn written(count: i64, power: i32) -> String {
    let sign = if count < 0 { "\u{2212}" } else { "" };
    let digits = count.unsigned_abs().to_string();
    if count == 0 {
        return "0".to_owned();
    }
    if !(-5..=6).contains(&power) {
        let times = if digits == "1" { String::new() } else { format!("{digits}×") };
        return format!("{sign}{times}10{}", raised(power));
    }
    if power >= 0 {
        let zeros = "0".repeat(power.unsigned_abs() as usize);
        return format!("{sign}{}", grouped(&format!("{digits}{zeros}")));
    }
    let places = power.unsigned_abs() as usize;
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    format!("{sign}{}.{fraction}", grouped(whole))
}

fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn raised(power: i32) -> String {
    let raise = |c: char| match c {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The other superscript digits stand in a row from U+2074.
        digit => digit.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(digit),
    };
    power.to_string().chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, length: f64) -> Vec<String> {
        scale.ticks(length, |label| 6.5 * label.chars().count() as f64).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_on_narrow_and_wide_ratio_axes() {
        assert_eq!(
            labels(Scale::logarithmic([0.949, 1.037, 1.0]), 500.0),
            ["0.96", "0.98", "1", "1.02", "1.04"].map(str::to_owned)
        );
        assert_eq!(
            labels(Scale::logarithmic([0.31, 1.2, 1.0]), 500.0),
            ["0.4", "0.6", "0.8", "1", "1.2"].map(str::to_owned)
        );
        assert_eq!(labels(Scale::logarithmic([0.01, 1.0]), 500.0), ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
    }

    #[test]
    fn ticks_survive_extreme_ratios() {
        for values in [[1e-6, 1.0], [1e6, 1.0], [1e-6, 1e6], [1e-300, 1e300], [1.0, 1.0], [1.0, 1.0 + 1e-15]] {
            for length in [60.0, 280.0, 700.0] {
                let scale = Scale::logarithmic(values);
                let ticks = labels(scale, length);
                assert!(ticks.contains(&"1".to_owned()), "{values:?} at {length}: {ticks:?}");
                assert!(ticks.len() <= MOST);
            }
        }
    }

    #[test]
    fn linear_ticks_hold_for_equal_negative_and_huge_values() {
        assert_eq!(labels(Scale::linear([25.1, 26.3]), 400.0).first().map(String::as_str), Some("25.2"));
        assert!(labels(Scale::linear([-2.0, 2.0]), 400.0).contains(&"\u{2212}2".to_owned()));
        for values in [[7.0, 7.0], [0.0, 0.0], [f64::MAX, f64::MIN], [5e-324, 0.0], [1e16, 1e16 + 2.0]] {
            let scale = Scale::linear(values);
            assert!(scale.span().is_finite() && scale.span() > 0.0, "{values:?}");
            assert!((0.0..=1.0).contains(&scale.fraction(values[0])));
            labels(scale, 400.0);
        }
    }

    #[test]
    fn labels_read_as_written_numbers() {
        assert_eq!(written(12345, 2), "1,234,500");
        assert_eq!(written(-15, -1), "\u{2212}1.5");
        assert_eq!(written(5, -3), "0.005");
        assert_eq!(written(2, -7), "2×10⁻⁷");
        assert_eq!(written(1, 12), "10¹²");
    }

    #[test]
    fn positions_are_rounded_and_kept_on_the_axis() {
        let scale = Scale::logarithmic([0.5, 2.0]);
        assert_eq!(scale.fraction(1.0), 0.5);
        assert_eq!(scale.fraction(1e9), 1.0);
        let at = scale.fraction(0.7) * 10_000.0;
        assert_eq!(at, at.round());
    }
}

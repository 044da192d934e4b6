//! Line ends: the best for the whole paragraph.
//!
//! Source: D. E. Knuth, M. F. Plass, Breaking paragraphs into lines, Software: Practice and Experience 11 (1981),
//! reduced to ragged setting: the sum of squared slack is least, a break at a hyphen or separator costs a little, a
//! parted word more, two below each other more still, a last line of one short word costs a little.

use super::shape::{Cluster, Gap, Shaped};

/// A line: its clusters, without the space that ended it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// First cluster.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Length, the hyphen included.
    pub width: f32,
    /// True where a hyphen is drawn at its end.
    pub hyphen: bool,
}

/// Widths of a text that may be broken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Longest part that can't be broken.
    pub least: f32,
    /// Longest part that can't be broken well.
    pub good: f32,
    /// Longest line when only forced line ends are taken.
    pub most: f32,
}

/// Costs of a parted word, and of a second one right below it, in squares of a line's share: a word is parted where
/// that saves a fifth of a line.
const SYLLABLE: f32 = 0.04;
const LADDER: f32 = 0.08;

/// Tolerance for sums of advances.
const EPSILON: f32 = 0.01;

/// Smallest, pleasant and natural width.
pub fn extent(shaped: &Shaped) -> Extent {
    let mut extent = Extent { least: 0.0, good: 0.0, most: 0.0 };
    let (mut part, mut good, mut line, mut spaces) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    for cluster in &shaped.clusters {
        match cluster.gap {
            Gap::Space => {
                spaces += cluster.advance;
                (part, good) = (0.0, 0.0);
            }
            Gap::Forced => (part, good, line, spaces) = (0.0, 0.0, 0.0, 0.0),
            gap => {
                line += spaces + cluster.advance;
                spaces = 0.0;
                part += cluster.advance;
                good += cluster.advance;
                extent.most = extent.most.max(line);
                extent.least = extent.least.max(part);
                extent.good = extent.good.max(good);
                if gap != Gap::None {
                    part = 0.0;
                }
                if !matches!(gap, Gap::None | Gap::Quarter) {
                    good = 0.0;
                }
            }
        }
    }
    extent
}

/// Narrowest column of at most `width` in which the text has as many lines as in that: lines of a title are of like
/// length, the last one too.
pub fn balanced(shaped: &Shaped, width: f32) -> f32 {
    let lines = |width: f32| cut(shaped, width, 0.0).len();
    let most = lines(width);
    let (mut low, mut high) = (width / 2.0, width);
    while high - low > 1.0 {
        let middle = f32::midpoint(low, high);
        if lines(middle) <= most { high = middle } else { low = middle }
    }
    if most > 1 { high } else { width }
}

/// Narrowest column of at most `width` in which the text has at most `most` lines and no word is broken that needn't be.
pub fn narrowest(shaped: &Shaped, width: f32, most: usize) -> f32 {
    let fits = |width: f32| cut(shaped, width, 0.0).len() <= most;
    let (mut low, mut high) = (extent(shaped).good.min(width), width);
    if fits(low) || !fits(high) {
        return if fits(low) { low } else { width };
    }
    while high - low > 0.5 {
        let middle = f32::midpoint(low, high);
        if fits(middle) { high = middle } else { low = middle }
    }
    high
}

#[derive(Clone, Copy)]
struct Point {
    /// First cluster of the line after it.
    next: usize,
    /// One past the last cluster of the line before it.
    end: usize,
    /// Width of everything up to `end`, and up to `next`; a long text needs the digits.
    at_end: f64,
    at_next: f64,
    penalty: f32,
    hyphen: f32,
    forced: bool,
}

/// Cuts `shaped` into lines of at most `width`. A part that is wider than that is cut where it must be.
pub fn cut(shaped: &Shaped, width: f32, hyphen: f32) -> Vec<Cut> {
    let width = width.max(1.0);
    let points = points(shaped, width, hyphen);
    // Cheapest way to each point, and the point before it on that way.
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    let mut oldest = 0;
    for to in 1..points.len() {
        let point = points[to];
        let last = to + 1 == points.len();
        let mut found = (f32::INFINITY, to - 1);
        for from in (oldest..to).rev() {
            let start = points[from];
            let length = (point.at_end - start.at_next) as f32 + point.hyphen;
            if length > width + EPSILON && from + 1 < to {
                // Lines only grow as they begin earlier.
                oldest = oldest.max(from + 1);
                break;
            }
            let slack = ((width - length) / width).max(0.0);
            let mut cost =
                if last || point.forced { if slack > 0.85 && from > 0 { 0.05 } else { 0.0 } } else { slack * slack };
            if length > width + EPSILON {
                cost += 100.0;
            }
            if start.hyphen > 0.0 && point.hyphen > 0.0 {
                cost += LADDER;
            }
            let total = best[from].0 + cost + point.penalty + 0.002;
            if total < found.0 {
                found = (total, from);
            }
            if start.forced {
                oldest = from;
                break;
            }
        }
        best.push(found);
    }
    let mut cuts = Vec::new();
    let mut to = points.len() - 1;
    while to > 0 {
        let from = best[to].1;
        let (start, end) = (points[from], points[to]);
        cuts.push(Cut {
            start: start.next.min(end.end),
            end: end.end,
            width: ((end.at_end - start.at_next) as f32 + end.hyphen).max(0.0),
            hyphen: end.hyphen > 0.0,
        });
        to = from;
    }
    cuts.reverse();
    cuts
}

/// Where lines may begin and end: the beginning of the text, every gap, its end.
fn points(shaped: &Shaped, width: f32, hyphen: f32) -> Vec<Point> {
    let clusters = &shaped.clusters;
    let origin = Point { next: 0, end: 0, at_end: 0.0, at_next: 0.0, penalty: 0.0, hyphen: 0.0, forced: false };
    let mut points = vec![origin];
    let (mut x, mut part) = (0.0_f64, 0.0_f32);
    let mut index = 0;
    while index < clusters.len() {
        let cluster = &clusters[index];
        let before = x;
        x += f64::from(cluster.advance);
        part += cluster.advance;
        let at = |end: usize, next: usize, at_end: f64, at_next: f64, penalty: f32| Point {
            next,
            end,
            at_end,
            at_next,
            penalty,
            hyphen: 0.0,
            forced: false,
        };
        let ending = if matches!(cluster.gap, Gap::Hyphen | Gap::Syllable) { hyphen } else { 0.0 };
        let printed = !matches!(cluster.gap, Gap::Space | Gap::Forced);
        if printed && part + ending > width + EPSILON && part > cluster.advance {
            // Nothing better fits: the line ends before this cluster.
            points.push(at(index, index, before, before, 1.0));
            part = cluster.advance;
        }
        match cluster.gap {
            Gap::Space => {
                // Several spaces end a line together.
                let end = index;
                while index + 1 < clusters.len() && clusters[index + 1].gap == Gap::Space {
                    index += 1;
                    x += f64::from(clusters[index].advance);
                }
                let ends = clusters.get(index + 1).is_none_or(|next| next.gap == Gap::Forced);
                if !ends && end > 0 {
                    points.push(at(end, index + 1, before, x, 0.0));
                } else if !ends && let Some(origin) = points.first_mut() {
                    // Spaces before the first word are on no line.
                    (origin.next, origin.at_next) = (index + 1, x);
                }
                part = 0.0;
            }
            Gap::Forced => {
                let (end, width) = without_spaces(clusters, index, before);
                points.push(Point { forced: true, ..at(end, index + 1, width, x, 0.0) });
                part = 0.0;
            }
            Gap::Soft | Gap::Quarter => {
                let penalty = if cluster.gap == Gap::Soft { 0.015 } else { 0.5 };
                points.push(at(index + 1, index + 1, x, x, penalty));
                part = 0.0;
            }
            Gap::Hyphen | Gap::Syllable => {
                let penalty = if cluster.gap == Gap::Hyphen { 0.02 } else { SYLLABLE };
                points.push(Point { hyphen, ..at(index + 1, index + 1, x, x, penalty) });
                part = 0.0;
            }
            Gap::None => {}
        }
        index += 1;
    }
    let end = clusters.len();
    if points.last().is_none_or(|last| last.next < end || last.forced) || points.len() == 1 {
        let (printed, at_end) = without_spaces(clusters, end, x);
        points.push(Point { next: end, end: printed, at_end, at_next: x, penalty: 0.0, hyphen: 0.0, forced: false });
    }
    points
}

/// End and width of what ends at `end`, without the spaces there.
fn without_spaces(clusters: &[Cluster], end: usize, width: f64) -> (usize, f64) {
    let (mut end, mut width) = (end, width);
    while end > 0 && clusters[end - 1].gap == Gap::Space {
        end -= 1;
        width -= f64::from(clusters[end].advance);
    }
    (end, width)
}

//! Shaping: glyphs, their advances, and where lines may end.
//!
//! parley chooses faces and shapes; its own line breaker is not used, since it draws no hyphen and knows nothing of
//! paths and digests. The text is shaped as one line, once; [`super::lines`] cuts it.

use std::borrow::Cow;
use std::rc::Rc;

use hypher::Lang;
use parley::style::{FontFamily, FontFamilyName, FontFeatures, FontStyle, FontWeight, TextStyle};
use parley::{FontContext, Layout, LayoutContext};

use super::super::fonts::{Face, Fonts};
use super::super::ink::Glyph;
use super::super::style::Style;
use super::cover::{Covered, Hint, cover};
use super::known::Known;
use super::{Breaks, Paint, Span, plain, syllables};

/// What follows a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// No line ends here, except where nothing else fits.
    None,
    /// It is a space: a line may end here, and the space is then dropped.
    Space,
    /// A line may end after it: a hyphen, a dash, a separator, half a digest.
    Soft,
    /// A line may end after it, though it is better whole: a quarter of a digest, a dot before an extension.
    Quarter,
    /// A line may end after it with a hyphen: the author said so.
    Hyphen,
    /// A line may end after it with a hyphen: a syllable ends.
    Syllable,
    /// The line ends here.
    Forced,
}

/// The smallest part of a text that is set as one.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Its glyphs.
    pub glyphs: std::ops::Range<usize>,
    /// Sum of their advances.
    pub advance: f32,
    /// Its span.
    pub span: usize,
    /// Its face.
    pub face: Face,
    /// What follows.
    pub gap: Gap,
}

/// Shaped text.
#[derive(Clone, Debug)]
pub struct Shaped {
    /// The text that the glyphs stand for.
    pub text: Rc<str>,
    /// How its spans are painted.
    pub paints: Vec<Paint>,
    /// Glyphs in reading order.
    pub glyphs: Vec<Glyph>,
    /// Clusters in reading order.
    pub clusters: Vec<Cluster>,
    /// Largest distance of baselines among its spans.
    pub leading: f32,
    /// From the top of a line to its baseline.
    pub baseline: f32,
}

/// What shaping needs and keeps between texts.
pub struct Shaper<'a> {
    /// The faces.
    pub fonts: &'a Fonts,
    /// The patterns by which words are parted.
    language: Option<Lang>,
    context: FontContext,
    layouts: LayoutContext<()>,
    layout: Layout<()>,
    /// Short texts that were shaped before.
    known: Known,
    /// Letters of the faces that plain text was set in.
    pub letters: Vec<(plain::Key, plain::Letters)>,
    /// Characters that were stated by their number, in order of appearance.
    pub stated: Vec<char>,
    /// Texts of which a glyph is missing although every character was covered.
    pub lost: Vec<String>,
}

impl<'a> Shaper<'a> {
    /// A shaper with its own context, for text in a language (BCP 47).
    pub fn new(fonts: &'a Fonts, language: &str) -> Self {
        Shaper {
            fonts,
            language: syllables::patterns(language),
            context: fonts.context(),
            layouts: LayoutContext::new(),
            layout: Layout::new(),
            known: Known::default(),
            letters: Vec::new(),
            stated: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// Shapes `spans` as one text whose lines keep the distance of `base`.
    pub fn shape(&mut self, spans: Vec<Span>, base: Style) -> Shaped {
        if plain::is_plain(&spans)
            && let Some((glyphs, clusters)) = self.look_up(&spans)
        {
            let text: String = spans.iter().map(|span| span.text.as_str()).collect();
            let breaks: Vec<Breaks> = spans.iter().map(|span| span.breaks).collect();
            let paints = spans.into_iter().map(|span| span.paint).collect();
            let text = text.into();
            let (leading, baseline) = (base.leading, base.baseline());
            let mut shaped = Shaped { text, paints, glyphs, clusters, leading, baseline };
            let starts: Vec<usize> = (0..shaped.clusters.len()).collect();
            mark_gaps(&mut shaped, &starts, &breaks, &[]);
            return shaped;
        }
        if !Known::may_hold(&spans) {
            return self.shape_fully(spans, base);
        }
        // One span, as `may_hold` says.
        let Some(span) = spans.first().cloned() else { return self.shape_fully(spans, base) };
        if let Some(mut shaped) = self.known.get(&span) {
            (shaped.leading, shaped.baseline) = (base.leading, base.baseline());
            return shaped;
        }
        let stated = self.stated.len();
        let shaped = self.shape_fully(spans, base);
        if self.stated.len() == stated {
            self.known.keep(&span, &shaped);
        }
        shaped
    }

    /// The same by the long way, for any text.
    pub fn shape_fully(&mut self, spans: Vec<Span>, base: Style) -> Shaped {
        let Covered { spans, hints, stated } = cover(self.fonts, spans);
        self.stated.extend(stated);
        let mut text = String::new();
        let mut ends = Vec::with_capacity(spans.len());
        let mut breaks = Vec::with_capacity(spans.len());
        let mut paints = Vec::with_capacity(spans.len());
        for span in spans {
            text.push_str(&span.text);
            ends.push(text.len());
            breaks.push(span.breaks);
            paints.push(span.paint);
        }
        let text: Rc<str> = text.into();
        self.lay(&text, &ends, &paints);
        let mut shaped = Shaped {
            text: text.clone(),
            paints,
            glyphs: Vec::with_capacity(text.len()),
            clusters: Vec::with_capacity(text.len()),
            leading: base.leading,
            baseline: base.baseline(),
        };
        let starts = self.collect(&mut shaped, &ends);
        mark_gaps(&mut shaped, &starts, &breaks, &hints);
        if let Some(language) = self.language.filter(|_| breaks.contains(&Breaks::Syllables)) {
            mark_syllables(&mut shaped, &starts, &breaks, language);
        }
        shaped
    }

    fn lay(&mut self, text: &str, ends: &[usize], paints: &[Paint]) {
        let mut builder = self.layouts.style_run_builder(&mut self.context, text, 1.0, false);
        let mut styles: Vec<(Style, u16)> = Vec::new();
        let mut start = 0;
        for (end, paint) in ends.iter().zip(paints) {
            let style = paint.style;
            let same = styles.iter().find(|(known, _)| {
                known.face == style.face && known.size == style.size && known.figures == style.figures
            });
            let index = match same {
                Some((_, index)) => *index,
                None => {
                    let index = builder.push_style(text_style(style));
                    styles.push((style, index));
                    index
                }
            };
            builder.push_style_run(index, start..*end);
            start = *end;
        }
        if ends.is_empty() {
            // An empty text still needs a style.
            builder.push_style(TextStyle::default());
        }
        builder.build_into(&mut self.layout, text);
        self.layout.break_all_lines(None);
    }

    /// Takes glyphs and clusters out of the layout; returns where each cluster's text begins.
    fn collect(&mut self, shaped: &mut Shaped, ends: &[usize]) -> Vec<usize> {
        let mut starts: Vec<usize> = Vec::with_capacity(shaped.text.len());
        let mut covered = 0;
        let mut whole = true;
        for line in self.layout.lines() {
            for run in line.runs() {
                let face = self.fonts.face_of(run.font().data.id());
                for cluster in run.clusters() {
                    let range = cluster.text_range();
                    whole &= range.start == covered;
                    covered = range.end;
                    if cluster.is_ligature_continuation() {
                        if let Some(last) = shaped.clusters.last()
                            && let Some(glyph) = shaped.glyphs.get_mut(last.glyphs.end.saturating_sub(1))
                        {
                            glyph.range.end = range.end as u32;
                        }
                        continue;
                    }
                    let first = shaped.glyphs.len();
                    let forced = cluster.is_hard_line_break();
                    let mut advance = 0.0;
                    if !forced {
                        for glyph in cluster.glyphs() {
                            whole &= glyph.id != 0;
                            advance += glyph.advance;
                            shaped.glyphs.push(Glyph {
                                id: glyph.id,
                                size: run.font_size(),
                                advance: glyph.advance,
                                dx: glyph.x,
                                dy: -glyph.y,
                                range: range.start as u32..range.end as u32,
                            });
                        }
                        whole &= shaped.glyphs.len() > first;
                    }
                    whole &= face.is_some();
                    let span = ends.partition_point(|end| *end <= range.start);
                    starts.push(range.start);
                    shaped.clusters.push(Cluster {
                        glyphs: first..shaped.glyphs.len(),
                        advance,
                        span,
                        face: face.unwrap_or(Face::Sans),
                        gap: if forced { Gap::Forced } else { Gap::None },
                    });
                }
            }
        }
        if !whole || covered != shaped.text.len() {
            self.lost.push(shaped.text.to_string());
        }
        starts
    }
}

fn text_style(style: Style) -> TextStyle<'static, 'static, ()> {
    TextStyle {
        font_family: FontFamily::Single(FontFamilyName::Named(Cow::Borrowed(style.face.family()))),
        font_size: style.size,
        font_weight: FontWeight::new(if style.face.is_bold() { 600.0 } else { 400.0 }),
        font_style: if style.face.is_italic() { FontStyle::Italic } else { FontStyle::Normal },
        font_features: FontFeatures::Source(Cow::Borrowed(style.figures.features())),
        ..TextStyle::default()
    }
}

/// Says what follows each cluster.
fn mark_gaps(shaped: &mut Shaped, starts: &[usize], breaks: &[Breaks], hints: &[(usize, Hint)]) {
    let text = shaped.text.clone();
    let mut hints = hints.iter().peekable();
    let mut digits = 0;
    for (index, cluster) in shaped.clusters.iter_mut().enumerate() {
        let start = starts[index];
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        let own = &text[start..end];
        let next = text[end..].chars().next();
        let bytes = breaks.get(cluster.span) == Some(&Breaks::Bytes);
        digits = if own.len() == 1 && own.as_bytes()[0].is_ascii_hexdigit() { digits + 1 } else { 0 };
        if cluster.gap == Gap::None {
            cluster.gap = if own == " " {
                if !bytes && binds(&text[..start], &text[end..]) { Gap::None } else { Gap::Space }
            } else if bytes {
                after_bytes(own, &text[..start], next, digits)
            } else {
                after_prose(own, &text[..start], &text[end..])
            };
        }
        while let Some((at, hint)) = hints.peek() {
            if *at > end {
                break;
            }
            if *at == end && cluster.gap != Gap::Forced {
                cluster.gap = match hint {
                    Hint::Allow => Gap::Soft,
                    Hint::Hyphen => Gap::Hyphen,
                    Hint::Forbid => Gap::None,
                };
            }
            hints.next();
        }
    }
}

/// Says where words of running text may be parted.
fn mark_syllables(shaped: &mut Shaped, starts: &[usize], breaks: &[Breaks], language: Lang) {
    for place in syllables::places(&shaped.text, language) {
        // Within a ligature, and where styles meet, no word is parted.
        let Ok(next) = starts.binary_search(&place) else { continue };
        let after = shaped.clusters.get(next).map(|cluster| cluster.span);
        let Some(cluster) = next.checked_sub(1).and_then(|last| shaped.clusters.get_mut(last)) else { continue };
        let running = breaks.get(cluster.span) == Some(&Breaks::Syllables) && after == Some(cluster.span);
        if running && cluster.gap == Gap::None {
            cluster.gap = Gap::Syllable;
        }
    }
}

/// Signs that stand between two figures and leave neither alone.
const BINDING: [char; 9] = ['→', '±', '×', '≈', '≤', '≥', '<', '>', '='];

/// Whether a space is one of the two around a sign between figures: `46.5 → 15.6 ms`.
fn binds(before: &str, after: &str) -> bool {
    let figure = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '−' | '-' | '+'));
    let measured = |text: &str| {
        let last = text.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
        last.contains(|c: char| c.is_ascii_digit()) || last.ends_with('%')
    };
    match after.strip_prefix(BINDING) {
        Some(rest) => measured(before) && figure(rest.trim_start()),
        None => before.strip_suffix(BINDING).is_some_and(measured) && figure(after),
    }
}

/// After hyphens within words, dashes, and slashes between words.
fn after_prose(own: &str, before: &str, after: &str) -> Gap {
    let next = after.chars().next();
    let letter_before = before.chars().next_back().is_some_and(char::is_alphanumeric);
    let letter_after = next.is_some_and(char::is_alphanumeric);
    let soft = match own {
        "-" | "\u{2010}" => letter_before && next.is_some_and(char::is_alphabetic),
        // A unit such as `ns/op` is one word.
        "/" => {
            let letters = after.chars().take(3).filter(|letter| letter.is_alphanumeric()).count();
            letter_before && next.is_some_and(char::is_alphabetic) && letters == 3
        }
        "\u{2014}" => letter_after,
        "\u{2013}" => letter_before && next.is_some_and(char::is_alphabetic),
        _ => false,
    };
    // A name of several parts is better parted at its slashes, or not at all.
    let named = || {
        let part = |text: &str| text.contains(['/', '_', ':', '=']) || text.contains(|c: char| c.is_ascii_digit());
        let (left, right) = (before.rsplit(char::is_whitespace).next(), after.split(char::is_whitespace).next());
        left.is_some_and(part) || right.is_some_and(part)
    };
    match soft {
        true if own != "/" && named() => Gap::Quarter,
        true => Gap::Soft,
        false => Gap::None,
    }
}

/// After the separators of paths and names, and after every sixteenth digit of a digest, best after the middle one.
fn after_bytes(own: &str, before: &str, next: Option<char>, digits: usize) -> Gap {
    let word = next.is_some_and(|next| next.is_alphanumeric());
    let between = word && matches!(own, "/" | "," | ";" | "=" | "&" | "?" | "@" | "|" | "\\" | "#");
    // A file keeps its extension, and its line, where it can; a part of a path or of a name keeps its words.
    let inside = word && matches!(own, "." | ":" | "_" | "-") || own == "(" && next.is_some_and(|next| next != ')');
    // A time goes on below its day.
    let day =
        own == "T" && next.is_some_and(|next| next.is_ascii_digit()) && before.ends_with(|c: char| c.is_ascii_digit());
    if between || day || (digits > 0 && digits.is_multiple_of(32)) {
        Gap::Soft
    } else if inside || digits > 0 && digits.is_multiple_of(16) {
        Gap::Quarter
    } else {
        Gap::None
    }
}

impl Shaped {
    /// The same text in another size. Faces have no hints, so all lengths are proportional.
    pub fn scale(&mut self, factor: f32) {
        self.leading *= factor;
        self.baseline *= factor;
        for paint in &mut self.paints {
            paint.style = paint.style.scaled(factor);
        }
        for cluster in &mut self.clusters {
            cluster.advance *= factor;
        }
        for glyph in &mut self.glyphs {
            glyph.size *= factor;
            glyph.advance *= factor;
            glyph.dx *= factor;
            glyph.dy *= factor;
        }
    }
}

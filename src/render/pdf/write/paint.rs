//! Painting: every operation in a marked content that belongs to a place of the tag tree, or in an artifact.

use std::collections::BTreeMap;

use krilla::Document as Writer;
use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::{NamedDestination, XyzDestination};
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, Stroke, StrokeDash};
use krilla::surface::{Location, Surface};
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag};
use krilla::text::GlyphId;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::super::furniture::Furniture;
use super::super::ink::{Drawing, Glyph, LinkId, Op, Path, Run, Step, line, pen, rect};
use super::super::paginate::{Page, Pages, Source};
use super::super::set::{Galley, Goto};
use super::super::style::{Ink, RULE_2};
use super::super::tags::Slot;

/// What painting left in the places of the tag tree.
pub struct Painted {
    /// Marked contents and annotations of each place.
    pub contents: Vec<Vec<Identifier>>,
    /// Page and extent of what was drawn for each place; `None` for text.
    pub extents: Vec<Option<(usize, Rect)>>,
}

impl krilla::text::Glyph for Glyph {
    fn glyph_id(&self) -> GlyphId {
        GlyphId::new(self.id)
    }
    fn text_range(&self) -> std::ops::Range<usize> {
        self.range.start as usize..self.range.end as usize
    }
    fn x_advance(&self, size: f32) -> f32 {
        self.advance / self.size * size
    }
    fn x_offset(&self, size: f32) -> f32 {
        self.dx / self.size * size
    }
    fn y_offset(&self, size: f32) -> f32 {
        self.dy / self.size * size
    }
    fn y_advance(&self, _: f32) -> f32 {
        0.0
    }
    fn location(&self) -> Option<Location> {
        None
    }
}

/// Which marked content is open.
#[derive(Clone, PartialEq)]
enum Open {
    Nothing,
    Artifact(ArtifactType),
    Text(Slot),
    Other(Slot),
}

struct Brush<'a, 'g> {
    galley: &'a Galley<'g>,
    painted: Painted,
    open: Open,
    page: usize,
    rects: BTreeMap<LinkId, Vec<Rect>>,
}

/// Paints all pages.
pub fn pages(writer: &mut Writer, galley: &Galley<'_>, pages: &Pages, furniture: &[Furniture]) -> Painted {
    let slots = galley.tags.slots();
    let painted = Painted { contents: vec![Vec::new(); slots], extents: vec![None; slots] };
    let mut brush = Brush { galley, painted, open: Open::Nothing, page: 0, rects: BTreeMap::new() };
    for (index, page) in pages.pages.iter().enumerate() {
        brush.page = index;
        let Some(settings) = PageSettings::from_wh(page.sheet.width, page.sheet.height) else { continue };
        let mut sheet = writer.start_page_with(settings);
        let mut surface = sheet.surface();
        brush.page(&mut surface, page, furniture.get(index));
        surface.finish();
        for (link, rects) in std::mem::take(&mut brush.rects) {
            let Some(known) = galley.links.get(link) else { continue };
            let target = target(galley, pages, &known.goto);
            let quads = rects.into_iter().map(Into::into).collect();
            let annotation = LinkAnnotation::new_with_quad_points(quads, target);
            let identifier = sheet.add_tagged_annotation(Annotation::new_link(annotation, Some(known.alt.clone())));
            brush.painted.contents[known.slot.index()].push(identifier);
        }
        sheet.finish();
    }
    brush.painted
}

fn target(galley: &Galley<'_>, pages: &Pages, goto: &Goto) -> Target {
    match goto {
        Goto::Url(url) => Target::Action(LinkAction::new(url.clone()).into()),
        Goto::Anchor(anchor) => {
            let name = galley.anchors.get(*anchor).cloned().unwrap_or_default();
            Target::Destination(NamedDestination::new(name, destination(pages, *anchor)).into())
        }
    }
}

/// Where an anchor stands; the first page if it stands nowhere.
pub fn destination(pages: &Pages, anchor: usize) -> XyzDestination {
    let (page, y) = pages.anchors.get(anchor).copied().flatten().unwrap_or((0, 0.0));
    XyzDestination::new(page, Point::from_xy(0.0, (y - 10.0).max(0.0)))
}

impl Brush<'_, '_> {
    fn page(&mut self, surface: &mut Surface<'_>, page: &Page, furniture: Option<&Furniture>) {
        let galley = self.galley;
        if let Some(mark) = furniture.and_then(|furniture| furniture.under.as_ref()) {
            // Along the diagonal, its middle in the middle of the sheet.
            let (width, height) = (page.sheet.width, page.sheet.height);
            let (sin, cos) = {
                let long = width.hypot(height);
                (-height / long, width / long)
            };
            surface.push_transform(&Transform::from_row(cos, sin, -sin, cos, width / 2.0, height / 2.0));
            self.ops(surface, &mark.ops, -mark.width / 2.0, -mark.height / 2.0, ArtifactType::Watermark);
            self.turn(surface, Open::Nothing, None);
            surface.pop();
        }
        if let Some(furniture) = furniture {
            self.ops(surface, &furniture.head, 0.0, 0.0, ArtifactType::Header);
        }
        for placed in &page.placed {
            let (x, y) = (placed.x, placed.y);
            let layout = ArtifactType::Layout;
            match &placed.source {
                Source::Item(index) => {
                    let own = &galley.items[*index].ops;
                    match furniture.and_then(|furniture| furniture.numbers.get(index)) {
                        // Each number is painted behind its own line, as it is read.
                        Some(numbers) => self.ops(surface, &[own.as_slice(), numbers].concat(), x, y, layout),
                        None => self.ops(surface, own, x, y, layout),
                    }
                }
                Source::Marginal(index) => {
                    if let Some(marginal) = &galley.items[*index].marginal {
                        self.ops(surface, &marginal.ops, x, y, layout);
                    }
                }
                Source::Head(head) => self.ops(surface, &head.ops, x, y, layout),
                Source::Note(note, row) => self.ops(surface, &galley.notes[*note].lines[*row].1, x, y, layout),
                Source::NoteRule => self.ops(surface, &[line(0.0, 0.0, 96.0, 0.0, pen(0.5, RULE_2))], x, y, layout),
                Source::Ground(index, height) => {
                    if let Some(ground) = galley.items[*index].ground {
                        let (w, h) = (ground.width, height + 2.0 * ground.pad);
                        let area = rect(ground.x, -ground.pad, w, h, Some(ground.ink), None);
                        self.ops(surface, &[area], x, y, layout);
                    }
                }
            }
        }
        if let Some(furniture) = furniture {
            self.ops(surface, &furniture.foot, 0.0, 0.0, ArtifactType::Footer);
        }
        self.turn(surface, Open::Nothing, None);
    }

    fn ops(&mut self, surface: &mut Surface<'_>, ops: &[Op], x: f32, y: f32, kind: ArtifactType) {
        for op in in_reading_order(ops) {
            let wanted = match (op, op.slot()) {
                (_, None) => Open::Artifact(kind),
                (Op::Run(_), Some(slot)) => Open::Text(slot),
                (_, Some(slot)) => Open::Other(slot),
            };
            let actual = if let Op::Run(run) = op { run.actual.as_deref() } else { None };
            self.turn(surface, wanted, actual);
            match op {
                Op::Run(run) => self.run(surface, run, x, y),
                Op::Path(path) => self.path(surface, path, x, y),
                Op::Drawing(drawing) => self.drawing(surface, drawing, x, y),
            }
            if actual.is_some() {
                self.turn(surface, Open::Nothing, None);
            }
        }
    }

    /// Ends the marked content that is open and begins the one that is wanted.
    fn turn(&mut self, surface: &mut Surface<'_>, wanted: Open, actual: Option<&str>) {
        if self.open == wanted && actual.is_none() {
            return;
        }
        if self.open != Open::Nothing {
            surface.end_tagged();
        }
        match &wanted {
            Open::Nothing => {}
            Open::Artifact(kind) => {
                surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(*kind)));
            }
            Open::Text(slot) => {
                let tag = SpanTag::empty().with_actual_text(actual);
                self.painted.contents[slot.index()].push(surface.start_tagged(ContentTag::Span(tag)));
            }
            Open::Other(slot) => {
                self.painted.contents[slot.index()].push(surface.start_tagged(ContentTag::Other));
            }
        }
        self.open = wanted;
    }

    fn run(&mut self, surface: &mut Surface<'_>, run: &Run, x: f32, y: f32) {
        surface.set_stroke(None);
        surface.set_fill(Some(fill(run.ink)));
        let at = Point::from_xy(run.x + x, run.y + y);
        let font = self.galley.shaper.fonts.krilla(run.face);
        match plain_spaces(run) {
            Some((glyphs, text)) => surface.draw_glyphs(at, &glyphs, font, &text, run.size, false),
            None => surface.draw_glyphs(at, &run.glyphs, font, &run.text, run.size, false),
        }
        if let Some(link) = run.link {
            let top = run.y + y - run.size * 0.82;
            if let Some(rect) = Rect::from_xywh(run.x + x, top, run.width.max(0.5), run.size * 1.1) {
                let rects = self.rects.entry(link).or_default();
                match rects.last_mut() {
                    // Runs of one line that touch are one area.
                    Some(last) if (last.right() - rect.left()).abs() < 0.1 && last.bottom() > rect.top() => {
                        let (top, bottom) = (last.top().min(rect.top()), last.bottom().max(rect.bottom()));
                        if let Some(joined) = Rect::from_ltrb(last.left(), top, rect.right(), bottom) {
                            *last = joined;
                        }
                    }
                    _ => rects.push(rect),
                }
            }
        }
    }

    fn path(&mut self, surface: &mut Surface<'_>, path: &Path, x: f32, y: f32) {
        let mut builder = PathBuilder::new();
        let mut extent = None;
        for step in &path.steps {
            match *step {
                Step::Move(a, b) => builder.move_to(a + x, b + y),
                Step::Line(a, b) => builder.line_to(a + x, b + y),
                Step::Curve(a, b, c, d, e, f) => builder.cubic_to(a + x, b + y, c + x, d + y, e + x, f + y),
                Step::Close => builder.close(),
            }
            if let Step::Move(a, b) | Step::Line(a, b) | Step::Curve(.., a, b) = *step {
                extent = Some(union(extent, (a + x, b + y, a + x, b + y)));
            }
        }
        let Some(built) = builder.finish() else { return };
        surface.set_fill(path.fill.map(fill));
        surface.set_stroke(path.pen.map(|pen| Stroke {
            paint: colour(pen.ink).into(),
            width: pen.width,
            line_cap: if pen.round { LineCap::Round } else { LineCap::Butt },
            dash: pen.dash.map(|(on, off)| StrokeDash { array: vec![on, off], offset: 0.0 }),
            opacity: NormalizedF32::ONE,
            ..Stroke::default()
        }));
        surface.draw_path(&built);
        if let (Some(slot), Some(extent)) = (path.slot, extent) {
            let half = path.pen.map_or(0.0, |pen| pen.width / 2.0);
            self.cover(slot, (extent.0 - half, extent.1 - half, extent.2 + half, extent.3 + half));
        }
    }

    fn drawing(&mut self, surface: &mut Surface<'_>, drawing: &Drawing, x: f32, y: f32) {
        let Some(size) = Size::from_wh(drawing.width, drawing.height) else { return };
        let (left, top) = (drawing.x + x, drawing.y + y);
        surface.push_transform(&Transform::from_translate(left, top));
        // Always `Some`: the method only fails for sizes that `Size` does not let through.
        let _ = surface.draw_svg(&drawing.tree, size, SvgSettings::default());
        surface.pop();
        self.cover(drawing.slot, (left, top, left + drawing.width, top + drawing.height));
    }

    /// Widens the extent of what a place shows.
    fn cover(&mut self, slot: Slot, extent: (f32, f32, f32, f32)) {
        let known = self.painted.extents[slot.index()]
            .filter(|(page, _)| *page == self.page)
            .map(|(_, rect)| (rect.left(), rect.top(), rect.right(), rect.bottom()));
        let (left, top, right, bottom) = union(known, extent);
        self.painted.extents[slot.index()] = Rect::from_ltrb(left, top, right, bottom).map(|rect| (self.page, rect));
    }
}

/// Operations in the order in which they are read: what is drawn lies under the text, and the runs follow one another as
/// their places were made, so that a cell of several lines is read as one and is one marked content.
fn in_reading_order(ops: &[Op]) -> Vec<&Op> {
    let mut ordered: Vec<&Op> = ops.iter().collect();
    // Stable: what has the same place keeps its order.
    ordered.sort_by_key(|op| match op {
        Op::Run(Run { slot: Some(slot), .. }) => slot.index() + 1,
        _ => 0,
    });
    ordered
}

/// Glyphs and text of a run in which no-break spaces are spaces; `None` where it has none. Both are one glyph in the
/// faces, and a glyph stands for one character; a second one would need a nested replacement text at each place.
fn plain_spaces(run: &Run) -> Option<(Vec<Glyph>, String)> {
    const NO_BREAK: char = '\u{a0}';
    let from = run.glyphs.first()?.range.start as usize;
    let to = run.glyphs.last()?.range.end as usize;
    let own = run.text.get(from..to)?;
    if !own.contains(NO_BREAK) {
        return None;
    }
    // Each replaced space is one byte shorter.
    let shorter = |at: u32| {
        let before = own.get(..(at as usize).checked_sub(from)?)?;
        Some((before.len() - before.matches(NO_BREAK).count()) as u32)
    };
    let glyphs = run
        .glyphs
        .iter()
        .map(|glyph| Some(Glyph { range: shorter(glyph.range.start)?..shorter(glyph.range.end)?, ..glyph.clone() }));
    Some((glyphs.collect::<Option<Vec<_>>>()?, own.replace(NO_BREAK, " ")))
}

fn union(known: Option<(f32, f32, f32, f32)>, more: (f32, f32, f32, f32)) -> (f32, f32, f32, f32) {
    known.map_or(more, |known| (known.0.min(more.0), known.1.min(more.1), known.2.max(more.2), known.3.max(more.3)))
}

fn colour(ink: Ink) -> rgb::Color {
    rgb::Color::new(ink.0, ink.1, ink.2)
}

fn fill(ink: Ink) -> Fill {
    Fill { paint: colour(ink).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

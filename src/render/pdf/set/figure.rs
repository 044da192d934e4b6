//! Plots: pictures with their captions, drawn as vectors with real text.

use std::borrow::Cow;
use std::rc::Rc;

use krilla::tagging::Tag;

use super::super::flow::Item;
use super::super::fonts::{FAMILIES, Face};
use super::super::ink::{Drawing, Op};
use super::super::style::{CAPTION, INK};
use super::super::text::Span;
use super::super::text::place::Column;
use super::{Frame, Galley};
use crate::document::characters::{is_hint, is_hostile, stated};
use crate::document::{Picture, Plot};

/// Points a CSS pixel.
const PIXEL: f32 = 0.75;
/// Smallest scale at which a wide picture is preferred to a narrow one: text of 12 pixels then has 7.4 points.
const SCALE: f32 = 0.82;

impl Galley<'_> {
    /// A plot: caption above, picture below, on one page.
    pub fn plot(&mut self, plot: &Plot, frame: Frame) {
        let full = if frame.outer { self.sheet.full } else { frame.width };
        let Some((picture, scale)) = choose(&plot.pictures, full) else {
            self.problem(
                "pdf::no-picture",
                format!("plot {} has no picture", plot.id),
                "report this: a plot is drawn at one width at least",
            );
            return;
        };
        let element = self.tags.element(frame.parent, Tag::Div);
        let caption = self.tags.element(element, Tag::P);
        let mut spans = Vec::new();
        if plot.number > 0 {
            let slot = self.tags.leaf(caption, Tag::Strong);
            let style = CAPTION.in_face(Face::SansBold).in_ink(INK);
            spans.push(Span::new(format!("Figure\u{a0}{}. ", plot.number), style, Some(slot)));
        }
        spans.extend(self.inlines(&plot.caption, CAPTION, caption));
        let width = picture.width as f32 * PIXEL * scale;
        let lines = self.set(spans, CAPTION, Column::left(frame.x, frame.width.max(width.min(full))));
        let at = self.items.len();
        self.push(lines, 14.0, true, true, frame.ground);
        let depth = self.sheet.depth() - 60.0;
        let height = picture.height as f32 * PIXEL * scale;
        let shrink = if height > depth { depth / height } else { 1.0 };
        let slot = self.tags.leaf(element, Tag::Figure(Some(plot.alt.clone())));
        if let Some(tree) = self.picture(plot, picture) {
            let (width, height) = (width * shrink, height * shrink);
            let drawing = Drawing { x: frame.x, y: 0.0, width, height, slot, tree: Rc::new(tree) };
            let item = Item { height, before: 4.0, ops: vec![Op::Drawing(drawing)], ..Item::default() };
            self.items.push(item);
        }
        for item in &mut self.items[at..] {
            item.wide = frame.outer;
        }
        if let Some(first) = self.items.get_mut(at) {
            first.floats = frame.outer;
        }
        self.put_anchor(at, &plot.id);
        self.space_after(10.0);
    }

    /// Parses a picture. What would vanish silently is a problem: a family that isn't there, a linked image.
    fn picture(&mut self, plot: &Plot, picture: &Picture) -> Option<usvg::Tree> {
        let svg = self.lettered(&picture.svg);
        let document = match usvg::roxmltree::Document::parse(&svg) {
            Ok(document) => document,
            Err(error) => {
                self.unreadable(plot, format!("its SVG can't be read: {error}"));
                return None;
            }
        };
        for node in document.descendants().filter(|node| node.is_element()) {
            if node.tag_name().name() == "image" {
                self.unreadable(plot, "it holds an image, and only lines, areas and text can be set".to_string());
                return None;
            }
            if let Some(list) = node.attribute("font-family") {
                let known = list.split(',').map(|family| family.trim().trim_matches(['"', '\'']));
                if !known.clone().any(|family| family == "sans-serif" || FAMILIES.contains(&family)) {
                    self.unreadable(plot, format!("it asks for the font {list}, which is not there"));
                    return None;
                }
            }
        }
        let options = usvg::Options {
            font_family: "Source Sans 3".to_string(),
            fontdb: self.shaper.fonts.database(),
            style_sheet: Some(self.colours.to_string()),
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..usvg::Options::default()
        };
        match usvg::Tree::from_xmltree(&document, &options) {
            Ok(tree) => Some(tree),
            Err(error) => {
                self.unreadable(plot, format!("its SVG can't be drawn: {error}"));
                None
            }
        }
    }

    /// The same SVG with characters that its face lacks stated by their number, as the plot's labels were measured. Its
    /// markup is ASCII.
    fn lettered<'s>(&mut self, svg: &'s str) -> Cow<'s, str> {
        let fonts = self.shaper.fonts;
        let lacks = |character: char| {
            !character.is_ascii()
                && (is_hostile(character) || is_hint(character) || !fonts.covers(Face::Sans, character))
        };
        stated(svg, lacks, |character| self.shaper.stated.push(character))
    }

    fn unreadable(&mut self, plot: &Plot, cause: String) {
        self.problem(
            "pdf::picture",
            format!("plot {} can't be set: {cause}", plot.id),
            "draw it with lines, areas and text in the fonts that the tool carries",
        );
    }
}

/// The widest picture that keeps its text legible in `full` points, and its scale; the narrowest if none does.
fn choose(pictures: &[Picture], full: f32) -> Option<(&Picture, f32)> {
    let scale = |picture: &Picture| (full / (picture.width.max(1) as f32 * PIXEL)).min(1.0);
    let fitting = pictures.iter().filter(|picture| scale(picture) >= SCALE).max_by_key(|picture| picture.width);
    fitting.or_else(|| pictures.iter().min_by_key(|picture| picture.width)).map(|picture| (picture, scale(picture)))
}

//! The tag tree as the writer wants it, and the outline.

use krilla::Document as Writer;
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{BBox, TagGroup, TagKind, TagTree};

use super::super::paginate::Pages;
use super::super::set::{Galley, OutlineEntry};
use super::super::tags::{Child, Element, Tags};
use super::paint::{Painted, destination};

/// Writes tag tree and outline.
pub fn write(writer: &mut Writer, galley: &Galley<'_>, pages: &Pages, mut painted: Painted) {
    let language = super::metadata::language(galley.part);
    let mut tree = TagTree::new().with_lang(Some(language));
    if let Some(group) = group(&galley.tags, galley.tags.root(), &mut painted) {
        tree.push(group);
    }
    writer.set_tag_tree(tree);
    writer.set_outline(outline(&galley.outline, pages));
}

/// An element with its content; none where nothing was painted for it.
fn group(tags: &Tags, element: Element, painted: &mut Painted) -> Option<TagGroup> {
    let mut tag = tags.tag(element).clone();
    if let TagKind::Figure(figure) = &mut tag {
        let slot = tags
            .children(element)
            .iter()
            .find_map(|child| if let Child::Slot(slot) = child { Some(slot) } else { None });
        let extent = slot.and_then(|slot| painted.extents[slot.index()]);
        figure.set_bbox(extent.map(|(page, rect)| BBox::new(page, rect)));
    }
    let mut group = TagGroup::new(tag);
    let mut empty = true;
    for child in tags.children(element) {
        match child {
            Child::Element(inner) => {
                if let Some(inner) = self::group(tags, *inner, painted) {
                    group.push(inner);
                    empty = false;
                }
            }
            Child::Slot(slot) => {
                for content in std::mem::take(&mut painted.contents[slot.index()]) {
                    group.push(content);
                    empty = false;
                }
            }
        }
    }
    (!empty).then_some(group)
}

/// Headings as a tree: each under the nearest before it of a higher level.
fn outline(entries: &[OutlineEntry], pages: &Pages) -> Outline {
    let mut outline = Outline::new();
    let mut open: Vec<(u8, OutlineNode)> = Vec::new();
    let mut close = |open: &mut Vec<(u8, OutlineNode)>, level: u8| {
        while open.last().is_some_and(|(known, _)| *known >= level) {
            let Some((_, node)) = open.pop() else { break };
            match open.last_mut() {
                Some((_, above)) => above.push_child(node),
                None => outline.push_child(node),
            }
        }
    };
    for entry in entries {
        close(&mut open, entry.level);
        let text = if entry.text.trim().is_empty() { "(untitled)" } else { &entry.text };
        let node = OutlineNode::new(text.to_string(), destination(pages, entry.anchor)).with_open(entry.level <= 2);
        open.push((entry.level, node));
    }
    close(&mut open, 0);
    outline
}

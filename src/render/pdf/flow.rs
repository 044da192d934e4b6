//! The galley's flow: what stands below what, before pages exist.

use std::rc::Rc;

use super::ink::{LinkId, Op};
use super::style::Ink;
use super::tags::Slot;

/// An anchor, by its place in the list of anchors.
pub type AnchorId = usize;

/// Something that stands on one page as a whole. Operations are placed from the left edge of the text and its own top.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Height.
    pub height: f32,
    /// Space above; dropped at the top of a page.
    pub before: f32,
    /// What to paint.
    pub ops: Vec<Op>,
    /// True where the next item must stand on the same page.
    pub keep: bool,
    /// Notes that are marked in it.
    pub notes: Vec<usize>,
    /// Anchors at its top.
    pub anchors: Vec<AnchorId>,
    /// The ground that it stands on together with its neighbours.
    pub ground: Option<Ground>,
    /// What is repeated above it where it begins a page.
    pub head: Option<Rc<Head>>,
    /// A remark beside it.
    pub marginal: Option<Box<Marginal>>,
    /// True where it uses the marginal column itself.
    pub wide: bool,
    /// True where it stands on a sheet on its side.
    pub sideways: bool,
    /// True where it begins a page.
    pub fresh: bool,
    /// True where text that follows may come before it if it does not fit: a figure with its caption.
    pub floats: bool,
    /// True where a section begins: figures of the one before come first, if the page is nearly full.
    pub section: bool,
    /// Page numbers that are known later.
    pub references: Vec<Reference>,
}

impl Item {
    /// White that is never added to other white: the larger of both stands, and none at the edges of a page.
    pub fn space(height: f32) -> Self {
        Item { before: height, ..Item::default() }
    }

    /// True for white alone.
    pub fn is_space(&self) -> bool {
        self.height == 0.0 && self.ops.is_empty() && self.anchors.is_empty()
    }
}

/// What is repeated where a table goes on.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Height.
    pub height: f32,
    /// What to paint; all decoration, since the first head is the tagged one.
    pub ops: Vec<Op>,
    /// What closes the rows above at the foot of a page that the table leaves; decoration, without height.
    pub foot: Vec<Op>,
}

/// A remark in the marginal column.
#[derive(Clone, Debug)]
pub struct Marginal {
    /// Height.
    pub height: f32,
    /// What to paint.
    pub ops: Vec<Op>,
}

/// A coloured ground under neighbouring items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Items with the same number share it.
    pub number: usize,
    /// Colour.
    pub ink: Ink,
    /// Left edge.
    pub x: f32,
    /// Width.
    pub width: f32,
    /// How far it reaches above the first and below the last item.
    pub pad: f32,
}

/// A line of the contents that waits for its page number.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Whose page.
    pub anchor: AnchorId,
    /// Top of the line in its item.
    pub top: f32,
    /// Where the number belongs.
    pub slot: Slot,
    /// The link around it.
    pub link: LinkId,
    /// Left end of the leader.
    pub from: f32,
    /// Right end of the number.
    pub to: f32,
    /// True for a part's line.
    pub strong: bool,
}

/// A note at the foot of a page: its lines.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Its lines, each with its height.
    pub lines: Vec<(f32, Vec<Op>)>,
    /// Notes that are marked in it.
    pub nested: Vec<usize>,
    /// Where marks lead.
    pub anchor: AnchorId,
}

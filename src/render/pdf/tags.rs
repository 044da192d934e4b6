//! The tag tree under construction.
//!
//! Layout makes elements and reserves places for their content ([`Slot`]); painting fills each place with as many marked
//! contents as pages and colours need; [`super::write`] then builds the writer's tree from both.

use krilla::tagging::TagKind;

/// An element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element(usize);

/// A place for content in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(usize);

impl Slot {
    /// Position in the list of all places.
    pub fn index(self) -> usize {
        self.0
    }
}

/// What an element holds, in reading order.
#[derive(Clone, Copy, Debug)]
pub enum Child {
    /// Another element.
    Element(Element),
    /// A place for content.
    Slot(Slot),
}

#[derive(Debug)]
struct Node {
    tag: TagKind,
    children: Vec<Child>,
}

/// All elements and places.
#[derive(Debug)]
pub struct Tags {
    nodes: Vec<Node>,
    slots: usize,
}

impl Tags {
    /// A tree that is one element.
    pub fn new(root: impl Into<TagKind>) -> Self {
        Tags { nodes: vec![Node { tag: root.into(), children: Vec::new() }], slots: 0 }
    }

    /// The outermost element.
    pub fn root(&self) -> Element {
        Element(0)
    }

    /// A new element at the end of `parent`.
    pub fn element(&mut self, parent: Element, tag: impl Into<TagKind>) -> Element {
        let element = Element(self.nodes.len());
        self.nodes.push(Node { tag: tag.into(), children: Vec::new() });
        self.nodes[parent.0].children.push(Child::Element(element));
        element
    }

    /// A new place at the end of `parent`.
    pub fn slot(&mut self, parent: Element) -> Slot {
        let slot = Slot(self.slots);
        self.slots += 1;
        self.nodes[parent.0].children.push(Child::Slot(slot));
        slot
    }

    /// A new element with one place.
    pub fn leaf(&mut self, parent: Element, tag: impl Into<TagKind>) -> Slot {
        let element = self.element(parent, tag);
        self.slot(element)
    }

    /// How many places there are.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The tag of an element.
    pub fn tag(&self, element: Element) -> &TagKind {
        &self.nodes[element.0].tag
    }

    /// What an element holds.
    pub fn children(&self, element: Element) -> &[Child] {
        &self.nodes[element.0].children
    }
}

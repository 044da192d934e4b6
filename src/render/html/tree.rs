//! The way through a site: which page is above, below and beside each.

use std::collections::BTreeMap;

use super::address;
use crate::document::Document;
use serde::Serialize;

/// So many neighbours of a page the navigation shows on each side; the page above lists all of them. It bounds the
/// weight of a page where a campaign has hundreds of phases.
const NEIGHBOURS: usize = 12;

/// A page to go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Stop {
    pub(super) label: String,
    pub(super) href: String,
    /// True for the page itself.
    pub(super) is_current: bool,
    /// 0 for the topmost page and those right below it, 1 below these.
    pub(super) depth: usize,
}

/// Who is whose child, by index into the documents.
#[derive(Clone, Debug)]
pub(super) struct Tree<'a> {
    documents: &'a [Document],
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// Position of each document among the children of its parent.
    positions: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// A parent that is not there, or not above its child in the order, counts as the topmost document; so no chain of
    /// parents can close to a ring.
    pub(super) fn of(documents: &'a [Document]) -> Self {
        let indices: BTreeMap<&str, usize> =
            documents.iter().enumerate().map(|(index, document)| (document.id.as_str(), index)).collect();
        let mut children = vec![Vec::new(); documents.len()];
        let mut parents = Vec::with_capacity(documents.len());
        let mut positions = Vec::with_capacity(documents.len());
        for (index, document) in documents.iter().enumerate() {
            let named = document.parent.as_ref().and_then(|parent| indices.get(parent.as_str()).copied());
            let parent = (index > 0).then(|| named.filter(|parent| *parent < index).unwrap_or(0));
            let siblings: Option<&mut Vec<usize>> = parent.and_then(|parent| children.get_mut(parent));
            positions.push(siblings.map_or(0, |siblings| {
                siblings.push(index);
                siblings.len() - 1
            }));
            parents.push(parent);
        }
        Tree { documents, parents, children, positions }
    }

    /// The pages above, topmost first, and the page itself.
    pub(super) fn crumbs(&self, index: usize) -> Vec<Stop> {
        let mut crumbs: Vec<Stop> = std::iter::successors(Some(index), |at| self.parent(*at))
            .filter_map(|at| self.stop(at, index, 0))
            .collect();
        crumbs.reverse();
        crumbs
    }

    /// The navigation of a page: the topmost, what lies below it, and below the branch that the page is in.
    pub(super) fn stops(&self, index: usize) -> Vec<Stop> {
        let line: Vec<usize> = std::iter::successors(Some(index), |at| self.parent(*at)).collect();
        let mut stops = Vec::new();
        stops.extend(self.stop(0, index, 0));
        for child in self.near(0, &line) {
            stops.extend(self.stop(child, index, 0));
            if line.contains(&child) {
                stops.extend(self.near(child, &line).into_iter().filter_map(|below| self.stop(below, index, 1)));
            }
        }
        stops
    }

    /// The page before and the page after among those with the same parent.
    pub(super) fn turns(&self, index: usize) -> (Option<Stop>, Option<Stop>) {
        let at = self.positions.get(index).copied().unwrap_or(0);
        let sibling = |at: Option<usize>| {
            let siblings = self.parent(index).and_then(|parent| self.children.get(parent))?;
            siblings.get(at?).and_then(|sibling| self.stop(*sibling, index, 0))
        };
        let first = self.children.first().and_then(|children| children.first()).and_then(|at| self.stop(*at, index, 0));
        let next = if index == 0 { first } else { sibling(at.checked_add(1)) };
        (sibling(at.checked_sub(1)), next)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        self.parents.get(index).copied().flatten()
    }

    /// The children of a page, at most [`NEIGHBOURS`] on each side of the one that `line` goes through.
    fn near(&self, index: usize, line: &[usize]) -> Vec<usize> {
        let children = self.children.get(index).map_or(&[][..], Vec::as_slice);
        let at = children.iter().position(|child| line.contains(child)).unwrap_or(0);
        let from = at.saturating_sub(NEIGHBOURS);
        children.iter().skip(from).take(at - from + NEIGHBOURS + 1).copied().collect()
    }

    fn stop(&self, index: usize, current: usize, depth: usize) -> Option<Stop> {
        self.documents.get(index).map(|document| Stop {
            label: document.short_title.clone(),
            href: address::page(&document.id),
            is_current: index == current,
            depth,
        })
    }
}

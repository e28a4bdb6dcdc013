//! Trees of walks, and their flat form.

use super::sight::SightNode;
use crate::geometry::Cell;

/// A tree of cells under construction. Node 0 is the root and has no cell.
#[derive(Clone)]
pub(super) struct Trie {
    nodes: Vec<Node>,
}

#[derive(Clone)]
struct Node {
    cell: Cell,
    kinds: u64,
    children: Vec<u32>,
}

impl Default for Trie {
    fn default() -> Self {
        Trie { nodes: vec![Node { cell: Cell::NONE, kinds: 0, children: Vec::new() }] }
    }
}

impl Trie {
    /// Adds a walk; its last cell is marked with `kinds`.
    pub(super) fn insert(&mut self, walk: &[Cell], kinds: u64) {
        let mut at = 0usize;
        for &cell in walk {
            let known =
                self.nodes[at].children.iter().find(|&&c| self.nodes[c as usize].cell == cell);
            at = if let Some(&child) = known {
                child as usize
            } else {
                let child = self.nodes.len();
                self.nodes.push(Node { cell, kinds: 0, children: Vec::new() });
                self.nodes[at].children.push(child as u32);
                child
            };
        }
        self.nodes[at].kinds |= kinds;
    }

    /// The nodes in depth-first order.
    pub(super) fn flatten(&self) -> Vec<SightNode> {
        let mut flat = Vec::with_capacity(self.nodes.len() - 1);
        for &child in &self.nodes[0].children {
            self.append(child, u16::MAX, &mut flat);
        }
        flat
    }

    fn append(&self, node: u32, parent: u16, flat: &mut Vec<SightNode>) {
        let Node { cell, kinds, children } = &self.nodes[node as usize];
        let index = flat.len();
        flat.push(SightNode { kinds: *kinds, cell: *cell, skip: 0, parent });
        for &child in children {
            self.append(child, index as u16, flat);
        }
        flat[index].skip = (flat.len() - index) as u16;
    }
}

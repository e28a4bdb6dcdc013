// A game with its branches. Owns: which position follows which. Invariants: the first child of a
// node is its main continuation; texts of moves are the engine's. Knows no rule.

import type { MoveInfo, Score, State } from '../engine/parse';

/** What a search last said of a position. */
export interface Verdict {
  depth: number;
  score: Score;
  /** Expected utility of every player, from 0 to 1. */
  values: number[];
}

export interface Node {
  id: number;
  parent: Node | null;
  children: Node[];
  /** The child that was shown last. */
  next: Node | null;
  /** Moves from the root. */
  ply: number;
  /** The text of the move that led here; empty at the root. */
  text: string;
  /** The letter of the player who made it. */
  mover: string;
  move: MoveInfo | null;
  state: State | null;
  verdict: Verdict | null;
  /** Milliseconds left to every player after the move, in games with clocks. */
  clocks: number[] | null;
}

let nextId = 1;

export function newNode(parent: Node | null, text: string): Node {
  return {
    id: nextId++,
    parent,
    children: [],
    next: null,
    ply: parent ? parent.ply + 1 : 0,
    text,
    mover: parent?.state?.turn ?? '',
    move: null,
    state: null,
    verdict: null,
    clocks: null,
  };
}

/** The child by a move, made if there is none yet. */
export function childBy(node: Node, text: string): Node {
  const old = node.children.find((child) => child.text === text);
  if (old) return old;
  const child = newNode(node, text);
  node.children.push(child);
  return child;
}

/** The nodes from the root to a node, both included. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** The texts of the moves from the root to a node. */
export const movesTo = (node: Node): string[] =>
  pathTo(node)
    .slice(1)
    .map((at) => at.text);

/** The position that follows where one came from, else the main continuation. */
export const nextOf = (node: Node): Node | null =>
  node.next && node.children.includes(node.next) ? node.next : (node.children[0] ?? null);

/** The line through a node: from the root to it, and on as one goes forward. */
export function lineThrough(node: Node): Node[] {
  const line = pathTo(node);
  for (let at = nextOf(node); at; at = nextOf(at)) line.push(at);
  return line;
}

/** A node and all that follow it, in any order. */
export function allFrom(node: Node): Node[] {
  const found = [node];
  for (const at of found) found.push(...at.children);
  return found;
}

export function rootOf(node: Node): Node {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

/** Whether a node lies on the path to another or is it. */
export function isOnPath(node: Node, to: Node): boolean {
  for (let at: Node | null = to; at; at = at.parent) if (at === node) return true;
  return false;
}

/** Makes the branch that a node is part of the main one, up to the root. */
export function promote(node: Node): void {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** Takes a node and all that follows out of the tree; its parent. */
export function prune(node: Node): Node | null {
  if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
  return node.parent;
}

/** A tree as nested lists: moves in order, after each move the branches beside it. */
export type Packed = (string | Packed)[];

export function pack(node: Node): Packed {
  const packed: Packed = [];
  for (let at = node; at.children.length > 0; ) {
    const [first, ...others] = at.children as [Node, ...Node[]];
    packed.push(first.text);
    for (const other of others) packed.push([other.text, ...pack(other)]);
    at = first;
  }
  return packed;
}

export function unpack(onto: Node, packed: Packed): void {
  let at = onto;
  let before = onto;
  for (const entry of packed) {
    if (typeof entry === 'string') {
      before = at;
      at = childBy(at, entry);
    } else {
      unpack(before, entry);
    }
  }
}

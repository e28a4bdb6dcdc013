// The game on the board. Owns: which game is chosen, its tree, which position is shown, and that the
// engine has the same position. Everything that follows from a position (who moves next, a search,
// saving) hears of it through `onSettled`. Knows no rule: the engine says what is legal.

import { batch, computed, signal } from '@preact/signals';
import {
  type BoardInfo,
  type Cell,
  type GameTitle,
  type Kind,
  type MoveInfo,
  type State,
  type Variant,
  readBoard,
  readGames,
  readKinds,
  readLine,
  readMoves,
  readState,
  readVariant,
} from '../engine/parse';
import { EngineError, ask, connect, demand } from '../engine/socket';
import { type Piece, readPlacement } from './notation';
import { type Node, childBy, movesTo, newNode, prune, rootOf } from './tree';

/** All that the engine says about a game, whatever its position. */
export interface World {
  variant: Variant;
  board: BoardInfo;
  cells: Map<string, Cell>;
  kinds: Map<string, Kind>;
  symbols: Set<string>;
}

export interface Notice {
  text: string;
  kind: 'info' | 'error';
}

export const games = signal<GameTitle[]>([]);
export const world = signal<World | null>(null);
export const current = signal<Node>(newNode(null, ''));
/** The position string of the root; none for the start position of the game. */
export const rootFen = signal<string | null>(null);
export const legal = signal<MoveInfo[]>([]);
/** Whether the engine has yet to say what a move leads to: until then there is no other. */
export const moving = signal(false);
/** Changes whenever anything in the tree does. */
export const revision = signal(0);
export const notice = signal<Notice | null>(null);
/** What the game is called where it came from a file. */
export const gameLabel = signal('');

export const state = computed<State | null>(() => {
  revision.value;
  return current.value.state;
});

export const placement = computed<Map<string, Piece>>(() => {
  const [at, here] = [world.value, state.value];
  if (!at || !here) return new Map();
  return readPlacement(here.fen, at.board, at.variant.players, at.symbols);
});

export const touch = (): void => {
  revision.value += 1;
};

type Settled = (node: Node, moved: boolean) => void;
const listeners: Settled[] = [];

/** Calls `heard` whenever a position is shown and the engine has it; `moved` after a new move. */
export function onSettled(heard: Settled): void {
  listeners.push(heard);
}

const begun: (() => void)[] = [];

/** Calls `heard` whenever another tree begins: what belonged to the one before is over. */
export function onBegun(heard: () => void): void {
  begun.push(heard);
}

let noticeTimer = 0;
export function say(text: string, kind: Notice['kind'] = 'info'): void {
  notice.value = { text, kind };
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => {
    notice.value = null;
  }, 6000);
}

export function complain(error: unknown): void {
  say(error instanceof Error ? error.message : String(error), 'error');
}

/** The command that sets up the position of a node. */
export function positionLine(node: Node): string {
  const moves = movesTo(node);
  const from = rootFen.value === null ? 'startpos' : `fen ${rootFen.value}`;
  return `position ${from}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
}

const worlds = new Map<string, World>();

/** Chooses a game in the engine and learns what there is to know of it. */
async function enter(id: string): Promise<World> {
  const known = worlds.get(id);
  if (known) {
    await demand('stop', `setoption name UCI_Variant value ${id}`);
    return known;
  }
  const lines = await demand(
    'stop',
    `setoption name UCI_Variant value ${id}`,
    'query variant',
    'query board',
    'query pieces',
  );
  const board = readBoard(lines);
  const kinds = readKinds(lines);
  const found: World = {
    variant: readVariant(lines.find((line) => line.startsWith('variant ')) ?? ''),
    board,
    cells: new Map(board.cells.map((cell) => [cell.name, cell])),
    kinds: new Map(kinds.map((kind) => [kind.symbol, kind])),
    symbols: new Set(kinds.map((kind) => kind.symbol)),
  };
  worlds.set(id, found);
  return found;
}

let showing = 0;

/** Shows a position of the tree. */
export async function show(node: Node, moved = false): Promise<void> {
  const mine = ++showing;
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
  if (node.state && node !== current.value) {
    batch(() => {
      current.value = node;
      legal.value = [];
    });
  }
  try {
    const lines = await demand(positionLine(node), 'query state', 'query moves');
    node.state = readState(lines.find((line) => line.startsWith('state ')) ?? '');
    if (mine !== showing) return;
    batch(() => {
      current.value = node;
      legal.value = readMoves(lines);
      moving.value = false;
      touch();
    });
    for (const heard of listeners) heard(node, moved);
  } catch (error) {
    if (mine === showing && !isGone(error)) complain(error);
  }
}

/** Goes to a position of the tree. To where one is there is no way: a search there goes on. */
export function visit(node: Node): void {
  if (node !== current.value) void show(node);
}

const isGone = (error: unknown): boolean =>
  error instanceof EngineError && error.message.includes('gone away');

/**
 * Plays a legal move, or `resign` or `timeout`, in the position shown. Nothing is played while a move
 * is under way: it was meant for a position that is no more.
 */
export async function play(text: string): Promise<void> {
  if (moving.value) return;
  const at = current.value;
  const move = legal.value.find((candidate) => candidate.text === text) ?? null;
  const node = childBy(at, text);
  node.move ??= move;
  node.mover = at.state?.turn ?? '';
  moving.value = true;
  try {
    await show(node, true);
  } finally {
    moving.value = false;
    // What the engine has not heard of was not played.
    if (!node.state) prune(node);
  }
}

/**
 * Begins a tree. Throws what the engine says of a game that it does not know, of a position that it
 * refuses, or of moves from there that are not legal; then all is as it was.
 */
export async function begin(
  id: string,
  fen: string | null = null,
  moves: string[] = [],
): Promise<void> {
  showing += 1;
  const root = newNode(null, '');
  try {
    const found = await enter(id);
    const setup = fen === null ? 'position startpos' : `position fen ${fen}`;
    if (moves.length > 0) await demand(`${setup} moves ${moves.join(' ')}`);
    const lines = await demand(setup, 'query state', 'query moves');
    batch(() => {
      rootFen.value = fen;
      world.value = found;
      root.state = readState(lines.find((line) => line.startsWith('state ')) ?? '');
      current.value = root;
      legal.value = readMoves(lines);
      gameLabel.value = '';
      for (const heard of begun) heard();
      touch();
    });
  } catch (error) {
    const before = world.value;
    if (before) {
      await enter(before.variant.id).catch(() => undefined);
      void show(current.value);
    }
    throw error;
  }
  for (const heard of listeners) heard(root, false);
}

/**
 * Asks what the moves of a tree do, line by line. What is not legal is cut off; the first error is
 * returned.
 */
export async function describeTree(root: Node): Promise<string | null> {
  let error: string | null = null;
  const starts: Node[] = [root];
  for (let from = starts.shift(); from; from = starts.shift()) {
    const line: Node[] = [];
    for (let at = from.children[0]; at; at = at.children[0]) line.push(at);
    const before = from.parent && from !== root ? from.parent : from;
    const chain = before === from ? line : [from, ...line];
    for (const node of [from, ...line]) starts.push(...node.children.slice(1));
    if (chain.length === 0) continue;
    error = (await describeChain(before, chain)) ?? error;
  }
  touch();
  return error;
}

/** Moves that the engine is asked about at once: it answers with the position after each. */
const AT_ONCE = 500;

async function describeChain(before: Node, chain: Node[]): Promise<string | null> {
  for (let from = 0; from < chain.length; from += AT_ONCE) {
    const part = chain.slice(from, from + AT_ONCE);
    const error = await describePart(chain[from - 1] ?? before, part);
    if (error) return error;
  }
  return null;
}

async function describePart(before: Node, chain: Node[]): Promise<string | null> {
  const texts = chain.map((node) => node.text).join(' ');
  const lines = await ask(positionLine(before), `query line ${texts}`);
  const refused = lines.find((line) => line.startsWith('error '));
  if (refused) {
    // What was not refused for one of its moves stays: there may be too many of them.
    const number = Number(/^error query line: move (\d+) /.exec(refused)?.[1] ?? 0);
    const bad = chain[number - 1];
    if (!bad) return refused.slice(6);
    prune(bad);
    await describePart(before, chain.slice(0, number - 1));
    return refused.slice(6).replace(/^query line: /, '');
  }
  readLine(lines).forEach((ply, i) => {
    const node = chain[i];
    if (!node) return;
    Object.assign(node, { move: ply.move, mover: ply.mover, state: ply.state });
    node.text = ply.move.text;
  });
  return null;
}

export const root = (): Node => rootOf(current.value);

/** Connects; `first` runs when there is an engine for the first time. */
export function start(first: () => Promise<void>): void {
  let begun = false;
  connect(() => {
    void (async () => {
      try {
        if (!begun) {
          games.value = readGames(await ask('query games'));
          await first();
          begun = true;
        } else if (world.value) {
          await demand(`setoption name UCI_Variant value ${world.value.variant.id}`);
          await show(current.value);
        }
      } catch (error) {
        if (!isGone(error)) complain(error);
      }
    })();
  });
}

/** The player whose turn it is, by number in turn order. */
export const seatOf = (letter: string): number =>
  world.value?.variant.players.indexOf(letter) ?? -1;

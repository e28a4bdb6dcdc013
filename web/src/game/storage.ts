// The game in the browser's storage, so that a reload goes on where one was. Owns: what is kept.

import { analysing } from './analysis';
import { clocks, setClocks, timesLeft } from './clocks';
import {
  type Seat,
  type TimeControl,
  bottom,
  control,
  hurried,
  live,
  paused,
  seatPlayers,
  seated,
  seats,
  tip,
} from './play';
import { type GameRecord, opened } from './records';
import {
  begin,
  current,
  describeTree,
  gameLabel,
  onSettled,
  revision,
  root,
  rootFen,
  show,
  world,
} from './session';
import { type Packed, movesTo, pack, pathTo, unpack } from './tree';

interface Saved {
  game: string;
  fen: string | null;
  tree: Packed;
  path: string[];
  tip: string[] | null;
  seats: Seat[];
  control: TimeControl | null;
  live: boolean;
  paused: boolean;
  clocks: number[];
  /** What was left in the positions from the root to the tip. */
  times?: (number[] | null)[];
  bottom: number;
  analysing: boolean;
  label: string;
  seated?: boolean;
  record?: GameRecord | null;
}

const KEY = 'simurgh.game';

/** What was kept or found last, but for clocks that ran since; and as it then stood in the storage. */
let known = '';
let stored: string | null = null;

function gather(): Saved | null {
  const at = world.value;
  if (!at) return null;
  return {
    game: at.variant.id,
    fen: rootFen.value,
    tree: pack(root()),
    path: movesTo(current.value),
    tip: tip.value ? movesTo(tip.value) : null,
    seats: seats.value,
    control: control.value,
    live: live.value,
    paused: paused.value,
    clocks: [],
    times: tip.value ? pathTo(tip.value).map((node) => node.clocks) : [],
    bottom: bottom.value,
    analysing: analysing.value,
    label: gameLabel.value,
    seated: seated.value,
    record: opened.value,
  };
}

/** Keeps what was done here; where nothing was, what another page has kept since is left alone. */
function save(): void {
  const saved = gather();
  const text = JSON.stringify(saved);
  try {
    const idle = clocks.value.length === 0 || localStorage.getItem(KEY) !== stored;
    if (!saved || (text === known && idle)) return;
    known = text;
    stored = JSON.stringify({ ...saved, clocks: timesLeft() });
    localStorage.setItem(KEY, stored);
  } catch {
    // A full storage is no reason to disturb the game.
  }
  leaveLink();
}

const isLink = (): boolean => new URLSearchParams(location.search).has('game');

/** A reload goes on with what is kept, and does not begin what a link asked for once more. */
function leaveLink(): void {
  if (isLink()) history.replaceState(null, '', hurried.value ? '/?hurry' : '/');
}

let pending = 0;
const later = () => {
  clearTimeout(pending);
  if (isLink()) save();
  else pending = window.setTimeout(save, 150);
};

/** Keeps the game from now on. */
export function keep(): void {
  known = JSON.stringify(gather());
  onSettled(later);
  for (const signal of [seats, live, bottom, analysing, revision, paused, gameLabel]) {
    signal.subscribe(later);
  }
  addEventListener('pagehide', save);
}

/** Brings back what was kept; false if there is nothing. */
export async function restore(): Promise<boolean> {
  let saved: Saved;
  try {
    stored = localStorage.getItem(KEY);
    saved = JSON.parse(stored ?? 'null') as Saved;
    if (!saved?.game) return false;
    await begin(saved.game, saved.fen);
  } catch {
    return false;
  }
  const at = current.value;
  unpack(at, saved.tree ?? []);
  await describeTree(at);
  const find = (path: string[]) => {
    let node = at;
    for (const text of path) node = node.children.find((child) => child.text === text) ?? node;
    return node;
  };
  seats.value = saved.seats ?? [];
  seatPlayers();
  bottom.value = saved.bottom ?? 0;
  control.value = saved.control ?? null;
  setClocks(saved.clocks ?? []);
  paused.value = saved.paused ?? false;
  const game = saved.tip ? find(saved.tip) : null;
  for (const [i, node] of (game ? pathTo(game) : []).entries())
    node.clocks = saved.times?.[i] ?? null;
  tip.value = game;
  live.value = saved.live ?? false;
  analysing.value = saved.analysing ?? false;
  gameLabel.value = saved.label ?? '';
  seated.value = saved.seated ?? live.value;
  opened.value = saved.record ?? null;
  await show(find(saved.path ?? []));
  return true;
}

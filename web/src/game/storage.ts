// The game in the browser's storage, so that a reload goes on where one was. Owns: what is kept.

import { analysing } from './analysis';
import { setClocks, timesLeft } from './clocks';
import {
  type Seat,
  type TimeControl,
  bottom,
  control,
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

function save(): void {
  const at = world.value;
  if (!at) return;
  const saved: Saved = {
    game: at.variant.id,
    fen: rootFen.value,
    tree: pack(root()),
    path: movesTo(current.value),
    tip: tip.value ? movesTo(tip.value) : null,
    seats: seats.value,
    control: control.value,
    live: live.value,
    paused: paused.value,
    clocks: timesLeft(),
    times: tip.value ? pathTo(tip.value).map((node) => node.clocks) : [],
    bottom: bottom.value,
    analysing: analysing.value,
    label: gameLabel.value,
    seated: seated.value,
    record: opened.value,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full storage is no reason to disturb the game.
  }
}

let pending = 0;
const later = () => {
  clearTimeout(pending);
  pending = window.setTimeout(save, 150);
};

/** Keeps the game from now on. */
export function keep(): void {
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
    saved = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Saved;
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

// Playing: who sits where, whose clock runs, when the engine moves. Owns: seats, undo and redo,
// resigning. Knows no rule.

import { computed, signal } from '@preact/signals';
import { ask, connection, search, stopSearch } from '../engine/socket';
import { clocks, pay, run, running, setClocks, timeLeft, timesLeft } from './clocks';
import { settings } from './options';
import {
  complain,
  current,
  gameLabel,
  legal,
  moving,
  onBegun,
  onSettled,
  play,
  root,
  seatOf,
  show,
  state,
  touch,
  world,
} from './session';
import { type Node, allFrom, isOnPath, nextOf, prune } from './tree';

export interface Seat {
  who: 'human' | 'engine';
  /** The rating to play at; `FULL` for full strength. */
  elo: number;
  /** Seconds for a move where there are no clocks. */
  seconds: number;
}

/** Minutes for the game and seconds a move. */
export interface TimeControl {
  minutes: number;
  increment: number;
}

/** Above every rating that limits the engine: `HIGHEST_RATING` of `src/handicap.rs`. */
export const FULL = 4000;
export const WEAKEST = 400;

/** Moves of the engine that come at once could not be followed. */
const PACE = 350;

export const seats = signal<Seat[]>([]);
export const control = signal<TimeControl | null>(null);
/** Whether a game is being played: engines move on their turn, clocks run. */
export const live = signal(false);
/** Whether engines wait until the player goes on. */
export const paused = signal(false);
/** The position of the game being played; what is shown may be an earlier one. */
export const tip = signal<Node | null>(null);
export const thinking = signal(false);
/** Whether those who have seats made moves of the tree; else nobody knows who made them. */
export const seated = signal(false);
/** The player at the bottom of the board. */
export const bottom = signal(0);
/** For tests and for the impatient: no pause before moves of the engine. */
export const hurried = signal(false);

export const isOver = computed(() => state.value?.places != null);
/** Whether a person may move in the position shown. */
export const humanToMove = computed(() => {
  const here = state.value;
  if (!here || here.places || moving.value) return false;
  if (!live.value) return true;
  // Looking back is no move; taking back is.
  if (tip.value && tip.value !== current.value) return false;
  return seats.value[seatOf(here.turn)]?.who !== 'engine';
});

export const defaultSeats = (players: number, humans: number[] = [0]): Seat[] =>
  Array.from({ length: players }, (_, i) => ({
    who: humans.includes(i) ? 'human' : 'engine',
    elo: 1000,
    seconds: 0.5,
  }));

/** Whose clock runs: while a person looks back, that of an engine waits for them. */
const whose = computed<number | null>(() => {
  const game = tip.value;
  const here = game?.state;
  if (!live.value || paused.value || !control.value || !here || here.places) return null;
  if (connection.value !== 'open') return null;
  const seat = seatOf(here.turn);
  return seats.value[seat]?.who === 'engine' && game !== current.value ? null : seat;
});
whose.subscribe(run);

const fullClocks = (): number[] => {
  const time = control.value;
  return time ? seats.value.map(() => time.minutes * 60_000) : [];
};

/** What was left in a position; where that is not known, in the last one before of which it is. */
function clocksAt(node: Node): number[] {
  for (let at: Node | null = node; at; at = at.parent) if (at.clocks) return at.clocks;
  return fullClocks();
}

/** Begins to play from the position shown. */
export function startPlaying(where: Seat[], time: TimeControl | null): void {
  seats.value = where;
  control.value = time;
  live.value = true;
  seated.value = true;
  paused.value = false;
  tip.value = current.value;
  // Clocks of a game before this one are not to be taken back to.
  for (const node of allFrom(root())) node.clocks = null;
  setClocks(fullClocks());
  gameLabel.value = '';
  const human = where.findIndex((seat) => seat.who === 'human');
  if (human >= 0) bottom.value = human;
  void advance(current.value);
}

/** Ends playing; the position stays, and everybody may be moved. The clocks were the game's. */
export function stopPlaying(): void {
  live.value = false;
  paused.value = false;
  setClocks([]);
  stopSearch();
  thinking.value = false;
}

/** Ends playing at the position shown; an analysis that was on goes on there. */
export function setAside(): void {
  stopPlaying();
  void show(current.value);
}

// Whatever begins another game: the one being played ends no sooner than that has worked.
onBegun(() => {
  stopPlaying();
  seated.value = false;
});

function pressClock(node: Node): void {
  const time = control.value;
  const before = node.parent?.state;
  if (!time || !before) return;
  // Who leaves the game has made no move to be paid for.
  const added = ['timeout', 'resign'].includes(node.text) ? 0 : time.increment * 1000;
  pay(seatOf(before.turn), added);
  node.clocks = clocks.value;
}

/** A flag falls wherever one looks. */
async function flagFalls(): Promise<void> {
  const game = tip.value;
  if (game && game !== current.value) await show(game);
  if (game === tip.value && game === current.value) await play('timeout');
}

setInterval(() => {
  const seat = running.value;
  if (seat !== null && timeLeft(seat) <= 0) void flagFalls();
}, 100);

/** Counts what engines were asked for: only the last answer is a move of the game. */
let asked = 0;

async function advance(node: Node): Promise<void> {
  const mine = ++asked;
  const here = node.state;
  if (!live.value || paused.value || node !== tip.value || !here || here.places) return;
  const seat = seats.value[seatOf(here.turn)];
  if (seat?.who !== 'engine') return;
  const isStale = () =>
    mine !== asked || node !== tip.value || node !== current.value || !live.value || paused.value;
  thinking.value = true;
  const began = performance.now();
  const wanted = settings({
    UCI_LimitStrength: seat.elo < FULL,
    UCI_Elo: Math.min(seat.elo, FULL),
    MultiPV: 1,
  });
  try {
    if (wanted.length > 0) await ask(...wanted);
    if (isStale()) return;
    const best = await search(limits(seat), () => undefined);
    // A search that something else ended begins anew when the position is shown again.
    if (!best) return;
    const rest = hurried.value ? 0 : PACE - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (isStale()) return;
    await play(best);
  } catch (error) {
    complain(error);
  } finally {
    if (mine === asked) thinking.value = false;
  }
}

function limits(seat: Seat): string {
  const time = control.value;
  if (!time) return `movetime ${Math.max(10, Math.round(seat.seconds * 1000))}`;
  return timesLeft()
    .map((left, i) => `p${i + 1}time ${Math.round(left)} p${i + 1}inc ${time.increment * 1000}`)
    .join(' ');
}

onSettled((node, moved) => {
  if (!live.value) return;
  if (moved) {
    pressClock(node);
    tip.value = node;
  }
  if (node === tip.value) {
    thinking.value = false;
    void advance(node);
  }
});

/** Holds the engines, and the clocks, or lets them go on. */
export function setPaused(on: boolean): void {
  paused.value = on;
  if (on) {
    stopSearch();
    thinking.value = false;
  } else if (tip.value) {
    void show(tip.value);
  }
}

function goTo(node: Node): void {
  if (live.value) {
    tip.value = node;
    thinking.value = false;
    setClocks(clocksAt(node));
  }
  void show(node);
}

const isHuman = (node: Node): boolean =>
  seats.value[seatOf(node.state?.turn ?? '')]?.who !== 'engine';

function takeBackTo(node: Node): void {
  // Nobody may be left to move: then the engine would play the move again.
  if (live.value && !isHuman(node)) paused.value = true;
  goTo(node);
}

/** Takes moves back: in play up to where a person is to move. */
export function undo(): void {
  const from = live.value ? (tip.value ?? current.value) : current.value;
  let node = from.parent;
  if (live.value) while (node?.parent && !isHuman(node)) node = node.parent;
  if (node) takeBackTo(node);
}

/** Deletes a move and all that follows; the game being played, if it went there, is taken back. */
export function deleteBranch(first: Node): void {
  const played = live.value && tip.value !== null && isOnPath(first, tip.value);
  const parent = prune(first);
  if (!parent) return;
  if (played) takeBackTo(parent);
  else void show(parent);
}

/** Plays moves that were taken back again: in play on to where a person is to move. */
export function redo(): void {
  let node = nextOf(live.value ? (tip.value ?? current.value) : current.value);
  if (live.value) {
    while (node && !isHuman(node)) {
      const on = nextOf(node);
      if (!on) break;
      node = on;
    }
  }
  if (node) goTo(node);
}

export const canUndo = computed(() => current.value.parent !== null);
export const canRedo = computed(() => {
  legal.value;
  return nextOf(current.value) !== null;
});

/** The player to move gives the game up. */
export function resign(): void {
  if (state.value && !state.value.places) void play('resign');
}

/** Brings seats in line with the number of players. */
export function seatPlayers(): void {
  const players = world.value?.variant.players.length ?? 0;
  if (seats.value.length !== players) seats.value = defaultSeats(players);
  if (bottom.value >= players) bottom.value = 0;
  touch();
}

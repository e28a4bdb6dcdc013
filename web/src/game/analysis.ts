// Analysis: a search without end in the position shown. Owns: whether it is on, how many lines it
// finds, and what it found. Stands back while an engine has to move in a game.

import { signal } from '@preact/signals';
import { type SearchLine, readSearchLine } from '../engine/parse';
import { ask, search, stopSearch } from '../engine/socket';
import { settings } from './options';
import { humanToMove, live, thinking, tip } from './play';
import { complain, current, onSettled, seatOf, show, touch, world } from './session';
import type { Node } from './tree';

export const analysing = signal(false);
export const lineCount = signal(3);
export const lines = signal<SearchLine[]>([]);
/** The position that the lines belong to. */
export const linesOf = signal<Node | null>(null);
/** The line that is pointed at, by number from 0. */
export const pointed = signal<number | null>(null);

/** Updates a second are enough for people. */
const REFRESH = 120;

/** The expectation of every player that a line stands for. */
export function expectationOf(line: SearchLine, node: Node): number[] {
  if (line.values) return line.values;
  const mover = seatOf(node.state?.turn ?? '');
  const [win = 0, draw = 0, loss = 0] = line.wdl ?? [];
  const [ours, theirs] = [win + draw / 2, loss + draw / 2];
  return mover === 0 ? [ours, theirs] : [theirs, ours];
}

function isWanted(node: Node): boolean {
  if (!analysing.value || node !== current.value || !node.state || node.state.places) return false;
  return !live.value || node !== tip.value || humanToMove.value;
}

async function analyse(node: Node): Promise<void> {
  lines.value = [];
  linesOf.value = node;
  if (!isWanted(node)) return;
  const wanted = settings({
    UCI_LimitStrength: false,
    MultiPV: lineCount.value,
    UCI_ShowWDL: true,
  });
  if (wanted.length > 0) await ask(...wanted);
  if (!isWanted(node)) return;
  let found: SearchLine[] = [];
  let timer = 0;
  const publish = () => {
    timer = 0;
    if (linesOf.value !== node || !analysing.value) return;
    lines.value = found.filter(Boolean);
    const best = found[0];
    if (best && best.depth >= (node.verdict?.depth ?? 0)) {
      const values = expectationOf(best, node);
      node.verdict = { depth: best.depth, score: best.score, values };
      touch();
    }
  };
  await search('infinite', (text) => {
    const line = readSearchLine(text);
    if (!line) return;
    found = [...found];
    found[line.multipv - 1] = line;
    if (!timer) timer = window.setTimeout(publish, REFRESH);
  });
  if (timer) {
    clearTimeout(timer);
    publish();
  }
}

onSettled((node) => {
  void analyse(node).catch(complain);
});

/** Begins anew; an engine that thinks about its move in a game is not disturbed. */
function again(): void {
  if (!thinking.value) void show(current.value);
}

export function setAnalysing(on: boolean): void {
  analysing.value = on;
  if (on) {
    again();
  } else {
    if (!thinking.value) stopSearch();
    lines.value = [];
  }
}

export function setLineCount(count: number): void {
  lineCount.value = count;
  if (analysing.value) again();
}

/** Whether a game is chosen that the engine knows. */
export const ready = (): boolean => world.value !== null;

// What a person does on the board. Owns: the selected cell, the targets of a piece, choices between
// moves with the same target, the cursor of the keyboard, what is pointed at. Knows no rule: targets
// are the engine's legal moves.

import { computed, signal } from '@preact/signals';
import type { MoveInfo } from '../engine/parse';
import { ask } from '../engine/socket';
import { humanToMove } from '../game/play';
import { current, legal, onSettled, placement, play } from '../game/session';
import { editAt, exploreAt, mode } from '../game/tools';

export type TargetKind =
  | 'quiet'
  | 'capture'
  | 'promotion'
  | 'charge'
  | 'enlightened'
  | 'castle'
  | 'en-passant';

export interface Target {
  cell: string;
  kind: TargetKind;
  captures: boolean;
  moves: MoveInfo[];
}

export const selected = signal<string | null>(null);
/** Where the keyboard is. */
export const cursor = signal<string | null>(null);
export const hovered = signal<string | null>(null);
/** Moves to choose between, and the cell they all lead to. */
export const choice = signal<{ cell: string; moves: MoveInfo[] } | null>(null);
/** A move whose way is shown while it is pointed at. */
export const preview = signal<MoveInfo | null>(null);

/** Where a piece could go, told by the engine; of any piece, whoever is to move. */
export interface Sight {
  cell: string;
  goes: string[];
  takes: string[];
}
export const sight = signal<Sight | null>(null);

const usable = computed(() => (humanToMove.value && mode.value === 'play' ? legal.value : []));

/** The legal moves by the cell they start from. */
export const movesFrom = computed(() => {
  const found = new Map<string, MoveInfo[]>();
  for (const move of usable.value) {
    const from = move.path[0]?.[0];
    if (from) found.set(from, [...(found.get(from) ?? []), move]);
  }
  return found;
});

export const passMove = computed(() => usable.value.find((move) => move.manner === 'pass') ?? null);

function kindOf(moves: MoveInfo[]): TargetKind {
  const has = (test: (move: MoveInfo) => boolean) => moves.some(test);
  if (has((move) => move.becomes !== null)) return 'promotion';
  if (has((move) => move.manner === 'charge')) return 'charge';
  if (has((move) => move.manner === 'castle')) return 'castle';
  if (has((move) => move.manner === 'en-passant')) return 'en-passant';
  if (has((move) => move.manner === 'enlightened')) return 'enlightened';
  return has((move) => move.takes.length > 0) ? 'capture' : 'quiet';
}

export function targetsOf(moves: MoveInfo[]): Target[] {
  const byCell = new Map<string, MoveInfo[]>();
  for (const move of moves) {
    const to = move.path[0]?.[1];
    if (to) byCell.set(to, [...(byCell.get(to) ?? []), move]);
  }
  return [...byCell].map(([cell, found]) => ({
    cell,
    kind: kindOf(found),
    captures: found.some((move) => move.takes.includes(cell)),
    moves: found,
  }));
}

export const targets = computed<Target[]>(() => {
  const from = selected.value;
  return from === null ? [] : targetsOf(movesFrom.value.get(from) ?? []);
});

export function deselect(): void {
  selected.value = null;
  choice.value = null;
  preview.value = null;
}

onSettled(() => {
  deselect();
  sight.value = null;
});

/** Plays the only move, or asks which. */
export function choose(cell: string, moves: MoveInfo[]): void {
  const [only, other] = moves;
  if (!only) return;
  if (other) {
    choice.value = { cell, moves };
    return;
  }
  deselect();
  void play(only.text);
}

/** Goes from the selected piece to a cell if it may; whether it may. */
export function goTo(cell: string): boolean {
  const target = targets.value.find((candidate) => candidate.cell === cell);
  if (target) choose(cell, target.moves);
  return target !== undefined;
}

/** A click, a tap, or the keyboard's Enter on a cell. */
export function tap(cell: string): void {
  cursor.value = cell;
  if (mode.value === 'edit') {
    editAt(cell);
  } else if (mode.value === 'reach') {
    void exploreAt(cell);
  } else {
    choice.value = null;
    if (goTo(cell)) return;
    selected.value = movesFrom.value.has(cell) && selected.value !== cell ? cell : null;
  }
}

let dwelling = 0;
/** The cell under the pointer or the cursor; after a moment the engine is asked what its piece sees. */
export function hover(cell: string | null): void {
  if (hovered.value === cell) return;
  hovered.value = cell;
  sight.value = null;
  clearTimeout(dwelling);
  if (cell === null || mode.value !== 'play' || !placement.value.has(cell)) return;
  dwelling = window.setTimeout(() => void look(cell), 180);
}

async function look(cell: string): Promise<void> {
  const at = current.value;
  const lines = await ask(`query sight ${cell}`).catch(() => []);
  const words = lines.find((line) => line.startsWith('sight '))?.split(' ');
  if (!words || hovered.value !== cell || current.value !== at) return;
  const list = (text: string | undefined) => (!text || text === '-' ? [] : text.split(','));
  sight.value = { cell, goes: list(words[3]), takes: list(words[5]) };
}

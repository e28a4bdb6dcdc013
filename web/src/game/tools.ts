// The editor and the reach explorer. Owns: the position being edited, the piece being explored.
// The engine judges positions and knows reaches; nothing of that is here.

import { computed, signal } from '@preact/signals';
import { ask } from '../engine/socket';
import { type Piece, isFen, readPlacement, tokenOf, writePlacement } from './notation';
import { live, paused, seatPlayers, setPaused } from './play';
import { begin, complain, current, onBegun, positionLine, show, state, world } from './session';
import { middleOf } from './ways';

export type Mode = 'play' | 'edit' | 'reach';
export const mode = signal<Mode>('play');

// The editor.

export interface Draft {
  pieces: Map<string, Piece>;
  /** The fields of the string after the placement. */
  fields: string[];
}

export const draft = signal<Draft | null>(null);
/** The piece that a click puts down; none takes pieces away. */
export const brush = signal<Piece | null>(null);
/** What the engine says of the draft; empty if it is a position. */
export const draftError = signal('');

export const draftText = computed(() => {
  const [at, edited] = [world.value, draft.value];
  if (!at || !edited) return '';
  const fen = edited.fields.length === 5;
  return [writePlacement(edited.pieces, at.board, fen), ...edited.fields].join(' ');
});

/** The names of the fields of a position string after the placement, as protocol.md has them. */
export const fieldNames = computed(() =>
  draft.value?.fields.length === 5
    ? ['turn', 'castling', 'en passant', 'clock', 'round']
    : ['turn', 'players', 'en passant', 'reserve', 'clock', 'round'],
);

/** The string as it is being typed; none when it is what the draft says. */
export const typed = signal<string | null>(null);

let checking = 0;
async function check(text = draftText.value): Promise<void> {
  const mine = ++checking;
  const lines = await ask(`position fen ${text}`).catch(() => ['error no engine']);
  if (mine !== checking) return;
  const error = lines.find((line) => line.startsWith('error '));
  draftError.value = error ? error.slice('error '.length).replace(/^position: /, '') : '';
}

export function edit(change: Partial<Draft>): void {
  if (!draft.value) return;
  typed.value = null;
  draft.value = { ...draft.value, ...change };
  void check();
}

/** Takes a whole string as the draft, as far as it is understood; it stays as it is typed. */
export function editText(text: string): void {
  const at = world.value;
  typed.value = text;
  const words = text.trim().split(/\s+/);
  if (!at || words.length !== at.variant.startpos.split(' ').length) {
    checking += 1;
    draftError.value = 'A position string has six fields (8x8 games) or seven (all others).';
    return;
  }
  const pieces = readPlacement(text.trim(), at.board, at.variant.players, at.symbols);
  draft.value = { pieces, fields: words.slice(1) };
  // The text as it was typed is judged, not what was understood of it.
  void check(words.join(' '));
}

/** The string is no longer typed: it says again what the draft is, and that is judged. */
export function endTyping(): void {
  if (typed.value === null) return;
  typed.value = null;
  void check();
}

/** The draft as it was when the editor was opened. */
let opening = '';
/** Whether there is anything in the editor to be lost. */
export const isEdited = (): boolean =>
  draft.value !== null && (draftText.value !== opening || typed.value !== null);

/** Whether it was the editor that paused the game; it goes on if nothing else begins. */
let held = false;

export function startEditing(): void {
  const at = world.value;
  const fen = state.value?.fen;
  if (!at || !fen) return;
  held = live.value && !paused.value;
  if (held) setPaused(true);
  draft.value = {
    pieces: readPlacement(fen, at.board, at.variant.players, at.symbols),
    fields: fen.split(' ').slice(1),
  };
  opening = draftText.value;
  brush.value = null;
  mode.value = 'edit';
  void check();
}

export function editAt(cell: string): void {
  if (!draft.value) return;
  const pieces = new Map(draft.value.pieces);
  const there = pieces.get(cell);
  if (!brush.value || there?.token === brush.value.token) pieces.delete(cell);
  else pieces.set(cell, brush.value);
  edit({ pieces });
}

/** Moves a piece of the draft. */
export function editMove(from: string, to: string): void {
  if (!draft.value || from === to) return;
  const pieces = new Map(draft.value.pieces);
  const piece = pieces.get(from);
  if (!piece) return;
  pieces.delete(from);
  pieces.set(to, piece);
  edit({ pieces });
}

export function brushOf(symbol: string, seat: number): Piece {
  const letter = world.value?.variant.players[seat] ?? 'w';
  const fen = isFen(state.value?.fen ?? '');
  return { token: tokenOf(letter, seat, symbol, fen), seat, symbol, heading: '' };
}

/** Begins a game with the draft; the engine's objection if it is no position. */
export async function acceptDraft(): Promise<void> {
  const at = world.value;
  if (!at) return;
  try {
    await begin(at.variant.id, draftText.value);
    seatPlayers();
  } catch (error) {
    draftError.value = error instanceof Error ? error.message.replace(/^position: /, '') : '';
  }
}

function putAway(): void {
  checking += 1;
  mode.value = 'play';
  draft.value = null;
  typed.value = null;
  draftError.value = '';
  reached.value = null;
}

// Neither the position being edited nor a piece of it belongs to another game.
onBegun(putAway);

export function leaveTools(): void {
  const edited = draft.value !== null;
  // The explorer leads back to the editor that it was opened from.
  if (edited && mode.value === 'reach') {
    mode.value = 'edit';
    reached.value = null;
    void check(typed.value ?? draftText.value);
    return;
  }
  putAway();
  if (!edited) return;
  if (held) paused.value = false;
  void show(current.value);
}

// The reach explorer.

export const explored = signal<{ symbol: string; seat: number } | null>(null);
export const exploredCell = signal<string | null>(null);
export const reached = signal<string[] | null>(null);

export function startExploring(symbol?: string, seat = 0): void {
  // A draft that is no position would keep the engine from answering.
  if (draft.value) void ask(positionLine(current.value)).catch(complain);
  mode.value = 'reach';
  const first = world.value?.kinds.keys().next().value ?? '';
  explored.value = { symbol: symbol ?? explored.value?.symbol ?? first, seat };
  if (!world.value?.kinds.has(explored.value.symbol)) explored.value = { symbol: first, seat };
  const at = world.value;
  if (at && !at.cells.has(exploredCell.value ?? '')) {
    exploredCell.value = middleOf(at.board)?.name ?? null;
  }
  void exploreAt(exploredCell.value ?? '');
}

export async function exploreAt(cell: string): Promise<void> {
  const piece = explored.value;
  if (!piece || !cell) return;
  exploredCell.value = cell;
  const { token } = brushOf(piece.symbol, piece.seat);
  const letter = world.value?.variant.players[piece.seat] ?? '';
  const fen = isFen(state.value?.fen ?? '');
  const name = fen ? letter + piece.symbol : token;
  try {
    const lines = await ask(`query reach ${name} ${cell}`);
    const error = lines.find((line) => line.startsWith('error '));
    if (error) throw new Error(error.slice(6));
    const found = lines.find((line) => line === 'reach' || line.startsWith('reach '));
    if (explored.value === piece && exploredCell.value === cell) {
      reached.value = (found ?? 'reach').split(' ').slice(1).filter(Boolean);
    }
  } catch (error) {
    complain(error);
  }
}

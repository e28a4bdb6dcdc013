// Texts that people read and write: placements, moves, scores. Owns: reading and writing the
// placement field of position strings (protocol.md). Knows no rule.

import type { BoardInfo, MoveInfo, Score } from '../engine/parse';

export interface Piece {
  /** The token in position strings: `wQ`, `rPy`, in FEN `q`. */
  token: string;
  /** The owner's number in turn order. */
  seat: number;
  symbol: string;
  /** The player whose way a recruited pawn walks, if it is not the owner. */
  heading: string;
}

/** FEN has six fields, all other strings seven. */
export const isFen = (text: string): boolean => text.trim().split(/\s+/).length === 6;

function readToken(token: string, players: string, fen: boolean, symbols: Set<string>): Piece {
  if (fen) {
    const symbol = token.toUpperCase();
    return { token, seat: token === symbol ? 0 : 1, symbol, heading: '' };
  }
  const rest = token.slice(1);
  const whole = symbols.has(rest);
  return {
    token,
    seat: players.indexOf(token[0] ?? ''),
    symbol: whole ? rest : rest.slice(0, -1),
    heading: whole ? '' : rest.slice(-1),
  };
}

/** What stands where, by the names of the cells. */
export function readPlacement(
  text: string,
  board: BoardInfo,
  players: string,
  symbols: Set<string>,
): Map<string, Piece> {
  const fen = isFen(text);
  const field = text.split(' ')[0] ?? '';
  const found = new Map<string, Piece>();
  let cell = 0;
  for (const row of field.split(/[|/]/)) {
    const tokens = fen ? (row.match(/\d+|./g) ?? []) : row.split(',');
    for (const token of tokens) {
      if (/^\d+$/.test(token)) {
        cell += Number(token);
        continue;
      }
      const name = board.cells[cell]?.name;
      if (name !== undefined) found.set(name, readToken(token, players, fen, symbols));
      cell += 1;
    }
  }
  return found;
}

/** The placement field for what stands where. */
export function writePlacement(pieces: Map<string, Piece>, board: BoardInfo, fen: boolean): string {
  let text = '';
  let before: { level: number; row: number } | null = null;
  let tokens: string[] = [];
  let empty = 0;
  const flush = () => {
    if (empty > 0) tokens.push(String(empty));
    empty = 0;
    text += tokens.join(fen ? '' : ',');
    tokens = [];
  };
  for (const cell of board.cells) {
    if (before && (before.level !== cell.level || before.row !== cell.row)) {
      flush();
      text += before.level !== cell.level ? '|' : '/';
    }
    before = cell;
    const piece = pieces.get(cell.name);
    if (!piece) {
      empty += 1;
      continue;
    }
    if (empty > 0) tokens.push(String(empty));
    empty = 0;
    tokens.push(piece.token);
  }
  flush();
  return text;
}

/** The token of a piece of a player. */
export const tokenOf = (letter: string, seat: number, symbol: string, fen: boolean): string =>
  fen ? (seat === 0 ? symbol : symbol.toLowerCase()) : letter + symbol;

/** A move for people: `Q a1–d4`, `a4×b5=Q`. Pawns have no symbol. */
export function moveLabel(
  text: string,
  move: MoveInfo | null,
  isPawn: (token: string) => boolean,
  symbol: (token: string) => string,
): string {
  if (text === '0000') return 'pass';
  if (!move || move.path.length === 0) return text;
  const between = move.takes.length > 0 ? '×' : '–';
  if (move.manner === 'castle') {
    const [king] = move.path as [[string, string]];
    return `${symbol(move.piece)}\u202f${king[0]}–${king[1]} ⇄`;
  }
  // A thin space keeps symbols and names of cells apart.
  const first = isPawn(move.piece) ? '' : `${symbol(move.piece)}\u202f`;
  const path = move.path.map(([from, to]) => `${from}${between}${to}`).join(', ');
  return `${first}${path}${move.becomes ? `=${move.becomes}` : ''}`;
}

/** A text of a move split at its cells, where nothing more is known of it. */
export function splitMove(text: string, cells: Map<string, unknown>): [string, string][] {
  const leaps: [string, string][] = [];
  for (const leap of (text.split('=')[0] ?? '').split(',')) {
    for (let at = 1; at < leap.length; at++) {
      const from = leap.slice(0, at);
      if (!cells.has(from)) continue;
      const rest = leap.slice(at);
      const to = cells.has(rest) ? rest : rest.slice(0, -1);
      if (cells.has(to)) {
        leaps.push([from, to]);
        break;
      }
    }
  }
  return leaps;
}

/** A score as players write it: `+1.25`, `#3`, `#-2`. */
export function scoreLabel(score: Score): string {
  if (score.kind === 'mate') return score.value === 0 ? '#' : `#${score.value}`;
  return `${score.value > 0 ? '+' : ''}${(score.value / 100).toFixed(2)}`;
}

/** Milliseconds as a clock shows them. */
export function clockLabel(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(left / 1000).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const padded = (n: number) => String(n).padStart(2, '0');
  return hours > 0
    ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}`
    : `${minutes}:${padded(seconds % 60)}`;
}

/** Per cent without decimals. */
export const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A place: 1st, 2nd; where several share it, it is the mean of theirs: shared 2.5. */
export function placeLabel(place: number, sharing = 1): string {
  if (sharing > 1) return `shared ${place}`;
  return `${place}${['th', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

/**
 * Places by seat where the game has not ended: those who play on share the first ones, those who fell
 * are behind them, the first to fall last. Of teams all are level.
 */
export function placesSoFar(players: string, teams: boolean, alive: string[]): number[] {
  const places = new Map<string, number>();
  let left = [...players];
  for (const still of teams ? [] : alive) {
    const fell = left.filter((letter) => !still.includes(letter));
    for (const letter of fell) places.set(letter, left.length - (fell.length - 1) / 2);
    left = left.filter((letter) => still.includes(letter));
  }
  return [...players].map((letter) => places.get(letter) ?? (left.length + 1) / 2);
}

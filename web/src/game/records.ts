// Games as text and files. Owns: the lines of the match runner (tuning/README.md, "Records"), to
// which this page adds the branches under `tree`, and the texts that are copied and pasted.

import { signal } from '@preact/signals';
import type { Score } from '../engine/parse';
import { placesSoFar } from './notation';
import { live, seatPlayers, seated, seats, stopPlaying, tip } from './play';
import {
  begin,
  current,
  describeTree,
  gameLabel,
  games,
  onBegun,
  root,
  rootFen,
  show,
  world,
} from './session';
import {
  type Node,
  type Packed,
  childBy,
  lineThrough,
  pack,
  pathTo,
  promote,
  prune,
  unpack,
} from './tree';

export interface GameRecord {
  format: number;
  id: string;
  game: string;
  opening: { fen?: string; moves?: string[] };
  engines: { name: string; limit: string }[];
  seats: number[];
  moves: string[];
  scores?: (number | string | null)[];
  depths?: number[];
  places: number[];
  reason: string;
  started: number;
  tree?: Packed;
}

/** The games of the file that was opened last, to choose from. */
export const shelf = signal<{ name: string; games: GameRecord[] } | null>(null);

/** The record that the game on the board comes from. */
export const opened = signal<GameRecord | null>(null);
onBegun(() => {
  opened.value = null;
});

const movesOf = (record: GameRecord): string[] => [
  ...(record.opening.moves ?? []),
  ...record.moves,
];

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const listOf = (test: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(test);
const isTexts = listOf(isText);
const fieldsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;
const isTree = (value: unknown): boolean => listOf((part) => isText(part) || isTree(part))(value);

/** What a record may hold, of what is read here. */
const shapes: Record<string, (value: unknown) => boolean> = {
  id: isText,
  game: isText,
  opening: (value) => {
    const { fen = '', moves = [] } = fieldsOf(value);
    return typeof value === 'object' && isText(fen) && isTexts(moves);
  },
  engines: listOf((value) => isText(fieldsOf(value).name)),
  seats: listOf(isNumber),
  moves: isTexts,
  scores: listOf((value) => value === null || isNumber(value) || isText(value)),
  depths: listOf((value) => value === null || isNumber(value)),
  places: listOf(isNumber),
  reason: isText,
  tree: isTree,
};

function readRecord(text: string): GameRecord | null {
  try {
    const record = JSON.parse(text) as Partial<GameRecord>;
    const given = Object.entries(fieldsOf(record));
    if (!record?.game || !record.moves) return null;
    if (given.some(([field, value]) => shapes[field]?.(value) === false)) return null;
    return {
      ...record,
      opening: record.opening ?? {},
      engines: record.engines ?? [],
      seats: record.seats ?? [],
      places: record.places ?? [],
      reason: record.reason ?? '',
      id: record.id ?? '',
    } as GameRecord;
  } catch {
    return null;
  }
}

/** The games of a text of records; lines that are none (a torn last one) are passed over. */
export function readRecords(text: string): GameRecord[] {
  return text.split('\n').flatMap((line) => readRecord(line.trim()) ?? []);
}

const readScore = (score: number | string | null | undefined): Score | null => {
  if (typeof score === 'number') return { kind: 'cp', value: score };
  const mate = /^#(-?\d+)$/.exec(score ?? '');
  return mate ? { kind: 'mate', value: Number(mate[1]) } : null;
};

/** A game that is being played is given up only for moves that are legal to the last. */
const sureOf = (moves: string[]): string[] => (live.value ? moves : []);

/** Shows a recorded game from its start. */
export async function openRecord(record: GameRecord): Promise<void> {
  const moves = movesOf(record);
  const before = record.opening.moves?.length ?? 0;
  await begin(record.game, record.opening.fen ?? null, sureOf(moves));
  seatPlayers();
  opened.value = record;
  const at = current.value;
  if (record.tree) unpack(at, record.tree);
  let node = at;
  for (const text of moves) node = childBy(node, text);
  promote(node);
  const error = await describeTree(at);
  lineThrough(at).forEach((place, i) => {
    const score = readScore(record.scores?.[i - before]);
    const values = place.state?.expectation;
    // The score came with the move out of this position.
    if (score && values) place.verdict = { depth: record.depths?.[i - before] ?? 0, score, values };
  });
  gameLabel.value = recordLabel(record);
  await show(at);
  if (error) throw new Error(error);
}

/** Who played, and how it ended. */
export function recordLabel(record: GameRecord): string {
  const names = record.seats.map((engine) => record.engines[engine]?.name ?? '?');
  const places = record.places.length > 0 ? ` · ${record.places.join('–')} ${record.reason}` : '';
  return `${names.join(', ') || record.id}${places}`;
}

/** The line that is meant by the game: that being played, else the one that one goes forward on. */
const line = (): Node[] =>
  live.value && tip.value ? pathTo(tip.value) : lineThrough(current.value);

const movesMeant = (): string[] =>
  line()
    .slice(1)
    .map((node) => node.text);

/** The names of who made the moves, by seat. */
function names(): string[] {
  if (!seated.value) return [...(world.value?.variant.players ?? '')].map(() => 'unknown');
  return seats.value.map((seat) => (seat.who === 'human' ? 'human' : 'simurgh'));
}

/** The game as a line of the match runner's records; one that was opened stays as it was. */
export function writeRecord(): string {
  const tree = pack(root());
  const moves = movesMeant();
  const old = opened.value;
  if (old && moves.join(' ') === movesOf(old).join(' ')) return JSON.stringify({ ...old, tree });
  const states = line().flatMap((node) => node.state ?? []);
  const last = states.at(-1);
  const players = world.value?.variant.players ?? '';
  const open = placesSoFar(
    players,
    world.value?.variant.teams != null,
    states.map((state) => state.alive),
  );
  const record: GameRecord = {
    format: 1,
    id: 'board/0/0/0',
    game: world.value?.variant.id ?? '',
    opening: rootFen.value === null ? {} : { fen: rootFen.value },
    engines: names().map((name) => ({ name, limit: '-' })),
    seats: names().map((_, i) => i),
    moves,
    places: [...players].map((letter, seat) => last?.places?.[letter] ?? open[seat] ?? 0),
    reason: last?.reason ?? 'adjudication',
    started: Math.floor(Date.now() / 1000),
    tree,
  };
  return JSON.stringify({ ...record, block: 0, block_games: 1 });
}

/** The game as text: where it begins and its moves. */
export function writeGame(): string {
  const from = rootFen.value === null ? 'startpos' : `fen ${rootFen.value}`;
  const moves = movesMeant();
  return `${world.value?.variant.id ?? ''} ${from}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
}

/**
 * Takes a text that was pasted: a position string, `[GAME] startpos|fen STRING [moves ..]`, a list of
 * moves from the position shown, or records. Throws what is wrong with it.
 */
export async function paste(text: string): Promise<void> {
  const trimmed = text.trim();
  if (trimmed === '') return;
  if (trimmed.startsWith('{')) return openText('pasted', trimmed);
  const whole = /^(?:(\S+)\s+)?(?:position\s+)?(startpos|fen\s+(.+?))(?:\s+moves\s+(.*))?$/s.exec(
    trimmed,
  );
  const game = world.value?.variant.id ?? 'chess';
  if (whole) {
    const named = whole[1] && whole[1] !== 'position' ? whole[1] : game;
    const moves = wordsOf(whole[4] ?? '');
    await begin(named, whole[3]?.trim() ?? null, sureOf(moves));
    seatPlayers();
    return addMoves(moves);
  }
  if (trimmed.startsWith('[')) throw new Error('PGN is not read; records (.jsonl) are.');
  const words = wordsOf(trimmed.replace(/^moves\s+/, ''));
  const isPosition = words.length >= 6 && words.length <= 7 && /[/|]/.test(words[0] ?? '');
  if (isPosition) {
    const title = games.value.find(({ id }) => id === game)?.title ?? game;
    if (words.length !== wordsOf(world.value?.variant.startpos ?? '').length)
      throw new Error(`This is no position of ${title}: choose its game first.`);
    await begin(game, trimmed);
    return seatPlayers();
  }
  return addMoves(words);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Goes on from the position shown, as far as the moves are legal; in a game only if all of them are. */
async function addMoves(moves: string[]): Promise<void> {
  const from = current.value;
  const line = [from];
  let made: Node | null = null;
  for (const move of moves) {
    const last = line.at(-1) ?? from;
    const known = last.children.length;
    const next = childBy(last, move);
    if (last.children.length > known) made ??= next;
    line.push(next);
  }
  if (line.length === 1) return;
  const error = await describeTree(from);
  if (error && live.value) {
    if (made) prune(made);
    // The engine was asked about other positions.
    await show(current.value);
    throw new Error(error);
  }
  if (live.value) stopPlaying();
  // What is not legal was cut off, with all that follows.
  const cut = line.findIndex((node) => node !== from && !node.parent?.children.includes(node));
  await show(line.at(cut < 0 ? -1 : cut - 1) ?? from);
  if (error) throw new Error(error);
}

/** Opens the records of a text: several to choose from, the first at once unless a game is played. */
export async function openText(name: string, text: string): Promise<void> {
  const records = readRecords(text);
  if (records.length === 0) {
    if (text.includes('{')) throw new Error(`${name}: there is no game record in it`);
    return paste(text);
  }
  shelf.value = records.length > 1 ? { name, games: records } : null;
  if (records[0] && !(shelf.value && live.value)) await openRecord(records[0]);
}

/** Offers a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

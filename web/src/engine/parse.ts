// Lines of the protocol as data. Owns: how answers are read. Knows no game.

export interface Variant {
  id: string;
  players: string;
  names: string[];
  /** The number of each player's team, or none. */
  teams: number[] | null;
  startpos: string;
}

export interface Cell {
  name: string;
  level: number;
  row: number;
  x: number;
  y: number;
  shade: number;
  outline: [number, number][];
}

export interface Label {
  text: string;
  level: number;
  x: number;
  y: number;
}

export interface BoardInfo {
  tiling: 'square' | 'hex';
  levels: string[];
  cells: Cell[];
  labels: Label[];
}

export interface Kind {
  symbol: string;
  name: string;
  royal: boolean;
  pawn: boolean;
  heading: boolean;
  /** Whether it stays on cells of one shade. */
  bound: boolean;
  /** Such as `ride:1`, see protocol.md. */
  motions: string[];
  /** What it becomes when it delivers a checkmate. */
  mating: string | null;
}

export interface GameTitle {
  id: string;
  title: string;
  players: string;
  names: string[];
  levels: number;
  cells: number;
  /** The highest rating below full strength that makes a difference. */
  strongest: number;
}

export interface MoveInfo {
  text: string;
  piece: string;
  path: [string, string][];
  manner: string;
  takes: string[];
  becomes: string | null;
}

export interface State {
  turn: string;
  alive: string;
  checks: string[];
  /** Expected utility of every player, from 0 to 1. */
  expectation: number[];
  clock: number;
  round: number;
  /** Places by player letter once the game is over. */
  places: Record<string, number> | null;
  reason: string | null;
  fen: string;
}

export interface Ply {
  mover: string;
  move: MoveInfo;
  state: State;
}

export interface Score {
  kind: 'cp' | 'mate';
  value: number;
}

export interface SearchLine {
  depth: number;
  multipv: number;
  score: Score;
  /** Expected utility of every player at the end of the line, from 0 to 1. */
  values: number[] | null;
  /** Wins, draws and losses of the player to move, from 0 to 1. */
  wdl: number[] | null;
  nodes: number;
  nps: number;
  pv: string[];
}

/** The words of a line as pairs; the value of `last` is the rest of the line. */
function pairs(text: string, last?: string): Map<string, string> {
  const found = new Map<string, string>();
  let rest = text;
  while (rest) {
    const [key = '', more = ''] = cut(rest);
    if (key === last) {
      found.set(key, more);
      break;
    }
    const [value = '', then = ''] = cut(more);
    found.set(key, value);
    rest = then;
  }
  return found;
}

function cut(text: string): [string, string] {
  const at = text.indexOf(' ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const list = (text: string | undefined): string[] => (!text || text === '-' ? [] : text.split(','));
const optional = (text: string | undefined): string | null => (!text || text === '-' ? null : text);

/** `variant ID files ..` without the word `response`. */
export function readVariant(line: string): Variant {
  const words = pairs(line, 'startpos');
  return {
    id: words.get('variant') ?? '',
    players: words.get('turn') ?? '',
    names: list(words.get('names')),
    teams: optional(words.get('teams'))?.split(',').map(Number) ?? null,
    startpos: words.get('startpos') ?? '',
  };
}

export function readBoard(lines: string[]): BoardInfo {
  const board: BoardInfo = { tiling: 'square', levels: [], cells: [], labels: [] };
  for (const line of lines) {
    if (line.startsWith('board tiling')) {
      const words = pairs(line.slice('board '.length));
      board.tiling = words.get('tiling') === 'hex' ? 'hex' : 'square';
      board.levels = (words.get('levels') ?? '').split(',');
    } else if (line.startsWith('cell ')) {
      const words = pairs(line, 'outline');
      const number = (key: string) => Number(words.get(key));
      const corners = (words.get('outline') ?? '').split(' ');
      board.cells.push({
        name: words.get('cell') ?? '',
        level: number('level') - 1,
        row: number('row') - 1,
        x: number('x'),
        y: number('y'),
        shade: number('shade'),
        outline: corners.map((corner) => corner.split(',').map(Number) as [number, number]),
      });
    } else if (line.startsWith('label ')) {
      const words = pairs(line);
      const number = (key: string) => Number(words.get(key));
      const text = words.get('label') ?? '';
      board.labels.push({ text, level: number('level') - 1, x: number('x'), y: number('y') });
    }
  }
  return board;
}

export function readKinds(lines: string[]): Kind[] {
  return lines
    .filter((line) => line.startsWith('piece '))
    .map((line) => {
      const words = pairs(line, 'name');
      return {
        symbol: words.get('piece') ?? '',
        name: words.get('name') ?? '',
        royal: words.get('royal') === 'true',
        pawn: words.get('pawn') === 'true',
        heading: words.get('heading') === 'true',
        bound: words.get('bound') === 'true',
        motions: list(words.get('motions')),
        mating: optional(words.get('mating')),
      };
    });
}

export function readGames(lines: string[]): GameTitle[] {
  return lines
    .filter((line) => line.startsWith('game '))
    .map((line) => {
      const words = pairs(line, 'title');
      return {
        id: words.get('game') ?? '',
        title: words.get('title') ?? '',
        players: words.get('turn') ?? '',
        names: list(words.get('names')),
        levels: Number(words.get('levels')),
        cells: Number(words.get('cells')),
        strongest: Number(words.get('strongest')),
      };
    });
}

function moveOf(words: Map<string, string>): MoveInfo {
  return {
    text: words.get('move') ?? '',
    piece: words.get('piece') ?? '-',
    path: list(words.get('path')).map((leap) => leap.split('-') as [string, string]),
    manner: words.get('manner') ?? 'plain',
    takes: list(words.get('takes')),
    becomes: optional(words.get('becomes')),
  };
}

export function readMoves(lines: string[]): MoveInfo[] {
  return lines.filter((line) => line.startsWith('move ')).map((line) => moveOf(pairs(line)));
}

function stateOf(words: Map<string, string>): State {
  const result = words.get('result') ?? 'ongoing';
  const places: Record<string, number> = {};
  if (result !== 'ongoing') {
    for (const entry of result.split(',')) {
      const [letter = '', place = ''] = entry.split(':');
      places[letter] = Number(place);
    }
  }
  return {
    turn: words.get('turn') ?? '',
    alive: words.get('alive') ?? '',
    checks: list(words.get('checks')),
    expectation: list(words.get('expectation')).map((value) => Number(value) / 1000),
    clock: Number(words.get('clock')),
    round: Number(words.get('round')),
    places: result === 'ongoing' ? null : places,
    reason: optional(words.get('reason')),
    fen: words.get('fen') ?? '',
  };
}

/** `state turn ..` */
export function readState(line: string): State {
  return stateOf(pairs(cut(line)[1], 'fen'));
}

export function readLine(lines: string[]): Ply[] {
  return lines
    .filter((line) => line.startsWith('ply '))
    .map((line) => {
      const words = pairs(line, 'fen');
      return { mover: words.get('mover') ?? '', move: moveOf(words), state: stateOf(words) };
    });
}

/** An `info` line of a search that has a line of play; nothing for all others. */
export function readSearchLine(line: string): SearchLine | null {
  const words = line.split(' ');
  if (words[0] !== 'info' || words[1] !== 'depth') return null;
  const found: SearchLine = {
    depth: 0,
    multipv: 1,
    score: { kind: 'cp', value: 0 },
    values: null,
    wdl: null,
    nodes: 0,
    nps: 0,
    pv: [],
  };
  let scored = false;
  for (let i = 1; i < words.length; i++) {
    const number = () => Number(words[++i]);
    switch (words[i]) {
      case 'depth':
        found.depth = number();
        break;
      case 'multipv':
        found.multipv = number();
        break;
      case 'score':
        found.score = { kind: words[++i] === 'mate' ? 'mate' : 'cp', value: number() };
        scored = true;
        break;
      case 'lowerbound':
      case 'upperbound':
        return null;
      case 'nodes':
        found.nodes = number();
        break;
      case 'nps':
        found.nps = number();
        break;
      case 'wdl':
        found.wdl = [number(), number(), number()].map((share) => share / 1000);
        break;
      case 'values':
        found.values = [];
        while (/^\d+$/.test(words[i + 1] ?? '')) found.values.push(number() / 1000);
        break;
      case 'pv':
        found.pv = words.slice(i + 1);
        return scored ? found : null;
    }
  }
  return scored && found.pv.length > 0 ? found : null;
}

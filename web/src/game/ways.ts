// How a kind of piece moves, in words. Owns: reading `motions` of `query pieces` together with where
// the piece goes from the middle of the empty board, which tells the shape of a step where several
// have the same length, and whether it is made in all directions. Knows no game and no piece.

import type { BoardInfo, Cell, Kind } from '../engine/parse';

/** Steps on boards of squares and cubes by the cells along each axis, the most first. */
const cubic: Record<string, string> = {
  '1+0+0': 'straight',
  '1+1+0': 'diagonally',
  '1+1+1': 'on the long diagonals',
  '2+0+0': 'two cells straight',
  '2+1+0': 'a Knight’s leap',
  '2+2+0': 'two cells diagonally',
  '3+0+0': 'three cells straight',
  '3+1+0': 'a Camel’s leap',
};
/** Steps on hex boards by the squared length within the level, and the levels. */
const hexagonal: Record<string, string> = {
  '1+0': 'straight',
  '0+1': 'straight',
  '1+1': 'diagonally',
  '3+0': 'on the hex diagonals',
  '3+1': 'on the hex diagonals to the next level',
  '4+1': 'a Knight’s leap',
  '1+2': 'a Knight’s leap',
  '4+2': 'two cells diagonally',
  '9+1': 'a Camel’s leap',
  '1+3': 'a Camel’s leap',
};

const verbs: Record<string, string> = {
  ride: 'slides',
  leap: 'goes',
  hop: 'slides, captures over one piece,',
  curved: 'walks in rings',
  bent: 'slides round a corner, first',
  quiet: 'goes forward',
  capture: 'captures forward',
};

/** The cell next to the middle of the board. */
export function middleOf(board: BoardInfo): Cell | undefined {
  const mean = (of: (cell: Cell) => number) =>
    board.cells.reduce((sum, cell) => sum + of(cell), 0) / board.cells.length;
  const [x, y, level] = [
    mean((cell) => cell.x),
    mean((cell) => cell.y),
    mean((cell) => cell.level),
  ];
  const far = (cell: Cell) => Math.hypot(cell.x - x, cell.y - y, cell.level - level);
  return [...board.cells].sort((a, b) => far(a) - far(b))[0];
}

type Vector = [number, number, number];

const between = (from: Cell, to: Cell): Vector => [
  to.x - from.x,
  to.y - from.y,
  to.level - from.level,
];
const squared = ([x, y, z]: Vector): number => Math.round(x * x + y * y + z * z);

function shapeOf(tiling: BoardInfo['tiling'], [x, y, z]: Vector): string {
  if (tiling === 'hex') return `${squared([x, y, 0])}+${Math.abs(z)}`;
  const sides = [x, y, z].map((side) => Math.round(Math.abs(side)));
  return sides.sort((a, b) => b - a).join('+');
}

function shapeWords(tiling: BoardInfo['tiling'], shape: string, length: number): string {
  if (tiling === 'hex') return hexagonal[shape] ?? `√${length} away`;
  return cubic[shape] ?? `a leap of ${shape.replaceAll('+0', '')}`;
}

/** What there is to say of a kind that reaches some cells from one in the middle. */
export function inWords(kind: Kind, board: BoardInfo, from: Cell, reached: Set<string>): string {
  const { cells, tiling } = board;
  const away = (length: number) => cells.filter((cell) => squared(between(from, cell)) === length);
  const isCell = ([x, y, z]: Vector, part: number) =>
    cells.some((cell) => {
      const [a, b, c] = between(from, cell);
      return Math.hypot(a - x / part, b - y / part, c - z / part) < 0.01;
    });
  const motions = kind.motions.map((word) => {
    const [way = '', rest = ''] = word.split(':');
    const [length = 0, most] = rest.split('*').map(Number);
    return { way, length, most };
  });
  const lines = motions.filter(({ way }) => way === 'ride' || way === 'hop');
  /** Whether a line of the piece leads there, which makes it no leap. */
  const isOnLine = (cell: Cell) =>
    lines.some(({ length }) => {
      const part = Math.sqrt(squared(between(from, cell)) / length);
      return part > 1 && Number.isInteger(part) && isCell(between(from, cell), part);
    });
  let partly = false;
  const byWay = new Map<string, { all: string[]; some: string[] }>();
  for (const { way, length, most } of motions) {
    const there = away(length);
    const hit = there.filter((cell) => reached.has(cell.name) && !isOnLine(cell));
    const shape = (cell: Cell) => shapeOf(tiling, between(from, cell));
    const isNamed = (cell: Cell) => shape(cell) in (tiling === 'hex' ? hexagonal : cubic);
    // What a pawn captures is not in reach on the empty board: its steps are of the usual shapes.
    const likely = kind.pawn && there.some(isNamed) ? there.filter(isNamed) : there;
    const shapes = new Set((hit.length > 0 ? hit : likely).map(shape));
    // Where a pawn or a King may go depends on more than directions.
    const isSure = hit.length > 0 && !kind.pawn && !kind.royal;
    const next = way === 'ride' ? away(4 * length).filter((c) => isCell(between(from, c), 2)) : [];
    const wanted = [...there.filter((cell) => shapes.has(shape(cell))), ...next];
    const isPartial = isSure && wanted.some((cell) => !reached.has(cell.name));
    const words = [...new Set([...shapes].map((one) => shapeWords(tiling, one, length)))];
    const far = words.join(' or ') || `√${length} away`;
    const said = byWay.get(way) ?? { all: [], some: [] };
    (isPartial ? said.some : said.all).push(most ? `${far}, at most ${most} cells` : far);
    byWay.set(way, said);
    partly ||= isPartial;
  }
  const told = [...byWay].map(([way, { all, some }]) => {
    const parts = some.length > 0 ? [...all, `in some directions ${some.join(', ')}`] : all;
    return `${verbs[way] ?? way} ${parts.join(', ')}`;
  });
  if (partly) told.push('a click shows which');
  if (kind.royal && kind.heading) told.push('not on all cells');
  return told.join('; ');
}

// Where cells go on the screen. Owns: turning the board, laying levels out. Invariants: lengths are
// in units of the distance between neighbours; y points down. Knows no game.

import type { BoardInfo } from '../engine/parse';

export interface PlacedCell {
  name: string;
  x: number;
  y: number;
  level: number;
  shade: number;
  points: string;
}

export interface Layout {
  width: number;
  height: number;
  cells: PlacedCell[];
  byName: Map<string, PlacedCell>;
  labels: { text: string; x: number; y: number }[];
  titles: { text: string; x: number; y: number }[];
  key: string;
}

/** Room around a level for the names of rows and lines. */
const MARGIN = 0.62;
const TITLE = 0.95;
/** The closest that cells of different levels come, centre to centre. */
const APART = 2.05;
/** Smaller cells are hard to hit on a touch screen. */
const SMALLEST = 30;
/** Larger cells make nothing clearer. */
const LARGEST = 92;

type Point = [number, number];

const turned = ([x, y]: Point, angle: number): Point => {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
};

/**
 * The angle by which to turn the board so that a player's first pieces are at the bottom: the best
 * of those that leave the tiling as it is; of two that are alike, the one with them to the left.
 */
export function angleFor(board: BoardInfo, home: Set<string>): number {
  const centre = (cells: { x: number; y: number }[]): Point => {
    const n = Math.max(1, cells.length);
    return [cells.reduce((sum, c) => sum + c.x, 0) / n, cells.reduce((sum, c) => sum + c.y, 0) / n];
  };
  const [x, y] = centre(board.cells);
  const camp = centre(board.cells.filter((cell) => home.has(cell.name)));
  const away: Point = [camp[0] - x, camp[1] - y];
  if (home.size === 0 || Math.hypot(...away) < 0.3) return 0;
  const turns = board.tiling === 'hex' ? 6 : 4;
  let best = { angle: 0, merit: Number.NEGATIVE_INFINITY };
  for (let k = 0; k < turns; k++) {
    const angle = (2 * Math.PI * k) / turns;
    const [right, down] = turned(away, angle);
    const merit = down - 0.01 * right - 0.0001 * k;
    if (merit > best.merit + 1e-6) best = { angle, merit };
  }
  return best.angle;
}

interface Level {
  cells: { name: string; at: Point; outline: Point[]; shade: number }[];
  labels: { text: string; at: Point }[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function levelsOf(board: BoardInfo, angle: number, coordinates: boolean): Level[] {
  return board.levels.map((_, number) => {
    const cells = board.cells
      .filter((cell) => cell.level === number)
      .map((cell) => ({
        name: cell.name,
        at: turned([cell.x, cell.y], angle),
        outline: cell.outline.map((corner) => turned(corner, angle)),
        shade: cell.shade,
      }));
    const labels = coordinates
      ? board.labels
          .filter((label) => label.level === number)
          .map((label) => ({ text: label.text, at: turned([label.x, label.y], angle) }))
      : [];
    const xs = [...cells.flatMap((c) => c.outline.map((p) => p[0])), ...labels.map((l) => l.at[0])];
    const ys = [...cells.flatMap((c) => c.outline.map((p) => p[1])), ...labels.map((l) => l.at[1])];
    const room = coordinates ? 0.25 : 0.1;
    return {
      cells,
      labels,
      left: Math.min(...xs) - room,
      right: Math.max(...xs) + room,
      top: Math.min(...ys) - room,
      bottom: Math.max(...ys) + room,
    };
  });
}

interface Placing {
  offsets: Point[];
  width: number;
  height: number;
}

/** Rows of levels; `stagger` shifts every second row by half a level so that triangles interlock. */
function place(levels: Level[], columns: number, stagger: boolean, title: number): Placing {
  const width = Math.max(...levels.map((level) => level.right - level.left)) + MARGIN / 2;
  const height = Math.max(...levels.map((level) => level.bottom - level.top)) + title;
  const rows: Level[][] = [];
  for (let i = 0; i < levels.length; i += columns) rows.push(levels.slice(i, i + columns));
  const offsets: Point[] = [];
  let top = 0;
  let widest = columns;
  let last: Point[] = [];
  rows.forEach((row, r) => {
    const short = columns - row.length;
    const shift = stagger ? (row.length < columns ? short / 2 : (r % 2) / 2) : short / 2;
    widest = Math.max(widest, row.length + shift);
    const at = (y: number): Point[] =>
      row.map((level, i) => [(i + shift) * width - level.left, y + title - level.top]);
    let placed = at(top);
    if (stagger && r > 0) {
      for (let up = 0.25; up < height; up += 0.25) {
        const tried = at(top - up);
        const centres = row.flatMap((level, i) => spots(level, tried[i] as Point, title));
        const clash = centres.some(([x, y]) =>
          last.some(([u, v]) => (x - u) ** 2 + (y - v) ** 2 < APART * APART),
        );
        if (clash) break;
        placed = tried;
      }
    }
    offsets.push(...placed);
    last = row.flatMap((level, i) => spots(level, placed[i] as Point, title));
    const first = placed[0] as Point;
    const tallest = row[0] as Level;
    top = first[1] - title + tallest.top + height;
  });
  return { offsets, width: widest * width, height: top };
}

/** The centres of all that must not be covered: cells and the name of the level. */
function spots(level: Level, [x, y]: Point, title: number): Point[] {
  const found = level.cells.map(({ at }): Point => [at[0] + x, at[1] + y]);
  if (title > 0) found.push([(level.left + level.right) / 2 + x, level.top - 0.3 + y]);
  return found;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Lays the board out for a space in pixels; a height of 0 means that the page may scroll. */
export function layOut(
  board: BoardInfo,
  angle: number,
  space: { width: number; height: number },
  coordinates: boolean,
): Layout {
  const levels = levelsOf(board, angle, coordinates);
  const title = levels.length > 1 ? TITLE : 0;
  let best: { placing: Placing; merit: number; key: string } | null = null;
  for (let columns = 1; columns <= levels.length; columns++) {
    for (const stagger of [false, true]) {
      if (stagger && (board.tiling !== 'hex' || columns === levels.length || columns === 1)) continue;
      const placing = place(levels, columns, stagger, title);
      const across = space.width / placing.width;
      const size = space.height > 0 ? Math.min(across, space.height / placing.height) : across;
      // Where the page scrolls, the fewer rows the better as long as cells can be hit.
      const merit =
        space.height > 0
          ? Math.min(size, LARGEST)
          : size >= SMALLEST
            ? 1000 - placing.height
            : size;
      if (!best || merit > best.merit + 0.01) best = { placing, merit, key: `${columns}${stagger}` };
    }
  }
  const { placing, key } = best as NonNullable<typeof best>;
  const layout: Layout = {
    width: round(placing.width),
    height: round(placing.height),
    cells: [],
    byName: new Map(),
    labels: [],
    titles: [],
    key: `${key} ${angle} ${coordinates}`,
  };
  levels.forEach((level, number) => {
    const [dx, dy] = placing.offsets[number] as Point;
    for (const { name, at, outline, shade } of level.cells) {
      const points = outline.map(([x, y]) => `${round(x + dx)},${round(y + dy)}`).join(' ');
      const cell = { name, x: round(at[0] + dx), y: round(at[1] + dy), level: number, shade, points };
      layout.cells.push(cell);
      layout.byName.set(name, cell);
    }
    for (const { text, at } of level.labels) {
      layout.labels.push({ text, x: round(at[0] + dx), y: round(at[1] + dy) });
    }
    const name = board.levels[number] ?? '-';
    if (levels.length > 1) {
      const x = round((level.left + level.right) / 2 + dx);
      layout.titles.push({ text: name, x, y: round(level.top + dy - 0.32) });
    }
  });
  return layout;
}

/** The pixels of a cell that a layout has in a space. */
export function cellSize(layout: Layout, space: { width: number; height: number }): number {
  const across = space.width / layout.width;
  const size = space.height > 0 ? Math.min(across, space.height / layout.height) : across;
  return Math.min(size, LARGEST);
}

/** The cell next to one in a direction on the screen, on the same level if there is one. */
export function neighbour(layout: Layout, from: string, dx: number, dy: number): string | null {
  const here = layout.byName.get(from);
  if (!here) return layout.cells[0]?.name ?? null;
  let best: { name: string; cost: number } | null = null;
  for (const cell of layout.cells) {
    const [x, y] = [cell.x - here.x, cell.y - here.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead < 0.3 || aside > ahead * 1.8) continue;
    const cost = ahead + 2.1 * aside + (cell.level === here.level ? 0 : 4);
    if (!best || cost < best.cost) best = { name: cell.name, cost };
  }
  return best?.name ?? null;
}

/** The cell at the same place of the level above (-1) or below (1) in the order of levels. */
export function throughLevels(board: BoardInfo, from: string, by: number): string | null {
  const here = board.cells.find((cell) => cell.name === from);
  if (!here) return null;
  const there = board.cells.find(
    (cell) =>
      cell.level === here.level + by &&
      Math.abs(cell.x - here.x) < 0.01 &&
      Math.abs(cell.y - here.y) < 0.01,
  );
  return there?.name ?? null;
}

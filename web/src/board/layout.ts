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

const TITLE = 0.95;
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

/** Something that must not be covered, and how far around its centre. */
type Spot = [x: number, y: number, radius: number];

const CELL_SPOT = 1.0;
const LABEL_SPOT = 0.33;

/** What a level needs room for: the cells at its rim, the names beside them, its own name. */
function spotsOf(level: Level, title: number): Spot[] {
  const near = (a: Point, b: Point) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < 1.3;
  const rim = level.cells.filter(({ at }) => level.cells.filter((c) => near(c.at, at)).length < 7);
  const found: Spot[] = rim.map(({ at }) => [at[0], at[1], CELL_SPOT]);
  for (const { at } of level.labels) found.push([at[0], at[1], LABEL_SPOT]);
  if (title > 0) {
    const middle = (level.left + level.right) / 2;
    for (const dx of [-0.8, 0, 0.8]) found.push([middle + dx, level.top - 0.32, 0.3]);
  }
  return found;
}

function clash(these: Spot[], those: Spot[], dx: number, dy: number): boolean {
  return these.some(([x, y, r]) =>
    those.some(([u, v, s]) => {
      const [across, down] = [u + dx - x, v + dy - y];
      return Math.abs(down) < r + s && across * across + down * down < (r + s) ** 2;
    }),
  );
}

/** How far apart two levels of one shape have to be side by side. */
function pitchOf(spots: Spot[], width: number): number {
  let pitch = width;
  while (pitch > width / 2 && !clash(spots, spots, pitch - 0.1, 0)) pitch -= 0.1;
  return pitch;
}

/**
 * Rows of levels, all of one shape; `stagger` shifts every second row by half a level. Rows move
 * together as far as nothing is covered.
 */
function place(
  levels: Level[],
  columns: number,
  stagger: boolean,
  title: number,
  pitch: number,
  spots: Spot[],
): Placing {
  const [level] = levels as [Level, ...Level[]];
  const width = level.right - level.left;
  const height = level.bottom - level.top + title;
  const offsets: Point[] = [];
  let widest = 0;
  let y = title - level.top;
  let last: number[] = [];
  for (let from = 0, row = 0; from < levels.length; from += columns, row++) {
    const count = Math.min(columns, levels.length - from);
    const shift = stagger && count === columns ? (row % 2) / 2 : (columns - count) / 2;
    const xs = Array.from({ length: count }, (_, i) => (i + shift) * pitch - level.left);
    if (row > 0) {
      const free = (dy: number) =>
        xs.every((x) => last.every((u) => !clash(spots, spots, x - u, dy)));
      let down = height;
      while (down > height / 2 && free(down - 0.1)) down -= 0.1;
      y += down;
    }
    offsets.push(...xs.map((x): Point => [x, y]));
    widest = Math.max(widest, (count - 1 + shift) * pitch + width);
    last = xs;
  }
  return { offsets, width: widest, height: y + level.bottom };
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
  const [one] = levels as [Level, ...Level[]];
  const spots = spotsOf(one, title);
  const pitch = pitchOf(spots, one.right - one.left);
  let best: { placing: Placing; merit: number; key: string } | null = null;
  for (let columns = 1; columns <= levels.length; columns++) {
    for (const stagger of [false, true]) {
      if (stagger && (board.tiling !== 'hex' || columns === levels.length)) continue;
      const placing = place(levels, columns, stagger, title, pitch, spots);
      const across = space.width / placing.width;
      const size = space.height > 0 ? Math.min(across, space.height / placing.height) : across;
      // Where the page scrolls, the fewer rows the better as long as cells can be hit.
      const merit =
        space.height > 0
          ? Math.min(size, LARGEST)
          : size >= SMALLEST
            ? 1000 - placing.height
            : size;
      if (!best || merit > best.merit + 0.01)
        best = { placing, merit, key: `${columns}${stagger}` };
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
      const cell = {
        name,
        x: round(at[0] + dx),
        y: round(at[1] + dy),
        level: number,
        shade,
        points,
      };
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

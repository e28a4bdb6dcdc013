// Arrows: the first moves of the engine's lines, the line that is pointed at, the way of a move that
// is being chosen. An arrow between levels bends, so that it does not hide the cells on its way.

import { lines, linesOf, pointed } from '../game/analysis';
import { splitMove } from '../game/notation';
import { prefs } from '../game/prefs';
import { current, world } from '../game/session';
import { mode } from '../game/tools';
import type { Layout, PlacedCell } from './layout';
import { preview } from './select';

interface ArrowProps {
  from: PlacedCell;
  to: PlacedCell;
  rank: number;
  /** Shrinks arrows where cells are large. */
  scale: number;
  label?: string;
}

function Arrow({ from, to, rank, scale, label }: ArrowProps) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = from.level === to.level ? 0 : 0.14;
  const [mx, my] = [(from.x + to.x) / 2 + dy * bend, (from.y + to.y) / 2 - dx * bend];
  // The head points the way the curve ends.
  const [ex, ey] = bend ? [to.x - mx, to.y - my] : [dx, dy];
  const end = Math.hypot(ex, ey) || 1;
  const [ux, uy] = [ex / end, ey / end];
  const width = (rank === 0 ? 0.17 : 0.11) * scale;
  const head = width * 2.1;
  const [tx, ty] = [to.x - ux * 0.12, to.y - uy * 0.12];
  const [bx, by] = [tx - ux * head * 1.25, ty - uy * head * 1.25];
  const start = Math.min(0.2, length / 4) / length;
  const [sx, sy] = [from.x + dx * start, from.y + dy * start];
  const path = `M${sx} ${sy}${bend ? `Q${mx} ${my} ` : 'L'}${bx} ${by}`;
  const tip = `${tx},${ty} ${bx - uy * head},${by + ux * head} ${bx + uy * head},${by - ux * head}`;
  return (
    <g class={`arrow rank-${Math.min(rank, 4)}`} data-arrow={`${from.name}-${to.name}`}>
      <path d={path} stroke-width={width} />
      <polygon points={tip} />
      {label ? (
        <g class="count" transform={`translate(${from.x} ${from.y})`}>
          <circle r="0.24" />
          <text>{label}</text>
        </g>
      ) : null}
    </g>
  );
}

export function Arrows({ layout, size }: { layout: Layout; size: number }) {
  const at = world.value;
  const shown = preview.value;
  const scale = Math.min(1, 58 / Math.max(size, 1));
  if (!at || mode.value !== 'play') return null;
  const leaps = (pairs: [string, string][], rank: number, label?: string) =>
    pairs.flatMap(([a, b], i) => {
      const [from, to] = [layout.byName.get(a), layout.byName.get(b)];
      const extra = label !== undefined && i === 0 ? { label } : {};
      return from && to
        ? [<Arrow key={`${rank}${a}${b}${i}`} {...{ from, to, rank, scale }} {...extra} />]
        : [];
    });
  let arrows: unknown[] = [];
  if (shown) {
    arrows = leaps(shown.path, 0);
  } else if (prefs.value.arrows && linesOf.value === current.value) {
    const chosen = pointed.value === null ? null : lines.value[pointed.value];
    arrows = chosen
      ? chosen.pv
          .slice(0, 5)
          .flatMap((text, i) => leaps(splitMove(text, at.cells), i, String(i + 1)))
          .reverse()
      : lines.value.flatMap((line, i) => leaps(splitMove(line.pv[0] ?? '', at.cells), i)).reverse();
  }
  return <g class="arrows">{arrows as never}</g>;
}

// The board: cells, pieces and what is marked on them. Owns: pointer, touch and keyboard on the board.
// Cells are drawn once; pieces are keyed by cell; pointing at something redraws only its marks.

import { computed, signal, useSignal } from '@preact/signals';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Piece } from '../game/notation';
import { readPlacement } from '../game/notation';
import { bottom } from '../game/play';
import { prefs } from '../game/prefs';
import { current, placement, state, world } from '../game/session';
import { draft, editMove, mode } from '../game/tools';
import { seatClass } from '../pieces/defs';
import { Arrows } from './arrows';
import { type Layout, angleFor, cellSize, layOut, neighbour, throughLevels } from './layout';
import { Marks, Targets } from './marks';
import { ChoicePopover, Tooltip } from './popover';
import { cursor, deselect, goTo, hover, movesFrom, selected, tap, targets } from './select';

/** Below this width panels stand under the board and the page scrolls. */
export const NARROW = 900;

const space = signal({ width: 800, height: 600 });

const angle = computed(() => {
  const at = world.value;
  if (!at) return 0;
  const start = readPlacement(at.variant.startpos, at.board, at.variant.players, at.symbols);
  const home = [...start].filter(([, piece]) => piece.seat === bottom.value);
  return angleFor(at.board, new Set(home.map(([cell]) => cell)));
});

export const layout = computed<Layout | null>(() => {
  const at = world.value;
  return at ? layOut(at.board, angle.value, space.value, prefs.value.coordinates) : null;
});

const shownPieces = computed(() =>
  mode.value === 'edit' && draft.value ? draft.value.pieces : placement.value,
);

const Cells = memo(({ layout }: { layout: Layout }) => (
  <g class="cells">
    {layout.cells.map((cell) => (
      <polygon
        key={cell.name}
        id={`cell-${cell.name}`}
        data-cell={cell.name}
        class={`cell shade-${cell.shade}`}
        points={cell.points}
        role="img"
      />
    ))}
    <g class="coordinates" aria-hidden="true">
      {layout.labels.map((label, i) => (
        <text key={`${label.text}${i}`} x={label.x} y={label.y}>
          {label.text}
        </text>
      ))}
    </g>
    <g class="titles" aria-hidden="true">
      {layout.titles.map((title) => (
        <text key={title.text} x={title.x} y={title.y}>
          {title.text.length > 2 ? `files ${title.text.replace('-', '–')}` : `level ${title.text}`}
        </text>
      ))}
    </g>
  </g>
));

interface PieceProps {
  token: string;
  symbol: string;
  seat: number;
  heading: string;
  players: string;
  cell: string;
  x: number;
  y: number;
  fallen: boolean;
  letters: boolean;
  badges: boolean;
}

const PieceView = memo((props: PieceProps) => {
  const { token, symbol, seat, heading, players, cell, x, y, fallen, letters, badges } = props;
  const size = 0.98;
  const owner = players.length > 2 ? seat : 0;
  return (
    <g
      class={`piece seat ${seatClass(players, seat)}${fallen ? ' fallen' : ''}`}
      data-piece={token}
      data-at={cell}
      transform={`translate(${x} ${y})`}
    >
      <g class="mover">
        {letters ? (
          <>
            <circle class="b disc" r="0.4" />
            <text class="letter" y="0.02">
              {symbol}
            </text>
          </>
        ) : (
          <>
            <use
              href={`#base-${owner}`}
              x={-size / 2}
              y={-size / 2 - 0.03}
              width={size}
              height={size}
            />
            <use
              href={`#piece-${symbol}`}
              x={-size / 2}
              y={-size / 2 - 0.03}
              width={size}
              height={size}
            />
          </>
        )}
        {badges || heading ? (
          <g class="badge" transform="translate(0.3 -0.28)">
            <circle r="0.17" />
            <text y="0.01">{heading ? `${heading}` : players[seat]}</text>
          </g>
        ) : null}
      </g>
    </g>
  );
});

/** The piece that is being dragged, and where the pointer is. */
const drag = signal<{ from: string; piece: Piece; x: number; y: number } | null>(null);

function Pieces({ layout }: { layout: Layout }) {
  const group = useRef<SVGGElement>(null);
  const players = world.value?.variant.players ?? '';
  const alive = state.value?.alive ?? players;
  const pieces = shownPieces.value;
  const { letters, badges } = prefs.value;
  useAnimation(group, layout);
  const views = [];
  for (const [cell, piece] of pieces) {
    const at = layout.byName.get(cell);
    if (!at) continue;
    views.push(
      <PieceView
        key={cell}
        token={piece.token}
        symbol={piece.symbol}
        seat={piece.seat}
        heading={piece.heading}
        players={players}
        cell={cell}
        x={at.x}
        y={at.y}
        fallen={mode.value === 'play' && !alive.includes(players[piece.seat] ?? '')}
        letters={letters}
        badges={badges}
      />,
    );
  }
  return (
    <g ref={group} class={`pieces${mode.value === 'reach' ? ' faded' : ''}`}>
      {views}
    </g>
  );
}

/** Pieces slide along the move that led to the position, or back. */
function useAnimation(group: { current: SVGGElement | null }, layout: Layout): void {
  const before = useRef({ node: current.value, layout });
  const node = current.value;
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { node, layout };
    if (last.layout !== layout || last.node === node || !group.current) return;
    if (!prefs.value.animation || dropped) {
      dropped = false;
      return;
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const forward = node.parent === last.node;
    const move = forward ? node.move : last.node.parent === node ? last.node.move : null;
    for (const [from, to] of move?.path ?? []) {
      const [start, end] = forward ? [from, to] : [to, from];
      const [a, b] = [layout.byName.get(start), layout.byName.get(end)];
      const piece = group.current.querySelector(`[data-at="${end}"] > .mover`);
      if (!a || !b || !piece) continue;
      piece.animate(
        [
          { transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` },
          { transform: 'translate(0, 0)' },
        ],
        { duration: 170, easing: 'ease-out' },
      );
    }
  });
}

/** A piece that was dragged to its target is there already. */
let dropped = false;

function DragGhost() {
  const held = drag.value;
  if (!held) return null;
  const players = world.value?.variant.players ?? '';
  return (
    <g class="ghost">
      <PieceView
        token={held.piece.token}
        symbol={held.piece.symbol}
        seat={held.piece.seat}
        heading={held.piece.heading}
        players={players}
        cell=""
        x={held.x}
        y={held.y}
        fallen={false}
        letters={prefs.value.letters}
        badges={prefs.value.badges}
      />
    </g>
  );
}

const pieceName = (piece: Piece): string => {
  const at = world.value;
  return `${at?.variant.names[piece.seat] ?? ''} ${at?.kinds.get(piece.symbol)?.name ?? piece.symbol}`;
};

const cellAt = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target.closest('[data-cell]')?.getAttribute('data-cell') ?? null)
    : null;

export function Board() {
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const down = useRef<{ cell: string; x: number; y: number; wasSelected: boolean } | null>(null);
  const focused = useSignal(false);

  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const measure = () => {
      const narrow = innerWidth < NARROW;
      const { clientWidth: width, clientHeight: height } = box;
      const next = { width, height: narrow ? (prefs.value.fit ? innerHeight * 0.62 : 0) : height };
      if (next.width !== space.value.width || next.height !== space.value.height)
        space.value = next;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [prefs.value.fit]);

  const placed = layout.value;
  const size = placed ? cellSize(placed, space.value) : 0;

  // Cells with a piece that may move take no part in scrolling, so that it can be dragged.
  const movable = movesFrom.value;
  useEffect(() => {
    const cells = svg.current?.querySelectorAll('.cell') ?? [];
    for (const cell of cells) {
      const may =
        mode.value !== 'reach' &&
        (movable.has(cell.getAttribute('data-cell') ?? '') || mode.value === 'edit');
      cell.classList.toggle('movable', may);
      // What the keyboard's cursor is on, for those who cannot see it.
      const name = cell.getAttribute('data-cell') ?? '';
      const piece = shownPieces.value.get(name);
      const what = piece ? `, ${pieceName(piece)}` : '';
      if (cell.getAttribute('aria-label') !== name + what)
        cell.setAttribute('aria-label', name + what);
    }
  });

  const toBoard = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const cell = cellAt(event.target);
    // The mouse must not take the arrow keys away from the list of moves.
    event.preventDefault();
    if (!cell) return deselect();
    down.current = {
      cell,
      x: event.clientX,
      y: event.clientY,
      wasSelected: selected.value === cell,
    };
    if (
      mode.value === 'play' &&
      movesFrom.value.has(cell) &&
      !targets.value.some((t) => t.cell === cell)
    ) {
      selected.value = cell;
    }
  };

  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') hover(drag.value ? null : cellAt(event.target));
    const start = down.current;
    if (!start) return;
    const piece = shownPieces.value.get(start.cell);
    const may = mode.value === 'edit' || movesFrom.value.has(start.cell);
    if (!drag.value) {
      if (!piece || !may || mode.value === 'reach') return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < 5) return;
      if (mode.value === 'play') selected.value = start.cell;
      svg.current?.setPointerCapture(event.pointerId);
    }
    if (piece) drag.value = { from: start.cell, piece, ...toBoard(event) };
  };

  const onPointerUp = (event: PointerEvent) => {
    const start = down.current;
    const held = drag.value;
    down.current = null;
    drag.value = null;
    if (!start) return;
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!held) {
      if (cell !== start.cell) return;
      if (start.wasSelected || selected.value !== cell) tap(cell);
      return;
    }
    if (!cell) return;
    if (mode.value === 'edit') return editMove(held.from, cell);
    dropped = goTo(cell);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const here = cursor.value ?? placed?.cells[0]?.name ?? '';
    const step: Record<string, [number, number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const way = step[event.key];
    const board = world.value?.board;
    if (way && placed) {
      moveCursor(neighbour(placed, here, way[0], way[1]));
    } else if (board && (event.key === 'PageUp' || event.key === 'PageDown')) {
      moveCursor(throughLevels(board, here, event.key === 'PageUp' ? -1 : 1));
    } else if (event.key === 'Enter' || event.key === ' ') {
      tap(here);
    } else if (event.key === 'Escape') {
      deselect();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const moveCursor = (cell: string | null) => {
    if (!cell) return;
    cursor.value = cell;
    hover(cell);
  };

  const viewBox = placed ? `0 0 ${placed.width} ${placed.height}` : '0 0 8 8';
  const style = useMemo(
    () =>
      placed
        ? {
            width: `${Math.floor(placed.width * size)}px`,
            height: `${Math.floor(placed.height * size)}px`,
          }
        : {},
    [placed, size],
  );

  return (
    <div class="board-frame" ref={frame}>
      {placed ? (
        <div class="board-box" style={style}>
          <svg
            ref={svg}
            style={{ '--label': `${Math.min(0.34, 15 / Math.max(size, 1)).toFixed(3)}px` }}
            class={`board tiling-${world.value?.board.tiling}${drag.value ? ' dragging' : ''}`}
            viewBox={viewBox}
            data-testid="board"
            data-game={world.value?.variant.id}
            role="application"
            aria-label="Board. Arrow keys move between cells, Page Up and Page Down between levels, Enter selects and moves, Escape lets go."
            aria-activedescendant={cursor.value ? `cell-${cursor.value}` : undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the board is operated by keys
            tabIndex={0}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => {
              down.current = null;
              drag.value = null;
            }}
            onPointerLeave={() => hover(null)}
            onKeyDown={onKeyDown}
            onFocus={() => {
              focused.value = true;
              cursor.value ??= placed.cells[0]?.name ?? null;
            }}
            onBlur={() => {
              focused.value = false;
              hover(null);
            }}
          >
            <Cells layout={placed} />
            <Marks layout={placed} focused={focused.value} />
            <Pieces layout={placed} />
            <Targets layout={placed} />
            <Arrows layout={placed} size={size} />
            <DragGhost />
          </svg>
          <Tooltip layout={placed} />
          <ChoicePopover layout={placed} />
        </div>
      ) : null}
    </div>
  );
}

// The board: cells, pieces and what is marked on them. Owns: pointer, touch and keyboard on the board.
// Cells are drawn once; pieces are keyed by cell; pointing at something redraws only its marks.

import { computed, signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { readPlacement } from '../game/notation';
import { bottom } from '../game/play';
import { prefs } from '../game/prefs';
import { world } from '../game/session';
import { editMove, mode } from '../game/tools';
import { Arrows } from './arrows';
import { Cells } from './cells';
import { type Layout, angleFor, cellSize, layOut, neighbour, throughLevels } from './layout';
import { Marks, Targets } from './marks';
import { DragGhost, Pieces, drag, noteDrop, pieceName, shownPieces } from './pieces';
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
  const pieces = shownPieces.value;
  const movable = mode.value === 'edit' ? pieces : movesFrom.value;
  useLayoutEffect(() => {
    const cells = svg.current?.querySelectorAll('.cell') ?? [];
    for (const cell of cells) {
      const name = cell.getAttribute('data-cell') ?? '';
      cell.classList.toggle('movable', movable.has(name));
      // What the keyboard's cursor is on, for those who cannot see it.
      const piece = pieces.get(name);
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

  const letGo = () => {
    down.current = null;
    drag.value = null;
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const cell = cellAt(event.target);
    // The mouse must not take the arrow keys away from the list of moves, but from where one types.
    event.preventDefault();
    const typing = document.activeElement;
    if (typing instanceof HTMLElement && typing.matches('input, select, textarea')) typing.blur();
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
    // The button was let go where nobody heard of it.
    if (!(event.buttons & 1)) return letGo();
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
    letGo();
    if (!start) return;
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!held) {
      if (cell !== start.cell) return;
      if (start.wasSelected || selected.value !== cell) tap(cell);
      return;
    }
    if (!cell) return;
    if (mode.value === 'edit') return editMove(held.from, cell);
    noteDrop(goTo(cell));
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
    document
      .getElementById(`cell-${cell}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
            onPointerCancel={letGo}
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

// What floats over the board: the name of what is pointed at, and choices between moves.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MoveInfo } from '../engine/parse';
import { capital } from '../game/notation';
import { bottom } from '../game/play';
import { placement, play, state, world } from '../game/session';
import { mode } from '../game/tools';
import { PieceIcon } from '../pieces/defs';
import type { Layout } from './layout';
import { choice, deselect, hovered, preview, selected, sight } from './select';

const place = (layout: Layout, cell: string): Record<string, string> => {
  const at = layout.byName.get(cell);
  if (!at) return {};
  return { left: `${(100 * at.x) / layout.width}%`, top: `${(100 * at.y) / layout.height}%` };
};

/** On which sides of a cell there is room. */
const sides = (layout: Layout, cell: string): string => {
  const at = layout.byName.get(cell);
  if (!at) return '';
  const across =
    at.x < layout.width * 0.2 ? ' to-right' : at.x > layout.width * 0.8 ? ' to-left' : '';
  return (at.y < layout.height * 0.25 ? ' below' : '') + across;
};

export function Tooltip({ layout }: { layout: Layout }) {
  const cell = hovered.value;
  const at = world.value;
  // The name of what was just chosen would only hide its targets.
  if (!cell || !at || choice.value || mode.value === 'edit' || selected.value === cell) return null;
  const piece = mode.value === 'play' ? placement.value.get(cell) : undefined;
  const seen = sight.value?.cell === cell ? sight.value : null;
  const name = piece ? at.kinds.get(piece.symbol)?.name : null;
  const owner = piece ? at.variant.names[piece.seat] : null;
  const walker = piece?.heading
    ? at.variant.names[at.variant.players.indexOf(piece.heading)]
    : null;
  return (
    <div
      class={`tooltip${sides(layout, cell)}`}
      style={place(layout, cell)}
      role="tooltip"
      data-testid="tooltip"
    >
      {piece ? (
        <>
          <strong>
            {capital(owner ?? '')} {name}
          </strong>{' '}
          <span class="symbol">{piece.symbol}</span>
        </>
      ) : null}
      <span class="cell-name">{cell}</span>
      {piece && at.kinds.get(piece.symbol)?.bound ? (
        <div class="reach-line">stays on one colour</div>
      ) : null}
      {walker ? <div class="reach-line">walks as {walker}</div> : null}
      {seen ? (
        <div class="reach-line">
          {seen.goes.length} {seen.goes.length === 1 ? 'move' : 'moves'} in sight
          {seen.takes.length > 0 ? `, attacks ${seen.takes.length}` : ''}
        </div>
      ) : null}
    </div>
  );
}

function describe(move: MoveInfo): string {
  switch (move.manner) {
    case 'charge':
      return `Charge ${move.path.map(([from, to]) => `${from}–${to}`).join(', ')}`;
    case 'castle':
      return 'Castle';
    case 'enlightened':
      return 'Enlightened move';
    case 'en-passant':
      return 'Capture in passing';
    default:
      return move.takes.length > 0 ? 'Capture' : 'Move';
  }
}

/** From the middle of a cell to the choice beside it, and from there to the edge of what is seen. */
const [GAP, EDGE] = [26, 8];

/** What can be seen of the board: its frame cuts off, but in narrow windows, where the page scrolls. */
function inSight(frame: Element | null): DOMRect {
  if (frame && getComputedStyle(frame).overflow !== 'visible') return frame.getBoundingClientRect();
  return new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight);
}

/** Puts a box below or above a cell, wherever the middle of the board is, with all of it in sight. */
function putBeside(box: HTMLElement, layout: Layout, cell: string): void {
  const at = layout.byName.get(cell);
  const board = box.parentElement?.getBoundingClientRect();
  if (!at || !board) return;
  const seen = inSight(box.closest('.board-frame'));
  const { width, height } = box.getBoundingClientRect();
  const x = board.left + (board.width * at.x) / layout.width;
  const y = board.top + (board.height * at.y) / layout.height;
  const within = (wanted: number, least: number, most: number) =>
    Math.max(least + EDGE, Math.min(wanted, most - EDGE));
  const beside = at.y < layout.height / 2 ? y + GAP : y - GAP - height;
  const left = within(x - width / 2, seen.left, seen.right - width);
  const top = within(beside, seen.top, seen.bottom - height);
  box.style.left = `${left - board.left}px`;
  box.style.top = `${top - board.top}px`;
}

export function ChoicePopover({ layout }: { layout: Layout }) {
  const asked = choice.value;
  const box = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (box.current && asked) putBeside(box.current, layout, asked.cell);
  }, [asked, layout]);
  // At once, so that no key goes elsewhere that is meant for the choice.
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (!asked || !first.current) return;
    first.current.focus({ preventScroll: true });
    // Whoever came by the keyboard goes on where they were on the board.
    return () => {
      if (before instanceof SVGElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [asked]);
  const at = world.value;
  if (!asked || !at) return null;
  const seat = at.variant.players.indexOf(state.value?.turn ?? '');
  // Promotions in the order of the game's table of pieces, other moves as they come.
  const order = [...at.kinds.keys()];
  const rank = (move: MoveInfo) => (move.becomes ? order.indexOf(move.becomes) : -1);
  const moves = [...asked.moves].sort((a, b) => rank(a) - rank(b));
  const pick = (move: MoveInfo) => {
    deselect();
    void play(move.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+R is for the browser and no Rook.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) {
      buttons[(here + by + buttons.length) % buttons.length]?.focus();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      deselect();
    } else if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'Tab') {
      const wanted = event.key.toUpperCase();
      const match = asked.moves.find((move) => move.becomes?.toUpperCase().startsWith(wanted));
      if (match) pick(match);
    }
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      class="choice"
      role="dialog"
      aria-label="Which move?"
      data-testid="choice"
      data-bottom={bottom.value}
      onKeyDown={onKeyDown}
    >
      {moves.map((move, i) => {
        const name = move.becomes ? at.kinds.get(move.becomes)?.name : null;
        return (
          <button
            key={move.text}
            ref={i === 0 ? first : null}
            type="button"
            class={move.becomes ? 'piece-choice' : 'text-choice'}
            title={name ?? describe(move)}
            data-move={move.text}
            data-becomes={move.becomes ?? ''}
            onPointerEnter={() => {
              preview.value = move;
            }}
            onPointerLeave={() => {
              preview.value = null;
            }}
            onFocus={() => {
              preview.value = move;
            }}
            onClick={() => pick(move)}
          >
            {move.becomes ? (
              <>
                <PieceIcon
                  symbol={move.becomes}
                  seat={seat}
                  players={at.variant.players}
                  title={name ?? ''}
                />
                <span>{name}</span>
              </>
            ) : (
              describe(move)
            )}
          </button>
        );
      })}
      <button type="button" class="text-choice quiet" onClick={deselect}>
        Cancel
      </button>
    </div>
  );
}

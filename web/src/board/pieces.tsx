// The pieces on the board. Owns: which pieces are shown, how they slide, the one in the hand. Pieces
// are keyed by cell, so that only those that change are drawn again.

import { computed, signal } from '@preact/signals';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Piece } from '../game/notation';
import { prefs } from '../game/prefs';
import { current, placement, state, world } from '../game/session';
import { draft, mode } from '../game/tools';
import { seatClass } from '../pieces/defs';
import type { Layout } from './layout';

export const shownPieces = computed(() =>
  mode.value === 'edit' && draft.value ? draft.value.pieces : placement.value,
);

/** The piece that is being dragged, and where the pointer is. */
export const drag = signal<{ from: string; piece: Piece; x: number; y: number } | null>(null);

/** A piece that was dragged to its target is there already and does not slide. */
let dropped = false;
export const noteDrop = (done: boolean): void => {
  dropped = done;
};

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
            <text class={symbol.length > 1 ? 'letter two' : 'letter'} y="0.02">
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

export function Pieces({ layout }: { layout: Layout }) {
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

export function DragGhost() {
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

/** A piece in words, for those who cannot see it. */
export const pieceName = (piece: Piece): string => {
  const at = world.value;
  return `${at?.variant.names[piece.seat] ?? ''} ${at?.kinds.get(piece.symbol)?.name ?? piece.symbol}`;
};

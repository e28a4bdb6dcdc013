// The pictures of all kinds of a game, once, for pieces to refer to.

import { memo } from 'preact/compat';
import type { Kind } from '../engine/parse';
import { glyphOf } from './glyph';
import { pedestals } from './shapes';

const isGreater = (kind: Kind, kinds: Map<string, Kind>): boolean =>
  [...kinds.values()].some((other) => other.royal && other.mating === kind.symbol);

export const PieceDefs = memo(({ kinds }: { kinds: Map<string, Kind> }) => (
  <svg class="defs" aria-hidden="true" width="0" height="0">
    <defs>
      {pedestals.map((shape, i) => (
        <symbol
          key={`base${i}`}
          id={`base-${i}`}
          viewBox="0 0 100 100"
          dangerouslySetInnerHTML={{ __html: shape }}
        />
      ))}
      {[...kinds.values()].map((kind) => (
        <symbol
          key={kind.symbol}
          id={`piece-${kind.symbol}`}
          viewBox="0 0 100 100"
          dangerouslySetInnerHTML={{ __html: glyphOf(kind, isGreater(kind, kinds)) }}
        />
      ))}
    </defs>
  </svg>
));

/** A piece outside of the board: in lists, buttons, the reserve. */
export function PieceIcon(props: {
  symbol: string;
  seat: number;
  players: string;
  title?: string;
}) {
  const { symbol, seat, players, title } = props;
  return (
    <svg
      class={`icon seat ${seatClass(players, seat)}`}
      viewBox="0 0 100 100"
      role="img"
      aria-label={title ?? symbol}
    >
      <use href={`#base-${players.length > 2 ? seat : 0}`} />
      <use href={`#piece-${symbol}`} />
    </svg>
  );
}

/** The class that colours a player's pieces: by the letter, but Black is not Blue. */
export function seatClass(players: string, seat: number): string {
  const letter = players[seat] ?? 'w';
  return `seat-${letter === 'b' && players.length === 2 ? 'k' : letter}`;
}

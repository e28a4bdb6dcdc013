// The kinds of piece of the game, and how they move.

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Kind } from '../engine/parse';
import { ask } from '../engine/socket';
import { type World, complain, current, positionLine, world } from '../game/session';
import { draft, startExploring } from '../game/tools';
import { inWords, middleOf } from '../game/ways';
import { PieceIcon } from '../pieces/defs';
import { Dialog, dialog } from './dialog';

/** Where all kinds of piece go from a cell in the middle of the empty board. */
async function askReaches(at: World, from: string): Promise<Map<string, Set<string>>> {
  const kinds = [...at.kinds.keys()];
  const owner = at.variant.players[0] ?? '';
  const questions = kinds.map((symbol) => `query reach ${owner}${symbol} ${from}`);
  // While a draft is edited that is no position there would be no answer.
  if (draft.value) questions.unshift(positionLine(current.value));
  const lines = await ask(...questions);
  const found = new Map<string, Set<string>>();
  for (const [i, symbol] of kinds.entries()) {
    const [word, ...cells] = (lines[i] ?? '').split(' ');
    if (word === 'reach') found.set(symbol, new Set(cells));
  }
  return found;
}

/** All kinds of piece of the game: picture, symbol, name, motions. */
export function Pieces() {
  const at = world.value;
  const reaches = useSignal(new Map<string, Set<string>>());
  const middle = useMemo(() => (at ? middleOf(at.board) : undefined), [at]);
  useEffect(() => {
    if (!at || !middle) return;
    void askReaches(at, middle.name).then((found) => {
      reaches.value = found;
    }, complain);
  }, [at, middle]);
  if (!at) return null;
  const told = (kind: Kind) => {
    const reached = reaches.value.get(kind.symbol);
    return middle && reached ? inWords(kind, at.board, middle, reached) : '…';
  };
  const { players } = at.variant;
  return (
    <Dialog name="pieces" title="Pieces of this game" wide>
      <ul class="piece-list" data-testid="piece-list">
        {[...at.kinds.values()].map((kind, i) => (
          <li key={kind.symbol}>
            <button
              type="button"
              title={`Where a ${kind.name} goes`}
              onClick={() => {
                dialog.value = null;
                startExploring(kind.symbol);
              }}
            >
              <PieceIcon
                symbol={kind.symbol}
                seat={i % players.length}
                players={players}
                title={kind.name}
              />
              <span>
                <b>{kind.name}</b> <span class="symbol">{kind.symbol}</span>
                <small>
                  {told(kind)}
                  {kind.bound ? '; stays on one colour' : ''}
                  {kind.mating ? `; becomes ${at.kinds.get(kind.mating)?.name} by mating` : ''}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

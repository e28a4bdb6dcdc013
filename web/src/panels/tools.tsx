// The panels of the editor and of the reach explorer.

import { capital } from '../game/notation';
import { readPlacement } from '../game/notation';
import { world } from '../game/session';
import {
  acceptDraft,
  brush,
  brushOf,
  draft,
  draftError,
  draftText,
  edit,
  editText,
  endTyping,
  exploreAt,
  explored,
  exploredCell,
  fieldNames,
  leaveTools,
  reached,
  typed,
} from '../game/tools';
import { PieceIcon } from '../pieces/defs';
import { FitButton } from './controls';

function Palette(props: {
  shown: (symbol: string, seat: number) => boolean;
  pick: (symbol: string, seat: number) => void;
}) {
  const at = world.value;
  if (!at) return null;
  const { players, names } = at.variant;
  return (
    <>
      {[...players].map((letter, seat) => (
        <div key={letter} class="palette" role="group" aria-label={names[seat]}>
          {[...at.kinds.values()].map((kind) => (
            <button
              key={kind.symbol}
              type="button"
              title={`${capital(names[seat] ?? '')} ${kind.name} (${kind.symbol})`}
              aria-pressed={props.shown(kind.symbol, seat)}
              data-testid={`brush-${letter}${kind.symbol}`}
              onClick={() => props.pick(kind.symbol, seat)}
            >
              <PieceIcon symbol={kind.symbol} seat={seat} players={players} title={kind.name} />
            </button>
          ))}
        </div>
      ))}
    </>
  );
}

export function Editor() {
  const edited = draft.value;
  const at = world.value;
  if (!edited || !at) return null;
  const set = (i: number, value: string) => {
    const text = value.trim() || '-';
    edit({ fields: edited.fields.map((old, k) => (k === i ? text : old)) });
  };
  const start = () => {
    const { startpos, players } = at.variant;
    edit({
      pieces: readPlacement(startpos, at.board, players, at.symbols),
      fields: startpos.split(' ').slice(1),
    });
  };
  return (
    <section class="editor" aria-label="Board editor" data-testid="editor">
      <h2>Board editor</h2>
      <p class="hint">Choose a piece and click cells; drag pieces from cell to cell.</p>
      <Palette
        shown={(symbol, seat) => brush.value?.symbol === symbol && brush.value.seat === seat}
        pick={(symbol, seat) => {
          brush.value = brushOf(symbol, seat);
        }}
      />
      <div class="row">
        <button
          type="button"
          aria-pressed={brush.value === null}
          data-testid="eraser"
          onClick={() => {
            brush.value = null;
          }}
        >
          Take away
        </button>
        <button type="button" data-testid="clear-board" onClick={() => edit({ pieces: new Map() })}>
          Clear
        </button>
        <button type="button" onClick={start}>
          Start position
        </button>
      </div>
      <div class="fields">
        {edited.fields.map((value, i) => {
          const name = fieldNames.value[i] ?? '';
          return (
            <label key={name}>
              <span>{name}</span>
              {name === 'turn' ? (
                <select
                  value={value}
                  data-testid="field-turn"
                  onChange={(event) => set(i, event.currentTarget.value)}
                >
                  {[...at.variant.players].map((letter, seat) => (
                    <option key={letter} value={letter}>
                      {at.variant.names[seat]}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  type="text"
                  value={value}
                  spellcheck={false}
                  data-testid={`field-${name.replace(' ', '-')}`}
                  onKeyDown={(event) => event.stopPropagation()}
                  onChange={(event) => set(i, event.currentTarget.value)}
                />
              )}
            </label>
          );
        })}
      </div>
      <label class="field">
        <span>Position string</span>
        <textarea
          rows={4}
          spellcheck={false}
          data-testid="fen"
          value={typed.value ?? draftText.value}
          onKeyDown={(event) => event.stopPropagation()}
          onInput={(event) => editText(event.currentTarget.value)}
          onBlur={endTyping}
        />
      </label>
      <p class={draftError.value ? 'error' : 'fine'} role="status" data-testid="editor-error">
        {draftError.value || 'This is a position of the game.'}
      </p>
      <div class="row end">
        <FitButton />
        <button type="button" data-testid="editor-cancel" onClick={leaveTools}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          data-testid="editor-done"
          disabled={draftError.value !== ''}
          onClick={() => void acceptDraft()}
        >
          Use this position
        </button>
      </div>
    </section>
  );
}

export function Explorer() {
  const at = world.value;
  const piece = explored.value;
  if (!at || !piece) return null;
  const kind = at.kinds.get(piece.symbol);
  return (
    <section class="editor" aria-label="Reach explorer" data-testid="explorer">
      <h2>Reach explorer</h2>
      <p class="hint">Choose a piece, then a cell: where it goes from there on the empty board.</p>
      <Palette
        shown={(symbol, seat) => piece.symbol === symbol && piece.seat === seat}
        pick={(symbol, seat) => {
          explored.value = { symbol, seat };
          void exploreAt(exploredCell.value ?? '');
        }}
      />
      <p class="explored" data-testid="reach-count" data-count={reached.value?.length ?? 0}>
        <PieceIcon
          symbol={piece.symbol}
          seat={piece.seat}
          players={at.variant.players}
          title={kind?.name ?? ''}
        />
        <span>
          <b>{kind?.name}</b> on <b>{exploredCell.value}</b> reaches{' '}
          <b>{reached.value?.length ?? 0}</b> {reached.value?.length === 1 ? 'cell' : 'cells'}
        </span>
      </p>
      <div class="row end">
        <FitButton />
        <button type="button" class="primary" data-testid="explorer-done" onClick={leaveTools}>
          {draft.value ? 'Back to the editor' : 'Back to the game'}
        </button>
      </div>
    </section>
  );
}

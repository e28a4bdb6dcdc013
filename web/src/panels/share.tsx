// Position and game as text and files.

import { useSignal } from '@preact/signals';
import {
  download,
  openRecord,
  openText,
  paste,
  recordLabel,
  shelf,
  writeGame,
  writeRecord,
} from '../game/records';
import { complain, say, state, world } from '../game/session';
import { Dialog, dialog } from './dialog';

function CopyField({ label, text, id }: { label: string; text: string; id: string }) {
  const copy = async (field: HTMLTextAreaElement | null) => {
    field?.select();
    try {
      await navigator.clipboard.writeText(text);
      say(`${label} copied.`);
    } catch {
      say('Press Ctrl+C to copy.');
    }
  };
  return (
    <label class="field">
      <span>{label}</span>
      <span class="copy">
        <textarea readOnly rows={2} data-testid={id} value={text} spellcheck={false} />
        <button
          type="button"
          onClick={(event) =>
            void copy(event.currentTarget.parentElement?.querySelector('textarea') ?? null)
          }
        >
          Copy
        </button>
      </span>
    </label>
  );
}

export function Share() {
  const pasted = useSignal('');
  const error = useSignal('');
  const attempt = async (act: () => Promise<void>) => {
    const before = shelf.value;
    try {
      error.value = '';
      await act();
      dialog.value = shelf.value !== before && shelf.value ? 'shelf' : null;
    } catch (problem) {
      error.value = problem instanceof Error ? problem.message : String(problem);
    }
  };
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) await attempt(async () => openText(file.name, await file.text()));
    input.value = '';
  };
  return (
    <Dialog name="share" title="Position and game">
      <CopyField label="Position" id="position-text" text={state.value?.fen ?? ''} />
      <CopyField label="Game" id="game-text" text={writeGame()} />
      <label class="field">
        <span>Paste a position, a game, moves or records</span>
        <textarea
          rows={3}
          data-testid="paste-text"
          spellcheck={false}
          value={pasted.value}
          onInput={(event) => {
            pasted.value = event.currentTarget.value;
          }}
        />
      </label>
      {error.value ? (
        <p class="error" role="alert" data-testid="paste-error">
          {error.value}
        </p>
      ) : null}
      <footer>
        <label class="button file">
          Open a file…
          <input
            type="file"
            accept=".jsonl,.json,.txt,.fen"
            data-testid="open-file"
            onChange={(event) => void open(event.currentTarget)}
          />
        </label>
        <button
          type="button"
          data-testid="save-file"
          onClick={() =>
            download(`${world.value?.variant.id ?? 'game'}.jsonl`, `${writeRecord()}\n`)
          }
        >
          Save the game
        </button>
        {shelf.value ? (
          <button
            type="button"
            onClick={() => {
              dialog.value = 'shelf';
            }}
          >
            Games of {shelf.value.name}
          </button>
        ) : null}
        <button
          type="button"
          class="primary"
          data-testid="paste-load"
          disabled={pasted.value.trim() === ''}
          onClick={() => void attempt(() => paste(pasted.value))}
        >
          Load
        </button>
      </footer>
    </Dialog>
  );
}

/** The games of a file, to choose from. */
export function Shelf() {
  const filter = useSignal('');
  const opened = shelf.value;
  if (!opened) return null;
  const wanted = filter.value.toLowerCase();
  const all = opened.games.map((game, i) => ({
    game,
    i,
    label: `${game.game} ${recordLabel(game)} ${game.id}`,
  }));
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <Dialog name="shelf" title={`${opened.name}: ${opened.games.length} games`} wide>
      <input
        type="search"
        placeholder="filter by game, player, result"
        aria-label="Filter"
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
        }}
      />
      <ol class="shelf" data-testid="shelf">
        {found.slice(0, 500).map(({ game, i }) => (
          <li key={i}>
            <button
              type="button"
              data-game-number={i + 1}
              onClick={() => {
                dialog.value = null;
                void openRecord(game).catch(complain);
              }}
            >
              <b>{i + 1}</b> {game.game} <span>{recordLabel(game)}</span>{' '}
              <i>{game.moves.length} moves</i>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

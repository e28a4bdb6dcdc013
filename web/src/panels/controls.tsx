// Buttons under the moves: through the game, taking back, resigning, a move by text.

import { signal, useSignal } from '@preact/signals';
import { passMove } from '../board/select';
import {
  bottom,
  humanToMove,
  isOver,
  live,
  nextOf,
  paused,
  redo,
  resign,
  setPaused,
  stopPlaying,
  tip,
  undo,
} from '../game/play';
import { prefer, prefs } from '../game/prefs';
import { current, legal, play, revision, root, say, show, world } from '../game/session';
import { lineThrough } from '../game/tree';
import { Icon, type IconName } from './icons';
import { statusLine } from './players';

export function Tool(props: {
  icon: IconName;
  label: string;
  id: string;
  keys?: string;
  disabled?: boolean;
  pressed?: boolean;
  text?: string;
  act: () => void;
}) {
  const { icon, label, id, keys, disabled, pressed, text, act } = props;
  return (
    <button
      type="button"
      class="tool"
      title={keys ? `${label} (${keys})` : label}
      aria-label={label}
      aria-pressed={pressed}
      data-testid={id}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} />
      {text ? <span>{text}</span> : null}
    </button>
  );
}

export const goFirst = (): void => void show(root());
export const goBack = (): void => {
  if (current.value.parent) void show(current.value.parent);
};
export const goForward = (): void => {
  const next = nextOf(current.value);
  if (next) void show(next);
};
export const goLast = (): void => {
  const end = lineThrough(current.value).at(-1);
  if (end) void show(end);
};
/** Goes through the moves by itself. */
const watching = signal(false);
const WATCH = 900;
export const toggleWatching = (): void => {
  watching.value = !watching.value && nextOf(current.value) !== null;
};
setInterval(() => {
  if (!watching.value) return;
  if (live.value || !nextOf(current.value)) watching.value = false;
  else goForward();
}, WATCH);

export const turnBoard = (): void => {
  const players = world.value?.variant.players.length ?? 1;
  bottom.value = (bottom.value + 1) % players;
};

export function MoveInput() {
  const text = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    const typed = text.value.trim();
    if (!typed) return;
    const lower = typed.toLowerCase();
    const plain = (move: string) => move.toLowerCase().replaceAll(/[^a-z0-9=,]/g, '');
    const found = legal.value.filter(
      (move) => move.text.toLowerCase() === lower || plain(move.text) === plain(typed),
    );
    const exact = found.find((move) => move.text === typed) ?? found[0];
    if (!humanToMove.value) return say('It is not your turn.', 'error');
    if (!exact) return say(`${typed} is no legal move here.`, 'error');
    text.value = '';
    void play(exact.text);
  };
  return (
    <form class="move-input" onSubmit={submit}>
      <input
        type="text"
        placeholder="type a move"
        aria-label="Type a move, such as e2e4"
        data-testid="move-input"
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </form>
  );
}

export function Controls() {
  revision.value;
  const node = current.value;
  const away = live.value && tip.value !== node;
  return (
    <section class="controls" aria-label="Controls">
      <p class="bottom-status" aria-hidden="true">
        {statusLine()}
      </p>
      {passMove.value ? (
        <button
          type="button"
          class="primary wide-button"
          data-testid="pass"
          onClick={() => passMove.value && void play(passMove.value.text)}
        >
          Pass: there is no legal move
        </button>
      ) : null}
      {away ? (
        <button
          type="button"
          class="wide-button"
          data-testid="to-game"
          onClick={() => tip.value && void show(tip.value)}
        >
          Back to the game
        </button>
      ) : null}
      <div class="row">
        <Tool
          icon="first"
          id="first"
          label="First position"
          keys="Home"
          disabled={!node.parent}
          act={goFirst}
        />
        <Tool icon="back" id="back" label="Back" keys="←" disabled={!node.parent} act={goBack} />
        <Tool
          icon="forward"
          id="forward"
          label="Forward"
          keys="→"
          disabled={!nextOf(node)}
          act={goForward}
        />
        <Tool
          icon="last"
          id="last"
          label="Last position"
          keys="End"
          disabled={!nextOf(node)}
          act={goLast}
        />
        <Tool
          icon="turn"
          id="turn-board"
          label="Turn the board to the next player"
          keys="F"
          act={turnBoard}
        />
        <button
          type="button"
          class="tool only-narrow"
          data-testid="fit"
          aria-pressed={prefs.value.fit}
          onClick={() => prefer({ fit: !prefs.value.fit })}
        >
          {prefs.value.fit ? 'Larger' : 'Fit'}
        </button>
        <MoveInput />
      </div>
      {!live.value && (watching.value || nextOf(node)) ? (
        <div class="row">
          <Tool
            icon={watching.value ? 'pause' : 'go'}
            id="watch"
            label={watching.value ? 'Hold' : 'Watch the moves'}
            text={watching.value ? 'Hold' : 'Watch'}
            keys="W"
            pressed={watching.value}
            act={toggleWatching}
          />
        </div>
      ) : null}
      {live.value ? (
        <div class="row">
          <Tool
            icon="undo"
            id="undo"
            label="Take back"
            keys="U"
            text="Take back"
            disabled={!node.parent}
            act={undo}
          />
          <Tool
            icon="redo"
            id="redo"
            label="Play again"
            keys="R"
            disabled={!nextOf(tip.value ?? node)}
            act={redo}
          />
          <Tool
            icon={paused.value ? 'go' : 'pause'}
            id="pause"
            label={paused.value ? 'Go on' : 'Pause'}
            keys="P"
            pressed={paused.value}
            act={() => setPaused(!paused.value)}
          />
          <ResignButton />
          <button type="button" class="tool" data-testid="stop-playing" onClick={stopPlaying}>
            Analyse
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** Asks once more before it is too late. */
function ResignButton() {
  const sure = useSignal(false);
  const may = humanToMove.value && !isOver.value && tip.value === current.value;
  return sure.value && may ? (
    <button
      type="button"
      class="tool danger"
      data-testid="resign-confirm"
      onBlur={() => {
        sure.value = false;
      }}
      onClick={() => {
        sure.value = false;
        resign();
      }}
    >
      Really resign?
    </button>
  ) : (
    <Tool
      icon="flag"
      id="resign"
      label="Resign (on your turn)"
      disabled={!may}
      act={() => {
        sure.value = true;
      }}
    />
  );
}

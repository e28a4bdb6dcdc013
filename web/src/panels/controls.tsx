// Buttons under the moves: through the game, taking back, resigning, a move by text.

import { signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { passMove } from '../board/select';
import {
  bottom,
  humanToMove,
  isOver,
  live,
  paused,
  redo,
  resign,
  setAside,
  setPaused,
  tip,
  undo,
} from '../game/play';
import { prefer, prefs } from '../game/prefs';
import { current, legal, play, revision, root, say, visit, world } from '../game/session';
import { type Node, lineThrough, nextOf } from '../game/tree';
import { Icon, type IconName } from './icons';
import { statusLine } from './players';
import { endGameFirst } from './question';

export interface ToolProps {
  icon: IconName;
  label: string;
  id: string;
  keys?: string;
  disabled?: boolean;
  pressed?: boolean;
  text?: string;
  act: () => void;
}

export function Tool({ icon, label, id, keys, disabled, pressed, text, act }: ToolProps) {
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

export const Tools = ({ tools }: { tools: ToolProps[] }) =>
  tools.map((tool) => <Tool key={tool.id} {...tool} />);

export const goFirst = (): void => visit(root());
export const goBack = (): void => visit(current.value.parent ?? current.value);
export const goForward = (): void => visit(nextOf(current.value) ?? current.value);
export const goLast = (): void => visit(lineThrough(current.value).at(-1) ?? current.value);
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

/** Whether all of the board fits into a narrow window. */
export const FitButton = () => (
  <button
    type="button"
    class="tool only-narrow"
    data-testid="fit"
    aria-pressed={prefs.value.fit}
    onClick={() => prefer({ fit: !prefs.value.fit })}
  >
    {prefs.value.fit ? 'Larger' : 'Fit'}
  </button>
);

/** Through the game. */
const travels = (node: Node): ToolProps[] => {
  const [none, end] = [!node.parent, !nextOf(node)];
  return [
    {
      icon: 'first',
      id: 'first',
      label: 'First position',
      keys: 'Home',
      disabled: none,
      act: goFirst,
    },
    { icon: 'back', id: 'back', label: 'Back', keys: '←', disabled: none, act: goBack },
    { icon: 'forward', id: 'forward', label: 'Forward', keys: '→', disabled: end, act: goForward },
    { icon: 'last', id: 'last', label: 'Last position', keys: 'End', disabled: end, act: goLast },
    {
      icon: 'turn',
      id: 'turn-board',
      label: 'Turn the board to the next player',
      keys: 'F',
      act: turnBoard,
    },
  ];
};

/** What a player may do besides moving. */
const rights = (node: Node): ToolProps[] => {
  const [first, end] = [!node.parent, !nextOf(tip.value ?? node)];
  const held = paused.value;
  return [
    {
      icon: 'undo',
      id: 'undo',
      label: 'Take back',
      keys: 'U',
      text: 'Take back',
      disabled: first,
      act: undo,
    },
    { icon: 'redo', id: 'redo', label: 'Play again', keys: 'R', disabled: end, act: redo },
    {
      icon: held ? 'go' : 'pause',
      id: 'pause',
      label: held ? 'Go on' : 'Pause',
      keys: 'P',
      pressed: held,
      act: () => setPaused(!held),
    },
  ];
};

function WatchButton() {
  const on = watching.value;
  return (
    <Tool
      icon={on ? 'pause' : 'go'}
      id="watch"
      label={on ? 'Hold' : 'Watch the moves'}
      text={on ? 'Hold' : 'Watch'}
      keys="W"
      pressed={on}
      act={toggleWatching}
    />
  );
}

function WideButton(props: { id: string; text: string; primary?: boolean; act: () => void }) {
  return (
    <button
      type="button"
      class={`wide-button${props.primary ? ' primary' : ''}`}
      data-testid={props.id}
      onClick={props.act}
    >
      {props.text}
    </button>
  );
}

export function Controls() {
  revision.value;
  const node = current.value;
  const game = tip.value;
  const pass = passMove.value;
  const bar = useRef<HTMLElement>(null);
  // Where it is fixed to the window's edge, the page leaves as much room below what it would cover.
  useLayoutEffect(() => {
    const box = bar.current;
    if (!box) return;
    const tell = (height: number) =>
      document.documentElement.style.setProperty('--bar', `${height}px`);
    const observer = new ResizeObserver(() => tell(box.offsetHeight));
    observer.observe(box);
    return () => {
      observer.disconnect();
      tell(0);
    };
  }, []);
  return (
    <section class="controls" aria-label="Controls" ref={bar}>
      <p class="bottom-status" aria-hidden="true">
        {statusLine()}
      </p>
      {pass ? (
        <WideButton
          id="pass"
          text="Pass: there is no legal move"
          primary
          act={() => void play(pass.text)}
        />
      ) : null}
      {live.value && game && game !== node ? (
        <WideButton id="to-game" text="Back to the game" act={() => visit(game)} />
      ) : null}
      <div class="row">
        <Tools tools={travels(node)} />
        <FitButton />
        <MoveInput />
      </div>
      {live.value ? (
        <div class="row">
          <Tools tools={rights(node)} />
          <ResignButton />
          <button
            type="button"
            class="tool"
            data-testid="stop-playing"
            onClick={() => endGameFirst(setAside)}
          >
            Analyse
          </button>
        </div>
      ) : watching.value || nextOf(node) ? (
        <div class="row">
          <WatchButton />
        </div>
      ) : null}
    </section>
  );
}

/** Where the question is, the key that asked it may answer; one that is held down does not. */
const focus = (button: HTMLElement | null) => button?.focus();
const isHeld = (event: KeyboardEvent) => event.repeat && event.preventDefault();

/** Asks once more before it is too late. */
function ResignButton() {
  const sure = useSignal(false);
  const may = humanToMove.value && !isOver.value && tip.value === current.value;
  // The question was about this turn, not about the next one.
  useEffect(() => {
    if (!may) sure.value = false;
  }, [may]);
  return sure.value && may ? (
    <button
      type="button"
      class="tool danger"
      data-testid="resign-confirm"
      ref={focus}
      onKeyDown={isHeld}
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

// The page: header, board, panels, windows, keys.

import { useEffect } from 'preact/hooks';
import { Board } from './board/board';
import { deselect } from './board/select';
import { connection, lostReason } from './engine/socket';
import { analysing, setAnalysing } from './game/analysis';
import { capital } from './game/notation';
import { isOver, live, paused, redo, setPaused, undo } from './game/play';
import { prefer, shownTheme } from './game/prefs';
import { current, gameLabel, games, notice, world } from './game/session';
import { draft, isEdited, leaveTools, mode, startEditing, startExploring } from './game/tools';
import {
  Controls,
  Tool,
  goBack,
  goFirst,
  goForward,
  goLast,
  toggleWatching,
  turnBoard,
} from './panels/controls';
import { dialog } from './panels/dialog';
import { EnginePanel } from './panels/engine';
import { Graph } from './panels/graph';
import { Moves, labelOf } from './panels/moves';
import { NewGame } from './panels/newgame';
import { Pieces } from './panels/pieces';
import { Players, statusLine } from './panels/players';
import { QuestionDialog, endEditingFirst } from './panels/question';
import { Help, Settings } from './panels/settings';
import { Share, Shelf } from './panels/share';
import { Editor, Explorer } from './panels/tools';
import { PieceDefs } from './pieces/defs';

function toggleTheme(): void {
  prefer({ theme: shownTheme.value === 'dark' ? 'light' : 'dark' });
}

const toggleExplorer = () => (mode.value === 'reach' ? leaveTools() : startExploring());

const toggleEditor = () => {
  if (mode.value === 'edit') endEditingFirst(isEdited(), leaveTools);
  else if (draft.value) leaveTools();
  else startEditing();
};

const shortcuts: Record<string, () => void> = {
  ArrowLeft: goBack,
  ArrowRight: goForward,
  Home: goFirst,
  End: goLast,
  Escape: deselect,
  f: turnBoard,
  e: () => setAnalysing(!analysing.value),
  u: undo,
  r: redo,
  p: () => live.value && setPaused(!paused.value),
  w: toggleWatching,
  t: toggleTheme,
  x: toggleExplorer,
  n: () => {
    dialog.value = 'new';
  },
  s: () => {
    dialog.value = 'share';
  },
  m: () => document.querySelector<HTMLElement>('[data-testid=move-input]')?.focus(),
  '?': () => {
    dialog.value = 'help';
  },
};

/** What may be done beside the editor without touching the game behind it. */
const besideEditor = new Set(['f', 'n', 's', 't', 'x', '?']);

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.value) return;
  const target = event.target as HTMLElement;
  if (target.closest('input:not([type=checkbox]), textarea, select')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = shortcuts[key];
  if (!act || (draft.value && !besideEditor.has(key))) return;
  event.preventDefault();
  act();
}

function Header() {
  const id = world.value?.variant.id;
  const title = games.value.find((game) => game.id === id)?.title ?? '';
  const open = (name: typeof dialog.value) => () => {
    dialog.value = name;
  };
  return (
    <header class="top">
      <img src="/favicon.svg" alt="" width="26" height="26" />
      <h1>
        <button
          type="button"
          class="plain title"
          title="Choose another game (N)"
          data-testid="game-title"
          onClick={open('new')}
        >
          {title || 'Simurgh'}
        </button>
      </h1>
      <span class="label">{gameLabel.value}</span>
      <nav aria-label="Tools">
        <Tool
          icon="plus"
          id="new-game"
          label="New game"
          keys="N"
          text="New game"
          act={open('new')}
        />
        <Tool
          icon="share"
          id="share"
          label="Copy, paste, open, save"
          keys="S"
          act={open('share')}
        />
        <Tool
          icon="edit"
          id="edit"
          label="Board editor"
          pressed={mode.value === 'edit'}
          act={toggleEditor}
        />
        <Tool
          icon="reach"
          id="explore"
          label="Reach explorer"
          keys="X"
          pressed={mode.value === 'reach'}
          act={toggleExplorer}
        />
        <Tool icon="piece" id="pieces" label="Pieces of this game" act={open('pieces')} />
        <Tool icon="gear" id="settings" label="Settings" act={open('settings')} />
        <Tool icon="help" id="help" label="Help" keys="?" act={open('help')} />
      </nav>
    </header>
  );
}

function Side() {
  if (mode.value === 'edit') {
    return (
      <aside class="side">
        <Editor />
      </aside>
    );
  }
  if (mode.value === 'reach') {
    return (
      <aside class="side">
        <Explorer />
      </aside>
    );
  }
  return (
    <aside class="side">
      <Players />
      <p
        class={`status${isOver.value ? ' over' : ''}`}
        role="status"
        aria-live="polite"
        data-testid="status"
      >
        {statusLine()}
      </p>
      <p class="visually-hidden" aria-live="polite">
        {current.value.text ? labelOf(current.value) : ''}
      </p>
      <EnginePanel />
      <Moves />
      <Graph />
      <Controls />
    </aside>
  );
}

function Windows() {
  switch (dialog.value) {
    case 'new':
      return <NewGame />;
    case 'share':
      return <Share />;
    case 'settings':
      return <Settings />;
    case 'help':
      return <Help />;
    case 'pieces':
      return <Pieces />;
    case 'shelf':
      return <Shelf />;
    case 'question':
      return <QuestionDialog />;
    default:
      return null;
  }
}

function Notices() {
  const told = notice.value;
  return (
    <div class="notices" aria-live="assertive">
      {connection.value === 'lost' ? (
        <p class="notice lost" role="alert" data-testid="lost">
          {capital(lostReason.value).replace(/(?<![.?!])$/, '.')} Trying again…
        </p>
      ) : null}
      {told ? (
        <p
          class={`notice ${told.kind}`}
          role={told.kind === 'error' ? 'alert' : 'status'}
          data-testid="notice"
        >
          {told.text}
        </p>
      ) : null}
    </div>
  );
}

export function App() {
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const kinds = world.value?.kinds;
  return (
    <>
      {kinds ? <PieceDefs kinds={kinds} /> : null}
      <Header />
      <main class={`mode-${mode.value}`} data-connection={connection.value}>
        <Board />
        <Side />
      </main>
      <Windows />
      <Notices />
    </>
  );
}

// Where the page starts.

import { render } from 'preact';
import { App } from './app';
import { hurried, seatPlayers } from './game/play';
import { begin, say, start } from './game/session';
import './game/analysis';
import './game/sound';
import { keep, restore } from './game/storage';
import './style/index.css';

const FIRST = 'honeycomb';

/**
 * `?game=ID` chooses a game, `?fen=STRING` its position; otherwise the last game goes on, as it does
 * once something was done with the game that was chosen.
 */
async function first(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  hurried.value = asked.has('hurry');
  const game = asked.get('game');
  if (game) {
    try {
      await begin(game, asked.get('fen'));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'error');
      await begin(FIRST);
    }
  } else if (!(await restore())) {
    await begin(FIRST);
  }
  seatPlayers();
  keep();
}

start(first);
const root = document.getElementById('app');
if (root) {
  // What was there before the program gives way to it.
  root.replaceChildren();
  render(<App />, root);
}

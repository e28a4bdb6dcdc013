// What a person prefers, and help.

import { type Prefs, type Theme, prefer, prefs } from '../game/prefs';
import { Dialog } from './dialog';

type Switch = Exclude<keyof Prefs, 'theme'>;

const switches: [Switch, string][] = [
  ['sound', 'Sounds'],
  ['letters', 'Letters instead of pictures'],
  ['badges', 'The letter of the owner on every piece'],
  ['coordinates', 'Names of rows and lines'],
  ['arrows', 'Arrows of the analysis'],
  ['animation', 'Moves slide'],
];

export function Settings() {
  return (
    <Dialog name="settings" title="Settings">
      <fieldset class="themes">
        <legend>Theme</legend>
        {(['auto', 'light', 'dark'] as Theme[]).map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              data-testid={`theme-${theme}`}
              checked={prefs.value.theme === theme}
              onChange={() => prefer({ theme })}
            />{' '}
            {theme === 'auto' ? 'as the system' : theme}
          </label>
        ))}
      </fieldset>
      {switches.map(([key, label]) => (
        <label key={key} class="check">
          <input
            type="checkbox"
            data-testid={`pref-${key}`}
            checked={prefs.value[key]}
            onChange={(event) => prefer({ [key]: event.currentTarget.checked })}
          />{' '}
          {label}
        </label>
      ))}
    </Dialog>
  );
}

const keys: [string, string][] = [
  ['← →', 'through the game'],
  ['Home End', 'first and last position'],
  [
    'Tab',
    'to the board; there arrow keys move from cell to cell, Page Up and Page Down from level to level, Enter selects and moves, Escape lets go',
  ],
  ['N', 'new game'],
  ['E', 'analysis on and off'],
  ['F', 'turn the board to the next player'],
  ['U R', 'take back, play again'],
  ['P', 'pause the engines'],
  ['W', 'watch the moves go by'],
  ['X', 'reach explorer'],
  ['M', 'type a move'],
  ['T', 'light or dark'],
  ['S', 'copy, paste, open, save'],
  ['?', 'this help'],
];

const signs: [string, string][] = [
  ['quiet', 'a move'],
  ['capture', 'a capture'],
  ['promotion', 'a promotion'],
  ['castle', 'castling'],
  ['en-passant', 'a capture in passing'],
  ['charge', 'an Elephant charge'],
  ['enlightened', 'an Enlightened move'],
];

const drawings: Record<string, string> = {
  promotion: 'M0-.26L.07-.08.26-.08.11.04.17.22 0 .11-.17.22-.11.04-.26-.08-.07-.08z',
  charge: 'M-.2-.18L0 0-.2 .18M.02-.18L.22 0 .02 .18',
  enlightened: 'M0-.24L.24 0 0 .24-.24 0z',
  castle: 'M-.22 .06H.22M.08-.08L.22 .06M-.08 .2L-.22 .06',
};

function SignPicture({ kind }: { kind: string }) {
  return (
    <svg class="sign" viewBox="-.5 -.5 1 1" aria-hidden="true">
      <g class={`target ${kind}`}>
        {kind === 'capture' || kind === 'en-passant' ? <circle class="ring" r=".42" /> : null}
        {kind === 'quiet' || kind === 'en-passant' ? <circle class="dot" r=".13" /> : null}
        {drawings[kind] ? (
          <path class={kind === 'promotion' ? 'dot' : 'stroke'} d={drawings[kind]} />
        ) : null}
      </g>
    </svg>
  );
}

export function Help() {
  return (
    <Dialog name="help" title="Help" wide>
      <div class="columns">
        <section>
          <h3>Keys</h3>
          <dl class="keys">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Where a piece may go</h3>
          <dl class="signs">
            {signs.map(([kind, what]) => (
              <div key={kind}>
                <dt>
                  <SignPicture kind={kind} />
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <h3>Numbers</h3>
          <p>
            Scores are in pawns, seen from the player to move; #3 is a win in three moves. The bar
            of a player is the expected share of the game: all of it for winning alone, nothing for
            falling first.
          </p>
          <p>
            Levels lie side by side: the same place on the next level is the cell above or below.
            Point at a piece to see its name and where it goes; press X to put any piece on any
            cell.
          </p>
        </section>
      </div>
    </Dialog>
  );
}

// Choosing a game, who plays, and how long.

import { useSignal } from '@preact/signals';
import type { GameTitle } from '../engine/parse';
import { capital } from '../game/notation';
import {
  FULL,
  type Seat,
  type TimeControl,
  WEAKEST,
  control,
  defaultSeats,
  seatPlayers,
  seats,
  startPlaying,
  stopPlaying,
} from '../game/play';
import { begin, complain, current, games, rootFen, show, state, world } from '../game/session';
import { draft, leaveTools } from '../game/tools';
import { Dialog, dialog } from './dialog';
import { levelName } from './players';

interface Family {
  title: string;
  forms: { id: string; form: string }[];
  game: GameTitle;
}

/** Games whose titles differ only after a colon or comma are forms of one. */
export function families(list: GameTitle[]): Family[] {
  const found = new Map<string, Family>();
  for (const game of list) {
    const [, title = game.title, form = ''] = /^([^:,]+)[:,]?\s*(.*)$/.exec(game.title) ?? [];
    const family = found.get(title) ?? { title, forms: [], game };
    family.forms.push({ id: game.id, form: form || 'standard' });
    found.set(title, family);
  }
  return [...found.values()];
}

/** Below this strongest level a game has too few levels 200 apart to choose from. */
const FEW_BELOW = 1500;

/** Levels up to the first that is no weaker than the strongest of the game, and full strength. */
function levelsOf(game: GameTitle): number[] {
  const step = game.strongest < FEW_BELOW ? 100 : 200;
  const count = Math.ceil((Math.min(game.strongest, FULL - step) - WEAKEST) / step);
  return [...Array.from({ length: count + 1 }, (_, i) => WEAKEST + i * step), FULL];
}

/** The same seat at the next level down that the game has. */
function fitted(seat: Seat, levels: number[]): Seat {
  return { ...seat, elo: levels.filter((level) => level <= seat.elo).at(-1) ?? WEAKEST };
}

function SeatRow(props: {
  name: string;
  seat: Seat;
  levels: number[];
  timed: boolean;
  change: (seat: Seat) => void;
  index: number;
}) {
  const { name, seat, levels, timed, change, index } = props;
  return (
    <div class="seat-row" data-testid={`seat-${index}`}>
      <span class="seat-name">{capital(name)}</span>
      <select
        aria-label={`${name}: who plays`}
        data-testid={`who-${index}`}
        value={seat.who}
        onChange={(event) => change({ ...seat, who: event.currentTarget.value as Seat['who'] })}
      >
        <option value="human">human</option>
        <option value="engine">engine</option>
      </select>
      {seat.who === 'engine' ? (
        <>
          <select
            aria-label={`${name}: level`}
            data-testid={`level-${index}`}
            value={seat.elo}
            onChange={(event) => change({ ...seat, elo: Number(event.currentTarget.value) })}
          >
            {levels.map((elo) => (
              <option key={elo} value={elo}>
                {levelName(elo)}
              </option>
            ))}
          </select>
          {timed ? null : (
            <label class="seconds">
              <input
                type="number"
                min="0.05"
                max="600"
                step="any"
                aria-label={`${name}: seconds a move`}
                data-testid={`seconds-${index}`}
                value={seat.seconds}
                onChange={(event) =>
                  change({
                    ...seat,
                    seconds: Math.max(0.01, Number(event.currentTarget.value) || 0.5),
                  })
                }
              />{' '}
              s a move
            </label>
          )}
        </>
      ) : null}
    </div>
  );
}

/** Whether the position shown is one to play on from: no start of a game, and no end. */
function isUnderWay(id: string): boolean {
  const here = state.value;
  if (id !== world.value?.variant.id || draft.value || !here || here.places) return false;
  return current.value.parent !== null || rootFen.value !== null;
}

export function NewGame() {
  const list = games.value;
  const all = families(list);
  const id = useSignal(world.value?.variant.id ?? list[0]?.id ?? 'chess');
  const game = list.find((candidate) => candidate.id === id.value);
  const family = all.find((candidate) => candidate.forms.some((form) => form.id === id.value));
  const players = game?.players.length ?? 2;
  const table = useSignal<Seat[]>(
    seats.value.length === players ? seats.value : defaultSeats(players),
  );
  const time = useSignal<TimeControl | null>(control.value);
  const fromHere = useSignal(false);
  if (!game) return null;
  if (table.value.length !== players) table.value = defaultSeats(players);
  const levels = levelsOf(game);
  const seated = table.value.map((seat) => fitted(seat, levels));

  const mayGoOn = isUnderWay(id.value);

  const start = async (play: boolean) => {
    try {
      const stay = mayGoOn && fromHere.value;
      if (stay) {
        leaveTools();
        stopPlaying();
      } else {
        await begin(id.value);
      }
      seats.value = seated;
      seatPlayers();
      if (play) startPlaying(seated, time.value);
      // What ended with the game before goes on: an analysis where a person is to move.
      if (stay) await show(current.value);
      dialog.value = null;
    } catch (error) {
      complain(error);
    }
  };

  return (
    <Dialog name="new" title="New game" wide>
      <div class="new-game">
        <div
          class="families"
          role="radiogroup"
          aria-label="Game"
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            const next =
              step && all.at((all.findIndex((one) => one === family) + step) % all.length);
            if (!next) return;
            event.preventDefault();
            id.value = next.game.id;
            const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]');
            buttons[all.indexOf(next)]?.focus();
          }}
        >
          {all.map((candidate) => (
            <button
              key={candidate.title}
              type="button"
              role="radio"
              aria-checked={candidate === family}
              tabIndex={candidate === family ? 0 : -1}
              class="family"
              data-testid={`family-${candidate.game.id}`}
              onClick={() => {
                id.value = candidate.game.id;
              }}
            >
              <strong>{candidate.title}</strong>
              <span class="facts">
                <PlayerDots players={candidate.game.players} />
                {candidate.game.players.length} players · {candidate.game.cells} cells
                {candidate.game.levels > 1 ? ` on ${candidate.game.levels} levels` : ''}
              </span>
            </button>
          ))}
        </div>
        <div class="table">
          {family && family.forms.length > 1 ? (
            <label class="field">
              <span>Form</span>
              <select
                data-testid="form"
                value={id.value}
                onChange={(event) => {
                  id.value = event.currentTarget.value;
                }}
              >
                {family.forms.map(({ id, form }) => (
                  <option key={id} value={id}>
                    {form}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <h3>Seats</h3>
          {game.names.map((name, i) => (
            <SeatRow
              key={name}
              index={i}
              name={name}
              levels={levels}
              timed={time.value !== null}
              seat={seated[i] ?? { who: 'human', elo: FULL, seconds: 0.5 }}
              change={(seat) => {
                table.value = table.value.map((old, k) => (k === i ? seat : old));
              }}
            />
          ))}
          <h3>Time</h3>
          <div class="seat-row">
            <label>
              <input
                type="checkbox"
                data-testid="timed"
                checked={time.value !== null}
                onChange={(event) => {
                  time.value = event.currentTarget.checked ? { minutes: 10, increment: 5 } : null;
                }}
              />{' '}
              clocks
            </label>
            {time.value ? (
              <>
                <label>
                  <input
                    type="number"
                    min="0.1"
                    step="any"
                    data-testid="minutes"
                    value={time.value.minutes}
                    onChange={(event) => {
                      const minutes = Math.max(0.01, Number(event.currentTarget.value) || 1);
                      time.value = { increment: time.value?.increment ?? 0, minutes };
                    }}
                  />{' '}
                  min
                </label>
                <label>
                  <input
                    type="number"
                    min="0"
                    step="any"
                    data-testid="increment"
                    value={time.value.increment}
                    onChange={(event) => {
                      const increment = Math.max(0, Number(event.currentTarget.value) || 0);
                      time.value = { minutes: time.value?.minutes ?? 10, increment };
                    }}
                  />{' '}
                  s a move
                </label>
              </>
            ) : (
              <span class="hint">Nobody is in a hurry.</span>
            )}
          </div>
          {mayGoOn ? (
            <>
              <h3>Start</h3>
              <label class="seat-row">
                <input
                  type="checkbox"
                  data-testid="from-here"
                  checked={fromHere.value}
                  onChange={(event) => {
                    fromHere.value = event.currentTarget.checked;
                  }}
                />
                from the position on the board
              </label>
            </>
          ) : null}
        </div>
      </div>
      <footer>
        <button type="button" data-testid="analyse" onClick={() => void start(false)}>
          Only set up the board
        </button>
        <button type="button" class="primary" data-testid="start" onClick={() => void start(true)}>
          Play
        </button>
      </footer>
    </Dialog>
  );
}

function PlayerDots({ players }: { players: string }) {
  return (
    <span class="player-dots" aria-hidden="true">
      {[...players].map((letter) => (
        <i key={letter} class={`dot-${letter === 'b' && players.length === 2 ? 'k' : letter}`} />
      ))}
    </span>
  );
}

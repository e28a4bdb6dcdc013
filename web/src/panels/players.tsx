// Everybody at the table: whose turn, who plays, clocks, expectations, places, the reserve.

import { useEffect, useState } from 'preact/hooks';
import { expectationOf, lines, linesOf } from '../game/analysis';
import { clocks, running, timeLeft } from '../game/clocks';
import { capital, clockLabel, percent, placeLabel } from '../game/notation';
import { FULL, WEAKEST, bottom, control, live, seats, thinking } from '../game/play';
import { prefs } from '../game/prefs';
import { current, placement, seatOf, state, world } from '../game/session';
import { PieceIcon, seatClass } from '../pieces/defs';

function Clock({ seat }: { seat: number }) {
  const [, tick] = useState(0);
  const runs = running.value === seat;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
  if (!control.value || clocks.value.length === 0) return null;
  const left = timeLeft(seat);
  const low = left < 20_000 ? ' low' : '';
  return (
    <span class={`clock${runs ? ' running' : ''}${low}`} data-testid={`clock-${seat}`}>
      {clockLabel(left)}
    </span>
  );
}

/** What is known of the outcome: the search if it runs, else the evaluation of the position. */
export function expectations(): number[] {
  const here = state.value;
  const best = lines.value[0];
  if (best && linesOf.value === current.value && !here?.places)
    return expectationOf(best, current.value);
  if (here?.places) return here.expectation;
  return current.value.verdict?.values ?? here?.expectation ?? [];
}

/** The captured pieces that a player may promote to, from the field RESERVE. */
function reserveOf(fen: string, seat: number): Map<string, number> {
  const fields = fen.split(' ');
  const found = new Map<string, number>();
  const field = fields.length === 7 ? (fields[4] ?? '-') : '-';
  const letter = world.value?.variant.players[seat];
  for (const token of field === '-' ? [] : field.split(',')) {
    if (token[0] === letter) found.set(token.slice(1), (found.get(token.slice(1)) ?? 0) + 1);
  }
  return found;
}

export function Players() {
  const at = world.value;
  const here = state.value;
  if (!at || !here) return null;
  const { players, names, teams } = at.variant;
  const expected = expectations();
  const won = winners();
  const sharing = (place: number) =>
    Object.values(here.places ?? {}).filter((other) => other === place).length;
  const king = [...at.kinds.values()].find((kind) => kind.royal)?.symbol ?? '';
  return (
    <section
      class={`players${control.value && clocks.value.length > 0 ? ' timed' : ''}`}
      aria-label="Players"
      data-testid="players"
    >
      {[...players].map((letter, seat) => {
        const alive = here.alive.includes(letter);
        const place = here.places?.[letter];
        const turn = here.turn === letter && !here.places;
        const who = seats.value[seat];
        const reserve = reserveOf(here.fen, seat);
        const wins = won.includes(letter);
        const sits = live.value && who ? (who.who === 'human' ? 'you' : levelName(who.elo)) : '';
        const kingless = here.checks.length > 0 && isChecked(seat);
        return (
          <div
            key={letter}
            class={`player ${seatClass(players, seat)}${turn ? ' turn' : ''}${alive || wins ? '' : ' out'}`}
            data-testid={`player-${letter}`}
            data-turn={turn}
            data-alive={alive}
            data-place={place ?? ''}
          >
            <button
              type="button"
              class="player-name"
              title={`Turn the board to ${names[seat]}${sits ? ` (${sits})` : ''}`}
              aria-pressed={bottom.value === seat}
              onClick={() => {
                bottom.value = seat;
              }}
            >
              <PieceIcon symbol={king} seat={seat} players={players} title={names[seat] ?? ''} />
              <span class="name">
                {capital(names[seat] ?? '')}
                {prefs.value.badges ? <span class="symbol">{letter}</span> : null}
                {teams ? <small> team {teams[seat]}</small> : null}
              </span>
              <span class="who">
                {sits}
                {turn && thinking.value ? <i class="dots" aria-label="thinking" /> : null}
              </span>
            </button>
            {kingless && alive && place === undefined ? (
              <span class="tag check-tag">check</span>
            ) : null}
            {place !== undefined ? (
              <span class={`tag place${wins ? ' won' : ''}`}>
                {teams && won.length > 0
                  ? wins
                    ? 'won'
                    : 'lost'
                  : placeLabel(place, sharing(place))}
              </span>
            ) : alive ? null : (
              <span class="tag">out</span>
            )}
            <Clock seat={seat} />
            <span
              class="bar"
              title={`Expected: ${percent(expected[seat] ?? 0)}`}
              aria-hidden="true"
            >
              <span class="bar-fill" style={{ width: percent(expected[seat] ?? 0) }} />
            </span>
            <span class="share" data-testid={`expectation-${letter}`}>
              {percent(expected[seat] ?? 0)}
            </span>
            {reserve.size > 0 ? (
              <div
                class="reserve"
                data-testid={`reserve-${letter}`}
                title="Captured pieces to promote to"
              >
                {[...reserve].map(([symbol, count]) => (
                  <span key={symbol} title={at.kinds.get(symbol)?.name}>
                    <PieceIcon symbol={symbol} seat={seat} players={players} />
                    {count > 1 ? <sub>{count}</sub> : null}
                  </span>
                ))}
              </div>
            ) : null}
          </div>
        );
      })}
    </section>
  );

  function isChecked(seat: number): boolean {
    const letter = players[seat] ?? '';
    // The cells in check hold their owners' Kings.
    return (here?.checks ?? []).some((cell) => ownerOf(cell) === letter);
  }
}

function ownerOf(cell: string): string {
  const piece = placement.value.get(cell);
  return piece ? (world.value?.variant.players[piece.seat] ?? '') : '';
}

export function levelName(elo: number): string {
  if (elo >= FULL) return 'full strength';
  return elo <= WEAKEST ? 'random moves' : `level ${elo}`;
}

/** The letters of those who have won: with whoever is first, the team. */
function winners(): string[] {
  const [at, here] = [world.value, state.value];
  if (!at || !here?.places) return [];
  const { players, teams } = at.variant;
  const first = [...players].findIndex((letter) => here.places?.[letter] === 1);
  return [...players].filter(
    (_, seat) => seat === first || (teams && teams[seat] === teams[first]),
  );
}

/** One line that says how things stand. */
export function statusLine(): string {
  const [at, here] = [world.value, state.value];
  if (!at || !here) return '';
  const { names, teams } = at.variant;
  if (here.places) {
    const won = winners().map(seatOf);
    const reason = (here.reason ?? '').replaceAll('-', ' ');
    if (won.length === 0) return `Draw: ${reason}`;
    const people = won.map((seat) => capital(names[seat] ?? '')).join(' and ');
    const who = teams ? `Team ${teams[won[0] ?? 0]} (${people})` : people;
    return `${who} wins: ${reason}`;
  }
  const seat = seatOf(here.turn);
  return `${capital(names[seat] ?? '')} to move${here.checks.some((cell) => ownerOf(cell) === here.turn) ? ', in check' : ''}`;
}

// The expectation of every player over the game, position by position.

import { current, revision, visit, world } from '../game/session';
import { lineThrough } from '../game/tree';
import { seatClass } from '../pieces/defs';

const WIDTH = 400;
const HEIGHT = 92;

/** Two sides share what there is: the lower part is the first one's, the rest the other's. */
function Area(props: {
  x: (ply: number) => number;
  y: (share: number) => number;
  values: (number[] | undefined)[];
  players: string;
}) {
  const { x, y, values, players } = props;
  const points = values.flatMap((value, ply) =>
    value ? [`${x(ply).toFixed(1)},${y(value[0] ?? 0).toFixed(1)}`] : [],
  );
  return (
    <>
      <rect class={`side-area ${seatClass(players, 1)}`} width={WIDTH} height={HEIGHT} />
      <polygon
        class={`side-area ${seatClass(players, 0)}`}
        points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
      />
    </>
  );
}

export function Graph() {
  revision.value;
  const at = world.value;
  const line = lineThrough(current.value);
  if (!at || line.length < 3) return null;
  const { players, teams } = at.variant;
  const last = line.length - 1;
  const x = (ply: number) => (ply / last) * WIDTH;
  const y = (share: number) => 2 + (1 - share) * (HEIGHT - 4);
  const values = line.map((node) =>
    node.state?.places ? node.state.expectation : (node.verdict?.values ?? node.state?.expectation),
  );
  // Both players of a team, and the two of a game for two, mirror each other.
  const seats = [...players]
    .map((_, seat) => seat)
    .filter((seat) => !teams || teams.indexOf(teams[seat] ?? 0) === seat);
  const here = line.indexOf(current.value);
  const pick = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * last);
    const node = line[Math.max(0, Math.min(last, ply))];
    if (node) visit(node);
  };
  return (
    <section class="graph" aria-label="Expectation over the game" data-testid="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Expectation of every player over the game"
        onPointerDown={pick}
        onPointerMove={(event) => {
          if (event.buttons & 1) pick(event);
        }}
      >
        {seats.length === 2 ? <Area x={x} y={y} values={values} players={players} /> : null}
        <line class="even" x1="0" x2={WIDTH} y1={y(0.5)} y2={y(0.5)} />
        {seats.length === 2
          ? null
          : seats.map((seat) => {
              const points = values.flatMap((value, ply) =>
                value ? [`${x(ply).toFixed(1)},${y(value[seat] ?? 0).toFixed(1)}`] : [],
              );
              return (
                <polyline
                  key={seat}
                  class={`curve ${seatClass(players, seat)}`}
                  points={points.join(' ')}
                />
              );
            })}
        <line class="now" x1={x(here)} x2={x(here)} y1="0" y2={HEIGHT} />
      </svg>
    </section>
  );
}

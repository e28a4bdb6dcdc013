// The shapes that pieces are built from. Owns: the drawings. A drawing stands on the line y = 80 of a
// square of 100 by 100. Class `b` is the body in the owner's colour, `d` a line on it, `f` a spot on
// it. Knows no game.

const body = (d: string): string => `<path class="b" d="${d}"/>`;
const line = (d: string): string => `<path class="d" d="${d}"/>`;
const spot = (x: number, y: number, r: number): string =>
  `<circle class="f" cx="${x}" cy="${y}" r="${r}"/>`;
const ball = (x: number, y: number, r: number): string =>
  `<circle class="b" cx="${x}" cy="${y}" r="${r}"/>`;
const fill = (d: string): string => `<path class="f" d="${d}"/>`;

/** What a piece stands on, one shape for each seat, so that colour is not all that tells owners. */
export const pedestals: string[] = [
  body('M20 80h60v12h-60z'),
  body('M30 80h40l14 12h-68z'),
  body('M16 80h68c0 8-8 13-18 13h-32c-10 0-18-5-18-13z'),
  body('M16 80h68v13h-16v-5h-12v5h-12v-5h-12v5h-16z'),
];

const tower = 'M29 80l4-29-7-7v-24h13v9h6v-9h10v9h6v-9h13v24l-7 7 4 29z';
const shortTower = 'M27 80l3-16-6-6v-22h14v9h7v-9h10v9h7v-9h14v22l-6 6 3 16z';
const mitre = 'M31 80c6-9-3-12-3-27 0-15 14-22 22-36 8 14 22 21 22 36 0 15-9 18-3 27z';
const crown = 'M27 80l-11-46 18 19 3-30 13 27 13-27 3 30 18-19-11 46z';
const arch = 'M40 80v-11a10 10 0 0 1 20 0v11z';

/** Riders: the bodies that pieces with lines have. */
export const riders = {
  tower: body(tower) + line('M34 51h32'),
  shortTower: body(shortTower) + line('M31 63h38'),
  cannon: body(tower) + line('M34 51h32') + fill(arch),
  mitre: body(mitre) + ball(50, 15, 5.5) + line('M50 38v22M40 48h20'),
  arrow: body(mitre) + ball(50, 15, 5.5) + line('M41 46l9-10 9 10') + fill(arch),
  crown: body(crown) + crownBalls() + line('M31 68q19-7 38 0'),
  tank: body(crown) + crownBalls() + fill(arch),
};

function crownBalls(): string {
  return ball(16, 31, 5) + ball(37, 20, 5) + ball(63, 20, 5) + ball(84, 31, 5);
}

/** What is left of a rider when the head of a leaper stands on it. */
export const collars = {
  tower: body('M24 80v-27h11v8h9v-8h12v8h9v-8h11v27z'),
  shortTower: body('M24 80v-19h11v7h9v-7h12v7h9v-7h11v19z'),
  cannon: body('M24 80v-27h11v8h9v-8h12v8h9v-8h11v27z') + fill('M41 80v-5a9 9 0 0 1 18 0v5z'),
  mitre: body('M22 80c-3-10-3-19 3-30 4 8 12 13 25 13 13 0 21-5 25-13 6 11 6 20 3 30z'),
  arrow:
    body('M22 80c-3-10-3-19 3-30 4 8 12 13 25 13 13 0 21-5 25-13 6 11 6 20 3 30z') +
    fill('M41 80v-4a9 9 0 0 1 18 0v4z'),
  crown: body('M22 80l-6-30 15 12 6-14 13 14 13-14 6 14 15-12-6 30z'),
  tank:
    body('M22 80l-6-30 15 12 6-14 13 14 13-14 6 14 15-12-6 30z') +
    fill('M41 80v-4a9 9 0 0 1 18 0v4z'),
};

const cross = 'M47 32v-8h-8v-6h8v-8h6v8h8v6h-8v8z';
const kingBody = 'M30 80c-8-12-17-23-9-33 8-9 23-5 29 7 6-12 21-16 29-7 8 10-1 21-9 33z';
const star = (x: number, y: number, r: number, points: number, inner: number): string => {
  const at = (k: number) => {
    const length = k % 2 === 0 ? r : r * inner;
    const angle = (Math.PI * k) / points - Math.PI / 2;
    const place = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
    return place.map((value) => value.toFixed(1)).join(' ');
  };
  return `M${Array.from({ length: 2 * points }, (_, k) => at(k)).join('L')}z`;
};

export const royals = {
  king: body(kingBody) + body(cross) + body('M43 42l7-12 7 12-7 12z') + line('M33 70q17-7 34 0'),
  emperor:
    body(kingBody) +
    body('M43 44l7-12 7 12-7 10z') +
    body(star(50, 20, 15, 5, 0.45)) +
    line('M33 70q17-7 34 0') +
    spot(33, 54, 4) +
    spot(67, 54, 4),
};

export const pawns = {
  pawn: body('M34 80c2-14 11-15 11-25h10c0 10 9 11 11 25z') + ball(50, 43, 14),
  yeoman: body('M34 80c2-14 11-15 11-25h10c0 10 9 11 11 25z') + body('M50 22l18 20-18 20-18-20z'),
};

const horse =
  'M33 80c0-14 12-21 14-31-8 1-11 8-19 11-8 2-14-5-11-13 5-8 12-13 15-22l-1-13 13 9c20 1 34 18 33 44 0 8-2 11-2 15z';
const horseMarks = spot(40, 34, 4) + line('M56 31c9 10 11 25 10 38');

/** Leapers: the heads that say how a piece leaps. They may stand alone or on a collar. */
export const heads = {
  horse: body(horse) + horseMarks,
  unicorn: body('M35 22l-12-18 20 14z') + body(horse) + horseMarks,
  camel:
    body(
      'M26 80v-18c0-10 6-14 5-24-6 3-15 4-19 0-3-4-1-10 4-12 8-3 14-8 22-6 8 3 8 13 7 22 4 9 7 3 11-3 5-9 17-8 20 3 6 7 9 15 7 38h-12v-13h-27v13z',
    ) + spot(27, 30, 3.6),
  gnu:
    body(
      'M41 80c-3-9-1-17-4-24-5-4-6-9-4-15-14 0-23-11-17-29 5 11 13 15 24 17h20c11-2 19-6 24-17 6 18-3 29-17 29 2 6 1 11-4 15-3 7-1 15-4 24z',
    ) +
    spot(41, 45, 3.6) +
    spot(59, 45, 3.6) +
    line('M45 70h10'),
  elephant:
    body(
      'M32 80v-13c-1 8-11 9-14 1-2-8 3-10 3-19 0-18 13-27 30-27 20 0 32 13 32 33v25h-14v-12h-21v12z',
    ) +
    line('M52 37c12-4 17 10 9 19-7 2-10-3-11-9') +
    spot(35, 45, 3.8),
  ninja: body('M46 60h8v20h-8z') + body(star(50, 42, 34, 4, 0.34)) + spot(50, 42, 5.5),
  nimel: body(
    'M45 80v-16c-14-1-21-9-21-22v-24l11 11v12c0 6 4 10 10 11v-36l5-9 5 9v36c6-1 10-5 10-11v-12l11-11v24c0 13-7 21-21 22v16z',
  ),
  nintu: body('M46 60h8v20h-8z') + body(star(50, 42, 35, 8, 0.62)) + spot(50, 42, 6),
  sennight:
    body('M42 80l3-12h10l3 12z') +
    body('M62 10a31 31 0 1 0 18 46 25 25 0 1 1-18-46z') +
    body(star(67, 33, 10, 5, 0.45)),
  elf:
    body('M22 80c6-14 8-44 42-68-1 9-7 13-4 22 12 12 14 30 18 46z') +
    line('M27 67h47') +
    spot(50, 50, 4),
  guru:
    body('M50 42c-14 0-19 11-20 22-11 1-17 8-14 16h68c3-8-3-15-14-16-1-11-6-22-20-22z') +
    ball(50, 29, 13) +
    line('M38 70q12-8 24 0'),
  ferz: body('M33 80c4-13 5-20 5-27l-16-11 28-22 28 22-16 11c0 7 1 14 5 27z') + line('M37 53h26'),
  finch:
    body(
      'M50 80l-4-10c-15-1-25-11-27-25l-13-5 14-6c3-9 15-13 24-7 6 4 8 10 15 12 10 2 19-1 31-9-2 20-12 35-30 40l3 10z',
    ) +
    spot(30, 36, 3.6) +
    line('M46 54c10 3 19 1 27-5'),
  rabbi: body('M45 66h10l4 14h-18z') + ring(1),
  cohen: body('M45 66h10l4 14h-18z') + ring(2),
  simurgh:
    body(
      'M50 80l-9-14c-21-2-32-18-34-44 9 9 20 12 30 13l4-6c-1-9 3-16 11-17l10 6-7 4 4 13c10-1 21-4 30-13-2 26-13 42-32 44l2 14z',
    ) +
    spot(52, 21, 2.8) +
    line('M38 48q12 9 24 0'),
  mann: body(kingBody) + ball(50, 38, 10) + line('M33 70q17-7 34 0'),
  unknown: body('M50 14a31 31 0 0 1 12 59l3 7h-30l3-7a31 31 0 0 1 12-59z'),
};

/** A path round a centre: a broken ring with an arrow's head, once or twice. */
function ring(times: number): string {
  const outer = body('M50 10a32 32 0 1 0 32 32h11l-18-19-18 19h10a17 17 0 1 1-17-17z');
  return outer + (times > 1 ? ball(50, 42, 8) : spot(50, 42, 0));
}

/** Short leaps seen from above, on a coin: arms for steps, dots for leaps. */
export function rosette(lengths: Set<number>): string {
  const [x, y] = [50, 44];
  const straight: [number, number][] = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ];
  const slanted: [number, number][] = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ];
  const dots = (way: [number, number][], far: number) =>
    way.map(([dx, dy]) => spot(x + dx * far, y + dy * far, 4.6)).join('');
  const arms = (way: [number, number][], far: number) =>
    line(way.map(([dx, dy]) => `M${x} ${y}L${x + dx * far} ${y + dy * far}`).join(''));
  return [
    body('M42 74h16l4 6h-24z'),
    ball(x, y, 35),
    lengths.has(1) ? arms(straight, 13) : '',
    lengths.has(2) ? arms(slanted, 10.5) : '',
    lengths.has(4) ? dots(straight, lengths.has(9) ? 15.5 : 22.5) : '',
    lengths.has(9) ? dots(straight, 27) : '',
    lengths.has(8) ? dots(slanted, 18.5) : '',
  ].join('');
}

/** Marks on a body for further short steps, and for a piece that knows forward from back. */
export const marks = {
  /** One step straight. */
  1: line('M50 62v14M43 69h14'),
  /** One step aslant. */
  2: line('M45 64l10 10M55 64l-10 10'),
  /** One step through a corner. */
  3: fill('M50 60l9 14h-18z'),
  /** Two steps straight. */
  4: spot(50, 61, 3) + spot(50, 75, 3) + spot(43, 68, 3) + spot(57, 68, 3),
  forward: line('M39 74l11-10 11 10'),
};

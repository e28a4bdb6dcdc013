// A picture for every kind of piece, put together from how the engine says it moves: a body for its
// lines, a head for its leaps, marks for the rest. Owns: that choice. Knows no game and no piece.

import type { Kind } from '../engine/parse';
import { collars, heads, marks, pawns, riders, rosette, royals } from './shapes';

interface Ways {
  ride: Set<number>;
  hop: Set<number>;
  leap: Set<number>;
  curved: Set<number>;
  bent: boolean;
  /** The longest ride, if it is limited. */
  most: number;
}

function waysOf(kind: Kind): Ways {
  const ways: Ways = {
    ride: new Set(),
    hop: new Set(),
    leap: new Set(),
    curved: new Set(),
    bent: false,
    most: 0,
  };
  for (const word of kind.motions) {
    const [way = '', rest = ''] = word.split(':');
    const [length, most] = rest.split('*').map(Number);
    if (way === 'bent') ways.bent = true;
    else if (way === 'ride' || way === 'hop' || way === 'leap' || way === 'curved')
      ways[way].add(length ?? 0);
    if (most) ways.most = most;
  }
  return ways;
}

type Rider = keyof typeof riders;

function riderOf({ ride, hop, most }: Ways): Rider | null {
  if (ride.has(1) && ride.has(2)) return 'crown';
  if (hop.has(1) && hop.has(2)) return 'tank';
  if (ride.has(1)) return most > 0 ? 'shortTower' : 'tower';
  if (ride.has(2)) return 'mitre';
  if (hop.has(1)) return 'cannon';
  if (hop.has(2)) return 'arrow';
  return null;
}

/** Leaps so short that they are a mark where there is anything else. */
const SHORT = [1, 2, 3, 4];

function headOf(ways: Ways, ridden: boolean): { head: string; used: Set<number> } | null {
  const { leap, ride, curved, bent } = ways;
  const found = (head: string, ...used: number[]) => ({ head, used: new Set(used) });
  if (bent) return found(heads.simurgh);
  if (ride.has(3) && !ride.has(1)) return found(heads.unicorn);
  if (curved.has(1) && curved.has(3)) return found(heads.cohen, 1);
  if (curved.has(3)) return found(heads.rabbi);
  if (curved.has(1)) return found(heads.finch, 1);
  if (leap.has(5) && leap.has(10)) return found(heads.gnu);
  if (leap.has(9) && leap.has(18)) return found(heads.nintu);
  if (leap.has(17) || leap.has(34)) return found(heads.guru);
  if (leap.has(18)) return found(heads.nimel);
  if (leap.has(10)) return found(heads.camel);
  if (leap.has(11)) return found(heads.elf);
  if (leap.has(5)) return found(heads.horse);
  if (leap.has(7)) return found(heads.sennight);
  const few = [...leap].filter((length) => length !== 3);
  if (leap.has(9) && few.length === 1) return found(heads.ninja);
  if (leap.has(8) && few.length === 1) return found(heads.elephant);
  if (ridden) return null;
  if (leap.has(2) && few.length === 1) return found(heads.ferz, 2);
  if (leap.has(1) && leap.has(2) && !leap.has(8) && !leap.has(9)) return found(heads.mann, 1, 2);
  if (few.length > 0 && few.every((length) => [1, 2, 4, 8, 9].includes(length))) {
    return found(rosette(leap), 1, 2, 4);
  }
  return null;
}

/**
 * The inside of an SVG symbol of 100 by 100 for a kind of piece, without what it stands on; `greater`
 * if it is what another royal piece becomes.
 */
export function glyphOf(kind: Kind, greater: boolean): string {
  const ways = waysOf(kind);
  if (kind.pawn) return kind.motions.includes('quiet:2') ? pawns.yeoman : pawns.pawn;
  if (kind.royal) return greater ? royals.emperor : royals.king;
  const rider = riderOf(ways);
  const found = headOf(ways, rider !== null);
  const head = found?.head ?? null;
  const short = SHORT.filter((length) => ways.leap.has(length) && !found?.used.has(length));
  let picture: string;
  if (rider && head) {
    picture = `<g transform="translate(11 2) scale(.78)">${head}</g>${collars[rider]}`;
  } else {
    picture = rider ? riders[rider] : (head ?? heads.unknown);
  }
  if (kind.heading) return picture + marks.forward;
  if (found?.head === heads.cohen) return picture;
  const [first, second] = short as (keyof typeof marks)[];
  if (!first) return picture;
  if (!second) return picture + marks[first];
  const aside = (mark: string, by: number) => `<g transform="translate(${by} 0)">${mark}</g>`;
  return picture + aside(marks[first], -10) + aside(marks[second], 10);
}

// Clocks. Owns: what is left to every seat, and since when the one that runs has not been charged.
// Whose clock runs is for others to say; what ran is charged to that seat and to no other.

import { signal } from '@preact/signals';

/** Milliseconds left by seat, when they were last settled. */
export const clocks = signal<number[]>([]);
/** The seat whose clock runs; none while all stand. */
export const running = signal<number | null>(null);

let since = 0;

/** Milliseconds left to a seat now. */
export function timeLeft(seat: number): number {
  const left = clocks.value[seat] ?? 0;
  return running.value === seat ? left - (performance.now() - since) : left;
}

/** Milliseconds left to all seats now. */
export const timesLeft = (): number[] => clocks.value.map((_, seat) => Math.max(0, timeLeft(seat)));

export function setClocks(left: number[]): void {
  clocks.value = left;
  since = performance.now();
}

/** Lets one clock run and charges the one that ran. */
export function run(seat: number | null): void {
  setClocks(timesLeft());
  running.value = seat;
}

/** Charges what ran, and gives a seat the increment of its move. */
export function pay(seat: number, added: number): void {
  setClocks(timesLeft().map((left, i) => (i === seat ? left + added : left)));
}

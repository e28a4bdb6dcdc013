// What a person prefers, kept in the browser. Owns: theme, sound, how pieces are shown.

import { effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';

export interface Prefs {
  theme: Theme;
  sound: boolean;
  /** Letters instead of pictures. */
  letters: boolean;
  /** The letter of the owner on every piece. */
  badges: boolean;
  coordinates: boolean;
  arrows: boolean;
  animation: boolean;
}

const KEY = 'simurgh.prefs';
const standard: Prefs = {
  theme: 'auto',
  sound: false,
  letters: false,
  badges: false,
  coordinates: true,
  arrows: true,
  animation: true,
};

function load(): Prefs {
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return standard;
  }
}

export const prefs = signal<Prefs>(load());

export function prefer(change: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.value));
  } catch {
    // A browser without storage forgets, that is all.
  }
}

effect(() => {
  const { theme } = prefs.value;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});

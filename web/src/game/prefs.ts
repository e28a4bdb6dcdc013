// What a person prefers, kept in the browser. Owns: theme, sound, how pieces are shown.

import { computed, effect, signal } from '@preact/signals';

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
  /** In a narrow window, the whole board at once instead of cells large enough to touch. */
  fit: boolean;
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
  fit: false,
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

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
system.addEventListener('change', (event) => {
  systemDark.value = event.matches;
});

/** The theme that is shown. */
export const shownTheme = computed<'light' | 'dark'>(() => {
  const { theme } = prefs.value;
  return theme === 'auto' ? (systemDark.value ? 'dark' : 'light') : theme;
});

effect(() => {
  document.documentElement.dataset.theme = shownTheme.value;
});

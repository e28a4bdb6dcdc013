// Options of the engine. Owns: what was set last, so that nothing is set twice.

import { connection } from '../engine/socket';

let known = new Map<string, string>();

connection.subscribe((status) => {
  if (status !== 'open') known = new Map();
});

/** The commands that bring options to their values; the search has to be over. */
export function settings(wanted: Record<string, string | number | boolean>): string[] {
  const commands: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    if (known.get(name) === String(value)) continue;
    known.set(name, String(value));
    commands.push(`setoption name ${name} value ${value}`);
  }
  return commands.length > 0 ? ['stop', ...commands] : [];
}

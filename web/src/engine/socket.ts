// One engine behind one WebSocket. Owns: the connection, which answer belongs to which question,
// which search a line comes from. Invariants: answers come in the order of the questions; every
// `go` gets one `bestmove`. Knows nothing of games.

import { signal } from '@preact/signals';

export type Connection = 'connecting' | 'open' | 'lost';

/** What the engine refused, in its own words. */
export class EngineError extends Error {}

interface Question {
  lines: string[];
  resolve(lines: string[]): void;
  reject(error: Error): void;
}

interface Search {
  hear(line: string): void;
  resolve(best: string | null): void;
  /** Whether it was ended before its time: what it then calls best is no move to play. */
  cut: boolean;
}

const LONGEST_WAIT = 8000;

export const connection = signal<Connection>('connecting');
/** Why the connection was lost, for people. */
export const lostReason = signal('');

let socket: WebSocket | null = null;
let questions: Question[] = [];
let searches: Search[] = [];
let wait = 250;
let greet: () => void = () => undefined;

function pageToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=simurgh-token]')?.content ?? '';
}

/** A server that was started anew has a new token, which the page of the server tells. */
async function freshToken(): Promise<string> {
  const page = await fetch('/', { cache: 'no-store' });
  const text = await page.text();
  return /name="simurgh-token"\s+content="([^"]*)"/.exec(text)?.[1] ?? '';
}

function receive(line: string): void {
  if (line === 'readyok') {
    const question = questions.shift();
    question?.resolve(question.lines);
  } else if (line.startsWith('response ')) {
    questions[0]?.lines.push(line.slice('response '.length));
  } else if (line.startsWith('info string error ')) {
    questions[0]?.lines.push(line.slice('info string '.length));
  } else if (line.startsWith('bestmove ')) {
    const best = line.split(' ')[1] ?? '(none)';
    const ended = searches.shift();
    ended?.resolve(best === '(none)' || ended.cut ? null : best);
  } else if (line.startsWith('info ')) {
    searches[0]?.hear(line);
  }
}

function drop(reason: string): void {
  socket = null;
  lostReason.value = reason;
  connection.value = 'lost';
  const [asked, searching] = [questions, searches];
  [questions, searches] = [[], []];
  for (const question of asked) question.reject(new EngineError('the engine has gone away'));
  for (const search of searching) search.resolve(null);
  setTimeout(() => void open(true), wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

async function open(again: boolean): Promise<void> {
  let token = pageToken();
  if (again) {
    try {
      token = await freshToken();
    } catch {
      return drop('The server does not answer. Is simurgh board still running?');
    }
  }
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const fresh = new WebSocket(`${scheme}://${location.host}/engine?token=${token}`);
  socket = fresh;
  fresh.onopen = () => greet();
  fresh.onmessage = (event: MessageEvent<string>) => {
    // A server without an engine left listens for a moment, too, before it says so.
    wait = 250;
    connection.value = 'open';
    for (const line of event.data.split('\n')) receive(line);
  };
  fresh.onclose = (event) => {
    const busy = 'The server has no engine left: too many pages are open.';
    drop(event.code === 1013 ? event.reason || busy : event.reason || 'The engine has gone away.');
  };
}

/** Connects, now and whenever the connection was lost; `onOpen` is called each time. */
export function connect(onOpen: () => void): void {
  greet = onOpen;
  void open(false);
}

/** Commands that end a search. */
const ENDING = /^(stop|position|go|ucinewgame)\b/;

function send(line: string): void {
  if (ENDING.test(line)) for (const search of searches) search.cut = true;
  socket?.send(line.replaceAll(/[\r\n]+/g, ' '));
}

/**
 * Sends commands and collects what is answered: the lines after `response`, and errors as lines
 * that begin with `error`.
 */
export function ask(...commands: string[]): Promise<string[]> {
  if (socket?.readyState !== WebSocket.OPEN) {
    return Promise.reject(new EngineError('the engine has gone away'));
  }
  return new Promise((resolve, reject) => {
    questions.push({ lines: [], resolve, reject });
    for (const command of commands) send(command);
    send('isready');
  });
}

/** As `ask`, but an error of the engine is thrown. */
export async function demand(...commands: string[]): Promise<string[]> {
  const lines = await ask(...commands);
  const error = lines.find((line) => line.startsWith('error '));
  if (error) throw new EngineError(error.slice('error '.length));
  return lines;
}

/**
 * Starts a search; the promise is its best move, none if there is none, if anything else ended the
 * search, or if the engine left.
 */
export function search(limits: string, hear: (line: string) => void): Promise<string | null> {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
  return new Promise((resolve) => {
    send(`go ${limits}`);
    searches.push({ hear, resolve, cut: false });
  });
}

/** Ends the search, if any. */
export function stopSearch(): void {
  if (searches.length > 0 && socket?.readyState === WebSocket.OPEN) send('stop');
}

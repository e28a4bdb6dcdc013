// Whole games from the start to their end, on every board there is.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {import('./harness.mjs').Table} table */
async function giveUp(table) {
  await table.get('resign').click();
  await table.get('resign-confirm').click();
  await table.get('resign-confirm').waitFor({ state: 'detached' });
}

const FULL = '4000';
const RANDOM = '400';
for (const [family, players] of /** @type {const} */ ([
  ['chess', 'wb'],
  ['honeycomb', 'ryb'],
  ['aof3', 'roye'],
  ['guru', 'rogb'],
  ['ninja', 'wb'],
])) {
  test(`a whole game of ${family} against the engine`, { timeout: 900_000 }, async () => {
    const table = await openPage(browser, `${server.url}?hurry`);
    // One strong opponent; the others make random moves, so that there is an end.
    const who = ['human', ...Array.from({ length: players.length - 1 }, () => 'engine')];
    const levels = ['', FULL, RANDOM, RANDOM];
    await table.newGame(family, { who, levels, seconds: '0.02' });
    await table.picture(`${family}-start`);
    let number = 0;
    for (; !(await table.turnOrEnd(players[0])); number += 1) {
      if (number === 6) await table.picture(`${family}-middle`);
      // On a busy machine the strong one is not strong enough: then the others settle it.
      if (number < 40) await table.makeAnyMove(7 * number);
      else await giveUp(table);
    }
    await table.picture(`${family}-end`);
    const places = await table.page
      .locator('[data-testid=players] [data-place]')
      .evaluateAll((all) => all.map((player) => Number(player.getAttribute('data-place'))));
    // All places are given away, and whoever plays like this does not win.
    const sum = (players.length * (players.length + 1)) / 2;
    assert.equal(places.reduce((a, b) => a + b), sum, `${places}`);
    assert.equal(places.length, players.length);
    assert(places[0] !== 1, `${places}`);
    assert.match((await table.get('status').textContent()) ?? '', /: [a-z]/);
    assert.equal(await table.page.locator('[data-cell].movable').count(), 0);
    await table.leave();
  });
}

test('levels to choose from end with the strongest of the game', { timeout: 60_000 }, async () => {
  const table = await openPage(browser, server.url);
  await table.get('new-game').click();
  /** @type {Map<string, number>} */
  const highest = new Map();
  for (const family of ['chess', 'ninja']) {
    await table.get(`family-${family}`).click();
    await table.get('who-1').selectOption('engine');
    const values = await table
      .get('level-1')
      .locator('option')
      .evaluateAll((all) => all.map((option) => Number(option.getAttribute('value'))));
    assert.equal(values[0], Number(RANDOM));
    assert.equal(values.at(-1), Number(FULL));
    assert.deepEqual(values, [...new Set(values)].sort((a, b) => a - b));
    highest.set(family, values.at(-2) ?? 0);
    if (family === 'chess') await table.get('level-1').selectOption(`${values.at(-2)}`);
  }
  // What was chosen for one game is no level of another.
  const [most = 0, fewer = 0] = highest.values();
  assert(fewer < most, `${most} ${fewer}`);
  const chosen = Number(await table.get('level-1').inputValue());
  assert(chosen <= fewer, `${chosen}`);
  // Where the strongest is not far above the weakest, levels lie closer together.
  await table.get('family-guru').click();
  await table.get('level-1').selectOption('700');
  await table.get('form').selectOption('guru-teams');
  assert.equal(await table.get('level-1').inputValue(), '600');
  await table.leave();
});

test('a game in teams: two people against two engines', { timeout: 300_000 }, async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const who = ['human', 'engine', 'human', 'engine'];
  await table.newGame('guru', { form: 'guru-teams', who });
  const names = await table.page.locator('[data-testid=players] .name').allTextContents();
  assert.deepEqual(
    names.map((name) => /team (\d)/.exec(name)?.[1]),
    ['1', '2', '1', '2'],
  );
  for (let number = 0; number < 6; number += 1) {
    assert.equal(await table.turnOrEnd('rg'), false);
    const turn = table.page.locator('[data-turn=true]');
    assert.match((await turn.getAttribute('data-testid')) ?? '', /player-[rg]/);
    await table.makeAnyMove(5 * number);
  }
  await table.picture('guru-teams');
  // The team gives up: one, and then the other if the game goes on.
  while (!(await table.turnOrEnd('rg'))) {
    await giveUp(table);
  }
  const places = await table.page
    .locator('[data-testid=players] [data-place]')
    .evaluateAll((all) => all.map((player) => Number(player.getAttribute('data-place'))));
  const [red = 0, orange = 0, green = 0, blue = 0] = places;
  assert(Math.min(red, green) > Math.max(orange, blue), `${places}`);
  assert.match((await table.get('status').textContent()) ?? '', /^Team 2 \(Orange and Blue\) wins/);
  await table.leave();
});

// Clocks: whose runs, what a move adds, and what happens when there is no time left.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connected, openPage, startBrowser, startServer } from './harness.mjs';

/** @typedef {import('./harness.mjs').Table} Table */

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

const RANDOM = '400';
const FULL = '4000';

/**
 * A game with clocks for everybody.
 * @param {Table} table
 * @param {string} family
 * @param {{ who: string[], levels?: string[], minutes: string, increment: string }} how
 */
async function timedGame(table, family, { who, levels = [], minutes, increment }) {
  await table.get('new-game').click();
  await table.get(`family-${family}`).click();
  for (const [seat, player] of who.entries()) {
    await table.get(`who-${seat}`).selectOption(player);
    if (levels[seat]) await table.get(`level-${seat}`).selectOption(levels[seat]);
  }
  await table.get('timed').check();
  await table.get('minutes').fill(minutes);
  await table.get('increment').fill(increment);
  await table.get('start').click();
  await table.get('dialog-new').waitFor({ state: 'detached' });
}

/**
 * What a clock shows.
 * @param {Table} table
 * @param {number} seat
 */
async function clock(table, seat) {
  return (await table.get(`clock-${seat}`).textContent()) ?? '';
}

/**
 * Seconds on a clock.
 * @param {Table} table
 * @param {number} seat
 */
async function seconds(table, seat) {
  return (await clock(table, seat)).split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}

/**
 * Waits until the only clock that runs is one player's; nobody's if none is given.
 * @param {Table} table
 * @param {string} wanted
 */
async function runs(table, wanted) {
  await table.page.waitForFunction((wanted) => {
    const all = [...document.querySelectorAll('.clock.running')];
    return all.map((one) => one.getAttribute('data-testid')).join() === wanted;
  }, wanted);
}

/**
 * Waits until a clock shows something else.
 * @param {Table} table
 * @param {number} seat
 */
async function ticks(table, seat) {
  await table.page.waitForFunction(
    ([id, shown]) => document.querySelector(`[data-testid=${id}]`)?.textContent !== shown,
    [`clock-${seat}`, await clock(table, seat)],
  );
}

test('clocks run for who is to move, and a move adds the increment', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  await timedGame(table, 'chess', {
    who: ['human', 'engine'],
    levels: ['', RANDOM],
    minutes: '10',
    increment: '60',
  });
  await runs(table, 'clock-0');
  assert.equal(await clock(table, 1), '10:00');
  await ticks(table, 0);
  assert((await seconds(table, 0)) < 600);
  await table.move('e2', 'e4');
  // The engine has answered, and both have more than they had.
  await table.shown(2, 'w');
  await runs(table, 'clock-0');
  const [ours, theirs] = [await seconds(table, 0), await seconds(table, 1)];
  assert(ours > 600 && ours < 660, `${ours}`);
  assert(theirs > 600 && theirs <= 660, `${theirs}`);
  // Held, no clock runs; what is taken back gives its time back.
  await table.get('pause').click();
  await runs(table, '');
  await table.get('undo').click();
  await table.shown(0, 'w');
  assert.deepEqual([await clock(table, 0), await clock(table, 1)], ['10:00', '10:00']);
  await table.get('pause').click();
  await runs(table, 'clock-0');
  // Whoever only analyses has no clock, nor has the next game.
  await table.get('stop-playing').click();
  await table.get('question-yes').click();
  await table.get('clock-0').waitFor({ state: 'detached' });
  await table.newGame('honeycomb', { play: false });
  assert.equal(await table.page.locator('.clock').count(), 0);
  await table.leave();
});

test('the clock of the engine waits while one looks back', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  // With so much time it thinks for longer than any test.
  await timedGame(table, 'chess', {
    who: ['human', 'engine'],
    levels: ['', FULL],
    minutes: '6000',
    increment: '0',
  });
  await table.move('e2', 'e4');
  await runs(table, 'clock-1');
  await table.get('back').click();
  await runs(table, '');
  await table.get('to-game').click();
  await runs(table, 'clock-1');
  await ticks(table, 1);
  assert.deepEqual(await table.moves(), ['e2e4']);
  // The next game knows nothing of that.
  await table.get('back').click();
  await runs(table, '');
  await timedGame(table, 'chess', { who: ['human', 'human'], minutes: '10', increment: '0' });
  await runs(table, 'clock-0');
  await table.leave();
});

test('a clock stands while the other one runs', async () => {
  const table = await openPage(browser, server.url);
  await timedGame(table, 'chess', { who: ['human', 'human'], minutes: '5', increment: '0' });
  await runs(table, 'clock-0');
  await table.move('e2', 'e4');
  await runs(table, 'clock-1');
  const left = await clock(table, 0);
  await ticks(table, 1);
  assert.equal(await clock(table, 0), left);
  await table.move('e7', 'e5');
  await runs(table, 'clock-0');
  await table.leave();
});

test('who has no time left has lost', async () => {
  const table = await openPage(browser, server.url);
  await timedGame(table, 'chess', {
    who: ['human', 'engine'],
    levels: ['', RANDOM],
    minutes: '0.01',
    increment: '5',
  });
  await table.page.locator('[data-testid=player-w][data-place="2"]').waitFor();
  await table.page.locator('[data-testid=player-b][data-place="1"]').waitFor();
  assert.match((await table.get('status').textContent()) ?? '', /Black wins: time/);
  await runs(table, '');
  // Nothing is added for a move that was not made.
  assert.equal(await clock(table, 0), '0:00.0');
  assert.equal(await table.page.locator('[data-cell].movable').count(), 0);
  assert.equal(await table.get('resign').isDisabled(), true);
  await table.picture('time-out');
  // It may be taken back: the game goes on with the time there was.
  await table.get('pause').click();
  await table.get('undo').click();
  await table.shown(0, 'w');
  assert.equal(await clock(table, 0), '0:00.6');
  await table.leave();
});

test('of three, who has no time left leaves, and the others go on', async () => {
  const table = await openPage(browser, server.url);
  await timedGame(table, 'honeycomb', {
    who: ['human', 'human', 'engine'],
    levels: ['', '', RANDOM],
    minutes: '0.01',
    increment: '5',
  });
  await table.page.locator('[data-testid=player-b][data-place="1"]').waitFor();
  const places = await table.page
    .locator('[data-testid=players] [data-place]')
    .evaluateAll((all) => all.map((player) => player.getAttribute('data-place')));
  assert.deepEqual(places, ['3', '2', '1']);
  assert.deepEqual(await table.moves(), ['timeout', 'timeout']);
  const left = [await clock(table, 0), await clock(table, 1), await clock(table, 2)];
  assert.deepEqual(left, ['0:00.0', '0:00.0', '0:00.6']);
  await table.leave();
});

/**
 * A game between two people on a page whose time can be moved on.
 * @param {string} url
 * @param {string} minutes
 */
async function twoPeople(url, minutes) {
  const table = await openPage(browser, url);
  await table.page.clock.install();
  await table.page.reload();
  await connected(table.page);
  await timedGame(table, 'chess', { who: ['human', 'human'], minutes, increment: '0' });
  await runs(table, 'clock-0');
  return table;
}

/**
 * Waits until a clock shows a time, or up to a minute less on a busy machine.
 * @param {Table} table
 * @param {number} seat
 * @param {number} wanted
 */
async function shows(table, seat, wanted) {
  const left = await seconds(table, seat);
  assert(left <= wanted && left > wanted - 60, `${left} instead of ${wanted}`);
}

test('a pause costs nothing, and no time before it comes back', async () => {
  const table = await twoPeople(server.url, '10');
  await table.page.clock.fastForward('02:00');
  await table.get('pause').click();
  await runs(table, '');
  const left = await clock(table, 0);
  await shows(table, 0, 480);
  await table.page.clock.fastForward('05:00');
  await table.move('e2', 'e4');
  await table.shown(1, 'b');
  assert.deepEqual([await clock(table, 0), await clock(table, 1)], [left, '10:00']);
  await table.get('pause').click();
  await runs(table, 'clock-1');
  await table.page.clock.fastForward('02:00');
  await table.move('e7', 'e5');
  await runs(table, 'clock-0');
  await shows(table, 1, 480);
  await table.leave();
});

test('a reload gives no time back, and what is taken back does', async () => {
  const table = await twoPeople(server.url, '10');
  const { page } = table;
  const reload = async () => {
    await page.reload();
    await connected(page);
  };
  await page.clock.fastForward('02:00');
  await reload();
  await runs(table, 'clock-0');
  await shows(table, 0, 480);
  await table.move('e2', 'e4');
  await table.shown(1, 'b');
  const left = await clock(table, 0);
  await page.clock.fastForward('03:00');
  await table.move('e7', 'e5');
  await table.shown(2, 'w');
  await shows(table, 1, 420);
  await page.clock.fastForward('03:00');
  await reload();
  await runs(table, 'clock-0');
  await shows(table, 0, 300);
  await table.get('pause').click();
  await runs(table, '');
  await table.get('undo').click();
  await table.shown(1, 'b');
  assert.deepEqual([await clock(table, 0), await clock(table, 1)], [left, '10:00']);
  await table.get('undo').click();
  await table.shown(0, 'w');
  assert.deepEqual([await clock(table, 0), await clock(table, 1)], ['10:00', '10:00']);
  await table.leave();
});

test('clocks stand while the server is gone', async () => {
  const first = await startServer();
  const table = await twoPeople(first.url, '10');
  const { page } = table;
  await first.stop();
  await table.get('lost').waitFor();
  await runs(table, '');
  await page.clock.fastForward('05:00');
  const second = await startServer(new URL(first.url).port);
  try {
    await runs(table, 'clock-0');
    await shows(table, 0, 600);
    // What it said while nobody answered is no fault.
    table.faults.length = 0;
    await table.leave();
  } finally {
    await second.stop();
  }
});

test('a flag falls while one looks back', async () => {
  const table = await twoPeople(server.url, '5');
  await table.move('e2', 'e4');
  await runs(table, 'clock-1');
  await table.get('back').click();
  await table.get('to-game').waitFor();
  await runs(table, 'clock-1');
  await table.page.clock.fastForward('05:00');
  await table.page.locator('[data-testid=player-b][data-place="2"]').waitFor();
  assert.deepEqual(await table.moves(), ['e2e4', 'timeout']);
  assert.equal(await clock(table, 1), '0:00.0');
  await table.leave();
});

// Moves by click, drag, keyboard and touch, and moves between which one has to choose.
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

/**
 * A page with a game on the board that nobody plays.
 * @param {string} text
 * @param {import('playwright-core').BrowserContextOptions} options
 */
async function analysis(text, options = {}) {
  const table = await openPage(browser, server.url, options);
  await table.paste(text);
  return table;
}

const PROMOTION = 'chess fen 8/P6k/8/8/8/8/8/K7 w - - 0 1';

test('a promotion is chosen by click', async () => {
  const table = await analysis(PROMOTION);
  await table.move('a7', 'a8');
  const choices = table.page.locator('[data-testid=choice] [data-move]');
  await choices.first().waitFor();
  await table.picture('promotion');
  const texts = await choices.evaluateAll((all) => all.map((one) => one.getAttribute('data-move')));
  assert.deepEqual(texts.sort(), ['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r']);
  await table.page.locator('[data-move=a7a8r]').click();
  await table.page.locator('[data-piece=R][data-at=a8]').waitFor();
  assert.deepEqual(await table.moves(), ['a7a8r']);
  await table.leave();
});

test('a promotion is chosen by its letter, or not at all', async () => {
  const table = await analysis(PROMOTION);
  await table.move('a7', 'a8');
  await table.get('choice').waitFor();
  await table.page.keyboard.press('Escape');
  await table.get('choice').waitFor({ state: 'detached' });
  assert.deepEqual(await table.moves(), []);
  await table.move('a7', 'a8');
  await table.get('choice').waitFor();
  await table.page.keyboard.press('n');
  await table.page.locator('[data-piece=N][data-at=a8]').waitFor();
  assert.deepEqual(await table.moves(), ['a7a8n']);
  await table.leave();
});

test('a promotion by the keyboard leaves it on the board', async () => {
  const table = await analysis(PROMOTION);
  const { page } = table;
  await table.get('board').focus();
  for (const key of ['ArrowDown', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await table.get('choice').waitFor();
  // Keys of the browser are no letters of pieces.
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Alt+q');
  assert.equal(await table.get('choice').count(), 1);
  await page.keyboard.press('n');
  await page.locator('[data-piece=N][data-at=a8]').waitFor();
  assert.deepEqual(await table.moves(), ['a7a8n']);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  assert.equal(await focused(), 'board');
  await table.leave();
});

test('targets tell what a move does', async () => {
  const table = await analysis('chess fen r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1');
  const kind = (/** @type {string} */ cell) =>
    table.page.locator(`[data-target="${cell}"]`).getAttribute('data-kind');
  await table.click('e1');
  assert.equal(await kind('g1'), 'castle');
  assert.equal(await kind('c1'), 'castle');
  assert.equal(await kind('f1'), 'quiet');
  await table.picture('targets');
  await table.click('h1');
  assert.equal(await kind('h8'), 'capture');
  await table.click('e5');
  assert.equal(await kind('d6'), 'en-passant');
  await table.click('d6');
  await table.page.locator('[data-at=d5]').waitFor({ state: 'detached' });
  assert.deepEqual(await table.moves(), ['e5d6']);
  await table.leave();
});

test('pieces are dragged', async () => {
  const table = await analysis('chess startpos');
  const [from, to] = [await table.middle('e2'), await table.middle('e4')];
  await table.page.mouse.move(from.x, from.y);
  await table.page.mouse.down();
  await table.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await table.page.locator('.ghost').waitFor();
  await table.page.mouse.move(to.x, to.y, { steps: 4 });
  await table.page.mouse.up();
  await table.page.locator('[data-piece=P][data-at=e4]').waitFor();
  // Dropped where it may not go, a piece stays.
  const [king, far] = [await table.middle('e8'), await table.middle('e5')];
  await table.page.mouse.move(king.x, king.y);
  await table.page.mouse.down();
  await table.page.mouse.move(far.x, far.y, { steps: 4 });
  await table.page.mouse.up();
  await table.page.locator('.ghost').waitFor({ state: 'detached' });
  assert.deepEqual(await table.moves(), ['e2e4']);
  // Let go beside the board, it does not come along with the pointer.
  const [pawn, beside] = [await table.middle('d7'), await table.get('status').boundingBox()];
  assert(beside);
  await table.page.mouse.move(pawn.x, pawn.y);
  await table.page.mouse.down();
  await table.page.mouse.move(beside.x + 5, beside.y + 5);
  await table.page.mouse.up();
  await table.page.mouse.move(far.x, far.y, { steps: 4 });
  await table.get('tooltip').filter({ hasText: 'e5' }).waitFor();
  assert.equal(await table.page.locator('.ghost').count(), 0);
  await table.leave();
});

test('the keyboard is enough', async () => {
  const table = await analysis('guru startpos');
  const { page } = table;
  await table.get('board').focus();
  const cursor = async () =>
    ((await table.get('board').getAttribute('aria-activedescendant')) ?? '').replace('cell-', '');
  const movable = await page
    .locator('[data-cell].movable')
    .evaluateAll((all) => all.map((cell) => cell.getAttribute('data-cell') ?? ''));
  // To the first piece that may move, row by row.
  const seen = new Set();
  for (let way = 'ArrowRight'; !movable.includes(await cursor()); ) {
    const before = await cursor();
    await page.keyboard.press(way);
    if ((await cursor()) === before || seen.has(await cursor())) {
      await page.keyboard.press('ArrowDown');
      way = way === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
    }
    seen.add(await cursor());
    assert(seen.size <= 200, 'no piece to move is found');
  }
  const from = await cursor();
  await page.keyboard.press('Enter');
  await page.locator('[data-target]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-target]').first().waitFor({ state: 'detached' });
  // Levels by Page Down and Page Up.
  await page.keyboard.press('PageDown');
  const below = await cursor();
  assert.notEqual(below, from);
  await page.keyboard.press('PageUp');
  assert.equal(await cursor(), from);
  // And a move by its text.
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  const legal = await legalMove(table);
  await page.keyboard.type(legal);
  await page.keyboard.press('Enter');
  await page.locator(`[data-testid=moves] [data-move="${legal}"]`).waitFor();
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-testid=moves] .shown').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-testid=moves] .shown').waitFor();
  await table.leave();
});

/**
 * Any legal move of the position shown, told by the page's own suggestions or targets.
 * @param {import('./harness.mjs').Table} table
 */
async function legalMove(table) {
  const from = await table.page.locator('[data-cell].movable').first().getAttribute('data-cell');
  await table.click(from ?? '');
  const to = await table.page.locator('[data-target]').first().getAttribute('data-target');
  await table.page.keyboard.press('Escape');
  await table.get('move-input').focus();
  return `${from}${to}`;
}

test('fingers are enough', async () => {
  const table = await analysis('honeycomb startpos', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await table.page.locator('[data-at="2b3"]').scrollIntoViewIfNeeded();
  await table.picture('honeycomb-phone');
  const tap = async (/** @type {string} */ cell) => {
    const { x, y } = await table.middle(cell);
    await table.page.touchscreen.tap(x, y);
  };
  await tap('2b3');
  await table.page.locator('[data-target="3b4"]').waitFor();
  await tap('3b4');
  await table.page.locator('[data-at="3b4"]').waitFor();
  assert.deepEqual(await table.moves(), ['2b33b4']);
  // Nothing reaches over the edge of a narrow window.
  const wide = await table.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `${wide} pixels too wide`);
  await table.leave();
});

/**
 * Draws a finger from cell to cell.
 * @param {import('./harness.mjs').Table} table
 * @param {string} from
 * @param {string} to
 */
async function swipe(table, from, to) {
  await table.middle(to);
  const [a, b] = [await table.middle(from), await table.middle(to)];
  const finger = await table.page.context().newCDPSession(table.page);
  const touch = (/** @type {'touchStart' | 'touchMove'} */ type, /** @type {number} */ part) => {
    const [x, y] = [a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part];
    return finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  };
  await touch('touchStart', 0);
  for (let i = 1; i <= 12; i += 1) await touch('touchMove', i / 12);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]) {
  test(`a finger drags pieces in a window ${viewport.width} wide`, async () => {
    const table = await analysis('chess startpos', {
      viewport,
      hasTouch: true,
      isMobile: viewport.width < 900,
    });
    const { page } = table;
    await swipe(table, 'e2', 'e4');
    await page.locator('[data-piece=P][data-at=e4]').waitFor();
    await swipe(table, 'b8', 'c6');
    await page.locator('[data-piece=n][data-at=c6]').waitFor();
    assert.deepEqual(await table.moves(), ['e2e4', 'b8c6']);
    // So it does in the editor, where empty cells still scroll the page.
    await table.get('edit').click();
    await swipe(table, 'd1', 'h5');
    await page.locator('[data-piece=Q][data-at=h5]').waitFor();
    assert.equal(await page.locator('[data-cell=h5].movable').count(), 1);
    assert.equal(await page.locator('[data-cell=d1].movable').count(), 0);
    await table.leave();
  });
}

for (const [width, game] of /** @type {const} */ ([
  [320, 'chess'],
  [360, 'cwda-nr'],
  [1280, 'cwda-nr'],
])) {
  test(`all choices are in sight in a window ${width} wide, ${game}`, async () => {
    const table = await analysis(`${game} fen 8/P6P/8/8/8/k7/8/K7 w - - 0 1`, {
      viewport: { width, height: width < 900 ? 740 : 500 },
    });
    for (const turned of [false, true]) {
      if (turned) await table.get('turn-board').click();
      for (const line of ['a', 'h']) {
        await table.move(`${line}7`, `${line}8`);
        await table.get('choice').waitFor();
        const over = await table.get('choice').evaluate((box) => {
          const { left, right, top, bottom } = box.getBoundingClientRect();
          const page = document.documentElement;
          return [-left, -top, right - page.clientWidth, bottom - innerHeight, page.scrollWidth - innerWidth];
        });
        assert(Math.max(...over) <= 0, `${line} ${turned}: ${over} pixels beyond the edges`);
        await table.page.keyboard.press('Escape');
        await table.get('choice').waitFor({ state: 'detached' });
      }
    }
    await table.leave();
  });
}

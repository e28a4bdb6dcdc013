// Every board on a large and on a small window, in the light and in the dark: pictures for people,
// and that nothing is cut off or too small to be hit.
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

for (const game of ['chess', 'cwda-nr', 'honeycomb', 'aof3', 'guru', 'ninja']) {
  for (const [name, options] of /** @type {const} */ ([
    ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
    ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])) {
    test(`${game}, ${name}`, async () => {
      const table = await openPage(browser, `${server.url}?game=${game}`, options);
      await table.page.locator(`[data-testid=board][data-game="${game}"]`).waitFor();
      const found = await table.page.evaluate(() => {
        const boxes = [...document.querySelectorAll('[data-cell]')].map((cell) =>
          cell.getBoundingClientRect(),
        );
        return {
          smallest: Math.min(...boxes.map(({ width, height }) => Math.min(width, height))),
          left: Math.min(...boxes.map((box) => box.left)),
          right: Math.max(...boxes.map((box) => box.right)) - innerWidth,
          over: document.documentElement.scrollWidth - innerWidth,
        };
      });
      await table.picture(`${game}-${name}`);
      assert(found.smallest >= 20, `cells of ${found.smallest} pixels`);
      assert(found.left >= 0 && found.right <= 0, 'cells are cut off');
      assert(found.over <= 0, `${found.over} pixels too wide`);
      await table.leave();
    });
  }
}

test('a game longer than its list keeps the height of its moves', async () => {
  const table = await openPage(browser, server.url);
  const round = 'g1f3 g8f6 f3g1 f6g8';
  await table.paste(`chess startpos moves ${Array(12).fill(round).join(' ')}`);
  const moves = table.page.locator('[data-testid=moves] [data-move]');
  const heights = await moves.evaluateAll((all) =>
    all.map((move) => ({ is: move.clientHeight, wants: move.scrollHeight })),
  );
  assert.equal(heights.length, 48);
  for (const { is, wants } of heights) assert(is >= wants && is > 15, `${is} of ${wants} pixels`);
  const box = await table.get('moves').evaluate((list) => list.scrollHeight > list.clientHeight);
  assert(box, 'the list is to be longer than its box');
  await table.picture('long-game');
  await table.leave();
});

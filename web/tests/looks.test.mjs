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

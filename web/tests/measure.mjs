// What the page takes: weight, first paint, a move answered and drawn, the largest board redrawn. Not
// a test, since it depends on the machine: node tests/measure.mjs
// @ts-check
import { openPage, startBrowser, startServer } from './harness.mjs';

const TIMES = 15;
const server = await startServer();
const browser = await startBrowser();

/** @param {number[]} all milliseconds */
function summary(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 90 % ${at(0.9)} ms, most ${at(1)} ms (${sorted.length} times)`;
}

/**
 * Milliseconds from a click until what it leads to is painted.
 * @param {import('playwright-core').Page} page
 * @param {string} clicked
 * @param {string} wanted a selector
 */
function clickToPaint(page, clicked, wanted) {
  return page.evaluate(
    ([clicked, wanted]) =>
      new Promise((resolve) => {
        const target = document.querySelector(clicked ?? '');
        const { x, y, width, height } = target?.getBoundingClientRect() ?? new DOMRect();
        const where = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
        const begin = performance.now();
        const watch = new MutationObserver(look);
        function look() {
          if (!document.querySelector(wanted ?? '')) return;
          watch.disconnect();
          // The frame that shows it has been handed over when the next task after it runs.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - begin);
            port2.postMessage(null);
          });
        }
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        target?.dispatchEvent(new PointerEvent('pointerdown', { ...where, button: 0 }));
        target?.dispatchEvent(new PointerEvent('pointerup', { ...where, button: 0 }));
        target?.dispatchEvent(new MouseEvent('click', where));
      }),
    [clicked, wanted],
  );
}

/** @type {Map<string, number>} */
const weights = new Map();
{
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('response', async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    weights.set(new URL(response.url()).pathname, body.length);
  });
  await page.goto(server.url);
  await page.locator('[data-testid=board] .piece').first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
}
const weight = [...weights.values()].reduce((a, b) => a + b);
console.log(`weight: ${weight} bytes, uncompressed: ${JSON.stringify([...weights])}`);

const paints = [];
const boards = [];
for (let i = 0; i < TIMES; i += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-testid=board] .piece')) {
        requestAnimationFrame(() => Object.assign(window, { boardAt: performance.now() }));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${server.url}?game=aof3`);
  await page.waitForFunction(() => 'boardAt' in window);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    board: /** @type {any} */ (window).boardAt,
  }));
  if (times.paint > 0) paints.push(times.paint);
  boards.push(times.board);
  await context.close();
}
console.log(`first contentful paint: ${summary(paints)}`);
console.log(`board of 350 cells with its pieces, from nothing: ${summary(boards)}`);

for (const [game, pairs] of /** @type {const} */ ([
  ['chess', ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6']],
  ['aof3', []],
])) {
  const table = await openPage(browser, `${server.url}?game=${game}`);
  const { page } = table;
  const times = [];
  for (let ply = 0; ply < (pairs.length || TIMES); ply += 1) {
    await page.locator('[data-cell].movable').first().waitFor();
    let [from, to] = [pairs[ply]?.slice(0, 2) ?? '', pairs[ply]?.slice(2) ?? ''];
    if (!from) {
      from = (await page.locator('[data-cell].movable').last().getAttribute('data-cell')) ?? '';
    }
    await table.click(from);
    await page.locator('[data-target]').first().waitFor();
    to ||= (await page.locator('[data-target]').first().getAttribute('data-target')) ?? '';
    const drawn = `[data-testid=moves] [data-ply="${ply + 1}"]`;
    const before = await table.middle(to);
    await page.mouse.move(before.x, before.y);
    times.push(await clickToPaint(page, `[data-cell="${to}"]`, drawn));
  }
  console.log(`${game}: a move, judged by the engine and drawn: ${summary(times)}`);
  if (game === 'aof3') {
    const turns = [];
    // Time of the processor as well, which does not depend on what else the machine does.
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    };
    const begin = await worked();
    for (let i = 0; i < TIMES; i += 1) {
      const mark = await page.evaluate(() => {
        const cell = document.querySelector('[data-cell]');
        cell?.setAttribute('data-before', cell.getAttribute('points') ?? '');
        return cell?.getAttribute('points') ?? '';
      });
      const moved = `[data-cell]:first-child:not([points="${mark}"])`;
      turns.push(await clickToPaint(page, '[data-testid=turn-board]', moved));
    }
    console.log(`aof3: the board turned, all cells and pieces drawn anew: ${summary(turns)}`);
    const each = ((await worked()) - begin) / TIMES;
    console.log(`aof3: work of the page's main thread for that: ${each.toFixed(1)} ms`);
  }
  await table.page.context().close();
}

{
  const table = await openPage(browser, `${server.url}?game=chess&hurry`);
  await table.newGame('chess', { who: ['human', 'engine'], seconds: '0.01' });
  const times = [];
  for (const [ply, move] of ['a2a3', 'h2h3', 'b2b3', 'g2g3'].entries()) {
    await table.turnOrEnd('w');
    await table.click(move.slice(0, 2));
    const to = move.slice(2);
    if ((await table.page.locator(`[data-target="${to}"]`).count()) === 0) break;
    const answered = `[data-testid=moves] [data-ply="${2 * ply + 2}"]`;
    times.push(await clickToPaint(table.page, `[data-cell="${to}"]`, answered));
  }
  console.log(`chess: the engine's answer after 10 ms of thought, drawn: ${summary(times)}`);
  await table.page.context().close();
}

await browser.close();
await server.stop();

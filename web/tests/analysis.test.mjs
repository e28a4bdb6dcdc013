// Analysis, branches, the editor, the reach explorer, records, and what a reload brings back.
// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { connected, openPage, program, startBrowser, startServer } from './harness.mjs';

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

test('analysis: lines, scores, expectations and arrows', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.newGame('honeycomb', { play: false });
  await table.get('engine-switch').check({ force: true });
  await table.get('multipv').selectOption('3');
  for (const line of [1, 2, 3]) {
    await page.locator(`[data-testid=lines] [data-line="${line}"] [data-move]`).first().waitFor();
  }
  // An arrow for every line, where its first move goes.
  await page.waitForFunction(() => document.querySelectorAll('[data-arrow]').length >= 3);
  await table.picture('honeycomb-analysis');
  assert.match((await table.get('score').textContent()) ?? '', /^([+-]?\d+\.\d\d|#-?\d+)$/);
  const shares = await Promise.all(
    [...'ryb'].map(async (letter) =>
      Number.parseInt((await table.get(`expectation-${letter}`).textContent()) ?? '', 10),
    ),
  );
  // 1, 1/2 and 0 are shared out among three.
  const sum = shares.reduce((a, b) => a + b);
  assert(Math.abs(sum - 150) <= 2, `${shares}`);
  // A line that is pointed at is shown move by move.
  await page.locator('[data-testid=lines] [data-line="1"]').hover();
  await page.locator('.arrow .count').first().waitFor();
  // Its second move is played: both are now in the list, and analysis goes on there.
  await page.mouse.move(5, 5);
  await page.locator('[data-line="1"] [data-move]').nth(1).click();
  await page.locator('[data-testid=moves] [data-ply="2"].shown').waitFor();
  await page.locator('[data-line="1"] [data-move]').first().waitFor();
  // Another move instead makes a branch.
  await table.get('back').click();
  await page.locator('[data-testid=moves] [data-ply="1"].shown').waitFor();
  await table.makeAnyBranch();
  await page.locator('[data-testid=moves] .branch [data-ply="2"].shown').waitFor();
  await table.get('graph').waitFor();
  await table.get('engine-switch').uncheck({ force: true });
  await page.locator('[data-arrow]').first().waitFor({ state: 'detached' });
  await table.leave();
});

test('analysis stops when a mate is on the board', async () => {
  const table = await openPage(browser, server.url);
  await table.paste('chess startpos moves f2f3 e7e5 g2g4');
  await table.get('engine-switch').check({ force: true });
  await table.page.locator('[data-line="1"] [data-move="d8h4"]').waitFor();
  await table.page.waitForFunction(
    () => document.querySelector('[data-testid=score]')?.textContent === '#1',
  );
  await table.page.locator('[data-line="1"] [data-move="d8h4"]').first().click();
  await table.page.locator('[data-testid=player-b][data-place="1"]').waitFor();
  assert.match((await table.get('status').textContent()) ?? '', /Black wins: checkmate/);
  await table.leave();
});

test('the editor says what is wrong with a position', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.newGame('guru', { play: false });
  await table.get('edit').click();
  const verdict = async (/** @type {RegExp} */ wanted) => {
    await page.waitForFunction(
      ([source]) =>
        new RegExp(source ?? '').test(
          document.querySelector('[data-testid=editor-error]')?.textContent ?? '',
        ),
      [wanted.source],
    );
  };
  await verdict(/is a position/);
  await table.get('clear-board').click();
  await verdict(/red has 0 Kings/);
  assert.equal(await table.get('editor-done').isDisabled(), true);
  await table.picture('editor-error');
  // Pieces are put down by clicks until it is a position.
  const cells = await page
    .locator('[data-cell]')
    .evaluateAll((all) => all.map((cell) => cell.getAttribute('data-cell') ?? ''));
  for (const [i, letter] of [...'rogb'].entries()) {
    await table.get(`brush-${letter}K`).click();
    await table.click(cells[i * 30 + 5] ?? '');
  }
  await verdict(/is a position/);
  await table.get('fen').fill('nonsense');
  await verdict(/six fields/);
  const text = '10/10/10/10/10/10/10/10/10/rK,9|bK,9/10/10/10/10/10/10/10/10/10 r rb - - 0 1';
  await table.get('fen').fill(text);
  await verdict(/is a position/);
  await table.get('editor-done').click();
  await table.get('editor').waitFor({ state: 'detached' });
  assert.equal(await table.position(), text);
  await table.leave();
});

test('a position is typed into the editor', async () => {
  const table = await openPage(browser, `${server.url}?game=chess`);
  const { page } = table;
  await table.get('edit').click();
  const text = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1';
  await table.get('fen').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  assert.equal(await table.get('fen').inputValue(), '');
  for (const [i, letter] of [...text].entries()) {
    await page.keyboard.type(letter);
    assert.equal(await table.get('fen').inputValue(), text.slice(0, i + 1));
  }
  await table.get('editor-error').filter({ hasText: 'is a position' }).waitFor();
  await page.locator('[data-piece=k][data-at=e5]').waitFor();
  // In the middle of it, what is typed stays where it is typed.
  for (let i = 0; i < ' w - - 0 1'.length + '4K3/'.length; i += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2N');
  assert.equal(await table.get('fen').inputValue(), text.replace('4P3', '4P2N'));
  await page.locator('[data-piece=N][data-at=h2]').waitFor();
  // Left alone, it says what is on the board, and so it does when that changes.
  await page.keyboard.type('nonsense ');
  await table.get('clear-board').click();
  assert.equal(await table.get('fen').inputValue(), '8/8/8/8/8/8/8/8 w - - 0 1');
  await table.get('fen').fill(`${text} `);
  await table.get('editor-error').filter({ hasText: 'is a position' }).waitFor();
  await table.get('fen').blur();
  assert.equal(await table.get('fen').inputValue(), text);
  await table.get('editor-done').click();
  await table.get('editor').waitFor({ state: 'detached' });
  assert.equal(await table.position(), text);
  await table.leave();
});

test('the editor and the explorer end with their game', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.newGame('chess', { play: false });
  await table.get('edit').click();
  await table.get('clear-board').click();
  await table.newGame('honeycomb', { play: false });
  await table.get('editor').waitFor({ state: 'detached' });
  await page.locator('[data-at="1a1"]').waitFor();
  await table.get('edit').click();
  await table.paste('ninja startpos');
  await table.get('editor').waitFor({ state: 'detached' });
  await table.get('explore').click();
  await table.get('explorer').waitFor();
  await table.newGame('chess', { play: false });
  await table.get('explorer').waitFor({ state: 'detached' });
  // From the editor to the explorer and back: the draft is still there.
  await table.get('edit').click();
  await table.get('clear-board').click();
  await table.get('brush-wK').click();
  await table.click('e1');
  await page.keyboard.press('x');
  await page.locator('[data-testid=reach-count]:not([data-count="0"])').waitFor();
  await table.get('explorer-done').click();
  assert.match(await table.get('fen').inputValue(), /^8\/8\/8\/8\/8\/8\/8\/4K3 /);
  // It is not thrown away unasked; then the engine has the position shown again.
  await table.get('edit').click();
  await table.get('question-no').click();
  await table.get('editor').waitFor();
  await table.get('edit').click();
  await table.get('question-yes').click();
  await table.get('editor').waitFor({ state: 'detached' });
  await page.locator('[data-cell="b1"]').hover();
  await table.get('tooltip').filter({ hasText: '2 moves in sight' }).waitFor();
  await table.leave();
});

test('what is too long is refused, and the page goes on', async () => {
  const table = await openPage(browser, `${server.url}?game=chess`);
  const { page } = table;
  await table.get('share').click();
  await table.get('paste-text').fill(`chess fen ${'8/'.repeat(150_000)} w - - 0 1`);
  await table.get('paste-load').click();
  await table.get('paste-error').filter({ hasText: 'too long for the board' }).waitFor();
  await page.keyboard.press('Escape');
  await table.move('e2', 'e4');
  await page.locator('[data-testid=moves] [data-move=e2e4]').waitFor();
  // The connection was never lost.
  assert.equal(await table.get('lost').count(), 0);
  assert.equal(await page.locator('main[data-connection=open]').count(), 1);
  await table.leave();
});

test('a text that is no game is refused in place', async () => {
  const table = await openPage(browser, server.url);
  await table.get('share').click();
  await table.get('paste-text').fill('chess fen 8/8/8/8/8/8/8/8 w - - 0 1');
  await table.get('paste-load').click();
  await table.get('paste-error').waitFor();
  assert.match((await table.get('paste-error').textContent()) ?? '', /0 Kings/);
  await table.leave();
});

test('the reach explorer shows what the program says', async () => {
  const table = await openPage(browser, server.url);
  await table.newGame('aof3', { play: false });
  await table.get('explore').click();
  const symbols = await table.page
    .locator('[data-testid^=brush-]')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('data-testid') ?? '').slice(6)));
  assert(symbols.length > 20);
  for (const piece of symbols.filter((_, i) => i % 7 === 0)) {
    await table.get(`brush-${piece}`).click();
    for (const cell of await someCells(table)) {
      await table.click(cell);
      const told = execFileSync(program, ['reach', 'aof3', cell, piece], { encoding: 'utf8' });
      const count = told.split('\n').filter(Boolean).length;
      const name = table.page.locator(
        `[data-testid=reach-count][data-count="${count}"]`,
        { hasText: cell },
      );
      await name.waitFor();
    }
  }
  await table.picture('aof3-reach');
  await table.leave();
});

/**
 * Three cells from different parts of the board.
 * @param {import('./harness.mjs').Table} table
 */
async function someCells(table) {
  const all = await table.page
    .locator('[data-cell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell') ?? ''));
  return [0.1, 0.5, 0.8].map((part) => all[Math.floor(part * all.length)] ?? '');
}

test('a reload brings everything back', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.newGame('ninja', { who: ['human', 'engine'] });
  for (const number of [0, 1]) {
    assert.equal(await table.turnOrEnd('w'), false);
    await table.makeAnyMove(number);
  }
  assert.equal(await table.turnOrEnd('w'), false);
  await page.locator('[data-testid=moves] [data-ply="4"]').waitFor();
  const [moves, position] = [await table.moves(), await table.position()];
  await page.reload();
  await connected(page);
  assert.equal(await table.turnOrEnd('w'), false);
  assert.deepEqual(await table.moves(), moves);
  assert.equal(await table.position(), position);
  // And the game goes on against the engine.
  await table.makeAnyMove(2);
  await page.locator('[data-testid=moves] [data-ply="6"]').waitFor();
  await table.leave();
});

test('a link begins a game once, and an idle page leaves the kept game alone', async () => {
  const table = await openPage(browser, `${server.url}?game=chess&hurry`);
  const { page } = table;
  await table.move('e2', 'e4');
  await page.locator('[data-testid=moves] [data-move=e2e4]').waitFor();
  await page.reload();
  await connected(page);
  assert.deepEqual(await table.moves(), ['e2e4']);
  assert.match(page.url(), /\/\?hurry$/);
  // Neither a page that shows the game as it was, nor a link, is the game that goes on.
  const [idle, link] = [await page.context().newPage(), await page.context().newPage()];
  await idle.goto(server.url);
  await connected(idle);
  await link.goto(`${server.url}?game=ninja`);
  await connected(link);
  await table.move('e7', 'e5');
  await page.locator('[data-testid=moves] [data-move=e7e5]').waitFor();
  await page.reload();
  await connected(page);
  await link.close({ runBeforeUnload: true });
  await idle.goto('about:blank');
  await page.reload();
  await connected(page);
  assert.deepEqual(await table.moves(), ['e2e4', 'e7e5']);
  await table.leave();
});

test('keys go on after a switch, and the focus is where it was after a window', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.paste('chess startpos moves e2e4 e7e5');
  await page.locator('.switch').click();
  await page.keyboard.press('ArrowLeft');
  await table.shown(1, 'b');
  await table.get('multipv').focus();
  await table.click('e6');
  await page.keyboard.press('ArrowLeft');
  await table.shown(0, 'w');
  assert.equal(await table.get('multipv').inputValue(), '3');
  // A text may be marked beyond the window's edge.
  await table.get('share').focus();
  await page.keyboard.press('Enter');
  await table.get('paste-text').fill('e2e4 e7e5');
  const box = await table.get('paste-text').boundingBox();
  assert(box);
  await page.mouse.move(box.x + 30, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, box.y + 10);
  await page.mouse.up();
  assert.equal(await table.get('paste-text').inputValue(), 'e2e4 e7e5');
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await table.get('dialog-share').waitFor({ state: 'detached' });
  await page.locator('[data-testid=share]:focus').waitFor();
  await table.leave();
});

test('the game goes on when the server comes back', async () => {
  const first = await startServer();
  const table = await openPage(browser, first.url);
  const { page } = table;
  await table.paste('guru startpos');
  await table.makeAnyMove(3);
  const moves = await table.moves();
  await first.stop();
  assert.match((await table.get('lost').textContent()) ?? '', /[a-z][.?] Trying/);
  await table.picture('connection-lost');
  const port = new URL(first.url).port;
  const second = await startServer(port);
  try {
    await page.locator('main[data-connection=open]').waitFor();
    assert.equal(await table.turnOrEnd('o'), false);
    await table.makeAnyMove(4);
    assert.equal((await table.moves())[0], moves[0]);
    // What it said while nobody answered is no fault.
    table.faults.length = 0;
    await table.leave();
  } finally {
    await second.stop();
  }
});

test('a game is saved, and records of matches are watched', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.paste('cwda-nr startpos moves e2e4 e7e5');
  const position = await table.position();
  await table.get('share').click();
  const saving = page.waitForEvent('download');
  await table.get('save-file').click();
  const saved = readFileSync((await (await saving).path()) ?? '', 'utf8');
  assert.equal(JSON.parse(saved).game, 'cwda-nr');
  await page.keyboard.press('Escape');
  await table.newGame('guru', { play: false });
  // Two games of the match runner, and the one that was saved; the last line is torn.
  const folder = mkdtempSync(`${tmpdir()}/simurgh-board-`);
  execFileSync(program, [
    ...['match', 'honeycomb', '--engine', 'name=a nodes=20', '--engine', 'name=b nodes=20'],
    ...['--rounds', '1', '--quiet', '--record', `${folder}/games.jsonl`],
  ]);
  const records = readFileSync(`${folder}/games.jsonl`, 'utf8').trim().split('\n');
  const text = `${records.slice(0, 2).join('\n')}\n${saved}{"format":1,"ga`;
  await table.get('share').click();
  await table.get('open-file').setInputFiles({
    name: 'games.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await table.get('shelf').waitFor();
  await table.picture('records');
  assert.equal(await page.locator('[data-game-number]').count(), 3);
  await page.locator('[data-game-number="2"]').click();
  await page.locator('[data-testid=board][data-game=honeycomb]').waitFor();
  const game = JSON.parse(records[1] ?? '');
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-testid=moves] [data-ply]').length === count,
    game.moves.length + (game.opening.moves ?? []).length,
  );
  await table.get('last').click();
  await page.locator('[data-place]:not([data-place=""])').first().waitFor();
  await table.get('share').click();
  await table.get('open-file').setInputFiles({
    name: 'saved.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(saved),
  });
  await page.locator('[data-testid=board][data-game=cwda-nr]').waitFor();
  await table.get('dialog-share').waitFor({ state: 'detached' });
  assert.deepEqual(await table.moves(), ['e2e4', 'e7e5']);
  await table.get('last').click();
  await page.locator('[data-testid=moves] [data-ply="2"].shown').waitFor();
  assert.equal(await table.position(), position);
  await table.leave();
});

test('what is no record is refused, and a list of games comes once', async () => {
  const table = await openPage(browser, server.url);
  const record = { game: 'chess', moves: ['e2e4'], engines: [{ name: 'one' }], seats: [0, 0] };
  for (const wrong of [{ seats: 5 }, { engines: [null] }, { tree: [7] }, { opening: 'e2e4' }]) {
    await table.get('share').click();
    await table.get('paste-text').fill(JSON.stringify({ ...record, ...wrong }));
    await table.get('paste-load').click();
    await table.get('paste-error').filter({ hasText: 'no game record' }).waitFor();
    await table.page.keyboard.press('Escape');
  }
  await table.paste(`${JSON.stringify(record)}\n${JSON.stringify(record)}`);
  await table.get('shelf').waitFor();
  await table.page.keyboard.press('Escape');
  await table.get('shelf').waitFor({ state: 'detached' });
  await table.paste('chess startpos moves d2d4');
  assert.equal(await table.get('shelf').count(), 0);
  assert.deepEqual(await table.moves(), ['d2d4']);
  await table.leave();
});

test('another page gets no engine', async () => {
  const table = await openPage(browser, server.url);
  const token = await table.page.locator('meta[name=simurgh-token]').getAttribute('content');
  assert.match(token ?? '', /^[0-9a-f]{32}$/);
  // A page of another server, which even knows the token.
  const other = await startServer();
  const page = await browser.newPage();
  await page.goto(`${other.url}favicon.svg`);
  const outcome = await page.evaluate(
    (url) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    `${server.url.replace('http', 'ws')}engine?token=${token}`,
  );
  assert.equal(outcome, 'refused');
  await page.close();
  await other.stop();
  await table.leave();
});

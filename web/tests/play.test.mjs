// What one does in a game besides moving: taking back, branches, copying, sounds.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
 * The moves of branches.
 * @param {Table} table
 */
async function branches(table) {
  return table.page
    .locator('[data-testid=moves] .branch [data-move]')
    .evaluateAll((all) => all.map((move) => move.getAttribute('data-move')));
}

test('against the engine, a move is taken back with its answer', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const { page } = table;
  await table.newGame('chess', { who: ['human', 'engine'], levels: ['', RANDOM] });
  const at = [await table.position()];
  assert.equal(await table.get('undo').isDisabled(), true);
  for (const [i, [from, to]] of /** @type {const} */ ([['e2', 'e4'], ['d2', 'd4']]).entries()) {
    await table.move(from, to);
    await table.shown(2 * i + 2, 'w');
    at.push(await table.position());
  }
  const line = await table.moves();
  assert.equal(line.length, 4);
  assert.equal(await table.get('redo').isDisabled(), true);
  for (const [id, turn] of /** @type {const} */ ([
    ['undo', 1],
    ['undo', 0],
    ['redo', 1],
    ['redo', 2],
    ['undo', 1],
  ])) {
    await table.get(id).click();
    await table.shown(2 * turn, 'w');
    assert.equal(await table.position(), at[turn]);
    assert.deepEqual(await table.moves(), line);
  }
  // Another move is a branch, which the engine answers.
  await table.move('g1', 'f3');
  await page.locator('.branch [data-ply="4"].shown').waitFor();
  await table.shown(4, 'w');
  const [made, answer] = await branches(table);
  assert.equal(made, 'g1f3');
  const text = `chess startpos moves ${line[0]} ${line[1]} g1f3 ${answer}`;
  assert.equal(await table.game(), text);
  // To play again is to play what was taken back last.
  const there = await table.position();
  await table.get('undo').click();
  await table.shown(2, 'w');
  assert.equal(await table.position(), at[1]);
  await table.get('redo').click();
  await table.shown(4, 'w');
  assert.equal(await table.position(), there);
  assert.equal(await table.game(), text);
  assert.equal((await table.moves()).length, 6);
  await table.leave();
});

test('a move is taken back while the engine thinks about it', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const { page } = table;
  await table.newGame('chess', {
    who: ['human', 'engine'],
    levels: ['', FULL],
    seconds: '600',
  });
  await table.move('e2', 'e4');
  await page.locator('[data-testid=player-b] .dots').waitFor();
  await table.get('undo').click();
  await table.shown(0, 'w');
  await page.locator('.dots').first().waitFor({ state: 'detached' });
  await table.move('d2', 'd4');
  await page.locator('[data-testid=player-b] .dots').waitFor();
  assert.deepEqual((await table.moves()).sort(), ['d2d4', 'e2e4']);
  assert.deepEqual(await branches(table), ['d2d4']);
  await table.leave();
});

test('an engine that thinks is not disturbed', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const { page } = table;
  await table.newGame('chess', { who: ['human', 'engine'], levels: ['', FULL], seconds: '600' });
  await table.move('e2', 'e4');
  const thinks = page.locator('[data-testid=player-b] .dots');
  await thinks.waitFor();
  /** The engine has answered another question, so that its move would be here, too. */
  const stillThinks = async () => {
    await page.locator('[data-cell="a1"]').hover();
    await table.get('tooltip').filter({ hasText: 'in sight' }).waitFor();
    await page.locator('[data-cell="e5"]').hover();
    await thinks.waitFor();
    assert.deepEqual(await table.moves(), ['e2e4']);
  };
  await page.keyboard.press('e');
  await stillThinks();
  await table.get('multipv').selectOption('1');
  await stillThinks();
  await page.keyboard.press('e');
  await stillThinks();
  await page.keyboard.press('End');
  await page.locator('[data-testid=moves] [data-move=e2e4]').click();
  await stillThinks();
  // Whoever looks back while it thinks finds it thinking anew.
  await table.get('back').click();
  await thinks.waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await page.locator('[data-line="1"] [data-move]').first().waitFor();
  await table.get('to-game').click();
  await stillThinks();
  await table.leave();
});

test('the first move of the engine is taken back, and it waits', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  await table.newGame('chess', { who: ['engine', 'human'], levels: [RANDOM] });
  await table.shown(1, 'b');
  const [first = ''] = await table.moves();
  await table.get('undo').click();
  await table.page.locator('[data-testid=player-w][data-turn=true]').waitFor();
  await table.page.locator('[data-testid=pause][aria-pressed=true]').waitFor();
  assert.match((await table.position()).split(' ')[1] ?? '', /^w$/);
  await table.get('redo').click();
  await table.shown(1, 'b');
  assert.deepEqual(await table.moves(), [first]);
  await table.leave();
});

test('two people take back move by move', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.newGame('chess', { who: ['human', 'human'] });
  const at = [await table.position()];
  const line = ['e2e4', 'e7e5', 'g1f3'];
  for (const [i, move] of line.entries()) {
    await table.move(move.slice(0, 2), move.slice(2));
    await table.shown(i + 1, 'bw'[i % 2] ?? '');
    at.push(await table.position());
  }
  for (const [key, ply] of /** @type {const} */ ([
    ['u', 2],
    ['u', 1],
    ['u', 0],
    ['r', 1],
    ['r', 2],
    ['u', 1],
  ])) {
    await page.keyboard.press(key);
    await table.shown(ply, 'wb'[ply % 2] ?? '');
    assert.equal(await table.position(), at[ply]);
    assert.deepEqual(await table.moves(), line);
  }
  await table.move('c7', 'c5');
  await table.shown(2, 'w');
  assert.deepEqual(await branches(table), ['c7c5']);
  assert.equal(await table.game(), 'chess startpos moves e2e4 c7c5');
  // Who deletes the branch that is played takes it back.
  await page.getByRole('button', { name: 'Delete branch' }).click();
  await table.shown(1, 'b');
  assert.deepEqual(await table.moves(), line);
  assert.equal(await table.get('to-game').count(), 0);
  await table.move('d7', 'd5');
  await table.shown(2, 'w');
  assert.deepEqual(await branches(table), ['d7d5']);
  await table.leave();
});

test('position and game are copied, and pasted again', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  await table.paste('honeycomb startpos');
  await table.makeAnyMove(3);
  await table.makeAnyMove(5);
  const [position, text, moves] = [await table.position(), await table.game(), await table.moves()];
  const copy = async (/** @type {string} */ id) => {
    await table.get('share').click();
    const field = page.locator('.copy', { has: table.get(id) });
    await field.getByRole('button', { name: 'Copy' }).click();
    await table.get('notice').filter({ hasText: 'copied' }).waitFor();
    await page.keyboard.press('Escape');
    await table.get('dialog-share').waitFor({ state: 'detached' });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const paste = async () => {
    await table.get('share').click();
    await table.get('paste-text').focus();
    await page.keyboard.press('Control+V');
    await table.get('paste-load').click();
    await table.get('dialog-share').waitFor({ state: 'detached' });
  };
  assert.equal(await copy('position-text'), position);
  await table.paste('honeycomb startpos');
  assert.notEqual(await table.position(), position);
  await paste();
  assert.equal(await table.position(), position);
  assert.deepEqual(await table.moves(), []);
  // A game tells where it begins.
  await table.makeAnyMove(1);
  const [later, continued] = [await table.position(), await table.moves()];
  assert.equal(await copy('game-text'), `honeycomb fen ${position} moves ${continued[0]}`);
  await table.paste(text);
  assert.deepEqual([await table.position(), await table.moves()], [position, moves]);
  assert.equal(await copy('game-text'), text);
  await table.paste('chess startpos');
  await paste();
  await page.locator('[data-testid=board][data-game=honeycomb]').waitFor();
  assert.deepEqual([await table.position(), await table.moves()], [position, moves]);
  await table.paste(`honeycomb fen ${position} moves ${continued[0]}`);
  assert.deepEqual([await table.position(), await table.moves()], [later, continued]);
  await table.leave();
});

test('a game is played from the position on the board', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const { page } = table;
  /** @param {string} family */
  const offered = async (family) => {
    await table.get('new-game').click();
    await table.get(`family-${family}`).click();
    const count = await table.get('from-here').count();
    await table.picture('new-game-from-here');
    await page.keyboard.press('Escape');
    await table.get('dialog-new').waitFor({ state: 'detached' });
    return count;
  };
  await table.paste('chess startpos');
  assert.equal(await offered('chess'), 0);
  const text = 'chess fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7';
  await table.paste(text);
  assert.equal(await offered('ninja'), 0);
  assert.equal(await offered('chess'), 1);
  await table.get('new-game').click();
  await table.get('who-0').selectOption('engine');
  await table.get('level-0').selectOption(RANDOM);
  await table.get('who-1').selectOption('human');
  await table.get('timed').check();
  assert.equal(await table.get('from-here').isChecked(), false);
  await table.get('from-here').check();
  await table.get('start').click();
  await table.shown(3, 'b');
  assert.match(await table.game(), new RegExp(`^${text} \\S+$`));
  // Taken back as far as this and farther, everybody has all of the time.
  await table.get('pause').click();
  for (const ply of [1, 0]) {
    await table.get('undo').click();
    await page.waitForFunction((ply) => {
      const shown = document.querySelector('[data-testid=moves] [aria-current=true]');
      return Number(shown?.getAttribute('data-ply') ?? 0) === ply;
    }, ply);
    assert.equal(await table.get('clock-1').textContent(), '10:00');
  }
  // Unless it is wanted, a game begins at its start.
  await table.get('new-game').click();
  await table.get('start').click();
  await page.locator('[data-at=a8]').waitFor();
  await table.leave();
});

test('a game goes on until another one has begun', async () => {
  const table = await openPage(browser, `${server.url}?hurry`);
  const { page } = table;
  await table.newGame('chess', { who: ['human', 'engine'], levels: ['', FULL], seconds: '600' });
  await table.move('e2', 'e4');
  const thinks = page.locator('[data-testid=player-b] .dots');
  await thinks.waitFor();
  await table.get('share').click();
  for (const [text, refused] of /** @type {const} */ ([
    ['e7e5 e2e9', /e2e9/],
    ['bogus startpos', /bogus/],
    ['chess fen 8/8/8/8/8/8/8/8 w - - 0 1', /0 Kings/],
    ['chess startpos moves d2d4 d2d4', /d2d4/],
    ['{"game":"chess","moves":["d2d4","d2d4"]}', /d2d4/],
  ])) {
    await table.get('paste-text').fill(text);
    await table.get('paste-load').click();
    await table.get('paste-error').filter({ hasText: refused }).waitFor();
    await thinks.waitFor();
  }
  await page.keyboard.press('Escape');
  assert.deepEqual(await table.moves(), ['e2e4']);
  // The editor holds it, and gives it back; keys do not reach behind it.
  await table.get('edit').click();
  await table.get('clear-board').click();
  await page.keyboard.press('u');
  await page.keyboard.press('p');
  await table.get('editor-cancel').click();
  await thinks.waitFor();
  assert.equal(await table.get('pause').getAttribute('aria-pressed'), 'false');
  assert.equal(await table.get('stop-playing').count(), 1);
  assert.deepEqual(await table.moves(), ['e2e4']);
  await table.get('edit').click();
  await table.get('editor-done').click();
  await table.get('stop-playing').waitFor({ state: 'detached' });
  assert.deepEqual(await table.moves(), []);
  await table.leave();
});

test('what is copied and saved is the game that was played', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  const save = async () => {
    await table.get('share').click();
    const saving = page.waitForEvent('download');
    await table.get('save-file').click();
    const text = readFileSync((await (await saving).path()) ?? '', 'utf8');
    await page.keyboard.press('Escape');
    await table.get('dialog-share').waitFor({ state: 'detached' });
    return JSON.parse(text);
  };
  await table.newGame('chess', { who: ['human', 'human'] });
  await table.move('e2', 'e4');
  await table.shown(1, 'b');
  await table.move('e7', 'e5');
  await table.shown(2, 'w');
  await table.get('undo').click();
  await table.shown(1, 'b');
  await table.get('undo').click();
  await table.shown(0, 'w');
  assert.equal(await table.game(), 'chess startpos');
  await table.move('d2', 'd4');
  await table.shown(1, 'b');
  await page.keyboard.press('Home');
  await page.locator('[data-testid=moves] .shown').waitFor({ state: 'detached' });
  assert.equal(await table.game(), 'chess startpos moves d2d4');
  // Set aside, it is where the way forward leads; a reload knows who made the moves.
  await table.get('stop-playing').click();
  await table.get('question-no').click();
  assert.equal(await table.get('stop-playing').count(), 1);
  await table.get('stop-playing').click();
  await table.get('question-yes').click();
  await table.get('stop-playing').waitFor({ state: 'detached' });
  await page.reload();
  await connected(page);
  await page.locator('[data-testid=moves] [data-move=d2d4]').click();
  await table.shown(1, 'b');
  await page.keyboard.press('Home');
  await page.locator('[data-testid=moves] .shown').waitFor({ state: 'detached' });
  const played = await save();
  assert.deepEqual(played.moves, ['d2d4']);
  assert.deepEqual(played.engines.map((/** @type {any} */ one) => one.name), ['human', 'human']);
  await page.keyboard.press('End');
  await page.locator('[data-testid=moves] [data-move=d2d4].shown').waitFor();
  // A record is saved as it was, until there is another line.
  const record = {
    ...{ format: 1, id: 'm/1/2/3', game: 'chess', opening: { moves: ['e2e4'] } },
    ...{ engines: [{ name: 'one', limit: 'nodes=1' }, { name: 'two', limit: '-' }], seats: [1, 0] },
    ...{ moves: ['e7e5', 'resign'], scores: [-30, '#-1'], places: [2, 1], reason: 'resignation' },
    ...{ started: 7, block: 4 },
  };
  await table.paste(JSON.stringify(record));
  await table.get('forward').click();
  await table.shown(1, 'b');
  const { tree, ...rest } = await save();
  assert.deepEqual(rest, record);
  assert.deepEqual(tree, ['e2e4', 'e7e5', 'resign']);
  await table.move('d7', 'd5');
  await table.shown(2, 'w');
  const other = await save();
  assert.deepEqual(other.moves, ['e2e4', 'd7d5']);
  assert.deepEqual(other.engines.map((/** @type {any} */ one) => one.name), ['unknown', 'unknown']);
  await table.leave();
});

test('branches are reached, become the main line, and go', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  const go = async (/** @type {string} */ move, /** @type {number} */ ply) => {
    await page.locator(`[data-testid=moves] [data-move=${move}][data-ply="${ply}"]`).click();
    await table.shown(ply, 'wb'[ply % 2] ?? '');
  };
  const tool = (/** @type {string} */ name) => page.getByRole('button', { name });
  await table.paste('chess startpos moves e2e4 e7e5 g1f3');
  const main = await table.position();
  await table.get('back').click();
  await table.shown(2, 'w');
  await table.move('f1', 'c4');
  await table.shown(3, 'b');
  const side = await table.position();
  assert.deepEqual(await branches(table), ['f1c4']);
  // A branch of the branch.
  await table.move('g8', 'f6');
  await table.shown(4, 'w');
  await page.keyboard.press('ArrowLeft');
  await table.shown(3, 'b');
  await table.move('b8', 'c6');
  await table.shown(4, 'w');
  await page.locator('.branch .branch [data-move=b8c6].shown').waitFor();
  await table.picture('branches');
  const all = await table.moves();
  assert.deepEqual([...all].sort(), ['b8c6', 'e2e4', 'e7e5', 'f1c4', 'g1f3', 'g8f6']);
  // Both lines are there, and forward follows the one that was shown.
  await go('g1f3', 3);
  assert.equal(await table.position(), main);
  assert.equal(await tool('Make main line').count(), 0);
  await go('f1c4', 3);
  assert.equal(await table.position(), side);
  await table.get('first').click();
  await table.shown(0, 'w');
  for (const ply of [1, 2, 3]) {
    await table.get('forward').click();
    await table.shown(ply, 'wb'[ply % 2] ?? '');
  }
  assert.equal(await table.position(), side);
  // A move that is there already is no other branch.
  await table.get('back').click();
  await table.shown(2, 'w');
  await table.move('f1', 'c4');
  await table.shown(3, 'b');
  assert.deepEqual(await table.moves(), all);
  await tool('Make main line').click();
  await tool('Make main line').waitFor({ state: 'detached' });
  assert.deepEqual(await branches(table), ['g1f3', 'b8c6']);
  assert.equal(await table.position(), side);
  // What is pasted goes on from here up to what is not legal, and to no other branch.
  await table.get('share').click();
  await table.get('paste-text').fill('a7a5 e2e4');
  await table.get('paste-load').click();
  await table.get('paste-error').filter({ hasText: 'e2e4' }).waitFor();
  await page.keyboard.press('Escape');
  await table.shown(4, 'w');
  await page.locator('.branch [data-move=a7a5].shown').waitFor();
  await page.keyboard.press('ArrowLeft');
  await table.shown(3, 'b');
  await table.get('share').click();
  await table.get('paste-text').fill('e2e4');
  await table.get('paste-load').click();
  await table.get('paste-error').filter({ hasText: 'e2e4' }).waitFor();
  await page.keyboard.press('Escape');
  await table.shown(3, 'b');
  assert.equal(await table.position(), side);
  // All of it outlives a reload.
  const promoted = await table.moves();
  await page.reload();
  await connected(page);
  await table.shown(3, 'b');
  assert.deepEqual(await table.moves(), promoted);
  assert.equal(await table.position(), side);
  await go('g1f3', 3);
  await tool('Delete branch').click();
  await table.shown(2, 'w');
  for (const move of ['b8c6', 'a7a5']) {
    await go(move, 4);
    await tool('Delete branch').click();
    await table.shown(3, 'b');
  }
  assert.deepEqual(await table.moves(), ['e2e4', 'e7e5', 'f1c4', 'g8f6']);
  await table.leave();
});

test('sounds are heard when they are wanted', async () => {
  const table = await openPage(browser, server.url);
  const { page } = table;
  /** Counts tones from here on; a reload begins anew. */
  const listen = () => {
    const at = /** @type {any} */ (window);
    const start = OscillatorNode.prototype.start;
    at.tones = 0;
    OscillatorNode.prototype.start = function (when) {
      at.tones += 1;
      start.call(this, when);
    };
  };
  const tones = () => page.evaluate(() => /** @type {any} */ (window).tones);
  const sound = async (/** @type {boolean} */ before, /** @type {boolean} */ after) => {
    await table.get('settings').click();
    assert.equal(await table.get('pref-sound').isChecked(), before);
    await table.get('pref-sound').setChecked(after);
    await page.keyboard.press('Escape');
    await table.get('dialog-settings').waitFor({ state: 'detached' });
  };
  await page.addInitScript(listen);
  await page.goto(`${server.url}?game=chess`);
  await connected(page);
  await table.move('e2', 'e4');
  await table.shown(1, 'b');
  assert.equal(await tones(), 0);
  await sound(false, true);
  await table.move('d7', 'd5');
  await table.shown(2, 'w');
  assert.equal(await tones(), 1);
  // A capture sounds otherwise; looking back is silent.
  await table.move('e4', 'd5');
  await table.shown(3, 'b');
  assert.equal(await tones(), 3);
  await table.get('back').click();
  await table.shown(2, 'w');
  assert.equal(await tones(), 3);
  await page.goto(server.url);
  await connected(page);
  await table.shown(2, 'w');
  assert.equal(await tones(), 0);
  await table.move('d2', 'd4');
  await table.shown(3, 'b');
  assert.equal(await tones(), 1);
  await sound(true, false);
  await table.move('e7', 'e5');
  await table.shown(4, 'w');
  assert.equal(await tones(), 1);
  await page.reload();
  await connected(page);
  await sound(false, false);
  await table.leave();
});

// A server, a browser, and a player's hands. Tests wait for what they want to see, never for time to
// pass, and fail if the page logs an error or breaks its own security policy.
// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
/** The program that is tested. */
export const program = process.env.SIMURGH ?? at('../../target/release/simurgh');
const pictures = at('../../target/board-screenshots/');
/** Longer than anything takes, even on a machine with other work to do. */
export const PATIENCE = 60_000;

/**
 * Starts a server, on any free port unless told otherwise.
 * @param {string} port
 */
export async function startServer(port = '0') {
  const child = spawn(program, ['board', '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    url: /** @type {string} */ (url),
    child,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** Starts a browser. */
export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // In containers there is neither a place for the sandbox nor much shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

/**
 * A page in a browser of its own, with nothing in its storage.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} options
 */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(`${error}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // What a reload or the end of a test breaks off is no fault of the page.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${request.url()} ${reason}`);
  });
  await page.goto(url);
  await connected(page);
  return new Table(page, faults);
}

/** @param {Page} page */
export async function connected(page) {
  await page.locator('main[data-connection=open]').waitFor();
  await page.locator('[data-testid=board] .piece').first().waitFor();
}

/** What one sees and does. */
export class Table {
  /**
   * @param {Page} page
   * @param {string[]} faults what the page should not have said
   */
  constructor(page, faults) {
    this.page = page;
    this.faults = faults;
  }

  /** @param {string} id */
  get(id) {
    return this.page.locator(`[data-testid="${id}"]`);
  }

  /** Ends the test of this page: it must have had nothing to complain about. */
  async leave() {
    await this.page.context().close();
    assert.deepEqual(this.faults, []);
  }

  /**
   * Leaves a picture for people.
   * @param {string} name
   */
  async picture(name) {
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: `${pictures}${name}.png`, animations: 'disabled' });
  }

  /**
   * Chooses a game and who plays it, and begins.
   * @param {string} family the first form of the family
   * @param {{ form?: string, who?: string[], seconds?: string, levels?: string[], play?: boolean }} how
   */
  async newGame(family, { form, who = [], seconds = '0.05', levels = [], play = true } = {}) {
    await this.get('new-game').click();
    await this.get(`family-${family}`).click();
    if (form) await this.get('form').selectOption(form);
    for (const [seat, player] of who.entries()) {
      await this.get(`who-${seat}`).selectOption(player);
      if (player !== 'engine') continue;
      if (levels[seat]) await this.get(`level-${seat}`).selectOption(levels[seat]);
      await this.get(`seconds-${seat}`).fill(seconds);
    }
    await this.get(play ? 'start' : 'analyse').click();
    await this.get('dialog-new').waitFor({ state: 'detached' });
    const id = form ?? family;
    await this.page.locator(`[data-testid=board][data-game="${id}"]`).waitFor();
  }

  /**
   * Takes over a position or a game as text.
   * @param {string} text
   */
  async paste(text) {
    await this.get('share').click();
    await this.get('paste-text').fill(text);
    await this.get('paste-load').click();
    await this.get('dialog-share').waitFor({ state: 'detached' });
  }

  /** The position as a string. */
  position() {
    return this.text('position-text');
  }

  /** The game as text: the line that is shown, without its branches. */
  game() {
    return this.text('game-text');
  }

  /**
   * A text that is there to be copied.
   * @param {string} id
   */
  async text(id) {
    await this.get('share').click();
    const text = await this.get(id).inputValue();
    await this.page.keyboard.press('Escape');
    await this.get('dialog-share').waitFor({ state: 'detached' });
    return text;
  }

  /**
   * Waits until the position after so many moves is shown and a person may move for a player.
   * @param {number} ply
   * @param {string} letter
   */
  async shown(ply, letter) {
    await this.page.waitForFunction((ply) => {
      const move = document.querySelector('[data-testid=moves] [aria-current=true]');
      return Number(move?.getAttribute('data-ply') ?? 0) === ply;
    }, ply);
    await this.page.locator(`[data-testid=player-${letter}][data-turn=true]`).waitFor();
    await this.page.locator('[data-cell].movable').first().waitFor();
  }

  /** The moves so far, main line first. */
  async moves() {
    return this.page
      .locator('[data-testid=moves] [data-move]')
      .evaluateAll((all) => all.map((move) => move.getAttribute('data-move') ?? ''));
  }

  /**
   * Clicks a cell where nothing lies over it but what belongs to the board.
   * @param {string} cell
   */
  async click(cell) {
    const { x, y } = await this.middle(cell);
    await this.page.mouse.click(x, y);
  }

  /** @param {string} cell */
  async middle(cell) {
    const shape = this.page.locator(`[data-cell="${cell}"]`);
    await shape.scrollIntoViewIfNeeded();
    const box = await shape.boundingBox();
    assert(box, `${cell} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Moves by two clicks.
   * @param {string} from
   * @param {string} to
   */
  async move(from, to) {
    await this.click(from);
    await this.page.locator(`[data-target="${to}"]`).waitFor();
    await this.click(to);
  }

  /**
   * Waits until one of some players may move or the game is over; whether it is over.
   * @param {string} people the letters of the players
   */
  async turnOrEnd(people) {
    const outcome = await this.page.waitForFunction(
      (people) => {
        if (document.querySelector('[data-place]:not([data-place=""])')) return 'over';
        const turn = document.querySelector('[data-turn=true]')?.getAttribute('data-testid');
        const may = document.querySelector('[data-cell].movable, [data-testid=pass]');
        return may && people.includes(turn?.replace('player-', '') ?? '?') ? 'turn' : '';
      },
      people,
      { timeout: 5 * PATIENCE },
    );
    return (await outcome.jsonValue()) === 'over';
  }

  /**
   * Makes a move as a person would who takes what there is to take, else picks by number.
   * @param {number} number
   */
  async makeAnyMove(number) {
    const before = await this.plies();
    if (await this.get('pass').isVisible()) {
      await this.get('pass').click();
    } else {
      // A page that has just found its server again asks for the moves once more.
      const found = await this.page.waitForFunction((number) => {
        const movers = [...document.querySelectorAll('[data-cell].movable')];
        return movers[number % movers.length]?.getAttribute('data-cell');
      }, number);
      const from = (await found.jsonValue()) ?? '';
      await this.click(from);
      await this.page.locator('[data-target]').first().waitFor();
      const target = await this.page.locator('[data-target]').evaluateAll((all, number) => {
        const captures = all.filter((one) => one.querySelector('.ring'));
        const choice = captures.length > 0 ? captures : all;
        return choice[number % choice.length]?.getAttribute('data-target') ?? '';
      }, number);
      await this.click(target);
      const choice = this.page.locator('[data-testid=choice] [data-move]').first();
      await choice
        .or(this.page.locator(`[data-testid=moves] [data-ply="${before + 1}"]`).first())
        .first()
        .waitFor();
      if (await choice.isVisible()) await choice.click();
    }
    await this.page.waitForFunction(
      (before) => {
        const plies = [...document.querySelectorAll('[data-testid=moves] [data-ply]')];
        return plies.some((move) => Number(move.getAttribute('data-ply')) > before);
      },
      before,
      { timeout: PATIENCE },
    );
  }

  /** Makes a move that was not made here before. */
  async makeAnyBranch() {
    const made = new Set(await this.moves());
    const from = this.page.locator('[data-cell].movable');
    await from.first().waitFor();
    for (let i = 0; i < (await from.count()); i += 1) {
      const cell = (await from.nth(i).getAttribute('data-cell')) ?? '';
      await this.click(cell);
      await this.page.locator('[data-target]').first().waitFor();
      const targets = await this.page
        .locator('[data-target]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-target') ?? ''));
      const fresh = targets.find((to) => !made.has(`${cell}${to}`));
      if (fresh) return this.click(fresh);
    }
    assert.fail('every move was made');
  }

  /** The number of plies played on the main line. */
  async plies() {
    const all = await this.page
      .locator('[data-testid=moves] [data-ply]')
      .evaluateAll((moves) => moves.map((move) => Number(move.getAttribute('data-ply'))));
    return Math.max(0, ...all);
  }
}

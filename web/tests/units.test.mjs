// The page's modules against all games of the program, without a browser.
// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { program } from './harness.mjs';

/** @type {import('vite').ViteDevServer} */
let vite;
/** @type {Record<string, any>} */
let parse;
/** @type {{ id: string, variant: any, board: any, kinds: any[] }[]} */
let games;

/** What the engine says after `response`. @param {string[]} commands */
function ask(...commands) {
  const run = spawnSync(program, { input: `${commands.join('\n')}\n`, encoding: 'utf8' });
  const lines = run.stdout.split('\n').filter((line) => line.startsWith('response '));
  return lines.map((line) => line.slice('response '.length));
}

before(async () => {
  vite = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  });
  parse = await vite.ssrLoadModule('/src/engine/parse.ts');
  const ids = parse.readGames(ask('query games')).map((/** @type {any} */ game) => game.id);
  assert(ids.length > 20);
  games = ids.map((/** @type {string} */ id) => {
    const choose = `setoption name UCI_Variant value ${id}`;
    const lines = ask(choose, 'query variant', 'query board', 'query pieces');
    return {
      id,
      variant: parse.readVariant(lines[0]),
      board: parse.readBoard(lines),
      kinds: parse.readKinds(lines),
    };
  });
});
after(async () => {
  await vite?.close();
});

test('every kind of piece has a picture of its own', async () => {
  const { glyphOf } = await vite.ssrLoadModule('/src/pieces/glyph.ts');
  const { heads } = await vite.ssrLoadModule('/src/pieces/shapes.ts');
  for (const { id, kinds } of games) {
    const pictures = new Map();
    for (const kind of kinds) {
      const greater = kinds.some((other) => other.royal && other.mating === kind.symbol);
      const picture = glyphOf(kind, greater);
      assert(!picture.includes(heads.unknown), `${id}: no picture for ${kind.name}`);
      const twin = pictures.get(picture);
      assert(twin === undefined, `${id}: ${kind.name} looks like ${twin}`);
      pictures.set(picture, kind.name);
    }
  }
});

test('placements are written as they were read', async () => {
  const { isFen, readPlacement, writePlacement } = await vite.ssrLoadModule('/src/game/notation.ts');
  for (const { id, variant, board, kinds } of games) {
    const symbols = new Set(kinds.map((kind) => kind.symbol));
    const pieces = readPlacement(variant.startpos, board, variant.players, symbols);
    assert(pieces.size > 20, id);
    for (const piece of pieces.values()) {
      assert(symbols.has(piece.symbol), `${id}: ${piece.token}`);
      assert(piece.seat >= 0, `${id}: ${piece.token}`);
    }
    const written = writePlacement(pieces, board, isFen(variant.startpos));
    assert.equal(written, variant.startpos.split(' ')[0], id);
  }
});

test('a recruited pawn and a piece with its letters are told apart', async () => {
  const { readPlacement } = await vite.ssrLoadModule('/src/game/notation.ts');
  const board = { levels: ['-'], cells: [{ name: 'a1' }, { name: 'b1' }], labels: [] };
  const read = (/** @type {string} */ text, /** @type {string[]} */ symbols) =>
    [...readPlacement(`${text} r ryb - - 0 1`, board, 'ryb', new Set(symbols)).values()];
  const [pawn] = read('rPy,1', ['P']);
  assert.deepEqual([pawn.symbol, pawn.heading], ['P', 'y']);
  const [primate] = read('rPy,1', ['P', 'Py']);
  assert.deepEqual([primate.symbol, primate.heading], ['Py', '']);
});

test('cells keep their distance, and a player sits at the bottom', async () => {
  const { angleFor, layOut } = await vite.ssrLoadModule('/src/board/layout.ts');
  const { readPlacement } = await vite.ssrLoadModule('/src/game/notation.ts');
  const seen = new Set();
  for (const { id, variant, board, kinds } of games) {
    const shape = JSON.stringify(board);
    if (seen.has(shape + variant.players)) continue;
    seen.add(shape + variant.players);
    const symbols = new Set(kinds.map((kind) => kind.symbol));
    const start = readPlacement(variant.startpos, board, variant.players, symbols);
    for (let seat = 0; seat < variant.players.length; seat += 1) {
      const home = [...start].filter(([, piece]) => piece.seat === seat).map(([cell]) => cell);
      const angle = angleFor(board, new Set(home));
      for (const space of [{ width: 1040, height: 820 }, { width: 390, height: 0 }]) {
        const layout = layOut(board, angle, space, true);
        assert.equal(layout.cells.length, board.cells.length);
        const closest = (/** @type {any} */ cell) =>
          Math.min(
            ...layout.cells
              .filter((/** @type {any} */ other) => other !== cell)
              .map((/** @type {any} */ other) => Math.hypot(other.x - cell.x, other.y - cell.y)),
          );
        for (const cell of layout.cells) {
          assert(closest(cell) > 0.99, `${id} ${seat}: ${cell.name} is covered`);
          assert(cell.x > 0 && cell.x < layout.width, `${id} ${seat}: ${cell.name} is outside`);
          assert(cell.y > 0 && cell.y < layout.height, `${id} ${seat}: ${cell.name} is outside`);
        }
        const level = layout.cells.filter((/** @type {any} */ cell) => cell.level === 0);
        const height = (/** @type {any[]} */ cells) =>
          cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length;
        const camp = level.filter((/** @type {any} */ cell) => home.includes(cell.name));
        assert(height(camp) > height(level), `${id} ${seat}: not at the bottom`);
      }
    }
  }
});

test('what is said of how pieces move is true', async () => {
  const { inWords, middleOf } = await vite.ssrLoadModule('/src/game/ways.ts');
  const said = (/** @type {string} */ id, /** @type {string} */ symbol) => {
    const game = games.find((one) => one.id === id);
    assert(game);
    const middle = middleOf(game.board);
    const piece = `${game.variant.players[0]}${symbol}`;
    const choose = `setoption name UCI_Variant value ${id}`;
    const [reach = ''] = ask(choose, 'position startpos', `query reach ${piece} ${middle.name}`)
      .filter((line) => line.startsWith('reach'));
    const kind = game.kinds.find((one) => one.symbol === symbol);
    return inWords(kind, game.board, middle, new Set(reach.split(' ').slice(1)));
  };
  assert.equal(said('chess', 'Q'), 'slides straight, diagonally');
  assert.equal(
    said('cwda-nn', 'I'),
    'goes diagonally, in some directions a Knight’s leap; a click shows which',
  );
  assert.equal(
    said('cwda-nn', 'T'),
    'goes in some directions straight, diagonally, a Knight’s leap; a click shows which',
  );
  assert.match(said('cwda-nn', 'G'), /^slides in some directions straight; goes straight, in some/);
  assert.match(said('cwda-rr', 'H'), /three cells straight$/);
  assert.match(said('cwda-rr', 'S'), /straight, at most 4 cells$/);
  // As long as three cells straight, and as three diagonally.
  assert.equal(said('ninja', 'Ns'), 'slides straight; goes a leap of 2+2+1');
  assert.equal(said('ninja', 'Nl'), 'slides diagonally; goes a leap of 4+1+1');
  assert.match(said('ninja', 'K'), /not on all cells$/);
  assert.equal(said('guru', 'G'), 'goes a leap of 4+1, a leap of 5+3');
  assert.match(said('honeycomb-double', 'P'), /diagonally, on the hex diagonals to the next level$/);
  for (const { id, kinds } of games.filter((game) => /^(aof3|honeycomb|wildhoney|guru)$/.test(game.id)))
    for (const kind of kinds) assert.doesNotMatch(said(id, kind.symbol), /some directions/, kind.name);
});

test('places tell whether they are shared', async () => {
  const { placeLabel } = await vite.ssrLoadModule('/src/game/notation.ts');
  const labels = [placeLabel(1), placeLabel(4, 1), placeLabel(1.5, 2), placeLabel(2, 3)];
  assert.deepEqual(labels, ['1st', '4th', 'shared 1.5', 'shared 2']);
});

test('places of a game that is not over are those of the rules', async () => {
  const { placesSoFar } = await vite.ssrLoadModule('/src/game/notation.ts');
  assert.deepEqual(placesSoFar('wb', false, ['wb', 'wb']), [1.5, 1.5]);
  assert.deepEqual(placesSoFar('ryb', false, ['ryb', 'yb', 'yb']), [3, 1.5, 1.5]);
  assert.deepEqual(placesSoFar('orgb', false, ['orgb', 'orb', 'ob']), [1.5, 3, 4, 1.5]);
  assert.deepEqual(placesSoFar('orgb', false, ['orgb', 'ob']), [1.5, 3.5, 3.5, 1.5]);
  assert.deepEqual(placesSoFar('orgb', true, ['orgb', 'orb']), [2.5, 2.5, 2.5, 2.5]);
});

test('a tree is unpacked as it was packed', async () => {
  const { newNode, pack, unpack } = await vite.ssrLoadModule('/src/game/tree.ts');
  const packed = ['a', 'b', ['c', 'd', ['e', 'f']], 'g', ['h'], ['i']];
  const root = newNode(null, '');
  unpack(root, packed);
  assert.deepEqual(pack(root), packed);
});

test('lines of a search are read', () => {
  const line =
    'info depth 5 seldepth 9 multipv 2 score mate -3 values 500 250 0 1000 nodes 7 nps 3 hashfull 0 time 1 pv a1b2 0000';
  const read = parse.readSearchLine(line);
  assert.deepEqual(read.score, { kind: 'mate', value: -3 });
  assert.deepEqual(read.values, [0.5, 0.25, 0, 1]);
  assert.deepEqual(read.pv, ['a1b2', '0000']);
  assert.equal(parse.readSearchLine('info depth 5 currmove a1b2 currmovenumber 1'), null);
});

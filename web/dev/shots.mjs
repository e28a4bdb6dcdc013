// Pictures of the page for people to look at: node dev/shots.mjs URL FOLDER [NAME..]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [url = 'http://127.0.0.1:5173/', folder = '/tmp/shots', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const games = ['chess', 'cwda-cn', 'ninja', 'honeycomb', 'wildhoney', 'aof3', 'guru', 'guru-teams'];

async function shoot(name, options, act) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) return;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
  page.on('console', (line) => line.type() === 'error' && console.log(`${name}: ${line.text()}`));
  try {
    await act(page);
    await page.screenshot({
      path: `${folder}/${name}.png`,
      fullPage: options.viewport?.width < 500,
    });
  } catch (error) {
    console.log(`${name}: ${error.message.split('\n')[0]}`);
    await page.screenshot({ path: `${folder}/${name}-failed.png` });
  }
  await context.close();
}

const open = async (page, query) => {
  await page.goto(`${url}?${query}`);
  await page.waitForSelector('[data-piece]');
};

for (const game of games) {
  await shoot(`${game}-light`, { colorScheme: 'light' }, (page) => open(page, `game=${game}`));
  await shoot(`${game}-dark`, { colorScheme: 'dark' }, (page) => open(page, `game=${game}`));
  await shoot(`${game}-narrow`, { viewport: { width: 390, height: 844 }, hasTouch: true }, (page) =>
    open(page, `game=${game}`),
  );
  await shoot(`${game}-analysis`, { colorScheme: 'light' }, async (page) => {
    await open(page, `game=${game}`);
    await page.click('.switch');
    await page.waitForFunction(() => document.querySelectorAll('[data-arrow]').length >= 3);
    await page.waitForTimeout(1500);
  });
}
await shoot('guru-wide', { viewport: { width: 1920, height: 1080 } }, (page) =>
  open(page, 'game=guru'),
);
await shoot('aof3-wide', { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' }, (page) =>
  open(page, 'game=aof3'),
);
for (const name of ['new-game', 'share', 'settings', 'help', 'pieces', 'edit', 'explore']) {
  await shoot(`ninja-${name}`, {}, async (page) => {
    await open(page, 'game=ninja');
    await page.click(`[data-testid=${name}]`);
    await page.waitForTimeout(400);
  });
}
await shoot('guru-pieces', {}, async (page) => {
  await open(page, 'game=guru');
  await page.click('[data-testid=pieces]');
});
await shoot('aof3-pieces', {}, async (page) => {
  await open(page, 'game=aof3');
  await page.click('[data-testid=pieces]');
});
await shoot('cwda-pieces', {}, async (page) => {
  await open(page, 'game=cwda-cn');
  await page.click('[data-testid=pieces]');
});
await browser.close();

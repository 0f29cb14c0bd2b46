// Makes public/moving.gif from a real run: the built page opens the scene of a story and plays it, and then its pause
// is dragged until nothing breaks any more. `npx tsx scripts/makeMovingPicture.mjs`. All frames are screenshots of
// the page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { PNG } from 'pngjs';
import { beginGif } from '../src/picture/film/gif';
import { serveSite } from '../src/site/siteServer';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { root } from './install.mjs';
import { buildSite } from './site.mjs';

const size = { width: 1200, height: 720 };
const folder = '.cache/moving';
const coloursMax = 64;
const frameMs = 90;
const framesMax = 150;
const restMs = 1800;

await buildSite({ folder, quiet: true });
const { address, close } = await serveSite({ folder, port: 5390 });
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
try {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light', locale: 'en-US' });
  await page.goto(`${address}?story=pause-before-write&scene`);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.waitForTimeout(1500);
  const gif = beginGif(size.width, size.height, coloursMax);
  for await (const delay of moves(page)) gif.add(PNG.sync.read(await page.screenshot()).data, delay);
  const bytes = gif.bytes();
  const file = join(root, 'public/moving.gif');
  writeFileSync(file, bytes);
  console.log(`${file}: ${Math.round(bytes.length / 1000)} kB`);
} finally {
  await browser.close();
  await close();
}

/**
 * The scene, frame by frame. Each frame yields its duration, in ms.
 * @param {import('playwright-core').Page} page
 */
async function* moves(page) {
  yield restMs / 2;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const isOver = page.getByRole('heading', { name: /^What would have/ });
  for (let frame = 0; frame < framesMax && (await isOver.count()) === 0; frame++) {
    await page.waitForTimeout(frameMs);
    yield frameMs;
  }
  yield restMs;
  const handle = page.locator('[data-edge="end"]').first();
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The pause has no edge to take hold of.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(x - step * 22, y);
    await page.waitForTimeout(120);
    yield frameMs;
  }
  await page.mouse.up();
  await page.waitForTimeout(400);
  yield restMs;
}

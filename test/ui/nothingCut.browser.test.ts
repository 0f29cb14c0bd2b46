// No text of the page with details is cut: whatever is longer than its place wraps, or its place is wider.
import { expect, test } from 'vitest';
import { stories } from '../../src/stories';
import { cutTexts } from '../support/cutTexts';
import { byNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const sizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** Those whose names, locks, nodes and lines are the longest. */
const longOnes = ['9', '20:fix', '36', '45'];
const shown = byNight(
  longOnes,
  stories.map(({ number }) => number),
);

test.each(['en-US', 'zh-CN'])(
  'every text is whole, in %s',
  async (locale) => {
    for (const story of shown) {
      const { page, close } = await openPage(`?story=${story}&details`, { locale });
      await page.getByRole('status', { name: /^(Verdict|判定)$/ }).waitFor();
      await page.locator('[data-plot] button[data-role]').first().waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect.poll(() => page.evaluate(cutTexts), { message: `story ${story} at ${size.width}` }).toEqual([]);
      }
      await close();
    }
  },
  byNight(180_000, 1_800_000),
);

test('a text that is cut is found, and so is one that a list hides', async () => {
  const { page, close } = await openPage('?story=20&details');
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await page.addStyleTag({
    content:
      '[data-story] > span { overflow: hidden; width: 40px; white-space: nowrap } section select { width: 50px }',
  });
  const cut = await page.evaluate(cutTexts);
  expect(cut.join('\n')).toMatch(/A pause outlives the lock[\s\S]*slower/);
  await close();
});

// Proves the test support itself: the built site is served, both entries load, and a broken page would be noticed.
import { expect, test } from 'vitest';
import { prepareBrowser } from './page';

const openPage = prepareBrowser();

test.each(['', 'embed/'])(
  'the entry "%s" of the built site draws something and complains about nothing',
  async (path) => {
    const { page, problems, close } = await openPage(path);
    await page.locator('#root > *').first().waitFor();
    expect(await page.title()).toContain('Redlock Playground');
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^(en|zh)/);
    expect(problems).toEqual([]);
    await close();
  },
);

test('an uncaught error on a page is noticed', async () => {
  const { page, problems, close } = await openPage();
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))));
  await expect.poll(() => problems).toEqual(['uncaught: planted']);
  await close();
});

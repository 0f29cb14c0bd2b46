// Tests the test support itself: the built site is served, both entries load, and an error on a page is noticed.
import { expect, inject, test } from 'vitest';
import { serveSite } from '../../src/site/siteServer';
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

test('the same files work under a sub-path', async () => {
  const { address, close: stop } = await serveSite({ folder: inject('siteFolder'), port: 5380, base: '/some/where/' });
  for (const path of ['', 'embed/']) {
    const { page, problems, close } = await openPage(`${address}${path}`);
    await page.locator('#root > *').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  }
  await stop();
});

test('an uncaught error on a page is noticed', async () => {
  const { page, problems, close } = await openPage();
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))));
  await expect.poll(() => problems).toEqual(['uncaught: planted']);
  await close();
});

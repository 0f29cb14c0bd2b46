// Code that is copied from a page of this machine: every page that gives some asks where readers will find the playground.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test.each([
  [
    'matrix/#redlock/pause',
    'button',
    ['https://play.example/locks/matrix/#redlock/pause', '"https://play.example/locks/embed.js"'],
  ],
  ['learn/?do=the-nap', 'text', ['"https://play.example/locks/learn/?embed&amp;do=the-nap"']],
] as const)('%s asks for the public address', async (path, opener, parts) => {
  const { page, problems, close } = await openPage(path, { reducedMotion: 'reduce' });
  await (opener === 'button'
    ? page.getByRole('button', { name: 'Embed', exact: true })
    : page.getByText('Embed', { exact: true })
  ).click();
  await page.getByText('Readers cannot open http://').waitFor();
  await page.getByLabel('Public address').fill('https://play.example/locks');
  const texts = () =>
    page
      .locator('textarea[readonly]')
      .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value).join('\n'));
  for (const part of parts) await expect.poll(texts).toContain(part);
  expect(await texts()).not.toContain('127.0.0.1');
  expect(problems).toEqual([]);
  await close();
});

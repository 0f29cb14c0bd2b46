// Code that is copied from a page of this machine: every page that gives some asks where readers will find the playground.
import { expect, test } from 'vitest';
import { pauseIn, verdictIn } from '../support/embeds';
import { contentOf, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test.each([
  [
    'matrix/#redlock/pause',
    'button',
    ['https://play.example/locks/matrix/#redlock/pause', '"https://play.example/locks/embed.js"'],
  ],
  [
    'learn/?do=the-nap',
    'text',
    ['https://play.example/locks/learn/?do=the-nap', '"https://play.example/locks/learn/?embed&amp;do=the-nap"'],
  ],
] as const)('%s asks for the public address', async (path, opener, parts) => {
  const { page, problems, close } = await openPage(path, { reducedMotion: 'reduce' });
  await (opener === 'button'
    ? page.getByRole('button', { name: 'Embed', exact: true })
    : page.getByText('Link and embed', { exact: true })
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

test('so do the link of a story, of a changed run, and of an exercise that somebody makes; it is typed once', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write', { reducedMotion: 'reduce' });
  await verdictIn(page).waitFor();
  const share = page.getByRole('button', { name: 'Share, embed, save' });
  const link = page.getByRole('dialog').getByRole('textbox', { name: /^Link/ });
  await share.click();
  await page.getByText('Readers cannot open http://').waitFor();
  await page.getByLabel('Public address').fill('https://play.example/locks');
  await expect.poll(() => link.inputValue()).toBe('https://play.example/locks/s/pause-before-write/');
  await page.keyboard.press('Escape');
  await pauseIn(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await share.click();
  await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/locks\/#v1\./);
  await page.getByLabel('Public address').fill('https://play.example/');
  await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/#v1\./);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make an exercise' }).click();
  const field = page.getByLabel('Public address');
  await field.fill('https://play.example/locks');
  await expect.poll(() => link.inputValue()).toMatch(/^https:\/\/play\.example\/locks\/learn\/#x=v1\./);
  // Another address is no other exercise: nothing is checked anew, and the field is still there.
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(JSON.parse(await contentOf(file))).toMatchObject({
    $schema: 'https://play.example/locks/exercise.schema.json',
  });
  expect(problems).toEqual([]);
  await close();
});

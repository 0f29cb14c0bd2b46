// A run saved by luck alone says so in its first line even when no story shows it: after opening a link, in an embed,
// among kept runs.
import { expect, inject, test } from 'vitest';
import { byLuck, endedByLuck, linkTo } from '../support/byLuck';
import { pressUnderMore } from '../support/more';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const still = { reducedMotion: 'reduce' } as const;

const sentences = {
  en: /^The lock ended before the work was done; only luck saved the data/,
  zh: /^活还没干完，锁就没了，数据只是侥幸保住/,
} as const;
const then = {
  en: 'When this run was shared, it ended like this: the lock ended before the work was done; only luck saved the data.',
  zh: '分享时的结果是：活还没干完，锁就没了，数据只是侥幸保住。',
} as const;

test.each(['en', 'zh'] as const)(
  'a page and an embed say how a shared run ended that ends well today: %s',
  async (language) => {
    const { page, problems, close } = await openPage('about:blank', still);
    const line = page.getByText(then[language], { exact: true });
    for (const path of ['', 'embed/']) {
      await page.goto(`${inject('siteAddress')}${path}?lang=${language}#${endedByLuck}`);
      await line.waitFor();
      expect(await line.boundingBox()).not.toBeNull();
    }
    expect(problems).toEqual([]);
    await close();
  },
);

test('a link to it opens with the luck in its title, its verdict and its embed, and it is kept under that line', async () => {
  const { page, problems, close } = await openPage(`?scene#${linkTo(byLuck)}`, { ...still, hasClock: true });
  await page.getByRole('heading', { level: 1, name: sentences.en }).waitFor();
  await page.goto(`${inject('siteAddress')}embed/?lang=zh&view=verdict#${linkTo(byLuck)}`);
  await page.getByText(sentences.zh).first().waitFor();
  await page.goto(`${inject('siteAddress')}?details#${linkTo(byLuck)}`);
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await verdict.getByText(sentences.en).waitFor();
  // The code that keeps runs is loaded when the page is at rest.
  await page.clock.runFor(3000);
  await page.getByText('npm start').waitFor();
  await page.getByLabel('Seed', { exact: true }).fill('43');
  await page.keyboard.press('Enter');
  await page.clock.runFor(2000);
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join().includes('"lucky"'))).toBe(true);
  await pressUnderMore(page, 'Open a run, your runs');
  await page.getByRole('tab', { name: 'Your runs' }).click();
  const kept = page.getByRole('dialog').getByRole('listitem');
  expect(await kept.getByText(sentences.en).textContent()).toMatch(
    /^The lock ended before the work was done; only luck saved the data · /,
  );
  expect(problems).toEqual([]);
  await close();
});

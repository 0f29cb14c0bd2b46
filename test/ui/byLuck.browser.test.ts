// A run that only luck saved says so in its first line where no story shows it: at the end of a link, in an embed, among kept runs.
import { expect, test } from 'vitest';
import { byLuck, endedByLuck, linkTo } from '../support/byLuck';
import { pressUnderMore } from '../support/more';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const still = { reducedMotion: 'reduce' } as const;

const told = { en: /^The lock held; only luck saved the data/, zh: /^锁守住了，数据只是侥幸保住/ } as const;
const then = {
  en: 'When this run was shared, it ended like this: the lock held; only luck saved the data.',
  zh: '分享时的结果是：锁守住了，数据只是侥幸保住。',
} as const;

test.each(['en', 'zh'] as const)(
  'a page and an embed say how a shared run ended that ends well today: %s',
  async (language) => {
    for (const path of ['', 'embed/']) {
      const { page, problems, close } = await openPage(`${path}?lang=${language}#${endedByLuck}`, still);
      const line = page.getByText(then[language], { exact: true });
      await line.waitFor();
      expect(await line.boundingBox()).not.toBeNull();
      expect(problems).toEqual([]);
      await close();
    }
  },
);

test('a link to it opens with the luck in its title, its verdict and its embed, and it is kept under that line', async () => {
  const scene = await openPage(`?scene#${linkTo(byLuck)}`, still);
  await scene.page.getByRole('heading', { level: 1, name: told.en }).waitFor();
  await scene.close();
  const embed = await openPage(`embed/?lang=zh&view=verdict#${linkTo(byLuck)}`, still);
  await embed.page.getByText(told.zh).first().waitFor();
  await embed.close();
  const { page, problems, close } = await openPage(`#${linkTo(byLuck)}`, still);
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await verdict.getByText(told.en).waitFor();
  // The code that keeps runs is loaded when the page is at rest.
  await page.getByText('npm start').waitFor();
  await page.getByLabel('Seed', { exact: true }).fill('43');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join().includes('"lucky"'))).toBe(true);
  await pressUnderMore(page, 'Open a run, your runs');
  await page.getByRole('tab', { name: 'Your runs' }).click();
  const kept = page.getByRole('dialog').getByRole('listitem');
  expect(await kept.getByText(told.en).textContent()).toMatch(/^The lock held; only luck saved the data · /);
  expect(problems).toEqual([]);
  await close();
});

// Controls under a finger, the dialogs of the playground, and its forms.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { page as inEnglish } from '../../../src/content/texts/en/page';
import { page as inChinese } from '../../../src/content/texts/zh/page';
import { type Row, type State, testLooks, type Way } from '../../support/looks';
import { pressUnderMore } from '../../support/more';
import { byNight, sampled } from '../../support/nightly';
import { at, desk, isVerdictShown, phone } from './windows';

const dialogRows: Row[] = [];

/** Touch targets: they are smaller on the timeline and in the cells of a table, and a label counts for its field. */
const controls = `:is(button, select, summary, header a, label:has(input), input, [role=tab]):not(${[
  '[data-plot], [data-plot] *, td, td *, th, th *',
  'label > *',
].join(', ')})`;

dialogRows.push(
  ...['', '?scene', 'learn/?do=anothers-key', 'embed/?story=pause-before-write', 'embed/?view=timeline', 'matrix/'].map(
    (address): Row => ({
      name: `the controls of “${address}” under a finger`,
      address,
      async *states(page) {
        await page.locator('[data-plot], table').first().waitFor();
        yield 'at first';
        const bar = page.getByRole('navigation', { name: 'Besides the timeline' });
        if ((await bar.count()) === 0) return;
        for (const name of [/^Verdict/, /^Story$/, /^Faults$/, /^Settings$/]) {
          await bar.getByRole('button', { name }).click();
          await page.locator('#sheet').waitFor();
          yield `the sheet ${name}`;
        }
      },
      ways: [{ windows: [phone], device: 'phone' }],
      asks: { isWithoutScroll: 'sideways', sizeMin: { [controls]: { width: 43.5, height: 43.5 } } },
    }),
  ),
);

async function* dialogs(page: Page, { lang }: Way): AsyncGenerator<State, void> {
  await isVerdictShown(page);
  const dialog = page.getByRole('dialog');
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await pressUnderMore(page, /^(Shortcuts|快捷键)/);
  await dialog.waitFor();
  yield 'the shortcuts';
  await leave();
  const { bar } = lang === 'zh' ? inChinese : inEnglish;
  for (const name of [bar.share, bar.more, bar.open, bar.makeExercise]) {
    const own = page.getByRole('banner').getByRole('button', { name, exact: true });
    if ((await own.count()) > 0) await own.click();
    else await pressUnderMore(page, name);
    await dialog.getByRole('heading').first().waitFor();
    const tabs = dialog.getByRole('tab');
    for (let i = 0; i < Math.max(1, await tabs.count()); i++) {
      if ((await tabs.count()) > 0) await tabs.nth(i).click();
      // The page behind is the same for all of them.
      yield { state: `${name}, ${i + 1}`, asks: { barriers: byNight('[role=dialog]', 'html') } };
    }
    await leave();
  }
}

const dark: Way = { windows: [desk], lang: 'zh', theme: 'dark' };

dialogRows.push(
  {
    name: 'the dialogs',
    address: '?story=pause-before-write',
    states: dialogs,
    ways: byNight([dark], [{ windows: [desk] }, dark]),
    asks: { barriers: 'html' },
  },
  {
    name: 'the gallery of stories',
    address: '',
    async *states(page) {
      const gallery = page.getByRole('dialog', { name: /^(Stories|故事)$/ });
      await page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
      await page.keyboard.press('/');
      for (const query of ['', 'redis']) {
        await page.getByRole('searchbox').fill(query);
        await gallery
          .locator(query === '' ? 'a[data-card]' : 'mark')
          .first()
          .waitFor();
        yield `“${query}”`;
      }
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    },
    ways: sampled(
      [
        { windows: [at(1920)], lang: 'en', theme: 'light', isStill: true },
        { windows: [desk], lang: 'zh', theme: 'dark', isStill: true },
        { windows: [at(1024)], lang: 'zh', theme: 'light', isStill: true },
        { windows: [at(700)], lang: 'en', theme: 'dark', isStill: true },
        { windows: [at(390)], lang: 'en', theme: 'light', isStill: true },
      ] as const,
      5,
    ),
    asks: { within: '[role=dialog]', isWithoutScroll: 'sideways', typeMin: 11, barriers: 'html' },
  },
  {
    name: 'the form of an exercise',
    address: '?story=pause-before-write',
    async *states(page) {
      await isVerdictShown(page);
      await pressUnderMore(page, /^(Make an exercise|制作练习)$/);
      await page.getByRole('textbox', { name: /^(Task|任务)/ }).fill('x');
      await page.getByRole('textbox', { name: /^(Link to the exercise|练习的链接)$/ }).waitFor();
      yield 'with its link';
    },
    ways: sampled([{ windows: [desk] }, { windows: [at(390)], lang: 'zh', theme: 'dark' }] as const, 2),
    asks: { isWithoutScroll: 'sideways', barriers: 'html' },
  },
);

testLooks(dialogRows);

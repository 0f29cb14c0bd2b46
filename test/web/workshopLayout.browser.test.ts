// The workshop in small windows, on paper and on a projector, and the tests before and after it.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { allExercises } from '../support/allExercises';
import { atNight } from '../support/nightly';
import { contentOf, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
/** One sheet for each exercise, and the answers. */
const sheetCount = allExercises.length + 1;

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not drawn.`);
  return box;
};

test('at 1280 px the bar beside the task is whole', async () => {
  const { page } = await openPage('learn/', { viewport: { width: 1280, height: 900 } });
  const even = page.getByText('Even spacing');
  await even.waitFor();
  const [last, task] = [await even.boundingBox(), await boxOf(page, 'aside')];
  expect((last?.x ?? task.x) + (last?.width ?? 0)).toBeLessThan(task.x);
});

test('at 1024 px the run is above the task, whose goals stay while it scrolls, and the list is a drawer', async () => {
  const { page, problems, close } = await openPage('learn/?do=give-it-a-number', {
    viewport: { width: 1024, height: 700 },
  });
  await page.locator('[data-plot]').waitFor();
  const goals = page.getByRole('region', { name: 'Goals' }).getByRole('list').first();
  await goals.waitFor();
  const [run, task] = [await boxOf(page, '[data-plot]'), await boxOf(page, 'aside')];
  expect(run.y + 100).toBeLessThan(task.y);
  expect(task.y + task.height).toBeLessThanOrEqual(701);
  const before = await goals.boundingBox();
  await page.locator('aside').evaluate((card) => card.scrollTo(0, 10_000));
  expect(await page.locator('aside').evaluate((card) => card.scrollTop)).toBeGreaterThan(100);
  expect((await goals.boundingBox())?.y).toBe(before?.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  // The first stop of the keyboard leads to the task, and the result of a change is shown in view, beside the goals.
  await page.getByRole('button', { name: 'To the task' }).press('Enter');
  const lands = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await lands()).toBe('Give it a number');
  await page.getByLabel('Storage-side check').selectOption('version');
  const outcome = goals.getByRole('listitem').filter({ hasText: 'Read on' });
  await outcome.getByText('Solved', { exact: true }).waitFor();
  await outcome.getByRole('button', { name: 'Read on' }).press('Enter');
  expect(await lands()).toContain('It holds in 20 runs with other random choices');
  // By keys: opened, closed with Escape, opened, and one picked.
  const list = page.getByRole('button', { name: 'Exercises' });
  const drawer = page.getByRole('dialog', { name: 'Exercises' });
  await list.press('Enter');
  await drawer.getByText(`1 of ${allExercises.length} solved`).waitFor();
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
  await list.press('Enter');
  await drawer.getByRole('button', { name: 'The nap' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The nap');
  // A letter typed in the drawer did nothing to the run behind it.
  expect(await drawer.count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['one-wrong-clock', 'a break'],
  ['left-behind', 'a fix'],
  ['the-nightly-mail', 'a choice'],
])('on a low screen, a projector at 150 %, the goals of %s are in view beside a run with room', async (id) => {
  const { page, problems, close } = await openPage(`learn/?do=${id}`, { viewport: { width: 853, height: 480 } });
  await page.locator('[data-plot]').waitFor();
  const goals = page.getByRole('region', { name: 'Goals' }).getByRole('list').first();
  await goals.waitFor();
  const [run, task, list] = [await boxOf(page, '[data-plot]'), await boxOf(page, 'aside'), await goals.boundingBox()];
  expect(run.x + run.width).toBeLessThanOrEqual(task.x + 1);
  expect(run.height).toBeGreaterThan(220);
  expect(run.width).toBeGreaterThan(440);
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThan(400);
  // Neither the page nor a bar is cut off.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(480);
  expect(await page.locator('[data-playback]').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

atNight('what has the focus is never under the goals that stay, forwards and backwards', async () => {
  const { page, problems, close } = await openPage('learn/?do=left-behind', { viewport: { width: 390, height: 844 } });
  const goals = page.getByRole('region', { name: 'Goals' }).getByRole('list').first();
  await goals.waitFor();
  await page.getByRole('button', { name: 'To the task' }).press('Enter');
  /** null: the focus has left the scrolling element. */
  const focused = () =>
    page.evaluate(() => {
      const control = document.activeElement;
      const card = control?.closest('aside') ?? null;
      if (control === null || card === null || control.closest('[data-stays]') !== null) return null;
      const staying = [...card.querySelectorAll('[data-stays]')].map((one) => one.getBoundingClientRect().bottom);
      const { top, bottom } = control.getBoundingClientRect();
      return { isSeen: top >= Math.max(...staying) && bottom <= innerHeight, name: control.getAttribute('aria-label') };
    });
  for (const key of ['Tab', 'Shift+Tab']) {
    let count = 0;
    for (await page.keyboard.press(key); ; await page.keyboard.press(key)) {
      const now = await focused();
      if (now === null) break;
      expect([key, now]).toEqual([key, { ...now, isSeen: true }]);
      count++;
    }
    expect(count).toBeGreaterThan(15);
  }
  expect(problems).toEqual([]);
  await close();
});

atNight('nothing jumps while a first visit on a phone loads, and the other exercises come after it', async () => {
  const { page, problems, close } = await openPage('about:blank', {
    viewport: { width: 412, height: 823 },
    isFirstVisit: true,
  });
  await page.addInitScript(() => {
    const jumps: number[] = [];
    Object.assign(window, { jumps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) jumps.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(new URL('learn/', inject('siteAddress')).href);
  await page.getByRole('button', { name: 'Next: Between two commands' }).waitFor();
  await page.getByRole('button', { name: /^Number 8, at/ }).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'jumps'))).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

/** Answers all six by keys: as many presses of the down arrow as the outcome of each situation needs. */
async function answer(page: Page, downs: readonly number[]): Promise<void> {
  for (const [index, count] of downs.entries()) {
    await page.getByRole('heading', { name: `${index + 1} of 6` }).waitFor();
    await page.getByRole('group', { name: 'What will happen?' }).getByRole('radio').first().press('Space');
    for (let down = 0; down < count; down++) await page.keyboard.press('ArrowDown');
    await page.getByRole('group', { name: 'How sure are you?' }).getByRole('radio', { name: '80' }).press('Space');
    await page.keyboard.press('Enter');
  }
}

atNight(
  'a test before and after, by keys alone, tells nothing until both are done, then the gain and a file',
  async () => {
    const { page, problems, close } = await openPage('learn/?check=after', { acceptDownloads: true });
    await page.getByText('Take the first one before').waitFor();
    await page.getByRole('link', { name: 'First test' }).press('Enter');
    await answer(page, [2, 2, 2]);
    // A reload continues where it was.
    await page.reload();
    await page.getByRole('heading', { name: '4 of 6' }).waitFor();
    for (const index of [4, 5, 6]) {
      await page.getByRole('heading', { name: `${index} of 6` }).waitFor();
      await page.getByRole('radio', { name: /Two clients hold the lock at once, and an update/ }).press('Space');
      await page.getByRole('radio', { name: '100' }).press('Space');
      await page.keyboard.press('Enter');
    }
    await page.getByText('Your answers are kept').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/right|wrong|gain/i);
    await page.getByRole('link', { name: 'Second test' }).press('Enter');
    // The right answers, in the order of the second test.
    await answer(page, [3, 0, 2, 1, 4, 0]);
    const figures = page.getByRole('table');
    await figures.getByText('6 of 6').waitFor();
    await figures.getByText('1 of 6').waitFor();
    await figures.getByText('1.00').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const rows = (await contentOf(download)).trim().split('\r\n');
    expect(rows[5]).toBe('frozen-container,lost,lost,100,1,lost,80,1,,,');
    expect(rows.at(-1)).toMatch(/^all,,,,1,,,6,1\.000,/);
    // Forgetting asks first, and pressing without reading keeps the answers.
    await page.getByRole('button', { name: 'Forget both tests' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await figures.getByText('6 of 6').waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test('all sheets print at once with the answers apart, and answers stay covered on a projector', async () => {
  const { page, problems, close } = await openPage('learn/?guide');
  await page.getByRole('heading', { name: 'In 45 minutes' }).waitFor();
  await page.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const sheets = [...document.querySelectorAll('body > section > section')];
      Object.assign(window, {
        sheets: sheets.map((sheet) => ({
          kind: sheet.firstElementChild?.textContent,
          hasPicture: sheet.querySelector('svg') !== null,
          text: sheet.textContent ?? '',
        })),
      });
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.getByRole('button', { name: 'Print all sheets' }).click();
  await expect.poll(() => page.evaluate(() => Reflect.has(window, 'sheets'))).toBe(true);
  const sheets: { kind: string; hasPicture: boolean; text: string }[] = await page.evaluate(() =>
    Reflect.get(window, 'sheets'),
  );
  expect(sheets).toHaveLength(sheetCount);
  // No picture shows what must be predicted, or written, and the others have room for the reasons.
  for (const { kind, hasPicture, text } of sheets.slice(0, -1)) {
    expect([text.slice(0, 40), hasPicture]).toEqual([text.slice(0, 40), !['Predict', 'Write it'].includes(kind)]);
    expect([text.slice(0, 40), text.includes('because')]).toEqual([
      text.slice(0, 40),
      !['Name it', 'Write it'].includes(kind),
    ]);
  }
  await page.goto(page.url().replace('?guide', '?present&do=the-nap'));
  const answers = page.getByRole('radio', { name: /It notices/ });
  await page.getByRole('timer').waitFor();
  expect(await answers.count()).toBe(0);
  await page.keyboard.press('a');
  await answers.waitFor();
  await page.getByRole('button', { name: 'Cover the answers' }).click();
  await expect.poll(() => answers.count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test.each(['en', 'zh'])('each sheet of an exercise fits on one page of A4, in %s', async (lang) => {
  // In CSS pixels, with margins of 12 mm.
  const [width, height] = [703, 1031];
  const { page, problems, close } = await openPage(`learn/?guide&lang=${lang}`, { viewport: { width, height } });
  await page.getByRole('button', { name: /^(Print all sheets|打印全部练习单)$/ }).waitFor();
  await page.evaluate(() => {
    // The page removes its sheets again; a copy stays.
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const copy = document.querySelector('body > section')?.cloneNode(true);
      dispatchEvent(new Event('afterprint'));
      if (copy !== undefined) document.body.append(copy);
    };
  });
  await page.getByRole('button', { name: /^(Print all sheets|打印全部练习单)$/ }).click();
  await page.emulateMedia({ media: 'print' });
  const sheets = page.locator('body > section > section');
  await expect.poll(() => sheets.count()).toBe(sheetCount);
  const tooHigh = await sheets.evaluateAll(
    (all, most) =>
      all
        // The answers take several pages.
        .slice(0, -1)
        .filter((sheet) => sheet.getBoundingClientRect().height > most)
        .map((sheet) => sheet.querySelector('h1')?.textContent),
    height,
  );
  expect(tooHigh).toEqual([]);
  expect(await sheets.first().textContent()).toContain('/learn/?do=drag-a-pause');
  expect(problems).toEqual([]);
  await close();
});

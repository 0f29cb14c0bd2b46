// The essay: its words are the page, the run beside them follows the reader, and its numbers are dragged.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { essay, paragraphs } from '../../src/content/essay/essay';
import { essayWords } from '../../src/content/texts/essay';
import { findBarriers } from '../support/barriers';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const numberOf = (step: string, nth: number): number => paragraphs.findIndex((one) => one.step === step) + nth;
const isDrawn = (page: Page) => page.locator('#root [data-plot]').first().waitFor();

/** As a reader's wheel does: the paragraph comes just above the reading line. */
async function readTo(page: Page, paragraph: number, share = 0): Promise<void> {
  await page.locator(`[data-paragraph="${paragraph}"]`).evaluate((place, passed) => {
    const { top, height } = place.getBoundingClientRect();
    // Not so far that the next paragraph is at the line, too.
    const line = innerHeight * (innerWidth > 900 ? 0.6 : 0.8) - 2;
    scrollTo({ top: top + height * passed + scrollY - line, behavior: 'instant' });
  }, share);
}

const titleOf = (page: Page) => page.locator('.run h2').first();
const outcomeOf = (page: Page) => page.locator('.run [data-outcome]').first();

test.each([
  ['essay/', 'en'],
  ['essay/zh/', 'zh'],
] as const)('without a script %s is words and pictures, one column wide', async (path, language) => {
  const { page, problems, close } = await openPage(path, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  expect(await page.locator('main h2 a').allInnerTexts()).toEqual(essay.map(({ title }) => title[language]));
  const runs = paragraphs.filter(({ run }) => run !== undefined);
  expect(await page.locator('main figure:visible img').count()).toBe(runs.length);
  const first = page.locator('main figure img').first();
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  // The browser fetches the scripts that it then does not run.
  expect(problems.filter((problem) => !problem.endsWith('csp'))).toEqual([]);
  await close();
});

test('the run and its playhead follow the reader, and a number changes both the run and its sentence', async () => {
  const { page, problems, close } = await openPage('essay/', { viewport: { width: 1440, height: 900 } });
  await isDrawn(page);
  await expect.poll(() => titleOf(page).innerText()).toBe('A pause outlives the lock');
  await readTo(page, numberOf('failover', 0));
  await expect.poll(() => titleOf(page).innerText()).toBe('A failover can forget the lock');
  await readTo(page, numberOf('failover', 1));
  // At its end the verdict stands beside it.
  await page.locator('.run [data-tone="amber"]').first().waitFor();
  const number = numberOf('failover', 1);
  const knob = page.locator(`[data-paragraph="${number}"] [role="slider"]`);
  const said = page.locator(`#says-${number}`);
  expect(await knob.getAttribute('aria-valuetext')).toBe('450 ms');
  expect(await knob.getAttribute('aria-describedby')).toBe(await said.getAttribute('id'));
  expect(await said.innerText()).toBe('The key did not arrive in time: two hold the lock.');
  await knob.focus();
  for (let i = 0; i < 14; i++) await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => outcomeOf(page).getAttribute('data-outcome')).toBe('held');
  expect(await said.innerText()).toBe('The key arrived before the master crashed, and client 2 has to wait.');
  // What was dragged opens in the playground.
  const opens = page.getByRole('link', { name: essayWords.en.open });
  await expect.poll(() => opens.getAttribute('href')).toContain('#');
  await page.getByRole('button', { name: essayWords.en.original }).click();
  await expect.poll(() => outcomeOf(page).getAttribute('data-outcome')).toBe('overlap');
  expect(problems).toEqual([]);
  await close();
});

test('a paragraph about a part of its run shows that part larger, and the whole run as it ends', async () => {
  const { page, close } = await openPage('essay/', { viewport: { width: 1440, height: 900 } });
  await isDrawn(page);
  const [run, step] = [page.locator('.run'), numberOf('clocks', 1)];
  // Text that comes late, in its own font, moves the paragraphs: a reader would go on to the one they read.
  const readUntil = (paragraph: number, share: number, time: string) =>
    expect
      .poll(async () => {
        await readTo(page, paragraph, share);
        return run.getByText(time, { exact: true }).count();
      })
      .toBeGreaterThan(0);
  await readUntil(step, 0, '4.2 s');
  await readUntil(step, 0.95, '1 s');
  // A reader who drags its number sees the whole run, too.
  await readUntil(step - 1, 0, '1.2 s');
  const slider = page.locator(`[data-paragraph="${step - 1}"] [role="slider"]`);
  // Forth and back: a larger jump has another axis.
  let isForth = false;
  await expect
    .poll(async () => {
      isForth = !isForth;
      await slider.press(isForth ? 'ArrowRight' : 'ArrowLeft');
      return run.getByText('2.5 s', { exact: true }).count();
    })
    .toBeGreaterThan(0);
  // At the top of the page the first run waits at its beginning.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => titleOf(page).innerText()).toBe('A pause outlives the lock');
  await run.locator('strong').first().waitFor();
  await close();
});

test('on a phone nothing of the run covers its link, even beside a run of many lanes', async () => {
  const { page, close } = await openPage('essay/', { viewport: { width: 390, height: 667 } });
  await isDrawn(page);
  const ends: readonly (readonly [number, number])[] = [
    [numberOf('clocks', 1), 0.85],
    [paragraphs.length - 1, 1],
  ];
  for (const [step, share] of ends) {
    await readTo(page, step, share);
    await page.locator('.run').getByText('Lock: two holders').waitFor();
    const link = page.getByRole('link', { name: essayWords.en.open });
    await link.click({ trial: true });
  }
  await close();
});

/** The least height of prose in sight from the first paragraph on, in px. Runs in the page. */
async function leastProse(): Promise<number> {
  const first = document.querySelector('[data-paragraph]');
  if (first === null) throw new Error('There is no paragraph.');
  const { top, left } = first.getBoundingClientRect();
  let least = innerHeight;
  // The end of the prose is below the window at each of them.
  const end = scrollY + (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0);
  for (let y = scrollY + top; y < end - innerHeight; y += 400) {
    scrollTo({ top: y, behavior: 'instant' });
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    let height = 0;
    for (let atY = 2; atY < innerHeight; atY += 4)
      if (document.elementFromPoint(left + 30, atY)?.closest('main')) height += 4;
    least = Math.min(least, height);
  }
  return least;
}

test.each(
  sampled(
    [
      [568, 320],
      [844, 390],
      [390, 667],
      [720, 450],
    ] as const,
    2,
  ),
)('there are 200 px of prose at each place, in %d × %d', async (width, height) => {
  const { page, close } = await openPage('essay/', { viewport: { width, height }, reducedMotion: 'reduce' });
  await isDrawn(page);
  expect(await page.evaluate(leastProse)).toBeGreaterThanOrEqual(200);
  await close();
});

test('a number is dragged, and what a reader has changed stays while they read on beside it', async () => {
  const { page, close } = await openPage('essay/', { viewport: { width: 1440, height: 900 } });
  await isDrawn(page);
  const number = numberOf('gone', 1);
  const knob = page.locator(`[data-paragraph="${number}"] [role="slider"]`);
  await readTo(page, number);
  const box = await knob.boundingBox();
  if (box === null) throw new Error('The number is not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 300, y, { steps: 10 });
  await page.mouse.up();
  await expect.poll(() => outcomeOf(page).getAttribute('data-outcome')).toBe('held');
  const before = await knob.getAttribute('aria-valuetext');
  const top = await page.evaluate(() => scrollY);
  await readTo(page, number + 1);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(top);
  expect(await knob.getAttribute('aria-valuetext')).toBe(before);
  expect(await outcomeOf(page).getAttribute('data-outcome')).toBe('held');
  await readTo(page, numberOf('reasons', 0));
  await expect.poll(() => titleOf(page).innerText()).toBe('How bad is an email sent twice?');
  await close();
});

test('one number chooses among runs, and in the last picture lock and check are chosen', async () => {
  const { page, close } = await openPage('essay/', { viewport: { width: 1440, height: 900 } });
  await isDrawn(page);
  const number = numberOf('redlock', 1);
  await readTo(page, number);
  const knob = page.locator(`[data-paragraph="${number}"] [role="slider"]`);
  await expect.poll(() => titleOf(page).innerText()).toBe('How many nodes may fail?');
  await knob.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => outcomeOf(page).getAttribute('data-outcome')).toBe('unavailable');
  expect(await knob.getAttribute('aria-valuetext')).toBe('three nodes down');
  await readTo(page, paragraphs.length - 1);
  await page.getByRole('combobox').first().waitFor();
  await close();
});

test.each([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)('has no barriers at $width in $colorScheme', async ({ colorScheme, ...viewport }) => {
  // A sentence that fades in has too little contrast for a moment.
  const { page, close } = await openPage('essay/', { viewport, colorScheme, reducedMotion: 'reduce' });
  await isDrawn(page);
  await readTo(page, numberOf('pause', 0));
  await expect.poll(() => titleOf(page).textContent()).toBe('A pause outlives the lock');
  expect(await findBarriers(page)).toEqual([]);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await close();
});

test('on paper each run is a picture below its words', async () => {
  const { page, close } = await openPage('essay/', { viewport: { width: 1440, height: 900 } });
  await isDrawn(page);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.pinned').isVisible()).toBe(false);
  expect(await page.locator('main figure:visible').count()).toBe(
    paragraphs.filter(({ run }) => run !== undefined).length,
  );
  await page.emulateMedia({ media: null });
  await close();
});

test('a step has an address, which leads to it', async () => {
  const { page, close } = await openPage('essay/both-late/');
  await page.waitForURL('**/essay/#both-late');
  await expect
    .poll(() => page.locator('#both-late h2').evaluate((head) => Math.abs(head.getBoundingClientRect().top) < 300))
    .toBe(true);
  await close();
});

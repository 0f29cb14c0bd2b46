// A run presented in a room: narrated with a clicker, with notes in a second window, a blank wall, and faults
// injected on the spot.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { allExercises } from '../support/allExercises';
import { stopClock } from '../support/clock';
import { problemsOf } from '../support/looks';
import { prepareBrowser } from '../support/page';
import { presented, samePage } from '../support/samePage';

const openPage = prepareBrowser();

const story = '?story=pause-before-write&present';
const playing = { viewport: { width: 1920, height: 1080 }, hasClock: true } as const;
const room = { ...playing, reducedMotion: 'reduce' } as const;

const turnTo = samePage(openPage, undefined, room, presented);

const foot = (page: Page) => page.locator('footer');
const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' });
const size = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test.each([
  ['Details', 'Undo', 'details'],
  ['Scene', 'Play', 'scene'],
] as const)('from %s it is a key away, and Escape leads back', async (from, button, word) => {
  const { page, problems, close } = await openPage(`?story=pause-before-write&${word}`, room);
  await page.getByRole('button', { name: button }).first().waitFor();
  await page.keyboard.press('Digit3');
  await foot(page).getByText('pause-before-write').waitFor();
  expect(new URL(page.url()).search).toBe('?story=pause-before-write&present');
  await page.mouse.move(300, 300);
  expect(await size(page, 'Present').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: button }).first().waitFor();
  expect(await size(page, from).isChecked()).toBe(true);
  expect(new URL(page.url()).search).toBe(`?story=pause-before-write&${word}`);
  // It is not kept for the next visit.
  await page.keyboard.press('Digit3');
  await foot(page).waitFor();
  await page.goto(new URL('?story=pause-before-write', page.url()).href);
  await page.getByRole('button', { name: button }).first().waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a clicker tells the moments, then each answer, then the next story, and goes back', async () => {
  const { page, problems } = await turnTo();
  await foot(page).getByText('0 of 7').waitFor();
  await press(page, 'PageDown');
  await foot(page).getByText('1 of 7').waitFor();
  await press(page, 'ArrowRight');
  await press(page, 'Space');
  await foot(page).getByText('3 of 7').waitFor();
  await press(page, 'PageUp');
  await foot(page).getByText('2 of 7').waitFor();
  await press(page, 'PageDown', 5);
  await foot(page).getByText('What would have saved 52?').waitFor();
  expect(await page.getByRole('main').getAttribute('data-outcome')).toBe('lost');
  await press(page, 'PageDown');
  await foot(page).getByText('Answer 1 of 3').waitFor();
  await press(page, 'End');
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/intact,\s+late\s+write\s+rejected/);
  await press(page, 'PageDown');
  await foot(page).getByText('Answer 2 of 3').waitFor();
  await press(page, 'End');
  await press(page, 'PageDown');
  // The third is a separate telling, with a name of its own.
  await foot(page).getByText('pause-before-write/b').waitFor();
  await press(page, 'End');
  await foot(page).getByText('5 of 5').waitFor();
  // A press may first lead to the end of the run, where the narration is over.
  await expect
    .poll(async () => {
      await press(page, 'PageDown');
      return foot(page).textContent();
    })
    .toContain('failover');
  expect(problems).toEqual([]);
});

test.each(['fixed-value', 'late-del'])(
  'End that is pressed while an answer of %s opens rests at the end of that answer',
  async (id) => {
    const { page, close } = await openPage(`?story=${id}&present`, playing);
    await foot(page).getByText('0 of').waitFor();
    await press(page, 'End');
    await press(page, 'PageDown');
    await press(page, 'End');
    await foot(page).getByText('Answer 1 of').waitFor();
    await expect.poll(() => playhead(page).evaluate(isAtMost)).toBe(true);
    await page.clock.runFor(2500);
    expect(await playhead(page).evaluate(isAtMost)).toBe(true);
    await close();
  },
);

const isAtMost = ({ ariaValueNow, ariaValueMax }: Element): boolean => ariaValueNow === ariaValueMax;

test('the last answer leads to the next story, also before the list of stories is there', async () => {
  const { page, close } = await openPage(`${story}&variant=b`, room);
  let hand = (): void => {};
  const list = new Promise<void>((resolve) => {
    hand = resolve;
  });
  await page.route(/\/stories(?:\/index)?[-.]/, async (route) => {
    await list;
    await route.continue();
  });
  await foot(page).getByText('pause-before-write/b').waitFor();
  await press(page, 'End');
  await press(page, 'PageDown');
  expect(await foot(page).textContent()).toContain('pause-before-write/b');
  hand();
  await foot(page).getByText('failover').waitFor();
  expect(new URL(page.url()).search).toBe('?story=failover&present');
  await close();
});

test.each(['en', 'zh'] as const)(
  'who is inside and the two facts can be read in a picture of a quarter, in %s',
  async (lang) => {
    const { page, close } = await openPage(`?story=pause-before-write&present&lang=${lang}`, room);
    const fact = page.locator('[class*="verdict"] p').first();
    const sizeOf = () => fact.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    await foot(page).getByText('pause-before-write').waitFor();
    expect(await sizeOf()).toBeGreaterThanOrEqual(38);
    await press(page, 'End');
    await page.locator('[class*="verdict"][data-tone]').waitFor();
    expect(await sizeOf()).toBeGreaterThanOrEqual(38);
    await close();
  },
);

test('answers that have answers of their own are told once each, and then comes the next story', async () => {
  const { page } = await turnTo('clock-jump');
  await foot(page).getByText('clock-jump').waitFor();
  const positionIn = async (): Promise<string> => /s\/(.*)$/.exec((await foot(page).textContent()) ?? '')?.[1] ?? '?';
  const positions: string[] = [await positionIn()];
  while (positions.length < 30 && positions.at(-1) !== 'step-or-slew') {
    await press(page, 'End');
    // A press does nothing while something opens, and one may first lead to the end of the run.
    await expect
      .poll(async () => {
        await press(page, 'PageDown');
        return positionIn();
      })
      .not.toBe(positions.at(-1));
    positions.push(await positionIn());
  }
  expect(positions.at(-1)).toBe('step-or-slew');
  expect(new Set(positions).size).toBe(positions.length);
});

test('with motion it plays to the next moment and rests there; a second press is there at once', async () => {
  const { page, close } = await openPage(story, playing);
  await foot(page).getByText('0 of 7').waitFor();
  const at = () => playhead(page).getAttribute('aria-valuenow');
  await stopClock(page);
  await press(page, 'PageDown');
  expect(await at()).toBe('0');
  await page.clock.runFor(10_000);
  await foot(page).getByText('1 of 7').waitFor();
  const rested = await at();
  await page.clock.runFor(10_000);
  expect(await at()).toBe(rested);
  // No time passes between these two.
  await press(page, 'PageDown', 2);
  await foot(page).getByText('2 of 7').waitFor();
  await page.clock.resume();
  await close();
});

test('the keys on and out are seen, and a click on the picture goes on', async () => {
  const { page, close } = await openPage(story, room);
  await foot(page).getByText('0 of 7').waitFor();
  expect((await foot(page).innerText()).replace(/\s+/g, ' ')).toContain('→ Next Esc Leave');
  await page.mouse.click(960, 560);
  await foot(page).getByText('1 of 7').waitFor();
  expect(await foot(page).getByText('Leave').count()).toBe(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await foot(page).getByText('2 of 7').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await foot(page).getByText('1 of 7').waitFor();
  await page.getByRole('button', { name: 'Leave (Esc)' }).click();
  await foot(page).waitFor({ state: 'detached' });
  await close();
});

test('the wall is blank until the next key, and the bar is there for the mouse alone', async () => {
  const { page } = await turnTo();
  await foot(page).getByText('0 of 7').waitFor();
  const bar = page.getByRole('button', { name: 'Notes' });
  expect(await bar.isVisible()).toBe(false);
  await page.mouse.move(200, 200);
  await bar.waitFor();
  await press(page, '.');
  await page.locator('[data-blank]').waitFor();
  await press(page, 'PageDown');
  await page.locator('[data-blank]').waitFor({ state: 'detached' });
  // The press showed the wall, and narrated nothing.
  await foot(page).getByText('0 of 7').waitFor();
  await press(page, 'b');
  await page.locator('[data-blank]').waitFor();
  await press(page, 'Escape');
  await page.locator('[data-blank]').waitFor({ state: 'detached' });
  await foot(page).getByText('0 of 7').waitFor();
});

test('a fault is thrown in where the telling is, and the run is another one', async () => {
  const { page, problems } = await turnTo();
  await foot(page).getByText('0 of 7').waitFor();
  await press(page, 'PageDown');
  await press(page, 'a');
  const offered = page.getByRole('region', { name: 'Add a fault' });
  await offered.getByRole('button', { name: '1 Pause' }).waitFor();
  await press(page, '1');
  await offered.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('#v1.');
  expect(await page.locator('[data-plot] [role="slider"][aria-valuetext]:not([aria-label="Playhead"])').count()).toBe(
    2,
  );
  // The number selects a size again.
  await press(page, '2');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(problems).toEqual([]);
});

test('notes in a second window say what comes next, hand on their keys, and go with the page', async () => {
  const { page, problems } = await turnTo();
  await foot(page).getByText('0 of 7').waitFor();
  await page.mouse.move(200, 200);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Notes' }).click();
  const notes = await opening;
  await notes.getByRole('heading', { name: 'A pause outlives the lock' }).waitFor();
  await notes.getByRole('timer').getByText('0:0').waitFor();
  const next = notes.locator('section', { hasText: 'Next' }).locator('p');
  const first = (await next.textContent())?.trim() ?? '?';
  await notes.keyboard.press('PageDown');
  await foot(page).getByText('1 of 7').waitFor();
  await expect.poll(async () => (await next.textContent())?.trim()).not.toBe(first);
  const shown = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
  expect(shown).toContain(first.replace(/\s+/g, ' '));
  expect(await next.evaluate((element) => getComputedStyle(element).fontSize)).toBe('28px');
  const closing = notes.waitForEvent('close');
  await press(page, 'Escape');
  await closing;
  expect(problems).toEqual([]);
});

test.each(['drag-a-pause', 'the-nap'])(
  'the exercise %s is presented by a key with no small type, and Escape leads back',
  async (id) => {
    const { page, problems, close } = await openPage(`learn/?do=${id}`, room);
    const chapters = page.getByText(`0 of ${allExercises.length} solved`);
    await chapters.waitFor();
    await press(page, '3');
    await page.getByRole('timer').waitFor();
    expect(new URL(page.url()).search).toBe(`?do=${id}&present`);
    expect(await chapters.count()).toBe(0);
    expect(await problemsOf(page, { typeMin: 22 })).toEqual([]);
    await press(page, 'Escape');
    await chapters.waitFor();
    expect(new URL(page.url()).search).toBe(`?do=${id}`);
    expect(problems).toEqual([]);
    await close();
  },
);

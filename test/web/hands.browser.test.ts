// What the page must not do to a person's hands: keys act where the person looks, and nothing moves away or hides.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pressUnderMore } from '../support/more';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { type SamePage, samePage } from '../support/samePage';

const openPage = prepareBrowser();
const turnPage = samePage(openPage);

async function isOpen<O extends SamePage>(opened: O): Promise<O> {
  await opened.page.locator('[data-plot] canvas').first().waitFor();
  await opened.page.getByRole('button', { name: 'To the end', exact: true }).waitFor();
  return opened;
}

const openStory = async (story?: string) => isOpen(await turnPage(story));
/** For changes that opening a story does not reset. */
const openFresh = async () => isOpen(await openPage('?story=pause-before-write'));

const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' });
const xOf = async (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e);

describe('the end of a run', () => {
  test.each(['disk-kept', 'step-or-slew'])(
    'is in view in story %s, where the run waits after its last event',
    async (id) => {
      const { page } = await openStory(id);
      await page.getByRole('button', { name: 'To the start', exact: true }).click();
      await page.getByRole('button', { name: 'To the end', exact: true }).click();
      await expect.poll(() => playhead(page).evaluate((line) => getComputedStyle(line).visibility)).toBe('visible');
      const right = await page.locator('[data-plot]').evaluate((plot) => plot.getBoundingClientRect().right);
      expect(await playhead(page).evaluate((line) => line.getBoundingClientRect().left)).toBeLessThan(right - 12);
    },
  );

  atNight('comes into a view that was zoomed in elsewhere', async () => {
    const { page } = await openStory();
    await page.keyboard.press('Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Equal');
    await page.keyboard.press('End');
    await expect.poll(() => playhead(page).evaluate((line) => getComputedStyle(line).visibility)).toBe('visible');
    await page.keyboard.press('Home');
    await expect.poll(() => playhead(page).evaluate((line) => getComputedStyle(line).visibility)).toBe('visible');
  });
});

test('what has not happened yet is veiled from the playhead on', async () => {
  const { page } = await openStory();
  await page.keyboard.press('Home');
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  const line = await playhead(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e);
  expect(line).toBeGreaterThan(120);
  await expect.poll(() => xOf(page, '[data-veil]')).toBeCloseTo(line, 1);
});

atNight('the timeline shows that it has the focus, after a key and after a click', async () => {
  const { page, close } = await openFresh();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const ring = () =>
    timeline.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      return { outlineStyle, outlineWidth, outlineOffset };
    });
  const shown = { outlineStyle: 'solid', outlineWidth: '2px', outlineOffset: '-2px' };
  expect(await ring()).not.toEqual(shown);
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline is not there.');
  await page.mouse.click(box.x + box.width - 6, box.y + box.height - 6);
  await expect.poll(ring).toEqual(shown);
  await page.getByRole('button', { name: 'To the end', exact: true }).focus();
  await expect.poll(ring).not.toEqual(shown);
  await page.keyboard.press('Shift+Tab');
  await timeline.focus();
  await expect.poll(ring).toEqual(shown);
  await close();
});

test('a run does not play on behind a sheet', async () => {
  const { page } = await openStory();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog').waitFor();
  // Anything behind a sheet is hidden from the tree of roles.
  await expect.poll(() => page.locator('[data-playback] [aria-label="Play"]').count()).toBe(1);
});

describe('the keys stay with the timeline', () => {
  const time = (page: Page) => page.getByRole('status', { name: 'Time', exact: true }).textContent();

  async function steps(page: Page): Promise<void> {
    await page.keyboard.press('Home');
    await expect.poll(() => time(page)).toBe('0.000 s');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => time(page)).not.toBe('0.000 s');
  }

  async function plays(page: Page): Promise<void> {
    const play = page.locator('[data-playback] [aria-label="Play"]');
    await page.keyboard.press('Space');
    await expect.poll(() => play.count()).toBe(0);
    await page.keyboard.press('Space');
    await expect.poll(() => play.count()).toBe(1);
  }

  test('after a click on a switch, a tab and a button', async () => {
    const { page, close } = await openFresh();
    const even = page.getByRole('radio', { name: 'Even spacing' });
    await even.locator('..').click();
    await steps(page);
    await plays(page);
    expect(await even.isChecked()).toBe(true);
    const code = page.getByRole('tab', { name: 'Code' });
    await code.click();
    await steps(page);
    expect(await code.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'To the start', exact: true }).click();
    await expect.poll(() => time(page)).toBe('0.000 s');
    await page.keyboard.press('Space');
    await expect.poll(() => time(page)).not.toBe('0.000 s');
    await close();
  });

  atNight('after something was chosen from a list', async () => {
    const { page, close } = await openFresh();
    const speed = page.getByRole('combobox', { name: 'Speed' });
    await speed.dispatchEvent('pointerdown');
    await speed.focus();
    await page.keyboard.press('Home');
    // The list may be open: then the keys belong to it.
    await expect.poll(() => speed.evaluate((select) => select === document.activeElement)).toBe(true);
    await speed.dispatchEvent('pointerdown');
    await speed.selectOption({ label: '10× slower' });
    await steps(page);
    await page.keyboard.press('x');
    expect(await speed.inputValue()).toBe('0.1');
    await close();
  });

  atNight('but not from a control that was reached by keys, nor from a field', async () => {
    const { page, close } = await openFresh();
    const exact = page.getByRole('radio', { name: 'True time' });
    await page.keyboard.press('Home');
    await exact.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('radio', { name: 'Even spacing' }).isChecked()).toBe(true);
    expect(await time(page)).toBe('0.000 s');
    const ttl = page.getByLabel('TTL', { exact: true });
    await ttl.click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('p');
    expect(await time(page)).toBe('0.000 s');
    expect(await ttl.inputValue()).toContain('p');
    await close();
  });
});

describe('the palette of faults', () => {
  const kind = (page: Page, name: string) => page.locator('aside').getByRole('button', { name, exact: true });
  const cards = (page: Page) => page.locator('aside li[data-selected]');

  test('stays where it is while faults are added and opened', async () => {
    const { page } = await openStory();
    const pause = kind(page, 'Pause');
    const before = await pause.boundingBox();
    const count = await cards(page).count();
    await cards(page).first().getByRole('button').first().click();
    await page.getByRole('combobox', { name: 'Kind' }).waitFor();
    expect(await pause.boundingBox()).toEqual(before);
    await pause.click();
    await expect.poll(() => cards(page).count()).toBe(count + 1);
    expect(await pause.boundingBox()).toEqual(before);
  });

  test('puts a fault on the lane under the pointer, at the playhead', async () => {
    const { page } = await openStory();
    await page.keyboard.press('Home');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    const at = await page.getByRole('status', { name: 'Time', exact: true }).textContent();
    const lane = await page.getByRole('button', { name: /^Client 2,/ }).boundingBox();
    if (lane === null) throw new Error('The lane is not there.');
    await page.mouse.move(lane.x + 500, lane.y + lane.height / 2);
    await page.keyboard.press('p');
    const added = cards(page).filter({ hasText: 'Client 2 pauses' });
    await added.waitFor();
    const seconds = Number.parseFloat(at ?? '');
    expect(seconds).toBeGreaterThan(0);
    expect((await added.textContent())?.replaceAll('\u00a0', ' ')).toContain(`at ${seconds.toFixed(3)} s`);
  });

  atNight('a fault that has just been added is dragged by its middle, on which the playhead stands', async () => {
    const { page } = await openStory();
    await page.keyboard.press('Home');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    const time = page.getByRole('status', { name: 'Time', exact: true });
    await kind(page, 'Clock jump').click();
    const handle = page.locator('[data-plot] li[data-selected="true"]');
    const box = await handle.boundingBox();
    if (box === null) throw new Error('The fault has no handle.');
    const at = await time.textContent();
    const card = cards(page).filter({ hasText: /clock jumps/i });
    const before = await card.textContent();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 4 });
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => card.textContent()).not.toBe(before);
    expect(await time.textContent()).toBe(at);
    // Beside the handles, the line of the playhead can still be dragged.
    const line = await page.locator('[data-scrub]:not([data-ruler])').boundingBox();
    if (line === null) throw new Error('The playhead has no line.');
    await page.mouse.move(line.x + 0.5, line.y + line.height - 4);
    await page.mouse.down();
    await page.mouse.move(line.x + 40, line.y + line.height - 4, { steps: 4 });
    await page.mouse.up();
    expect(await time.textContent()).not.toBe(at);
  });

  atNight('brings the replica for a failover, and says of another fault that it can strike nothing', async () => {
    const { page } = await openStory();
    await page.getByRole('button', { name: 'More kinds' }).click();
    const leaderless = kind(page, 'No leader');
    expect(await leaderless.getAttribute('aria-disabled')).toBe('true');
    await leaderless.hover();
    await page.getByText(/^Not possible here: /).waitFor();
    const failover = kind(page, 'Failover');
    expect(await failover.getAttribute('aria-disabled')).toBe('false');
    await failover.hover();
    await page.getByText(/Every master gets a replica first\./).waitFor();
    await failover.click();
    await page.getByRole('button', { name: /^Replica A1,/ }).waitFor();
    const card = cards(page).filter({ hasText: 'Redis A fails over' });
    await expect.poll(() => card.getAttribute('data-missed')).toBe('false');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Replica A1,/ }).count()).toBe(0);
  });
});

describe('what is done with runs', () => {
  test.each([
    [
      'en-US',
      [
        ['Share', ['Link', 'Embed', 'Film', 'Save']],
        ['Open a run, your runs', ['Open', 'Your runs']],
        ['Make an exercise', []],
      ],
    ],
    [
      'zh-CN',
      [
        ['分享', ['链接', '嵌入', '影片', '保存']],
        ['打开运行、你的运行', ['打开', '你的运行']],
        ['制作练习', []],
      ],
    ],
  ] as const)('is found under its own name: %s', async (locale, all) => {
    const { page, close } = await openPage('?story=pause-before-write', { locale });
    for (const [name, tabs] of all) {
      const own = page.locator('header').getByRole('button', { name, exact: true });
      if ((await own.count()) > 0) await own.click();
      else await pressUnderMore(page, name);
      await page.getByRole('dialog').getByRole('tablist').or(page.getByRole('dialog', { name })).first().waitFor();
      expect(await page.getByRole('dialog').getByRole('tab').allTextContents()).toEqual(tabs);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await close();
  });
});

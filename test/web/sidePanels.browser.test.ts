// Beside the timeline: the verdict in two lines, and below it Why, Story, Code and Events, which share the rest of
// the height.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from '../support/looks';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const sidePanels = (page: Page) => page.getByRole('complementary', { name: 'What happened' });
const verdict = (page: Page) => sidePanels(page).getByRole('status', { name: 'Verdict' });
const causes = (page: Page) => page.getByRole('list', { name: 'How it came to this' }).getByRole('button');
const openTab = (page: Page) => page.getByRole('tab', { selected: true }).textContent();
const pauseStory = '?story=pause-before-write';

test.each([
  [1440, 900],
  [1024, 768],
])('at %d × %d the tabs have what the verdict leaves, and Why is first', async (width, height) => {
  const { page, problems, close } = await openPage(pauseStory, { viewport: { width, height } });
  await causes(page).first().waitFor();
  expect(await sidePanels(page).getByRole('tab').allTextContents()).toEqual(['Why', 'Story', 'Code', 'Events']);
  expect(await openTab(page)).toBe('Why');
  for (const name of ['Why', 'Story', 'Code', 'Events']) {
    await page.getByRole('tab', { name }).click();
    const panel = await sidePanels(page)
      .getByRole('tabpanel')
      .evaluate((shown) => {
        const box = shown.getBoundingClientRect();
        const column = shown.closest('aside')?.getBoundingClientRect();
        return { share: box.height / (column?.height ?? 0), below: (column?.bottom ?? 0) - box.bottom };
      });
    expect(panel.share, name).toBeGreaterThan(0.7);
    expect(Math.abs(panel.below), name).toBeLessThan(2);
    // The verdict stays visible, however far a panel is scrolled.
    await sidePanels(page).getByRole('tabpanel').hover();
    await page.mouse.wheel(0, 2000);
    const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: Element) => scrollTop + clientHeight > scrollHeight - 2;
    await expect.poll(() => sidePanels(page).getByRole('tabpanel').evaluate(isAtEnd), { message: name }).toBe(true);
    await settled(page);
    expect(await verdict(page).evaluate((card) => card.getBoundingClientRect().top)).toBeGreaterThan(0);
  }
  expect(problems).toEqual([]);
  await close();
});

test('the verdict has a line for each of its facts, and unfolds to a sentence', async () => {
  const { page, close } = await openPage(pauseStory);
  const lines = verdict(page).getByRole('button', { expanded: false });
  await lines.waitFor();
  const size = await lines.evaluate((button) => ({
    height: button.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(button).lineHeight),
  }));
  expect(size.height).toBeLessThan(size.line * 2.5);
  const sentence = verdict(page).getByText('Client 1 overwrote what client 2 had written.');
  expect(await sentence.count()).toBe(0);
  await lines.press('Enter');
  await sentence.waitFor();
  await verdict(page).getByRole('button', { expanded: true }).click();
  await expect.poll(() => sentence.count()).toBe(0);
  await close();
});

test('each cause has its time, and the current one goes along with the playhead', async () => {
  const { page, close } = await openPage(pauseStory);
  await causes(page).first().waitFor();
  const current = () => causes(page).evaluateAll((all) => all.findIndex((one) => one.ariaCurrent === 'step'));
  const count = await causes(page).count();
  await expect.poll(current).toBe(count - 1);
  await page.keyboard.press('Home');
  await expect.poll(current).toBe(-1);
  await causes(page).nth(2).click();
  await expect.poll(current).toBe(2);
  const time = await page.getByRole('status', { name: 'Time' }).textContent();
  expect(await causes(page).nth(2).textContent()).toContain(time);
  await close();
});

test('the open tab is kept from size to size, and over a reload', async () => {
  const { page, close } = await openPage(pauseStory);
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('radio', { name: 'Scene', exact: true }).check();
  await sidePanels(page).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Details', exact: true }).check();
  await expect.poll(() => openTab(page)).toBe('Code');
  await page.reload();
  await expect.poll(() => openTab(page)).toBe('Code');
  await close();
});

test('what else was found is listed, and nothing that the verdict says', async () => {
  const { page, close } = await openPage(pauseStory);
  await causes(page).first().waitFor();
  const found = sidePanels(page).getByRole('list', { name: 'What else was found' });
  expect(await found.count()).toBe(0);
  await page.goto(new URL('?story=fixed-value', page.url()).href);
  await found
    .getByRole('button', { name: /deleted/ })
    .first()
    .waitFor();
  expect(await found.getByRole('button', { name: /held the lock at once/ }).count()).toBe(0);
  await close();
});

test('faults and settings are folded until they are opened, and stay as a person leaves them', async () => {
  const { page, close } = await openPage(`${pauseStory}&details`, { isFirstVisit: true });
  await causes(page).first().waitFor();
  const column = page.getByRole('complementary', { name: 'Faults and settings' });
  const opens = page.getByRole('button', { name: 'Faults and settings' });
  expect(await column.count()).toBe(0);
  await opens.click();
  await column.getByLabel('TTL', { exact: true }).waitFor();
  await page.reload();
  await column.waitFor();
  await opens.click();
  await page.reload();
  await causes(page).first().waitFor();
  expect(await column.count()).toBe(0);
  await close();
});

test('what is reached from a run with details is reached from the tabs', async () => {
  const { page, close } = await openPage(pauseStory);
  for (const name of ['Find the smallest break', 'Report a mistake', 'Metrics'])
    await expect
      .poll(() => sidePanels(page).getByRole('button', { name, exact: true }).count(), { message: name })
      .toBe(1);
  for (const name of ['What breaks this lock', 'Which lock do I need?'])
    await expect.poll(() => sidePanels(page).getByRole('link', { name }).count(), { message: name }).toBe(1);
  await page.getByRole('tab', { name: 'Story' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Report a mistake: / }).isVisible()).toBe(true);
  await page.getByRole('tab', { name: 'Code' }).click();
  await expect.poll(() => page.getByRole('region', { name: 'TypeScript' }).isVisible()).toBe(true);
  await page.getByRole('tab', { name: 'Events' }).click();
  const time = () => page.getByRole('status', { name: 'Time' }).textContent();
  const before = await time();
  await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
  await expect.poll(time).not.toBe(before);
  await close();
});

test('a link that asks for a search opens it on a phone, too', async () => {
  const { page, close } = await openPage(`${pauseStory}&find=pause.1.lost.1`, {
    viewport: { width: 390, height: 844 },
  });
  await expect
    .poll(() => page.locator('#sheet').getByRole('tab', { selected: true }).allTextContents())
    .toEqual(['Find']);
  await close();
});

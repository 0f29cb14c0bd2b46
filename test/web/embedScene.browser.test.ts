// An embed is a scene unless something that belongs to lanes is requested: in Chromium, with the built site.
import { expect, inject, test } from 'vitest';
import { drawn } from '../support/clock';
import { embedOf, outcomeIn, playIn, post, verdictIn } from '../support/embeds';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';
import { toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();
const serve = prepareOthers();
const playing = { hasClock: true } as const;
const still = { ...playing, reducedMotion: 'reduce' } as const;

test('a story in a post is a scene: it waits for a press, tells its end then, and answers in place', async () => {
  const { page, close } = await openPage('embed/pause-before-write/', {
    ...still,
    viewport: { width: 720, height: 660 },
  });
  await page.locator('#root [data-plot]').waitFor();
  expect(await page.locator('main [data-tone]').count()).toBe(0);
  await toEnd(page);
  await page.getByText('Data: an update was lost').waitFor();
  const link = page.getByRole('link', { name: 'Open in the playground' });
  await expect.poll(() => link.getAttribute('href')).toMatch(/\?story=pause-before-write&scene&at=\d+$/);
  // From 480 px of width on, the answers are in the open.
  await page.getByRole('heading', { name: 'What would have saved 52?' }).waitFor();
  await page.getByRole('button', { name: 'A fencing token' }).click();
  // It loads first, and then plays from the fault.
  const kept = page.getByText('Data: intact, late write rejected');
  await expect
    .poll(async () => {
      await toEnd(page);
      return kept.count();
    })
    .toBe(1);
  await page.getByRole('button', { name: 'Original' }).click();
  await expect.poll(() => outcomeIn(page)).toBe('lost');
  expect(new URL(page.url()).search).toBe('');
  await close();
});

test.each([
  ['', 'scene'],
  ['?at=end', 'scene'],
  ['?autoplay=1', 'scene'],
  ['?controls=play', 'timeline'],
  ['?from=0', 'timeline'],
  ['?to=3000', 'timeline'],
  ['?view=timeline', 'timeline'],
  ['?view=compare', 'compare'],
])('an embed with “%s” shows its %s', async (query, view) => {
  const { page, close } = await openPage(`embed/failover/${query}`, still);
  const verdict = verdictIn(page);
  if (view === 'timeline') {
    // It waits for a press, and hides its end until then.
    await page.getByText('Click or tap play.').waitFor();
    await verdict.waitFor({ state: 'attached' });
    expect(await verdict.isVisible()).toBe(false);
  } else await verdict.waitFor();
  expect(await page.locator('[data-view]').getAttribute('data-view')).toBe(view);
  await close();
});

test.each([
  ['', 'waits for a press'],
  [' autoplay', 'plays by itself'],
  [' loop', 'plays by itself'],
])('in view, a scene with “%s” %s', async (flag, does) => {
  const story = `<redlock-playground story="failover"${flag}></redlock-playground>`;
  const blog = await serve({ pages: { 'post.html': post(inject('siteAddress'), story) } });
  const { page, close } = await openPage(`${blog}post.html`, playing);
  const embed = embedOf(page);
  await embed.locator('#root [data-plot]').waitFor();
  if (does === 'plays by itself') await playIn(embed, 'Stop').waitFor();
  else {
    await page.clock.runFor(2500);
    expect(await embed.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')).toBe('0');
    expect(await playIn(embed, 'Stop').count()).toBe(0);
    await playIn(embed, 'Play').click();
    await playIn(embed, 'Stop').waitFor();
  }
  await close();
});

test('a frame keeps the height of its room, however its width changes', async () => {
  const story = '<redlock-playground story="failover"></redlock-playground>';
  const blog = await serve({ pages: { 'post.html': post(inject('siteAddress'), story) } });
  const { page, close } = await openPage(`${blog}post.html`, { ...still, viewport: { width: 1200, height: 900 } });
  const frame = page.locator('redlock-playground').locator('iframe');
  await embedOf(page).locator('#root [data-plot]').waitFor();
  const height = (): Promise<number> => frame.evaluate((element) => element.getBoundingClientRect().height);
  for (const width of [1200, 700, 340, 620, 1200, 340]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const first = await height();
    for (let times = 0; times < 4; times++) await drawn(page);
    await page.clock.runFor(2500);
    expect(await height(), `${width}`).toBe(first);
    expect(first).toBeLessThan(900);
  }
  await close();
});

test('a scene in a post fills the screen, a clicker tells it, and the post keeps its place', async () => {
  const story = '<redlock-playground story="pause-before-write"></redlock-playground>';
  const blog = await serve({ pages: { 'post.html': post(inject('siteAddress'), story) } });
  const { page, problems, close } = await openPage(`${blog}post.html`, {
    ...still,
    viewport: { width: 1280, height: 720 },
  });
  const embed = embedOf(page);
  await embed.locator('#root [data-plot]').waitFor();
  const heightInPost = (): Promise<string> =>
    page
      .locator('redlock-playground')
      .locator('iframe')
      .evaluate((frame) => frame.style.height);
  const before = await heightInPost();
  await embed.getByRole('button', { name: 'Full screen' }).click();
  await embed.getByText('0 of 7').waitFor();
  await page.keyboard.press('PageDown');
  await embed.getByText('1 of 7').waitFor();
  await page.keyboard.press('.');
  await embed.locator('[data-blank]').waitFor();
  await page.keyboard.press('PageDown');
  await expect.poll(() => embed.locator('[data-blank]').count()).toBe(0);
  for (let i = 0; i < 6; i++) await page.keyboard.press('PageDown');
  await embed.getByText('What would have saved 52?').waitFor();
  await page.keyboard.press('PageUp');
  await embed.getByText('6 of 7').waitFor();
  expect(await heightInPost()).toBe(before);
  await embed.locator('body').evaluate(() => document.exitFullscreen());
  await playIn(embed, 'Play').waitFor();
  expect(await heightInPost()).toBe(before);
  expect(problems).toEqual([]);
  await close();
});

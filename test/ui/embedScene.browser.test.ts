// An embed is a scene where nothing that belongs to lanes is asked for: in Chromium, with the built site.
import { expect, test } from 'vitest';
import { outcomeIn, verdictIn } from '../support/embeds';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce' } as const;

test('a story in a post is a scene: it waits for a press, tells its end then, and answers in place', async () => {
  const { page, close } = await openPage('embed/pause-before-write/', {
    ...still,
    viewport: { width: 720, height: 660 },
  });
  await page.locator('[data-plot]').waitFor();
  expect(await page.locator('main [data-tone]').count()).toBe(0);
  const toEnd = () =>
    expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight');
        return page.locator('main [data-tone]').first().isVisible();
      })
      .toBe(true);
  await toEnd();
  await page.getByText('Data: an update was lost').waitFor();
  const link = page.getByRole('link', { name: 'Open in the playground' });
  await expect.poll(() => link.getAttribute('href')).toMatch(/\?story=pause-before-write&scene&at=\d+$/);
  await page.getByRole('button', { name: 'What would have saved 52?' }).click();
  await page.getByRole('button', { name: 'A fencing token' }).click();
  await toEnd();
  await page.getByText('Data: kept, late write refused').waitFor();
  await page.getByRole('button', { name: 'Original' }).click();
  await expect.poll(() => outcomeIn(page)).toBe('lost-update');
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
  await verdictIn(page).waitFor();
  expect(await page.locator('[data-view]').getAttribute('data-view')).toBe(view);
  await close();
});

// Posts with embeds in them, and the parts of an embed that tests look for.
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A page of a blog. @param body its HTML. @param site the address of the playground, ending with a slash. */
export const post = (site: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A post</title><link rel="icon" href="data:,"><script src="${site}embed.js" defer></script></head>
<body><h1>A post</h1>${body}</body></html>`;

/** Text higher than a screen, so that the post scrolls. */
export const longText = '<p style="height: 1600px">Much text.</p>';

/** The nth embed of a post. */
export const embedOf = (page: Page, nth = 0): FrameLocator =>
  page.locator('redlock-playground').nth(nth).frameLocator('iframe');

export const iframeOf = (page: Page, nth = 0): Locator => page.locator('redlock-playground').nth(nth).locator('iframe');

interface Inside {
  getByRole(role: 'status' | 'button' | 'region', options: { readonly name: string | RegExp }): Locator;
  locator(selector: string): Locator;
}

/** The element that says how the run ended: the line below the lanes, or the whole scene. */
export const verdictIn = (inside: Inside): Locator =>
  inside.locator('#root :is([role="status"][data-lock], main[data-outcome])');

export const outcomeIn = (inside: Inside): Promise<string | null> => verdictIn(inside).getAttribute('data-outcome');

/** The button that starts and stops playing. Its name says what a click would do. */
export const playIn = (inside: Inside, does: 'Play' | 'Stop'): Locator =>
  inside.getByRole('button', { name: new RegExp(`^${does}$`) });

export const clockIn = async (inside: Inside): Promise<string> =>
  (await inside.locator('output[aria-label="Time"]').textContent()) ?? '';

/** The handle of client 1's pause. */
export const pauseIn = (inside: Inside): Locator =>
  inside.locator('#root [data-plot] button[aria-label^="Client 1 pauses"]');

export const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

/** Touches down here with a finger and swipes up. Returns when the post has scrolled and is back at its start. */
export async function swipeUp(page: Page, at: { readonly x: number; readonly y: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: at.x, y }] });
  await touch('touchStart', at.y);
  for (let by = 20; by <= 240; by += 20) await touch('touchMove', at.y - by);
  await touch('touchEnd');
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
  await page.evaluate(() => scrollTo(0, 0));
}

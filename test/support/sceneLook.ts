// A scene that is played to its verdict.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const isOver = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('main [data-tone]') !== null);

/** Steps until the verdict is shown. */
export async function toEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return isOver(page);
    })
    .toBe(true);
}

/** How many words there are before anything is touched. Chinese counts characters. */
export const wordsMax = { en: 72, zh: 124 } as const;

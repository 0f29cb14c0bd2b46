// Windows, languages and waits that rows of several tables share.
import type { Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';
import type { State, Way } from '../../support/looks';

export const desk: ViewportSize = { width: 1440, height: 900 };
export const laptop: ViewportSize = { width: 1024, height: 768 };
export const phone: ViewportSize = { width: 390, height: 844 };
export const at = (width: number, height = 900): ViewportSize => ({ width, height });

export const languages = ['en', 'zh'] as const;
export const inBoth = (way: Way): readonly Way[] => languages.map((lang) => ({ ...way, lang }));

export const isVerdictShown = (page: Page): Promise<void> =>
  page.getByRole('status', { name: /^(Verdict|判定)$/ }).waitFor();

/** A single state, once this element is there. */
export const when = (selector: string) =>
  async function* (page: Page): AsyncGenerator<State, void> {
    await expect.poll(() => page.locator(selector).count()).toBeGreaterThan(0);
    yield selector;
  };

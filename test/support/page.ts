// Opens pages of the built site in the one Chromium of all browser tests, and records their errors.
import { buffer } from 'node:stream/consumers';
import type { BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { giveBack, type KeptPage, pageFor } from './keptPages';

/** A page with its problems: uncaught errors, console errors, failed requests. */
export interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  /** Opens the page as a first visit. Otherwise the page behaves as for a returning visitor. */
  readonly isFirstVisit?: boolean;
  /** The page's time goes on as usual, and `page.clock.runFor` fast-forwards the rest of it. */
  readonly hasClock?: boolean;
}

export type OpenPage = (path?: string, options?: OpenOptions) => Promise<OpenedPage>;

/**
 * @returns a function that opens a path of the site ('' is the playground). Nothing is left of the previous test:
 * what it
 *   stored, where it was, what it listened to. A page that was closed in good order is used again by a test that wants
 *   the same language and kind of device, in another window, theme or file: a context of its own costs more than most
 *   tests.
 */
export function prepareBrowser(): OpenPage {
  const open = new Set<KeptPage>();
  afterAll(async () => {
    // The problems on pages of tests that failed.
    await Promise.all([...open].map(({ context }) => context.close()));
  });
  return async (path = '', options = {}) => {
    const kept = await pageFor(options);
    open.add(kept);
    await kept.page.goto(new URL(path, inject('siteAddress')).href);
    const close = async (): Promise<void> => {
      open.delete(kept);
      await giveBack(kept);
    };
    return { page: kept.page, problems: kept.problems, close };
  };
}

/** The content of a download. The browser is a child of another process, so this process cannot read its file. */
export const contentOf = async (download: Download, encoding: BufferEncoding = 'utf8'): Promise<string> =>
  (await buffer(await download.createReadStream())).toString(encoding);

// Opens pages of the built site in one Chromium per test file, and keeps what went wrong on them.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchChromium } from './chromium';

/** A page with what it complained about: uncaught errors, console errors, requests that failed. */
export interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

export type OpenPage = (path?: string, options?: BrowserContextOptions) => Promise<OpenedPage>;

/**
 * Registers the browser's start and end with the test file that calls it.
 * @returns a function that opens a path of the site ('' is the playground) in a context of its own.
 */
export function prepareBrowser(): OpenPage {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (path = '', options = {}) => {
    if (browser === undefined) throw new Error('The browser starts before the first test: open pages inside tests.');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const problems = watchProblems(page);
    await page.goto(new URL(path, inject('siteAddress')).href);
    return { page, problems, close: () => context.close() };
  };
}

function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => problems.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  return problems;
}

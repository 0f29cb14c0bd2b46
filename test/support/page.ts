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

interface OpenOptions extends BrowserContextOptions {
  /** As somebody who has never been here; everybody else knows what this is. */
  readonly isFirstVisit?: boolean;
}

export type OpenPage = (path?: string, options?: OpenOptions) => Promise<OpenedPage>;

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
  return async (path = '', { isFirstVisit = false, ...options } = {}) => {
    if (browser === undefined) throw new Error('The browser starts before the first test: open pages inside tests.');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    if (!isFirstVisit) await context.addInitScript(rememberVisit);
    const page = await context.newPage();
    const problems = watchProblems(page);
    await page.goto(new URL(path, inject('siteAddress')).href);
    return { page, problems, close: () => context.close() };
  };
}

/** Runs in the page. A frame of another origin may not store anything. */
function rememberVisit(): void {
  try {
    localStorage.setItem('redlock-playground-visited', '1');
  } catch {}
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

// Opens pages of the built site in the one Chromium of all browser tests, and records their errors.
import { buffer } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { connectToChromium } from './chromium';

/** A page with its problems: uncaught errors, console errors, failed requests. */
export interface OpenedPage {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  /** Opens the page as a first visit. Otherwise the page behaves as for a returning visitor. */
  readonly isFirstVisit?: boolean;
}

export type OpenPage = (path?: string, options?: OpenOptions) => Promise<OpenedPage>;

/**
 * Opens the connection at the start of the calling test file, and closes it at the end.
 * @returns a function that opens a path of the site ('' is the playground) in a context of its own.
 */
export function prepareBrowser(): OpenPage {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await connectToChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (path = '', { isFirstVisit = false, ...options } = {}) => {
    if (browser === undefined) throw new Error('The browser starts before the first test: open pages inside tests.');
    // The service worker would fetch all files for offline use, which costs more than everything else on a page. Only
    // offline.browser.test.ts allows it.
    const usual: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' };
    const context = await browser.newContext({ ...usual, ...options });
    // A loaded machine is no fault of the page.
    context.setDefaultTimeout(60_000);
    context.setDefaultNavigationTimeout(90_000);
    await context.addInitScript(drawSeldom);
    if (!isFirstVisit) await context.addInitScript(rememberVisit);
    const page = await context.newPage();
    const problems = watchProblems(page);
    await page.goto(new URL(path, inject('siteAddress')).href);
    return { page, problems, close: () => context.close() };
  };
}

/**
 * Runs in the page. What plays is drawn ten to fifteen times a second instead of sixty, which takes a third of the
 * processor time. It plays as fast as ever, because it goes by the time of each frame. Three frames in a row come as
 * usual: they wait for something to be drawn, and play nothing.
 */
function drawSeldom(): void {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  const framesAsUsual = 3;
  const restMs = 60;
  /** Where a request waits for its frame: none after it was called off. */
  const waiting = new Map<number, () => void>();
  let ids = 0;
  let depth = 0;
  window.requestAnimationFrame = (draw) => {
    const id = ++ids;
    const own = depth + 1;
    const ask = (): void => {
      const frame = request.call(window, (now) => {
        waiting.delete(id);
        depth = own;
        try {
          draw(now);
        } finally {
          depth = 0;
        }
      });
      waiting.set(id, () => cancel.call(window, frame));
    };
    if (own <= framesAsUsual) ask();
    else {
      const rest = setTimeout(ask, restMs);
      waiting.set(id, () => clearTimeout(rest));
    }
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
}

/** Runs in the page. A frame of another origin may not store anything. */
function rememberVisit(): void {
  try {
    localStorage.setItem('redlock-playground-visited', '1');
    // Tests of the bench ask for no size. Those of the scene do.
    if (localStorage.getItem('redlock-playground') === null)
      localStorage.setItem('redlock-playground', JSON.stringify({ size: 'details' }));
  } catch {}
}

function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // The page has taken it back, because it is left or needs it no longer.
    if (why !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${why}`);
  });
  return problems;
}

/** The content of a download. The browser is a child of another process, so this process cannot read its file. */
export const contentOf = async (download: Download, encoding: BufferEncoding = 'utf8'): Promise<string> =>
  (await buffer(await download.createReadStream())).toString(encoding);

// Opens pages of the built site in the one Chromium of all browser tests, and records their errors.
import { buffer } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, ConsoleMessage, Download, Page, Request } from 'playwright-core';
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
  /**
   * Opens a page that no test has used, and that none uses after it. For a test that counts what is fetched, or changes
   * what outlasts a navigation: scripts at the start of a document, a session of the developer tools, the network.
   */
  readonly isAlone?: boolean;
}

export type OpenPage = (path?: string, options?: OpenOptions) => Promise<OpenedPage>;

/**
 * Opens the connection at the start of the calling test file, and closes it at the end. A page that a test has closed is
 * handed to the next one, as good as new: a page of its own takes Chromium two thirds of the time of most tests.
 * @returns a function that opens a path of the site ('' is the playground) in a context whose storage is empty.
 */
export function prepareBrowser(): OpenPage {
  let browser: Browser | undefined;
  const free = new Map<string, Page>();
  beforeAll(async () => {
    browser = await connectToChromium();
  });
  afterAll(async () => {
    free.clear();
    await browser?.close();
  });
  return async (path = '', { isAlone = false, ...options } = {}) => {
    if (browser === undefined) throw new Error('The browser starts before the first test: open pages inside tests.');
    const address = new URL(path, inject('siteAddress')).href;
    const kind = kindOf(options);
    const used = isAlone ? undefined : free.get(kind);
    free.delete(kind);
    const page = used?.isClosed() === false ? used : await newPage(browser, options);
    if (page === used) await makeNew(page, options, address);
    const { problems, stopWatching } = watchProblems(page);
    await page.goto(address);
    const close = async (): Promise<void> => {
      stopWatching();
      if (isAlone || page.isClosed() || free.has(kind)) return page.context().close();
      await page.goto('about:blank');
      free.set(kind, page);
    };
    return { page, problems, close };
  };
}

const usualViewport = { width: 1440, height: 900 };

async function newPage(browser: Browser, { isFirstVisit = false, ...options }: OpenOptions): Promise<Page> {
  // The service worker would fetch all files for offline use, which costs more than everything else on a page. Only
  // offline.browser.test.ts allows it.
  const usual: BrowserContextOptions = { viewport: usualViewport, serviceWorkers: 'block' };
  const context = await browser.newContext({ ...usual, ...options });
  // A loaded machine is no fault of the page.
  context.setDefaultTimeout(60_000);
  context.setDefaultNavigationTimeout(90_000);
  if (!isFirstVisit) await context.addInitScript(rememberVisit);
  return context.newPage();
}

/** Pages of one kind differ by nothing but what `makeNew` sets. */
function kindOf(options: OpenOptions): string {
  const { viewport, colorScheme, reducedMotion, forcedColors, ...lasting } = options;
  return JSON.stringify(Object.entries(lasting).sort());
}

/** Takes away what the test before has left: storage, history, other tabs, routes, the place of the pointer. */
async function makeNew(page: Page, options: OpenOptions, address: string): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  await page.unrouteAll();
  await context.unrouteAll();
  await context.setOffline(false);
  await page.setViewportSize(options.viewport ?? usualViewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference', forcedColors = 'none' } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  await page.mouse.move(-1, -1);
  const devtools = await context.newCDPSession(page);
  const origins = [address, inject('siteAddress')]
    .filter((url) => url !== 'about:blank')
    .map((url) => new URL(url).origin);
  for (const origin of origins) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

/** Runs in the page. A frame of another origin may not store anything. */
function rememberVisit(): void {
  try {
    localStorage.setItem('redlock-playground-visited', '1');
  } catch {}
}

function watchProblems(page: Page): { readonly problems: readonly string[]; readonly stopWatching: () => void } {
  const problems: string[] = [];
  const onError = (error: Error): void => void problems.push(`uncaught: ${error.message}`);
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  };
  const onFailure = (request: Request): void => {
    const why = request.failure()?.errorText;
    // The page has taken it back, because it is left or needs it no longer.
    if (why !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${why}`);
  };
  page.on('pageerror', onError).on('console', onConsole).on('requestfailed', onFailure);
  const stopWatching = (): void =>
    void page.off('pageerror', onError).off('console', onConsole).off('requestfailed', onFailure);
  return { problems, stopWatching };
}

/** The content of a download. The browser is a child of another process, so this process cannot read its file. */
export const contentOf = async (download: Download, encoding: BufferEncoding = 'utf8'): Promise<string> =>
  (await buffer(await download.createReadStream())).toString(encoding);

// The pages of one worker, which tests use one after the other. It knows no test and no file; see page.ts.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { startChromium } from './chromium';

/** A page, the only one of its context, and what has gone wrong on it since it was handed out. */
export interface KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** For this test alone: a test may read its own problems after it has closed the page. */
  problems: string[];
  /** Settings that cannot change while the context lives. */
  readonly kind: string;
  /** Something irreversible was done to it: a script of its own, a session of the debugger. */
  isSpoilt: boolean;
  readonly debug: CDPSession;
  /** The origins whose storage must be emptied. */
  readonly origins: Set<string>;
}

export interface Wanted extends BrowserContextOptions {
  readonly isFirstVisit?: boolean;
  readonly hasClock?: boolean;
}

let started: Promise<Browser> | undefined;
const idle = new Map<string, KeptPage[]>();

const usualWindow = { width: 1440, height: 900 };

/** @returns a page in its initial state, with no address yet */
export async function pageFor({ viewport, colorScheme, reducedMotion, ...options }: Wanted): Promise<KeptPage> {
  const kind = JSON.stringify(Object.entries({ locale: 'en-US', ...options }).sort());
  const kept = idle.get(kind)?.pop() ?? (await newPage(kind, options));
  kept.problems = [];
  await kept.page.setViewportSize(viewport ?? usualWindow);
  await kept.page.emulateMedia({
    media: null,
    contrast: null,
    forcedColors: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
  });
  return kept;
}

async function newPage(
  kind: string,
  { isFirstVisit = false, hasClock = false, ...options }: Wanted,
): Promise<KeptPage> {
  started ??= startChromium();
  const browser = await started;
  // The service worker would fetch all files for offline use, which costs more than everything else on a page. Only
  // offline.browser.test.ts allows it.
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: usualWindow, ...options });
  if (hasClock) await context.clock.install();
  await context.addInitScript(drawSeldom);
  if (!isFirstVisit) await context.addInitScript(rememberVisit);
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  const kept: KeptPage = {
    context,
    page,
    problems: [],
    kind,
    isSpoilt: options.serviceWorkers === 'allow',
    debug,
    origins: new Set(),
  };
  watch(kept);
  noticeSpoiling(kept, hasClock);
  return kept;
}

/** Empties the page, so that the next test finds nothing of this one; closes it where that is impossible. */
export async function giveBack(kept: KeptPage): Promise<void> {
  const { context, page, kind } = kept;
  if (kept.isSpoilt || page.isClosed()) return context.close();
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  await page.goto('about:blank');
  await forget(kept);
  watch(kept);
  idle.set(kind, [...(idle.get(kind) ?? []), kept]);
}

/** Where the page was, and what it stored there. The page has ended, so it stores nothing more. */
async function forget({ page, debug, origins }: KeptPage): Promise<void> {
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  for (const origin of origins) {
    await page.goto(origin);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await page.unrouteAll();
  await page.goto('about:blank');
  await debug.send('Page.resetNavigationHistory');
  origins.clear();
}

/** What a test does to a page or its context and cannot undo. */
function noticeSpoiling(kept: KeptPage, hasClock: boolean): void {
  const spoils = <T extends object>(of: T, ...names: readonly (keyof T)[]): void => {
    for (const name of names) {
      const method = of[name];
      if (typeof method !== 'function') continue;
      Object.assign(of, {
        [name]: (...given: readonly unknown[]) => {
          kept.isSpoilt = true;
          return method.apply(of, given);
        },
      });
    }
  };
  // A clock that was installed for a test goes on normally, unless it was stopped.
  spoils(
    kept.context.clock,
    ...(hasClock ? (['pauseAt', 'setFixedTime', 'setSystemTime'] as const) : (['install'] as const)),
  );
  spoils(kept.page, 'addInitScript', 'exposeFunction', 'exposeBinding');
  spoils(kept.context, 'addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'newPage');
  spoils(kept.context, 'setOffline', 'grantPermissions');
}

function watch(kept: KeptPage): void {
  const { page, origins } = kept;
  // A loaded machine is not the page's fault.
  page.setDefaultTimeout(60_000);
  page.setDefaultNavigationTimeout(90_000);
  page.on('pageerror', (error) => kept.problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') kept.problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // The page withdrew the request, because the page is being left or needs it no longer.
    if (why !== 'net::ERR_ABORTED') kept.problems.push(`request: ${request.url()} ${why}`);
  });
  page.on('framenavigated', (frame) => {
    const { origin } = new URL(frame.url());
    if (origin !== 'null') origins.add(origin);
  });
}

/**
 * Runs in the page. Playback is drawn ten to fifteen times a second instead of sixty, which takes a third of the
 * processor time. It is as fast as before, because it goes by the time of each frame. Three frames in a row come as
 * usual: such a sequence waits for something to be drawn and plays nothing.
 */
function drawSeldom(): void {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  const framesAsUsual = 3;
  const restMs = 60;
  /** The frame that a request waits for; absent once it was cancelled. */
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

/** Runs in the page. A frame of another origin may not be allowed to store anything. */
function rememberVisit(): void {
  try {
    localStorage.setItem('redlock-playground-visited', '1');
    localStorage.setItem('redlock-playground-left', 'open');
    // Tests of the bench ask for no window size. Those of the scene do.
    if (localStorage.getItem('redlock-playground') === null)
      localStorage.setItem('redlock-playground', JSON.stringify({ size: 'details' }));
  } catch {}
}

// Checks how a page looks: for parts that are cut off, too small, stick out or overlap, and for barriers that axe
// finds. Each row is an address with the states to check. Each state is opened once and checked in all windows of the
// row.
import type { Page, ViewportSize } from 'playwright-core';
import { describe, expect, inject, onTestFailed, test } from 'vitest';
import { findBarriers } from './barriers';
import { cutTexts } from './cutTexts';
import { type OpenedPage, prepareBrowser } from './page';

/** The requirements of a state. All lengths are in CSS pixels. */
export interface Asks {
  /** A selector of the part whose texts and width are checked. Without it, the whole page is checked. */
  readonly within?: string;
  /** Nothing scrolls sideways, or up and down either. */
  readonly isWithoutScroll?: 'sideways' | 'at all';
  /** Selectors of elements that may not stick out at either side. */
  readonly insideSides?: string;
  /** No text has smaller type than this. */
  readonly typeMin?: number;
  /** No text is outside the window, or wider than its own box. 'both': it does not end below the window either. */
  readonly isFitting?: 'across' | 'both';
  /** No line of text overlaps another text. */
  readonly isApart?: boolean;
  /** No box that hides its overflow cuts a text. */
  readonly isWhole?: boolean;
  /** Selectors of boxes that show all their content, from top to bottom. */
  readonly holding?: string;
  /** The least size of these elements, by selector; at least one must exist. */
  readonly sizeMin?: Readonly<Record<string, { readonly width?: number; readonly height?: number }>>;
  /** Selectors that each match one element which is wholly in the window. */
  readonly inSight?: readonly string[];
  /** Selectors of elements whose foot nothing covers. */
  readonly uncovered?: string;
  /** How many words the page has, or characters in Chinese; numbers do not count. */
  readonly wordsMax?: number;
  /** A selector of the part in which axe finds no barrier. */
  readonly barriers?: string;
}

/** Runs in the page. */
function measure({ asks, window }: { asks: Asks; window: ViewportSize }): readonly string[] {
  const found: string[] = [];
  const say = (element: Element, what: string): void => {
    found.push(`${element.outerHTML.slice(0, 140)} … “${(element.textContent ?? '').slice(0, 30)}” ${what}`);
  };
  const boxes = (selector: string | undefined) =>
    (selector === undefined ? [] : [...document.querySelectorAll(selector)])
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
  const isOutside = ({ left, right }: DOMRect): boolean => right > window.width + 1 || left < -1;
  const part = document.querySelector(asks.within ?? 'html');
  if (part === null) return [`There is no ${asks.within}.`];
  const room = asks.within === undefined ? window.width : part.clientWidth;
  if (asks.isWithoutScroll !== undefined && part.scrollWidth > room) found.push(`${part.scrollWidth} px wide`);
  if (asks.isWithoutScroll === 'at all' && part.scrollHeight > window.height)
    found.push(`${part.scrollHeight} px high`);
  for (const { element, box } of boxes(asks.insideSides)) if (isOutside(box)) say(element, 'sticks out');
  for (const { element } of boxes(asks.holding))
    if (element.scrollHeight > element.clientHeight + 2) say(element, 'is higher than its place');
  for (const [selector, { width = 0, height = 0 }] of Object.entries(asks.sizeMin ?? {})) {
    // Elements one pixel wide are for screen readers alone.
    const seen = boxes(selector).filter(({ box }) => box.width > 1);
    if (seen.length === 0) found.push(`There is no ${selector}.`);
    for (const { element, box } of seen)
      if (box.width < width || box.height < height) say(element, `is only ${box.width} × ${box.height}`);
  }
  for (const selector of asks.inSight ?? []) {
    const isSeen = ({ top, bottom, left, right }: DOMRect): boolean =>
      top >= 0 && left >= 0 && bottom <= window.height && right <= window.width;
    if (!boxes(selector).some(({ box }) => isSeen(box))) found.push(`${selector} is not in sight`);
  }
  for (const { element, box } of boxes(asks.uncovered)) {
    const atFoot = document.elementFromPoint(window.width - 40, box.bottom - 12);
    if (!element.contains(atFoot)) say(element, `is under ${atFoot?.outerHTML.slice(0, 80)}`);
  }
  return found;
}

/** Runs in the page. */
function measureTexts({ asks, window }: { asks: Asks; window: ViewportSize }): readonly string[] {
  const found: string[] = [];
  const own = ({ childNodes }: Element): string =>
    [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join('');
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible';
  };
  const texts = [...document.querySelectorAll(`${asks.within ?? 'body'} *`)].filter(
    (element) => own(element).trim() !== '' && isShown(element),
  );
  const name = (element: Element): string => `“${(element.textContent ?? '').trim().slice(0, 30)}”`;
  for (const element of texts) {
    const { display, fontSize } = getComputedStyle(element);
    const { left, right, bottom } = element.getBoundingClientRect();
    if (Number.parseFloat(fontSize) < (asks.typeMin ?? 0)) found.push(`${name(element)} is small: ${fontSize}`);
    if (asks.isFitting === undefined) continue;
    if (right > window.width + 1 || left < -1) found.push(`${name(element)} is outside`);
    if (asks.isFitting === 'both' && bottom > window.height + 1) found.push(`${name(element)} ends below the window`);
    if (asks.isFitting === 'across' && display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
      found.push(`${name(element)} is cut`);
  }
  const isOn = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  // Each line of a text separately.
  const lines = asks.isApart === true ? texts.map((element) => [...element.getClientRects()]) : [];
  lines.forEach((ofOne, i) => {
    const one = texts[i];
    lines.slice(i + 1).forEach((ofOther, j) => {
      const other = texts[i + 1 + j];
      if (one === undefined || other === undefined || one.contains(other) || other.contains(one)) return;
      if (ofOne.some((a) => ofOther.some((b) => isOn(a, b)))) found.push(`${name(one)} stands on ${name(other)}`);
    });
  });
  const words = texts
    .flatMap((element) => own(element).trim().split(/\s+/))
    .filter((word) => /[a-z]{2}|[\u4e00-\u9fff]/i.test(word));
  const signs = words.join('').replaceAll(/[^\u4e00-\u9fff]/g, '').length;
  const count = document.documentElement.lang.startsWith('zh') ? signs : words.length;
  if (count > (asks.wordsMax ?? count)) found.push(`${count} words: ${words.join(' ')}`);
  if (texts.length === 0) found.push('There is no text.');
  return found;
}

/** @returns everything that breaks a requirement, described for a reader. Empty: nothing does */
export async function problemsOf(page: Page, asks: Asks): Promise<readonly string[]> {
  const window = page.viewportSize();
  if (window === null) throw new Error('The page has no window.');
  const found = await Promise.all([
    page.evaluate(measure, { asks, window }),
    page.evaluate(measureTexts, { asks, window }),
    asks.isWhole === true ? page.evaluate(cutTexts) : [],
  ]);
  return found.flat();
}

/** Resolves when drawing has finished: three frames, then moving things for a while, and an idle moment. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const endsAlone = (one: Animation): boolean =>
      one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(endsAlone)
        .map((one) => one.finished),
    );
    // A page on a busy machine may never be idle.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
  });

/** One language, theme and device, with the windows in which each state is checked. */
export interface Way {
  readonly windows: readonly ViewportSize[];
  readonly lang?: 'en' | 'zh';
  readonly theme?: 'light' | 'dark';
  /** 'touch': a window on a touch device; 'phone': a page of a mobile browser. */
  readonly device?: 'mouse' | 'touch' | 'phone';
  /** The reader prefers reduced motion. */
  readonly isStill?: boolean;
}

/** A state has a name for the reader of a failure. It may require more than its row. */
export type State = string | { readonly state: string; readonly asks: Asks };

export interface Row {
  readonly name: string;
  /** Below the site's address. */
  readonly address: string;
  /** Leads from the previous state to this one. It goes on in the first window. */
  readonly states: (page: Page, way: Way) => AsyncGenerator<State, void>;
  readonly ways: readonly Way[];
  readonly asks: Asks;
}

const sizeOf = ({ width, height }: ViewportSize): string => `${width} × ${height}`;

/** @returns the name of the way for the name of a test */
const nameOfWay = ({ windows, lang = 'en', theme = 'light', device = 'mouse' }: Way): string =>
  [lang, theme, device, windows.map(sizeOf).join(', ')].join(', ');

const devices = {
  mouse: {},
  touch: { hasTouch: true },
  phone: { hasTouch: true, isMobile: true },
} as const;

async function lookAt(page: Page, row: Row, way: Way): Promise<number> {
  let looks = 0;
  for await (const given of row.states(page, way)) {
    const { state, asks } = typeof given === 'string' ? { state: given, asks: {} } : given;
    const all = { ...row.asks, ...asks };
    for (const window of way.windows) {
      await page.setViewportSize(window);
      await settled(page);
      const message = `${row.name}, ${state}, ${sizeOf(window)}`;
      await expect.poll(() => problemsOf(page, all), { message }).toEqual([]);
      const { barriers } = all;
      if (barriers !== undefined) await expect.poll(() => findBarriers(page, barriers), { message }).toEqual([]);
      looks++;
    }
    if (way.windows[0] !== undefined) await page.setViewportSize(way.windows[0]);
  }
  return looks;
}

/** Tests all states of the rows. Each language and device has one page, which forgets what it stored in between. */
export function testLooks(rows: readonly Row[]): void {
  const openPage = prepareBrowser();
  const kept = new Map<string, OpenedPage>();
  const look = async (row: Row, way: Way): Promise<number> => {
    const { windows, lang = 'en', theme = 'light', device = 'mouse', isStill = false } = way;
    const kind = `${lang} ${device}`;
    onTestFailed(async () => {
      const failed = kept.get(kind);
      kept.delete(kind);
      await failed?.close();
    });
    const viewport = windows[0] ?? { width: 1440, height: 900 };
    const looks = { colorScheme: theme, reducedMotion: isStill ? 'reduce' : 'no-preference' } as const;
    const locale = lang === 'zh' ? 'zh-CN' : 'en-US';
    const before = kept.get(kind);
    const problemsBefore = before?.problems.length ?? 0;
    const opened = before ?? (await openPage(row.address, { locale, viewport, ...looks, ...devices[device] }));
    kept.set(kind, opened);
    if (before !== undefined) await turnTo(before.page, row.address, { viewport, looks });
    const count = await lookAt(opened.page, row, way);
    expect(opened.problems.slice(problemsBefore)).toEqual([]);
    return count;
  };
  describe('nothing is cut, sticks out, is too small or a barrier', () => {
    test.each(rows.flatMap((row) => row.ways.map((way) => [row.name, nameOfWay(way), row, way] as const)))(
      '%s (%s)',
      async (_name, _way, row, way) => {
        expect(await look(row, way)).toBeGreaterThan(0);
      },
      300_000,
    );
  });
}

async function turnTo(
  page: Page,
  address: string,
  { viewport, looks }: { viewport: ViewportSize; looks: Parameters<Page['emulateMedia']>[0] },
): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  // If only the hash of the address changed, the page would not be loaded anew.
  await page.goto('about:blank');
  await page.setViewportSize(viewport);
  await page.emulateMedia(looks);
  await page.goto(new URL(address, inject('siteAddress')).href);
}

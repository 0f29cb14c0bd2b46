// What a reader sees of a scene: its words, and whether one is small, cut, outside, or on another.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Shown {
  /** Words of the page, without the numbers of the axis and values. */
  readonly words: readonly string[];
  readonly problems: readonly string[];
}

/** Runs in the page: what a reader sees, and what is wrong with it. */
export function look(): Shown {
  const problems: string[] = [];
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible';
  };
  const own = (element: Element): string =>
    [...element.childNodes].map((node) => (node.nodeType === 3 ? (node.textContent ?? '') : '')).join('');
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => own(element).trim() !== '' && isShown(element),
  );
  const name = (element: Element): string => `“${(element.textContent ?? '').slice(0, 30)}”`;
  if (document.documentElement.scrollWidth > innerWidth) problems.push('The page scrolls sideways.');
  for (const element of texts) {
    const { display, fontSize } = getComputedStyle(element);
    const { left, right } = element.getBoundingClientRect();
    if (Number.parseFloat(fontSize) < 16) problems.push(`${name(element)} is small`);
    if (right > innerWidth + 1 || left < -1) problems.push(`${name(element)} is outside`);
    if (display !== 'inline' && element.scrollWidth > element.clientWidth + 1) problems.push(`${name(element)} is cut`);
  }
  const isOn = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  // Each line of a text by itself.
  const lines = texts.map((element) => [...element.getClientRects()]);
  texts.forEach((element, i) => {
    texts.slice(i + 1).forEach((other, j) => {
      const isOver = lines[i]?.some((a) => lines[i + 1 + j]?.some((b) => isOn(a, b)));
      if (isOver === true && !element.contains(other) && !other.contains(element))
        problems.push(`${name(element)} stands on ${name(other)}`);
    });
  });
  const words = texts.flatMap((element) => own(element).trim().split(/\s+/));
  return { words: words.filter((word) => /[a-z]{2}|[\u4e00-\u9fff]/i.test(word)), problems };
}

const isOver = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('main [data-tone]') !== null);

/** Steps until the verdict is said. */
export async function toEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight');
      return isOver(page);
    })
    .toBe(true);
}

/** Words before anything is touched. In Chinese they are counted by signs. */
export const lengthMax = { en: 60, zh: 110 } as const;

export const lengthOf = (words: readonly string[], language: 'en' | 'zh'): number =>
  language === 'en' ? words.length : words.join('').replaceAll(/[^\u4e00-\u9fff]/g, '').length;

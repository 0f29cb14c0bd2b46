// Chinese texts, and names joined in Chinese, have the spaces and signs of Chinese.
import { expect, test } from 'vitest';
import { page } from '../../../src/content/texts/zh/page';
import { timeline } from '../../../src/content/texts/zh/timeline';
import { visibleTexts } from './visibleTexts';

test('names that end with a digit have a space before “和”', () => {
  expect(timeline.named(['客户端 1', '客户端 2'])).toBe('客户端 1 和客户端 2');
});

test('who holds the lock is said with spaces only between Chinese and digits', () => {
  expect(timeline.holder.one('客户端 1')).toBe('锁实际在客户端 1 手里');
  expect(timeline.holder.two('客户端 1 和客户端 2')).toBe('客户端 1 和客户端 2 同时持锁');
});

test('what a client is doing is said in Chinese', () => {
  expect(['read', 'work', 'write'].map((step) => page.moment.step(step))).toEqual(['读取', '工作', '写入']);
});

test('a fault names the step of a client in Chinese, and a lock’s own step as its code does', () => {
  const at = (step: string) => page.when.step({ step, nth: 1, plus: '' });
  expect(at('work')).toBe('“工作”之前');
  expect(at('t2')).toBe('“t2”之前');
  expect(page.when.effect({ n: 2, who: '存储' })).toBe('存储的第 2 个操作之前');
});

const han = '\\u2e80-\\u2fff\\u3040-\\u9fff';
/** Documents are English, a terminal has lines of its own, and the tags of a page are not known here. */
const texts = visibleTexts().filter(({ place }) => place.startsWith('src/') && !place.startsWith('src/cli/'));

const wrong: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a half-width sign after Chinese', new RegExp(`[${han}][,:;]( |$)`)],
  ['a half-width sign before Chinese', new RegExp(`[,:;] [${han}]`)],
  ['a half-width bracket around Chinese', new RegExp(`\\([${han}]|[${han}]\\)`)],
  // An article’s words that were left out are “ … ”.
  ['a space after a full-width sign', /[，。：；、？！）] [^…]/],
];

test.each(wrong)('no Chinese text has %s', (_, pattern) => {
  const found = texts.filter(({ text }) => pattern.test(text));
  expect(found.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
});

test('a page joins texts by the signs of their language', () => {
  // The place of a problem within a file that was read is no text of the page.
  const found = texts.filter(
    ({ place, text }) =>
      /^src\/(web|picture)\//.test(place) &&
      !place.startsWith('src/web/state/readJson.ts') &&
      /^ ?X?(: |, | \()X\)?$/.test(text),
  );
  expect(found.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
});

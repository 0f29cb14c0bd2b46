// Names that are joined in Chinese keep a space between digits and Chinese.
import { expect, test } from 'vitest';
import { page } from '../../../src/content/texts/zh/page';
import { timeline } from '../../../src/content/texts/zh/timeline';

test('names that end with a digit have a space before “和”', () => {
  expect(timeline.named(['客户端 1', '客户端 2'])).toBe('客户端 1 和客户端 2');
});

test('who holds the lock is said with spaces only between Chinese and digits', () => {
  expect(timeline.holder.one('客户端 1')).toBe('锁实际在客户端 1 手里');
  expect(timeline.holder.two('客户端 1 和客户端 2')).toBe('客户端 1 和客户端 2 同时持锁');
});

test('what a client is doing is said in Chinese', () => {
  expect(['read', 'work', 'write'].map((step) => page.moment.steps.get(step))).toEqual(['读取', '工作', '写入']);
});

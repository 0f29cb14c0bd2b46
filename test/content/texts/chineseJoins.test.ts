// Names that are joined in Chinese keep a space between digits and Chinese.
import { expect, test } from 'vitest';
import { timeline } from '../../../src/content/texts/zh/timeline';

test('names that end with a digit have a space before “和”', () => {
  expect(timeline.named(['客户端 1', '客户端 2'])).toBe('客户端 1 和客户端 2');
});

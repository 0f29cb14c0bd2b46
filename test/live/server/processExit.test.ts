// The last words of a process are its last lines of output, without anything that could affect the reader's terminal
// or page.
import { expect, test } from 'vitest';
import { howItEnded, lastLines } from '../../../src/live/server/processExit';

test('are its last lines, without empty ones', () => {
  expect(lastLines('')).toEqual([]);
  expect(lastLines('one\r\n\n  two\n \n')).toEqual(['one', '  two']);
  expect(lastLines(Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n'))).toEqual(
    Array.from({ length: 8 }, (_, i) => `line ${i + 12}`),
  );
  expect(lastLines('x'.repeat(1000))).toEqual([`${'x'.repeat(300)} …`]);
});

test('show control characters in a visible form, so that no terminal or page obeys them', () => {
  const [line] = lastLines('\u001b[31mred\u0007\t\u007f\u0085\u202ebackwards\u2066');
  expect(line).toBe('\\x1b[31mred\\x07\\x09\\x7f\\x85\\u202ebackwards\\u2066');
  expect(lastLines('内存不足 – naïve')).toEqual(['内存不足 – naïve']);
});

test('come with the way it ended', () => {
  expect(howItEnded(null, 'SIGKILL')).toBe('SIGKILL');
  expect(howItEnded(3, null)).toBe('code 3');
});

// The language is carried from page to page of the site, and nowhere else.
import { expect, test } from 'vitest';
import { withLanguage } from '../../src/web/app/carryLanguage';
import '../support/handIn';

const from = 'https://locks.example/play/learn/?do=the-nap&lang=zh';

test.each([
  ['https://locks.example/play/', 'https://locks.example/play/?lang=zh'],
  ['https://locks.example/play/matrix/', 'https://locks.example/play/matrix/?lang=zh'],
  ['https://locks.example/play/learn/?guide', 'https://locks.example/play/learn/?guide&lang=zh'],
  ['https://locks.example/play/learn/?do=a#x=v1.abc', 'https://locks.example/play/learn/?do=a&lang=zh#x=v1.abc'],
  // A language in a link was put there on purpose.
  ['https://locks.example/play/?lang=en', 'https://locks.example/play/?lang=en'],
  ['https://locks.example/play/exercise.schema.json', 'https://locks.example/play/exercise.schema.json'],
  ['https://github.com/redis/redis/', 'https://github.com/redis/redis/'],
  ['mailto:somebody@example.org', 'mailto:somebody@example.org'],
  ['not an address', 'not an address'],
])('%s', (link, expected) => {
  expect(withLanguage(link, { from, language: 'zh' })).toBe(expected);
});

// A fault outside an exercise's budget has the name of its button, in the page's language.
import { expect, test } from 'vitest';
import { kindNotInBudget } from '../../src/course/kinds/problems';
import { saidBreach } from '../../src/web/share/saidBreach';
import { wordsOf } from '../support/wordsOf';
import '../support/handIn';

const drift = {
  ...kindNotInBudget('clock-drift', ['pause']),
  unfit: { kind: 'clock-drift', kinds: ['pause', 'clock-jump'] },
} as const;

test.each([
  ['en', '“Drift” is not in your budget, which allows: Pause, Clock jump.'],
  ['zh', '预算里没有“时钟漂移”；可用的有：停顿、时钟跳变。'],
] as const)('in %s', (language, said) => {
  expect(saidBreach(drift, wordsOf[language])[language]).toBe(said);
});

test('any other breach is said as it is', () => {
  const other = { en: 'No.', zh: '不行。' };
  expect(saidBreach(other, wordsOf.en)).toBe(other);
});

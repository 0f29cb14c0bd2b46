// The summary of a red job names what broke, and is readable.
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../scripts/failureSummary.mjs';

const line = '\x1b[31m⎯⎯⎯⎯⎯⎯⎯\x1b[39m Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯';

describe('the summary of a red job', () => {
  test('begins with the counts, and lists the failures without passed tests and colors', () => {
    const log = ['✓ test/a.test.ts (3 tests)', line, ' FAIL  test/b.test.ts > breaks', '1 passed, 1 failed', ''].join(
      '\n',
    );
    const summary = summaryOf(log);
    expect(summary.split('\n')[0]).toBe('### 1 passed, 1 failed');
    expect(summary).toContain(' FAIL  test/b.test.ts > breaks');
    expect(summary).not.toContain('test/a.test.ts');
    expect(summary).not.toContain('\x1b');
  });

  test('shows the end of a log that is not a test run', () => {
    const summary = summaryOf(Array.from({ length: 100 }, (_, i) => `line ${i}.`).join('\n'));
    expect(summary).toContain('line 99.');
    expect(summary).not.toContain('line 39.');
  });

  test('is short, and says how much it leaves out', () => {
    const summary = summaryOf([line, ...Array.from({ length: 500 }, (_, i) => `line ${i}.`)].join('\n'));
    expect(summary.split('\n').length).toBeLessThan(220);
    expect(summary).toContain('301 more lines');
  });

  test('is not cut off by a fence in the text', () => {
    expect(summaryOf('a\n````\nb')).toContain('`````text\na\n````\nb\n`````');
  });

  test('says so when nothing was printed', () => {
    expect(summaryOf('')).toContain('### It printed nothing.');
  });
});
